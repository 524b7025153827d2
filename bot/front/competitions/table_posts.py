"""A competition's posts: the one that becomes its living table, and the one at its end.

The living post keeps its form. With several divisions it is laid out, so that their tables are
below each other at full width; else it is plain, like the announcement of a tournament.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord

from bot.front.board.part_of import without_part
from bot.front.board.preferences import posted_view
from bot.front.clock import utcnow
from bot.front.competitions import post_words
from bot.front.competitions.items import LEAGUE, competition_button
from bot.front.competitions.showing import tables_button
from bot.front.competitions.tables import TablePage, by_number, table_pages
from bot.front.discord import lanes, layouts
from bot.front.discord.context import Client
from bot.front.discord.markdown import join_lines
from bot.front.living import Body, Content, LivingPost, Showing
from bot.front.posting.at_discord import edit_silently
from bot.front.ui.base import Address, Button, ButtonId, match_button, message_view
from bot.model.competitions.competition import Competition, Entrant, League, Phase
from bot.model.places import LivingKind, PostState
from bot.model.records import ChannelId, MatchId, MessageId, PersonId
from bot.model.refusals import Refused
from bot.service.competitions.changing import CompetitionView
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

    def body(self, text: str, files: Sequence[discord.File]) -> Body:
        """What is sent or edited, in the form of the post."""
        below = message_view(self.buttons)
        if self.laid_out:
            return {"view": layouts.laid_out(text, files, below, None), "files": files}
        return {"content": text, "view": below, "files": files}

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
    view: CompetitionView,
    league: League | None,
    silent: Sequence[PersonId] = (),
    now: datetime | None = None,
) -> TablePost:
    """The post that is made at the end; those who were `silent` are signed out, which it says.
    Computes."""
    pages = table_pages(view)
    lines = [*post_words.ended_lines(view, league, silent, now), *post_words.bye_lines(view)]
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

ENDED = "ended"

STAGES = {Phase.SIGN_UP: "announced", Phase.RUNNING: "begun", Phase.ENDED: ENDED}
"""What has a post of its own. They are stored."""


class CompetitionPost(LivingPost):
    """The living table, which is edited from the announcement to the end, and a post at the end."""

    kind = LivingKind.COMPETITION

    async def show(self, state: PostState) -> Showing:
        view = await self._client.service.competitions.view(state.subject)
        of, ending = view.competition, None
        post = await lanes.EXTRAS.run(living_post, view, await self._links(view))
        if of.phase is Phase.ENDED and state.posted != ENDED:
            silent = await self._client.service.competitions.signed_out(of)
            league = await self._league(of)
            ending = await lanes.EXTRAS.run(final_post, view, league, silent, utcnow())
        return Showing(
            STAGES.get(of.phase, state.posted),
            self._content(of, post),
            self._content(of, ending) if ending else None,
            _calm(of),
            partial(self._release_boards, view) if of.phase is Phase.CALLED_OFF else None,
        )

    async def refused(self, state: PostState, code: int, why: str) -> PostState | None:
        # It is tried again later, but not forever: never again if the end was long ago.
        of = await self._client.service.competitions.competition(state.subject)
        is_long_over = not of.is_open and utcnow() > of.ends + LATEST
        after = await super().refused(state, code, why)
        return replace(after, shown=state.changes) if after and is_long_over else after

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
                    await _release(self._client, found, view.competition)
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

    def _content(self, of: Competition, post: TablePost) -> Content:
        async def draw(pictured: bool) -> Body:
            if not pictured:
                return post.body(post.characters, [])
            server = await self._client.service.preferences.of_server(of.guild)
            return post.body(post.words, await lanes.EXTRAS.run(post.files, posted_view(server)))

        first = next((each.custom_id for each in post.buttons), None)
        return Content(draw, first, bool(post.pages))


async def _release(client: Client, board: discord.Message, competition: Competition) -> None:
    text, place = layouts.words_of(board), (ChannelId(board.channel.id), MessageId(board.id))
    after = without_part(text, competition)
    if after == text:
        return
    if not layouts.is_laid_out(board):
        # Its buttons are left as they are: they may just be taken off.
        await edit_silently(client, *place, content=after)
    else:
        ids = filter(None, map(ButtonId.parse, filter(None, layouts.buttons_in(board))))
        buttons = [match_button(each.action, Address(each.match, each.seq)) for each in ids]
        view = message_view(buttons) if buttons else None
        await edit_silently(client, *place, **layouts.edit_in_form(board, view, content=after))


def _calm(competition: Competition) -> timedelta:
    if competition.phase is Phase.SIGN_UP:
        return SIGN_UP_CALM
    length = competition.round_time
    return EVENING_CALM if length and length < timedelta(days=1) else CALM
