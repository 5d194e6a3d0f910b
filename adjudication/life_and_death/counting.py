"""A count as the referee sets it: which stones are dead or in seki, which points are nobody's."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from adjudication.confirmation.problem import KoPass
from adjudication.confirmation.verdict import Status, earlier_verdict_stands
from adjudication.confirmation.walls import AliveReason
from adjudication.life_and_death.boards import MarkedBoard
from adjudication.life_and_death.selectors import ChainLine, ConfirmationLine
from adjudication.models import ConfirmationState
from adjudication.rules.chains import chains_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE, states_of
from adjudication.rules.counting import count_to_the_letter, count_with_owners
from adjudication.rules.findings import Finding
from adjudication.rules.grid import neighbours
from adjudication.rules.points import parse_point, point_names
from adjudication.rules.rulesets import RuleSet, Scoring
from adjudication.rules.scoring.count import Count
from adjudication.rules.scoring.regions import chain_at
from adjudication.rules.seki import possible_seki
from adjudication.submissions.views.chains import first_stones
from tournament.games.selectors import GameRow

ALIVE, DEAD, SEKI = "alive", "dead", "seki"
DECIDED = "decided"
"""The field for the chains whose state the referee has set."""
PROPOSED = "proposed"
"""The field for the chains that a proposal is sure of."""
OWNERS: Final[Mapping[str, int]] = {"black": BLACK, "white": WHITE, "nobody": EMPTY}
"""The fields for points whose owner is not the one they would be counted for."""
BY_THE_AREA: Final = (AliveReason.AREA, AliveReason.EDGE)
"""What a verdict takes for granted because of where an area was drawn."""


@dataclass(frozen=True, slots=True)
class CountSetting:
    """What a board is counted with: chains that are dead or in seki, and owners set for points.

    ``decided`` are the chains that the referee has set, whatever the players said about them.
    ``proposed`` are those that a proposal is sure of: dead chains, and living ones on which the
    players differ.
    """

    dead: frozenset[int] = frozenset()
    seki: frozenset[int] = frozenset()
    owners: Mapping[int, int] = field(default_factory=dict)
    decided: frozenset[int] = frozenset()
    proposed: frozenset[int] = frozenset()

    def with_chain(self, chain: frozenset[int], state: str) -> CountSetting:
        """Return a copy with the chain alive, dead or in seki."""
        dead, seki = self.dead - chain, self.seki - chain
        if state == DEAD:
            dead |= chain
        elif state == SEKI:
            seki |= chain
        return replace(self, dead=dead, seki=seki)

    def with_decision(self, chain: frozenset[int], state: str) -> CountSetting:
        """Return a copy with the chain's state decided by the referee."""
        set_so = self.with_chain(chain, state)
        return replace(set_so, decided=self.decided | chain, proposed=self.proposed - chain)

    def state_of(self, point: int) -> str:
        """Return how the stone on a point is counted."""
        return DEAD if point in self.dead else SEKI if point in self.seki else ALIVE

    def words(self, position: tuple[int, ...], size: int) -> dict[str, str]:
        """Return the values of the form's fields: one stone of each chain, and points."""
        found = {
            DEAD: first_stones(position, size, self.dead),
            SEKI: first_stones(position, size, self.seki),
            DECIDED: first_stones(position, size, self.decided),
            PROPOSED: first_stones(position, size, self.proposed),
        }
        for name, owner in OWNERS.items():
            points = [point for point, said in self.owners.items() if said == owner]
            found[name] = " ".join(point_names(points, size))
        return found


@dataclass(frozen=True, slots=True)
class VerdictOnChain:
    """The verdict about a chain that stands in a case.

    ``alive`` is the verdict by the letter of the rules, None if it is undecided. ``differs`` says
    whether the other reading of the pass for a ko comes to another verdict. ``against`` are the
    numbers of the verdicts that prove the opposite, by the letter.
    """

    number: int
    chain: ChainLine
    alive: bool | None
    differs: bool
    against: tuple[int, ...] = ()

    @property
    def proven(self) -> bool:
        """Whether there is a proof of it: of life or death, or of the capture alone."""
        return Status(self.chain.status).proven

    @property
    def is_doubtful(self) -> bool:
        """Whether it has to be looked at before anything is counted by it."""
        return self.alive is None or self.differs or bool(self.against)

    @property
    def rests_on_drawn_area(self) -> bool:
        """Whether it takes for granted what lies at or beyond the edge of a drawn area."""
        return any(one.why in BY_THE_AREA for one in self.chain.assumptions)


