"""Hints, claims of proven wins, and reviews: what the search says, in private."""

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import ui

from bot.front import ids, meant
from bot.front.actions import match_action
from bot.front.board.lines import before_claim, line_files, line_in_words, played_on
from bot.front.board.private_view import load_view
from bot.front.discord.context import (
    Interaction,
    PrivateReply,
    defer_private,
    reply_layout,
    reply_private,
    take_allowance,
)
from bot.front.discord.layouts import laid_out
from bot.front.discord.markdown import join_lines
from bot.front.picker.controller import redraw_screen
from bot.front.picker.typed_moves import TypedId
from bot.front.text.parts import match_title
from bot.front.text.results import in_moves, mistake_line
from bot.front.text.turns import move_line
from bot.front.ui.answers import reply_and_lead_on
from bot.front.ui.base import (
    BLUE,
    GREEN,
    Address,
    Button,
    ButtonId,
    action,
    button,
    match_button,
    message_view,
)
from bot.games.phrases import counted
from bot.model.commands import ClaimProven
from bot.model.limits import EXPORTS
from bot.model.match import Match
from bot.model.records import Seq
from bot.service.thinking import Found, Mistake, own_moves, worst
from renderers import View

# Most turns that a review lists, each with a button: a message has room for them in two rows.
LISTED = 8

NOTHING_MISSED = (
    "**I could prove nothing that was missed.** I looked for wins in {moves} or fewer moves, "
    "missed or allowed, and for missed captures."
)


# Hints


async def show_hint(interaction: Interaction, match: Match) -> None:
    """A good move in a match against the bot, drawn, and why it is one."""
    person = ids.user(interaction)
    view = await load_view(interaction, match)
    await take_allowance(interaction, EXPORTS)
    found = await interaction.client.service.analysis.hint(match, person)
    lines = [
        *_headed("A good move", match, [found.text]),
        why(match, found),
        f"-# {match_title(match)} · your move is not played yet",
    ]
    files = await line_files(match, [found.text], view.board_view, person=person, name="hint")
    at = Address(match.id, match.seq)
    ways = {"again": "Back"} if match.terms.practice else {"move": None, "view": None}
    play = [play_button(match, found.text)] if len(found.text) <= TypedId.LONGEST else []
    buttons = message_view([*play, *(match_button(way, at, ways[way]) for way in ways)])
    # Practice stays in one message.
    answer = redraw_screen if match.terms.practice else reply_private
    await answer(interaction, join_lines(filter(None, lines)), files, buttons)


def play_button(match: Match, text: str) -> Button:
    """The button that shows what a move does, with **Confirm** below it."""
    return button(TypedId(match.id, "ask", text), "Play it", GREEN)


def why(match: Match, found: Found) -> str:
    """Why the search likes a move: what it has proven, or the answer it expects."""
    if found.proven == 1:
        return "It wins at once."
    if found.proven > 0:
        return f"It wins in {in_moves(own_moves(found.proven))}, whatever is answered."
    if found.proven < 0:
        return "The match is lost against the best play; this holds out longest."
    if len(found.line) < 2:
        return ""
    answered = played_on(match, found.line[:2])
    if len(answered) < 2:
        return ""
    return f"I expect this answer: {move_line(answered[-1].plies[-1], answered[-1])}"


# Claims


async def claim_proven(interaction: Interaction, match: Match) -> None:
    """End the match with a win of the person, whose turn it is, that no answer can stop."""
    person = ids.user(interaction)
    await take_allowance(interaction, EXPORTS)
    proof = await interaction.client.service.analysis.claimed(match, person)
    claim = ClaimProven(person, proof.line)
    after = await interaction.client.matches.do(match, claim, seq=match.board_seq)
    text = f"It is proven: a win in {in_moves(own_moves(proof.plies))}. You claim it."
    await reply_and_lead_on(interaction, after, text)


@match_action("showproof", "Show the win", BLUE)
async def show_proof(interaction: Interaction, match: Match) -> None:
    """The win that ended a match, move by move."""
    if not match.proof:
        raise PrivateReply("That match did not end by a proven win.")
    view = await load_view(interaction, match)
    played = await before_claim(interaction.client, match)
    lines = [f"**The win that was claimed in match {match.id}:**"]
    lines += line_in_words(played, match.proof)
    files = await line_files(played, match.proof, view.board_view, person=view.person)
    study = match_button("studyproof", Address(match.id, match.seq))
    await reply_private_page(interaction, join_lines(lines), files, message_view([study]))


