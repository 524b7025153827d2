"""What a post for one person says, of the things that still hold when it is sent."""

from discord.utils import utcnow

from bot.front.context import Client
from bot.front.find_match import bold_match_label
from bot.front.following.telling import board_address, followed_content
from bot.front.text.markdown import clip
from bot.front.text.notices import HEADS, NoticeLine, personal_post_content
from bot.front.text.parts import PostContent
from bot.front.text.posts import post_content
from bot.matches.match import Match
from bot.matches.notices.records import FOLLOWED
from bot.matches.records import NoticeItem, Post, Status

LONGEST_TEXT = 300
"""Characters of what another post said."""


async def personal_content(client: Client, post: Post) -> PostContent | None:
    """What the post says now; None where nothing of it holds any more."""
    assert post.person is not None
    if post.kind == FOLLOWED:
        return await followed_content(client, post, post.person)
    lines = [line for item in post.about if (line := await _line(client, item, post.person))]
    return personal_post_content(post, post.person, lines, utcnow()) if lines else None


async def _line(client: Client, item: NoticeItem, person: int) -> NoticeLine | None:
    summary = await client.matches.summary(item.match)
    text, asks = "", False
    if item.kind not in HEADS:
        now = await client.matches.match(item.match)
        if not is_still_true(item, now, person):
            return None
        match = await client.matches.at(item.match, item.seq)
        text, asks = what_was_said(item, match), wants_answer(item, now, person)
    elif (summary.turn, summary.turn_seq) != (person, item.seq):
        return None
    return NoticeLine(
        item.kind,
        item.match,
        bold_match_label(summary, person),
        await board_address(client, summary),
        summary.deadline,
        text,
        asks,
    )


def is_still_true(item: NoticeItem, now: Match, person: int) -> bool:
    """Whether what a post said to somebody still asks something of them, or tells how it ended.

    An offer of a draw outlasts the move of whoever made it; what else is asked goes with the turn.
    """
    if item.kind in BEFORE_PLAY:
        asked = {p.id for p in now.invited if p} - {p.id for p in now.accepted}
        awaited = asked if item.kind == "challenge" else {p.id for p in now.awaited}
        return now.status is Status.INVITED and person in awaited
    if item.kind == "replacement":
        request = now.replacement
        if request is None or item.seq < request.seq:
            return False
        return request.is_for(person, now.person(request.seat))
    if item.kind in ("notice", *IN_A_TURN) and now.seat_of(person) is None:
        # Somebody else plays on for them.
        return False
    if item.kind == "notice":
        return now.draw_offer not in (None, now.seat_of(person))
    if item.kind not in IN_A_TURN:
        return True
    return item.seq >= now.turn_seq and now.turn is not None and _still_holds(item, now, person)


def wants_answer(item: NoticeItem, now: Match, person: int) -> bool:
    """Whether what still holds asks for somebody's answer."""
    if item.kind == "replacement":
        return now.replacement is not None and person in now.replacement.awaited
    return item.kind in ("notice", "ask_time", "takeback", *BEFORE_PLAY)


BEFORE_PLAY = ("challenge", "muster")
"""Kinds of posts that ask for an answer before the match begins."""

IN_A_TURN = ("ask_time", "takeback", "abandon", "vacation", "grace", "overdue")
"""Kinds of posts that hold while the same turn runs, at most."""


def _still_holds(item: NoticeItem, now: Match, person: int) -> bool:
    """The same in the turn in which the post was made."""
    seat = now.seat_of(person)
    match item.kind:
        case "ask_time":
            return now.time_asked is not None and now.time_asked.seat != seat
        case "takeback":
            return now.takeback_asked is not None and now.takeback_asked.seat != seat
        case "abandon":
            return now.warned is not None
        case "grace":
            return now.turn == seat and not now.overdue
        case "vacation":
            return not now.overdue
        case _:
            return now.overdue


def what_was_said(item: NoticeItem, match: Match) -> str:
    """The text of the post that told all of it, on one line, without mentions and small print."""
    text = post_content(Post(item.match, item.seq, item.kind), match, ()).text
    lines = [line for line in text.splitlines() if not line.startswith(("-# ", "> "))]
    return clip(" ".join(lines[:1] if item.kind == "challenge" else lines), LONGEST_TEXT)
