"""The cost and size of pictures, compared with two other ways of drawing a board, and how much
memory the bot has after many of them.

    python -m bench.pictures [--quick]

Every picture is of another position, drawn once, with the caches warmed as at the start of the bot.
Times are CPU times, so that other programs matter little.
"""

import asyncio
import random
import string
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import cycle, pairwise
from typing import Any

from PIL import Image, ImageDraw

import renderers
from bench.timing import Table, apart, asked, resident, share
from bot.catalog import catalog
from bot.games.bump import GAME
from bot.games.bump.board import NEIGHBORS, Position
from bot.games.core import Bumped, Captured, Effect, effect_cells
from bot.games.guide import Game
from renderers import BoardMarks
from renderers.bump import scenes as bump
from renderers.drawing import canvas
from renderers.drawing.piece_sprites import bumper
from renderers.drawing.style import style_for, style_of
from renderers.drawing.theme import Color, font
from renderers.scene import Arrow, Badge, Piece, Scene, Subject, View

SEED = 20
NAMES = {1: "Ada", 2: "Grace Hopper"}
FRAMES = 40
LINKS = 2
PIECES = 20

Shot = tuple[Position, tuple[Effect, ...]]


def played(count: int) -> tuple[list[Shot], list[Shot]]:
    """One whole game's shots for an animation, and turns with a chain in the middle of others."""
    chance = random.Random(SEED)
    shots: list[Shot] = []
    chains: list[Shot] = []
    while len(chains) < count:
        position = GAME.start({"reserve": [2, 2]})
        game: list[Shot] = [(position, ())]
        for _ in range(60):
            moves = list(GAME.moves(position))
            if not moves:
                break
            turn = _lively(position, chance.sample(moves, min(8, len(moves))))
            position = turn[0]
            game.append(turn)
        shots = shots or game
        chains += [shot for shot in game if is_middle(shot)]
    return shots[:FRAMES], chains[:count]


def _lively(position: Position, moves: Sequence[object]) -> Shot:
    """Of some moves the one with the longest chain: random play alone seldom bumps."""
    turns = [GAME.play(position, move) for move in moves]  # type: ignore[arg-type]
    best = max(turns, key=lambda turn: (links(turn.effects), -len(turn.effects)))
    return best.position, best.effects


def links(effects: Sequence[Effect]) -> int:
    return sum(isinstance(effect, Bumped | Captured) for effect in effects)


def is_middle(shot: Shot) -> bool:
    return links(shot[1]) >= LINKS and len(list(shot[0].pieces())) >= PIECES


# The naive way: everything three times too large, every time, then LANCZOS

FINE = 3


def naive(shot: Shot) -> bytes:
    scene = bump.scene(Subject(*shot, View(), NAMES))
    look = style_of("classic", scene.ground.unit, False)
    width, height = scene.ground.size
    picture = Image.new("RGB", (width * FINE, height * FINE), look.color("page"))
    _naive_board(ImageDraw.Draw(picture), scene, look.theme.surfaces["plain"].fill)
    small = picture.resize((width, height), Image.Resampling.LANCZOS)
    out = BytesIO()
    small.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _naive_board(draw: ImageDraw.ImageDraw, scene: Scene, fill: Color) -> None:
    letters, unit = font("label", scale=FINE), scene.ground.unit * FINE
    for cell in scene.ground.cells:
        corners = [(x * FINE, y * FINE) for x, y in cell.corners]
        draw.polygon(corners, fill=fill, outline=(200, 190, 170), width=FINE)
        draw.text((cell.at[0] * FINE, cell.at[1] * FINE), cell.label, (90, 80, 70), letters, "mt")
    for item in scene.items:
        x, y = item.at[0] * FINE, item.at[1] * FINE
        if isinstance(item, Piece):
            r = unit * 0.74
            draw.ellipse((x - r, y - r, x + r, y + r), (33, 67, 111), (0, 0, 0), FINE)
            (ax, ay), (bx, by) = bumper(unit, item.angle or 0)
            draw.line((x + ax, y + ay, x + bx, y + by), (255, 201, 60), round(unit / 4))
        elif isinstance(item, Arrow):
            dx, dy = item.reach
            draw.line((x, y, x + dx * FINE, y + dy * FINE), (0, 0, 0), 4 * FINE)
        elif isinstance(item, Badge):
            r = unit * 0.35
            draw.ellipse((x - r, y - r, x + r, y + r), (0, 0, 0))
            draw.text((x, y), item.text, (255, 255, 255), letters, "mm")


