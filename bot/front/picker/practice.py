"""Practice, in one private message: what the bot has played, the end, and what comes after it."""

from collections.abc import Iterator

from bot.catalog import entry
from bot.front import ids
from bot.front.board.pictures import board_file, text_board, with_text_board
from bot.front.board.preferences import preferences_of, private_view
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, take_allowance
from bot.front.discord.markdown import join_lines
from bot.front.picker import phone
from bot.front.picker.controller import redraw_screen
from bot.front.text.parts import match_title
from bot.front.text.results import result_line
from bot.front.text.turns import move_line
from bot.front.ui.base import (
    GRAY,
    GREEN,
    Address,
    Button,
    CustomId,
    button,
    learn_button,
    match_button,
    message_view,
)
from bot.model.limits import PICTURES
from bot.model.match import Match
from bot.model.records import NO_EVENT, PersonId, Seq, Status
from bot.service.invitations.levels import level_name, offered_levels
from bot.service.personal.recap import last_move, plies_after

NOT_ANSWERED = "I could not find my move, so I have not moved yet. **Go on** asks me again."
BEATEN = (
    "**Next:** the level {level}, the ladder, where you beat my levels one by one, or a friend."
)
BEST_BEATEN = "**Next:** the ladder, where you beat my levels one by one, or a friend."
NOT_BEATEN = "**Next:** the same again, a look at the lesson, or a friend."


class PracticeId(CustomId, written="practice:{game}:{level}"):
    """A match for practice against that level."""

    game: str
    level: int


def side_and_goal(match: Match, person: PersonId) -> str:
    """What somebody has to know before their first move; empty once they have made one."""
    seat, game = match.seat_of(person), entry(match.game)
    if seat is None or last_move(match, person) is not None:
        return ""
    part = game.game.part(match.position, seat) or game.sides[seat - 1]
    return f"You are **{part}**. {game.goal}"


async def news(match: Match, person: PersonId) -> str:
    """What the bot has played since the person's last move."""
    return await lanes.VIEWS.run_for(person, _news, match, person)


def _news(match: Match, person: PersonId) -> str:
    plies = plies_after(match, last_move(match, person) or NO_EVENT)
    return "\n".join(move_line(ply, match) for ply in plies)


async def show_rest(interaction: Interaction, match: Match) -> None:
    """Show a match in which the person has no move: how it ended, or that the bot is to move."""
    person, at = ids.user(interaction), Address(match.id, match.seq)
    if match.status is Status.RUNNING:
        waiting = message_view([match_button("practice", at)])
        await redraw_screen(interaction, NOT_ANSWERED, view=waiting)
        return
    await take_allowance(interaction, PICTURES)
    preferences = await preferences_of(interaction)
    told = await lanes.VIEWS.run_for(person, _end_lines, match, person)
    text, buttons = join_lines([*told, f"-# {match_title(match)}"]), [*next_buttons(match, person)]
    tallest = phone.left_for_picture(text, [phone.labeled_row(each.label for each in buttons)])
    view = private_view(preferences, match, person)
    picture = await board_file(match, view, person=person, tallest=tallest)
    text, more = with_text_board(text, text_board(match) if preferences.text else None)
    files = [*([picture] if picture else []), *more]
    await redraw_screen(interaction, text, files, message_view(buttons))


def _end_lines(match: Match, person: PersonId) -> Iterator[str]:
    assert match.outcome is not None, "it has ended"
    last = (last_move(match, person) or NO_EVENT) - 1
    yield from (move_line(ply, match) for ply in plies_after(match, Seq(last)))
    yield result_line(match, match.outcome)
    yield next_line(match, person)


def next_line(match: Match, person: PersonId) -> str:
    """What comes after a match for practice."""
    if not _has_won(match, person):
        return NOT_BEATEN
    above = _level_above(match)
    return BEATEN.format(level=f"**{level_name(above)}**") if above else BEST_BEATEN


def next_buttons(match: Match, person: PersonId) -> Iterator[Button]:
    """The buttons below the end of a match for practice."""
    won, above = _has_won(match, person), _level_above(match)
    if won and above:
        yield button(PracticeId(match.game, above), f"Play {level_name(above)}", GREEN)
    usual = GRAY if won and above else GREEN
    yield button(PracticeId(match.game, match.level or 1), "Again", usual)
    yield (
        learn_button("ladder", match.game)
        if won
        else learn_button("stages", match.game, "Learn it")
    )
    yield learn_button("challenge", match.game, "Challenge…")


def _has_won(match: Match, person: PersonId) -> bool:
    return match.outcome is not None and match.seat_of(person) in match.outcome.winners


def _level_above(match: Match) -> int | None:
    return next((each for each in offered_levels() if each > (match.level or 0)), None)
