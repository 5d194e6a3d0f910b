"""Judging one record: replay, rules, count, claim, verdict (SPEC 1.8 and 1.9).

A repeated position is found by ``repetition``, classified by ``cycles``, judged by the rule set in
``illegal_moves``, and becomes part of the verdict here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudication.rules.case import ReplayedRecord, replay_with_header
from adjudication.rules.claims import Claim, ClaimWinner
from adjudication.rules.counting import count_final_position
from adjudication.rules.findings import Finding
from adjudication.rules.header import FROM_RECORD, Unset, read_header
from adjudication.rules.illegal_moves import Faults, cycle_findings, judge_moves, stops_in_cycle
from adjudication.rules.record import GameRecord
from adjudication.rules.remarks import (
    claim_agrees,
    claim_findings,
    count_findings,
    end_findings,
    move_findings,
    record_findings,
)
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.scoring.count import Count
from adjudication.rules.verdicts import Report, Verdict

_NO_WINNER_CLAIMED = (None, ClaimWinner.DRAW, ClaimWinner.NONE)


def adjudicate(
    record: GameRecord,
    *,
    ruleset: RuleSet | None = None,
    claim: Claim | str | Unset | None = FROM_RECORD,
    dead: Iterable[int] | None = None,
    seki: Iterable[int] = (),
    komi: float | None = None,
    handicap: int | None = None,
    ended_after: int | None = None,
    nothing_removed: bool = False,
    unwritten_passes: Iterable[int] = (),
    played_so: Iterable[int] = (),
    over_the_board: bool = False,
    unmatched: bool = False,
) -> Report:
    """Replay a record under a rule set and say whether its result stands.

    ``ruleset`` defaults to the one named by the record's RU; ``claim`` to the record's RE (pass
    None for no claim); ``komi`` in points and ``handicap`` in stones to KM and HA. ``dead`` are
    points of the stones that the players agree are dead, at least one of each chain (empty: none
    are dead); they override the record's marks. ``seki`` are stones in seki, at least one of each
    chain, or points of regions beside them, as the players or a referee say: what such stones
    surround is not territory. It applies together with ``dead``, under territory scoring.

    ``ended_after`` is the number of the last move that counts, given where the system knows that
    nobody asked for resumption; later moves are shown, not counted. ``nothing_removed`` says that
    play was resumed over a disagreement about dead stones under rules by which no stone is removed
    after that (:attr:`RuleSet.stones_stay`); a bare record does not show it. Then ``dead`` and the
    record's marks are ignored.

    ``over_the_board`` says that the game was played on a real board, even if the record names a
    server; otherwise a move that the server would have refused is a question
    (``record.server_rules``).

    ``unmatched`` says that the record differs from the game it was sent for, so it may be of
    another game, and that nobody has said it is of this one: until somebody does, an illegal move
    in it accuses nobody.

    ``unwritten_passes`` and ``played_so`` are the answers of both players, or of a referee, to a
    report's questions (:attr:`Report.questions`), as move numbers:

    * ``unwritten_passes``: before each of these moves the other player passed, but the record does
      not show it. The record is judged as if it did: nobody moved twice, the later findings and the
      count hold, and the pass counts for superko and for the end of play. Every move keeps its
      number. Each must follow a move of the same colour.
    * ``played_so``: these moves were played at the board as they are written. A move out of turn
      (``illegal.turn``) is then the player's fault, like any illegal move that the record shows,
      and loses the game (verdict ``forfeit``) unless something before it is still in doubt. The
      same goes for a ko, superko or suicide that was a question only because the server refuses it.
      For a move without such a question it changes nothing.

    Raises ValueError for a claim whose words are no result, a point off the board, a negative
    ``ended_after``, and an answer about a move that does not exist, follows one of the other colour
    (``unwritten_passes``) or has both answers.
    """
    passed, so = frozenset(unwritten_passes), frozenset(played_so)
    case = replay_with_header(
        record,
        read_header(record, ruleset, claim, komi, handicap, passed | so),
        ended_after,
        unwritten_passes=passed,
        played_so=so,
        over_the_board=over_the_board,
        unmatched=unmatched,
    )
    chosen = case.header.ruleset
    stones = None if dead is None else _on_board("dead stone", dead, record.size)
    in_seki = _on_board("point in seki", seki, record.size)
    findings = record_findings(case, chosen)
    faults = judge_moves(case, chosen)
    findings += faults.findings
    if chosen is None:
        return _report(case, None, None, Verdict.UNDETERMINED, findings)

    repeated = cycle_findings(case.replay, chosen, faults)
    counted, counted_findings = _count(
        case, chosen, stones, in_seki, nothing_removed=nothing_removed
    )
    if counted is not None and isinstance(claim, Unset):
        _claim_in_zi(case, counted)
    not_shown = claim_findings(case, chosen, faults, repeated)
    verdict = _verdict(case, faults, repeated, not_shown, counted)
    findings += move_findings(case, chosen, faults)
    findings += repeated
    findings += not_shown
    findings += end_findings(case, chosen, faults, verdict)
    findings += [faults.marked(finding) for finding in counted_findings]
    findings += count_findings(case, chosen, faults, counted, verdict)
    return _report(case, chosen, counted, verdict, findings)


def _on_board(what: str, points: Iterable[int], size: int) -> frozenset[int]:
    """Return points as a set. Raises ValueError for a point off the board."""
    found = frozenset(points)
    for point in found:
        if not 0 <= point < size * size:
            raise ValueError(f"{what} {point} is not a point of a {size}x{size} board")
    return found


def _count(
    case: ReplayedRecord,
    ruleset: RuleSet,
    dead: frozenset[int] | None,
    seki: frozenset[int],
    *,
    nothing_removed: bool,
) -> tuple[Count | None, list[Finding]]:
    """Count the position if dead stones are agreed or the rules allow no removal (F3)."""
    if nothing_removed:
        if not case.stopped:
            return None, []
        dead = frozenset()
    elif dead is None and not case.marked:
        return None, []
    return count_final_position(
        case.replay,
        case.record,
        ruleset,
        dead=dead,
        komi=case.header.komi or 0.0,
        handicap=case.header.handicap,
        seki=seki,
    )


def _claim_in_zi(case: ReplayedRecord, counted: Count) -> None:
    """Read the record's margin in zi, like its komi, if only then it agrees with the count."""
    header = case.header
    claim = header.claim
    if not header.in_zi or claim is None or claim.margin is None or claim_agrees(claim, counted):
        return
    doubled = replace(claim, margin=2 * claim.margin)
    if claim_agrees(doubled, counted):
        header.claim = doubled


