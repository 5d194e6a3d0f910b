"""What follows from a report and from what a replay finds: nothing, a question, or a case.

All of it is decided here: :class:`~adjudication.policy.policy.EventPolicy` says which step is
taken for which cause. If a result is at stake, it is suspended. A game with a final result is
left alone, and the finding is only recorded.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from adjudication.cases.services.base import policy_of
from adjudication.cases.services.disputes import (
    lock_game,
    settle_with_result,
    withdraw_questions,
)
from adjudication.cases.services.opening import open_case
from adjudication.models import (
    Case,
    CaseState,
    Inquiry,
    InquiryKind,
    InquiryState,
    Statement,
    Submission,
)
from adjudication.policy.asking import repetition_forbidden
from adjudication.policy.causes import OF_RECORD, Cause, ClockMatter
from adjudication.policy.damage import Damage, damage_in, reading_from
from adjudication.policy.forms.results import DIFFERS
from adjudication.policy.forms.shapes import AnswersOutcome as Answers
from adjudication.policy.policy import FirstStep
from adjudication.policy.proposals import proposal_for
from adjudication.policy.stakes import changes_nothing
from adjudication.records.models import file_bytes
from adjudication.rules.accounts import accounts_in
from adjudication.rules.findings import Code
from adjudication.rules.judgement import IN_DOUBT, UNMATCHED
from adjudication.rules.marks import same_marks
from adjudication.rules.pairing_check import PairedPlayer, names_show_other_game
from adjudication.rules.servers import BY_KEY
from adjudication.rules.verdicts import Verdict as Outcome
from adjudication.triage.models import OUTCOME
from adjudication.triage.services.dead_stones import (
    both_are_asked,
    end_differently,
    last_reports,
    marks_in_report,
    stones_of_both,
)
from adjudication.triage.services.questions import ask_both_players
from adjudication.triage.services.readings import LINE, line_of
from adjudication.triage.services.resumption import establish_by_records
from adjudication.verdicts.selectors.shown import disputed_by_records
from adjudication.verdicts.services.claims import claim_of_submission
from adjudication.verdicts.services.repetitions import (
    RepetitionEvidence,
    is_void_agreement,
    repetition_in_records,
)
from tournament.audit.services.current_actor import NOBODY, Actor
from tournament.audit.services.recording import record
from tournament.common.prepared import prepared
from tournament.models import Game, GameState, Player, Reason, Verb, Winner

ASKED: Final[Mapping[Cause, InquiryKind]] = {
    Cause.ILLEGAL_MOVE: InquiryKind.ILLEGAL_MOVE,
    Cause.CYCLE: InquiryKind.NO_RESULT,
    Cause.DEAD_STONES: InquiryKind.DEAD_STONES,
    Cause.CONTRADICTED: InquiryKind.OBJECTION,
    Cause.WRONG_RECORD: InquiryKind.WRONG_RECORD,
    Cause.DUPLICATE_RECORD: InquiryKind.WRONG_RECORD,
    Cause.DAMAGED_RECORD: InquiryKind.DAMAGED_RECORD,
}
"""What the players are asked if a cause is theirs to settle first; other causes become a case."""
_SIZE: Final = (Code.SIZE_DIFFERS, Code.COLOURS_SWAPPED, Code.HANDICAP_DIFFERS)
"""Findings that mean the record is of another game, or differs from this one."""
VERDICT: Final = ("verdict", "findings", "options", "read_as")
"""The fields of a verdict that determine what it brings up."""
_SCORE: Final = "score.mismatch"


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing that a verdict brings up."""

    cause: Cause
    finding: Mapping[str, Any]
    damage: Damage | None = None
    """Where the record is damaged, if that is what it is about."""
    differs: tuple[Mapping[str, Any], ...] | None = None
    """How the record differs from the game, if that is what it is about."""
    accuses: bool = False
    """Whether the record, if it is of this game, accuses a player: then both are always asked."""


def after_report(game: Game, submission: Submission, *, about_dead_stones: bool = False) -> None:
    """Deal with a report on a locked game that the opponent did not accept.

    ``submission`` is the report that disagrees, or the one that was contested. If both gave
    different dead stones for the same game, or the player says that it is about dead stones, the
    players go through what their rules say about that, unless no stone is removed any more.
    """
    _after_report(game, submission, about_dead_stones=about_dead_stones)
    _bring_what_matters_now(game)


