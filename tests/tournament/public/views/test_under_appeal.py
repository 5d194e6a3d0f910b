"""Standings say which results count by a ruling under appeal, and medals wait for it."""

import pytest
from django.test import Client

from adjudication.cases.services.opening import open_case
from adjudication.closing.services import close_tournament
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.result_entry.services import enter_result
from adjudication.rulings.services.appeals import withdraw_appeal
from tests.support.desk_world import appealed, new_case, ruled
from tests.support.world import World, make_world
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.models import Game, Role, Round, RoundState, Tournament
from tournament.printing.sheets import crosstable, prize_list, standings
from tournament.public.selectors.standings import StandingsPage, standings_page
from tournament.state.codec import to_json
from tournament.state.parameters import Parameters, ScoringParameters

pytestmark = pytest.mark.django_db
KEPT = Decision("nothing", reasons="Nothing was shown.")
PAGES = ("standings/", "crosstable/", "standings/1/prizes/")


@pytest.fixture
def world() -> World:
    """A tournament of one round that is over but for a case about its first board."""
    found = make_world()
    Tournament.objects.update(parameters=to_json(Parameters(scoring=ScoringParameters(rounds=1))))
    for game in found.games[1:]:
        enter_result(game_id=game.pk, winner="black", reason="resignation")
    return found


@pytest.fixture
def case(world: World) -> Case:
    """A ruling on board 1, with which everything has a result."""
    made = ruled(world, new_case(world, 0))
    Round.objects.update(state=RoundState.FINISHED)
    return made


def table() -> StandingsPage:
    found = standings_page("coupe")
    assert found is not None
    return found


def marked(address: str) -> bool:
    answer = Client().get(f"/t/coupe/{address}")
    assert answer.status_code == 200
    return "data-appealed" in answer.text


def podium() -> bool:
    return bool(Client().get("/t/coupe/standings/").context["podium"])


def test_the_board_is_named_and_medals_wait_until_the_appeal_is_over(
    world: World, case: Case
) -> None:
    assert podium()
    assert not any(map(marked, PAGES))
    appealed(world, case, world.players[1])
    assert table().appealed == ((1, 1),)
    assert all(map(marked, PAGES))
    assert "Round 1, board 1" in Client().get("/t/coupe/standings/").context["appealed"]
    assert not podium()
    assert not any(line.medal for line in Client().get("/t/coupe/standings/").context["lines"])
    player = world.players[1]
    with acting_as(Actor(role=Role.PLAYER, name=player.name, player_id=player.pk)):
        withdraw_appeal(case_id=case.pk, player_id=player.pk)
    assert podium()
    assert not any(map(marked, PAGES))


def test_paper_names_it_too(world: World, case: Case) -> None:
    sheets = (standings, crosstable, prize_list)
    assert not any("Round 1, board 1" in sheet(table()).note for sheet in sheets)
    appealed(world, case, world.players[1])
    assert all("Round 1, board 1" in sheet(table()).note for sheet in sheets)


def test_closed_all_the_same_the_medals_are_given_and_the_board_stays_named(
    world: World, case: Case
) -> None:
    appealed(world, case, world.players[1])
    before = Client().get("/t/coupe/standings/").context["appealed"]
    close_tournament(tournament_id=world.tournament.pk, leaves=[case.number])
    assert podium()
    assert all(map(marked, PAGES))
    assert Client().get("/t/coupe/standings/").context["appealed"] != before


def test_an_appeal_that_changes_no_result_that_counts_is_not_told(world: World) -> None:
    """A complaint about conduct is nobody else's affair, and neither is an appeal in it."""
    enter_result(game_id=world.games[0].pk, winner="black", reason="resignation")
    Round.objects.update(state=RoundState.FINISHED)
    game = Game.objects.select_related("round__tournament", "black", "white").get(
        pk=world.games[1].pk
    )
    loud = ruled(world, open_case(cause=Cause.CONDUCT, game=game), decision=KEPT)
    appealed(world, loud, game.white)
    assert table().appealed == ()
    assert podium()


def test_without_a_ruling_nothing_more_is_asked(
    world: World, django_assert_max_num_queries
) -> None:
    enter_result(game_id=world.games[0].pk, winner="black", reason="resignation")
    with django_assert_max_num_queries(6):
        assert table().appealed == ()


def test_a_player_reads_that_their_place_may_still_change(world: World, case: Case) -> None:
    def end(player: int) -> tuple[bool, list[str]]:
        context = world.player(player).get("/me/").context
        return context["provisional"], context["pending"]

    assert end(1) == (False, [])
    appealed(world, case, world.players[1])
    for player in (1, 5):
        provisional, pending = end(player)
        assert provisional
        assert "Round 1, board 1" in pending[0]
        assert "You finished" not in world.player(player).get("/me/").text
    close_tournament(tournament_id=world.tournament.pk, leaves=[case.number])
    provisional, pending = end(1)
    assert not provisional
    assert "Round 1, board 1" in pending[0]


def test_an_open_case_makes_it_provisional_without_telling_whose(world: World) -> None:
    enter_result(game_id=world.games[0].pk, winner="black", reason="resignation")
    game = Game.objects.select_related("round__tournament", "black", "white").get(
        pk=world.games[0].pk
    )
    open_case(cause=Cause.CONDUCT, game=game)
    Round.objects.update(state=RoundState.FINISHED)
    context = world.player(5).get("/me/").context
    assert context["provisional"]
    assert len(context["pending"]) == 1
    assert "board" not in context["pending"][0]
