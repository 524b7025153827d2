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
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
HOSTILE = st.text(
    st.sampled_from("Ab \n\u2028\x1b\u200b\u202e\u2066\u2060\ufeff\u00ad\u200f\u3164é"), max_size=8
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
        assert each.isprintable()
        assert "\u200b" not in each
        assert each == plain_name(each)


@pytest.mark.parametrize("name", ["\u200b", " ", "", "\u3164\u200d", "\u2800", "\u202e", "\ufe0f"])
def test_a_name_has_a_visible_character(name: str) -> None:
    with pytest.raises(Refused, match="visible"):
        require_name(name)
    assert Person(PersonId(7), name).name in ("7", "")


@pytest.mark.parametrize(
    "name", ["Cup", "Чаша", "杯", "🏆", "👩\u200d🚀", "Ōkina", "A\u0301", ENGLAND]
)
def test_names_of_all_scripts_and_emoji_stay(name: str) -> None:
    require_name(name)
    assert plain_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("Cup\u200b", "cUP", "\u202eCup", "C\u00adup", "Cu\u200dp", "\uff23up", " Cup ", "C up"),
        *("Cu\u034fp", "Cup\ufe0f", "Cup\u180b", "Cup\U000e0101", f"Cup{ENGLAND[1:]}", "C\nup"),
        "\x07Cup",
    ],
)
def test_names_that_look_alike_are_the_same(name: str) -> None:
    with pytest.raises(Refused, match="taken"):
        require_new_name(name, ["Cup"])
    assert skeleton(name) == skeleton("Cup") != skeleton("Cap")


@pytest.mark.parametrize("name", ["Việt", "שָׁלוֹם", "ทั้งที่", "नमस्ते", "1\ufe0f\u20e3"])
def test_a_letter_has_no_more_marks_than_a_language_needs(name: str) -> None:
    assert plain_name(name) == name
    assert plain_name(f"{name}e{200 * chr(0x301)}x") == f"{name}e{4 * chr(0x301)}x"
