"""Answers of pages: files to keep, and parts that are 304 while nothing has changed."""

from collections.abc import Callable
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language


def download(data: bytes, filename: str, media_type: str) -> HttpResponse:
    """Return a file that the browser keeps under this name and does not take for another kind."""
    return HttpResponse(
        data,
        content_type=media_type,
        headers={
            "Content-Disposition": f'attachment; filename="{filename}"',
            "X-Content-Type-Options": "nosniff",
        },
    )


def etag_of(*seen: object) -> str:
    """Return the ETag of a part that shows so much, in the language of the request."""
    return f'"{sha256(repr((get_language(), *seen)).encode()).hexdigest()[:32]}"'


def if_news(request: HttpRequest, tag: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """Return 304 where the browser holds what has this tag, and else the answer; both with it."""
    response = get_conditional_response(request, etag=tag) or answer()
    response["ETag"] = tag
    return response
