"""Names that people chose, of themselves or of what they host. Pure.

Characters that can't be seen, or that turn the text around them, are not part of a name: with them
somebody seems to have no name, two names look the same, or a line reads in another order.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category, normalize

NOT_IN_NAMES = re.compile(
    "[\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000\U000e0001\U000e0080-\U000e0fff]"
)
"""Invisible characters and those that turn text. Joiners stay: emoji and scripts need them."""

TAGS = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f)|[\U000e0020-\U000e007f]")
"""The flag of a part of a country, which is written in unseen letters, or such a letter elsewhere.
"""

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing."""

SELECTORS = re.compile("[\u180b-\u180f\ufe00-\ufe0f]")
"""They choose between two drawings of a character."""

MOST_MARKS = 4
"""Marks above and below one letter; no language has more, and a heap of them covers other lines."""


@lru_cache(4096)
def plain_name(name: str) -> str:
    """The name as it may stand in any text, on one line, from its first to its last visible
    character; empty if it has none."""
    shown = TAGS.sub(r"\1", NOT_IN_NAMES.sub("", name))
    # Without control characters first, as one at an end would keep the space before it.
    seen = "".join(each for each in shown if each.isspace() or category(each) != "Cc")
    plain = "".join(_with_few_marks(" ".join(seen.split())))
    return plain if any(map(_is_visible, plain)) else ""


def _with_few_marks(text: str) -> Iterator[str]:
    marks = 0
    for character in text:
        marks = marks + 1 if category(character) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            yield character


def _is_visible(character: str) -> bool:
    return category(character)[0] in "LNPS" and character not in BLANK


def skeleton(name: str) -> str:
    """What names have in common that a reader can't tell apart by letters: without case, width,
    spaces and whatever can't be seen."""
    folded = normalize("NFKC", normalize("NFKC", plain_name(name)).casefold())
    return "".join(filter(_is_counted, SELECTORS.sub("", folded)))


def _is_counted(character: str) -> bool:
    return category(character)[0] not in "CZ" and character not in BLANK
