"""A proof by one reading of the pass for a ko, taken for a proof by the letter of Art. 7.2.

The readings of :class:`~adjudication.confirmation.problem.KoPass` differ only where a pass for a
ko could lift more than one ban. Where no such state is ever reached, a strategy by the reading that
lifts the bans of both is one by the letter, too, once its passes name their ko. Whether that is so
is not argued but checked: the second engine plays the strategy through by the letter, and what it
does not accept is searched for as if there were no other reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from adjudication.confirmation.certificate import Certificate, GuardedArea, read, write
from adjudication.confirmation.checker.checking import check
from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.checker.reading import NAMED_KO, PASS, read_claim
from adjudication.confirmation.checker.walk import Walk
from adjudication.confirmation.problem import KoPass, Move, MoveKind, PlayState, Problem
from adjudication.confirmation.stored_answers import StoredAnswer, read_move
from adjudication.confirmation.verdict import ProblemAnswer
from adjudication.rules.colours import BLACK


class _ManyKosError(ValueError):
    """A pass for a ko where not exactly one is banned: the readings may differ there."""


def by_the_letter(kept: StoredAnswer, problem: Problem) -> ProblemAnswer | None:
    """Return the answer to a problem by the letter that follows from one by ``KoPass.BOTH``.

    ``kept`` answers the same problem by that reading. None where it has no answer, or no proof that
    holds by the letter.
    """
    try:
        told = read(kept.certificate)
        if told.problem != replace(problem, ko_pass=KoPass.BOTH):
            return None
        points = problem.region.points
        text = write(
            Certificate(
                problem,
                told.winner,
                _named(told.strategy, points),
                tuple(
                    GuardedArea(area.points, area.starts, _named(area.moves, points))
                    for area in told.guarded
                ),
            )
        )
        winner = check(text, problem).winner
        line = _line(text, kept.line, problem)
    except (CheckError, ValueError):
        return None
    return ProblemAnswer(problem, winner, 0, line, text)


def _named(moves: Mapping[PlayState, Move], points: tuple[int, ...]) -> dict[PlayState, Move]:
    """Return a strategy whose passes for a ko name it. Raises _ManyKosError."""
    return {
        state: Move(MoveKind.KO_PASS, points[_only(state)])
        if move.kind is MoveKind.KO_PASS
        else move
        for state, move in moves.items()
    }


def _only(state: PlayState) -> int:
    """Return the one bit that is banned for who is to move, the only ban there is."""
    mine, theirs = state.bans_black, state.bans_white
    if state.mover != BLACK:
        mine, theirs = theirs, mine
    if theirs or mine.bit_count() != 1:
        raise _ManyKosError(state)
    return mine.bit_length() - 1


def _line(text: str, line: Iterable[str], problem: Problem) -> tuple[Move, ...]:
    """Return a line whose passes for a ko name it. Raises _ManyKosError and ValueError."""
    walk = Walk(read_claim(text))
    points, size = problem.region.points, problem.region.size
    node = walk.root()
    named = []
    for told in line:
        move = read_move(told, size)
        if move.kind is MoveKind.PLAY and move.point is not None:
            step = points.index(move.point)
        elif move.kind is MoveKind.PASS:
            step = PASS
        else:
            bans = node.bans_black if node.mover == BLACK else node.bans_white
            if len(bans) != 1:
                raise _ManyKosError(node)
            step, move = NAMED_KO - bans[0], Move(MoveKind.KO_PASS, points[bans[0]])
        after = walk.one_move(node, step)
        if after is None:
            raise _ManyKosError(node)
        named.append(move)
        node = after
    return tuple(named)
