"""Bundles for rating officers through the API: made, downloaded, noted as sent, compared."""

import hashlib

import pytest

from adjudication.closing.services import close_tournament
from adjudication.result_entry.services import enter_result
from tests.api.client import staff_api, told
from tests.support.world import make_world
from tournament.models import Player, Role

BUNDLES = "/tournaments/coupe/bundles/"


@pytest.mark.django_db
def test_a_program_sends_a_bundle_and_is_told_what_differs_later() -> None:
    world = make_world(size=19)
    director = staff_api(world, Role.DIRECTOR)
    for game in world.games:
        enter_result(game_id=game.pk, winner="black", reason="resignation")
    close_tournament(tournament_id=world.tournament.pk)
    wanted = {"kinds": ["h9"], "language": "fr"}
    made = told(director.post(BUNDLES, wanted))
    data = director.get(f"{BUNDLES}{made['number']}/file/").content
    assert hashlib.sha256(data).hexdigest() == made["sha256"]
    assert director.post(f"{BUNDLES}1/sending/", {"recipient": " "}).status_code == 400
    assert told(director.post(f"{BUNDLES}1/sending/", {"recipient": "ratings@x"}))["sent_at"]
    assert director.read(f"{BUNDLES}differences/")["results"] == []
    Player.objects.filter(pk=world.players[0].pk).update(egf_pin="12345678")
    (found,) = director.read(f"{BUNDLES}differences/")["results"]
    assert (found["kind"], found["bundle"]) == ("h9", 1)
    assert director.post(BUNDLES, wanted).status_code == 400
    correction = told(director.post(BUNDLES, {**wanted, "reason": "The PIN was missing"}))
    assert (correction["number"], correction["corrects"]) == (2, 1)
    assert director.post(f"{BUNDLES}7/sending/", {"recipient": "x"}).status_code == 404