def _after_report(game: Game, submission: Submission, *, about_dead_stones: bool) -> None:
    said = last_reports(game)
    note = submission.answer_note
    establish_by_records(game, by=NOBODY)
    open_question = about_dead_stones or _other_stones(game, list(said.values()))
    records = {report.pk: report.record for report in said.values() if report.record is not None}
    if open_question and both_are_asked(game, [*map(file_bytes, records.values())]):
        _ask(
            game,
            Cause.DEAD_STONES,
            {**stones_of_both(game, said), "submission": [*records][-1]},
            note=note,
        )
        return
    if (
        open_question
        and game.stones_stay_since is None
        and not end_differently(game, said.values())
    ):
        cause = Cause.DEAD_STONES
    else:
        claims = {claim_of_submission(report) for report in said.values()}
        cause = Cause.CLAIMS_DIFFER if len(claims) > 1 else Cause.CONTESTED
        if is_void_agreement(game, submission.claim_winner):
            cause = Cause.CYCLE  # both say the same, but a record says otherwise
    late = _out_of_time(game, said.values())
    if late is not None and cause in (Cause.CLAIMS_DIFFER, Cause.CONTESTED):
        # They disagree about the clock, so that is what the case is about.
        open_case(
            cause=Cause.TIME,
            clock=ClockMatter.FELL,
            about=[late],
            game=game,
            submission_id=submission.pk,
            note=note,
            by=NOBODY,
        )
        return
    open_case(cause=cause, game=game, submission_id=submission.pk, note=note, by=NOBODY)


def _out_of_time(game: Game, said: Iterable[Submission]) -> Player | None:
    """Return who lost on time according to the reports on a game; None if nobody did, or both."""
    loser = {Winner.BLACK: game.white, Winner.WHITE: game.black}
    late = {
        loser[Winner(report.claim_winner)]
        for report in said
        if report.claim_reason == Reason.TIME and report.claim_winner in loser
    }
    return late.pop() if len(late) == 1 else None


def after_confirmation(game: Game, note: "str | Promise", *, by: Actor) -> None:
    """End the case of a locked game whose result both players have just confirmed.

    If they had not answered yet of which of two games its record is, a referee is told of it.
    """
    asked = Inquiry.objects.filter(
        game=game, kind=InquiryKind.WRONG_RECORD, state=InquiryState.WAITING
    )
    for data in asked.values_list("data", flat=True):
        finding = data.get("finding") or {}
        if finding.get("code") == Code.DUPLICATE:
            open_case(
                cause=Cause.DUPLICATE_RECORD,
                game=game,
                submission_id=data.get("submission"),
                finding=finding,
                by=NOBODY,
            )
    settle_with_result(game, note, by=by)


def without_result(game: Game, submission: Submission) -> None:
    """Refer a locked game to the referee if its report says in vain that there is no result.

    That is so if a complete record shows no repetition, or if the rules forbid repetition, in which
    case the claim is one of an illegal move.
    """
    if not is_void_agreement(game, submission.claim_winner):
        return
    looked = repetition_in_records(game)
    not_allowed = repetition_forbidden(game.round.tournament.ruleset)
    lock_game(game, by=NOBODY)
    open_case(
        cause=Cause.ILLEGAL_MOVE if not_allowed else Cause.CYCLE,
        game=game,
        submission_id=submission.pk if looked.submission_id is None else looked.submission_id,
        finding=looked.finding if looked.evidence is RepetitionEvidence.SHOWN else None,
        note=_("The report says that there is no result."),
        by=NOBODY,
    )


def after_verdict(
    submission: Submission, columns: Mapping[str, Any], known: Mapping[str, Any] | None = None
) -> None:
    """Deal with the verdict on a report, whose game comes with it and is locked.

    If the record is judged again, ``known`` is its previous verdict: whatever that brought up is
    not brought up again. A report that was replaced, withdrawn or set aside accuses nobody. Once
    the result is final, a finding changes nothing; an illegal move is only recorded. An illegal
    move by a player who has lost by every report changes nothing either, unless the reports come to
    differ.
    """
    game = submission.game
    if game.round.tournament.closed_at is not None:
        return
    _withdraw_disputed(game)
    matters = _new_matters(game, columns, known)
    if not matters or not Submission.objects.standing().filter(pk=submission.pk).exists():
        return
    for matter in matters:
        if game.state == GameState.CONFIRMED or game.final:
            _keep_late(game, matter)
            if matter.cause is Cause.DUPLICATE_RECORD:
                _tell_of_two_games(game, submission, matter)
        else:
            _bring(game, submission, matter)


