"""Answers prepared for the other's move: kept private, played at once when they fit."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.games.core import PlayerError
from bot.model.commands import Play, Resign
from bot.model.match import Match
from bot.model.records import MatchId, MatchSummary, Premove, Status
from bot.model.refusals import StoreTrouble
from bot.service.personal.premoves import MOST
from tests.helpers.people import ADA, GRACE, LINUS
from tests.service.conftest import Club
from tests.store.memory import MemoryStore


def texts(match: Match) -> Sequence[str]:
    return [ply.text for ply in match.plies]


@pytest.mark.parametrize(
    ("prepared", "move", "made"),
    [
        ([("1", "2")], "1", ["1", "2"]),
        ([("1", "2")], "3", ["3"]),
        ([("", "1"), ("2", "3")], "2", ["2", "3"]),
        ([("", "1")], "3", ["3", "1"]),
        ([("", "nonsense")], "3", ["3"]),
    ],
    ids=["fits", "does not fit", "that very move first", "any move", "not legal"],
)
async def test_an_answer_is_played_as_soon_as_it_fits_or_else_dropped_with_a_note(
    club: Club, prepared: Sequence[tuple[str, str]], move: str, made: Sequence[str]
) -> None:
    match = await club.begin()
    for when, then in prepared:
        await club.service.premoves.prepare(match.id, GRACE.id, when, then)
    before = club.store.said

    after = await club.do(match.id, Play(ADA.id, move))

    assert texts(after) == made
    assert after.turn_person == (ADA if len(made) == 2 else GRACE)
    # Every turn has a post of its own.
    assert club.store.said == [*before, *["turn"] * len(made)]
    assert await club.service.premoves.current(match.id, GRACE.id) == []
    note = await club.service.people.take_note(GRACE.id, match.id) or ""
    assert ("does not fit 3" in note) == (len(made) == 1)
    assert await club.service.people.take_note(ADA.id, match.id) is None


@pytest.mark.parametrize(("when", "then"), [("9", "1"), ("1", "9"), ("", ""), ("", "x" * 81)])
async def test_what_can_not_be_played_is_refused_at_once(club: Club, when: str, then: str) -> None:
    match = await club.begin()

    with pytest.raises(PlayerError):
        await club.service.premoves.prepare(match.id, GRACE.id, when, then)

    assert await club.service.premoves.current(match.id, GRACE.id) == []


async def test_whoever_is_not_awaited_prepares_nothing(club: Club) -> None:
    match = await club.begin()
    three = await club.begin(GRACE, LINUS)
    prepare = club.service.premoves.prepare
    with pytest.raises(PlayerError, match="It is your turn"):
        await prepare(match.id, ADA.id, "1", "1")
    with pytest.raises(PlayerError, match="You do not play"):
        await prepare(match.id, LINUS.id, "1", "1")
    with pytest.raises(PlayerError, match="where two play"):
        await prepare(three.id, GRACE.id, "1", "1")
    await club.do(match.id, Resign(ADA.id))
    with pytest.raises(PlayerError, match="is over"):
        await prepare(match.id, GRACE.id, "1", "1")


async def test_prepared_answers_can_be_cleared(club: Club) -> None:
    match = await club.begin()
    await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")
    await club.service.people.drop_premoves(GRACE.id, match.id)

    assert texts(await club.do(match.id, Play(ADA.id, "1"))) == ["1"]
    assert await club.service.people.take_note(GRACE.id, match.id) is None


async def test_an_answer_that_a_crash_came_before_is_played_at_the_start(club: Club) -> None:
    match = await club.begin()
    kept = await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")
    await club.store.drop_premoves(GRACE.id, match.id)
    await club.do(match.id, Play(ADA.id, "1"))
    await club.store.save_premove(kept)

    await club.tick()

    assert texts(await club.match(match.id)) == ["1", "2"]
    assert await club.store.prepared() == []


async def test_an_answer_from_an_earlier_turn_is_forgotten_quietly(club: Club) -> None:
    match = await club.begin()
    premove = await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")
    await club.do(match.id, Play(ADA.id, "1"))
    await club.store.save_premove(premove)

    after = await club.do(match.id, Play(ADA.id, "1"))

    assert texts(after) == ["1", "2", "1"]
    assert await club.service.people.take_note(GRACE.id, match.id) is None
    assert after.status is Status.RUNNING


async def test_there_is_a_most_of_answers(club: Club) -> None:
    match = await club.begin()
    for number in range(MOST):
        premove = await club.service.premoves.prepare(match.id, GRACE.id, "", "1")
        await club.store.save_premove(replace(premove, when=f"made up {number}"))

    with pytest.raises(PlayerError, match="are the most"):
        await club.service.premoves.prepare(match.id, GRACE.id, "1", "1")


class Moody(MemoryStore):
    """A store that can't be asked for prepared answers while it is `moody`."""

    moody = False

    async def premoves(self, person: int, match: MatchId) -> list[Premove]:
        if self.moody:
            raise StoreTrouble("That could not be saved, so nothing has changed.")
        return await super().premoves(person, match)


async def test_trouble_with_an_answer_never_reaches_who_made_the_move() -> None:
    club = Club(Moody())
    match = await club.begin()
    await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")
    club.store.moody = True

    after = await club.do(match.id, Play(ADA.id, "1"))

    assert texts(after) == ["1"]
    club.store.moody = False
    await club.tick()
    assert texts(await club.match(match.id)) == ["1", "2"]


async def test_answers_in_a_match_that_has_ended_are_forgotten(club: Club) -> None:
    match = await club.begin()
    await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")
    await club.do(match.id, Resign(ADA.id))

    await club.tick()

    assert await club.store.prepared() == []


class Elsewhere(MemoryStore):
    """A store in which another process prepares an answer as soon as Grace's own is played."""

    async def append(self, before: MatchSummary, *rest: Any) -> None:
        await super().append(before, *rest)
        recorded = await self.events(before.match)
        if len([each for each in recorded if each.event.kind == "played"]) == 2:
            await self.save_premove(Premove(GRACE.id, before.match, 2, "", "1", before.seq + 1))


async def test_what_another_process_prepares_on_the_new_board_is_not_dropped() -> None:
    club = Club(Elsewhere())
    match = await club.begin()
    await club.service.premoves.prepare(match.id, GRACE.id, "1", "2")

    await club.do(match.id, Play(ADA.id, "1"))

    (kept,) = await club.service.premoves.current(match.id, GRACE.id)
    assert kept.then == "1"
