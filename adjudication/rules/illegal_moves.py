"""Turning what a replay saw into findings under one rule set: illegal moves, damage and cycles.

Damage is not guilt (SPEC 1.9). Faults that a player can commit at a board and a record can show
accuse somebody: suicide, ko, superko. A stone on a stone, a point off the board and two moves in a
row may just as well be the record's fault: each is a question to both players, and everything after
it is uncertain until they have answered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudication.rules.case import ReplayedRecord
from adjudication.rules.cycles import Cycle, cycle_closed_by
from adjudication.rules.findings import Code, Finding
from adjudication.rules.points import PASS, point_name
from adjudication.rules.repetition import forbidden_repetition
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import Ko, LongCycle, RuleSet
from adjudication.rules.sentences import (
    ASKED,
    CYCLE_KIND,
    FAULTY,
    LOSES,
    MOOT,
    NO_RESULT,
    OTHER_GAME,
    SILENT,
    UNCERTAIN,
    UNSETTLED,
    UNSETTLED_HERE,
    after_move_text,
    colour_text,
    moves_text,
    sentence,
)
from language.messages import Message, join_messages


@dataclass(frozen=True, slots=True)
class Faults:
    """What is wrong with the moves of a record.

    ``findings`` are in the order of the game. ``decisive`` is the illegal move that decides the
    game, None if there is none. ``damaged`` is the number of the first move that is in doubt, None
    where the record is whole; whatever is found from there on is uncertain, unless it is moot.
    """

    findings: tuple[Finding, ...]
    decisive: Finding | None
    damaged: int | None

    def marked(self, finding: Finding) -> Finding:
        """Return a finding about the game, marked as moot or uncertain if it comes late enough."""
        move = finding.move
        if self.decisive is not None:
            # A repetition by the illegal move itself, such as a single stone's suicide, is moot
            # too.
            later = move is None or move >= (self.decisive.move or 0)
            return replace(finding, moot=True) if later else finding
        if self.damaged is not None and (move is None or move >= self.damaged):
            return replace(finding, uncertain=True, text=join_messages([finding.text, UNCERTAIN]))
        return finding


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a move, before its consequences are known."""

    move: int
    code: Code
    rule: str | None
    earlier: int | None = None


def judge_moves(case: ReplayedRecord, ruleset: RuleSet | None) -> Faults:
    """Return every fault of the moves, and which of them decides.

    Without a rule set, only faults under every rule set are found. A stone on a stone, or off the
    board, has no other fault; of suicide, ko and superko only a move's first counts. The first such
    move decides, unless something before it is damaged, missing or out of turn; all faults after it
    are moot.
    """
    # Nothing can be said about captures on a board that no game leads to.
    found = [] if case.no_liberty else _faults_of(case, ruleset)
    damage = min((fault.move for fault in found if _asks(fault, case)), default=None)
    starts = [start for start in (damage, case.first_move_by_hand) if start is not None]
    excused = case.unmatched or case.header.excuse is not None
    doubt = 1 if excused else min(starts, default=None)
    decisive: Finding | None = None
    findings = []
    for fault in found:
        moot = decisive is not None
        uncertain = not moot and doubt is not None and fault.move >= doubt
        finding = _finding(case, ruleset, fault, uncertain=uncertain, moot=moot, damage=damage)
        if not moot and not uncertain:
            decisive = finding
        findings.append(finding)
        if uncertain and _refused(fault, case):
            findings.append(_server_rules(case, finding))
    if case.record.truncated:
        starts.append(len(case.replay) + 1)
    return Faults(tuple(findings), decisive, min(starts, default=None))


def _faults_of(case: ReplayedRecord, ruleset: RuleSet | None) -> list[Fault]:
    """Return the faults of all moves in the order of the game."""
    replay = case.replay
    occupied = ruleset.occupied.article if ruleset else None
    found = [Fault(number, Code(code), occupied) for number, code in replay.illegal.items()]
    alternation = ruleset.alternation.article if ruleset else None
    found += [
        Fault(number, Code.TURN, alternation)
        for number in case.turns
        if number not in replay.illegal
    ]
    if ruleset is not None:
        found += forbidden_moves(replay, ruleset)
    # Sorting keeps the order of faults of one move.
    return sorted(found, key=lambda fault: fault.move)


def forbidden_moves(replay: Replay, ruleset: RuleSet) -> list[Fault]:
    """Return the moves that are suicide, ko or superko, if that is forbidden.

    A move has at most one fault; the order is arbitrary.
    """
    found: dict[int, Fault] = {}
    if not ruleset.suicide.value:
        for number in replay.suicides:
            found[number] = Fault(number, Code.SUICIDE, ruleset.suicide.article)
    if ruleset.ko.value is Ko.SIMPLE:
        for number in replay.ko_retakes:
            found.setdefault(number, Fault(number, Code.KO, ruleset.ko.article, number - 2))
    for recurrence in replay.recurrences:
        earlier = forbidden_repetition(ruleset.ko.value, recurrence)
        if earlier is not None:
            number = recurrence.move
            found.setdefault(number, Fault(number, Code.SUPERKO, ruleset.ko.article, earlier))
    return list(found.values())


def _asks(fault: Fault, case: ReplayedRecord) -> bool:
    """Whether a fault may be the record's, so that both players are asked about it."""
    if fault.code in (Code.OCCUPIED, Code.BAD_POINT):
        return True
    if fault.move in case.played_so:
        return False
    return (
        fault.code is Code.TURN or _refused(fault, case) or case.line_doubt(fault.move) is not None
    )