def count_with_setting(
    board: MarkedBoard, setting: CountSetting, game: GameRow, ruleset: RuleSet
) -> tuple[Count, list[Finding]]:
    """Return the count of a record's final board, and what is odd about the stones called dead."""
    return count_with_owners(
        board.replay,
        board.record,
        ruleset,
        dead=setting.dead,
        seki=setting.seki,
        owners=setting.owners,
        komi=game.komi_half / 2,
        handicap=game.handicap,
    )


def owner_of(counted: Count, point: int) -> int:
    """Return the colour that an empty point counts for; EMPTY for nobody."""
    if point in counted.black_territory:
        return BLACK
    return WHITE if point in counted.white_territory else EMPTY


def setting_by_the_letter(
    board: MarkedBoard, setting: CountSetting, game: GameRow, ruleset: RuleSet
) -> CountSetting | None:
    """Return the setting that counts the board by the letter of what the text says about open dame.

    The stones next to the dame, and those connected with them, are then in seki. None if the text
    says no such thing, or if the same player wins either way.
    """
    strict = count_to_the_letter(
        board.replay,
        board.record,
        ruleset,
        dead=setting.dead,
        seki=setting.seki,
        owners=setting.owners,
        komi=game.komi_half / 2,
        handicap=game.handicap,
    )
    if strict is None:
        return None
    counted, _findings = count_with_setting(board, setting, game, ruleset)
    territory = counted.black_territory | counted.white_territory
    nobodys = strict.dame | (territory - strict.black_territory - strict.white_territory)
    adjacent = neighbours(board.size)
    beside = {near for point in nobodys for near in adjacent[point]} - setting.dead
    stones = {point for point in beside if board.position[point] != EMPTY}
    chains = (chain_at(board.position, board.size, point) for point in stones)
    return replace(setting, seki=setting.seki.union(*chains))


def setting_after_tap(
    board: MarkedBoard,
    setting: CountSetting,
    point: int,
    game: GameRow,
    ruleset: RuleSet,
    *,
    state: str = DEAD,
) -> CountSetting:
    """Return the setting after a tap on a point: another state for its chain, or another owner.

    A tap sets a chain to ``state``, dead or (where that matters) in seki; a chain that has it
    already becomes alive again. An empty point goes on to its next owner: the one it is counted for
    by default, then the others of nobody, Black and White.
    """
    if board.position[point] != EMPTY:
        if game.stones_stay:
            return setting
        chain = chain_at(board.position, board.size, point)
        if ruleset.scoring.value is not Scoring.TERRITORY:
            state = DEAD
        return setting.with_decision(chain, ALIVE if setting.state_of(point) == state else state)
    others = {at: owner for at, owner in setting.owners.items() if at != point}
    plain = replace(setting, owners=others)
    usual = owner_of(count_with_setting(board, plain, game, ruleset)[0], point)
    order = [usual, *(owner for owner in (EMPTY, BLACK, WHITE) if owner != usual)]
    after = order[(order.index(setting.owners.get(point, usual)) + 1) % len(order)]
    return plain if after == usual else replace(setting, owners={**others, point: after})


def verdicts_on(
    position: tuple[int, ...], size: int, confirmations: Iterable[ConfirmationLine]
) -> dict[frozenset[int], VerdictOnChain]:
    """Return the verdict in a case about each chain of a position, by the chain's points.

    Of several about one chain it is the newest, unless an earlier one proves more
    (:func:`adjudication.confirmation.verdict.earlier_verdict_stands`).
    """
    told: dict[frozenset[int], list[tuple[int, list[ChainLine]]]] = {}
    for line in sorted(confirmations, key=lambda one: one.number):
        if line.state != ConfirmationState.DONE or line.size != size:
            continue
        if tuple(states_of(line.position)) != position:
            continue
        by_chain: dict[frozenset[int], list[ChainLine]] = {}
        for chain in line.chains:
            points = frozenset(parse_point(name, size) for name in chain.points)
            by_chain.setdefault(points, []).append(chain)
        for points, readings in by_chain.items():
            readings.sort(key=lambda chain: chain.ko_pass != KoPass.EACH)
            told.setdefault(points, []).append((line.number, readings))
    return {points: _standing(verdicts) for points, verdicts in told.items()}


