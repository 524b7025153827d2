"""Names that people chose, of themselves or of what they host. Pure.

Characters that can't be seen, or that turn the text around them, are not part of a name: with them
somebody seems to have no name, two names look the same, or a line reads in another order.
"""

import re
from unicodedata import category, normalize

NOT_IN_NAMES = re.compile("[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
"""Invisible characters and those that turn text. Joiners stay: emoji and scripts need them."""

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing."""


def plain_name(name: str) -> str:
    """The name as it may stand in any text, from its first to its last visible character; empty if
    it has none."""
    plain = NOT_IN_NAMES.sub("", name).strip()
    return plain if any(map(_is_visible, plain)) else ""


def _is_visible(character: str) -> bool:
    return category(character)[0] in "LNPS" and character not in BLANK


def skeleton(name: str) -> str:
    """What names have in common that a reader can't tell apart by letters: without case, width,
    spaces and whatever can't be seen."""
    folded = normalize("NFKC", normalize("NFKC", plain_name(name)).casefold())
    return "".join(filter(_is_counted, folded))


def _is_counted(character: str) -> bool:
    # Variation selectors choose between two drawings of an emoji.
    is_selector = "\ufe00" <= character <= "\ufe0f"
    return category(character)[0] not in "CZ" and character not in BLANK and not is_selector
