"""A case: something about a game, or about somebody's conduct, that has to be settled."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.policy.causes import BESIDE_RESULT, Cause, complainant
from adjudication.verdicts.models import Submission
from tournament import triggers
from tournament.models import Game, Person, Player, Round, Tournament


class CaseState(models.TextChoices):
    """How far a case has got."""

    ASKED = "asked", _("With the players")
    OPEN = "open", _("Waiting for a referee")
    TAKEN = "taken", _("With a referee")
    RULED = "ruled", _("Ruled, may be appealed")
    APPEALED = "appealed", _("Before the appeals committee")
    FINAL = "final", _("Ruling final")
    SETTLED = "settled", _("Settled without a ruling")

    @classmethod
    def waiting(cls) -> tuple["CaseState", ...]:
        """Return the states of a case without a standing ruling."""
        return (cls.ASKED, cls.OPEN, cls.TAKEN)

    @classmethod
    def ruled(cls) -> tuple["CaseState", ...]:
        """Return the states of a case that has a ruling."""
        return (cls.RULED, cls.APPEALED, cls.FINAL)


class CaseQuerySet(models.QuerySet["Case"]):
    """The one way to change a case's state."""

    def live(self) -> "CaseQuerySet":
        """Return the cases that are not over, the newest first.

        Among the cases of one game, the one that waits for its ruling (if any) comes first.
        """
        return self.exclude(state__in=[CaseState.FINAL, CaseState.SETTLED]).order_by("-pk")

    def undecided(self) -> "CaseQuerySet":
        """Return the cases without a standing ruling; a game has at most one."""
        return self.filter(state__in=CaseState.waiting())

    def move(self, case: "Case", state: CaseState, **changes: object) -> bool:
        """Move the case from the state it was read in to ``state`` and set ``changes``.

        Returns False and changes nothing if somebody else has changed the case since it was read.
        Raises ValueError for a step that is not in :attr:`Case.TRANSITIONS`.
        """
        if state not in Case.TRANSITIONS[CaseState(case.state)]:
            raise ValueError(f"A case cannot go from {case.state} to {state}.")
        unchanged = self.filter(pk=case.pk, version=case.version, state=case.state)
        return unchanged.update(state=state, version=F("version") + 1, **changes) == 1

    def raise_version(self) -> None:
        """Raise the cases' version, as something was said: a ruling begun before is checked again.

        Lock the game before this, the trail after. Cases already read keep their old version.
        """
        self.update(version=F("version") + 1)


