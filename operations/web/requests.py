"""Around every request: its number, its line in the log, its place in the figures."""

import logging
import time
from collections.abc import Callable
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from jobs.request_id import new_request_id, serving, valid
from operations.services import measuring

log = logging.getLogger("shinpan.access")

HEADER = "X-Request-ID"
QUIET = frozenset({"healthz", "readyz", "metrics"})
"""Asked every few seconds by machines: told in the log only when they do not go well."""
TOKEN_LENGTH = 20
"""From this length on a part of an address may be a secret; a tournament's address is none."""


class RequestMiddleware:
    """Gives a request its number, tells how it went, and returns the number with the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next layer."""
        self.get_response = get_response
        self.behind_proxy = settings.SHINPAN_BEHIND_PROXY
        self.static = f"/{settings.STATIC_URL.strip('/')}/"

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on. Nobody but our own proxy may choose the number."""
        given = valid(request.headers.get(HEADER)) if self.behind_proxy else None
        number = given or new_request_id()
        started = time.perf_counter()
        with serving(number):
            response = self.get_response(request)
            seconds = time.perf_counter() - started
            view = self._view(request)
            self._tell(request, response.status_code, view, seconds)
        measuring.count_request(view, request.method, response.status_code, seconds)
        response.headers[HEADER] = number
        return response

    def _view(self, request: HttpRequest) -> str:
        match = request.resolver_match
        if match is not None:
            return match.view_name or match._func_path
        return "static" if request.path_info.startswith(self.static) else "none"

    def _tell(self, request: HttpRequest, status: int, view: str, seconds: float) -> None:
        quiet = status < 400 and (view in QUIET or view == "static")
        level = logging.DEBUG if quiet else logging.INFO
        if not log.isEnabledFor(level):
            return
        milliseconds = round(1000 * seconds, 1)
        fields = {
            "method": known_method(request),
            "path": told_path(request),
            "status": status,
            "ms": milliseconds,
            "view": view,
        }
        log.log(
            level,
            "%s %s %s in %s ms",
            *(fields["method"], fields["path"], status, milliseconds),
            extra={"fields": fields},
        )


def known_method(request: HttpRequest) -> str:
    """Return the method, or ``other`` for a word that is none."""
    return measuring.method_of(request.method)


def told_path(request: HttpRequest) -> str:
    """Return the path as a log may have it: quoted, without a query, tokens cut short."""
    match = request.resolver_match
    slug = match.kwargs.get("slug") if match is not None else None
    return "/".join(
        part if len(part) < TOKEN_LENGTH or part == slug else f"{part[:4]}..."
        for part in quote(request.path_info, safe="/~").split("/")
    )
