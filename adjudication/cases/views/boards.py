"""Boards beside the evidence: the position that came back, and records sent with statements."""

from collections.abc import Mapping

from adjudication.board.page import BoardPage, Marks, board_page
from adjudication.cases.selectors.statements import StatementView
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.replay import Replay, replay_record
from adjudication.rules.sgf import read_record
from adjudication.verdicts.selectors.submissions import SubmissionView
from adjudication.verdicts.selectors.verdicts import FindingView

REPETITIONS = ("cycle.", "illegal.superko", "illegal.ko")
"""The beginnings of the codes of findings that speak of a position that came back."""


def earlier_board(
    report: SubmissionView,
    data: bytes | None,
    finding: FindingView | None,
    moves: Mapping[str, str],
) -> BoardPage | None:
    """Return the board of a report at the position that its finding says came back, or None.

    ``data`` is the report's record.
    """
    if finding is None or finding.move is None or not finding.code.startswith(REPETITIONS):
        return None
    replay = _replay(data)
    if replay is None:
        return None
    first = next((one.first for one in replay.recurrences if one.move == finding.move), None)
    if first is None:
        return None
    return _board(replay, f"earlier-{report.id}", moves, first)


def statement_board(
    said: StatementView, records: Mapping[int, bytes], moves: Mapping[str, str]
) -> BoardPage | None:
    """Return the board of the record that came with a statement, at its end; None without one."""
    replay = _replay(records.get(said.record.id) if said.record else None)
    return None if replay is None else _board(replay, f"said-{said.id}", moves, None)


def _replay(data: bytes | None) -> Replay | None:
    if data is None:
        return None
    try:
        record: GameRecord = read_record(data)
    except RecordError:
        return None
    return replay_record(record)


def _board(replay: Replay, name: str, moves: Mapping[str, str], move: int | None) -> BoardPage:
    asked = moves.get(name, "")
    if asked.isascii() and asked.isdigit() and len(asked) < 6:
        move = int(asked)
    return board_page(replay, move=move, marks=Marks(), name=name, parameter=name)
