"""A record says of any match what a reader needs to play it again, in both of its forms."""

import json
from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog import catalog
from bot.games.core import Outcome
from bot.model.competitions.competition import Competition, Fixture, FixtureTerms, Format, Phase
from bot.model.events import Recorded, Started
from bot.model.fold import fold, record_events
from bot.model.game_records.archive import read_record
from bot.model.game_records.as_json import record_json, record_values
from bot.model.game_records.as_text import record_text
from bot.model.game_records.making import event_names, imported_events, record_items, record_of
from bot.model.game_records.record import UNFINISHED, Deed, GameRecord
from bot.model.match import Match
from bot.service.game_records import checked, replay_question
from tests.helpers.long_runs import examples
from tests.helpers.people import GRACE
from tests.helpers.recorded import NUMBER, lively_match
from tests.service.conftest import START

ROBOT = GRACE.id
GAMES = sorted(catalog())


def record_from(recorded: list[Recorded]) -> GameRecord:
    return record_of(NUMBER, recorded, START + timedelta(days=99), ROBOT, ("Summer", "3"))


def imported(record: GameRecord) -> list[Recorded]:
    found, outcome = checked(record, replay_question(record).answer())
    events = imported_events(record, found.texts, outcome, GRACE, 7, 70, START)
    return record_events(events, 0, START)


def boards(match: Match) -> list[str]:
    return [match.rules.write(ply.after) for ply in match.plies]


@settings(max_examples=examples(200))
@given(st.sampled_from(GAMES), st.integers(0, 10**6))
def test_a_record_is_read_back_as_it_was_written(game: str, seed: int) -> None:
    record = record_from(lively_match(game, seed))

    assert read_record(record_text(record).encode()) == record
    assert read_record(record_json(record).encode()) == record


@settings(max_examples=examples(200))
@given(st.sampled_from(GAMES), st.integers(0, 10**6))
def test_a_match_made_of_a_record_has_the_same_boards_and_end(game: str, seed: int) -> None:
    recorded = lively_match(game, seed)
    match, record = fold(recorded, NUMBER), record_from(recorded)
    again = fold(imported(read_record(record_text(record).encode())), NUMBER)

    assert boards(again) == boards(match)
    assert [[ply.text for ply in each.plies] for each in again.undone] == [
        [ply.text for ply in each.plies] for each in match.undone
    ]
    assert again.outcome == (match.outcome or Outcome((), UNFINISHED))
    assert all(person.id < 0 for person in again.seats)
    told = [item for item in record_items(recorded) if item.deed is not Deed.GRACE]
    assert [(i.deed, i.seat, i.count) for i in record_items(imported(record))] == [
        (i.deed, i.seat, i.count) for i in told
    ]


def test_the_generated_matches_have_all_that_a_record_tells() -> None:
    found = Counter(
        item.deed
        for game in GAMES
        for seed in range(12)
        for item in record_items(lively_match(game, seed))
    )

    assert set(found) == set(Deed) - {Deed.COMMENT}


def test_the_json_agrees_with_itself_where_it_is_laid_out_in_lines() -> None:
    record = record_from(lively_match("bump", 3))

    assert json.loads(record_json(record)) == json.loads(json.dumps(record_values(record)))


def test_only_names_stand_in_a_record() -> None:
    recorded = lively_match("urchins", 5)
    seated = next(each.event for each in recorded if isinstance(each.event, Started)).seats
    text = record_text(record_from(recorded))

    assert all(f'"{person.name}"'.replace('"', "") in text for person in seated[:2])
    assert not any(
        str(person.id) in text.replace(str(START.year), "") for person in seated if person.id > 99
    )


def test_a_record_names_the_season_and_the_division_or_the_round() -> None:
    later = START + timedelta(days=7)
    terms = FixtureTerms("clump")
    of_both = (70, 7, "Club", terms, None, Phase.RUNNING, START, later)
    season = Competition(1, Format.SEASON, *of_both, league=4, season=3)
    evening = Competition(2, Format.SWISS, *of_both)
    fixtures = [Fixture(1, 2, 1, 5, 1, 2, match=NUMBER)]

    assert event_names(season, fixtures, NUMBER) == ("Club", "season 3, division 5")
    assert event_names(season, [], NUMBER) == ("Club", "season 3")
    assert event_names(evening, fixtures, NUMBER) == ("Club", "2")


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_a_match_that_goes_on_says_so(game: str) -> None:
    recorded = [each for each in lively_match(game, 1) if each.event.kind != "ended"]
    record = record_from(recorded[:6])

    assert record.outcome is None
    assert '[Result "*"]' in record_text(record)
    assert record_values(record)["header"]["unrated"] is True
