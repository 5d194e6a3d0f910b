"""A tournament."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from adjudication.rules.presets import get_ruleset
from adjudication.rules.rulesets import RuleSet, TieWinner
from tournament import triggers
from tournament.common.versions import VersionField
from tournament.fields.models import (
    CountryField,
    HalfPointsField,
    LineField,
    PositiveNumberField,
    SlugField,
    TimeZoneField,
    max_length_of,
)
from tournament.standings.federation_rules import Federation
from tournament.standings.ratings import Scale
from tournament.state.parameters import Method

KOMI_HALVES = (-400, 400)
BEYOND_KOMI = _("Komi is at most 200 points.")
MINUTES_OF_A_DAY = 1440
MOST_DAYS = 366


class HandicapPolicy(models.TextChoices):
    """How handicaps are given."""

    EVEN = "even", _("Even games")
    MANUAL = "manual", _("Set for each game")
    RULE = "rule", _("By the difference in strength")


class PairingMethod(models.TextChoices):
    """How rounds are paired (:class:`tournament.state.parameters.Method`)."""

    WEIGHTS = Method.WEIGHTS.value, _("McMahon or Swiss")
    ROUND_ROBIN = Method.ROUND_ROBIN.value, _("Round-robin")
    KNOCK_OUT = Method.KNOCK_OUT.value, _("Knock-out")
    DOUBLE_ELIMINATION = Method.DOUBLE_ELIMINATION.value, _("Double elimination")
    GROUPS = Method.GROUPS.value, _("Groups, then a knock-out")
    MANUAL = Method.MANUAL.value, _("By hand")


class Reporting(models.TextChoices):
    """Who brings the results in."""

    BOTH = "both", _("Players and staff")
    PLAYERS = "players", _("Players")
    DIRECTOR = "director", _("Staff")


class Reopening(models.TextChoices):
    """Until when the director may change a result that both players confirmed."""

    NEVER = "never", _("Only both players together")
    NEXT_ROUND = "next_round", _("Until the next round is published")
    ALWAYS = "always", _("Until the tournament is closed")


class PublicBoards(models.TextChoices):
    """What everybody may see of the records of games whose result stands."""

    NONE = "none", pgettext_lazy("public games", "Nothing")
    MOVES = "moves", _("The moves")
    ALL = "all", _("The moves, comments and variations")


class RatingScale(models.TextChoices):
    """The scale of the ratings on public pages (:class:`tournament.standings.ratings.Scale`)."""

    NONE = "none", pgettext_lazy("ratings", "None")
    EGF = Scale.EGF.value, _("EGF rating (GoR)")
    FFG = Scale.FFG.value, _("FFG scale (our estimate)")
    AGA = Scale.AGA.value, _("AGA rating (our estimate)")


class RatedFor(models.TextChoices):
    """Whose rules it is played by (:mod:`tournament.standings.federation_rules`)."""

    NONE = "none", pgettext_lazy("rated mode", "Off")
    EGF = Federation.EGF.value, _("EGF rated tournament")
    FFG = Federation.FFG.value, _("FFG")


class Ties(models.TextChoices):
    """Who wins when the scores are equal (:class:`adjudication.rules.rulesets.TieWinner`)."""

    RULES = TieWinner.RULES.value, _("As the rules say")
    NOBODY = TieWinner.NOBODY.value, _("Nobody: a draw (jigo)")
    BLACK = TieWinner.BLACK.value, pgettext_lazy("player", "Black")
    WHITE = TieWinner.WHITE.value, pgettext_lazy("player", "White")


class Status(models.TextChoices):
    """Who sees a tournament. Its staff and players see a hidden one too."""

    DRAFT = "draft", pgettext_lazy("tournament", "hidden")
    PUBLIC = "public", pgettext_lazy("tournament", "public")
    ARCHIVED = "archived", pgettext_lazy("tournament", "archived")
    DELETED = "deleted", pgettext_lazy("tournament", "deleted")


def usual_time_zone() -> str:
    """Return the time zone of the installation."""
    return str(settings.TIME_ZONE)


class Tournament(models.Model):
    """A tournament and the terms its games are played on. Komi is in half-points (6.5 is 13).

    ``parameters``, ``clock``, ``team_rules`` and ``extras`` are values of :mod:`tournament.state`,
    written as JSON by :mod:`tournament.state.codec` and read through it, so that nothing unknown
    gets in; an empty object means the defaults. Komi and method have columns of their own, which
    override ``parameters``. ``reserved_tables`` are numbers that no board gets.

    An archived or deleted tournament is closed; a deleted one has a :class:`Deletion`.
    """

    TRANSITIONS: ClassVar[dict[Status, frozenset[Status]]] = {
        Status.DRAFT: frozenset({Status.PUBLIC, Status.DELETED}),
        Status.PUBLIC: frozenset({Status.DRAFT, Status.ARCHIVED, Status.DELETED}),
        Status.ARCHIVED: frozenset({Status.PUBLIC, Status.DELETED}),
        Status.DELETED: frozenset({Status.DRAFT, Status.PUBLIC, Status.ARCHIVED}),
    }

    name = LineField(
        _("Name of the tournament"), max_length=120, missing=_("Give the tournament a name.")
    )
    short_name = models.CharField(max_length=60, blank=True, default="")
    slug = SlugField(_("Address of its pages"), max_length=60, unique=True)
    rules = models.CharField(_("Rule set"), max_length=32)
    """The key of a rule set in :mod:`adjudication.rules.presets`."""
    tie_winner = models.CharField(max_length=6, choices=Ties.choices, default=Ties.RULES)
    board_size = PositiveNumberField(
        _("Board size"),
        default=19,
        limits=(2, 25),
        beyond=_("A board has 2 to 25 lines each way."),
    )
    komi_half = HalfPointsField(_("Komi of even games"), limits=KOMI_HALVES, beyond=BEYOND_KOMI)
    handicap_komi_half = HalfPointsField(
        _("Komi of handicap games"), limits=KOMI_HALVES, beyond=BEYOND_KOMI
    )
    handicap_policy = models.CharField(
        max_length=8, choices=HandicapPolicy.choices, default=HandicapPolicy.EVEN
    )
    method = models.CharField(
        max_length=18, choices=PairingMethod.choices, default=PairingMethod.WEIGHTS
    )
    parameters = models.JSONField(default=dict, blank=True)
    clock = models.JSONField(default=dict, blank=True)
    team_rules = models.JSONField(default=dict, blank=True)
    extras = models.JSONField(default=list, blank=True)
    source = models.CharField(max_length=20, blank=True, default="")
    reserved_tables = models.JSONField(default=list, blank=True)
    by_teams = models.BooleanField(default=False)
    """Whether teams are paired, and their boards meet."""
    field_settled = models.BooleanField(default=False)
    """Whether publishing the first round wrote groups or seeds into the parameters."""
    rating_lists = models.JSONField(default=list, blank=True)
    """The rating lists imported when the first round was published: for each source, when it was
    imported, how many entries it had and the digest of the file."""
    teammates_apart = models.BooleanField(default=False)
    reporting = models.CharField(max_length=8, choices=Reporting.choices, default=Reporting.BOTH)
    reopening = models.CharField(max_length=10, choices=Reopening.choices, default=Reopening.NEVER)
    public_boards = models.CharField(
        max_length=5, choices=PublicBoards.choices, default=PublicBoards.MOVES
    )
    board_delay_minutes = PositiveNumberField(null=True, blank=True, limits=(1, MINUTES_OF_A_DAY))
    """How long after its result a game of a running round stays hidden; None shows it at once."""
    rating_scale = models.CharField(
        max_length=4, choices=RatingScale.choices, default=RatingScale.NONE
    )
    """Which scale the public pages estimate ratings on while the tournament is played."""
    expected_scores = models.BooleanField(default=False)
    """Whether everybody sees the expected score of a pairing."""
    live_odds = models.BooleanField(default=False)
    """Whether everybody sees who can still win while the tournament runs."""
    certain_boards = models.BooleanField(default=False)
    """Whether the director sees which boards of the next round are certain however the open games
    end."""
    rated_for = models.CharField(max_length=4, choices=RatedFor.choices, default=RatedFor.NONE)
    """Whose rules it is played by: departures need a confirmation and are reported to the rating
    officer."""
    registration_open = models.BooleanField(default=False)
    """Whether anybody may register, subject to the director's approval."""
    register_pairs = models.BooleanField(default=False)
    """Whether registrations are for pairs, and ask for both players."""
    round_minutes = PositiveNumberField(null=True, blank=True, limits=(1, MINUTES_OF_A_DAY))
    """How many minutes the clock of a new round runs."""
    report_minutes = PositiveNumberField(null=True, blank=True, limits=(0, MINUTES_OF_A_DAY))
    """How long after the end of the round clock players are asked to report."""
    play_by_days = PositiveNumberField(null=True, blank=True, limits=(1, MOST_DAYS))
    """How many days after its round's publication a game must be played; None: the clock counts."""
    reschedule_days = PositiveNumberField(null=True, blank=True, limits=(0, MOST_DAYS))
    """How many days beyond the end of the round the players may agree on; None: none."""
    reschedule_times = PositiveNumberField(null=True, blank=True, limits=(0, 20))
    """How often the players may postpone a game; None: as often as they like."""
    auto_pair = models.BooleanField(default=False)
    """Whether the program pairs a round when its schedule opens it."""
    schedule_held_at = models.DateTimeField(null=True, blank=True)
    """Since when the schedule is held, because the tournament was restored: nothing opens or closes
    at its date until the staff releases it."""
    prizes = models.JSONField(default=list, blank=True)
    rulings = models.JSONField(default=dict, blank=True)
    """What happens where the rules leave it to the tournament
    (:mod:`adjudication.policy.policy`)."""
    hide_minors = models.BooleanField(default=False)
    """Whether the names of minors are hidden from the public."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PUBLIC)
    closed_at = models.DateTimeField(null=True, blank=True)
    """When the tournament was closed; nothing changes after that."""
    internet = models.BooleanField(default=False)
    city = LineField(_("City"), max_length=80, blank=True, default="")
    time_zone = TimeZoneField(_("Time zone"), default=usual_time_zone)
    """The time zone in which its pages, mails and papers give times and its forms read them."""
    country = CountryField(_("Country"), blank=True, default="")
    director_name = LineField(_("Director"), max_length=100, blank=True, default="")
    starts_on = models.DateField(_("First day"), null=True, blank=True)
    ends_on = models.DateField(_("Last day"), null=True, blank=True)
    version = VersionField()
    """How often the settings or the prizes were changed."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        """The limits of the values."""

        constraints = (
            models.CheckConstraint(
                condition=Q(board_size__range=(2, 25)), name="tournament_board_size"
            ),
            models.CheckConstraint(
                condition=Q(komi_half__range=KOMI_HALVES, handicap_komi_half__range=KOMI_HALVES),
                name="tournament_komi",
            ),
            models.CheckConstraint(
                condition=Q(handicap_policy__in=HandicapPolicy.values),
                name="tournament_handicap_policy",
            ),
            models.CheckConstraint(
                condition=Q(method__in=PairingMethod.values), name="tournament_method"
            ),
            models.CheckConstraint(
                condition=Q(reporting__in=Reporting.values, reopening__in=Reopening.values),
                name="tournament_reporting",
            ),
            models.CheckConstraint(
                condition=Q(public_boards__in=PublicBoards.values),
                name="tournament_public_boards",
            ),
            models.CheckConstraint(
                condition=Q(rating_scale__in=RatingScale.values), name="tournament_rating_scale"
            ),
            models.CheckConstraint(
                condition=Q(rated_for__in=RatedFor.values), name="tournament_rated_for"
            ),
            models.CheckConstraint(
                condition=Q(tie_winner__in=Ties.values), name="tournament_tie_winner"
            ),
            models.CheckConstraint(
                condition=~Q(name="") & ~Q(slug="") & ~Q(rules=""), name="tournament_named"
            ),
            models.CheckConstraint(
                condition=Q(status__in=(Status.DRAFT, Status.PUBLIC))
                | Q(status__in=(Status.ARCHIVED, Status.DELETED), closed_at__isnull=False),
                name="tournament_status",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def ruleset(self) -> RuleSet:
        """Return the rule set as this tournament plays it. Raises UnknownRuleSet."""
        return get_ruleset(self.rules).with_ties(self.tie_winner)


class Deletion(models.Model):
    """A deleted tournament: it can be restored for a month; after that, this is all that is left.

    ``archive`` is the whole tournament as one file until its rows are removed. From then on
    ``events`` and ``digest``, the end of its record, prove any copy that somebody may still hold.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.SET_NULL, related_name="deletion", null=True, blank=True
    )
    name = models.CharField(max_length=max_length_of(Tournament, "name"))
    slug = models.CharField(max_length=max_length_of(Tournament, "slug"))
    status = models.CharField(max_length=8, choices=Status.choices)
    """The tournament's status before it was deleted."""
    was_open = models.BooleanField()
    """Whether it was open before it was deleted."""
    deleted_at = models.DateTimeField(default=timezone.now)
    archive = models.BinaryField(blank=True, default=b"")
    removed_at = models.DateTimeField(null=True, blank=True)
    events = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        """Either there is a tournament to restore, or the end of its record is kept for good."""

        constraints = (
            models.CheckConstraint(
                condition=~Q(status=Status.DELETED), name="deletion_of_what_was_there"
            ),
            models.CheckConstraint(
                condition=Q(removed_at=None, tournament__isnull=False)
                | Q(removed_at__isnull=False, tournament=None),
                name="deletion_removed_or_not",
            ),
            triggers.Unchanging(
                fields=["name", "slug", "status", "deleted_at", "removed_at", "events", "digest"],
                when="OLD.removed_at IS NOT NULL",
                name="tournament_deletion_stays",
            ),
            triggers.Undeletable(
                when="OLD.removed_at IS NOT NULL", name="tournament_deletion_kept"
            ),
        )

    def __str__(self) -> str:
        return self.name
