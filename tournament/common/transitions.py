"""Steps between states, where a table of them is all there is to say."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model)
Transitions = Mapping[Any, frozenset[Any]]
"""For every state those that may come next; none for one that is final."""


class SteppingQuerySet(models.QuerySet[M]):
    """Rows whose model has a table ``TRANSITIONS``: the one way to change their state."""

    def become(self, state: str, **changes: object) -> int:
        """Bring those of the rows that may go to ``state`` there, set ``changes``; say how many.

        Rows in a state from which no step leads there stay as they are.
        """
        table: Transitions = self.model.TRANSITIONS  # type: ignore[attr-defined]
        before = [one for one, following in table.items() if state in following]
        return self.filter(state__in=before).update(state=state, **changes)
