"""The parameters of round-robins (groups) and knock-outs (seeds, consolation)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

MOST_GROUPS = 16
MOST_THROUGH = 16
"""The most players of a group who go on to a knock-out."""


class Grouping(StrEnum):
    """How players are distributed over groups."""

    BLOCKS = "blocks"
    """The strongest in the first group, the next in the second."""
    SNAKE = "snake"
    """One to each group, and back again in the other direction: groups of equal strength."""
    POTS = "pots"
    """The strongest by lot, one to each group, then the next: groups of equal strength."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Who plays whom in a round-robin, and from which round.

    ``groups`` has player ids (for teams, their numbers) in the order of the table. If it is empty,
    everybody who is finally registered is ordered by rank, then rating, and distributed over groups
    of about ``group_size`` by ``grouping``; a size of 0 means one group. ``double`` adds a second
    half with the colours reversed. ``first_round`` is the tournament round in which the table
    begins.

    Raises ValueError for a player in two places, a size of 1 or below 0 and a round below 1.
    """

    groups: tuple[tuple[int, ...], ...] = ()
    group_size: int = 0
    grouping: Grouping = Grouping.BLOCKS
    double: bool = False
    first_round: int = 1

    def __post_init__(self) -> None:
        """Refuse parameters that give no table."""
        _refuse_repeated((player for group in self.groups for player in group), "the groups")
        if self.group_size < 0 or self.group_size == 1:
            raise ValueError(f"a group has at least 2 players, not {self.group_size}")
        _from_1(self.first_round)


@dataclass(frozen=True, slots=True)
class Qualification:
    """Groups whose best go on to a knock-out.

    ``groups`` is the number of groups, ``best`` how many of each go on. ``decided`` are players
    whom no criterion told apart in their group, in the order decided by the director.

    Raises ValueError for fewer than 2 or more than 16 groups, and if nobody or more than 16 go on.
    """

    groups: int = 4
    best: int = 2
    decided: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse parameters that no knock-out can follow."""
        if not 2 <= self.groups <= MOST_GROUPS:
            raise ValueError(f"there are 2 to {MOST_GROUPS} groups, not {self.groups}")
        if not 1 <= self.best <= MOST_THROUGH:
            raise ValueError(f"of a group 1 to {MOST_THROUGH} go on, not {self.best}")
        _refuse_repeated(self.decided, "the ties decided")


class Consolation(StrEnum):
    """What the losers in a knock-out play for."""

    NONE = "none"
    THIRD_PLACE = "third_place"
    """The losers of the semi-finals play for third place."""
    SECOND_CHANCE = "second_chance"
    """The losers of the first round have a knock-out of their own."""
    PLACEMENT = "placement"
    """Every place is played for."""


@dataclass(frozen=True, slots=True)
class KnockOut:
    """A knock-out.

    ``seeds`` are player ids (for teams, their numbers), the first seed first; nobody else is in it.
    Without seeds everybody who takes part in ``first_round`` is, by rank, then rating.
    ``consolation`` is for a simple knock-out only. With ``second_final``, the unbeaten player of a
    double elimination has to be beaten twice in the grand final; otherwise it is a single game.

    Raises ValueError for a player seeded twice and a round below 1.
    """

    seeds: tuple[int, ...] = ()
    consolation: Consolation = Consolation.NONE
    first_round: int = 1
    second_final: bool = True

    def __post_init__(self) -> None:
        """Refuse parameters that give no bracket."""
        _refuse_repeated(self.seeds, "the seeds")
        _from_1(self.first_round)


def _refuse_repeated(players: Iterable[int], where: str) -> None:
    seen: set[int] = set()
    for player in players:
        if player in seen:
            raise ValueError(f"{where} name player {player} twice")
        seen.add(player)


def _from_1(first_round: int) -> None:
    if first_round < 1:
        raise ValueError(f"rounds are counted from 1, not {first_round}")
