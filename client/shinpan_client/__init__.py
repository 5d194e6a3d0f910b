"""Calls the API of a Shinpan server: one method for each of its operations.

    from shinpan_client import Client

    client = Client("https://go.example.org", token="shinpan_…")
    for player in client.every(client.get_players, "winter-cup"):
        print(player["number"], player["name"])
    client.put_result("winter-cup", 812, result={"winner": "black", "margin": 3.5})

Parts of the address are given by position, and fields of the body (or of the query, for an
operation that only reads) by name. Answers are parsed JSON, or bytes. Needs only Python 3.11.
"""

import json
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qsl, quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener
from uuid import uuid4

from shinpan_client.operations import Operations, Part

ATTEMPTS = 8
LONGEST_WAIT = 60.0
TIMEOUT = 30.0


class ApiError(Exception):
    """A refused call: its status, a stable code, a sentence, and each wrong field."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.code = str(problem.get("code", ""))
        self.detail = str(problem.get("detail", ""))
        self.errors: list[dict[str, str]] = list(problem.get("errors", ()))
        wrong = (f"{error['field']}: {error['detail']}" for error in self.errors)
        super().__init__("; ".join((f"{status} {self.code}: {self.detail}", *wrong)))


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirects: the API sends none, and a token must not go to another host."""

    def redirect_request(self, *_: Any) -> None:
        """Refuse to follow."""


_OPENER = build_opener(_NoRedirects)


class Client(Operations):
    """A client of one server, for one caller."""

    def __init__(self, url: str, token: str = "", *, language: str = "en") -> None:
        """Take the server's address, and the token if there is one."""
        self._url, self._token, self._language, self._key = url.rstrip("/"), token, language, ""

    def keyed(self, key: str) -> "Client":
        """Return the same client with a given key for one call that changes something.

        A program that may be ended in the middle of a call stores the key and repeats the call with
        it: it takes effect once.
        """
        other = copy(self)
        other._key = key
        return other

    def every(self, reading: Callable[..., Any], *where: Any, **query: Any) -> Iterator[Any]:
        """Yield all rows of a list, page by page, as one of the methods reads it."""
        page = reading(*where, **query)
        yield from page["results"]
        while page.get("next"):
            parts = urlsplit(page["next"])
            page = self.call("GET", parts.path, (), dict(parse_qsl(parts.query)))
            yield from page["results"]

    def call(
        self, method: str, path: str, where: tuple[Part, ...], fields: Mapping[str, Any]
    ) -> Any:
        """Call an operation, sending it again under the same key while there is no answer.

        Raises ApiError if the call is refused, and URLError if nobody answers at all.
        """
        path = path.format(*(quote(str(part), safe="") for part in where))
        headers = {"Accept-Language": self._language}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None
        if method == "GET":
            path += f"?{urlencode(fields)}" if fields else ""
        else:
            headers["Idempotency-Key"] = self._key or str(uuid4())
            if fields:
                headers["Content-Type"] = "application/json"
                data = json.dumps(fields).encode()
        request = Request(self._url + path, data, headers, method=method)
        for attempt in range(ATTEMPTS):
            last = attempt == ATTEMPTS - 1
            try:
                return self._sent(request)
            except HTTPError as refused:
                if refused.code not in (429, 503) or last:
                    raise _refusal(refused) from None
                wait = float(refused.headers.get("Retry-After") or 2**attempt)
            except (URLError, TimeoutError, ConnectionError):
                if last:
                    raise
                wait = 2.0**attempt
            time.sleep(min(wait, LONGEST_WAIT))
        raise AssertionError

    def _sent(self, request: Request) -> Any:
        with _OPENER.open(request, timeout=TIMEOUT) as answer:
            content = answer.read()
            if answer.headers.get("Deprecation"):
                until = answer.headers.get("Sunset")
                warnings.warn(
                    f"{request.method} {request.selector} is deprecated"
                    + (f", and ends on {until}" if until else ""),
                    DeprecationWarning,
                    stacklevel=4,
                )
            if answer.headers.get_content_type() == "application/json":
                return json.loads(content)
            return content or None


def _refusal(refused: HTTPError) -> ApiError:
    try:
        problem = json.loads(refused.read())
    except ValueError:
        problem = {}
    return ApiError(refused.code, problem if isinstance(problem, dict) else {})
