"""Reports of results as rows, the verdicts on their records, and the jobs that judge them."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Max, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.records.models import GameRecordFile
from adjudication.rules.marks import NamedStones
from adjudication.rules.verdicts import Verdict as Outcome
from jobs.models import Urgency
from tournament import triggers
from tournament.common.queries import SteppingQuerySet
from tournament.games.models.result import result_rule
from tournament.models import Game, Person, Player, Reason, Winner

INSTANT = timedelta(microseconds=1)


class SubmissionState(models.TextChoices):
    """What has become of a report."""

    PENDING = "pending", _("Waiting for the opponent")
    CONFIRMED = "confirmed", _("Confirmed")
    CONTESTED = "contested", _("Contested")
    SUPERSEDED = "superseded", _("Replaced by a later report")
    WITHDRAWN = "withdrawn", _("Withdrawn")

    @classmethod
    def dropped(cls) -> tuple["SubmissionState", ...]:
        """Return the states of reports that their own authors have taken back."""
        return (cls.SUPERSEDED, cls.WITHDRAWN)


class RemovedAs(models.TextChoices):
    """The grounds on which a record is removed from a game."""

    OTHER_GAME = "other_game", _("It is not of this game")
    INVENTED = "invented", _("The game was not played as it says")
    DAMAGED = "damaged", _("It is damaged, or cannot be relied on")
    NOT_WANTED = "not_wanted", _("Its result no longer stands, or another record is better")


ACCEPTING = "accepted-"
"""Comes before a report's id in the key of the one by which the opponent later accepted it."""


class SubmissionQuerySet(SteppingQuerySet["Submission"]):
    """Reports."""

    def standing(self) -> "SubmissionQuerySet":
        """Return the reports that count: among those shown, the ones that players made."""
        return self.shown().filter(imported_at=None)

    def shown(self) -> "SubmissionQuerySet":
        """Return the reports that stand, and the records that the staff imported.

        Reports of a dispute that was taken back do not stand (:func:`is_of_ended_dispute`).
        """
        return (
            self.exclude(state__in=SubmissionState.dropped())
            .filter(replaced_at=None, removed_at=None)
            .exclude(
                Q(state=SubmissionState.CONTESTED)
                & (Q(game__reported_at=None) | Q(answered_at__lt=F("game__reported_at")))
            )
        )


def is_of_ended_dispute(
    state: str, answered_at: datetime | None, reported_at: datetime | None
) -> bool:
    """Say whether a contested report belongs to a dispute that was taken back.

    It keeps its state, which is final. But a reopened game has no ``reported_at``, and its next one
    is later than any earlier answer: see :func:`after_answers`.
    """
    if state != SubmissionState.CONTESTED or answered_at is None:
        return False
    return reported_at is None or answered_at < reported_at


def after_answers(game: Game, reports: "Iterable[Submission] | None" = None) -> datetime:
    """Return the present time, moved on if necessary to be later than all reports and answers.

    The clocks of several machines differ, but the order of reports and answers has to be right. The
    game is locked; ``reports`` are all of its reports, if the caller has read them.
    """
    if reports is None:
        latest = game.submissions.aggregate(latest=Max("answered_at"))["latest"]
    else:
        latest = max((report.answered_at for report in reports if report.answered_at), default=None)
    moments = [timezone.now()]
    if latest is not None:
        moments.append(latest + INSTANT)
    if game.reported_at is not None:
        moments.append(game.reported_at + INSTANT)
    return max(moments)


