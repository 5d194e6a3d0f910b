"""Turning what a replay saw into findings under one rule set: illegal moves and cycles."""

from __future__ import annotations

from dataclasses import replace

from adjudication.rules.cycles import Cycle, describe
from adjudication.rules.findings import Code, Finding
from adjudication.rules.points import PASS, point_name
from adjudication.rules.repetition import forbidden_repetition
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import Cited, Ko, LongCycle, RuleSet
from adjudication.rules.sentences import (
    CYCLE_KIND,
    LOSES,
    NO_RESULT,
    SILENT,
    colour_text,
    fill,
    joined,
    sentence,
    when,
)
from language.localtext import LocalText


def illegal_moves(
    replay: Replay,
    ruleset: RuleSet,
    out_of_turn: list[int],
    *,
    excuse: LocalText | None = None,
) -> list[Finding]:
    """Return a finding for every illegal move, in the order of the game.

    A move with several faults is reported for the first of: occupied or off the board, suicide,
    ko, superko, turn. All but those of the first illegal move are moot. ``excuse`` is a sentence on
    why the record itself may be at fault; then nobody loses by it.
    """
    found: dict[int, Finding] = {}

    def add(number: int, code: Code, rule: Cited[bool] | Cited[Ko], **detail: object) -> None:
        if number not in found:
            found[number] = _illegal(
                replay, ruleset, number, code, rule, excuse=excuse, detail=detail
            )

    for number, code in replay.illegal.items():
        add(number, Code(code), ruleset.occupied)
    if not ruleset.suicide.value:
        for number in replay.suicides:
            add(number, Code.SUICIDE, ruleset.suicide)
    if ruleset.ko.value is Ko.SIMPLE:
        for number in replay.ko_retakes:
            add(number, Code.KO, ruleset.ko, earlier=number - 2)
    for recurrence in replay.recurrences:
        earlier = forbidden_repetition(ruleset.ko.value, recurrence)
        if earlier is not None:
            add(recurrence.move, Code.SUPERKO, ruleset.ko, earlier=earlier)
    for number in out_of_turn:
        add(number, Code.TURN, ruleset.alternation)
    ordered = [found[number] for number in sorted(found)]
    return _only_first_counts(ordered)


def basic_faults(replay: Replay, out_of_turn: list[int]) -> list[Finding]:
    """Return the faults that every rule set forbids, where the rule set is not known."""
    faults = {number: Code(code) for number, code in replay.illegal.items()}
    for number in out_of_turn:
        faults.setdefault(number, Code.TURN)
    ordered = [
        Finding(
            code,
            None,
            _sentence(replay, number, code, {}),
            number,
            replay.colours[number - 1],
            _board_point(replay, number),
        )
        for number, code in sorted(faults.items())
    ]
    return _only_first_counts(ordered)


def _only_first_counts(ordered: list[Finding]) -> list[Finding]:
    """Return illegal moves with all but the first marked as moot (SPEC 1.8)."""
    return ordered[:1] + [replace(finding, moot=True) for finding in ordered[1:]]


def cycles(replay: Replay, ruleset: RuleSet, first_illegal: int | None) -> list[Finding]:
    """Return a finding for every whole-board repetition that the ko rule does not forbid."""
    found = []
    retakes = replay.ko_retakes if ruleset.ko.value is Ko.SIMPLE else ()
    for recurrence in replay.recurrences:
        if recurrence.move in retakes:
            continue
        if forbidden_repetition(ruleset.ko.value, recurrence) is None:
            cycle = describe(replay, recurrence)
            moot = first_illegal is not None and recurrence.move > first_illegal
            found.append(_cycle(replay, ruleset, cycle, moot=moot))
    return found


def stops_in_cycle(replay: Replay) -> bool:
    """Whether the last play closed a whole-board cycle in which neither side gained prisoners."""
    if not replay.recurrences:
        return False
    last = replay.recurrences[-1]
    if any(point != PASS for point in replay.points[last.move :]):
        return False
    cycle = describe(replay, last)
    return cycle.same_player and cycle.prisoners == 0


def _illegal(
    replay: Replay,
    ruleset: RuleSet,
    number: int,
    code: Code,
    rule: Cited[bool] | Cited[Ko],
    *,
    excuse: LocalText | None,
    detail: dict[str, object],
) -> Finding:
    """Build the finding of one illegal move, with the sentence on what it costs.

    The article is that of the consequence together with that of the rule broken; None where the
    rule set says nothing about illegal moves (SPEC 1.8), and then ``detail`` names the rule.
    """
    parts = [_sentence(replay, number, code, detail)]
    article = None
    loses = ruleset.illegal_move_loses
    if excuse is not None:
        parts.append(excuse)
    elif loses.value and loses.article:
        article = f"{rule.article}, {loses.article}" if rule.article else loses.article
        parts.append(fill(LOSES, article=article))
    else:
        parts.append(SILENT)
    return Finding(
        code,
        ruleset.key,
        joined(*parts),
        number,
        replay.colours[number - 1],
        _board_point(replay, number),
        article,
        detail={"rule": rule.article, **detail},
    )


def _sentence(replay: Replay, number: int, code: Code, detail: dict[str, object]) -> LocalText:
    point = _board_point(replay, number)
    earlier = detail.get("earlier")
    return sentence(
        code,
        move=number,
        colour=colour_text(replay.colours[number - 1]),
        point="" if point is None else point_name(point, replay.size),
        earlier=when(earlier) if isinstance(earlier, int) else "",
    )


def _cycle(replay: Replay, ruleset: RuleSet, cycle: Cycle, *, moot: bool) -> Finding:
    code = Code.CYCLE if cycle.same_player else Code.CYCLE_POSITION
    point = replay.points[cycle.move - 1]
    text = sentence(
        code,
        move=cycle.move,
        colour=colour_text(replay.colours[cycle.move - 1]),
        point=point_name(point, replay.size),
        earlier=when(cycle.first),
        kind=CYCLE_KIND[cycle.kind.value],
        length=cycle.length,
        delta=f"{cycle.prisoners:+d}" if cycle.prisoners else "0",
    )
    article = None
    rule = ruleset.long_cycle
    if rule.value is LongCycle.NO_RESULT_IF_AGREED:
        article = rule.article
        if cycle.same_player and cycle.prisoners == 0:
            text = joined(text, fill(NO_RESULT, article=article))
    return Finding(
        code,
        ruleset.key,
        text,
        cycle.move,
        replay.colours[cycle.move - 1],
        point,
        article,
        moot,
        {
            "first": cycle.first,
            "length": cycle.length,
            "prisoners": cycle.prisoners,
            "kind": cycle.kind.value,
        },
    )


def _board_point(replay: Replay, number: int) -> int | None:
    point = replay.points[number - 1]
    return point if point >= 0 else None
