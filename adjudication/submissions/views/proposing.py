"""Proposing dead stones on the board where players mark them: asking, showing, undoing.

A proposal decides nothing and is not stored: the form carries what was proposed and which marks
there were before. It is computed only on request, never because a page is viewed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.confirmation.playouts import seed_of
from adjudication.confirmation.proposal import PROMPT, ProposalError, propose_end
from adjudication.confirmation.territory import Shapes, shapes_of
from adjudication.rules.chains import chains_of
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.marks import NamedStones
from adjudication.rules.points import listed_points, parse_point
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import DamePolicy, RuleSet, Scoring
from adjudication.rules.scoring.regions import chain_at, liberties
from adjudication.submissions.forms import LONGEST_DEAD
from adjudication.submissions.views.chains import first_stones, named_chains
from adjudication.submissions.views.report_form import (
    FilledReport,
    chains_named,
    read_marks,
    wants_marks,
    write_marks,
)
from tournament.common.rate_limit import too_many
from tournament.games.selectors import GameRow
from tournament.staff.visitors import visitor_of
from tournament.tournaments.selectors.public import TournamentTerms

PROPOSE: Final = "propose"
NONE_ARE: Final = "none_dead"
TAKE_BACK: Final = "unpropose"
ACCEPT: Final = "accept_proposed"
MOST, SECONDS = 12, 60
"""How many proposals a visitor gets in how many seconds; each may take a processor second."""

_MOST_NAMED: Final = 12
_CUT, _WINNER, _NONE, _AGAIN = "cut", "winner", "none", "again"


@dataclass(frozen=True, slots=True)
class CarriedProposal:
    """What a form carries of a proposal: stones taken to be dead, and those it is unsure of.

    Only the stones it is ``sure`` of are marked: a wrong mark reports a wrong result, while a
    player easily sees a missing one. ``winner`` says that the points in question do not change who
    wins. ``before`` is the previous content of the field with dead stones. ``none`` says that
    nothing was proposed: it was only checked whether really no stone is dead. ``again`` says that
    the stones are marked again: ``dead`` are those that the player had marked, ``unsure`` those
    that both had marked differently.
    """

    dead: frozenset[int]
    unsure: frozenset[int]
    cut_short: bool
    winner: bool
    before: str
    none: bool = False
    again: bool = False

    @property
    def sure(self) -> frozenset[int]:
        """Return the stones that were marked dead."""
        return self.dead - self.unsure


@dataclass(frozen=True, slots=True)
class AgainText:
    """What both players had marked, in words: groups marked dead by both, and marked differently.

    ``open`` says that some of the latter have not been marked by the player since.
    """

    agreed: str
    differing: str
    open: bool


@dataclass(frozen=True, slots=True)
class ProposalText:
    """A proposal in words. ``sure`` and ``look`` name chains, ``seki`` those that may share one.

    ``open`` says that some of those to look at have not been marked by the player yet.
    """

    summary: str
    sure: str
    look: str
    open: bool
    seki: str
    others: str
    shapes: tuple[str, ...]
    doubts: str
    cut_short: bool


def do_step(
    request: HttpRequest, report: FilledReport, game: GameRow, terms: TournamentTerms, step: str
) -> None:
    """Propose dead stones, undo or accept that, or call none dead, as a form asks.

    If nothing is proposed, the report has the reason as its ``refusal``.
    """
    replay = report.replay
    if replay is None or step not in (PROPOSE, TAKE_BACK, ACCEPT, NONE_ARE) or game.stones_stay:
        return
    if not wants_marks(report, terms):
        return
    asked = f"proposal.{visitor_of(request).player_id}"
    if step == NONE_ARE:
        write_marks(report, ())
        report.proposal = ""
        if not too_many(asked, request, most=MOST, seconds=SECONDS):
            _look_for_dead(report, replay, game, terms)
        return
    carried = carried_by(report)
    if step == ACCEPT:
        # The marks stay, as the player's own.
        report.proposal = ""
        if carried is not None and carried.again:
            _carry_again(report, replay, frozenset(), frozenset())
        return
    if step == TAKE_BACK:
        if carried is not None:
            report.dead, report.proposal = carried.before, ""
            report.errors.pop("dead", None)
            report.dead_stones = report.seki_stones = None
            read_marks(report, replay.size)
        return
    if too_many(asked, request, most=MOST, seconds=SECONDS):
        report.refusal = _(
            "Many proposals were asked for in a short time. Wait a minute, or mark the stones "
            "yourself."
        )
        return
    _propose(report, replay, game, terms, carried.before if carried else report.dead)


def _propose(
    report: FilledReport, replay: Replay, game: GameRow, terms: TournamentTerms, before: str
) -> None:
    size = replay.size
    try:
        proposal = propose_end(
            replay,
            terms.ruleset,
            komi=game.komi_half / 2,
            handicap=game.handicap,
            most=PROMPT,
        )
    except ProposalError as error:
        report.refusal = _(
            "Nothing can be proposed: the stones at %(points)s have no liberty, so that no game "
            "leads to this position. Mark the dead stones yourself."
        ) % {"points": listed_points(error.points, size)}
        return
    unsure = frozenset(point for chain in proposal.unsure for point in chain.points)
    write_marks(report, proposal.dead - unsure)
    report.proposal = "|".join(
        (
            f"{seed_of(replay.position, size):x}",
            " ".join(
                word
                for word, said in (
                    (_CUT, proposal.cut_short),
                    (_WINNER, proposal.winner_without_doubt),
                )
                if said
            ),
            first_stones(replay.position, size, proposal.dead),
            first_stones(replay.position, size, unsure),
            before[:LONGEST_DEAD],
        )
    )


def _look_for_dead(
    report: FilledReport, replay: Replay, game: GameRow, terms: TournamentTerms
) -> None:
    """Let the form carry what random games are sure is dead though the player names nothing so."""
    komi, handicap = game.komi_half / 2, game.handicap
    try:
        found = propose_end(replay, terms.ruleset, komi=komi, handicap=handicap, most=PROMPT)
    except ProposalError:
        return
    sure = frozenset(found.dead).difference(*(chain.points for chain in found.unsure))
    seed = f"{seed_of(replay.position, replay.size):x}"
    firsts = first_stones(replay.position, replay.size, sure)
    report.proposal = "|".join((seed, _NONE, firsts, "", ""))


def mark_apart(report: FilledReport, theirs: NamedStones) -> None:
    """Leave marked what both players had marked alike; carry the rest as what they disagree about.

    ``report`` has the player's own earlier marks, ``theirs`` are the opponent's. Nothing changes if
    neither named any stones.
    """
    replay = report.replay
    if replay is None or (report.dead_stones is None and theirs.dead is None):
        return
    position, size = replay.position, replay.size
    pairs = ((report.dead_stones, theirs.dead), (report.seki_stones, theirs.seki))
    (dead, their_dead), (seki, their_seki) = (
        [chains_named(names or (), position, size) for names in pair] for pair in pairs
    )
    differing = (dead ^ their_dead) | (seki ^ their_seki)
    _carry_again(report, replay, dead, differing)
    write_marks(report, dead - differing, seki - differing)


def _carry_again(
    report: FilledReport, replay: Replay, dead: frozenset[int], differing: frozenset[int]
) -> None:
    position, size = replay.position, replay.size
    groups = (first_stones(position, size, stones) for stones in (dead, differing))
    report.proposal = "|".join((f"{seed_of(position, size):x}", _AGAIN, *groups, ""))


def again_text(carried: CarriedProposal, replay: Replay, unmarked: frozenset[int]) -> AgainText:
    """Return what both players had marked; ``unmarked`` is what is still open of it."""
    own = {
        point: _("dead by your marks") if point in carried.dead else _("not dead by your marks")
        for point in carried.unsure
    }
    return AgainText(
        agreed=_list(named_chains(replay, carried.sure)),
        differing=_list(named_chains(replay, carried.unsure, own)),
        open=bool(unmarked),
    )


def surely_dead(report: FilledReport) -> frozenset[int] | None:
    """Return what random games were sure is dead when the player said that no stone is.

    None if nobody has looked for that, or if the player has marked stones since.
    """
    if report.dead_stones != []:
        return None
    found = _carried(report)
    return None if found is None or not found.none else found.dead


def carried_by(report: FilledReport) -> CarriedProposal | None:
    """Return the proposal that a form carries; None if it carries none for this position."""
    found = _carried(report)
    return None if found is None or found.none else found


def _carried(report: FilledReport) -> CarriedProposal | None:
    replay, parts = report.replay, report.proposal.split("|", 4)
    if replay is None or len(parts) != 5:
        return None
    if parts[0] != f"{seed_of(replay.position, replay.size):x}":
        return None
    try:
        dead, unsure = (_stones(replay, part.split()) for part in parts[2:4])
    except ValueError:
        return None
    said = parts[1].split()
    none, again = _NONE in said, _AGAIN in said
    return CarriedProposal(
        dead, unsure, _CUT in said, _WINNER in said, parts[4], none=none, again=again
    )


def unsure_unmarked(report: FilledReport) -> frozenset[int]:
    """Return the stones that a proposal is unsure of and that the player has not marked since."""
    carried, replay = carried_by(report), report.replay
    if carried is None or replay is None:
        return frozenset()
    marked = [*(report.dead_stones or ()), *(report.seki_stones or ())]
    return carried.unsure - chains_named(marked, replay.position, replay.size)


def _stones(replay: Replay, names: Iterable[str]) -> frozenset[int]:
    """Return the chains on named points. Raises ValueError for a point without a stone."""
    found: set[int] = set()
    for name in names:
        chain = chain_at(replay.position, replay.size, parse_point(name, replay.size))
        if not chain:
            raise ValueError(f"no stone on {name}")
        found |= chain
    return frozenset(found)


def proposal_text(
    carried: CarriedProposal,
    replay: Replay,
    ruleset: RuleSet,
    *,
    unmarked: frozenset[int],
    doubtful: bool,
) -> ProposalText:
    """Return what a proposal says, for the page with the board.

    ``unmarked`` are the stones that it leaves open (:func:`unsure_unmarked`). ``doubtful`` says
    that the record's moves, and so its final position, may not be right.
    """
    sure, unsure = carried.sure, carried.unsure
    groups = len(named_chains(replay, sure))
    summary = _("It proposes no dead stones.")
    if groups:
        summary = ngettext(
            "It proposes %(count)s dead group.", "It proposes %(count)s dead groups.", groups
        ) % {"count": groups}
    leaning = {
        point: _("perhaps dead, not marked") if point in carried.dead else _("left alive")
        for point in unsure
    }
    stones = {point for point, state in enumerate(replay.position) if state}
    shapes = () if carried.cut_short else tuple(_shapes(replay, carried, ruleset))
    doubts = "" if carried.cut_short else _doubts(carried, replay, ruleset)
    return ProposalText(
        summary=summary,
        sure=_list(named_chains(replay, sure)),
        look=_list(named_chains(replay, unsure, leaning)),
        open=bool(unmarked),
        seki=_perhaps_seki(replay, unsure, ruleset),
        others=_("Almost surely alive: all others.") if stones - sure - unsure else "",
        shapes=shapes,
        doubts=_of_doubtful() if doubtful else doubts,
        cut_short=carried.cut_short,
    )


def _perhaps_seki(replay: Replay, unsure: frozenset[int], ruleset: RuleSet) -> str:
    """Return which stones that a proposal is unsure of may share a seki, and how to mark them.

    They share liberties with other such stones of the opposite colour. Empty if there are none, and
    under area scoring, where nobody marks a seki.
    """
    if ruleset.scoring.value is not Scoring.TERRITORY:
        return ""
    position, size = replay.position, replay.size
    chains = [chain.points for chain in chains_of(position, size) if chain.points <= unsure]
    free = {chain: liberties(position, size, chain) for chain in chains}
    shared = frozenset().union(
        *(
            one | other
            for one, other in combinations(chains, 2)
            if position[min(one)] != position[min(other)] and free[one] & free[other]
        )
    )
    if not shared:
        return ""
    return _(
        "These share liberties, so that they may be in seki: %(groups)s. If they are, choose “in "
        "seki” and tap each of them."
    ) % {"groups": _list(named_chains(replay, shared))}


def _of_doubtful() -> str:
    return _(
        "Something is wrong with the moves of the record, so this may not be the position on your "
        "board: compare them before you use the proposal."
    )


def _list(names: Collection[str]) -> str:
    """Return names as a list in a sentence, cut short if there are very many."""
    shown = ", ".join(list(names)[:_MOST_NAMED])
    more = len(names) - _MOST_NAMED
    if more <= 0:
        return shown
    return ngettext(
        "%(names)s and %(count)s more group", "%(names)s and %(count)s more groups", more
    ) % {"names": shown, "count": more}


def _shapes(replay: Replay, carried: CarriedProposal, ruleset: RuleSet) -> Iterator[str]:
    """Yield what the shapes of a position tell, as far as it matters under the rules.

    They tell nothing about stones that the proposal is unsure of.
    """
    shapes = shapes_of(replay.position, replay.size, carried.sure)
    territory = ruleset.scoring.value is Scoring.TERRITORY
    if in_seki := shapes.seki_stones - carried.unsure:
        yield _("These live in a seki, or stand at a border that is still open: %(groups)s.") % {
            "groups": _list(named_chains(replay, in_seki))
        }
        lenient = ruleset.dame_policy.value is DamePolicy.LENIENT
        if territory and lenient and ruleset.text_is_strict.value and shapes.seki:
            yield _(
                "Under these rules nothing counts inside a seki (%(points)s); the count below "
                "still counts it."
            ) % {"points": listed_points(shapes.seki, replay.size)}
    if territory:
        yield from _false_eyes(shapes, replay.size)


def _doubts(carried: CarriedProposal, replay: Replay, ruleset: RuleSet) -> str:
    """Return which points are in question; empty if there are stones in question."""
    if carried.unsure:
        return ""
    shapes = shapes_of(replay.position, replay.size, carried.dead)
    points = shapes.seki.union(shapes.fillings)
    if ruleset.scoring.value is Scoring.AREA or not points:
        return _("Nothing in it looks doubtful.")
    named_points = {"points": listed_points(points, replay.size)}
    if carried.winner:
        text = _("Only these points are in question, and they do not change who wins: %(points)s.")
    else:
        text = _("Only these points are in question, and they can change who wins: %(points)s.")
    return text % named_points


def _false_eyes(shapes: Shapes, size: int) -> Iterator[str]:
    for colour in (BLACK, WHITE):
        points = [point for point, owner in shapes.fillings.items() if owner == colour]
        if not points:
            continue
        text = (
            _(
                "Black has to fill %(points)s in the end, a false eye by the looks of it. The "
                "count below still counts it."
            )
            if colour == BLACK
            else _(
                "White has to fill %(points)s in the end, a false eye by the looks of it. The "
                "count below still counts it."
            )
        )
        yield text % {"points": listed_points(points, size)}
