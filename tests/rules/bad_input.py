"""The catalogue of bad and hostile records (SPEC section 2): each must end in a verdict or error.

``CATALOGUE`` maps a name to a function that makes the bytes and to the code of the RecordError,
or None where the record is read and judged.
"""

import io
import zipfile
from collections.abc import Callable

from adjudication.rules.sgf_limits import MAX_BYTES


def _game(body: str | bytes, root: str | bytes = "") -> bytes:
    raw = [part if isinstance(part, bytes) else part.encode() for part in (root, body)]
    return b"(;GM[1]FF[4]SZ[19]" + raw[0] + raw[1] + b")"


def _zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.sgf", b"(;B[aa])" + b" " * 5_000_000)
    return buffer.getvalue()


def _moves(number: int) -> str:
    return "".join(
        f";{'BW'[n % 2]}[{chr(97 + n % 19)}{chr(97 + n // 19 % 19)}]" for n in range(number)
    )


def _distinct_names(number: int) -> str:
    letters = [chr(65 + n) for n in range(26)]
    names = [a + b + c for a in letters for b in letters for c in letters]
    return "".join(f"{name}[x]" for name in names[:number])


def _cycle_burner() -> str:
    """Two stones sent and one returned, over and over: a repetition at nearly every play."""
    start = ";AB[bb][cb][da]AW[ab][ac][ba]"
    around = ";W[ca];B[aa];W[ba];B[]"
    return start + around * 490


def _suicides() -> str:
    """One player fills a pocket of one point again and again: the same board 1,900 times."""
    return ";AW[ba][ab]" + ";B[aa];W[]" * 950


def _comb() -> str:
    """A long chain whose liberties are filled one by one, so that it is searched every time."""
    chain = "".join(f"[{chr(97 + c)}{chr(97 + r)}]" for r in range(1, 24, 2) for c in range(24))
    fill = "".join(
        f";W[{chr(97 + c)}{chr(97 + r)}];B[yy]" for r in range(0, 24, 2) for c in range(24)
    )
    return f"(;SZ[25]AB{chain}{fill[:9000]})"


def _capture_and_refill() -> str:
    """A whole side is taken and put back for as long as the limits allow."""
    plays = []
    for _ in range(2):
        plays += [f";B[{chr(97 + c)}{chr(97 + r)}]" for r in range(25) for c in range(25)]
    return "(;SZ[25]" + "".join(plays[:1990]) + ")"


