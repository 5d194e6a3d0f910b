"""How much a search may cost, and the two ways in which it ends without an answer."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final

DEFAULT_BUDGET: Final = 200_000
"""Nodes for one question."""

ShouldContinue = Callable[[int], bool]
"""Called every few thousand nodes with the number visited; returning False cancels the search."""


class SearchLimit(StrEnum):
    """Why a search ended without an answer."""

    BUDGET = "budget"
    MEMORY = "memory"


class OutOfBudget(Exception):  # noqa: N818
    """The search ended without an answer; ``why`` says what ran short."""

    def __init__(self, why: SearchLimit) -> None:
        """Keep the reason."""
        super().__init__(why.value)
        self.why = why


class Cancelled(Exception):  # noqa: N818
    """The question was withdrawn: nobody wants the answer any longer."""
