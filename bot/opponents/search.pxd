# What becomes a number of C where the search is compiled; `search.py` itself stays plain Python.
import cython

from bot.opponents.kernel cimport Kernel
from bot.opponents.longs cimport LongMap, Longs
from bot.opponents.sides cimport Sides, farther, nearer, put_first

cdef int WON, MOST_WORTH, MOVE_BITS, MOST_EXTENDED, BOUND_BITS, PROVEN, LIMIT
cdef long long MOVE_MASK, BOUND_MASK
cdef unsigned long long MIXING


cdef class Search:
    cdef readonly object level
    cdef readonly unsigned long long seed
    cdef readonly Sides sides
    cdef readonly int depth
    cdef readonly Kernel kernel
    cdef Longs beam, moves, killers
    cdef int missed, sight, late
    cdef LongMap bounds, best_moves

    @cython.locals(found=cython.int, value=cython.int)
    cdef int _after(
        self, long long move, int depth, int alpha, int beta, int ply, int deeper
    ) except? -9999999
    @cython.locals(
        key=cython.ulonglong, known=cython.longlong, low=cython.int, high=cython.int,
        start=cython.Py_ssize_t, value=cython.int,
    )
    cdef int _value(self, int depth, int alpha, int beta, int ply, int deeper) except? -9999999
    @cython.locals(killer=cython.longlong, start=cython.Py_ssize_t, best=cython.int)
    cdef int _glimpsed(self, int ply, int deeper) except? -9999999
    @cython.locals(whole=cython.bint, rank=cython.longlong, best=cython.int, move=cython.longlong)
    cdef int _of_scanned(
        self, Py_ssize_t start, int depth, int alpha, int beta, int ply, int deeper
    ) except? -9999999
    @cython.locals(
        key=cython.ulonglong, end=cython.Py_ssize_t, at=cython.Py_ssize_t, width=cython.int,
        best=cython.int, floor=cython.int, best_move=cython.longlong, first=cython.longlong,
        rank=cython.longlong, move=cython.longlong, value=cython.int, low=cython.int,
        high=cython.int,
    )
    cdef int _best(
        self, Py_ssize_t start, int depth, int alpha, int beta, int ply, int deeper, bint whole
    ) except? -9999999
    @cython.locals(value=cython.int)
    cdef int _of_late(
        self, long long move, int depth, int alpha, int beta, int ply, int deeper
    ) except? -9999999
    cdef int _width(self, int depth, int moves) noexcept
    @cython.locals(known=cython.longlong)
    cdef int _keep(
        self, unsigned long long key, int depth, int low, int high, long long move
    ) except -1
    @cython.locals(
        key=cython.ulonglong, kept=cython.Py_ssize_t, at=cython.Py_ssize_t, rank=cython.longlong,
        move=cython.longlong, is_seen=cython.bint,
    )
    cdef int _notice(self, Py_ssize_t start) except -1


cdef int _settled(int value, int noise) noexcept
