"""When seasons begin and end, what is due in a competition at a moment, and when there is more.
Pure; all times are UTC."""

from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from enum import Enum

from bot.model.clock.running import Calendars, running_time
from bot.model.clock.units import DAY, WEEK, ZERO
from bot.model.competitions.competition import USUAL_ROUND, Competition, Fixture, Format, Phase

HOUR_OF_SEASONS = time(18)
"""Evening in Europe, noon in America: when people can read that a season begins or ends."""


def next_monday(after: datetime) -> datetime:
    """The first time after that moment at which a season may begin: a Monday, 18:00."""
    day = after.astimezone(UTC).date()
    monday = datetime.combine(day - day.weekday() * DAY, HOUR_OF_SEASONS, UTC)
    return monday if monday > after else monday + WEEK


def is_beginning(at: datetime) -> bool:
    return next_monday(at - DAY) == at


def season_length(weeks: int) -> timedelta:
    """A season of that many weeks ends on a Sunday, a day before the next one can begin."""
    return weeks * WEEK - DAY


def season_end(begins: datetime, weeks: int) -> datetime:
    """When a season of that many weeks ends."""
    return begins + season_length(weeks)


def season_after(begins: datetime, weeks: int) -> datetime:
    """When the season begins that follows one of that many weeks."""
    return begins + weeks * WEEK


def begun_late(planned: datetime, now: datetime) -> datetime:
    """The beginning of a season planned for then that nobody began before now: a delay of less than
    a week is ignored, whole weeks are added."""
    return planned + max(0, (now - planned) // WEEK) * WEEK


def season_bank(weeks: int) -> timedelta:
    """What each player has for each match of a season of that many weeks."""
    return season_length(weeks) / 2


def round_bank(competition: Competition) -> timedelta | None:
    """What each player has for each match of a round or season; None if it runs by the earlier
    rules."""
    is_earlier = competition.phase is not Phase.SIGN_UP and not competition.terms.banks
    if competition.format is Format.SEASON:
        usual = competition.ends - competition.begins
    else:
        usual = USUAL_ROUND
    return None if is_earlier else (competition.round_time or usual) / 2


EVENING, LONGER = timedelta(hours=2), timedelta(days=2)
"""By how much the date of a round can move in all: one shorter than a day, and any other one or a
season."""


def most_moved(competition: Competition) -> timedelta:
    """By how much the date of a round can move, for the time in which the bot could not show a
    board or was away; not at all under the earlier rules."""
    if not competition.terms.banks:
        return ZERO
    is_short = competition.round_time is not None and competition.round_time < DAY
    return EVENING if is_short else LONGER


def is_interrupted(competition: Competition, outages: Calendars) -> bool:
    """Whether the bot was away for more of the round or season than the date can move by."""
    moved = most_moved(competition)
    begin, end = round_begin(competition), round_end(competition) + moved
    return end - begin - running_time(begin, end, outages) > moved


class Duty(Enum):
    """The next thing to do."""

    WAIT = "nothing before the next date"
    BEGIN = "sign-up is over: the first round begins"
    PLAY = "matches of the round are begun, and those that are over are counted"
    FINISH = "nothing begins any more, and only those play on who have time left"
    CLOSE = "time is up for what still runs of the round"
    NEXT_ROUND = "all fixtures have a result, and another round begins"
    END = "it has ended"


def duty_of(competition: Competition, fixtures: Iterable[Fixture], now: datetime) -> Duty:
    """What is to be done with these fixtures. A season lasts until its end even if everything is
    played before; a round of a tournament ends with its last fixture."""
    if competition.phase is Phase.SIGN_UP:
        return Duty.BEGIN if now >= competition.begins else Duty.WAIT
    if competition.phase is not Phase.RUNNING:
        return Duty.WAIT
    end, moved = round_end(competition), most_moved(competition)
    if is_unsettled(competition, fixtures):
        return Duty.CLOSE if now >= end + moved else Duty.FINISH if now >= end else Duty.PLAY
    if competition.format is Format.SEASON:
        return Duty.END if now >= end else Duty.WAIT
    is_last = competition.round >= competition.rounds or now >= competition.ends + moved
    return Duty.END if is_last else Duty.NEXT_ROUND


def is_unsettled(competition: Competition, fixtures: Iterable[Fixture]) -> bool:
    """Whether a fixture of the round that has begun, or of one before it, has no result yet."""
    return any(each.settlement is None and each.round <= competition.round for each in fixtures)


def round_end(competition: Competition) -> datetime:
    """When time is up for the round that has begun."""
    return min(competition.round_ends or competition.ends, competition.ends)


def round_begin(competition: Competition) -> datetime:
    """When the round that runs has begun, or the season."""
    if competition.format is Format.SEASON and competition.round_time is None:
        return competition.begins
    return round_end(competition) - (competition.round_time or USUAL_ROUND)


def next_look(competition: Competition, now: datetime) -> datetime | None:
    """When there is something to do again, if nothing is now and no match ends before; None if
    there never is."""
    match competition.phase:
        case Phase.SIGN_UP:
            return competition.begins
        case Phase.RUNNING:
            end = round_end(competition)
            return end if now < end else end + most_moved(competition)
        case Phase.ENDED | Phase.CALLED_OFF:
            return None
