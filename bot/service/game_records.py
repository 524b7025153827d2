"""Records of matches: written for whoever may see the match, and read from files."""

from bot.games.core import Outcome
from bot.model.game_records.record import BadRecord, Deed, GameRecord, RecordItem
from bot.model.game_records.replaying import outcome_of
from bot.opponents.replays import Misfit, Replayed, ReplayQuestion, ReplayStep

PLAYED = (Deed.MOVE, Deed.TAKEBACK, Deed.RESIGN, Deed.LATE)
"""The deeds that change the board, or who plays."""


def played_items(record: GameRecord) -> list[RecordItem]:
    return [item for item in record.items if item.deed in PLAYED]


def replay_question(record: GameRecord, seconds: float = float("inf")) -> ReplayQuestion:
    """Whether the record fits the rules; its steps are those of `played_items`."""
    steps = [
        ReplayStep(item.seat, item.text if item.deed is Deed.MOVE else None, item.count)
        for item in played_items(record)
    ]
    return ReplayQuestion(record.game, record.options, len(record.players), steps, seconds)


def checked(record: GameRecord, found: Replayed | Misfit) -> tuple[Replayed, Outcome]:
    """What was played, and the end of the record. Raises BadRecord where they do not fit."""
    if isinstance(found, Misfit):
        line = 1 if found.step is None else played_items(record)[found.step].line or 1
        raise BadRecord(line, found.why)
    return found, outcome_of(record, found.outcome, found.playing)
