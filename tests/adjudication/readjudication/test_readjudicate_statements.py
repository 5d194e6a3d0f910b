"""Records of statements are judged again with those of reports."""

import json

import pytest
from django.core.management import call_command

from adjudication.models import Case, Rejudgement, StatementVerdict
from adjudication.readjudication.models import FOLLOW, PART
from adjudication.readjudication.selectors import differences, readjudication
from adjudication.readjudication.services import start_readjudication
from jobs.models import Job
from jobs.worker import run_job
from tests.adjudication.cases.test_statement_records import WITH_KO, case_of, claimed, state_it
from tests.support.world import World
from tournament.models import Game

pytestmark = pytest.mark.django_db


def judged_before(verdict: str = "confirmed") -> tuple[World, int]:
    """A statement whose record an engine before this one has judged, and found nothing in."""
    world = claimed(move=10)
    said = state_it(world, WITH_KO)
    Job.objects.all().delete()
    StatementVerdict.objects.create(
        statement_id=said, engine_version="0", rules="japanese", verdict=verdict
    )
    return world, said


def work() -> None:
    while run_job(kinds=(PART, FOLLOW)):
        pass


def test_what_an_engine_before_missed_becomes_a_ground() -> None:
    world, said = judged_before()
    run = start_readjudication(tournament_id=world.tournament.pk)
    work()
    view = readjudication(run.pk)
    assert view is not None
    assert (view.state, view.total, view.judged, view.changed) == ("done", 1, 1, 1)
    [row] = Rejudgement.objects.all()
    assert (row.statement_id, row.submission_id) == (said, None)
    assert (row.before, row.after, row.changed) == ("confirmed", "forfeit", True)
    [one] = differences(run.pk)
    assert (one.statement_id, one.submission_id) == (said, None)
    assert (one.game_id, one.tournament) == (world.games[0].pk, world.tournament.slug)
    assert StatementVerdict.objects.get().engine_version == "0"
    assert [g["finding"]["code"] for g in case_of(world).grounds] == ["", "illegal.ko"]


def test_it_is_judged_again_once_and_brought_up_once() -> None:
    world, _ = judged_before()
    start_readjudication(tournament_id=None)
    work()
    grounds = case_of(world).grounds
    late = start_readjudication(tournament_id=None, engine_before="1")
    assert late.total == 0
    again = start_readjudication(tournament_id=None)
    work()
    view = readjudication(again.pk)
    assert view is not None
    assert (view.state, view.judged) == ("done", 1)
    assert case_of(world).grounds == grounds


def test_a_dry_run_and_a_final_game_touch_nothing() -> None:
    world, _ = judged_before()
    start_readjudication(tournament_id=None, dry_run=True)
    work()
    assert len(case_of(world).grounds) == 1
    Case.objects.filter(game=world.games[0]).update(game=None)
    assert start_readjudication(tournament_id=None).total == 0


def test_the_command_shows_it(capsys) -> None:
    world, said = judged_before()
    call_command("readjudicate", "--tournament", world.tournament.slug, "--json")
    told = json.loads(capsys.readouterr().out)
    [one] = told["differences"]
    assert (one["statement_id"], one["after"]) == (said, "forfeit")
    assert Game.objects.get(pk=world.games[0].pk).final is False