def _standing(verdicts: Sequence[tuple[int, list[ChainLine]]]) -> VerdictOnChain:
    """Return which of the verdicts about a chain stands; each has its number and its readings."""
    statuses = {number: [Status(one.status) for one in chains] for number, chains in verdicts}
    number, readings = verdicts[0]
    for later, chains in verdicts[1:]:
        if not earlier_verdict_stands(statuses[number], statuses[later]):
            number, readings = later, chains
    alive = [status.alive for status in statuses[number]]
    against = (
        other
        for other, found in statuses.items()
        if None not in (alive[0], found[0].alive) and found[0].alive is not alive[0]
    )
    return VerdictOnChain(number, readings[0], alive[0], len(set(alive)) > 1, tuple(against))


def setting_by_verdicts(
    board: MarkedBoard,
    verdicts: Mapping[frozenset[int], VerdictOnChain],
    ruleset: RuleSet,
    dead: frozenset[int],
) -> CountSetting:
    """Return what all verdicts come to, with the stones that are taken as ``dead`` without one.

    Stones that both players say or marked are in seki are set so, unless a verdict finds them dead.

    Chains of both colours that are found alive although neither side has two eyes and they share
    dame live in a seki: they are set so where the text gives no points for eyes in seki.
    """
    shared = board.agreed_seki
    setting = CountSetting(dead - shared, shared)
    for chain, judged in verdicts.items():
        if judged.alive is not None and not (judged.alive and chain <= setting.seki):
            setting = setting.with_chain(chain, ALIVE if judged.alive else DEAD)
    if not ruleset.text_is_strict.value:
        return setting
    position = board.position
    alive = [chain for chain, judged in verdicts.items() if judged.alive]
    for race in possible_seki(position, board.size, setting.dead):
        racing = [chain for chain in alive if chain <= race]
        if len({position[min(chain)] for chain in racing}) == 2:
            for chain in racing:
                setting = setting.with_chain(chain, SEKI)
    return setting


def chains_in_question(
    board: MarkedBoard, verdicts: Collection[frozenset[int]], setting: CountSetting
) -> list[frozenset[int]]:
    """Return the chains that players or verdicts say something about, in board order."""
    lost = (board.stones_called(line, state) for line in board.said for state in (DEAD, SEKI))
    said = board.to_decide | setting.seki | frozenset().union(*verdicts, *lost)
    chains = {chain_at(board.position, board.size, point) for point in said}
    return sorted((frozenset(chain) for chain in chains), key=min)


def undecided_chains(
    board: MarkedBoard, verdicts: Mapping[frozenset[int], VerdictOnChain], setting: CountSetting
) -> list[frozenset[int]]:
    """Return the chains that are left for the referee to decide on.

    The players differ on them, or marked other boards, and there is no verdict about them.
    """
    settled = {chain for chain, judged in verdicts.items() if judged.alive is not None}
    left = board.to_decide - setting.decided
    chains = {frozenset(chain_at(board.position, board.size, one)) for one in left}
    return sorted(chains - settled, key=min)


def stones_unlike_both(
    board: MarkedBoard, verdicts: Mapping[frozenset[int], VerdictOnChain], setting: CountSetting
) -> frozenset[int]:
    """Return the stones that are counted as neither player says, without a verdict for it.

    Both players must have spoken of them: on the board of the case, or with their marks.
    """
    found: set[int] = set()
    for chain in (frozenset(one.points) for one in chains_of(board.position, board.size)):
        judged, first = verdicts.get(chain), min(chain)
        said = board.calls_by_player(first)
        if len(said) < 2 or setting.state_of(first) in said.values():
            continue
        if judged is None or judged.alive is None:
            found |= chain
    return frozenset(found)
