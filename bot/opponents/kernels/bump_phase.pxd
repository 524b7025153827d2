# What becomes a number of C where the kernel is compiled; `bump_phase.py` itself stays plain Python.
import cython

cdef int WALL, NO_WAY, STASIS
cdef const unsigned char[::1] NEXT, AIMS, BLIND, AWAY
cdef tuple VALUES, WAYS

cdef class BumpPhase:
    cdef public int turn
    cdef bytearray _board, _aimed
    cdef int _held, _asked, _sides
    cdef const long long[::1] _values
    cdef list _bumps

    @cython.locals(piece=cython.int)
    cdef void _lift(self, int space) noexcept
    cdef void _put(self, int piece, int space) noexcept
    @cython.locals(found=list, waiting=list, path=tuple, mark=cython.int)
    cdef list _paths(self, int space)
    @cython.locals(
        board=bytearray, aimed=bytearray, gain=cython.longlong, used=cython.int, mark=cython.int,
        waiting=list, space=cython.int, front=cython.int, bumped=cython.int, sides=cython.int,
        away=cython.int,
    )
    cdef long long _settle(self, int start, tuple path) noexcept
    @cython.locals(piece=cython.int, target=cython.int, gain=cython.longlong)
    cdef long long _bump(self, int space, int away, list waiting, int mark) noexcept
    @cython.locals(player=cython.int)
    cdef bint _is_shut(self, int piece, int target) noexcept
    cdef bint _is_stasis(self, int space, int target, int mark) noexcept
    @cython.locals(bump=cython.int)
    cdef void _unbump(self, int mark) noexcept
