"""A game on a board: one position drawn by the server, and the data to step through the rest."""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.board.legend import Meaning, sign_for
from adjudication.board.svg import Drawing, Sign, draw
from adjudication.rules.clocks import clock_text
from adjudication.rules.colours import BLACK, NAME, WHITE
from adjudication.rules.marks import whole_chains
from adjudication.rules.points import COLUMN_LETTERS, PASS, parse_point, point_name
from adjudication.rules.record import GameRecord, TimeLeft
from adjudication.rules.replay import Replay, ReplayedMove
from adjudication.rules.scoring.territory import dead_by_marks
from adjudication.rules.sgf_notes import Mark, Notes
from tournament.games.words import colour as colour_word
from tournament.spoken import join_clauses, translated

STEP = 10
_PASSED = "pass"
_MOST_SHOWN = 8
"""How many moves of a variation are named beside the board."""
_SMALL = 9
NUMBERS = "numbers"
"""The query parameter that asks for move numbers on the stones."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is known about the end of a game and about single moves.

    ``dead`` are points of dead stones, ``seki`` points of stones in seki, ``territory`` maps points
    to their owners; ``notes`` says in words, by move number, what is wrong with a move.
    """

    dead: frozenset[int] = frozenset()
    territory: dict[int, int] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    seki: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """One of the steps beside the board: ``step`` is what the script reads, ``move`` the number."""

    step: str
    move: int
    label: str
    sign: str
    disabled: bool


@dataclass(frozen=True, slots=True)
class OtherLine:
    """A variation of the record: its moves in words, and where to play through it."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class MoveNotes:
    """What the record says about a move besides the move itself."""

    comment: str
    clocks: str
    lines: tuple[OtherLine, ...]


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A board in a page.

    ``data`` goes into a JSON data block with the id ``id``; ``parameter`` is the query parameter
    for the move to show. ``rows`` describe the position in words, from the top; ``numbers`` says
    whether every stone shows the number of its move. ``trying`` is the address for trying out moves
    from this game, empty if that is not possible. ``noted`` is what the record says about the move
    besides the move itself, None if it says nothing about any move.
    """

    id: str
    parameter: str
    svg: SafeString
    caption: str
    small: bool
    move: int
    moves: int
    steps: tuple[Step, ...]
    rows: tuple[str, ...]
    data: dict[str, Any]
    numbers: bool = False
    trying: str = ""
    noted: MoveNotes | None = None

    @property
    def more(self) -> str:
        """Return the further query parameters of a step's address."""
        return f"&{NUMBERS}=1" if self.numbers else ""


def is_small(size: int) -> bool:
    """Say whether a board is so small that a page draws it narrower than the full width."""
    return size <= _SMALL


def safe_svg(drawing: Drawing) -> SafeString:
    """Return a drawing marked as safe for a page: only numbers and escaped texts, see svg.py."""
    return SafeString(draw(drawing))


def named_points(names: Iterable[str], size: int) -> frozenset[int]:
    """Return the named points that are on a board of this size.

    A record of another board size may have come with the dead stones of the game itself.
    """
    found = set()
    for name in names:
        with contextlib.suppress(ValueError):
            found.add(parse_point(name, size))
    return frozenset(found)


def named_chains(names: Iterable[str], position: Sequence[int], size: int) -> frozenset[int]:
    """Return the stones of the chains that names stand for; an empty point stands for none."""
    return whole_chains(position, size, named_points(names, size))[0]


def marks_of(
    record: GameRecord,
    position: list[int],
    dead: frozenset[int] | None,
    computed: Mapping[str, Any],
) -> Marks:
    """Return the dead stones and the territory of a final position.

    Dead stones given by the players take precedence over the record's marks (TB, TW); the territory
    is the one that was counted, or else the marked one.
    """
    if dead is None:
        dead = dead_by_marks(position, record.black_marks, record.white_marks)
    owners: dict[int, int] = {}
    for colour, counted, marked in (
        (BLACK, computed.get("black_territory"), record.black_marks),
        (WHITE, computed.get("white_territory"), record.white_marks),
    ):
        if counted is None:
            owners.update(dict.fromkeys(marked, colour))
        else:
            owners.update(dict.fromkeys(named_points(counted, record.size), colour))
    return Marks(dead=dead, territory=owners)


