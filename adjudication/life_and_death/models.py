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
"""A record came with a report or with a statement."""


class ConfirmationState(models.TextChoices):
    """How far a confirmation has got."""

    WAITING = "waiting", _("Waiting for its turn")
    RUNNING = "running", _("Being searched")
    DONE = "done", _("Done")
    CANCELLED = "cancelled", _("Cancelled")
    FAILED = "failed", _("Given up")

    @classmethod
    def live(cls) -> tuple["ConfirmationState", ...]:
        """Return the states in which a confirmation is not over."""
        return (cls.WAITING, cls.RUNNING)


class ConfirmationQuerySet(models.QuerySet["Confirmation"]):
    """The one way to change a confirmation's state."""

    def live(self) -> "ConfirmationQuerySet":
        """Return the confirmations that are not over."""
        return self.filter(state__in=ConfirmationState.live())

    def move(
        self, confirmation: "Confirmation", state: ConfirmationState, **changes: object
    ) -> bool:
        """Move a confirmation from the state it was read in to ``state``, and set ``changes``.

        Return False, and change nothing, if somebody else has changed the state since it was read.
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
    ``move`` moves of the record, one letter of ``.XO`` for each point in reading order, written
    once. ``points`` names the disputed chains by at least one stone of each, ``agreed_dead`` the
    stones that nobody disputes are dead. ``assume`` says what else counts as alive
    (:class:`adjudication.confirmation.walls.Assume`); ``alive`` names further chains that the
    person asking takes to be alive, and ``grounds`` says on whose word
    (:mod:`adjudication.life_and_death.grounds`). ``area`` is the part of the board beyond which
    nothing matters (``A1-G6`` for a rectangle); empty, it is the whole board. ``budget`` is in
    nodes, for each question.

    ``nodes`` and ``answered`` say how far the search has got, ``engine_version`` which engine ran
    it. ``error`` is the code of what went wrong if the state is failed.
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
    """Counts from 1 in every case."""
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, related_name="confirmations", null=True, blank=True
    )
    """The report whose record it is about; None if the record came with a statement."""
    statement = models.ForeignKey(
        Statement, on_delete=models.PROTECT, related_name="confirmations", null=True, blank=True
    )
    """The statement in the case whose record it is about; None if the record came with a report."""
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
        """A case has at most one that is live; state and end match; the record has one source."""

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
    ``winner`` is empty if the question is not answered; ``reason`` then says why. ``line`` has the
    moves of the principal line as texts; ``certificate`` proves the answer.
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
        """A question is answered once, with either a proven winner or a reason for having none."""

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

        ``record_sha256`` is annotated: the digest of the record they said it about.
        """
        plays = Q(player=F("case__game__black")) | Q(player=F("case__game__white"))
        record = Coalesce("submission__record__sha256", "statement__record__sha256")
        rows = self.filter(plays, case=case_id).annotate(record_sha256=record)
        rows = rows.select_related("player", "case__game")
        return sorted(
            rows, key=lambda row: row.case.game is None or row.player_id != row.case.game.black_id
        )


class SaidStones(models.Model):
    """Which stones a player of a case takes to be alive, dead or in seki, as they last said.

    ``position`` is the board they said it about, in the form :class:`Confirmation` has it: the
    final position of the record of ``submission``, or of ``statement`` if it was sent in the case.
    ``alive``, ``dead`` and ``seki`` name chains by their first stones, each in at most one of
    them. A chain in seki is alive, and what it surrounds is no territory (J1989 Art. 8). None of
    it decides anything: a referee may take for granted what both players say.
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
    """Digest of the record they said it about; annotated on the rows of a case's game."""

    objects = SaidStonesQuerySet.as_manager()

    class Meta:
        """Each player has one row per case, about one record; it can be replaced."""

        verbose_name_plural = "said stones"
        constraints = (
            models.UniqueConstraint(fields=["case", "player"], name="saidstones_once"),
            models.CheckConstraint(condition=_ONE_SOURCE, name="saidstones_source"),
        )

    def __str__(self) -> str:
        return f"{self.case}: {self.player}"
