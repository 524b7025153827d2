"""What a competition's posts hold: the one that becomes its living table, and the one at its end.

The living post keeps its form for good. With several divisions it is laid out, so that their tables
stand below each other at full width; else it is plain, as the announcement of a tournament is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.front.competitions.announcement import announcement
from bot.front.competitions.items import LEAGUE, competition_button
from bot.front.competitions.showing import tables_button
from bot.front.competitions.table_words import (
    bye_lines,
    ended_lines,
    head_text,
    played_line,
    running_lines,
    settled_lines,
    signed_out_line,
)
from bot.front.competitions.tables import TablePage, by_number, table_pages
from bot.front.discord import layouts
from bot.front.discord.markdown import join_lines
from bot.front.ui.base import GuardedItem, message_view
from bot.model.competitions.competition import Entrant, League, Phase
from bot.model.records import MatchId
from bot.service.competitions.changing import CompetitionView
from renderers import View

SHOWN = 4
"""Tables of a post; the button below leads to all of them."""


@dataclass(frozen=True, slots=True)
class TablePost:
    """The words of a post, the tables below them and what is to press."""

    text: str
    pages: tuple[TablePage, ...] = ()
    buttons: Sequence[GuardedItem[Any]] = ()
    laid_out: bool = False
    entrants: Mapping[int, Entrant] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """What stands above pictures: besides the words those names that they lack."""
        undrawn = "; ".join(filter(None, (each.undrawn(self.entrants) for each in self.pages)))
        return join_lines([self.text, *([f"-# {undrawn}."] if undrawn else [])])

    @property
    def characters(self) -> str:
        """The words with the tables in characters, as many as find room."""
        return join_lines([self.text, *(each.in_characters(self.entrants) for each in self.pages)])

    def body(self, text: str, files: Sequence[discord.File]) -> dict[str, Any]:
        """What is sent or edited, in the form of the post. The files go along beside it."""
        nobody, below = discord.AllowedMentions.none(), message_view(self.buttons)
        if self.laid_out:
            view = layouts.laid_out(text, files, below, None)
            return {"view": view, "allowed_mentions": nobody}
        return {"content": text, "view": below, "allowed_mentions": nobody}

    def files(self, view: View) -> list[discord.File]:
        """The tables as pictures. Computes."""
        return [each.file(view) for each in self.pages]


def living_post(view: CompetitionView, links: Mapping[MatchId, str]) -> TablePost:
    """The post that is edited from the announcement or the beginning to the end. Computes."""
    competition, pages = view.competition, table_pages(view)
    if competition.phase is Phase.SIGN_UP:
        text, buttons = announcement(view)
        return TablePost(text, buttons=buttons)
    several = len(view.tables) > 1
    lines = [head_text(view)]
    if competition.phase is Phase.RUNNING:
        lines += [played_line(view), *bye_lines(view), *_playing(view, pages, links)]
    shown, below = _shown(pages, SHOWN if several else 1), _buttons(view)
    return TablePost(join_lines(lines), shown, below, several, by_number(view))


def final_post(
    view: CompetitionView, league: League | None, silent: Sequence[int] = ()
) -> TablePost:
    """The post that is made at the end; who was `silent` is signed out, and told so. Computes."""
    pages = table_pages(view)
    lines = [*ended_lines(view, league), *bye_lines(view)]
    buttons = _buttons(view)
    if league and silent:
        lines.append(signed_out_line(silent))
        buttons.append(competition_button(LEAGUE, "join", league.number))
    lines += settled_lines(view)
    several, shown = len(pages) > 1, _shown(pages, SHOWN)
    return TablePost(join_lines(lines), shown, buttons, several, by_number(view))


def _playing(
    view: CompetitionView, pages: Sequence[TablePage], links: Mapping[MatchId, str]
) -> Iterator[str]:
    # With several divisions there is no room: the button below leads there.
    if len(view.tables) == 1:
        yield from running_lines(view, pages[0].fixtures, links)


def _shown(pages: Sequence[TablePage], most: int) -> tuple[TablePage, ...]:
    return tuple(pages[:most])


def _buttons(view: CompetitionView) -> list[GuardedItem[Any]]:
    return [tables_button(view.competition.number)] if view.tables else []
