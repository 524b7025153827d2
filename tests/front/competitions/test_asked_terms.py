"""The terms of leagues and tournaments as commands give them."""

from datetime import timedelta

import pytest

from bot.catalog import catalog
from bot.front.competitions.asked_terms import completions, games_for_two, terms_of, times_to_think
from bot.front.competitions.words import fixture_terms
from bot.front.discord.context import PrivateReply
from bot.service.competitions.allowed import require_terms


@pytest.mark.parametrize("game", [each.value for each in games_for_two()])
def test_the_usual_terms_of_every_game_can_be_played_and_name_nothing(game: str) -> None:
    terms = terms_of(game)
    require_terms(terms)
    name = catalog()[game].name
    assert fixture_terms(terms) == (
        f"{name} · 3 days a move: who runs out of time loses · pairs of matches with seats swapped"
        " · rated"
    )


@pytest.mark.parametrize("game", list(catalog()))
def test_whatever_is_offered_can_be_read_and_is_named(game: str) -> None:
    for text in completions(catalog()[game], ""):
        terms = terms_of(game, text.upper())
        require_terms(terms)
        is_usual = terms == terms_of(game)
        assert is_usual or text.partition(":")[0] in fixture_terms(terms)


def test_what_is_typed_is_completed_option_by_option() -> None:
    bounce = catalog()["bipod"]
    first, *_ = completions(bounce, "blocks: one or")
    assert first == "blocks: one or two"
    assert "blocks: one or two, adopt: to run" in completions(bounce, f"{first}, ")
    assert not any("blocks" in each[18:] for each in completions(bounce, f"{first}, "))
    assert terms_of("bipod", f"{first}, adopt: to run").options == {
        "blocks": 2,
        "adopt": "running",
    }


def test_an_option_for_each_seat_is_the_same_for_both() -> None:
    assert terms_of("bump", "reserve: 2").options["reserve"] == [2, 2]
    assert "reserve: 2" in fixture_terms(terms_of("bump", "reserve: 2"))


def test_a_time_is_one_of_those_offered_and_ends_a_match_by_itself() -> None:
    assert terms_of("bump", time="no time limit").control is None
    for each in times_to_think()[1:]:
        control = terms_of("bump", time=each.value).control
        assert control is not None
        assert control.hard
        assert control.start >= timedelta(days=1)


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("clump", "sice: 8 by 8", "I don't know `sice: 8 by 8` of Clump. It has `size`"),
        ("clump", "size: 9 by 9", "`size` of Clump can be `4 by 4`, "),
        ("clump", "8 by 8", "I don't know `8 by 8` of Clump"),
        ("urchins", "size: 8", "It has no options: leave them out."),
    ],
)
def test_an_unreadable_option_is_told_all_there_are(game: str, options: str, told: str) -> None:
    with pytest.raises(PrivateReply) as refused:
        terms_of(game, options)
    assert told in str(refused.value)
