"""The search of one problem: a descent from its first state, with guarded areas.

The same problem takes the same nodes everywhere, however it lies on the board.
"""

from __future__ import annotations

from adjudication.confirmation.budget import DEFAULT_BUDGET, ShouldContinue
from adjudication.confirmation.descent import Descent
from adjudication.confirmation.guarding import Guard
from adjudication.confirmation.moves import Moves
from adjudication.confirmation.problem import Problem, TargetQuestion, first_state
from adjudication.confirmation.state import ATTACKER_TURN, OWNER_TURN, Tables
from adjudication.confirmation.static import ATTACKER_WINS


class Search(Descent):
    """What is known about one problem's states, and the search for more from ``root``.

    ``guard`` knows the areas that the attacker guards, which decides states of Q1 and Q2.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        budget: int = DEFAULT_BUDGET,
        should_continue: ShouldContinue | None = None,
    ) -> None:
        """Set up the problem."""
        tables = Tables(problem)
        super().__init__(tables, Moves(tables), budget=budget, should_continue=should_continue)
        self.guard = None if problem.question is TargetQuestion.Q0 else Guard(tables)
        self.root = tables.pack(first_state(problem))
        self.table[self.root] = self.static(self.root)

    def is_over(self, key: int) -> bool:
        """Return whether a state is decided by a rule of ``static`` or because it is guarded."""
        return super().is_over(key) or self.is_guarded(key)

    def is_guarded(self, key: int) -> bool:
        """Return whether the attacker is found to guard the area that a state asks for.

        It is looked at as long as there is budget.
        """
        if self.guard is None or key & 1 != OWNER_TURN:
            return False
        if self.nodes >= self.budget:
            return self.guard.knows(key)
        before = self.guard.nodes
        guarded = self.guard.guards(key)
        self.nodes += self.guard.nodes - before
        return guarded

    def look_closer(self, key: int, codes: list[int], children: list[int]) -> None:
        """Check whether a play by the attacker leaves them an area to fill or to guard."""
        super().look_closer(key, codes, children)
        if self.guard is None or key & 1 != ATTACKER_TURN:
            return
        unproven, won = self.moves.unproven, self.moves.numbers_of[ATTACKER_WINS]
        for code, child in zip(codes, children, strict=True):
            if code >= 0 and self.table.get(child) in unproven and self.is_guarded(child):
                self.table[child] = won

    def entries(self) -> int:
        """Return how many states are kept in memory."""
        return super().entries() + (self.guard.entries() if self.guard else 0)
