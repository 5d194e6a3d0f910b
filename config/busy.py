"""The answer to a request that an error ended: 503 when the database was away or busy."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.views.defaults import server_error

from adjudication.models.stored import StoreError
from config.bare_pages import bare_answer
from config.problem_answers import problem_answer

RETRY_SECONDS = 5
BUSY = (503, "busy", "The database is busy or away for a moment: send the same again.")
BROKEN = (500, "error", "An error of the server: it was written down there.")
TEXT = (
    "The database is busy or away for a moment. Wait a few seconds and reload the page:\n"
    "sending the same again does no harm.\n"
    "\n"
    "La base de données est occupée ou absente pour un instant. Attendez quelques secondes et\n"
    "rechargez la page : renvoyer la même chose est sans risque.\n"
)


def handler500(request: HttpRequest) -> HttpResponse:
    """Answer for an exception that reached Django, from a page or from a middleware.

    A busy or absent database (a lock not had in time, no connection, no free place in the pool)
    or object store is nobody's mistake and passes: 503, and when to come again. All else is a 500.
    Django calls this while it handles the exception; the 503 needs no database.
    Programs that call the API are told in JSON.
    """
    passes = isinstance(sys.exception(), OperationalError | InterfaceError | StoreError)
    if request.path_info.startswith("/api/"):
        answer = problem_answer(*(BUSY if passes else BROKEN))
    elif passes:
        answer = bare_answer(request, 503, TEXT)
    else:
        return server_error(request)
    if passes:
        answer.headers["Retry-After"] = str(RETRY_SECONDS)
    answer.headers["Cache-Control"] = "no-store"
    return answer
