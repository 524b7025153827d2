"""Studies as they are kept: they follow their matches, and lose nothing to races and restarts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from bot.exercises.puzzles import puzzles
from bot.games.core import BadOptions, PlayerError
from bot.model.commands import AnswerRequest, AskReplacement, Play, Resign, TakeBack
from bot.model.exercises.attempt import Attempt
from bot.model.game_records.as_text import record_text
from bot.model.game_records.record import BadRecord
from bot.model.limits import MOST_STUDIES, NEW_STUDIES
from bot.model.records import Draft, PersonId
from bot.model.refusals import NoSuchMatch, Reason, Refused
from bot.model.requests import REPLACEMENT
from bot.model.studies.board import StudyBoard
from bot.model.studies.kept import Opened, StoredStudy, match_of
from bot.model.studies.study import START, Study, StudyStart
from bot.opponents.reviewing import Missed, Mistake
from bot.service.personal.study_sources import (
    study_of_exercise,
    study_of_game,
    study_of_position,
)
from bot.store.database import Found, Values
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from tests.helpers.long_runs import LONG
from tests.helpers.people import ADA, GRACE, LINUS
from tests.helpers.rounds import without_threads
from tests.helpers.stores import opened
from tests.postgres import schema
from tests.service.conftest import START as CLOCK
from tests.service.conftest import Club
from tests.store.memory import MemoryStore, empty_database

OPERATIONS = 200 if LONG else 60
T = TypeVar("T")

PILE = StudyStart("pile", {"stones": 12, "limits": [3, 3]}, 2)


@pytest.fixture(params=["file", "server"])
async def processes(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[tuple[Club, Club]]:
    """Two that work on one database: on a server two processes, on a file two tasks of one."""
    if request.param == "file":
        path = tmp_path / "matches.sqlite3"
        path.write_bytes(empty_database())
        async with opened(SqliteStore.open(path)) as file:
            yield Club(file), Club(file)
        return
    async with (
        schema(request.getfixturevalue("postgres_server")) as address,
        opened(PostgresStore.open(address)) as one,
        opened(PostgresStore.open(address)) as other,
    ):
        yield Club(one), Club(other)


def playing(*moves: str) -> Any:
    """The operation that makes these moves from where the match is."""

    def played(study: Study) -> Study:
        return study.grown(study.trunk, moves)

    return played


async def stored(club: Club, person: PersonId = ADA.id) -> list[StoredStudy]:
    return list(await club.store.find(StoredStudy, person=person))


async def test_a_study_of_a_match_is_kept_from_its_first_change_on(club: Club) -> None:
    match, studies = await club.begin(moves="1 2"), club.service.studies
    looked = await studies.of_match(match, ADA.id)
    assert (looked.stored.changes, looked.study.path()) == (0, ("1", "2"))
    assert await stored(club) == []

    opened = await studies.change(ADA.id, match.id, playing("3", "1"))
    assert opened.study.path() == ("1", "2", "3", "1")
    assert await stored(club) == [opened.stored]
    again = await club.restarted().service.studies.find(ADA.id, match.id)
    assert (again.stored, again.new, match_of(again.stored.number)) == (opened.stored, 0, match.id)
    # Nobody else's, and nothing of the match.
    assert (await studies.of_match(match, GRACE.id)).study.own == 0
    assert await club.match(match.id) == match


async def test_what_came_true_is_told_once(club: Club) -> None:
    match, studies = await club.begin(moves="1"), club.service.studies
    await studies.change(ADA.id, match.id, playing("2", "3", "1"))
    for mover, text in ((GRACE, "2"), (ADA, "3")):
        match = await club.do(match.id, Play(mover.id, text))

    news = await studies.of_match(match, ADA.id)
    assert (news.new, news.deep, news.study.path(news.study.trunk)) == (2, 2, ("1", "2", "3"))
    board = news.board()
    assert board.position(news.study, news.study.trunk) is match.position
    assert all(
        board.position(news.study, number) == StudyBoard(news.study).position(news.study, number)
        for number in news.study.nodes
    )
    for again in (
        await studies.of_match(match, ADA.id),
        await club.restarted().service.studies.find(ADA.id, match.id),
    ):
        assert (again.new, again.deep, again.stored) == (0, 0, news.stored)


async def test_a_match_that_was_read_too_early_takes_no_study_back(club: Club) -> None:
    early, studies = await club.begin(moves="1"), club.service.studies
    await studies.change(ADA.id, early.id, playing("2"))
    late = await club.do(early.id, Play(GRACE.id, "2"))
    told = await studies.of_match(late, ADA.id)
    assert told.new == 1
    assert (await studies.of_match(early, ADA.id)).stored == told.stored


async def test_what_is_taken_back_stays_as_what_might_have_been(club: Club) -> None:
    match, studies = await club.begin(moves="1 2"), club.service.studies
    before = await studies.change(ADA.id, match.id, playing("3"))
    match = await club.do(match.id, TakeBack(GRACE.id))
    assert len(match.plies) == 1
    after = await studies.of_match(match, ADA.id)
    assert (after.study.trunk_line, after.new) == (before.study.trunk_line[:1], 0)
    assert after.study.find(("1", "2", "3"))


class Counted(MemoryStore):
    """A store that counts what it is asked."""

    asked = 0

    async def _read(self, sql: str, values: Values = ()) -> Found:
        self.asked += 1
        return await super()._read(sql, values)

    async def _transaction(self, work: Callable[[], Awaitable[T]]) -> T:
        self.asked += 1
        return await super()._transaction(work)


async def test_a_study_is_opened_by_one_call_of_the_store_and_changed_by_two() -> None:
    club = Club(Counted())
    match, studies = await club.begin(moves="1"), club.service.studies

    async def calls(doing: Awaitable[object]) -> int:
        before = club.store.asked
        await doing
        return int(club.store.asked - before)

    step = partial(studies.change, ADA.id, match.id, match=match)
    await step(playing("2"))
    assert await calls(studies.of_match(match, ADA.id)) == 1
    assert await calls(step(lambda study: study.back())) == 2
    assert await calls(studies.change_draft(ADA.id, match.id, with_key, match)) == 2
    # The match is read, too.
    assert await calls(studies.find(ADA.id, match.id)) == 2


def with_key(_: Study, draft: Draft) -> Draft:
    return replace(draft, keys=("1",), changes=draft.changes + 1)


async def test_who_is_replaced_keeps_their_study_and_it_follows_on(club: Club) -> None:
    match, studies = await club.begin(moves="1"), club.service.studies
    await studies.change(ADA.id, match.id, playing("2"))
    for command in (
        AskReplacement(ADA, ADA, LINUS),
        AnswerRequest(REPLACEMENT, LINUS.id, True),
        AnswerRequest(REPLACEMENT, GRACE.id, True),
        Play(GRACE.id, "2"),
    ):
        match = await club.do(match.id, command)
    assert (await studies.of_match(match, ADA.id)).new == 1
    assert (await studies.of_match(match, LINUS.id)).study.own == 0


async def test_a_study_goes_on_after_the_end(club: Club) -> None:
    match, studies = await club.begin(moves="1"), club.service.studies
    await studies.change(ADA.id, match.id, playing("2"))
    ended = await club.do(match.id, Resign(GRACE.id))
    over = await studies.change(ADA.id, match.id, playing("2", "3"))
    assert over.study.path() == ("1", "2", "3")
    assert (await studies.of_match(ended, ADA.id)).stored == over.stored


async def test_a_study_goes_with_its_person_or_its_match_and_stays_without_others(
    club: Club,
) -> None:
    number, studies = (await club.begin(moves="1")).id, club.service.studies
    for person in (ADA, GRACE, LINUS):
        await studies.change(person.id, number, playing("2"))
    await deleted(club, GRACE.id)
    assert await stored(club, GRACE.id) == []
    assert (await studies.change(ADA.id, number, playing("3"))).study.path() == ("1", "3")
    await deleted(club, ADA.id)
    # The match went with its last person, and what onlookers thought about it with the match.
    assert await stored(club, LINUS.id) == await stored(club) == []
    with pytest.raises(NoSuchMatch):
        await studies.find(LINUS.id, number)


async def deleted(club: Club, person: PersonId) -> None:
    await club.service.privacy.request_deletion(person)
    for _ in range(2):
        await club.later(seconds=61)


async def test_no_study_of_a_match_that_has_not_begun(club: Club) -> None:
    asked = await club.ask()
    with pytest.raises(Refused, match="has not begun"):
        await club.service.studies.of_match(asked, ADA.id)


async def test_a_study_of_no_match_is_begun_found_and_deleted(club: Club) -> None:
    studies = club.service.studies
    first = await studies.begin(ADA.id, PILE, "A start of Pile")
    number = first.stored.number
    club.pass_by(hours=1)
    copy = await studies.copy(ADA.id, first.study.play("1"), "A line")
    assert match_of(number) is None
    assert copy.study.path() == ("1",)
    assert [each.title for each in await studies.all(ADA.id)] == ["A line", "A start of Pile"]
    club.pass_by(hours=1)
    await studies.change(ADA.id, number, lambda study: study.play("2"))
    assert [each.number for each in await studies.all(ADA.id)] == [number, copy.stored.number]

    for person in (GRACE.id, ADA.id):
        assert await studies.delete(person, number) == (person == ADA.id)
        with pytest.raises(Refused, match="no such study") as refusal:
            await studies.find(person, number)
        assert refusal.value.reason is Reason.STALE
    assert await stored(club) == [copy.stored]


async def test_a_study_more_than_allowed_is_refused_with_what_to_do(club: Club) -> None:
    studies, match = club.service.studies, await club.begin()
    begin = partial(studies.begin, ADA.id, PILE, "x")
    await studies.begin(ADA.id, PILE, "The oldest")
    club.pass_by(days=1)
    for _ in range(NEW_STUDIES.person.burst):
        await begin()
    with pytest.raises(Refused, match="very many new studies"):
        await begin()
    club.pass_by(days=1)
    for _ in range(MOST_STUDIES - len(await studies.all(ADA.id))):
        last = await begin()
    club.pass_by(days=1)
    for one_more in (begin(), studies.change(ADA.id, match.id, playing("1"))):
        with pytest.raises(Refused, match=r"Delete one.*“The oldest”") as refusal:
            await one_more
        assert refusal.value.reason is Reason.MANY_STUDIES
    assert len(await studies.all(ADA.id)) == MOST_STUDIES
    # A change of one is none more.
    await studies.change(ADA.id, last.stored.number, lambda study: study.play("1"))
    await studies.delete(ADA.id, last.stored.number)
    assert (await studies.change(ADA.id, match.id, playing("1"))).stored.changes == 1


async def test_a_draft_belongs_to_one_place(club: Club) -> None:
    studies = club.service.studies
    number = (await studies.begin(ADA.id, PILE, "x")).stored.number
    made = await studies.change_draft(ADA.id, number, with_key)
    assert (made.stored.keys, await stored(club)) == (("1",), [made.stored])
    named = await studies.change(ADA.id, number, lambda study: study.rename(START, "Here"))
    assert named.stored.keys == ("1",)
    # The press on a picture of before.
    late = replace(made.stored.draft, changes=made.stored.changes + 1)
    assert await studies.save_draft(made.stored, late) is None
    assert await studies.save_draft(named.stored, made.stored.draft) is None
    moved = await studies.change(ADA.id, number, lambda study: study.play("1"))
    assert (moved.stored.keys, moved.stored.draft.seq) == ((), moved.study.place)


async def test_what_was_missed_in_a_match_that_is_over_becomes_branches(club: Club) -> None:
    studies = club.service.studies
    match = await club.begin(options={"stones": 11}, moves="3 1 3 1 1 2")
    missed = (
        Mistake(3, 1, Missed.SAVE, 1, ("2",), ("3",)),
        Mistake(5, 1, Missed.WIN, 1, ("3",)),
        Mistake(6, 2, Missed.CAPTURE, 2, ("1",)),
    )
    running = await club.begin()
    with pytest.raises(Refused, match="over"):
        await studies.reviewed(running, ADA.id, missed)
    await studies.change(ADA.id, match.id, lambda study: study.play("2", 2).rename(7, "Mine"))

    for _ in range(2):
        shown = (await studies.reviewed(match, ADA.id, missed)).study
        named = {shown.path(n): node.name for n, node in shown.nodes.items() if node.name}
        assert named == {
            ("3", "1", "2"): "Mine",
            ("3", "1", "3", "3"): "Wins in 1 move",
            ("3", "1", "3", "1", "3"): "Wins in 1 move",
            ("3", "1", "3", "1", "1", "1"): "Captures 2",
        }
        assert shown.path() == ("3", "1", "3", "1")


@pytest.mark.parametrize("key", ["bump", "bounce", "clump"])
def test_a_puzzle_is_studied_once_it_is_solved_or_given_up(key: str) -> None:
    name, puzzle = next(iter(puzzles(key).items()))
    open_one = Attempt(ADA.id, "puzzle", key, name, CLOCK, CLOCK)
    with pytest.raises(Refused, match="Solve it first"):
        study_of_exercise(puzzle, open_one)
    for over in (replace(open_one, done=CLOCK), replace(open_one, solution_shown=True)):
        study = study_of_exercise(puzzle, over)
        board = StudyBoard(study)
        assert (study.place, board.position(study)) == (START, puzzle.position)
        assert study.path(study.made) == puzzle.solution
        assert [board.turn(study, n).position for n in study.nodes if n]
        assert study[1].name == "Solution"


def test_a_study_begins_at_any_start_and_any_position() -> None:
    begun = study_of_game("urchins", {}, 3, Random(1))
    board = StudyBoard(begun)
    text = board.game.write(board.position(begun))
    again = study_of_position("urchins", begun.start.options, text)
    assert (again.start.players, again.start.position) == (3, text)
    assert StudyBoard(again).position(again) == board.position(begun)
    with pytest.raises(PlayerError):
        study_of_position("bump", {}, "no position")
    with pytest.raises(BadOptions):
        study_of_game("pile", {"limits": [9, 9]}, 2, Random(1))


async def test_a_file_becomes_a_study_with_its_variations_and_a_study_a_file(club: Club) -> None:
    studies, records = club.service.studies, club.service.game_records
    match = await club.begin(GRACE, game="bump", options={})
    for _ in range(3):
        match = await club.moved(match)
    made = await studies.change(
        ADA.id, match.id, lambda study: StudyBoard(study).play(study.annotate(2, "Why?"), "pass")
    )
    record = await studies.record(made.stored)
    assert [each.name for each in record.players] == [ADA.name, GRACE.name]
    study = await records.read_study(record_text(record).encode(), LINUS.id)
    copy = await studies.copy(LINUS.id, study, "A file")
    assert copy.study.outline() == made.study.outline()
    alone = await studies.record(copy.stored)
    assert alone.items == tuple(replace(each, at=None) for each in record.items)
    with pytest.raises(BadRecord):
        await records.read_study(b"nothing", LINUS.id)


async def test_two_devices_and_two_processes_lose_no_move(processes: tuple[Club, Club]) -> None:
    match = await processes[0].begin(moves="1")

    def adding(number: int, at: str) -> Any:
        return lambda study: study.grown(study.trunk, [at, str(number)])

    async def think(club: Club, first: int) -> None:
        for number in range(first, 12, 2):
            await club.service.studies.change(ADA.id, match.id, adding(number, "2"))

    await asyncio.gather(*(think(club, first) for first, club in enumerate(processes)))
    found = [await club.service.studies.find(ADA.id, match.id) for club in processes]
    assert found[0].stored == found[1].stored
    assert {found[0].study.path(n)[2:] for n in found[0].study.nodes} == {
        *((str(n),) for n in range(12)),
        (),
    }
    assert found[0].stored.changes == 12

    both = await asyncio.gather(
        *(club.service.studies.begin(LINUS.id, PILE, "x") for club in processes)
    )
    assert len({each.stored.number for each in both}) == len(both)
    assert await stored(processes[0], LINUS.id) == sorted(
        (each.stored for each in both), key=lambda each: each.number
    )


async def test_random_operations_beside_a_dict_of_paths(processes: tuple[Club, Club]) -> None:
    without_threads(asyncio.get_running_loop())
    chance = Random(5)
    match = await processes[0].begin(moves="1", options={"stones": 300})
    begun = await processes[0].service.studies.begin(ADA.id, PILE, "x")
    plain: dict[int, set[tuple[str, ...]]] = {match.id: {(), ("1",)}, begun.stored.number: {()}}
    for step in range(OPERATIONS):
        club = chance.choice(processes)
        number = chance.choice(list(plain))
        opened = await club.service.studies.find(ADA.id, number)
        paths = plain[number]
        assert {opened.study.path(n) for n in opened.study.nodes} == paths
        await _one(club, opened, paths, chance)
        if step % 40 == 39:
            match = await club.moved(await club.match(match.id))
            line = tuple(ply.text for ply in match.plies)
            plain[match.id] |= {line[:end] for end in range(len(line) + 1)}


async def _one(club: Club, opened: Opened, paths: set[tuple[str, ...]], chance: Random) -> None:
    """A random operation, on the study and on the paths of it."""
    study, number = opened.study, opened.stored.number
    node = chance.choice(list(study.nodes))
    path = study.path(node)
    is_own = node not in (START, *study.trunk_line)
    if is_own and chance.random() < (0.3 if study.own < 100 else 0.8):
        paths -= {each for each in paths if each[: len(path)] == path}
        await club.service.studies.change(ADA.id, number, lambda found: found.delete(node))
    elif chance.random() < 0.2:
        await club.service.studies.change(ADA.id, number, lambda found: found.go(node))
    else:
        move = chance.choice("abc")
        paths.add((*path, move))
        await club.service.studies.change(ADA.id, number, lambda found: found.play(move, node))
