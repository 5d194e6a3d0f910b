"""A confirmation's page: its progress, then its verdict, the proof, and the resulting scores."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any, Final, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from adjudication.board.legend import LegendEntry, Meaning, glyph_for, legend_of, sign_for
from adjudication.board.page import position_in_words, safe_svg
from adjudication.board.svg import Drawing
from adjudication.cases.selectors.cases import CasePage, with_evidence
from adjudication.cases.views.access import Desk
from adjudication.cases.views.articles import cited_articles
from adjudication.confirmation.consistency import JudgedChain, conflicts
from adjudication.confirmation.problem import KoPass, QuestionWinner, TargetQuestion
from adjudication.confirmation.verdict import Status, UndecidedReason
from adjudication.confirmation.walls import AliveReason, Assumption
from adjudication.confirmation.words import (
    KO,
    LIFE,
    answer_text,
    assumption_text,
    assumptions_text,
    chain_name,
    conflict_text,
    question_text,
    reading_text,
    reason_text,
)
from adjudication.life_and_death.boards import MarkedBoard, final_board_of
from adjudication.life_and_death.counting import CountSetting, undecided_chains, verdicts_on
from adjudication.life_and_death.counting import VerdictOnChain as JudgedInCase
from adjudication.life_and_death.forms import next_budget
from adjudication.life_and_death.selectors import (
    AnswerView,
    AssumptionView,
    ChainView,
    ConfirmationLine,
    ConfirmationView,
    confirmations_of,
    running_searches,
)
from adjudication.life_and_death.services.asking import cancel_confirmation
from adjudication.life_and_death.views.count_reasons import drawn_texts
from adjudication.life_and_death.views.lines import (
    READINGS,
    points_of,
    position_of,
    short_reading,
    state_badge,
    status_sentence,
    title_of,
)
from adjudication.life_and_death.views.permissions import (
    acting_at_desk,
    confirmation_of,
    may_ask,
    verdict_desk,
)
from adjudication.models import ConfirmationState
from adjudication.referee.views.case import heading_of
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.colours import COLOURS
from adjudication.rules.findings import Code
from adjudication.rules.marks import whole_chains
from adjudication.rules.points import parse_area, parse_point, point_name, point_names
from adjudication.rules.verdicts import Report
from adjudication.submissions.views.chains import chain_names
from adjudication.verdicts.views import Badge
from tournament.common.responses import etag_of, if_changed
from tournament.errors import UserError
from tournament.games import words
from tournament.spoken import translated
from tournament.staff.visitors import frame, personal

_MOST_BESIDE: Final = 2
"""Up to this many other open chains every outcome is shown; with more the table is too long."""


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A question and its answer in words, with the reading of the pass for a ko."""

    view: AnswerView
    reading: str
    question: str
    answer: Badge
    why: str


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """The outcome by one reading of the pass for a ko; ``name`` is the reading in words."""

    ko_pass: str
    name: str
    sentence: str
    why: str
    answers: tuple[AnswerLine, ...]
    supports: tuple[AnswerLine, ...]


@dataclass(frozen=True, slots=True)
class AssumptionLine:
    """Why chains count as alive: a sentence about one chain, or about several that are listed.

    ``chains`` is empty if the text is about a single one.
    """

    text: str
    why: AliveReason
    chains: tuple[str, ...] = ()

    @property
    def sign(self) -> str:
        """Return the letter that marks these stones on the board."""
        return glyph_for(meaning_of(self.why))


@dataclass(frozen=True, slots=True)
class AssumptionLines:
    """What a verdict rests on; ``taken`` says whether any of it is taken for granted."""

    lines: tuple[AssumptionLine, ...]
    taken: bool

    def __bool__(self) -> bool:
        return bool(self.lines)


