"""The decisions of referees and appeals committees."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.models.case import Case
from tournament import triggers
from tournament.common.queries import SteppingQuerySet
from tournament.games.models.result import result_rule
from tournament.models import Person, Player, Reason, Winner


class RulingKind(models.TextChoices):
    """Which kind of decision of its case it is."""

    FIRST = "first", _("Ruling")
    REVISED = "revised", _("Ruling, revised")
    APPEAL = "appeal", _("Ruling on appeal")


class Effect(models.TextChoices):
    """What a decision does to the game."""

    RESULT = "result", _("It has this result")
    REPLAY = "replay", _("It is played again")
    RESUME = "resume", _("It goes on from a position")
    NOTHING = "nothing", _("Nothing changes")


class Ruling(models.Model):
    """One decision in a case, written once; a later one supersedes it.

    The three result columns go with the effect ``result``. The margin, in half-points, is that of
    the count on the board: a penalty in points is stored separately (:class:`Penalty`).
    ``resume_move`` is the number of the last move that stands, in the record with the SHA-256
    ``resume_record`` if there is one with that move. ``articles`` are keys of
    :mod:`adjudication.policy.articles`, as ``j1989:14``.
    """

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=RulingKind.choices)
    effect = models.CharField(max_length=8, choices=Effect.choices)
    winner = models.CharField(max_length=8, choices=Winner.choices, blank=True, default="")
    reason = models.CharField(max_length=12, choices=Reason.choices, blank=True, default="")
    margin_half = models.PositiveSmallIntegerField(null=True, blank=True)
    resume_move = models.PositiveSmallIntegerField(null=True, blank=True)
    resume_record = models.CharField(max_length=64, blank=True, default="")
    rules = models.CharField(max_length=32)
    """The key of the rule set in force."""
    cause = models.CharField(max_length=24)
    finding = models.CharField(max_length=40, blank=True, default="")
    """The code of the finding that it rests on; empty for none."""
    articles = models.JSONField(default=list)
    reasons = models.TextField(max_length=4000)
    """As they were published, in the language of the author."""
    made_of = models.JSONField(null=True, blank=True)
    """The reasons as a message, to be read in any language; None if not left as proposed."""
    counted = models.JSONField(null=True, blank=True)
    """The count of the board that the reasons give; None if there is none.

    Stored as :class:`~adjudication.policy.decisions.BoardCount`.
    """
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="rulings")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="superseded_by", null=True, blank=True
    )

    class Meta:
        """Effect, result and position must match."""

        constraints = (
            models.UniqueConstraint(fields=["case", "number"], name="ruling_number"),
            models.CheckConstraint(
                condition=(
                    (Q(effect=Effect.RESULT, resume_move=None) & result_rule())
                    | (
                        Q(winner="", reason="", margin_half=None)
                        & (
                            Q(effect=Effect.RESUME, resume_move__isnull=False)
                            | Q(effect__in=[Effect.REPLAY, Effect.NOTHING], resume_move=None)
                        )
                    )
                ),
                name="ruling_effect",
            ),
            models.CheckConstraint(
                condition=Q(resume_record="") | Q(effect=Effect.RESUME),
                name="ruling_resume_record",
            ),
            models.CheckConstraint(condition=~Q(reasons=""), name="ruling_reasoned"),
            triggers.Unchanging(
                fields=[
                    *("case", "number", "kind", "effect", "winner", "reason"),
                    *("margin_half", "resume_move", "resume_record"),
                    *("rules", "cause", "finding"),
                    *("articles", "reasons", "made_of", "counted", "by", "made_at", "supersedes"),
                ],
                name="adjudication_ruling_written_once",
            ),
            triggers.Undeletable(
                name="adjudication_ruling_kept",
            ),
        )
        indexes = (
            models.Index(fields=["rules", "cause"], name="ruling_rules"),
            models.Index(fields=["finding"], name="ruling_finding"),
        )

    def __str__(self) -> str:
        return f"{self.case}, {self.number}"


class PenaltyKind(models.TextChoices):
    """The kinds of penalty for a player, beside the result."""

    WARNING = "warning", _("Warning")
    POINTS = "points", _("Points off their score in the game")
    TIME = "time", _("Time off their clock")
    TIME_BACK = "time_back", _("Time back on their clock")


class Penalty(models.Model):
    """A penalty or a clock correction that a ruling gives to one player.

    ``points_half`` are half-points in the game, ``seconds`` are time on the clock.
    """

    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="penalties")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="penalties")
    kind = models.CharField(max_length=9, choices=PenaltyKind.choices)
    points_half = models.PositiveSmallIntegerField(null=True, blank=True)
    seconds = models.PositiveIntegerField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        """Kinds with an amount have one, others have none."""

        verbose_name_plural = "penalties"
        constraints = (
            models.CheckConstraint(
                condition=(
                    Q(kind=PenaltyKind.WARNING, points_half=None, seconds=None)
                    | Q(
                        kind=PenaltyKind.POINTS,
                        points_half__isnull=False,
                        points_half__gt=0,
                        seconds=None,
                    )
                    | Q(
                        kind__in=[PenaltyKind.TIME, PenaltyKind.TIME_BACK],
                        points_half=None,
                        seconds__isnull=False,
                        seconds__gt=0,
                    )
                ),
                name="penalty_amount",
            ),
            triggers.Unchanging(
                fields=["ruling", "player", "kind", "points_half", "seconds"],
                name="adjudication_penalty_written_once",
            ),
            triggers.Unchanging(
                fields=["note"],
                when="length(NEW.note) > 0",
                name="adjudication_penalty_erasable",
                violation_error_message=(
                    "adjudication_penalty is written once, and can only be erased"
                ),
            ),
            triggers.Undeletable(
                name="adjudication_penalty_kept",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.kind}"


class AppealState(models.TextChoices):
    """How far an appeal has got."""

    WAITING = "waiting", _("Before the committee")
    DECIDED = "decided", _("Decided")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class AppealQuerySet(SteppingQuerySet["Appeal"]):
    """Appeals."""


class Appeal(models.Model):
    """A player's appeal against a ruling; a committee of at least three decides by majority.

    It is decided once every member has voted, or when a member (``closed_by``) closes the vote,
    giving a reason (``closing_note``); ``unheard`` is how many had not voted then. All three are
    empty for appeals decided before these were stored. ``reasons`` say why the ruling was upheld,
    as the members wrote them; another decision has its own.
    """

    TRANSITIONS: ClassVar[dict[AppealState, frozenset[AppealState]]] = {
        AppealState.WAITING: frozenset({AppealState.DECIDED, AppealState.WITHDRAWN}),
        AppealState.DECIDED: frozenset(),
        AppealState.WITHDRAWN: frozenset(),
    }

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="appeals")
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="appeals")
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="appeals")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="appeals", null=True, blank=True
    )
    text = models.TextField(max_length=4000)
    state = models.CharField(max_length=9, choices=AppealState.choices, default=AppealState.WAITING)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)
    upheld = models.BooleanField(null=True, blank=True)
    reasons = models.TextField(max_length=4000, blank=True, default="")
    unheard = models.PositiveSmallIntegerField(null=True, blank=True)
    closing_note = models.CharField(max_length=500, blank=True, default="")
    closed_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="closed_votes", null=True, blank=True
    )
    """The member who closed the vote, if somebody did."""
    replacing_notes = models.TextField(max_length=4000, blank=True, default="")
    """Why members who had not voted were replaced, one reason per line."""

    objects = AppealQuerySet.as_manager()

    class Meta:
        """One waits per case; each player appeals a ruling once, apart from withdrawn appeals.

        A player who withdraws their appeal does not take away the other player's.
        """

        constraints = (
            models.UniqueConstraint(
                fields=["ruling"],
                condition=~Q(state=AppealState.WITHDRAWN),
                name="appeal_one_a_ruling",
            ),
            models.UniqueConstraint(fields=["ruling", "by"], name="appeal_once_each"),
            models.UniqueConstraint(
                fields=["case"], condition=Q(state=AppealState.WAITING), name="appeal_one_waiting"
            ),
            models.CheckConstraint(
                condition=(
                    Q(state=AppealState.WAITING, settled_at=None)
                    | (~Q(state=AppealState.WAITING) & Q(settled_at__isnull=False))
                ),
                name="appeal_state",
            ),
            triggers.Unchanging(
                fields=["case", "ruling", "by", "player", "made_at"],
                name="adjudication_appeal_written_once",
            ),
            triggers.Unchanging(
                fields=["text"],
                when="length(NEW.text) > 0",
                name="adjudication_appeal_erasable",
                violation_error_message=(
                    "adjudication_appeal is written once, and can only be erased"
                ),
            ),
            triggers.Unchanging(
                fields=[
                    *("state", "settled_at", "upheld", "reasons", "unheard"),
                    *("closing_note", "closed_by"),
                ],
                when="OLD.state <> 'waiting'",
                name="adjudication_appeal_settled",
                violation_error_message="what is settled in adjudication_appeal stays",
            ),
            triggers.Unchanging(
                fields=["reasons"],
                when="substr(NEW.reasons, 1, length(OLD.reasons)) <> OLD.reasons",
                name="adjudication_appeal_reasons_stay",
                violation_error_message="reasons in adjudication_appeal are only added to",
            ),
            triggers.Unchanging(
                fields=["replacing_notes"],
                when=(
                    "substr(NEW.replacing_notes, 1, length(OLD.replacing_notes)) "
                    "<> OLD.replacing_notes"
                ),
                name="adjudication_appeal_replacing_notes_stay",
                violation_error_message="why members were replaced is only added to",
            ),
            triggers.Unchanging(
                fields=["state"],
                when=(
                    "NEW.state = 'decided' AND (NEW.upheld IS NULL OR NEW.unheard IS NULL OR "
                    "(NEW.upheld AND length(NEW.reasons) = 0) OR "
                    "(NEW.unheard > 0 AND length(NEW.closing_note) = 0))"
                ),
                name="adjudication_appeal_heard",
                violation_error_message=(
                    "an appeal is decided with reasons, and with every vote or why not"
                ),
            ),
            triggers.BelongsTogether(
                when=(
                    "OLD.state = 'waiting' AND NEW.state = 'decided' AND NEW.unheard <> "
                    "(SELECT count(*) FROM adjudication_committeemember m WHERE m.appeal_id = "
                    "NEW.id AND NOT EXISTS "
                    "(SELECT 1 FROM adjudication_vote v WHERE v.member_id = m.id))"
                ),
                name="adjudication_appeal_counted",
                violation_error_message="an appeal tells how many of its committee did not vote",
            ),
            triggers.Undeletable(
                name="adjudication_appeal_kept",
            ),
        )

    def __str__(self) -> str:
        return f"{self.case}: {self.by}"


class CommitteeMember(models.Model):
    """A member of the committee of one appeal: from the staff, or a player who is not involved."""

    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="committees")

    class Meta:
        """A person is on the committee of an appeal only once."""

        constraints = (
            models.UniqueConstraint(fields=["appeal", "person"], name="committee_member_once"),
        )

    def __str__(self) -> str:
        return f"{self.appeal}: {self.person}"


class Motion(models.Model):
    """A motion before the committee: to uphold the ruling, or to replace it by another decision.

    ``decision`` is an :class:`adjudication.policy.decisions.Decision` as JSON; null upholds.
    """

    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="motions")
    by = models.ForeignKey(
        CommitteeMember, on_delete=models.PROTECT, related_name="motions", null=True, blank=True
    )
    """None: the motion to uphold, which is always before the committee."""
    decision = models.JSONField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """There is one motion to uphold."""

        constraints = (
            models.UniqueConstraint(
                fields=["appeal"], condition=Q(decision__isnull=True), name="motion_one_to_uphold"
            ),
            triggers.Unchanging(
                fields=["appeal", "by", "decision", "made_at"],
                name="adjudication_motion_written_once",
            ),
            triggers.Undeletable(
                name="adjudication_motion_kept",
            ),
        )

    def __str__(self) -> str:
        return f"{self.appeal}: {self.pk}"


class Vote(models.Model):
    """One member's vote; it may change until the appeal is decided."""

    member = models.OneToOneField(CommitteeMember, on_delete=models.PROTECT, related_name="vote")
    motion = models.ForeignKey(Motion, on_delete=models.PROTECT, related_name="votes")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.member}: {self.motion_id}"
