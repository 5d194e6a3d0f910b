"""Records made from the grammar of the format, mostly right, with the odd thing at every place."""

from random import Random

from tests.security.sgf_mutations import CHARSETS

TEXTS = (
    *("Ada", "<script>alert(1)</script>", "日本棋院", "\\]\\[\\:", "a\\\nb", "", " ", "\u202eabc"),
    *("{{ 7 }}", "+ADw-img+AD4-", "x" * 500, "\x7f\x01", "'\"--", "=1+1", "é" * 40),
)
NUMBERS = ("0", "1", "6.5", "-7", "1e5", "nan", "inf", "9" * 400, "0x1F", "٣", "5,5", "1/2", "")
RESULTS = (
    "B+3.5",
    "W+R",
    "0",
    "Void",
    "B+T",
    "B+F",
    "W+0",
    "jigo",
    "B+-1",
    "B+1e9",
    "W+½",
    "+",
    "?",
)
RULES = (
    "Japanese",
    "Chinese",
    "AGA",
    "NZ",
    "French",
    "Tromp/Taylor",
    "Ing",
    "goe",
    "日本",
    "",
    "x",
)
ODD_PROPERTIES = ("C", "N", "LB", "TR", "MA", "KO", "BL", "OB", "ZZ", "VW", "DD", "PL", "FG", "L")


def generated(chance: Random) -> bytes:
    """Return a record."""
    size = chance.choice((2, 3, 5, 5, 7, 9, 9, 9, 13, 19, 19, 25))
    body = _root(chance, size)
    match chance.randrange(12):
        case 0:
            body += _deep(chance, size)
        case 1:
            body += _wide(chance, size)
        case 2:
            body += _long_game(chance, size)
        case _:
            body += _game(chance, size, chance.randrange(120))
    ending = chance.choice((")", ")", ")", ")", "", "))", ")(;)"))
    text = "(;" + body + ending
    codec = chance.choice(("utf-8", "utf-8", "utf-8", "gb18030", "cp932", "utf-16", "latin-1"))
    return text.encode(codec, "replace")


def _point(chance: Random, size: int) -> str:
    """Return a point, now and then one that the board has not."""
    if chance.random() < 0.02:
        return chance.choice(("", "tt", "zz", "a", "aaa", "A1", "Q16", "é", " ", "a:b"))
    return chr(97 + chance.randrange(size)) + chr(97 + chance.randrange(size))


def _points(chance: Random, size: int) -> str:
    """Return a list of points, rectangles among them."""
    made = ""
    for _ in range(chance.choice((1, 2, 5, 20))):
        point = _point(chance, size)
        other = ":" + _point(chance, size) if chance.random() < 0.2 else ""
        made += f"[{point}{other}]"
    return made


def _root(chance: Random, size: int) -> str:
    """Return the properties of the first node, in any order."""
    said = {
        "GM": "1" if chance.random() < 0.97 else chance.choice(("2", "", "go")),
        "SZ": str(size) if chance.random() < 0.95 else chance.choice(NUMBERS),
        "KM": chance.choice(("6.5", *NUMBERS)),
        "HA": chance.choice(("0", "2", *NUMBERS)),
        "RU": chance.choice(RULES),
        "RE": chance.choice(RESULTS),
        "PB": chance.choice(TEXTS),
        "PW": chance.choice(TEXTS),
        "CA": "UTF-8" if chance.random() < 0.85 else chance.choice(CHARSETS),
        "DT": chance.choice(("2026-01-01", *TEXTS)),
        "TM": chance.choice(NUMBERS),
        "OT": chance.choice(TEXTS),
        "BR": chance.choice(("3d", *TEXTS)),
    }
    names = [name for name in said if chance.random() < 0.7 or name == "SZ"]
    chance.shuffle(names)
    setup = "".join(
        name + _points(chance, size) for name in ("AB", "AW", "AE") if chance.random() < 0.2
    )
    return "".join(f"{name}[{said[name]}]" for name in names) + setup


def _node(chance: Random, size: int, colour: str) -> str:
    made = f";{colour}[{_point(chance, size)}]"
    if chance.random() < 0.05:
        made += chance.choice(("AB", "AW", "AE", "TB", "TW")) + _points(chance, size)
    if chance.random() < 0.05:
        made += f"{chance.choice(ODD_PROPERTIES)}[{chance.choice(TEXTS)}]"
    if chance.random() < 0.02:
        made += f"B[{_point(chance, size)}]W[{_point(chance, size)}]"
    return made


def _game(chance: Random, size: int, moves: int) -> str:
    """Return moves, two passes, marks, and variations here and there."""
    made = ""
    colours = "BW" if chance.random() < 0.9 else "BBW"
    for number in range(moves):
        node = _node(chance, size, colours[number % len(colours)])
        made += f"({node})({node}" if chance.random() < 0.01 else node
    if chance.random() < 0.5:
        made += ";B[];W[]"
    if chance.random() < 0.4:
        made += f"TB{_points(chance, size)}TW{_points(chance, size)}"
    return made


def _deep(chance: Random, size: int) -> str:
    depth = chance.choice((30, 400, 990, 1100))
    return "".join(f"(;B[{_point(chance, size)}]" for _ in range(depth)) + ")" * depth


def _wide(chance: Random, size: int) -> str:
    return f"(;B[{_point(chance, size)}])" * chance.choice((30, 900, 5000))


def _long_game(chance: Random, size: int) -> str:
    """Return more moves than points: captures, suicides, cycles, and the limit of 2,000."""
    board = min(size, chance.choice((2, 3, 5, 25)))
    count = chance.choice((300, 1000, 1990, 2100))
    return "".join(f";{'BW'[n % 2]}[{_point(chance, board)}]" for n in range(count))
