"""How far the case of a game has got, in words for its players and for everybody else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.cases.selectors.appeals import appealable_until
from adjudication.cases.selectors.cases import (
    LiveCase,
    OwnCaseLine,
    QueueLine,
    live_case_of,
    said_to_be_late,
    upheld_on_appeal,
)
from adjudication.cases.views import words as case_words
from adjudication.models import CaseState
from adjudication.policy.causes import OF_RECORD
from adjudication.policy.questions import AnswersOutcome
from adjudication.rules.colours import BLACK
from adjudication.triage.selectors import (
    InquiryView,
    has_to_mark_again,
    inquiries_of,
    stands_by,
    unanswered_by,
    why_not_withdrawable,
)
from adjudication.triage.services.playing_on import resumption_of
from adjudication.verdicts.selectors.games import awaits_new_verdict, game_page
from adjudication.verdicts.selectors.submissions import SubmissionView
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import Badge
from tournament.common.causes import cause_title
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import Game, GameState, Winner
from tournament.spoken import moment_text


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that a player still has to answer: its id and its title."""

    id: int
    title: str


def open_questions(asked: Iterable[InquiryView], colour: str) -> tuple[OpenQuestion, ...]:
    """Return the questions that the player of a colour still has to answer, the oldest first."""
    waiting = unanswered_by(asked, colour)
    return tuple(OpenQuestion(one.id, case_words.inquiry_title(one.kind)) for one in waiting)


@dataclass(frozen=True, slots=True)
class GameCase:
    """What a game's page says about its case and about the questions to its players.

    ``questions`` are those the visitor still has to answer; ``waits`` says that their opponent has
    some. ``goes_on`` says that play was resumed, ``counted`` that all stones count. ``accepts`` is
    the opponent's report that the visitor may still accept; ``alone`` says that only the opponent
    can accept one, the visitor's. ``ruled`` says that a ruling may be appealed, ``appeal_until``
    until when the visitor may do so, if they may. ``held`` says that a referee has the case, so no
    player's answer ends it. ``ruling_ends`` says that a ruling is final because the result was
    confirmed, if so. ``takes_back`` says that the visitor raised the case, or a part of it, and may
    withdraw that.
    """

    about: str
    badge: Badge | None
    line: str
    questions: tuple[OpenQuestion, ...] = ()
    waits: bool = False
    goes_on: bool = False
    counted: bool = False
    accepts: SubmissionView | None = None
    accepted: str = ""
    late: bool = False
    """Whether the opponent says that the visitor lost on time, and the visitor may agree."""
    held: bool = False
    alone: bool = False
    ruled: bool = False
    appeal_until: datetime | None = None
    ruling_ends: str = ""
    takes_back: bool = False


def case_of(
    game: GameRow, standing: Sequence[SubmissionView], colour: str, *, closed: bool
) -> GameCase | None:
    """Return what a page says about the case of a game, to the player of a colour or to others.

    ``standing`` are the reports that count, oldest first; ``closed`` says that the tournament is
    closed. At most four queries, and two more if the case is ruled and a player is looking.
    """
    live = live_case_of(game.id)
    asked = inquiries_of(game.id) if colour else ()
    waiting = [one for one in asked if one.waits]
    if live is None and not waiting:
        return None
    mine = open_questions(asked, colour)
    resumed = _resumed(game, live, asked)
    goes_on, counted = resumed == AnswersOutcome.RESUME, resumed == AnswersOutcome.ALL_STAND
    theirs = [
        report for report in standing if colour and game.colour_of(report.player_id) != colour
    ]
    can_accept = live and live.accepting and not (waiting or goes_on or counted)
    reported_at = theirs[-1].created_at if theirs else None
    said_late = _said_late(live, game, colour, reported_at)
    if live and theirs and can_accept and not said_late:
        here = [one for one in asked if one.case_id == live.id]
        last = theirs[-1]
        said = Result(last.winner, last.reason, last.margin_half)
        can_accept = stands_by(here, game.colour_of(last.player_id), said)
    late = bool(can_accept and not closed and said_late)
    settles = (theirs or late) and can_accept and not awaits_new_verdict(game.id)
    accepts = theirs[-1] if theirs and settles and not said_late else None
    return GameCase(
        about=" · ".join(cause_title(cause) for cause in (live.cause, *live.of_record))
        if live
        else "",
        badge=case_words.case_badge(live.state, closed=closed) if live else None,
        line=state_line(live.state, closed=True)
        if live and colour and closed
        else _beside(live, game)
        if live and colour and not waiting and game.state != GameState.DISPUTED
        else _line(live, colour, waiting=bool(waiting), counted=counted)
        if not goes_on
        else _plays_on(game),
        questions=mine,
        waits=bool(waiting and not mine),
        goes_on=goes_on,
        counted=counted,
        accepts=accepts,
        accepted=words.short_result(accepts.winner, accepts.reason, accepts.margin_half)
        if accepts
        else "",
        late=bool(late and settles),
        held=live is not None and live.held,
        alone=bool(colour and standing and not theirs and can_accept and not late),
        ruled=live is not None and live.state == CaseState.RULED,
        appeal_until=_appeal_until(live, game, colour),
        ruling_ends=case_words.ruling_ends(live),
        takes_back=_takes_back(live, game, colour, asked),
    )


