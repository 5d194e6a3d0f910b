"""The page of a bracket, and the same through the API."""

from dataclasses import replace

import pytest
from django.test import Client

from adjudication.public.selectors import round_range
from adjudication.result_entry.services import enter_result
from tests.tournament.fields import event, play
from tournament.models import Game
from tournament.public.selectors.published import published_tournament
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import publish_round
from tournament.state.codec import to_json
from tournament.state.parameters import ScoringParameters
from tournament.state.presets import KNOCK_OUT

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", ["double_elimination", "knock_out"])
def test_the_bracket_shows_who_met_whom_and_where_they_come_from(method):
    parameters = to_json(replace(KNOCK_OUT, scoring=ScoringParameters(rounds=7)))
    tournament = event(4, method=method, parameters=parameters)
    address = f"/t/{tournament.slug}/bracket/"
    assert Client().get(address).status_code == 200
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    draw_round(tournament_id=tournament.pk)
    publish_round(round_id=tournament.rounds.get(number=2).pk)
    page = Client().get(address).text
    assert "P01" in page
    shown = Client().get(f"/api/v1/tournaments/{tournament.slug}/bracket/").json()
    double = method == "double_elimination"
    assert len(shown["parts"]) == (2 if double else 1)
    meetings = shown["parts"][-1]["columns"][-1]["meetings"]
    whence = "loser of board 1 of round 1" if double else "winner of board 1 of round 1"
    assert whence in {meetings[0][side]["origin"] for side in ("first", "second")}
    assert meetings[0]["words"] in page
    assert shown["problem"] is None
    for game in Game.objects.filter(round__number=2):
        enter_result(game_id=game.pk, winner="draw")
    assert Client().get(f"/api/v1/tournaments/{tournament.slug}/bracket/").json()["problem"]


def test_everybody_reads_how_many_rounds_a_bracket_has_before_and_after():
    parameters = to_json(replace(KNOCK_OUT, scoring=ScoringParameters(rounds=2)))
    tournament = event(4, method="double_elimination", parameters=parameters)

    def rounds():
        found = published_tournament(tournament.slug)
        assert found is not None
        return round_range(found)

    assert rounds() == (4, 5)  # whatever is set
    for number in (1, 2, 3, 4):
        draw_round(tournament_id=tournament.pk)
        play(tournament, number)
        assert rounds() == ((4, 5) if number < 4 else (4, 4))


def test_what_is_no_knock_out_has_no_bracket():
    tournament = event(4)
    assert Client().get(f"/t/{tournament.slug}/bracket/").status_code == 404
    assert "/bracket/" not in Client().get(f"/t/{tournament.slug}/").text
