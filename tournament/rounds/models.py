"""Rounds, their planned dates, and the draws that paired them."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import triggers
from tournament.common.versions import VersionField
from tournament.tournaments.models import Tournament


class RoundState(models.TextChoices):
    """How far a round is."""

    DRAFT = "draft", _("In preparation")
    PUBLISHED = "published", _("Being played")
    FINISHED = "finished", _("Finished")


def dates_in_order() -> Q:
    """Return the condition that a round's dates are in order: it opens, is played, closes.

    Any of them may be missing: a check constraint passes when a comparison is with NULL.
    """
    opens, play_by = F("opens_at"), F("play_by")
    return Q(play_by__gt=opens) & Q(closes_at__gt=opens) & Q(closes_at__gte=play_by)


class Round(models.Model):
    """A round. Players see its games, and may report on them, once it is published.

    It goes back to draft only while none of its games has a result. A finished round goes back to
    published when a correction or a ruling reopens one of its games.
    """

    TRANSITIONS: ClassVar[dict[RoundState, frozenset[RoundState]]] = {
        RoundState.DRAFT: frozenset({RoundState.PUBLISHED}),
        RoundState.PUBLISHED: frozenset({RoundState.DRAFT, RoundState.FINISHED}),
        RoundState.FINISHED: frozenset({RoundState.PUBLISHED}),
    }

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAFT)
    published_at = models.DateTimeField(null=True, blank=True)
    clock_seconds = models.PositiveIntegerField(null=True, blank=True)
    """How long the round clock runs; None if the round has none."""
    clock_started_at = models.DateTimeField(null=True, blank=True)
    """When the clock started, moved forward by the length of every pause that is over."""
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    report_until = models.DateTimeField(null=True, blank=True)
    """Until when players are asked to report."""
    opens_at = models.DateTimeField(null=True, blank=True)
    """When a round in preparation is published automatically."""
    opening_refused = models.JSONField(null=True, blank=True)
    """Why it was not published: a code, and the reason in every language. Setting another moment
    clears it."""
    play_by = models.DateTimeField(null=True, blank=True)
    """When its games must be played by; a game may have a date of its own."""
    closes_at = models.DateTimeField(null=True, blank=True)
    """From when players can no longer report, except on games postponed beyond it."""
    shut_at = models.DateTimeField(null=True, blank=True)
    """When the program carried out the closing."""
    version = VersionField()
    """How often its boards, seats or byes were changed."""

    class Meta:
        """Rounds are numbered from 1."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number"),
            models.CheckConstraint(condition=Q(number__gt=0), name="round_number_from_1"),
            models.CheckConstraint(condition=Q(state__in=RoundState.values), name="round_state"),
            models.CheckConstraint(
                condition=Q(clock_seconds__isnull=False)
                | Q(clock_started_at=None, clock_paused_at=None),
                name="round_clock",
            ),
            models.CheckConstraint(
                condition=Q(clock_started_at__isnull=False) | Q(clock_paused_at=None),
                name="round_clock_paused",
            ),
            models.CheckConstraint(condition=dates_in_order(), name="round_dates"),
            models.CheckConstraint(
                condition=Q(opening_refused=None) | Q(opens_at__isnull=False),
                name="round_opening_refused",
            ),
            models.CheckConstraint(
                condition=Q(shut_at=None) | Q(closes_at__isnull=False), name="round_shut"
            ),
            triggers.BelongsTogether(
                when=(
                    "NEW.state = 'published' AND EXISTS (SELECT 1 FROM tournament_game g WHERE "
                    "g.round_id = NEW.id AND 2 <> (SELECT count(*) FROM tournament_seat s WHERE"
                    " s.game_id = g.id))"
                ),
                name="tournament_round_seats",
                violation_error_message="a published game has two seats",
            ),
            triggers.Unchanging(
                fields=["tournament"],
                name="tournament_round_stays",
                violation_error_message="tournament_round stays in its tournament",
            ),
        )
        indexes = (
            models.Index(
                fields=["opens_at"], condition=Q(opens_at__isnull=False), name="round_opens"
            ),
            models.Index(
                fields=["closes_at"], condition=Q(closes_at__isnull=False), name="round_closes"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"


class PlannedRound(models.Model):
    """The dates of a round that does not exist yet; it takes them over when it is created."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="planned")
    number = models.PositiveSmallIntegerField()
    opens_at = models.DateTimeField(null=True, blank=True)
    play_by = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One plan per round, with at least one date."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="planned_round_number"),
            models.CheckConstraint(condition=Q(number__gt=0), name="planned_round_from_1"),
            models.CheckConstraint(condition=dates_in_order(), name="planned_round_dates"),
            models.CheckConstraint(
                condition=~Q(opens_at=None, play_by=None, closes_at=None),
                name="planned_round_dated",
            ),
        )
        indexes = (
            models.Index(
                fields=["opens_at"], condition=Q(opens_at__isnull=False), name="planned_opens"
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"


class Draw(models.Model):
    """One pairing by the machine, kept as it was drawn, whatever was changed by hand since.

    ``digest`` is the SHA-256 of everything the pairing depends on, and ``request`` is that input:
    players, results, parameters, wishes and fixed boards, as compressed JSON
    (:func:`tournament.rounds.selectors.draws.pack_request`). So a draw can be paired again long
    after ranks or results were corrected. ``boards`` has each pair's table, player numbers, terms,
    weight and its components. ``total`` does not fit into 64 bits in the largest tournaments, so it
    is text; so is ``bound``, which no pairing of these players can exceed (empty if that was not
    proven). A trigger refuses to change or remove a draw; only ``request``, which contains names,
    can be emptied: when somebody in it is erased, or before the draw is deleted with a draft that
    nobody was shown.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="draws")
    engine_version = models.CharField(max_length=20)
    seed = models.BigIntegerField()
    digest = models.CharField(max_length=64)
    request = models.BinaryField()
    boards = models.JSONField()
    bye_number = models.PositiveSmallIntegerField(null=True, blank=True)
    total = models.CharField(max_length=24)
    bound = models.CharField(max_length=24, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """Newest last."""

        constraints = (
            triggers.Unchanging(
                fields=[
                    *("round", "engine_version", "seed", "digest", "boards"),
                    *("bye_number", "total", "bound", "created_at"),
                ],
                name="tournament_draw_written_once",
                violation_error_message="a draw is written once",
            ),
            triggers.Unchanging(
                fields=["request"],
                when="length(NEW.request) > 0",
                name="tournament_draw_request",
                violation_error_message="a draw is written once, and can only be erased",
            ),
            triggers.Undeletable(
                when='length(OLD."request") > 0',
                name="tournament_draw_kept",
                violation_error_message="a draw is kept for ever",
            ),
        )

        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.round}: {self.digest[:8]}"
