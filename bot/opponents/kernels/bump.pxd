# What becomes a number of C where the kernel is compiled; `bump.py` itself stays plain Python.
import cython

from bot.opponents.kernels.bump_phase cimport BumpPhase
from bot.opponents.longs cimport Longs

cdef int PASS, RESERVE_AT, SOURCE, CHOICE, AT, WALL, WON, GOES_ON, RESERVE, GUARDS, EVEN, SIDE
cdef int CLOSED, MOVE_BITS, UNKNOWN
cdef long long LOST, MOVE_MASK
cdef const unsigned char[::1] NEXT, AIMS, CALM, DOORS, AWAY
cdef const long long[::1] SAFETY, VALUES
cdef const unsigned long long[::1] HASHES, MORE_HASHES
cdef tuple APART, BESIDE, STILL, BUMPING, SETUP

cdef class Kernel(BumpPhase):
    # One for each space, and the wall.
    cdef unsigned char _beside[177]
    cdef unsigned char _closed[177]
    cdef unsigned char _queue[177]
    cdef int _reserves
    cdef long long _first, _second
    cdef unsigned long long _hash, _listed_for
    cdef Longs _past, _listed, _lost, _landing

    cdef int _state(self) noexcept
    cdef void _count(self, int at, int sign) noexcept
    cpdef int result(self) except -9
    @cython.locals(total=cython.longlong)
    cpdef int worth(self, int player) except? -9999999
    cpdef bint urgent(self) except -1
    @cython.locals(start=cython.Py_ssize_t)
    cpdef int candidates(self, int plies) except -2
    @cython.locals(
        player=cython.int, at=cython.Py_ssize_t, rank=cython.longlong, move=cython.longlong,
    )
    cdef int _add_threats(self) except -1
    @cython.locals(
        board="unsigned char*", seen="unsigned char*", queue="unsigned char*", door=cython.int,
        space=cython.int, begin=cython.int, end=cython.int, count=cython.int, place=cython.int,
        around=bytes, near=cython.uchar,
    )
    cdef bint _may_land(self, int player) except -1
    @cython.locals(
        board="unsigned char*", door=cython.int, away=cython.int, last=cython.int, behind=cython.int,
    )
    cdef bint _may_be_bumped_in(self, int player) noexcept
    @cython.locals(last=cython.longlong, apart=bytes)
    cpdef int far(self, long long move) except -1
    @cython.locals(start=cython.Py_ssize_t)
    cpdef int scan(self) except -1
    @cython.locals(start=cython.Py_ssize_t, source=cython.int)
    cpdef int glimpse(self, long long move) except -1
    @cython.locals(end=cython.Py_ssize_t)
    cpdef void order(self, Py_ssize_t start) except *
    @cython.locals(start=cython.Py_ssize_t)
    cdef int _list(self) except -1
    @cython.locals(
        board="unsigned char*", player=cython.int, space=cython.int, total=cython.longlong,
        number=cython.int,
    )
    cdef int _add_all(self, Py_ssize_t start) except -1
    cdef int _begin(self) except -1
    @cython.locals(
        board="unsigned char*", beside="unsigned char*", closed="unsigned char*",
        player=cython.int, space=cython.int,
    )
    cdef void _look_around(self) noexcept
    @cython.locals(beside="unsigned char*", start=cython.int)
    cdef void _show(self, int space) noexcept
    cdef int _reserve(self) noexcept
    @cython.locals(
        player=cython.int, space=cython.int, calm=cython.int, front=cython.int, at=cython.int,
        value=cython.longlong,
    )
    cdef int _reinforcements(self, long long total) except -1
    @cython.locals(
        aimed="unsigned char*", beside="unsigned char*", closed="unsigned char*",
        queue="unsigned char*", moves=Longs, side=cython.int, piece=cython.int, is_lost=cython.bint,
        door=cython.int, high=cython.longlong, begin=cython.int, end=cython.int, count=cython.int,
        shifts=cython.int, place=cython.int, space=cython.int, ends=cython.int, still=bytes,
        bumping=bytes, after=cython.longlong, sum_after=cython.longlong,
        rank=cython.longlong, around=bytes, near=cython.uchar,
    )
    cdef int _movements(self, long long total, int source, int number) except -1
    @cython.locals(
        after=cython.uchar, at=cython.int, sum_after=cython.longlong, worth=cython.longlong
    )
    cdef int _add_still(self, long long total, long long move, bytes still) except -1
    @cython.locals(
        at=cython.int, mark=cython.int, space=cython.int, gain=cython.longlong,
        number=cython.longlong,
    )
    cdef int _bumping(self, long long total, long long move) except -1
    cdef int _end(self, long long total, long long move) except -1
    @cython.locals(source=cython.int, past=Longs, lifted=cython.int, mark=cython.longlong)
    cpdef void play(self, long long move) except *
    @cython.locals(at=cython.int, made=cython.Py_ssize_t, bump=cython.int)
    cdef int _come(self, long long move, int mark) except -1
    @cython.locals(at=cython.int)
    cdef void _reinforce(self, long long move) noexcept
    @cython.locals(player=cython.int)
    cdef void _end_turn(self) noexcept
    @cython.locals(past=Longs, move=cython.longlong, state=cython.longlong, lifted=cython.int)
    cpdef void undo(self) except *
