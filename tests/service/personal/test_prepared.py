"""Answers prepared for several moves ahead: played on no other board, by nobody found out."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from itertools import product
from typing import Any, TypeVar

import pytest

from bot.games.core import PlayerError
from bot.model.clock.time_control import plain_bank
from bot.model.commands import Play, Resign, TakeBack
from bot.model.match import Match
from bot.model.records import DueReply, PersonId, Premove, Status
from bot.model.refusals import Refused, StaleMatch
from bot.model.studies.prepared import ANYTHING, DEEPEST, MOST
from tests.helpers.long_runs import LONG
from tests.helpers.people import ADA, GRACE
from tests.helpers.rounds import Killed, Mortal
from tests.service.conftest import Club
from tests.service.personal.prepared_play import played
from tests.store.contracts.rows import taken_note
from tests.store.memory import MemoryStore

T = TypeVar("T")


async def test_every_turn_is_made_once_and_none_on_a_wrong_board() -> None:
    done = await played(range(5, 8), 150 if LONG else 40)
    # A test that plays no answers and loses no races shows nothing.
    assert done["answers played"] > 20
    assert done["killed at work"] > 5


@pytest.fixture
async def match(club: Club) -> Match:
    """A match long enough for all that is prepared here; Ada is to move."""
    return await club.begin(options={"stones": 60})


def texts(match: Match) -> list[str]:
    return [ply.text for ply in match.plies]


async def prepare(club: Club, match: Match, person: PersonId, *lines: str) -> list[Premove]:
    """Each line is its moves, with `*` for anything."""
    split = [[ANYTHING if each == "*" else each for each in line.split()] for line in lines]
    return await club.service.premoves.prepare_lines(match.id, person, split)


async def waits(club: Club, match: Match, person: PersonId) -> list[tuple[str, str]]:
    found = await club.service.premoves.current(match.id, person)
    return [(each.when.replace("\n", " "), each.then) for each in found]


async def by_hand(club: Club, match: Match, *moves: str) -> Match:
    for text in moves:
        match = await club.do(match.id, Play(match.turn_person.id, text))  # type: ignore[union-attr]
    return match


async def later(club: Club) -> None:
    await club.tick()
    await club.later(minutes=2)


async def test_a_line_of_five_exchanges_comes_true_and_another_branch_is_forgotten(
    club: Club, match: Match
) -> None:
    await prepare(club, match, GRACE.id, "1 2 1 2 1 2 1 2 1 2", "3 1 3 1")
    for _ in range(5):
        await by_hand(club, await club.match(match.id), "1")
        await later(club)

    after = await club.match(match.id)
    assert texts(after) == ["1", "2"] * 5
    assert [ply.prepared for ply in after.plies] == [False, True] * 5
    assert await club.store.find(Premove) == []
    assert await taken_note(club.store, GRACE.id, match.id) is None


async def test_on_ones_own_turn_a_line_begins_with_ones_own_move(club: Club, match: Match) -> None:
    await prepare(club, match, ADA.id, "1 2 3", "2 2 1", "1 * 1")
    await by_hand(club, match, "1", "2")
    await later(club)
    assert texts(await club.match(match.id)) == ["1", "2", "3"]


async def test_a_branch_goes_on_if_the_hand_is_faster_with_the_same_move(
    club: Club, match: Match
) -> None:
    await prepare(club, match, GRACE.id, "1 2 1 3")
    await by_hand(club, match, "1", "2", "1")
    await later(club)
    assert texts(await club.match(match.id)) == ["1", "2", "1", "3"]


@pytest.mark.parametrize("moves", [("1", "3"), ("1", "2", "2")], ids=["mine", "theirs"])
async def test_what_the_match_has_left_is_dropped_and_said_once(
    club: Club, match: Match, moves: Sequence[str]
) -> None:
    await prepare(club, match, GRACE.id, "1 2 1 3")
    await by_hand(club, match, *moves)
    await club.tick()
    assert await club.store.find(Premove) == []
    note = await taken_note(club.store, GRACE.id, match.id)
    assert note == f"Your prepared answer 3 does not fit {moves[-1]}; it is dropped."
    await by_hand(club, await club.match(match.id), "1")
    await later(club)
    assert await taken_note(club.store, GRACE.id, match.id) is None


async def test_lines_are_answers_only_on_the_board_that_they_were_thought_of(
    club: Club, match: Match
) -> None:
    book, line = club.service.premoves, ["1", "2", "1", "3"]
    await by_hand(club, match, "1", "2")
    # A whole exchange later they would fit as well, and mean something else.
    with pytest.raises(StaleMatch):
        await book.prepare_lines(match.id, GRACE.id, [line], seq=match.board_seq)
    assert await club.store.find(Premove) == []
    now = await club.match(match.id)
    assert len(await book.prepare_lines(match.id, GRACE.id, [line], seq=now.board_seq)) == 2


@pytest.mark.parametrize("behind", [False, True])
async def test_of_a_line_whose_preparing_is_killed_all_is_prepared_or_nothing(
    behind: bool,
) -> None:
    line, found = "1 2 1 2 1 2 1 2", set()
    for lives in range(1, 12):
        club = Club()
        match = await club.begin(options={"stones": 60})
        await prepare(club, match, GRACE.id, "1 3 2 3")
        mortal = Mortal(club.store, lives, behind=behind)
        with suppress(Killed):
            await prepare(Club(mortal, club.clock), match, GRACE.id, line)
        found.add(tuple(await waits(club, match, GRACE.id)))
    begun = [("1", "3"), ("1 3 2", "3")]
    exchanged = [(line[:end], line[end + 1]) for end in range(1, len(line), 4)]
    assert found == {tuple(begun), tuple(sorted([("1", "2"), begun[1], *exchanged[1:]]))}


async def test_anything_else_is_what_no_branch_names(club: Club, match: Match) -> None:
    await prepare(club, match, GRACE.id, "1 2 1 3", "* 1")
    await club.service.premoves.remove(
        match.id, GRACE.id, (await club.service.premoves.current(match.id, GRACE.id))[0]
    )
    # What would have followed the answer that is removed goes with it.
    assert await waits(club, match, GRACE.id) == [("", "1")]
    await by_hand(club, match, "3")
    await later(club)
    assert texts(await club.match(match.id)) == ["3", "1"]


async def test_an_answer_replaces_the_one_for_the_same_moves(club: Club, match: Match) -> None:
    await prepare(club, match, GRACE.id, "1 2 1 3")
    moved = await by_hand(club, match, "1", "2")
    await prepare(club, moved, GRACE.id, "1 1")
    assert await waits(club, match, GRACE.id) == [("1", "1")]


async def test_a_takeback_drops_all_that_both_have_prepared(club: Club, match: Match) -> None:
    await by_hand(club, match, "1", "2")
    await prepare(club, match, ADA.id, "1 1 1")
    await prepare(club, match, GRACE.id, "1 2", "1 2 3 1", "2 2", "3 2")
    await club.do(match.id, TakeBack(GRACE.id))
    await by_hand(club, await club.match(match.id), "2", "1")
    await later(club)

    assert texts(await club.match(match.id)) == ["1", "2", "1"]
    assert await club.store.find(Premove) == []
    mine, theirs = [await taken_note(club.store, each.id, match.id) for each in (ADA, GRACE)]
    assert mine == "Your prepared answer 1 is dropped, because 2 was taken back."
    assert theirs == "Your 4 prepared answers are dropped, because 2 was taken back."


async def test_the_end_of_a_match_forgets_quietly(club: Club, match: Match) -> None:
    await prepare(club, match, GRACE.id, "1 2 1 3")
    await club.do(match.id, Resign(ADA.id))
    await club.tick()
    assert await club.store.find(Premove) == await club.store.find(DueReply) == []
    assert await taken_note(club.store, GRACE.id, match.id) is None


# By time


async def test_it_is_played_after_a_minute_or_two_wherever_the_bot_runs_by_then(
    club: Club, match: Match
) -> None:
    await prepare(club, match, GRACE.id, "1 2")
    await by_hand(club, match, "1")
    at = await club.tick()
    assert at is not None
    assert timedelta(seconds=60) <= at - club.clock.now <= timedelta(seconds=120)
    club = club.restarted()
    assert await club.tick() == at
    await club.at(at)
    assert texts(await club.match(match.id)) == ["1", "2"]


async def test_it_is_played_at_once_if_the_time_to_move_is_shorter(club: Club) -> None:
    match = await club.begin(control=plain_bank(timedelta(minutes=8)))
    await prepare(club, match, GRACE.id, "1 2")
    await by_hand(club, match, "1")
    await club.tick()
    assert texts(await club.match(match.id)) == ["1", "2"]


async def test_an_answer_that_comes_after_the_bank_is_spent_is_left_to_the_clock(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    match = await club.begin(control=plain_bank(timedelta(hours=8)))
    await prepare(club, match, GRACE.id, "1 2")
    await by_hand(club, match, "1")
    await club.later(hours=9)

    after = await club.match(match.id)
    assert (texts(after), after.status) == (["1"], Status.ENDED)
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
    await later(club)
    assert await club.store.find(Premove) == await club.store.find(DueReply) == []


class Overtaken(MemoryStore):
    """A store in which `other`, another process, plays an answer that this one has just found."""

    other: Club | None = None

    async def find(self, kind: type[T], /, **having: Any) -> list[T]:
        found = await super().find(kind, **having)
        if kind is Premove and self.other:
            other, self.other = self.other, None
            await other.tick()
        return found


async def test_an_answer_at_once_that_another_process_plays_first_is_no_trouble(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = Overtaken()
    club = Club(store)
    match = await club.begin()
    await club.answer_at_once(GRACE)
    await prepare(club, match, GRACE.id, "1 2")
    store.other = club.restarted()
    after = await club.do(match.id, Play(ADA.id, "1"))
    assert texts(after) == ["1", "2"]
    assert store.other is None
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


async def test_whoever_moves_waits_for_nothing_that_is_prepared(club: Club) -> None:
    """The other's move asks the store for the same, whether or not anything is prepared."""
    asked = []
    for lines in ((), ("1 2 1 3", "3 1"), ("2 1",)):
        match = await club.begin(options={"stones": 60})
        for line in lines:
            await prepare(club, match, GRACE.id, line)
        counting = Mortal(club.store, 1000)
        after = await Club(counting, club.clock).do(match.id, Play(ADA.id, "1"))
        assert texts(after) == ["1"]
        asked.append(counting.calls)
    assert len(set(asked)) == 1


# What is refused


async def test_what_is_no_line_with_an_answer_is_refused_and_changes_nothing(
    club: Club, match: Match
) -> None:
    refused = {
        "1": "nothing to answer",
        "* 1 1 1": "as you would type",
        "* ": "as you would type",
        "1 " * (DEEPEST + 1): f"At most {DEEPEST} moves",
    }
    for line, why in refused.items():
        with pytest.raises(Refused, match=why):
            await prepare(club, match, GRACE.id, line)
    with pytest.raises(PlayerError):
        await prepare(club, match, GRACE.id, "1 2", "1 9")
    assert await waits(club, match, GRACE.id) == []


async def test_there_is_a_most_of_answers_in_a_match(club: Club, match: Match) -> None:
    lines = [" ".join(f"{each} 1" for each in theirs) for theirs in product("123", repeat=3)]
    await prepare(club, match, GRACE.id, *lines)
    assert len(await waits(club, match, GRACE.id)) == 39 < MOST
    deeper = [f"{line} {each} 1" for line in lines for each in "12"]
    with pytest.raises(Refused, match=f"{MOST} prepared answers are the most"):
        await prepare(club, match, GRACE.id, *deeper)
    assert len(await waits(club, match, GRACE.id)) == 39
