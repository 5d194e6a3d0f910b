"""Real whole-board cycles, brought up by a player on his page; both agree to no result."""

import json
from typing import Any

import pytest

from adjudication.models import Case, Inquiry
from tests.support.shared import require_shared
from tests.support.world import make_world, report
from tournament.models import Game, GameState

pytestmark = pytest.mark.django_db
MOST = 6


def cycles() -> list[Any]:
    """Return the first real games of each kind of cycle that the list has."""
    listed = json.loads(require_shared("corpus/cycles_and_illegal.json").read_text())
    real = [one for one in listed if "first_repetition" in one and one["real_game"]]
    kinds: dict[str, list[dict[str, Any]]] = {}
    for one in real:
        kinds.setdefault(one["class"], []).append(one)
    first = [one for entries in kinds.values() for one in entries[:3]]
    return [pytest.param(one, id=one["id"].split("/")[-1]) for one in first[:MOST]]


@pytest.mark.parametrize("entry", cycles())
def test_both_agree_on_a_real_cycle(entry: dict[str, Any]) -> None:
    world = make_world(rules="japanese", size=entry["size"], names=("Aki", "Béa"))
    game = world.games[0]
    record = require_shared(f"corpus/{entry['file']}").read_bytes()
    report(game, game.black, "B+R", record)
    black, white = world.player(0), world.player(1)
    move = entry["first_repetition"]["move"]
    address = f"/games/{game.pk}/"
    black.post(f"{address}wrong/", {"matter": "cycle", "move": str(move)})
    inquiry = Inquiry.objects.get(kind="no_result")
    assert f"Move {move}" in white.get(f"{address}question/").content.decode()
    for client in (white, black):
        yes = {"inquiry": inquiry.pk, "answer": "yes", "result": "half"}
        client.post(f"{address}question/", yes)
    after = Game.objects.get(pk=game.pk)
    assert (after.state, after.winner) == (GameState.CONFIRMED, "none")
    assert Case.objects.get(game=game).state == "settled"


@pytest.mark.parametrize("entry", cycles()[:1])
def test_where_one_does_not_agree_a_referee_decides(entry: dict[str, Any]) -> None:
    world = make_world(rules="japanese", size=entry["size"], names=("Aki", "Béa"))
    game = world.games[0]
    report(game, game.black, "B+R", require_shared(f"corpus/{entry['file']}").read_bytes())
    black, white = world.player(0), world.player(1)
    address = f"/games/{game.pk}/"
    black.post(f"{address}wrong/", {"matter": "cycle"})
    inquiry = Inquiry.objects.get(kind="no_result")
    black.post(f"{address}question/", {"inquiry": inquiry.pk, "answer": "yes", "result": "half"})
    white.post(f"{address}question/", {"inquiry": inquiry.pk, "answer": "no"})
    assert Case.objects.get(game=game).state == "open"
    assert Game.objects.get(pk=game.pk).state == GameState.DISPUTED
