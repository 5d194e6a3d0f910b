"""No case and no appeal ends with its tournament by oversight, and its players are told."""

import pytest
from django.test import Client

from adjudication.cases.selectors.referees import Waiting, seats_of, waiting_in
from adjudication.cases.views.words import left_open
from adjudication.closing.services import reopen_tournament
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.result_entry.services import enter_result
from tests.api.client import staff_api, told
from tests.support.desk_world import appealed, committee, new_case, ruled
from tests.support.world import World, report
from tournament.models import AuditEvent, Role, Tournament, Verb

CLOSE = "/director/coupe/closing/close/"
KEPT = Decision("nothing", reasons="Nothing was shown.")


@pytest.fixture
def cases(world: World) -> list[Case]:
    """One case of each kind: appealed, ruled, about a disputed game, and about conduct."""
    found = [new_case(world, index, cause=Cause.OTHER) for index in (0, 1)]
    found += [new_case(world, 2), new_case(world, 3, cause=Cause.CONDUCT)]
    for case in found[:2]:
        ruled(world, case, decision=KEPT)
    appealed(world, found[0], world.players[0])
    return found


def closed() -> bool:
    return Tournament.objects.get().closed_at is not None


def test_every_case_is_named_and_left_by_its_own_decision(
    director: Client, cases: list[Case]
) -> None:
    page = director.get(CLOSE).text
    for case in cases:
        assert f'name="leaves" value="{case.number}"' in page
        assert f"/cases/{case.number}/" in page
    for left in ([], [case.number for case in cases[1:]], [case.number for case in cases[:3]]):
        answer = director.post(CLOSE, {"leaves": left})
        assert answer.status_code == 400
        assert not closed()
        for number in left:
            assert f'value="{number}" checked' in answer.text
    assert director.post(CLOSE, {"leaves": [case.number for case in cases]}).status_code == 302
    assert closed()
    event = AuditEvent.objects.get(verb=Verb.TOURNAMENT_CLOSED)
    assert event.after["cases"] == [case.number for case in cases]


def test_what_becomes_of_the_game_is_said_as_it_is(world: World, director: Client) -> None:
    disputed, conduct = world.games[:2]
    report(disputed, disputed.black, "B+R")
    report(disputed, disputed.white, "W+R")
    enter_result(game_id=conduct.pk, winner="black")
    new_case(world, 1, cause=Cause.CONDUCT)
    page = director.get(CLOSE).text
    assert page.count("the game stays without a result") == 1
    assert page.count("the game stays as it is") == 1


def test_a_case_that_came_meanwhile_is_asked_about(world: World, director: Client) -> None:
    first = new_case(world, 0)
    director.get(CLOSE)
    new_case(world, 1)
    assert director.post(CLOSE, {"leaves": [first.number]}).status_code == 400
    assert not closed()


def test_a_program_names_them_too(world: World, cases: list[Case]) -> None:
    program = staff_api(world, Role.DIRECTOR)
    answer = program.post("/tournaments/coupe/closing/", {})
    assert (answer.status_code, told(answer)["code"]) == (400, "cases_open")
    numbers = [case.number for case in cases]
    program.done("POST", "/tournaments/coupe/closing/", {"leaves": numbers})
    assert closed()


@pytest.mark.parametrize("index", range(4))
def test_its_players_read_what_became_of_it(
    world: World, director: Client, cases: list[Case], index: int
) -> None:
    case, player = cases[index], world.player(2 * index)
    before = player.get("/me/").text
    director.post(CLOSE, {"leaves": [one.number for one in cases]})
    after = player.get("/me/").text
    assert f'id="case-{case.pk}"' in before
    assert f'id="case-{case.pk}"' in after
    assert "data-left-open" in after
    assert "data-left-open" not in before
    assert "data-left-open" in player.get(f"/games/{world.games[index].pk}/case/").text
    tag = player.get("/me/").context["live_tag"]
    reopen_tournament(tournament_id=world.tournament.pk, note="The appeal")
    assert "data-left-open" not in player.get("/me/").text
    assert player.get("/me/").context["live_tag"] != tag


def test_an_appeal_left_open_cannot_be_taken_back(
    world: World, director: Client, cases: list[Case]
) -> None:
    player, path = world.player(0), f"/games/{world.games[0].pk}/case/"
    assert 'id="withdraw-appeal"' in player.get(path).text
    director.post(CLOSE, {"leaves": [one.number for one in cases]})
    after = player.get(path).text
    assert 'id="withdraw-appeal"' not in after
    assert "before the committee</span>" not in after


def test_every_page_says_the_same_of_what_was_left(
    world: World, director: Client, cases: list[Case]
) -> None:
    referee = world.client(Role.REFEREE)
    queue = "/referee/coupe/"
    assert referee.get(queue).context["waiting"] == 3
    director.post(CLOSE, {"leaves": [one.number for one in cases]})
    for index, case in enumerate(cases):
        case.refresh_from_db()
        sentence = left_open(case.state)
        game = world.player(2 * index).get(f"/games/{world.games[index].pk}/").text
        desk = referee.get(f"{queue}cases/{case.number}/").text
        listed = [referee.get(queue).text, director.get("/director/coupe/closing/").text]
        for page in (game, desk, *listed):
            assert sentence in page
        for page in (game, desk):
            assert "The appeals committee decides" not in page
            assert "before the committee</span>" not in page
            assert "waits for a referee</span>" not in page
            assert "nothing about this case changes any more" not in page
    context = referee.get(queue).context
    assert [count for _name, _label, count in context["links"]] == [len(cases), None]
    assert context["waiting"] == 0
    reopen_tournament(tournament_id=world.tournament.pk, note="The appeal")
    assert referee.get(queue).context["waiting"] == 3


def test_in_a_closed_tournament_nothing_waits_for_the_staff_or_a_committee(
    world: World, director: Client, cases: list[Case]
) -> None:
    committee(world, cases[0].appeals.get().pk, 4, 5, 6)
    visitor = {"links": (), "player_id": world.players[4].pk, "user_id": None}
    assert waiting_in(world.tournament.pk, **visitor).cases == 3
    assert [seat.case for seat in seats_of(**visitor)] == [cases[0].number]
    director.post(CLOSE, {"leaves": [one.number for one in cases]})
    assert waiting_in(world.tournament.pk, **visitor) == Waiting()
    assert seats_of(**visitor) == ()


def test_what_is_over_asks_nothing(world: World, director: Client) -> None:
    assert "leaves" not in director.get(CLOSE).text
    assert director.post(CLOSE).status_code == 302
    assert closed()
