"""Lists as answers: whole, or in pages by cursor."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers import LARGEST_KEY
from tournament.common.addresses import absolute_url
from tournament.errors import UserError

T = TypeVar("T")
MARK = "k"


@dataclass(frozen=True, slots=True)
class Window:
    """The requested part: ``limit`` rows after the one with the key ``after``."""

    after: int | None
    limit: int

    def of(self, rows: Iterable[T], key: Callable[[T], int], *, falling: bool = False) -> list[T]:
        """Return that part of a whole list, and one more row if there is one."""
        found: list[T] = []
        for row in rows:
            if self.after is None or (key(row) < self.after if falling else key(row) > self.after):
                found.append(row)
                if len(found) > self.limit:
                    break
        return found


def window_of(asked: dict[str, Any]) -> Window:
    """Return the part that a query asks for. Raises UserError for a cursor not made here."""
    cursor = asked.get("cursor")
    return Window(None if cursor is None else _key_of(cursor), asked["limit"])


def cursor_of(key: int) -> str:
    """Return the cursor of the part after a key."""
    return urlsafe_b64encode(f"{MARK}{key}".encode()).decode().rstrip("=")


def _key_of(cursor: str) -> int:
    try:
        text = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
    except ValueError:
        text = ""
    number = text.removeprefix(MARK)
    if text[:1] != MARK or not number.isdecimal() or int(number) > LARGEST_KEY:
        raise UserError(
            "cursor",
            field="cursor",
            text=_("This is not a valid cursor. Use the address of the next page as it was given."),
        )
    return int(number)


class WholeList(BasePagination):
    """A whole list, under ``results``."""

    component = "List"
    """The suffix in the schema for such a list, after the name of its items."""

    def paginate_queryset(self, queryset: Iterable[Any], request: Request, view: Any) -> list[Any]:
        """Return all rows."""
        return list(queryset)

    def get_paginated_response(self, data: Any) -> Response:
        """Return the answer."""
        return Response({"results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe the answer."""
        return {"type": "object", "properties": {"results": schema}, "required": ["results"]}


class KeyPagination(WholeList):
    """A page of a list, with the address of the next one.

    The view names its ``pagination_key``: a whole number that never changes and grows along the
    list, or falls if the key is written with a minus. So no row appears twice or is left out while
    the list grows. A list that the database should not read to its end begins at the view's
    ``window``.
    """

    component = "Page"

    def paginate_queryset(self, queryset: Iterable[Any], request: Request, view: Any) -> list[Any]:
        """Return the rows of the requested page."""
        name = view.pagination_key
        key = attrgetter(name.removeprefix("-"))
        window = view.window
        rows = window.of(queryset, key, falling=name.startswith("-"))
        self.next = None
        if len(rows) > window.limit:
            query = request.query_params.copy()
            query["cursor"] = cursor_of(key(rows[window.limit - 1]))
            self.next = absolute_url(request, f"{request.path}?{query.urlencode()}")
        return list(islice(rows, window.limit))

    def get_paginated_response(self, data: Any) -> Response:
        """Return the answer."""
        return Response({"results": data, "next": self.next})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe the answer."""
        following = {
            "type": "string",
            "format": "uri",
            "nullable": True,
            "description": "The address of the next part, if any.",
        }
        return {
            "type": "object",
            "properties": {"results": schema, "next": following},
            "required": ["next", "results"],
        }
