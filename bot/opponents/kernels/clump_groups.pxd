cimport cython

ctypedef short *Numbers
ctypedef short Neighbors[4]
ctypedef Neighbors *Rows

cdef int VALUES[257]


cdef class Groups:
    cdef readonly int count
    cdef int clock, red_value, blue_value, kept, joined
    cdef Neighbors beside[256]
    cdef short board[257]
    cdef short order[257]
    cdef short closed[257]
    cdef short apart[257]
    cdef short root[257]
    cdef short below[257]
    cdef short above[257]
    cdef short zeros[256]

    cdef void swap(self, int one, int other) noexcept

    @cython.locals(order=Numbers, most=int, square=int)
    cdef void survey(self) noexcept

    @cython.locals(
        board=Numbers, orders=Numbers, color=int, lowest=int, own=int, near=int, reached=int
    )
    cdef int _walk(self, int square, int above, int root) noexcept

    cdef int size_of(self, int square) noexcept

    @cython.locals(
        root=Numbers, board=Numbers, below=Numbers, color=int, home=int, apart=int, size=int,
        kept=int, joined=int, first=int, second=int, near=int, part=int
    )
    cdef int arrived(self, int source, int target) noexcept

    @cython.locals(order=int, first=int, start=int)
    cdef int _part(self, int source, int near) noexcept

    @cython.locals(home=int, change=int)
    cdef int change(self, int source, int target, int size, int joined, int kept) noexcept

    @cython.locals(worth=int, home=int, first=int, rest=int)
    cdef int _left(self, int source, int target) noexcept

    @cython.locals(board=Numbers, color=int, home=int, near=int)
    cdef bint _touches(self, int source, int target, int part) noexcept
