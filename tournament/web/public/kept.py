"""Parts of public pages that were shown a moment ago, kept for all others who look at them.

Such a part shows what its tag tells and nothing of the visitor: hundreds of open pages ask for the
same one when a result comes in. It is kept for a few seconds, so that what depends on the time of
day stays true, and in this process alone.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from django.http import HttpResponse

SECONDS = 10.0
MOST = 64
"""So many parts are kept; the one that nobody asked for the longest makes room."""

_kept: OrderedDict[tuple[str, str], tuple[float, bytes, str]] = OrderedDict()
_lock = Lock()


def kept(path: str, tag: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """Return what was shown at an address under a tag, or else the answer, which is then kept."""
    key, now = (path, tag), time.monotonic()
    with _lock:
        found = _kept.get(key)
        if found is not None:
            _kept.move_to_end(key)
    if found is not None and now - found[0] < SECONDS:
        return HttpResponse(found[1], content_type=found[2])
    response = answer()
    if response.status_code == 200 and MOST:
        with _lock:
            _kept[key] = (now, response.content, response["Content-Type"])
            _kept.move_to_end(key)
            while len(_kept) > MOST:
                _kept.popitem(last=False)
    return response
