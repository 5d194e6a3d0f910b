"""What a federation requires of tournaments it rates, as settings, each with its clause.

Only what our sources say is here (specification of pairing, sections 2.13 and 5; of ratings): the
EGF's General Tournament Rules and Tournament System Rules, the page on its rating system, and the
French federation's usage. What they leave out is in :data:`NOT_IN_OUR_SOURCES`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from adjudication.rules.presets import UnknownRuleSet, get_ruleset
from adjudication.rules.rulesets import Scoring, TieWinner
from language.messages import Message, Number, comma_list
from language.messages import gettext_lazy as _
from tournament.standings import presets
from tournament.standings.gor import MOST_STONES, RATED_BOARD, EgfClass, egf_class
from tournament.state.criteria import Criterion
from tournament.state.event import Details
from tournament.state.parameters import Basis, KomiParameters, Parameters, System


class Federation(StrEnum):
    """The federation whose rules they are."""

    EGF = "egf"
    FFG = "ffg"


class Step(StrEnum):
    """The step of the setup in which a setting is changed."""

    EVENT = "event"
    SYSTEM = "system"
    ORDER = "order"
    TIME = "time"
    RESULTS = "results"


@dataclass(frozen=True, slots=True)
class Terms:
    """The settings that clauses look at, without the players and games of an event."""

    details: Details
    parameters: Parameters

    @property
    def area(self) -> bool | None:
        """Whether the rules count area; None if the rules are not known."""
        try:
            return get_ruleset(self.details.rules).scoring.value is Scoring.AREA
        except UnknownRuleSet:
            return None


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule: its text, its source, where it is set, and whether terms comply with it.

    ``comply`` returns terms that comply, if there is only one way; it is None if the director has a
    choice. ``departing_names`` returns the names of what does not comply, if that can be several
    things.
    """

    key: str
    step: Step
    text: Message
    source: Message
    is_met: Callable[[Terms], bool]
    comply: Callable[[Terms], Terms] | None = None
    departing_names: Callable[[Terms], Sequence[str]] | None = None

    def seen_in(self, terms: Terms) -> "Clause":
        """Return the clause with the names of what does not comply in these terms, if any."""
        names = self.departing_names(terms) if self.departing_names else ()
        if not names:
            return self
        text = _("%(rule)s Here: %(names)s.") % {"rule": self.text, "names": comma_list(names)}
        return replace(self, text=text)


def departures(federation: Federation, terms: Terms) -> tuple[Clause, ...]:
    """Return the clauses with which these settings do not comply, each naming what does not."""
    return tuple(
        clause.seen_in(terms) for clause in CLAUSES[federation] if not clause.is_met(terms)
    )


def with_rules_applied(federation: Federation, terms: Terms) -> Terms:
    """Return the settings changed to comply with every clause that leaves no choice."""
    for clause in departures(federation, terms):
        terms = clause.comply(terms) if clause.comply else terms
    return terms


# --- What the clauses look at --------------------------------------------------------------------

_GTR: Final = _("EGF General Tournament Rules, komi")
_TSR: Final = _("EGF Tournament System Rules")
_CLASSES: Final = _("EGF rating system, classes of tournaments")
_GOR: Final = _("EGF rating system, handicap games")
_LYON: Final = _("Usage of the FFG’s tournaments")
_NOT_RECOMMENDED: Final = frozenset(
    [
        *(Criterion.SOSOSM, Criterion.SOSOSW, Criterion.SODOSM, Criterion.SODOSW),
        *(Criterion.CUSSM, Criterion.CUSSW),
    ]
)
_OF_SOS: Final = frozenset(
    [
        *(Criterion.SOSM, Criterion.SOSM_1, Criterion.SOSM_2),
        *(Criterion.SOSW, Criterion.SOSW_1, Criterion.SOSW_2),
    ]
)
_AREA_KOMI, _TERRITORY_KOMI, _HANDICAP_KOMI = 15, 13, 1
"""In half-points."""


def _with_parameters(terms: Terms, **changes: Any) -> Terms:
    return replace(terms, parameters=replace(terms.parameters, **changes))


def _usual_komi(terms: Terms) -> int:
    return _TERRITORY_KOMI if terms.area is False else _AREA_KOMI


def _komi_holds(terms: Terms) -> bool:
    ing = terms.details.rules == "ing"  # 8 points, and Black wins ties
    return ing or terms.parameters.komi.even_half == _usual_komi(terms)


def _komi_kept(terms: Terms) -> Terms:
    komi = replace(terms.parameters.komi, even_half=_usual_komi(terms))
    return _with_parameters(terms, komi=komi)


def _ties_hold(terms: Terms) -> bool:
    whole = terms.parameters.komi.handicap_half % 2 == 0
    handicaps = terms.parameters.handicap.ceiling > 0
    return not (handicaps and whole) or terms.details.tie_winner == TieWinner.WHITE.value


def _stones_hold(terms: Terms) -> bool:
    return terms.parameters.handicap.ceiling <= MOST_STONES


def _stones_kept(terms: Terms) -> Terms:
    rule = replace(terms.parameters.handicap, ceiling=MOST_STONES)
    return _with_parameters(terms, handicap=rule)


def _scoring_holds(terms: Terms) -> bool:
    scoring, usual = terms.parameters.scoring, presets.EGF
    absent = scoring.absent_mms if terms.parameters.system is System.MCMAHON else scoring.absent_nbw
    byes = (scoring.bye_nbw, scoring.bye_mms)
    return (
        byes == (usual.bye_nbw, usual.bye_mms)
        and absent == usual.absent_mms
        and scoring.round_down
        and not scoring.unplayed_as_half_point
    )


