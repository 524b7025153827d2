"""A record says of any match what a reader needs, in both of its forms; a broken one is refused."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from importlib.resources import files
from typing import Any

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
from bot.model.game_records.record import CHANGED, UNFINISHED, BadRecord, Deed, GameRecord
from bot.model.match import Match
from bot.model.records import NO_EVENT
from bot.replaying import replayed_lines
from bot.service.game_records import checked, replay_question
from tests.helpers.long_runs import examples
from tests.helpers.people import ADA, CHANNEL, GRACE, GUILD
from tests.model.game_records.recorded import NUMBER, lively_match
from tests.service.conftest import START

ROBOT = GRACE.id
GAMES = sorted(catalog())


def record_from(recorded: list[Recorded]) -> GameRecord:
    return record_of(NUMBER, recorded, START + timedelta(days=99), ROBOT, ("Summer", "3"))


def imported(record: GameRecord) -> list[Recorded]:
    found, outcome = checked(record, replay_question(record).answer())
    events = imported_events(record, found.texts, outcome, GRACE, CHANNEL, GUILD, START)
    return record_events(events, NO_EVENT, START)


def boards(match: Match) -> list[str]:
    return [match.rules.write(ply.after) for ply in match.plies]


@settings(max_examples=examples(200))
@given(st.sampled_from(GAMES), st.integers(0, 10**6))
def test_a_record_is_read_back_as_it_was_written(game: str, seed: int) -> None:
    record = record_from(lively_match(game, seed))

    for write in (record_text, record_json):
        again = read_record(write(record).encode())
        assert (again, again.changed) == (record, False)


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
    of_both = (GUILD, CHANNEL, "Club", terms, None, Phase.RUNNING, START, later)
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


TEXT = """[Record 1]
[Game "clump"]
[Options {"size": 4}]
[Started "2026-11-23T09:45:56Z"]
[Player1 "Ada"]
[Player2 "Grace"]
[Result "*"]

