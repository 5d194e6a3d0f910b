"""The placement conventions of OpenGotha, the EGF and the AGA (specification, section 5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.state.criteria import Criterion
from tournament.state.parameters import Parameters


@dataclass(frozen=True, slots=True)
class Convention:
    """A named way to place players.

    The points X2 for absences and byes are as in
    :class:`tournament.state.parameters.ScoringParameters`.
    """

    key: str
    name: Message
    explanation: Message
    criteria: tuple[Criterion, ...]
    absent_nbw: int = 0
    absent_mms: int = 1
    bye_nbw: int = 2
    bye_mms: int = 2
    round_down: bool = True

    def apply(self, parameters: Parameters) -> Parameters:
        """Return the parameters with these criteria and points for absences and byes."""
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
    _("European clubs (OpenGotha)"),
    _(
        "MMS, SOSM, SOSOSM. An absence gives half a McMahon point, a bye a whole one; what "
        "absences and byes add up to is rounded down."
    ),
    (Criterion.MMS, Criterion.SOSM, Criterion.SOSOSM),
)
EGF = Convention(
    "egf",
    _("European championships (EGF)"),
    _(
        "MMS, EGF-DC, SOSM-2; equal players share their place. An agreed "
        "absence gives half a point, a bye a whole one; what absences and byes add up to is "
        "rounded down, while the half point of a jigo stays, in scores and in tie-breakers. SOSM-2 "
        "is 0 until the third round."
    ),
    (Criterion.MMS, Criterion.EGF_DC, Criterion.SOSM_2),
    absent_nbw=1,
)
AGA = Convention(
    "aga",
    _("American tournaments (AGA)"),
    _("MMS, SOSM, SODOSM, then SDC, face to face: who won the game between tied players."),
    (Criterion.MMS, Criterion.SOSM, Criterion.SODOSM, Criterion.SDC),
)
SWISS = Convention(
    "swiss",
    _("Even games (Swiss)"),
    _("NBW, SOSW, SOSOSW, whatever the ranks; for even games. An absence gives nothing."),
    (Criterion.NBW, Criterion.SOSW, Criterion.SOSOSW),
)

CONVENTIONS: Mapping[str, Convention] = MappingProxyType(
    {convention.key: convention for convention in (OPENGOTHA, EGF, AGA, SWISS)}
)
"""All conventions by their keys."""
