"""A competition's posts: the one that becomes its living table, and the one at its end.

The living post keeps its form. With several divisions it is laid out, so that their tables are
below each other at full width; else it is plain, like the announcement of a tournament.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

import discord
from discord.utils import utcnow

from bot.front.board.part_of import without_part
from bot.front.board.preferences import posted_view
from bot.front.competitions import post_words
from bot.front.competitions.items import LEAGUE, competition_button
from bot.front.competitions.showing import tables_button
from bot.front.competitions.tables import TablePage, by_number, table_pages
from bot.front.discord import lanes, layouts, permissions
from bot.front.discord.markdown import join_lines
from bot.front.discord.refusals import NO_MESSAGE
from bot.front.posting.at_discord import NO_CHANNEL, REFUSED, ChannelPosts, edit_silently
from bot.front.ui.base import Address, Button, ButtonId, match_button, message_view
from bot.model.competitions.competition import Competition, Entrant, League, Phase
from bot.model.records import DueKind, MatchId
from bot.model.refusals import Refused
from bot.service.competitions.book import CompetitionBook
from bot.service.competitions.changing import CompetitionView
from bot.service.queue import About
from renderers import View

log = logging.getLogger(__name__)

SHOWN = 4
"""Tables of a post; the button below leads to all of them."""


@dataclass(frozen=True, slots=True)
class TablePost:
    """The text of a post, its tables and its buttons."""

    text: str
    pages: tuple[TablePage, ...] = ()
    buttons: Sequence[Button] = ()
    laid_out: bool = False
    entrants: Mapping[int, Entrant] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The text above pictures: with those names that they lack."""
        undrawn = "; ".join(filter(None, (each.undrawn(self.entrants) for each in self.pages)))
        return join_lines([self.text, *([f"-# {undrawn}."] if undrawn else [])])

    @property
    def characters(self) -> str:
        """The text with the tables in characters, as many as there is room for."""
        return join_lines([self.text, *(each.in_characters(self.entrants) for each in self.pages)])

    def body(self, text: str, files: Sequence[discord.File]) -> dict[str, Any]:
        """What is sent or edited, in the form of the post, besides the files."""
        below = message_view(self.buttons)
        if self.laid_out:
            return {"view": layouts.laid_out(text, files, below, None)}
        return {"content": text, "view": below}

    def files(self, view: View) -> list[discord.File]:
        """The tables as pictures. Computes."""
        return [each.file(view) for each in self.pages]


def living_post(view: CompetitionView, links: Mapping[MatchId, str]) -> TablePost:
    """The post that is edited from the announcement or the beginning to the end. Computes."""
    competition, pages = view.competition, table_pages(view)
    if competition.phase is Phase.SIGN_UP:
        text, buttons = post_words.announcement(view)
        return TablePost(text, buttons=buttons)
    several = len(view.tables) > 1
    lines = [post_words.head_text(view)]
    if competition.phase is Phase.RUNNING:
        lines += [
            post_words.played_line(view),
            *post_words.bye_lines(view),
            *_playing(view, pages, links),
        ]
    shown, below = _shown(pages, SHOWN if several else 1), _buttons(view)
    return TablePost(join_lines(lines), shown, below, several, by_number(view))


def final_post(
    view: CompetitionView, league: League | None, silent: Sequence[int] = ()
) -> TablePost:
    """The post that is made at the end; those who were `silent` are signed out, which it says.
    Computes."""
    pages = table_pages(view)
    lines = [*post_words.ended_lines(view, league), *post_words.bye_lines(view)]
    buttons = _buttons(view)
    if league and silent:
        lines.append(post_words.signed_out_line(silent))
        buttons.append(competition_button(LEAGUE, "join", league.number))
    lines += post_words.settled_lines(view)
    several, shown = len(pages) > 1, _shown(pages, SHOWN)
    return TablePost(join_lines(lines), shown, buttons, several, by_number(view))


