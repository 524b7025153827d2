"""Numbers for the inner loops of search and kernels.

These are Python's own list and dict. `longs.pyx` has the same two classes as arrays of C, which
take this module's place where the kernels are compiled: there numbers have 64 bits.
"""


class Longs(list[int]):
    """A list of numbers, used as a stack."""

    __slots__ = ()

    def get(self, at: int) -> int:
        """The number at that place, which must be one of the list."""
        return self[at]

    def put(self, at: int, number: int) -> None:
        """Change the number at that place."""
        self[at] = number

    def top(self) -> int:
        """The last number."""
        return self[-1]

    def cut(self, size: int) -> None:
        """Keep that many numbers, the first ones."""
        del self[size:]

    def copied(self, other: "Longs", start: int) -> None:
        """Append the numbers of the other list from that place on."""
        self += other[start:]

    def lead(self, start: int) -> None:
        """Let the greatest of the numbers from there on change places with the first of them."""
        if len(self) > start + 1:
            at = self.index(max(self[start:]), start)
            self[start], self[at] = self[at], self[start]

    def descend(self, start: int, end: int) -> None:
        """Sort the numbers from `start` to before `end`, the greatest first."""
        self[start:end] = sorted(self[start:end], reverse=True)

    def shift(self, at: int, to: int) -> None:
        """Take the number to an earlier place; those in between move up by one."""
        self.insert(to, self.pop(at))

    def has(self, number: int, start: int) -> bool:
        """Whether the number is there, at that place or later."""
        return number in (self[start:] if start else self)

    def replace(self, old: int, new: int) -> None:
        """Change the number wherever it is."""
        if old in self:
            self[:] = [new if each == old else each for each in self]

    def drop(self, number: int) -> None:
        """Remove the number wherever it is; the others keep their order."""
        if number in self:
            self[:] = [each for each in self if each != number]


class LongMap(dict[int, int]):
    """Numbers by keys, which are numbers of 64 bits that are as good as random."""

    __slots__ = ()

    def put(self, key: int, number: int) -> None:
        self[key] = number
