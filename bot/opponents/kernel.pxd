# What becomes a number of C where the search is compiled; `kernel.py` itself stays plain Python.
import cython

from bot.opponents.longs cimport Longs


cdef class Kernel:
    cdef public int players, turn
    cdef public unsigned long long key
    cdef public bint whole
    cdef readonly Longs moves

    cpdef int scan(self) except -1
    cpdef int glimpse(self, long long move) except -1
    cpdef void order(self, Py_ssize_t start) except *
    @cython.locals(start=cython.Py_ssize_t)
    cpdef list scored(self)
    @cython.locals(move=cython.longlong)
    cpdef int candidates(self, int plies) except -2
    @cython.locals(start=cython.Py_ssize_t, at=cython.Py_ssize_t)
    cpdef object could_win(self, int plies)
    cpdef void play(self, long long move) except *
    cpdef void undo(self) except *
    cpdef int result(self) except -9
    cpdef int worth(self, int player) except? -9999999
    cpdef bint urgent(self) except -1
    cpdef int far(self, long long move) except -1


@cython.locals(at=cython.Py_ssize_t)
cpdef list taken_off(Longs moves, Py_ssize_t start)
