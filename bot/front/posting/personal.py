"""The text of a post for one person, from the things that still hold when it is sent."""

import discord

from bot.front.clock import utcnow
from bot.front.discord.context import Client
from bot.front.discord.home import known_channel
from bot.front.discord.markdown import bold, clip, escape, join_lines
from bot.front.discord.permissions import does_read, fetch_member
from bot.front.meant import bold_match_label
from bot.front.text.notices import NoticeLine, personal_post_content
from bot.front.text.parts import PostContent, board_way
from bot.front.text.posts import post_content
from bot.front.ui.base import Address
from bot.model.decide.requirements import closed_sentence
from bot.model.match import OPEN, Match
from bot.model.notices.holding import holds_for, wants_answer
from bot.model.ports import ForPosts
from bot.model.post_kinds import PostKind
from bot.model.records import MatchSummary, NoticeItem, PersonId, Post
from bot.service.personal.following import is_onlooker

PUZZLE = "There is a puzzle in it for you: **Puzzle** below its last board."

KnownMatch = tuple[Match, ForPosts]
"""A current match, with what was read with it."""

LONGEST_TEXT = 300  # Characters of another post's text.


async def personal_content(client: Client, post: Post, known: KnownMatch) -> PostContent | None:
    """The current text of the post, given all `known` about the person's own match; None if nothing
    of it holds any more."""
    assert post.person is not None
    if post.kind is PostKind.FOLLOWED:
        return await followed_content(client, post, post.person, known)
    found = [await _line(client, item, post.person, known) for item in post.about]
    lines = [line for line in found if line]
    return personal_post_content(post, post.person, lines, utcnow()) if lines else None


async def _line(
    client: Client, item: NoticeItem, person: PersonId, known: KnownMatch
) -> NoticeLine | None:
    now, (summary, *_) = await _known(client, item, known)
    text, asks = "", False
    if not item.kind.traits.of_turn:
        match = await client.matches.earlier(now, item.seq)
        if not holds_for(item, match, now, person):
            return None
        text, asks = posted_text(item, match), wants_answer(item, now, person)
        if item.kind is PostKind.END and person in await client.service.own_puzzles.offered(match):
            text = f"{text} {PUZZLE}"
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
        summary.pair is not None,
    )


async def _known(client: Client, item: NoticeItem, known: KnownMatch) -> KnownMatch:
    match, _ = known
    return known if item.match == match.id else await client.matches.for_posts(item.match)


def posted_text(item: NoticeItem, match: Match) -> str:
    """The text of the post that said all of it, on one line, without mentions and small print."""
    text = post_content(Post(item.match, item.seq, item.kind), match, ()).text
    lines = [line for line in text.splitlines() if not line.startswith(("-# ", "> "))]
    return clip(" ".join(lines[:1] if item.kind is PostKind.CHALLENGE else lines), LONGEST_TEXT)


HEAD = "In matches that you follow:"
SMALL = "-# `/follow` begins and ends it · `/notices` sets your quiet hours"

SHOWN = 10  # Most lines of a message: their links leave room for hardly more.

ROOM = 1800  # Characters for them, so that the small print always has room.

LONGEST_NAMES = 200  # Characters of who plays, if many do.


class Follower:
    """A person who is notified of matches. Discord is asked about them once for each server."""

    def __init__(self, client: Client, person: PersonId) -> None:
        self.person = person
        self._client = client
        self._members: dict[int, discord.Member | None] = {}

    async def may_see(self, match: Match) -> bool:
        """Whether they can read the match's channel, as far as the bot can know: it can't outside
        of servers."""
        if match.guild is None:
            return True
        if match.guild not in self._members:
            self._members[match.guild] = await fetch_member(self._client, match.guild, self.person)
        member = self._members[match.guild]
        if member is None:
            return False
        return await does_read(self._client, await known_channel(self._client, match), member)

    async def is_notified(self, match: Match) -> bool:
        """Whether they still follow the match and may see it.

        Following ends with the match, so all who followed it until then are notified of its end.
        """
        if not is_onlooker(match, self.person):
            return False
        following = self._client.service.following
        if match.status in OPEN and not await following.is_followed(match.id, self.person):
            return False
        return await self.may_see(match)


async def followed_content(
    client: Client, post: Post, person: PersonId, known: KnownMatch
) -> PostContent | None:
    """The text of the post about the matches that the person may still see; None if there is
    none."""
    follower = Follower(client, person)
    lines = [await _followed_line(client, item, follower, known) for item in post.about]
    found = [line for line in lines if line]
    if not found:
        return None
    texts = [text for text, _ in found[:SHOWN]]
    if len(found) > 1:
        texts = [HEAD, *(f"- {text}" for text in texts)]
    if len(found) > SHOWN:
        texts.append(f"… and {len(found) - SHOWN} more.")
    views = tuple(at for _, at in found[:SHOWN])
    return PostContent(f"{join_lines(texts, ROOM)}\n{SMALL}", views=views)


async def _followed_line(
    client: Client, item: NoticeItem, follower: Follower, known: KnownMatch
) -> tuple[str, Address] | None:
    # The text about one match, and where its button leads.
    match, (summary, *_) = await _known(client, item, known)
    if not await follower.is_notified(match):
        return None
    news, board = news_of(match, summary, follower.person), await board_address(client, summary)
    return " · ".join([*news, f"match {match.id}", board]), Address(match.id, match.seq)


def news_of(match: Match, summary: MatchSummary, reader: PersonId) -> tuple[str, ...]:
    """Who plays, and whose turn it is or how it ended. The moves are shown on demand only."""
    label = clip(bold_match_label(summary, reader), LONGEST_NAMES)
    if match.turn_person:
        return f"{label}: turn {len(match.plies) + 1}", f"{bold(match.turn_person)} is to move"
    return label, escape(closed_sentence(match))


async def board_address(client: Client, summary: MatchSummary) -> str:
    return board_way(summary, await client.service.posts.last_board(summary.match))
