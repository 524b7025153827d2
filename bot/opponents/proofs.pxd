# What becomes a number of C where the search is compiled; `proofs.py` itself stays plain Python.
import cython

from bot.opponents.kernel cimport Kernel
from bot.opponents.longs cimport LongMap, Longs
from bot.opponents.sides cimport Sides, put_first

cdef int WON, MOVE_BITS, UNKNOWN
cdef long long LOST, MOVE_MASK


cdef class _Prover:
    cdef readonly Kernel kernel
    cdef readonly Sides sides
    cdef Longs moves
    cdef LongMap won, open, refutations

    @cython.locals(
        start=cython.Py_ssize_t, scanned=cython.Py_ssize_t, at=cython.Py_ssize_t, some=cython.int,
        count=cython.int, lost=cython.longlong,
    )
    cdef void _try(self, int plies) except *
    @cython.locals(worth=cython.int, move=cython.longlong, other=cython.bint, won=cython.bint)
    cdef bint _wins_by(self, long long rank, int plies) except -1
    @cython.locals(
        key=cython.ulonglong, start=cython.Py_ssize_t, at=cython.Py_ssize_t, found=cython.bint
    )
    cdef bint _wins(self, int plies) except -1
    @cython.locals(
        key=cython.ulonglong, start=cython.Py_ssize_t, count=cython.int, found=cython.bint
    )
    cdef bint _loses(self, int plies) except -1
    @cython.locals(
        best=cython.int, at=cython.Py_ssize_t, rank=cython.longlong, move=cython.longlong,
        other=cython.bint, lost=cython.bint,
    )
    cdef bint _all_lose(self, Py_ssize_t start, int plies) except -1
    cdef int _note(self, unsigned long long key, int plies, bint found) except -1
    @cython.locals(sooner=cython.bint)
    cdef bint _lost_sooner(self, long long move, int plies) except -1
