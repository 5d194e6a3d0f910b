"""Error responses made outside the views: 413, 500 and 503, for browsers and for programs.

They need no database, no session and no template context, and are in both languages at once.
"""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from tournament.errors import StoreError

API = "/api/"
RETRY_SECONDS = 5
BUSY = (503, "busy", "The database is busy or unavailable for a moment: send the same again.")
BROKEN = (500, "error", "Internal server error; it has been logged.")
BUSY_TEXT = (
    "The database is busy or away for a moment. Wait a few seconds and reload the page:\n"
    "sending the same again does no harm.\n"
    "\n"
    "La base de données est occupée ou absente pour un instant. Attendez quelques secondes et\n"
    "rechargez la page : renvoyer la même chose est sans risque.\n"
)
TOO_LARGE_TEXT = (
    "This is larger than anything that can be sent here ({limit} MB at most).\n"
    "Cet envoi dépasse la taille acceptée ({limit} Mo au plus).\n"
)


def handler500(request: HttpRequest) -> HttpResponse:
    """Respond to an exception that reached Django, from a view or a middleware.

    A database or object store that is busy or away (a lock not acquired in time, no connection,
    an exhausted pool) is nobody's fault and temporary: 503 with `Retry-After`. Anything else is a
    500. Django calls this while it handles the exception.
    """
    transient = isinstance(sys.exception(), OperationalError | InterfaceError | StoreError)
    if request.path_info.startswith(API):
        response = problem(*(BUSY if transient else BROKEN))
    elif transient:
        response = plain_page(request, 503, BUSY_TEXT)
    else:
        return server_error(request)
    if transient:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    response.headers["Cache-Control"] = "no-store"
    return response


def too_large(request: HttpRequest, limit: int) -> HttpResponse:
    """Answer 413; ``limit`` is in bytes."""
    if request.path_info.startswith(API):
        return problem(413, "too_large", f"The API takes {limit // 1024} kB here at most.")
    megabytes = limit // 1024 // 1024
    return plain_page(request, 413, TOO_LARGE_TEXT.format(limit=megabytes), limit=megabytes)


def plain_page(request: HttpRequest, status: int, text: str, **context: object) -> HttpResponse:
    """Return the template ``<status>.html`` to a browser, and the text to everything else."""
    if "text/html" in request.headers.get("Accept", ""):
        return HttpResponse(render_to_string(f"{status}.html", context), status=status)
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")


def problem(status: int, code: str, detail: str) -> HttpResponse:
    """Return problem details (RFC 9457) for a request that reached no view of the API."""
    return JsonResponse(
        {
            "type": f"/api/v1/docs/#problem-{status}",
            "title": detail,
            "status": status,
            "code": code,
            "detail": detail,
        },
        status=status,
        content_type="application/problem+json",
        headers={"Cache-Control": "no-store"},
    )
