cimport cython
from bot.opponents.kernel cimport Kernel as Base
from bot.opponents.kernels.clump_paths cimport Paths

cdef int STEP, COST
cdef unsigned long long TURN
cdef list MARKS, VALUES


cdef class Kernel(Base):
    cdef int _size, _count, _clock, _kept, _joined, _lead, _red_value, _blue_value
    cdef unsigned long long _known, _measured
    cdef list _moves, _beside
    cdef bytearray _board
    cdef bytearray _zeros, _order, _below, _apart, _above, _closed, _root
    cdef Paths _red, _blue

    cpdef void play(self, long long move) except *

    @cython.locals(move=int)
    cpdef void undo(self) except *

    @cython.locals(board=bytearray)
    cdef _swap(self, int one, int other)

    @cython.locals(found=list, board=bytearray, mine=int, source=int, target=int)
    cpdef list scored(self)

    @cython.locals(mine=int, kept=int, joined=int, theirs=int, gained=int)
    cdef _judge(self, int source, int target, list found)

    @cython.locals(size=int, other=int, formed=int)
    cdef bint _is_allowed(self, int source, int target, int mine, int kept, int theirs)

    @cython.locals(red=int, blue=int, lacks=int, lacked=int, nearer=int, worth=int)
    cdef int _worth_after(self, int source, int target, int gained)

    @cython.locals(square=int)
    cdef _survey(self)

    @cython.locals(
        board=bytearray, orders=bytearray, color=int, lowest=int, own=int, near=int, reached=int
    )
    cdef int _walk(self, int square, int above, int root)

    @cython.locals(
        root=bytearray, board=bytearray, below=bytearray, color=int, home=int, apart=int, size=int,
        kept=int, joined=int, first=int, second=int, near=int, part=int, stones=int
    )
    cdef int _arrived(self, int source, int target)

    @cython.locals(order=int, first=int, start=int)
    cdef int _part(self, int source, int near)

    @cython.locals(home=int, change=int)
    cdef int _change(self, int source, int target, int size, int joined, int kept)

    @cython.locals(worth=int, home=int, first=int, rest=int)
    cdef int _left(self, int source, int target)

    @cython.locals(board=bytearray, home=int, near=int)
    cdef bint _touches(self, int source, int target, int part)

    cdef _measure(self)

    @cython.locals(resistance=int)
    cdef int _looks(self)

    cpdef int result(self) except -9

    @cython.locals(theirs=Paths)
    cpdef bint urgent(self) except -1

    @cython.locals(source=int, mine=int, kept=int)
    cdef bint _is_door(self, Paths theirs, int target)

    @cython.locals(mine=Paths, missing=int, swaps=int, move=int)
    cpdef object could_win(self, int plies)

    cdef int _distance(self, int one, int other)
