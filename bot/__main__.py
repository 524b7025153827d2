"""The command line, and the only place where the parts of the bot are put together."""

import argparse
import gc
import io
import json
import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.arguments import (
    for_a_database,
    for_a_duel,
    for_a_proof,
    for_backups,
    for_owners,
    for_puzzles,
    for_ratings,
    from_a_position,
    options_of,
)
from bot.games.core import PlayerError
from bot.model.refusals import for_owner
from bot.upkeep.commands import (
    backup,
    compare_ratings,
    doctor,
    health,
    installed_version,
    migrate,
    read_settings,
    reckon_ratings,
    record,
    restore,
)

if TYPE_CHECKING:
    pass

log = logging.getLogger("bot")

EXIT_REFUSED = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0, 1 for trouble found, 2 for a refusal."""
    words = parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int | None] = words.run
    try:
        return run(words) or 0
    except PlayerError as error:
        print(for_owner(str(error)), file=sys.stderr)
        return EXIT_REFUSED
    except BrokenPipeError:
        # The reader of our output has gone; what it has read counts.
        sys.stderr.close()
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"{where}{error.strerror or error}.", file=sys.stderr)
        return EXIT_REFUSED


def parser() -> argparse.ArgumentParser:
    root = argparse.ArgumentParser(prog="bumpbot", description="Slow games of push and shove.")
    root.set_defaults(run=serve)
    commands = root.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], Any]) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=run.__doc__, description=run.__doc__)
        added.set_defaults(run=run)
        return added

    command("serve", serve)
    table_words = command("table", table)
    table_words.add_argument("--port", type=int, help="the page's port on this machine")
    command("replay", replay).add_argument(
        "files", type=Path, metavar="FILE", nargs="*", help="usually the standard input"
    )
    study_words = command("study", study)
    study_words.add_argument("file", type=Path, metavar="FILE")
    study_words.add_argument(
        "--check", action="store_true", help="prove that it reads, writes and reads the same"
    )
    record_words = command("record", record)
    record_words.add_argument("number", type=int, metavar="NUMBER", help="of the match")
    record_words.add_argument("--json", action="store_true", help="for programs; else as text")
    from_a_position(command("moves", moves))
    perft_words = command("perft", perft)
    from_a_position(perft_words)
    perft_words.add_argument("depth", type=int, metavar="DEPTH", help="moves in a sequence")
    draw_words = command("draw", draw)
    from_a_position(draw_words)
    draw_words.add_argument("-o", dest="file", type=Path, required=True, metavar="FILE")
    draw_words.add_argument("--animate", action="store_true", help="a GIF of the whole sequence")
    for_a_duel(command("duel", duel))
    for_a_proof(command("solve", solve))
    lessons_words = command("lessons", lessons)
    lessons_words.add_argument("what", choices=["check"], help="play and walk every stage")
    lessons_words.add_argument("game", metavar="GAME", nargs="?", help="usually all games")
    for_puzzles(command("puzzles", check_puzzles), mine_puzzles, check_puzzles)
    for_backups(command("backup", backup), command("restore", restore))
    for_a_database(command("migrate", migrate), command("doctor", doctor))
    command("health", health)
    for_owners(command("exclude", exclude), command("announce", announce))
    for_ratings(command("ratings", compare_ratings), compare_ratings, reckon_ratings)
    root.add_argument("--version", action=_SayVersion, nargs=0, help="say which it is")
    return root


class _SayVersion(argparse.Action):
    # argparse's own wants to know it beforehand, and every command would look for it.
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"Bumpbot {installed_version()}")
        parser.exit()


def serve(words: argparse.Namespace) -> int:
    """Play on Discord with DISCORD_TOKEN, else at the local table."""
    settings = read_settings()
    token = (settings.token or "").strip()
    if not token:
        print("No DISCORD_TOKEN: opening the local table instead.", flush=True)
        words.port = None
        return table(words)
    with _kept_for_good():
        from bot.serving import play_on_discord
    play_on_discord(settings, token)
    return 0


@contextmanager
def _kept_for_good() -> Iterator[None]:
    # What imports make stays until the end: collecting garbage meanwhile would take a sixth of
    # their time, and each later collection would scan it again.
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def exclude(words: argparse.Namespace) -> None:
    """Serve a person or server no longer, end that, or list who is excluded."""
    from bot.upkeep.owner import exclude_or_list

    exclude_or_list(words)


def announce(words: argparse.Namespace) -> None:
    """Tell every server in which matches run something, once; or take that back."""
    from bot.upkeep.owner import announce_or_withdraw

    announce_or_withdraw(words)


def table(words: argparse.Namespace) -> int:
    """Play at the local table, in the browser."""
    settings = read_settings()
    try:
        from bot.table.serve import serve as serve_table
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("simcord"):
            raise
        message = (
            "The local table is not installed here. To play on Discord set DISCORD_TOKEN to the "
            "bot's token; for the table say `make play` where Bumpbot's code is."
        )
        raise PlayerError(message) from error
    from bot.serving import configure_log

    configure_log(settings)
    return serve_table(settings, settings.table_port if words.port is None else words.port)


def replay(words: argparse.Namespace) -> None:
    """Play records, or JSON jobs, a line each, and answer in JSON."""
    if words.files:
        for path in words.files:
            with path.open(encoding="utf-8", errors="surrogateescape") as file:
                _answer_all(file)
        return
    if isinstance(sys.stdin, io.TextIOWrapper):
        # A line that is not valid text is an invalid job, and ends no other.
        sys.stdin.reconfigure(errors="surrogateescape")
    _answer_all(sys.stdin)


def _answer_all(lines: Iterable[str]) -> None:
    from bot.replaying import replayed_lines

    for each in replayed_lines(lines):
        print(json.dumps(each, ensure_ascii=False), flush=True)


def study(words: argparse.Namespace) -> int:
    """Print the moves of a study in a file, a line of JSON each."""
    from bot.studying import check_study, study_lines

    content = words.file.read_bytes()
    if words.check:
        found, whole = check_study(content)
        print(json.dumps(found))
        return 0 if whole else 1
    for each in study_lines(content):
        print(json.dumps(each, ensure_ascii=False))
    return 0


def moves(words: argparse.Namespace) -> None:
    """Print the legal moves of a position, a line each."""
    game, position = _position(words)
    for move in game.moves(position):
        print(game.format(position, move))


def perft(words: argparse.Namespace) -> None:
    """Print the number of legal move sequences of a length."""
    from bot.jobs import perft

    if words.depth < 0:
        raise PlayerError("A sequence has 0 moves or more. Name a depth such as 2.")
    print(perft(*_position(words), words.depth))


def duel(words: argparse.Namespace) -> None:
    """Let two levels of the bot play each other; the last line counts for the first, as JSON."""
    from bot.contests import duel_lines

    game, _ = _opening(words)
    sizes = words.games, words.seed, words.processes
    lines = duel_lines(game, options_of(words), words.levels, *sizes)
    print(*lines, sep="\n")


def solve(words: argparse.Namespace) -> int:
    """Prove which moves win; the last line has them, or `none`, or `not proven`."""
    from bot.contests import solution_lines

    lines, known = solution_lines(*_position(words), words.plies, words.nodes)
    print(*lines, sep="\n")
    return 0 if known else 1


def lessons(words: argparse.Namespace) -> int:
    """Finish every stage by its solution and try every wrong move; the last line is JSON."""
    from bot.training import lesson_lines

    lines, whole = lesson_lines(words.game)
    print(*lines, sep="\n")
    return 0 if whole else 1


def mine_puzzles(words: argparse.Namespace) -> None:
    """Look for puzzles in games of the bot, prove each, and add it to a file or print it."""
    from bot.exercises.mining import Mine
    from bot.training import mine_into, playing_levels, themes_of

    starts = words.starts.read_text("utf-8").splitlines() if words.starts else ()
    mine = Mine(
        words.game,
        words.seed,
        options_of(words),
        tuple(starts),
        words.longest,
        words.looks,
        themes_of(words.themes),
        playing_levels(words.levels),
    )
    print(mine_into(words.into, mine, words.count, words.processes))


def check_puzzles(words: argparse.Namespace) -> int:
    """Prove every puzzle again by every legal move; the last line has their numbers, as JSON."""
    from bot.training import puzzle_lines

    lines, whole = puzzle_lines(words.game)
    print(*lines, sep="\n")
    return 0 if whole else 1


def draw(words: argparse.Namespace) -> None:
    """Draw the position after the last move, with its chain."""
    import renderers
    from bot.jobs import played

    game, position = _opening(words)
    turns = played(game, position, words.moves)
    frames = [(position, ()), *((turn.position, turn.effects) for turn in turns)]
    if words.animate:
        picture = renderers.animate(game.key, frames)
    else:
        picture = renderers.draw(game.key, *frames[-1])
    words.file.write_bytes(picture)


def _opening(words: argparse.Namespace) -> tuple[Any, Any]:
    from bot.jobs import opening

    return opening(words.game, options_of(words), words.position)


def _position(words: argparse.Namespace) -> tuple[Any, Any]:
    from bot.jobs import played

    game, position = _opening(words)
    turns = played(game, position, words.moves)
    return game, turns[-1].position if turns else position


if __name__ == "__main__":
    sys.exit(main())
