"""A life that leaves every kind of row about one person, through the service and the store."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.model.clock.calendar import Calendar
from bot.model.commands import (
    Accept,
    AnswerReplacement,
    AskReplacement,
    Decline,
    Play,
    Resign,
    Withdraw,
)
from bot.model.competitions.competition import (
    Competition,
    Entrant,
    FixtureTerms,
    Format,
    League,
    Member,
    Phase,
)
from bot.model.events import Accepted, Challenged, Claimed, Declined, Mustered, Person
from bot.model.exercises.attempt import Attempt
from bot.model.exercises.daily import DayEntry
from bot.model.match import Match
from bot.model.notices.records import NoticePlan, personal_post
from bot.model.places import FastStretch
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.profiles.ladder import Rung
from bot.model.ratings.port import DueContest, LeaderRole
from bot.model.records import Draft, MatchId, NoticeItem, Premove, Status
from bot.model.results import SETTLING
from bot.model.terms import Terms
from bot.service.build import Service
from bot.service.matches import Matches
from tests.service.conftest import START
from tests.store.contract import append, row_of

ME = Person(770_000_000_000_000_001, "Zaphodina")
GRACE, LINUS = Person(880_000_000_000_000_002, "Grace"), Person(880_000_000_000_000_003, "Linus")
ROBOT = Person(990_000_000_000_000_009, "Bumpbot")


def served(store: Store, clock: Callable[[], datetime]) -> Service:
    """The matches of a store, with the robot among the people."""
    return Service(store, clock=clock, chance=random.Random(1), robot=ROBOT)


async def begun(
    matches: Matches,
    host: Person,
    *others: Person,
    game: str = "bump",
    terms: Terms | None = None,
) -> Match:
    match = await matches.challenge(
        game=game,
        options={},
        host=host,
        invited=others,
        channel=7,
        guild=70,
        first="host",
        terms=terms,
    )
    for other in others:
        if other != ROBOT:
            match = await matches.do(match.id, Accept(other))
    return match


async def moved(matches: Matches, match: Match) -> Match:
    """The same after whoever is to move has made some move."""
    move = next(iter(match.rules.moves(match.position)))
    assert match.turn_person
    text = match.rules.format(match.position, move)
    return await matches.do(match.id, Play(match.turn_person.id, text))


async def live(store: Store, service: Service) -> None:
    """All that can be about one person."""
    await service.calendars.change_hours(ME.id, lambda _: Calendar("Europe/Berlin"))
    await store.change_preferences("person", ME.id, lambda _: {"theme": "dark"})
    await store.change_preferences("notices", ME.id, lambda _: {"where": "dm"})
    await service.limits.take("exports", ME.id, 70)
    for person in (ME, GRACE):
        await store.enter(DayEntry(70, "2026-03-01", person.id, person.name, "bump", "a1"))
        await store.save_attempt(Attempt(person.id, "puzzle", "bump", "a1", START, START))
    running = await moved(
        service.matches, await moved(service.matches, await begun(service.matches, ME, GRACE))
    )
    await _own_things(store, running)
    await _others(store, service)
    await _several(service.matches)
    await _seats_lost(store, service.matches)
    await _compete(store)
    await store.save_leader_role(LeaderRole(11, 70, "bump", 7, ME.id, changes=1))
    await _be_rated(service, await begun(service.matches, ME, GRACE, terms=Terms(rated=True)))
    await _climb(store, await begun(service.matches, ME, ROBOT))
    for person in (ME, GRACE):
        await store.block(person.id, LINUS if person == ME else ME)
        await store.save_private_note(person.id, running.id, "a note")
        await store.visit(person.id, running.id, 2, START)


async def _be_rated(service: Service, match: Match) -> None:
    """A rated match that I have lost, and that is settled."""
    for _ in range(4):
        match = await moved(service.matches, match)
    await service.matches.do(match.id, Resign(ME.id))
    due = DueContest(match.id, START + SETTLING, START)
    await service.ratings.do(due)


async def _compete(store: Store) -> None:
    """A league that I founded and play in, and a tournament that I announced."""
    terms = FixtureTerms("bump")
    number = await store.found_league(League(0, 70, 7, "league", terms, 4, 4, ME.id))
    for person in (ME, GRACE):
        await store.sign_up(Member(number, person.id, person.name, START))
    phases = (Phase.SIGN_UP, START, START)
    announced = Competition(0, Format.SWISS, 70, 7, "evening", terms, ME.id, *phases)
    number = await store.announce(announced)
    entered = replace(announced, number=number, changes=1)
    entrants = [Entrant(number, n, each.id, each.name) for n, each in enumerate((ME, GRACE))]
    await store.save_competition(entered, entrants=entrants)


async def _climb(store: Store, match: Match) -> None:
    """A level of the bot that I have beaten."""
    before = await store.summary(match.id)
    rung = Rung(ME.id, match.game, 2, 1, START)
    after = replace(before, seq=match.seq + 1)
    await store.append(before, [Claimed(1)], START, after, [], None, rung)


async def _own_things(store: Store, match: Match) -> None:
    await store.save_draft(Draft(ME.id, match.id, match.board_seq, ("01",)))
    await store.save_premove(Premove(ME.id, match.id, 2, "", "anything", match.board_seq))
    await store.leave_note(ME.id, match.id, "for later")
    due = START + timedelta(minutes=10)
    assert await store.begin_stretch(FastStretch(match.id, match.seq, ME.id, due))


async def _others(store: Store, service: Service) -> None:
    """What is about me in matches of others, and my challenges."""
    followed = await begun(service.matches, GRACE, LINUS)
    await service.following.follow(followed, ME.id)
    await moved(service.matches, followed)
    item = NoticeItem(followed.id, followed.seq, PostKind.FOLLOWED)
    posts = tuple(
        personal_post(PostKind.FOLLOWED, person.id, (item,), START, direct=True)
        for person in (ME, GRACE)
    )
    await store.write_notices(NoticePlan(posts=posts))
    await service.matches.challenge(
        game="bump", options={}, host=ME, invited=(None,), channel=7, guild=70, standing=True
    )
    await service.matches.challenge(
        game="bump", options={}, host=GRACE, invited=(ME,), channel=7, guild=70
    )
    managed = await service.matches.challenge(
        game="bump", options={}, host=GRACE, invited=(LINUS,), channel=7, guild=70
    )
    await service.matches.do(managed.id, Withdraw(ME, manager=True))


async def _several(matches: Matches) -> None:
    """Matches of three: I play in one, and have left another that goes on."""
    await begun(matches, ME, GRACE, LINUS, game="urchins")
    left = await begun(matches, GRACE, ME, LINUS, game="urchins")
    await matches.do(left.id, Resign(ME.id))


async def _seats_lost(store: Store, matches: Matches) -> None:
    """Seats that I declined, gave up, or handed over."""
    declined = await matches.challenge(
        game="bump", options={}, host=GRACE, invited=(ME,), channel=7, guild=70
    )
    await matches.do(declined.id, Decline(ME))
    handed = await begun(matches, ME, GRACE)
    for command in (
        AskReplacement(ME, ME, LINUS),
        AnswerReplacement(LINUS.id, True),
        AnswerReplacement(GRACE.id, True),
    ):
        await matches.do(handed.id, command)
    asked = await begun(matches, GRACE, LINUS)
    await matches.do(asked.id, AskReplacement(GRACE, LINUS, ME))
    until = START + timedelta(days=2)
    event = Challenged("bump", {}, GRACE, (ME,), 7, 70, "random", 7, expires=until)
    number = await store.create(
        [event, Accepted(ME), Mustered(until)],
        START,
        lambda n: (row_of(n, 3, people=(GRACE, ME), status=Status.INVITED, turn=None), []),
    )
    row = row_of(number, 4, people=(GRACE,), status=Status.INVITED, turn=None, deadline=None)
    await append(store, MatchId(number), 3, [Declined(ME.id)], START, row, [])
