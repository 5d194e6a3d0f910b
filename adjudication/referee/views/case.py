"""The page of one case: its subject, the findings, what people say, and what can be done."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from adjudication.cases.selectors.appeals import latest_appeal
from adjudication.cases.selectors.cases import CasePage, QueueLine, with_evidence
from adjudication.cases.selectors.complaints import (
    REPLY_TIME,
    hearing_of,
    is_accused,
    is_confidential,
)
from adjudication.cases.selectors.referees import colleagues_of
from adjudication.cases.selectors.rulings import records_held, rulings_by_case, rulings_of
from adjudication.cases.selectors.statements import picture, statement_record, statements_of
from adjudication.cases.views import words as case_words
from adjudication.cases.views.access import Desk, read_at_desk
from adjudication.cases.views.articles import article_keys_at_stake, articles_for
from adjudication.cases.views.words import case_line
from adjudication.corrections.selectors.history import case_history
from adjudication.corrections.views.sentences import event_sentence
from adjudication.models import CaseState, InquiryKind
from adjudication.policy.asking import (
    WHY_NOT_ASKABLE,
    NotAskable,
    why_not_askable,
    why_unanswerable,
)
from adjudication.policy.causes import OF_STONES, Cause
from adjudication.policy.forms.texts_for_referee import for_referee
from adjudication.policy.questions import AnswersOutcome, after_resumption
from adjudication.precedents.selectors import similar_rulings
from adjudication.precedents.words import precedent_text
from adjudication.referee.forms import AskForm, HandOverForm, ReadingForm, SayForm, SettleForm
from adjudication.referee.views.evidence import (
    any_checking,
    asked_in,
    claims_in,
    found_in,
    ground_lines,
    has_board,
    led_to_boards,
    records_in,
    repeated_in,
    ruled_before,
    ruled_in,
    said_in,
    several_in,
    spoken_in,
    with_repeated,
)
from adjudication.referee.views.one_sided import one_sided
from adjudication.referee.views.taken_back import taken_back_in
from adjudication.rules.marks import Marks
from adjudication.submissions.views.both_say import differing_stones, last_reports
from adjudication.submissions.views.games import game_tag
from adjudication.triage.selectors import inquiries_of
from adjudication.triage.services.dead_stones import marks_for_question, marks_in
from adjudication.verdicts.selectors.games import damaged_record_of, decided_answers
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import plain_sentence
from tournament.audit.services.current_actor import current_actor
from tournament.common.forms import Form
from tournament.common.responses import if_changed
from tournament.games import words
from tournament.models import GameState
from tournament.spoken import active_language, moment_text, translated
from tournament.staff.visitors import frame, personal

GUIDED = {
    Cause.CYCLE: InquiryKind.NO_RESULT,
    Cause.DEAD_STONES: InquiryKind.DEAD_STONES,
    Cause.EFFECTIVE_MOVE: InquiryKind.EFFECTIVE_MOVE,
    Cause.DISPLACED_STONE: InquiryKind.DISPLACED_STONE,
    Cause.ILLEGAL_MOVE: InquiryKind.ILLEGAL_MOVE,
    Cause.OBJECTION: InquiryKind.OBJECTION,
    Cause.WRONG_RECORD: InquiryKind.WRONG_RECORD,
}
"""The form of questions that goes through the articles a cause is about."""


@personal
@require_safe
def case(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a case to the referees, the owner and its committee."""
    return case_shown(request, read_at_desk(request, slug, number))