Bytes = Callable[[], bytes]
CATALOGUE: dict[str, tuple[Bytes, str | None]] = {
    # Size and depth.
    "100k nested parentheses": (lambda: b"(" * 100_000, "too_deep"),
    "100k nested trees": (lambda: b"(;" * 100_000 + b")" * 100_000, "too_deep"),
    "20k nested variations": (lambda: b"(;B[aa]" * 20_000 + b")" * 20_000, "too_deep"),
    "990 nested variations": (lambda: b"(;B[aa]" * 990 + b")" * 990, None),
    "1 M empty nodes": (lambda: _game(b";" * 1_000_000), "too_large"),
    "500k empty nodes": (lambda: _game(b";" * 500_000), "too_many_nodes"),
    "19k empty nodes": (lambda: _game(b";" * 19_000), None),
    "200k moves": (lambda: _game(_moves(200_000)), "too_large"),
    "60k moves": (lambda: _game(_moves(60_000)), "too_many_nodes"),
    "3k moves": (lambda: _game(_moves(3_000)), "too_many_moves"),
    "5 MB comment": (lambda: _game("C[" + "x" * 5_000_000 + "]"), "too_large"),
    "500 kB comment": (lambda: _game("C[" + "x" * 500_000 + "]"), "value_too_long"),
    "60 kB comment": (lambda: _game("C[" + "x" * 60_000 + "]"), None),
    "500 kB of comments": (lambda: _game((";C[" + "x" * 40 + "]") * 11_000), None),
    "unterminated backslashes": (lambda: _game("C[" + "\\" * 400_001), "value_too_long"),
    "60 kB of backslashes": (lambda: _game("C[" + "\\" * 60_000 + "]"), None),
    "unterminated value": (lambda: b"(;C[" + b"a" * 500_000, "value_too_long"),
    "many unterminated values": (lambda: b"(;C" + b"[a" * 250_000, "value_too_long"),
    "260k empty trees": (lambda: b"(;" + b"()" * 262_000, "too_many_nodes"),
    "only brackets": (lambda: b"[" * MAX_BYTES, "value_too_long"),
    "only closing brackets": (lambda: b"(;" + b"]" * 500_000, None),
    "only letters": (lambda: b"(;" + b"A" * 500_000, None),
    "200k values": (lambda: _game("AB" + "[aa]" * 200_000), "too_large"),
    "100k values": (lambda: _game("AB" + "[aa]" * 100_000), "too_many_values"),
    "rectangle bomb": (lambda: _game("AB" + "[aa:ss]" * 20_000), "too_many_values"),
    "rectangles in nodes": (lambda: _game(";AB[aa:ss]" * 19_000), "too_many_points"),
    "mid-game rectangles": (lambda: _game(";B[aa]" + ";AE[aa:ss]" * 270), None),
    "marks in rectangles": (lambda: _game(";TB[aa:ss]TW[aa:ss]" * 5_000), "too_many_points"),
    "17k distinct properties": (lambda: _game(_distinct_names(17_000)), "too_many_properties"),
    "long identifier": (lambda: _game("A" * 60_000 + "[x]"), "not_sgf"),
    "exactly the limit": (lambda: _game("C[x]").ljust(MAX_BYTES), None),
    "one byte too many": (lambda: _game("C[x]").ljust(MAX_BYTES + 1), "too_large"),
    # Numbers.
    "size 99999999": (lambda: b"(;SZ[99999999];B[aa])", "bad_size"),
    "size -5": (lambda: b"(;SZ[-5];B[aa])", "bad_size"),
    "size 19:13": (lambda: b"(;SZ[19:13];B[aa])", "bad_size"),
    "size in other digits": (lambda: "(;SZ[١٩];B[aa])".encode(), "bad_size"),
    "size of 5,000 digits": (lambda: b"(;SZ[" + b"1" * 5_000 + b"];B[aa])", "bad_size"),
    "komi nan": (lambda: _game(";B[aa]", "KM[nan]"), None),
    "komi 1e999": (lambda: _game(";B[aa]", "KM[1e999]"), None),
    "komi of 5,000 digits": (lambda: _game(";B[aa]", "KM[" + "9" * 5_000 + "]"), None),
    "handicap of 5,000 digits": (lambda: _game(";B[aa]", "HA[" + "9" * 5_000 + "]"), None),
    "handicap -3": (lambda: _game(";B[aa]", "HA[-3]"), None),
    "handicap 625": (lambda: _game(";B[aa]", "HA[625]"), None),
    "result of 5,000 digits": (lambda: _game(";B[aa]", "RE[B+" + "9" * 5_000 + "]"), None),
    # Bytes and charsets.
    "nothing": (lambda: b"", "empty"),
    "spaces": (lambda: b" \r\n\t" * 1_000, "empty"),
    "NUL bytes": (lambda: b"(;SZ[9];B[a\x00])", "not_text"),
    "only NUL bytes": (lambda: b"\x00" * 1_000, "not_text"),
    "UTF-16": (lambda: "(;SZ[9]PB[é];B[aa])".encode("utf-16"), None),
    "broken UTF-16": (lambda: b"\xff\xfe(", "bad_charset"),
    "lone surrogate in UTF-16": (lambda: b"\xff\xfe\x00\xd8", "bad_charset"),
    "byte-order mark": (lambda: b"\xef\xbb\xbf" + _game(";B[aa]"), None),
    "charset zip": (lambda: _game(";B[aa]", "CA[zip]"), "bad_charset"),
    "charset utf-7": (lambda: _game(";B[aa]", "CA[utf-7]PB[+ADw-b+AD4-]"), "bad_charset"),
    "charset idna": (lambda: _game(";B[aa]", "CA[idna]"), "bad_charset"),
    "charset with a path": (lambda: _game(";B[aa]", "CA[../../etc/passwd]"), "bad_charset"),
    "charset of 60 kB": (lambda: _game(";B[aa]", "CA[" + "x" * 60_000 + "]"), "bad_charset"),
    "not UTF-8": (lambda: _game(b";B[aa]", b"PB[\xff\xfe\x81\x8d]"), None),
    "not what the charset says": (lambda: _game(b";B[aa]", b"CA[big5]PB[\xff\xff]"), None),
    "zip archive": (_zip, "not_text"),
    "image": (lambda: b"\x89PNG\r\n\x1a\n\x00\x00", "not_text"),
    "web page": (lambda: b"<html><body>Not found</body></html>", "not_sgf"),
    # Texts meant for somebody else.
    "script in a name": (lambda: _game(";B[aa]", "PB[<script>alert(1)</script>]"), None),
    "script as a source": (lambda: _game(";B[aa]", "SO[javascript:alert(1)]"), None),
    "formula beside a name": (lambda: _game(";B[aa]", '=HYPERLINK("x")PB[x]'), None),
    "formula as a name": (lambda: _game(";B[aa]", 'PB[=HYPERLINK("http://x")]'), None),
    "path as a game name": (lambda: _game(";B[aa]", b"GN[../../x\r\n\x1b[2J\\]]"), None),
    # Structure.
    "three games": (lambda: b"(;SZ[9];B[aa])" * 3, "several_games"),
    "games in one tree": (lambda: b"((;SZ[9];B[aa])(;SZ[9]))", "several_games"),
    "no semicolon": (lambda: b"(SZ[9];B[aa])", None),
    "no parentheses": (lambda: b";SZ[9];B[aa]", None),
    "empty tree": (lambda: b"()", "not_sgf"),
    "empty root": (lambda: b"(;)", None),
    "root twice": (lambda: b"(;GM[1]SZ[9];GM[1]SZ[13]KM[5];B[aa])", None),
    "size twice": (lambda: b"(;SZ[9]SZ[13];B[aa])", None),
    "move in the root": (lambda: _game("B[aa]"), None),
    "both colours in a node": (lambda: _game(";B[aa]W[bb];W[cc]B[dd]"), None),
    "two moves in a property": (lambda: _game(";B[aa][bb]"), None),
    "trailing rubbish": (lambda: _game(";B[aa]") + b")))];;B[bb]", None),
    # Moves.
    "off the board": (lambda: _game(";B[zz];W[ts];B[AA];W[a];B[abc];W[1]"), None),
    "empty list": (lambda: _game(";B[];AB[];W[]"), None),
    "no value": (lambda: _game(";B;W"), "not_sgf"),
    "wrong turns": (lambda: _game(";W[aa];W[bb];B[cc];B[dd]"), None),
    "moves after the end": (lambda: _game(";B[];W[];B[aa];W[bb]", "RE[B+1]"), None),
    "KO[] on an illegal move": (lambda: _game(";B[aa];W[aa]KO[]"), None),
    "AE in mid-game": (lambda: _game(";B[aa];AE[aa];W[aa]"), None),
    "MN renumbers": (lambda: _game(";B[aa];W[bb]MN[1];B[aa]"), None),
    "PL contradicts": (lambda: _game(";B[aa];W[bb]", "PL[W]"), None),
    "set-up without liberties": (lambda: _game(";B[aa];W[bb]", "AB[aa:ss]"), None),
    "set-up in both colours": (lambda: _game(";B[aa]", "AB[aa:ss]AW[aa:ss]AE[aa]"), None),
    "cycles to burn time": (lambda: _game(_cycle_burner()), None),
    "one-stone suicides": (lambda: _game(_suicides()), None),
    "comb of liberties": (lambda: _comb().encode(), None),
    "all points twice": (lambda: _capture_and_refill().encode(), None),
}
