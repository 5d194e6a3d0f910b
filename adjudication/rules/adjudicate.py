"""Judging one record: replay, rules, count, claim, verdict (SPEC 1.8 and 1.9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from adjudication.rules.claims import SETTLING, Claim, Reason, Winner, format_points
from adjudication.rules.colours import WHITE, opponent
from adjudication.rules.counting import count
from adjudication.rules.faults import basic_faults, cycles, illegal_moves, stops_in_cycle
from adjudication.rules.findings import Code, Finding
from adjudication.rules.header import FROM_RECORD, Header, Unset, read_header
from adjudication.rules.points import point_name
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay, replay_moves
from adjudication.rules.rulesets import RuleSet, Unresolved
from adjudication.rules.scoring.count import Count
from adjudication.rules.scoring.regions import chains_without_liberty
from adjudication.rules.sentences import colour_text, result_text, sentence
from adjudication.rules.turns import ends_in_two_passes, out_of_turn, resumptions
from adjudication.rules.verdicts import End, Report, Verdict

_NO_WINNER_CLAIMED = (None, Winner.DRAW, Winner.NONE)
_SETTLED_END = {
    Reason.RESIGNATION: End.RESIGNED,
    Reason.TIME: End.TIME,
    Reason.FORFEIT: End.FORFEIT,
}


def adjudicate(
    record: GameRecord,
    *,
    ruleset: RuleSet | None = None,
    claim: Claim | str | Unset | None = FROM_RECORD,
    dead: Iterable[int] | None = None,
    komi: float | None = None,
    handicap: int | None = None,
    ended_after: int | None = None,
    resumed_in_dispute: bool = False,
) -> Report:
    """Replay a record under a rule set and say whether its result stands.

    ``ruleset`` defaults to the one the record's RU names; ``claim`` to the record's RE (pass None
    for no claim); ``komi`` in points and ``handicap`` in stones to KM and HA. ``dead`` are points
    of dead stones as the players agree, one or more of each chain (empty: none are dead), and
    override the record's marks.
    ``ended_after`` is the number of the last move that counts, where the system knows that no
    resumption was asked for; later moves are shown, not counted. ``resumed_in_dispute`` tells that
    play was resumed over a disagreement, which a bare record does not say: after that the French
    and AGA texts let nothing be removed. Raises ValueError for a dead stone off the board.
    """
    header = read_header(record, ruleset, claim, komi, handicap)
    colours, points = record.colours, record.points
    if ended_after is not None and ended_after < len(points):
        colours, points = colours[:ended_after], points[:ended_after]
    replay = replay_moves(record.size, record.start, colours, points, edits=record.edits)
    turns = out_of_turn(
        colours,
        points,
        black_run=header.handicap - record.placed if header.handicap >= 2 else 0,
        restarts={*record.gaps, *(edit.after_move for edit in record.edits)},
    )
    resumed = resumptions(points)
    findings = _record_findings(record, header)
    illegal_setup = _illegal_setup(record, header)
    findings += illegal_setup
    if len(points) < len(record.points):
        findings += _after_end(record, len(points), header.ruleset)
    rules = header.ruleset
    dead_points = None if dead is None else frozenset(dead)
    for point in dead_points or ():
        if not 0 <= point < record.size * record.size:
            raise ValueError(f"dead stone {point} is not a point of this board")
    if rules is None:
        findings += basic_faults(replay, turns)
        return _report(
            record, header, replay, None, Verdict.UNDETERMINED, findings, resumed=bool(resumed)
        )

    faulty = record.truncated or bool(record.edits) or bool(illegal_setup)
    incomplete = header.incomplete or faulty
    illegal = illegal_moves(replay, rules, turns, incomplete=incomplete)
    first_illegal = illegal[0].move if illegal else None
    repeated = cycles(replay, rules, first_illegal)
    counted, count_findings = _count(
        replay,
        record,
        header,
        rules,
        dead_points,
        in_dispute=resumed_in_dispute and bool(resumed),
    )
    verdict = _verdict(replay, header, illegal, repeated, counted, faulty=faulty)
    findings += illegal
    findings += repeated
    findings += _end_findings(replay, header, rules, verdict, resumed)
    findings += count_findings
    findings += _score_findings(header, rules, counted, verdict)
    return _report(record, header, replay, counted, verdict, findings, resumed=bool(resumed))


def _end(header: Header, replay: Replay) -> End:
    """Return how play ended: as claimed where the claim settles it, else as the moves show."""
    if header.claim is not None and header.claim.reason in SETTLING:
        return _SETTLED_END[header.claim.reason]
    return End.TWO_PASSES if ends_in_two_passes(replay.points) else End.UNFINISHED


def _count(
    replay: Replay,
    record: GameRecord,
    header: Header,
    rules: RuleSet,
    dead: Collection[int] | None,
    *,
    in_dispute: bool,
) -> tuple[Count | None, list[Finding]]:
    """Count the position where dead stones are agreed, or where the rules allow no removal."""
    if dead is None and not record.marked:
        stopped_again = in_dispute and ends_in_two_passes(replay.points)
        if not stopped_again or rules.unresolved.value is not Unresolved.NOTHING_REMOVED:
            return None, []
        dead = ()
    return count(
        replay,
        record,
        rules,
        dead=dead,
        komi=header.komi or 0.0,
        handicap=header.handicap,
    )


def _verdict(
    replay: Replay,
    header: Header,
    illegal: list[Finding],
    repeated: list[Finding],
    counted: Count | None,
    *,
    faulty: bool,
) -> Verdict:
    """Return the first verdict of SPEC 1.9 that applies.

    A record that lacks its handicap stones proves no illegal move; one that breaks off or was
    changed by hand (``faulty``) proves nothing. A game that stops in a cycle is not unfinished: no
    result is how it may end.
    """
    claim = header.claim
    if illegal:
        return Verdict.UNDETERMINED if faulty or header.incomplete else Verdict.FORFEIT
    if faulty:
        return Verdict.UNDETERMINED
    if claim is not None and claim.reason in SETTLING:
        return Verdict.CONFIRMED
    claimed = claim.winner if claim else None
    if repeated and claimed in _NO_WINNER_CLAIMED and stops_in_cycle(replay):
        return Verdict.NO_RESULT_POSSIBLE
    if not ends_in_two_passes(replay.points):
        return Verdict.UNDETERMINED
    if counted is None:
        return Verdict.NEEDS_DEAD_STONES
    if claim is None:
        return Verdict.UNDETERMINED
    return Verdict.CONFIRMED if agrees(claim, counted) else Verdict.CONTRADICTED


def agrees(claim: Claim, counted: Count) -> bool:
    """Whether a claim says what the count gives; a claim without a margin needs the winner only."""
    computed = counted.claim
    if claim.winner is not computed.winner:
        return False
    return claim.margin is None or computed.margin is None or claim.margin == computed.margin


def _record_findings(record: GameRecord, header: Header) -> list[Finding]:
    """Return what is to be said about the record itself."""
    key = header.ruleset.key if header.ruleset else None
    found = list(header.findings)
    found += [
        Finding(
            Code.SETUP_MID_GAME,
            key,
            sentence(Code.SETUP_MID_GAME, move=edit.after_move),
            edit.after_move,
        )
        for edit in record.edits
    ]
    if record.has_variations:
        found.append(Finding(Code.VARIATION, key, sentence(Code.VARIATION)))
    if record.truncated:
        found.append(Finding(Code.TRUNCATED, key, sentence(Code.TRUNCATED)))
    return found


def _illegal_setup(record: GameRecord, header: Header) -> list[Finding]:
    """Report set-up stones without a liberty. Stones of one colour alone never lack one."""
    if not record.start.count(WHITE):
        return []
    chains = chains_without_liberty(record.start, record.size)
    if not chains:
        return []
    names = [point_name(point, record.size) for chain in chains for point in sorted(chain)]
    text = sentence(Code.SETUP_ILLEGAL, points=", ".join(names[:12]))
    rules = header.ruleset
    article = rules.suicide.article if rules else None
    return [
        Finding(
            Code.SETUP_ILLEGAL,
            rules.key if rules else None,
            text,
            article=article,
            detail={"points": names},
        )
    ]


def _after_end(record: GameRecord, last: int, rules: RuleSet | None) -> list[Finding]:
    """Report the moves that the record has after play had ended."""
    article = rules.end_of_play.article if rules else None
    return [
        Finding(
            Code.AFTER_END,
            rules.key if rules else None,
            sentence(Code.AFTER_END, move=number),
            number,
            record.colours[number - 1],
            record.points[number - 1] if record.points[number - 1] >= 0 else None,
            article,
        )
        for number in range(last + 1, len(record.points) + 1)
    ]


def _end_findings(
    replay: Replay, header: Header, rules: RuleSet, verdict: Verdict, resumed: list[int]
) -> list[Finding]:
    """Report how play ended and where it was resumed."""
    found = [
        Finding(
            Code.RESUMED,
            rules.key,
            sentence(Code.RESUMED, move=number),
            number,
            replay.colours[number - 1],
            replay.points[number - 1] if replay.points[number - 1] >= 0 else None,
            rules.resumption.article,
        )
        for number in resumed
    ]
    last = len(replay)
    if ends_in_two_passes(replay.points):
        text = sentence(Code.TWO_PASSES, move=last)
        article = rules.end_of_play.article
        found.append(Finding(Code.TWO_PASSES, rules.key, text, last, article=article))
    claim = header.claim
    if claim is not None and claim.reason is Reason.RESIGNATION and claim.winner.colour:
        loser = opponent(claim.winner.colour)
        text = sentence(Code.RESIGNED, colour=colour_text(loser))
        found.append(Finding(Code.RESIGNED, rules.key, text, colour=loser))
    elif _end(header, replay) is End.UNFINISHED and verdict is not Verdict.NO_RESULT_POSSIBLE:
        found.append(Finding(Code.UNFINISHED, rules.key, sentence(Code.UNFINISHED, move=last)))
    return found


def _score_findings(
    header: Header, rules: RuleSet, counted: Count | None, verdict: Verdict
) -> list[Finding]:
    """Report the count against the claim, or that dead stones are needed to count."""
    if verdict is Verdict.NEEDS_DEAD_STONES:
        article = rules.dead_stones.article
        text = sentence(Code.NEEDS_DEAD_STONES)
        return [Finding(Code.NEEDS_DEAD_STONES, rules.key, text, article=article)]
    claim = header.claim
    if counted is None or claim is None or claim.reason in SETTLING:
        return []
    article = rules.scoring.article
    moot = verdict is not Verdict.CONFIRMED and verdict is not Verdict.CONTRADICTED
    computed = counted.claim
    if agrees(claim, counted):
        text = sentence(Code.SCORE_CONFIRMED, computed=result_text(computed))
        code, detail = Code.SCORE_CONFIRMED, {}
    else:
        text = sentence(
            Code.SCORE_MISMATCH, computed=result_text(computed), claim=result_text(claim)
        )
        code = Code.SCORE_MISMATCH
        detail = {
            "computed": counted.result,
            "claim": str(claim),
            "winner_changes": claim.winner is not computed.winner,
            "black": format_points(counted.black.total),
            "white": format_points(counted.white.total),
        }
    return [Finding(code, rules.key, text, article=article, moot=moot, detail=detail)]


def _report(
    record: GameRecord,
    header: Header,
    replay: Replay,
    counted: Count | None,
    verdict: Verdict,
    findings: list[Finding],
    *,
    resumed: bool,
) -> Report:
    return Report(
        rules=header.ruleset.key if header.ruleset else None,
        size=record.size,
        handicap=header.handicap,
        komi=header.komi,
        moves=len(record.points),
        end=_end(header, replay),
        resumed=resumed,
        claim=None if header.claim is None else str(header.claim),
        computed=counted,
        verdict=verdict,
        findings=tuple(findings),
        replay=replay,
    )