def unfollowed(judged: Sequence[tuple[Submission, Mapping[str, Any]]]) -> list[bool]:
    """Return for each verdict whether :func:`after_verdict` would do nothing, as is usual.

    The games come with the reports and are locked. One query.
    """
    in_cases = set(_games_in_cases(list(dict.fromkeys(report.game_id for report, _ in judged))))
    return [
        report.game.round.tournament.closed_at is not None
        or (
            report.game_id not in in_cases
            and (report.imported_at is not None or not any(_matters(report.game, columns)))
        )
        for report, columns in judged
    ]


@prepared
def _games_in_cases(game_ids: Sequence[int]) -> "QuerySet[Case, int | None]":
    return Case.objects.undecided().filter(game__in=game_ids).values_list("game_id", flat=True)


def after_statement(
    statement: Statement,
    game: Game,
    columns: Mapping[str, Any],
    known: Mapping[str, Any] | None = None,
) -> None:
    """Deal with the verdict on the record of a statement about a locked game.

    If the record is judged again, ``known`` is its previous verdict, as for a report. An illegal
    move that it shows becomes a ground of the case, if that is still undecided. Any other finding
    is only shown with the case, which somebody is already dealing with.
    """
    policy = policy_of(game.round.tournament)
    if game.round.tournament.closed_at is not None:
        return
    _withdraw_disputed(game)
    for matter in _new_matters(game, columns, known):
        if matter.cause is not Cause.ILLEGAL_MOVE or policy.step(matter.cause) is FirstStep.NOTE:
            continue
        if game.state == GameState.CONFIRMED or game.final:
            _keep_late(game, matter)
        elif Case.objects.undecided().filter(pk=statement.case_id).exists():
            _to_the_referee(game, matter, None)


def _new_matters(
    game: Game, columns: Mapping[str, Any], known: Mapping[str, Any] | None
) -> list[Matter]:
    """Return what a verdict brings up that the previous one, if any, did not."""
    old = {_told(matter) for matter in _matters(game, known)} if known is not None else set()
    return [matter for matter in _matters(game, columns) if _told(matter) not in old]


def _told(matter: Matter) -> tuple[Cause, object, object]:
    return matter.cause, matter.finding["code"], matter.finding.get("move")


def _matters(game: Game, columns: Mapping[str, Any]) -> Iterator[Matter]:
    """Yield what a verdict brings up, the gravest first.

    Whether the record is of this game comes before anything that it shows, which is brought up only
    once the players or a referee have settled that.
    """
    findings = [finding for finding in columns["findings"] if not finding["moot"]]
    verdict = columns["verdict"]
    ours = reading_from(columns.get("read_as")).of_this_game
    accuses = bool((columns.get("options") or {}).get(IN_DOUBT))
    strange = None
    if not ours:
        matters = accuses or verdict == Outcome.CONTRADICTED
        strange = _of_another_game(game, findings, matters=matters, accuses=accuses)
    if strange is not None:
        differs = tuple(
            finding for finding in findings if finding["code"] in UNMATCHED and not finding["asks"]
        )
        yield Matter(Cause.WRONG_RECORD, strange, differs=differs, accuses=accuses)
    elif verdict == Outcome.FORFEIT:
        illegal = next(
            (finding for finding in findings if finding["code"].startswith("illegal.")), None
        )
        if illegal is not None:
            yield Matter(Cause.ILLEGAL_MOVE, illegal)
            return
    elif verdict == Outcome.NO_RESULT_POSSIBLE:
        cycle = next(
            (finding for finding in findings if finding["code"].startswith("cycle.")), None
        )
        if cycle is not None:
            yield Matter(Cause.CYCLE, cycle)
    elif verdict == Outcome.UNDETERMINED:
        damage = damage_in(findings)
        if damage is not None:
            yield Matter(Cause.DAMAGED_RECORD, damage.finding, damage=damage)
    elif verdict == Outcome.CONTRADICTED:
        mismatch = next((finding for finding in findings if finding["code"] == _SCORE), None)
        if mismatch is not None:
            yield Matter(Cause.CONTRADICTED, mismatch)
    twice = next((finding for finding in findings if finding["code"] == Code.DUPLICATE), None)
    if twice is not None and not ours:
        yield Matter(Cause.DUPLICATE_RECORD, twice, differs=(), accuses=accuses)


