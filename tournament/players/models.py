"""Players, teams, and the rating lists of federations as rows."""

from django.db import models
from django.db.models import Case, Q, Value, When
from django.db.models.functions import Cast, Concat, Length, Replace, Trim
from django.db.models.lookups import LessThanOrEqual
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import triggers
from tournament.common.versions import VersionField
from tournament.fields.models import (
    AccountsField,
    CategoriesField,
    CountryField,
    EmailField,
    LineField,
    RankField,
    RanksField,
    SmallNumberField,
)
from tournament.state.categories import MOST_CATEGORIES
from tournament.state.ranges import LARGEST_CORRECTION
from tournament.state.ranks import STRONGEST, WEAKEST
from tournament.tournaments.models import Tournament


class Registration(models.TextChoices):
    """How certain it is that a player comes. Only players with a final registration are paired.

    Players who register themselves are *requested* until the director approves: no list shows them
    before that.
    """

    REQUESTED = "requested", _("Waiting for approval")
    PRELIMINARY = "preliminary", _("Preliminary")
    FINAL = "final", _("Final")


class RegisteredPlayers(models.Manager["Player"]):
    """The players that the director entered or approved, and none that still wait."""

    def get_queryset(self) -> "models.QuerySet[Player]":
        """Leave out players who only asked to take part."""
        return super().get_queryset().exclude(registration=Registration.REQUESTED)


RATINGS = (-9999, 9999)
CORRECTIONS = (-LARGEST_CORRECTION, LARGEST_CORRECTION)
_NAME = Concat(
    Trim(Concat("surname", Value(" "), "first_name")),
    Case(When(partner="", then=Value("")), default=Concat(Value(" & "), "partner")),
)


