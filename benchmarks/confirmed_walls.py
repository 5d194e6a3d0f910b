"""How many questions about boards straight from games are small enough, before and with walls.

Part ``walls`` of ``benchmarks.confirmation``. Five chains that are not proven to be alive, drawn by
a seed from every board, are asked about one at a time; nothing is agreed to be dead.
"""

from __future__ import annotations

import random
import time

from adjudication.confirmation.confirm import confirm_chains
from adjudication.confirmation.enclosing import kept_open_by, propose_walls
from adjudication.confirmation.problem import MOST_POINTS
from adjudication.confirmation.region import TooLarge, region_of
from adjudication.confirmation.walls import assumed_walls
from adjudication.rules.chains import chains_of
from adjudication.rules.life import alive_stones_of_both
from adjudication.rules.replay import replay_record
from benchmarks.figures import share, spread
from tests.confirmation.marked_games import marked_game, some_files
from tests.rules.corpus import record_of

BEFORE_THE_END = (0, 30, 60)
"""So many moves before the end of a game its board is taken."""
_ASKED = 5


def measure_walls(games: int, budget: int) -> None:
    """Measure and print."""
    for earlier in BEFORE_THE_END:
        _measure(games, earlier, budget)


def _measure(games: int, earlier: int, budget: int) -> None:
    source = random.Random(3)
    small: list[bool] = []
    closed: list[bool] = []
    needed: list[int] = []
    proposed = wrong = answered = as_marked = 0
    seconds = []
    for file in some_files(games):
        game = marked_game(file)
        replay = replay_record(record_of(file))
        position = list(replay.position_after(max(0, len(replay) - earlier)))
        chains = chains_of(position, game.size)
        proven = alive_stones_of_both(position, game.size, chains)
        unproven = [chain.points for chain in chains if not chain.points <= proven]
        source.shuffle(unproven)
        for target in unproven[:_ASKED]:
            walls = assumed_walls(position, game.size, disputed=target)
            region = region_of(position, game.size, target, walls)
            small.append(not isinstance(region, TooLarge))
            if not small[-1]:
                needed.append(len(kept_open_by(position, game.size, [target], walls)))
            started = time.process_time()
            proposal = propose_walls(position, game.size, [target], walls)
            seconds.append(time.process_time() - started)
            closed.append(proposal.left <= MOST_POINTS)
            if earlier or not closed[-1]:
                continue
            proposed += len(proposal.walls)
            wrong += sum(not wall.points.isdisjoint(game.dead) for wall in proposal.walls)
            (verdict,) = confirm_chains(
                position,
                game.size,
                [min(target)],
                alive=[min(wall.points) for wall in proposal.walls],
                budget=budget,
            )
            answered += verdict.alive is not None
            as_marked += verdict.alive is target.isdisjoint(game.dead)
    print(f"{len(small)} questions about boards {earlier} moves before the end:")
    print(f"  small enough {share(sum(small), len(small))}, ", end="")
    print(f"with the proposed walls {share(sum(closed), len(closed))}")
    print(
        f"  too large, closed by named stones {share(sum(map(bool, needed)), len(needed))}", end=""
    )
    print(f", {sum(needed)} of them in all")
    print(f"  seconds a proposal: {spread(seconds)}")
    if not earlier:
        print(
            f"  walls proposed {proposed}, marked dead {wrong}; {budget} nodes a question:", end=""
        )
        print(f" decided {share(answered, sum(closed))}, as marked {share(as_marked, answered)}")