def _said_late(
    live: LiveCase | None, game: GameRow, colour: str, reported_at: datetime | None
) -> bool:
    """Return whether the opponent says in a case that the player of a colour lost on time.

    ``reported_at`` is when the opponent last reported a result, None if they have not.
    """
    if live is None or not colour or not live.players_report:
        return False
    mine, other = game.black.number, game.white.number
    if colour != Winner.BLACK:
        mine, other = other, mine
    return said_to_be_late(live.grounds, by=other, late=mine, reported_at=reported_at)


def may_agree_lost_on_time(game_id: int, player_id: int) -> bool:
    """Whether the page of a game lets a player agree that they lost on time.

    Their own page and e-mails offer it only then. Takes the queries of a game and of its case.
    """
    page = game_page(game_id)
    if page is None:
        return False
    colour = page.game.colour_of(player_id)
    told = case_of(page.game, page.standing_reports, colour, closed=page.closed)
    return told is not None and told.late


def _takes_back(
    live: LiveCase | None, game: GameRow, colour: str, asked: Sequence[InquiryView]
) -> bool:
    """Return whether the player of a colour may withdraw what they raised in a case."""
    if live is None or not colour:
        return False
    number = (game.black if colour == Winner.BLACK else game.white).number
    return why_not_withdrawable(live, asked, number=number, colour=colour) is None


def _appeal_until(live: LiveCase | None, game: GameRow, colour: str) -> datetime | None:
    """Return until when the player of a colour may appeal the ruling of a case, or None."""
    if live is None or live.state != CaseState.RULED or not colour:
        return None
    player = game.black if colour == Winner.BLACK else game.white
    return appealable_until(live.id, player.id, timezone.now())


def _line(live: LiveCase | None, colour: str, *, waiting: bool, counted: bool) -> str:
    if live is None or not colour:
        return ""
    if counted:
        return _all_counted()
    if live.state == CaseState.ASKED and waiting:
        return _("You and your opponent are asked first. If you do not agree, a referee decides.")
    return state_line(live.state)


def resumption_line(game: GameRow) -> str:
    """Return how a disputed game goes on by its players' answers: played on, or counted at once.

    Empty if it is not left to them. A few queries.
    """
    if game.state != GameState.DISPUTED:
        return ""
    resumed = _resumed(game, live_case_of(game.id), inquiries_of(game.id))
    if resumed == AnswersOutcome.ALL_STAND:
        return _all_counted()
    return _plays_on(game) if resumed == AnswersOutcome.RESUME else ""


def _resumed(game: GameRow, live: LiveCase | None, asked: Sequence[InquiryView]) -> str:
    """Return what the players of a disputed game agreed on if it is left to them; empty otherwise.

    ``asked`` are all the questions about it, oldest first.
    """
    if live is None or live.state != CaseState.ASKED or game.state != GameState.DISPUTED:
        return ""
    if any(one.waits for one in asked):
        return ""
    return next((one.outcome for one in reversed(asked) if one.outcome), "")


