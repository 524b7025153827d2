"""The machine's door to the rules: jobs and answers as plain JSON values, and perft."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.catalog import entry
from bot.games.core import Game, Outcome, PlayerError, Turn

Answer = dict[str, Any]


def answer(job: Mapping[str, Any]) -> Answer:
    """Play a job's moves and say what happened.

    A job names a `game`, and may give `options`, a `position` text to begin from (else the
    start), `moves` as texts and `count` for the numbers of legal moves. A refused move stops the
    job with an `error` at its `ply`, counted from 1 (0: the job itself is at fault); the turns
    before it stand.
    """
    try:
        game, position = opening(job["game"], job.get("options") or {}, job.get("position"))
    except (PlayerError, KeyError, TypeError, AttributeError) as error:
        return _reply([], error=_error(0, error))
    count = bool(job.get("count"))
    turns: list[Answer] = []
    fault = None
    for ply, text in enumerate(job.get("moves") or (), start=1):
        try:
            turn, played_turn = _turn(game, position, text, count)
        except (PlayerError, TypeError, AttributeError) as refusal:
            fault = _error(ply, refusal)
            break
        turns.append(turn)
        position = played_turn.position
    return _reply(
        turns,
        position=game.write(position),
        legal=legal(game, position) if count else None,
        outcome=game.outcome(position),
        error=fault,
    )


def refuse(message: str) -> Answer:
    """The answer to something that is no job at all."""
    return _reply([], error={"ply": 0, "message": message})


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
    """The number of legal moves."""
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


def _turn(game: Game[Any, Any], position: Any, text: str, count: bool) -> tuple[Answer, Turn[Any]]:
    """One move's part of the answer, and the turn itself."""
    move = game.parse(position, text)
    turn = game.play(position, move)
    said = {
        "move": game.format(position, move),
        "effects": [effect.record() for effect in turn.effects],
        "legal_before": legal(game, position) if count else None,
    }
    return said, turn


def _reply(
    turns: list[Answer],
    *,
    position: str | None = None,
    legal: int | None = None,
    outcome: Outcome | None = None,
    error: Answer | None = None,
) -> Answer:
    end = outcome and {"winners": list(outcome.winners), "reason": outcome.reason}
    return {"turns": turns, "position": position, "legal": legal, "outcome": end, "error": error}


def _error(ply: int, error: Exception) -> Answer:
    """What is wrong with a job, in a sentence."""
    if isinstance(error, PlayerError):
        message = str(error)
    elif isinstance(error, KeyError):
        message = f"The job does not say its {error.args[0]}."
    else:
        message = f"The job is not of the form it should be: {error}."
    return {"ply": ply, "message": message}
