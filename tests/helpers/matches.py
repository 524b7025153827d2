"""Short ways to bring a match of Pile to where a test begins."""

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import reduce
from typing import Any

import pytest

from bot.games.core import PlayerError
from bot.model.clock.calendar import Calendar
from bot.model.clock.changes import History
from bot.model.clock.running import Segment
from bot.model.clock.time_control import TimeControl, days_a_move
from bot.model.commands import (
    Accept,
    AnswerRequest,
    AskReplacement,
    Command,
    Play,
    TakeBack,
)
from bot.model.decide import decide
from bot.model.decide.challenge import challenge_event
from bot.model.events import Challenged, Event, Person
from bot.model.fold import evolve, fold, record_events
from bot.model.match import Match
from bot.model.records import NO_EVENT, MatchId
from bot.model.refusals import Refused
from bot.model.requests import REPLACEMENT, TAKEBACK
from bot.model.terms import Terms
from tests.helpers.people import ADA, CHANNEL, EDSGER, GRACE, GUILD, LINUS
from tests.helpers.playing import known
from tests.service.conftest import START

NO_VACATION: History = (Segment(START - timedelta(days=999), Calendar(automatic_vacation=False)),)
"""The calendars of a person whose clock never stops, and who would rather lose than be on
vacation."""


def challenge(
    *invited: Person | None,
    first: str = "host",
    days: int | None = 7,
    control: TimeControl | None = None,
    options: Mapping[str, Any] | None = None,
    terms: Terms | None = None,
) -> Challenged:
    time = control or (None if days is None else days_a_move(days))
    return challenge_event(
        *("pile", options or {}, ADA, invited, CHANNEL, GUILD, first, time, START), terms=terms
    )


def asked(*invited: Person | None, **terms: Any) -> Match:
    """Ada's challenge, number 12."""
    return fold(record_events([challenge(*invited, **terms)], NO_EVENT, START), MatchId(12))


def answers(
    match: Match,
    command: Command,
    now: datetime = START,
    seed: int = 1,
    history: History = NO_VACATION,
) -> list[Event]:
    return decide(match, command, now, random.Random(seed), history)


def after(
    match: Match, *commands: Command, now: datetime = START, history: History = NO_VACATION
) -> Match:
    """The match after the commands, its time by the calendars of everybody in it."""
    for command in commands:
        made = answers(match, command, now, history=history)
        match = reduce(evolve, record_events(made, match.seq, now), match)
    return match.timed(history, now)


class Recording:
    """A match that goes on by commands, and all that is recorded of it."""

    def __init__(self, asked: Challenged, number: int = 12) -> None:
        self.recorded = record_events([asked], NO_EVENT, START)
        self.match = fold(self.recorded, MatchId(number))

    def do(
        self, command: Command, chance: random.Random, now: datetime = START, history: History = ()
    ) -> list[Event]:
        """What follows from a command: nothing where it is refused."""
        events = list[Event]()
        with suppress(PlayerError):
            events = decide(self.match, command, now, chance, history)
        new = record_events(events, self.match.seq, now)
        self.match = reduce(evolve, new, self.match).timed(history, now)
        self.recorded += new
        return events


def begun(*invited: Person, **terms: Any) -> Match:
    """A match that everybody has accepted; Ada begins."""
    people = invited or (GRACE,)
    return after(asked(*people, **terms), *map(Accept, people))


def play_all(match: Match, texts: str) -> Match:
    """The match after moves in turn, a blank between them."""
    for text in texts.split():
        match = after(match, Play(known(match.turn_person).id, text))
    return match


def any_move(match: Match, chance: random.Random) -> Play:
    """A random move by the person to move."""
    moves = list(match.rules.moves(match.position))
    text = match.rules.format(match.position, chance.choice(moves))
    return Play(known(match.turn_person).id, text)


def refusal(match: Match, command: Command, now: datetime = START) -> str:
    return str(refused(match, command, now))


def refused(match: Match, command: Command, now: datetime = START) -> Refused:
    with pytest.raises(Refused) as caught:
        answers(match, command, now)
    return caught.value


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def asked_of(match: Match, step: Command | str) -> Command:
    """The command of a step: itself, or a move by the person to move."""
    if isinstance(step, Command):
        return step
    if step in ("undo", "ask"):
        last = match.person(match.plies[-1].seat).id if match.plies else ADA.id
        return TakeBack(last, free=step == "undo")
    if step == "let":
        asker = match.requests.takeback.seat if match.requests.takeback else 1
        return AnswerRequest(TAKEBACK, match.people[asker % len(match.people)].id, yes=True)
    mover = match.turn_person or ADA
    if step == "leave":
        free = [p for p in (ADA, GRACE, LINUS, EDSGER) if p not in match.people]
        return AskReplacement(mover, mover, (*free, ADA)[0])
    if step == "agree":
        awaited = match.requests.replacement.awaited if match.requests.replacement else (ADA.id,)
        return AnswerRequest(REPLACEMENT, awaited[0], yes=True)
    return Play(match.turn_person.id if match.turn_person else ADA.id, step)
