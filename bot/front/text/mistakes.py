"""What was let go in a match, in words."""

from bot.front.discord.markdown import bold, inline_code
from bot.model.match import Match
from bot.service.opponents.thinking import Missed, Mistake

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def in_moves(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def mistake_line(match: Match, mistake: Mistake) -> str:
    """What was let go in a turn, in one sentence."""
    who = bold(match.mover_of(match.plies[mistake.ply - 1]))
    moves = in_moves(mistake.count)
    said = {
        Missed.WIN: f"{who} had a win in {moves}: {inline_code(mistake.line[0])}.",
        Missed.SAVE: f"{who} allowed a win in {moves}; {inline_code(mistake.line[0])} would not.",
        Missed.CAPTURE: f"{who} could capture {moves}: {inline_code(mistake.line[0])}.",
    }
    return f"Turn {mistake.ply}: {said[mistake.missed]}"


def missed_line(match: Match, mistake: Mistake) -> str:
    """The win that was let go last, as the end of a match tells it."""
    who = bold(match.mover_of(match.plies[mistake.ply - 1]))
    return f"In turn {mistake.ply} {who} let a win in {in_moves(mistake.count)} go."
