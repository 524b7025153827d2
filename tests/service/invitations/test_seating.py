"""Who may take a seat, at which level the bot takes one, and what the ladder asks for."""

import asyncio
from datetime import timedelta

import pytest

from bot.model.clock.time_control import days_a_move
from bot.model.commands import Accept, Decline, Play, Resign, Tick, Withdraw
from bot.model.events import Person
from bot.model.match import Match
from bot.model.profiles.ladder import Step
from bot.model.profiles.profile import Profile
from bot.model.records import Status
from bot.model.refusals import Reason, Refused
from bot.model.terms import Terms, Wanted
from bot.opponents import levels
from bot.opponents.levels import BEFORE_LEVELS, DEEP
from bot.service.invitations.levels import offered_levels
from bot.service.invitations.seating import require_wanted
from bot.service.personal.preferences import SERVER, Preferences
from tests.helpers.people import ADA, EDSGER, FIRST, GRACE, LINUS, ROBOT, SECOND
from tests.service.conftest import Club

STRICT = Wanted(90, 24)


async def make_slow(club: Club, person: Person) -> None:
    """Three matches that the person lost on time, against Edsger."""
    await club.service.calendars.set_automatic(person.id, False)
    for _ in range(3):
        control = days_a_move(1, hard=True)
        match = await club.begin(EDSGER, host=person, guild=71, control=control)
        for _ in range(2):
            club.pass_by(days=1)
            await club.do(match.id, Tick())
        assert (await club.match(match.id)).status is Status.ENDED


async def limit(club: Club, most: int) -> None:
    """Server 70 lets newcomers have so many matches."""
    await club.service.preferences.change(SERVER, 70, lambda _: Preferences(newcomers=most))


# What a challenge asks for


async def test_an_open_seat_is_refused_to_who_does_not_keep_what_is_asked_for(club: Club) -> None:
    await make_slow(club, GRACE)
    match = await club.ask(None, wanted=STRICT)

    why = await club.refused(match, Accept(GRACE))

    assert str(why) == (
        "Ada asks for players who finish at least 90 % of their matches, and you have finished "
        "0 of 3. Ask Ada to challenge you by name: that seat has no such condition."
    )
    assert why.reason is Reason.WANTED
    assert (await club.do(match.id, Accept(LINUS))).status is Status.RUNNING


async def test_who_is_asked_by_name_is_let_in_and_a_free_seat_is_open(club: Club) -> None:
    await make_slow(club, GRACE)
    match = await club.ask(GRACE, wanted=STRICT)
    assert (await club.do(match.id, Accept(GRACE))).status is Status.RUNNING
    match = await club.ask(LINUS, EDSGER, wanted=STRICT)
    # Where there is no seat, that is what is said.
    assert (await club.refused(match, Accept(GRACE))).reason is Reason.NO_SEAT
    assert "You are already in." in str(await club.refused(match, Accept(ADA)))
    match = await club.do(match.id, Decline(LINUS))
    assert (await club.refused(match, Accept(GRACE))).reason is Reason.WANTED


async def test_the_rematch_asks_for_the_same(club: Club) -> None:
    match = await club.resigned(wanted=STRICT)
    assert match.wanted == STRICT
    assert (await club.matches.rematch(match.id, ADA)).wanted == STRICT


def test_a_pace_that_is_too_slow_is_shown_next_to_the_one_asked_for() -> None:
    slow = Profile(5, 5, median=timedelta(hours=30))
    with pytest.raises(Refused, match="usually answer within a day, and you usually answer within"):
        require_wanted(ADA, Wanted(answers=24), slow)
    require_wanted(ADA, Wanted(answers=72), slow)


# Newcomers


async def test_a_newcomer_takes_no_seat_beyond_the_servers_limit(club: Club) -> None:
    await limit(club, 1)
    await club.ask(GRACE, host=LINUS)
    await club.do((await club.ask(GRACE, host=EDSGER)).id, Accept(GRACE))
    match = await club.ask(None)

    why = await club.refused(match, Accept(GRACE))

    assert str(why) == (
        "This server lets newcomers play 1 match at a time, until 3 of theirs have ended, and you "
        "have 1 running or waiting to begin. Play one to its end, or take a challenge back, then "
        "try again."
    )
    assert why.reason is Reason.NEWCOMER


async def test_challenges_that_wait_count_and_one_that_is_taken_back_does_not(club: Club) -> None:
    await limit(club, 2)
    first = await club.ask()
    await club.ask(None)
    with pytest.raises(Refused, match="you have 2 running or waiting to begin"):
        await club.ask(LINUS)
    theirs = await club.ask(ADA, host=GRACE)
    assert (await club.refused(theirs, Accept(ADA))).reason is Reason.NEWCOMER
    await club.do(first.id, Withdraw(ADA))
    assert (await club.do(theirs.id, Accept(ADA))).status is Status.RUNNING


async def test_a_seat_taken_in_a_challenge_of_many_counts(club: Club) -> None:
    await limit(club, 1)
    many = await club.ask(None, None, host=EDSGER)
    await club.do(many.id, Accept(GRACE))
    match = await club.ask(None)
    assert (await club.refused(match, Accept(GRACE))).reason is Reason.NEWCOMER


