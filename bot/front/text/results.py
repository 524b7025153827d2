"""How a match ended, in words."""

from bot.catalog import entry
from bot.front.text.parts import bold_names
from bot.games.core import Names, Outcome
from bot.games.phrases import comma_list
from bot.model.match import Match

# Why a match can end in any game. The games' data files add their own reasons.
REASONS = {
    "resigned": "{loser} resigned",
    "agreed": "The players agreed on a draw",
    "time": "{loser} ran out of time, and {winner} claimed the win",
    "time_lost": "{loser} ran out of time",
    "proven": "{winner} claimed a win that no answer could stop",
    "last": "{winner} is the last one left",
    "abandoned": "Nobody has moved for 60 days, so the match is closed",
    "adjudicated": "Time is up for this round, and a win of {winner} is proven",
    "called_off": "A manager of this server called the match off",
    "unfinished": "The record goes no further; the match was not over",
    "unstated": "The record does not say why it ended",
}

# The same where nobody has won.
UNDECIDED = {
    "adjudicated": "Time is up for this round and no win is proven, so the match is shared",
}


def winners(match: Match) -> set[int]:
    return set(match.outcome.winners) if match.outcome else set()


def losers(match: Match) -> set[int]:
    """The seats that did not win, of those who played to the end."""
    return set(match.playing) - winners(match)


def result_line(match: Match, outcome: Outcome) -> str:
    why, who = _result_parts(match, outcome, bold_names(match))
    return f"{why} {'🏆 ' if outcome.winners else ''}{who}"


def plain_result(match: Match) -> str:
    """The same without markup, for alt text and text boards; nothing while the match runs."""
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
    """Whether the match ended on a board on which the rules would let the players go on."""
    return match.outcome is not None and match.rules.outcome(match.position) is None
