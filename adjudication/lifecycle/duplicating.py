"""Duplicating a tournament: the same settings under another name, on other days."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from notices.models import MailRules
from tournament.errors import NotFound
from tournament.models import (
    ENTRY_COLUMNS,
    PairingMethod,
    PlannedRound,
    Player,
    Registration,
    Round,
    Status,
    Tournament,
)
from tournament.players.services.players import add_players
from tournament.public.models import Poster, PosterPicture, SponsorLogo
from tournament.settings.services import CreatedTournament, with_owner
from tournament.state.parameters import Parameters
from tournament.state.top_group import without_bar
from tournament.tournaments.selectors.settings import parameters_of
from tournament.tournaments.services import create_tournament

ITS_OWN = frozenset(
    {
        *("id", "name", "short_name", "slug", "created_at", "version", "starts_on", "ends_on"),
        *("status", "closed_at", "schedule_held_at", "field_settled", "registration_open"),
        *("parameters", "extras", "source", "rating_lists"),
    }
)
"""The columns that a duplicate does not take from the original."""
DATES = ("opens_at", "play_by", "closes_at")


@dataclass(frozen=True, slots=True)
class CopyRequest:
    """The new tournament's name and first day, and whether it has the same players."""

    name: str
    slug: str = ""
    starts_on: date | None = None
    players: bool = False
    hidden: bool = True


@transaction.atomic
def duplicate_tournament(
    *, tournament_id: int, wanted: CopyRequest, secret: bytes | None = None
) -> CreatedTournament:
    """Create a tournament with the settings, prizes and page of another; return its owner's link.

    If both have a first day, the rounds' dates are moved by the same interval. Players come without
    their rounds, as preliminary, except those who only asked to enter or were erased. Raises
    NotFound, and UserError and Conflict as :func:`create_tournament` does.
    """
    source = Tournament.objects.filter(pk=tournament_id).first()
    if source is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    days = None
    if wanted.starts_on and source.starts_on:
        days = (wanted.starts_on - source.starts_on).days
    row = create_tournament(
        name=wanted.name,
        slug=wanted.slug,
        rules=source.rules,
        starts_on=wanted.starts_on,
        ends_on=_moved_day(source.ends_on, days),
        parameters=_parameters(source),
        status=Status.DRAFT if wanted.hidden else Status.PUBLIC,
    )
    for column in Tournament._meta.concrete_fields:
        if column.name not in ITS_OWN:
            setattr(row, column.attname, getattr(source, column.attname))
    row.save()
    _copy_rows(MailRules, source, row)
    _copy_poster(source, row)
    if days is not None:
        _plan(source, row, days)
    if wanted.players:
        _enter(source, row)
    return with_owner(row, secret)


def _parameters(source: Tournament) -> Parameters:
    """Return the parameters without groups and seeds, which belong to the players."""
    found = parameters_of(source)
    knock_out = replace(found.knock_out, seeds=())
    if source.method == PairingMethod.GROUPS:
        knock_out = replace(knock_out, first_round=1)
    return replace(
        found,
        scoring=without_bar(found).scoring,
        round_robin=replace(found.round_robin, groups=()),
        knock_out=knock_out,
        qualification=replace(found.qualification, decided=()),
    )


def _copy_rows(model: type[MailRules] | type[Poster], source: Tournament, row: Tournament) -> None:
    """Copy the tables in which a tournament has a single row."""
    for found in model._default_manager.filter(tournament=source):
        found.pk, found.tournament = None, row
        found._state.adding = True
        found.save()


def _copy_poster(source: Tournament, row: Tournament) -> None:
    """Copy the page of the event, without its announcements."""
    _copy_rows(Poster, source, row)
    poster = Poster.objects.filter(tournament=row).first()
    if poster is None:
        return
    poster.banner, poster.banner_at = "", None
    poster.save()
    pictures = PosterPicture.objects.filter(poster__tournament=source)
    logos = SponsorLogo.objects.filter(poster__tournament=source).order_by("pk")
    copied: list[PosterPicture | SponsorLogo] = [*pictures, *logos]
    for picture in copied:
        picture.pk, picture.poster = None, poster
        picture._state.adding = True
        picture.save()


def _plan(source: Tournament, row: Tournament, days: int) -> None:
    """Plan the rounds at the same times of day so many days later."""
    zone = ZoneInfo(source.time_zone)
    dated = ~Q(opens_at=None, play_by=None, closes_at=None)
    plans = {
        number: moments
        for model in (PlannedRound, Round)
        for number, *moments in model.objects.filter(dated, tournament=source).values_list(
            "number", *DATES
        )
    }
    PlannedRound.objects.bulk_create(
        PlannedRound(
            tournament=row,
            number=number,
            **{
                name: _moved_moment(moment, days, zone)
                for name, moment in zip(DATES, moments, strict=True)
            },
        )
        for number, moments in plans.items()
    )


def _enter(source: Tournament, row: Tournament) -> None:
    """Enter those who took part; the director says later who comes."""
    taking_part = Player.objects.filter(tournament=source, erased_at=None).order_by("number")
    entries = []
    for player in taking_part.exclude(registration=Registration.REQUESTED):
        entry = Player(**{name: getattr(player, name) for name in ENTRY_COLUMNS})
        entry.registration = Registration.PRELIMINARY
        entries.append(entry)
    add_players(tournament_id=row.pk, entries=entries)


def _moved_day(day: date | None, days: int | None) -> date | None:
    return None if day is None or days is None else day + timedelta(days=days)


def _moved_moment(moment: datetime | None, days: int, zone: ZoneInfo) -> datetime | None:
    """Return the same time of day so many days later, in the tournament's time zone."""
    return None if moment is None else timezone.localtime(moment, zone) + timedelta(days=days)
