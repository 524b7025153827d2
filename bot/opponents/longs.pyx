"""What `longs.py` has, as arrays of C: the two are held equal by `tests/opponents/test_compiled.py`.

A place outside of a list is not noticed here. Hashes of 64 bits may be given as they are, and
`Longs` gives them back as signed numbers.
"""

from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcpy, memmove

cdef enum:
    SHORT = 24  # numbers up to which sorting by insertion is the fastest


cdef int descending(const void* one, const void* other) noexcept nogil:
    cdef long long first = (<const long long*> one)[0], second = (<const long long*> other)[0]
    return (first < second) - (first > second)


cdef class Longs:
    def __cinit__(self):
        self.room = 64
        self.numbers = <long long*> malloc(self.room * sizeof(long long))
        if self.numbers == NULL:
            raise MemoryError

    def __init__(self, numbers=()):
        for number in numbers:
            self.append(number)

    def __dealloc__(self):
        free(self.numbers)

    def __len__(self):
        return self.size

    def __iter__(self):
        cdef Py_ssize_t at
        return iter([self.numbers[at] for at in range(self.size)])

    def __getitem__(self, place):
        return list(self)[place]

    cdef int grow(self) except -1:
        cdef long long* more = <long long*> realloc(self.numbers, 2 * self.room * sizeof(long long))
        if more == NULL:
            raise MemoryError
        self.numbers = more
        self.room *= 2
        return 0

    cpdef int append(self, long long number) except -1:
        if self.size == self.room:
            self.grow()
        self.numbers[self.size] = number
        self.size += 1
        return 0

    cpdef long long pop(self) noexcept:
        self.size -= 1
        return self.numbers[self.size]

    cpdef long long get(self, Py_ssize_t at) noexcept:
        return self.numbers[at]

    cpdef void put(self, Py_ssize_t at, long long number) noexcept:
        self.numbers[at] = number

    cpdef long long top(self) noexcept:
        return self.numbers[self.size - 1]

    cpdef void clear(self) noexcept:
        self.size = 0

    cpdef void cut(self, Py_ssize_t size) noexcept:
        if size < self.size:
            self.size = size

    cpdef int copied(self, Longs other, Py_ssize_t start) except -1:
        cdef Py_ssize_t count = other.size - start
        while self.size + count > self.room:
            self.grow()
        memcpy(self.numbers + self.size, other.numbers + start, count * sizeof(long long))
        self.size += count
        return 0

    cpdef void lead(self, Py_ssize_t start) noexcept:
        cdef Py_ssize_t at, best = start
        cdef long long most
        if self.size <= start + 1:
            return
        most = self.numbers[start]
        for at in range(start + 1, self.size):
            if self.numbers[at] > most:
                most = self.numbers[at]
                best = at
        self.numbers[best] = self.numbers[start]
        self.numbers[start] = most

    cpdef void descend(self, Py_ssize_t start, Py_ssize_t end) noexcept:
        cdef Py_ssize_t at, to
        cdef long long number
        if end - start > SHORT:
            qsort(self.numbers + start, end - start, sizeof(long long), descending)
            return
        for at in range(start + 1, end):
            number = self.numbers[at]
            to = at
            while to > start and self.numbers[to - 1] < number:
                self.numbers[to] = self.numbers[to - 1]
                to -= 1
            self.numbers[to] = number

    cpdef void shift(self, Py_ssize_t at, Py_ssize_t to) noexcept:
        cdef long long number = self.numbers[at]
        memmove(self.numbers + to + 1, self.numbers + to, (at - to) * sizeof(long long))
        self.numbers[to] = number

    cpdef bint has(self, long long number, Py_ssize_t start) noexcept:
        cdef Py_ssize_t at
        for at in range(start, self.size):
            if self.numbers[at] == number:
                return True
        return False

    cpdef Py_ssize_t count(self, long long number) noexcept:
        cdef Py_ssize_t at, times = 0
        for at in range(self.size):
            times += self.numbers[at] == number
        return times

    cpdef void replace(self, long long old, long long new) noexcept:
        cdef Py_ssize_t at
        for at in range(self.size):
            if self.numbers[at] == old:
                self.numbers[at] = new

    cpdef void drop(self, long long number) noexcept:
        cdef Py_ssize_t at, kept = 0
        for at in range(self.size):
            if self.numbers[at] != number:
                self.numbers[kept] = self.numbers[at]
                kept += 1
        self.size = kept


cdef class LongMap:
    """A table with open addressing that doubles before it is half full."""

    def __cinit__(self):
        self.begin(1024)

    def __dealloc__(self):
        free(self.keys)
        free(self.numbers)
        free(self.taken)

    def __len__(self):
        return self.size

    cdef int begin(self, size_t room) except -1:
        self.keys = <unsigned long long*> malloc(room * sizeof(unsigned long long))
        self.numbers = <long long*> malloc(room * sizeof(long long))
        self.taken = <unsigned char*> calloc(room, 1)
        self.room = room
        self.size = 0
        if self.keys == NULL or self.numbers == NULL or self.taken == NULL:
            raise MemoryError
        return 0

    cdef int grow(self) except -1:
        cdef unsigned long long* keys = self.keys
        cdef long long* numbers = self.numbers
        cdef unsigned char* taken = self.taken
        cdef size_t at, room = self.room
        try:
            self.begin(2 * room)
            for at in range(room):
                if taken[at]:
                    self.put(keys[at], numbers[at])
        finally:
            free(keys)
            free(numbers)
            free(taken)
        return 0

    cdef size_t place(self, unsigned long long key) noexcept:
        # Where the key is, or belongs.
        cdef size_t at = <size_t> ((key * <unsigned long long> 0x9E3779B97F4A7C15) >> 20)
        at &= self.room - 1
        while self.taken[at] and self.keys[at] != key:
            at = (at + 1) & (self.room - 1)
        return at

    cpdef long long get(self, unsigned long long key, long long default) noexcept:
        cdef size_t at = self.place(key)
        return self.numbers[at] if self.taken[at] else default

    cpdef int put(self, unsigned long long key, long long number) except -1:
        cdef size_t at = self.place(key)
        if not self.taken[at]:
            if 2 * self.size >= self.room:
                self.grow()
                at = self.place(key)
            self.taken[at] = 1
            self.keys[at] = key
            self.size += 1
        self.numbers[at] = number
        return 0
