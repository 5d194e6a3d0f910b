"""What a referee asks of hypothetical play, every answer with its proof, and the verdicts."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.models.case import Case
from adjudication.cases.models.statement import Statement
from adjudication.verdicts.models import Submission
from tournament import triggers
from tournament.models import Person, Player

_ONE_SOURCE = Q(submission=None, statement__isnull=False) | Q(
    submission__isnull=False, statement=None
)
"""A record came with a report, or with a statement."""


class ConfirmationState(models.TextChoices):
    """How far a confirmation is."""

    WAITING = "waiting", _("Waiting for its turn")
    RUNNING = "running", _("Being searched")
    DONE = "done", _("Done")
    CANCELLED = "cancelled", _("Cancelled")
    FAILED = "failed", _("Given up")

    @classmethod
    def live(cls) -> tuple["ConfirmationState", ...]:
        """Return the states of one that is not over."""
        return (cls.WAITING, cls.RUNNING)


class ConfirmationQuerySet(models.QuerySet["Confirmation"]):
    """The one way to change a confirmation's state."""

    def live(self) -> "ConfirmationQuerySet":
        """Return those that are not over."""
        return self.filter(state__in=ConfirmationState.live())

    def move(
        self, confirmation: "Confirmation", state: ConfirmationState, **changes: object
    ) -> bool:
        """Bring it from the state it was read in to ``state`` and set ``changes``.

        Gives False, and changes nothing, when somebody else changed the state since it was read.
        Raises ValueError for a step that :attr:`Confirmation.TRANSITIONS` does not have.
        """
        before = ConfirmationState(confirmation.state)
        if state not in Confirmation.TRANSITIONS[before]:
            raise ValueError(f"A confirmation cannot go from {before} to {state}.")
        if state not in ConfirmationState.live():
            changes.setdefault("ended_at", timezone.now())
        unchanged = self.filter(pk=confirmation.pk, state=before)
        return unchanged.update(state=state, **changes) == 1