class Case(models.Model):
    """One matter for the players or a referee. A game has at most one without a ruling.

    ``cause`` is the gravest cause among its grounds (:class:`adjudication.policy.causes.Cause`),
    and ``grounds`` lists them all, oldest first: ``{"cause": ..., "at": ISO time, "submission": id
    or null, "finding": a finding as verdicts keep it or null, "note": text, "players": numbers of
    those it is about, if not both, "minutes": how late or null, "clock": what happened with a clock
    (:class:`~adjudication.policy.causes.ClockMatter`) or null, "by": the number of the player who
    raised it or null}``; older grounds have no "clock". A ground shown only by a record that was
    set aside has ``"set_aside"``, the reason for it
    (:class:`~adjudication.verdicts.models.RemovedAs`). ``proposal`` is what is proposed
    (:class:`adjudication.policy.decisions.Decision` as JSON), or null. A case without a game is
    about ``parties``. If it is taken, ``taken_by`` works on it until ``lease_until``.
    """

    TRANSITIONS: ClassVar[dict[CaseState, frozenset[CaseState]]] = {
        CaseState.ASKED: frozenset(
            {CaseState.ASKED, CaseState.OPEN, CaseState.TAKEN, CaseState.SETTLED}
        ),
        CaseState.OPEN: frozenset(
            {CaseState.OPEN, CaseState.ASKED, CaseState.TAKEN, CaseState.SETTLED}
        ),
        CaseState.TAKEN: frozenset(
            {
                CaseState.TAKEN,
                CaseState.OPEN,
                CaseState.ASKED,
                CaseState.RULED,
                CaseState.FINAL,
                CaseState.SETTLED,
            }
        ),
        CaseState.RULED: frozenset({CaseState.RULED, CaseState.APPEALED, CaseState.FINAL}),
        CaseState.APPEALED: frozenset({CaseState.APPEALED, CaseState.RULED, CaseState.FINAL}),
        CaseState.FINAL: frozenset(),
        CaseState.SETTLED: frozenset(),
    }

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="cases")
    number = models.PositiveIntegerField()
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="cases", null=True, blank=True
    )
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="cases", null=True, blank=True
    )
    """The round of the game, or the one in which it happened."""
    parties = models.ManyToManyField(Player, related_name="cases", blank=True)
    """The players it is about; for a game, both."""
    cause = models.CharField(max_length=24)
    severity = models.PositiveSmallIntegerField(default=0)
    """Higher is more urgent."""
    grounds = models.JSONField(default=list)
    proposal = models.JSONField(null=True, blank=True)
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, related_name="cases", null=True, blank=True
    )
    """The report whose record shows what it is about."""
    state = models.CharField(max_length=8, choices=CaseState.choices, default=CaseState.OPEN)
    version = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    opened_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="cases_opened", null=True, blank=True
    )
    """None for the program itself."""
    taken_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="cases_taken", null=True, blank=True
    )
    lease_until = models.DateTimeField(null=True, blank=True)
    appeal_until = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_note = models.CharField(max_length=500, blank=True, default="")

    objects = CaseQuerySet.as_manager()

    class Meta:
        """State, lease and end go together."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="case_number"),
            models.UniqueConstraint(
                fields=["game"],
                condition=Q(state__in=[CaseState.ASKED, CaseState.OPEN, CaseState.TAKEN]),
                name="case_one_live",
            ),
            models.CheckConstraint(condition=Q(state__in=CaseState.values), name="case_state"),
            models.CheckConstraint(
                condition=(
                    Q(state=CaseState.TAKEN, taken_by__isnull=False, lease_until__isnull=False)
                    | (~Q(state=CaseState.TAKEN) & Q(taken_by=None, lease_until=None))
                ),
                name="case_lease",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state__in=[CaseState.FINAL, CaseState.SETTLED], settled_at__isnull=False)
                    | (~Q(state__in=[CaseState.FINAL, CaseState.SETTLED]) & Q(settled_at=None))
                ),
                name="case_settled",
            ),
            triggers.Unchanging(
                fields=["settled_note"],
                when="OLD.state IN ('final', 'settled') AND NEW.settled_note <> ''",
                name="adjudication_case_note",
                violation_error_message="what is settled in adjudication_case stays",
            ),
            triggers.Unchanging(
                fields=["grounds"],
                when={
                    "postgresql": (
                        "OLD.state IN ('final', 'settled') AND (jsonb_array_length(OLD.grounds)"
                        " <> jsonb_array_length(NEW.grounds) OR EXISTS (SELECT 1 FROM "
                        "jsonb_array_elements(OLD.grounds) WITH ORDINALITY o(v, i) JOIN "
                        "jsonb_array_elements(NEW.grounds) WITH ORDINALITY n(v, i) ON n.i = o.i"
                        " WHERE n.v - 'note' IS DISTINCT FROM o.v - 'note' OR COALESCE(n.v ->> "
                        "'note', '') NOT IN ('', COALESCE(o.v ->> 'note', ''))))"
                    ),
                    "sqlite": (
                        "OLD.state IN ('final', 'settled') AND (json_array_length(OLD.grounds) "
                        "IS NOT json_array_length(NEW.grounds) OR EXISTS (SELECT 1 FROM "
                        "json_each(OLD.grounds) o JOIN json_each(NEW.grounds) n ON n.key = "
                        "o.key WHERE json_remove(n.value, '$.note') IS NOT json_remove(o.value,"
                        " '$.note') OR COALESCE(json_extract(n.value, '$.note'), '') NOT IN "
                        "('', COALESCE(json_extract(o.value, '$.note'), ''))))"
                    ),
                },
                name="adjudication_case_grounds",
                violation_error_message="what is settled in adjudication_case stays",
            ),
            triggers.Unchanging(
                fields=[
                    *("tournament", "number", "game", "round", "cause", "state"),
                    *("version", "opened_at", "opened_by", "appeal_until", "settled_at"),
                ],
                when="OLD.state IN ('final', 'settled')",
                name="adjudication_case_settled",
                violation_error_message="what is settled in adjudication_case stays",
            ),
            triggers.Undeletable(
                name="adjudication_case_kept",
            ),
        )
        indexes = (
            models.Index(fields=["tournament", "state", "-severity"], name="case_queue"),
            models.Index(fields=["cause"], name="case_cause"),
        )

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    @property
    def about_result(self) -> bool:
        """Whether one of its grounds suspends the game's result."""
        return any(Cause(ground["cause"]) not in BESIDE_RESULT for ground in self.grounds)

    @property
    def held(self) -> bool:
        """Whether a referee works on it, so that the game's result is decided in the case.

        For a ruled case, look at the game itself: its result stands, or it is being played again.
        """
        lapsed = self.lease_until is not None and self.lease_until <= timezone.now()
        return self.state == CaseState.TAKEN and self.about_result and not lapsed

    @property
    def complainants(self) -> tuple[int | None, ...]:
        """Return the number of the player who complains about behaviour in each ground."""
        return tuple(map(complainant, self.grounds))
