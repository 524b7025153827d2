"""The data files: games and themes, as somebody may have edited them."""

from importlib.resources import files

from bot.catalog import read_entry
from bot.games.core import BadDataFile
from renderers.drawing.theme import read_theme
from tests.fuzz.target import Target, check, picked

GAMES = sorted(f.name for f in (files("data") / "games").iterdir() if f.name.endswith(".toml"))
MARK = b"\n#=\n"
"""Stands between a part that is taken out of a real file and what takes its place."""


def read_data_file(data: bytes) -> None:
    """A data file is read, or refused in words that name it.

    The first byte says whether it is a theme; a second part replaces the first in a real file.
    """
    which, rest = picked(data, 2)
    found, mark, instead = rest.partition(MARK)
    try:
        if which:
            theme = read_theme(_edited("themes/classic", found, mark, instead), "classic")
            check(all(len(color) == 3 for color in theme.colors.values()))
        else:
            entry = read_entry(_edited("games/clump", found, mark, instead), "clump")
            check(entry.name and entry.rules)
    except BadDataFile as error:
        check(".toml" in str(error))


def _edited(name: str, found: bytes, mark: bytes, instead: bytes) -> bytes:
    if not mark:
        return found
    return (files("data") / f"{name}.toml").read_bytes().replace(found, instead, 1)


WORDS = (
    *('name = "', "\n#=\n", "[[options]]", "[[rules]]", "[color]", "[[player]]", "[surface.plain]"),
    *('fill = "#fff"', 'mark = "', "order = 1", "sides = [", "[reasons]", "'''", "1979-05-27"),
    *("nan",),
)
TARGETS = (Target("data_files", read_data_file, 4, WORDS, 1024),)
