"""Who is withdrawn from a round or season: who never came, or has left the server. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.model.match import Match
from bot.model.records import PersonId
from bot.model.results import DID_NOT_COME, GONE


@dataclass(frozen=True, slots=True)
class Attendance:
    """What a person did in a match of a round: whether they have moved or given up, whether it is
    their turn, and whether they lost it because they did not come, or have left the server."""

    person: PersonId
    acted: bool
    awaited: bool
    absent: bool
    gone: bool = False


def attendances(match: Match) -> Iterable[Attendance]:
    """What each player did in the match, as it stands, and those whom others have replaced.

    A successor who has not moved yet has acted: they agreed to play.
    """
    outcome = match.outcome
    for seat, person in enumerate(match.seats, 1):
        has_lost = outcome is not None and bool(outcome.winners) and seat not in outcome.winners
        reason = outcome.reason if outcome and has_lost else ""
        seats = [each.seat for each in match.plies]
        seats += [each.seat for each in match.undone] + [each.seat for each in match.successions]
        acted = seat in seats or reason == "resigned"
        absent = reason == DID_NOT_COME
        yield Attendance(person.id, acted, match.turn == seat, absent, reason == GONE)
    # Who has moved before somebody took over came, too.
    for former in {each.former.id for each in match.successions}:
        if any(match.mover_of(ply).id == former for ply in match.plies):
            yield Attendance(former, acted=True, awaited=False, absent=False)


def to_withdraw(parts: Iterable[Attendance]) -> set[PersonId]:
    """Those who have left the server, and those who lost a match because they did not come, and
    came to none of those in which it has been their turn."""
    found = list(parts)
    came = {each.person for each in found if each.acted or each.awaited}
    never_came = {each.person for each in found if each.absent} - came
    return never_came | {each.person for each in found if each.gone}