def _refused(fault: Fault, case: ReplayedRecord) -> bool:
    """Whether the game's server refuses such a move, and nobody has answered the question.

    A ko retaken at once counts as one, whichever repetition rule forbids it here.
    """
    if case.server is None or fault.move in case.played_so:
        return False
    code = Code.KO if fault.move in case.replay.ko_retakes else fault.code
    return case.server.refuses(code)


def _server_rules(case: ReplayedRecord, finding: Finding) -> Finding:
    """Return the question about a move that its server would have refused."""
    assert case.server is not None
    assert finding.move is not None
    name = case.server.server.name
    text = sentence(Code.SERVER_RULES, move=finding.move, server=name)
    detail = {"server": name, "finding": finding.code.value}
    return replace(
        finding, code=Code.SERVER_RULES, text=text, uncertain=True, asks=True, detail=detail
    )


def _finding(
    case: ReplayedRecord,
    ruleset: RuleSet | None,
    fault: Fault,
    *,
    uncertain: bool,
    moot: bool,
    damage: int | None,
) -> Finding:
    """Build the finding of one fault, with the sentence on what comes of it.

    The article names both the consequence and the rule broken; it is None where the rule set says
    nothing about illegal moves (SPEC 1.8) or the fault is uncertain, and then ``detail`` names the
    rule.
    """
    replay, number = case.replay, fault.move
    point = _board_point(replay, number)
    text = sentence(
        fault.code,
        move=number,
        colour=colour_text(replay.colours[number - 1]),
        point="" if point is None else point_name(point, replay.size),
        earlier="" if fault.earlier is None else after_move_text(fault.earlier),
    )
    article = None
    loses = ruleset.illegal_move_loses if ruleset else None
    if uncertain:
        text = join_messages([text, _excuse(case, fault, damage)])
    elif moot:
        text = join_messages([text, MOOT])
    elif loses is not None and loses.value and loses.article:
        article = f"{fault.rule}, {loses.article}" if fault.rule else loses.article
        text = join_messages([text, LOSES % {"article": article}])
    else:
        text = join_messages([text, SILENT])
    detail: dict[str, object] = {"rule": fault.rule}
    if fault.earlier is not None:
        detail["earlier"] = fault.earlier
    return Finding(
        fault.code,
        ruleset.key if ruleset else None,
        text,
        number,
        replay.colours[number - 1],
        point,
        article,
        moot=moot,
        uncertain=uncertain,
        asks=uncertain
        and _asks(fault, case)
        and (fault.code in ASKED or not _refused(fault, case)),
        detail=detail,
    )


def _excuse(case: ReplayedRecord, fault: Fault, damage: int | None) -> Message:
    """Return the sentence on why a fault may be the record's rather than the player's."""
    if case.header.excuse is not None:
        return case.header.excuse
    if case.why_unclear is not None:
        return case.why_unclear
    if case.first_move_by_hand is not None and case.first_move_by_hand <= fault.move:
        return FAULTY
    if fault.move != damage:
        return OTHER_GAME if case.unmatched else UNSETTLED % {"move": damage or 0}
    if fault.code in ASKED:
        return ASKED[fault.code]
    line = None if _refused(fault, case) else case.line_doubt(fault.move)
    return line if line is not None and _asks(fault, case) else UNSETTLED_HERE


def cycle_findings(replay: Replay, ruleset: RuleSet, faults: Faults) -> list[Finding]:
    """Return a finding for every whole-board repetition that the ko rule does not forbid."""
    found = []
    retakes = replay.ko_retakes if ruleset.ko.value is Ko.SIMPLE else ()
    for recurrence in replay.recurrences:
        if recurrence.move in retakes:
            continue
        if forbidden_repetition(ruleset.ko.value, recurrence) is None:
            found.append(
                faults.marked(_cycle(replay, ruleset, cycle_closed_by(replay, recurrence)))
            )
    return found


def stops_in_cycle(replay: Replay) -> bool:
    """Whether the last play closed a whole-board cycle in which neither side gained prisoners."""
    if not replay.recurrences:
        return False
    last = replay.recurrences[-1]
    if any(point != PASS for point in replay.points[last.move :]):
        return False
    cycle = cycle_closed_by(replay, last)
    return cycle.same_player and cycle.prisoners == 0


def _cycle(replay: Replay, ruleset: RuleSet, cycle: Cycle) -> Finding:
    code = Code.CYCLE if cycle.same_player else Code.CYCLE_POSITION
    point = replay.points[cycle.move - 1]
    text = sentence(
        code,
        move=cycle.move,
        colour=colour_text(replay.colours[cycle.move - 1]),
        point=point_name(point, replay.size),
        earlier=after_move_text(cycle.first),
        kind=CYCLE_KIND[cycle.kind.value],
        length=moves_text(cycle.length),
        delta=f"{cycle.prisoners:+d}" if cycle.prisoners else "0",
    )
    article = None
    rule = ruleset.long_cycle
    if rule.value is LongCycle.NO_RESULT_IF_AGREED:
        article = rule.article
        if cycle.same_player and cycle.prisoners == 0:
            text = join_messages([text, NO_RESULT % {"article": article or ""}])
    return Finding(
        code,
        ruleset.key,
        text,
        cycle.move,
        replay.colours[cycle.move - 1],
        point,
        article,
        detail={
            "first": cycle.first,
            "length": cycle.length,
            "prisoners": cycle.prisoners,
            "kind": cycle.kind.value,
        },
    )


def _board_point(replay: Replay, number: int) -> int | None:
    point = replay.points[number - 1]
    return point if point >= 0 else None