def _playing(
    view: CompetitionView, pages: Sequence[TablePage], links: Mapping[MatchId, str]
) -> Iterator[str]:
    # With several divisions there is no room: the button below leads there.
    if len(view.tables) == 1:
        yield from post_words.running_lines(view, pages[0].fixtures, links)


def _shown(pages: Sequence[TablePage], most: int) -> tuple[TablePage, ...]:
    return tuple(pages[:most])


def _buttons(view: CompetitionView) -> list[Button]:
    return [tables_button(view.competition.number)] if view.tables else []


CALM = timedelta(minutes=5)
"""How long a table is left alone after an edit: all changes meanwhile are one more."""

SIGN_UP_CALM = timedelta(seconds=20)
"""The same while people sign up, who look for their name."""

EVENING_CALM = timedelta(minutes=1)
"""The same if rounds are shorter than a day, and everybody waits for the next one."""

LATEST = timedelta(weeks=2)
"""How long after its end pending posts are still tried."""

RELEASED = 50
"""Most boards that are edited when a competition is called off; others are with their next turn."""

ANNOUNCED, BEGUN, ENDED = "announced", "begun", "ended"
"""The possible posts. They are stored, with a question mark while they are being made."""

STAGES = {Phase.SIGN_UP: ANNOUNCED, Phase.RUNNING: BEGUN, Phase.ENDED: ENDED}
LIVING = (ANNOUNCED, BEGUN)

Say = Callable[[dict[str, Any], list[discord.File]], Awaitable[Any]]
"""Sends or edits a message with that body and those files."""


