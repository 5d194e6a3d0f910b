"""Games as they were played and as records tell of them, counted by the plain rules of the tests.

Nothing here knows the product: what a record shows and what a board counts to comes from
:mod:`tests.rules.naive`, which is written from the rule texts alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.rules.naive import (
    BLACK,
    WHITE,
    NaiveGame,
    Point,
    area_count,
    as_board,
    as_rows,
    territory_count,
)

SIZE = 9
KOMI = 6.5
LETTERS = "ABCDEFGHJ"
Move = tuple[str, str]
"""A colour, B or W, and a point as SGF writes it, empty for a pass."""


class Meant(NamedTuple):
    """A result as a person means it: who won as a person, not as a colour, and how."""

    winner: object
    reason: str
    margin_half: int | None = None


@dataclass(frozen=True)
class Text:
    """What a rule text says, as far as a walk needs it."""

    ko: str
    suicide: bool
    area: bool
    repetition_forbidden: bool
    stones_stay: bool
    """Whether no stone is taken off after play was resumed over dead stones."""
    first: str
    """Who moves first when play is resumed: the opponent of whoever ``asked`` (J1989 Art. 9.3),
    whose ``turn`` it is (of the French text the natural reading, and AGA 10), or whom both
    ``name`` (the New Zealand text, by which all stones stay where they name another)."""
    proves: bool
    """Whether play imagined from the last position says which stones live (J1989 Art. 7)."""
    complete: bool
    """Whether the text says that a move is complete with its prisoners off (J1989 Art. 5)."""
    silent: bool = False
    """Whether the text says nothing of players who do not agree how a game goes on."""
    komi: float = KOMI
    equal: str = ""
    """B or W, where the tournament says that they win equal scores; else it is a draw."""


TEXTS = {
    "japanese": Text("SIMPLE", False, False, False, False, "asked", True, True),
    "beginner": Text("SIMPLE", False, False, False, False, "turn", False, False, silent=True),
    "french": Text("NSSK", False, True, True, True, "turn", False, False),
    "nz": Text("SSK", True, True, True, False, "named", False, False),
    "aga": Text("SSK", False, True, True, True, "turn", False, False),
}
"""The rule sets of the walks, by the names that tournaments give them."""
KOMIS = (KOMI, 0.0, -9.0)
"""What komi a walk may have: with the last two the walls can come to equal scores."""


@dataclass(frozen=True)
class Resumed:
    """How play goes on after a stop.

    ``first`` is the colour that moves first. No stone is taken off any more where they ``stay``,
    and where it is counted ``at_once`` nobody even moves.
    """

    first: str
    stay: bool = False
    at_once: bool = False


def resumed(
    text: Text, kind: str, black: str, white: str, *, asked: str, turn: str
) -> Resumed | None:
    """Return how play goes on by the last words of both players; None where it does not.

    ``kind`` is the question, dead stones or an effective move; ``asked`` the colour that said so
    first, ``turn`` the one whose turn it is by the record.
    """
    said = {"B": black, "W": white}
    stay = text.stones_stay and kind == "dead_stones"
    if text.first == "asked":
        # Art. 9.3: where either asks for it the other must agree, and moves first.
        asking = [colour for colour in "BW" if said[colour] == "resume"]
        if not asking:
            return None
        requester = asking[0] if len(asking) == 1 else asked
        return Resumed("W" if requester == "B" else "B", stay)
    playing_on = {"resume", "black_moves", "white_moves"}
    if set(said.values()) == {"resumed"}:
        return Resumed(turn, stay=True, at_once=True)
    if text.first != "named" and set(said.values()) == {"again", "resume"}:
        return Resumed(turn, stay)  # neither accepts the other's marks, so either may play on
    wants = [word for word in said.values() if word in playing_on]
    # It takes both to disagree on dead stones. A move that was found is played by either, where the
    # text says that play goes on.
    alone = not wants or "game_over" not in said.values() or text.silent
    if len(wants) < 2 and alone:
        return None
    if text.first == "named":
        if len(set(wants)) > 1:
            return Resumed(turn, stay=True, at_once=True)
        return Resumed("B" if wants[0] == "black_moves" else "W", stay)
    return Resumed(turn, stay)


def in_turn(moves: str, first: str = "B") -> tuple[Move, ...]:
    """Return moves in turn from points as SGF writes them; ``--`` is a pass."""
    colours = "BW" if first == "B" else "WB"
    return tuple(
        (colours[number % 2], "" if point == "--" else point)
        for number, point in enumerate(moves.split())
    )


WALLS = in_turn("de ee dd ed dc ec db eb da ea df ef dg eg dh eh di ei gg bb -- --")
"""Two walls, with a white stone on B8 and a black one on G3."""
KO = in_turn("dc ec cd ee de fd ii dd ed dd")
"""White takes a ko back at once with move 10."""
BLACK_KO = in_turn("ec dc ee cd fd de dd ed dd")
"""Black takes a ko back at once with move 9."""
TRIPLE_KO = in_turn(
    "da ea dc ec cb fb dd ed df ef ce fe dg eg di ei ch fh ee db aa dh eb de eh db ee dh -- --"
)
"""Three kos are taken in turn until the whole board is back, by move 28."""
TWICE = (*WALLS[:18], ("B", "aa"), *WALLS[18:])
"""Black plays twice in a row: a pass may be missing in it."""


@dataclass(frozen=True)
class Line:
    """One record: the moves that it tells, and in whose names."""

    moves: tuple[Move, ...]
    names: str = "ours"
    """ours, swapped, others (of another board), or none."""
    wrong_komi: bool = False
    server: bool = False
    raw: bytes = b""

    def data(
        self, black: str, white: str, others: tuple[str, str] = ("", ""), komi: float = KOMI
    ) -> bytes:
        """Return the record as a file, of a game with some komi."""
        if self.raw:
            return self.raw
        seats = {
            "ours": (black, white),
            "swapped": (white, black),
            "others": others,
            "none": ("", ""),
        }
        pb, pw = seats[self.names]
        named = f"PB[{pb}]PW[{pw}]" if pb else ""
        place = "PC[OGS: https://online-go.com/game/1]RE[W+R]" if self.server else ""
        nodes = "".join(f";{colour}[{point}]" for colour, point in self.moves)
        komi += 7 * self.wrong_komi
        head = f"(;GM[1]FF[4]CA[UTF-8]SZ[{SIZE}]KM[{komi:g}]{named}{place}"
        return f"{head}{nodes})".encode()


LINES = {
    "walls": Line(WALLS),
    "plain": Line(WALLS, names="none"),
    "ko": Line(KO),
    "black ko": Line(BLACK_KO),
    "triple ko": Line(TRIPLE_KO),
    "twice": Line(TWICE),
    "swapped": Line(WALLS, names="swapped"),
    "others": Line(WALLS, names="others"),
    "komi": Line(WALLS, wrong_komi=True),
    "ko of others": Line(KO, names="others"),
    "server": Line(WALLS[:18], server=True),
    "broken": Line((), raw=b"(;no record"),
}
"""The records of the walks by name."""
WHOLE = {"walls", "plain", "triple ko", "swapped", "others", "komi"}
"""Those that tell a game to its end."""
ACCUSING = {"ko", "black ko", "triple ko"}
"""Those that show something that the text forbids, or that lets a game end without result."""
DEAD = (frozenset({"B8", "G3"}), frozenset(), frozenset({"B8"}), frozenset({"G3"}))
"""What somebody may call dead in the walls."""


def point_of(name: str) -> Point:
    """Return the row and column of a point such as ``B8``."""
    return SIZE - int(name[1:]), LETTERS.index(name[0])


def of_sgf(point: str) -> Point | None:
    """Return the row and column of a point as SGF writes it; None for a pass."""
    return None if not point else (ord(point[1]) - ord("a"), ord(point[0]) - ord("a"))


@dataclass
class Shown:
    """What the rule text says of a line of moves."""

    rows: tuple[str, ...]
    prisoners: int
    """Black's less White's."""
    illegal_by: str = ""
    """B or W, whose move is the first that the text forbids."""
    returns: bool = False
    """Whether the whole board comes back with the same player to move and no prisoner more."""
    colours: list[str] = field(default_factory=list)


def replayed(moves: Iterable[Move], text: Text) -> Shown:
    """Replay moves by a text until the first that it forbids."""
    game = NaiveGame(("." * SIZE,) * SIZE, text.ko, text.suicide)
    shown = Shown(game.rows, 0)
    for colour, point in moves:
        game.play(BLACK if colour == "B" else WHITE, of_sgf(point))
        if game.codes[-1] is not None and not shown.illegal_by:
            shown.illegal_by = colour
    shown.rows = game.rows
    shown.prisoners = game.by_black - game.by_white
    shown.returns = any(one.same_player_to_move and not one.prisoners for one in game.cycles())
    return shown


def ahead_half(moves: Iterable[Move], dead: Iterable[str], text: Text) -> int:
    """Return by how many half-points Black is ahead when these stones are dead."""
    shown = replayed(moves, text)
    lifted = [point_of(name) for name in dead]
    if text.area:
        board = as_board(shown.rows)
        for point in lifted:
            board[point] = "."
        black, white = area_count(as_rows(board, SIZE))
        return 2 * (black - white) - int(2 * text.komi)
    black, white, of_black, of_white = territory_count(shown.rows, lifted)
    return 2 * (black + of_white - white - of_black + shown.prisoners) - int(2 * text.komi)


def counted(
    moves: Iterable[Move], dead: Iterable[str], text: Text, black: int, white: int
) -> Meant:
    """Return the result of a board that is counted with these stones dead."""
    ahead = ahead_half(moves, dead, text)
    if not ahead:
        return even(text, black, white)
    return Meant(black if ahead > 0 else white, "score", abs(ahead))


def even(text: Text, black: int, white: int) -> Meant:
    """Return what equal scores are: a draw, or a win of whom the tournament says so."""
    if not text.equal:
        return Meant("draw", "score", None)
    return Meant(black if text.equal == "B" else white, "tie", None)


def can_be(meant: Meant, text: Text, black: int, white: int) -> bool:
    """Whether equal scores are what the tournament says they are, if it is about any."""
    if meant.reason == "tie":
        return text.komi % 1 == 0 and meant == even(text, black, white)
    return not (meant == ("draw", "score", None) and text.equal)


def written(meant: Meant, black: int) -> str:
    """Return a result as players type it."""
    if meant.winner in ("draw", "none"):
        return {"draw": "jigo", "none": "void"}[str(meant.winner)]
    colour = "B" if meant.winner == black else "W"
    if meant.reason == "tie":
        return f"{colour}+="
    how = {"resignation": "R", "time": "T"}.get(meant.reason)
    return f"{colour}+{how or f'{(meant.margin_half or 0) / 2:g}'}"


LINES |= {
    f"resumed {first}": Line((*WALLS, *in_turn("ac -- --" if first == "B" else "gc -- --", first)))
    for first in "BW"
}
"""The walls once more, played on after the stop by one colour or the other."""


def next_in(kind: str) -> str:
    """Return whose turn it is where a record of a kind ends."""
    moves = LINES[kind].moves if kind in LINES else WALLS
    return "W" if moves[-1][0] == "B" else "B"
