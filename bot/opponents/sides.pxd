# What becomes a number of C where the search is compiled; `sides.py` itself stays plain Python.
import cython

from bot.opponents.kernel cimport Kernel, taken_off
from bot.opponents.longs cimport Longs

cdef int WON, DRAWN, GOES_ON, MOVE_BITS, PROVEN
cdef long long MOVE_MASK


cdef class Sides:
    cdef readonly Kernel kernel
    cdef public long long left
    cdef Longs moves
    cdef readonly int me
    cdef bint two
    cdef int replies, played
    cdef readonly bint whole

    @cython.locals(
        start=cython.Py_ssize_t, at=cython.Py_ssize_t, count=cython.int, move=cython.longlong,
        worth=cython.longlong,
    )
    cpdef int scan(self) except -1
    @cython.locals(count=cython.int)
    cpdef int glimpse(self, long long move) except -1
    cpdef void order(self, Py_ssize_t start) except *
    @cython.locals(start=cython.Py_ssize_t)
    cpdef list scored(self)
    @cython.locals(result=cython.int, worth=cython.int)
    cdef int _after(self, long long move) except? -9999999
    cpdef int ended(self, int result) noexcept
    @cython.locals(worth=cython.int)
    cpdef int result(self) except? -9999999
    @cython.locals(mine=cython.bint)
    cpdef bint play(self, long long move) except -1
    cpdef void undo(self) except *
    cpdef void rewind(self) except *


cpdef int nearer(int value) noexcept
cpdef int farther(int value) noexcept
@cython.locals(at=cython.Py_ssize_t)
cpdef void put_first(Longs moves, Py_ssize_t start, long long move) noexcept
