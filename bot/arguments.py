"""Arguments of the commands of the command line: a game, a position, the size of a proof, what
owners may do to a database."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.games.core import PlayerError

Run = Callable[[Namespace], int | None]
"""What a command does."""


def of_a_game(words: ArgumentParser) -> None:
    words.add_argument("game", metavar="GAME", help="the game's key, such as bump")
    words.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the match, its value in JSON; may be repeated",
    )


def from_a_position(words: ArgumentParser) -> None:
    of_a_game(words)
    words.add_argument("--position", metavar="TEXT", help="begin here instead of the start")
    words.add_argument(
        "-m", dest="moves", action="append", default=[], metavar="MOVE", help="then play this move"
    )


def for_a_duel(words: ArgumentParser) -> None:
    of_a_game(words)
    words.add_argument(
        "levels", nargs=2, metavar="LEVEL", help="a level by its number, 1 to 6, or its name"
    )
    words.add_argument("--games", type=int, default=20, metavar="N", help="usually 20")
    words.add_argument(
        "--seed", type=int, default=1, metavar="S", help="plays the same games again"
    )
    words.add_argument("--processes", type=int, default=0, metavar="N", help="usually one a core")
    words.set_defaults(position=None)


def for_a_proof(words: ArgumentParser) -> None:
    from_a_position(words)
    words.add_argument("--plies", type=int, required=True, metavar="N", help="moves of both")
    words.add_argument("--nodes", type=int, metavar="N", help="moves looked at, at most")


def for_puzzles(words: ArgumentParser, mine: Run, check: Run) -> None:
    """The two commands about puzzles: mining new ones, and proving all again."""
    deeds = words.add_subparsers(metavar="mine|check", required=True)
    mine_words = deeds.add_parser("mine", help=mine.__doc__, description=mine.__doc__)
    of_a_game(mine_words)
    for_a_mine(mine_words)
    mine_words.set_defaults(run=mine)
    check_words = deeds.add_parser("check", help=check.__doc__, description=check.__doc__)
    check_words.add_argument("game", metavar="GAME", nargs="?", help="usually all games")
    check_words.set_defaults(run=check)


def for_ratings(words: ArgumentParser, check: Run, reckon: Run) -> None:
    """The two commands about ratings: comparing those kept, and computing those of a file."""
    deeds = words.add_subparsers(metavar="check|reckon", required=True)
    check_words = deeds.add_parser("check", help=check.__doc__, description=check.__doc__)
    check_words.set_defaults(run=check)
    reckon_words = deeds.add_parser("reckon", help=reckon.__doc__, description=reckon.__doc__)
    reckon_words.add_argument("file", type=Path, metavar="FILE")
    reckon_words.set_defaults(run=reckon)


def for_a_mine(words: ArgumentParser) -> None:
    words.add_argument(
        "--into", type=Path, metavar="FILE", help="a file of lines, which are added; else printed"
    )
    words.add_argument("--count", type=int, default=60, metavar="N", help="usually 60")
    words.add_argument(
        "--seed", type=int, default=1, metavar="S", help="plays the same games again"
    )
    words.add_argument("--processes", type=int, default=0, metavar="N", help="usually one a core")
    words.add_argument(
        "--theme", dest="themes", action="append", default=[], metavar="NAME", help="usually all"
    )
    words.add_argument(
        "--level",
        dest="levels",
        action="append",
        default=[],
        type=int,
        metavar="N",
        help="of the bot that plays, usually 3 and 4",
    )
    words.add_argument(
        "--starts", type=Path, metavar="FILE", help="begin games at these positions, one a line"
    )
    words.add_argument(
        "--plies", dest="longest", type=int, default=200, metavar="N", help="of a game, at most"
    )
    words.add_argument(
        "--looks", type=float, default=0.15, metavar="PART", help="of positions looked through"
    )


def for_backups(making: ArgumentParser, restoring: ArgumentParser) -> None:
    """Where a backup is, and what may be replaced by one."""
    target = making.add_mutually_exclusive_group(required=True)
    target.add_argument("file", type=Path, metavar="FILE", nargs="?")
    target.add_argument(
        "--nightly",
        action="store_true",
        help="last night's backup in BUMPBOT_BACKUPS, checked, as the bot makes it",
    )
    restoring.add_argument("file", type=Path, metavar="FILE")
    restoring.add_argument(
        "--overwrite", action="store_true", help="replace an existing database, keeping a copy"
    )
    restoring.add_argument(
        "--force", action="store_true", help="although the digests of some matches disagree"
    )


def for_a_database(migrating: ArgumentParser, checking: ArgumentParser) -> None:
    """How far to go in bringing a database up to date, and in checking and mending it."""
    migrating.add_argument(
        "--force",
        action="store_true",
        help="although processes of an older version seem to be at work: matches that they make "
        "afterwards are missing in lists",
    )
    migrating.add_argument(
        "--to",
        metavar="ADDRESS",
        help="copy everything to this empty database: a new file, or a postgresql:// address",
    )
    checking.add_argument(
        "--all", action="store_true", help="ended matches too, and every reference between tables"
    )
    checking.add_argument(
        "--mend",
        action="store_true",
        help="write what the events say where lists and clocks have something else",
    )
    checking.add_argument(
        "--accept",
        type=int,
        nargs="+",
        default=(),
        metavar="MATCH",
        help="mend these although their digests disagree: their events are what was played",
    )


def for_owners(excluding: ArgumentParser, announcing: ArgumentParser) -> None:
    """Whom to exclude and why, and what to announce."""
    excluding.add_argument("kind", choices=["person", "server"], nargs="?", help="usually a list")
    excluding.add_argument("number", type=int, metavar="ID", nargs="?", help="Discord's number")
    excluding.add_argument("--reason", metavar="TEXT", help="what they are told")
    excluding.add_argument("--end", action="store_true", help="serve them again")
    announcing.add_argument("text", metavar="TEXT", nargs="?")
    announcing.add_argument("--end", action="store_true", help="post it nowhere any more")


def options_of(words: Namespace) -> dict[str, Any]:
    """The options of a game that were given. Raises PlayerError."""
    return dict(map(parsed_option, words.option))


def parsed_option(text: str) -> tuple[str, Any]:
    """The name and value of `NAME=VALUE`; a value that is not JSON is a plain text."""
    name, equals, value = text.partition("=")
    if not equals:
        message = f"“{text}” is no option. Write it as NAME=VALUE, such as variant=ten."
        raise PlayerError(message)
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value
