"""Placement as the federations have it: criteria, and what counts without a game (section 5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from language.localtext import LocalText
from tournament.state.criteria import Criterion
from tournament.state.parameters import Parameters


@dataclass(frozen=True, slots=True)
class Convention:
    """A named way to place players.

    The values X2 for absences and byes are those of :class:`tournament.state.parameters.Scoring`.
    """

    key: str
    name: LocalText
    explanation: LocalText
    criteria: tuple[Criterion, ...]
    absent_nbw: int = 0
    absent_mms: int = 1
    bye_nbw: int = 2
    bye_mms: int = 2
    round_down: bool = True

    def apply(self, parameters: Parameters) -> Parameters:
        """Return the parameters with these criteria and free points, all else as it was."""
        scoring = replace(
            parameters.scoring,
            absent_nbw=self.absent_nbw,
            absent_mms=self.absent_mms,
            bye_nbw=self.bye_nbw,
            bye_mms=self.bye_mms,
            round_down=self.round_down,
            unplayed_as_half_point=False,
        )
        return replace(parameters, scoring=scoring, criteria=self.criteria)


OPENGOTHA = Convention(
    "opengotha",
    LocalText("OpenGotha", "OpenGotha"),
    LocalText(
        "McMahon score, SOS, SOSOS. An absence gives half a McMahon point, a bye a whole one; "
        "what absences and byes add up to is rounded down.",
        "Score McMahon, SOS, SOSOS. Une absence donne un demi-point McMahon, une exemption un "
        "point ; leur somme est arrondie à l'inférieur.",
    ),
    (Criterion.MMS, Criterion.SOSM, Criterion.SOSOSM),
)
EGF = Convention(
    "egf",
    LocalText("EGF", "EGF"),
    LocalText(
        "McMahon score, direct comparison, SOS-2; equal players share their place. An agreed "
        "absence gives half a point, a bye a whole one; what absences and byes add up to is "
        "rounded down, while the half point of a jigo stays, in scores and in tie-breakers. SOS-2 "
        "is 0 until the third round.",
        "Score McMahon, confrontation directe, SOS-2 ; les ex aequo partagent leur place. Une "
        "absence convenue donne un demi-point, une exemption un point ; leur somme est arrondie à "
        "l'inférieur, tandis que le demi-point d'un jigo reste, dans les scores comme dans les "
        "départages. SOS-2 vaut 0 avant la troisième ronde.",
    ),
    (Criterion.MMS, Criterion.EGF_DC, Criterion.SOSM_2),
    absent_nbw=1,
)
AGA = Convention(
    "aga",
    LocalText("AGA", "AGA"),
    LocalText(
        "McMahon score, SOS, SODOS, then face to face: who won the game between tied players.",
        "Score McMahon, SOS, SODOS, puis face à face : qui a gagné la partie entre ex aequo.",
    ),
    (Criterion.MMS, Criterion.SOSM, Criterion.SODOSM, Criterion.SDC),
)
SWISS = Convention(
    "swiss",
    LocalText("Swiss without handicap", "Suisse sans handicap"),
    LocalText(
        "Number of wins, SOS, SOSOS, whatever the ranks; for even games. An absence gives nothing.",
        "Nombre de victoires, SOS, SOSOS, sans égard au niveau ; pour des parties à égalité. Une "
        "absence ne donne rien.",
    ),
    (Criterion.NBW, Criterion.SOSW, Criterion.SOSOSW),
)

CONVENTIONS: Mapping[str, Convention] = MappingProxyType(
    {convention.key: convention for convention in (OPENGOTHA, EGF, AGA, SWISS)}
)
"""All conventions by their keys."""