def _of_another_game(
    game: Game, findings: list[dict[str, Any]], *, matters: bool, accuses: bool
) -> dict[str, Any] | None:
    """Return the finding that makes a record doubtful, or None for what may be just a nickname.

    Komi ``matters`` if the count does not give the claimed result: the game may have been played
    with the record's komi. Names matter if they are the players' the wrong way round, or somebody
    else's who plays here. If the record ``accuses`` a player, any difference matters.
    """
    for finding in findings:
        code = finding["code"]
        if finding.get("asks"):
            continue  # this asks what was played, not whose record it is
        if code in _SIZE or (code == Code.KOMI_DIFFERS and matters):
            return finding
        if code == Code.NAMES_DIFFER and (accuses or _names_tell(game, finding.get("detail", {}))):
            return finding
    return None


def _names_tell(game: Game, names: Mapping[str, str]) -> bool:
    rows = Player.objects.filter(tournament=game.round.tournament_id)
    known = rows.values_list("pk", "name", "accounts", "first_name")
    sides = {
        pk: PairedPlayer(name, accounts_in(accounts), first) for pk, name, accounts, first in known
    }
    black = sides.pop(game.black_id, PairedPlayer(game.black.name))
    white = sides.pop(game.white_id, PairedPlayer(game.white.name))
    return names_show_other_game(
        names.get("black", ""),
        names.get("white", ""),
        black,
        white,
        sides.values(),
        BY_KEY.get(names.get("server", "")),
    )


def _bring_what_matters_now(game: Game) -> None:
    """Bring up illegal moves of a disputed game that changed nothing while the reports agreed."""
    reports = Submission.objects.standing().filter(game=game, verdict__verdict=Outcome.FORFEIT)
    for report in reports.select_related("verdict").order_by("pk"):
        columns = {name: getattr(report.verdict, name) for name in VERDICT}
        for matter in _matters(game, columns):
            if matter.cause is Cause.ILLEGAL_MOVE:
                _bring(game, report, matter)


def _idle(game: Game, matter: Matter) -> bool:
    """Whether a matter is an illegal move of a reported game that nothing depends on.

    If a referee is looking at the game anyway, it is brought up all the same.
    """
    if matter.cause is not Cause.ILLEGAL_MOVE or game.state != GameState.REPORTED:
        return False
    if Case.objects.undecided().filter(game=game).exists():
        return False
    reports = Submission.objects.standing().filter(game=game)
    return changes_nothing(matter.finding, set(reports.values_list("claim_winner", flat=True)))


def _bring(game: Game, submission: Submission, matter: Matter) -> None:
    cause = matter.cause
    if _idle(game, matter):
        return
    step = policy_of(game.round.tournament).step(cause)
    if step is FirstStep.NOTE and matter.accuses:
        step = FirstStep.ASK  # a difference may be left alone, but not if somebody is accused by it
    with_players = game.state in (GameState.REPORTED, GameState.DISPUTED)
    if step is FirstStep.NOTE or (
        cause in OF_RECORD and step is FirstStep.ASK and not with_players
    ):
        return
    if step is FirstStep.ASK and cause in ASKED and with_players:
        data: dict[str, Any] = {"submission": submission.pk, "finding": dict(matter.finding)}
        if matter.damage is not None:
            data = matter.damage.as_subject(submission.pk)
        if cause in OF_RECORD:
            data |= {LINE: line_of(submission)}
        if matter.differs is not None:
            data |= {DIFFERS: [dict(one) for one in matter.differs]}
        if not _asked_before(game, ASKED[cause], data):
            answers = None
            if cause is Cause.CYCLE and submission.claim_winner == Winner.NONE:
                answers = {game.colour_of(submission.player_id): "yes"}
            _ask(game, cause, data, answers=answers, finding=matter.finding)
        return
    _to_the_referee(game, matter, submission.pk)


