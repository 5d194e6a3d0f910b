"""A proof as it is played through: which line, how far, what the loser can do there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from adjudication.confirmation.checker.reading import Claim
from adjudication.confirmation.exploring import Explored, ExploreError, explore
from adjudication.confirmation.problem import Winner
from adjudication.selectors.confirmations import AnswerView


@dataclass(frozen=True, slots=True)
class Main:
    """The principal line: the loser's moves in it, and where they lead with their answers."""

    choices: tuple[str, ...]
    explored: Explored


@dataclass(frozen=True, slots=True)
class Played:
    """A line with the number of moves that are shown of it.

    ``choices`` are the loser's of the whole line, ``own`` tells that they are not those of the
    principal line. ``before`` are the loser's moves that are shown, ``legal`` what he can do then,
    nothing where it is not his turn. ``error`` says what could not be played.
    """

    main: Main
    choices: tuple[str, ...]
    own: bool
    explored: Explored
    at: int
    before: tuple[str, ...]
    legal: tuple[str, ...]
    error: str = ""

    @property
    def whole(self) -> bool:
        """Whether all of the line is shown."""
        return self.at == len(self.explored.steps)

    @property
    def fork(self) -> int:
        """Return how many moves of both it has in common with the principal line."""
        pairs = zip(self.explored.steps, self.main.explored.steps, strict=False)
        common = 0
        for one, other in pairs:
            if (one.colour, one.move) != (other.colour, other.move):
                break
            common += 1
        return common


def main_line(claim: Claim, answer: AnswerView) -> Main:
    """Return the principal line of an answer, as far as its proof goes. Raises CheckError."""
    first = 1 if answer.winner == Winner.ATTACKER else 0
    choices, explored = _as_far_as_it_goes(claim, answer.line[first::2])
    return Main(choices, explored)


def played(
    claim: Claim, main: Main, choices: tuple[str, ...], at: int | None, *, error: str = ""
) -> Played:
    """Return a line of a proof after ``at`` moves of both; None is all of it.

    What is a beginning of the principal line is shown as that. What cannot be played is left out
    and said. Raises CheckError.
    """
    kept, explored = choices, main.explored
    own = choices != main.choices[: len(choices)]
    if own:
        try:
            explored = explore(claim, choices)
        except ExploreError as problem:
            error = _("Move %(number)s, %(move)s, cannot be played there.") % {
                "number": problem.number,
                "move": problem.move[:20],
            }
            kept, explored = choices[: problem.number - 1], main.explored
            own = kept != main.choices[: len(kept)]
            if own:
                explored = explore(claim, kept)
    if not own and at is None:
        at = _moves_with(explored, len(kept))
    line = kept if own else main.choices
    last = len(explored.steps)
    shown = last if at is None else min(last, at)
    before = line[: sum(not step.answers for step in explored.steps[:shown])]
    found = Played(main, line, own, explored, shown, before, (), error)
    return replace(found, legal=_legal(claim, found))


def _legal(claim: Claim, one: Played) -> tuple[str, ...]:
    """Return what the loser can do after the moves that are shown."""
    if one.whole:
        return one.explored.moves
    if one.explored.steps[one.at].answers:
        return ()
    return explore(claim, one.before).moves


def _moves_with(explored: Explored, choices: int) -> int:
    """Return how many moves of both a number of the loser's are, with their answers."""
    told = 0
    for number, step in enumerate(explored.steps):
        told += not step.answers
        if told > choices:
            return number
    return len(explored.steps)


def _as_far_as_it_goes(claim: Claim, choices: tuple[str, ...]) -> tuple[tuple[str, ...], Explored]:
    try:
        return choices, explore(claim, choices)
    except ExploreError as problem:
        kept = choices[: problem.number - 1]
        return kept, explore(claim, kept)
