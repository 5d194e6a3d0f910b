"""The calendar, picture and social card of an event, and the form for its page."""

from hashlib import sha256

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.common.addresses import absolute_url
from tournament.common.body_sizes import accepts_body_up_to, handles_unread_form
from tournament.common.forms import posted
from tournament.common.pictures import MOST_BYTES, redraw_pictures, too_large
from tournament.common.queries import one_or_none
from tournament.errors import UserError
from tournament.models import Poster, PosterPicture, SponsorLogo
from tournament.public.calendar import calendar_of
from tournament.public.card import card_of, card_words
from tournament.public.forms import AnnouncementForm, LogoForm, PictureForm, PosterForm
from tournament.public.models import LOGO_SIDE, LONGEST_SIDE
from tournament.public.selectors.poster import EventPoster, event_page, event_poster, poster_of
from tournament.public.selectors.published import EventHead, event_head, published_tournament
from tournament.public.services import (
    add_logo,
    change_poster,
    remove_logo,
    remove_picture,
    set_picture,
)
from tournament.staff.permissions import require_director
from tournament.staff.visitors import cached_for_back_button, frame, not_found, personal
from tournament.tournaments.selectors.public import TournamentTerms

BODY_BYTES = MOST_BYTES + 64 * 1024
HOUR, YEAR = 3600, 365 * 24 * 3600


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the days of an event and its programme, for a calendar to subscribe to."""
    page = event_page(slug)
    if page is None:
        return not_found(request)
    address = absolute_url(request, reverse("tournament:event", args=[slug]))
    data = calendar_of(page, address)
    headers = {"Content-Disposition": f'inline; filename="{slug}.ics"'}
    response = HttpResponse(data, content_type="text/calendar; charset=utf-8", headers=headers)
    return _conditional(request, response, sha256(data).hexdigest())


@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the picture of an event; its URL on pages also includes its digest."""
    head = event_head(slug)
    found = PosterPicture.objects.filter(poster__tournament=head.terms.id) if head else None
    kept = found.first() if found is not None else None
    return not_found(request) if head is None or kept is None else _sent(request, head, kept)


@require_safe
def logo(request: HttpRequest, slug: str, sponsor_logo_id: int) -> HttpResponse:
    """Send the logo of a sponsor; its URL on pages also includes its digest."""
    head = event_head(slug)
    kept = None
    if head is not None:
        logos = SponsorLogo.objects.filter(poster__tournament=head.terms.id)
        kept = one_or_none(logos.filter(pk=sponsor_logo_id))
    return not_found(request) if head is None or kept is None else _sent(request, head, kept)


def _sent(request: HttpRequest, head: EventHead, kept: PosterPicture | SponsorLogo) -> HttpResponse:
    """Send the bytes of a picture."""
    response = HttpResponse(bytes(kept.data), content_type="image/jpeg")
    response["X-Content-Type-Options"] = "nosniff"
    if request.GET.get("v") == kept.sha256[:12]:
        response["Cache-Control"] = f"{_shared(head)}, max-age={YEAR}, immutable"
    return _conditional(request, response, kept.sha256)


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the card that illustrates a shared URL of an event without a picture."""
    head = event_head(slug)
    if head is None:
        return not_found(request)
    data = card_of(*card_words(head))
    response = HttpResponse(data, content_type="image/png")
    response["Cache-Control"] = f"{_shared(head)}, max-age={HOUR}"
    return _conditional(request, response, sha256(data).hexdigest())


def _shared(head: EventHead) -> str:
    """Return the cache scope: private for a hidden tournament."""
    return "private" if head.terms.hidden else "public"


def _conditional(request: HttpRequest, response: HttpResponse, digest: str) -> HttpResponse:
    """Return 304 if the browser holds the same, else the response with its ETag."""
    response["ETag"] = f'"{digest[:32]}"'
    response["X-Robots-Tag"] = "noindex"
    return get_conditional_response(request, response["ETag"], response=response) or response


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of the event's page, and save it."""
    terms = require_director(request, slug)
    row = poster_of(terms.id)
    form = PosterForm(row, posted(request))
    if not form.pressed and form.is_valid():
        try:
            change_poster(tournament_id=terms.id, changes=form.changes, seen=row.version)
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The page of the event is saved."))
            return redirect("tournament:poster", slug)
    return _page(request, terms, row, form=form)


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
def announcement(request: HttpRequest, slug: str) -> HttpResponse:
    """Put up an announcement in place of the one before, or take it down."""
    terms = require_director(request, slug)
    if request.method != "POST":
        return redirect("tournament:poster", slug)
    row = poster_of(terms.id)
    form = AnnouncementForm(request.POST, instance=row)
    if form.is_valid():
        try:
            changed = change_poster(tournament_id=terms.id, changes={"banner": form.text})
        except UserError as error:
            form.refuse(error)
        else:
            up = _("The announcement is up.")
            messages.success(
                request, up if changed.banner else _("The announcement is taken down.")
            )
            return redirect("tournament:poster", slug)
    return _page(request, terms, row, announced=form)