class TableWorker(ChannelPosts[Competition]):
    """Posts and edits what is due, one post of each competition at a time."""

    kind = DueKind.COMPETITION_POST
    key = attrgetter("number")
    about = About(competition="number")
    # Several pictures are drawn for one.
    patience = 60.0

    @property
    def _book(self) -> CompetitionBook:
        return self._client.service.competitions

    async def do(self, item: Competition) -> datetime | None:
        view = await self._book.view(item.number)
        if permissions.missing_permissions(self._client, item.channel):
            await self._refused(view.competition)
            return None
        return await self.attempt(item, self._show(view))

    async def refused(self, item: Competition, error: discord.HTTPException) -> None:
        await self._refused(await self._book.competition(item.number), error.code)

    async def _refused(self, competition: Competition, error: int = 0) -> None:
        # It is tried again later, but not forever: not before the next change if the channel is
        # gone, and never again if the end was long ago.
        is_over = not competition.is_open
        if error == NO_CHANNEL or (is_over and utcnow() > competition.ends + LATEST):
            competition = replace(competition, shown=competition.changes)
        await self._book.note_post(replace(competition, shows=utcnow() + REFUSED))

    async def _show(self, view: CompetitionView) -> None:
        noted = view.competition
        links = await self._links(view)
        post = await lanes.EXTRAS.run(living_post, view, links)
        stage = STAGES.get(noted.phase)
        if noted.phase is Phase.ENDED and noted.posted != stage:
            silent = await self._book.signed_out(noted)
            ending = await lanes.EXTRAS.run(final_post, view, await self._league(noted), silent)
            noted = await self._made(noted, ENDED, ending)
        if noted.message is not None and not await self._edited(noted, noted.message, post):
            noted = replace(noted, message=None)
        if noted.message is None and stage in LIVING and noted.posted != stage:
            noted = await self._made(noted, stage, post)
        if noted.phase is Phase.CALLED_OFF:
            await self._release_boards(view)
        posted = stage if stage in LIVING else noted.posted
        await self._book.note_post(
            replace(noted, posted=posted, shown=noted.changes, shows=utcnow() + _calm(noted))
        )

    async def _release_boards(self, view: CompetitionView) -> None:
        # The current boards of matches that go on no longer say that they are part of it. Doing it
        # twice changes nothing.
        running = [number for each in view.fixtures for number in sorted(each.running)]
        for number in running[:RELEASED]:
            board = await self._client.service.posts.last_board(number)
            if board is None:
                continue
            channel = self._client.get_partial_messageable(board.channel)
            try:
                found = await channel.fetch_message(board.message)
                newest = await self._client.service.posts.last_board(number)
                if newest and newest.message == board.message:
                    await _release(found, view.competition)
            except (discord.Forbidden, discord.NotFound) as error:
                log.info("match %s: board not edited: %s", number, error)

    async def _links(self, view: CompetitionView) -> dict[Any, str]:
        # Only a single division has room for them.
        running = view.fixtures if len(view.tables) == 1 else ()
        return await post_words.board_links(self._client, view.competition, running)

    async def _league(self, competition: Competition) -> League | None:
        if competition.league is None:
            return None
        try:
            return await self._client.service.leagues.league(competition.league)
        except Refused:
            # It was closed.
            return None

    async def _made(self, competition: Competition, stage: str, post: TablePost) -> Competition:
        # Records the message, which is made now unless it exists already.
        is_again = competition.posted == f"{stage}?"
        if not is_again:
            competition = replace(competition, posted=f"{stage}?", shows=utcnow())
            await self._book.note_post(competition)
        found = await self._found(competition, post) if is_again else None
        message = found or await self._sent(competition, stage, post)
        living = message if stage in LIVING else competition.message
        competition = replace(competition, posted=stage, message=living)
        await self._book.note_post(competition)
        return competition

    async def _found(self, competition: Competition, post: TablePost) -> int | None:
        # The message that was made before it could be recorded. By its first button: whether there
        # is another one may have changed meanwhile.
        wanted = [each.custom_id for each in post.buttons][:1]

        def fits(message: discord.Message) -> bool:
            is_other = message.id != competition.message
            return is_other and layouts.buttons_in(message)[:1] == wanted

        return await self.made_before(competition.channel, competition.shows, fits)

    async def _sent(self, competition: Competition, stage: str, post: TablePost) -> int:
        async def send(body: dict[str, Any], files: list[discord.File]) -> Any:
            given = {"files": files} if files else {}
            nonce = f"{competition.number:x}.{stage}"
            message = {**body, **given, "nonce": nonce}
            return await self.post_silently(competition.channel, **message)

        made: int = await self._taken(competition, post, send)
        return made

    async def _edited(self, competition: Competition, message: int, post: TablePost) -> bool:
        # Whether the message shows that now; it may be gone.
        place = (self._client, competition.channel, message)

        async def edit(body: dict[str, Any], files: list[discord.File]) -> Any:
            return await edit_silently(*place, **body, attachments=files)

        try:
            await self._taken(competition, post, edit)
        except discord.NotFound as error:
            if error.code != NO_MESSAGE:
                raise
            log.info("channel %s: table is gone", competition.channel)
            return False
        return True

    async def _taken(self, competition: Competition, post: TablePost, say: Say) -> Any:
        # With pictures, or in characters if Discord refuses them.
        async def pictured() -> Any:
            server = await self._client.service.preferences.of_server(competition.guild)
            files = await lanes.EXTRAS.run(post.files, posted_view(server))
            return await say(post.body(post.words, files), files)

        async def plain() -> Any:
            return await say(post.body(post.characters, []), [])

        if not post.pages:
            return await plain()
        return await self.with_pictures(competition.channel, pictured, plain)


async def _release(board: discord.Message, competition: Competition) -> None:
    text = layouts.words_of(board)
    after = without_part(text, competition)
    if after == text:
        return
    if not layouts.is_laid_out(board):
        # Its buttons are left as they are: they may just be taken off.
        await board.edit(content=after)
    else:
        ids = filter(None, map(ButtonId.parse, filter(None, layouts.buttons_in(board))))
        buttons = [match_button(each.action, Address(each.match, each.seq)) for each in ids]
        view = message_view(buttons) if buttons else None
        await board.edit(**layouts.edit_in_form(board, view, content=after))


def _calm(competition: Competition) -> timedelta:
    if competition.phase is Phase.SIGN_UP:
        return SIGN_UP_CALM
    length = competition.round_time
    return EVENING_CALM if length and length < timedelta(days=1) else CALM
