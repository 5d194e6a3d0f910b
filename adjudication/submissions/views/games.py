"""The page of one game, the part of it that refreshes itself, and the record files."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from adjudication.cases.selectors.cases import last_case_of, was_taken_back
from adjudication.cases.selectors.record_names import NO_NAMES, RecordNames, names_among
from adjudication.cases.selectors.ruled_position import reported_after_ruling, ruled_position
from adjudication.cases.selectors.rulings import (
    articles_of_result,
    records_held,
    resumption_by_ruling,
)
from adjudication.cases.selectors.statements import records_said
from adjudication.cases.views.articles import ArticleText, cited_articles
from adjudication.cases.views.words import beside_result, result_badge
from adjudication.models import RemovedAs, SubmissionState
from adjudication.policy.decisions import BoardCount
from adjudication.submissions.forms import ShownForm
from adjudication.submissions.selectors.other_results import other_results_in_words
from adjudication.submissions.selectors.server_games import against_terms
from adjudication.submissions.services.removing import SET_ASIDE
from adjudication.submissions.views.both_say import both_say
from adjudication.submissions.views.evidence import (
    Evidence,
    card_names,
    evidence_of,
    move_parameter,
    public_board,
    public_record_of,
    right_after_all,
)
from adjudication.submissions.views.marking import marks_sent
from adjudication.submissions.views.move_links import linked_moves
from adjudication.submissions.views.preview import why_result_impossible
from adjudication.submissions.views.several_records import (
    SeveralRecords,
    counts_of,
    several_records,
)
from adjudication.triage.views import appeal_outcome_line, case_of, mark_again_line
from adjudication.verdicts.selectors.at_hand import read_if_size
from adjudication.verdicts.selectors.games import GamePage, awaits_new_verdict, game_page
from adjudication.verdicts.selectors.submissions import (
    RecordFacts,
    SubmissionView,
    game_badge,
    marked_before,
    record_bytes,
    records_by_id,
)
from adjudication.verdicts.selectors.verdicts import CHECKING, FOR_PLAYERS, details_of
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import (
    own_sentence,
    plain_sentence,
    record_line,
    state_badge,
    verdict_badge,
)
from tournament.audit.selectors.freshness import freshness_of_game
from tournament.common.responses import etag_of, if_changed
from tournament.games import words
from tournament.games.selectors import SETTLED, GameRow, namesake_marks
from tournament.models import Game, GameState, PublicBoards, Reason, Winner
from tournament.public.views.cached import polled_often
from tournament.results.selectors import agreed_to_correction
from tournament.spoken import translated
from tournament.staff.visitors import (
    DIRECTORS,
    ENTERERS,
    REFEREES,
    frame,
    is_player_of,
    may_direct,
    may_referee,
    may_see_evidence,
    personal,
    require,
    visitor_of,
)


def shown_game(game_id: int) -> GamePage:
    """Return a published game, or raise Http404."""
    page = game_page(game_id)
    if page is None or not page.published:
        raise Http404
    return page


def visible_game(request: HttpRequest, game_id: int) -> GamePage:
    """Return a published game as the visitor may see it: not every name is public.

    Its players are told apart from namesakes.
    """
    page = shown_game(game_id)
    visitor, game = visitor_of(request), page.game
    staff = visitor.has(page.terms.id, *DIRECTORS, *REFEREES, *ENTERERS)
    public = not staff and not is_player_of(visitor, game)
    shown = game.public if public else game
    if page.namesakes:
        shown = shown.with_marks(namesake_marks(page.terms.id, public=public))
    return replace(page, game=shown)


def played_game(request: HttpRequest, game_id: int) -> tuple[GamePage, int]:
    """Return a published game to one of its two players, with the id of the one who is visiting."""
    page = shown_game(game_id)
    visitor = visitor_of(request)
    require(is_player_of(visitor, page.game))
    assert visitor.player_id is not None
    return page, visitor.player_id


@personal
@require_safe
def game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show a game: result, verdict and settled record to all, the rest to those who may see it."""
    tag = game_tag(request, game_id)
    page = visible_game(request, game_id)
    context = {
        **frame(request),
        **_context(request, page, shown=_shown(request) or _to_answer(request, page)),
        "live_tag": tag,
    }
    return render(request, "submissions/game.html", context)


