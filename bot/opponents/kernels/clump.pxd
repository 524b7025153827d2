cimport cython
from bot.opponents.kernel cimport Kernel as Base
from bot.opponents.kernels.clump_groups cimport Groups, Numbers, Rows
from bot.opponents.kernels.clump_paths cimport Paths
from bot.opponents.longs cimport Longs

cdef int STEP, COST, WON, GOES_ON, BARRED, MOVE_BITS, UNKNOWN
cdef unsigned long long TURN
cdef unsigned long long MARKS[256]


cdef class Kernel(Base):
    cdef int _size, _count, _lead
    cdef unsigned long long _known, _measured
    cdef list _moves
    cdef Groups _groups
    cdef Paths _red, _blue

    cpdef void play(self, long long move) except *

    @cython.locals(move=int)
    cpdef void undo(self) except *

    cdef void _swap(self, int one, int other) noexcept

    @cython.locals(
        board=Numbers, beside=Rows, mine=int, start=int, moves=Longs, source=int, target=int,
        worth=cython.longlong
    )
    cpdef int scan(self) except -1

    @cython.locals(groups=Groups, mine=int, kept=int, joined=int, theirs=int, gained=int)
    cdef int _judged(self, int source, int target) noexcept

    @cython.locals(groups=Groups, size=int, other=int, formed=int)
    cdef bint _is_allowed(
        self, int source, int target, int mine, int kept, int theirs
    ) noexcept

    @cython.locals(red=int, blue=int, lacks=int, lacked=int, nearer=int, worth=int)
    cdef int _worth_after(self, int source, int target, int gained) noexcept

    cdef void _survey(self) noexcept

    cdef void _measure(self) noexcept

    @cython.locals(resistance=int)
    cdef int _looks(self) noexcept

    cpdef int result(self) except -9

    cdef int _lacking(self, Paths paths) noexcept

    @cython.locals(theirs=Paths)
    cpdef bint urgent(self) except -1

    @cython.locals(square=int)
    cdef bint _is_threatened(self, Paths theirs) noexcept

    @cython.locals(
        groups=Groups, board=Numbers, mine=int, source=int, formed=int, kept=int, others=int
    )
    cdef bint _is_door(self, Paths theirs, int target) noexcept

    @cython.locals(mine=Paths, missing=int, swaps=int, move=int, found=int)
    cpdef int candidates(self, int plies) except -2

    cdef int _distance(self, int one, int other)
