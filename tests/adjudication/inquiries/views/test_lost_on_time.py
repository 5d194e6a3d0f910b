"""The page on which a player agrees that they lost on time, and what records show of a clock."""

from html import unescape

import pytest
from django.utils import timezone

from adjudication.cases.services.actions import take_case
from adjudication.cases.services.opening import open_by_staff
from adjudication.inquiries.services.raising import raise_matter, withdraw_matter
from adjudication.models import Case, Submission
from adjudication.policy.causes import Cause
from tests.adjudication.decisions import staff
from tests.support.answering import contest_as_read
from tests.support.forms import hidden
from tests.support.records import KO, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.audit.services.current_actor import acting_as
from tournament.models import Game, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def late(world: World) -> World:
    """White says that Black ran out of time, of a game of which Black sent the record."""
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS))
    judge_all()
    told = {"clock": "fell", "whose": "black"}
    raise_matter(game_id=game.pk, player_id=game.white_id, cause=Cause.TIME, data=told)
    return world


def where(world: World, rest: str = "lost-on-time/") -> str:
    return f"/games/{world.games[0].pk}/{rest}"


def state(world: World) -> str:
    return Game.objects.get(pk=world.games[0].pk).state


@pytest.mark.parametrize("start", ["", "case/"])
def test_they_are_led_to_a_question_and_only_their_yes_ends_the_game(
    late: World, start: str
) -> None:
    black = late.player(0)
    assert where(late) in black.get(where(late, start)).text
    assert where(late) not in late.player(1).get(where(late, start)).text
    page = unescape(black.get(where(late)).text)
    assert state(late) == "disputed"
    assert "As Black, you lost to Béa on time." in page
    assert 'class="shown"' in page
    for _press in range(2):
        answer = black.post(where(late), hidden(page))
        assert answer.status_code == 302
    assert state(late) == "confirmed"
    assert "Aki (Black) agreed that they lost on time." in unescape(
        late.player(1).get(where(late, "case/")).text
    )


def test_their_own_page_leads_there_as_long_as_they_may_agree(late: World) -> None:
    page = unescape(late.player(0).get("/me/").text)
    assert where(late) in page
    assert where(late) not in late.player(1).get("/me/").text
    raise_matter(
        game_id=late.games[0].pk,
        player_id=late.games[0].white_id,
        cause=Cause.ILLEGAL_MOVE,
        note="A ko, too.",
    )
    assert where(late) not in late.player(0).get("/me/").text


@pytest.mark.parametrize(
    ("more", "agrees"),
    [
        ({"clock": "moved_after", "whose": "black"}, True),
        ({"clock": "moved_after", "whose": "white"}, False),
        ({"clock": "wrong", "whose": "black"}, False),
    ],
)
def test_a_move_after_the_fall_does_not_take_the_claim_back(
    late: World, more: dict[str, str], agrees: bool
) -> None:
    game, black = late.games[0], late.player(0)
    told = {"clock": "fell", "whose": "white"}
    raise_matter(game_id=game.pk, player_id=game.black_id, cause=Cause.TIME, data=told)
    raise_matter(game_id=game.pk, player_id=game.white_id, cause=Cause.TIME, data=more)
    opened = black.get(where(late))
    if agrees:
        assert black.post(where(late), hidden(opened.text)).status_code == 302
        assert state(late) == "confirmed"
    else:
        assert opened.status_code == 302
        assert 'id="agree-late"' not in black.get(opened.url).text
        assert state(late) == "disputed"


@pytest.mark.parametrize("why", ["closed", "taken", "changed"])
def test_whoever_can_no_longer_agree_reads_why(late: World, why: str) -> None:
    game, black = late.games[0], late.player(0)
    if why == "closed":
        Tournament.objects.update(closed_at=timezone.now())
    elif why == "taken":
        with acting_as(staff(late.tournament)):
            take_case(case_id=Case.objects.get().pk)
    else:
        more = {"clock": "wrong", "whose": "black"}
        raise_matter(game_id=game.pk, player_id=game.white_id, cause=Cause.TIME, data=more)
    page = black.get(where(late), follow=True)
    assert page.redirect_chain
    assert list(page.context["messages"])


# --- Whoever says that their own time ran out ---


OWN = {"matter": "time", "clock": "fell", "whose": "black"}


def test_whoever_says_that_their_own_time_ran_out_is_led_to_reporting_it(world: World) -> None:
    black = world.player(0)
    asked = unescape(black.post(where(world, "wrong/"), OWN).text)
    assert not Case.objects.exists()
    address = where(world, "report/?lost=time")
    assert address in asked
    review = unescape(black.get(address).text)
    assert "As Black, you lost to Béa on time." in review
    assert state(world) == "open"
    black.post(where(world, "report/"), {**hidden(review), "step": "send"})
    sent = Submission.objects.get()
    assert (sent.player_id, sent.claim_winner, sent.claim_reason) == (
        world.games[0].black_id,
        "white",
        "time",
    )
    assert state(world) == "reported"


