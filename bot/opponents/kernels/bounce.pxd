# Types of bounce.py for Cython; without it the same source runs as plain Python.
cimport cython
from bot.opponents.kernel cimport Kernel as Base
from bot.opponents.longs cimport Longs

cdef int CELLS, LAP, PASS, PLAIN, SEEN, LISTED, WON, GOES_ON, DRAWN, MOVE_BITS, UNKNOWN
cdef long long MOVE_MASK, STEP
cdef const unsigned char[::1] RAYS, APART
cdef const unsigned long long[::1] HASHES
cdef const long long[::1] WORTHS
cdef tuple WAYS
cdef unsigned long long TURN_HASH


cdef class Kernel(Base):
    cdef object root
    cdef bint is_accelerating, has_passed
    cdef unsigned char board[32]
    cdef int stacks[2]
    cdef int seen[1024]
    cdef int twice
    cdef long long total, last
    cdef unsigned long long reached
    cdef Longs known, log, kept, past

    @cython.locals(start=cython.Py_ssize_t, worth=cython.longlong)
    cpdef int scan(self) except -1
    @cython.locals(start=cython.Py_ssize_t, source=cython.int, code=cython.int)
    cpdef int glimpse(self, long long move) except -1
    @cython.locals(mover=cython.int, source=cython.int, code=cython.int)
    cdef int _add_all(self) except -1
    @cython.locals(kind=cython.int, ways=bytes, heading=cython.uchar)
    cdef int _add_runs(self, int source, int code) except -1
    @cython.locals(
        board="unsigned char*", moves=Longs, reached=cython.ulonglong, left=cython.int,
        rest=cython.longlong, worth=cython.longlong, rank=cython.longlong, place=cython.int, at=cython.longlong,
    )
    cdef int _add_along(self, int ray, int source, int code) except -1
    @cython.locals(
        board="unsigned char*", moves=Longs, known=Longs, square=cython.longlong,
        met=cython.int, worth=cython.longlong, further=cython.int, at=cython.longlong,
        found=cython.longlong,
    )
    cdef int _add_jump(self, int place, int left, int code, long long rest, long long move) except -1
    @cython.locals(packed=cython.longlong, taken=cython.longlong, step=cython.int)
    cdef long long _packed(self, long long move, long long ray) noexcept
    @cython.locals(
        ray=cython.int, found=cython.longlong, place=cython.int, step=cython.int,
        square=cython.longlong,
    )
    cdef long long _unpacked(self, long long move) noexcept
    @cython.locals(moved=cython.ulonglong)
    cdef bint _repeats(self, int code, int source, int target) noexcept
    @cython.locals(mover=cython.int, worth=cython.longlong)
    cdef long long _worth_of_pass(self) except? -9999999

    @cython.locals(full=cython.longlong, code=cython.int, met=cython.int, place=cython.int)
    cpdef void play(self, long long move) except *
    @cython.locals(full=cython.longlong, move=cython.longlong, place=cython.int)
    cpdef void undo(self) except *
    cdef void _put(self, int square, int code) noexcept
    @cython.locals(code=cython.int)
    cdef int _lift(self, int square) noexcept
    cdef void _hand_over(self) noexcept
    cdef int _see(self, unsigned long long key) except -1
    cdef void _forget(self, unsigned long long key) noexcept
    cdef int _times(self, unsigned long long key) noexcept

    cpdef int result(self) except -9
    @cython.locals(start=cython.Py_ssize_t, is_stuck=cython.bint)
    cdef bint _is_stuck(self) except -1
    cpdef int worth(self, int player) except? -9999999
    cpdef bint urgent(self) except -1
    @cython.locals(left=cython.int, last=cython.int)
    cpdef int candidates(self, int plies) except -2
    @cython.locals(
        start=cython.Py_ssize_t, kept=cython.Py_ssize_t, at=cython.Py_ssize_t,
        move=cython.longlong, theirs=cython.int,
    )
    cdef int _captures(self) except -1
    cpdef int far(self, long long move) except -1
