"""Where the record on a board came from: a report of the game, or a statement in its case."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """The id of the report or of the statement that a record came with; never both."""

    submission_id: int | None = None
    statement_id: int | None = None

    @property
    def key(self) -> str:
        """Return the key that addresses and forms use for it."""
        return (
            str(self.submission_id)
            if self.statement_id is None
            else f"{STATEMENT}{self.statement_id}"
        )

    @property
    def columns(self) -> dict[str, int | None]:
        """Return it as the columns that store it."""
        return {"submission_id": self.submission_id, "statement_id": self.statement_id}


STATEMENT = "statement-"
"""The prefix of a statement's key."""
