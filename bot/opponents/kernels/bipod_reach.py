"""How far one color of Bi-Pod is from the short sides, with sets of cells as integers.

The distance is counted in stones that the Runner needs when each of them is answered in the best
place: a cell is one stone farther than the second nearest of its neighbors, as the nearest gets
blocked; a group of stones makes all cells around it neighbors of each other (the two-distance of J.
van Rijswijck). It is computed in layers from the sides, so after a new stone it is recomputed from
the first layer that it touches.
"""

from bot.games.bipod.board import BIT, CELLS, NEIGHBORS, SIDES, several

BITS = [BIT[name] for name in CELLS]
AROUND = [several(NEIGHBORS[name]) for name in CELLS]
EDGES = several(name for name in CELLS if BIT[name] & SIDES)

SPREAD = 107
"""The powers of two have different remainders modulo this prime."""

INDEX = [0 for _ in range(SPREAD)]
for _cell, _bit in enumerate(BITS):
    INDEX[_bit % SPREAD] = _cell

COUNT = len(CELLS)

# Points

STONE = 1000
WAY = 100
"""What one more way to begin is worth."""

ENOUGH_WAYS = 5
STEP = 100
"""What one stone less at the least, without any answers, is worth."""

HELPLESS = 7 * STONE
"""How far a color is when any path of it can be stopped."""

CUT_OFF = 100 * STONE
"""How far a color is that has no path left at all."""

# Sizes of tables that are made once, large enough for any position

FRAMES = 96
ROOM = 3000
LAYERS = 128


