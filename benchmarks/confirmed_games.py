"""How many disputed chains of real games are decided, and how often as the players agreed.

Part ``games`` of ``benchmarks.confirmation``. Every chain that is neither alive for certain nor by
its territory is disputed on its own: all else is agreed as it was marked.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from adjudication.confirmation.confirm import confirm_chains
from adjudication.confirmation.verdict import ChainVerdict
from adjudication.rules.chains import Chain, chains_of
from adjudication.rules.colours import BLACK, EMPTY
from adjudication.rules.points import point_name
from benchmarks.figures import share, spread
from tests.confirmation.marked_games import Marked, marked_files, marked_game, some_files

_BUCKET = 4
_LAST = 24


@dataclass(frozen=True)
class Found:
    """One disputed chain: how it was marked, the verdict, and the processor seconds it took."""

    game: Marked
    chain: Chain
    dead: bool
    verdict: ChainVerdict
    seconds: float

    @property
    def decided(self) -> bool:
        """Return whether there is a verdict."""
        return self.verdict.alive is not None

    @property
    def as_marked(self) -> bool:
        """Return whether the verdict is what the players agreed on."""
        return self.verdict.alive is not self.dead and self.decided

    @property
    def name(self) -> str:
        """Return the chain's first point by its name."""
        return point_name(min(self.chain.points), self.game.size)

    @property
    def free(self) -> int | None:
        """Return the empty points of its region; None where that is too large."""
        region = self.verdict.region
        return None if region is None else region.stones.count(EMPTY)

    def told(self) -> str:
        """Return it as a line."""
        colour = "black" if self.chain.colour == BLACK else "white"
        marked = "dead" if self.dead else "alive"
        stones = len(self.chain.points)
        return (
            f"{self.game.file}  {self.name} ({stones} {colour}):"
            f" marked {marked}, found {self.verdict.status.value}"
        )


def disputed(game: Marked, budget: int, *, only: Collection[str] | None = None) -> Iterator[Found]:
    """Yield every disputed chain of a game with its verdict; ``only`` names those wanted."""
    for chain in game.searched():
        if only is not None and point_name(min(chain.points), game.size) not in only:
            continue
        started = time.process_time()
        (verdict,) = confirm_chains(
            game.position,
            game.size,
            [min(chain.points)],
            agreed_dead=game.dead - chain.points,
            budget=budget,
        )
        dead = not chain.points.isdisjoint(game.dead)
        yield Found(game, chain, dead, verdict, time.process_time() - started)


def measure(games: int, budget: int) -> None:
    """Measure and print."""
    files = some_files(games)
    found: list[Found] = []
    chains = 0
    for number, file in enumerate(files, 1):
        game = marked_game(file)
        chains += len(chains_of(game.position, game.size))
        found += disputed(game, budget)
        if number % 10 == 0:
            decided = share(sum(chain.decided for chain in found), len(found))
            print(f"  {number} games, decided {decided}", file=sys.stderr, flush=True)
    print(
        f"disputed chains of {len(files)} of {len(marked_files())} marked games,"
        f" {budget} nodes a question:"
    )
    print(f"  chains {chains}, alive without a search {chains - len(found)}, searched {len(found)}")
    _print_shares(found)
    others = [chain for chain in found if chain.decided and not chain.as_marked]
    print(f"  not as marked: {len(others)}")
    for chain in others:
        print(f"    {chain.told()}")


def _print_shares(found: list[Found]) -> None:
    for name, some in (
        ("all", found),
        ("marked dead", [chain for chain in found if chain.dead]),
        ("marked alive", [chain for chain in found if not chain.dead]),
    ):
        decided = [chain for chain in some if chain.decided]
        agreed = sum(chain.as_marked for chain in decided)
        print(
            f"  {name:<13} decided {share(len(decided), len(some))},"
            f" of these as marked {share(agreed, len(decided))}"
        )
    short = Counter(chain.verdict.reason for chain in found if not chain.decided)
    reasons = ", ".join(f"{reason.value} {count}" for reason, count in short.items() if reason)
    print(f"  undecided because of: {reasons or 'nothing'}")
    buckets: dict[int, list[bool]] = {}
    for chain in found:
        if chain.free is not None:
            buckets.setdefault(min(chain.free // _BUCKET * _BUCKET, _LAST), []).append(
                chain.decided
            )
    print("  decided by empty points of the region:")
    for first, results in sorted(buckets.items()):
        upto = "or more" if first == _LAST else f"to {first + _BUCKET - 1}"
        print(f"    {first:3} {upto:<7} {share(sum(results), len(results))}")
    print(f"  seconds a chain: {spread([chain.seconds for chain in found])}")
    print(f"  nodes a chain: {spread([float(chain.verdict.nodes) for chain in found])}")
