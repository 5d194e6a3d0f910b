"""Both players, or one with two devices, at the same moment."""

from functools import partial
from typing import Any

import pytest

from adjudication.models import Submission
from adjudication.submissions.services.reports import (
    MOST_REPORTS,
    submit_result,
    withdraw_submission,
)
from tests.adjudication.threads import at_once
from tests.factories import GameFactory
from tests.support.answering import as_read, confirm_as_read, contest_as_read
from tests.support.environment import times
from tournament.errors import Conflict
from tournament.models import Game

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 20


def send(game: Game, player_id: int, claim: str, key: str, **named: Any) -> int:
    return submit_result(
        game_id=game.pk, player_id=player_id, claim=claim, idempotency_key=key, **named
    )


def test_conflicting_reports_are_always_a_dispute():
    for game in GameFactory.create_batch(TIMES):
        outcomes = at_once(
            [
                partial(send, game, game.black_id, "B+3.5", "black"),
                partial(send, game, game.white_id, "W+0.5", "white"),
            ]
        )
        assert all(isinstance(outcome, int) for outcome in outcomes), outcomes
        game.refresh_from_db()
        assert (game.state, game.winner) == ("disputed", "")
        assert {row.state for row in game.submissions.all()} == {"contested"}


def test_of_equal_reports_one_waits_and_the_other_confirms_it_once_it_is_read():
    for game in GameFactory.create_batch(TIMES):
        outcomes = at_once(
            [
                partial(send, game, game.black_id, "B+3.5", "black"),
                partial(send, game, game.white_id, "B+3.5", "white"),
            ]
        )
        (refused,) = [one for one in outcomes if isinstance(one, Exception)]
        assert getattr(refused, "code", "") == "report_unnamed"
        waiting = game.submissions.get(state="pending")
        other = game.opponent_of(waiting.player_id)
        send(game, other, "B+3.5", "read", **as_read(game.pk))
        game.refresh_from_db()
        assert (game.state, game.winner, game.margin_half) == ("confirmed", "black", 7)
        assert {row.state for row in game.submissions.all()} == {"confirmed"}


def test_a_player_cannot_confirm_what_was_just_replaced():
    for game in GameFactory.create_batch(TIMES):
        first = send(game, game.black_id, "W+R", "first")
        replaced, confirmed = at_once(
            [
                partial(send, game, game.black_id, "B+R", "second"),
                partial(confirm_as_read, submission_id=first, player_id=game.white_id),
            ]
        )
        game.refresh_from_db()
        if confirmed is None:
            assert isinstance(replaced, Conflict)
            assert (game.state, game.winner) == ("confirmed", "white")
        else:
            assert isinstance(confirmed, Conflict)
            assert isinstance(replaced, int)
            assert (game.state, game.winner) == ("reported", "black")


def test_of_three_answers_one_counts():
    answers = (confirm_as_read, contest_as_read, withdraw_submission)
    for game in GameFactory.create_batch(TIMES):
        report = send(game, game.black_id, "B+R", "only")
        players = (game.white_id, game.white_id, game.black_id)
        outcomes = at_once(
            [
                partial(answer, submission_id=report, player_id=player_id)
                for answer, player_id in zip(answers, players, strict=True)
            ]
        )
        done = [index for index, outcome in enumerate(outcomes) if outcome is None]
        assert len(done) == 1
        assert all(isinstance(outcome, Conflict | None) for outcome in outcomes)
        state = ("confirmed", "contested", "withdrawn")[done[0]]
        assert Submission.objects.get(pk=report).state == state
        game.refresh_from_db()
        assert game.state == ("confirmed", "disputed", "open")[done[0]]


def test_many_reports_on_as_many_games():
    many = times(30, long=100)
    games = GameFactory.create_batch(many)
    outcomes = at_once([partial(send, game, game.black_id, "B+R", "key") for game in games])
    assert [outcome for outcome in outcomes if not isinstance(outcome, int)] == []
    assert Submission.objects.count() == many
    assert set(Game.objects.values_list("state", "version")) == {("reported", 1)}


def test_of_fifty_different_reports_of_one_player_the_allowed_come_in_and_one_waits():
    game = GameFactory()
    outcomes = at_once(
        [partial(send, game, game.black_id, f"B+{n}.5", f"key {n}") for n in range(50)]
    )
    refused = [outcome.code for outcome in outcomes if isinstance(outcome, Conflict)]
    assert refused == ["too_many_reports"] * (50 - MOST_REPORTS)
    assert len({outcome for outcome in outcomes if isinstance(outcome, int)}) == MOST_REPORTS
    game.refresh_from_db()
    waiting = Submission.objects.get(state="pending")
    assert (game.version, game.margin_half) == (MOST_REPORTS, waiting.claim_margin_half)
    assert Submission.objects.filter(state="superseded").count() == MOST_REPORTS - 1
