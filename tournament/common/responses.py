"""File downloads, and responses that are 304 while nothing has changed: of pages and the API.

An ETag tells what an answer was made from: the counters of its tournament
(:mod:`tournament.audit.selectors.freshness`), who looks at it, the language and the build of the
program. After a dot it tells what came of it, and after a dash when the answer changes by itself.
What was made from the same is 304 without being made again; what was made again and came to the
same is 304 as well: nobody who reads it is disturbed.
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
    """Return a file that the browser keeps under this name and does not take for another kind."""
    return HttpResponse(
        data,
        content_type=media_type,
        headers={
            "Content-Disposition": f'attachment; filename="{filename}"',
            "X-Content-Type-Options": "nosniff",
        },
    )


@cache
def build() -> str:
    """Return what tells this build of the program from others: a digest of its files."""
    digest = sha256()
    for part in _PARTS_OF_THE_BUILD:
        for path in sorted((settings.BASE_DIR / part).rglob("*.*")):
            if path.suffix in {".py", ".html", ".txt", ".mo"}:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def etag_of(*shown: object) -> str:
    """Return the ETag of a part that is made from so much, in the language of the request."""
    return f'"{sha256(repr((get_language(), build(), *shown)).encode()).hexdigest()[:32]}"'


def if_news(
    request: HttpRequest,
    tag: str,
    answer: Callable[[], HttpResponse],
    moments: Callable[[], Iterable[datetime | None]] = tuple,
) -> HttpResponse:
    """Return 304 where the browser holds what has this tag, and else the answer; both with a tag.

    ``moments`` are asked for after the answer was made: at the next of them it changes by itself.
    """
    held = held_tag(request, tag)
    if held:
        return not_modified(held)
    response = answer()
    if response.status_code != 200:
        return response
    content = digest_of(_DIFFERS_EACH_TIME.sub(b"", response.content))
    return tagged(request, response, f'{tag[:-1]}.{content}"', moments())


def tagged(
    request: HttpRequest, response: HttpResponse, tag: str, moments: Iterable[datetime | None] = ()
) -> HttpResponse:
    """Return an answer with its ETag, or 304 where what the browser holds came to the same."""
    response.headers["ETag"] = changing_at(tag, moments)
    sent = sent_tags(request, "If-None-Match")
    same = "*" in sent or _parts(tag)[1] in {_parts(held)[1] for held in sent}
    return not_modified(response.headers["ETag"]) if same else response


def digest_of(content: bytes) -> str:
    """Return what tells one content from others in an ETag."""
    return sha256(content).hexdigest()[:16]


def changing_at(tag: str, moments: Iterable[datetime | None]) -> str:
    """Return the ETag of a part that also changes at the next of these moments."""
    now = timezone.now()
    to_come = [moment for moment in moments if moment is not None and moment > now]
    return f'{tag[:-1]}-{int(min(to_come).timestamp() * 1000)}"' if to_come else tag


def held_tag(request: HttpRequest, tag: str) -> str:
    """Return the ETag that the browser holds of a part that is still as it was, or nothing."""
    for held in sent_tags(request, "If-None-Match"):
        made_from, _content, until = _parts(held)
        if made_from == tag.strip('"') and (not until or _to_come(until)):
            return held
    return ""


_DIFFERS_EACH_TIME = re.compile(
    rb'name="(?:csrfmiddlewaretoken|once)" value="[^"]*"|data-clock-now="[^"]*"'
)
"""What is another in every answer and changes nothing of what somebody sees."""


_BY_PROXIES = re.compile(r'-(?:gzip|zstd|br)"$')


def sent_tags(request: HttpRequest, header: str) -> list[str]:
    """Return the ETags of a header as we gave them, without what proxies add that compress."""
    tags = parse_etags(request.headers.get(header, ""))
    return [_BY_PROXIES.sub('"', tag.removeprefix("W/")) for tag in tags]


def _parts(tag: str) -> tuple[str, str, str]:
    """Return what an ETag says: from what a part was made, what came of it, and until when."""
    rest, _dash, until = tag.strip('"').partition("-")
    made_from, _dot, content = rest.partition(".")
    return made_from, content, until


def not_modified(tag: str) -> HttpResponse:
    """Return what is told to a browser that holds this already."""
    return HttpResponseNotModified(headers={"ETag": tag})


def _to_come(milliseconds: str) -> bool:
    """Whether a moment, as an ETag tells it, is yet to come."""
    if not milliseconds.isascii() or not milliseconds.isdigit() or len(milliseconds) > 14:
        return False
    return datetime.fromtimestamp(int(milliseconds) / 1000, tz=UTC) > timezone.now()
