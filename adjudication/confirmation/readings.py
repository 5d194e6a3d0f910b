"""Turning a proof by one reading of the pass for a ko into a proof by the letter of Art. 7.2.

The readings of :class:`~adjudication.confirmation.problem.KoPass` differ only where a pass for a ko
could lift more than one ban. If no such state is ever reached, a strategy by the reading that lifts
the bans of both is one by the letter, too, once its passes name their ko; and if few are reached,
few states have to be searched. Whether the result is a proof is not argued but checked: the second
engine plays it through by the letter, and what it does not accept is searched for as if there were
no other reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from adjudication.confirmation.budget import DEFAULT_BUDGET, OutOfBudget, ShouldContinue
from adjudication.confirmation.certificate import (
    Certificate,
    GuardedArea,
    certificate_text,
    parse_certificate,
)
from adjudication.confirmation.checker.checking import check_certificate
from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.checker.reading import KO_PASS, NAMED_KO, PASS, read_claim
from adjudication.confirmation.checker.walk import Walk
from adjudication.confirmation.problem import (
    KoPass,
    Move,
    MoveKind,
    PlayState,
    Problem,
    QuestionWinner,
    TargetQuestion,
)
from adjudication.confirmation.search import Search
from adjudication.confirmation.state import ATTACKER_TURN, OWNER_TURN
from adjudication.confirmation.stored_answers import StoredAnswer, read_move
from adjudication.confirmation.strategy import graph_from
from adjudication.confirmation.verdict import ProblemAnswer
from adjudication.rules.colours import BLACK


def answer_by_the_letter(
    kept: StoredAnswer,
    problem: Problem,
    *,
    budget: int = DEFAULT_BUDGET,
    should_continue: ShouldContinue | None = None,
) -> ProblemAnswer | None:
    """Return the answer to a problem by the letter that follows from one by ``KoPass.BOTH``.

    ``kept`` answers the same problem by that reading. None if it has no answer, or no proof that
    holds by the letter. Raises Cancelled.
    """
    try:
        told = parse_certificate(kept.certificate)
    except CheckError:
        return None
    if told.problem != replace(problem, ko_pass=KoPass.BOTH):
        return None
    points = problem.region.points
    guarded = tuple(
        GuardedArea(area.points, area.starts, _named(area.moves, points)) for area in told.guarded
    )
    found = Certificate(problem, told.winner, _named(told.strategy, points), guarded)
    nodes = 0
    if not _holds(found):
        if problem.question is not TargetQuestion.Q0:
            return None
        search = Search(problem, budget=budget, should_continue=should_continue)
        completed = _completed(found, search)
        if completed is None or not _holds(completed):
            return None
        found, nodes = completed, search.nodes
    text = certificate_text(found)
    return ProblemAnswer(problem, found.winner, nodes, _line(text, kept.line), text)


def _holds(certificate: Certificate) -> bool:
    """Return whether the second engine accepts a certificate."""
    try:
        return (
            check_certificate(certificate_text(certificate), certificate.problem).winner
            is certificate.winner
        )
    except CheckError:
        return False


def _named(moves: Mapping[PlayState, Move], points: tuple[int, ...]) -> dict[PlayState, Move]:
    """Return a strategy whose passes for a ko name it, the first one if there are several."""
    named = {}
    for state, move in moves.items():
        bans = state.bans_black if state.mover == BLACK else state.bans_white
        if move.kind is MoveKind.KO_PASS and bans:
            move = Move(MoveKind.KO_PASS, points[(bans & -bans).bit_length() - 1])
        named[state] = move
    return named


def _completed(certificate: Certificate, search: Search) -> Certificate | None:
    """Return a certificate extended by the moves for states that occur only by the letter.

    States not reached by the letter are left out. None if it cannot be completed.
    """
    tables, winner = search.tables, certificate.winner
    turn = ATTACKER_TURN if winner is QuestionWinner.ATTACKER else OWNER_TURN
    moves, used = dict(certificate.strategy), {}
    waiting, seen = [search.root], {search.root}
    for key in waiting:
        if search.is_static(key):
            continue
        codes, children = search.expand(key)
        if key & 1 == turn:
            state = tables.unpack(key)
            allowed = [search.moves.move(code) for code in codes]
            if moves.get(state) not in allowed:
                try:
                    wins, graph = graph_from(search, key)
                except OutOfBudget:
                    return None
                if wins is not winner:
                    return None
                for other, (code, _child) in graph.chosen.items():
                    moves[tables.unpack(other)] = search.moves.move(code)
            used[state] = moves[state]
            children = [children[allowed.index(moves[state])]]
        for child in children:
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return replace(certificate, strategy=used)


def _line(text: str, line: Iterable[str]) -> tuple[Move, ...]:
    """Return a line by the letter, as far as the winner still plays it."""
    claim = read_claim(text)
    walk = Walk(claim)
    region = claim.problem.region
    node = walk.root()
    found: list[Move] = []
    for told in line:
        move = read_move(told, region.size)
        if move.kind is MoveKind.PASS:
            step = PASS
        elif move.kind is MoveKind.PLAY and move.point is not None:
            step = region.points.index(move.point)
        else:
            bans = node.bans_black if node.mover == BLACK else node.bans_white
            step = NAMED_KO - bans[0] if bans else KO_PASS
            move = Move(MoveKind.KO_PASS, region.points[bans[0]] if bans else None)
        after = walk.after_step(node, step)
        if after is None or (node.mover == walk.winner and claim.moves.get(node, step) != step):
            break
        found.append(move)
        node = after
    return tuple(found)
