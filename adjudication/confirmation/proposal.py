"""Which stones of a finished position look dead, for players and directors to accept or change.

A proposal decides nothing. It comes from random games (:mod:`adjudication.confirmation.ownership`),
so it may be wrong, and it says for every chain how sure it is. What J1989 Art. 7 says about a chain
is for :mod:`adjudication.confirmation.confirm`.

The random games are played in rounds. Clearly dead stones are lifted before the next round, and
nobody plays any more in the territory of groups that have two eyes without it: so each round has
less to decide, and is surer. What stays open is settled by the look of a finished game
(:mod:`adjudication.confirmation.plausible`); and if a group lives only by taking the dead stones
inside it, a short search finds whether it can (:mod:`adjudication.confirmation.inside`).

A proposal is without doubt if nothing speaks against it: the random games agree on every chain, the
check of marks (:mod:`adjudication.rules.alarms`) would not question the dead stones, no group with
points of its own lives only in a seki, every necessary search was decided, and no point counts or
not depending on how the shapes are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Final, TypeAlias

from adjudication.confirmation.inside import read_ahead
from adjudication.confirmation.ownership import owners_at_end
from adjudication.confirmation.plausible import chains_taken_for_dead, dead_beside_opponents
from adjudication.confirmation.playouts import MoveAllowance, play_out
from adjudication.confirmation.territory import Shapes, settled_points, shapes_of
from adjudication.rules.alarms import check_marks
from adjudication.rules.chains import chains_of
from adjudication.rules.colours import LETTER
from adjudication.rules.counting import territory_options
from adjudication.rules.grid import check_size
from adjudication.rules.points import listed_points, point_name, point_names
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import RuleSet, Scoring
from adjudication.rules.scoring.area import count_area
from adjudication.rules.scoring.count import Count
from adjudication.rules.scoring.regions import chains_without_liberty, without_stones
from adjudication.rules.scoring.territory import TerritoryOptions, count_territory

GAMES: Final = 100
"""Random games in each round. A position usually takes two rounds."""
ROUNDS: Final = 8
"""The most rounds played."""
PROMPT: Final = 100_000
"""Moves of random games while somebody waits: about a second of them, usually far fewer.

Of 2,999 counted games 83 would go on; they are settled by the look of a finished game.
"""

_SURE: Final = 0.4
"""Chains that are the opponent's by this much are lifted at once; if there are none, only the
worst."""
_AGREED: Final = 0.1
"""The random games agree on a chain if its share reaches this, for either side.

