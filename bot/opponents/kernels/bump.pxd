# What becomes a number of C where the kernel is compiled; `bump.py` itself stays plain Python.
import cython

from bot.opponents.kernels.bump_phase cimport BumpPhase

cdef int PASS, MOVE, RESERVE_AT, SOURCE, CHOICE, AT, WALL, WON, GOES_ON, RESERVE, GUARDS, EVEN
cdef long long MOVES
cdef const unsigned char[::1] NEXT, AIMS, CALM, DOORS
cdef const long long[::1] SAFETY
cdef const unsigned long long[::1] HASHES, MORE_HASHES
cdef tuple APART, BESIDE, ENDS, SETUP, VALUES

cdef class Kernel(BumpPhase):
    cdef public int players
    cdef public bint whole
    cdef public unsigned long long key
    cdef bytearray _beside
    cdef int _reserves
    cdef long long _first, _second
    cdef unsigned long long _hash, _listed_for
    cdef list _past, _listed, _ranked, _lost, _landing

    cdef int _state(self) noexcept
    cdef void _count(self, int at, int sign) noexcept
    cpdef int result(self)
    @cython.locals(total=cython.longlong)
    cpdef int worth(self, int player)
    cpdef bint urgent(self)
    cpdef could_win(self, int plies)
    @cython.locals(player=cython.int, threats=list, worth=cython.int, move=cython.longlong)
    cdef list _threats(self, list scored)
    @cython.locals(
        board=bytearray, door=cython.int, seen=set, edge=list, further=list, space=cython.int,
        around=bytes, near=cython.uchar,
    )
    cdef bint _may_land(self, int player)
    @cython.locals(
        board=bytearray, door=cython.int, away=cython.int, last=cython.int, behind=cython.int,
    )
    cdef bint _may_be_bumped_in(self, int player) noexcept
    @cython.locals(last=cython.longlong, apart=bytes)
    cpdef int far(self, long long move)
    cpdef list scored(self)
    @cython.locals(
        board=bytearray, player=cython.int, space=cython.int, total=cython.longlong,
        ranked=cython.longlong,
    )
    cdef list _list(self)
    @cython.locals(beside=bytearray, space=cython.int)
    cdef void _look_around(self) noexcept
    @cython.locals(start=cython.int)
    cdef void _show(self, int space, bytearray beside) noexcept
    cdef int _reserve(self) noexcept
    @cython.locals(
        player=cython.int, space=cython.int, calm=cython.int,
        front=cython.int, at=cython.int,
    )
    cdef _reinforcements(self, long long total)
    @cython.locals(
        board=bytearray, aimed=bytearray, beside=bytearray, blocked=bytearray, piece=cython.int,
        is_lost=cython.bint, after=cython.longlong, high=cython.int, ends_by=cython.int, ranked=list,
        door=cython.int, edge=list, further=list, shifts=cython.int, space=cython.int,
        calm=cython.int, still=tuple, bumping=tuple, end=cython.int, at=cython.int, around=bytes,
        near=cython.uchar,
    )
    cdef _movements(self, long long total, int source)
    @cython.locals(player=cython.int, blocked=bytearray)
    cdef bytearray _blocked(self, int source)
    @cython.locals(
        at=cython.int, mark=cython.int, space=cython.int, gain=cython.longlong, number=cython.longlong,
    )
    cdef _bumping(self, long long total, long long move)
    cdef _end(self, long long total, long long move)
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