class Player(models.Model):
    """A player as entered in one tournament. Names may repeat; the number does not.

    ``Player.objects``, and so ``tournament.players``, leave out players who only asked to take
    part: they are in no list, pairing or file. ``Player.everybody`` is for registration only.

    ``level`` is the rank as an integer (:mod:`tournament.state.ranks`), None if it is unknown. The
    columns below *What is entered* are those of a director's form, in its order: forms, the API,
    the record and archives take them from here (:data:`ENTRY_COLUMNS`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="players")
    number = models.PositiveSmallIntegerField()
    name = models.GeneratedField(
        expression=_NAME, output_field=models.CharField(max_length=400), db_persist=True
    )
    level = models.SmallIntegerField(null=True, blank=True)

    # What is entered.
    surname = LineField(_("Surname"), max_length=100, missing=_("Give the player's name."))
    first_name = LineField(_("First name"), max_length=170, blank=True, default="")
    rank = RankField(_("Rank (12k, 3d, 2p)"), blank=True, default="")
    grade = LineField(_("Grade of a register"), max_length=8, blank=True, default="")
    """The rank as a register or a file wrote it, which may not be a valid rank."""
    rating = SmallNumberField(_("Rating (EGF scale)"), null=True, blank=True, limits=RATINGS)
    club = LineField(_("Club"), max_length=80, blank=True, default="")
    country = CountryField(_("Country"), blank=True, default="")
    email = EmailField(_("E-mail for the private link"), max_length=120, blank=True, default="")
    """Shown to the staff only, and in no file but the archive."""
    egf_pin = LineField(_("EGF PIN"), max_length=10, blank=True, default="")
    ffg_licence = LineField(_("FFG licence"), max_length=10, blank=True, default="")
    ffg_licence_status = LineField(
        _("State of the FFG licence"), max_length=4, blank=True, default=""
    )
    aga_id = LineField(_("AGA number"), max_length=10, blank=True, default="")
    aga_expiration_date = LineField(
        _("AGA membership until"), max_length=16, blank=True, default=""
    )
    accounts = AccountsField(
        _("Accounts on servers"),
        blank=True,
        default="",
        help_text=_("As in OGS: rose, KGS: rose12. Records of games on servers are known by them."),
    )
    rating_origin = LineField(_("Where the rating is from"), max_length=24, blank=True, default="")
    smms_correction = SmallNumberField(
        _("Correction of the starting score, in points"), default=0, limits=CORRECTIONS
    )
    partner = LineField(_("Partner (pair go)"), max_length=100, blank=True, default="")
    """The second player of a pair."""
    member_ranks = RanksField(
        _("Ranks of both players (pair go), or of all (rengo)"),
        blank=True,
        default="",
        help_text=_("As in 2k, 4k. Their average is the rank of the entry where you set none."),
    )
    categories = CategoriesField(
        _("Categories for prizes"),
        blank=True,
        default="",
        help_text=_("As in woman, U12, first tournament. Only the staff sees them."),
    )
    """The prize categories a player belongs to: the director's own words, on no public page."""
    registration = models.CharField(
        max_length=11, choices=Registration.choices, default=Registration.FINAL
    )
    minor = models.BooleanField(
        _("Under age"),
        default=False,
        help_text=_("The name can be hidden from the public in the settings."),
    )
    no_handicap = models.BooleanField(_("Wants no handicap"), default=False)
    local = models.BooleanField(_("Local: rather not against other locals"), default=False)

    version = VersionField()
    hidden = models.BooleanField(default=False)
    """Whether the public sees the number in place of the name, as ``public_name``."""
    public_name = models.GeneratedField(
        expression=Case(
            When(hidden=True, then=Concat(Value("#"), Cast("number", models.CharField()))),
            default=_NAME,
            output_field=models.CharField(max_length=400),
        ),
        output_field=models.CharField(max_length=400),
        db_persist=True,
    )
    erased_at = models.DateTimeField(null=True, blank=True)
    """When the person was erased; since then a number stands in place of the name."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    # The first manager is the default one, which relations use too.
    objects = RegisteredPlayers()
    everybody = models.Manager["Player"]()

    class Meta:
        """The number is the player's identity in the tournament."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="player_number"),
            models.CheckConstraint(condition=~Q(surname="") & Q(number__gt=0), name="player_named"),
            models.CheckConstraint(
                condition=Q(level=None) | Q(level__range=(WEAKEST, STRONGEST)), name="player_level"
            ),
            models.CheckConstraint(
                condition=Q(rating=None) | Q(rating__range=RATINGS), name="player_rating"
            ),
            models.CheckConstraint(
                condition=Q(smms_correction__range=CORRECTIONS), name="player_smms_correction"
            ),
            models.CheckConstraint(
                condition=LessThanOrEqual(
                    Length(Replace("categories", Value(","), Value(",,"))) - Length("categories"),
                    MOST_CATEGORIES - 1,
                ),
                name="player_categories",
            ),
            models.CheckConstraint(
                condition=Q(registration__in=Registration.values), name="player_registration"
            ),
            triggers.Unchanging(
                fields=["tournament"],
                name="tournament_player_stays",
                violation_error_message="tournament_player stays in its tournament",
            ),
        )

    def __str__(self) -> str:
        return self.name


_KEPT_BY_SERVICES = frozenset(
    [
        "id",
        "tournament",
        "number",
        "name",
        "level",
        "version",
        "hidden",
        "public_name",
        "erased_at",
        "created_at",
    ]
)
ENTRY_COLUMNS = tuple(
    column.name for column in Player._meta.fields if column.name not in _KEPT_BY_SERVICES
)
"""The columns that a director enters."""
ASKED_COLUMNS = (
    *("surname", "first_name", "rank", "club", "country", "egf_pin", "ffg_licence", "email"),
    *("partner", "member_ranks"),
)
"""The columns that players who register themselves are asked for.

Numbers in registers are asked for only in the rated mode of their federation, and the details of a
pair only if players register in pairs.
"""
IMPERSONAL_COLUMNS = frozenset(
    [
        "rank",
        "grade",
        "member_ranks",
        "rating",
        "club",
        "country",
        "registration",
        "smms_correction",
        "no_handicap",
        "local",
    ]
)
"""The columns that the tournament's record keeps; the others say who somebody is."""
ENTRY_TEXTS = tuple(
    name for name in ENTRY_COLUMNS if isinstance(Player._meta.get_field(name), LineField)
)
"""The entry columns that are texts."""


