"""Setting the prizes of a tournament, and the contents of the event's page."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.audit.models import Verb
from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_columns
from tournament.common.locks import open_tournament
from tournament.common.pictures import StoredPicture
from tournament.common.versions import check_version, save_version
from tournament.errors import UserError
from tournament.models import FrozenStandings, Poster, PosterPicture, SponsorLogo
from tournament.rounds.selectors.state import only_rounds, open_games, shown_rounds, state_of
from tournament.standings.prizes import MOST_PRIZES, Prize
from tournament.state.codec import to_json
from tournament.state.frozen import freeze_state


@transaction.atomic
def set_prizes(*, tournament_id: int, prizes: Sequence[Prize], seen: int | None = None) -> None:
    """Replace the prizes with these.

    ``seen`` is the version of the settings that they were based on; None: any. Raises NotFound,
    Conflict if somebody else has changed something since or the tournament is closed, and UserError
    for too many.
    """
    if len(prizes) > MOST_PRIZES:
        raise UserError(
            "many_prizes",
            text=_("A tournament has at most %(most)d prizes.") % {"most": MOST_PRIZES},
        )
    tournament = open_tournament(tournament_id)
    check_version(tournament, seen)
    before, after = tournament.prizes, [to_json(prize) for prize in prizes]
    if after == before:
        return
    tournament.prizes = after
    save_version(tournament, "prizes")
    record(Verb.PRIZES_CHANGED, tournament_id=tournament_id, before=before, after=after)


@transaction.atomic
def freeze_standings(*, tournament_id: int, after: int, final: bool = False) -> FrozenStandings:
    """Freeze the standings after a round for all public pages, as they are now; return them.

    They replace those frozen before. Raises NotFound, Conflict if the tournament is closed, and
    UserError (field ``after``) for a round that is not published, and for final standings while a
    result up to that round is missing or may change.
    """
    tournament = open_tournament(tournament_id)
    rounds = shown_rounds(tournament)
    if after not in rounds:
        raise UserError("no_round", field="after", text=_("Choose a round that is published."))
    if final and open_games(tournament_id, rounds=[n for n in rounds if n <= after]):
        raise UserError(
            "results_open",
            field="after",
            text=_("Results up to this round are missing or not final: these cannot be final yet."),
        )
    state = only_rounds(state_of(tournament, before=after + 1, wishes=False), rounds)
    row = FrozenStandings.objects.filter(tournament=tournament).first()
    before = _told_frozen(row)
    row = row or FrozenStandings(tournament=tournament)
    row.after, row.final, row.frozen_at = after, final, timezone.now()
    row.content = to_json(freeze_state(state, after))
    row.save()
    verb = Verb.STANDINGS_PUBLISHED if final else Verb.STANDINGS_FROZEN
    record(verb, tournament_id=tournament_id, before=before, after=_told_frozen(row))
    return row


@transaction.atomic
def thaw_standings(*, tournament_id: int) -> None:
    """Let public standings follow the results again. Idempotent.

    Raises NotFound, and Conflict if the tournament is closed.
    """
    row = FrozenStandings.objects.filter(tournament=open_tournament(tournament_id)).first()
    if row is None:
        return
    before = _told_frozen(row)
    row.delete()
    record(Verb.STANDINGS_THAWED, tournament_id=tournament_id, before=before)


def _told_frozen(row: FrozenStandings | None) -> dict[str, object] | None:
    return None if row is None else {"after": row.after, "final": row.final}


@transaction.atomic
def change_poster(
    *, tournament_id: int, changes: Mapping[str, Any], seen: int | None = None
) -> Poster:
    """Set some columns of the poster and return it; a new announcement is dated now.

    ``seen`` is the version that the changes are based on, 0 before there is one; None: any. The
    history names only the columns, because their contents may name people. Raises NotFound,
    UserError for a value that is not allowed, and Conflict if somebody else was quicker or the
    tournament is closed.
    """
    row = _open_poster(tournament_id)
    check_version(row, seen)
    was = {name: getattr(row, name) for name in changes}
    for name, value in changes.items():
        setattr(row, name, value)
    clean_columns(row, changes.keys())
    changed = [name for name in changes if getattr(row, name) != was[name]]
    if not changed:
        return row
    columns = list(changed)
    if "banner" in changed:
        row.banner_at = timezone.now() if row.banner else None
        columns.append("banner_at")
    _save_poster(row, *columns)
    record(Verb.POSTER_CHANGED, tournament_id=tournament_id, after=sorted(changed))
    return row


@transaction.atomic
def set_picture(*, tournament_id: int, picture: StoredPicture | None, words: str) -> None:
    """Replace the picture and say what it shows; None keeps the present picture.

    Raises NotFound, UserError for words that are not allowed or if there is no picture, and
    Conflict for a closed tournament.
    """
    row = _open_poster(tournament_id)
    kept = PosterPicture.objects.filter(poster=row.pk).first() or PosterPicture()
    if picture is not None:
        kept.data, kept.sha256 = picture.data, picture.sha256
        kept.width, kept.height = picture.width, picture.height
    elif kept.pk is None:
        raise UserError("no_picture", field="picture", text=_("Choose a picture."))
    kept.words = words
    clean_columns(kept, ["words"])
    _save_poster(row)
    kept.poster = row
    kept.save()
    record(Verb.POSTER_CHANGED, tournament_id=tournament_id, after=["picture"])


@transaction.atomic
def remove_picture(*, tournament_id: int) -> None:
    """Remove the picture; no error if there is none. Raises NotFound and Conflict."""
    row = _open_poster(tournament_id)
    if PosterPicture.objects.filter(poster=row.pk).delete()[0]:
        _save_poster(row)
        record(Verb.POSTER_CHANGED, tournament_id=tournament_id, after=["picture"])


MOST_LOGOS = 12


@transaction.atomic
def add_logo(
    *, tournament_id: int, picture: StoredPicture, name: str, link: str = ""
) -> SponsorLogo:
    """Add a sponsor's logo below the existing ones.

    Raises NotFound, UserError for a name or link that is not allowed or if there are too many, and
    Conflict for a closed tournament.
    """
    row = _open_poster(tournament_id)
    if row.pk is not None and row.logos.count() >= MOST_LOGOS:
        text = _("There are %(most)d logos: take one down first.") % {"most": MOST_LOGOS}
        raise UserError("many_logos", field="logo", text=text)
    logo = SponsorLogo(
        name=name,
        link=link,
        data=picture.data,
        sha256=picture.sha256,
        width=picture.width,
        height=picture.height,
    )
    clean_columns(logo, ["name", "link"])
    _save_poster(row)
    logo.poster = row
    logo.save()
    record(Verb.POSTER_CHANGED, tournament_id=tournament_id, after=["logos"])
    return logo


@transaction.atomic
def remove_logo(*, tournament_id: int, logo_id: int) -> None:
    """Remove a logo; no error if it does not exist. Raises NotFound and Conflict."""
    row = _open_poster(tournament_id)
    if row.pk is not None and row.logos.filter(pk=logo_id).delete()[0]:
        _save_poster(row)
        record(Verb.POSTER_CHANGED, tournament_id=tournament_id, after=["logos"])


def _open_poster(tournament_id: int) -> Poster:
    """Return the poster of a tournament that is not closed, locked; else a new one."""
    tournament = open_tournament(tournament_id)
    found = Poster.objects.filter(tournament=tournament).first()
    return found or Poster(tournament=tournament)


def _save_poster(row: Poster, *columns: str) -> None:
    if row._state.adding:
        row.version = 1
        row.save(force_insert=True)
    else:
        save_version(row, *columns)