def _to_the_referee(game: Game, matter: Matter, submission_id: int | None) -> None:
    """Bring a matter before the referee, with what the policy proposes for it."""
    cause = matter.cause
    if cause is not Cause.DAMAGED_RECORD:  # the players' confirmation does not depend on it
        lock_game(game, by=NOBODY)
    if cause is Cause.ILLEGAL_MOVE:
        withdraw_questions(game)  # it takes precedence over anything they could still agree on
    tournament = game.round.tournament
    proposal = proposal_for(
        cause,
        matter.finding,
        tournament.ruleset,
        policy_of(tournament),
        game.black.number,
        game.white.number,
    )
    if cause is Cause.ILLEGAL_MOVE and disputed_by_records(game):
        proposal = None  # the referee has to say first which record is right
    open_case(
        cause=cause,
        game=game,
        submission_id=submission_id,
        finding=matter.finding,
        proposal=proposal,
        by=NOBODY,
    )


def _withdraw_disputed(game: Game) -> None:
    """Withdraw the proposal of a forfeit for an illegal move that another record does not show.

    That record may arrive after the one that shows the move.
    """
    for case in Case.objects.undecided().select_for_update().filter(game=game):
        finding = str((case.proposal or {}).get("finding", ""))
        if finding.startswith("illegal.") and disputed_by_records(game):
            Case.objects.move(case, CaseState(case.state), proposal=None)


def _ask(
    game: Game,
    cause: Cause,
    data: Mapping[str, Any],
    *,
    answers: Mapping[str, str] | None = None,
    finding: Mapping[str, Any] | None = None,
    note: str = "",
) -> None:
    """Ask both players; the result waits for their answers unless it is only about a record."""
    if cause in OF_RECORD:
        case = Case.objects.live().filter(game=game).first()
    else:
        lock_game(game, by=NOBODY)
        case = open_case(
            cause=cause,
            game=game,
            submission_id=data["submission"],
            finding=finding,
            note=note,
            asked=True,
            by=NOBODY,
        )
    ask_both_players(game=game, kind=ASKED[cause], data=data, case=case, answers=answers, by=NOBODY)


def _asked_before(game: Game, kind: InquiryKind, about: Mapping[str, Any]) -> bool:
    """Whether the players have already answered this, so that a record sent again asks nothing.

    A damaged place belongs to its record: it is asked about again for another record, and for the
    same record if both had agreed on what to do about it.
    """
    answered = Inquiry.objects.filter(
        game=game, kind=kind, state__in=[InquiryState.AGREED, InquiryState.DIFFERENT]
    )

    def matter(kept: Mapping[str, Any]) -> tuple[object, ...]:
        finding = kept.get("finding") or {}
        return finding.get("code"), finding.get("move"), kept.get(LINE)

    settled = (Answers.JUDGE_AGAIN, Answers.DROP_RECORD)
    return any(
        matter(data) == matter(about) and (LINE not in data or data.get(OUTCOME) not in settled)
        for data in answered.values_list("data", flat=True)
    )


def _tell_of_two_games(game: Game, submission: Submission, matter: Matter) -> None:
    """Tell a referee that the record of a final result is also that of another game."""
    if policy_of(game.round.tournament).step(matter.cause) is FirstStep.NOTE:
        return
    open_case(
        cause=matter.cause,
        game=game,
        submission_id=submission.pk,
        finding=matter.finding,
        by=NOBODY,
    )


def _keep_late(game: Game, matter: Matter) -> None:
    """Record that a record shows an illegal move in a game whose result is final."""
    if matter.cause is not Cause.ILLEGAL_MOVE:
        return
    numbers = Player.everybody.filter(pk__in=(game.black_id, game.white_id))
    record(
        Verb.FINDING_LATE,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=sorted(numbers.values_list("number", flat=True)),
        after={"finding": matter.finding["code"], "move": matter.finding["move"]},
        by=NOBODY,
    )


def _other_stones(game: Game, said: list[Submission]) -> bool:
    """Whether two reports count the same game, but with different dead stones."""
    if len(said) < 2 or any(report.claim_reason != Reason.SCORE for report in said):
        return False
    size = game.round.tournament.board_size
    one, other = (marks_in_report(report, size=size) for report in said)
    return not same_marks(one, other, size)
