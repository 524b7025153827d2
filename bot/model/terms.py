"""What a challenge agrees on besides the options of the game, its time and who begins."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Terms:
    """`level` is how strong the bot plays, by number; None where it has no seat, and in the records
    of versions that knew no levels. `claims`: a win that is proven may be claimed. `ladder`: the
    match counts on the ladder, and allows neither takebacks nor hints.

    `rated`: what comes of it counts for the ratings of those who play, unless a rule says that it
    does not. `pair`: it is one of two matches side by side, with seats swapped and one result;
    `pair_of` is the number of the first of them, in the second. `competition` is the number of the
    season or tournament that made the match. `imported`: it was read from a file that its host
    brought; its players are names alone, and it counts for nothing.
    """

    level: int | None = None
    claims: bool = False
    ladder: bool = False
    rated: bool = False
    pair: bool = False
    pair_of: int | None = None
    competition: int | None = None
    imported: bool = False

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The terms, of their JSON values; names of other versions are passed over."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})

    def values(self) -> dict[str, int]:
        """Whatever is not as usual, as JSON takes it."""
        return {name: value for name, value in asdict(self).items() if value}

    def pair_number(self, match: int) -> int | None:
        """The number of the pair that the match with these terms belongs to; None without one."""
        return self.pair_of or match if self.pair else None

    @property
    def matches(self) -> int:
        """How many matches begin with these terms."""
        return 2 if self.pair and self.pair_of is None else 1

    @property
    def again(self) -> Self:
        """The terms of a rematch: a pair is begun anew, and no competition made it."""
        return replace(self, pair_of=None, competition=None)

    def __bool__(self) -> bool:
        return bool(self.values())


USUAL_TERMS = Terms()
"""What holds where nothing was said."""
