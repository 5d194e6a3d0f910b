"""File downloads, and pages and API responses that are 304 while nothing has changed.

An ETag tells what a response was made from: the counters of its tournament
(:mod:`tournament.audit.selectors.freshness`), the viewer, the language and the build of the
program. After a dot follows a digest of the content, and after a dash the moment when the response
changes by itself. A response made from the same is a 304 without being made again; one that was
made again with the same content is a 304 too, so that no reader is disturbed.
"""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import get_language

_PARTS_OF_THE_BUILD = (
    *("api", "adjudication", "config", "jobs", "language", "locale", "notices", "operations"),
    *("templates", "tournament"),
)


def download(data: bytes, filename: str, media_type: str) -> HttpResponse:
    """Return a file that the browser saves under this name and does not sniff for another type."""
    return HttpResponse(
        data,
        content_type=media_type,
        headers={
            "Content-Disposition": f'attachment; filename="{filename}"',
            "X-Content-Type-Options": "nosniff",
        },
    )


@cache
def build_id() -> str:
    """Return what identifies this build of the program: a digest of its files."""
    digest = sha256()
    for part in _PARTS_OF_THE_BUILD:
        for path in sorted((settings.BASE_DIR / part).rglob("*.*")):
            if path.suffix in {".py", ".html", ".txt", ".mo"}:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def etag_of(*shown: object) -> str:
    """Return the ETag of a part made from these values, in the language of the request."""
    return f'"{sha256(repr((get_language(), build_id(), *shown)).encode()).hexdigest()[:32]}"'


def if_changed(
    request: HttpRequest,
    tag: str,
    answer: Callable[[], HttpResponse],
    moments: Callable[[], Iterable[datetime | None]] = tuple,
) -> HttpResponse:
    """Return 304 if the browser holds what has this tag, else the response; both with a tag.

    ``moments`` is called after the response was made: at the next of them it changes by itself.
    """
    held = held_tag(request, tag)
    if held:
        return not_modified(held)
    response = answer()
    if response.status_code != 200:
        return response
    content = digest_of(_DIFFERS_EACH_TIME.sub(b"", response.content))
    return conditional_response(request, response, f'{tag[:-1]}.{content}"', moments())


def conditional_response(
    request: HttpRequest, response: HttpResponse, tag: str, moments: Iterable[datetime | None] = ()
) -> HttpResponse:
    """Return a response with its ETag, or 304 if the browser holds the same content."""
    response.headers["ETag"] = tag_until_next(tag, moments)
    sent = sent_tags(request, "If-None-Match")
    same = "*" in sent or _parts(tag)[1] in {_parts(held)[1] for held in sent}
    return not_modified(response.headers["ETag"]) if same else response


def digest_of(content: bytes) -> str:
    """Return the digest that tells one content from others in an ETag."""
    return sha256(content).hexdigest()[:16]


def tag_until_next(tag: str, moments: Iterable[datetime | None]) -> str:
    """Return the ETag of a part that also changes at the next of these moments."""
    now = timezone.now()
    to_come = [moment for moment in moments if moment is not None and moment > now]
    return f'{tag[:-1]}-{int(min(to_come).timestamp() * 1000)}"' if to_come else tag


def held_tag(request: HttpRequest, tag: str) -> str:
    """Return the ETag of a part that the browser holds and that is still current, or empty text."""
    for held in sent_tags(request, "If-None-Match"):
        made_from, _content, until = _parts(held)
        if made_from == tag.strip('"') and (not until or _to_come(until)):
            return held
    return ""


_DIFFERS_EACH_TIME = re.compile(
    rb'name="(?:csrfmiddlewaretoken|once)" value="[^"]*"|data-clock-now="[^"]*"'
)
"""What differs in every response without changing anything that the reader sees."""


_BY_PROXIES = re.compile(r'-(?:gzip|zstd|br)"$')


def sent_tags(request: HttpRequest, header: str) -> list[str]:
    """Return the ETags of a header as we gave them, without what compressing proxies add."""
    tags = parse_etags(request.headers.get(header, ""))
    return [_BY_PROXIES.sub('"', tag.removeprefix("W/")) for tag in tags]


def _parts(tag: str) -> tuple[str, str, str]:
    """Return the three parts of an ETag: the sources, the content, and until when it is valid."""
    rest, _dash, until = tag.strip('"').partition("-")
    made_from, _dot, content = rest.partition(".")
    return made_from, content, until


def not_modified(tag: str) -> HttpResponse:
    """Return the response to a browser that holds this already."""
    return HttpResponseNotModified(headers={"ETag": tag})


def _to_come(milliseconds: str) -> bool:
    """Whether a moment, as written in an ETag, is still to come."""
    if not milliseconds.isascii() or not milliseconds.isdigit() or len(milliseconds) > 14:
        return False
    return datetime.fromtimestamp(int(milliseconds) / 1000, tz=UTC) > timezone.now()
