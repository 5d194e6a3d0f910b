"""Where the record on a board comes from: a report of the game, or a statement in its case."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """The report that a record came with, or the statement; by its id, and only that."""

    submission_id: int | None = None
    statement_id: int | None = None

    @property
    def key(self) -> str:
        """Return how addresses and forms name it."""
        return (
            str(self.submission_id)
            if self.statement_id is None
            else f"{STATEMENT}{self.statement_id}"
        )

    @property
    def columns(self) -> dict[str, int | None]:
        """Return it as the columns that keep it."""
        return {"submission_id": self.submission_id, "statement_id": self.statement_id}


STATEMENT = "statement-"
"""What the key of a statement begins with."""
