# Types of bipod_reach.py for Cython; without it the same source runs as plain Python.
cimport cython

# The 102 bits of a set of cells want integers of 128, which GCC and Clang have.
cdef extern from *:
    """
    typedef unsigned __int128 bipod_cells;
    """
    ctypedef unsigned long long bipod_cells

cdef bipod_cells BITS[81]
cdef bipod_cells AROUND[81]
cdef bipod_cells EDGES
cdef int INDEX[107]
cdef int SPREAD
cdef int COUNT
cdef int STONE
cdef int WAY
cdef int ENOUGH_WAYS
cdef int STEP
cdef int HELPLESS


cdef class Reach:
    cdef bipod_cells near[96]
    cdef bipod_cells anchored[96]
    cdef int joined[96]
    cdef int begin[96]
    cdef int end[96]
    cdef bipod_cells loose[3000]
    cdef int laid
    cdef bipod_cells merged
    cdef bipod_cells free
    cdef bipod_cells layers[128]
    cdef bipod_cells steps[128]
    cdef bipod_cells trail[128]
    cdef bipod_cells crossed
    cdef int last
    cdef int against
    cdef int least
    cdef readonly int need
    cdef bipod_cells shortest
    cdef bipod_cells pinches
    cdef int with_block[81]
    cdef int with_own[81]

    @cython.locals(
        frame=cython.int, bit=bipod_cells, merged=bipod_cells, place=cython.int, first=cython.int,
        number=cython.int, around=bipod_cells, near=bipod_cells, anchored=bipod_cells,
        joined=cython.int, at_side=bipod_cells,
    )
    cpdef void lay(self, int cell) noexcept
    cpdef void lift(self) noexcept
    cdef void look(self, bipod_cells free) noexcept
    cdef bint is_helpless(self) noexcept
    cdef int far(self, int against, int least) noexcept
    cdef bipod_cells edge(self, bipod_cells free) noexcept
    @cython.locals(
        frame=cython.int, near=bipod_cells, begin=cython.int, end=cython.int, ways=bipod_cells,
        found=cython.int, east=bipod_cells, west=bipod_cells, south=bipod_cells,
        north=bipod_cells, left=bipod_cells, right=bipod_cells, one=bipod_cells, two=bipod_cells,
        once=bipod_cells, twice=bipod_cells, number=cython.int, around=bipod_cells,
        support=bipod_cells, wider=bipod_cells,
    )
    cdef int answered(self, bipod_cells safe, int stones, bipod_cells free, int noted) noexcept
    @cython.locals(row=bipod_cells, number=cython.int, around=bipod_cells)
    cdef bipod_cells wider(self, bipod_cells cells, bipod_cells free) noexcept
    @cython.locals(
        edge=bipod_cells, cells=bipod_cells, stones=cython.int, found=cython.int,
        further=bipod_cells,
    )
    cdef int walked(self, bipod_cells free) noexcept
    @cython.locals(edge=bipod_cells, cells=bipod_cells, stones=cython.int, further=bipod_cells)
    cdef int distance(self, bipod_cells free) noexcept
    @cython.locals(found=cython.int, stones=cython.int, path=bipod_cells)
    cdef int paths(self, bipod_cells free, int most) noexcept
    @cython.locals(ends=bipod_cells, cell=bipod_cells, path=bipod_cells, before=bipod_cells)
    cdef bipod_cells way_back(self, int stones, bipod_cells free) noexcept
    @cython.locals(home=bipod_cells, stones=cython.int, cells=bipod_cells)
    cdef void note_shortest(self) noexcept
    @cython.locals(
        free=bipod_cells, least=cython.int, single=cython.bint, against=cython.int,
        stones=cython.int,
    )
    cdef int blocked(self, bipod_cells cells) noexcept
    @cython.locals(
        bit=bipod_cells, free=bipod_cells, least=cython.int, touched=bipod_cells,
        against=cython.int, stones=cython.int, safe=bipod_cells,
    )
    cdef int owned(self, int cell) noexcept
    @cython.locals(
        cell=cython.int, seen=bipod_cells, stones=cython.int, rest=bipod_cells,
    )
    cdef void note_blocks(self) noexcept
    @cython.locals(
        cell=cython.int, seen=bipod_cells, stones=cython.int, rest=bipod_cells,
        touched=bipod_cells,
    )
    cdef void note_stones(self) noexcept
