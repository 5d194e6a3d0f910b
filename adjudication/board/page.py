"""A game on a board: one position drawn by the server, and the data to step through the rest."""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.board.svg import Drawing, draw
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.points import COLUMN_LETTERS, PASS, parse_point, point_name
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay, ReplayedMove
from adjudication.rules.scoring.territory import dead_by_marks
from tournament.games.words import colour as colour_word

STEP = 10


@dataclass(frozen=True, slots=True)
class Marks:
    """What is known about the end of a game and about single moves.

    ``dead`` are points of dead stones, ``territory`` owners by point; ``notes`` says in words, by
    move number, what is wrong with a move.
    """

    dead: frozenset[int] = frozenset()
    territory: dict[int, int] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One of the steps beside the board. ``step`` is what the module reads, ``move`` the number."""

    step: str
    move: int
    label: str
    sign: str
    disabled: bool


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A board in a page.

    ``data`` goes into a JSON data block with the id ``id``; ``parameter`` is the name under which
    the address carries the move to show. ``rows`` tell the position in words, from the top.
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


def drawn(drawing: Drawing) -> SafeString:
    """Return a drawing as it may stand in a page: numbers and escaped texts, see svg.py."""
    return SafeString(draw(drawing))


def points_on(names: Iterable[str], size: int) -> frozenset[int]:
    """Return the points of these names that a board of this size has.

    A record of another board may have come with dead stones of the game's own.
    """
    found = set()
    for name in names:
        with contextlib.suppress(ValueError):
            found.add(parse_point(name, size))
    return frozenset(found)


def marks_of(
    record: GameRecord,
    position: list[int],
    dead: frozenset[int] | None,
    computed: Mapping[str, Any],
) -> Marks:
    """Return dead stones and territory of a final position.

    Dead stones the players gave count before the marks (TB, TW) of the record; the territory is
    the one that was counted, else the marked one.
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
            owners.update(dict.fromkeys(points_on(counted, record.size), colour))
    return Marks(dead=dead, territory=owners)


def board_page(
    replay: Replay, *, move: int | None, marks: Marks, name: str, parameter: str = "move"
) -> BoardPage:
    """Return the board after a move (None: the end; too large or small is brought into range)."""
    last = len(replay)
    shown = last if move is None else max(0, min(last, move))
    played = list(replay.moves)
    caption = _caption(played[shown - 1] if shown else None, replay.size, marks)
    at_end = shown == last
    point = played[shown - 1].point if shown else PASS
    faulty = shown in marks.notes
    position = replay.position_after(shown)
    svg = drawn(
        Drawing(
            size=replay.size,
            position=position,
            label=caption,
            last=point if point >= 0 and not faulty else None,
            fault=point if point >= 0 and faulty else None,
            dead=marks.dead if at_end else frozenset(),
            territory=marks.territory if at_end else {},
        )
    )
    return BoardPage(
        id=name,
        parameter=parameter,
        svg=svg,
        caption=caption,
        small=replay.size <= 9,
        move=shown,
        moves=last,
        steps=_steps(shown, last),
        rows=position_in_words(position, replay.size),
        data=_data(replay, played, shown, marks),
    )


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
    """Return the sentences of a caption with their places still open."""
    places = {name: f"{{{name}}}" for name in ("number", "colour", "point")}
    return {
        "colours": ["", colour_word("black"), colour_word("white")],
        "start": _start(),
        "play": _play() % places,
        "pass": _pass() % places,
        "off": _off() % places,
        "takesOne": _takes(1) % {"count": "{count}"},
        "takesMany": _takes(2) % {"count": "{count}"},
        "row": _row() % {"row": "{row}", "stones": "{stones}"},
        "side": _side() % {"colour": "{colour}", "columns": "{columns}"},
        "empty": _empty(),
    }


def _caption(played: ReplayedMove | None, size: int, marks: Marks) -> str:
    """Return what happened at a move in a sentence; the same the module puts together."""
    if played is None:
        return _start()
    name = "black" if played.colour == BLACK else "white"
    values = {"number": played.number, "colour": colour_word(name)}
    if played.point >= 0:
        text = _play() % {**values, "point": point_name(played.point, size)}
    else:
        text = (_pass() if played.point == PASS else _off()) % values
    if played.captured:
        text += _takes(len(played.captured)) % {"count": len(played.captured)}
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


def _takes(count: int) -> str:
    return ngettext(" %(count)s stone was taken.", " %(count)s stones were taken.", count)


def position_in_words(position: Sequence[int], size: int) -> tuple[str, ...]:
    """Return where stones stand, a sentence for every row that has any, from the top."""
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
            lines.append(_row() % {"row": size - row, "stones": "; ".join(sides)})
    return tuple(lines) or (_empty(),)


def _row() -> str:
    return _("Row %(row)s: %(stones)s.")


def _side() -> str:
    return _("%(colour)s %(columns)s")


def _empty() -> str:
    return _("No stone is on the board.")
