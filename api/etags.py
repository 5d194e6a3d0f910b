"""ETags: an answer that the caller holds already is a 304; a change of what is not, a 412."""

import hashlib
import re

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.problems import ProblemDetails


def tag_of(content: bytes) -> str:
    """Return the ETag of an answer."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def tagged(request: Request, response: HttpResponse) -> HttpResponse:
    """Return a rendered answer with its ETag, or a 304 to who holds it."""
    if isinstance(response, Response):
        response.render()
    response.headers["ETag"] = tag_of(response.content)
    found = get_conditional_response(
        request._request, etag=response.headers["ETag"], response=response
    )
    assert found is not None
    return found


def _own(tag: str) -> str:
    """Return an ETag as it was given, without what a proxy adds that sends a smaller form."""
    return re.sub(r'-(?:gzip|zstd|br)"$', '"', tag.removeprefix("W/"))


def refuse_changed(request: Request, current: str | None) -> None:
    """Raise a 412 where ``If-Match`` names another state than the present one.

    ``current`` is the ETag of a GET at the same address, None where there is none.
    """
    wanted = [_own(tag) for tag in parse_etags(request.headers.get("If-Match", ""))]
    if not wanted or (wanted == ["*"] and current is not None):
        return
    if current not in wanted:
        raise ProblemDetails(
            412, "changed", _("This changed since you read it: read it again, then decide.")
        )
