"""Errors as problem details (RFC 9457), in the language asked for.

``code`` is stable; ``title`` and ``detail`` are for people. Errors in single fields are in
``errors``, each with the field's path (``players.2.rank``), a code and a sentence.
"""

from collections.abc import Iterable, Iterator, Mapping
from json import JSONDecodeError
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from tournament.errors import (
    Conflict,
    IdempotencyConflict,
    LinkInvalid,
    NotFound,
    NotNow,
    StoreError,
    UserError,
)
from tournament.pairing.pairing import PairingError
from tournament.spoken import translated

RETRY_SECONDS = 5
MEDIA_TYPE = "application/problem+json"
TYPES = "/api/v1/docs/#problem-"
"""The address that explains a type of problem; the kind of its code follows."""


class ProblemDetails(exceptions.APIException):
    """A refused call: its status, a stable code and a sentence."""

    def __init__(
        self,
        status: int,
        code: str,
        text: str,
        *,
        headers: Mapping[str, str] | None = None,
        errors: list[dict[str, str]] | None = None,
    ) -> None:
        super().__init__(text, code)
        self.status_code = status
        self.code = code
        self.headers = dict(headers or {})
        self.errors = errors


def no_such_thing() -> ProblemDetails:
    """Return the problem for a thing that does not exist, or that the caller may not know of."""
    return ProblemDetails(404, "not_found", _("Not found, or your token has no access to it."))


def invalid_fields(errors: list[dict[str, str]]) -> ProblemDetails:
    """Return the problem for invalid fields."""
    return ProblemDetails(400, "invalid", _("Check the fields named below."), errors=errors)


def rules_departure(found: Iterable[tuple[str, str]]) -> ProblemDetails:
    """Return the problem for a change that departs from the rules a tournament is rated by.

    ``found`` are the departures: a code and its text for each.
    """
    return ProblemDetails(
        400,
        "departs_from_rules",
        _("This departs from the rules of the rated mode; `sure` does it all the same."),
        errors=[{"field": "sure", "code": code, "detail": text} for code, text in found],
    )


