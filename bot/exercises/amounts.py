"""Numbers as a data file asks for them: exactly 3, `"3+"` for at least 3, `"1-2"` for 1 or 2."""

import re
from dataclasses import dataclass

from bot.exercises.tables import DataTable, shown_value

WRITTEN = re.compile(r"([0-9]{1,4})(?:\+|-([0-9]{1,4}))")


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number from `least` on, up to `most` where there is one."""

    least: int
    most: int | None = None

    def __contains__(self, number: int) -> bool:
        return self.least <= number and (self.most is None or number <= self.most)

    @classmethod
    def of(cls, table: DataTable, key: str) -> "Amount":
        """The amount under a key. Raises BadDataFile."""
        value = table.raw(key)
        if type(value) is int and value >= 0:
            return cls(value, value)
        written = WRITTEN.fullmatch(value) if isinstance(value, str) else None
        if written is None:
            raise table.fault(
                f"`{key}` has to be a number such as 3, or “3+” or “1-2” in quotes, not "
                f"{shown_value(value)}."
            )
        least, most = written.groups()
        if most and int(most) < int(least):
            raise table.fault(f"`{key}` ends below its beginning: “{value}”.")
        return cls(int(least), int(most) if most else None)

    @staticmethod
    def is_written_so(text: str) -> bool:
        """Whether a text can be nothing but an amount."""
        return WRITTEN.fullmatch(text) is not None


ANY = Amount(1)
"""At least one."""
