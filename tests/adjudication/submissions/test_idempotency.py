"""The same report sent more than once."""

from typing import Any

import pytest

from adjudication.models import GameRecordFile, Submission
from adjudication.submissions.services.reports import submit_result, withdraw_submission
from jobs.models import Job
from tests.adjudication.threads import at_once
from tests.factories import COUNTED, ILLEGAL_KO, GameFactory
from tests.support.answering import confirm_as_read
from tournament.errors import Conflict, IdempotencyConflict
from tournament.models import Game


def send(game: Game, **changes: Any) -> int:
    return submit_result(
        **{
            "game_id": game.pk,
            "player_id": game.black_id,
            "claim": "B+3.5",
            "record_bytes": COUNTED,
            "dead_stones": ["A1"],
            "idempotency_key": "one form",
            **changes,
        }
    )


@pytest.mark.django_db
def test_the_same_again_changes_nothing():
    game = GameFactory()
    first = send(game)
    assert send(game, filename="renamed.sgf", dead_stones=["a1", "A1"]) == first
    confirm_as_read(submission_id=first, player_id=game.white_id)
    assert send(game) == first
    assert Submission.objects.count() == GameRecordFile.objects.count() == Job.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        {"claim": "B+4.5"},
        {"claim": "W+3.5"},
        {"record_bytes": None},
        {"record_bytes": ILLEGAL_KO},
        {"dead_stones": None},
        {"dead_stones": []},
    ],
)
def test_something_else_under_the_same_key_is_refused(change: dict[str, Any]):
    game = GameFactory()
    send(game)
    with pytest.raises(IdempotencyConflict):
        send(game, **change)
    with pytest.raises(IdempotencyConflict):
        send(game, player_id=game.white_id)
    assert Submission.objects.count() == 1


@pytest.mark.django_db
def test_sending_again_what_was_replaced_or_withdrawn_is_no_success():
    game = GameFactory()
    send(game)
    second = send(game, idempotency_key="another form", claim="B+4.5")
    with pytest.raises(Conflict, match="report_superseded"):
        send(game)
    withdraw_submission(submission_id=second, player_id=game.black_id)
    with pytest.raises(Conflict, match="report_withdrawn"):
        send(game, idempotency_key="another form", claim="B+4.5")
    game.refresh_from_db()
    assert game.state == "open"
    assert Submission.objects.count() == 2


@pytest.mark.django_db
def test_a_key_belongs_to_one_game():
    assert send(GameFactory()) != send(GameFactory())


@pytest.mark.django_db(transaction=True)
def test_a_hundred_times_at_once_is_once():
    game = GameFactory()
    outcomes = at_once([lambda: send(game)] * 100)
    assert len(set(outcomes)) == 1
    assert outcomes[0] == Submission.objects.get().pk
    assert GameRecordFile.objects.count() == Job.objects.count() == 1
    game.refresh_from_db()
    assert game.version == 1
