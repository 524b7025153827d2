# The classes of longs.pyx, for the compiled kernels and search.

cdef class Longs:
    cdef long long* numbers
    cdef Py_ssize_t size, room

    cdef int grow(self) except -1
    cpdef int append(self, long long number) except -1
    cpdef long long pop(self) noexcept
    cpdef long long get(self, Py_ssize_t at) noexcept
    cpdef void put(self, Py_ssize_t at, long long number) noexcept
    cpdef long long top(self) noexcept
    cpdef void clear(self) noexcept
    cpdef void cut(self, Py_ssize_t size) noexcept
    cpdef int copied(self, Longs other, Py_ssize_t start) except -1
    cpdef void lead(self, Py_ssize_t start) noexcept
    cpdef void descend(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cpdef void shift(self, Py_ssize_t at, Py_ssize_t to) noexcept
    cpdef bint has(self, long long number, Py_ssize_t start) noexcept
    cpdef Py_ssize_t count(self, long long number) noexcept
    cpdef void replace(self, long long old, long long new) noexcept
    cpdef void drop(self, long long number) noexcept


cdef class LongMap:
    cdef unsigned long long* keys
    cdef long long* numbers
    cdef unsigned char* taken
    cdef size_t size, room

    cdef int begin(self, size_t room) except -1
    cdef int grow(self) except -1
    cdef size_t place(self, unsigned long long key) noexcept
    cpdef long long get(self, unsigned long long key, long long default) noexcept
    cpdef int put(self, unsigned long long key, long long number) except -1
