"""The places and scores in a result list, as written there."""

import re
from dataclasses import dataclass

_NUMBER = re.compile(r"(?P<sign>-?)(?P<whole>\d{0,9})(?P<rest>[.,]\d+|[¼½¾ŒœŸ?])?\Z")
_QUARTERS = {"¼": 1, "½": 2, "¾": 3, "Œ": 1, "œ": 2, "Ÿ": 3, "?": 2}
"""ISO-8859-15 has Œ, œ and Ÿ where ISO-8859-1 has ¼, ½ and ¾; other encodings turn ½ into ``?``."""


@dataclass(frozen=True, slots=True)
class StatedRow:
    """A player's line: its number in the file, the place (None if left empty), the columns."""

    player: int
    line: int
    place: int | None
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StatedTable:
    """All lines in the order of the file, one for each player of the state, in the same order.

    ``heading`` is the file's line above the columns, empty if there is none.
    """

    rows: tuple[StatedRow, ...]
    heading: str = ""

    @property
    def places(self) -> tuple[int, ...]:
        """Return everybody's place; an empty one is that of the line before.

        If the list has no places at all, they are the numbers of the lines.
        """
        if all(row.place is None for row in self.rows):
            return tuple(range(1, len(self.rows) + 1))
        found, last = [], 1
        for row in self.rows:
            last = last if row.place is None else row.place
            found.append(last)
        return tuple(found)


def parse_quarters(text: str) -> int | None:
    """Return a score as lists write it, in quarters: ``31½`` is 126. None if it is not a score."""
    found = _NUMBER.match(text)
    rest = (found["rest"] or "") if found else ""
    if found is None or not (found["whole"] or rest):
        return None
    part = _QUARTERS.get(rest)
    if part is None:
        part = round(4 * float(f"0.{rest[1:]}")) if rest else 0
    value = 4 * int(found["whole"] or 0) + part
    return -value if found["sign"] else value
