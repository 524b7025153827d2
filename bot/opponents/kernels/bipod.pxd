# Types of bipod.py for Cython; without it the same source runs as plain Python.
cimport cython
from bot.opponents.kernel cimport Kernel as Base
from bot.opponents.kernels.bipod_reach cimport Reach, bipod_cells
from bot.opponents.longs cimport Longs

cdef bipod_cells BITS[81]
cdef int COUNT
cdef unsigned long long KEYS[243]
cdef unsigned long long TURN_KEY
cdef unsigned long long ROLE_KEYS[3]
cdef int LEVEL
cdef int HELD
cdef int DULL
cdef int TEMPO
cdef int SPARE
cdef int TAKE
cdef int BASE
cdef int MOVE_BITS
cdef long long MOVE_MASK
cdef int WON
cdef int GOES_ON
cdef int DRAWN
cdef int PLACES


cdef class Kernel(Base):
    cdef int runner
    cdef int most
    cdef bint to_run
    cdef readonly Reach first
    cdef readonly Reach second
    cdef unsigned char[::1] stones
    cdef bipod_cells free
    cdef readonly int blacks
    cdef bint known
    cdef list played

    cdef void begin(self, int cell, str stone)
    cdef void look(self) noexcept

    cpdef void play(self, long long move) except *
    @cython.locals(move=cython.longlong)
    cpdef void undo(self) except *
    cdef Reach color(self, int number)
    cdef void pass_turn(self) noexcept
    @cython.locals(stones=cython.int, cell=cython.int)
    cdef int turn_all(self, int move)
    cdef void turn_over(self, int cell, int kind) noexcept

    cpdef int result(self) except -9
    cdef int ended(self, int first, int second) noexcept
    @cython.locals(lead=cython.int, worth=cython.int)
    cpdef int worth(self, int player) except? -9999999
    @cython.locals(ahead=cython.int)
    cdef int promise(self, int lead) noexcept
    cpdef bint urgent(self) except -1

    @cython.locals(moves=cython.int)
    cpdef object could_win(self, int plies)
    cdef object takes(self, int moves)
    cdef int needed(self) noexcept
    @cython.locals(needed=cython.int, cell=cython.int)
    cdef object shortcuts(self, int moves)
    @cython.locals(
        first=cython.int, second=cython.int, shared=bipod_cells, seen=bipod_cells, cell=cython.int,
    )
    cdef object cuts(self, int moves)
    @cython.locals(free=bipod_cells)
    cdef bint cuts_with(self, int cell, int moves) noexcept

    @cython.locals(start=cython.int)
    cpdef int scan(self) except -1
    cdef list cells(self)
    @cython.locals(
        moves=Longs, one=Reach, other=Reach, free=bipod_cells, cell=cython.int,
        worth=cython.longlong,
    )
    cdef int runs(self) except -1
    cdef int run_worth(self, int first, int second) noexcept
    @cython.locals(
        moves=Longs, one=Reach, other=Reach, free=bipod_cells, cell=cython.int,
        worth=cython.longlong,
    )
    cdef int blocks(self) except -1
    cdef int block_worth(self, int first, int second) noexcept

    @cython.locals(moves=Longs, free=bipod_cells, start=cython.int, cell=cython.int, need=cython.int)
    cdef int before_roles(self) except -1
    @cython.locals(at=cython.int, stones=cython.int)
    cdef int add_several(self, int start) except -1
    cdef list promising(self, list ranked, int stones)
    @cython.locals(cells=bipod_cells, move=cython.int, number=cython.int, cell=cython.int, need=cython.int)
    cdef long long several(self, tuple chosen) except? -1
    cdef long long placed_worth(self, int need, int stones) noexcept
    @cython.locals(first=cython.int, second=cython.int, lead=cython.int)
    cdef long long take_worth(self) noexcept
    cpdef int far(self, long long move) except -1


cdef int together(int first, int second) noexcept
@cython.locals(count=cython.int)
cdef int count_of(bipod_cells cells) noexcept
@cython.locals(cells=list)
cpdef list blocks_of(long long move)
cpdef long long cell_of(long long move, bint runs)