# Another project's board, for the scale


def chess_way() -> Callable[[], bytes] | None:
    """python-chess draws a board as SVG, cairosvg makes it a PNG; None if they are missing."""
    try:
        import cairosvg
        import chess
        import chess.svg
    except ImportError:
        return None
    board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    move = chess.Move.from_uci("h5f7")

    def draw() -> bytes:
        svg = chess.svg.board(board, lastmove=move, size=620)
        return bytes(cairosvg.svg2png(svg.encode()))

    return draw


# The table


Draws = Sequence[Callable[[], bytes]]
Costs = list[tuple[float, float]]
"""Milliseconds and kilobytes of pictures."""


def row(table: Table, label: str, draws: Draws) -> float:
    """Print the medians of some pictures, each drawn once, and the largest; return their time."""
    return told(table, label, costs(draws))


def costs(draws: Draws) -> Costs:
    """What each picture costs, drawn once."""
    found = []
    for draw in draws:
        before = time.process_time()
        picture = draw()
        found.append(((time.process_time() - before) * 1e3, len(picture) / 1e3))
    return found


def told(table: Table, label: str, found: Costs) -> float:
    """Print medians and the most; return the median of the times."""
    times, sizes = ([each[k] for each in found] for k in (0, 1))
    middle = share(0.5, times)
    table.row(label, middle, share(0.95, times), share(0.5, sizes), max(sizes))
    return middle


def ours(position: Any, effects: Sequence[Effect], key: str = GAME.key) -> bytes:
    return renderers.draw(key, position, effects, names=NAMES)


def step(position: Position, view: View) -> bytes:
    """A picture of the picker: all movable pieces lettered, as at its first step."""
    own = [space for space, player, _ in position.pieces() if player == position.turn]
    marks = BoardMarks(dict(zip(own, string.ascii_uppercase, strict=False)))
    return renderers.draw("bump", position, view=view, names=NAMES, marks=marks)


def walk(position: Position) -> bytes:
    """A later picture of the picker: a way chosen, its next cells lettered, one in the way."""
    own = next(space for space, player, _ in position.pieces() if player == position.turn)
    around = [space for space in NEIGHBORS[own] if space]
    marks = BoardMarks(dict(zip(around, "ABCDEF", strict=False)), (own, around[0]), (around[-1],))
    return renderers.draw("bump", position, names=NAMES, marks=marks)


def near(position: Position) -> bytes:
    """The same step as a close-up of what can be reached."""
    own = next(space for space, player, _ in position.pieces() if player == position.turn)
    around = [space for space in NEIGHBORS[own] if space]
    marks = BoardMarks(dict(zip(around, "ABCDEF", strict=False)), (own, around[0]))
    return renderers.close_up("bump", position, cells=(own, *around), marks=marks)


def chain_near(position: Position, effects: Sequence[Effect]) -> bytes:
    """The close-up below the board of a turn that bumps or captures."""
    cells = effect_cells(effect for effect in effects if effect.hits)
    return renderers.close_up("bump", position, effects, cells=cells)


def animation(shots: Sequence[Shot], view: View | None = None) -> bytes:
    return renderers.animate("bump", shots, view=view or View(), names=NAMES)