class Reach:
    """How far one color is from the short sides, with the stones laid so far."""

    def __init__(self, start: int) -> None:
        # By the number of stones laid: the cells next to the start stone's group, those next to
        # groups on a side, and where the cells next to each other group are in `loose`.
        self.near = list(bytes(FRAMES))
        self.anchored = list(bytes(FRAMES))
        self.joined = list(bytes(FRAMES))
        self.begin = list(bytes(FRAMES))
        self.end = list(bytes(FRAMES))
        self.loose = list(bytes(ROOM))
        self.laid = 0
        self.merged = self.free = 0
        self.near[0] = AROUND[start]
        # Of the position last examined: cells from where the color gets home in that many stones
        # against every answer, and cells that many stones from the start.
        self.layers = list(bytes(LAYERS))
        self.steps = list(bytes(LAYERS))
        self.trail = list(bytes(LAYERS))
        self.last = 0
        self.against = self.least = self.need = 0
        self.shortest = self.pinches = self.crossed = 0
        self.with_block = list(bytes(COUNT))
        self.with_own = list(bytes(COUNT))

    def lay(self, cell: int) -> None:
        """A stone of the color on an empty cell."""
        frame = self.laid
        bit, merged = BITS[cell], AROUND[cell]
        place = first = self.end[frame]
        for number in range(self.begin[frame], first):
            around = self.loose[number]
            if around & bit:
                merged |= around
            else:
                self.loose[place] = around
                place += 1
        near, anchored, joined = self.near[frame], self.anchored[frame], self.joined[frame]
        at_side = bit & EDGES or anchored & bit
        if near & bit:
            near |= merged
            if at_side:
                joined = 1
        elif at_side:
            anchored |= merged
        else:
            self.loose[place] = merged
            place += 1
        frame += 1
        self.near[frame], self.anchored[frame], self.joined[frame] = near, anchored, joined
        self.begin[frame], self.end[frame] = first, place
        self.laid, self.merged = frame, merged

    def lift(self) -> None:
        """Take the stone laid last away."""
        self.laid -= 1

    def look(self, free: int) -> None:
        """Find out how far it is, with these cells empty."""
        self.free, self.last, self.pinches, self.shortest = free, 0, 0, 0
        if self.joined[self.laid]:
            self.need = self.against = self.least = 0
            return
        self.against = self.answered(self.edge(free), 1, free, 1)
        self.least = self.walked(free)
        self.need = self.far(self.against, self.least)
        if self.least:
            self.note_shortest()

    def is_helpless(self) -> bool:
        """Whether any path of it can be stopped, as far as seen."""
        return self.against == HELPLESS

    def far(self, against: int, least: int) -> int:
        """The points for both distances."""
        return against + STEP * least if least else CUT_OFF

    def edge(self, free: int) -> int:
        """The empty cells where one stone connects with a side."""
        return (EDGES | self.anchored[self.laid]) & free

    def answered(self, safe: int, stones: int, free: int, noted: int) -> int:
        """The stones the color needs when each is answered, in points; more ways make it less.

        Goes on from the cells that are safe with that many stones. Notes the layers when asked to.
        """
        frame = self.laid
        near = self.near[frame] & free
        begin, end = self.begin[frame], self.end[frame]
        while True:
            if noted:
                self.layers[stones] = safe
                self.last = stones
            ways = near & safe
            if ways & (ways - 1):
                found = 2
                ways &= ways - 1
                ways &= ways - 1
                while ways and found < ENOUGH_WAYS:
                    ways &= ways - 1
                    found += 1
                return stones * STONE - WAY * found
            east, west, south, north = safe << 1, safe >> 1, safe << 17, safe >> 17
            left, right = safe << 16, safe >> 16
            one, two = east | west, south | north
            once = one | two
            twice = east & west | south & north | left & right | one & two | once & (left | right)
            once |= left | right
            if ways:
                # With a stone next to it, the start's group has that one's ways and its own.
                twice |= once & near & ~AROUND[INDEX[ways % SPREAD]]
                once |= near
            if begin != end:
                for number in range(begin, end):
                    around = self.loose[number]
                    support = around & safe
                    if support & (support - 1):
                        twice |= around
                    elif support:
                        twice |= once & around & ~AROUND[INDEX[support % SPREAD]]
                        once |= around
            wider = safe | twice & free
            if wider == safe:
                return HELPLESS
            safe = wider
            stones += 1

    def wider(self, cells: int, free: int) -> int:
        """The cells and those one stone from them."""
        row = cells | cells << 1 | cells >> 1
        row |= cells << 17 | cells >> 17 | cells << 16 | cells >> 16
        for number in range(self.begin[self.laid], self.end[self.laid]):
            around = self.loose[number]
            if around & cells:
                row |= around
        return row & free | cells

    def walked(self, free: int) -> int:
        """The stones the color needs when nothing is answered; 0 when it is cut off.

        Notes the cells by their stones from the start, as far as the layers go.
        """
        edge = self.edge(free)
        cells = self.near[self.laid] & free
        stones, found = 1, 0
        while not found or stones <= self.last + 1:
            self.steps[stones] = cells
            if not found and cells & edge:
                found = stones
            further = self.wider(cells, free)
            if further == cells and not found:
                return 0
            cells = further
            stones += 1
        return found

    def distance(self, free: int) -> int:
        """The stones the color needs when nothing is answered; 0 when it is cut off.

        Notes in `trail` the cells by their stones from the start.
        """
        edge = self.edge(free)
        cells = self.near[self.laid] & free
        stones = 1
        self.trail[1] = cells
        while not cells & edge:
            further = self.wider(cells, free)
            if further == cells:
                return 0
            cells = further
            stones += 1
            self.trail[stones] = cells
        return stones

    def paths(self, free: int, most: int) -> int:
        """A lower bound of the number of paths without a common empty cell, `most` if more.

        Notes in `crossed` the cells they run over. That many black stones don't cut the color off.
        """
        self.crossed = 0
        if self.need == 0:
            return most
        for found in range(most):
            stones = self.distance(free)
            if not stones:
                return found
            path = self.way_back(stones, free)
            self.crossed |= path
            free &= ~path
        return most

    def way_back(self, stones: int, free: int) -> int:
        """The cells of the path that ends that many stones from the start."""
        ends = self.trail[stones] & self.edge(free)
        cell = ends & ~(ends - 1)
        path = cell
        while stones > 1:
            stones -= 1
            before = self.wider(cell, free) & self.trail[stones]
            cell = before & ~(before - 1)
            path |= cell
        return path

    def note_shortest(self) -> None:
        """Note the cells of the shortest paths, and those that all of them run over."""
        home = self.edge(self.free)
        for stones in range(self.least, 0, -1):
            cells = self.steps[stones] & home
            if stones > 1:
                cells &= ~self.steps[stones - 1]
            self.shortest |= cells
            if not cells & (cells - 1):
                self.pinches |= cells
            home = self.wider(home, self.free)

    def blocked(self, cells: int) -> int:
        """How far it is with these empty cells blocked."""
        if self.need == 0:
            return 0
        free = self.free & ~cells
        least = self.least
        single = not cells & (cells - 1)
        if cells & (self.pinches if single else self.shortest):
            least = self.distance(free)
        against = self.against
        for stones in range(1, self.last + 1):
            if self.layers[stones] & cells:
                if self.against != HELPLESS:
                    against = self.answered(self.layers[stones] & free, stones, free, 0)
                break
        return self.far(against, least)

    def owned(self, cell: int) -> int:
        """How far it is with a stone of the color on an empty cell."""
        if self.need == 0:
            return 0
        bit = BITS[cell]
        free = self.free & ~bit
        least = self.least - 1 if self.shortest & bit else self.least
        if not least:
            return 0
        self.lay(cell)
        touched = self.merged | bit
        if bit & self.near[self.laid - 1]:
            touched |= self.near[self.laid]
        against = self.against
        for stones in range(1, self.last + 1):
            if self.layers[stones] & touched:
                safe = self.layers[stones] & free
                if stones == 1:
                    safe |= self.edge(free)
                against = self.answered(safe, stones, free, 0)
                break
        self.lift()
        return self.far(against, least)

    def note_blocks(self) -> None:
        """Note in `with_block` how far it is with any one cell blocked."""
        for cell in range(COUNT):
            self.with_block[cell] = self.need
        seen = self.pinches
        if self.against != HELPLESS:
            for stones in range(1, self.last + 1):
                seen |= self.layers[stones] & self.steps[self.last - stones + 1]
        while seen:
            rest = seen & (seen - 1)
            cell = INDEX[(seen ^ rest) % SPREAD]
            self.with_block[cell] = self.blocked(seen ^ rest)
            seen = rest

    def note_stones(self) -> None:
        """Note in `with_own` how far it is with a stone of the color on any one cell."""
        # What lies on a side makes the cells around it safe with one stone, not with one more.
        seen = self.shortest | self.layers[1] & self.steps[self.last + 1]
        seen |= self.near[self.laid] & self.free
        for cell in range(COUNT):
            self.with_own[cell] = self.need
        for stones in range(1, self.last + 1):
            touched = self.wider(self.layers[stones], self.free)
            if self.against != HELPLESS:
                touched &= self.steps[self.last - stones + 1]
            seen |= touched
        while seen:
            rest = seen & (seen - 1)
            cell = INDEX[(seen ^ rest) % SPREAD]
            self.with_own[cell] = self.owned(cell)
            seen = rest
