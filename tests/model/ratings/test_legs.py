"""What counts for ratings is read off the events alone, and as it stands in the match."""

import random
from contextlib import suppress
from datetime import timedelta
from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import PlayerError
from bot.model.clock.time_control import TimeControl, days_a_move
from bot.model.commands import Accept, Claim, Command, OfferDraw, Resign, Tick
from bot.model.decide import decide
from bot.model.decide.consent import LEFT
from bot.model.events import Recorded
from bot.model.fold import evolve, fold, record_events
from bot.model.match import Match
from bot.model.ratings.contests import leg_of
from bot.model.ratings.rating import Eligibility
from bot.model.records import MatchId, Status
from tests.helpers.contests import RATED
from tests.helpers.matches import NO_VACATION, asked_of, challenge
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS
from tests.service.conftest import START

EVERYBODY = (ADA, GRACE, LINUS, EDSGER)
CONTROLS = (None, days_a_move(3), days_a_move(3, hard=True))
LONG = timedelta(days=60)

Script = list[Command | str]


def script_of(dice: random.Random) -> Script:
    """What happens in a match until nothing may happen any more."""
    wild: Script = ["undo", "ask", "let", "leave", "agree", "late", "late", "resign", "draw"]
    return [dice.choice(["1", "1", "2", "3", "half", *wild]) for _ in range(60)]


def command_of(match: Match, step: Command | str, dice: random.Random) -> Command:
    """The command of a step, by somebody who plays."""
    person = match.person(dice.choice(match.playing)).id
    match step:
        case "resign":
            return Resign(person)
        case "draw":
            return OfferDraw(person)
        case "late":
            return dice.choice([Tick(), Claim(person)])
        case _:
            return asked_of(match, step)


def play(seats: int, control: TimeControl | None, seed: int) -> tuple[Match, list[Recorded]]:
    """A match of so many, as it stands after its script."""
    dice, now = random.Random(seed), START
    invited = EVERYBODY[1:seats]
    asked = challenge(*invited, control=control, days=None, terms=RATED)
    recorded = record_events([asked], 0, now)
    match = fold(recorded, MatchId(12))
    for step in [*map(Accept, invited), *script_of(dice)]:
        if match.status not in (Status.INVITED, Status.RUNNING):
            break
        now += LONG if step == "late" else timedelta(0)
        command = step if isinstance(step, Accept) else command_of(match, step, dice)
        with suppress(PlayerError):
            events = decide(match, command, now, dice, NO_VACATION)
            new = record_events(events, match.seq, now)
            match = reduce(evolve, new, match).timed(NO_VACATION, now)
            recorded += new
    return match, recorded


@given(st.integers(2, 4), st.sampled_from(CONTROLS), st.integers(0, 2**32))
def test_a_leg_says_what_its_match_does(seats: int, control: TimeControl | None, seed: int) -> None:
    match, recorded = play(seats, control, seed)

    leg = leg_of(match.id, recorded)

    assert (leg is not None) == (match.status is Status.ENDED)
    if leg is None or match.outcome is None:
        return
    winners = set(match.outcome.winners)
    first = {seat for seat, rank in enumerate(leg.ranks, 1) if rank == 1}
    assert leg.people == tuple(person.id for person in match.seats)
    assert leg.plies == sum(ply.text not in LEFT for ply in match.plies)
    assert (leg.barred is Eligibility.REPLACED) == (
        bool(match.successions) and match.outcome.reason != "abandoned"
    )
    assert first == (winners or set(match.playing))
    assert all(leg.ranks[seat - 1] > 1 for seat in match.out)
    assert leg.late >= {ply.seat for ply in match.plies if ply.text == "late"}
    assert not leg.late & winners
    assert bool(leg.late) >= ("time" in match.outcome.reason)