class Submission(models.Model):
    """A player's report: the claimed result, perhaps a game record and the dead stones.

    ``dead_stones`` is a list of points such as ``Q16``; None means that nobody said, an empty list
    that there are none. ``seki_stones`` are those in seki, named together with the dead ones if
    territory is counted (J1989 Art. 8); None if nobody said. A pending report gets one final state
    and perhaps an answer; what it claims never changes (enforced by a trigger).
    """

    TRANSITIONS: ClassVar[dict[SubmissionState, frozenset[SubmissionState]]] = {
        SubmissionState.PENDING: frozenset(
            {
                SubmissionState.CONFIRMED,
                SubmissionState.CONTESTED,
                SubmissionState.SUPERSEDED,
                SubmissionState.WITHDRAWN,
            }
        ),
        SubmissionState.CONFIRMED: frozenset(),
        SubmissionState.CONTESTED: frozenset(),
        SubmissionState.SUPERSEDED: frozenset(),
        SubmissionState.WITHDRAWN: frozenset(),
    }

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="submissions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="submissions")
    claim_winner = models.CharField(max_length=8, choices=Winner.choices)
    claim_reason = models.CharField(max_length=12, choices=Reason.choices)
    claim_margin_half = models.PositiveSmallIntegerField(null=True, blank=True)
    record = models.ForeignKey(
        GameRecordFile,
        on_delete=models.PROTECT,
        related_name="submissions",
        null=True,
        blank=True,
    )
    dead_stones = models.JSONField(null=True, blank=True)
    seki_stones = models.JSONField(null=True, blank=True)
    resumed = models.BooleanField(default=False)
    """Whether it was sent as the outcome of play that both players had resumed over dead stones.
    What counts is kept with the game (``stones_stay_since``), whoever reports and however."""
    idempotency_key = models.CharField(max_length=64)
    state = models.CharField(
        max_length=10, choices=SubmissionState.choices, default=SubmissionState.PENDING
    )
    answered_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="answers", null=True, blank=True
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    answer_note = models.CharField(max_length=1000, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    imported_at = models.DateTimeField(null=True, blank=True)
    """When the staff added the record for a result that stood. ``player`` is then Black, who said
    nothing."""
    replaced_at = models.DateTimeField(null=True, blank=True)
    """When the same claim took its place, for example with the right record
    (:func:`adjudication.triage.services.reports.recreate_report`,
    :mod:`adjudication.submissions.services.right_record`). That report was sent at this very
    moment; this one's record remains visible."""
    removed_at = models.DateTimeField(null=True, blank=True)
    """When the staff removed the record (:mod:`adjudication.submissions.services.removing`); the
    reason is in the history."""
    removed_as = models.CharField(
        max_length=12, choices=RemovedAs.choices, blank=True, default="", editable=False
    )
    """The grounds on which the record was removed."""
    ruled_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When a ruling first decided instead of it. What it claims may no longer count, but the ruling
    and an appeal rest on its record, which remains visible."""

    objects = SubmissionQuerySet.as_manager()

    class Meta:
        """At most one waiting report per game; a key is used once per game."""

        constraints = (
            models.UniqueConstraint(
                fields=["game", "idempotency_key"], name="submission_idempotency_key"
            ),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(state=SubmissionState.PENDING),
                name="submission_one_pending",
            ),
            models.CheckConstraint(
                condition=result_rule("claim_")
                & Q(claim_winner__in=[Winner.BLACK, Winner.WHITE, Winner.DRAW, Winner.NONE]),
                name="submission_claim",
            ),
            models.CheckConstraint(
                condition=Q(seki_stones__isnull=True) | Q(dead_stones__isnull=False),
                name="submission_seki_with_dead",
            ),
            models.CheckConstraint(
                condition=~Q(idempotency_key="") & Q(state__in=SubmissionState.values),
                name="submission_state",
            ),
            models.CheckConstraint(
                condition=(
                    Q(
                        state__in=[SubmissionState.CONFIRMED, SubmissionState.CONTESTED],
                        answered_by__isnull=False,
                        answered_at__isnull=False,
                    )
                    | Q(
                        state__in=[
                            SubmissionState.PENDING,
                            SubmissionState.SUPERSEDED,
                            SubmissionState.WITHDRAWN,
                        ],
                        answered_by=None,
                        answered_at=None,
                    )
                ),
                name="submission_answer",
            ),
            triggers.Unchanging(
                fields=[
                    *("game", "player", "claim_winner", "claim_reason"),
                    *("claim_margin_half", "record", "dead_stones", "seki_stones"),
                    *("idempotency_key", "created_at", "resumed", "imported_at"),
                ],
                name="adjudication_submission_written_once",
            ),
            triggers.Undeletable(
                name="adjudication_submission_kept",
            ),
            triggers.BelongsTogether(
                when=(
                    "EXISTS (SELECT 1 FROM tournament_game g WHERE g.id = NEW.game_id AND "
                    "(NEW.player_id NOT IN (g.black_id, g.white_id) OR NEW.answered_by_id NOT "
                    "IN (g.black_id, g.white_id) OR NEW.answered_by_id = NEW.player_id))"
                ),
                name="adjudication_submission_players",
                violation_error_message=(
                    "a report and its answer are of the two players of the game"
                ),
            ),
            triggers.Unchanging(
                fields=["state", "answered_by", "answered_at"],
                when="OLD.state <> 'pending'",
                name="adjudication_submission_settled",
                violation_error_message="a settled report is final",
            ),
            models.CheckConstraint(
                condition=Q(replaced_at=None)
                | Q(state__in=[SubmissionState.CONTESTED, SubmissionState.SUPERSEDED]),
                name="submission_replaced",
            ),
            triggers.Unchanging(
                fields=["replaced_at"],
                when="OLD.replaced_at IS NOT NULL",
                name="adjudication_submission_replaced",
                violation_error_message="what was replaced stands no more",
            ),
            models.CheckConstraint(
                condition=Q(removed_at=None, removed_as="")
                | Q(
                    removed_at__isnull=False,
                    record__isnull=False,
                    removed_as__in=["", *RemovedAs.values],
                ),
                name="submission_removed",
            ),
            triggers.Unchanging(
                fields=["removed_at", "removed_as"],
                when="OLD.removed_at IS NOT NULL",
                name="adjudication_submission_removed",
                violation_error_message="what was removed stays removed",
            ),
            triggers.Unchanging(
                fields=["ruled_at"],
                when="OLD.ruled_at IS NOT NULL",
                name="adjudication_submission_ruled",
                violation_error_message="that a report was ruled on stays",
            ),
            triggers.Unchanging(
                fields=["answer_note"],
                when="OLD.state <> 'pending' AND NEW.answer_note <> ''",
                name="adjudication_submission_note",
                violation_error_message="a settled report is final",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.claim_winner}"

    @property
    def named_stones(self) -> NamedStones:
        """Return the stones that the report names as dead and in seki."""
        return NamedStones(self.dead_stones, self.seki_stones)


# --- What the replay of a record gave: of one that came with a report or with a statement ---


JUDGED = (
    *("engine_version", "rules", "options", "verdict", "computed", "findings", "decisive_move"),
    *("size", "moves", "end", "resumed", "claim", "read_as", "duration_ms", "created_at"),
)
"""What a verdict says, written once: the columns of :class:`Judgement`."""


class Judgement(models.Model):
    """The result of one replay. Written once, never changed (enforced by a trigger).

    ``findings`` is a list of findings as the command prints them, with ``message`` in every
    language of the product; ``decisive_move`` is the number of the move that a board should show.
    """

    engine_version = models.CharField(max_length=40)
    rules = models.CharField(max_length=32, blank=True, default="")
    options = models.JSONField(default=dict)
    """The options of the rule set that were in force, by name."""
    verdict = models.CharField(max_length=24)
    computed = models.JSONField(null=True, blank=True)
    findings = models.JSONField(default=list)
    decisive_move = models.PositiveSmallIntegerField(null=True, blank=True)
    size = models.PositiveSmallIntegerField(null=True, blank=True)
    moves = models.PositiveSmallIntegerField(null=True, blank=True)
    end = models.CharField(max_length=16, blank=True, default="")
    resumed = models.BooleanField(default=False)
    claim = models.CharField(max_length=16, blank=True, default="")
    read_as = models.JSONField(null=True, blank=True)
    """How the record was read (:class:`adjudication.policy.damage.Reading`); None: as written."""
    duration_ms = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """The verdict is one of the words that the core knows."""

        abstract = True
        constraints: ClassVar[tuple[models.BaseConstraint, ...]] = (
            models.CheckConstraint(
                condition=Q(verdict__in=[outcome.value for outcome in Outcome]),
                name="%(class)s_verdict",
            ),
        )

    def __str__(self) -> str:
        return self.verdict


class Verdict(Judgement):
    """The result of replaying a report's record."""

    submission = models.OneToOneField(Submission, on_delete=models.PROTECT, related_name="verdict")

    class Meta(Judgement.Meta):
        """Written once."""

        constraints = (
            *Judgement.Meta.constraints,
            triggers.Unchanging(
                fields=["submission", *JUDGED], name="adjudication_verdict_written_once"
            ),
            triggers.Undeletable(name="adjudication_verdict_kept"),
        )


class StatementVerdict(Judgement):
    """The result of replaying a record that came with a statement in a case about a game."""

    statement = models.OneToOneField(
        "adjudication.Statement", on_delete=models.PROTECT, related_name="verdict"
    )

    class Meta(Judgement.Meta):
        """Written once."""

        constraints = (
            *Judgement.Meta.constraints,
            triggers.Unchanging(
                fields=["statement", *JUDGED], name="adjudication_statementverdict_written_once"
            ),
        )


# --- How a record that is damaged or differs from its game is read, as somebody decided ---


class RecordReading(models.Model):
    """How the moves of a record are read from ``made_at`` on; the latest one of a game counts.

    It belongs to the game and not to a report: ``line_sha256`` is the digest of the moves
    (:func:`adjudication.triage.services.readings.line_digest`), so it holds for every copy of the
    record, whoever sends it. ``unwritten_passes`` and ``played_so`` are numbers of moves of the
    record as written (:class:`adjudication.policy.damage.Reading`), and ``of_this_game`` says that
    it is of this game, whatever its header says. ``inquiry`` is the question to which both players
    gave this answer, or ``case`` the one in which a referee, ``made_by``, decided it. Written once,
    never removed (enforced by triggers).
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="readings")
    line_sha256 = models.CharField(max_length=64)
    unwritten_passes = models.JSONField(default=list, blank=True)
    played_so = models.JSONField(default=list, blank=True)
    of_this_game = models.BooleanField(default=False)
    inquiry = models.ForeignKey(
        "adjudication.Inquiry",
        on_delete=models.PROTECT,
        related_name="readings",
        null=True,
        blank=True,
    )
    case = models.ForeignKey(
        "adjudication.Case",
        on_delete=models.PROTECT,
        related_name="readings",
        null=True,
        blank=True,
    )
    made_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="readings", null=True, blank=True
    )
    """The referee; None for both players."""
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """It comes from the players' answers or from a referee."""

        constraints = (
            models.CheckConstraint(
                condition=(
                    Q(inquiry__isnull=False, case=None, made_by=None)
                    | Q(inquiry=None, case__isnull=False, made_by__isnull=False)
                ),
                name="record_reading_source",
            ),
            triggers.Unchanging(
                fields=[
                    *("game", "line_sha256", "unwritten_passes", "played_so", "inquiry"),
                    *("case", "made_by", "made_at", "of_this_game"),
                ],
                name="adjudication_recordreading_written_once",
            ),
            triggers.Undeletable(
                name="adjudication_recordreading_kept",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.unwritten_passes} {self.played_so}"


# --- Records sent for two games (the same moves, or nearly so), or that differ about one game ---


class Fingerprint(models.Model):
    """A number by which records of the same moves are found within a tournament.

    Derived from the moves (:func:`adjudication.rules.comparing.fingerprint`) when the record of a
    report or statement is judged. It is in no archive; restoring one makes it again.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="fingerprints")
    record = models.ForeignKey(
        GameRecordFile, on_delete=models.CASCADE, related_name="fingerprints"
    )
    number = models.BigIntegerField()

    class Meta:
        """Looked up by tournament and number."""

        constraints = (
            models.UniqueConstraint(fields=["record", "number"], name="fingerprint_once"),
        )
        indexes = (models.Index(fields=["tournament", "number"], name="fingerprint_number"),)

    def __str__(self) -> str:
        return f"{self.record_id}: {self.number}"


class ServerNumber(models.Model):
    """The number of a game on a server, as a record gives it (:attr:`GameLink.text`).

    One game on a server cannot be played on two boards of a tournament. Derived when the record of
    a report or statement is judged, and in no archive, like :class:`Fingerprint`.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="server_numbers")
    record = models.OneToOneField(
        GameRecordFile, on_delete=models.CASCADE, related_name="server_number"
    )
    number = models.CharField(max_length=40)

    class Meta:
        """Looked up by tournament and number."""

        indexes = (models.Index(fields=["tournament", "number"], name="server_number"),)

    def __str__(self) -> str:
        return f"{self.record_id}: {self.number}"


class Likeness(models.Model):
    """That a game's record is, wholly or nearly, that of another game, which was sent earlier.

    ``common`` of ``moves`` are in both; both are 0 if it is the very same file. ``game`` is the
    game of ``record``. ``other_doubted`` says that it casts doubt on the other record, too; it does
    not if both name the players of the other game, or if the other game's result was settled with
    its record before this one was sent. Derived when a record is judged, and in no archive, like
    :class:`Fingerprint`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="likenesses")
    record = models.ForeignKey(GameRecordFile, on_delete=models.CASCADE, related_name="likenesses")
    other = models.ForeignKey(GameRecordFile, on_delete=models.CASCADE, related_name="copies")
    common = models.PositiveIntegerField()
    moves = models.PositiveIntegerField()
    other_doubted = models.BooleanField(default=True)

    class Meta:
        """Found from either side."""

        constraints = (models.UniqueConstraint(fields=["record", "other"], name="likeness_once"),)
        verbose_name_plural = "likenesses"

    def __str__(self) -> str:
        return f"{self.record_id} is {self.other_id}: {self.common} of {self.moves}"


class Contradiction(models.Model):
    """That another record of the same game has other moves than a record, or continues after it.

    Derived when a record is judged, and in no archive, like :class:`Fingerprint`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="contradictions")
    record = models.ForeignKey(
        GameRecordFile, on_delete=models.CASCADE, related_name="contradictions"
    )
    other = models.ForeignKey(GameRecordFile, on_delete=models.CASCADE, related_name="+")

    class Meta:
        """Each is kept once."""

        constraints = (
            models.UniqueConstraint(fields=["record", "other"], name="contradiction_once"),
        )

    def __str__(self) -> str:
        return f"{self.other_id} speaks against {self.record_id}"


