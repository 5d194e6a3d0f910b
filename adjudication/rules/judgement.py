"""A record judged for the game it was sent for, as plain values: the content of a verdict.

It depends only on the arguments and the version of the engine, so checking it again at any time
gives the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.alarms import AlarmCode
from adjudication.rules.claims import SETTLING_REASONS, Claim, ClaimReason
from adjudication.rules.contradictions import own_claim
from adjudication.rules.findings import Code, Finding
from adjudication.rules.marks import Marks, marks_of
from adjudication.rules.pairing_check import PairedGame, check_pairing
from adjudication.rules.points import parse_point, point_name
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.scoring.count import Count
from adjudication.rules.sentences import result_text, sentence
from adjudication.rules.sgf import read_record
from adjudication.rules.verdicts import Report, Verdict
from adjudication.rules.version import ENGINE_VERSION
from language.messages import Message

NOTHING_REMOVED: Final = "nothing_removed"
"""The option of a verdict for which no stone was removed because play had been resumed over
them."""
OVER_THE_BOARD: Final = "over_the_board"
"""The option of a verdict on a game that was played on a real board, not on a server."""
IN_DOUBT: Final = "in_doubt"
"""The option of a verdict in which an illegal move accuses nobody because nobody has said yet that
the record is of the game."""
UNSHOWN: Final = "unshown"
"""The option of a verdict on a claimed win by resignation, on time or by forfeit, which no moves
show and the record does not mention either."""
OTHERWISE: Final = "otherwise"
"""The option of a verdict on such a claimed win where the record says otherwise."""
COUNTS_OTHERWISE: Final = "counts_otherwise"
"""The option of a verdict on such a claimed win where the record's clocks do not show it and the
count of its marked board gives another winner."""
RESULT_LINE: Final = "result_line"
"""The option of a verdict whose count agrees with the claim while the record's own result line
names another winner."""
SAID: Final = "said"
"""The option of a verdict on a claimed win by resignation, on time or by forfeit of which the
record shows nothing but its own result line: whoever claims the win may have written that."""
STOPPED: Final = "stopped"
"""The option of a verdict on a claimed loss on time where the record ends with the passes that stop
play: a clock that falls after that changes nothing."""
TIME_LEFT: Final = "time_left"
"""The option of a verdict where the loser on time has time left by the record's clock."""
OTHERS_TURN: Final = "others_turn"
"""The option of a verdict where the loser on time made the record's last move, and it shows none of
their times: after that move the other clock ran."""
CLOCKS_UNCLEAR: Final = "clocks_unclear"
"""The option of a verdict on a claimed loss on time where the clock times in the record contradict
each other, or show that both clocks fell."""
AT_ZERO: Final = "at_zero"
"""The option of a verdict where the record last shows zero on the clock of the loser on time: it
may have fallen, but the record shows no more."""
MARKED: Final = "marked"
"""The option of a verdict whose count takes off stones that were marked as dead by whoever reported
it."""
MARKED_ALIVE: Final = "marked_alive"
"""The option of a verdict where some of these have two eyes."""
UNMET: Final = "unmet"
"""The option of a verdict on a server game that was played on other terms than the tournament's:
with another komi, rule set or time, or on another day. Whatever judges for a tournament adds it."""
UNMATCHED: Final = frozenset(
    {
        *(Code.SIZE_DIFFERS, Code.HANDICAP_DIFFERS, Code.KOMI_DIFFERS),
        *(Code.COLOURS_SWAPPED, Code.NAMES_DIFFER),
    }
)
"""Differences between a record and the game it was sent for that put the record in doubt."""