def test_nobody_reports_a_win_on_time_by_that_address(world: World) -> None:
    review = unescape(world.player(1).get(where(world, "report/?lost=time")).text)
    assert "As White, you lost to Aki on time." in review
    odd = world.player(1).get(where(world, "report/?lost=points"))
    assert odd.status_code == 200
    assert "lost to Aki" not in odd.text


def test_a_referee_looks_at_their_own_clock_if_they_mean_that(world: World) -> None:
    black = world.player(0)
    page = black.post(where(world, "wrong/"), OWN).text
    black.post(where(world, "wrong/"), {**OWN, "sure": "1"})
    assert "own-loss" in page
    assert Case.objects.get().cause == Cause.TIME


@pytest.mark.parametrize(
    ("claim", "led_to"), [("W+T", ""), ("W+R", "report/?lost=time"), ("B+R", "report/?lost=time")]
)
def test_they_are_led_to_a_report_that_says_so_already(
    world: World, claim: str, led_to: str
) -> None:
    report(world.games[0], world.games[0].white, claim)
    page = unescape(world.player(0).post(where(world, "wrong/"), OWN).text)
    assert f'id="own-loss" href="{where(world, led_to)}"' in page


@pytest.mark.parametrize(
    "told", [{"whose": "white"}, {"clock": "passing"}, {"clock": "unpressed"}, {"whose": "nobody"}]
)
def test_nothing_else_about_a_clock_leads_to_a_report(world: World, told: dict[str, str]) -> None:
    page = world.player(0).post(where(world, "wrong/"), {**OWN, **told}, follow=True).text
    assert "own-loss" not in page


def test_where_they_cannot_report_it_a_referee_looks_at_it(world: World) -> None:
    Tournament.objects.update(reporting="director")
    world.player(0).post(where(world, "wrong/"), OWN)
    assert Case.objects.get().cause == Cause.TIME


def test_a_form_that_says_nothing_or_an_old_one_ends_nothing(late: World) -> None:
    black = late.player(0)
    page = black.get(where(late)).text
    assert black.post(where(late), {}).status_code == 200
    game = late.games[0]
    case = Case.objects.get()
    withdraw_matter(game_id=game.pk, case_id=case.pk, player_id=game.white_id)
    black.post(where(late), hidden(page))
    assert state(late) == "reported"
    assert black.get(where(late)).status_code == 302


def test_whoever_agrees_to_an_earlier_case_reads_that_the_game_changed(late: World) -> None:
    black, game = late.player(0), late.games[0]
    page = hidden(black.get(where(late)).text)
    withdraw_matter(game_id=game.pk, case_id=Case.objects.get().pk, player_id=game.white_id)
    told = {"clock": "fell", "whose": "black"}
    raise_matter(game_id=game.pk, player_id=game.white_id, cause=Cause.TIME, data=told)
    answer = black.post(where(late), page, follow=True)
    assert "has changed meanwhile: look at it as it is now." in answer.text
    assert state(late) == "disputed"


@pytest.mark.parametrize(
    ("cause", "record", "more"),
    [
        (Cause.TIME, WALLS, {"clock": "fell"}),
        (Cause.ILLEGAL_MOVE, KO, {}),
        (Cause.COUNT_LOST, WALLS, {}),
    ],
)
def test_what_a_record_shows_stands_with_what_the_staff_opened_a_case_for(
    world: World, cause: Cause, record: str, more: dict[str, str]
) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(record))
    judge_all()
    with acting_as(staff(world.tournament)):
        open_by_staff(
            tournament_id=world.tournament.pk,
            cause=cause,
            game_id=game.pk,
            player_ids=[game.black_id],
            note="I was called.",
            **more,
        )
    number = Case.objects.get().number
    for browser, address in (
        (world.player(0), where(world, "case/")),
        (world.player(1), where(world, "case/")),
        (world.client("referee"), f"/referee/coupe/cases/{number}/"),
    ):
        assert 'class="shown"' in browser.get(address).text


def test_so_it_does_with_a_contested_loss_on_time(world: World) -> None:
    game = world.games[0]
    sent = report(game, game.black, "B+T", sgf(WALLS))
    judge_all()
    contest_as_read(submission_id=sent, player_id=game.white_id)
    page = unescape(world.player(0).get(where(world, "case/")).text)
    assert "Contests that Béa (White) ran out of time" in page
    assert 'class="shown"' in page
