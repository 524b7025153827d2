# Types of urchins_outlook.py for Cython; without it the same source runs as plain Python.
cimport cython
from bot.opponents.kernels.urchins_board cimport Board
from bot.opponents.longs cimport LongMap

cdef int LAST_HOMES, MOST_THERE, ENOUGH, NEVER, PLACES, TEMPO, CUBE, MOST_STANDING, MOST_KEPT
cdef int PACE, STEALS, STEALS_MASK, ENTERED, ENTERED_MASK, INCOME, INCOME_MASK, PAID_MASK
cdef int GROUP, GROUP_MASK


cdef class Outlooks(Board):
    cdef LongMap known, begin
    cdef int[::1] choices
    cdef int begins[6]
    cdef int listed, shortest, left

    cpdef int worth(self, int player) except? -9999999
    @cython.locals(best=cython.int, place=cython.int, other=cython.int, outlook=cython.int)
    cdef int _rest(self, int player, int turn) except? -9999999
    @cython.locals(key=cython.ulonglong, outlook=cython.int)
    cdef int _outlook(self, int player) except? -9999999
    @cython.locals(outlook=cython.int)
    cdef int _keep_outlook(self, int player, unsigned long long key) except? -9999999
    @cython.locals(need=cython.int, hand=cython.int, left=cython.int, worth=cython.int)
    cdef int _reckoned(self, int player) except? -9999999
    @cython.locals(
        most=cython.int, location=cython.int, seat=cython.int, spaces=cython.int,
        cubes=cython.int, key=cython.ulonglong, begin=cython.int,
    )
    cdef int _choose(self, int player, int hand) except -1
    @cython.locals(room="int[::1]", at=cython.int)
    cdef int _list(self, tuple numbers) except -1
    @cython.locals(
        choices="int[::1]", begin=cython.int, following=cython.int, groups=cython.int,
        final=cython.int, fewest=cython.int, homes=cython.int, at=cython.int, end=cython.int,
        choice=cython.int, pace=cython.int, most=cython.int, after=cython.int,
        entered=cython.int, less=cython.int, left=cython.int, price=cython.int,
        brought=cython.int,
    )
    cdef void _combine(
        self, int location, int need, int hand, int turns, int steals, int paid, int income
    ) noexcept
    @cython.locals(groups=cython.int, at=cython.int)
    cdef int _fewest(self, int begin, int homes) noexcept
    @cython.locals(
        groups=cython.int, at=cython.int, choice=cython.int, pace=cython.int, most=cython.int,
        left=cython.int,
    )
    cdef void _finish(
        self, int begin, int need, int hand, int turns, int steals, int paid, int income
    ) noexcept
