"""Play that goes on from the end of a record: who moves, what may be played, and the new record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.colours import BLACK, EMPTY, LETTER, WHITE, opponent
from adjudication.rules.findings import Finding
from adjudication.rules.points import PASS, parse_any_point, sgf_point
from adjudication.rules.record import BoardEdit, GameRecord
from adjudication.rules.replay import Replay, replay_record
from adjudication.rules.rulesets import Resumption, RuleSet
from adjudication.rules.turns import ends_in_two_passes

MOST_MOVES: Final = 400
"""How many moves can be entered after a stop."""
_PASSES: Final = frozenset({"pass", "passe", "-", "--"})


class TooManyMovesError(ValueError):
    """More moves after a stop than can be entered one by one; they have to come in a record."""


@dataclass(frozen=True, slots=True)
class ResumedGame:
    """A game that went on.

    ``record`` is the whole game with the entered moves, ``moves`` their points, ``base`` the number
    of moves before them. ``refused`` is the finding on the first move that may not be played;
    neither it nor anything after it is in the record. ``stopped`` says that both players passed
    again.
    """

    record: GameRecord
    replay: Replay
    base: int
    moves: tuple[int, ...]
    to_move: int
    stopped: bool
    refused: Finding | None = None


def first_to_move(
    ruleset: RuleSet, record: GameRecord, *, requester: int | None, agreed: int | None = None
) -> int | None:
    """Return who moves first when play is resumed; None if the players have to agree on it.

    ``requester`` is the player who asked for it, ``agreed`` the one the players agree on.
    """
    match ruleset.resumption.value:
        case Resumption.OPPONENT_OF_REQUESTER:
            return next_in_turn(record) if requester is None else opponent(requester)
        case Resumption.AGREED:
            return agreed
        case Resumption.TURN_ORDER:
            return next_in_turn(record)


def next_in_turn(record: GameRecord) -> int:
    """Return the opponent of the player who moved or passed last."""
    if record.colours:
        return opponent(record.colours[-1])
    return WHITE if record.placed >= 2 else BLACK


def next_to_move_after(record: GameRecord, move: int) -> int:
    """Return who moves after a move of a record (0: first), which need not be its last."""
    if move < len(record.colours):
        return record.colours[move]
    return next_in_turn(record)


def stopped_record(record: GameRecord) -> GameRecord:
    """Return a record without marks and result, ending in the two passes that stop play.

    Many programs leave the passes out.
    """
    plain = replace(
        record,
        colours=list(record.colours),
        points=list(record.points),
        marked=False,
        black_marks=frozenset(),
        white_marks=frozenset(),
        result_text=None,
        branch=None,
    )
    while not ends_in_two_passes(plain.points):
        plain.colours.append(next_in_turn(plain))
        plain.points.append(PASS)
    return plain


def continues(record: GameRecord, base: GameRecord) -> bool:
    """Whether a record continues ``base``: the same start, and the same moves up to its stop."""
    played = _before_the_stop(base)
    same = (
        (record.size, record.start) == (base.size, base.start)
        and record.points[:played] == base.points[:played]
        and record.colours[:played] == base.colours[:played]
    )
    return same and _edits(record, played) == _edits(base, played)


def plays_after(record: GameRecord, base: GameRecord) -> bool:
    """Whether a record that continues ``base`` shows a stone played after its stop."""
    return any(point != PASS for point in record.points[_before_the_stop(base) :])


def possible_first_movers(record: GameRecord, base: GameRecord) -> frozenset[int]:
    """Return who may have moved first after the stop of ``base`` in a record that continues it.

    If the record leaves out passes of the stop, a pass may be one of the stop or the first move
    after it. Nobody did if it ends there.
    """
    played = at = _before_the_stop(base)
    stop = len(base.points)
    while at < min(stop, len(record.points)) and record.points[at] == PASS:
        at += 1
    return frozenset(record.colours[at : at + 1] if at == stop else record.colours[played : at + 1])


def _before_the_stop(record: GameRecord) -> int:
    played = len(record.points)
    while played and record.points[played - 1] == PASS:
        played -= 1
    return played


def _edits(record: GameRecord, moves: int) -> list[BoardEdit]:
    return [edit for edit in record.edits if edit.after_move < moves]


def cut_record(record: GameRecord, moves: int) -> GameRecord:
    """Return a record as it was after a number of moves, without marks and result."""
    return replace(
        record,
        colours=list(record.colours[:moves]),
        points=list(record.points[:moves]),
        edits=tuple(edit for edit in record.edits if edit.after_move <= moves),
        gaps=tuple(number for number in record.gaps if number < moves),
        marked=False,
        black_marks=frozenset(),
        white_marks=frozenset(),
        result_text=None,
        branch=None,
        truncated=False,
    )


def read_moves(text: str, size: int) -> list[int]:
    """Return the points of moves written as ``Q16 pass D4``.

    Raises ValueError naming the first word that is no move, and TooManyMovesError.
    """
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    if len(words) > MOST_MOVES:
        raise TooManyMovesError(f"more than {MOST_MOVES} moves")
    moves = []
    for word in words:
        if word.lower() in _PASSES:
            moves.append(PASS)
            continue
        try:
            moves.append(parse_any_point(word, size))
        except ValueError:
            raise ValueError(word[:12]) from None
    return moves


def play_on(
    record: GameRecord,
    moves: Sequence[int],
    *,
    first: int,
    ruleset: RuleSet,
    handicap: int,
    komi: float,
) -> ResumedGame:
    """Play moves in turn after the end of a record, as far as the rules allow them.

    Earlier illegal moves do not matter here; a move after two passes is not played.
    """
    base = len(record.points)
    colours, points = list(record.colours), list(record.points)
    to_move, passes, stopped = first, 0, False
    for point in moves:
        if stopped:
            break
        colours.append(to_move)
        points.append(point)
        to_move = opponent(to_move)
        passes = passes + 1 if point == PASS else 0
        stopped = passes == 2
    whole = replace(record, colours=colours, points=points)
    refused = _first_illegal(whole, base, ruleset, handicap, komi)
    if refused is not None:
        kept = (refused.move or base + 1) - 1
        to_move = colours[kept]
        whole = replace(whole, colours=colours[:kept], points=points[:kept])
        stopped = False
    return ResumedGame(
        record=whole,
        replay=replay_record(whole),
        base=base,
        moves=tuple(whole.points[base:]),
        to_move=to_move,
        stopped=stopped,
        refused=refused,
    )


def _first_illegal(
    record: GameRecord, base: int, ruleset: RuleSet, handicap: int, komi: float
) -> Finding | None:
    report = adjudicate(record, ruleset=ruleset, claim=None, handicap=handicap, komi=komi)
    found = [
        finding
        for finding in report.findings
        if finding.code.is_illegal and finding.move is not None and finding.move > base
    ]
    return min(found, key=lambda finding: finding.move or 0, default=None)


def record_as_sgf(record: GameRecord, **root: str) -> bytes:
    """Return a record as SGF: the start, the moves, and texts of the root node by name."""
    size = record.size
    parts = [f"(;GM[1]FF[4]CA[UTF-8]SZ[{size}]"]
    texts = {**record.header, **root}
    if record.handicap is not None:
        texts.setdefault("HA", str(record.handicap))
    if record.komi_text is not None:
        texts.setdefault("KM", record.komi_text)
    if record.rules_text is not None:
        texts.setdefault("RU", record.rules_text)
    parts += [f"{name}[{_escaped(text)}]" for name, text in texts.items()]
    parts.append(_setup({p: state for p, state in enumerate(record.start) if state}, size))
    edits: dict[int, dict[int, int]] = {}
    for edit in record.edits:
        edits.setdefault(edit.after_move, {}).update(edit.stones)
    if edits.get(0):
        parts.append(";" + _setup(edits[0], size))
    for number, (colour, point) in enumerate(
        zip(record.colours, record.points, strict=True), start=1
    ):
        where = sgf_point(point, size) if point >= 0 else ""
        parts.append(f";{LETTER[colour]}[{where}]")
        if number in record.gaps:
            parts.append(";")
        if edits.get(number):
            parts.append(";" + _setup(edits[number], size))
    return "".join([*parts, ")"]).encode()


def _setup(stones: dict[int, int], size: int) -> str:
    names = {BLACK: "AB", WHITE: "AW", EMPTY: "AE"}
    parts = []
    for state, name in names.items():
        points = [
            sgf_point(point, size) for point, stone in sorted(stones.items()) if stone == state
        ]
        if points:
            parts.append(name + "".join(f"[{point}]" for point in points))
    return "".join(parts)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
