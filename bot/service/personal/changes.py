"""What has happened in a match since somebody last saw its board. Pure, and may compute."""

from dataclasses import dataclass

from bot.model.match import Match, Ply
from bot.model.records import Status
from bot.service.personal.recap import last_seen, losses_by_seat, plies_after


@dataclass(frozen=True, slots=True)
class Changes:
    """The turns that were `missed`, how many pieces of their own they `lost` in them, and whether
    it is all `new` to them: a match whose board they never saw, or an end they don't know of.
    `asks` names what the other side asks them for: `draw`, `takeback`, `time` or `successor`.
    `threat` is what they have to see to in their turn, empty where there is nothing."""

    missed: tuple[Ply, ...] = ()
    lost: int = 0
    new: bool = False
    asks: tuple[str, ...] = ()
    threat: str = ""


NO_CHANGES = Changes()
"""For whoever has seen it all."""


def changes_for(match: Match, person: int, visited: int | None) -> Changes:
    """What is new to a player who saw the board of the event `visited` last, None for none.

    To somebody who only looks on, nothing is.
    """
    seen, seat = last_seen(match, person, visited), match.seat_of(person)
    if seat is None:
        return NO_CHANGES
    missed = plies_after(match, seen)
    lost = losses_by_seat(match, missed).get(seat, 0)
    new = bool(missed) or _came_unasked(match, seat, seen) if match.outcome else not seen
    return Changes(missed, lost, new, asked_for(match, seat), _threat_to(match, seat))


def _threat_to(match: Match, seat: int) -> str:
    if match.turn != seat or not match.plies:
        return ""
    return next((effect.threat for effect in match.plies[-1].effects if effect.threat), "")


UNASKED = ("time_lost", "abandoned", "called_off", "adjudicated")
"""The ends that no player brings about."""


def _came_unasked(match: Match, seat: int, seen: int) -> bool:
    # Whether a match ended without the player on a seat, since the event they saw last.
    ended = match.outcome
    if ended is None or seen == match.seq:
        return False
    return ended.reason in UNASKED or (ended.reason == "resigned" and seat in ended.winners)


def asked_for(match: Match, seat: int | None) -> tuple[str, ...]:
    if match.status is not Status.RUNNING or seat is None or seat not in match.playing:
        return ()
    asks = [what for what, asked in match.asking.items() if asked.is_for(seat)]
    request = match.replacing.asked
    if request and match.person(seat).id in request.awaited:
        asks.append("successor")
    return tuple(asks)
