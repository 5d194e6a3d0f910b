"""Answers of confirmation as plain values, to be stored and reused by a later run.

A stored answer counts for nothing by itself: the checker proves it again before a run builds on it.
An open answer is taken at its word, since it claims nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from adjudication.confirmation.certificate import move_text, problem_fields
from adjudication.confirmation.checker.checking import check_certificate
from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.problem import PASS_MOVE, Move, MoveKind, Problem, QuestionWinner
from adjudication.confirmation.verdict import ProblemAnswer, UndecidedReason
from adjudication.rules.points import parse_point, point_names


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer in words, numbers and texts, with points by name and moves as texts.

    ``key`` is its problem's key. ``winner`` is empty if there is no answer, ``reason`` if there is
    one; in that case ``certificate`` proves it.
    """

    key: str
    ko_pass: str
    question: str
    target: tuple[str, ...]
    local: tuple[str, ...]
    winner: str
    reason: str
    nodes: int
    line: tuple[str, ...]
    certificate: str


_NAMED_AS: Final = 1
"""The certificate format used to name problems, so that a problem keeps its name in later
formats."""
FindStored = Callable[[str], StoredAnswer | None]
"""Returns the answer stored for a problem's key, if there is one."""


def problem_key(problem: Problem) -> str:
    """Return a problem's name: the SHA-256, in hexadecimal, of a certificate's fields about it.

    The region where it lies on its board, target, local points, question and reading make up the
    problem.
    """
    fields = {"format": _NAMED_AS, **problem_fields(problem)}
    text = json.dumps(fields, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def stored_form(answer: ProblemAnswer) -> StoredAnswer:
    """Return an answer as plain values."""
    problem = answer.problem
    size = problem.region.size
    return StoredAnswer(
        key=problem_key(problem),
        ko_pass=problem.ko_pass.value,
        question=problem.question.value,
        target=tuple(point_names(problem.target, size)),
        local=tuple(point_names(problem.local, size)),
        winner="" if answer.winner is None else answer.winner.value,
        reason="" if answer.reason is None else answer.reason.value,
        nodes=answer.nodes,
        line=tuple(move_text(move, size) for move in answer.line),
        certificate=answer.certificate or "",
    )


def restore_answer(kept: StoredAnswer, problem: Problem) -> ProblemAnswer | None:
    """Return the kept answer to a problem; None if it is not valid.

    The certificate is checked again: it has to prove this winner of this problem.
    """
    try:
        if not kept.winner:
            return ProblemAnswer(problem, None, kept.nodes, reason=UndecidedReason(kept.reason))
        winner, size = QuestionWinner(kept.winner), problem.region.size
        line = tuple(read_move(text, size) for text in kept.line)
        if check_certificate(kept.certificate, problem).winner is not winner:
            return None
    except (CheckError, ValueError):
        return None
    return ProblemAnswer(problem, winner, kept.nodes, line, certificate=kept.certificate)


def read_move(text: str, size: int) -> Move:
    """Return a move from its text in a certificate. Raises ValueError if it is not one."""
    if text == MoveKind.PASS.value:
        return PASS_MOVE
    word, _, name = text.rpartition(" ")
    if name == MoveKind.KO_PASS.value and not word:
        return Move(MoveKind.KO_PASS)
    kind = MoveKind(word) if word else MoveKind.PLAY
    if kind is MoveKind.PASS or (kind is MoveKind.PLAY and word):
        raise ValueError(f"no move: {text!r}")
    return Move(kind, parse_point(name, size))
