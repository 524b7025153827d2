"""Whether a move may be taken back without asking: who else has seen it."""

from bot.model.decide.takebacks import was_taken_back_freely
from bot.model.match import Match
from bot.model.ports import People


async def is_takeback_free(store: People, match: Match, person_id: int, robot: int) -> bool:
    """Whether nobody has to agree as the person takes their last move back.

    The robot always agrees. Of people nobody may have seen the move or answered it, and it is free
    once only: whoever could do it again and again would try moves out on the others.
    """
    others = [p.id for p in map(match.person, match.playing) if p.id != person_id]
    if others == [robot]:
        return True
    seat, last = match.seat_of(person_id), match.plies[-1] if match.plies else None
    if last is None or last.seat != seat or was_taken_back_freely(match):
        return False
    if match.acted - {seat}:
        return False
    return not any([await _has_seen(store, match, other, last.seq) for other in others])


async def _has_seen(store: People, match: Match, person_id: int, seq: int) -> bool:
    visited = await store.visited(person_id, match.id)
    if visited is not None and visited >= seq:
        return True
    draft = await store.draft(person_id, match.id)
    return draft is not None and draft.seq >= seq
