cimport cython

cdef int UNSEEN
cdef list COSTS


cdef class Paths:
    cdef readonly int missing
    cdef int _color
    cdef list _beside
    cdef bytearray _board, _root
    cdef tuple _first, _last
    cdef bytearray _since, _until, _through, _narrow, _came, _spare, _zeros, _unseen, _ends

    cpdef int lacking(self)

    @cython.locals(board=bytearray, seen=bytearray, reached=list, color=int, square=int, near=int)
    cpdef bint joined(self)

    @cython.locals(
        board=bytearray, root=bytearray, into=bytearray, ends=bytearray, waiting=list, color=int, square=int,
        near=int, level=int, cost=int
    )
    cpdef int resistance(self, bytearray sizes)

    @cython.locals(board=bytearray, since=bytearray, until=bytearray, through=bytearray, color=int, square=int)
    cpdef measure(self)

    @cython.locals(
        board=bytearray, came=bytearray, here=list, later=list, color=int, square=int, near=int, level=int
    )
    cdef _spread(self, tuple sides, bytearray into)

    @cython.locals(least=int, square=int)
    cdef int _least(self, bytearray lengths, tuple side)

    @cython.locals(narrow=bytearray, way=list, place=bytearray, seen=bytearray, number=int, square=int, reached=int)
    cdef _narrow_down(self)

    @cython.locals(since=bytearray, way=list, square=int)
    cdef list _way(self)

    @cython.locals(beginnings=list, reached=int, square=int)
    cdef int _begun(self, bytearray place, bytearray seen)

    @cython.locals(board=bytearray, since=bytearray, through=bytearray, square=int, near=int, reached=int)
    cdef int _reached(self, list squares, bytearray place, bytearray seen)

    @cython.locals(missing=int, without=int)
    cpdef int after(self, int lost, int won)

    cpdef int at(self, int square)

    cdef bint _evades(self, int lost, int won)

    @cython.locals(board=bytearray, root=bytearray, within=list, color=int, before=int, near=int)
    cdef bint _avoids(self, bytearray lengths, tuple side, int lost, int won)

    @cython.locals(board=bytearray, seen=bytearray, color=int, before=int, square=int, near=int)
    cdef bint _enters(self, bytearray lengths, tuple side, int lost, list within)