class Confirmation(models.Model):
    """Whether chains of a final position are alive by J1989 Art. 7, as somebody asked in a case.

    It is evidence and changes neither the game nor the case. ``position`` is the board after
    ``move`` moves of the record, a letter of ``.XO`` for every point in reading order, written
    once. ``points`` name the disputed chains by one stone or more of each, ``agreed_dead`` what
    nobody disputes to be dead. ``assume`` says what else counts as alive
    (:class:`adjudication.confirmation.walls.Assume`); ``alive`` names the chains that whoever asks
    takes to be alive besides, ``grounds`` by whom (:mod:`adjudication.life_and_death.grounds`),
    ``area`` the points (``A1-G6`` for a rectangle) beyond which nothing
    matters, all of them where it is empty. ``budget`` is in nodes, for each question.

    ``nodes`` and ``answered`` tell how far it is. ``engine_version`` is the engine that did it.
    ``error`` is the code of what went wrong, where the state is failed.
    """

    TRANSITIONS: ClassVar[dict[ConfirmationState, frozenset[ConfirmationState]]] = {
        ConfirmationState.WAITING: frozenset(
            {ConfirmationState.RUNNING, ConfirmationState.CANCELLED, ConfirmationState.FAILED}
        ),
        ConfirmationState.RUNNING: frozenset(
            {ConfirmationState.DONE, ConfirmationState.CANCELLED, ConfirmationState.FAILED}
        ),
        ConfirmationState.DONE: frozenset(),
        ConfirmationState.CANCELLED: frozenset(),
        ConfirmationState.FAILED: frozenset(),
    }

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="confirmations")
    number = models.PositiveSmallIntegerField()
    """From 1 in every case."""
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, related_name="confirmations", null=True, blank=True
    )
    """The report whose record it is about; None where that came with a statement."""
    statement = models.ForeignKey(
        Statement, on_delete=models.PROTECT, related_name="confirmations", null=True, blank=True
    )
    """The statement of the case whose record it is about; None where that came with a report."""
    move = models.PositiveSmallIntegerField()
    size = models.PositiveSmallIntegerField()
    position = models.CharField(max_length=625)
    points = models.JSONField(default=list)
    agreed_dead = models.JSONField(default=list)
    assume = models.CharField(max_length=12)
    alive = models.JSONField(default=list)
    grounds = models.JSONField(default=dict)
    area = models.JSONField(default=list)
    budget = models.PositiveIntegerField()
    state = models.CharField(
        max_length=10, choices=ConfirmationState.choices, default=ConfirmationState.WAITING
    )
    nodes = models.PositiveBigIntegerField(default=0)
    answered = models.PositiveIntegerField(default=0)
    engine_version = models.CharField(max_length=40)
    error = models.CharField(max_length=64, blank=True, default="")
    asked_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="confirmations_asked"
    )
    idempotency_key = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = ConfirmationQuerySet.as_manager()

    class Meta:
        """A case has one that is not over; state and end go together; one thing brought it."""

        constraints = (
            models.UniqueConstraint(fields=["case", "number"], name="confirmation_number"),
            models.UniqueConstraint(fields=["case", "idempotency_key"], name="confirmation_key"),
            models.UniqueConstraint(
                fields=["case"],
                condition=Q(state__in=[ConfirmationState.WAITING, ConfirmationState.RUNNING]),
                name="confirmation_one_live",
            ),
            models.CheckConstraint(
                condition=Q(state__in=ConfirmationState.values) & ~Q(idempotency_key=""),
                name="confirmation_state",
            ),
            models.CheckConstraint(
                condition=(
                    Q(
                        state__in=[ConfirmationState.WAITING, ConfirmationState.RUNNING],
                        ended_at=None,
                    )
                    | (
                        ~Q(state__in=[ConfirmationState.WAITING, ConfirmationState.RUNNING])
                        & Q(ended_at__isnull=False)
                    )
                ),
                name="confirmation_ended",
            ),
            models.CheckConstraint(condition=_ONE_SOURCE, name="confirmation_source"),
            triggers.Unchanging(
                fields=[
                    *("case", "number", "submission", "statement", "move", "size", "position"),
                    *("points", "agreed_dead", "assume", "alive", "grounds", "area", "budget"),
                    *("asked_by", "idempotency_key", "created_at"),
                ],
                name="adjudication_confirmation_written_once",
            ),
            triggers.Undeletable(
                name="adjudication_confirmation_kept",
            ),
            triggers.Unchanging(
                fields=["state", "nodes", "answered", "engine_version", "error", "ended_at"],
                when="OLD.state NOT IN ('waiting', 'running')",
                name="adjudication_confirmation_over",
                violation_error_message="adjudication_confirmation is over",
            ),
        )

    def __str__(self) -> str:
        return f"{self.case}: {self.number}"


class ConfirmationAnswer(models.Model):
    """The answer to one question, with its proof; written once, as soon as it is found.

    ``key`` names the problem (:func:`adjudication.confirmation.stored_answers.problem_key`).
    ``winner`` is empty where the question is not answered, and ``reason`` says why. ``line`` has
    the moves of the principal line as texts; ``certificate`` proves the answer.
    """

    confirmation = models.ForeignKey(
        Confirmation, on_delete=models.PROTECT, related_name="found_answers"
    )
    order = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    ko_pass = models.CharField(max_length=4)
    question = models.CharField(max_length=2)
    target = models.JSONField(default=list)
    local = models.JSONField(default=list)
    winner = models.CharField(max_length=8, blank=True, default="")
    reason = models.CharField(max_length=16, blank=True, default="")
    nodes = models.PositiveIntegerField(default=0)
    line = models.JSONField(default=list)
    certificate = models.TextField(blank=True, default="")

    class Meta:
        """A question is answered once; who wins is proven, who does not has a reason."""

        constraints = (
            models.UniqueConstraint(fields=["confirmation", "key"], name="confirmationanswer_key"),
            models.UniqueConstraint(
                fields=["confirmation", "order"], name="confirmationanswer_order"
            ),
            models.CheckConstraint(
                condition=(
                    (Q(winner__in=["attacker", "owner"], reason="") & ~Q(certificate=""))
                    | (Q(winner="", certificate="") & ~Q(reason=""))
                ),
                name="confirmationanswer_proven",
            ),
            triggers.Unchanging(
                fields=[
                    *("confirmation", "order", "key", "ko_pass", "question", "target"),
                    *("local", "winner", "reason", "nodes", "line", "certificate"),
                ],
                name="adjudication_confirmationanswer_written_once",
            ),
            triggers.Undeletable(
                name="adjudication_confirmationanswer_kept",
            ),
        )

    def __str__(self) -> str:
        return f"{self.confirmation}: {self.question} {self.key[:8]}"


