"""A record that was judged again: the players and the referee are told on the game's page."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from adjudication.models import Readjudication, Rejudgement, Submission
from jobs.worker import run_job
from tests.support.answering import confirm_as_read
from tests.support.records import WALLS, sgf
from tests.support.world import World, make_world, report
from tournament.audit.services.freshness import pages_changed
from tournament.models import Role

pytestmark = pytest.mark.django_db
AGAIN = "data-judged-again"
STANDS = "The result of the game stands as it is."


@pytest.fixture
def world() -> World:
    world = make_world()
    report(world.games[0], world.players[0], "B+R", sgf(WALLS))
    while run_job():
        pass
    return world


def judge_again(*, dry_run: bool = False, **told: object) -> None:
    run = Readjudication.objects.create(engine_version="7", dry_run=dry_run, ended_at=None)
    submission = Submission.objects.get()
    before = submission.verdict.verdict
    told = {"before": before, "after": before, "changed": False, **told}
    Rejudgement.objects.create(
        readjudication=run, submission=submission, engine_version="7", **told
    )
    pages_changed(submission.game.round.tournament_id, public=True)


def address(world: World) -> str:
    return f"/games/{world.games[0].pk}/"


def test_players_and_referee_see_when_and_by_which_engine_and_that_the_result_stands(world: World):
    assert AGAIN not in world.player(0).get(address(world)).text
    confirm_as_read(submission_id=Submission.objects.get().pk, player_id=world.games[0].white_id)
    judge_again(after="forfeit", changed=True, result_before="", result_after="B+3.5")
    for client in (world.player(0), world.player(1), world.client(Role.REFEREE)):
        text = client.get(address(world)).text
        assert AGAIN in text
        assert "version 7" in text
        assert f'datetime="{timezone.localtime():%Y-%m-%dT}' in text
        assert "The verdict is different" in text
        assert STANDS in text
    for client in (Client(), world.player(2)):
        assert AGAIN not in client.get(address(world)).text


def test_the_same_again_and_what_is_not_settled_yet_are_told_so(world: World):
    judge_again()
    text = world.player(0).get(address(world)).text
    assert "The outcome is the same." in text
    assert STANDS not in text
    judge_again(changed=True, gone=["score.confirmed"])
    text = world.player(0).get(address(world)).text
    assert "not everything that was found" in text
    assert "goes to the players or to a referee" in text


def test_a_dry_run_tells_nothing(world: World):
    judge_again(dry_run=True, changed=True, after="forfeit")
    assert AGAIN not in world.player(0).get(address(world)).text


@pytest.mark.parametrize(("role", "most"), [(None, 13), (Role.REFEREE, 15)])
def test_a_page_that_is_open_is_told_anew_and_costs_one_query_more(world: World, role, most):
    client = world.client(role) if role else world.player(0)
    live = f"{address(world)}live/"
    tag = {"If-None-Match": client.get(live)["ETag"]}
    assert client.get(live, headers=tag).status_code == 304
    with CaptureQueriesContext(connection) as before:
        client.get(address(world))
    judge_again()
    assert AGAIN in client.get(live, headers=tag).text
    with CaptureQueriesContext(connection) as after:
        client.get(address(world))
    assert len(after) == len(before) + 1 <= most