def _scoring_kept(terms: Terms) -> Terms:
    found = presets.EGF.apply(terms.parameters)
    return _with_parameters(terms, scoring=found.scoring)


def _departing_criteria(terms: Terms) -> tuple[str, ...]:
    """Return the criteria that are not recommended, and all kinds of SOS if there are several."""
    criteria = terms.parameters.criteria
    of_sos = _OF_SOS if len(_OF_SOS & set(criteria)) > 1 else frozenset()
    return tuple(found.value for found in criteria if found in _NOT_RECOMMENDED | of_sos)


def _criteria_hold(terms: Terms) -> bool:
    return not _departing_criteria(terms)


def _criteria_kept(terms: Terms) -> Terms:
    """Return the terms without the criteria not recommended and without further kinds of SOS."""
    old = terms.parameters.criteria
    left = [criterion for criterion in old if criterion not in _NOT_RECOMMENDED]
    second = [criterion for criterion in left if criterion in _OF_SOS][1:]
    kept = tuple(criterion for criterion in left if criterion not in second)
    return _with_parameters(terms, criteria=kept or old)


def _french(terms: Terms) -> bool:
    return terms.details.rules in ("french", "french-ssk", "aga")


def _ffg_komi_holds(terms: Terms) -> bool:
    return terms.parameters.komi == KomiParameters(_AREA_KOMI, _HANDICAP_KOMI)


def _reduced_holds(terms: Terms) -> bool:
    rule = terms.parameters.handicap
    return rule.ceiling == 0 or (
        not rule.table and rule.correction == 1 and rule.basis is Basis.MMS and rule.threshold <= 0
    )


def _reduced_kept(terms: Terms) -> Terms:
    rule = replace(terms.parameters.handicap, table=(), correction=1, basis=Basis.MMS, threshold=0)
    return _with_parameters(terms, handicap=rule)


def _timed(terms: Terms) -> bool:
    return egf_class(terms.details) is not EgfClass.X


_BOARD: Final = Clause(
    "board",
    Step.EVENT,
    _("Games are played on 19×19; other boards are not rated."),
    _CLASSES,
    lambda terms: terms.details.board_size == RATED_BOARD,
)
_TIME: Final = Clause(
    "time",
    Step.TIME,
    _(
        "The clock gives one of the classes: A from 75 minutes of adjusted time with 60 of basic "
        "time (Fischer 45), B from 50 with 40 (30), C from 30 with 25 (20); on the internet D from "
        "50 with 40 (30)."
    ),
    _CLASSES,
    _timed,
)
CLAUSES: Final[Mapping[Federation, Sequence[Clause]]] = MappingProxyType(
    {
        Federation.EGF: (
            _BOARD,
            _TIME,
            Clause(
                "komi",
                Step.SYSTEM,
                _(
                    "Komi of even games: %(territory)s points where territory is counted, "
                    "%(area)s where areas are counted, 8 with Ing’s rules, where Black wins ties."
                )
                % {"territory": Number("6.5"), "area": Number("7.5")},
                _GTR,
                _komi_holds,
                _komi_kept,
            ),
            Clause(
                "ties",
                Step.RESULTS,
                _("In handicap games with a whole komi White wins equal scores."),
                _GTR,
                _ties_hold,
                lambda terms: replace(
                    terms, details=replace(terms.details, tie_winner=TieWinner.WHITE.value)
                ),
            ),
            Clause(
                "stones",
                Step.SYSTEM,
                _("No game has more than nine stones: such a game is not rated."),
                _GOR,
                _stones_hold,
                _stones_kept,
            ),
            Clause(
                "scores",
                Step.ORDER,
                _(
                    "A bye counts as a win, an agreed absence as half a win; what they add up to "
                    "is rounded down."
                ),
                _TSR,
                _scoring_holds,
                _scoring_kept,
            ),
            Clause(
                "tie-breaks",
                Step.ORDER,
                _(
                    "SOSOS, SODOS and CUSS are not recommended as tie-breakers, and of SOS, SOS-1 "
                    "and SOS-2 only one is used."
                ),
                _TSR,
                _criteria_hold,
                _criteria_kept,
                _departing_criteria,
            ),
        ),
        Federation.FFG: (
            Clause(
                "rules",
                Step.EVENT,
                _("The French rules, or the AGA’s, which count the same."),
                _LYON,
                _french,
                lambda terms: replace(terms, details=replace(terms.details, rules="french")),
            ),
            Clause(
                "komi",
                Step.SYSTEM,
                _("Komi %(even)s in even games, %(handicap)s in handicap games.")
                % {"even": Number("7.5"), "handicap": Number("0.5")},
                _LYON,
                _ffg_komi_holds,
                lambda terms: _with_parameters(
                    terms, komi=KomiParameters(_AREA_KOMI, _HANDICAP_KOMI)
                ),
            ),
            Clause(
                "handicap",
                Step.SYSTEM,
                _(
                    "Handicaps by the difference of the McMahon scores less one, and none from "
                    "1 dan on."
                ),
                _LYON,
                _reduced_holds,
                _reduced_kept,
            ),
        ),
    }
)
NOT_IN_OUR_SOURCES: Final[Mapping[Federation, Sequence[Message]]] = MappingProxyType(
    {
        Federation.EGF: (
            _("How long a player may be late, and until which round somebody may enter."),
            _("The address that result files are sent to."),
        ),
        Federation.FFG: (
            _("The federation’s categories of tournaments, and how much each counts."),
            _("The least time per player, the size of the board, and the formula of the ladder."),
        ),
    }
)
"""What a federation requires that we do not know: ask its rating officer."""
