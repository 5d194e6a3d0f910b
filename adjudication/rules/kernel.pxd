# Types for the compiler of the optional kernel (speed/); Python does not read this file.
cimport cython

cdef int _BORDER
cdef int _SEEN
cdef int _IDLE

@cython.locals(
    adjacent=tuple, numbers=tuple, board="unsigned char[::1]", first="int[::1]", others="int[::1]",
    hashes=list, taken=list, own=list, captured=dict, nobody=cython.int, stone=cython.int,
    near=cython.int, watcher=cython.int, point=cython.int, colour=cython.int,
    opponent=cython.int, number=cython.int, ko_point=cython.int, ko_stone=cython.int,
    ko_move=cython.int, current=cython.longlong,
    change=cython.longlong,
)
cpdef object play_moves(int size, object start, object colours, object points)

@cython.locals(
    chain=list, colour=cython.int, state=cython.int, member=cython.int, near=cython.int,
    seen=cython.int,
)
cdef list _watch_or_capture(unsigned char[::1] board, tuple adjacent, int[::1] first, int[::1] others, int stone)

@cython.locals(liberties=cython.int, near=cython.int, state=cython.int)
cdef bint _is_single_in_atari(unsigned char[::1] board, tuple around, int colour) except -1
