"""Turns read as a player reads them: the sentence is played on the board before it, which has to
lead to what the picture shows, each link with the number that it has there."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import dist

from renderers.scene import Badge, Block, Bond, Cross, Piece, Point, Ring, Token, Trail
from tests.renderers.stories.scenes import BESIDE, Look, Told, in_a_row, links

PLAYERS = {"Ada": 1, "Grace": 2, "Linus": 3, "Margaret": 4, "Edsger": 5}
WHO = "|".join(PLAYERS)


@dataclass
class Reading:
    """A text and the board as it stands when the reader has come so far in it."""

    text: str
    before: Mapping[str, str]
    look: Look
    board: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.board = dict(self.before)

    def take(self, pattern: str) -> re.Match[str] | None:
        """What the text goes on with, if it does."""
        found = re.match(pattern, self.text)
        if found:
            self.text = self.text[found.end() :].lstrip()
        return found

    def chain(self, alone: str) -> list[Told]:
        """The links that the text goes on with: numbered, or a single one without number."""
        if self.text[:1].isdecimal():
            sentence = self.take(r"\d.*?\.(?= [A-Z]|$)")
            assert sentence
            told = links(sentence[0])
            assert in_a_row(told) > 1, "one link needs no number"
        elif sentence := self.take(alone):
            told = [Told(1, 1, sentence[0].removesuffix("."))]
        else:
            told = []
        assert self.look.numbers() == set(range(1, in_a_row(told) + 1)), "other numbers are drawn"
        return told

    def carry(self, source: str, target: str, owner: str) -> None:
        assert self.board.get(source) == owner, f"{owner} is not on {source}"
        del self.board[source]
        assert target not in self.board, f"{target} is taken"
        self.board[target] = owner

    def done(self) -> None:
        assert not self.text, f"left: {self.text}"


# Bump


def read_bump(reading: Reading) -> None:
    look, mover = reading.look, re.match(WHO, reading.text)
    assert mover
    walker = BumpReader(reading, str(PLAYERS[mover[0]]))
    walker.own_movement()
    for told in reading.chain(r"(It|Ada's|Grace's) .*?\.(?= Guard|$)"):
        walker.link(told)
    if reading.take(r"Guard your center!"):
        assert "Guard your center!" in look.words()
        assert any(f"C{3 - int(owner)}" == space for space, owner in reading.board.items())
    reading.done()
    assert look.pieces() == reading.board
    names = {"C" if space[0] == "C" else space for space in reading.board}
    assert names <= set(look.words()), "a piece without its name"


@dataclass
class BumpReader:
    """A chain as it is read: `it` is the piece last spoken of, and `acting` the one that bumps."""

    reading: Reading
    mover: str
    acting: str | None = None
    it: str | None = None

    def own_movement(self) -> None:
        reading = self.reading
        if found := reading.take(rf"(?:{WHO}) moves (\S+) to (\w+)(?: through gate \d)?"):
            source, target = found[1], self.space(found[2], self.mover)
            if self.space(source, self.mover) != target:
                reading.carry(self.space(source, self.mover), target, self.mover)
            self.acting = self.it = target
        elif found := reading.take(rf"(?:{WHO}) turns (\w+)"):
            self.acting = self.it = self.space(found[1], self.mover)
        elif found := reading.take(rf"(?:{WHO}) places a piece from the reserve on (\w+)"):
            reading.board[found[1]] = self.mover
            self.acting = self.it = found[1]
        else:
            assert reading.take(rf"(?:{WHO}) passes"), reading.text
        reading.take(r"(?:, facing|to face) (?:a wall|\w+)")
        assert reading.take(r"\."), reading.text

    def space(self, name: str, owner: str) -> str:
        """The space of a name; C is the only center on which a piece of that owner may stand."""
        return name if name != "C" else f"C{3 - int(owner)}"

    def near(self, name: str, beside: str) -> str:
        """The space of that name that is beside another one."""
        found = [c for c in ("C1", "C2") if self.is_beside(c, beside)] if name == "C" else [name]
        return found[0]

    def is_beside(self, one: str, other: str) -> bool:
        look = self.reading.look
        return any(
            dist(a, b) <= BESIDE * look.unit for a in look.spots[one] for b in look.spots[other]
        )

    def link(self, told: Told) -> None:
        words = told.words
        found = re.fullmatch(
            rf"(?:It )?(?P<verb>bumps?|captures) (?:(?P<it>it)|(?P<who>{WHO})'s (?:piece on )?"
            r"(?P<at>\w+)) (?P<way>.*?)(?: \(by (?P<by>\w+)(?: and (?P<back>\w+))?\))?",
            words,
        ) or re.fullmatch(
            rf"(?:(?P<it>It)|(?P<who>{WHO})'s (?P<at>\w+)) is (?P<verb>bumped|captured) "
            r"by (?P<by>\w+)(?P<back>) (?P<way>.*)",
            words,
        )
        assert found, words
        owner = "" if found["it"] else str(PLAYERS[found["who"]])
        at = self.it if found["it"] else self.space(found["at"], owner)
        assert at in self.reading.board, "nobody is there"
        owner = owner or self.reading.board[at]
        assert owner == self.reading.board[at], "another's piece"
        by = self.near(found["by"], at) if found["by"] else self.acting
        assert by in self.reading.board, f"nobody on {by} bumps {at}"
        assert self.is_beside(by, at), f"{by} does not reach {at}"
        if found["verb"].startswith("capture"):
            self.captured(told, at, owner, found["way"])
        else:
            self.bumped(told, at, owner, found["way"])

    def captured(self, told: Told, at: str, owner: str, way: str) -> None:
        look = self.reading.look
        if beyond := re.search(r"against (?:the piece on )?(\d+)", way):
            assert self.near(beyond[1], at) in self.reading.board, "nothing in the way"
        del self.reading.board[at]
        self.acting = None if self.acting == at else self.acting
        self.it = None
        places = look.spots[at]
        assert any(look.numbered(told.first, place, place, 2.6) for place in places)
        crosses = [cross for cross in look.of(Cross) if isinstance(cross, Cross)]
        assert any(
            cross.player == int(owner) and look.is_at(cross.at, at, 2.6) for cross in crosses
        ), "nobody is crossed out there"

    def bumped(self, told: Told, at: str, owner: str, way: str) -> None:
        look = self.reading.look
        found = re.fullmatch(r"to (\w+)(?: and back (twice|\d+ times))?", way)
        assert found, way
        target = self.space(found[1], owner)
        self.reading.carry(at, target, owner)
        ways = list(look.ways(at, target))
        assert ways, f"no arrow from {at} to {target}"
        for number in range(told.first, told.last + 1):
            assert any(look.numbered(number, *each) for each in ways), f"{number} is elsewhere"
        if found[2]:
            times = 2 if found[2] == "twice" else int(found[2].split()[0])
            assert told.last - told.first + 1 == 2 * times
            self.reading.carry(target, at, owner)
        self.acting = self.it = at if found[2] else target


# Urchins


def read_urchins(reading: Reading) -> None:
    look = reading.look
    if found := reading.take(rf"({WHO}) steals (.*?) cubes? from the supply\."):
        for number, letter in re.findall(r"(\d+) ([A-F])", found[2]):
            assert {f"+{number}", letter} <= set(look.words())
    elif found := reading.take(rf"({WHO}) brings (\w+) home off the (top|bottom)"):
        assert reading.board.pop(found[2]) == str(PLAYERS[found[1]])
        _paid(reading)
        assert reading.take(r"\.")
        assert look.marked(Trail, found[2], 1.5)
        homes = reading.take(rf"({WHO}) has (\d) home now\.")
        assert homes
        assert homes[2] in [t.text for t in look.of(Token) if isinstance(t, Token)]
        if reading.take(r"This is the last round!"):
            assert "Last round!" in look.words() or look.scene
    else:
        _walk(reading)
    reading.done()
    pieces = {space: who for space, who in look.pieces().items() if "home" not in space}
    assert pieces == reading.board


def _paid(reading: Reading) -> None:
    found = reading.take(r" for (\d+) ([A-F]) cubes") or reading.take(r"for (\d+) ([A-F]) cubes")
    assert found, reading.text
    assert f"\N{MINUS SIGN}{found[1]}" in reading.look.words()


def _walk(reading: Reading) -> None:
    look = reading.look
    if found := reading.take(rf"({WHO}) enters an urchin on (\w+)"):
        at = found[2]
    else:
        found = reading.take(rf"({WHO}) moves (\w+) to (\w+)")
        assert found, reading.text
        at = found[3]
        assert reading.board.pop(found[2]) == str(PLAYERS[found[1]])
        assert look.marked(Trail, found[2], 1.5)
        _paid(reading)
    owner = str(PLAYERS[found[1]])
    if step := reading.take(r", meets the constable and steps (?:up|down) to (\w+)"):
        at = step[1]
    assert reading.take(r"\.")
    pushed = _land(reading, at, owner)
    for told in reading.chain(r"It bumps .*?\.(?= [A-Z]|$)"):
        pushed = _bump(reading, told, pushed)
    assert pushed is None or look.numbers() is not None


def _land(reading: Reading, at: str, owner: str) -> tuple[str, str] | None:
    there = reading.board.get(at)
    reading.board[at] = owner
    return (at, there) if there else None


def _bump(reading: Reading, told: Told, pushed: tuple[str, str] | None) -> tuple[str, str] | None:
    look = reading.look
    found = re.fullmatch(
        rf"(?:It )?bumps ({WHO})'s (?:urchin (?:from|on) )?(\w+) "
        r"(?:(past the constable )?to (\w+)|off the (top|bottom), back to hand)",
        told.words,
    )
    assert found, told.words
    assert pushed == (found[2], str(PLAYERS[found[1]])), "another urchin is bumped"
    if found[4]:
        target = found[4]
        (head,) = look.spots[target]
    else:
        # Crossed out past the end.
        (head,) = look.spots[f"{found[2][0]}-home{'^' if found[5] == 'top' else 'v'}"]
        crosses = [cross for cross in look.of(Cross) if isinstance(cross, Cross)]
        assert any(c.player == PLAYERS[found[1]] and dist(c.at, head) < 1 for c in crosses)
    (tail,) = look.spots[found[2]]
    assert look.numbered(told.first, tail, head, 2.6), f"{told.first} is elsewhere"
    return _land(reading, found[4], pushed[1]) if found[4] else None


# Bounce


def read_bounce(reading: Reading) -> None:
    look = reading.look
    if reading.take(rf"(?:{WHO}) has no move and passes\."):
        reading.done()
        return
    found = reading.take(rf"({WHO}) runs (?:(\w+) to (\w+)|from (\w+) and back)\.")
    assert found, reading.text
    source, target = (found[2], found[3]) if found[2] else (found[4], found[4])
    stack = reading.board.pop(source)
    assert stack[-1] == str(PLAYERS[found[1]])
    way = [point for trail in look.of(Trail) for point in _ends(trail)]
    assert any(dist(point, look.spots[source][0]) < look.unit for point in way)
    for told in reading.chain(r"It (?:bounces|covers) .*?\.(?= [A-Z]|$)"):
        words = told.words.removeprefix("It ")
        if at := re.fullmatch(r"bounces at (\w+)", words):
            space = at[1]
        else:
            at = re.fullmatch(rf"covers ({WHO})'s (cup|stack of (\d+)) on (\w+)", words)
            assert at, words
            under, space = reading.board.pop(at[4]), at[4]
            assert (under[-1], len(under)) == (str(PLAYERS[at[1]]), int(at[3] or 1))
            stack = under + stack
        (place,) = look.spots[space]
        assert look.numbered(told.first, place, place, 2.6), f"{told.first} is not at {space}"
        assert any(dist(point, place) < 1.5 * look.unit for point in way), (
            f"it did not come to {space}"
        )
    if high := reading.take(r"It is (\d+) high now\."):
        assert len(stack) == int(high[1])
    reading.done()
    reading.board[target] = stack
    assert look.pieces() == reading.board


def _ends(trail: object) -> Iterator[Point]:
    assert isinstance(trail, Trail)
    yield trail.at
    yield trail.at[0] + trail.reach[0], trail.at[1] + trail.reach[1]


# Clump


def read_clump(reading: Reading) -> None:
    look, colors = reading.look, {"red": "1", "blue": "2"}
    found = reading.take(rf"({WHO}) swaps (\w+) with (\w+)")
    assert found, reading.text
    board, (one, other) = reading.board, (found[2], found[3])
    assert board[one] == str(PLAYERS[found[1]]) != board[other]
    assert look.marked(Ring, one)
    assert look.marked(Ring, other)
    old = [_group(look, dict(board), square) for square in (one, other)]
    board[one], board[other] = board[other], board[one]
    assert look.pieces() == board
    while group := reading.take(r"(?:, )?(?:and )?(?:forms )?a (red|blue) group of (\d+) on (\w+)"):
        assert board[group[3]] == colors[group[1]]
        assert len(_group(look, board, group[3])) == int(group[2])
    while lost := reading.take(r"(?:, )?(?:and )?(?:breaks up )?a (red|blue) group of (\d+)"):
        sizes = [len(group) for group in old if reading.before[min(group)] == colors[lost[1]]]
        assert int(lost[2]) in sizes
    assert reading.take(r"\."), reading.text
    while path := reading.take(r"A (red|blue) path joins (?:bottom and top|left and right)\."):
        bonds = [bond for bond in look.of(Bond) if isinstance(bond, Bond) and bond.strong]
        assert int(colors[path[1]]) in {bond.player for bond in bonds}
    assert not look.numbers()
    reading.done()


def _group(look: Look, board: Mapping[str, str], square: str) -> set[str]:
    found, edge = {square}, [square]
    while edge:
        (x, y), side = look.spots[edge.pop()][0], 2 * look.unit
        for beside, ((bx, by), *_) in look.spots.items():
            away = sorted((abs(x - bx), abs(y - by)))
            is_same = beside not in found and board[beside] == board[square]
            if is_same and away[0] < 1 and abs(away[1] - side) < 1:
                found.add(beside)
                edge.append(beside)
    return found


# Bi-Pod


def read_bipod(reading: Reading) -> None:
    look, coats = reading.look, {"o": "1", "O": "2"}
    if found := reading.take(rf"({WHO}) places (black stones|a black stone|a \w+ \((o|O)\)) on "):
        cells = re.split(r", | and ", reading.take(r".*?(?=\.(?: |$))")[0])  # type: ignore[index]
        assert reading.take(r"\.")
        assert {ring for ring in look.spots if look.marked(Ring, ring)} == set(cells)
        for cell in cells:
            assert look.marked(Piece if found[3] else Block, cell)
            assert not found[3] or look.pieces()[cell] == coats[found[3]]
            assert cell in look.words()
    else:
        taken = reading.take(rf"({WHO}) takes the (\w+)'s part; ({WHO}) is the (\w+)\.")
        assert taken, reading.text
        assert {taken[2], taken[4]} == {"Runner", "Blocker"}
        assert look.large or "wins" in look.words() or {taken[2], taken[4]} <= set(look.words())
    while joined := reading.take(
        r"The \w+s \((o|O)\) are joined: from (\S+) to the side at (\S+?)\.(?= |$)"
    ):
        bonds = [bond for bond in look.of(Bond) if isinstance(bond, Bond) and bond.strong]
        ends = [bond for bond in bonds if str(bond.player) == coats[joined[1]]]
        assert ends or joined[2] == joined[3]
        assert all(look.pieces()[cell] == coats[joined[1]] for cell in joined.groups()[1:])
    while cut := reading.take(
        r"The \w+s \((o|O)\) are cut off: no way is left from (\S+) to a short side\."
    ):
        assert look.marked(Cross, cut[2])
    assert not look.of(Badge)
    reading.done()


READERS: Mapping[str, Callable[[Reading], None]] = {
    "bump": read_bump,
    "urchins": read_urchins,
    "bounce": read_bounce,
    "clump": read_clump,
    "bipod": read_bipod,
}
"""How a sentence of each game is read."""
