"""Parts of public pages that keep themselves fresh: 304 while nothing has changed."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from tournament.common.etags import etag_of
from tournament.public.selectors.freshness import stamp_of
from tournament.public.views.kept import kept, rested
from tournament.staff.access import not_found

CHANGES_WITH = ("by", "show", "group", "category", "club", "from", "to")
"""The parameters of an address that change what a part shows."""


def tag_of(request: HttpRequest, slug: str, what: object) -> str | None:
    """Return the ETag of a part of a tournament's pages, or None without such a tournament.

    ``what`` tells the parts apart. Ask before the part is read: what changes meanwhile is then
    news.
    """
    stamp = stamp_of(slug)
    return None if stamp is None else tag_from(request, stamp, what)


def tag_from(request: HttpRequest, stamp: object, what: object) -> str:
    """Return the same from a stamp that was taken already."""
    return etag_of(what, _asked(request), stamp)


def fresh(
    request: HttpRequest, tag: Callable[[], str | None], answer: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return 304 where the browser holds what has this tag, and else the answer with the tag."""
    place = (request.path, get_language(), *_asked(request))
    shown = rested(place, tag)
    if shown is None:
        return not_found(request)
    response = get_conditional_response(request, etag=shown) or kept(place, shown, answer)
    if response.status_code in (200, 304):
        response["ETag"] = shown
        response["Cache-Control"] = "private, no-cache"
    return response


def _asked(request: HttpRequest) -> list[tuple[str, str]]:
    return [(name, request.GET[name]) for name in CHANGES_WITH if name in request.GET]
