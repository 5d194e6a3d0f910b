"""The page of a running round: its result line, its clock, and results as they arrive."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy
from django.views.decorators.http import require_safe

from adjudication.cases.selectors.referees import games_in_case
from adjudication.cases.selectors.rulings import penalties_in, provisional_of
from adjudication.cases.views.pending import pending_lines
from adjudication.cases.views.words import penalty_badges
from adjudication.result_entry.forms import ChosenResultForm, RunningForm
from adjudication.result_entry.views.answers import Answer, Questions
from adjudication.result_entry.views.result_line import result_letters
from adjudication.verdicts.selectors.submissions import badge_sentences, verdict_badges
from adjudication.verdicts.views import Badge, provisional_badge, state_badge, verdict_badge
from language.messages import Message
from tournament.audit.selectors.freshness import freshness_of
from tournament.common.responses import etag_of, if_changed
from tournament.common.rows import Row
from tournament.common.tables import Column, Table
from tournament.formats.folding import folded
from tournament.games import words
from tournament.games.progress import STAGES, boards_by_stage, stage_of_game
from tournament.games.selectors import SETTLED
from tournament.models import GameState, Reason, RoundState, Winner
from tournament.outlook.selectors import expected_scores_in
from tournament.outlook.stored import Terms
from tournament.results.services.results import reason_to_doubt
from tournament.rounds.forms import ClockForm
from tournament.rounds.selectors.running import (
    RunningGame,
    RunningPage,
    round_state,
    round_states,
    running_page,
    running_rounds,
    unmet_conditions,
)
from tournament.rounds.views import BOARD, Chip, chips_of, show_draft
from tournament.scheduling.sentences import dates_context
from tournament.simulation.outcomes import MOST_OPEN
from tournament.spoken import active_language, translated
from tournament.staff.permissions import require_director, require_results_staff
from tournament.staff.visitors import frame, may_direct, personal, visitor_of
from tournament.tournaments.selectors.public import TournamentTerms

WITH_CASE = (GameState.DISPUTED, GameState.RULED)
"""The board states that come from a case; any other board may have an open case, too."""
STAFF_SETTLES = (GameState.OPEN, GameState.ENTERED, GameState.REPORTED)
"""The board states in which the director chooses the result (for a waiting report, after a
question)."""
ALL = "all"
SHOWN: dict[str, tuple[str, ...]] = {
    ALL: tuple(GameState.values),
    **{stage.key: stage.states for stage in STAGES},
}


@dataclass(frozen=True, slots=True)
class RunningLine(Row):
    """A board as the page of the running round shows it."""

    game: RunningGame
    href: str
    label: str
    result: str
    state: Badge
    beside: tuple[Badge, ...]
    """What everybody reads beside the result: that a ruling may still change, what a record
    says."""
    told: tuple[str, ...]
    """Sentences on what the record says about the clock, and about other terms of play."""
    case: str
    """The address of its case, for those who settle cases; empty if it has none."""
    case_open: bool
    """Whether it has an open case that its state does not show."""
    doubt: str
    """Why no count gives its result; empty if one can."""
    black_won: bool
    white_won: bool
    expected: str
    """How even it was expected to be, if that is shown."""
    find: str
    """The text by which the board can be found."""
    hidden: bool
    """Whether a search for other names is on."""


@dataclass(frozen=True, slots=True)
class Filter:
    """A choice of games to show; ``href`` is empty if there are none."""

    key: str
    word: str
    count: int
    current: bool
    href: str


NONE_LEFT = {
    "open": gettext_lazy("Every board has a result."),
    "reported": gettext_lazy("Nothing waits to be confirmed."),
    "disputed": gettext_lazy("Nothing is disputed."),
    "done": gettext_lazy("No board is done yet."),
}
"""The sentence shown if there are no games at a stage."""


@personal
@require_safe
def round_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the director a round: running with its results, or still in preparation."""
    terms = require_director(request, slug)
    states = round_states(terms.id)
    if states.get(number) in (RoundState.PUBLISHED, RoundState.FINISHED):
        return show_running(request, terms, number, states=states)
    pending = pending_lines(terms.id, terms.slug)
    return show_draft(request, terms, number, pending=pending, states=states)


