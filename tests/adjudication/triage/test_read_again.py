"""While a damaged record is judged again as both players read it, nobody confirms the result."""

import pytest
from django.utils import timezone

from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import object_to_result
from adjudication.models import Inquiry, Submission
from adjudication.submissions.services.reports import submit_result
from jobs.models import Job, JobState
from tests.api.client import player_api, told
from tests.support.answering import accept_as_read, as_read, confirm_as_read, confirming, version_of
from tests.support.world import World, judge_all, make_world, report
from tournament.errors import Conflict
from tournament.models import Game, GameState

TWICE = b"(;GM[1]FF[4]SZ[9]KM[6.5];B[cc];W[gg];W[cg];B[];W[])"
"""White plays twice in a row at move 3."""


@pytest.fixture
def world(db: None) -> World:
    return make_world()


def settled(world: World, word: str) -> Game:
    """Black has reported with the record, both have said how to read it, and no job has run."""
    game = world.games[0]
    report(game, game.black, "W+R", TWICE)
    judge_all()
    _answered(game, word)
    return game


def _answered(game: Game, word: str) -> None:
    inquiry = Inquiry.objects.get(game=game, kind="damaged_record", state="waiting")
    for player_id in (game.black_id, game.white_id):
        answer(inquiry_id=inquiry.pk, player_id=player_id, answer=word)


def waiting() -> Submission:
    return Submission.objects.get(state="pending")


def state(game: Game) -> str:
    game.refresh_from_db()
    return game.state


@pytest.mark.parametrize("word", ["played", "pass"])
def test_the_result_is_not_confirmed_until_then(world: World, word: str) -> None:
    game = settled(world, word)
    white = world.player(1)
    page = white.get(f"/games/{game.pk}/").text
    assert 'id="confirm"' not in page
    assert "being checked again" in page
    said = white.post(f"/games/{game.pk}/confirm/", confirming(waiting().pk), follow=True).text
    assert "being checked again" in said
    refused = player_api(world, 1).post(
        f"/submissions/{waiting().pk}/confirmation/", {"version": version_of(waiting().pk)}
    )
    assert (refused.status_code, told(refused)["code"]) == (409, "record_checked_again")
    with pytest.raises(Conflict, match="record_checked_again"):
        submit_result(
            game_id=game.pk,
            player_id=game.white_id,
            claim="W+R",
            idempotency_key="the same",
            **as_read(game.pk),
        )
    assert state(game) == GameState.REPORTED
    judge_all()
    assert state(game) == (GameState.DISPUTED if word == "played" else GameState.REPORTED)
    if word == "pass":
        assert 'id="confirm"' in white.get(f"/games/{game.pk}/").text
        confirm_as_read(submission_id=waiting().pk, player_id=game.white_id)
        assert state(game) == GameState.CONFIRMED


def test_nor_by_the_answers_to_an_objection(world: World) -> None:
    game = settled(world, "pass")
    object_to_result(game_id=game.pk, player_id=game.white_id)
    inquiry = Inquiry.objects.get(kind="objection", state="waiting")
    answer(inquiry_id=inquiry.pk, player_id=game.white_id, answer="confirm")
    with pytest.raises(Conflict, match="record_checked_again"):
        answer(inquiry_id=inquiry.pk, player_id=game.black_id, answer="confirm")
    assert state(game) == GameState.DISPUTED
    judge_all()
    answer(inquiry_id=inquiry.pk, player_id=game.black_id, answer="confirm")
    assert state(game) == GameState.CONFIRMED


def test_nor_by_accepting_what_was_disputed(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+R", TWICE)
    report(game, game.white, "B+R")
    judge_all()
    _answered(game, "pass")
    with pytest.raises(Conflict, match="record_checked_again"):
        accept_as_read(game_id=game.pk, player_id=game.white_id)
    judge_all()
    accept_as_read(game_id=game.pk, player_id=game.white_id)
    assert state(game) == GameState.CONFIRMED


def test_a_check_that_was_given_up_holds_nobody_up(world: World) -> None:
    game = settled(world, "pass")
    ready = Job.objects.filter(state=JobState.READY)
    assert ready.update(state=JobState.FAILED, finished_at=timezone.now())
    confirm_as_read(submission_id=waiting().pk, player_id=game.white_id)
    assert state(game) == GameState.CONFIRMED
