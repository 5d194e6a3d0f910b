"""The event's page as its club writes it, with its picture and the logos of its sponsors."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.common.versions import VersionField
from tournament.fields.models import EmailField, LineField, TextField, WebAddressField
from tournament.public.programme import validate_programme, validate_sponsors
from tournament.tournaments.models import Tournament

LONGEST_SIDE = 1200
"""The longest side of a stored picture, in pixels."""
LOGO_SIDE = 400
"""The longest side of a sponsor's logo, in pixels."""


class Poster(models.Model):
    """What the page of an event says besides what is played; created when it is first saved."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="poster")
    banner = LineField(_("Announcement"), max_length=300, blank=True, default="")
    """The text above every public page."""
    banner_at = models.DateTimeField(null=True, blank=True)
    """When the banner was put up."""
    description = TextField(_("Description"), max_length=10_000, rows=10, blank=True, default="")
    venue = LineField(_("Venue"), max_length=120, blank=True, default="")
    address = LineField(_("Address"), max_length=200, blank=True, default="")
    map_link = WebAddressField(_("Link to a map"), blank=True, default="")
    programme = TextField(
        _("Programme"),
        max_length=4000,
        rows=8,
        blank=True,
        default="",
        validators=[validate_programme],
    )
    fees = TextField(_("Entry fees"), max_length=1000, rows=3, blank=True, default="")
    organiser = LineField(_("Organiser"), max_length=120, blank=True, default="")
    contact_email = EmailField(_("Contact e-mail"), max_length=254, blank=True, default="")
    website = WebAddressField(_("Website of the organiser"), blank=True, default="")
    sponsors = TextField(
        _("Sponsors"),
        max_length=3000,
        rows=3,
        blank=True,
        default="",
        validators=[validate_sponsors],
    )
    version = VersionField()

    def __str__(self) -> str:
        return str(self.tournament)


class FrozenStandings(models.Model):
    """The standings that the public sees in place of those that follow from the results so far.

    ``content`` is what they follow from (:class:`tournament.state.frozen.FrozenState`), without
    names. ``final`` ones are the tournament's published result.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="frozen_standings"
    )
    after = models.PositiveSmallIntegerField()
    final = models.BooleanField(default=False)
    content = models.JSONField()
    frozen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament}, {self.after}"


class PosterPicture(models.Model):
    """The poster or logo of an event: a JPEG drawn here, stored in the database."""

    poster = models.OneToOneField(Poster, on_delete=models.CASCADE, related_name="picture")
    data = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    words = LineField(_("What it shows"), max_length=200, blank=True, default="")
    """The alternative text, read out to people who cannot see the picture."""

    class Meta:
        """A picture has a size."""

        constraints = (
            models.CheckConstraint(
                condition=Q(width__range=(1, LONGEST_SIDE), height__range=(1, LONGEST_SIDE)),
                name="poster_picture_size",
            ),
        )

    def __str__(self) -> str:
        return str(self.poster)


class SponsorLogo(models.Model):
    """A sponsor with a small picture: a JPEG drawn here, like that of the event."""

    poster = models.ForeignKey(Poster, on_delete=models.CASCADE, related_name="logos")
    name = LineField(_("Name of the sponsor"), max_length=120)
    """The sponsor's name, read out to people who cannot see the picture."""
    link = WebAddressField(_("Web address"), blank=True, default="")
    data = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()

    class Meta:
        """A picture has a size."""

        constraints = (
            models.CheckConstraint(
                condition=Q(width__range=(1, LOGO_SIDE), height__range=(1, LOGO_SIDE)),
                name="sponsor_logo_size",
            ),
        )

    def __str__(self) -> str:
        return self.name
