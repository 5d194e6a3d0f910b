"""Writing many rows of a model, and counting them."""

from typing import Any

BATCH = 2000


class Rows:
    """What was written, by its name."""

    def __init__(self) -> None:
        self.made: dict[str, int] = {}

    def add(self, name: str, rows: list[Any]) -> list[Any]:
        """Write rows of one model, count them and return them with their keys."""
        if not rows:
            return rows
        self.made[name] = self.made.get(name, 0) + len(rows)
        return list(type(rows[0])._default_manager.bulk_create(rows, batch_size=BATCH))
