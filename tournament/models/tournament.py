"""A tournament."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class HandicapPolicy(models.TextChoices):
    """How handicaps are given."""

    EVEN = "even", _("Even games")
    MANUAL = "manual", _("Set for each game")


class Tournament(models.Model):
    """A tournament and the terms its games are played on. Komi is in half-points (6.5 is 13)."""

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    rules = models.CharField(max_length=32)
    """The key of a rule set in :mod:`adjudication.rules.presets`."""
    board_size = models.PositiveSmallIntegerField(default=19)
    komi_half = models.SmallIntegerField()
    handicap_komi_half = models.SmallIntegerField()
    handicap_policy = models.CharField(
        max_length=8, choices=HandicapPolicy.choices, default=HandicapPolicy.EVEN
    )
    city = models.CharField(max_length=80, blank=True, default="")
    starts_on = models.DateField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """The limits of the values."""

        constraints = (
            models.CheckConstraint(
                condition=Q(board_size__range=(2, 25)), name="tournament_board_size"
            ),
            models.CheckConstraint(
                condition=Q(komi_half__range=(-400, 400), handicap_komi_half__range=(-400, 400)),
                name="tournament_komi",
            ),
            models.CheckConstraint(
                condition=Q(handicap_policy__in=HandicapPolicy.values),
                name="tournament_handicap_policy",
            ),
            models.CheckConstraint(
                condition=~Q(name="") & ~Q(slug="") & ~Q(rules=""), name="tournament_named"
            ),
        )

    def __str__(self) -> str:
        return self.name
