cimport cython
from bot.opponents.kernels.clump_groups cimport Groups, Numbers, Rows

cdef int UNSEEN, NOWHERE, BEYOND, MOST, OUTSIDE
cdef int COSTS[257]


cdef class Paths:
    cdef readonly int missing
    cdef int color, size
    cdef Groups groups
    cdef short first[16]
    cdef short last[16]
    cdef short begins[257]
    cdef short ends[257]
    cdef short since[257]
    cdef short until[257]
    cdef short through[257]
    cdef short came[257]
    cdef short narrow[257]
    cdef short place[257]
    cdef short spare[257]
    cdef short link[257]
    cdef short zeros[256]
    cdef short unseen[256]
    cdef short chains[99]
    cdef short empty[99]

    cpdef int lacking(self) noexcept

    @cython.locals(
        groups=Groups, color=int, into=Numbers, board=Numbers, beside=Rows, root=Numbers,
        below=Numbers, chains=Numbers, link=Numbers, ends=Numbers, level=int, square=int, cost=int,
        near=int
    )
    cdef int resistance(self) noexcept

    @cython.locals(
        board=Numbers, color=int, since=Numbers, until=Numbers, through=Numbers, square=int
    )
    cpdef void measure(self) noexcept

    @cython.locals(
        board=Numbers, beside=Rows, color=int, came=Numbers, link=Numbers, level=int, here=int,
        later=int, square=int, near=int
    )
    cdef void spread(self, Numbers side, Numbers into) noexcept

    @cython.locals(least=int, square=int)
    cdef int least(self, Numbers lengths) noexcept

    @cython.locals(
        board=Numbers, color=int, number=int, came=Numbers, place=Numbers, narrow=Numbers,
        link=Numbers, begun=int, square=int, reached=int, beyond=int
    )
    cdef void narrow_down(self) noexcept

    @cython.locals(square=int)
    cdef int beginning(self) noexcept

    @cython.locals(place=Numbers, link=Numbers, reached=int, top=int, square=int)
    cdef int begun(self) noexcept

    @cython.locals(
        board=Numbers, beside=Rows, color=int, missing=int, since=Numbers, through=Numbers,
        place=Numbers, link=Numbers, reached=int, square=int, near=int
    )
    cdef int beyond(self, int top) noexcept

    @cython.locals(missing=int, without=int)
    cpdef int after(self, int lost, int won) noexcept

    cdef int at(self, int square) noexcept

    cdef bint evades(self, int lost, int won) noexcept

    @cython.locals(
        board=Numbers, root=Numbers, color=int, before=int, link=Numbers, top=int, near=int
    )
    cdef bint avoids(self, Numbers lengths, Numbers side, int lost, int won) noexcept

    @cython.locals(
        board=Numbers, beside=Rows, color=int, before=int, seen=Numbers, link=Numbers, square=int,
        near=int
    )
    cdef bint enters(self, Numbers lengths, Numbers side, int lost, int top) noexcept
