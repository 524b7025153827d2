"""The machine interface to the rules: jobs and answers as plain JSON values, and perft."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from bot.catalog import entry
from bot.games.core import Effect, Outcome, PlayerError, Turn
from bot.games.guide import Game

Answer = dict[str, Any]


class Job(BaseModel):
    """Moves to be played: from `position`, a position text, or else from the start.

    With `count` the numbers of legal moves are returned.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    game: str
    options: dict[str, Any] | None = None
    position: str | None = None
    moves: list[str] | None = None
    count: bool = False


def answer(line: str) -> Answer:
    """Play the moves of a job, given as one line of JSON, and say what happened.

    A refused move stops the job with an `error` at its `ply`, counted from 1 (0: the job itself is
    invalid); the turns before it are reported.
    """
    try:
        job = Job.model_validate_json(line)
        game, position = opening(job.game, job.options or {}, job.position)
    except ValidationError as error:
        return reply([], error=_error(0, " ".join(map(_fault, error.errors()))))
    except PlayerError as error:
        return reply([], error=_error(0, str(error)))
    return _played(job, game, position)


def _played(job: Job, game: Game[Any, Any], position: Any) -> Answer:
    turns: list[Answer] = []
    error = None
    for ply, text in enumerate(job.moves or (), start=1):
        try:
            report, position = _turn(game, position, text, job.count)
        except PlayerError as refusal:
            error = _error(ply, str(refusal))
            break
        turns.append(report)
    return reply(
        turns,
        position=game.write(position),
        legal=legal(game, position) if job.count else None,
        outcome=game.outcome(position),
        error=error,
    )


def opening(key: str, options: Mapping[str, Any], text: str | None) -> tuple[Game[Any, Any], Any]:
    """The game of that key and the position to begin from. Raises PlayerError."""
    game = entry(key).game
    return game, game.start(options) if text is None else game.read(text, options)


def played(game: Game[Any, Any], position: Any, texts: Sequence[str]) -> list[Turn[Any]]:
    """The turns of those move texts, one after the other. Raises PlayerError."""
    turns: list[Turn[Any]] = []
    for text in texts:
        turns.append(game.play(position, game.parse(position, text)))
        position = turns[-1].position
    return turns


def legal(game: Game[Any, Any], position: Any) -> int:
    return sum(1 for _ in game.moves(position))


def perft(game: Game[Any, Any], position: Any, depth: int) -> int:
    """The number of legal move sequences of that length."""
    if depth == 0:
        return 1
    if depth == 1:
        return legal(game, position)
    return sum(
        perft(game, game.play(position, move).position, depth - 1) for move in game.moves(position)
    )


def _turn(game: Game[Any, Any], position: Any, text: str, count: bool) -> tuple[Answer, Any]:
    move = game.parse(position, text)
    turn = game.play(position, move)
    before = legal(game, position) if count else None
    return turn_report(game.format(position, move), turn.effects, before), turn.position


def turn_report(text: str | None, effects: Iterable[Effect], legal: int | None = None) -> Answer:
    """A turn, with the number of moves that were legal before it."""
    records = [effect.record() for effect in effects]
    return {"move": text, "effects": records, "legal_before": legal}


def reply(
    turns: list[Answer],
    *,
    position: str | None = None,
    legal: int | None = None,
    outcome: Outcome | None = None,
    error: Answer | None = None,
) -> Answer:
    """The answer to a job, as JSON."""
    end = outcome and {"winners": list(outcome.winners), "reason": outcome.reason}
    return {"turns": turns, "position": position, "legal": legal, "outcome": end, "error": error}


def _error(ply: int, message: str) -> Answer:
    return {"ply": ply, "message": message}


def _fault(error: ErrorDetails) -> str:
    where = ".".join(map(str, error["loc"]))
    return f"{where or 'The job'}: {error['msg']}."
