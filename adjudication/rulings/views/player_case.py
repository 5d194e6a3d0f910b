"""A player's page of their case: its state, what was said, what was ruled, and their appeal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.board.page import BoardPage
from adjudication.cases.selectors.appeals import appealable_until
from adjudication.cases.selectors.cases import (
    Ground,
    QueueLine,
    cases_of_game,
    decided_by_play,
)
from adjudication.cases.selectors.complaints import (
    grounds_written,
    is_confidential,
    readable_statements,
)
from adjudication.cases.selectors.record_names import NO_NAMES, RecordNames, names_among
from adjudication.cases.selectors.ruled_position import ruled_position
from adjudication.cases.selectors.rulings import RulingView, rulings_of
from adjudication.cases.selectors.statements import StatementView, records_said, statements_of
from adjudication.cases.services.base import name_of
from adjudication.cases.services.statements import WRITTEN_IN, write_statement
from adjudication.cases.views import words as case_words
from adjudication.cases.views.articles import ArticleText, cited_articles
from adjudication.inquiries.views.case_pages import Room, case_of_game, case_without_game
from adjudication.inquiries.views.mine import asked_to_reply, own_line, reply_line
from adjudication.inquiries.views.stones_said import stones_said
from adjudication.inquiries.views.taking_back import may_take_back
from adjudication.models import (
    Appeal,
    AppealState,
    CaseState,
    Confirmation,
    ConfirmationState,
    InquiryState,
    RulingKind,
)
from adjudication.policy.causes import OF_STONES, Cause
from adjudication.policy.decisions import Decision
from adjudication.referee.views.counted_board import CountedBoard, counted_board
from adjudication.referee.views.evidence import any_checking, departs_said, statement_board
from adjudication.referee.views.repeated_records import Repeated, Sent, repeated_records
from adjudication.referee.views.resumed import ResumedBoard, resumed_boards
from adjudication.rules.marks import NamedStones
from adjudication.rulings.forms import AppealForm, StatementForm
from adjudication.rulings.services.appeals import appeal as make_appeal
from adjudication.rulings.services.appeals import withdraw_appeal as take_back
from adjudication.submissions.views.both_say import differing_stones, last_reports
from adjudication.submissions.views.evidence import (
    ShownLine,
    VerdictPanel,
    panel_of,
    shown_for_grounds,
)
from adjudication.submissions.views.games import game_tag, played_game
from adjudication.submissions.views.several_records import counts_of, several_records
from adjudication.triage.selectors import InquiryView, inquiries_of
from adjudication.triage.services.dead_stones import named_in_question
from adjudication.triage.views import case_of, open_questions
from adjudication.verdicts.selectors.games import game_page
from adjudication.verdicts.selectors.submissions import (
    RecordFacts,
    SubmissionView,
    note_authors,
    records_by_id,
)
from adjudication.verdicts.selectors.verdicts import ReportDetail, details_of
from tournament.common.body_sizes import accepts_body_up_to, handles_unread_form
from tournament.common.causes import cause_title
from tournament.common.forms import posted
from tournament.common.pictures import MOST_BYTES, MOST_PICTURES, redraw_pictures
from tournament.common.responses import if_changed
from tournament.errors import IdempotencyConflict, UserError
from tournament.games import words
from tournament.games.selectors import GameRow, game_rows
from tournament.models import Game, Reason
from tournament.staff.form_keys import idempotent, mark_refused
from tournament.staff.visitors import (
    cached_for_back_button,
    frame,
    may_referee,
    personal,
    require,
    visitor_of,
)


@dataclass(frozen=True, slots=True)
class Written:
    """What was written when a case was raised: by whom, if that is known, and about what."""

    name: str
    about: str
    ground: Ground
    shown: tuple[ShownLine, ...] = ()
    """What the records of the game show of it."""


@dataclass(frozen=True, slots=True)
class Said:
    """A statement, with the verdict on its record and its board, if it has them."""

    view: StatementView
    panel: VerdictPanel | None
    board: BoardPage | None
    departs: str = ""
    """A note that its record lacks the position that an earlier ruling let the game go on from."""
    repeated: Repeated | None = None
    """With what its record had come before; it is drawn once on this page."""

    @property
    def mark(self) -> str:
        """Return the part of a page's ids that tells it from others."""
        return f"said-{self.view.id}"


