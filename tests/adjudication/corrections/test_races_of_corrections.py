"""Corrections, consents and undoing at the same moment. On PostgreSQL too, as the other races."""

import pytest

from adjudication.closing.services import close_tournament
from adjudication.corrections.services import corrections
from adjudication.corrections.services.undo import undo
from adjudication.models import SubmissionState
from adjudication.result_entry.services import enter_result
from tests.adjudication.threads import at_once
from tests.support.answering import confirm_as_read
from tests.support.world import both_report, report
from tests.tournament.rounds.test_races import published, wrong
from tournament.errors import UserError
from tournament.models import AuditEvent, Game, GameState, RecordingErrorState, Tournament, Verb
from tournament.results.services.recording_errors import consent, propose

pytestmark = pytest.mark.django_db(transaction=True)
TRIES = 4
NOTE = "Looked at the board again."


def first_game() -> tuple[Tournament, Game]:
    tournament, round_ = published()
    game = round_.games.select_related("black", "white").order_by("board_number").first()
    assert game is not None
    return tournament, game


def test_a_result_is_confirmed_or_corrected_and_never_both():
    for _ in range(TRIES):
        _, game = first_game()
        waiting = report(game, game.black, "B+R")
        assert not wrong(
            lambda: confirm_as_read(submission_id=waiting, player_id=game.white_id),  # noqa: B023
            lambda: corrections.correct_result(
                game_id=game.pk,  # noqa: B023
                winner="white",
                note=NOTE,
            ),
        )
        found = Game.objects.get(pk=game.pk)
        state = game.submissions.get().state
        assert (found.state, found.winner, state) in (
            (GameState.CONFIRMED, "black", SubmissionState.CONFIRMED),
            (GameState.ENTERED, "white", SubmissionState.SUPERSEDED),
        )


def test_what_two_undo_at_once_is_undone_once():
    for _ in range(TRIES):
        _, game = first_game()
        enter_result(game_id=game.pk, winner="black")
        event = AuditEvent.objects.filter(verb=Verb.RESULT_ENTERED).first()
        assert event is not None
        outcomes = at_once([lambda: undo(event_id=event.pk)] * 3)  # noqa: B023
        assert sorted(type(one).__name__ for one in outcomes) == [
            "AuditEvent",
            "Conflict",
            "Conflict",
        ]
        assert Game.objects.get(pk=game.pk).state == GameState.OPEN


def test_both_players_consent_at_once():
    for _ in range(TRIES):
        _, game = first_game()
        both_report(game, "B+3.5")
        error = propose(game_id=game.pk, winner="white", margin_half=7, note=NOTE)
        outcomes = at_once(
            [
                lambda: consent(error_id=error.pk, player_id=game.black_id),  # noqa: B023
                lambda: consent(error_id=error.pk, player_id=game.white_id),  # noqa: B023
            ]
        )
        assert [type(one) for one in outcomes] == [AuditEvent, AuditEvent], outcomes
        error.refresh_from_db()
        found = Game.objects.get(pk=game.pk)
        assert error.state == RecordingErrorState.AGREED
        assert (found.winner, found.corrections) == ("white", 1)


def test_no_result_comes_in_once_the_tournament_is_closed():
    for _ in range(TRIES):
        tournament, game = first_game()
        outcomes = at_once(
            [
                lambda: close_tournament(tournament_id=tournament.pk),  # noqa: B023
                lambda: enter_result(game_id=game.pk, winner="black"),  # noqa: B023
                lambda: report(game, game.white, "W+R"),  # noqa: B023
                lambda: corrections.remove_game(game_id=game.pk, note=NOTE),  # noqa: B023
            ]
        )
        assert isinstance(outcomes[0], AuditEvent)
        for one in outcomes[1:]:
            assert not isinstance(one, BaseException) or isinstance(one, UserError)
        with pytest.raises(UserError, match=r"tournament_closed|no_game"):
            enter_result(game_id=game.pk, winner="white")