@personal
@require_safe
def live(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the changing part of the running round's page, or 304 if it has not changed."""
    terms = require_results_staff(request, slug)

    def answer() -> HttpResponse:
        page = running_page(terms.id, number)
        if page is None and not round_state(terms.id, number):
            raise Http404
        context = _live_context(request, terms, page) if page else {"gone": True}
        return render(request, "result_entry/running_live.html", context)

    return if_changed(request, _tag(request, terms, number), answer)


def show_running(
    request: HttpRequest,
    terms: TournamentTerms,
    number: int,
    *,
    desk: bool = False,
    choice: tuple[int, ...] = (),
    states: Mapping[int, str] | None = None,
    kept: str = "",
    answers: Iterable[Answer] = (),
    chosen: ChosenResultForm | None = None,
    asked: bool = False,
    clock: ClockForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show a published round; ``desk`` is the page for those who only enter results.

    ``kept`` is what stays in the result line and ``answers`` are the replies to what was typed.
    ``choice`` are the running rounds to choose from; ``states`` are the rounds' states, if already
    read. ``chosen`` is a result that could not be entered; ``asked`` says whether that is because
    no count gives it, which is asked about. ``clock`` is the form of the round clock with its
    errors.
    """
    tag = _tag(request, terms, number)
    page = running_page(terms.id, number)
    if page is None:
        raise Http404
    context = {
        **frame(request),
        **_live_context(request, terms, page),
        "desk": desk,
        "unmet": unmet_conditions(terms, number),
        "chips": _chips_of_desk(page, choice) if desk else _chips(terms, page, states),
        "kept": kept,
        "answers": list(answers),
        "questions": Questions(request.session, page).open_questions(terms),
        "live_tag": tag,
        "takes_results": page.state == RoundState.PUBLISHED,
        **({} if desk else dates_context(page.dated)),
        "letters": result_letters(active_language()),
        "draws": _draw_can_be(page, terms),
        "margin": words.half_points(7),
        "chosen": chosen or ChosenResultForm(),
        "asked": asked,
        "clock_form": clock or ClockForm(initial={"minutes": page.round_minutes}),
        "by_board": [game for game in page.games if game.state in STAFF_SETTLES],
    }
    return render(request, "result_entry/running.html", context, status=status)


def _chips(
    terms: TournamentTerms, page: RunningPage, states: Mapping[int, str] | None
) -> list[Chip]:
    """Return the rounds that the director can go to."""
    known = round_states(terms.id) if states is None else states
    return chips_of(terms.slug, page.number, page.planned, known)


def _chips_of_desk(page: RunningPage, choice: tuple[int, ...]) -> list[Chip]:
    """Return the running rounds, for those who only enter results; none if there is only one."""
    title = _("Round %(number)d: being played")
    return [
        Chip(
            number=number,
            href=f"?round={number}",
            kind=RoundState.PUBLISHED,
            title=title % {"number": number},
            current=number == page.number,
        )
        for number in choice
        if len(choice) > 1
    ]


def _tag(request: HttpRequest, terms: TournamentTerms, number: int) -> str:
    """Return an ETag for all that the changing part shows, without reading or rendering it."""
    directs = may_direct(visitor_of(request), terms.id)
    asked = _table(request).asked.urlencode()
    return etag_of(number, directs, asked, freshness_of(terms.id))


def _table(request: HttpRequest) -> Table:
    """Return the table of boards as the address asks for it."""
    return Table("running", BOARDS, request.GET, usual="board", keeps=("show", "round"))


def _live_context(
    request: HttpRequest, terms: TournamentTerms, page: RunningPage
) -> dict[str, Any]:
    wanted = RunningForm(request.GET).shown
    show = wanted if wanted in SHOWN else ALL
    table = _table(request)
    games = table.sorted(game for game in page.games if game.state in SHOWN[show])
    directs = may_direct(visitor_of(request), terms.id)
    running = page.state == RoundState.PUBLISHED
    done = not page.counts.unsettled if running else bool(page.following)
    going_on = directs and done
    return {
        "terms": terms,
        "page": page,
        "clock": page.clock,
        "directs": directs,
        "running": running,
        "going_on": going_on,
        "pending": pending_lines(terms.id, terms.slug) if going_on else (),
        "held_open": boards_by_stage(
            (game.table, game.state) for game in page.games if game.state not in SETTLED
        ),
        "table": table,
        "lines": _lines(page, games, terms, table, directs=directs),
        "few_open": directs and _few_open(page),
        "filters": _filters(request, page, show),
        "none_left": NONE_LEFT.get(show, ""),
        "waiting": [
            (text, f"?{_with(request.GET, key)}")
            for key, text in page.counts.waiting
            if key != show
        ],
        "handicap_word": pgettext("short for handicap", "H"),
        "news": _news(page),
    }


def _news(page: RunningPage) -> str:
    """Return what a screen reader announces once something has come in."""
    counts = page.counts
    if not counts.unsettled:
        return _("All results are in.")
    values = {"done": counts.done, "total": counts.total, "left": counts.left}
    return _("%(done)d of %(total)d boards done: %(left)s.") % values


ORDER = (GameState.OPEN, GameState.REPORTED, GameState.DISPUTED, *SETTLED)
"""The states of games, those that still need something done first."""
BOARDS = (
    BOARD,
    Column("black", pgettext_lazy("player", "Black"), lambda game: folded(game.black)),
    Column("white", pgettext_lazy("player", "White"), lambda game: folded(game.white)),
    Column("result", gettext_lazy("Result"), lambda game: ORDER.index(game.state)),
)
"""The columns of a running round."""


def _expected(page: RunningPage, terms: TournamentTerms) -> Mapping[Terms, float]:
    """Return what was expected of the games, if that is shown."""
    return expected_scores_in(terms.id, page.number) if page.expected_scores else {}


def _few_open(page: RunningPage) -> bool:
    """Whether boards of the next round may already be certain; its page says which."""
    left = page.counts.unsettled + len(page.earlier)
    return page.certain_boards and page.following > 0 and 0 < left <= MOST_OPEN


def _lines(
    page: RunningPage,
    games: list[RunningGame],
    terms: TournamentTerms,
    table: Table,
    *,
    directs: bool,
) -> list[RunningLine]:
    """Return the boards ready to show; one who ``directs`` may look at the cases."""
    address = reverse("adjudication:game", args=[0])
    case = reverse("adjudication:referee_game", args=[terms.slug, 0]) if directs else ""
    badges = {state.value: state_badge(state) for state in GameState}
    label = _("Board %(board)d, %(black)s against %(white)s")
    nothing = str(stage_of_game(GameState.OPEN).word)
    verdicts = verdict_badges([page.round_id]) if any(game.winner for game in games) else {}
    expected = _expected(page, terms)
    beside = _beside(games, terms, verdicts)
    in_case = games_in_case(page.round_id) if directs else frozenset()
    shown = {game.id for game in games}
    told = badge_sentences({key: badge for key, badge in verdicts.items() if key in shown})

    def line(game: RunningGame) -> RunningLine:
        find = folded(f"{game.black} {game.white}")
        with_case = game.state in WITH_CASE
        return RunningLine(
            game=game,
            href=address.replace("/0/", f"/{game.id}/"),
            label=label % {"board": game.table, "black": game.black, "white": game.white},
            result=words.short_result(game.winner, game.reason, game.margin_half) or nothing,
            state=badges[game.state],
            beside=beside(game.id),
            told=tuple(translated(text) for text in told.get(game.id, ())),
            case=case.replace("/0/", f"/{game.id}/") if with_case or game.id in in_case else "",
            case_open=game.id in in_case and not with_case,
            doubt=_doubt(game, terms),
            black_won=game.winner == Winner.BLACK,
            white_won=game.winner == Winner.WHITE,
            expected=words.expected_score(
                expected.get((game.black_number, game.white_number, game.handicap, game.komi_half))
            ),
            find=find,
            hidden=not table.finds(find),
        )

    return [line(game) for game in games]


def _beside(
    games: list[RunningGame], terms: TournamentTerms, verdicts: Mapping[int, str]
) -> Callable[[int], tuple[Badge, ...]]:
    """Return a function from a game's id to what the public list says beside its result."""
    penalties, provisional = penalties_in(games), provisional_of(games)

    def beside(game_id: int) -> tuple[Badge, ...]:
        told = (
            provisional_badge(provisional.get(game_id, ""), closed=terms.closed),
            verdict_badge(verdicts.get(game_id, "")),
        )
        return (*filter(None, told), *penalty_badges(penalties.get(game_id, ())))

    return beside


def _doubt(game: RunningGame, terms: TournamentTerms) -> str:
    """Return why no count gives the result of a board, or an empty text if one can.

    A game annulled by the staff is no such result.
    """
    if game.winner == Winner.NONE and game.state in (GameState.ENTERED, GameState.RULED):
        return ""
    why = _why_not(game, terms, game.winner, game.reason, game.margin_half)
    return "" if why is None else translated(why)


def _draw_can_be(page: RunningPage, terms: TournamentTerms) -> bool:
    """Whether the rules and the komi of any board allow a draw."""
    alike = {(game.komi_half, game.handicap): game for game in page.games}
    return any(
        _why_not(game, terms, Winner.DRAW, Reason.SCORE, None) is None for game in alike.values()
    )


def _why_not(
    game: RunningGame, terms: TournamentTerms, winner: str, reason: str, margin_half: int | None
) -> Message | None:
    """Return why no count gives a board this result; None if one can."""
    return reason_to_doubt(
        winner,
        reason,
        margin_half,
        ruleset=terms.ruleset,
        board_size=terms.board_size,
        komi_half=game.komi_half,
        handicap=game.handicap,
    )


def _filters(request: HttpRequest, page: RunningPage, show: str) -> list[Filter]:
    counts = page.counts
    shown = [
        (ALL, pgettext("games", "All"), counts.total),
        *((stage.key, capfirst(stage.word), count) for stage, count in counts.shares),
    ]
    return [
        Filter(key, word, count, key == show, f"?{_with(request.GET, key)}" if count else "")
        for key, word, count in shown
    ]


def _with(query: QueryDict, show: str) -> str:
    """Return a query string for the same table with other games."""
    changed = query.copy()
    changed.pop("shown", None)
    changed["show"] = show
    return changed.urlencode()


@personal
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the running round with its result line; the latest if several are running."""
    terms = require_results_staff(request, slug)
    rounds = running_rounds(terms.id)
    form = RunningForm(request.GET)
    wanted = form.cleaned_data["round"] if form.is_valid() else None
    if not rounds:
        return render(request, "result_entry/desk_empty.html", {**frame(request), "terms": terms})
    if not form["round"].value():
        return show_running(request, terms, rounds[-1], desk=True, choice=rounds)
    if wanted not in rounds:
        # Closed or taken back meanwhile: only what is being played now matters.
        return redirect("tournament:desk", slug)
    return show_running(request, terms, wanted, desk=True, choice=rounds)
