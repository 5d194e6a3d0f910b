"""What stands around the form of a ruling: the case in short, and when there is no form."""

from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.cases.services.statements import write_statement
from adjudication.models import Case
from jobs.worker import run_job
from tests.adjudication.submissions.views.test_proposing import drawn
from tests.confirmation.test_territory import FALSE_EYE
from tests.support.answering import contest_as_read
from tests.support.desk_world import at, fields, new_case, ruled, taken_by
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
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


def form_of(world: World, query: str = "") -> tuple[Client, Case, str]:
    """Return the form of the only case, opened by the referee who works on it."""
    judge_all()
    rita, case = world.client(Role.REFEREE), Case.objects.get()
    taken_by(rita, case)
    return rita, case, unescape(rita.get(at(case, f"ruling/{query}")).text)


def test_where_both_reports_fall_deciding_nothing_says_what_follows(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R")
    report(game, game.white, "W+R")
    _rita, _case, page = form_of(world)
    assert "no result stands, and the players report again" in page
    assert "Nothing changes for the game" not in page


def test_a_report_that_waits_does_so_again_if_nothing_is_decided(world: World) -> None:
    report(world.games[0], world.games[0].black, "B+R")
    new_case(world)
    _rita, _case, page = form_of(world)
    assert "the report waits for the opponent again" in page
    assert "Nothing changes for the game" not in page


def test_where_the_points_alone_differ_the_count_is_proposed(world: World) -> None:
    game = world.games[0]
    report(game, game.white, "W+6.5", sgf(WALLS), [])
    report(game, game.black, "W+5.5")
    rita, case, page = form_of(world)
    assert "Both players name the same winner." in page
    assert "(Black) by 6.5 points." in page
    values = fields(rita.get(at(case, "ruling/?proposed=1")).text)
    told = (values["effect"], values["winner"], values["margin"])
    assert told == (["result"], ["white"], ["6.5"])
    (reasons,) = values["reasons"]
    assert "Black reported W+5.5, and White W+6.5." in reasons
    assert "With the dead stones that White alone marked" in reasons
    assert "j1989:10.2" in values["articles"]
    assert "j1989:10.3" not in values["articles"]  # whoever objected, the count decides
    game.refresh_from_db()
    assert game.state == "disputed"


@pytest.mark.parametrize("marks", [["J2"], []])
def test_the_reasons_say_where_both_marked_the_same_stones(world: World, marks: list[str]) -> None:
    game = world.games[0]
    report(game, game.white, "W+6.5", sgf(WALLS), marks)
    report(game, game.black, "W+5.5", sgf(WALLS), marks)
    rita, case, _page = form_of(world)
    (reasons,) = fields(rita.get(at(case, "ruling/")).text)["reasons"]
    assert ("that both players marked" in reasons) == bool(marks)
    assert "alone marked" not in reasons


@pytest.mark.parametrize(
    "claims",
    [("W+6.5", "B+2.5"), ("W+6.5", "W+R"), ("B+15.5", "B+14.5")],
    ids=["winners differ", "one without points", "counts to the other winner"],
)
def test_where_more_than_the_points_differ_no_count_is_proposed(
    world: World, claims: tuple[str, str]
) -> None:
    game = world.games[0]
    report(game, game.white, claims[0], sgf(WALLS), [])
    report(game, game.black, claims[1])
    _rita, _case, page = form_of(world)
    assert 'id="use-proposal"' not in page


def test_what_the_records_show_of_a_claim_stands_beside_the_form(world: World) -> None:
    game = world.games[0]
    report(game, game.white, "W+6.5", sgf(WALLS), [])
    judge_all()
    claim = {"matter": "count_lost", "note": "Stones fell."}
    assert world.player(0).post(f"/games/{game.pk}/wrong/", claim).status_code == 302
    _rita, case, page = form_of(world)
    short = page[page.index('id="in-short"') : page.index("</details>")]
    assert "Stones fell." in short
    assert f'href="{at(case)}?move-' in short


def test_a_count_with_a_false_eye_is_not_proposed() -> None:
    world = make_world(size=7)
    game = world.games[0]
    report(game, game.white, "W+14.5", drawn(FALSE_EYE), [])
    report(game, game.black, "W+13.5")
    _rita, _case, page = form_of(world)
    assert 'id="use-proposal"' not in page
    assert "Counting the record" not in page


def test_the_reasons_begin_with_what_was_contested(world: World) -> None:
    game = world.games[0]
    sent = report(game, game.white, "W+3.5", sgf(WALLS), [])
    contest_as_read(submission_id=sent, player_id=game.black_id)
    _rita, _case, page = form_of(world)
    (reasons,) = fields(page)["reasons"]
    assert "White reported W+3.5, which was contested" in reasons
    assert "counting the record gives W+6.5." in reasons