def handle(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """Return the answer to an exception from a view (``EXCEPTION_HANDLER``); None for a bug."""
    if isinstance(exc, UserError):
        headers = {"Retry-After": f"{exc.seconds:.0f}"} if isinstance(exc, NotNow) else None
        return problem(
            _status_of(exc), exc.code, str(exc.text), errors=_error_of(exc), headers=headers
        )
    if isinstance(exc, exceptions.ValidationError):
        exc = invalid_fields(list(_flat(exc.get_full_details(), "")))
    if isinstance(exc, PairingError):
        return problem(409, "pairing", translated(exc.text))
    if isinstance(exc, OperationalError | InterfaceError | StoreError):
        return problem(
            503,
            "busy",
            _("The database is busy or unavailable for a moment: send the same again."),
            headers={"Retry-After": str(RETRY_SECONDS)},
        )
    if isinstance(exc, RecursionError):
        return problem(400, "too_deep", _("This is nested too deeply."))
    exc = _in_our_words(exc, context)
    if not isinstance(exc, exceptions.APIException):
        return None
    headers = dict(getattr(exc, "headers", {}))
    if getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = exc.auth_header
    return problem(
        exc.status_code,
        str(exc.get_codes()),
        str(exc.detail),
        errors=getattr(exc, "errors", None),
        headers=headers,
    )


def _in_our_words(exc: Exception, context: Mapping[str, Any]) -> Exception:
    """Return our own problem in place of an exception by Django or Django REST framework."""
    if isinstance(exc, exceptions.Throttled):
        return _too_many(exc)
    if isinstance(exc, exceptions.ParseError):
        return _not_json(exc)
    if isinstance(exc, exceptions.MethodNotAllowed):
        return _other_method(exc, context)
    if isinstance(exc, Http404):
        return no_such_thing()
    if isinstance(exc, PermissionDenied):
        return ProblemDetails(403, "forbidden", _("This token may not do that."))
    if isinstance(exc, RequestDataTooBig):
        return ProblemDetails(413, "too_large", _("This is too large for this address."))
    return exc


def _not_json(exc: exceptions.ParseError) -> ProblemDetails:
    """Return the problem for a body that is not JSON, with the place of the error."""
    cause = exc.__context__
    text = _("The body is not JSON in UTF-8.")
    if isinstance(cause, JSONDecodeError):
        text = _("The body is not JSON from line %(line)d, character %(column)d on.") % {
            "line": cause.lineno,
            "column": cause.colno,
        }
    elif isinstance(cause, ValueError) and not isinstance(cause, UnicodeError):
        text = _("The body has a number that JSON does not have, such as NaN or Infinity.")
    return ProblemDetails(400, str(exc.get_codes()), text)


def _other_method(
    exc: exceptions.MethodNotAllowed, context: Mapping[str, Any]
) -> exceptions.APIException:
    """Return the problem for a method that an address does not have, with those that it has."""
    view = context.get("view")
    offered = [method for method in getattr(view, "allowed_methods", []) if method != "OPTIONS"]
    if not offered:
        return exc
    text = _("This address does not have %(method)s. It has: %(offered)s.") % {
        "method": context["request"].method,
        "offered": ", ".join(offered),
    }
    return ProblemDetails(405, str(exc.get_codes()), text)


def _too_many(exc: exceptions.Throttled) -> ProblemDetails:
    text = _("Too many calls in a minute: wait until the next one.")
    return ProblemDetails(429, "too_many_calls", text, headers={"Retry-After": str(exc.wait)})


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    errors: list[dict[str, str]] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return one problem as an answer."""
    return Response(
        problem_body(status, code, detail, errors=errors),
        status=status,
        headers={**(headers or {}), "Cache-Control": "no-store"},
        content_type=MEDIA_TYPE,
    )


def problem_body(
    status: int, code: str, detail: str, *, errors: list[dict[str, str]] | None = None
) -> dict[str, Any]:
    """Return the members of one problem."""
    body: dict[str, Any] = {
        "type": f"{TYPES}{status}",
        "title": status_titles().get(status, _("This call was refused")),
        "status": status,
        "code": code,
        "detail": _sendable(detail),
    }
    if errors:
        # They may repeat what was sent, even lone surrogates, which no answer can hold.
        body["errors"] = [{name: _sendable(text) for name, text in one.items()} for one in errors]
    return body


def _sendable(text: str) -> str:
    return text.encode(errors="replace").decode()


def status_titles() -> dict[int, str]:
    """Return a short meaning of each status."""
    return {
        400: _("Invalid call"),
        401: _("A token is needed"),
        403: _("Not allowed with this token"),
        404: _("Not found"),
        405: _("Method not allowed"),
        406: _("Not available in this format"),
        409: _("Conflict with the current state"),
        412: _("Changed since you read it"),
        413: _("Too large"),
        415: _("Unsupported media type"),
        422: _("The key was used for something else"),
        429: _("Too many calls"),
        500: _("Server error"),
        503: _("Busy for a moment"),
    }


def _status_of(exc: UserError) -> int:
    if isinstance(exc, IdempotencyConflict):
        return 422
    if isinstance(exc, Conflict):
        return 409
    if isinstance(exc, NotNow):
        return 429
    return 404 if isinstance(exc, NotFound | LinkInvalid) else 400


def _error_of(exc: UserError) -> list[dict[str, str]] | None:
    if exc.field is None:
        return None
    return [{"field": exc.field, "code": exc.code, "detail": str(exc.text)}]


def _flat(details: Any, path: str) -> Iterator[dict[str, str]]:
    """Yield Django REST framework's nested lists and mappings of errors one by one."""
    if isinstance(details, Mapping) and set(details) == {"message", "code"}:
        yield {"field": path, "code": str(details["code"]), "detail": str(details["message"])}
    elif isinstance(details, Mapping):
        for key, inner in details.items():
            own = "" if key == "non_field_errors" else str(key)
            yield from _flat(inner, ".".join(filter(None, (path, own))))
    elif isinstance(details, list):
        plain = all(isinstance(one, Mapping) and set(one) == {"message", "code"} for one in details)
        for index, inner in enumerate(details):
            yield from _flat(inner, path if plain else ".".join(filter(None, (path, str(index)))))