; a remark, which is passed over
1. (1) a1-a2 @ 2026-11-23T09:46:00Z
{Is this wise?}
2. (2) d1-d2
* (2) takeback 1
2. (2) d3-d4
"""


def played(content: str) -> GameRecord:
    """The record of a file, held against the rules. Raises BadRecord."""
    record = read_record(content.encode())
    checked(record, replay_question(record).answer())
    return record


def refused(content: str) -> tuple[int, str]:
    with pytest.raises(BadRecord) as refusal:
        played(content)
    return refusal.value.line, str(refusal.value)


def test_a_record_that_somebody_wrote_by_hand_is_read() -> None:
    record = played(TEXT.replace("\n", "\r\n"))

    assert [item.text for item in record.main_line] == ["a1-a2", "d3-d4"]
    assert record.items[1].deed is Deed.COMMENT
    assert record.items[1].text == "Is this wise?"
    assert record.outcome is None


WRONG = [
    ("[Record 1]", "[Record 3]", 1, "written by a newer version"),
    ("[Record 1]", "[Record 2]", 1, "no “Study”, which it needs"),
    ("[Record 1]\n", "", 1, "no “Record”"),
    ('"clump"', '"chess"', 2, "I know no game “chess”"),
    ('{"size": 4}', '{"size": 5}', 3, "an even number"),
    ('{"size": 4}', '{"size": 4, "players": 9}', 3, "no option players"),
    ('{"size": 4}', "{'size': 4}", 3, "no JSON"),
    ('{"size": 4}', "[" * 1900, 3, "no JSON"),
    ('{"size": 4}', '{"size": ' + "9" * 3900 + "}", 3, "even number"),
    ('{"size": 4}', '{"size": ' + "9" * 5000 + "}", 3, "4000 characters at most"),
    ("2026-11-23T09:45:56Z", "yesterday", 4, "has to be a time"),
    ("2026-11-23T09:45:56Z", "0001-01-01T00:00:00+23:00", 4, "has to be a time"),
    ('[Player2 "Grace"]\n', "", 5, "this record names 1"),
    ('"Grace"', '"Gr\\u202eace"', 6, "can't be shown"),
    ('"Grace"', '" "', 6, "is empty"),
    ('"Grace"', "7", 6, "has to be a text"),
    ('[Result "*"]', '[Result "3"]', 7, "from 1 to 2"),
    ('[Result "*"]', '[Result "1"]\n[Reason "joined"]', 15, "does not end here by “joined”"),
    ('[Result "*"]', '[Result "1"]\n[Reason "{winner.x}"]', 8, "has to be a word"),
    ('[Result "*"]', '[Game "bump"]\n[Result "*"]', 7, "appears twice"),
    ("1. (1) a1-a2", "1. (1) a1-a9", 10, "no square a9"),
    ("1. (1) a1-a2", "1. (2) a1-a2", 10, "turn of player 1"),
    ("1. (1) a1-a2", "1. (3) a1-a2", 10, "no player 3"),
    ("1. (1) a1-a2", "3. (1) a1-a2", 10, "Move 1 is expected here"),
    ("takeback 1", "takeback 9", 13, "9 moves can't be taken back"),
    ("takeback 1\n2.", "takeback 2\n1.", 13, "can't take back 2 moves"),
    ("takeback 1", "takeback many", 13, "whole number from 1 to 10"),
    ("takeback 1", "bows", 13, "“do” has to be one of move, resign"),
    ("{Is this wise?}", "Is this wise?", 11, "no line of a record"),
    ("{Is this wise?}", "* (2) resign", 12, "is over before this"),
    ("{Is this wise?}", '[Made "2026-11-23T09:45:56Z"]', 11, "comes after deeds"),
]


@pytest.mark.parametrize(("right", "wrong", "line", "why"), WRONG)
def test_a_broken_text_is_refused_by_its_line(right: str, wrong: str, line: int, why: str) -> None:
    assert right in TEXT
    where, said = refused(TEXT.replace(right, wrong, 1))

    assert why in said
    assert where == line
    assert said.startswith(f"Line {line}: ")
    assert said.endswith(".")


Break = Callable[[dict[str, Any]], object]

BREAKS: list[tuple[Break, str, str]] = [
    (lambda r: r.pop("moves"), "“moves”", '{"header"'),
    (lambda r: r["header"]["bumpbot"].update(record=9), "newer version", '"record"'),
    (lambda r: r["header"]["players"][1].update(result=1), "1 for who has won", '"result"'),
    (lambda r: r["header"]["players"][0].update(name={}), "has to be a text", '"name"'),
    (lambda r: r["header"]["bumpbot"]["log"][2].update(do="fly"), "has to be one of", '"fly"'),
    (lambda r: r["header"]["bumpbot"]["log"][0].update(text="a1-a9"), "“moves” and", '"moves"'),
    (lambda r: r["header"].update(startingPosition="x"), "where these options begin", '"x"'),
    (lambda r: r["header"]["bumpbot"].update(rated="no"), "true or false", '"rated"'),
    (lambda r: r["header"]["bumpbot"]["options"].update(size=10**30), "even number", '"options"'),
]


@pytest.mark.parametrize(("change", "why", "at"), BREAKS)
def test_a_broken_json_is_refused_with_line_and_reason(change: Break, why: str, at: str) -> None:
    values = json.loads(record_json(played(TEXT)))
    change(values)
    written = json.dumps(values, indent=1)
    where, said = refused(written)

    assert why in said
    # Each value stands on a line of its own, unless it is what is missing.
    assert at.strip("{") in written.splitlines()[where - 1] or where == 1


@pytest.mark.parametrize(
    ("content", "line", "why"),
    [
        ('{"header": {},\n "moves": }', 2, "From character 11 on this is no JSON"),
        ('{"header": {}} x', 1, "From character 16 on"),
        ('{"header": {},\n "moves": ["01,0', 2, "cut short"),
        ('{"header": tru', 1, "cut short"),
        ("{" * 100_000, 1, ""),
        ('{"header":' * 50_000, 1, ""),
        ('{"header": NaN}', 1, ""),
        ("", 1, ""),
        ("\x00", 1, ""),
        ('[Event "Club"]\n\n1. e4 e5 1-0\n', 1, "This is PGN"),
        ("(;GM[1]SZ[19];B[pd])", 1, "This is SGF"),
    ],
)
def test_what_is_no_record_at_all_is_refused(content: str, line: int, why: str) -> None:
    at, text = refused(content)
    assert at == line
    assert why in text


def test_a_number_that_is_too_long_is_refused_in_plain_words() -> None:
    assert refused('{"header": ' + "9" * 5000 + "}")[1].endswith(
        "This is no JSON that I read: a number in it has too many digits."
    )


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(BadRecord, match="Line 2: This is no text in UTF-8"):
        read_record(b"[Record 1]\n\xff")


def test_a_win_by_the_rules_can_not_be_told_otherwise() -> None:
    recorded = next(
        match
        for seed in range(99)
        if (match := lively_match("clump", seed, 400))[-1].event.kind == "ended"
        and '"joined"' in match[-1].event.payload()
    )
    record = record_of(NUMBER, recorded, START, None)
    assert record.outcome
    lost = (Outcome((3 - record.outcome.winners[0],), "joined"), None, Outcome((), "agreed"))
    found = replay_question(record).answer()

    assert checked(record, found)[1] == record.outcome
    for outcome in lost:
        with pytest.raises(BadRecord, match="By the rules"):
            checked(replace(record, outcome=outcome), found)


def test_the_last_player_left_has_won_whatever_the_record_says() -> None:
    resigned = TEXT + "* (1) resign\n"

    record = read_record(resigned.replace('"*"', '"2"').encode())
    assert checked(record, replay_question(record).answer())[1] == Outcome((2,), "last")
    assert refused(resigned.replace('"*"', '"1"')) == (
        15,
        "Line 15: By the rules the match ends otherwise: by “last”, won by player 2.",
    )


def test_a_record_of_another_site_is_read_by_its_moves() -> None:
    values = json.loads(record_json(played(TEXT.replace('"size": 4', '"size": 14'))))
    del values["header"]["bumpbot"]
    values["header"]["site"] = {"name": "Abstract Play", "gameid": "a-b-c"}
    values["header"]["players"][0] |= {"userid": "me", "result": 100}
    values["moves"] = [["a1-a2", {"move": "n1-n2", "result": "a group of two"}]]
    record = played(json.dumps(values))

    assert [item.text for item in record.main_line] == ["a1-a2", "n1-n2"]
    assert record.number is None
    assert record.outcome == Outcome((1,), "")


@pytest.mark.parametrize("game", sorted(catalog()))
def test_records_fit_the_schema_that_is_published(game: str) -> None:
    # To import it takes longer than all tests of this file.
    from jsonschema import Draft202012Validator

    schema = Draft202012Validator(json.loads((files("data") / "record.schema.json").read_text()))
    for seed in range(5):
        record = record_of(NUMBER, lively_match(game, seed), START, ADA.id, ("Summer", "2"))
        schema.validate(json.loads(record_json(record)))
        assert read_record(record_text(record).encode()) == record


def test_a_record_that_was_changed_after_it_was_written_says_so() -> None:
    record = replace(record_from(lively_match("bump", 1)), stored="00ff" * 4)
    for write in (record_text, record_json):
        text = write(record)
        again = read_record(text.encode())
        assert (again, again.changed) == (record, False)
        assert read_record(text.replace("Ada", "Eve").encode()).changed
        answer = next(replayed_lines(text.replace("T13:", "T14:").splitlines(keepends=True)))
        assert answer["note"] == CHANGED
        # What was written by hand, or by another version, has none.
        bare = "\n".join(line for line in text.split("\n") if "igest" not in line)
        assert not read_record(bare.encode()).changed
