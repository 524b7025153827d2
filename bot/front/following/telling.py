"""The direct message that tells somebody of the matches that they follow."""

from dataclasses import dataclass

from bot.front.components.base import Address
from bot.front.context import Client
from bot.front.find_match import bold_match_label
from bot.front.permissions import can_member_read
from bot.front.text.markdown import bold, clip, escape, join_lines, message_link
from bot.front.text.parts import PostContent
from bot.matches.following.book import is_onlooker
from bot.matches.match import Match
from bot.matches.records import MatchSummary, NoticeItem, Post, Status
from bot.matches.standing import closed_sentence

HEAD = "In matches that you follow:"
SMALL = "-# `/follow` begins and ends it · `/notices` sets your quiet hours"

SHOWN = 10
"""Lines of a message at most: their links leave room for hardly more."""

ROOM = 1800
"""Characters for them, so that the small print always has room."""

LONGEST_NAMES = 200
"""Characters of who plays, where many do."""


@dataclass(frozen=True, slots=True)
class FollowedLine:
    """What somebody is told of a match that they follow, and where its button leads."""

    text: str
    at: Address


async def followed_content(client: Client, post: Post, person: int) -> PostContent | None:
    """What the post says of the matches that the person may still see; None where there is none."""
    found = [line for item in post.about if (line := await _line(client, item, person))]
    if not found:
        return None
    texts = [line.text for line in found[:SHOWN]]
    if len(found) > 1:
        texts = [HEAD, *(f"- {text}" for text in texts)]
    if len(found) > SHOWN:
        texts.append(f"… and {len(found) - SHOWN} more.")
    views = tuple(line.at for line in found[:SHOWN])
    return PostContent(f"{join_lines(texts, ROOM)}\n{SMALL}", views=views)


async def _line(client: Client, item: NoticeItem, person: int) -> FollowedLine | None:
    match = await client.matches.match(item.match)
    if not await _is_told(client, match, person):
        return None
    summary = await client.matches.summary(item.match)
    text = " · ".join(
        [
            *news_of(match, summary, person),
            f"match {match.id}",
            await board_address(client, summary),
        ]
    )
    return FollowedLine(text, Address(match.id, match.seq))


async def _is_told(client: Client, match: Match, person: int) -> bool:
    """Whether the person, who followed the match, still does, and may see it.

    Following ends with the match, so of its end all are told who followed it until then.
    """
    if not is_onlooker(match, person):
        return False
    goes_on = match.status in (Status.INVITED, Status.RUNNING)
    if goes_on and not await client.matches.following.is_followed(match.id, person):
        return False
    # Outside of servers the bot can't know who sees a channel.
    server = match.guild
    return server is None or await can_member_read(client, server, match.channel, person)


def news_of(match: Match, summary: MatchSummary, reader: int) -> tuple[str, ...]:
    """Who plays, and whose turn it is or how it ended. What was played is shown on demand only."""
    label = clip(bold_match_label(summary, reader), LONGEST_NAMES)
    if match.turn_person:
        return f"{label}: turn {len(match.plies) + 1}", f"{bold(match.turn_person)} is to move"
    return label, escape(closed_sentence(match))


async def board_address(client: Client, summary: MatchSummary) -> str:
    """A link to the current board, or the channel in which it will stand."""
    last = await client.matches.posts.last_board(summary.match)
    if last is None:
        return f"<#{summary.channel}>"
    return f"[board]({message_link(summary.guild, last.channel, last.message)})"
