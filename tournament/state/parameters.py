"""The parameters of scoring, placement, handicap and pairing, with the defaults of McMahon.

Names in brackets are the attributes of an OpenGotha file (specification, 2 and 3.1).
"""

from dataclasses import dataclass, field
from enum import StrEnum

from tournament.state.criteria import Criterion
from tournament.state.methods import KnockOut, Qualification, RoundRobin
from tournament.state.people import Player
from tournament.state.ranks import STRONGEST, WEAKEST


class System(StrEnum):
    """What the pairing weights are computed for."""

    MCMAHON = "mcmahon"
    SWISS = "swiss"
    SWISS_CATEGORIES = "swiss_categories"
    CUP = "cup"


class Method(StrEnum):
    """How a round is paired."""

    WEIGHTS = "weights"
    """The pairing of greatest weight, in one of the systems above."""
    ROUND_ROBIN = "round_robin"
    KNOCK_OUT = "knock_out"
    DOUBLE_ELIMINATION = "double_elimination"
    GROUPS = "groups_knock_out"
    """Groups in which all play all; the best of each go on into a knock-out."""
    MANUAL = "manual"


class Strength(StrEnum):
    """What the strongest of a field are told by."""

    RATING = "rating"
    RANK = "rank"


class EdgeTies(StrEnum):
    """What becomes of players who are equal at the edge of the top group."""

    INCLUDE = "include"
    """All of them are in it, and it is larger than wished."""
    LEAVE_OUT = "leave_out"
    """None of them is in it, and it is smaller than wished."""


@dataclass(frozen=True, slots=True)
class TopGroup:
    """How many are to start at the bar (:mod:`tournament.state.top_group`).

    With a ``size`` of 0 the bar is a rank. ``fixed`` says that the first round was paired with what
    came of it: the bar's rank, and ``lifted`` and ``lowered``, the ids of those who start at the
    bar without having it and of those who have it and start one point below it. Whoever enters
    later is placed by the rank.
    """

    size: int = 0
    by: Strength = Strength.RATING
    ties: EdgeTies = EdgeTies.INCLUDE
    fixed: bool = False
    lifted: tuple[int, ...] = ()
    lowered: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoringParameters:
    """Points for what is not a game, and the frame of McMahon (section 2.1).

    ``floor`` and ``bar`` are ranks (genMMFloor, genMMBar). ``categories`` holds the lowest rank of
    every category but the last, from the top (lowerLimit). The values X2 are those of
    genNBW2ValueAbsent, genNBW2ValueBye, genMMS2ValueAbsent and genMMS2ValueBye.
    """

    rounds: int = 5
    floor: int = -20
    bar: int = 3
    categories: tuple[int, ...] = ()
    absent_nbw: int = 0
    absent_mms: int = 1
    bye_nbw: int = 2
    bye_mms: int = 2
    round_down: bool = True
    unplayed_as_half_point: bool = False
    top_group: TopGroup = field(default=TopGroup())

    @property
    def highest_start(self) -> int:
        """Return the rank that nobody starts above: the bar, or the floor where that is higher."""
        return max(self.floor, self.bar)


class Basis(StrEnum):
    """What a handicap is computed from."""

    MMS = "mms"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class HandicapRow:
    """From this difference on: so many stones, and komi in half-points."""

    difference: int
    stones: int
    komi_half: int


@dataclass(frozen=True, slots=True)
class HandicapRule:
    """How a handicap follows from a difference (section 2.9).

    ``threshold`` is the rank from which on there is none (hdNoHdRankThreshold). With a ``table``,
    ordered by difference, stones and komi come from its rows and ``correction`` is not used.
    """

    basis: Basis = Basis.MMS
    threshold: int = 0
    correction: int = 1
    ceiling: int = 9
    table: tuple[HandicapRow, ...] = ()


@dataclass(frozen=True, slots=True)
class KomiParameters:
    """Komi in half-points of even games and of games with a handicap."""

    even_half: int = 15
    handicap_half: int = 1


class Seeding(StrEnum):
    """How a score group is split (paiMaSeedSystem)."""

    RANDOM = "SPLITANDRANDOM"
    FOLD = "SPLITANDFOLD"
    SLIP = "SPLITANDSLIP"


class DrawFrom(StrEnum):
    """Whom of a score group to draw up or down (paiMaDUDDUpperMode, paiMaDUDDLowerMode)."""

    TOP = "TOP"
    MIDDLE = "MID"
    BOTTOM = "BOT"


