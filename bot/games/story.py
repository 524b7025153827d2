"""What happened in a turn, in words: the player's own deed, then the links of its chain, each with
the number that it has in pictures."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a chain, told as what it `does` and to `what`: `bumps`, `Grace's 03 to 04`.

    `count` links that go to and fro are told as one. `alone` is the sentence for a chain of this
    link only, which needs no number.
    """

    does: str
    what: str
    alone: str = ""
    count: int = 1
    takes: bool = False


@dataclass(frozen=True, slots=True)
class Story:
    """A turn in the order in which it happened. `deed` and `end` are whole sentences.

    >>> bumps = [Link("bumps", "Grace's 03 to 04"), Link("bumps", "Ada's 05 to 06")]
    >>> story = Story("Ada moves 01 to 02.", (*bumps, Link("captures", "Ada's 07", takes=True)))
    >>> story.whole
    "Ada moves 01 to 02. 1 bumps Grace's 03 to 04, 2 Ada's 05 to 06, 3 captures Ada's 07."
    >>> story.shortened(1, "see Replay")
    "Ada moves 01 to 02. 1 bumps Grace's 03 to 04 … 2 more, 1 capture: see Replay."
    """

    deed: str
    links: tuple[Link, ...] = ()
    end: str = ""

    @property
    def length(self) -> int:
        """The number of the last link in pictures."""
        return sum(link.count for link in self.links)

    @property
    def whole(self) -> str:
        """Everything, whatever its length."""
        told = f"{_told(self.links)}." if self.length > 1 else "".join(x.alone for x in self.links)
        return _sentences(self.deed, told, self.end)

    def shortened(self, links: int, where: str = "") -> str:
        """The same with that many of the links, how many follow, and `where` to see them."""
        told, rest = self.links[:links], self.links[links:]
        if not rest:
            return self.whole
        return _sentences(self.deed, f"{_told(told)} … {_rest(rest, where)}.", self.end)

    def fitting(self, limit: int, where: str = "") -> int:
        """How many links, one at least, are told in that many characters. A chain of three always
        is told whole."""
        counts = range(len(self.links) if self.length > FEW else 0, 0, -1)
        found = (n for n in counts if len(self.shortened(n, where)) <= limit)
        return next(found, 1 if counts else len(self.links))


FEW = 3
"""Links that are always told."""


def _sentences(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _told(links: Iterable[Link]) -> str:
    return ", ".join(_numbered(links))


def _numbered(links: Iterable[Link]) -> Iterator[str]:
    # What goes on being done is not said again.
    number, done = 0, ""
    for link in links:
        first, number = number + 1, number + link.count
        span = str(number) if link.count == 1 else f"{first}\N{EN DASH}{number}"
        yield " ".join(filter(None, (span, link.does if link.does != done else "", link.what)))
        done = link.does


def _rest(links: Iterable[Link], where: str) -> str:
    links = list(links)
    number, taken = sum(link.count for link in links), sum(link.takes for link in links)
    captures = f"{taken} capture{'s' * (taken > 1)}"
    more = [f"{number} more", captures] if taken < number else [f"{captures} more"]
    text = ", ".join(more if taken else more[:1])
    return f"{text}: {where}" if where else text
