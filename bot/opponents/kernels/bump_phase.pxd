# What becomes a number of C where the kernel is compiled; `bump_phase.py` itself stays plain Python.
import cython

from bot.opponents.kernel cimport Kernel as Base
from bot.opponents.longs cimport Longs

cdef int WALL, NO_WAY, STASIS, SIDE
cdef const unsigned char[::1] NEXT, AIMS, BLIND, AWAY, LAST_SIDE
cdef const long long[::1] VALUES

cdef class BumpPhase(Base):
    # One for each space, and the wall.
    cdef unsigned char _board[177]
    cdef unsigned char _aimed[177]
    cdef int _held, _asked, _sides
    cdef Longs _bumps, _waiting, _path

    @cython.locals(piece=cython.int)
    cdef void _lift(self, int space) noexcept
    cdef void _put(self, int piece, int space) noexcept
    @cython.locals(
        board="unsigned char*", aimed="unsigned char*", waiting=Longs, bumps=Longs, side=cython.int,
        gain=cython.longlong, used=cython.int, mark=cython.int, space=cython.int, front=cython.int,
        bumped=cython.int, piece=cython.int, sides=cython.int, away=cython.int, target=cython.int,
    )
    cdef long long _settle(self, int start) except? -1
    @cython.locals(player=cython.int)
    cdef bint _is_closed(self, int piece, int center) noexcept
    @cython.locals(times=cython.int, here=cython.int, at=cython.int, bump=cython.int)
    cdef bint _is_stasis(self, int space, int target, int mark) noexcept
    @cython.locals(
        board="unsigned char*", aimed="unsigned char*", bumps=Longs, bump=cython.int,
        piece=cython.int, space=cython.int, target=cython.int,
    )
    cdef void _unbump(self, int mark) noexcept
    cdef int _ask(self, int sides) except -1
    @cython.locals(chosen=cython.int, sides=cython.int, side=cython.int)
    cdef bint _go_on(self) except -1
    @cython.locals(mark=cython.int)
    cdef int _choose(self, int space, int number) except -1
