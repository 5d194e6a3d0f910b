"""Several records of one game beside each other: where they differ, and what each would mean."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.board.page import BoardPage, Marks, board_page
from adjudication.cases.selectors.record_names import record_names
from adjudication.cases.selectors.statements import (
    StatementView,
    records_said,
    statements_about,
)
from adjudication.rules.comparing import Comparison, DifferingMoves, compare, turned_to_match
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import replay_record
from adjudication.submissions.forms import ComparedForm, RightRecordForm
from adjudication.submissions.selectors.bulk_records import undecided_case
from adjudication.submissions.services.right_record import stones_elsewhere, take_record
from adjudication.submissions.views.evidence import VerdictPanel, panel_of
from adjudication.submissions.views.games import played_game, shown_game
from adjudication.submissions.views.several_records import (
    count_words,
    counts_of,
    difference_sentence,
    move_numbers,
    results_sentence,
    stretch_text,
)
from adjudication.verdicts.selectors.at_hand import RecordAtHand, records_of_game
from adjudication.verdicts.selectors.chosen import chosen_by_player
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.verdicts import ReportDetail, VerdictView, details_of
from tournament.audit.services.current_actor import current_actor
from tournament.errors import UserError
from tournament.models import GameState
from tournament.staff.permissions import require_referee
from tournament.staff.visitors import (
    REFEREES,
    frame,
    may_see_evidence,
    personal,
    require,
    visitor_of,
)


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two records that are compared, at a difference.

    ``choosable`` says that the player who is looking may accept it in place of their own. ``drops``
    and ``stay`` name the players who marked dead stones on another board: their marks would not
    count with it, or would stay as marked in another record. For a player, only themselves.
    ``shown`` says that a phone, which shows one of the two, begins with it.
    """

    mark: str
    name: str
    panel: VerdictPanel | None
    board: BoardPage
    choosable: bool
    drops: tuple[str, ...]
    stay: tuple[str, ...]
    shown: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """One of a game's records: its name, what it counts to, and where it is shown.

    ``place`` is first, second, or empty for a record that is not one of the two compared.
    """

    name: str
    count: str
    place: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One stretch in words, with each record's moves in it; ``number`` counts from 1."""

    number: int
    first: str
    second: str
    text: str


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def two_records(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show two records of a game beside each other, at one of their differences.

    They are the records of reports, including replaced ones, and those that came with statements,
    as far as the reader may read these. With POST, a player accepts another of them in place of
    their own, or takes back the one they had (:class:`RightRecordForm`).
    """
    if request.method == "POST":
        return _take(request, game_id)
    page = shown_game(game_id)
    visitor = visitor_of(request)
    require(may_see_evidence(visitor, page.game, page.terms.id))
    referees = visitor.has(page.terms.id, *REFEREES)
    if referees:
        require_referee(request, page.terms.slug)  # who they are: the case may be theirs
    read = records_said(game_id, None if referees else visitor.player_id)
    said = {one.id: one for one in statements_about(game_id) if one.id in read}
    reports = [report.id for report in page.compared_reports]
    found = {_mark(one): one for one in records_of_game(game_id, reports=reports, statements=said)}
    if len(found) < 2:
        raise Http404
    named = record_names(page.game, visitor.player_id)
    names = {mark: named.of(one.digest) for mark, one in found.items()}
    asked = ComparedForm(request.GET)
    asked.full_clean()
    marks = tuple(asked.cleaned_data.get(name) or "" for name in ("one", "other"))
    if marks[0] == marks[1] or not set(marks) <= set(found):
        marks = tuple(found)[:2]
    first, second = (found[mark].record for mark in marks)
    turned = turned_to_match(first, second)
    compared = compare(first, turned)
    reported = [report for report in page.compared_reports if report.record is not None]
    details = details_of([report.id for report in reported])
    judged = _judged(found, page, said, details)
    by_file = counts_of(reported, details, said.values())
    counts = {mark: by_file[one.digest] for mark, one in found.items()}
    number = min(max(1, asked.cleaned_data.get("at") or 1), max(1, len(compared.stretches)))
    at = compared.stretches[number - 1] if compared.stretches else None
    case = undecided_case(game_id, current_actor()) if referees else None
    case_number, held = (None, False) if case is None else case
    player = bool(page.game.colour_of(visitor.player_id))
    choosable = {mark: _choosable(found[mark], page, visitor.player_id, compared) for mark in marks}
    # A link to a move names the record that it was copied from.
    opened = next((mark for mark in marks if mark in request.GET), marks[0])
    sides = [
        Side(
            mark,
            names[mark],
            _panel(judged[mark], page, player=player),
            _board(record, mark, moves, request),
            choosable[mark],
            *(
                _marked_elsewhere(found[mark], page, None if case_number else visitor.player_id)
                if case_number or choosable[mark]
                else ((), ())
            ),
            mark == opened,
        )
        for mark, record, moves in (
            (marks[0], first, at.first if at else None),
            (marks[1], turned, at.second if at else None),
        )
    ]
    context = {
        **frame(request),
        "page": page,
        "game": page.game,
        "referees": referees,
        "case": case_number,
        "held": held,
        "addable": page.game.state in (GameState.REPORTED, GameState.DISPUTED)
        and page.addable_report(visitor.player_id) is not None,
        "sentence": difference_sentence(first, turned, compared),
        "results": results_sentence(counts, *marks),
        "turned": turned.points != second.points,
        "sides": sides,
        "differences": [
            _difference(n, one, first, turned) for n, one in enumerate(compared.stretches, 1)
        ],
        "number": number,
        "before": number - 1,
        "after": number + 1 if number < len(compared.stretches) else 0,
        "listed": [
            Listed(
                names[mark],
                count_words(counts[mark]),
                dict(zip(marks, ("first", "second"), strict=True)).get(mark, ""),
            )
            for mark in found
        ]
        if len(found) > 2
        else (),
        "pairs": [
            (pair, names[pair[0]], names[pair[1]])
            for pair in combinations(found, 2)
            if pair != marks
        ],
    }
    return render(request, "submissions/two_records.html", context)


def _marked_elsewhere(
    one: RecordAtHand, page: GamePage, player_id: int | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return whose marks of dead stones would not count with a record, and whose would stay.

    They are the names of those who marked them on another board; with a ``player_id``, only that
    player's.
    """
    stay = stones_elsewhere(
        game_id=page.game.id, submission_id=one.submission_id, statement_id=one.statement_id
    )
    players = (page.game.black, page.game.white)
    shown = [player for player in players if player_id in (None, player.id)]
    dropped = tuple(player.name for player in shown if stay.get(player.id) is False)
    return dropped, tuple(player.name for player in shown if stay.get(player.id))


def _take(request: HttpRequest, game_id: int) -> HttpResponse:
    """Put the record that a form names in place of the player's own, and return to the game."""
    _page, player_id = played_game(request, game_id)
    form = RightRecordForm(request.POST)
    form.full_clean()
    named = form.cleaned_data.get("record", {})
    stay = stones_elsewhere(game_id=game_id, **named).get(player_id)
    try:
        take_record(
            game_id=game_id,
            player_id=player_id,
            **named,
            version=form.cleaned_data.get("version") or 0,
        )
    except UserError as problem:
        messages.warning(request, str(problem.text))
    else:
        text = _(
            "That record stands with your report now. The result that you reported stays as it was."
        )
        if stay is False:
            text += " " + _("What you said about dead stones no longer counts.")
        elif stay:
            text += " " + _("The dead stones that you marked stay, as marked in another record.")
        messages.success(request, text)
    return redirect("adjudication:game", game_id)


def _choosable(
    one: RecordAtHand, page: GamePage, player_id: int | None, compared: Comparison
) -> bool:
    """Whether a player who has sent another record may accept this one in place of it."""
    if player_id is None or page.closed or not page.game.colour_of(player_id):
        return False
    if page.game.state not in (GameState.REPORTED, GameState.DISPUTED) or not compared.stretches:
        return False
    own = [
        other
        for other in page.standing_reports
        if other.record and other.player_id == player_id and not other.imported
    ]
    report = None if one.submission_id is None else page.submission(one.submission_id)
    if report is not None:
        theirs = report.imported or report.player_id != player_id
        files = {other.record.sha256 for other in (*own, report) if other.record}
        if not (theirs or report.replaced_at) or len(files) < 2:
            return False
    if not own:
        return False
    if not any(other.chosen for other in own):
        return True
    game = page.game
    return chosen_by_player(page.terms.id, game.round_number, game.number_of(player_id))


def _difference(
    number: int, stretch: DifferingMoves, first: GameRecord, second: GameRecord
) -> Difference:
    text = stretch_text(stretch, first, second)
    return Difference(number, move_numbers(stretch.first), move_numbers(stretch.second), text)


def _mark(one: RecordAtHand) -> str:
    """Return the name of a record in an address and in the ids of a page."""
    if one.statement_id is not None:
        return f"statement-{one.statement_id}"
    return f"report-{one.submission_id}"


@dataclass(frozen=True, slots=True)
class _Judged:
    """The stored verdict on a record, None before it is judged, and what was found in it."""

    verdict: VerdictView | None
    detail: ReportDetail | None


def _judged(
    found: Mapping[str, RecordAtHand],
    page: GamePage,
    said: Mapping[int, StatementView],
    details: Mapping[int, ReportDetail],
) -> dict[str, _Judged]:
    """Return what is stored of the verdicts on some records, by their names."""
    judged: dict[str, _Judged] = {}
    for mark, one in found.items():
        if one.statement_id is not None:
            statement = said[one.statement_id]
            judged[mark] = _Judged(statement.verdict, statement.detail)
            continue
        report = None if one.submission_id is None else page.submission(one.submission_id)
        verdict = None if report is None else report.verdict
        detail = None if report is None or verdict is None else details[report.id]
        judged[mark] = _Judged(verdict, detail)
    return judged


def _panel(judged: _Judged, page: GamePage, *, player: bool) -> VerdictPanel | None:
    """Return the panel of a verdict on a record, if there is one; ``player`` as for the panel."""
    if judged.verdict is None or judged.detail is None:
        return None
    return panel_of(judged.verdict, judged.detail, page, None, None, player=player)


def _board(record: GameRecord, mark: str, moves: range | None, request: HttpRequest) -> BoardPage:
    """Return a record after the first move of a difference, or before it if it has none there."""
    replay = replay_record(record)
    asked = request.GET.get(mark, "")
    move = None if moves is None else moves.start if moves else moves.start - 1
    if asked.isascii() and asked.isdigit() and len(asked) < 6:
        move = int(asked)
    return board_page(replay, move=move, marks=Marks(), name=f"board-{mark}", parameter=mark)