async def test_who_has_ended_three_matches_or_plays_elsewhere_plays_on_freely(club: Club) -> None:
    await limit(club, 1)
    for guild in (71, 71, None, 70):
        await club.begin(guild=guild)
    with pytest.raises(Refused):
        await club.ask()
    for _ in range(3):
        await club.resigned(guild=None)
    for _ in range(3):
        await club.begin()


async def test_matches_against_the_robot_do_not_count(club: Club) -> None:
    await limit(club, 1)
    for _ in range(2):
        await club.ask(ROBOT)
    await club.begin()
    alone = await club.ask(ROBOT)
    await club.do(alone.id, Resign(ADA.id))
    with pytest.raises(Refused):
        await club.ask()


async def test_of_two_seats_taken_at_once_a_newcomer_gets_as_many_as_there_are(club: Club) -> None:
    await limit(club, 1)
    offers = [await club.ask(None, host=host) for host in (ADA, LINUS, EDSGER)]
    tries = [club.do(each.id, Accept(GRACE)) for each in offers]
    done = await asyncio.gather(*tries, club.ask(None, host=GRACE), return_exceptions=True)
    assert sum(isinstance(each, Match) for each in done) == 1
    assert sum(isinstance(each, Refused) for each in done) == 3


COMPILED = range(1, DEEP + 1)


async def test_a_level_and_the_ladder_are_refused_where_the_bot_has_no_seat(club: Club) -> None:
    for terms, sentence in (
        (Terms(3), "The level says how strong I play, and I have no seat in this match"),
        (Terms(ladder=True), "The ladder is climbed against me alone"),
    ):
        with pytest.raises(Refused, match=sentence):
            await club.ask(GRACE, terms=terms)
    assert await club.matches.of_person(ADA.id) == []


async def test_deep_is_for_compiled_code_at_the_moment_it_is_asked_for(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "is_compiled", lambda: False)
    with pytest.raises(Refused, match=r"level Deep just now.* the strongest is Master\."):
        await club.ask(ROBOT, terms=Terms(DEEP))
    with pytest.raises(Refused, match=r"no level 9\. Choose one of First evening, Beginner"):
        await club.ask(ROBOT, terms=Terms(9))
    monkeypatch.setattr(levels, "is_compiled", lambda: True)
    assert [*offered_levels()] == [*COMPILED]
    match = await club.resigned(ROBOT, terms=Terms(DEEP))
    # The same match may be asked for again on a process that has no compiled code.
    monkeypatch.setattr(levels, "is_compiled", lambda: False)
    with pytest.raises(Refused, match="level Deep just now"):
        await club.matches.rematch(match.id, ADA)


async def test_a_rematch_keeps_the_level_and_an_old_one_the_bots_way(club: Club) -> None:
    over = await club.resigned(ROBOT, terms=Terms(4, ladder=True))
    again = await club.matches.rematch(over.id, ADA)
    assert (again.terms, again.seats) == (Terms(4, ladder=True), (ROBOT, ADA))

    old = await club.resigned(ROBOT, guild=None, channel=8)
    payload = "UPDATE events SET payload = json_remove(payload, '$.terms') WHERE match_id = ?"
    club.store.connection.execute(payload, (old.id,))
    restarted = club.restarted()
    assert (await restarted.match(old.id)).level is None
    assert (await restarted.matches.rematch(old.id, ADA)).level == BEFORE_LEVELS


async def won(club: Club, match: Match) -> Match:
    """The match once Ada has taken the last stone."""
    while mover := match.turn_person:
        stones: int = match.position.stones  # type: ignore[union-attr] # a heap of Pile
        takes = stones if mover == ADA and stones <= 3 else 1
        match = await club.do(match.id, Play(mover.id, str(takes)))
    return match


async def test_a_win_on_the_ladder_is_reached_with_the_end_of_the_match(club: Club) -> None:
    profiles = club.service.profiles
    match = await won(club, await club.begin(ROBOT, terms=Terms(1, ladder=True)))
    assert match.outcome
    assert match.outcome.winners == (1,)
    [rung] = await profiles.rungs(ADA.id)
    assert (rung.game, rung.step, rung.at) == ("pile", Step(1, FIRST), club.clock.now)

    await won(club, await club.matches.rematch(match.id, ADA))
    assert [rung.step for rung in await profiles.rungs(ADA.id)] == [Step(1, FIRST), Step(1, SECOND)]
    # Neither counts: it was not on the ladder, or not won on the board.
    await won(club, await club.begin(ROBOT, terms=Terms(2)))
    given_up = await club.begin(ROBOT, terms=Terms(3, ladder=True))
    await club.do(given_up.id, Resign(ROBOT.id))
    assert len(await profiles.rungs(ADA.id)) == 2
    assert await profiles.rungs(LINUS.id) == []


async def test_practice_begins_above_what_was_beaten_on_the_ladder(club: Club) -> None:
    async def level() -> int | None:
        return (await club.service.practice.begin(ADA, "pile", {"stones": 10})).level

    assert await level() == 1
    match = await won(club, await club.begin(ROBOT, terms=Terms(1, ladder=True)))
    assert await level() == 1
    await won(club, await club.matches.rematch(match.id, ADA))
    assert await level() == 2
