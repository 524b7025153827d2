"""The texts of posts for one person: calls, reminders, and held mentions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from bot.front.discord.markdown import join_lines, mention, relative_time
from bot.front.text.parts import PostContent
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, PersonId, Post

# Most lines of a message: their links leave room for hardly more.
SHOWN = 10

# Characters for them, so that the small print always has room.
ROOM = 1800

HEADS: Mapping[PostKind, str] = {
    PostKind.WARNING: "your time is running out:",
    PostKind.TURN: "it is your turn:",
    PostKind.LAST_REMINDER: "your move is awaited, and this is the last reminder for this turn:",
    PostKind.REMINDER: "your move is awaited:",
}

CHANGE = "`/notices` sets where and when you are called"
NO_DIRECT = "Discord does not let me send you direct messages"
NO_CHANNEL = "I may not post in the channel"


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """One notice to a person: which match, the link to its board, and until when. `text` is what it
    is about, if that is not their turn; `asks`: it wants their answer."""

    kind: PostKind
    match: MatchId
    label: str
    address: str
    deadline: datetime | None = None
    text: str = ""
    asks: bool = False
    of_pair: bool = False


def personal_post_content(
    post: Post, person: PersonId, lines: Sequence[NoticeLine], now: datetime
) -> PostContent:
    """The message with those lines, of which there is one at least."""
    shown = [*_lines(lines[:SHOWN], None if post.direct else person, now)]
    if len(lines) > SHOWN:
        shown.append(f"… and {len(lines) - SHOWN} more. `/games` lists them all.")
    lack = (NO_CHANNEL if post.direct else NO_DIRECT) if post.kind is PostKind.FALLBACK else None
    small = " · ".join(filter(None, [lack, CHANGE]))
    text = f"{join_lines(shown, ROOM)}\n-# {small}"
    return PostContent(text, () if post.direct else (person,), _buttons(post, lines))


def _lines(lines: Sequence[NoticeLine], pinged: PersonId | None, now: datetime) -> Iterator[str]:
    # The lines below what they have in common, the first with the mention.
    for head, found in groupby(lines, lambda line: HEADS.get(line.kind, "meanwhile:")):
        yield f"{mention(pinged)}, {head}" if pinged else head[0].upper() + head[1:]
        pinged = None
        yield from (f"- {_line(line, now)}" for line in found)


def _line(line: NoticeLine, now: datetime) -> str:
    if line.text:
        return f"{line.text} · match {line.match} · {line.address}"
    until = []
    if line.deadline:
        over = line.deadline <= now
        until = ["the time is over" if over else f"runs out {relative_time(line.deadline)}"]
    number = f"match {line.match}{' of a pair' if line.of_pair else ''}"
    return " · ".join([line.label, *until, number, line.address])


def _buttons(post: Post, lines: Sequence[NoticeLine]) -> tuple[str, ...]:
    kinds = {line.kind for line in lines}
    if len(lines) > 1:
        return ("muteall",) if kinds & {PostKind.REMINDER, PostKind.WARNING} else ()
    if kinds & {PostKind.TURN, PostKind.LAST_REMINDER}:
        return ("move", "view")
    if post.direct and lines[0].asks:
        # In a channel the post that asks has its own buttons.
        return ("answer",)
    return ("move", "mute") if kinds & {PostKind.REMINDER, PostKind.WARNING} else ()
