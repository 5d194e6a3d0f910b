"""Middleware: the tournament that an address is about, and requests that no view could serve."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone

from api.views import nothing_here
from config.errors import API, too_large
from tournament.audit.services.current_actor import NOBODY, acting_as
from tournament.models import Status
from tournament.public.views.cached import recent_tag
from tournament.staff.permissions import terms_of_request
from tournament.staff.visitors import may_see, not_found, visitor_of
from tournament.tournaments.selectors.public import TournamentTerms, terms_of_game

GetResponse = Callable[[HttpRequest], HttpResponse]
LARGEST_ID = 2**63 - 1


class BodyLimitMiddleware:
    """Answers 413 before a byte of a body that is too large is read.

    WSGI treats a body without an announced length as empty, so the header is enough. A view may
    allow more than the default (:mod:`tournament.common.body_sizes`).
    """

    def __init__(self, get_response: GetResponse) -> None:
        """Store the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, or answer 413."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        announced = int(length) if length.isdecimal() else 0
        limit = settings.SHINPAN_MAX_BODY_BYTES
        if announced > limit:
            limit = max(limit, _limit_of_view(request.path_info))
        return too_large(request, limit) if announced > limit else self.get_response(request)


def _limit_of_view(path: str) -> int:
    try:
        view = resolve(path).func
    except Resolver404:
        return 0
    return int(getattr(view, "most_bytes", 0))


class LargestIdMiddleware:
    """Answers 404 for an id in the URL that is larger than any primary key."""

    def __init__(self, get_response: GetResponse) -> None:
        """Store the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponse],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> HttpResponse | None:
        """Check the integers in the URL before its view does. Raises Http404."""
        if all(not isinstance(value, int) or value <= LARGEST_ID for value in kwargs.values()):
            return None
        if request.path_info.startswith(API):
            return nothing_here(request)
        raise Http404


class UnreadFormMiddleware:
    """Checks the sender of a large form before it is read; lets its view answer one too large.

    If the view does not, Django refuses it. The views are marked by ``accepts_body_up_to`` and
    ``handles_unread_form`` of :mod:`tournament.common.body_sizes`. It comes before the CSRF check,
    which reads forms.
    """

    def __init__(self, get_response: GetResponse) -> None:
        """Store the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Let the view answer a form that cannot be read. Raises what refuses its sender."""
        admits = getattr(view, "admits", None)
        if admits is not None and request.method == "POST":
            with acting_as(NOBODY):
                admits(request, *args, **kwargs)
        answer = getattr(view, "answer_unread", None)
        if answer is None and getattr(view, "csrf_exempt", False):
            return None  # not a form: the API reads what programs send
        most_files = getattr(view, "most_files", None) or settings.SHINPAN_MAX_FORM_FILES
        try:
            if sum(len(files) for _name, files in request.FILES.lists()) > most_files:
                raise TooManyFilesSent
        except (RequestDataTooBig, TooManyFilesSent) as problem:
            if answer is None:
                raise
            response: HttpResponse = answer(request, problem, *args, **kwargs)
            return response
        except UnreadablePostError:  # the sender is gone; the CSRF check refuses
            return None
        return None


class TournamentMiddleware:
    """Shows hidden tournaments only to their own people, and sets the tournament's time zone.

    A deleted tournament redirects its owner to the page that can bring it back. The API refuses
    hidden ones itself; it writes moments with their offset and leaves the time zone as it is.
    """

    def __init__(self, get_response: GetResponse) -> None:
        """Store the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; the time zone is that of the installation unless a page has one."""
        with timezone.override(None):
            return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponse],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> HttpResponse | None:
        """Find the tournament once the view is known, and activate its time zone."""
        if request.path_info.startswith(API):
            return None
        terms = _tournament_of(request, view, kwargs)
        if terms is not None:
            if terms.hidden and not may_see(visitor_of(request), terms):
                return not_found(request)
            if terms.status == Status.DELETED:
                life = reverse("tournament:lifecycle", args=[terms.slug])
                if not request.path_info.startswith(life):
                    return redirect(life)
            timezone.activate(ZoneInfo(terms.time_zone))
        elif request.path_info.startswith(OWN):
            player = visitor_of(request).player
            if player is not None:
                timezone.activate(ZoneInfo(player.time_zone))
        return None


OWN = ("/me/", "/cases/")
"""The pages of a player, whose addresses name no tournament."""


def _tournament_of(
    request: HttpRequest, view: Callable[..., HttpResponse], kwargs: Mapping[str, Any]
) -> TournamentTerms | None:
    """Return the tournament that an address names, directly or by one of its games."""
    slug, game_id = kwargs.get("slug"), kwargs.get("game_id")
    if slug is not None:
        found = partial(terms_of_request, request, slug)
    elif game_id is not None:
        found = partial(terms_of_game, game_id)
    else:
        return None
    many = getattr(view, "polled_often", False)
    return recent_tag(("tournament", slug, game_id), found) if many else found()