@personal
@require_safe
def case_live(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the part of a case's page that shows records, or 304 while it has not changed."""
    desk = read_at_desk(request, slug, number)
    if desk.page.game is None:
        raise Http404

    def answer() -> HttpResponse:
        read = replace(desk, page=with_evidence(desk.page))
        context = {
            **frame(request),
            **heading_of(read),
            **_evidence(request, read, records_in(read.page)),
            "refreshed": True,
        }
        return render(request, "referee/case_live.html", context)

    return if_changed(request, game_tag(request, desk.page.game.id), answer)


@personal
@require_safe
def case_picture(request: HttpRequest, slug: str, number: int, picture_id: int) -> HttpResponse:
    """Return a picture of a statement to those who may see the case."""
    desk = read_at_desk(request, slug, number)
    found = picture(picture_id)
    if found is None or found.case_id != desk.page.line.id:
        raise Http404
    return HttpResponse(found.data, content_type="image/jpeg")


@personal
@require_safe
def case_record(request: HttpRequest, slug: str, number: int, statement_id: int) -> HttpResponse:
    """Return the record that came with a statement to those who may see the case."""
    desk = read_at_desk(request, slug, number)
    found = statement_record(statement_id)
    if found is None or found.case_id != desk.page.line.id:
        raise Http404
    response = HttpResponse(found.data, content_type="application/x-go-sgf")
    name = f"{slug}-case-{number}-{statement_id}.sgf"
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response


@personal
@require_safe
def case_similar(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show earlier rulings on the same matter; the page of the case fetches them from here."""
    desk = read_at_desk(request, slug, number)
    finding = desk.page.line.finding
    similar = similar_rulings(
        rules=desk.page.terms.rules,
        cause=desk.page.line.cause,
        finding="" if finding is None else finding.code,
        articles=article_keys_at_stake(desk.page.terms.rules, desk.page.line),
        tournament_id=desk.page.terms.id,
        besides=desk.page.line.id,
        language=active_language(),
    )
    context = {**heading_of(desk), "similar": [precedent_text(ruling) for ruling in similar]}
    return render(request, "referee/similar.html", {**frame(request), **context})


def case_shown(request: HttpRequest, desk: Desk, form: Form | None = None) -> HttpResponse:
    """Return the page of a case, with what was typed into one of its forms."""
    desk = replace(desk, page=with_evidence(desk.page))
    records = records_in(desk.page)
    context = {
        **_facts(desk),
        **_evidence(request, desk, records),
        **_actions(desk, records),
        "form": form,
        "settle": form if isinstance(form, SettleForm) else SettleForm(),
        "say": form if isinstance(form, SayForm) else SayForm(),
        "from_post": request.method == "POST",
    }
    hearing = context["hearing"]
    if hearing is not None and hearing.state == "unwritten":
        context["say"].fields["text"].label = _("What the complaint is about, in your own words")
    status = 200 if form is None else form.status
    return render(request, "referee/case.html", {**frame(request), **context}, status=status)


def heading_of(desk: Desk) -> dict[str, Any]:
    """Return the context for the head of every page of a case."""
    page = desk.page
    line = case_line(page.line, desk.person_id, closed=page.closed)
    return {
        "terms": desk.terms,
        "desk": desk,
        "line": line,
        "case": page.line,
        "game": page.game,
        "terms_line": words.terms_sentence(
            size=page.terms.board_size, handicap=page.game.handicap, komi_half=page.game.komi_half
        )
        if page.game
        else "",
        "rules_title": words.rules_title(page.terms.rules),
    }


def _facts(desk: Desk) -> dict[str, Any]:
    page = desk.page
    game, number = page.game, page.line.number
    by_case = {number: rulings_of(page.line.id)} if game is None else rulings_by_case(game.id)
    rulings = by_case.get(number, ())
    stakes = article_keys_at_stake(page.terms.rules, page.line)
    articles = articles_for(page.terms.rules, stakes)
    cited = {article.key: article for article in articles}
    names = {player.number: player.name for player in page.line.parties}
    return {
        **heading_of(desk),
        "game_result": words.game_result(game) if game else "",
        "game_sentence": plain_sentence(game, Result(game.winner, game.reason, game.margin_half))
        if game and game.winner
        else "",
        "found_late": game is not None
        and game.state == GameState.CONFIRMED
        and page.line.about_result,
        "hearing": hearing_box(page.line),
        "reply_minutes": REPLY_TIME // timedelta(minutes=1),
        "stakes": tuple(cited[key] for key in stakes if key in cited),
        "articles": articles,
        "rulings": ruled_in(page, rulings),
        "elsewhere": {
            other: ruled_in(page, found[:1])[0]
            for other, found in by_case.items()
            if other != number
        },
        "waits_for": next(
            (
                other
                for other, found in by_case.items()
                if other != number and found[0].before_committee
            ),
            None,
        )
        if page.line.state in CaseState.waiting()
        else None,
        "trail": tuple(
            (event, event_sentence(event, names))
            for event in case_history(page.terms.id, page.line.number)
        ),
        "revisable": bool(rulings)
        and page.line.state == CaseState.RULED
        and desk.referees
        and not page.closed,
        # A pending appeal has a page of its own, to which everything links.
        "appealed": latest_appeal(page.line.id)
        if page.line.state in (CaseState.RULED, CaseState.FINAL)
        else None,
        "appeal_until": moment_text(page.line.appeal_until) if page.line.appeal_until else "",
    }


def _evidence(request: HttpRequest, desk: Desk, records: Mapping[int, bytes]) -> dict[str, Any]:
    page = desk.page
    asked = asked_in(
        page, inquiries_of(page.line.game_id) if page.line.game_id else (), desk.policy
    )
    ruled = ruled_before(page)
    found = found_in(page, records, request.GET, ruled)
    again = repeated_in(page, found, records)
    panels = [one.panel for part in found for one in part.all if one.panel is not None]
    return {
        "found": with_repeated(found, again),
        "grounds": led_to_boards(ground_lines(page), again),
        "said_above": any(ground.by is not None for ground in page.line.grounds),
        "sets_aside": page.game is not None
        and desk.referees
        and not page.closed
        and not records_held(page.game.id),
        "checking": any_checking(page.recorded_reports, page.statements),
        "told": {line.text for panel in panels for line in panel.told},
        "taken_back": taken_back_in(page, request.GET),
        "claims": claims_in(page),
        "differing": _differing(page, records),
        "one_sided": one_sided(page),
        "several": several_in(page, records),
        "said": said_in(page, records, request.GET, ruled, again),
        "stones_said": spoken_in(page),
        "asked": asked,
        "asking": [inquiry.title for inquiry in asked if inquiry.waits],
    }


def _differing(page: CasePage, records: Mapping[int, bytes]) -> str:
    """Return the stones on which the players' marks differ, in a case about them."""
    if page.game is None or OF_STONES.isdisjoint(page.line.causes):
        return ""
    reports = last_reports(page.game, page.submissions)
    named = [page.details[report.id].named_stones for report in reports]
    return differing_stones(reports, named, records, page.terms.board_size)


def asks(page: CasePage, kind: InquiryKind) -> bool:
    """Return whether a question has a place in a case."""
    stay = page.game is not None and page.game.stones_stay
    return why_not_askable(kind, page.terms.ruleset, page.line.causes, stones_stay=stay) is None


def _unanswerable(page: CasePage, records: Mapping[int, bytes]) -> NotAskable | None:
    """Return why the players of a case cannot be asked which stones are dead; None if they can."""
    assert page.game is not None, "players are asked about a game"
    marks: dict[str, Marks] = {}
    for report in page.submissions:
        if report.counts and not report.imported and not report.gone:
            data = None if report.record is None else records.get(report.record.id)
            colour = page.game.colour_of(report.player_id)
            marks[colour] = marks_in(
                page.details[report.id].named_stones, data, size=page.terms.board_size
            )
    return why_unanswerable(marks_for_question(marks, page.terms.board_size))


def guided_kind(page: CasePage) -> InquiryKind | None:
    """Return the form of questions that goes through the articles a case is about, or None."""
    kind = GUIDED.get(page.line.cause)
    return kind if kind is not None and asks(page, kind) else None


def clock_title() -> str:
    """Return the title of the guide for a case about time, which asks the players nothing."""
    return _("Did a player lose on time?")


def _guides(
    page: CasePage, kinds: Iterable[InquiryKind], main: InquiryKind | Cause | None
) -> tuple[tuple[str, str], ...]:
    """Return the other guides for a referee, besides the main one: their words and titles."""
    titles = {kind.value: case_words.inquiry_title(kind) for kind in kinds}
    if Cause.TIME in page.line.causes:
        titles[Cause.TIME.value] = clock_title()
    return tuple((word, title) for word, title in titles.items() if main is None or word != main)


def _resumable(page: CasePage) -> bool:
    """Whether it can matter that play was resumed over dead stones."""
    if page.game is None:
        return False
    may_stay = after_resumption(page.terms.ruleset, page.policy) is AnswersOutcome.ALL_STAND
    return page.game.stones_stay or may_stay


def _actions(desk: Desk, records: Mapping[int, bytes]) -> dict[str, Any]:
    """Return the context of what the reader can do next."""
    page = desk.page
    guided = guided_kind(page)
    main = Cause.TIME if page.line.cause is Cause.TIME else guided
    final = page.game is not None and page.game.state in (GameState.CONFIRMED, GameState.RULED)
    damaged = damaged_record_of(page.game.id) if desk.may and page.game and not final else None
    reading = ReadingForm()
    if damaged:
        answers = decided_answers(damaged, page.terms.ruleset, desk.policy)
        told = ((one.word, translated(for_referee(one.text, "black"))) for one in answers)
        reading.offer(damaged.kind, told)
    kinds = [kind for kind in InquiryKind if asks(page, kind)] if desk.may else []
    may_ask = desk.may and page.game is not None and not final
    unasked = None
    if may_ask and InquiryKind.DEAD_STONES in kinds:
        unasked = _unanswerable(page, records)
    asked = [kind for kind in kinds if kind != InquiryKind.DEAD_STONES or unasked is None]
    ask = AskForm(initial={"kind": guided if guided in asked else None})
    ask.offer(asked)
    colleagues = colleagues_of(desk.terms.id, current_actor().link_id) if desk.may else ()
    return {
        "guided": main,
        "countable": has_board(page),
        "reading": reading if damaged else None,
        # The guide to the main matter has a button of its own.
        "guides": _guides(page, kinds, main) if desk.may else (),
        "stones_stay": page.game is not None and page.game.stones_stay,
        "resumable": desk.may and not final and _resumable(page),
        "ask": ask if may_ask else None,
        "unasked": None if unasked is None else translated(WHY_NOT_ASKABLE[unasked]),
        "unasked_title": case_words.inquiry_title(InquiryKind.DEAD_STONES),
        "hand": HandOverForm(colleagues=colleagues) if colleagues else None,
        "confirmable": page.confirmable and has_board(page),
    }


@dataclass(frozen=True, slots=True)
class HearingBox:
    """A note above the case and its ruling. ``state`` is unwritten, waiting or heard.

    ``title`` says what was raised: a complaint, or something else that a player told only the
    staff.
    """

    title: str
    state: str
    lines: tuple[str, ...]


def hearing_box(line: QueueLine) -> HearingBox | None:
    """Return how far a case's complaints have been answered; None if it has none or is over."""
    if not is_confidential(line) or line.over:
        return None
    told = {ground.cause for ground in line.grounds if ground.complainant is not None}
    title = _("A complaint about somebody’s behaviour")
    if told == {Cause.OTHER}:
        title = _("Something that a player told the referees alone")
    hearing = hearing_of(line, statements_of([line.id]).get(line.id, ()))
    assert hearing is not None, "somebody complains"
    if hearing.reply_until is None:
        unknown = _(
            "A player complained, and the others do not know about what. Before a ruling against "
            "somebody, write it in the case in your own words, so that they can reply."
        )
        if told == {Cause.OTHER}:
            unknown = _(
                "The other player does not know what it is about. Before a ruling against them, "
                "write it in the case in your own words, so that they can reply."
            )
        return HearingBox(title, "unwritten", (unknown,))
    now = timezone.now()
    until = {"time": moment_text(hearing.reply_until)}
    accused = [player for player in line.parties if is_accused(line, player.number)]
    waits = [player for player in accused if hearing.waits_for(player.id, now)]
    return HearingBox(
        title,
        "waiting" if waits else "heard",
        tuple(
            (
                _("%(name)s has replied.")
                if player.id in hearing.replied
                else _("%(name)s has not replied yet and can until %(time)s.")
                if player in waits
                else _("%(name)s did not reply before %(time)s, when the time for it was over.")
            )
            % {"name": player.name, **until}
            for player in accused
        ),
    )
