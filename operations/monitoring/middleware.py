"""Middleware around every request: request id, access log, metrics."""

import logging
import time
from collections.abc import Callable
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from jobs.request_id import new_request_id, use_request_id, valid_request_id
from operations.monitoring import process_metrics

log = logging.getLogger("shinpan.access")

HEADER = "X-Request-ID"
QUIET = frozenset({"healthz", "readyz", "metrics"})
"""Requested every few seconds by machines: logged only if they fail."""
TOKEN_LENGTH = 20
"""A path segment of this length may be a secret, unless it is a tournament's slug."""


class RequestMiddleware:
    """Gives a request its id, logs and counts it, and returns the id in the response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Store the next layer."""
        self.get_response = get_response
        self.behind_proxy = settings.SHINPAN_BEHIND_PROXY
        self.static = f"/{settings.STATIC_URL.strip('/')}/"

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on. Only our own proxy may choose the id."""
        sent = valid_request_id(request.headers.get(HEADER)) if self.behind_proxy else None
        number = sent or new_request_id()
        started = time.perf_counter()
        with use_request_id(number):
            response = self.get_response(request)
            seconds = time.perf_counter() - started
            view = self._view(request)
            self._log(request, response.status_code, view, seconds)
        process_metrics.count_request(view, request.method, response.status_code, seconds)
        response.headers[HEADER] = number
        return response

    def _view(self, request: HttpRequest) -> str:
        match = request.resolver_match
        if match is not None:
            return match.view_name or match._func_path
        return "static" if request.path_info.startswith(self.static) else "none"

    def _log(self, request: HttpRequest, status: int, view: str, seconds: float) -> None:
        quiet = status < 400 and (view in QUIET or view == "static")
        level = logging.DEBUG if quiet else logging.INFO
        if not log.isEnabledFor(level):
            return
        milliseconds = round(1000 * seconds, 1)
        fields = {
            "method": process_metrics.method_label(request.method),
            "path": loggable_path(request),
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


def loggable_path(request: HttpRequest) -> str:
    """Return the path as it may be logged: quoted, without a query, tokens cut short."""
    match = request.resolver_match
    slug = match.kwargs.get("slug") if match is not None else None
    return "/".join(
        part if len(part) < TOKEN_LENGTH or part == slug else f"{part[:4]}..."
        for part in quote(request.path_info, safe="/~").split("/")
    )