It is twice the standard error of 400 games that are won as often as lost.
"""
_MORE: Final = 4
"""If a chain is less sure than that, this many times as many games are played."""
_TOGETHER: Final = 0.03
"""Chains whose shares differ by at most this stand or fall together."""


_Judged: TypeAlias = tuple[frozenset[int], float, bool]


class ProposalError(ValueError):
    """A position for which nothing can be proposed; ``code`` says why, ``points`` say where."""

    def __init__(self, code: str, text: str, points: Sequence[int]) -> None:
        """Keep code and points."""
        super().__init__(text)
        self.code, self.points = code, points


@dataclass(frozen=True, slots=True)
class ProposedChain:
    """A chain and what the random games say about it.

    ``certainty`` is from 0 (half of the games disagree) to 1 (none does, or a search found the
    stones to be in a seki). ``odd`` says that the shapes do not fit the proposal, whatever the
    random games say.
    """

    points: frozenset[int]
    colour: int
    dead: bool
    certainty: float
    odd: bool = False

    @property
    def unsure(self) -> bool:
        """Return whether players should look at this chain before accepting anything."""
        return self.odd or self.certainty < _AGREED


@dataclass(frozen=True, slots=True)
class DeadStonesProposal:
    """Proposed dead stones and what follows from them. A proposal never decides anything.

    ``chains`` are all chains of the position, in the order of their first point. ``count`` is the
    count with these dead stones under the rule set; if territory is counted, false eyes are filled
    and nothing counts in what looks like seki. By accepting the dead stones players accept neither:
    ``shapes`` shows them what is meant. ``in_question`` are the points that count or not depending
    on how the shapes are read: false eyes, and points in seki; none under area scoring.
    """

    size: int
    chains: tuple[ProposedChain, ...]
    shapes: Shapes
    count: Count
    in_question: frozenset[int] = frozenset()
    cut_short: bool = False
    """Whether the games ended before every chain had an answer: the board is too open."""
    decides: bool = False
    """Always False, for whoever shows a proposal or passes it on."""

    @property
    def dead(self) -> frozenset[int]:
        """Return the stones that look dead."""
        return frozenset(point for chain in self.chains if chain.dead for point in chain.points)

    @property
    def dead_chains(self) -> tuple[ProposedChain, ...]:
        """Return the chains that look dead."""
        return tuple(chain for chain in self.chains if chain.dead)

    @property
    def unsure(self) -> tuple[ProposedChain, ...]:
        """Return the chains to look at: the random games leave them open, or they fit no shape."""
        return tuple(chain for chain in self.chains if chain.unsure)

    @property
    def without_doubt(self) -> bool:
        """Return whether nothing speaks against the proposal and its count."""
        return not self.in_question and not self.unsure

    @property
    def winner_without_doubt(self) -> bool:
        """Return whether at most some points are in question, too few to change the winner."""
        margin = abs(self.count.black.total - self.count.white.total)
        return not self.unsure and (not self.in_question or len(self.in_question) < margin)

    def as_dict(self) -> dict[str, object]:
        """Return it for programs: points by name, and a chain as all of its stones."""
        size = self.size
        return {
            "decides": self.decides,
            "dead_stones": point_names(self.dead, size),
            "chains": [
                {
                    "stones": point_names(chain.points, size),
                    "colour": LETTER[chain.colour],
                    "dead": chain.dead,
                    "certainty": chain.certainty,
                    "unsure": chain.unsure,
                }
                for chain in self.chains
            ],
            "false_eyes": [
                {"point": point_name(point, size), "colour": LETTER[colour]}
                for point, colour in sorted(self.shapes.fillings.items())
            ],
            "seki": point_names(self.shapes.seki_stones, size),
            "in_question": point_names(self.in_question, size),
            "without_doubt": self.without_doubt,
            "winner_without_doubt": self.winner_without_doubt,
            "result": self.count.result,
            "cut_short": self.cut_short,
        }


def propose(
    position: Sequence[int],
    size: int,
    ruleset: RuleSet,
    *,
    options: TerritoryOptions | None = None,
    compensation: float = 0.0,
    games: int = GAMES,
    most: int | None = None,
) -> DeadStonesProposal:
    """Propose the dead stones of a finished position and count it under a rule set.

    ``options`` hold prisoners and komi (:func:`adjudication.rules.counting.territory_options`),
    ``compensation`` is that of area scoring; ``games`` is the number of random games in each of up
    to ``ROUNDS`` rounds, and ``most`` the number of moves after which no further game is started.
    The same position gives the same proposal on every machine. Raises ProposalError for a position
    with a chain without a liberty, and ValueError for an invalid position.
    """
    check_size(size)
    if len(position) != size * size or not set(position) <= {0, 1, 2}:
        raise ValueError("a position has a state of 0, 1 or 2 for every point of the board")
    if chains := chains_without_liberty(position, size):
        where = sorted(min(chain) for chain in chains)
        text = f"chains without a liberty: {listed_points(where, size)}"
        raise ProposalError("chain.no_liberty", text, where)
    judged, untaken, cut_short = _judge(tuple(position), size, games, most)
    dead = frozenset(point for chain, _, lost in judged if lost for point in chain)
    shapes = shapes_of(position, size, dead)
    odd = _odd(position, size, dead, shapes) | untaken
    told = tuple(
        ProposedChain(
            chain,
            position[min(chain)],
            lost,
            round(max(0.0, -share if lost else share), 3),
            not odd.isdisjoint(chain),
        )
        for chain, share, lost in judged
    )
    area = ruleset.scoring.value is Scoring.AREA
    return DeadStonesProposal(
        size,
        told,
        shapes,
        _count(position, size, dead, shapes, ruleset, options, compensation),
        in_question=frozenset() if area else shapes.seki.union(shapes.fillings),
        cut_short=cut_short,
    )


def propose_end(
    replay: Replay,
    ruleset: RuleSet,
    *,
    komi: float = 0.0,
    handicap: int = 0,
    most: int | None = None,
) -> DeadStonesProposal:
    """Propose the dead stones of the board at the end of a record, as :func:`propose` does.

    ``komi`` is in points, ``handicap`` in stones.
    """
    return propose(
        replay.position,
        replay.size,
        ruleset,
        options=territory_options(replay, ruleset, komi),
        compensation=ruleset.compensation_for(handicap),
        most=most,
    )


@lru_cache(maxsize=32)  # pages are loaded again and again, and the games are always the same
def _judge(
    position: tuple[int, ...], size: int, games: int, most: int | None
) -> tuple[tuple[_Judged, ...], frozenset[int], bool]:
    """Return each chain of a position, how far it remains its owner's, and whether it is dead.

    A lifted chain keeps the share for which it was lifted, unless it is found to be in a seki. Also
    returned are the dead stones for which it stays open whether they can be taken, and whether all
    moves were used up.
    """
    work = None if most is None else MoveAllowance(most)
    chains = [chain.points for chain in chains_of(position, size)]
    share: dict[frozenset[int], float] = {}
    lifted: set[frozenset[int]] = set()
    for _ in range(ROUNDS):
        live = without_stones(position, (point for chain in lifted for point in chain))
        standing = [chain for chain in chains if chain not in lifted]
        if not standing:
            break
        share |= _played(live, size, standing, games, work)
        worst = min(share[chain] for chain in standing)
        if worst >= 0:
            break
        limit = max(-_SURE, worst + _TOGETHER)
        lifted |= {chain for chain in standing if share[chain] < min(limit, 0.0)}
        if work is not None and work.left <= 0:
            break
    lifted = chains_taken_for_dead(position, size, lifted, share)
    reading = read_ahead(position, size, frozenset().union(*lifted))
    lifted = {chain for chain in lifted if reading.alive.isdisjoint(chain)}
    lifted |= {chain for chain in chains if not reading.dead.isdisjoint(chain)}
    if reading.dead:
        lifted = dead_beside_opponents(position, size, lifted)
    share |= {chain: 1.0 for chain in chains if chain <= reading.seki}
    told = tuple((chain, share[chain], chain in lifted) for chain in chains)
    return told, reading.open, work is not None and work.left <= 0


def _played(
    live: Sequence[int],
    size: int,
    standing: Sequence[frozenset[int]],
    games: int,
    work: MoveAllowance | None,
) -> dict[frozenset[int], float]:
    """Play a round and return the shares of its chains; play more games if that is open."""
    ends = play_out(live, size, games * _MORE, closed=settled_points(live, size), work=work)
    owned = owners_at_end(islice(ends, games), size)
    share = {chain: owned.share(chain, live[min(chain)]) for chain in standing}
    if any(abs(value) < _SURE for value in share.values()):
        owned = owned.with_more(owners_at_end(ends, size))
        share = {chain: owned.share(chain, live[min(chain)]) for chain in standing}
    return share


def _odd(
    position: Sequence[int], size: int, dead: frozenset[int], shapes: Shapes
) -> frozenset[int]:
    """Return the stones that do not fit the proposal.

    These are the stones that the check of marks would question, and groups in what looks like a
    seki if one of them has points of its own: more likely one of them was misjudged.
    """
    alarms = check_marks(position, size, dead)
    odd = frozenset(point for alarm in alarms for point in alarm.points)
    return odd | shapes.seki_stones if shapes.seki else odd


def _count(
    position: Sequence[int],
    size: int,
    dead: frozenset[int],
    shapes: Shapes,
    ruleset: RuleSet,
    options: TerritoryOptions | None,
    compensation: float,
) -> Count:
    """Count as the rules core does, on the board with false eyes filled."""
    chosen = options or TerritoryOptions()
    if ruleset.scoring.value is Scoring.AREA:
        return count_area(
            position,
            size,
            dead=dead,
            komi=chosen.komi,
            compensation=compensation,
            tie_winner=ruleset.tie_winner.value,
        )
    seki = replace(chosen, seki=chosen.seki | shapes.seki)
    return count_territory(shapes.filled(position), size, dead, seki)
