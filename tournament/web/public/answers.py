"""Parts of public pages that keep themselves fresh: 304 while nothing has changed."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from adjudication.selectors.freshness import verdicts_stamp
from tournament.selectors.freshness import stamp_of
from tournament.web.access import not_found
from tournament.web.etags import etag_of

CHANGES_WITH = ("by", "show", "group", "category", "club", "from", "to")
"""The parameters of an address that change what a part shows."""


def tag_of(request: HttpRequest, slug: str, what: object, *, verdicts: bool = False) -> str | None:
    """Return the ETag of a part of a tournament's pages, or None without such a tournament.

    ``what`` tells the parts apart. With ``verdicts`` the part shows those of the records too. Ask
    before the part is read: what changes meanwhile is then news.
    """
    stamp = stamp_of(slug)
    if stamp is None:
        return None
    return tag_from(request, (stamp, verdicts_stamp()) if verdicts else stamp, what)


def tag_from(request: HttpRequest, stamp: object, what: object) -> str:
    """Return the same from a stamp that was taken already."""
    asked = [(name, request.GET.get(name)) for name in CHANGES_WITH if name in request.GET]
    return etag_of(what, asked, stamp)


def fresh(
    request: HttpRequest, tag: str | None, answer: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return 304 where the browser holds what has this tag, and else the answer with the tag."""
    if tag is None:
        return not_found(request)
    response = get_conditional_response(request, etag=tag) or answer()
    if response.status_code in (200, 304):
        response["ETag"] = tag
        response["Cache-Control"] = "private, no-cache"
    return response
