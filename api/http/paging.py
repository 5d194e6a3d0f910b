"""Long lists in parts: a cursor says after which key the next part begins.

Keys are whole numbers that grow, or fall, along the list and never change, so that nobody is
shown twice or left out while the list grows.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _

from api.http.fields import LARGEST_KEY
from tournament.errors import UserError

T = TypeVar("T")
MARK = "k"


@dataclass(frozen=True, slots=True)
class Window:
    """The part that is asked for: ``limit`` rows after the one with the key ``after``."""

    after: int | None
    limit: int

    def of(self, rows: Iterable[T], key: Callable[[T], int], *, falling: bool = False) -> list[T]:
        """Return the part of a whole list, and one row more where there is one."""
        found: list[T] = []
        for row in rows:
            if self.after is None or (key(row) < self.after if falling else key(row) > self.after):
                found.append(row)
                if len(found) > self.limit:
                    break
        return found


def window_of(asked: dict[str, Any]) -> Window:
    """Return the part that a question asks for. Raises UserError for a cursor not made here."""
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
            text=_("This is no cursor: take the address of the next page as it was given."),
        )
    return int(number)
