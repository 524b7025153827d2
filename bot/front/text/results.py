"""How a match ended, and what was missed in it, in words."""

from bot.catalog import entry
from bot.front.discord.markdown import bold, inline_code
from bot.front.text.parts import bold_names
from bot.games.core import Names, Outcome
from bot.games.phrases import comma_list
from bot.model.match import Match
from bot.model.records import Seat
from bot.service.thinking import Missed, Mistake

# Why a match can end in any game. The games' data files add their own reasons.
REASONS = {
    "resigned": "{loser} resigned",
    "agreed": "The players agreed on a draw",
    "time": "{loser} ran out of time, and {winner} claimed the win",
    "time_lost": "{loser} ran out of time",
    "did_not_come": "{loser} did not come to the match",
    "gone": "{loser} has left the server",
    "less_time": "Time is up, and {winner} had more of it left",
    "proven": "{winner} claimed a win that no answer could stop",
    "last": "{winner} is the last one left",
    "abandoned": "Nobody has moved for 60 days, so the match is closed",
    "adjudicated": "Time is up for this round, and a win of {winner} is proven",
    "called_off": "A manager of this server called the match off",
    "unfinished": "The record goes no further; the match was not over",
    "unstated": "The record does not say why it ended",
}

# The same if nobody has won.
UNDECIDED = {
    "less_time": "Time is up, and both had the same left",
    "cut_short": "Time is up, and I was away for too much of it, so the match is shared",
    "adjudicated": "Time is up for this round and no win is proven, so the match is shared",
}


def winners(match: Match) -> set[Seat]:
    return set(map(Seat, match.outcome.winners)) if match.outcome else set()


def losers(match: Match) -> set[Seat]:
    """The seats that did not win, of those who played to the end."""
    return set(match.playing) - winners(match)


def result_line(match: Match, outcome: Outcome) -> str:
    why, who = _result_parts(match, outcome, bold_names(match))
    return f"{why} {'🏆 ' if outcome.winners else ''}{who}"


def plain_result(match: Match) -> str:
    """The same without markup, for alt text and text boards; empty while the match runs."""
    return " ".join(_result_parts(match, match.outcome, match.names)) if match.outcome else ""


def _result_parts(match: Match, outcome: Outcome, names: Names) -> tuple[str, str]:
    reasons = dict(entry(match.game).reasons) | REASONS | ({} if outcome.winners else UNDECIDED)
    why = reasons.get(outcome.reason, outcome.reason)
    won = comma_list([names[seat] for seat in sorted(winners(match))])
    lost = comma_list([names[seat] for seat in sorted(losers(match))])
    sentence = f"{why.format(winner=won, loser=lost)}."
    if not outcome.winners:
        return sentence, "Nobody wins."
    return sentence, f"{won} {'wins' if len(outcome.winners) == 1 else 'win'}!"


def ended_early(match: Match) -> bool:
    """Whether the match ended on a board on which play could go on by the rules."""
    return match.outcome is not None and match.rules.outcome(match.position) is None


NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def in_moves(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def mistake_line(match: Match, mistake: Mistake) -> str:
    """What was missed in a turn, in one sentence."""
    who = bold(match.mover_of(match.plies[mistake.ply - 1]))
    moves = in_moves(mistake.count)
    best = inline_code(mistake.line[0])
    texts = {
        Missed.WIN: f"{who} had a win in {moves}: {best}.",
        Missed.SAVE: f"{who} allowed a win in {moves}; {best} would not have.",
        Missed.CAPTURE: f"{who} could capture {moves}: {best}.",
    }
    return f"Turn {mistake.ply}: {texts[mistake.missed]}"


def missed_line(match: Match, mistake: Mistake) -> str:
    """The last missed win, for the end of a match."""
    who = bold(match.mover_of(match.plies[mistake.ply - 1]))
    return f"In turn {mistake.ply} {who} missed a win in {in_moves(mistake.count)}."
