"""Findings that accuse nobody: about the record, how play ended, and the count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from adjudication.rules.case import ReplayedRecord
from adjudication.rules.claims import Claim, ClaimReason, ForfeitGround, format_points
from adjudication.rules.clocks import (
    clock_of_loser,
    contradicting_times,
    duration_text,
    fall_text,
    first_falls,
    first_time_below_zero,
    moved_last,
    stated_limits,
    time_limits_of,
)
from adjudication.rules.colours import opponent
from adjudication.rules.findings import Code, Finding
from adjudication.rules.illegal_moves import Faults
from adjudication.rules.points import listed_names, listed_points, point_name, point_names
from adjudication.rules.possible import tie_text
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import retakes_after_pass
from adjudication.rules.rulesets import Ko, RuleSet
from adjudication.rules.scoring.count import Count
from adjudication.rules.sentences import (
    CLAIM_ASKED,
    CLAIM_STANDS,
    GROUNDS,
    RESIGNED_AFTER_PASSES,
    colour_text,
    result_text,
    sentence,
)
from adjudication.rules.verdicts import End, Verdict
from language.messages import Message, join_messages
from language.messages import gettext_lazy as _

NO_MOVES: Final = _("The record has no moves.")


def casts_doubt(finding: Finding, claim: Claim | None) -> bool:
    """Whether a remark on how a game began, or on its clocks, casts doubt on a claim.

    That is said before a record is sent or taken.
    """
    if finding.code in (Code.FIRST_MOVE, Code.OTHERS_TURN):
        return True
    if claim is None or claim.reason is not ClaimReason.TIME:
        return False
    if finding.code is Code.CLOCK_CONTRADICTS:
        return True
    if finding.code is Code.TIME_LEFT:
        return bool(finding.detail["doubtful"])
    return finding.code is Code.CLOCK_FELL and finding.colour == claim.winner.colour


def record_findings(case: ReplayedRecord, ruleset: RuleSet | None) -> list[Finding]:
    """Return what there is to say about the record itself."""
    key = ruleset.key if ruleset else None
    record = case.record
    found = list(case.header.findings)
    found += [
        Finding(
            Code.SETUP_MID_GAME,
            key,
            sentence(Code.SETUP_MID_GAME, move=edit.after_move),
            edit.after_move,
        )
        for edit in record.edits
    ]
    if case.no_liberty:
        names = point_names(case.no_liberty, record.size)
        text = sentence(Code.SETUP_ILLEGAL, points=listed_points(case.no_liberty, record.size))
        article = ruleset.suicide.article if ruleset else None
        found.append(
            Finding(Code.SETUP_ILLEGAL, key, text, article=article, detail={"points": names})
        )
    found += _on_the_reading(case, key)
    found += _on_the_opening(case, key)
    if record.misnumbered is not None:
        move, number = record.misnumbered
        text = sentence(Code.MOVE_NUMBER, move=move, number=number)
        found.append(Finding(Code.MOVE_NUMBER, key, text, detail={"move": move, "number": number}))
    if record.other_to_move is not None:
        move = record.other_to_move
        colour = colour_text(record.colours[move - 1])
        text = sentence(Code.TO_MOVE, move=move, colour=colour)
        found.append(_at_move(case, move, Code.TO_MOVE, key, None, text))
    if record.has_variations:
        found.append(Finding(Code.VARIATION, key, sentence(Code.VARIATION)))
    if record.truncated:
        found.append(Finding(Code.TRUNCATED, key, sentence(Code.TRUNCATED)))
    found += _on_the_clocks(case, key)
    return found + _after_end(case, ruleset)


def _on_the_clocks(case: ReplayedRecord, key: str | None) -> list[Finding]:
    """Return the findings on clocks: a fall, a time below zero without one, the loser's time.

    The last is given for a claim on time. If the record has no time of the loser and they made the
    last move, the finding says that after it the other clock ran.
    """
    found = list(_on_the_times(case.record, key))
    claim = case.header.claim
    if claim is None or claim.reason is not ClaimReason.TIME or claim.winner.colour is None:
        return found
    loser = opponent(claim.winner.colour)
    if any(one.code is Code.CLOCK_FELL and one.colour == loser for one in found):
        return found
    shown = clock_of_loser(case.record, loser)
    if shown is not None:
        left = shown.left
        text = sentence(
            Code.TIME_LEFT,
            colour=colour_text(loser),
            move=left.move,
            time=duration_text(left.seconds),
        )
        detail = {"doubtful": shown.doubtful, "at_zero": left.seconds == 0}
        text = join_messages([text, *shown.notes])
        found.append(Finding(Code.TIME_LEFT, key, text, left.move, loser, detail=detail))
    # After a stop no clock ran at all, and that is said elsewhere.
    elif moved_last(case.record, loser) and not case.stopped:
        move = len(case.record.colours)
        other = colour_text(opponent(loser))
        text = sentence(Code.OTHERS_TURN, colour=colour_text(loser), move=move, other=other)
        found.append(Finding(Code.OTHERS_TURN, key, text, move, loser))
    return found


def _on_the_times(record: GameRecord, key: str | None) -> Iterator[Finding]:
    """Yield which clocks fell by the times in a record, or are below zero without falling.

    Times that contradict each other come first.
    """
    if not record.times:
        return
    for found in contradicting_times(record, stated_limits(record)):
        detail = {"earlier": found.earlier}
        yield Finding(
            Code.CLOCK_CONTRADICTS, key, found.text, found.move, found.colour, detail=detail
        )
    for fell in first_falls(record, time_limits_of(record)):
        yield Finding(Code.CLOCK_FELL, key, fall_text(fell), fell.move, fell.colour)
    below = first_time_below_zero(record)
    if below is not None:
        text = sentence(
            Code.CLOCK_BELOW_ZERO,
            move=below.move,
            colour=colour_text(below.colour),
            time=join_messages(("\N{MINUS SIGN}", duration_text(-below.seconds)), ""),
        )
        yield Finding(Code.CLOCK_BELOW_ZERO, key, text, below.move, below.colour)


def _on_the_reading(case: ReplayedRecord, key: str | None) -> list[Finding]:
    """Return what makes a record ambiguous: its characters, or its first position."""
    found = []
    if case.record.charset_unclear:
        text = sentence(Code.CHARSET_UNCLEAR)
        found.append(Finding(Code.CHARSET_UNCLEAR, key, text, uncertain=True, asks=True))
    if case.record.setup_faults:
        places = list(case.record.setup_faults)
        text = sentence(Code.SETUP_UNCLEAR, points=listed_names(places))
        detail = {"points": places}
        found.append(
            Finding(Code.SETUP_UNCLEAR, key, text, uncertain=True, asks=True, detail=detail)
        )
    return found


def _on_the_opening(case: ReplayedRecord, key: str | None) -> list[Finding]:
    """Return what is odd about the opening: a position entered as moves, or who moves first."""
    record = case.record
    if case.header.entered:
        moves = case.header.entered
        text = sentence(Code.SETUP_AS_MOVES, moves=moves)
        detail = {"moves": moves}
        return [Finding(Code.SETUP_AS_MOVES, key, text, uncertain=True, asks=True, detail=detail)]
    why = case.wrong_first_move
    other_handicap = any(one.code is Code.HANDICAP_DIFFERS for one in case.header.findings)
    # Stones of a handicap, or White's first move, are as the record's own handicap has it.
    if why is None or (other_handicap and (any(record.start) or (record.handicap or 0) >= 2)):
        return []
    text = sentence(Code.FIRST_MOVE, colour=colour_text(record.colours[0]), why=why)
    return [_at_move(case, 1, Code.FIRST_MOVE, key, None, text)]


def move_findings(case: ReplayedRecord, ruleset: RuleSet, faults: Faults) -> list[Finding]:
    """Return the kos that were retaken after nothing but a pass (J: Art. 6, commentary 2)."""
    if ruleset.ko.value is not Ko.SIMPLE:
        return []
    found = []
    for number, earlier in retakes_after_pass(case.replay, case.unwritten_passes):
        played = case.replay.colours[number - 1]
        point = case.replay.points[number - 1]
        text = sentence(
            Code.RETAKE_AFTER_PASS,
            move=number,
            colour=colour_text(played),
            point=point_name(point, case.replay.size),
            earlier=earlier,
        )
        article = ruleset.ko.article
        finding = _at_move(case, number, Code.RETAKE_AFTER_PASS, ruleset.key, article, text)
        found.append(faults.marked(replace(finding, detail={"earlier": earlier})))
    return found


def claim_findings(
    case: ReplayedRecord, ruleset: RuleSet, faults: Faults, repeated: list[Finding]
) -> list[Finding]:
    """Return that a forfeit is claimed of which the record shows nothing.

    If an illegal move or a repetition was claimed, it is a question to both players; a bare forfeit
    (absence, conduct) stands, as a claim on time does.
    """
    claim = case.header.claim
    if claim is None or claim.reason is not ClaimReason.FORFEIT or faults.findings:
        return []
    if claim.grounds is ForfeitGround.REPETITION and repeated:
        return []
    text = sentence(Code.NOT_SHOWN, claim=result_text(claim), grounds=GROUNDS[claim.grounds])
    asks = claim.grounds is not None
    return [
        Finding(
            Code.NOT_SHOWN,
            ruleset.key,
            join_messages([text, CLAIM_ASKED if asks else CLAIM_STANDS]),
            uncertain=asks,
            asks=asks,
            detail={"claim": str(claim), "grounds": claim.grounds.value if claim.grounds else ""},
        )
    ]


def end_findings(
    case: ReplayedRecord, ruleset: RuleSet, faults: Faults, verdict: Verdict
) -> list[Finding]:
    """Return how play ended, and where it was resumed."""
    replay = case.replay
    found = [
        _at_move(
            case,
            number,
            Code.RESUMED,
            ruleset.key,
            ruleset.resumption.article,
        )
        for number in case.resumed
    ]
    last = len(replay)
    if case.stopped:
        text = sentence(Code.TWO_PASSES, move=last)
        article = ruleset.end_of_play.article
        found.append(Finding(Code.TWO_PASSES, ruleset.key, text, last, article=article))
    found = [faults.marked(finding) for finding in found]
    claim = case.header.claim
    if claim is not None and claim.reason is ClaimReason.RESIGNATION and claim.winner.colour:
        loser = opponent(claim.winner.colour)
        text = sentence(Code.RESIGNED, colour=colour_text(loser))
        if case.stopped:
            text = RESIGNED_AFTER_PASSES % {"colour": colour_text(loser)}
        found.append(Finding(Code.RESIGNED, ruleset.key, text, colour=loser))
    elif case.end is End.UNFINISHED and verdict is not Verdict.NO_RESULT_POSSIBLE:
        text = sentence(Code.UNFINISHED, move=last)
        found.append(Finding(Code.UNFINISHED, ruleset.key, text))
    return found


def count_findings(
    case: ReplayedRecord, ruleset: RuleSet, faults: Faults, counted: Count | None, verdict: Verdict
) -> list[Finding]:
    """Return the count against the claim, or that dead stones are needed to count.

    If it depends on groups in seki whether the claim holds, that is said with the count.
    """
    if verdict is Verdict.NEEDS_DEAD_STONES:
        article = ruleset.dead_stones.article
        text = sentence(Code.NEEDS_DEAD_STONES)
        return [Finding(Code.NEEDS_DEAD_STONES, ruleset.key, text, article=article)]
    claim = case.header.claim
    if counted is None or claim is None or case.claim_settles or counted.leaves_open(claim):
        return []
    article = ruleset.scoring.article
    computed = counted.claim
    tie = tie_text(ruleset) if counted.tied else None
    article = ruleset.tie_winner.article or article if tie else article
    if claim_agrees(claim, counted):
        text = sentence(Code.SCORE_CONFIRMED, computed=result_text(computed))
        text = join_messages([text, *([tie] if tie else [])])
        found = Finding(Code.SCORE_CONFIRMED, ruleset.key, text, article=article)
        return [_counted(found, faults, verdict)]
    text = sentence(Code.SCORE_MISMATCH, computed=result_text(computed), claim=result_text(claim))
    text = join_messages([text, *([tie] if tie else [])])
    detail = {
        "computed": counted.result,
        "claim": str(claim),
        "winner_changes": claim.winner is not computed.winner,
        "black": format_points(counted.black.total),
        "white": format_points(counted.white.total),
    }
    found = Finding(Code.SCORE_MISMATCH, ruleset.key, text, article=article, detail=detail)
    return [_counted(found, faults, verdict)]


def _counted(found: Finding, faults: Faults, verdict: Verdict) -> Finding:
    """Return a finding about the count, moot if the verdict does not rest on it.

    After damage it is uncertain instead: the count stands if the record is right.
    """
    marked = faults.marked(found)
    if marked.uncertain or verdict in (Verdict.CONFIRMED, Verdict.CONTRADICTED):
        return marked
    return replace(marked, moot=True)


def claim_agrees(claim: Claim, counted: Count) -> bool:
    """Whether a claim agrees with the count; without a margin only the winner has to match."""
    computed = counted.claim
    if claim.winner is not computed.winner:
        return False
    if ClaimReason.TIE in (claim.reason, computed.reason):
        return claim.reason in (computed.reason, ClaimReason.UNKNOWN)
    if claim.margin is None or computed.margin is None:
        return True
    return round(claim.margin, 3) == computed.margin


def _after_end(case: ReplayedRecord, ruleset: RuleSet | None) -> list[Finding]:
    """Report the moves that the record has after play had ended."""
    key = ruleset.key if ruleset else None
    article = ruleset.end_of_play.article if ruleset else None
    return [
        _at_move(case, number, Code.AFTER_END, key, article)
        for number in range(len(case.replay) + 1, len(case.record.points) + 1)
    ]


def _at_move(
    case: ReplayedRecord,
    number: int,
    code: Code,
    key: str | None,
    article: str | None,
    text: Message | None = None,
) -> Finding:
    point = case.record.points[number - 1]
    return Finding(
        code,
        key,
        text or sentence(code, move=number),
        number,
        case.record.colours[number - 1],
        point if point >= 0 else None,
        article,
    )