def judgement(
    data: bytes,
    *,
    ruleset: RuleSet,
    claim: Claim | None,
    dead: Sequence[str] | None,
    paired: PairedGame,
    seki: Sequence[str] | None = None,
    nothing_removed: bool = False,
    unwritten_passes: Sequence[int] = (),
    played_so: Sequence[int] = (),
    of_this_game: bool = False,
    over_the_board: bool = False,
    doubted: bool = False,
    read: GameRecord | None = None,
) -> dict[str, Any]:
    """Return the verdict on a record: engine, rules and options, count, findings and so on.

    ``dead`` are points such as ``Q16``, at least one of each dead chain; None if nobody named any.
    ``seki`` are points of chains in seki, which are named together with dead stones. ``paired`` is
    the game it was sent for. ``nothing_removed`` says that play was resumed over dead stones and
    that none is removed after that, ``over_the_board`` that the game was played on a real board;
    the options name both. ``unwritten_passes`` and ``played_so`` are the answers to questions about
    moves, as :func:`~adjudication.rules.adjudicate.adjudicate` takes them. A record that cannot be
    read gets a verdict, too.

    A record that differs from the game in its names, colours, handicap or komi, or that is
    ``doubted`` for another reason, accuses nobody until somebody says that it is ``of_this_game``;
    the options say if a move was held against nobody for that reason.

    ``read`` is what :func:`~adjudication.rules.sgf.read_record` returns for ``data``, if the caller
    has it already.
    """
    said = {NOTHING_REMOVED: nothing_removed, OVER_THE_BOARD: over_the_board}
    common = {"engine_version": ENGINE_VERSION, "rules": ruleset.key}
    try:
        record = read_record(data) if read is None else read
    except RecordError as error:
        return {
            **common,
            "verdict": Verdict.UNREADABLE.value,
            "claim": "" if claim is None else str(claim),
            "findings": [_unreadable(error)],
        }
    against = check_pairing(record, paired, ruleset, {*unwritten_passes, *played_so})
    # Whoever says what was played at a place in the record says that it is of this game.
    said_of_it = of_this_game or unwritten_passes or played_so
    unmatched = not said_of_it and (doubted or is_unmatched(against))
    stones = _stones(dead, record, paired.size)

    def judged(result: Claim | None) -> Report:
        return adjudicate(
            record,
            ruleset=ruleset,
            claim=result,
            dead=stones,
            seki=_stones(seki, record, paired.size) or (),
            komi=paired.komi,
            handicap=paired.handicap,
            nothing_removed=nothing_removed,
            unwritten_passes=unwritten_passes,
            played_so=played_so,
            over_the_board=over_the_board,
            unmatched=unmatched,
        )

    report = judged(claim)
    # A finding that is a question accuses nobody anyway.
    said[IN_DOUBT] = unmatched and any(
        finding.code.is_illegal and not finding.asks for finding in report.findings
    )
    if claim is not None and claim.reason in SETTLING_REASONS:
        stated = _stated(record, claim, report.findings)
        said |= {UNSHOWN: stated is None, OTHERWISE: stated is False}
        on_time = claim.reason is ClaimReason.TIME
        if on_time:
            said[STOPPED] = _has_stopped(report)
            said[CLOCKS_UNCLEAR] = _are_clocks_unclear(report.findings)
        if not (on_time and _fell(claim, report.findings)):
            said[SAID] = stated is True
            said |= _on_time(report.findings) if on_time else {}
            counted = certain_count(report, judged)
            said[COUNTS_OTHERWISE] = (
                counted is not None and counted.claim.winner is not claim.winner
            )
    elif report.verdict is Verdict.CONFIRMED:
        said[RESULT_LINE] = _names_another_winner(record, claim)
        if not nothing_removed:
            said |= _marks(report, stones, record)
    differs = result_differs(record, claim, ruleset)
    findings = [
        *report.findings,
        *(finding for finding in against if finding not in report.findings),
        *([] if differs is None else [differs]),
    ]
    # A record of another board size is not of this game: it proves nothing about it.
    foreign = any(finding.code == Code.SIZE_DIFFERS for finding in against)
    decisive = None if foreign else report.decisive
    return {
        **common,
        "options": {**report.options, **{name: True for name, holds in said.items() if holds}},
        "verdict": (Verdict.UNDETERMINED if foreign else report.verdict).value,
        "computed": None if report.computed is None else _computed(report.computed, record.size),
        "findings": [finding.as_dict(record.size, Message.as_json) for finding in findings],
        "decisive_move": decisive.move if decisive else None,
        "size": report.size,
        "moves": report.moves,
        "end": report.end.value,
        "resumed": report.resumed,
        "claim": report.claim or "",
    }


def certain_count(report: Report, judged: Callable[[Claim], Report]) -> Count | None:
    """Return a report's count if claiming exactly its result would be confirmed.

    ``judged`` judges the same record for another claim. None if the record was not counted, or
    something in it leaves the count open.
    """
    counted = report.computed
    if counted is None or judged(counted.claim).verdict is not Verdict.CONFIRMED:
        return None
    return counted


def _marks(report: Report, dead: Sequence[int] | None, record: GameRecord) -> dict[str, bool]:
    """Return the options about the dead stones behind a count that agrees with a claim."""
    if report.computed is None:
        return {}
    said = Marks(None if dead is None else frozenset(dead))
    if not marks_of(record, report.replay, said).dead:
        return {}
    alarms = {finding.detail.get("alarm") for finding in report.findings}
    return {MARKED: True, MARKED_ALIVE: AlarmCode.DEAD_WITH_TWO_EYES in alarms}