@dataclass(frozen=True, slots=True)
class OtherFinding:
    """What another search of the case found about the same stones, by its number."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ConflictLine:
    """Why two verdicts cannot both hold: as a code, and as a sentence. Chains are given by name.

    ``number`` is that of the other search, 0 if both verdicts are of this one. ``readings`` are
    those by which they conflict; ``reading`` names the one in words if another does not.
    """

    kind: str
    one: tuple[str, ...]
    other: tuple[str, ...]
    text: str
    number: int
    readings: tuple[KoPass, ...]
    reading: str = ""


@dataclass(frozen=True, slots=True)
class ChainResult:
    """One chain with its verdicts, the letter of the rules first, and what they rest on."""

    title: str
    readings: tuple[ReadingLine, ...]
    apart: str
    """How the readings differ; empty if they do not.

    ``verdict``: one says dead, the other alive. ``way``: they say alive for different reasons.
    ``open``: one is undecided. ``capture``: both are open, and by one the capture is proven.
    """
    open: bool
    """Whether a reading leaves anything about it undecided."""
    capturable: bool
    """Whether both readings prove its capture, and only what follows it is open."""
    assumptions: AssumptionLines
    drawn: tuple[str, ...]
    """What is taken for granted because of where the area was drawn."""
    elsewhere: tuple[OtherFinding, ...]
    svg: SafeString
    rows: tuple[str, ...]
    too_large: int | None
    scores: tuple[Score, ...]
    """Empty if the board cannot be counted, or if more is open than a table can show."""
    beside: tuple[str, ...]
    """What else the result depends on: groups in dispute, or dead only if this one is not."""

    legend: tuple[LegendEntry, ...]


@dataclass(frozen=True, slots=True)
class DisputedChain:
    """A disputed chain without a verdict, and the query of the form that asks about it."""

    name: str
    query: str


@personal
@require_safe
def confirmation(request: HttpRequest, slug: str, number: int, confirmation: int) -> HttpResponse:
    """Show a confirmation: its progress, or the verdict."""
    desk = verdict_desk(request, slug, number)
    context = _context(desk, confirmation_of(desk, confirmation))
    return render(request, "life_and_death/confirmation.html", {**frame(request), **context})


@personal
@require_safe
def confirmation_live(
    request: HttpRequest, slug: str, number: int, confirmation: int
) -> HttpResponse:
    """Return the part that changes during the search, or 304 if it has not changed."""
    desk = verdict_desk(request, slug, number)
    view = confirmation_of(desk, confirmation)

    def answer() -> HttpResponse:
        context = _context(desk, view)
        return render(request, "life_and_death/live.html", {**frame(request), **context})

    return if_changed(request, _tag(view), answer)


@personal
@require_POST
def cancel(request: HttpRequest, slug: str, number: int, confirmation: int) -> HttpResponse:
    """End a search that is no longer needed."""
    desk = acting_at_desk(request, slug, number)
    view = confirmation_of(desk, confirmation)
    try:
        cancel_confirmation(case_id=desk.page.line.id, number=view.number)
    except UserError as error:
        messages.error(request, str(error.text))
    else:
        messages.success(request, _("The search is cancelled."))
    return redirect("adjudication:confirmation", slug, number, confirmation)


def _tag(view: ConfirmationView) -> str:
    return etag_of(view.state, view.nodes, view.answered)


def _context(desk: Desk, view: ConfirmationView) -> dict[str, Any]:
    done = view.state == ConfirmationState.DONE
    position = position_of(view)
    context: dict[str, Any] = {
        **heading_of(desk),
        "view": view,
        "title": title_of(view),
        "state": state_badge(view),
        "live_tag": _tag(view),
        "may_ask": may_ask(desk),
        "answered": tuple(answer_line(answer, position, view.size) for answer in view.found),
        "again": _again(view, view.budget),
    }
    if view.state == ConfirmationState.WAITING:
        context["running"] = running_searches(desk.terms.id)
    if done:
        others = confirmations_of(desk.page.line.id)
        judged, beside = _judged(desk, view, others)
        context |= {
            "judged": judged,
            "beside": beside,
            "conflicts": conflicts_of(view, others),
            "articles": cited_articles((LIFE, KO)),
            "larger": next_budget(view.budget),
            "further": _again(view, next_budget(view.budget) or view.budget),
        }
    return context


def answer_line(answer: AnswerView, position: Sequence[int], size: int) -> AnswerLine:
    """Return a question and its answer in words."""
    winner = QuestionWinner(answer.winner) if answer.winner else None
    question, points = TargetQuestion(answer.question), points_of(answer.target, size)
    tone = "" if winner else "warn"
    return AnswerLine(
        view=answer,
        reading=short_reading(answer.ko_pass),
        question=translated(question_text(question, points, position[min(points)], size)),
        answer=Badge(translated(answer_text(question, winner)), tone),
        why=translated(reason_text(UndecidedReason(answer.reason))) if answer.reason else "",
    )


def _again(view: ConfirmationView, budget: int) -> str:
    """Return the query that fills in the form as the question was asked."""
    return urlencode(
        {
            "submission": view.source.key,
            "move": view.move,
            "points": " ".join(view.points),
            "agreed_dead": " ".join(view.agreed_dead) or "none",
            "assume": view.assume,
            "alive": " ".join(view.alive),
            "area": " ".join(view.area),
            "budget": budget,
        }
    )


def _judged(
    desk: Desk, view: ConfirmationView, others: Sequence[ConfirmationLine]
) -> tuple[tuple[ChainResult, ...], tuple[DisputedChain, ...]]:
    """Return every chain's verdicts and its score under either status, and the chains left open.

    Those are the other chains on which the players differ and about which there is no verdict.
    """
    page = with_evidence(desk.page)
    shown = final_board_of(page, view.source)
    size, position = view.size, position_of(view)
    agreed, _empty = whole_chains(position, size, points_of(view.agreed_dead, size))
    area = parse_area(view.area, size)
    if shown is None or shown.position != position:
        shown = None
    verdicts = verdicts_on(position, size, others)
    alive = {chain: one.alive for chain, one in verdicts.items() if one.alive is not None}
    alive |= _by_the_letter(view)
    found = []
    waiting: dict[frozenset[int], None] = {}
    for names in dict.fromkeys(chain.points for chain in view.chains):
        chains = [chain for chain in view.chains if chain.points == names]
        points = points_of(names, size)
        scores: tuple[Score, ...] = ()
        open_: list[frozenset[int]] = []
        if shown is not None:
            known = {one: lives for one, lives in alive.items() if one != points}
            open_ = [
                chain
                for chain in undecided_chains(shown, verdicts, CountSetting())
                if chain != points and chain not in known and not chain <= agreed
            ]
            waiting |= dict.fromkeys(open_)
            # If two chains cannot both be dead, either verdict may have to give way.
            open_ += [
                one
                for one, lives in known.items()
                if not lives and _exclude(one, points, position, size)
            ]
            dead = agreed.union(*(one for one, lives in known.items() if not lives))
            dead -= frozenset().union(*(one for one, lives in known.items() if lives), *open_)
            if len(open_) <= _MOST_BESIDE:
                scores = scores_either_way(page, shown, dead, points, open_)
        own = min(chains, key=lambda chain: chain.ko_pass != KoPass.EACH)
        elsewhere = _elsewhere(view, verdicts[points], Status(own.status))
        found.append(_one(chains, position, size, points, agreed, scores, area, open_, elsewhere))
    beside = (
        DisputedChain(
            chain_names(position, size, chain)[0],
            urlencode({"submission": view.source.key, "points": point_name(min(chain), size)}),
        )
        for chain in sorted(waiting, key=min)
    )
    return tuple(found), tuple(beside)


def _exclude(
    one: frozenset[int], other: frozenset[int], position: Sequence[int], size: int
) -> bool:
    """Return whether two chains cannot both be dead."""
    both = [JudgedChain(chain, position[min(chain)], Status.DEAD, ()) for chain in (one, other)]
    return bool(conflicts(both, position, size))


def _by_the_letter(view: ConfirmationView) -> dict[frozenset[int], bool]:
    """Return whether each chain is alive by the letter of the rules, where that is decided."""
    found = {}
    for chain in view.chains:
        alive = Status(chain.status).alive
        if KoPass(chain.ko_pass) is KoPass.EACH and alive is not None:
            found[points_of(chain.points, view.size)] = alive
    return found


def _elsewhere(
    view: ConfirmationView, stands: JudgedInCase, own: Status
) -> tuple[OtherFinding, ...]:
    """Return what other searches found about a chain, if it is more or the opposite.

    ``stands`` is the verdict that stands in the case, ``own`` this one's by the letter.
    """
    opposite = _("Another search of this case, with other assumptions, proves the opposite.")
    if stands.number == view.number:
        return tuple(OtherFinding(number, opposite) for number in stands.against)
    if own.alive is not None:
        other = () if own.alive is stands.alive else (stands.number,)
        return tuple(OtherFinding(number, opposite) for number in other)
    if stands.alive is None and own.proven:
        return ()
    text = _("Another search of this case proves more: %(sentence)s")
    sentence = status_sentence(stands.chain, view.size)
    return (OtherFinding(stands.number, text % {"sentence": sentence}),) if stands.proven else ()


def _one(
    chains: list[ChainView],
    position: tuple[int, ...],
    size: int,
    points: frozenset[int],
    agreed: frozenset[int],
    scores: tuple[Score, ...],
    area: frozenset[int],
    beside: Sequence[frozenset[int]],
    elsewhere: tuple[OtherFinding, ...],
) -> ChainResult:
    chains.sort(key=lambda chain: READINGS.index(KoPass(chain.ko_pass)))
    first, statuses = chains[0], {Status(chain.status) for chain in chains}
    signs = dict.fromkeys(points, sign_for(Meaning.IN_QUESTION))
    for assumption in first.assumptions:
        sign = sign_for(meaning_of(assumption.why))
        signs.update(dict.fromkeys(points_of(assumption.points, size), sign))
    drawing = Drawing(
        size=size,
        position=position,
        label=_("The position, with the stones in question and what counts as alive."),
        dead=agreed - points,
        signs=signs,
        shaded=area,
    )
    return ChainResult(
        title=translated(chain_name(points, COLOURS[first.colour], size)),
        readings=tuple(_reading(chain, position, size) for chain in chains),
        apart=_apart(statuses),
        open=any(status.alive is None for status in statuses),
        capturable=statuses == {Status.CAPTURABLE},
        assumptions=assumption_lines(first.assumptions, size),
        drawn=tuple(translated(text) for text in drawn_texts(first, size)),
        elsewhere=elsewhere,
        svg=safe_svg(drawing),
        rows=position_in_words(position, size),
        too_large=first.too_large,
        scores=scores,
        beside=tuple(chain_names(position, size, chain)[0] for chain in beside),
        legend=legend_of(
            Meaning.IN_QUESTION,
            *sorted({meaning_of(assumption.why) for assumption in first.assumptions}),
            *([Meaning.AGREED_DEAD] if agreed - points else []),
        ),
    )


def meaning_of(why: str) -> Meaning:
    """Return the sign on the board for stones that count as alive for a reason."""
    meanings = {AliveReason.BENSON: Meaning.PROVEN, AliveReason.EDGE: Meaning.EDGE}
    return meanings.get(AliveReason(why), Meaning.TAKEN)


def assumption_lines(assumptions: Sequence[AssumptionView], size: int) -> AssumptionLines:
    """Return the lines for the reasons, in the order the reasons come up."""
    lines: list[AssumptionLine] = []
    for why in dict.fromkeys(AliveReason(assumption.why) for assumption in assumptions):
        these = [assumption for assumption in assumptions if assumption.why == why]
        chains = [(points_of(one.points, size), COLOURS[one.colour]) for one in these]
        if len(chains) == 1 or why is AliveReason.PROPOSED:
            lines += [
                AssumptionLine(translated(assumption_text(why, *chain, size, one.figures)), why)
                for one, chain in zip(these, chains, strict=True)
            ]
        else:
            names = tuple(translated(chain_name(*chain, size)) for chain in chains)
            lines.append(AssumptionLine(translated(assumptions_text(why)), why, names))
    taken = any(line.why is not AliveReason.BENSON for line in lines)
    return AssumptionLines(tuple(lines), taken)


def _apart(found: set[Status]) -> str:
    if len(found) < 2:
        return ""
    if found == {Status.CAPTURABLE, Status.UNDECIDED}:
        return "capture"
    if any(status.alive is None for status in found):
        return "open"
    return "verdict" if Status.DEAD in found else "way"


def conflicts_of(
    view: ConfirmationView, others: Sequence[ConfirmationLine]
) -> tuple[ConflictLine, ...]:
    """Return the conflicts of a confirmation's verdicts with each other and with other searches.

    Verdicts are compared with others by the same reading, the letter first. ``others``, the newest
    first, say what else is dead on this board, without what that rests on.
    """
    known = [one for one in READINGS if any(chain.ko_pass == one for chain in view.chains)]
    found: dict[ConflictLine, list[KoPass]] = {}
    for reading in known:
        for line in _conflicts_by(reading, view, others):
            found.setdefault(line, []).append(reading)
    return tuple(
        replace(
            line,
            readings=tuple(readings),
            reading="" if readings == known else short_reading(readings[0]),
        )
        for line, readings in found.items()
    )


def _conflicts_by(
    reading: KoPass, view: ConfirmationView, others: Sequence[ConfirmationLine]
) -> Iterator[ConflictLine]:
    size, position = view.size, position_of(view)
    own = [
        JudgedChain(
            points_of(chain.points, size),
            COLOURS[chain.colour],
            Status(chain.status),
            tuple(
                Assumption(points_of(one.points, size), COLOURS[one.colour], AliveReason(one.why))
                for one in chain.assumptions
            ),
        )
        for chain in view.chains
        if chain.ko_pass == reading
    ]
    elsewhere: dict[JudgedChain, int] = {}
    known = {chain.points for chain in own}
    for line in others:
        if line.number == view.number or (line.size, line.position) != (size, view.position):
            continue
        for chain in line.chains:
            points = points_of(chain.points, size)
            status = Status(chain.status)
            if chain.ko_pass == reading and points not in known and status.alive is not None:
                known.add(points)
                elsewhere[JudgedChain(points, COLOURS[chain.colour], status, ())] = line.number
    for found in conflicts([*own, *elsewhere], position, size):
        if found.one in own or found.other in own:
            yield ConflictLine(
                found.kind.value,
                tuple(point_names(found.one.points, size)),
                tuple(point_names(found.other.points, size)),
                translated(conflict_text(found, size)),
                elsewhere.get(found.one) or elsewhere.get(found.other) or 0,
                (),
            )


def _reading(chain: ChainView, position: Sequence[int], size: int) -> ReadingLine:
    return ReadingLine(
        ko_pass=chain.ko_pass,
        name=translated(reading_text(KoPass(chain.ko_pass))),
        sentence=status_sentence(chain, size),
        why=translated(reason_text(UndecidedReason(chain.reason))) if chain.reason else "",
        answers=tuple(answer_line(answer, position, size) for answer in chain.answers),
        supports=tuple(answer_line(answer, position, size) for answer in chain.supports),
    )


# --- What the game comes to if disputed stones are alive, and if they are dead ---
# The rules core does the counting, as for players (:mod:`adjudication.submissions.views.marking`).


@dataclass(frozen=True, slots=True)
class Score:
    """The count with the stones alive, or dead: both totals and the result, in words.

    ``beside`` are other open chains, each with the state it is counted in.
    """

    status: str
    beside: tuple[tuple[str, str], ...]
    black: str
    white: str
    result: str


def scores_either_way(
    page: CasePage,
    board: MarkedBoard,
    agreed: frozenset[int],
    disputed: frozenset[int],
    beside: Sequence[frozenset[int]] = (),
) -> tuple[Score, ...]:
    """Return the count under either status; empty if the record cannot be counted.

    ``board`` is the end of a record, ``agreed`` are stones that are dead either way, ``beside``
    other chains that may be alive or dead: each is counted both ways. If the count with the stones
    alive depends on whether they are in seki, that count is given as well.
    """
    game = page.game
    if game is None:
        return ()

    def judged(dead: frozenset[int], seki: Collection[int] = ()) -> Report:
        whole, _empty = whole_chains(board.position, board.size, dead)
        return adjudicate(
            board.record,
            ruleset=page.terms.ruleset,
            claim=None,
            dead=whole,
            seki=seki,
            komi=game.komi_half / 2,
            handicap=game.handicap,
        )

    alive_word, dead_word = pgettext("stones", "alive"), pgettext("stones", "dead")
    size, position = board.size, board.position
    names = [chain_names(position, size, chain)[0] for chain in beside]
    reports: list[tuple[str, tuple[tuple[str, str], ...], Report]] = []
    for lives in (True, False):
        for states in product((True, False), repeat=len(beside)):
            taken = [chain for chain, stands in zip(beside, states, strict=True) if not stands]
            dead = (agreed - disputed).union(*taken) | (frozenset() if lives else disputed)
            asked = [*taken, *([] if lives else [disputed])]
            if any(_exclude(one, other, position, size) for one, other in combinations(asked, 2)):
                continue
            said = (alive_word if stands else dead_word for stands in states)
            told = tuple(zip(names, said, strict=True))
            report = judged(dead)
            reports.append((alive_word if lives else dead_word, told, report))
            for doubt in report.findings if lives else ():
                if doubt.code is Code.SEKI_POSSIBLE:
                    points = cast(list[str], doubt.detail["points"])
                    eyes = [parse_point(name, size) for name in points]
                    reports.append((_("in seki"), told, judged(dead, eyes)))
    found = []
    for status, told, report in reports:
        counted = report.computed
        if counted is None:
            return ()
        found.append(
            Score(
                status=status,
                beside=told,
                black=words.points(counted.black.total),
                white=words.points(counted.white.total),
                result=words.core_result(counted.result),
            )
        )
    return tuple(found)
