"""Matches of every game with everything that a record can hold, played by a seeded chance."""

from contextlib import suppress
from datetime import timedelta
from functools import reduce
from itertools import islice
from random import Random

from bot.catalog import entry
from bot.games.core import PlayerError
from bot.model.clock.time_control import days_a_move
from bot.model.commands import (
    Accept,
    AnswerDraw,
    AnswerReplacement,
    AnswerTakeback,
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
from bot.model.decide import decide
from bot.model.decide.challenge import challenge_event
from bot.model.events import Event, Person, Recorded
from bot.model.fold import evolve, fold, record_events
from bot.model.match import Match
from bot.model.records import MatchId, Status
from tests.helpers.matches import NO_VACATION
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS
from tests.service.conftest import START

CLAUDE = Person(90, "Claude “the @ jester” [x]")
"""A person whose name contains the characters that records are made of."""

OTHERS = (GRACE, LINUS, EDSGER, CLAUDE)
STRANGER = Person(91, "Un  familiar\u202e")
NUMBER = MatchId(12)
TRIED = 30
"""Legal moves among which the next one is chosen."""


def begun(game: str, chance: Random) -> list[Recorded]:
    """A match of as many people as the game takes, at its start."""
    guests = OTHERS[: chance.choice(entry(game).players) - 1]
    asked = challenge_event(game, {}, ADA, guests, 7, 70, "random", days_a_move(1), START)
    recorded = record_events([asked], 0, START)
    for command in (*map(Accept, guests), *(SayReady(p.id) for p in (ADA, *guests))):
        with suppress(PlayerError):
            recorded = with_command(recorded, command, chance, START)
    return recorded


def with_command(
    recorded: list[Recorded], command: Command, chance: Random, now: object
) -> list[Recorded]:
    """The record with what follows from the command. Raises PlayerError."""
    match = fold(recorded, NUMBER)
    return [*recorded, *record_events(decide(match, command, now, chance), match.seq, now)]  # type: ignore[arg-type]


def lively_match(game: str, seed: int, plies: int = 40) -> list[Recorded]:
    """The events of a match with takebacks, offers, replacements, lost time and people leaving."""
    chance = Random(seed)
    recorded = begun(game, chance)
    match, now = fold(recorded, NUMBER).timed(NO_VACATION, START), START
    assert match.status is Status.RUNNING
    for _ in range(plies):
        silent = match.clock is not None and chance.random() < 0.04
        now += timedelta(hours=50 if silent else 1, seconds=chance.random())
        events = list[Event]()
        with suppress(PlayerError):
            events = decide(
                match, Tick() if silent else _next(match, chance), now, chance, NO_VACATION
            )
        new = record_events(events, match.seq, now)
        match = reduce(evolve, new, match).timed(NO_VACATION, now)
        recorded += new
        if match.status is not Status.RUNNING:
            break
    return recorded


def _next(match: Match, chance: Random) -> Command:
    leaving = match.person(chance.choice(match.playing))
    person = leaving.id
    asked = match.replacing.asked
    if asked:
        return AnswerReplacement(chance.choice(asked.awaited), yes=chance.random() < 0.8)
    mover = match.turn_person
    assert mover, "it runs"
    if match.overdue or (match.clock and match.clock.grace_used and chance.random() < 0.5):
        return Claim(person) if match.overdue else Tick()
    if match.draw.offer and chance.random() < 0.5:
        return AnswerDraw(person, yes=chance.random() < 0.2)
    if chance.random() < 0.7:
        return Play(mover.id, _text(match, chance))
    odd_ones: list[Command] = [
        *(OfferDraw(person), AnswerDraw(person, yes=chance.random() < 0.1)),
        *(TakeBack(person, free=True), TakeBack(person), AnswerTakeback(person, yes=True)),
        *(AskReplacement(leaving, leaving, STRANGER), Tick(), Tick(), Claim(person)),
    ]
    return Resign(person) if chance.random() < 0.05 else chance.choice(odd_ones)


def _text(match: Match, chance: Random) -> str:
    rules, position = match.rules, match.position
    return rules.format(position, chance.choice(list(islice(rules.moves(position), TRIED))))
