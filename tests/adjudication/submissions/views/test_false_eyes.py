"""False eyes in a count: told to whom they concern, without being asked for."""

from html import unescape

import pytest
from django.test import Client

from adjudication.models import Case
from adjudication.rules.points import sgf_point
from adjudication.rules.scoring.territory import TerritoryOptions, count_territory
from adjudication.submissions.views.false_eyes import FalseEyes
from adjudication.submissions.views.games import shown_game
from adjudication.submissions.views.marking import marks_sent
from adjudication.verdicts.services.claims import Result
from tests.adjudication.submissions.views.test_proposing import REVIEW, drawn
from tests.confirmation.boards import board
from tests.confirmation.test_territory import FALSE_EYE
from tests.support.answering import contest_as_read
from tests.support.desk_world import at, referee
from tests.support.forms import address, hidden, upload
from tests.support.world import World, judge_all, make_world, report
from tournament.games.words import core_result
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db
WITH, WITHOUT = "W+14.5", "W+13.5"
"""What the record counts to with its false eye and without."""
TOLD = "By the looks of it White has to fill A3 in the end: a false eye"


@pytest.fixture
def small(db: None) -> World:
    """Boards of 7 by 7, on which FALSE_EYE can be played."""
    return make_world(size=7)


def counted(world: World) -> str:
    """Return what the count of the dead stones alone comes to, as a form takes it."""
    report(world.games[1], world.games[1].black, "B+30.5", drawn(FALSE_EYE), [])
    judge_all()
    computed = world.games[1].submissions.get().verdict.computed["result"]
    return str(computed)


def test_whoever_reports_the_count_reads_of_it_at_once(small: World) -> None:
    form = {**REVIEW, "dead": "none", "record": upload(drawn(FALSE_EYE))}
    page = small.player(0).post(address(small), form).text
    assert TOLD in page
    # A proposal says it by itself.
    page = small.player(0).post(address(small), {**hidden(page), "step": "propose"}).text
    assert TOLD not in page
    Tournament.objects.update(rules="chinese")
    form["record"] = upload(drawn(FALSE_EYE))
    assert TOLD not in small.player(0).post(address(small), form).text


def test_whoever_confirms_the_count_reads_of_it_before(small: World) -> None:
    game, claim = small.games[0], counted(small)
    report(game, game.black, claim, drawn(FALSE_EYE), [])
    judge_all()
    answer = small.player(1).get(f"/games/{game.pk}/").text
    assert TOLD in answer.partition('id="confirm"')[0]
    referee_reads = small.client(Role.REFEREE).get(f"/games/{game.pk}/").text
    assert TOLD in referee_reads
    assert TOLD not in Client().get(f"/games/{game.pk}/").text


def test_a_result_that_does_not_hang_on_it_does_not_tell(small: World) -> None:
    game, winner = small.games[0], counted(small)[0]
    report(game, game.black, f"{winner}+R", drawn(FALSE_EYE))
    judge_all()
    assert TOLD not in small.player(1).get(f"/games/{game.pk}/").text


@pytest.mark.parametrize(
    ("result", "turns", "concerned"),
    [
        (Result("black", "score", 7), False, True),
        (Result("black", "score"), False, False),
        (Result("black", "score"), True, True),
        (Result("black", "resignation"), True, False),
        (None, False, True),
    ],
)
def test_it_concerns_a_result_by_its_points_or_its_winner(
    result: Result | None, turns: bool, concerned: bool
) -> None:
    assert FalseEyes("", turns).concerns(result) is concerned


def test_the_referee_reads_it_with_the_case_and_counts_it_for_nobody(small: World) -> None:
    game, claim = small.games[0], counted(small)
    sent = report(game, game.black, claim, drawn(FALSE_EYE), [])
    contest_as_read(submission_id=sent, player_id=game.white.pk)
    judge_all()
    case = Case.objects.get(game=game)
    referee(small, "Remy")
    rita = small.client(Role.REFEREE)
    assert TOLD in unescape(rita.get(at(case)).text)
    board = at(case, "count/")
    assert TOLD in unescape(rita.get(board + "?dead=none&written=1").text)
    assert TOLD not in unescape(rita.get(board + "?dead=none&nobody=A3&written=1").text)


def marked(*without: int) -> bytes:
    """Return the record with its territory marked, but for some points."""
    position, size = board(FALSE_EYE)
    counted = count_territory(position, size, (), TerritoryOptions())
    black, white = (
        "][".join(sgf_point(point, size) for point in sorted(territory.difference(without)))
        for territory in (counted.black_territory, counted.white_territory)
    )
    return drawn(FALSE_EYE).removesuffix(b")") + f"TB[{black}]TW[{white}])".encode()


def own_page(world: World, index: int) -> str:
    return unescape(world.player(index).get("/me/").text)


@pytest.mark.parametrize("by_record", [True, False])
def test_nobody_is_told_plainly_that_the_record_agrees_on_their_own_page(
    small: World, by_record: bool
) -> None:
    game = small.games[0]
    report(game, game.black, WITH, *((marked(), None) if by_record else (drawn(FALSE_EYE), [])))
    judge_all()
    assert TOLD in own_page(small, 1)
    assert "The record agrees." not in own_page(small, 1)
    # Whoever reported it has nothing to confirm.
    assert TOLD not in own_page(small, 0)


def test_a_record_that_agrees_without_it_does_so_plainly_on_their_own_page(small: World) -> None:
    game = small.games[0]
    report(game, game.black, WITHOUT, marked(28))
    judge_all()
    assert "The record agrees." in own_page(small, 1)
    assert TOLD not in own_page(small, 1)


def test_a_report_is_counted_by_the_marks_of_its_record_as_its_verdict_is(small: World) -> None:
    game = small.games[0]
    report(game, game.black, WITHOUT, marked(28))
    judge_all()
    assert game.submissions.get().verdict.verdict == "confirmed"
    page = marks_sent(shown_game(game.pk), shown_game(game.pk).waiting)
    assert page.counted == core_result(WITHOUT)
    # Whoever marks the same stones is told that the record counts otherwise.
    form = {**REVIEW, "record": upload(marked(28)), "margin": "1.5"}
    review = unescape(small.player(1).post(address(small), form).text)
    assert f"as it is marked there, the count is {core_result(WITHOUT)}." in review
    assert "as it is marked there" not in unescape(
        small.player(1).post(address(small), {**form, "record": upload(marked())}).text
    )


def test_the_referee_s_board_says_what_the_marks_of_the_record_come_to(small: World) -> None:
    game = small.games[0]
    sent = report(game, game.black, WITHOUT, marked(28))
    contest_as_read(submission_id=sent, player_id=game.white.pk)
    judge_all()
    referee(small, "Remy")
    page = small.client(Role.REFEREE).get(at(Case.objects.get(game=game), "count/")).text
    assert f"as it is marked there, the count is {core_result(WITHOUT)}." in unescape(page)
