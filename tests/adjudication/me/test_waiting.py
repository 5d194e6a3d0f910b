"""What somebody who waits in a double elimination is told on their page."""

from dataclasses import replace

import pytest

from adjudication.me.selectors import player_page
from tests.support.world import World
from tests.tournament.fields import event, ids, play
from tournament.models import Role, Tournament
from tournament.players.services.players import set_participation
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import publish_round
from tournament.state.codec import to_json
from tournament.state.criteria import Criterion
from tournament.state.parameters import ScoringParameters
from tournament.state.presets import KNOCK_OUT

pytestmark = pytest.mark.django_db


@pytest.fixture
def bracket() -> Tournament:
    """Return a double elimination of eight, its fourth round published: two players wait."""
    parameters = replace(
        KNOCK_OUT,
        scoring=ScoringParameters(rounds=6),
        criteria=(*KNOCK_OUT.criteria, Criterion.NBW),
    )
    tournament = event(8, method="double_elimination", parameters=to_json(parameters))
    for number in (1, 2, 3):
        draw_round(tournament_id=tournament.pk)
        play(tournament, number)
    draw_round(tournament_id=tournament.pk)
    publish_round(round_id=tournament.rounds.get(number=4).pk)
    return tournament


def why(tournament: Tournament) -> list[str]:
    """Return why each player has no game in the latest round, by number."""
    pages = [
        player_page(tournament_id=tournament.pk, player_id=player) for player in ids(tournament)
    ]
    return [page.free.why if page.free else "" for page in pages]


def test_both_of_the_final_of_the_winners_bracket_wait_and_who_is_out_does_not(bracket) -> None:
    assert sorted(filter(None, why(bracket))) == ["last_opponent", "turn"]


def test_what_they_wait_for_is_on_their_page(bracket) -> None:
    found = why(bracket)
    world = World(bracket, players=list(bracket.players.order_by("number")))
    pages = {
        reason: world.player(found.index(reason)).get("/me/").text
        for reason in ("last_opponent", "turn")
    }
    assert all("Round 4: you wait" in page for page in pages.values())
    assert "whoever is left in the losers’ bracket" in pages["last_opponent"]
    assert "then it is your turn" in pages["turn"]
    address = f"/t/{bracket.slug}/standings/4/why/{found.index('turn') + 1}/"
    text = world.client(Role.DIRECTOR).get(address).text
    assert "waits" in text
    assert "not paired" not in text


def test_whoever_waits_and_is_absent_is_told_that_they_are_absent(bracket) -> None:
    waits = why(bracket).index("turn")
    set_participation(player_id=ids(bracket)[waits], round_number=4, plays=False)
    assert why(bracket)[waits] == "absent"
