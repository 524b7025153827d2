"""A study in a file is the same when it is read again; a broken one is refused by its line."""

import json
from importlib.resources import files
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalog import catalog, entry
from bot.model.fold import fold
from bot.model.game_records.archive import read_record
from bot.model.game_records.as_json import record_json
from bot.model.game_records.as_text import record_text
from bot.model.game_records.making import record_of
from bot.model.game_records.record import BadRecord, GameRecord
from bot.model.studies.board import StudyBoard
from bot.model.studies.files import MOST_READ, record_of_study, study_of_record
from bot.model.studies.following import follow, match_moves
from bot.model.studies.study import START, Study, StudyStart
from bot.service.game_records import checked, replay_question
from tests.helpers.long_runs import examples
from tests.model.game_records.recorded import NUMBER, lively_match
from tests.service.conftest import START as NOW

GAMES = sorted(catalog())
NOTES = ("", "Good", 'Not "so": {a}\n; > 3. b\n\n[c] ~ @ = d', "x" * 1000)


def branched(study: Study, chance: Random, count: int = 25) -> Study:
    """With random legal moves, names and notes here and there."""
    board = StudyBoard(study)
    for _ in range(count):
        at = chance.choice(list(study.nodes))
        position = board.position(study, at)
        if legal := list(islice(board.game.moves(position), 30)):
            study = board.play(study, board.game.format(position, chance.choice(legal)), at)
        named = chance.choice(list(study.nodes))
        study = study.annotate(named, chance.choice(NOTES))
        study = study.rename(named, chance.choice(("", "Plan = [x] > 1. \\")))
    return study


