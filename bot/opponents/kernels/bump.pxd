# What becomes a number of C where the kernel is compiled; `bump.py` itself stays plain Python.
import cython

cdef int PASS, MOVE, RESERVE_AT, SOURCE, CHOICE, AT, WALL, WON, NO_WAY, GOES_ON, STASIS, RESERVE
cdef long long MOVES
cdef const unsigned char[::1] NEXT, AIMS, BLIND, AWAY, CALM, DOORS
cdef const int[::1] POINTS
cdef const unsigned long long[::1] HASHES, MORE_HASHES
cdef tuple APART, BESIDE, ENDS, NEAR, POINTS_OF, SETUP, WAYS

cdef class Kernel:
    cdef public int players, turn
    cdef public bint whole
    cdef public unsigned long long key
    cdef bytearray _board, _aimed, _beside
    cdef int _held, _reserves, _score, _asked, _sides
    cdef unsigned long long _hash, _listed_for
    cdef const int[::1] _points
    cdef list _bumps, _past, _listed, _ranked, _lost, _landing

    cdef int _state(self) noexcept
    cdef void _count(self, int at, int sign) noexcept
    cpdef int result(self)
    cpdef int worth(self, int player)
    cpdef bint urgent(self)
    cpdef could_win(self, int plies)
    @cython.locals(space=cython.int)
    cdef bint _is_near(self) noexcept
    @cython.locals(last=cython.longlong, apart=bytes)
    cpdef int far(self, long long move)
    cpdef list scored(self)
    @cython.locals(board=bytearray, player=cython.int, space=cython.int, ranked=cython.longlong)
    cdef list _list(self)
    @cython.locals(beside=bytearray, space=cython.int)
    cdef void _look_around(self) noexcept
    @cython.locals(start=cython.int)
    cdef void _show(self, int space, bytearray beside) noexcept
    cdef int _reserve(self) noexcept
    @cython.locals(
        player=cython.int, worth=cython.longlong, space=cython.int, calm=cython.int,
        front=cython.int, at=cython.int,
    )
    cdef _reinforcements(self)
    @cython.locals(
        board=bytearray, aimed=bytearray, beside=bytearray, blocked=bytearray, piece=cython.int,
        is_lost=cython.bint, worth=cython.longlong, high=cython.int, ends_by=cython.int, ranked=list,
        door=cython.int, edge=list, further=list, shifts=cython.int, space=cython.int,
        calm=cython.int, quiet=tuple, loud=tuple, end=cython.int, at=cython.int, around=bytes,
        near=cython.uchar,
    )
    cdef _movements(self, int source)
    @cython.locals(player=cython.int, blocked=bytearray)
    cdef bytearray _blocked(self, int source)
    @cython.locals(piece=cython.int)
    cdef void _lift(self, int space) noexcept
    cdef void _put(self, int piece, int space) noexcept
    @cython.locals(
        at=cython.int, mark=cython.int, space=cython.int, gain=cython.int, number=cython.longlong,
    )
    cdef _bumping(self, long long worth, long long move)
    cdef _end(self, long long worth, long long move)
    @cython.locals(found=list, waiting=list, path=tuple, mark=cython.int)
    cdef list _paths(self, int space)
    @cython.locals(
        board=bytearray, aimed=bytearray, gain=cython.int, used=cython.int, mark=cython.int,
        waiting=list, space=cython.int, front=cython.int, bumped=cython.int, sides=cython.int,
        away=cython.int,
    )
    cdef int _settle(self, int start, tuple path) noexcept
    @cython.locals(piece=cython.int, target=cython.int, gain=cython.int)
    cdef int _bump(self, int space, int away, list waiting, int mark) noexcept
    @cython.locals(player=cython.int)
    cdef bint _is_shut(self, int piece, int target) noexcept
    cdef bint _is_stasis(self, int space, int target, int mark) noexcept
    @cython.locals(bump=cython.int)
    cdef void _unbump(self, int mark) noexcept
    @cython.locals(source=cython.int, lifted=cython.int, state=cython.int, mark=cython.int)
    cpdef play(self, long long move)
    @cython.locals(at=cython.int, bump=cython.int)
    cdef _come(self, long long move, int mark)
    cdef tuple _path(self, long long move)
    @cython.locals(at=cython.int)
    cdef _reinforce(self, long long move)
    @cython.locals(player=cython.int)
    cdef void _end_turn(self) noexcept
    @cython.locals(move=cython.longlong, lifted=cython.int, mark=cython.int, state=cython.int)
    cpdef undo(self)
