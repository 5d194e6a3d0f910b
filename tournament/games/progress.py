"""How far games are: one word and one tone for each stage, and counts that add up.

Every game is at exactly one stage, so a round's counts add up to its boards.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournament.games.selectors import SETTLED
from tournament.models import GameState
from tournament.spoken import join_clauses


@dataclass(frozen=True, slots=True)
class GameStage:
    """A stage: its key, its word, the tone of its badge, and the states of a game in it."""

    key: str
    word: Any
    tone: str
    states: tuple[str, ...]


STAGES = (
    GameStage("open", gettext_lazy("no result yet"), "", (GameState.OPEN,)),
    GameStage("reported", gettext_lazy("to be confirmed"), "warn", (GameState.REPORTED,)),
    GameStage("disputed", gettext_lazy("disputed"), "bad", (GameState.DISPUTED,)),
    GameStage("done", pgettext_lazy("board", "done"), "good", SETTLED),
)
"""The stages in the order in which a game goes through them."""
_STAGE_OF = {state: stage for stage in STAGES for state in stage.states}


def stage_of_game(state: str) -> GameStage:
    """Return the stage of a game in this state."""
    return _STAGE_OF[GameState(state)]


@dataclass(frozen=True, slots=True)
class GameCounts:
    """How many games are at each stage."""

    open: int = 0
    reported: int = 0
    disputed: int = 0
    done: int = 0

    @property
    def total(self) -> int:
        """Return how many games there are."""
        return self.unsettled + self.done

    @property
    def unsettled(self) -> int:
        """Return how many games have no result that stands."""
        return self.open + self.reported + self.disputed

    @property
    def known(self) -> int:
        """Return how many games have a result, confirmed or not."""
        return self.reported + self.done

    @property
    def shares(self) -> tuple[tuple[GameStage, int], ...]:
        """Return the stages, each with its count."""
        counts = (self.open, self.reported, self.disputed, self.done)
        return tuple(zip(STAGES, counts, strict=True))

    @property
    def left(self) -> str:
        """Return what is still outstanding; empty if everything is done.

        For example ``9 have no result yet, 1 is to be confirmed, 3 are disputed``.
        """
        return ", ".join(text for _stage, text in self.waiting)

    @property
    def waiting(self) -> tuple[tuple[str, str], ...]:
        """Return what is still outstanding: each stage that has games, with its clause."""
        said = (
            ngettext("%(count)d has no result yet", "%(count)d have no result yet", self.open),
            ngettext(
                "%(count)d is to be confirmed", "%(count)d are to be confirmed", self.reported
            ),
            ngettext("%(count)d is disputed", "%(count)d are disputed", self.disputed),
        )
        return tuple(
            (stage.key, text % {"count": count})
            for (stage, count), text in zip(self.shares[: len(said)], said, strict=True)
            if count
        )


MOST_NAMED = 12
"""How many boards of one stage a sentence names at most."""


def boards_by_stage(boards: Iterable[tuple[int, str]]) -> str:
    """Return which boards are at which stage, given the number and state of each.

    For example ``boards 1, 4: no result yet; board 7: disputed``.
    """
    numbers: dict[str, list[int]] = {stage.key: [] for stage in STAGES}
    for number, state in boards:
        numbers[stage_of_game(state).key].append(number)
    return join_clauses(
        ngettext("board %(boards)s: %(stage)s", "boards %(boards)s: %(stage)s", len(at))
        % {
            "boards": ", ".join(
                [*map(str, at[:MOST_NAMED]), *(["…"] if len(at) > MOST_NAMED else [])]
            ),
            "stage": stage.word,
        }
        for stage in STAGES
        if (at := numbers[stage.key])
    )


def total_counts(counts: Iterable[GameCounts]) -> GameCounts:
    """Return the counts of several rounds together."""
    each = [(one.open, one.reported, one.disputed, one.done) for one in counts]
    return GameCounts(*(sum(column) for column in zip(*each, strict=True)))


def count_stages(states: Iterable[str]) -> GameCounts:
    """Return the counts of games in these states."""
    return GameCounts(**Counter(stage_of_game(state).key for state in states))
