"""What is said of leagues and competitions."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.catalog import catalog
from bot.front.competitions.asked_terms import completions, games_for_two, terms_of, times_to_think
from bot.front.competitions.table_words import ended_lines
from bot.front.competitions.words import (
    END,
    ISOLATE,
    fixture_terms,
    in_columns,
    league_text,
    running_text,
    season_title,
    table_text,
)
from bot.front.discord.context import PrivateReply
from bot.front.text.parts import competition_name
from bot.model.clock.time_control import days_a_move
from bot.model.competitions.competition import (
    Competition,
    Entrant,
    FixtureTerms,
    Format,
    League,
    Member,
    Phase,
    Presence,
    TableRow,
)
from bot.service.competitions.allowed import require_terms
from tests.front.competitions.boards import season_view, with_one_gone

MONDAY = datetime(2026, 3, 2, 18, tzinfo=UTC)
TERMS = FixtureTerms("clump", {"size": 8}, days_a_move(3))
LEAGUE = League(1, 70, 7, "Winter *cup*", TERMS, 4, 5, 1, begins=MONDAY)
SEASON = Competition(
    *(1, Format.SEASON, 70, 7, "Winter", TERMS, 1, Phase.RUNNING, MONDAY, MONDAY), season=2
)
ADA, GRACE = Entrant(1, 1, 11, "Ada"), Entrant(1, 2, 12, "Grace `the` Admirable @everyone")
ENTRANTS = {each.number: each for each in (ADA, GRACE)}
TABLE = (TableRow(1, 2, 1, 1, 0, 0, 2, 4, 0, 0), TableRow(2, 1, 1, 0, 0, 1, 0, 0, 0, 0))


def member(number: int) -> Member:
    return Member(1, number, f"P{number}", MONDAY)


def test_the_terms_name_what_is_not_as_usual() -> None:
    assert fixture_terms(TERMS) == (
        "Clump · size: 8 by 8 · 3 days a move · pairs of matches with seats swapped · rated"
    )
    plain = FixtureTerms("clump", {"size": 12}, None, rated=False, pair=False)
    assert fixture_terms(plain) == "Clump · no time limit · single matches · not rated"


def test_a_league_says_when_its_season_begins_and_who_is_in() -> None:
    told = league_text(LEAGUE, [member(n) for n in range(1, 4)])
    assert r"**League: Winter \*cup\***" in told
    assert "Season 1 begins <t:1772474400:f> (<t:1772474400:R>)." in told
    assert "3 players signed up: **P1**, **P2**, **P3**." in told
    assert "if 2 more sign up by then, else it is put off by a week." in league_text(
        LEAGUE, [member(1)]
    )
    assert "Nobody is signed up yet." in league_text(LEAGUE, [])
    assert "The league rests" in league_text(replace(LEAGUE, begins=None), [])


def test_a_league_of_many_with_long_names_fits_into_a_message() -> None:
    many = [replace(member(n), called="*" * 32) for n in range(1, 200)]
    told = league_text(LEAGUE, many)
    assert len(told) <= 2000
    assert "199 players signed up: " in told
    assert told.endswith("until you withdraw or let a whole one pass.")
    told = league_text(LEAGUE, [member(n) for n in range(1, 200)])
    assert "**P1**, **P2**, " in told
    assert told.count("**P") + int(told.split(", and ")[1].split()[0]) == 199


def test_a_league_names_the_season_that_runs() -> None:
    assert "Season 2 lasts until <t:1772474400:f>." in league_text(LEAGUE, [], SEASON)


def test_a_tournament_says_its_round_and_a_season_none() -> None:
    assert "**Winter: season 2**" in running_text(SEASON)
    assert "Round" not in running_text(SEASON)
    assert "at the latest" not in running_text(SEASON)
    told = running_text(replace(SEASON, season=0, rounds=5, round=2))
    assert "Round 2 of 5." in told
    assert told.endswith("at the latest.")


def test_a_table_in_characters_is_as_wide_as_a_phone_and_says_who_is_out() -> None:
    gone = {**ENTRANTS, 1: replace(ADA, presence=Presence.WITHDRAWN)}
    lines = table_text(TABLE, gone).splitlines()[1:-1]
    assert lines == [
        "                   P  W  S  L Pts",
        " 1 Grace `the` A…  1  1  0  0   2",
        " 2 Ada             1  0  0  1   0 out",
    ]


def test_whoever_has_left_is_not_said_to_go_down() -> None:
    view = season_view([f"P{n}" for n in range(1, 9)], 4)
    down = view.tables[0][-1].entrant
    _, _, upper, lower = ended_lines(view, None)
    assert f"down <@{10 + down}>" in upper
    _, _, upper, lower = ended_lines(with_one_gone(view, down), None)
    assert "down" not in upper
    assert "; up <@" in lower


def test_a_season_has_one_name_wherever_it_is_named() -> None:
    season = replace(SEASON, name="Win*ter\n2")
    assert competition_name(season) == "Win*ter 2: season 2"
    assert season_title(season) == "**Win\\*ter 2: season 2**"
    assert competition_name(replace(season, season=0)) == "Win*ter 2"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ada", "Ada     "),
        ("Margaret", "Margaret"),
        ("Margarete", "Margare…"),
        ("中村太郎", "中村太郎"),
        ("中村太郎さん", "中村太…"),
        ("🎲🔥", "🎲🔥    "),
        ("Ame\u0301lie", "Ame\u0301lie  "),
        ("محمد", f"{ISOLATE}محمد{END}    "),
    ],
)
def test_a_name_has_as_many_columns_as_any_other(text: str, shown: str) -> None:
    # Where the next letter would have two columns, one stays empty.
    assert in_columns(text, 8).rstrip() == shown.rstrip()


# Terms as commands give them


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
    assert terms_of("bipod", f"{first}, adopt: to run").options == {"blocks": 2, "adopt": "running"}


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
