"""What a post for one person says, of the things that still hold when it is sent."""

from collections.abc import Mapping

from discord.utils import utcnow

from bot.front.context import Client
from bot.front.find_match import bold_match_label
from bot.front.text.markdown import clip, message_link
from bot.front.text.notices import HEADS, NoticeLine, personal_post_content
from bot.front.text.parts import PostContent
from bot.front.text.posts import post_content
from bot.matches.match import Match
from bot.matches.records import MatchSummary, NoticeItem, Post, Status

LONGEST_TEXT = 300
"""Characters of what another post said."""


async def personal_content(client: Client, post: Post) -> PostContent | None:
    """What the post says now; None where nothing of it holds any more."""
    assert post.person is not None
    lines = [line for item in post.about if (line := await _line(client, item, post.person))]
    return personal_post_content(post, post.person, lines, utcnow()) if lines else None


async def _line(client: Client, item: NoticeItem, person: int) -> NoticeLine | None:
    summary = await client.matches.summary(item.match)
    text = ""
    if item.kind not in HEADS:
        now = await client.matches.match(item.match)
        if not is_still_true(item, now, person):
            return None
        match = await client.matches.at(item.match, item.seq)
        text = what_was_said(item, match)
    elif (summary.turn, summary.turn_seq) != (person, item.seq):
        return None
    return NoticeLine(
        item.kind,
        item.match,
        bold_match_label(summary, person),
        await _address(client, summary),
        summary.deadline,
        text,
    )


def is_still_true(item: NoticeItem, now: Match, person: int) -> bool:
    """Whether what a post said to somebody still asks something of them, or tells how it ended."""
    asked = {p.id for p in now.invited if p} - {p.id for p in now.accepted}
    seat = now.seat_of(person)
    holds: Mapping[str, bool] = {
        "challenge": now.status is Status.INVITED and person in asked,
        "muster": person in {p.id for p in now.awaited},
        "ask_time": now.time_asked is not None and now.time_asked.seat != seat,
        "takeback": now.takeback_asked is not None and now.takeback_asked.seat != seat,
        "abandon": now.warned is not None,
        "vacation": now.turn is not None and not now.overdue,
        "notice": now.draw_offer is not None and now.draw_offer != seat,
        "grace": now.turn is not None and now.turn == seat and not now.overdue,
        "overdue": now.overdue,
    }
    return holds.get(item.kind, True)


def what_was_said(item: NoticeItem, match: Match) -> str:
    """The text of the post that told all of it, on one line, without mentions and small print."""
    text = post_content(Post(item.match, item.seq, item.kind), match, ()).text
    lines = [line for line in text.splitlines() if not line.startswith(("-# ", "> "))]
    return clip(" ".join(lines[:1] if item.kind == "challenge" else lines), LONGEST_TEXT)


async def _address(client: Client, summary: MatchSummary) -> str:
    """A link to the current board, or the channel in which it will stand."""
    last = await client.matches.posts.last_board(summary.match)
    if last is None:
        return f"<#{summary.channel}>"
    return f"[board]({message_link(summary.guild, last.channel, last.message)})"
