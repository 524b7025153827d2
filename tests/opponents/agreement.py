"""What every kernel is held to: the rules of its game, position by position."""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias

from bot.games.guide import Game
from bot.opponents.kernel import DRAWN, GOES_ON, MOST_WORTH, WON, Kernel, kernel_of, taken_off
from tests.helpers.random_play import option_sets


def result_by_the_rules(game: Game[Any, Any], position: Any) -> int:
    outcome = game.outcome(position)
    if outcome is None:
        return GOES_ON
    # Those who have left some games can't win them.
    playing = getattr(position, "playing", (1, 2))
    if set(outcome.winners) in (set(), set(playing)) and len(playing) > 1:
        return DRAWN
    return sum(1 << player for player in outcome.winners)


Scored: TypeAlias = Sequence[tuple[int, int]]
"""What a kernel lists: moves with their worths, which takes most of the time."""


def assert_agrees(
    game: Game[Any, Any], position: Any, kernel: Kernel, listed: Scored | None = None
) -> dict[str, int]:
    """The kernel, which may just have listed its moves, sees the position as the rules do. Returns
    its moves by their texts."""
    assert kernel.write() == game.write(position)
    assert kernel.turn == position.turn
    assert kernel.result() == result_by_the_rules(game, position)
    scored = kernel.scored() if listed is None else listed
    texts = {kernel.text(move): move for _, move in scored}
    assert len(texts) == len(scored), "a move is listed twice"
    legal = {game.format(position, move) for move in game.moves(position)}
    assert set(texts) <= legal
    assert set(texts) == legal or not kernel.whole
    for _, move in scored[:2]:
        assert_glimpses(kernel, move, scored)
    assert kernel.scored() == scored, "the same position lists the same"
    worths = [worth for worth, _ in scored]
    assert worths == sorted(worths, reverse=True)
    if game.outcome(position) is None:
        assert -MOST_WORTH < kernel.worth(position.turn) < MOST_WORTH
    return texts


def assert_glimpses(kernel: Kernel, move: int, scored: Scored) -> None:
    """What the kernel lists of moves like this one are legal moves with their worths."""
    start = len(kernel.moves)
    count = kernel.glimpse(move)
    some = taken_off(kernel.moves, start)
    assert len(some) == len(set(some)) == count
    assert set(some) <= set(scored)
    assert some[:1] == sorted(some)[-1:], "the best one is first"


def assert_plays(
    game: Game[Any, Any], position: Any, kernel: Kernel, move: int, listed: Scored | None = None
) -> Any:
    """The kernel, which may just have listed its moves, makes the move as the rules do, and takes
    it back. Returns what is after it."""
    text, mover = kernel.text(move), kernel.turn
    scored = kernel.scored() if listed is None else listed
    worth = next(worth for worth, each in scored if each == move)
    assert kernel.far(move) >= 0
    assert isinstance(kernel.urgent(), bool)
    before = kernel.write(), kernel.turn, kernel.key
    after = game.play(position, game.parse(position, text)).position
    kernel.play(move)
    assert kernel.write() == game.write(after)
    assert kernel.turn == after.turn
    assert kernel.key == kernel_of(game.key, after).key
    result = kernel.result()
    assert result == result_by_the_rules(game, after)
    if result == GOES_ON:
        assert kernel.worth(mover) == worth
        if len(game.players) == 1:
            assert kernel.worth(3 - mover) == -worth
    elif result == DRAWN:
        assert worth == 0
    else:
        assert worth == (WON if result >> mover & 1 else -WON)
    kernel.undo()
    assert (kernel.write(), kernel.turn, kernel.key) == before
    return after


def walk(
    game: Game[Any, Any],
    options: dict[str, Any],
    players: int,
    chance: Random,
    plies: int,
    tried: int,
) -> int:
    """Play a random game with one kernel; each position is compared. Returns how many."""
    position = game.start(game.prepare(options, players, chance))
    kernel = kernel_of(game.key, position)
    seen = 0
    while seen < plies:
        seen += 1
        scored = kernel.scored()
        moves = list(assert_agrees(game, position, kernel, scored).values())
        if not moves:
            break
        for move in chance.sample(moves, min(tried, len(moves))):
            assert_plays(game, position, kernel, move, scored)
        assert kernel.scored() == scored, "moves taken back leave the same list"
        move = careless(chance, scored)
        position = game.play(position, game.parse(position, kernel.text(move))).position
        kernel.play(move)
    return seen


def careless(chance: Random, scored: Scored) -> int:
    """Half of the time any move, else one of the best looking: so that games come to an end."""
    some = scored if chance.random() < 0.5 else scored[:3]
    return chance.choice(some)[1]


def walks(game: Game[Any, Any], positions: int, seed: int, tried: int = 2) -> int:
    """Compare at least so many positions in random games, of each option in turn."""
    chance = Random(seed)
    sets = list(option_sets(game))
    seen = games = 0
    while seen < positions:
        players, options = sets[games % len(sets)]
        seen += walk(game, options, players, chance, 80, tried)
        games += 1
    return seen


def perft_of(kernel: Kernel, depth: int) -> int:
    """The number of legal move sequences of that length."""
    moves = [move for _, move in kernel.scored()]
    if depth <= 1:
        return len(moves) if depth else 1
    total = 0
    for move in moves:
        kernel.play(move)
        total += perft_of(kernel, depth - 1)
        kernel.undo()
    return total
