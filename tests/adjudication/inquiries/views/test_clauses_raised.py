"""A clock that fell in a move, and a count that cannot be restored: brought up, read, ruled."""

from html import unescape
from typing import Any

import pytest

from adjudication.models import Case
from adjudication.policy.causes import Cause
from tests.support.answering import contest_as_read
from tests.support.desk_world import at, fields, taken_by
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Game, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> World:
    """A game that White has still to answer for, with Black's record to the end."""
    world = make_world()
    report(world.games[0], world.games[0].black, "W+15.5", sgf(WALLS, KM="6.5"), DEAD.split())
    judge_all()
    return world


def wrong(world: World, sent: dict[str, Any]) -> Any:
    return world.player(1).post(f"/games/{world.games[0].pk}/wrong/", sent)


def ruling_form(world: World) -> tuple[str, dict[str, Any]]:
    """The page of the case, and the form of its ruling, as the referee who took it reads them."""
    referee = world.client(Role.REFEREE)
    case = Case.objects.get()
    taken_by(referee, case)
    page = unescape(referee.get(at(case, "")).text)
    return page, dict(fields(referee.get(at(case, "ruling/")).text))


@pytest.mark.parametrize(
    ("clock", "title", "said"),
    [
        ("fell", "Aki (Black) ran out of time", "ran out of time."),
        ("passing", "the clock of Aki (Black) fell while they were passing", "Art. 9.1"),
        ("prisoners", "the clock of Aki (Black) fell with stones they had captured", "Art. 5"),
        ("moved_after", "played after the clock of Aki (Black) fell", "does not change it"),
        ("wrong", "the clock of Aki (Black) was set wrongly", "Nobody loses by a wrong clock"),
    ],
)
def test_the_reasons_of_a_clock_case_begin_with_what_the_player_said(
    played: World, clock: str, title: str, said: str
) -> None:
    sent = {"matter": "time", "clock": clock, "whose": "black", "note": "Ask the next board."}
    assert wrong(played, sent).status_code == 302
    case = Case.objects.get()
    assert (case.cause, case.proposal) == (Cause.TIME, None)
    assert Game.objects.get(pk=played.games[0].pk).state == "disputed"
    page, form = ruling_form(played)
    assert title in page
    assert said in form["reasons"][0]
    assert "Black" in form["reasons"][0]
    own = unescape(played.player(0).get(f"/games/{played.games[0].pk}/case/").text)
    assert title in own
    referee = played.client(Role.REFEREE)
    for address in ("/referee/coupe/", at(case, "steps/time/")):
        assert title in unescape(referee.get(address).text)


@pytest.mark.parametrize(
    ("clock", "whose", "status"),
    [
        ("fell", "", 400),
        ("fell", "nobody", 400),
        ("fell", "gray", 400),
        ("", "", 400),
        ("wrong", "nobody", 302),
        ("", "nobody", 302),
        ("", "white", 302),
    ],
)
def test_whoever_claims_that_time_ran_out_says_whose(
    played: World, clock: str, whose: str, status: int
) -> None:
    sent = {"matter": "time", "clock": clock, "whose": whose, "note": "The beep was silent."}
    answer = wrong(played, sent)
    assert answer.status_code == status
    if status == 400:
        assert 'id="time-whose_error"' in answer.text
        assert "The beep was silent.</textarea>" in answer.text
        assert not Case.objects.exists()
    else:
        number = {"white": [played.games[0].white.number]}.get(whose, [])
        assert Case.objects.get().grounds[0]["players"] == number


def test_the_staff_says_whose_time_ran_out(played: World) -> None:
    referee, game = played.client(Role.REFEREE), played.games[0]
    form = {"cause": "time", "board": str(game.pk), "clock": "fell", "note": "I saw it."}
    refused = referee.post("/referee/coupe/new/", form)
    assert refused.status_code == 400
    assert not Case.objects.exists()
    form["players"] = str(game.white_id)
    assert referee.post("/referee/coupe/new/", form).status_code == 302
    case = Case.objects.get()
    assert (case.proposal["winner"], case.proposal["reason"]) == ("black", "time")
    assert f"{game.white.name} (White) ran out of time" in unescape(referee.get(at(case)).text)


def test_a_clock_that_does_nothing_known_is_refused(played: World) -> None:
    answer = wrong(played, {"matter": "time", "clock": "exploded", "note": "Bang"})
    assert answer.status_code == 400
    assert not Case.objects.exists()


def test_a_disturbed_count_goes_to_a_referee_with_what_the_records_show(played: World) -> None:
    sent = {"matter": "count_lost", "note": "A sleeve went over the corner."}
    assert wrong(played, sent).status_code == 302
    case = Case.objects.get()
    assert (case.cause, case.state, case.proposal) == (Cause.COUNT_LOST, "open", None)
    page, form = ruling_form(played)
    assert "A sleeve went over the corner." in page
    assert "The record that Aki sent:" in page
    assert "Art. 10.2" in form["reasons"][0]
    assert "nobody loses for this alone" in form["reasons"][0]


def test_who_contests_a_loss_on_time_is_not_taken_for_who_claims_it(played: World) -> None:
    game = played.games[1]
    sent = report(game, game.white, "W+T")
    contest_as_read(submission_id=sent, player_id=game.black_id, note="I moved in time.")
    case = Case.objects.get(game=game)
    contested = f"Contests that {game.black.name} (Black) ran out of time"
    referee = played.client(Role.REFEREE)
    for address in ("/referee/coupe/", at(case)):
        assert contested in unescape(referee.get(address).text)
    player = played.player([one.pk for one in played.players].index(game.black_id))
    assert contested in unescape(player.get(f"/games/{game.pk}/case/").text)
    # A referee looks at it: nothing is asked of them.
    assert "Read it and answer" not in player.get("/me/").text


@pytest.mark.parametrize("whose", ["black", "nobody"])
def test_a_claim_about_the_clock_says_what_happened(played: World, whose: str) -> None:
    answer = wrong(played, {"matter": "time", "whose": whose})
    assert answer.status_code == 400
    assert 'id="time-clock_error"' in answer.text
    assert not Case.objects.exists()
    said = {"matter": "time", "whose": whose, "note": "It beeped all the time."}
    assert wrong(played, said).status_code == 302
