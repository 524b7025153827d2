"""What has happened in a match since somebody last saw its board. Pure, and may compute."""

from dataclasses import dataclass

from bot.matches.match import Match, Ply
from bot.matches.personal.recap import last_seen, losses_by_seat, plies_after
from bot.matches.records import Status


@dataclass(frozen=True, slots=True)
class Changes:
    """The turns that were `missed`, how many pieces of their own they `lost` in them, and whether
    it is all new to them: a match that has begun and whose board they never saw. `asks` names what
    the other side asks them for: `draw`, `takeback` or `time`."""

    missed: tuple[Ply, ...] = ()
    lost: int = 0
    new: bool = False
    asks: tuple[str, ...] = ()


NO_CHANGES = Changes()
"""For whoever has seen it all."""


def changes_for(match: Match, person: int, visited: int | None) -> Changes:
    """What is new to somebody who saw the board of the event `visited` last, None for none."""
    seen, seat = last_seen(match, person, visited), match.seat_of(person)
    missed = plies_after(match, seen)
    lost = losses_by_seat(match, missed).get(seat, 0) if seat else 0
    new = not seen and match.status is Status.RUNNING
    return Changes(missed, lost, new, asked_for(match, seat))


def asked_for(match: Match, seat: int | None) -> tuple[str, ...]:
    """What another player asks the one on a seat for."""
    if match.status is not Status.RUNNING or seat not in match.playing:
        return ()
    asking = {
        "draw": match.draw_offer,
        "takeback": match.takeback_asked and match.takeback_asked.seat,
        "time": match.time_asked and match.time_asked.seat,
    }
    return tuple(what for what, by in asking.items() if by is not None and by != seat)
