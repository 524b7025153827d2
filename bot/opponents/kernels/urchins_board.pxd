# Types of urchins_board.py for Cython; without it the same source runs as plain Python.
cimport cython
from bot.opponents.kernel cimport Kernel as Base
from bot.opponents.longs cimport Longs

cdef int CUBES
cdef int LAST_HOMES
cdef int START
cdef int URCHINS
cdef int GOES_ON
cdef int DRAWN
cdef int HAND
cdef long long HOME
cdef int PLACES
cdef int CELL
cdef long long CELL_MASK
cdef int SIZE
cdef int STEAL
cdef const unsigned char[::1] COUNT
cdef unsigned long long[::1] CUBE_KEYS
cdef unsigned long long[::1] HOME_KEYS
cdef unsigned long long[::1] TURN_KEYS
cdef unsigned long long[::1] URCHIN_KEYS
cdef unsigned long long MASK
cdef unsigned long long QUIET_KEY


cdef class Board(Base):
    cdef int quiet
    cdef int locations
    cdef int count
    cdef int limit
    cdef int last
    cdef unsigned char playing[6]
    cdef unsigned char constables[6]
    cdef long long columns[6]
    cdef int spaces[42]
    cdef int cubes[42]
    cdef int totals[6]
    cdef int homes[6]
    cdef unsigned long long keys[6]
    cdef unsigned long long base
    cdef Longs past

    @cython.locals(seat=cython.int)
    cdef void _put(self, long long player, int location, int space) noexcept
    @cython.locals(seat=cython.int)
    cdef void _lift(self, long long player, int location, int space) noexcept
    @cython.locals(seat=cython.int)
    cdef void _pay(self, int player, int location, int cubes) noexcept
    cdef void _bring_home(self, int player, int urchins) noexcept
    @cython.locals(constable=cython.int, arriving=cython.int, there=cython.int)
    cdef void _land(self, int player, int location, int space, int way) noexcept
    @cython.locals(location=cython.int, there=cython.int)
    cdef void _steal(self, int player, int times) noexcept
    @cython.locals(total=cython.ulonglong, place=cython.int)
    cdef unsigned long long _hash(self) noexcept

    @cython.locals(player=cython.int, location=cython.int)
    cpdef void play(self, long long move) except *
    @cython.locals(source=cython.int, target=cython.int)
    cdef void _make(self, int player, int location, int move) noexcept
    @cython.locals(place=cython.int)
    cdef int _following(self, int player) noexcept
    @cython.locals(past=Longs, place=cython.int, other=cython.int)
    cdef int _keep(self, int player, int location, int move) except -1
    @cython.locals(
        past=Longs, move=cython.int, player=cython.int, location=cython.int, place=cython.int,
        other=cython.int,
    )
    cpdef void undo(self) except *

    @cython.locals(out=cython.int, location=cython.int)
    cdef int _out(self, int player) noexcept
    cdef int _hand(self, int player) noexcept
    cpdef int result(self) except -9
    @cython.locals(most=cython.int, place=cython.int, home=cython.int)
    cdef int _most_home(self) noexcept
    @cython.locals(
        best=cython.longlong, score=cython.longlong, winners=cython.int, count=cython.int,
        place=cython.int, player=cython.int,
    )
    cdef int _winners(self) noexcept
    cdef long long _score(self, int player, int homes, int paid) noexcept
    @cython.locals(last=cython.int, locations=cython.int)
    cpdef int far(self, long long move) except -1
