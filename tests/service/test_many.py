"""Matches of more than two: who comes, who leaves, and how the others go on."""

import random
from datetime import timedelta
from functools import reduce

import pytest

from bot.games.core import Outcome
from bot.model.clock.clock_state import GRACE as GRACE_TIME
from bot.model.commands import (
    Accept,
    AnswerRequest,
    Begin,
    Claim,
    Decline,
    OfferDraw,
    Play,
    Resign,
    Tick,
)
from bot.model.decide import decide
from bot.model.decide.challenge import challenge_event, rematch_event
from bot.model.events import DrawOffered, Person, Recorded, Resigned, event
from bot.model.fold import evolve, fold, record_events
from bot.model.match import Match
from bot.model.projection import summary_of
from bot.model.records import NO_EVENT, MatchId, PersonId, Status
from bot.model.requests import DRAW
from bot.service.matches import WEEK
from tests.helpers.matches import Recording, after, answers, asked, begun, kinds, play_all, refusal
from tests.helpers.people import ADA, CHANNEL, EDSGER, GRACE, GUILD, LINUS, ROBOT, SECOND, THIRD
from tests.helpers.playing import known
from tests.service.conftest import START, Club

MARGARET = Person(PersonId(5), "Margaret")
FIVE = (ADA, GRACE, LINUS, EDSGER, MARGARET)


DEADLINE = START + timedelta(days=7)


def four() -> Match:
    return begun(GRACE, LINUS, EDSGER)


# Coming


def test_seats_are_drawn_among_all_who_came() -> None:
    waiting = after(asked(GRACE, LINUS, EDSGER, first="random"), Accept(GRACE), Accept(LINUS))
    orders = set()
    for seed in range(60):
        started = decide(waiting, Begin(ADA), START, random.Random(seed))
        orders.add(reduce(evolve, record_events(started, waiting.seq, START), waiting).seats)

    assert len(orders) == 6
    assert {frozenset(order) for order in orders} == {frozenset({ADA, GRACE, LINUS})}


# Leaving


def test_the_others_go_round_without_those_who_left() -> None:
    match = after(four(), Resign(LINUS.id))
    movers = []
    for _ in range(4):
        movers.append(match.turn_person)
        match = play_all(match, "1")

    assert movers == [ADA, GRACE, EDSGER, ADA]


def test_a_match_is_in_no_list_of_who_has_left_it_until_it_is_over() -> None:
    left = after(four(), Resign(GRACE.id))
    assert summary_of(left).people == (ADA, LINUS, EDSGER)
    assert [left.is_playing(p.id) for p in (ADA, GRACE, MARGARET)] == [True, False, False]
    assert not asked(GRACE).is_playing(ADA.id)

    over = after(left, Resign(ADA.id), Resign(LINUS.id))
    assert summary_of(over).people == (ADA, GRACE, LINUS, EDSGER)


# Time


def test_only_the_last_two_may_agree_on_a_draw() -> None:
    assert refusal(four(), OfferDraw(ADA.id)) == (
        "A draw takes just two, and 4 of you are still playing. "
        "Play on, or resign and leave the match to the others."
    )
    three = after(four(), Resign(GRACE.id))
    assert "and 3 of you are still playing" in refusal(three, OfferDraw(ADA.id))
    two = after(three, Resign(EDSGER.id))

    assert answers(two, OfferDraw(LINUS.id)) == [DrawOffered(THIRD)]
    offered = after(two, OfferDraw(LINUS.id))
    assert after(offered, AnswerRequest(DRAW, ADA.id, True)).outcome == Outcome((), "agreed")
    assert (known(offered.requests.draw).seat, after(offered, Resign(ADA.id)).requests.open) == (
        3,
        (),
    )


def test_the_last_two_claim_as_two_do() -> None:
    two = after(begun(GRACE, LINUS), Resign(ADA.id))

    two = after(two, Tick(), now=DEADLINE)
    late = DEADLINE + GRACE_TIME

    assert kinds(answers(two, Claim(LINUS.id), late)) == ["claimed", "ended"]
    assert after(two, Claim(LINUS.id), now=late).outcome == Outcome((3,), "time")


def test_a_record_from_before_lateness_was_noted_is_read() -> None:
    assert event("resigned", '{"seat":2}') == Resigned(SECOND)
    late = Resigned(SECOND, late=True)
    assert event(late.kind, late.payload()) == late


# A rematch


def over() -> Match:
    return after(four(), Resign(GRACE.id), Resign(LINUS.id), Resign(EDSGER.id))


def test_everyone_who_played_is_asked_for_a_rematch_also_those_who_left() -> None:
    again = rematch_event(over(), GRACE.id, START)

    assert again.host == GRACE
    assert again.invited == (ADA, LINUS, EDSGER)