@polled_often
@personal
@require_safe
def live(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the part of the game's page that changes, or 304 while it has not.

    The parameter ``shown`` is the report to answer that the page showed first, or that a mail
    announced: only that one can be confirmed at once, because the button of another one appears
    under a waiting finger.
    """

    def answer() -> HttpResponse:
        context = _context(request, visible_game(request, game_id), shown=_shown(request))
        return render(request, "submissions/game_live.html", context)

    return if_changed(request, game_tag(request, game_id), answer)


def _shown(request: HttpRequest) -> str:
    form = ShownForm(request.GET)
    form.full_clean()
    return str(form.cleaned_data["shown"])


@personal
@require_safe
def record(request: HttpRequest, game_id: int, submission_id: int) -> HttpResponse:
    """Return the record file of a report, as it was sent, to those who may see the evidence."""
    page = shown_game(game_id)
    require(may_see_evidence(visitor_of(request), page.game, page.terms.id))
    report = page.submission(submission_id)
    data = record_bytes(submission_id) if report and report.record else None
    if data is None:
        raise Http404
    name = f"{page.terms.slug}-{page.game.round_number}-{page.game.board_number}.sgf"
    response = HttpResponse(data, content_type="application/x-go-sgf")
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response


def is_markable(page: GamePage, report: SubmissionView) -> bool:
    """Whether the opponent can mark other dead stones in the record of a report."""
    counted = report.record is not None and report.reason == Reason.SCORE
    return counted and not page.staff_only and not page.game.stones_stay


def other_terms(page: GamePage, report: SubmissionView) -> tuple[str, ...]:
    """Return what the record of a report shows against the game's terms, and what it does not show.

    The sender read the same.
    """
    data = record_bytes(report.id) if page.terms.internet and report.record else None
    if data is None:
        return ()
    game = Game.objects.select_related("round__tournament").get(pk=page.game.id)
    found = against_terms(game, data, report.created_at)
    return tuple(translated(finding.text) for finding in found)


def other_results_shown(
    page: GamePage, result: Result, reader: int | None, *, confirming: bool = True
) -> tuple[str, ...]:
    """Return what the records at hand show instead of a reported result.

    ``confirming`` addresses the ``reader`` as the player who is about to confirm it.
    """
    recorded = any(report.record for report in page.submissions)
    said = records_said(page.game.id, reader).values() if recorded else ()
    names = names_among(page.game, page.submissions, said, reader)
    told = other_results_in_words(
        page.game.id, result, confirming=confirming, reader=reader, names=names
    )
    return tuple(map(translated, told))


def _otherwise(
    page: GamePage, answered: SubmissionView | None, reader: int | None, *, confirming: bool
) -> tuple[str, ...]:
    """Return the same for the report that the page has a button to confirm or accept, if any.

    Accepting has a page of its own that asks, and says what is about to be confirmed.
    """
    if answered is None:
        return ()
    result = Result(answered.winner, answered.reason, answered.margin_half)
    return other_results_shown(page, result, reader, confirming=confirming)


def report_to_recount(page: GamePage, player_id: int | None) -> SubmissionView | None:
    """Return the opponent's waiting report, if the player can send its winner with other points."""
    waiting = page.waiting
    if waiting is None or waiting.player_id == player_id or page.staff_only:
        return None
    if page.game.state != GameState.REPORTED:
        return None
    return waiting if waiting.winner in (Winner.BLACK, Winner.WHITE) else None


def game_tag(request: HttpRequest, game_id: int) -> str:
    """Return an ETag for all that changes on a game's pages, without reading or rendering it.

    The moves at which the boards stand are left out: stepping through a game changes nothing.
    """
    found = freshness_of_game(game_id)
    if found is None:
        raise Http404
    visitor = visitor_of(request)
    known = [
        (identity.role, identity.link_id)
        for identity in visitor.identities
        if identity.tournament_id == found.tournament_id
    ]
    changes = found.all if known or visitor.superuser else found.public
    return etag_of(visitor.superuser, known, game_id, changes)


def _to_answer(request: HttpRequest, page: GamePage) -> str:
    """Return the name of the report that the visitor has to answer; empty if there is none."""
    player_id, waiting = visitor_of(request).player_id, page.waiting
    locked = page.game.state != GameState.REPORTED
    if waiting is None or locked or waiting.player_id == player_id:
        return ""
    if not page.game.colour_of(player_id):
        return ""
    return waiting.name


def _sentence(game: GameRow, colour: str) -> str:
    """Return the result in words for the player of ``colour``, or for everybody."""
    if not game.winner:
        return ""
    result = Result(game.winner, game.reason, game.margin_half)
    return own_sentence(game, colour, result) if colour else plain_sentence(game, result)


def _told_once(
    evidence: Sequence[Evidence], to_answer: str
) -> tuple[list[Evidence], list[Evidence]]:
    """Return the reports that claim the game's result, and those that have a card of their own.

    A report without a record has no card if its result is already shown: as the game's, or where it
    is answered.
    """
    agreed = [one for one in evidence if one.stands and one.report.counts and not one.added]
    cards = [
        one
        for one in evidence
        if one.report.record is not None
        or one.report.answer_note
        or one.dead
        or not (one in agreed or one.report.name == to_answer)
    ]
    # What the result rests on comes before what was rejected for it.
    return agreed, sorted(cards, key=lambda one: not one.stands)


_MOST_CHOSEN = 6
"""Up to this many cards, a phone shows one to choose; if there are more, it shows all."""


def _choices(
    cards: Sequence[Evidence], named: Collection[str], *, several: bool
) -> tuple[tuple[Evidence, str, bool], ...]:
    """Return the cards with their names, and which one a phone shows first, if it shows only one.

    It does if the records differ or there is more than one board, as in a game that was ruled and
    reported again: then a report made since the ruling comes first. A board that the address names
    comes before all; ``named`` are the query parameters of those.
    """
    boards = sum(one.board is not None for one in cards)
    if not (several or boards > 1) or not 1 < len(cards) <= _MOST_CHOSEN:
        return ()
    linked = [move_parameter(one.report) in named for one in cards]
    counts = [one.report.counts and not one.report.ruled for one in cards]
    first = linked if True in linked else counts
    shown = first.index(True) if True in first else 0
    names = enumerate(zip(cards, card_names(cards), strict=True))
    return tuple((one, name, index == shown) for index, (one, name) in names)


def _said_records(
    page: GamePage,
    said: Mapping[int, RecordFacts],
    kept: Mapping[int, bytes],
    names: RecordNames,
) -> tuple[tuple[str, str, str], ...]:
    """Return the records that came only with statements, and so have no card on the game's page.

    Each is given as the keys of a reported record and of itself on the page that compares records,
    and its name.
    """
    size = page.terms.board_size
    reported = {
        one.record.sha256: one.id for one in page.compared_reports if one.record is not None
    }
    alone = {one.sha256: (key, one.id) for key, one in said.items() if one.sha256 not in reported}
    return tuple(
        (f"report-{next(iter(reported.values()))}", f"statement-{key}", names.of(digest))
        for digest, (key, file) in alone.items()
        if reported and read_if_size(kept[file], size) is not None
    )


def _accepted(agreed: Sequence[Evidence]) -> Evidence | None:
    """Return the report of a player who first contested the game's result and then accepted it.

    They reported nothing themselves: it stands for their acceptance.
    """
    contesting = {
        one.report.answered_by_id for one in agreed if one.report.state == SubmissionState.CONTESTED
    }
    accepting = (
        one
        for one in agreed
        if one.report.state == SubmissionState.CONFIRMED and one.report.player_id in contesting
    )
    return next(accepting, None)


@dataclass(frozen=True, slots=True)
class SetAside:
    """A record that the staff found to be wrong: who sent it, and what is wrong with it."""

    report: SubmissionView
    who: str
    why: str
    name: str
    """Its name, if the game has others."""


def _removed(page: GamePage) -> Iterator[SubmissionView]:
    return (
        report
        for report in page.submissions
        if report.record is not None and report.removed_as in SET_ASIDE
    )


def _set_aside(page: GamePage, named: RecordNames) -> tuple[SetAside, ...]:
    """Return the records of a game that were found to be wrong, oldest first, each file once."""
    names = {
        page.game.black.id: page.game.black.distinct_name,
        page.game.white.id: page.game.white.distinct_name,
    }
    last = {report.record.sha256: report for report in _removed(page) if report.record}
    return tuple(
        SetAside(
            report,
            names.get(report.record.sent_by or 0, _("the staff")) if report.record else "",
            str(RemovedAs(report.removed_as).label),
            named.among_several(digest),
        )
        for digest, report in last.items()
    )


def _stopped_at(page: GamePage, told: Sequence[SubmissionView]) -> dict[str, str]:
    """Return the moves for the boards of a game that a ruling lets go on from there.

    They are query parameters, as if the reader had asked for them.
    """
    if page.game.state != GameState.OPEN or not any(report.record for report in told):
        return {}
    found = resumption_by_ruling(page.game.id)
    if found is None or found.resume_move is None:
        return {}
    return {
        move_parameter(report): str(found.resume_move)
        for report in told
        if not found.resume_record
        or (report.record is not None and report.record.sha256 == found.resume_record)
    }


def _correction(game: GameRow, colour: str) -> str:
    """Return the correction of a final result that is pending, for a player; empty if none."""
    if game.state != GameState.CONFIRMED:
        return ""
    agreed = agreed_to_correction(game.id)
    if agreed is None:
        return ""
    if colour in agreed:
        return _("A correction of this result waits until your opponent agrees.")
    return _("A correction of this result waits until you agree to it, or refuse it.")


def _counted_by(ruled: BoardCount | None) -> str:
    """Return a drawing of the end of a game by the count of a ruling; empty without one."""
    if ruled is None:
        return ""
    if ruled.dead and ruled.seki:
        return _(
            "The board at the end is shown as the ruling counts it: pale stones are dead, and "
            "those with a square in seki."
        )
    if ruled.seki:
        return _(
            "The board at the end is shown as the ruling counts it: stones with a square are in "
            "seki."
        )
    if ruled.dead:
        return _("The board at the end is shown as the ruling counts it: pale stones are dead.")
    return _("The board at the end is shown as the ruling counts it: no stone is dead.")


def _rests_on(game: GameRow) -> tuple[ArticleText, ...]:
    """Return the articles that everybody reads with a ruling, without the tournament's own."""
    if game.state != GameState.RULED:
        return ()
    cited = cited_articles(articles_of_result(game))
    return tuple(article for article in cited if not article.key.startswith("event:"))


def _shown_later(page: GamePage) -> datetime | None:
    """Return when everybody may see a settled game's record; None if they may, or it has none."""
    recorded = any(report.record for report in page.standing_reports)
    if page.public_boards == PublicBoards.NONE or not recorded or page.game.state not in SETTLED:
        return None
    shown_from = page.shown_from
    return shown_from if shown_from is not None and timezone.now() < shown_from else None


def _context(request: HttpRequest, page: GamePage, *, shown: str) -> dict[str, Any]:
    """Return the context of the changing part.

    ``shown`` is the name of the report to answer that the page showed first.
    """
    to_answer = _to_answer(request, page)
    visitor = visitor_of(request)
    colour = page.game.colour_of(visitor.player_id)
    trusted = may_see_evidence(visitor, page.game, page.terms.id)
    waiting = page.waiting
    standing = page.standing_reports
    badges = [report.badge for report in standing if report.badge]
    checking = CHECKING in badges
    after_all = right_after_all(page) if trusted else ()
    rest = (one for one in page.evidence if one not in after_all)
    told = (*after_all, *rest) if trusted else ()
    stopped = _stopped_at(page, told)
    details = details_of([report.id for report in told]) if told else {}
    sent = {report.id: report.record.id for report in told if report.record and report.verdict}
    game = page.game
    case = case_of(game, standing, colour, closed=page.closed) if trusted else None
    last = last_case_of(game.id) if trusted and case is None else None
    told_case = trusted and (case is not None or last is not None)
    said = records_said(game.id, visitor.player_id if colour else None) if told_case else {}
    beside = [report.record for report in page.compared_reports] if trusted else []
    kept = {record.id for record in (*beside, *said.values()) if record is not None}
    records = records_by_id({*sent.values(), *kept})
    ruled = ruled_position(game.id) if trusted and reported_after_ruling(page.submissions) else None
    names, replaced = NO_NAMES, (one for report in told for one in report.replaced)
    shown_records = [one.record for one in (*told, *replaced, *_removed(page)) if one.record]
    if trusted and len({record.sha256 for record in (*shown_records, *said.values())}) > 1:
        names = names_among(game, page.submissions, said.values(), visitor.player_id)
    marked = marked_before(told)
    published = None if trusted else public_record_of(page)
    boards = {move_parameter(one): one.record.sha256 for one in told if one.record}
    if published is not None:
        boards[published.parameter] = published.file
    linked = linked_moves(page, request.GET.dict(), boards, trusted=trusted)
    evidence = [
        evidence_of(
            page,
            report,
            details[report.id],
            records.get(sent.get(report.id, 0)),
            colour=colour,
            moves={**stopped, **linked.moves},
            tries=True,
            ruled=ruled,
            names=names,
            marked=marked.get(report.id),
        )
        for report in told
    ]
    agreed, cards = _told_once(evidence, to_answer)
    accepted = _accepted(agreed)
    several: SeveralRecords | None = None
    said_records: tuple[tuple[str, str, str], ...] = ()
    if trusted:
        counts = counts_of(told, details)
        several = several_records(page, said.values(), records, names, counts)
    if several is not None:
        said_records = _said_records(page, said, records, names)
        several = several.naming_others_but({name for _one, _other, name in said_records})
    viewer = None if published is None else public_board(page, published, linked.moves)
    verdict = game_badge(page.game, standing)
    if not trusted and verdict in FOR_PLAYERS:
        verdict = ""
    again = bool(to_answer) and awaits_new_verdict(game.id)
    confirmable = bool(to_answer) and not again and not (case is not None and case.held)
    agreeing_to = waiting if to_answer else None if case is None else case.accepts
    referees = may_referee(visitor, page.terms.id)
    return {
        "page": page,
        "case": case,
        "told_case": last is not None,
        "taken_back": last is not None and was_taken_back(last),
        "on_appeal": appeal_outcome_line(game.id) if last is not None else "",
        "raises": bool(colour) and not page.closed,
        "game": game,
        "colour": colour,
        "staff": trusted and not colour,
        "referees": referees,
        "sets_aside": referees and not page.closed and not records_held(game.id),
        "set_aside": _set_aside(page, names) if trusted else (),
        "both_say": both_say(game, evidence) if game.state == GameState.DISPUTED else None,
        "terms_line": words.terms_sentence(
            size=page.terms.board_size, handicap=game.handicap, komi_half=game.komi_half
        ),
        "rules_title": words.rules_title(page.terms.rules),
        "state": state_badge(game.state),
        "provisional": result_badge(game, closed=page.closed),
        "ruled": (
            *beside_result(game, concerned=trusted, closed=page.closed, reader=visitor.player_id),
            *(mark_again_line(game) if colour else ()),
        ),
        "rests_on": () if trusted else _rests_on(game),
        "verdict": verdict_badge(verdict),
        "several": several,
        "record_line": record_line(verdict),
        "sentence": _sentence(game, colour),
        "evidence": evidence,
        "agreed": [one for one in agreed if one is not accepted],
        "accepted": accepted,
        "agreed_on": next((one.report.answered_at for one in agreed if one.report.agreed), None),
        "cards": cards,
        "not_shown": linked.missing,
        "choices": _choices(cards, linked.named, several=several is not None),
        "said_records": said_records,
        "viewer": viewer,
        "counted_by_ruling": "" if published is None else _counted_by(published.ruled),
        "shown_from": _shown_later(page) if viewer is None and not trusted else None,
        "addable": page.addable_report(visitor.player_id) is not None,
        "checking": checking,
        "waiting": waiting,
        "to_answer": to_answer,
        "seen": shown == to_answer,
        "judged_again": again,
        "confirmable": confirmable,
        "doubt": why_result_impossible(
            waiting.winner, waiting.reason, waiting.margin_half, game, page.terms
        )
        if to_answer and waiting
        else "",
        "replaced": bool(shown and to_answer and shown != to_answer),
        "markable": bool(to_answer and waiting and is_markable(page, waiting)),
        "recounted": report_to_recount(page, visitor.player_id) if to_answer else None,
        "marked": None if agreeing_to is None else marks_sent(page, agreeing_to),
        "other_terms": other_terms(page, waiting) if to_answer and waiting else (),
        "otherwise": _otherwise(page, agreeing_to, visitor.player_id, confirming=confirmable),
        "mine_waits": bool(
            colour
            and waiting
            and waiting.player_id == visitor.player_id
            and game.state == GameState.REPORTED
        ),
        "done": not checking
        and case is None
        and (page.closed or game.state == GameState.CONFIRMED),
        "correction": _correction(game, colour) if colour and not page.closed else "",
        "entered": game.state == GameState.ENTERED,
        "directs": may_direct(visitor, page.terms.id),
    }
