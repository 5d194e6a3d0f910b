# Types for the compiler of the optional kernel (speed/); Python does not read this file.
cimport cython

cdef int _SEEN

@cython.locals(
    adjacent=tuple, board=list, found=list, points=list, first=cython.int, borders=cython.int,
    point=cython.int, near=cython.int, state=cython.int,
)
cpdef list find_regions(object position, int size)
