"""Short ways to write positions, rule sets, records and SGF in the tests."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.case import ReplayedRecord
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.header import SettledHeader
from adjudication.rules.illegal_moves import Faults, judge_moves
from adjudication.rules.points import OFF_BOARD, PASS, parse_point
from adjudication.rules.presets import FRENCH, get_ruleset
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import Cited, Ko, RuleSet
from adjudication.rules.sgf import read_record
from adjudication.rules.verdicts import Report

COLOURS = {"X": BLACK, "O": WHITE, ".": EMPTY, "B": BLACK, "W": WHITE}
KO = {
    "SIMPLE": Ko.SIMPLE,
    "PSK": Ko.POSITIONAL,
    "SSK": Ko.SITUATIONAL,
    "NSSK": Ko.NATURAL_SITUATIONAL,
}


def position(rows: Sequence[str]) -> list[int]:
    """Return a position drawn in rows of X, O and dots."""
    return [COLOURS[mark] for line in rows for mark in line]


def square(rows: Sequence[str]) -> list[str]:
    """Return a diagram, which may be a part of a board, in the top left of a square board."""
    size = max(len(rows), *(len(line) for line in rows))
    return [line.ljust(size, ".") for line in rows] + ["." * size] * (size - len(rows))


def index(point: tuple[int, int] | None, size: int) -> int:
    """Return the index of a (row, column) point; PASS for None."""
    if point is None:
        return PASS
    row, column = point
    return row * size + column if 0 <= row < size and 0 <= column < size else OFF_BOARD


def with_ko(ko: str, *, suicide: bool, base: RuleSet = FRENCH) -> RuleSet:
    """Return a rule set that differs from another in its ko and suicide rules only."""
    return replace(base, ko=Cited(KO[ko], "ko"), suicide=Cited(suicide, "suicide"))


def play_list(text: str, size: int) -> tuple[list[int], list[int]]:
    """Return colours and points of moves such as ``B C3 W pass B D4``."""
    words = text.split()
    colours = [COLOURS[word] for word in words[::2]]
    points = [PASS if word == "pass" else parse_point(word, size) for word in words[1::2]]
    return colours, points


def game(rows: Sequence[str], moves: str = "", **fields: Any) -> GameRecord:
    """Return a record with a drawn start position and moves such as ``B C3 W pass``."""
    size = len(rows)
    colours, points = play_list(moves, size)
    fields.setdefault("komi_text", "0")
    return GameRecord(
        size=size, start=tuple(position(rows)), colours=colours, points=points, **fields
    )


def empty(size: int) -> list[str]:
    """Return the rows of an empty board."""
    return ["." * size] * size


def sgf(text: str, **options: Any) -> Report:
    """Judge SGF given as text; ``rules`` names a preset, other options go to adjudicate."""
    return sgf_bytes(text.encode(), **options)


def sgf_bytes(data: bytes, **options: Any) -> Report:
    """Judge SGF given as the bytes of a file, with the options of :func:`sgf`."""
    rules = options.pop("rules", None)
    ruleset = get_ruleset(rules) if rules else None
    return adjudicate(read_record(data), ruleset=ruleset, **options)


def judge(record: GameRecord, rules: str | RuleSet, **options: Any) -> Report:
    """Judge a record under a preset or rule set."""
    ruleset = get_ruleset(rules) if isinstance(rules, str) else rules
    return adjudicate(record, ruleset=ruleset, **options)


def faults_of(replay: Replay, ruleset: RuleSet) -> Faults:
    """Return what is wrong with replayed moves, whosever turn it was."""
    record = GameRecord(replay.size, tuple(replay.start), list(replay.colours), list(replay.points))
    # With a handicap, so that White may begin as well.
    header = SettledHeader(ruleset, 0.0, 2, None)
    case = ReplayedRecord(record, header, replay, [], [], False, False, (), frozenset())
    return judge_moves(case, ruleset)


def codes(report: Report) -> list[str]:
    """Return the codes of a report's findings."""
    return [finding.code.value for finding in report.findings]


def names(points: Iterable[int], size: int) -> set[str]:
    """Return points as names."""
    from adjudication.rules.points import point_name

    return {point_name(point, size) for point in points}