@dataclass(frozen=True, slots=True)
class SeedPhase:
    """How groups are seeded in a phase, and the criterion beside the placement criteria."""

    seeding: Seeding
    extra: Criterion | None = None


@dataclass(frozen=True, slots=True)
class ClubsGroup:
    """Clubs that count as near each other."""

    name: str
    clubs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Weights:
    """The parameters of the nine weight components (section 2.4)."""

    nx1_factor: float = 0.5
    rematch: int = 500_000_000_000_000
    random: int = 0
    deterministic: bool = True
    colour: int = 1_000_000
    category: int = 0
    score: int = 100_000_000_000
    draw_up_down: int = 100_000_000
    compensate: bool = True
    upper_mode: DrawFrom = DrawFrom.MIDDLE
    lower_mode: DrawFrom = DrawFrom.MIDDLE
    seeding: int = 5_000_000
    last_round_of_phase_1: int = 2
    phase_1: SeedPhase = SeedPhase(Seeding.RANDOM, Criterion.RATING)
    phase_2: SeedPhase = SeedPhase(Seeding.SLIP)
    bar_threshold: bool = True
    rank_threshold: int = 0
    wins_threshold: bool = False
    handicap: int = 0
    geography: int = 100_000_000_000
    country_gap: int = 1
    club_gap: int = 3
    clubs_group_gap: int = 2
    """Kept for the files of 3.46; enters no weight."""
    clubs_groups: tuple[ClubsGroup, ...] = ()


class Acceleration(StrEnum):
    """How the first rounds of a Swiss tournament are accelerated."""

    NONE = "none"
    BAKU = "baku"
    """Virtual points for the stronger half (:mod:`tournament.pairing.acceleration`)."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """Everything the pairing and the standings are computed by."""

    scoring: ScoringParameters = field(default=ScoringParameters())
    criteria: tuple[Criterion, ...] = (Criterion.MMS, Criterion.SOSM, Criterion.SOSOSM)
    handicap: HandicapRule = field(default=HandicapRule())
    komi: KomiParameters = field(default=KomiParameters())
    weights: Weights = field(default=Weights())
    method: Method = Method.WEIGHTS
    round_robin: RoundRobin = field(default=RoundRobin())
    knock_out: KnockOut = field(default=KnockOut())
    acceleration: Acceleration = Acceleration.NONE
    qualification: Qualification = field(default=Qualification())

    @property
    def system(self) -> System:
        """Return the system that the placement criteria decide on (section 2.2).

        The first of MMS, NBW and CPS decides; without any of them it is McMahon. A knock-out
        starts everybody equal, like a Swiss tournament.
        """
        for criterion in self.criteria:
            if criterion is Criterion.MMS:
                return System.MCMAHON
            if criterion is Criterion.NBW:
                return System.SWISS_CATEGORIES if self.scoring.categories else System.SWISS
            if criterion is Criterion.KNOCK_OUT:
                return System.SWISS
            if criterion is Criterion.CPS:
                return System.CUP
        return System.MCMAHON

    def category_of(self, rank: int) -> int:
        """Return the category of a rank, 0 the highest."""
        for number, lowest in enumerate(self.scoring.categories):
            if rank >= lowest:
                return number
        return len(self.scoring.categories)

    def starting_score(self, rank: int) -> int:
        """Return the starting McMahon score in points, without a correction (section 2.1)."""
        low = max(self.scoring.floor, WEAKEST)
        high = min(self.scoring.bar, STRONGEST)
        return max(low, min(high, rank)) + 30

    def moved_by_bar(self, player: Player) -> int:
        """Return how many points a top group by number moves a player's starting score."""
        top, start = self.scoring.top_group, self.starting_score(player.rank)
        at_bar = self.starting_score(self.scoring.bar)
        if player.id in top.lifted:
            return max(at_bar - start, 0)
        return min(at_bar - 1 - start, 0) if player.id in top.lowered else 0

    def correction_of(self, player: Player) -> int:
        """Return what is added to the starting score that the player's rank gives, in points."""
        return player.smms_correction + self.moved_by_bar(player)

    def start_of(self, player: Player) -> int:
        """Return a player's starting McMahon score in points."""
        return self.starting_score(player.rank) + self.correction_of(player)