def random_turns(game: Game[Any, Any], count: int) -> list[tuple[Any, tuple[Effect, ...]]]:
    """Turns of random games, from their second half, where boards are full of pieces."""
    chance = random.Random(SEED)
    found: list[tuple[Any, tuple[Effect, ...]]] = []
    while len(found) < count:
        position = game.start(game.prepare({}, game.players[0], chance))
        shots: list[tuple[Any, tuple[Effect, ...]]] = []
        while len(shots) < FRAMES and not game.outcome(position):
            turn = game.play(position, chance.choice(list(game.moves(position))))
            position = turn.position
            shots.append((position, turn.effects))
        found += shots[len(shots) // 2 :]
    return found[:count]


def every_other_game(count: int) -> dict[str, Draws]:
    """Turns of each game besides Bump."""
    found: dict[str, Draws] = {}
    for entry in catalog().values():
        if entry.game is not GAME:
            options = entry.game.prepare({}, entry.players[0], random.Random(SEED))
            renderers.warm(entry.key, entry.game.start(options))
            shots = random_turns(entry.game, count)
            found[f"{entry.name}, random turn"] = [partial(ours, *s, entry.key) for s in shots]
    return found


def net(shots: Sequence[Shot]) -> bytes:
    effects = [effect for _, played in shots[1:] for effect in played]
    return renderers.changes("bump", shots[0][0], shots[-1][0], effects, names=NAMES)


def compared(shots: Sequence[Shot]) -> bytes:
    near = partial(renderers.close_up, "bump", legend="A", letters_across=11)
    return renderers.stacked([near(*s, cells=effect_cells(s[1])) for s in shots], 2)


def first_still(before: Shot, after: Shot) -> bytes:
    """The worst of going through a turn still by still: the first, which has to draw it all."""
    return renderers.still("bump", before, after, 1, names=NAMES)


# The naive way of an animation: every frame whole, in any format


def whole(shots: Sequence[Shot], kind: str, **options: object) -> bytes:
    """An animation by Pillow's own means, from frames drawn as our animations draw them."""
    view = View()
    scenes = [bump.scene(Subject(*shot, view, NAMES)) for shot in shots]
    ground = scenes[0].ground
    colors = canvas.Colors(ground, style_for(ground, view), bump.samples(view))
    frames = [canvas.indexed(scene, colors).convert("RGB") for scene in scenes]
    out = BytesIO()
    frames[0].save(
        out, kind, save_all=True, append_images=frames[1:], duration=900, loop=0, **options
    )
    return out.getvalue()


def first_ones(game: Sequence[Shot], start: Position) -> dict[str, Draws]:
    """Pictures for which nothing is cached yet."""

    def first(view: View) -> Callable[[], bytes]:
        return partial(renderers.draw, "bump", start, view=view, names=NAMES)

    others = renderers.themes()[1:]
    turned = [partial(animation, game[5:7], View(theme, turned=True)) for theme in others]
    return {
        "the very first picture": [first(View())],
        "first of a side never drawn": [first(View(turned=True))],
        "first of an option never drawn": [first(View(coordinates=False)), first(View(large=True))],
        "first of a theme never drawn": [first(View(theme)) for theme in others],
        "first animation of a side and theme": turned,
        "the same animation again": turned,
    }


def stills(game: Sequence[Shot], chains: Sequence[Shot]) -> dict[str, Draws]:
    """Pictures of a turn, or of several."""
    sixes = range(min(50, len(chains) - 5))
    return {
        "step of the picker, pieces lettered": [partial(step, s[0], View()) for s in chains],
        "step of the picker, a way chosen": [partial(walk, s[0]) for s in chains],
        "close-up of a way chosen": [partial(near, s[0]) for s in chains],
        "still of a turn, its first look": [partial(first_still, *p) for p in pairwise(game)],
        "net change over six turns": [partial(net, game[k : k + 7]) for k in range(20)],
        "six results compared": [partial(compared, chains[k : k + 6]) for k in sixes],
    }


def films(game: Sequence[Shot]) -> dict[str, Draws]:
    """A whole game, and the same by Pillow's own means."""
    webp = partial(whole, game, "WEBP", method=0)
    return {
        f"animation of {len(game)} frames": [partial(animation, game)] * 5,
        "Pillow: the same as GIF": [partial(whole, game, "GIF")] * 2,
        "Pillow: as lossless WebP, quickest": [partial(webp, lossless=True, quality=0)] * 2,
        "Pillow: as lossy WebP, quickest": [partial(webp, lossless=False, quality=60)] * 2,
        "Pillow: the same as APNG": [partial(whole, game, "PNG")] * 2,
    }


def viewed(key: str, view: View, position: Any, effects: Sequence[Effect]) -> bytes:
    return renderers.draw(key, position, effects, view=view, names=NAMES)


def mixed(chains: Sequence[Shot], *, empty: bool = True) -> Draws:
    """The same turns, each in another theme than the one before."""
    looks = cycle(View(theme, empty=empty) for theme in renderers.themes())
    return [partial(viewed, GAME.key, view, *s) for s, view in zip(chains, looks, strict=False)]


# Memory

MATCH = 20
"""Pictures in a row of one match, as one of its players sees it."""

MARKS = 4
"""How often the memory is measured on the way."""


def varied(count: int) -> Iterator[None]:
    """Draw that many pictures: turns of random games with random options, sides and themes."""
    chance, games = random.Random(SEED), list(catalog().values())
    for _ in range(count // MATCH):
        entry = chance.choice(games)
        options = {o.name: chance.choice(o.choices)[1] for o in entry.options if o.choices}
        players, theme = chance.choice(entry.players), chance.choice(renderers.themes())
        view = View(theme, *(chance.random() < 0.5 for _ in range(3)))
        names = {seat: f"Player {chance.randrange(300)}" for seat in range(1, players + 1)}
        position = beginning = entry.game.start(entry.game.prepare(options, players, chance))
        for _ in range(MATCH):
            if entry.game.outcome(position):
                position = beginning
            turn = entry.game.play(position, chance.choice(list(entry.game.moves(position))))
            position = turn.position
            renderers.draw(entry.key, position, turn.effects, view=view, names=names)
            yield


def kept(count: int) -> list[float]:
    """The megabytes of the bot after its start, and at marks on the way."""
    import bot.front.client  # noqa: F401  # as heavy as the bot is without a match
    from bot.front.board.pictures import warm_up

    asyncio.run(warm_up())
    marks = {number * count // MARKS for number in range(1, MARKS + 1)}
    return [resident(), *(resident() for n, _ in enumerate(varied(count), 1) if n in marks)]


def main(*, quick: bool) -> None:
    game, chains = played(20 if quick else 200)
    start = GAME.start({})
    table = Table("way (medians)", "CPU ms", "p95 ms", "kB", "most kB")

    def rows(draws: dict[str, Draws]) -> None:
        for label, each in draws.items():
            row(table, label, each)

    # In a separate process: our pictures' settings of the C library's memory would slow it down.
    naive_costs = apart(costs, [partial(naive, s) for s in chains[:10]])
    long_way = told(table, "naive: Pillow 3x + LANCZOS, RGB PNG level 6", naive_costs)
    rows(first_ones(game, start))
    row(table, "quiet position", [partial(ours, s[0], ()) for s in chains])
    turns = [partial(ours, *s) for s in chains]
    ours_takes = row(table, f"turn with a chain of {LINKS} links or more", turns)
    seen = [partial(viewed, GAME.key, View(empty=False), *s) for s in chains]
    row(table, "that turn as channels see it", seen)
    near_takes = row(table, "close-up of that chain", [partial(chain_near, *s) for s in chains])
    if chess_draw := chess_way():
        row(table, "python-chess SVG + cairosvg, 620x620", [chess_draw] * 10)
    else:
        print("python-chess + cairosvg: not installed, skipped (pip install chess cairosvg)")
    rows(every_other_game(len(chains) // 3))
    rows(stills(game, chains))
    six_themes = row(table, "turns with a chain, all themes in turn", mixed(chains))
    posted = row(table, "the same as channels see it", mixed(chains, empty=False))
    rows(films(game))
    print(f"\na turn with a chain is {long_way / ours_takes:.1f} times cheaper than the first row")
    print(f"its close-up costs {near_takes / ours_takes:.2f} of it")
    print(f"with all themes in turn it is {long_way / six_themes:.1f} times")
    print(f"as channels see it, without names of empty spaces, {long_way / posted:.1f} times\n")
    count = 100 if quick else 1000
    after = [f"{count * part // MARKS:,}" for part in range(1, MARKS + 1)]
    Table("after pictures of all kinds", "start", *after).row("MB in memory", *apart(kept, count))


if __name__ == "__main__":
    main(quick=asked(__doc__, quick=False).quick)
