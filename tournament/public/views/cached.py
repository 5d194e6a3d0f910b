"""Parts of public pages that refresh themselves, rendered once for all their viewers.

Such a part depends only on its tag and not on the visitor: hundreds of open pages ask for the same
one when a result comes in. It is rendered once for all of them and kept for a few seconds, so that
what depends on the time of day stays true. For ``RESTS`` seconds nobody even asks whether it has
changed: with results coming in all the time it is rendered that often, and no more, however many
look on. Open pages ask less often than that, so none goes back to an older state.

All of it is local to the process.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.utils.translation import get_language

from tournament.audit.selectors.freshness import Freshness, freshness_by_slug
from tournament.common.responses import etag_of, held_tag
from tournament.staff.visitors import not_found

P = ParamSpec("P")
T = TypeVar("T")

RESTS = 2.0
SECONDS = 10.0
MOST = 64
"""How many parts are kept; the one that was not asked for the longest is dropped."""


@dataclass(slots=True)
class CachedPart:
    """What is shown at a place under a tag; ``made_at`` is in seconds of the monotonic clock."""

    lock: Lock = field(default_factory=Lock)
    made_at: float = float("-inf")
    content: bytes = b""
    kind: str = ""


_tags: OrderedDict[Hashable, tuple[float, Any]] = OrderedDict()
_kept: OrderedDict[Hashable, CachedPart] = OrderedDict()
_lock = Lock()


def recent_tag(place: Hashable, tag: Callable[[], T | None]) -> T | None:
    """Return the tag of what is shown at a place, as of at most ``RESTS`` seconds ago.

    None if nothing is shown there; that is asked each time.
    """
    now = time.monotonic()
    with _lock:
        asked, known = _tags.get(place, (float("-inf"), None))
        if now - asked < RESTS:
            return known
        if known:  # the others use what is known while this one asks
            _tags[place] = (now, known)
    present = tag()
    with _lock:
        if present is None:
            _tags.pop(place, None)
        else:
            _tags[place] = (now, present)
            _tags.move_to_end(place)
            _make_room(_tags)
    return present


def cached_response(place: Hashable, tag: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """Return what was shown at a place under a tag, or else the response, which is then kept.

    One caller makes the response, and those who ask for the same meanwhile wait for it.
    """
    with _lock:
        part = _kept.setdefault((place, tag), CachedPart())
        _kept.move_to_end((place, tag))
        _make_room(_kept)
    with part.lock:
        now = time.monotonic()
        if now - part.made_at < SECONDS:
            return HttpResponse(part.content, content_type=part.kind)
        response = answer()
        if response.status_code == 200:
            part.content, part.kind, part.made_at = response.content, response["Content-Type"], now
    return response


def polled_often(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Mark a view that open pages request all the time: its tournament is looked up as rarely."""
    view.polled_often = True  # type: ignore[attr-defined]
    return view


def _make_room(parts: OrderedDict[Hashable, Any]) -> None:
    while len(parts) > MOST:
        parts.popitem(last=False)


CHANGES_WITH = ("by", "show", "group", "category", "club", "from", "to", "q", "sort", "columns")
"""The query parameters that change what a part shows."""


def tag_of(request: HttpRequest, slug: str, what: object) -> str | None:
    """Return the ETag of a part of a tournament's pages, or None without such a tournament.

    ``what`` tells the parts apart. Call it before reading the part, so that a change in between
    counts as news.
    """
    found = freshness_by_slug(slug)
    return None if found is None else tag_from(request.GET, found, what)


def tag_from(asked: QueryDict, found: Freshness, what: object) -> str:
    """Return the same from what was already looked up; ``asked`` are the query parameters."""
    return etag_of(what, _query_values(asked), found.tournament_id, found.public)


def cached_if_changed(
    request: HttpRequest, tag: Callable[[], str | None], answer: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return 304 if the browser holds what has this tag, else the response with the tag."""
    place = (request.path, get_language(), *_query_values(request.GET))
    shown = recent_tag(place, tag)
    if shown is None:
        return not_found(request)
    held = held_tag(request, shown)
    response = HttpResponseNotModified() if held else cached_response(place, shown, answer)
    if response.status_code in (200, 304):
        response["ETag"] = shown
        response["Cache-Control"] = "private, no-cache"
    return response


def _query_values(asked: QueryDict) -> list[tuple[str, str]]:
    return [(name, value) for name in CHANGES_WITH for value in asked.getlist(name)]
