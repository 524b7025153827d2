# Types of bounce.py for Cython; without it the same source runs as plain Python.
cimport cython
from bot.opponents.kernel cimport Kernel as Base

cdef int CELLS
cdef int LAP
cdef int PASS
cdef const unsigned char[::1] RAYS
cdef const unsigned char[::1] APART
cdef unsigned long long[::1] HASHES
cdef long long[::1] WORTHS
cdef list WAYS
cdef unsigned long long TURN_HASH


cdef class Kernel(Base):
    cdef object root
    cdef bint is_accelerating
    cdef bint has_passed
    cdef unsigned char[::1] board
    cdef int[::1] stacks
    cdef long long total
    cdef unsigned long long reached
    cdef set known
    cdef long long last
    cdef list log
    cdef list kept
    cdef dict seen
    cdef int twice

    cpdef list scored(self)
    @cython.locals(mover=cython.int, source=cython.int, code=cython.int)
    cdef void _add_all(self, list found)
    @cython.locals(kind=cython.int, ray=cython.int)
    cdef void _add_runs(self, int source, int code, list found)
    @cython.locals(
        left=cython.int, sign=cython.int, rest=cython.longlong, place=cython.int,
        at=cython.int, worth=cython.longlong,
    )
    cdef void _add_along(self, int ray, int source, int code, list found)
    @cython.locals(
        square=cython.longlong, met=cython.int, sign=cython.int, wins=cython.bint,
        further=cython.int, at=cython.int, worth=cython.longlong,
    )
    cdef void _add_jump(
        self, int place, int left, int code, long long rest, long long move, list found
    )
    @cython.locals(moved=cython.ulonglong)
    cdef bint _repeats(self, int code, int source, int target)
    cdef long long _worth_of_pass(self)

    @cython.locals(code=cython.int, met=cython.int, place=cython.int)
    cpdef void play(self, long long move) except *
    @cython.locals(move=cython.longlong, place=cython.int)
    cpdef void undo(self) except *
    cdef void _put(self, int square, int code)
    @cython.locals(code=cython.int)
    cdef int _lift(self, int square)
    cdef void _hand_over(self)
    cdef void _see(self, unsigned long long key)
    cdef void _forget(self, unsigned long long key)

    cpdef int result(self) except -9
    cdef bint _is_stuck(self)
    cpdef int worth(self, int player) except? -9999999
    cpdef bint urgent(self) except -1
    cpdef object could_win(self, int plies)
    @cython.locals(move=cython.longlong, theirs=cython.int)
    cdef list _captures(self)
    cpdef int far(self, long long move) except -1
