# Types of urchins.py for Cython; without it the same source runs as plain Python.
cimport cython
from bot.opponents.kernels.urchins_outlook cimport Outlooks
from bot.opponents.longs cimport LongMap, Longs

cdef int CUBES, LAST_HOMES, MOST_THERE, START, DRAWN, GOES_ON, WON, NEVER, TEMPO
cdef int CELL, HAND, PLACES, SHARE, SIZE, STEAL, MOVE_BITS
cdef long long CELL_MASK
cdef const unsigned char[::1] COUNT
cdef unsigned long long[::1] CUBE_KEYS
cdef unsigned long long[::1] HOME_KEYS
cdef unsigned long long[::1] URCHIN_KEYS
cdef unsigned long long MASK

@cython.locals(found=cython.int, steps=cython.int, space=cython.int)
cdef int _payable(int spaces, int cubes) noexcept


cdef class Kernel(Outlooks):
    cdef int following, offset
    cdef bint ending
    cdef bint home_ends
    cdef int outlooks[6]
    cdef unsigned long long after[6]

    @cython.locals(
        player=cython.int, start=cython.Py_ssize_t, can_enter=cython.bint, location=cython.int,
        spaces=cython.int, space=cython.int,
    )
    cpdef int scan(self) except -1
    @cython.locals(closes=cython.bint, most=cython.int, place=cython.int, other=cython.int)
    cdef int _look_ahead(self, int player) except -1
    @cython.locals(column=cython.longlong, coded=cython.int, key=cython.ulonglong)
    cdef int _entering(self, int player, int location) except -1
    @cython.locals(
        seat=cython.int, known=LongMap, moves=Longs, offset=cython.longlong, place=cython.int,
        held=cython.int, column=cython.longlong, price=cython.ulonglong, key=cython.ulonglong,
        target=cython.int, move=cython.int, paid=cython.int, coded=cython.int,
        after=cython.ulonglong, outlook=cython.int, changed=cython.int,
    )
    cdef int _moving(self, long long player, int location, int source, int way) except -1
    cdef int _add(self, long long worth, long long move) except -1
    @cython.locals(worth=cython.int, changed=cython.int)
    cdef int _standing(
        self, int player, int location, unsigned long long key, int coded
    ) except -1
    @cython.locals(worth=cython.int, changed=cython.int)
    cdef int _going_home(
        self, int player, int location, int paid, unsigned long long key, int coded
    ) except -1
    @cython.locals(seat=cython.int, before=cython.int, outlook=cython.int)
    cdef int _learnt(
        self, int player, int location, int spaces, int paid, unsigned long long key
    ) except? -9999999
    @cython.locals(worth=cython.int, space=cython.int, way=cython.int)
    cdef int _bumping(
        self, int player, int location, long long column, int paid, unsigned long long key,
        int coded,
    ) except -1
    @cython.locals(outlook=cython.int, landed=cython.longlong)
    cdef int _worth_after(
        self, int player, int location, long long column, int space, int way, int paid,
        unsigned long long key,
    ) except? -9999999
    @cython.locals(
        after="unsigned long long*", place=cython.int, constable=cython.int, arriving=cython.int,
        there=cython.int,
    )
    cdef void _follow(
        self, int player, int location, long long column, int space, int way
    ) noexcept
    @cython.locals(arriving=cython.longlong, there=cython.longlong, constable=cython.int)
    cdef long long _landed(
        self, int player, int location, long long column, int space, int way
    ) noexcept
    @cython.locals(
        best=cython.int, place=cython.int, other=cython.int, outlook=cython.int,
        key=cython.ulonglong, landed=cython.longlong, spaces=cython.int,
    )
    cdef int _rest_after(
        self, int player, int location, long long column, int space, int way
    ) except? -9999999
    @cython.locals(key=cython.ulonglong, outlook=cython.int)
    cdef int _worth_of_stealing(self, int player) except? -9999999
    @cython.locals(
        mine=cython.longlong, most=cython.longlong, least=cython.longlong, score=cython.longlong,
        place=cython.int, other=cython.int,
    )
    cdef int _decided(self, int player, int homes, int paid) noexcept
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


@cython.locals(spaces=cython.int, space=cython.int)
cdef int _spaces_of(long long player, long long column) noexcept
