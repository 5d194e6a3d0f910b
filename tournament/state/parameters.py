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
    """The system that the pairing weights are computed for."""

    MCMAHON = "mcmahon"
    SWISS = "swiss"
    SWISS_CATEGORIES = "swiss_categories"
    CUP = "cup"


class Method(StrEnum):
    """How a round is paired."""

    WEIGHTS = "weights"
    """The pairing with the greatest weight, in one of the systems above."""
    ROUND_ROBIN = "round_robin"
    KNOCK_OUT = "knock_out"
    DOUBLE_ELIMINATION = "double_elimination"
    GROUPS = "groups_knock_out"
    """Round-robin groups; the best of each go on to a knock-out."""
    MANUAL = "manual"


class Strength(StrEnum):
    """What makes a player one of the strongest."""

    RATING = "rating"
    RANK = "rank"


class EdgeTies(StrEnum):
    """What happens to players who are equal at the edge of the top group."""

    INCLUDE = "include"
    """All of them are in it, and it is larger than asked for."""
    LEAVE_OUT = "leave_out"
    """None of them is in it, and it is smaller than asked for."""


@dataclass(frozen=True, slots=True)
class TopGroup:
    """How many players are to start at the bar (:mod:`tournament.state.top_group`).

    With a ``size`` of 0 the bar is simply a rank. ``fixed`` says that the first round was paired
    with the result: the rank of the bar; ``lifted``, the ids of players below that rank who start
    at the bar; and ``lowered``, the ids of players of that rank or above who start one point below
    it. Players who enter later are placed by rank.
    """

    size: int = 0
    by: Strength = Strength.RATING
    ties: EdgeTies = EdgeTies.INCLUDE
    fixed: bool = False
    lifted: tuple[int, ...] = ()
    lowered: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoringParameters:
    """Points for byes and absences, and McMahon's floor, bar and categories (section 2.1).

    ``floor`` and ``bar`` are ranks (genMMFloor, genMMBar). ``categories`` holds the lowest rank of
    every category but the last, from the top (lowerLimit). The points for absences and byes are X2
    (genNBW2ValueAbsent, genNBW2ValueBye, genMMS2ValueAbsent and genMMS2ValueBye).
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
        """Return the rank above which nobody starts: the bar, or the floor if that is higher."""
        return max(self.floor, self.bar)


class Basis(StrEnum):
    """What a handicap is computed from."""

    MMS = "mms"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class HandicapRow:
    """The stones, and the komi in half-points, from a difference upwards."""

    difference: int
    stones: int
    komi_half: int


@dataclass(frozen=True, slots=True)
class HandicapRule:
    """How a handicap follows from a difference (section 2.9).

    ``threshold`` is the rank from which upwards there is none (hdNoHdRankThreshold). With a
    ``table``, ordered by difference, stones and komi come from its rows and ``correction`` is not
    used.
    """

    basis: Basis = Basis.MMS
    threshold: int = 0
    correction: int = 1
    ceiling: int = 9
    table: tuple[HandicapRow, ...] = ()


@dataclass(frozen=True, slots=True)
class KomiParameters:
    """The komi of even games and of handicap games, in half-points."""

    even_half: int = 15
    handicap_half: int = 1


class Seeding(StrEnum):
    """How a score group is split (paiMaSeedSystem)."""

    RANDOM = "SPLITANDRANDOM"
    FOLD = "SPLITANDFOLD"
    SLIP = "SPLITANDSLIP"


class DrawFrom(StrEnum):
    """Whom to draw up or down from a score group (paiMaDUDDUpperMode, paiMaDUDDLowerMode)."""

    TOP = "TOP"
    MIDDLE = "MID"
    BOTTOM = "BOT"


@dataclass(frozen=True, slots=True)
class SeedPhase:
    """How score groups are seeded in a phase, and a criterion besides the placement criteria."""

    seeding: Seeding
    extra: Criterion | None = None


@dataclass(frozen=True, slots=True)
class ClubsGroup:
    """Clubs that count as close to each other."""

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
    """Kept for the files of OpenGotha 3.46; used in no weight."""
    clubs_groups: tuple[ClubsGroup, ...] = ()


class Acceleration(StrEnum):
    """How the first rounds of a Swiss tournament are accelerated."""

    NONE = "none"
    BAKU = "baku"
    """Virtual points for the stronger half (:mod:`tournament.pairing.acceleration`)."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """Everything that says how the pairing and the standings are computed."""

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
        """Return the system, which follows from the placement criteria (section 2.2).

        The first of MMS, NBW, KO and CPS decides; without any of them it is McMahon. KO gives
        Swiss, as a knock-out starts everybody equal too.
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
        """Return the category of a rank; 0 is the highest."""
        for number, lowest in enumerate(self.scoring.categories):
            if rank >= lowest:
                return number
        return len(self.scoring.categories)

    def starting_score(self, rank: int) -> int:
        """Return the starting McMahon score of a rank in points, uncorrected (section 2.1)."""
        low = max(self.scoring.floor, WEAKEST)
        high = min(self.scoring.bar, STRONGEST)
        return max(low, min(high, rank)) + 30

    def moved_by_bar(self, player: Player) -> int:
        """Return by how many points a bar by number of players moves a player's starting score."""
        top, start = self.scoring.top_group, self.starting_score(player.rank)
        at_bar = self.starting_score(self.scoring.bar)
        if player.id in top.lifted:
            return max(at_bar - start, 0)
        return min(at_bar - 1 - start, 0) if player.id in top.lowered else 0

    def correction_of(self, player: Player) -> int:
        """Return the points added to the starting score that follows from the player's rank."""
        return player.smms_correction + self.moved_by_bar(player)

    def start_of(self, player: Player) -> int:
        """Return a player's starting McMahon score in points."""
        return self.starting_score(player.rank) + self.correction_of(player)