def requested_move(moves: Mapping[str, str], *parameters: str) -> int | None:
    """Return the move asked for by the first of these query parameters that is given, or None."""
    asked = next((moves[name] for name in parameters if name in moves), "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else None


def board_page(
    replay: Replay,
    *,
    move: int | None,
    marks: Marks,
    name: str,
    parameter: str = "move",
    numbers: bool = False,
    trying: str = "",
    notes: Notes | None = None,
) -> BoardPage:
    """Return the board after a move (None: the end); numbers too large or small are clipped."""
    last = len(replay)
    shown = last if move is None else max(0, min(last, move))
    played = list(replay.moves)
    caption = _caption(played[shown - 1] if shown else None, replay.size, marks)
    at_end = shown == last
    point = played[shown - 1].point if shown else PASS
    faulty = shown in marks.notes
    position = replay.position_after(shown)
    in_seki = dict.fromkeys(sorted(marks.seki), sign_for(Meaning.SEKI))
    svg = safe_svg(
        Drawing(
            size=replay.size,
            position=position,
            label=caption,
            last=point if point >= 0 and not faulty else None,
            fault=point if point >= 0 and faulty else None,
            dead=marks.dead if at_end else frozenset(),
            territory=marks.territory if at_end else {},
            numbers=move_numbers(replay, played[:shown]) if numbers else {},
            signs=_signs(notes, shown) | (in_seki if at_end else {}),
            labels={} if notes is None else notes.labels.get(shown, {}),
        )
    )
    data = _data(replay, played, shown, marks)
    if notes is not None:
        data |= _notes_data(notes, replay, trying)
    if in_seki:
        signs = data.setdefault("signs", {})
        signs[last] = [
            *signs.get(last, ()),
            *([point, str(sign)] for point, sign in in_seki.items()),
        ]
    return BoardPage(
        id=name,
        parameter=parameter,
        svg=svg,
        caption=caption,
        small=is_small(replay.size),
        move=shown,
        moves=last,
        steps=_steps(shown, last),
        rows=position_in_words(position, replay.size),
        data=data,
        numbers=numbers,
        trying=trying,
        noted=None
        if notes is None or notes == Notes()
        else MoveNotes(
            comment=notes.comments.get(shown, ""),
            clocks=_clocks_at(notes, shown),
            lines=_lines_at(notes, replay, shown, trying),
        ),
    )


_SIGNS = {
    Mark.TRIANGLE: Sign.TRIANGLE,
    Mark.CIRCLE: Sign.CIRCLE,
    Mark.SQUARE: Sign.SQUARE,
    Mark.CROSS: Sign.CROSS,
}


def _signs(notes: Notes | None, number: int) -> dict[int, Sign]:
    if notes is None:
        return {}
    return {point: _SIGNS[mark] for point, mark in notes.marks.get(number, {}).items()}


def _clock_line(left: TimeLeft, *, periods: bool) -> str:
    """Return the time that a player has left: ``Black 12:34``, ``White 0:30 (3 moves)``."""
    time = translated(clock_text(abs(left.seconds)))
    if left.seconds < 0:
        time = f"−{time}"
    if left.left is not None:
        rest = (
            ngettext("%(count)d period", "%(count)d periods", left.left)
            if periods
            else ngettext("%(count)d move", "%(count)d moves", left.left)
        )
        time = f"{time} ({rest % {'count': left.left}})"
    return f"{colour_word(NAME[left.colour])} {time}"


def _clocks_at(notes: Notes, number: int) -> str:
    """Return what both players had left after their last moves, as far as the record says."""
    last: dict[int, str] = {}
    for move, clocks in sorted(notes.clocks.items()):
        if move <= number:
            for left in clocks:
                last[left.colour] = _clock_line(left, periods=notes.periods)
    told = " · ".join(text for _colour, text in sorted(last.items()))
    return _time_left() % {"times": told} if told else ""


def _time_left() -> str:
    return _("Time left: %(times)s")


def _lines_at(notes: Notes, replay: Replay, number: int, trying: str) -> tuple[OtherLine, ...]:
    """Return the variations after a move, to be played through where moves are tried out."""
    if not trying:
        return ()
    lines = []
    for points in notes.variations.get(number, ()):
        names = [_PASSED if point == PASS else point_name(point, replay.size) for point in points]
        shown = " ".join(names[:_MOST_SHOWN]) + (" …" if len(names) > _MOST_SHOWN else "")
        query = urlencode({"move": number, "line": ",".join(names), "at": 1}, safe=",")
        lines.append(OtherLine(shown, f"{trying}?{query}#play"))
    return tuple(lines)


def _notes_data(notes: Notes, replay: Replay, trying: str) -> dict[str, Any]:
    """Return the notes on all moves for the browser, by move number."""
    return {
        "comments": dict(notes.comments),
        "signs": {
            number: [[point, str(sign)] for point, sign in _signs(notes, number).items()]
            for number in notes.marks
        },
        "labels": {
            number: [[point, text] for point, text in labels.items()]
            for number, labels in notes.labels.items()
        },
        "clocks": {
            number: [[left.colour, _clock_line(left, periods=notes.periods)] for left in clocks]
            for number, clocks in notes.clocks.items()
        },
        "lines": {
            number: [[line.text, line.address] for line in _lines_at(notes, replay, number, trying)]
            for number in notes.variations
        },
        "timeLeft": _time_left() % {"times": "{times}"},
    }


def move_numbers(replay: Replay, played: Iterable[ReplayedMove]) -> dict[int, int]:
    """Return the numbers of the moves whose stones are still on the board after ``played``."""
    numbers: dict[int, int] = {}
    for move in played:
        if move.point >= 0 and not move.skipped:
            numbers[move.point] = move.number
        for gone in (*move.captured, *replay.edits.get(move.number, {})):
            numbers.pop(gone, None)
    return numbers


def _steps(shown: int, last: int) -> tuple[Step, ...]:
    wanted = (
        ("first", 0, _("Start"), "|◀"),
        (f"-{STEP}", shown - STEP, _("10 moves back"), "−10"),
        ("-1", shown - 1, _("Previous move"), "◀"),
        ("+1", shown + 1, _("Next move"), "▶"),
        (f"+{STEP}", shown + STEP, _("10 moves on"), "+10"),
        ("last", last, _("End"), "▶|"),
    )
    return tuple(
        Step(step, target, label, sign, disabled=target == shown)
        for step, number, label, sign in wanted
        for target in [max(0, min(last, number))]
    )


def _data(replay: Replay, played: list[ReplayedMove], shown: int, marks: Marks) -> dict[str, Any]:
    """Return what the browser needs to draw every position without knowing the rules."""
    size = replay.size
    start = replay.position_after(0)
    moves = []
    for move in played:
        note = marks.notes.get(move.number, "")
        placed = int(move.point >= 0 and not move.skipped)
        fault = [note, 1] if move.number in marks.notes else []
        moves.append([move.colour, move.point, placed, list(move.captured), *fault])
    return {
        "size": size,
        "columns": COLUMN_LETTERS[:size],
        "at": shown,
        "black": [point for point, state in enumerate(start) if state == BLACK],
        "white": [point for point, state in enumerate(start) if state == WHITE],
        "moves": moves,
        "edits": {
            str(number): [[point, state] for point, state in changes.items()]
            for number, changes in replay.edits.items()
            if number
        },
        "dead": sorted(marks.dead),
        "territory": sorted([point, owner] for point, owner in marks.territory.items()),
        "words": _words(),
    }


def _words() -> dict[str, Any]:
    """Return the sentences for captions with their placeholders left in."""
    places = {name: f"{{{name}}}" for name in ("number", "colour", "point")}
    return {
        "colours": ["", colour_word("black"), colour_word("white")],
        "start": _start(),
        "play": _play() % places,
        "pass": _pass() % places,
        "off": _off() % places,
        "takesOne": captures_text(1) % {"count": "{count}"},
        "takesMany": captures_text(2) % {"count": "{count}"},
        "row": _row() % {"row": "{row}", "stones": "{stones}"},
        "side": _side() % {"colour": "{colour}", "columns": "{columns}"},
        "empty": _empty(),
    }


def _caption(played: ReplayedMove | None, size: int, marks: Marks) -> str:
    """Return a sentence on what happened at a move, the same as the script composes."""
    if played is None:
        return _start()
    name = "black" if played.colour == BLACK else "white"
    values = {"number": played.number, "colour": colour_word(name)}
    if played.point >= 0:
        text = _play() % {**values, "point": point_name(played.point, size)}
    else:
        text = (_pass() if played.point == PASS else _off()) % values
    if played.captured:
        text += captures_text(len(played.captured)) % {"count": len(played.captured)}
    note = marks.notes.get(played.number)
    return f"{text} {note}" if note else text


def _start() -> str:
    return _("Before the first move.")


def _play() -> str:
    return _("Board after move %(number)s: %(colour)s played %(point)s.")


def _pass() -> str:
    return _("Board after move %(number)s: %(colour)s passed.")


def _off() -> str:
    return _("Board after move %(number)s: %(colour)s played outside the board.")


def captures_text(count: int) -> str:
    """Return the sentence for a number of stones taken, with a placeholder for that number."""
    return ngettext(" %(count)s stone was taken.", " %(count)s stones were taken.", count)


def position_in_words(position: Sequence[int], size: int) -> tuple[str, ...]:
    """Return where the stones are, with a sentence for every row that has any, from the top."""
    lines = []
    for row in range(size):
        sides = []
        for colour, name in ((BLACK, "black"), (WHITE, "white")):
            columns = [
                COLUMN_LETTERS[column]
                for column in range(size)
                if position[row * size + column] == colour
            ]
            if columns:
                values = {"colour": colour_word(name), "columns": ", ".join(columns)}
                sides.append(_side() % values)
        if sides:
            lines.append(_row() % {"row": size - row, "stones": join_clauses(sides)})
    return tuple(lines) or (_empty(),)


def _row() -> str:
    return _("Row %(row)s: %(stones)s.")


def _side() -> str:
    return _("%(colour)s %(columns)s")


def _empty() -> str:
    return _("No stone is on the board.")
