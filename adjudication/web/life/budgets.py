"""How far a question may be searched: positions that may be looked at, by what is offered."""

from adjudication.confirmation.budget import DEFAULT_BUDGET
from adjudication.services.confirmations.asking import MOST_BUDGET

DEFAULT = DEFAULT_BUDGET
BUDGETS = (DEFAULT_BUDGET, MOST_BUDGET // 2, MOST_BUDGET)
"""Offered to the referee, in positions for each question."""


def larger(budget: int) -> int | None:
    """Return the next larger budget, or None where there is none."""
    return next((one for one in BUDGETS if one > budget), None)