def study_of_match(game: str, seed: int) -> tuple[Study, GameRecord]:
    """A study of a match, begun early in it and branched on the way, and the match's record."""
    recorded, chance = lively_match(game, seed), Random(seed)
    match = fold(recorded, NUMBER)
    start = StudyStart(game, match.options, len(match.seats))
    moves = match_moves(match)
    study = branched(follow(Study(start), moves[: len(moves) // 2]).study, chance)
    study = branched(follow(study, moves).study, chance)
    return study, record_of(NUMBER, recorded, NOW, None)


def own_study(game: str, seed: int) -> Study:
    of_game, chance = entry(game), Random(seed)
    count = chance.choice(of_game.players)
    options = of_game.game.prepare(of_game.usual, count, chance)
    study = Study(StudyStart(game, options, count))
    if seed % 2:
        board = StudyBoard(study)
        position = board.game.play(
            board.position(study), next(board.game.moves(board.position(study)))
        ).position
        study = Study(StudyStart(game, options, count, board.game.write(position)))
    return branched(study, chance)


def require_kept(study: Study, record: GameRecord) -> None:
    for form in (record_text(record), record_json(record)):
        again = read_record(form.encode())
        assert again == record
        checked(again, replay_question(again).answer())
        assert study_of_record(again).outline() == study.outline()
        assert study_of_record(again).trunk_line == study_of_record(again).line()


@settings(max_examples=examples(100), deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10**6))
def test_a_study_of_a_match_is_the_same_after_it_was_written_and_read(game: str, seed: int) -> None:
    study, record = study_of_match(game, seed)

    written = record_of_study(study, NOW, record)
    require_kept(study, written)
    assert (written.version, written.items) == (2, record.items)


@settings(max_examples=examples(100), deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10**6))
def test_a_study_of_its_own_is_the_same_after_it_was_written_and_read(game: str, seed: int) -> None:
    study = own_study(game, seed)

    written = record_of_study(study, NOW)
    record = read_record(record_text(written).encode())
    assert study_of_record(record).outline() == study.outline()
    assert read_record(record_json(written).encode()) == record == written
    checked(record, replay_question(record).answer())


@pytest.mark.parametrize("game", GAMES)
def test_studies_fit_the_schema_that_is_published(game: str) -> None:
    from jsonschema import Draft202012Validator

    schema = Draft202012Validator(json.loads((files("data") / "record.schema.json").read_text()))
    study, record = study_of_match(game, 3)
    for each in (record_of_study(study, NOW, record), record_of_study(own_study(game, 1), NOW)):
        schema.validate(values := json.loads(record_json(each)))
        values["header"]["bumpbot"]["record"] = 1
        assert not schema.is_valid(values)


@pytest.mark.parametrize("game", GAMES)
def test_a_plain_match_stays_in_the_first_version(game: str) -> None:
    record = record_of(NUMBER, lively_match(game, 2), NOW, None)

    assert record_text(record).startswith("[Record 1]\n")
    assert json.loads(record_json(record))["header"]["bumpbot"]["record"] == 1
    # A match is read as a study that has nothing but its moves.
    study = study_of_record(record)
    assert (study.own, len(study.nodes) - 1) == (0, len(study.trunk_line))


def test_players_who_leave_are_in_the_study_of_their_match() -> None:
    study, record = next(
        (study, record)
        for seed in range(99)
        for study, record in [study_of_match("urchins", seed)]
        if any(move.startswith("leaves ") for move in study.path(study.trunk))
    )

    require_kept(study, record_of_study(study, NOW, record))


# Files that somebody wrote, and broken ones

TEXT = """[Record 2]
[Study "match"]
[Game "clump"]
[Options {"size": 4}]
[Started "2026-11-23T09:45:56Z"]
[Player1 "Ada"]
[Player2 "Grace"]
[Result "*"]

1. (1) a1-a2 @ 2026-11-23T09:46:00Z
2. (2) d1-d2

; what might have been
> 2. d3-d4
= Quiet
~ "First line\\nsecond"
> 0.
~ "Look here"
> 1. b2-c2
"""


def studied(content: str) -> Study:
    """The study in a file, held against the rules. Raises BadRecord."""
    record = read_record(content.encode())
    checked(record, replay_question(record).answer())
    return study_of_record(record)


def test_a_study_that_somebody_wrote_by_hand_is_read() -> None:
    study = studied(TEXT.replace("\n", "\r\n"))
    quiet = study.find(("a1-a2", "d3-d4"))

    assert quiet is not None
    assert study[quiet][2:4] == ("Quiet", "First line\nsecond")
    assert study[START].note == "Look here"
    assert study.path() == study.path(study.trunk) == ("a1-a2", "d1-d2")
    assert study.find(("b2-c2",)) in study.branches(START)
    typed = TEXT.replace("a1-a2", "A1 a2").replace("> 1. b2-c2", "> 1. B2-c2")
    assert studied(typed).outline() == study.outline()
    written = record_of_study(studied(typed), NOW, read_record(typed.encode()))
    assert studied(record_text(written)).outline() == study.outline()
    own = studied(TEXT.replace('"match"', '"own"'))
    assert (own.trunk, own.own, len(own.nodes)) == (START, 4, 5)


def test_the_study_of_the_documentation_is_one() -> None:
    page = (Path(__file__).parents[3] / "docs" / "records.md").read_text("utf-8")
    body = page.split("[Record 2]\n", 1)[1].split("…\n", 1)[1].split("```", 1)[0]
    study = studied(TEXT[: TEXT.index("1. (1)")] + body)

    assert {study[number].name for number in study.nodes} == {"", "The quiet one"}
    assert study.find(("a1-a2", "d3-d4", "a3-b3"))


WRONG = [
    ("[Record 2]", "[Record 3]", 1, "written by a newer version"),
    ("[Record 2]", "[Record 1]", 14, "Only a record of version 2"),
    ('"match"', '"theirs"', 2, "one of match, own"),
    ('[Study "match"]\n', "", 1, "no “Study”"),
    ('[Result "*"]', '[Result "*"]\n[Position "home"]', 9, "no position of Clump"),
    ("> 2. d3-d4", "> 4. d3-d4", 14, "No move 3 stands above"),
    ("> 2. d3-d4", "> 2. a1-a2", 14, "a1"),
    ("> 2. d3-d4", "> 2. leaves 2", 14, "leaves"),
    ("> 2. d3-d4", "> 2.", 14, "no line of a variation"),
    ("> 2. d3-d4", "> d3-d4", 14, "no line of a variation"),
    ("> 2. d3-d4", "", 15, "none above this"),
    ("> 0.", "> 0. a1-a2", 17, "no line of a variation"),
    ("= Quiet", "= " + "x" * 61, 15, "60 characters at most"),
    ("= Quiet", "= a\u202eb", 15, "can't be shown"),
    ('~ "Look here"', "~ Look here", 18, "no line of a variation"),
    ('~ "Look here"', '~ "Look" here"', 18, "no line of a variation"),
    ('~ "Look here"', f'~ "{"x" * 1001}"', 18, "1000 characters at most"),
    ("> 1. b2-c2", "3. (1) b1-b2", 19, "nothing more of the match follows"),
    ("> 1. b2-c2", '[Site "x"]', 19, "comes after deeds"),
    ("1. (1) a1-a2", "1. (1) a1-a9", 10, "no square a9"),
]


@pytest.mark.parametrize(("right", "wrong", "line", "why"), WRONG)
def test_a_broken_study_is_refused_by_its_line(right: str, wrong: str, line: int, why: str) -> None:
    assert right in TEXT
    with pytest.raises(BadRecord) as refusal:
        studied(TEXT.replace(right, wrong, 1))

    assert why in str(refusal.value)
    assert refusal.value.line == line


@pytest.mark.parametrize(
    ("change", "why", "at"),
    [
        ({"nodes": 7}, "has to be a list", '"nodes": 7'),
        ({"nodes": [{"ply": -1}]}, "from 0 to", '"ply": -1'),
        ({"nodes": [{"ply": 1}]}, "no “move”", "{"),
        ({"study": None}, "one of match, own", '"study"'),
        ({"position": "home"}, "no position of Clump", '"position"'),
    ],
)
def test_a_broken_study_in_json_is_refused_by_its_line(
    change: dict[str, object], why: str, at: str
) -> None:
    values = json.loads(record_json(read_record(TEXT.encode())))
    values["header"]["bumpbot"].update(change)
    written = json.dumps(values, indent=1)
    with pytest.raises(BadRecord) as refusal:
        studied(written)

    assert why in str(refusal.value)
    assert at in written.splitlines()[refusal.value.line - 1]


def test_an_illegal_move_of_a_variation_in_json_is_refused_by_its_line() -> None:
    written = record_json(read_record(TEXT.encode())).replace("d3-d4", "a1-a2")
    with pytest.raises(BadRecord) as refusal:
        studied(written)

    assert '{"ply": 2' in written.splitlines()[refusal.value.line - 1]


def test_a_file_has_a_limit_of_moves() -> None:
    study = Study(StudyStart("bump", {}, 2))
    board = StudyBoard(study)
    for first in islice(board.game.moves(board.position(study)), 2):
        study = study.grown(START, [board.game.format(board.position(study, START), first)])
        position = board.position(study)
        texts = [board.game.format(position, each) for each in board.game.moves(position)]
        for text in texts[: MOST_READ - study.own]:
            study = study.grown(study.branches(START)[-1], [text])
    full = record_text(record_of_study(study, NOW))

    assert studied(full).own == study.own == MOST_READ
    with pytest.raises(BadRecord, match=f"{MOST_READ} moves at most"):
        studied(full + "> 1. 21,112-1\n")
