"""The parameters that each system starts with (specification, 2.4 to 2.9)."""

from dataclasses import replace

from tournament.state.criteria import Criterion
from tournament.state.methods import Grouping, RoundRobin
from tournament.state.parameters import (
    Basis,
    HandicapRule,
    Method,
    Parameters,
    ScoringParameters,
    Seeding,
    SeedPhase,
    System,
    Weights,
)

_NO_HANDICAP = HandicapRule(basis=Basis.RANK, ceiling=0)
_SLIP = SeedPhase(Seeding.SLIP, Criterion.RATING)
_FOLD = SeedPhase(Seeding.FOLD, Criterion.RATING)
_SWISS_CRITERIA = (Criterion.NBW, Criterion.SOSW, Criterion.SOSOSW)

MCMAHON = Parameters()

SWISS = Parameters(
    criteria=_SWISS_CRITERIA,
    handicap=_NO_HANDICAP,
    weights=Weights(phase_1=_SLIP, phase_2=_SLIP, geography=0),
)

SWISS_CATEGORIES = Parameters(
    scoring=ScoringParameters(categories=(-10,)),
    criteria=_SWISS_CRITERIA,
    handicap=HandicapRule(basis=Basis.RANK, threshold=8),
    weights=Weights(
        phase_1=SeedPhase(Seeding.RANDOM, Criterion.RATING),
        phase_2=SeedPhase(Seeding.FOLD, Criterion.RATING),
        category=20_000_000_000_000,
        handicap=20_000_000_000_000,
        geography=20_000_000_000_000,
        rank_threshold=8,
    ),
)

CUP = replace(
    SWISS,
    criteria=(Criterion.CPS, Criterion.SOSW),
    weights=replace(SWISS.weights, phase_1=_FOLD, phase_2=_FOLD),
)

KNOCK_OUT = replace(SWISS, criteria=(Criterion.KNOCK_OUT,))

ROUND_ROBIN = replace(SWISS, criteria=(Criterion.NBW, Criterion.EGF_DC, Criterion.SODOSW))
"""If all meet all, players with equal wins have equal sums of opponents' wins too."""

GROUPS = replace(
    ROUND_ROBIN,
    criteria=(Criterion.KNOCK_OUT, *ROUND_ROBIN.criteria),
    round_robin=RoundRobin(grouping=Grouping.SNAKE),
)

PRESETS: dict[System, Parameters] = {
    System.MCMAHON: MCMAHON,
    System.SWISS: SWISS,
    System.SWISS_CATEGORIES: SWISS_CATEGORIES,
    System.CUP: CUP,
}

PRESETS_OF_METHODS: dict[Method, Parameters] = {
    Method.KNOCK_OUT: KNOCK_OUT,
    Method.DOUBLE_ELIMINATION: KNOCK_OUT,
    Method.GROUPS: GROUPS,
    Method.ROUND_ROBIN: ROUND_ROBIN,
}
"""The parameters of methods that pair by a table or a bracket instead of a system."""