@dataclass(frozen=True, slots=True)
class VerdictLink:
    """A verdict on life and death in a case, by number; ``cited`` by the ruling that stands."""

    number: int
    cited: bool


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling, as its players may read it."""

    kind: str
    lines: tuple[str, ...]
    reasons: str
    articles: tuple[ArticleText, ...]
    by: str
    view: RulingView
    resumed: tuple[ResumedBoard, ...] = ()
    """The position from which the game goes on by this ruling."""
    counted: CountedBoard | None = None
    """The board that this ruling counts."""

    @property
    def decision(self) -> Decision:
        """Return the decision in words."""
        return self.view.decision


BODY_BYTES = MOST_PICTURES * MOST_BYTES + 1024 * 1024


@cached_for_back_button
def _unread(request: HttpRequest, _problem: Exception, **key: int) -> HttpResponse:
    """Answer a statement that is too large to read."""
    room = case_of_game(request, **key) if "game_id" in key else case_without_game(request, **key)
    form = _statement_form(room, {"case": room.line.id, "key": uuid4().hex})
    text = _("This is too large: send at most 3 pictures and one record.")
    form.refuse(UserError("too_large", field="pictures", text=text))
    return (_to_its_game(room) if room.game is None else None) or _page(request, room, form)


@accepts_body_up_to(BODY_BYTES, admits=case_of_game)
@handles_unread_form(_unread)
@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
def case(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the case of a game to its players and the referees; a player can write a statement."""
    return _case_page(request, case_of_game(request, game_id))


@accepts_body_up_to(BODY_BYTES, admits=case_without_game)
@handles_unread_form(_unread)
@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
def own_case(request: HttpRequest, case_id: int) -> HttpResponse:
    """Show a case without a game to the players it is about, who can write a statement."""
    room = case_without_game(request, case_id)
    return _to_its_game(room) or _case_page(request, room)