def _verdict(
    case: ReplayedRecord,
    faults: Faults,
    repeated: list[Finding],
    not_shown: list[Finding],
    counted: Count | None,
) -> Verdict:
    """Return the first verdict of SPEC 1.9 that applies.

    A game that stops in a cycle is not unfinished: it may end without a result.
    """
    claim = case.header.claim
    if faults.decisive is not None:
        return Verdict.FORFEIT
    asked = any(finding.asks for finding in (*case.header.findings, *not_shown))
    if faults.findings or case.is_faulty or asked:
        return Verdict.UNDETERMINED
    if case.claim_settles:
        return Verdict.CONFIRMED
    claimed = claim.winner if claim else None
    if (
        repeated
        and not case.header.unread
        and claimed in _NO_WINNER_CLAIMED
        and stops_in_cycle(case.replay)
    ):
        return Verdict.NO_RESULT_POSSIBLE
    if not case.stopped:
        return Verdict.UNDETERMINED
    if counted is None:
        return Verdict.NEEDS_DEAD_STONES
    if claim is None or case.header.unsettled:
        return Verdict.UNDETERMINED
    if counted.leaves_open(claim):
        return Verdict.UNDETERMINED
    return Verdict.CONFIRMED if claim_agrees(claim, counted) else Verdict.CONTRADICTED


def _report(
    case: ReplayedRecord,
    ruleset: RuleSet | None,
    counted: Count | None,
    verdict: Verdict,
    findings: list[Finding],
) -> Report:
    header = case.header
    return Report(
        rules=ruleset.key if ruleset else None,
        options=ruleset.options(header.handicap) if ruleset else {},
        size=case.record.size,
        handicap=header.handicap,
        komi=header.komi,
        moves=len(case.record.points),
        end=case.end,
        resumed=bool(case.resumed),
        claim=None if header.claim is None else str(header.claim),
        computed=counted,
        verdict=verdict,
        findings=tuple(findings),
        replay=case.replay,
    )