@personal
@require_POST
def poster_preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is typed as the page of the event would; nothing is saved."""
    terms = require_director(request, slug)
    form = PosterForm(poster_of(terms.id), request.POST)
    context = {"poster": _preview(slug, form), "terms": terms}
    return render(request, "public/poster.html", context)


@personal
def _picture_unread(request: HttpRequest, _problem: Exception, slug: str) -> HttpResponse:
    """Answer an upload of a picture that is too large to read."""
    terms = require_director(request, slug)
    row = poster_of(terms.id)
    form = PictureForm({}, picture=getattr(row, "picture", None))
    form.refuse(too_large())
    return _page(request, terms, row, picture_form=form)


@accepts_body_up_to(BODY_BYTES, admits=require_director)
@handles_unread_form(_picture_unread)
@personal
@require_http_methods(["GET", "HEAD", "POST"])
def poster_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Replace the picture on the event's page, say what it shows, or remove it."""
    terms = require_director(request, slug)
    if request.method != "POST":
        return redirect("tournament:poster", slug)
    row = poster_of(terms.id)
    form = PictureForm(request.POST, request.FILES, picture=getattr(row, "picture", None))
    if form.is_valid():
        try:
            if form.cleaned_data["remove"]:
                remove_picture(tournament_id=terms.id)
            else:
                sent = form.cleaned_data["picture"]
                sender = f"poster:{terms.id}"
                new = (
                    redraw_pictures([sent.read], sender=sender, longest=LONGEST_SIDE)
                    if sent
                    else ()
                )
                set_picture(
                    tournament_id=terms.id,
                    picture=next(iter(new), None),
                    words=form.cleaned_data["words"],
                )
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The page of the event is saved."))
            return redirect("tournament:poster", slug)
    return _page(request, terms, row, picture_form=form)


@personal
def _logo_unread(request: HttpRequest, _problem: Exception, slug: str) -> HttpResponse:
    """Answer an upload of a logo that is too large to read."""
    terms = require_director(request, slug)
    form = LogoForm({})
    form.refuse(too_large())
    return _page(request, terms, poster_of(terms.id), logo_form=form)


@accepts_body_up_to(BODY_BYTES, admits=require_director)
@handles_unread_form(_logo_unread)
@personal
@require_http_methods(["GET", "HEAD", "POST"])
def poster_logos(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a sponsor's logo to the event's page, or remove one."""
    terms = require_director(request, slug)
    if request.method != "POST":
        return redirect("tournament:poster", slug)
    form = LogoForm(request.POST, request.FILES)
    if form.removed is not None or form.is_valid():
        try:
            if form.removed is not None:
                remove_logo(tournament_id=terms.id, logo_id=form.removed)
            else:
                given = form.cleaned_data
                sender = f"poster:{terms.id}"
                (new,) = redraw_pictures([given["logo"].read], sender=sender, longest=LOGO_SIDE)
                add_logo(
                    tournament_id=terms.id, picture=new, name=given["name"], link=given["link"]
                )
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _("The page of the event is saved."))
            return redirect("tournament:poster", slug)
    return _page(request, terms, poster_of(terms.id), logo_form=form)


def _page(
    request: HttpRequest,
    terms: TournamentTerms,
    row: Poster,
    *,
    form: PosterForm | None = None,
    announced: AnnouncementForm | None = None,
    picture_form: PictureForm | None = None,
    logo_form: LogoForm | None = None,
) -> HttpResponse:
    """Show the page with its four forms, one of them as it was sent."""
    form = form or PosterForm(row)
    announced = announced or AnnouncementForm(instance=row)
    picture_form = picture_form or PictureForm(picture=getattr(row, "picture", None))
    logo_form = logo_form or LogoForm()
    context = {
        **frame(request),
        "terms": terms,
        "row": row,
        "logo_form": logo_form,
        "form": form,
        "announced": announced,
        "picture_form": picture_form,
        "poster": _preview(terms.slug, form),
    }
    status = max(one.status for one in (form, announced, picture_form, logo_form))
    return render(request, "public/edit_poster.html", context, status=status)


def _preview(slug: str, form: PosterForm) -> EventPoster:
    """Return the poster as it is typed; invalid values stay as they are saved."""
    found = published_tournament(slug)
    assert found is not None
    form.is_valid()
    return event_poster(form.typed_row, found.tournament, found.rounds)
