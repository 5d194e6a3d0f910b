"""Small game records, written by hand, on 5x5 under Japanese rules with komi 0.5."""

COUNTED = (
    b"(;GM[1]FF[4]SZ[5]RU[Japanese]KM[0.5]"
    b";B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[];W[]"
    b"TB[aa][ab][ac][ad][ae]TW[ea][eb][ec][ed][ee])"
)
"""Two walls with five points behind each: W+0.5."""

ILLEGAL_KO = (
    b"(;GM[1]FF[4]SZ[5]RU[Japanese]KM[0.5]"
    b";B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[ee];W[bb];B[cb];W[bb])"
)
"""White retakes the ko at once, at B4 with move 10."""

UNREADABLE = b"this is no game record"