# --- The jobs that judge records ---


JUDGE = "judge_submission"
"""The kind of job that replays a submission's record."""


def judging_key(submission_id: int) -> str:
    """Return the key of the job that judges a submission; hand-written SQL builds it, too."""
    return f"{JUDGE}:{submission_id}"


def judging_job(
    submission_id: int, tournament_id: int, urgency: Urgency = Urgency.PLAYER
) -> dict[str, Any]:
    """Return the columns of the job that judges a submission; there is one job for each."""
    return {
        "kind": JUDGE,
        "dedup_key": judging_key(submission_id),
        "payload": {"submission_id": submission_id},
        "tournament_id": tournament_id,
        "priority": urgency,
    }


def judging_jobs(submission_ids: Sequence[int], tournament_id: int) -> dict[str, Any]:
    """Return the arguments of :func:`~jobs.table.enqueue_together` to judge imported records."""
    return {
        "kind": JUDGE,
        "jobs": [(judging_key(pk), {"submission_id": pk}) for pk in submission_ids],
        "tournament_id": tournament_id,
        "priority": Urgency.BULK,
    }


JUDGE_STATEMENT = "judge_statement"
"""The kind of job that replays the record of a statement."""


def judging_statement_key(statement_id: int | str) -> str:
    """Return the deduplication key of the job that judges a statement's record."""
    return f"{JUDGE_STATEMENT}:{statement_id}"


def statement_judging_job(statement_id: int, tournament_id: int) -> dict[str, Any]:
    """Return the columns of the job that judges a statement's record; there is one job for each."""
    return {
        "kind": JUDGE_STATEMENT,
        "dedup_key": judging_statement_key(statement_id),
        "payload": {"statement_id": statement_id},
        "tournament_id": tournament_id,
        "priority": Urgency.PLAYER,
    }


FINGERPRINTS = "fingerprints"
"""The kind of job that recreates the fingerprints of a restored tournament's records."""


def fingerprinting_job(tournament_id: int) -> dict[str, Any]:
    """Return the columns of the job that recreates a tournament's fingerprints."""
    return {
        "kind": FINGERPRINTS,
        "dedup_key": f"{FINGERPRINTS}:{tournament_id}",
        "payload": {"tournament_id": tournament_id},
        "tournament_id": tournament_id,
        "priority": Urgency.ARCHIVE,
    }
