"""The labels of the buttons of a step, and the text below the picture that explains them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from bot.front.discord.markdown import clip
from bot.games.guide import Choice

# Characters of a button; a phone cuts off what is longer.
NARROW = 38

# Characters next to an arrow that do not break the compass on a phone.
WORD = 8

# Clockwise from the right. As plain characters some would be shown as emoji and some not.
ARROWS = ("➡️", "↘️", "⬇️", "↙️", "⬅️", "↖️", "⬆️", "↗️")

TURN = "🔄"

# A place of the compass: row and column, from 0.
Slot = tuple[int, int]

COMPASS: Mapping[Slot, str] = {
    (0, 0): "↖️", (0, 1): "⬆️", (0, 2): "↗️",
    (1, 0): "⬅️", (1, 2): "➡️",
    (2, 0): "↙️", (2, 1): "⬇️", (2, 2): "↘️",
}  # fmt: skip


def letters_of(choices: Sequence[Choice], named: str = "") -> dict[str, str]:
    """A letter for every cell, in order, but those `named`; none for the cells that directions lead
    to."""
    cells = dict.fromkeys(c.cell for c in choices if c.cell is not None and c.angle is None)
    free = "".join(each for each in ascii_uppercase if each not in named)
    return {cell: letter(number, free) for number, cell in enumerate(cells)}


def letter(number: int, letters: str = ascii_uppercase) -> str:
    """A to Z, then AA, AB and so on."""
    before, last = divmod(number, len(letters))
    return (letter(before - 1, letters) if before else "") + letters[last]


def arrow(angle: float) -> str:
    return ARROWS[round(angle / 45) % len(ARROWS)]


@dataclass(frozen=True, slots=True)
class Labeler:
    """Writes labels: with the letters of a step, and with arrows as the board is seen.

    `places` are the choices on the compass, by key; `shared` the cells that belong to more than one
    choice; `emojis` the pieces that can be shown as they are drawn.
    """

    letters: Mapping[str, str]
    places: Mapping[str, Slot]
    shared: frozenset[str | None]
    turned: bool
    emojis: Mapping[str, str]

    def emoji(self, choice: Choice) -> str:
        """The drawn piece of the choice as it is seen, where there is one."""
        if choice.facing is None:
            return self.emojis.get(choice.piece, "")
        angle = (round(choice.facing) + 180 * self.turned) % 360
        return self.emojis.get(f"{choice.piece}_{angle}", "")

    def facing(self, choice: Choice) -> str:
        if choice.facing is None or self.emoji(choice):
            return ""
        return arrow(choice.facing + 180 * self.turned)

    def letter(self, choice: Choice) -> str:
        return self.letters.get(choice.cell or "", "")

    def shown(self, choices: Sequence[Choice]) -> dict[str, str]:
        cells = (choice.cell or "" for choice in choices)
        return {cell: self.letters[cell] for cell in cells if cell in self.letters}

    def label(self, choice: Choice) -> str:
        """The choice in few characters: `↗️ 03`, `C · 02 ↗️`, `🔄 ↗️`, or its own label. No arrow
        says what a drawn piece shows."""
        if choice.key in self.places:
            word = choice.cell or (choice.label if len(choice.label) <= WORD else "")
            return f"{COMPASS.get(self.places[choice.key], '')} {word}".strip()
        if self.letter(choice):
            brief = choice.cell if choice.cell not in self.shared else choice.label
            brief = choice.brief or brief
            return clip(f"{self.letter(choice)} · {brief} {self.facing(choice)}".strip(), NARROW)
        if self.facing(choice) and not choice.brief:
            return f"{TURN} {self.facing(choice)}"
        return clip(f"{choice.brief or choice.label} {self.facing(choice)}".strip(), NARROW)

    def line(self, choice: Choice) -> str:
        sign = self.letter(choice) or self.facing(choice)
        return clip(f"{sign} · {choice.label}" if sign else choice.label, 100)

    def span(self, group: str, choices: Sequence[Choice]) -> str:
        """What a page holds: `Row 3: A · c1 to F · c6`."""
        ends = dict.fromkeys((self.label(choices[0]), self.label(choices[-1])))
        return clip(": ".join(filter(None, (group, " to ".join(ends)))), 100)

    def contents(self, choices: Sequence[Choice]) -> str:
        """What a menu holds: `A to S · Here, 1 step, 2 steps`."""
        signs = [sign for choice in choices if (sign := self.letter(choice))]
        span = " to ".join(dict.fromkeys([signs[0], signs[-1]])) if signs else ""
        groups = dict.fromkeys(choice.group for choice in choices if choice.group)
        return " · ".join(filter(None, (span, ", ".join(groups))))

    def legend(self, choices: Sequence[Choice]) -> tuple[str, ...]:
        """What the buttons leave unsaid, those with the same to say on one line."""
        lines: dict[str, list[str]] = {}
        plain = replace(self, emojis={})
        for choice in choices:
            if meaning := self.unlabeled(choice):
                # Text has no drawn pieces, so an arrow says which of several facings it is.
                told = (plain if choice.brief else self).label(choice)
                lines.setdefault(meaning, []).append(told)
        return tuple(f"{', '.join(signs)}: {meaning}" for meaning, signs in lines.items())

    def unlabeled(self, choice: Choice) -> str:
        label = self.label(choice)
        known = (
            bool(choice.brief)
            or choice.label in label
            or (choice.cell is not None and choice.cell in label)
        )
        return ": ".join(filter(None, ("" if known else choice.label, choice.note)))
