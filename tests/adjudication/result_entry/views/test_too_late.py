"""Who comes when nobody can join any more is told so, and promised no score."""

import pytest
from django.core.cache import cache
from django.test import Client

from tests.support.world import World, add_round, make_world
from tests.tournament.fields import event, play
from tournament.errors import Conflict
from tournament.models import Game, Player, Role, Seat, Tournament
from tournament.players.selectors.players import newcomers_sit_out
from tournament.players.services.requests import request_place
from tournament.rounds.services.draws import draw_round

pytestmark = pytest.mark.django_db
NO_ROUND = "All rounds have begun already: nobody can join any more."
SETTLED = "The groups or the bracket are settled already: nobody can join any more."
FORM = {"surname": "Newman", "rank": "4k", "rounds": ["2"]}


@pytest.fixture(autouse=True)
def no_floods() -> None:
    cache.clear()


def opened(tournament: Tournament) -> str:
    """Let players register, and return the address of the page."""
    Tournament.objects.filter(pk=tournament.pk).update(registration_open=True)
    return f"/t/{tournament.slug}/register/"


def refused(tournament: Tournament, why: str) -> bool:
    page = opened(tournament)
    shown, sent = Client().get(page), Client().post(page, FORM)
    assert 'name="surname"' not in shown.text
    assert (why in shown.text, why in sent.text, sent.status_code) == (True, True, 409)
    with pytest.raises(Conflict, match="too_late"):
        request_place(tournament_id=tournament.pk, entry=Player("Newman", rank="4k"))
    return not Player.everybody.filter(surname="Newman").exists()


def test_registration_is_over_when_the_last_round_has_begun():
    world = make_world()
    page = opened(world.tournament)
    for _round in range(2, 6):
        assert 'name="surname"' in Client().get(page).text
        add_round(world)
    assert refused(world.tournament, NO_ROUND)


@pytest.mark.parametrize("method", ["round_robin", "knock_out"])
def test_nobody_joins_groups_or_a_bracket_that_are_settled(method: str):
    tournament = event(6, method=method)
    draw_round(tournament_id=tournament.pk)
    page = opened(tournament)
    assert 'name="surname"' in Client().get(page).text
    play(tournament, 1)
    assert refused(tournament, SETTLED)


@pytest.mark.parametrize("method", ["round_robin", "knock_out"])
def test_a_newcomer_to_settled_groups_is_promised_no_score(method: str):
    tournament = event(6, method=method)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    director = World(tournament).client(Role.DIRECTOR)
    form = {"surname": "Latecomer", "rank": "3k", "from_round": "2"}
    page = director.post(f"/director/{tournament.slug}/players/", form, follow=True).text
    assert "only by hand can you give Latecomer a board." in page
    assert "with a score of" not in page
    draw_round(tournament_id=tournament.pk)
    assert Game.objects.filter(round__number=2).exists()
    assert not Seat.objects.filter(player__surname="Latecomer").exists()


@pytest.mark.parametrize("method", ["weights", "round_robin", "knock_out"])
def test_before_the_first_round_everybody_can_come(method: str):
    assert not newcomers_sit_out(event(6, method=method))