# Reviews


@match_action("review", "Review")
async def show_review(interaction: Interaction, match: Match) -> None:
    """What was missed in a match that is over, with a button that draws each."""
    await take_allowance(interaction, EXPORTS)
    analysis = interaction.client.service.analysis
    found = await analysis.review(match, ids.user(interaction))
    small = f"-# {match_title(match)} · only what is proven is listed"
    if not found:
        moves = in_moves(analysis.own_moves(match))
        await reply_private(interaction, f"{NOTHING_MISSED.format(moves=moves)}\n{small}")
        return
    shown = worst(found, LISTED)
    lines = ["**What was missed:**", *(f"- {mistake_line(match, each)}" for each in shown)]
    if len(shown) < len(found):
        lines.append(f"…and {counted(len(found) - len(shown), 'smaller thing')}.")
    await reply_private(
        interaction, join_lines([*lines, small]), view=_mistake_buttons(match, shown)
    )


def _mistake_buttons(match: Match, mistakes: Sequence[Mistake]) -> ui.View:
    shown = (mistake_button(match, each, f"Turn {each.ply}") for each in mistakes)
    return message_view([*shown, match_button("studyreview", Address(match.id, match.seq))])


def mistake_button(match: Match, mistake: Mistake, label: str | None = None) -> Button:
    """The button that draws what was missed in a turn."""
    return match_button("missed", Address(match.id, match.plies[mistake.ply - 1].seq), label)


@action(ButtonId, "missed", "Show", BLUE, defer_private)
async def show_mistake(interaction: Interaction, at: ButtonId) -> None:
    """Draw a turn of a match next to what could have been played, or what it allowed."""
    match = await meant.find_visible(interaction, at.match)
    view = await load_view(interaction, match)
    ply = next((n for n, each in enumerate(match.plies, 1) if each.seq == at.seq), 0)
    mistake = ply and await interaction.client.service.analysis.mistake(match, ply, view.person)
    if not mistake:
        raise PrivateReply("Nothing was missed in that turn that could be proven.")
    await _show_both(interaction, match, mistake, view.board_view)


@match_action("lastmissed", "Show", BLUE)
async def show_last_missed(interaction: Interaction, match: Match) -> None:
    """Draw the last missed win of a match, for the button below its end."""
    view = await load_view(interaction, match)
    mistake = await interaction.client.service.analysis.last_missed(match, view.person)
    if mistake is None:
        raise PrivateReply("I could not find it in time. **Review** looks through the whole match.")
    await _show_both(interaction, match, mistake, view.board_view)


async def _show_both(interaction: Interaction, match: Match, mistake: Mistake, view: View) -> None:
    # The turn as it was played with what it allowed, and what could have been played.
    person, played = ids.user(interaction), match.plies[mistake.ply - 1]
    earlier = await interaction.client.matches.earlier(match, Seq(played.seq - 1))
    board = replace(earlier, plies=match.plies[: mistake.ply - 1])
    real = [played.text, *mistake.reply]
    lines = [
        mistake_line(match, mistake),
        *_headed("Played", board, real),
        *_headed("Instead", board, mistake.line),
        f"-# {match_title(match)}",
    ]
    files = await line_files(board, real, view, person=person, name="played", before="Played. ")
    files += await line_files(
        board, mistake.line, view, person=person, name="instead", before="Instead. "
    )
    study = match_button("studyat", Address(match.id, played.seq))
    await reply_private_page(interaction, join_lines(lines), files[:10], message_view([study]))


def _headed(head: str, match: Match, texts: Sequence[str]) -> list[str]:
    # What the moves do, after the words for them, or below if there are several.
    words = line_in_words(match, texts)
    return [f"**{head}:** {words[0]}"] if len(words) == 1 else [f"**{head}:**", *words]


async def reply_private_page(
    interaction: Interaction,
    text: str,
    files: Sequence[discord.File],
    buttons: ui.View | None = None,
) -> None:
    """Answer with each picture at full width, one below the other, if there are any."""
    if files:
        await reply_layout(interaction, laid_out(text, files, buttons, None), files)
    else:
        await reply_private(interaction, text, view=buttons)
