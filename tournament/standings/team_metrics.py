"""What each criterion of teams says, and its unit."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from language.localtext import LocalText
from tournament.state.criteria import TeamCriterion

HUNDREDTHS = 100


@dataclass(frozen=True, slots=True)
class TeamMetric:
    """A criterion of teams. A value is to be divided by ``scale``; the greater one comes first."""

    criterion: TeamCriterion
    explanation: LocalText
    scale: int = 2


FIRST_BOARDS: Mapping[TeamCriterion, int] = MappingProxyType(
    {TeamCriterion(f"BDW{boards}U"): boards for boards in range(1, 10)}
)
"""On how many boards, from the first, a criterion counts the wins."""

_ALL = (
    TeamMetric(
        TeamCriterion.TEAM_POINTS,
        LocalText(
            "Team points: 1 for more board wins than the other team in a match, ½ for as many.",
            "Points d'équipe : 1 pour plus de victoires que l'autre équipe dans un match, ½ pour "
            "autant.",
        ),
    ),
    TeamMetric(
        TeamCriterion.SOST,
        LocalText(
            "Sum of the team points of the teams one has met.",
            "Somme des points d'équipe des équipes rencontrées.",
        ),
    ),
    TeamMetric(
        TeamCriterion.BOARD_WINS,
        LocalText("Wins on all boards.", "Victoires sur toutes les tables de l'équipe."),
    ),
    *(
        TeamMetric(
            criterion,
            LocalText(
                f"Wins on the first {boards} boards." if boards > 1 else "Wins on the first board.",
                f"Victoires sur les {boards} premières tables de l'équipe."
                if boards > 1
                else "Victoires sur la première table de l'équipe.",
            ),
        )
        for criterion, boards in FIRST_BOARDS.items()
    ),
    TeamMetric(
        TeamCriterion.MEAN_RANK,
        LocalText(
            "Mean rank of the team's players (1 dan is 0, 1 kyu is -1).",
            "Niveau moyen des joueurs de l'équipe (1 dan vaut 0, 1 kyu vaut -1).",
        ),
        scale=HUNDREDTHS,
    ),
)

TEAM_METRICS: Mapping[TeamCriterion, TeamMetric] = MappingProxyType(
    {metric.criterion: metric for metric in _ALL}
)
"""The metric of every criterion of teams."""
