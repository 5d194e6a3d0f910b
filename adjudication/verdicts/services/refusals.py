"""Why a report, or an answer to one, comes too late, at the wrong moment, or is out of date."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.models import Submission, SubmissionState
from adjudication.verdicts.models import is_of_ended_dispute
from adjudication.verdicts.selectors.games import awaits_new_verdict
from tournament.errors import Conflict, UserError
from tournament.fields.models import max_length_of
from tournament.models import Game, GameState, Reporting, RoundState
from tournament.scheduling.selectors import shut_to_players

LONGEST_KEY = max_length_of(Submission, "idempotency_key")


def check_key(key: str) -> None:
    """Raise UserError for an idempotency key that none of our forms sends."""
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise UserError("idempotency_key", text=_("The form is out of date: reload the page."))


def is_reportable(game: Game) -> bool:
    """Whether players can report the result of a game themselves."""
    if game.round.tournament.reporting == Reporting.DIRECTOR:
        return False
    try:
        check_open(game)
    except Conflict:
        return False
    return True


def check_open(game: Game) -> None:
    """Raise Conflict if players cannot, or can no longer, report on the game."""
    if game.state == GameState.CONFIRMED:
        raise Conflict(
            "game_confirmed", text=_("Both players have confirmed the result: it is final.")
        )
    if game.state == GameState.RULED:
        raise Conflict(
            "game_ruled", text=_("The referee has ruled on this game: look at the ruling.")
        )
    if game.state == GameState.ENTERED:
        raise Conflict(
            "game_entered", text=_("The director has entered the result: tell them if it is wrong.")
        )
    if game.state == GameState.DISPUTED:
        raise Conflict(
            "game_disputed",
            text=_("The result is disputed: the page of the game says what follows."),
        )
    if game.round.state == RoundState.DRAFT:
        raise Conflict("round_draft", text=_("The round is not published yet."))
    if game.state == GameState.OPEN and shut_to_players(game, timezone.now()):
        raise Conflict(
            "round_shut",
            text=_("The time to report is over: tell the director the result."),
        )


def check_unlocked(game: Game) -> None:
    """Raise Conflict if a case suspended the result: a report keeps waiting until it ends."""
    if game.state == GameState.DISPUTED:
        raise Conflict(
            "game_locked",
            text=_("The result is suspended until the matter is settled: look at the game."),
        )


def check_kept(earlier: Submission, game: Game) -> None:
    """Raise Conflict, with the reason, if a report that is sent again no longer stands."""
    set_aside = earlier.state == SubmissionState.SUPERSEDED and earlier.answer_note
    if set_aside or is_of_ended_dispute(earlier.state, earlier.answered_at, game.reported_at):
        text = _("The director has set your report aside: look at the game.")
        if game.state == GameState.OPEN:
            text = _("Your report was set aside and the game is open again: report it again.")
        elif game.state == GameState.ENTERED:
            text = _(
                "The director has entered a result instead of your report: tell them if it is "
                "wrong."
            )
        elif game.state == GameState.RULED:
            text = _("The referee has ruled on this game instead: look at the ruling.")
        raise Conflict("report_set_aside", text=text)
    if earlier.state in SubmissionState.dropped():
        check_waiting(earlier)


def check_waiting(submission: Submission) -> None:
    """Raise Conflict for a report that no longer waits for its answer."""
    texts = {
        SubmissionState.CONFIRMED: _("The report is already confirmed: the result is final."),
        SubmissionState.CONTESTED: _(
            "The report is contested: the page of the game says what follows."
        ),
        SubmissionState.SUPERSEDED: _("The report was replaced: look at the new one first."),
        SubmissionState.WITHDRAWN: _("The report was withdrawn."),
    }
    if submission.state != SubmissionState.PENDING:
        state = SubmissionState(submission.state)
        raise Conflict(f"report_{state}", text=texts[state])


def check_confirms(game: Game, *, expects: str | None, version: int | None) -> None:
    """Raise Conflict if a report would confirm another one without naming its current version."""
    if expects is None or version is None:
        raise Conflict(
            "report_unnamed",
            text=_("Your opponent has reported the same: name that report and its version."),
        )
    check_version(game, version)


def check_version(game: Game, version: int) -> None:
    """Raise Conflict if a game has changed since the reader of a report saw it."""
    if version != game.version:
        raise report_changed_error()


def refuse_before_new_verdict(game: Game, *, damaged: bool = True) -> None:
    """Raise Conflict if a damaged record still has to be judged as the players read it.

    What it then shows may suspend the result, so nobody should confirm it just before. ``damaged``
    is False if the caller knows that no reading of the game's records was settled.
    """
    if damaged and awaits_new_verdict(game.pk):
        raise Conflict(
            "record_checked_again",
            text=_("The record is being checked again: you can confirm the result after that."),
        )


def stones_differ_error() -> Conflict:
    """Return why a report does not confirm another one with the same result."""
    return Conflict(
        "dead_stones_differ",
        field="dead_stones",
        text=_(
            "Your opponent has reported the same result, but your dead stones are not those of "
            "that report or count to another result. So this does not confirm it: compare them."
        ),
    )


def report_changed_error() -> Conflict:
    """Return the error for a game or a report that has changed since it was looked at."""
    return Conflict(
        "report_changed",
        text=_(
            "The game or what was reported of it has changed meanwhile: look at it as it is now."
        ),
    )
