"""ETags of the API: 304 for what the caller already has, 412 for changing another version.

The ETag of anything read from a tournament is made from its counters, the caller and the request
(:mod:`tournament.common.responses`), so that a 304 computes nothing. The counter is ``public`` for
what everybody may read and ``all`` for the rest. For something with a version
(:mod:`tournament.common.versions`) the ETag ends with the version, and ``If-Match`` compares
nothing else: a change elsewhere in the tournament is no conflict.

A viewset with ``counted = False`` shows something that raises no counter, and so do lists across
tournaments. Their answers are computed each time, and their ETag depends only on the content.
"""

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from rest_framework.response import Response

from api.permissions import StaffReadsNames, permission_for
from api.problems import ProblemDetails
from tournament.audit.selectors.freshness import freshness_of
from tournament.common.responses import conditional_response, digest_of, etag_of, sent_tags
from tournament.common.versions import StaleVersion, Version


def etag_sources(view: Any) -> str:
    """Return what the answer from a tournament's address is made from, as the ETag of a part."""
    request = view.request
    found = freshness_of(view.tournament_id)
    permission = permission_for(view, "GET")
    asked = (request.get_full_path(), found.tournament_id)
    if permission.roles or permission.scope or view.may(StaffReadsNames):
        return etag_of(*asked, request.user.name, found.all)
    return etag_of(*asked, found.public)


def with_etag(
    request: HttpRequest,
    response: HttpResponse,
    *,
    made_from: str = "",
    version: Version | None = None,
    changes_at: Iterable[datetime | None] = (),
) -> HttpResponse:
    """Return an answer with its ETag, or a 304 if the caller already has it."""
    if isinstance(response, Response):
        response.render()
    content = digest_of(response.content) + (f".{_digest(version)}" if version else "")
    tag = '"{}.{}"'.format(made_from.strip('"'), content)
    return conditional_response(request, response, tag, changes_at)


def refuse_stale(request: HttpRequest, version: Version | None) -> None:
    """Raise a 412 if ``If-Match`` names another version than the present one, or there is none.

    Compressing proxies weaken ETags or add to them: such differences are ignored.
    """
    sent = sent_tags(request, "If-Match")
    if not sent or sent == ["*"]:
        return
    if version is None or not any(_names(tag, version) for tag in sent):
        stale = StaleVersion()
        raise ProblemDetails(412, stale.code, str(stale.text))


def _names(tag: str, version: Version) -> bool:
    return tag.strip('"').partition("-")[0].split(".")[2:] == [_digest(version)]


def _digest(version: Version) -> str:
    return sha256(repr(version).encode()).hexdigest()[:12]
