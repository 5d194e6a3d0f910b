"""Links to a move in one of several records: they open at that record, or say that it is hidden."""

import pytest
from django.test import Client

from adjudication.models import Submission
from adjudication.submissions.services.answers import accept_claim
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import Game, PublicBoards, Role, Tournament

SHORT = sgf(" ".join(WALLS.split()[:14]))


@pytest.fixture
def accepted(world: World) -> tuple[str, int, int]:
    """A game with two records: its address, and the reports of the one that counts and the other.

    Black accepted what White had reported.
    """
    game = Game.objects.get(pk=world.games[0].pk)
    blacks = report(game, game.black, "B+R", SHORT)
    whites = report(game, game.white, "W+15.5", sgf(WALLS), DEAD.split())
    judge_all()
    game.refresh_from_db()
    accept_claim(game_id=game.pk, player_id=game.black_id, expects=whites, version=game.version)
    return f"/games/{game.pk}/", whites, blacks


def test_players_and_referees_see_the_record_that_a_link_names_first(
    world: World, accepted: tuple[str, int, int]
) -> None:
    address, *reports = accepted
    for reader in (world.player(0), world.player(1), world.client(Role.REFEREE)):
        for linked in reports:
            page = reader.get(f"{address}?move-{linked}=5")
            (shown,) = (one for one, _name, first in page.context["choices"] if first)
            assert shown.report.id == linked
            assert shown.board.move == 5
            assert not page.context["not_shown"]


def test_everybody_else_reads_that_a_record_is_not_shown_to_them(
    client: Client, accepted: tuple[str, int, int]
) -> None:
    address, right, other = accepted
    page = client.get(f"{address}?move-{right}=5")
    assert page.context["viewer"].move == 5
    assert not page.context["not_shown"]
    page = client.get(f"{address}?move-{other}=5")
    assert page.context["viewer"].move == len(WALLS.split())
    assert page.context["not_shown"]
    Tournament.objects.update(public_boards=PublicBoards.NONE)
    page = client.get(f"{address}?move-{right}=5")
    assert page.context["viewer"] is None
    assert page.context["not_shown"]


def test_a_link_to_a_report_still_leads_to_its_record_if_that_was_sent_again(
    world: World,
) -> None:
    game = world.games[0]
    before = report(game, game.black, "W+15.5", sgf(WALLS), ["B8"])
    report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    judge_all()
    page = world.player(0).get(f"/games/{game.pk}/?move-{before}=5")
    (card,) = page.context["cards"]
    assert card.report.id != before
    assert card.board.move == 5
    assert not page.context["not_shown"]


def test_a_link_to_a_record_that_was_taken_back_says_so(world: World) -> None:
    game = world.games[0]
    before = report(game, game.black, "B+R", SHORT)
    after = report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    judge_all()
    address = f"/games/{game.pk}/"
    assert world.player(0).get(f"{address}?move-{before}=5").context["not_shown"]
    assert not world.player(0).get(f"{address}?move-{after}=5").context["not_shown"]
    other = Submission.objects.order_by("-pk").values_list("pk", flat=True)[0] + 1
    assert not world.player(0).get(f"{address}?move-{other}=5").context["not_shown"]
