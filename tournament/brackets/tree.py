"""The tree of a knock-out: who meets whom, for which places, and who goes on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from tournament.state.methods import Consolation

T = TypeVar("T")
Slots = tuple[int | None, ...]
Match = tuple[int | None, int | None]
Outcome = Callable[[Match], Match]
"""Returns the winner and the loser of a match; either may be nobody."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """Players who play for the places from ``first`` on.

    Neighbours in ``slots`` meet; their number is a power of 2, and None is nobody. ``main`` says
    that the winner of the whole knock-out comes from here.
    """

    first: int
    slots: Slots
    main: bool = False

    @property
    def matches(self) -> tuple[Match, ...]:
        """Return who meets whom."""
        return matches_of(self.slots)

    @property
    def players(self) -> tuple[int, ...]:
        """Return the players in the bracket."""
        return tuple(slot for slot in self.slots if slot is not None)


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """The places from ``first`` to ``last`` that a player shares, or can still reach.

    ``settled`` says that no games are left to play for them.
    """

    player: int
    first: int
    last: int
    settled: bool = True


@dataclass(frozen=True, slots=True)
class BracketTree:
    """A knock-out between two rounds: brackets still in play and settled places, best first."""

    brackets: tuple[Bracket, ...] = ()
    settled: tuple[PlaceRange, ...] = ()

    @property
    def places(self) -> tuple[PlaceRange, ...]:
        """Return everybody's place, the best first, and equal ones by player."""
        playing = [
            PlaceRange(
                player, bracket.first, bracket.first + len(bracket.players) - 1, settled=False
            )
            for bracket in self.brackets
            for player in bracket.players
        ]
        return tuple(
            sorted([*self.settled, *playing], key=lambda place: (place.first, place.player))
        )


def initial_tree(seeds: Sequence[int]) -> BracketTree:
    """Return the tree before its first round."""
    return _grown(BracketTree(), 1, slots_of(seeds), main=True)


def slots_of(seeds: Sequence[int]) -> Slots:
    """Return players in an order in which neighbours meet.

    The first seed can meet the second only in the final, and starts against the last: 1 and 16, 8
    and 9 ... If their number is not a power of 2, the best seeds have no opponent at first.
    """
    order = [1]
    while len(order) < len(seeds):
        whole = 2 * len(order) + 1
        order = [seed for better in order for seed in (better, whole - better)]
    return tuple(seeds[seed - 1] if seed <= len(seeds) else None for seed in order)


def matches_of(slots: Sequence[T | None]) -> tuple[tuple[T | None, T | None], ...]:
    """Return the pairs of neighbours, who meet."""
    return tuple(zip(slots[::2], slots[1::2], strict=True))


def without_empty_rounds(slots: tuple[T | None, ...]) -> tuple[T | None, ...]:
    """Return the slots without the rounds in which nobody has an opponent."""
    while len(slots) > 1 and all(None in match for match in matches_of(slots)):
        slots = tuple(left if left is not None else right for left, right in matches_of(slots))
    return slots


def rounds_of(players: int) -> int:
    """Return the number of rounds of a knock-out."""
    return max(players - 1, 0).bit_length()


def tree_after_round(
    tree: BracketTree, outcome: Outcome, consolation: Consolation, opening: bool
) -> BracketTree:
    """Return the tree after a round; ``opening`` says that it was the first."""
    grown = BracketTree(settled=tree.settled)
    for bracket in tree.brackets:
        decided = [outcome(match) for match in bracket.matches]
        winners, losers = (tuple(side) for side in zip(*decided, strict=True))
        grown = _grown(grown, bracket.first, winners, bracket.main)
        below = bracket.first + sum(match != (None, None) for match in bracket.matches)
        if _goes_on(bracket, consolation, opening):
            grown = _grown(grown, below, losers, main=False)
        else:
            out = _present(losers)
            last = below + len(out) - 1
            settled = (PlaceRange(player, below, last) for player in out)
            grown = replace(grown, settled=(*grown.settled, *settled))
    return grown


def with_fixed_games(
    brackets: Iterable[Bracket], games: Iterable[tuple[int, int]]
) -> list[Bracket]:
    """Return the brackets as changed by games that were fixed by hand.

    Each game has the better seed first. That player keeps their place in the tree, the opponent
    moves next to it, and whoever was due to meet the better seed takes the opponent's place. Games
    of players in different brackets, or in none, change nothing.
    """
    changed = []
    for bracket in brackets:
        slots = list(bracket.slots)
        at = {player: place for place, player in enumerate(slots) if player is not None}
        for first, second in games:
            if first not in at or second not in at:
                continue
            theirs, wanted = at[second], at[first] ^ 1
            slots[theirs], slots[wanted] = slots[wanted], second
            at[second] = wanted
            moved = slots[theirs]
            if moved is not None:
                at[moved] = theirs
        changed.append(replace(bracket, slots=tuple(slots)))
    return changed


def _goes_on(bracket: Bracket, consolation: Consolation, opening: bool) -> bool:
    """Whether the losers of this round of a bracket play on."""
    match consolation:
        case Consolation.PLACEMENT:
            return True
        case Consolation.THIRD_PLACE:
            return bracket.main and len(bracket.slots) == 4
        case Consolation.SECOND_CHANCE:
            return bracket.main and opening
        case _:
            return False


def _grown(tree: BracketTree, first: int, slots: Slots, main: bool) -> BracketTree:
    """Return the tree with a bracket added, or the place of a player with nobody left to meet."""
    players = _present(slots)
    if not players:
        return tree
    if len(players) == 1:
        return replace(tree, settled=(*tree.settled, PlaceRange(players[0], first, first)))
    return replace(
        tree, brackets=(*tree.brackets, Bracket(first, without_empty_rounds(slots), main))
    )


def _present(slots: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(slot for slot in slots if slot is not None)