@personal
@require_safe
def case_live(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Return the part of a game's case that shows records, or 304 while it has not changed.

    A page that shows another case than the game's latest gets nothing.
    """
    room = case_of_game(request, game_id)
    if room.line.number != number:
        raise Http404

    def answer() -> HttpResponse:
        context = {**frame(request), **_context(request, room, _statement_form(room))}
        return render(request, "inquiries/case_live.html", context)

    return if_changed(request, game_tag(request, game_id), answer)


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def appeal(request: HttpRequest, game_id: int) -> HttpResponse:
    """Appeal against the ruling in the case of one's game."""
    if request.method != "POST":
        return redirect("adjudication:player_case", game_id)
    played_game(request, game_id)
    return _appeal(request, partial(case_of_game, request, game_id))


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def own_appeal(request: HttpRequest, case_id: int) -> HttpResponse:
    """Appeal against the ruling in one's case without a game."""
    if request.method != "POST":
        return redirect("adjudication:own_case", case_id)
    room = case_without_game(request, case_id)
    return _to_its_game(room) or _appeal(request, partial(case_without_game, request, case_id))


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def withdraw_appeal(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask whether to withdraw one's own appeal, and do so: the ruling stands."""
    played_game(request, game_id)
    return _withdraw(request, case_of_game(request, game_id))


@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def own_withdraw_appeal(request: HttpRequest, case_id: int) -> HttpResponse:
    """Ask whether to withdraw one's own appeal in a case without a game, and do so."""
    room = case_without_game(request, case_id)
    return _to_its_game(room) or _withdraw(request, room)


def _to_its_game(room: Room) -> HttpResponse | None:
    """Redirect from a case's own address to the page of its game's case, if that is the same."""
    if room.line.game_id is None or cases_of_game(room.line.game_id)[0].id != room.line.id:
        return None
    return mark_refused(redirect("adjudication:player_case", room.line.game_id))


def _home(room: Room) -> HttpResponse:
    return redirect(room.names.page, room.key)


def _case_page(request: HttpRequest, room: Room) -> HttpResponse:
    form = _statement_form(room, posted(request), request.FILES)
    if request.method == "POST":
        require(room.player_id is not None)
    if form.is_valid():
        values, record = form.cleaned_data, form.cleaned_data["record"]
        try:
            write_statement(
                case_id=room.line.id,
                player_id=room.player_id,
                text=values["text"],
                record_bytes=None if record is None else record.read(),
                filename="" if record is None else (record.name or ""),
                pictures=redraw_pictures(
                    [upload.read for upload in values["pictures"]],
                    sender=f"player-{room.player_id}",
                ),
                idempotency_key=values["key"],
            )
        except IdempotencyConflict as error:
            # Going back and writing more is another statement: the page shown has a new key.
            error.field = "text"
            error.text = _(
                "You have already sent this form. Send it again to add what you wrote now."
            )
            form.refuse(error)
            form.ask_again()
        except UserError as error:
            form.refuse(error)
        else:
            messages.success(request, _written(room))
            return _home(room)
    return _page(request, room, form)


def _statement_form(room: Room, data: Any = None, files: Any = None) -> StatementForm:
    return StatementForm(data, files or None, case_id=room.line.id, of_game=room.game is not None)


def _written(room: Room) -> str:
    if is_confidential(room.line):
        return _("Saved. The referee can read it.")
    if room.game is not None:
        return _("Saved. Your opponent and the referee can read it.")
    if len(room.line.parties) > 1:
        return _("Saved. The referee and the other players of this case can read it.")
    return _("Saved. The referee can read it.")


def _appeal(request: HttpRequest, read: Callable[[], Room]) -> HttpResponse:
    room = read()
    form = AppealForm(posted(request), case_id=room.line.id)
    if form.is_valid():
        try:
            make_appeal(
                case_id=room.line.id,
                player_id=room.player_id,
                text=form.cleaned_data["appeal"],
            )
        except UserError as error:
            form.refuse(error)
            room = read()
        else:
            messages.success(request, _("Your appeal is before the committee."))
            return _home(room)
    return _page(request, room, form)


def _withdraw(request: HttpRequest, room: Room) -> HttpResponse:
    if request.method != "POST":
        return _ask_withdrawal(request, room)
    try:
        take_back(case_id=room.line.id, player_id=room.player_id)
    except UserError as problem:
        messages.warning(request, str(problem.text))
        return mark_refused(_home(room))
    messages.success(request, _("Your appeal is withdrawn: the ruling stands."))
    return _home(room)


def _ask_withdrawal(request: HttpRequest, room: Room) -> HttpResponse:
    waits = [one for one in _appeals(room.line) if one.state == AppealState.WAITING]
    mine = next((one for one in waits if one.player_id == room.player_id), None)
    if mine is None or room.closed:
        return _home(room)
    context = {"room": room, "terms": room.terms, "game": room.game, "appeal": mine}
    return render(request, "inquiries/withdraw_appeal.html", {**frame(request), **context})


def _page(request: HttpRequest, room: Room, form: StatementForm | AppealForm) -> HttpResponse:
    """Show the case; ``form`` is one of its two forms, as it was sent."""
    context = {**frame(request), **_context(request, room, form)}
    return render(request, "inquiries/case.html", context, status=form.status)


def _context(request: HttpRequest, room: Room, form: StatementForm | AppealForm) -> dict[str, Any]:
    line, game = room.line, room.game
    names = {player.number: player.name for player in line.parties}
    decided = rulings_of(line.id) if line.state in CaseState.ruled() else ()
    # An earlier case of a game is shown without it, but its ruling names a record all the same.
    played = game
    if decided and game is None and line.game_id is not None:
        (played,) = game_rows(Game.objects.filter(pk=line.game_id))
    appeals = _appeals(line) if decided else []
    waiting = next((appeal for appeal in appeals if appeal.state == AppealState.WAITING), None)
    upheld = bool(appeals) and appeals[0].state == AppealState.DECIDED
    is_party = room.player_id is not None
    said = statements_of([line.id]).get(line.id, ())
    beside = _records_beside(room)
    called = NO_NAMES
    if room.page is not None:
        called = names_among(room.page.game, room.page.submissions, beside, room.player_id)
    recorded = room.page.compared_reports if room.page else ()
    reported = room.page.evidence if room.page else ()
    sent = (*beside, *(one.record for one in recorded), *(one.record for one in said))
    records = records_by_id({record.id for record in sent if record is not None})
    judged = {report.id for report in (*recorded, *_last_reports(room))}
    details = details_of(judged) if judged else {}
    read = readable_statements(line, said, room.player_id)
    waits = None
    if room.player_id is not None and not room.closed:
        waits = asked_to_reply(line, said, room.player_id, line.number_of(room.player_id))
    asks = is_party and line.state in CaseState.waiting() and not room.closed
    asked = inquiries_of(game.id) if asks and game is not None else ()
    late = asks and _late(room)
    return {
        "room": room,
        "checking": room.page is not None and any_checking(recorded, read),
        "terms": room.terms,
        "game": game,
        "line": line,
        "is_party": is_party,
        "about": [cause_title(cause) for cause in line.causes],
        **_dispute(room, records, details, asked),
        "others": [
            (other, case_words.case_badge(other.state, closed=room.closed)) for other in room.others
        ],
        "badge": case_words.case_badge(line.state, closed=room.closed),
        "told": own_line(
            line,
            closed=room.closed,
            appellant="" if waiting is None else name_of(waiting.by),
            mine=waiting is not None and waiting.player_id == room.player_id,
            withdrew=any(
                appeal.player_id == room.player_id
                and appeal.state == AppealState.WITHDRAWN
                and appeal.ruling_id == decided[0].id
                for appeal in appeals
            ),
            again=bool(decided) and decided[0].kind == RulingKind.REVISED,
            # The reasons already say that it was upheld.
            upheld=False if upheld and decided[0].kind == RulingKind.APPEAL else None,
        )
        if is_party
        else _("Both players see this page."),
        "referees": not is_party and may_referee(visitor_of(request), room.terms.id),
        "left_open": room.closed and not line.over,
        "late": late,
        "waits_for": next(
            (other.number for other in room.others if other.state == CaseState.APPEALED), None
        )
        if line.state in CaseState.waiting()
        else None,
        "written": _written_with(grounds_written(line, room.player_id), names, room, called),
        "refuted": case_words.refuted_claim()
        if any(ground.refuted for ground in line.grounds)
        else "",
        "confidential": is_confidential(line),
        "statements": _said(request, room, read, records),
        "several": None
        if room.page is None
        else several_records(
            room.page,
            beside,
            records,
            called,
            # What a ruling has counted is the count: the records' own would contradict it.
            {}
            if any(ruling.stands and ruling.decision.counted is not None for ruling in decided)
            else counts_of(recorded, details, read),
        ),
        "hearing": waits,
        "hearing_line": reply_line(waits) if waits else "",
        # A ruling is answered by an appeal, which the committee reads along with what was written.
        "stones_said": stones_said(line.id, called)
        if game is not None and not is_confidential(line)
        else (),
        "says_stones": is_party and _says_stones(room),
        "takes_back": may_take_back(room, asked),
        "has_board": any(report.record for report in reported)
        or any(statement.record for statement in said),
        "writes": is_party and line.state in WRITTEN_IN and not room.closed,
        "rulings": [_ruling(ruling, played, names, room) for ruling in decided],
        "verdicts": _verdicts(room, decided),
        "upheld": upheld and decided[0].kind != RulingKind.APPEAL,
        "decision_on_appeal": appeals[0] if upheld else None,
        "outvoted": appeals[0].reasons if upheld and not appeals[0].upheld else "",
        "closed_by": name_of(appeals[0].closed_by)
        if upheld and appeals[0].closed_by is not None
        else "",
        "replacing_notes": appeals[0].replacing_notes if appeals else "",
        "appeals": is_party and _may_appeal(line, room.player_id),
        "favoured": bool(decided) and _favours(decided[0], game, room.player_id),
        "waiting": waiting,
        "mine": waiting is not None and waiting.player_id == room.player_id,
        "errors": form.is_bound and form.errors,
        "statement": form if isinstance(form, StatementForm) else _statement_form(room),
        "appeal": form if isinstance(form, AppealForm) else AppealForm(case_id=line.id),
    }


def _last_reports(room: Room) -> tuple[SubmissionView, ...]:
    """Return each player's last report that counts; empty if the page is not the game's."""
    return () if room.page is None else last_reports(room.page.game, room.page.submissions)


def _dispute(
    room: Room,
    records: Mapping[int, bytes],
    details: Mapping[int, ReportDetail],
    asked: Sequence[InquiryView],
) -> dict[str, Any]:
    """Return what both players say while nothing is decided, and the questions to the visitor.

    ``details`` are those of their reports. ``asked`` is everything the game's players were ever
    asked, if the visitor is one of them. Empty for a complaint, and if the page is not the game's.
    """
    line, page = room.line, room.page
    if page is None or line.state not in CaseState.waiting() or is_confidential(line):
        return {}
    reports = _last_reports(room)
    colour = page.game.colour_of(room.player_id)
    return {
        "reported": [
            (
                report.player_name,
                words.short_result(report.winner, report.reason, report.margin_half),
            )
            for report in reports
        ],
        "differing": differing_stones(
            reports, _marks(line, reports, details, asked), records, page.terms.board_size
        )
        if len(reports) == 2 and not OF_STONES.isdisjoint(line.causes)
        else "",
        "to_answer": open_questions(asked, colour),
    }


def _marks(
    line: QueueLine,
    reports: Sequence[SubmissionView],
    details: Mapping[int, ReportDetail],
    asked: Sequence[InquiryView],
) -> list[NamedStones]:
    """Return what each player calls dead, as the question about that has it if there is one."""
    about = [
        one
        for one in asked
        if one.case_id == line.id and "black" in one.data and one.state != InquiryState.WITHDRAWN
    ]
    if about:
        return [named_in_question(about[-1].data, side) for side in ("black", "white")]
    return [details[report.id].named_stones for report in reports]


def _says_stones(room: Room) -> bool:
    """Return whether the players may say which stones are alive on a record's board."""
    line = room.line
    return (
        room.game is not None
        and not room.game.stones_stay
        and not OF_STONES.isdisjoint(line.causes)
        and line.state in WRITTEN_IN
        and not room.closed
        and not is_confidential(line)
    )


def _late(room: Room) -> bool:
    """Whether the opponent says in a case that the visitor lost on time, and they may agree."""
    page, game = room.page, room.game
    if page is None or game is None or room.player_id is None:
        return False
    if Cause.TIME not in room.line.causes:
        return False
    told = case_of(game, page.standing_reports, game.colour_of(room.player_id), closed=page.closed)
    return told is not None and told.late


def _written_with(
    grounds: Sequence[Ground],
    names: Mapping[int, str],
    room: Room,
    called: RecordNames,
) -> list[Written]:
    """Return who wrote the grounds of a case; for a contested report, that is who contested it."""
    if room.page is not None:
        by_report = {
            report.id: report.answered_by_name
            for report in room.page.submissions
            if report.answered_by_id is not None
            and (report.answer_note or report.reason == Reason.TIME)
        }
    else:
        by_report = note_authors(
            ground.submission_id for ground in grounds if ground.submission_id is not None
        )

    def name(ground: Ground) -> str:
        if ground.by is not None:
            return names.get(ground.by, "")
        if ground.submission_id is not None:
            return by_report.get(ground.submission_id, "")
        return _("The staff")

    shown: Sequence[tuple[ShownLine, ...]] = [()] * len(grounds)
    if room.game is not None:
        shown = shown_for_grounds(room.game, grounds, called)
    return [
        Written(name(ground), case_words.ground_words(ground, room.line), ground, lines)
        for ground, lines in zip(grounds, shown, strict=True)
    ]


def _records_beside(room: Room) -> tuple[RecordFacts, ...]:
    """Return the records that came with statements about the game, in any case. One query."""
    if room.page is None:
        return ()
    return tuple(records_said(room.page.game.id, room.player_id).values())


def _said(
    request: HttpRequest,
    room: Room,
    said: Sequence[StatementView],
    records: Mapping[int, bytes],
) -> list[Said]:
    """Return statements with their boards, and what the referee reads about their records."""
    page = room.page
    if page is None and room.line.game_id is not None and records:
        page = game_page(room.line.game_id)
    recorded = any(view.record is not None for view in said)
    ruled = None
    if page is not None and recorded and room.ruled:
        ruled = ruled_position(page.game.id)

    reported = () if page is None else page.compared_reports
    again = repeated_records(
        [
            Sent(report.id, report.record, report.record.sent_by, report.player_name)
            for report in reported
            if report.record is not None
        ],
        said,
        records,
    )
    drawn: set[tuple[bool, int]] = set()

    def line(view: StatementView) -> Said:
        before = again.get(view.id)
        first = (True, view.id) if before is None else (before.first.said, before.first.id)
        board = None if first in drawn else statement_board(view, records, request.GET)
        told = first in drawn and before is not None and before.same_file
        drawn.add(first)
        if page is None or view.verdict is None or view.detail is None or told:
            return Said(view, None, board, repeated=before)
        data = None if view.record is None else records.get(view.record.id)
        panel = panel_of(view.verdict, view.detail, page, board, data, player=True)
        departs = departs_said(ruled, view, records, room.line.number)
        return Said(view, panel, board, departs, before)

    return [line(view) for view in said]


def _verdicts(room: Room, decided: Sequence[RulingView]) -> list[VerdictLink]:
    """Return the verdicts on life and death that the players may read once there is a ruling."""
    if not decided or room.game is None or not decided_by_play(room.terms.rules):
        return []
    counted = decided[0].counted
    cited = () if counted is None else counted.verdicts
    done = Confirmation.objects.filter(case=room.line.id, state=ConfirmationState.DONE)
    numbers = done.order_by("number").values_list("number", flat=True)
    return [VerdictLink(number, number in cited) for number in numbers]


def _appeals(line: QueueLine) -> list[Appeal]:
    """Return the appeals of a case, the newest first."""
    rows = Appeal.objects.filter(case=line.id).order_by("-pk")
    return list(rows.select_related("by__player", "closed_by__player"))


def _may_appeal(line: QueueLine, player_id: int | None) -> bool:
    if line.state != CaseState.RULED or player_id is None:
        return False
    return appealable_until(line.id, player_id, timezone.now()) is not None


def _favours(view: RulingView, game: GameRow | None, player_id: int | None) -> bool:
    """Whether a ruling lets a player win; they may appeal all the same, against the rest of it."""
    if game is None or view.effect != "result":
        return False
    winner = {"black": game.black, "white": game.white}.get(view.winner)
    return winner is not None and winner.id == player_id


def _ruling(
    view: RulingView, game: GameRow | None, names: dict[int, str], room: Room
) -> RulingLine:
    return RulingLine(
        kind=case_words.ruling_kind(view.kind),
        lines=case_words.decision_lines(view.decision, game, names, reader=room.player_id),
        reasons=view.reasons,
        articles=cited_articles(view.articles),
        by=case_words.ruling_by(view.kind, view.by),
        view=view,
        resumed=resumed_boards(view.decision, game) if view.stands else (),
        counted=counted_board(view.decision, game, room.terms.ruleset, room.player_id)
        if view.stands
        else None,
    )
