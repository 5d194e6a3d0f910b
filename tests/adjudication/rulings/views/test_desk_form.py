"""What stands around the form of a ruling: the case in short, and when there is no form."""

import pytest
from django.utils import timezone

from adjudication.cases.services.statements import write_statement
from adjudication.models import Case
from jobs.worker import run_job
from tests.support.desk_world import at, new_case, ruled, taken_by
from tests.support.world import World
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db


def test_it_tells_what_the_replay_found_and_what_both_reported(filled: World) -> None:
    case = Case.objects.get(game=filled.games[2])
    rita = filled.client(Role.REFEREE)
    taken_by(rita, case)
    page = rita.get(at(case, "ruling/")).text
    short = page[page.index('id="in-short"') : page.index("</details>")]
    assert "Move " in short
    assert " reported</strong>" in short


def test_a_file_that_is_no_record_does_not_hide_what_the_record_gives(filled: World) -> None:
    game = filled.games[0]
    case = new_case(filled, 0)
    write_statement(
        case_id=case.pk,
        player_id=game.white_id,
        text="",
        record_bytes=b"Black resigned, I think.",
        filename="game.txt",
        idempotency_key="text",
    )
    while run_job():
        pass
    rita = filled.client(Role.REFEREE)
    taken_by(rita, case)
    page = rita.get(at(case, "ruling/")).text
    short = page[page.index('id="in-short"') : page.index("</details>")]
    assert short.count("<strong>Record ") == 2
    assert "Counted: W+15.5." in short


def test_in_a_closed_tournament_there_is_none(world: World) -> None:
    rita, case = world.client(Role.REFEREE), new_case(world)
    taken_by(rita, case)
    steps = at(case, "steps/objection/?black=confirm&white=confirm")
    assert "ruling/" in rita.get(steps).text
    Tournament.objects.update(closed_at=timezone.now())
    assert rita.get(at(case, "ruling/")).status_code == 302
    assert "ruling/" not in rita.get(steps).text


def test_nothing_is_urgent_about_a_case_that_is_decided(world: World) -> None:
    rita, case = world.client(Role.REFEREE), new_case(world)
    assert ">soon<" in rita.get(at(case)).text
    ruled(world, case)
    assert ">soon<" not in rita.get(at(case)).text
    assert ">soon<" not in rita.get("/referee/coupe/?show=ruled").text