class Absence(models.Model):
    """A round that a player does not take part in; a withdrawal has one for every later round."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField()
    counts = models.BooleanField(default=True)
    """Whether it scores what the settings give for an absence; otherwise it scores nothing."""

    class Meta:
        """Once per player and round."""

        constraints = (
            models.UniqueConstraint(fields=["player", "round_number"], name="absence_once"),
            models.CheckConstraint(condition=Q(round_number__gt=0), name="absence_from_1"),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.round_number}"


class CheckIn(models.Model):
    """A check-in: the player was seen at the door before a round."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="check_ins")
    round_number = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        """Once per player and round."""

        constraints = (
            models.UniqueConstraint(fields=["player", "round_number"], name="check_in_once"),
            models.CheckConstraint(condition=Q(round_number__gt=0), name="check_in_from_1"),
        )

    def __str__(self) -> str:
        return f"{self.player} {self.round_number}"


class ApartKind(models.TextChoices):
    """Why two players should not meet."""

    FORBIDDEN = "forbidden", _("Only if unavoidable")
    FAMILY = "family", _("Family")


class Apart(models.Model):
    """Two players of a tournament who should not be paired, the lower id first."""

    first = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="apart_after")
    second = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="apart_before")
    kind = models.CharField(max_length=9, choices=ApartKind.choices)

    class Meta:
        """Once per pair and kind."""

        constraints = (
            models.UniqueConstraint(fields=["first", "second", "kind"], name="apart_once"),
            models.CheckConstraint(
                condition=Q(first__lt=models.F("second")), name="apart_lower_first"
            ),
            models.CheckConstraint(condition=Q(kind__in=ApartKind.values), name="apart_kind"),
            triggers.BelongsTogether(
                when=(
                    "EXISTS (SELECT 1 FROM tournament_player p, tournament_player q WHERE p.id "
                    "= NEW.first_id AND q.id = NEW.second_id AND p.tournament_id <> "
                    "q.tournament_id)"
                ),
                name="tournament_apart_tournament",
                violation_error_message="two players kept apart are of one tournament",
            ),
        )

    def __str__(self) -> str:
        return f"{self.first} / {self.second}"


class Team(models.Model):
    """A team of a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)

    class Meta:
        """The number is the team's identity in the tournament."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number"),
            models.CheckConstraint(condition=~Q(name="") & Q(number__gt=0), name="team_named"),
        )

    def __str__(self) -> str:
        return self.name


class TeamSeat(models.Model):
    """Who plays at a board of a team in one round."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="seats")
    round_number = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="team_seats")

    class Meta:
        """One player per board. A reserve may be listed in two teams, but sits in one."""

        constraints = (
            models.UniqueConstraint(
                fields=["team", "round_number", "board"], name="team_seat_board"
            ),
            models.CheckConstraint(
                condition=Q(round_number__gt=0, board__range=(1, 20)), name="team_seat_from_1"
            ),
            triggers.BelongsTogether(
                when=(
                    "EXISTS (SELECT 1 FROM tournament_player p, tournament_team t WHERE t.id = "
                    "NEW.team_id AND p.id = NEW.player_id AND p.tournament_id <> "
                    "t.tournament_id)"
                ),
                name="tournament_teamseat_tournament",
                violation_error_message="a team has players of its tournament",
            ),
        )

    def __str__(self) -> str:
        return f"{self.team} {self.board}: {self.player}"


class ListSource(models.TextChoices):
    """The federation whose list it is."""

    EGF = "egf", _("European Go Federation")
    FFG = "ffg", _("Fédération Française de Go")
    AGA = "aga", _("American Go Association")


class RatingList(models.Model):
    """The latest list of a federation; a new one replaces it."""

    source = models.CharField(max_length=3, choices=ListSource.choices, unique=True)
    imported_at = models.DateTimeField(default=timezone.now)
    entries = models.PositiveIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True, default="")
    """The SHA-256 of the file, in hexadecimal; empty for lists imported before it was recorded."""

    def __str__(self) -> str:
        return self.get_source_display()


class ListedPlayer(models.Model):
    """A line of a rating list. ``folded`` is the name without accents, for searching."""

    rating_list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="players")
    surname = models.CharField(max_length=100)
    first_name = models.CharField(max_length=60, blank=True, default="")
    folded = models.CharField(max_length=170, db_index=True)
    country = models.CharField(max_length=3, blank=True, default="")
    club = models.CharField(max_length=20, blank=True, default="")
    grade = models.CharField(max_length=4, blank=True, default="")
    rating = models.SmallIntegerField(null=True, blank=True)
    number = models.CharField(max_length=10, db_index=True)
    """The federation's own number: PIN, licence or member number."""
    licence_status = models.CharField(max_length=4, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.surname} {self.first_name}"
