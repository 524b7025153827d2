"""What a post for one person says, of the things that still hold when it is sent."""

from discord.utils import utcnow

from bot.front.discord.context import Client
from bot.front.discord.markdown import clip
from bot.front.find_match import bold_match_label
from bot.front.posting.telling import board_address, followed_content
from bot.front.text.notices import NoticeLine, personal_post_content
from bot.front.text.parts import PostContent
from bot.front.text.posts import post_content
from bot.model.match import Match
from bot.model.notices.holding import holds_for, wants_answer
from bot.model.post_kinds import PostKind
from bot.model.records import NoticeItem, Post

LONGEST_TEXT = 300  # Characters of what another post said.


async def personal_content(client: Client, post: Post) -> PostContent | None:
    """What the post says now; None where nothing of it holds any more."""
    assert post.person is not None
    if post.kind is PostKind.FOLLOWED:
        return await followed_content(client, post, post.person)
    lines = [line for item in post.about if (line := await _line(client, item, post.person))]
    return personal_post_content(post, post.person, lines, utcnow()) if lines else None


async def _line(client: Client, item: NoticeItem, person: int) -> NoticeLine | None:
    summary = await client.matches.summary(item.match)
    text, asks = "", False
    if not item.kind.traits.of_turn:
        now = await client.matches.match(item.match)
        if not holds_for(item, now, person):
            return None
        match = await client.matches.at(item.match, item.seq)
        text, asks = posted_text(item, match), wants_answer(item, now, person)
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


def posted_text(item: NoticeItem, match: Match) -> str:
    """The text of the post that told all of it, on one line, without mentions and small print."""
    text = post_content(Post(item.match, item.seq, item.kind), match, ()).text
    lines = [line for line in text.splitlines() if not line.startswith(("-# ", "> "))]
    return clip(" ".join(lines[:1] if item.kind is PostKind.CHALLENGE else lines), LONGEST_TEXT)