def test_a_person_who_began_does_not_begin_the_rematch_when_they_ask_for_it() -> None:
    again = rematch_event(over(), ADA.id, START)

    first, second, _ = again.invited
    assert first
    assert second
    match = fold(record_events([again], NO_EVENT, START), MatchId(13))
    match = after(match, Accept(first), Accept(second))
    assert after(match, Accept(EDSGER)).seats == (GRACE, LINUS, EDSGER, ADA)


# Five at a game in which leaving changes the board


async def finished(club: Club) -> Match:
    match = await club.ask(GRACE, LINUS)
    for command in (Accept(GRACE), Accept(LINUS), Resign(ADA.id), Resign(GRACE.id)):
        match = await club.do(match.id, command)
    club.pass_by(hours=1)
    return match


async def test_everyone_who_asks_for_the_rematch_joins_the_same_one(club: Club) -> None:
    match = await finished(club)

    asked_for = await club.matches.rematch(match.id, ADA)
    joined = await club.matches.rematch(match.id, GRACE)
    begun_again = await club.matches.rematch(match.id, LINUS)

    assert asked_for.id == joined.id == begun_again.id
    assert begun_again.status is Status.RUNNING


async def test_a_rematch_that_somebody_declined_is_still_the_same_one(club: Club) -> None:
    match = await finished(club)
    asked_for = await club.matches.rematch(match.id, ADA)
    await club.do(asked_for.id, Decline(LINUS))

    joined = await club.matches.rematch(match.id, GRACE)

    assert joined.id == asked_for.id
    assert (await club.do(joined.id, Begin(ADA))).status is Status.RUNNING


def five(first: str = "host") -> Match:
    asked_for = challenge_event("urchins", {}, ADA, FIVE[1:], CHANNEL, GUILD, first, WEEK, START)
    match = fold(record_events([asked_for], NO_EVENT, START), MatchId(12))
    return after(match, *map(Accept, FIVE[1:]))


def test_five_sit_down_and_chance_draws_what_it_must() -> None:
    match = five()

    assert match.seats == FIVE
    assert match.options["players"] == 5
    assert len(match.options["constables"]) == 6


def test_with_fewer_who_came_the_board_is_theirs() -> None:
    asked_for = challenge_event("urchins", {}, ADA, FIVE[1:], CHANNEL, GUILD, "host", WEEK, START)
    match = fold(record_events([asked_for], NO_EVENT, START), MatchId(12))

    began = after(match, Accept(GRACE), Accept(EDSGER), Begin(ADA))

    assert began.seats == (ADA, GRACE, EDSGER)
    assert len(began.options["constables"]) == 4


@pytest.mark.parametrize(("leaver", "to_move"), [(LINUS, EDSGER), (ADA, LINUS)])
def test_what_a_leaver_had_goes_and_the_others_play_on(leaver: Person, to_move: Person) -> None:
    match = after(
        five(),
        Play(ADA.id, "enter A^" if five().options["constables"][0] == 5 else "enter A"),
        Play(GRACE.id, "enter B^" if five().options["constables"][1] == 5 else "enter B"),
    )
    assert match.turn_person == LINUS

    left = after(match, Resign(leaver.id))

    assert left.turn_person == to_move
    owners = {player for _, player in known(left.position).pieces()}  # type: ignore[attr-defined]
    assert owners == {1, 2} - {match.seat_of(leaver.id)}


def test_a_whole_match_of_five_can_be_read_back_from_its_record() -> None:
    chance = random.Random(11)
    made = Recording(
        challenge_event("urchins", {}, ADA, FIVE[1:], CHANNEL, GUILD, "random", WEEK, START)
    )
    script = [*map(Accept, FIVE[1:])]
    while made.match.status in (Status.INVITED, Status.RUNNING):
        assert made.do(script.pop(0) if script else whatever(made.match, chance), chance)

    match = made.match
    read = [Recorded(r.seq, event(r.event.kind, r.event.payload()), r.at) for r in made.recorded]
    assert fold(read, match.id) == match
    assert match.out
    assert not match.out & set(known(match.outcome).winners)


def whatever(match: Match, chance: random.Random) -> Play | Resign:
    """A random move; now and then somebody leaves instead."""
    assert match.turn_person
    if chance.random() < 0.01:
        return Resign(match.person(chance.choice(match.playing)).id)
    moves = list(match.rules.moves(match.position))
    return Play(match.turn_person.id, match.rules.format(match.position, chance.choice(moves)))


async def test_a_challenge_that_the_robot_is_in_at_once_still_asks_the_others(club: Club) -> None:
    match = await club.ask(ROBOT, GRACE)

    assert match.accepted == (ROBOT,)
    assert [post.kind for post in await club.store.pending(club.clock())] == ["challenge"]
