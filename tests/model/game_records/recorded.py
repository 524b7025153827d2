"""Matches of every game with everything that a record can hold, played by a seeded chance."""

from datetime import timedelta
from itertools import islice
from random import Random

from bot.catalog import entry
from bot.model.clock.time_control import days_a_move
from bot.model.commands import (
    Accept,
    AnswerRequest,
    AskReplacement,
    Claim,
    Command,
    OfferDraw,
    Play,
    Resign,
    SayReady,
    TakeBack,
    Tick,
)
from bot.model.decide.challenge import challenge_event
from bot.model.events import Person, Recorded
from bot.model.match import Match
from bot.model.records import MatchId, PersonId, Status
from bot.model.requests import DRAW, REPLACEMENT, TAKEBACK
from tests.helpers.matches import NO_VACATION, Recording
from tests.helpers.people import ADA, CHANNEL, EDSGER, GRACE, GUILD, LINUS
from tests.service.conftest import START

CLAUDE = Person(PersonId(90), "Claude “the @ jester” [x]")
"""A person whose name contains the characters that records are made of."""

OTHERS = (GRACE, LINUS, EDSGER, CLAUDE)
STRANGER = Person(PersonId(91), "Un  familiar\u202e")
NUMBER = MatchId(12)
TRIED = 30
"""Legal moves among which the next one is chosen."""


def begun(game: str, chance: Random) -> Recording:
    """A match of as many people as the game takes, at its start."""
    guests = OTHERS[: chance.choice(entry(game).players) - 1]
    asked = challenge_event(game, {}, ADA, guests, CHANNEL, GUILD, "random", days_a_move(1), START)
    made = Recording(asked, NUMBER)
    for command in (*map(Accept, guests), *(SayReady(p.id) for p in (ADA, *guests))):
        made.do(command, chance)
    return made


def lively_match(game: str, seed: int, plies: int = 40) -> list[Recorded]:
    """The events of a match with takebacks, offers, replacements, lost time and people leaving."""
    chance = Random(seed)
    made, now = begun(game, chance), START
    made.match = made.match.timed(NO_VACATION, now)
    assert made.match.status is Status.RUNNING
    for _ in range(plies):
        silent = made.match.clock is not None and chance.random() < 0.04
        now += timedelta(hours=50 if silent else 1, seconds=chance.random())
        command = Tick() if silent else _next(made.match, chance)
        made.do(command, chance, now, NO_VACATION)
        if made.match.status is not Status.RUNNING:
            break
    return made.recorded


def _next(match: Match, chance: Random) -> Command:
    leaving = match.person(chance.choice(match.playing))
    person = leaving.id
    asked = match.requests.replacement
    if asked:
        return AnswerRequest(REPLACEMENT, chance.choice(asked.awaited), yes=chance.random() < 0.8)
    mover = match.turn_person
    assert mover, "it runs"
    if match.overdue or (match.clock and match.clock.grace_used and chance.random() < 0.5):
        return Claim(person) if match.overdue else Tick()
    if match.requests.draw and chance.random() < 0.5:
        return AnswerRequest(DRAW, person, yes=chance.random() < 0.2)
    if chance.random() < 0.7:
        return Play(mover.id, _text(match, chance))
    odd_ones: list[Command] = [
        *(OfferDraw(person), AnswerRequest(DRAW, person, yes=chance.random() < 0.1)),
        *(TakeBack(person, free=True), TakeBack(person), AnswerRequest(TAKEBACK, person, yes=True)),
        *(AskReplacement(leaving, leaving, STRANGER), Tick(), Tick(), Claim(person)),
    ]
    return Resign(person) if chance.random() < 0.05 else chance.choice(odd_ones)


def _text(match: Match, chance: Random) -> str:
    rules, position = match.rules, match.position
    return rules.format(position, chance.choice(list(islice(rules.moves(position), TRIED))))
