"""The ladder of a person: what they have beaten in each game, and the next match at one press."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from discord import ui

from bot.catalog import Entry, catalog, entry
from bot.front import ids
from bot.front.actions import match_action
from bot.front.discord.context import Interaction, defer_private, reply_layout
from bot.front.discord.layouts import page_layout
from bot.front.invitations.challenging import BEGINS, challenge, level_lines, require_new_rung
from bot.front.ui.base import BLUE, GREEN, CustomId, LearnId, action, button
from bot.model.match import Match
from bot.model.profiles.ladder import SEATS, Rung, Step, next_to_beat
from bot.model.records import Seat
from bot.service.invitations.levels import level_name, offered_levels

HEAD = "### Your ladder\nBeat each of my levels twice: once when you begin, and once when I do."
LEGEND = (
    "-# ● beaten, ◐ only when you began, ◑ only when I did, ○ not yet. The levels are {levels}.\n"
    "-# What counts is a win on the board in a match begun here, or with `ladder` of `/challenge`: "
    "with the usual options, and without takebacks, **Point out…** and hints."
)

# The mark of a level, by the seats from which it was beaten.
MARKS: Mapping[tuple[int, ...], str] = {(): "○", (1,): "◐", (2,): "◑", SEATS: "●"}
WHO_BEGINS = {1: "you begin", 2: "I begin"}


class LadderId(CustomId, written="climb:{game}:{level}:{seat}"):
    """A match on the ladder, with the seat of the person who presses the button."""

    game: str
    level: int
    seat: Seat


@action(LadderId, "", "Play it", GREEN, defer_private)
async def climb(interaction: Interaction, at: LadderId) -> None:
    """Begin the match that comes next."""
    game, step = entry(at.game), Step(at.level, at.seat)
    await require_new_rung(interaction, game, step)
    given = {"ladder": True, "level": step.level, "first": BEGINS[step.seat]}
    await challenge(interaction, game, given, level_lines)


@action(LearnId, "ladder", "The ladder", acknowledge=defer_private)
async def open_ladder(interaction: Interaction, _: LearnId) -> None:
    await show_ladder(interaction)


@match_action("ladder", "The ladder", BLUE)
async def open_from_match(interaction: Interaction, _: Match) -> None:
    await show_ladder(interaction)


async def show_ladder(interaction: Interaction) -> None:
    rungs = await interaction.client.service.profiles.rungs(ids.user(interaction))
    await reply_layout(interaction, ladder_layout(rungs, [*offered_levels()]))


def ladder_layout(rungs: Iterable[Rung], levels: Sequence[int]) -> ui.LayoutView:
    """A line for each game, with a button for what comes next there, which works as long as its
    message exists."""
    beaten: dict[str, set[Step]] = {key: set() for key in catalog()}
    for rung in rungs:
        beaten.setdefault(rung.game, set()).add(rung.step)
    lines = (_line(game, beaten[game.key], levels) for game in catalog().values())
    legend = LEGEND.format(levels=", ".join(map(level_name, levels)))
    return page_layout([ui.TextDisplay(HEAD), *lines, ui.TextDisplay(legend)])


def _line(game: Entry, beaten: Collection[Step], levels: Sequence[int]) -> ui.Item[Any]:
    head = f"**{game.name}** {rung_marks(beaten, levels)}"
    step = next_to_beat(beaten, levels)
    if step is None:
        return ui.TextDisplay(f"{head}\n-# You have beaten all of my levels here.")
    text = f"{head}\n-# Next: {level_name(step.level)}, {WHO_BEGINS[step.seat]}"
    return ui.Section(text, accessory=button(LadderId(game.key, *step)))


def rung_marks(beaten: Collection[Step], levels: Iterable[int]) -> str:
    """A mark for each of the levels, and for those beyond that were beaten elsewhere."""
    shown = sorted({*levels, *(step.level for step in beaten)})
    return "".join(MARKS[tuple(s for s in SEATS if (level, s) in beaten)] for level in shown)
