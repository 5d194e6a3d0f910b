"""Parts of public pages that were shown a moment ago, kept for all others who look at them.

Such a part shows what its tag tells and nothing of the visitor: hundreds of open pages ask for the
same one when a result comes in. It is made once for all of them, and kept for a few seconds, so
that what depends on the time of day stays true. For ``RESTS`` seconds nobody even asks whether it
has changed: where results come in all the time it is made anew so often, and no oftener, however
many look on. Open pages ask less often than that, so none goes back to what it was before.

All of it is in this process alone.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from django.http import HttpResponse

RESTS = 2.0
SECONDS = 10.0
MOST = 64
"""So many parts are kept; the one that nobody asked for the longest makes room."""


@dataclass(slots=True)
class Part:
    """What was shown at a place under a tag; ``made`` is a second of the monotonic clock."""

    making: Lock = field(default_factory=Lock)
    made: float = float("-inf")
    content: bytes = b""
    kind: str = ""


_tags: OrderedDict[Hashable, tuple[float, str]] = OrderedDict()
_kept: OrderedDict[Hashable, Part] = OrderedDict()
_lock = Lock()


def rested(place: Hashable, tag: Callable[[], str | None]) -> str | None:
    """Return the tag of what is shown at a place, as it was asked for at most ``RESTS`` ago.

    None where nothing is shown there; that is asked for each time.
    """
    now = time.monotonic()
    with _lock:
        asked, known = _tags.get(place, (float("-inf"), ""))
        if now - asked < RESTS:
            return known
        if known:  # the others go on with what they know, while this one asks
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


def kept(place: Hashable, tag: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """Return what was shown at a place under a tag, or else the answer, which is then kept.

    One makes the answer, and those who ask for the same meanwhile wait for it.
    """
    with _lock:
        part = _kept.setdefault((place, tag), Part())
        _kept.move_to_end((place, tag))
        _make_room(_kept)
    with part.making:
        now = time.monotonic()
        if now - part.made < SECONDS:
            return HttpResponse(part.content, content_type=part.kind)
        response = answer()
        if response.status_code == 200:
            part.content, part.kind, part.made = response.content, response["Content-Type"], now
    return response


def _make_room(parts: OrderedDict[Hashable, Any]) -> None:
    while len(parts) > MOST:
        parts.popitem(last=False)