class ConfirmedChain(models.Model):
    """The verdict about one chain by one reading of the pass for a ko; written once.

    ``assumptions`` are ``{"points": names, "colour": "black" or "white", "why": a word}``, with
    ``figures`` where they were proposed; ``answers`` and ``supports`` are keys of answers.
    """

    confirmation = models.ForeignKey(Confirmation, on_delete=models.PROTECT, related_name="chains")
    ko_pass = models.CharField(max_length=4)
    order = models.PositiveIntegerField()
    chain = models.JSONField(default=list)
    colour = models.CharField(max_length=5)
    status = models.CharField(max_length=20)
    reason = models.CharField(max_length=16, blank=True, default="")
    too_large = models.PositiveSmallIntegerField(null=True, blank=True)
    assumptions = models.JSONField(default=list)
    answers = models.JSONField(default=list)
    supports = models.JSONField(default=list)

    class Meta:
        """A chain has one verdict by each reading."""

        constraints = (
            models.UniqueConstraint(
                fields=["confirmation", "ko_pass", "order"], name="confirmedchain_once"
            ),
            triggers.Unchanging(
                fields=[
                    *("confirmation", "ko_pass", "order", "chain", "colour", "status"),
                    *("reason", "too_large", "assumptions", "answers", "supports"),
                ],
                name="adjudication_confirmedchain_written_once",
            ),
            triggers.Undeletable(
                name="adjudication_confirmedchain_kept",
            ),
        )

    def __str__(self) -> str:
        return f"{self.confirmation}: {self.status}"


class SaidStonesQuerySet(models.QuerySet["SaidStones"]):
    """What players said on the board of their case."""

    def of_case(self, case_id: int) -> list["SaidStones"]:
        """Return what the players of a case's game said, Black first. One query.

        ``record_sha256`` is annotated: the digest of the record that they said it of.
        """
        plays = Q(player=F("case__game__black")) | Q(player=F("case__game__white"))
        record = Coalesce("submission__record__sha256", "statement__record__sha256")
        rows = self.filter(plays, case=case_id).annotate(record_sha256=record)
        rows = rows.select_related("player", "case__game")
        return sorted(
            rows, key=lambda row: row.case.game is None or row.player_id != row.case.game.black_id
        )


class SaidStones(models.Model):
    """Which stones a player of a case takes to be alive, dead or in seki, as they said last.

    ``position`` is the board that they said it of, as :class:`Confirmation` has it, at the end of
    the record of ``submission`` or, where that was sent in the case, of ``statement``. ``alive``,
    ``dead`` and ``seki`` name a chain by its first stone, in one of them; in seki it is alive, and
    what it surrounds is no territory (J1989 Art. 8). It decides nothing: what both players say a
    referee may take for granted.
    """

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="said_stones")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="said_stones")
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, related_name="said_stones", null=True, blank=True
    )
    statement = models.ForeignKey(
        Statement, on_delete=models.PROTECT, related_name="said_stones", null=True, blank=True
    )
    size = models.PositiveSmallIntegerField()
    position = models.CharField(max_length=625)
    alive = models.JSONField(default=list)
    dead = models.JSONField(default=list)
    seki = models.JSONField(default=list)
    said_at = models.DateTimeField(default=timezone.now)
    record_sha256: str
    """Of the record that they said it of, where the rows are those of a case's game."""

    objects = SaidStonesQuerySet.as_manager()

    class Meta:
        """A player says it once in a case, of one record, and may say something else."""

        verbose_name_plural = "said stones"
        constraints = (
            models.UniqueConstraint(fields=["case", "player"], name="saidstones_once"),
            models.CheckConstraint(condition=_ONE_SOURCE, name="saidstones_source"),
        )

    def __str__(self) -> str:
        return f"{self.case}: {self.player}"
