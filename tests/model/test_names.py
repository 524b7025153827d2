"""Names have nothing in them that can't be seen or that turns the text around them."""

from dataclasses import replace
from datetime import UTC, datetime
from unicodedata import bidirectional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.names import plain_name, skeleton
from bot.model.competitions.competition import (
    Competition,
    FixtureTerms,
    Format,
    League,
    Phase,
    require_name,
    require_new_name,
)
from bot.model.records import Person, PersonId
from bot.model.refusals import Refused
from tests.helpers.people import ADA, CHANNEL, GUILD

NOW = datetime(2026, 3, 2, 18, tzinfo=UTC)
LEAGUE = League(1, GUILD, CHANNEL, "Winter", FixtureTerms("bump"), 4, 4, ADA.id)
CUP = Competition(
    *(1, Format.SWISS, GUILD, CHANNEL, "Cup", FixtureTerms("bump"), ADA.id, Phase.SIGN_UP, NOW, NOW)
)
TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
HOSTILE = st.text(
    st.sampled_from("Ab \u200b\u202e\u2066\u2060\ufeff\u00ad\u200f\u3164é"), max_size=8
)


@given(HOSTILE)
def test_no_name_has_anything_that_turns_text(name: str) -> None:
    names = (
        Person(PersonId(7), name).name,
        replace(LEAGUE, name=name).name,
        replace(CUP, name=name).name,
    )
    for each in names:
        assert not any(bidirectional(character) in TURNING for character in each)
        assert "\u200b" not in each
        assert each == plain_name(each)


@pytest.mark.parametrize("name", ["\u200b", " ", "", "\u3164\u200d", "\u2800", "\u202e", "\ufe0f"])
def test_a_name_has_a_visible_character(name: str) -> None:
    with pytest.raises(Refused, match="visible"):
        require_name(name)
    assert Person(PersonId(7), name).name in ("7", "")


@pytest.mark.parametrize("name", ["Cup", "Чаша", "杯", "🏆", "👩\u200d🚀", "Ōkina", "A\u0301"])
def test_names_of_all_scripts_and_emoji_stay(name: str) -> None:
    require_name(name)
    assert plain_name(name) == name


@pytest.mark.parametrize(
    "name", ["Cup\u200b", "cUP", "\u202eCup", "C\u00adup", "Cu\u200dp", "\uff23up", " Cup ", "C up"]
)
def test_names_that_look_alike_are_the_same(name: str) -> None:
    with pytest.raises(Refused, match="taken"):
        require_new_name(name, ["Cup"])
    assert skeleton(name) == skeleton("Cup") != skeleton("Cap")