def _all_counted() -> str:
    return _("No stone is taken off: all that stand are counted. One of you sends the count.")


def _plays_on(game: GameRow) -> str:
    """Return that play goes on: from which position, and who moves first if that is known."""
    row = Game.objects.select_related("round__tournament").get(pk=game.id)
    resumption = resumption_of(row)
    enter = _("When play stops again, one of you enters the moves or the result.")
    if resumption is None or not resumption.first_known:
        return " ".join([_("You play on."), enter])
    first = _("Black moves first.") if resumption.first == BLACK else _("White moves first.")
    if resumption.base is None:
        return " ".join([_("You play on."), first, enter])
    text = _("You play on from the position after move %(move)d.")
    return " ".join([text % {"move": len(resumption.base.points)}, first, enter])


def _beside(live: LiveCase, game: GameRow) -> str:
    """Return a sentence about a case that leaves the result of its game as it is."""
    if live.state == CaseState.APPEALED and game.state == GameState.CONFIRMED:
        return _(
            "The appeals committee still decides about the ruling. You have both confirmed the "
            "result: nothing changes it."
        )
    if live.state not in (CaseState.OPEN, CaseState.TAKEN):
        return state_line(live.state)
    if live.refuted:
        return _(
            "One of you says that a position came back; the record, replayed to its end, shows "
            "no repetition. A referee looks at it. Until then the reported result stays as it is."
        )
    if live.cause in OF_RECORD:
        return _(
            "A referee looks at the record. Until then the reported result stays as it is. You "
            "can send the right record with the case."
        )
    return state_line(live.state)


def state_line(
    state: str, line: QueueLine | OwnCaseLine | None = None, *, closed: bool = False
) -> str:
    """Return a sentence that says who has a case and what happens next.

    ``closed`` says that its tournament is closed: whatever is not over goes on only if the
    tournament is reopened.
    """
    if closed and state not in (CaseState.FINAL, CaseState.SETTLED):
        return case_words.left_open(state)
    if state == CaseState.RULED and line is not None and line.appeal_until is not None:
        if line.appeal_until <= timezone.now():
            return _("The referee has ruled, and the time to appeal is over.")
        until = moment_text(line.appeal_until)
        return _("The referee has ruled. You can appeal until %(time)s.") % {"time": until}
    if state == CaseState.TAKEN and line is not None and line.taken_by and line.taken_by.name:
        return _("%(name)s is looking at it and will come to you.") % {"name": line.taken_by.name}
    return {
        CaseState.ASKED: _("It is with you and your opponent first."),
        CaseState.OPEN: _("A referee will look at it. Meanwhile you can write down what happened."),
        CaseState.TAKEN: _("A referee is looking at it and will come to you."),
        CaseState.RULED: _("The referee has ruled."),
        CaseState.APPEALED: _("The appeals committee decides. Its ruling is final."),
        CaseState.FINAL: _("It is decided for good."),
        CaseState.SETTLED: _("It is settled without a ruling."),
    }[CaseState(state)]


def appeal_line(*, upheld: bool) -> str:
    """Return what the appeals committee decided about a ruling."""
    if upheld:
        return _("There was an appeal. The committee upholds the ruling.")
    return _("There was an appeal. The committee changed the ruling.")


def appeal_outcome_line(game_id: int) -> str:
    """Return what a committee decided about the ruling on a game's result; empty if none did."""
    upheld = upheld_on_appeal(game_id)
    return "" if upheld is None else appeal_line(upheld=upheld)


def mark_again_line(game: GameRow) -> tuple[case_words.RuledLine, ...]:
    """Return the line telling both players of an open game to mark its dead stones again, if so."""
    if game.state != GameState.OPEN or not has_to_mark_again(game.id):
        return ()
    text = _(
        "The dead stones are marked again: one of you reports, and the other confirms that or does "
        "not. The record that was sent comes with the report."
    )
    return (case_words.RuledLine(text),)
