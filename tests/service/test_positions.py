"""Positions kept of long matches: exactly what the rules would come to, or nothing."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot.catalog
from bot.catalog import entry
from bot.games.bounce import GAME as BOUNCE
from bot.games.bump import GAME as BUMP
from bot.model import fold as folding
from bot.model.clock.time_control import BANKS
from bot.model.commands import Play
from bot.model.decide.challenge import challenge_event
from bot.model.events import (
    DrawDeclined,
    DrawOffered,
    Event,
    Played,
    Recorded,
    Reminded,
    Started,
    TakenBack,
)
from bot.model.fold import (
    EVERY,
    decode_position,
    encode_position,
    fold,
    positions_to_keep,
    record_events,
    rules_version,
)
from bot.model.match import Match
from bot.model.projection import summary_of
from bot.model.records import NO_EVENT, MatchId, Seq
from bot.model.refusals import BrokenMatch, StoreTrouble
from bot.service import folded
from tests.helpers.people import ADA, CHANNEL, FIRST, GRACE, GUILD
from tests.service.conftest import START, Club
from tests.store.memory import MemoryStore

NUMBER = MatchId(5)
DAY = 86_400_000_000
"""Microseconds."""
GAMES = sorted(bot.catalog.catalog())


@cache
def long_match(key: str, turns: int, seed: int, *, takebacks: bool = False) -> tuple[Recorded, ...]:
    """A match of up to so many random moves, with reminders and offers of a draw among them, and
    where it is asked for with moves that are taken back."""
    dice = random.Random(seed)
    game = entry(key).game
    options = dict(game.prepare({}, 2, dice))
    position = game.start(options)
    line = [position]
    asked = challenge_event(key, {}, ADA, (GRACE,), CHANNEL, GUILD, "host", BANKS[0], START)
    events: list[Event] = [asked, Started((ADA, GRACE), options)]
    for _ in range(turns):
        legal = list(game.moves(position))
        calm = [m for m in dice.sample(legal, min(5, len(legal))) if goes_on(game, position, m)]
        if not calm:
            break
        events += dice.choice([[], [], [Reminded(position.turn)], [DrawOffered(position.turn)]])
        text, used = game.format(position, calm[0]), dice.randrange(2 * DAY)
        events.append(Played(position.turn, text, used))
        events += dice.choice([[], [], [DrawDeclined(3 - position.turn)]])
        position = game.play(position, calm[0]).position
        line.append(position)
        undone = dice.choice([0, 0, 1, 2]) if takebacks else 0
        if 0 < undone < len(line):
            del line[-undone:]
            position = line[-1]
            events.append(TakenBack(position.turn, undone, dice.random() < 0.5))
    return tuple(record_events(events, NO_EVENT, START))


def goes_on(game: Any, position: Any, move: Any) -> bool:
    return game.outcome(game.play(position, move).position) is None


def every_position(match: Match) -> dict[Seq, str]:
    undone = [ply for each in match.undone for ply in each.plies]
    return {ply.seq: encode_position(ply.after) for ply in (*match.plies, *undone)}


@pytest.mark.parametrize("key", GAMES)
def test_a_position_comes_back_as_it_was(key: str) -> None:
    match = fold(long_match(key, 30, 3), NUMBER)

    for ply in match.plies:
        assert decode_position(encode_position(ply.after), type(ply.after)) == ply.after


@given(
    key=st.sampled_from(GAMES),
    seed=st.integers(0, 3),
    upto=st.integers(1, 80),
    chosen=st.sets(st.integers(0, 60)),
    takebacks=st.booleans(),
)
def test_a_match_behind_kept_positions_is_the_match_of_all_its_events(
    key: str, seed: int, upto: int, chosen: set[int], takebacks: bool
) -> None:
    recorded = long_match(key, 40, seed, takebacks=takebacks)[:upto]
    whole = fold(recorded, NUMBER)
    every = every_position(whole)
    kept = {seq: text for place, (seq, text) in enumerate(every.items()) if place in chosen}

    behind = fold(recorded, NUMBER, kept)

    assert (behind.position, behind.turn, behind.status) == (
        whole.position,
        whole.turn,
        whole.status,
    )
    # Also the moves that were not replayed, asked from the middle.
    assert behind.plies[len(behind.plies) // 2 :] == whole.plies[len(whole.plies) // 2 :]
    assert behind == whole


def test_only_the_moves_behind_the_last_kept_position_are_played() -> None:
    recorded = long_match("bump", 40, 1)
    whole = fold(recorded, NUMBER)
    kept = {ply.seq: encode_position(ply.after) for ply in whole.plies[9::10]}

    behind = fold(recorded, NUMBER, kept)

    assert len(whole.plies) == 40
    # The last position kept is that of the last move, which is played all the same.
    played = [place for place, ply in enumerate(behind.plies) if ply._turn]
    assert played == list(range(30, 40))
    assert behind.plies[14].effects == whole.plies[14].effects
    assert [place for place, ply in enumerate(behind.plies[:30]) if ply._turn] == list(
        range(10, 15)
    )


@pytest.mark.parametrize("text", ["", "[]", "null", "{", '[{"hexed":1}]', "[1,2,3,4,5,6,7,8]"])
def test_an_unreadable_position_is_played_again(text: str) -> None:
    recorded = long_match("bump", 30, 1)
    whole = fold(recorded, NUMBER)

    assert fold(recorded, NUMBER, {whole.plies[20].seq: text}) == whole


def test_without_kept_positions_every_move_must_fit() -> None:
    recorded = [*long_match("bump", 10, 1)]
    place = next(n for n, each in enumerate(recorded) if isinstance(each.event, Played))
    recorded[place] = Recorded(Seq(place + 1), Played(FIRST, "99,98"), START)

    with pytest.raises(BrokenMatch, match="does not fit"):
        fold(recorded, NUMBER)


def test_the_version_is_of_the_games_own_rules_and_stays_the_same() -> None:
    assert rules_version(BUMP) == rules_version(BUMP) != rules_version(BOUNCE)


# In the service


async def opened_again(club: Club, number: MatchId) -> Match:
    return await club.restarted().match(number)


async def stored(club: Club, recorded: Sequence[Recorded]) -> MatchId:
    events = [each.event for each in recorded]
    number: MatchId = await club.store.create(
        events, START, lambda n: (summary_of(fold(recorded, n)), [])
    )
    return number


def kept_in(club: Club) -> dict[tuple[int, int], str]:
    """By which rules the positions are kept, by match and event."""
    found = club.store.sql("SELECT match_id, seq, rules FROM positions")
    return {(match, seq): rules for match, seq, rules in found}


async def test_a_long_match_is_opened_behind_its_kept_positions(club: Club) -> None:
    recorded = long_match("bump", 2 * EVERY + 5, 1)
    number = await stored(club, recorded)

    first = await opened_again(club, number)
    assert [len(first.plies), len(kept_in(club))] == [2 * EVERY + 5, 2]

    again = await opened_again(club, number)
    assert [place for place, ply in enumerate(again.plies) if ply._turn] == list(
        range(2 * EVERY, 2 * EVERY + 5)
    )
    assert again == first == fold(recorded, number)
    # So is an earlier board of it.
    seq = again.plies[EVERY + 3].seq
    earlier = await club.restarted().matches.at(number, seq)
    assert sum(bool(ply._turn) for ply in earlier.plies) == 4
    assert earlier == fold(recorded[:seq], number)


@given(seed=st.integers(0, 20), every=st.integers(2, 5))
async def test_moves_taken_back_leave_the_line_that_stands(seed: int, every: int) -> None:
    club = Club()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folded, "EVERY", every)
        patch.setattr(folding, "EVERY", every)
        recorded = long_match("bump", 20, seed, takebacks=True)
        number = await stored(club, recorded)
        first = await opened_again(club, number)
        again = await opened_again(club, number)
        seq = recorded[len(recorded) // 2].seq
        earlier = await club.restarted().matches.at(number, seq)

    assert first == again == fold(recorded, number)
    assert earlier == fold(recorded[:seq], number)
    assert len(kept_in(club)) == len(first.plies) // every


async def test_a_match_that_grows_keeps_its_positions_as_it_goes(club: Club) -> None:
    recorded = long_match("bump", EVERY, 1)
    last = next(each for each in reversed(recorded) if isinstance(each.event, Played))
    number = await stored(club, recorded[: last.seq - 1])
    assert kept_in(club) == {}

    assert isinstance(last.event, Played)
    person = {1: ADA, 2: GRACE}[last.event.seat]
    after = await club.do(number, Play(person.id, last.event.text))

    assert list(kept_in(club)) == [(number, after.seq)]
    assert positions_to_keep(after, await club.store.positions(number, rules_version(BUMP))) == {}


async def test_positions_of_other_rules_are_not_used(club: Club) -> None:
    recorded = long_match("bump", EVERY + 5, 1)
    number = await stored(club, recorded)
    whole = fold(recorded, number)
    seq = whole.plies[EVERY - 1].seq
    wrong = encode_position(whole.plies[0].after)
    await club.store.save_positions(number, "older", {seq: wrong})

    assert await opened_again(club, number) == whole
    assert kept_in(club)[number, seq] == rules_version(BUMP)
    kept = await club.store.positions(number, rules_version(BUMP))
    assert kept[seq] == encode_position(whole.plies[49].after)


class Full(MemoryStore):
    async def save_positions(self, *_: object) -> None:
        raise StoreTrouble("The disk is full.")


async def test_a_position_that_can_not_be_kept_keeps_nobody_from_the_match() -> None:
    club = Club(Full())
    recorded = long_match("bump", EVERY + 1, 1)
    number = await stored(club, recorded)

    assert await opened_again(club, number) == fold(recorded, number)
