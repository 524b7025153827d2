"""What is to be done about a competition at some moment, and when there is more. Pure."""

from collections.abc import Iterable
from datetime import datetime
from enum import Enum

from bot.model.competitions.competition import Competition, Fixture, Format, Phase


class Duty(Enum):
    """The next thing to do."""

    WAIT = "nothing before the next date"
    BEGIN = "sign-up is over: the first round begins"
    PLAY = "matches of the round are begun, and those that are over are counted"
    ADJUDICATE = "time is up for what still runs of the round"
    NEXT_ROUND = "all fixtures have a result, and another round begins"
    END = "it has ended"


def duty_of(competition: Competition, fixtures: Iterable[Fixture], now: datetime) -> Duty:
    """What is to be done with these fixtures. A season lasts until its end even where all has been
    played before; a round of a tournament ends with its last fixture."""
    if competition.phase is Phase.SIGN_UP:
        return Duty.BEGIN if now >= competition.begins else Duty.WAIT
    if competition.phase is not Phase.RUNNING:
        return Duty.WAIT
    is_over = now >= round_end(competition)
    if is_unsettled(competition, fixtures):
        return Duty.ADJUDICATE if is_over else Duty.PLAY
    if competition.format is Format.SEASON:
        return Duty.END if is_over else Duty.WAIT
    is_last = competition.round >= competition.rounds or now >= competition.ends
    return Duty.END if is_last else Duty.NEXT_ROUND


def is_unsettled(competition: Competition, fixtures: Iterable[Fixture]) -> bool:
    """Whether a fixture of the round that has begun, or of one before it, has no result yet."""
    return any(each.settlement is None and each.round <= competition.round for each in fixtures)


def round_end(competition: Competition) -> datetime:
    """When time is up for the round that has begun."""
    return min(competition.round_ends or competition.ends, competition.ends)


def next_look(competition: Competition) -> datetime | None:
    """When there is something to do again, where nothing is at the moment and no match ends before;
    None where there never is."""
    match competition.phase:
        case Phase.SIGN_UP:
            return competition.begins
        case Phase.RUNNING:
            return round_end(competition)
        case Phase.ENDED | Phase.CALLED_OFF:
            return None
