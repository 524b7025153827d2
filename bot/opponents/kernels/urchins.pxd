# Types of urchins.py for Cython; without it the same source runs as plain Python.
cimport cython
from bot.opponents.kernels.urchins_board cimport Board
from bot.opponents.longs cimport LongMap, Longs

cdef int CUBES
cdef int LAST_HOMES
cdef int MOST_THERE
cdef int START
cdef int DRAWN
cdef int GOES_ON
cdef int WON
cdef int NEVER
cdef int ENOUGH
cdef int HAND
cdef int PLACES
cdef int SIZE
cdef int STEAL
cdef int TEMPO
cdef int CUBE
cdef int MOST_STANDING
cdef int MOST_KEPT
cdef int MOVE_BITS
cdef const unsigned char[::1] COUNT
cdef unsigned long long[::1] CUBE_KEYS
cdef unsigned long long[::1] URCHIN_KEYS
cdef unsigned long long MASK

@cython.locals(found=cython.int, steps=cython.int, space=cython.int)
cdef int _payable(int spaces, int cubes)


cdef class Kernel(Board):
    cdef LongMap known
    cdef int offset
    cdef bint ending
    cdef bint home_ends
    cdef list choices
    cdef int shortest
    cdef int left

    @cython.locals(
        player=cython.int, start=cython.int, location=cython.int, spaces=cython.int,
        space=cython.int,
    )
    cpdef int scan(self) except -1
    cdef int _add(self, long long worth, long long move) except -1
    @cython.locals(following=cython.int, closes=cython.bint, most=cython.int)
    cdef int _look_ahead(self, int player) except -1
    @cython.locals(there=cython.int)
    cdef bint _may_enter(self, int player, int location) noexcept
    @cython.locals(stands=cython.int, way=cython.int, move=cython.int)
    cdef int _entering(self, int player, int location) except -1
    @cython.locals(
        seat=cython.int, known=LongMap, moves=Longs, offset=cython.longlong, cell=cython.int, held=cython.int,
        price=cython.ulonglong, key=cython.ulonglong, target=cython.int, move=cython.int,
        paid=cython.int, coded=cython.int, after=cython.ulonglong, outlook=cython.int,
    )
    cdef void _moving(self, int player, int location, int source, int way) except *
    @cython.locals(seat=cython.int, cubes=cython.int, before=cython.int, outlook=cython.int)
    cdef int _learnt(self, int player, int location, int source, int target, unsigned long long key)
    @cython.locals(
        source=cython.int, target=cython.int, paid=cython.int, at_home=cython.bint,
        seat=cython.int, column=tuple, quiet=cython.int, worth=cython.int,
    )
    cdef int _worth_after(self, int player, int location, int move)
    @cython.locals(key=cython.ulonglong, outlook=cython.int)
    cdef long long _worth_of_stealing(self, int player) except? -9999999

    cpdef int worth(self, int player) except? -9999999
    @cython.locals(best=cython.int, place=cython.int, other=cython.int, outlook=cython.int)
    cdef int _rest(self, int player, int turn)
    @cython.locals(mine=cython.longlong)
    cdef int _decided(self, int player, int homes, int paid)
    cdef int _outlook(self, int player)
    @cython.locals(outlook=cython.int)
    cdef int _keep_outlook(self, int player, unsigned long long key)
    @cython.locals(need=cython.int, hand=cython.int, left=cython.int, worth=cython.int)
    cdef int _reckoned(self, int player)
    @cython.locals(location=cython.int, seat=cython.int, cubes=cython.int, most=cython.int)
    cdef int _choose(self, int player, int hand) except -1
    @cython.locals(
        left=cython.int, homes=cython.int, more=cython.int, entered=cython.int,
        needed=cython.int, price=cython.int, each=cython.int, most=cython.int,
    )
    cdef void _combine(
        self, int location, int need, int hand, int turns, int steals, int paid, int income
    ) except *
    @cython.locals(player=cython.int, need=cython.int, missing=cython.int, spare=cython.int)
    cpdef object could_win(self, int plies)
    @cython.locals(payable=cython.int, location=cython.int, seat=cython.int)
    cdef list _moves_home(self, int player, int need)
    @cython.locals(
        seat=cython.int, spaces=cython.int, cubes=cython.int, space=cython.int, move=cython.int,
        rest=cython.int, left=cython.int,
    )
    cdef void _add_home(self, list found, int player, int location, int lacking)
    @cython.locals(place=cython.int, other=cython.int)
    cdef bint _can_wait(self, int player)
    cpdef bint urgent(self) except -1
