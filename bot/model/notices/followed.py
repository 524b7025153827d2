"""When somebody is told of the matches that they follow. Pure."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.notices.planning import TOGETHER, Reader
from bot.model.notices.records import HeldMention, NoticePlan, personal_post
from bot.model.post_kinds import PostKind


def plan_followed(
    person: int,
    reader: Reader,
    mentions: Sequence[HeldMention],
    last: datetime | None,
    now: datetime,
) -> NoticePlan:
    """What is told of the followed matches now: all that is held, in one direct message.

    Not within an hour of the last one, and not in the quiet. Where somebody is called to their own
    turns does not matter: they have asked for these.
    """
    due = [each for each in mentions if each.next_at <= now]
    if not due:
        return NoticePlan()
    until = _held_until(reader, last, now)
    if until:
        return NoticePlan(held=tuple((each.id, until) for each in due))
    items = [each.item for each in mentions]
    post = personal_post(PostKind.FOLLOWED, person, items, now, direct=True)
    return NoticePlan((post,), done=tuple(each.id for each in mentions))


def _held_until(reader: Reader, last: datetime | None, now: datetime) -> datetime | None:
    """When what is due is looked at again; None where it is told now."""
    quiet_end = reader.held_until(now)
    hour_end = last + TOGETHER if last and now < last + TOGETHER else None
    return max((each for each in (quiet_end, hour_end) if each), default=None)


def both_plans(one: NoticePlan, other: NoticePlan) -> NoticePlan:
    """All of both, to be written together."""
    return NoticePlan(
        one.posts + other.posts,
        one.turns + other.turns,
        one.done + other.done,
        one.held + other.held,
    )