def result_differs(record: GameRecord, claim: Claim | None, ruleset: RuleSet) -> Finding | None:
    """Return that a record gives another result than was claimed; None if it does not.

    For a win by count only the winner is compared; the margin is left to the count.
    """
    own = own_claim(record)
    if own is None or claim is None or _agree(own, claim):
        return None
    values = {"record": result_text(own), "claim": result_text(claim)}
    return Finding(Code.RESULT_DIFFERS, ruleset.key, sentence(Code.RESULT_DIFFERS, **values))


def _names_another_winner(record: GameRecord, claim: Claim | None) -> bool:
    """Say whether the result line of a record names another winner than was claimed."""
    own = own_claim(record)
    return own is not None and claim is not None and own.winner is not claim.winner


def _agree(own: Claim, claim: Claim) -> bool:
    """Say whether the result that a record gives may be the one that was claimed."""
    if own.winner is not claim.winner:
        return False
    # Most programs write a win by equal scores as a plain win.
    unsaid = {ClaimReason.UNKNOWN, ClaimReason.TIE} & {own.reason, claim.reason}
    return bool(unsaid) or own.reason is claim.reason


def _stated(record: GameRecord, claim: Claim, findings: Collection[Finding]) -> bool | None:
    """Say whether a record's clocks or result line say that the game was won as claimed.

    None if it does not say.
    """
    fell = {finding.colour for finding in findings if finding.code is Code.CLOCK_FELL}
    if claim.reason is ClaimReason.TIME and fell and not _are_clocks_unclear(findings):
        return claim.winner.colour not in fell
    own = own_claim(record)
    return None if own is None else _agree(own, claim)


def _fell(claim: Claim, findings: Collection[Finding]) -> bool:
    """Say whether, by the record, the clock of the player said to have lost on time fell."""
    fell = (finding.colour for finding in findings if finding.code is Code.CLOCK_FELL)
    loses = any(colour != claim.winner.colour for colour in fell)
    return loses and not _are_clocks_unclear(findings)


def _are_clocks_unclear(findings: Collection[Finding]) -> bool:
    """Say whether a record's clock times contradict each other, or show that both clocks fell."""
    codes = [finding.code for finding in findings]
    return Code.CLOCK_CONTRADICTS in codes or codes.count(Code.CLOCK_FELL) > 1


def _has_stopped(report: Report) -> bool:
    """Say whether a record ends with the passes that stop play."""
    return any(
        finding.code is Code.TWO_PASSES and finding.move == report.moves
        for finding in report.findings
    )


def _on_time(findings: Iterable[Finding]) -> dict[str, bool]:
    """Return the options about a loss on time by what the record shows of the loser's clock.

    None of them refutes the loss. At zero, a clock is doubtful only if it was the other player's
    turn.
    """
    told = {finding.code: finding for finding in findings}
    detail = told[Code.TIME_LEFT].detail if Code.TIME_LEFT in told else {}
    doubtful, at_zero = bool(detail.get("doubtful")), bool(detail.get("at_zero"))
    return {
        TIME_LEFT: doubtful and not at_zero,
        OTHERS_TURN: Code.OTHERS_TURN in told or (doubtful and at_zero),
        AT_ZERO: at_zero and not doubtful,
    }


def is_unmatched(against: Iterable[Finding]) -> bool:
    """Say whether a record may be of another game, from its differences to the pairing.

    A difference that is a question itself is about what was played.
    """
    return any(finding.code in UNMATCHED and not finding.asks for finding in against)


def _stones(names: Sequence[str] | None, record: GameRecord, size: int) -> list[int] | None:
    """Return the stones that players name, unless the record is of another board size."""
    if names is None or record.size != size:
        return None
    return [parse_point(name, record.size) for name in names]


def _computed(count: Count, size: int) -> dict[str, Any]:
    """Return a count for JSON: the command's three values, the sums and the territories."""
    return {
        "black": count.black.total,
        "white": count.white.total,
        "result": count.result,
        "black_sum": asdict(count.black),
        "white_sum": asdict(count.white),
        "black_territory": [point_name(point, size) for point in sorted(count.black_territory)],
        "white_territory": [point_name(point, size) for point in sorted(count.white_territory)],
    }


def _unreadable(error: RecordError) -> dict[str, Any]:
    """Return the error in the form of a finding."""
    return {
        "code": f"unreadable.{error.code}",
        "rules": None,
        "move": None,
        "color": None,
        "point": None,
        "article": None,
        "message": error.finding.as_json(),
        "moot": False,
        "uncertain": False,
        "asks": False,
    }
