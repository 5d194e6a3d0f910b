"""Results noted and taken back to exactly what was before."""

import json

import pytest

from adjudication.result_entry.services import (
    NotedResult,
    enter_result,
    note_clear,
    note_result,
    take_back,
)
from tests.factories import GameFactory
from tournament.errors import Conflict, NotFound
from tournament.models import Game

pytestmark = pytest.mark.django_db


def held(game: Game) -> tuple[object, ...]:
    game.refresh_from_db()
    return game.state, game.winner, game.reason, game.margin_half, game.reported_at


def test_the_first_result_is_taken_back_to_none():
    game = GameFactory()
    before = held(game)
    noted = note_result(game_id=game.pk, winner="black", reason="score", margin_half=7)
    assert held(game)[:4] == ("entered", "black", "score", 7)
    take_back(noted)
    assert held(game) == before


@pytest.mark.parametrize("clears", [True, False])
def test_another_result_is_taken_back_to_the_one_before_with_its_time(clears):
    game = GameFactory()
    enter_result(game_id=game.pk, winner="white", reason="score", margin_half=3)
    before = held(game)
    noted = note_clear(game_id=game.pk) if clears else note_result(game_id=game.pk, winner="black")
    assert held(game) != before
    take_back(NotedResult.from_json(json.loads(json.dumps(noted.to_json()))))
    assert held(game) == before


def test_several_are_taken_back_one_after_the_other():
    game, other = GameFactory(), GameFactory()
    first = note_result(game_id=game.pk, winner="black")
    middle = note_result(game_id=other.pk, winner="black")
    last = note_result(game_id=game.pk, winner="white")
    kept = take_back(last, [first, middle])
    assert held(game)[1] == "black"
    kept = take_back(kept[1], kept[:1])
    take_back(kept[0])
    assert (held(game)[0], held(other)[0]) == ("open", "open")


def test_what_somebody_changed_since_is_not_taken_back():
    game = GameFactory()
    noted = note_result(game_id=game.pk, winner="black")
    enter_result(game_id=game.pk, winner="white")
    before = held(game)
    with pytest.raises(Conflict) as refused:
        take_back(noted)
    assert refused.value.code == "stale_version"
    assert held(game) == before


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (("black", "score", 7), ("black", "", None), True),
        (("black", "score", 7), ("black", "score", 7), True),
        (("black", "score", 7), ("black", "score", 9), False),
        (("black", "score", 7), ("white", "", None), False),
        (("black", "absence", None), ("black", "", None), False),
        (("black", "", None), ("black", "resignation", None), False),
        (("draw", "", None), ("draw", "", None), True),
    ],
)
def test_what_stands_already_is_not_noted_again(first, second, same):
    game = GameFactory()
    names = ("winner", "reason", "margin_half")
    note_result(game_id=game.pk, **dict(zip(names, first, strict=True)))
    game.refresh_from_db()
    version = game.version
    again = note_result(game_id=game.pk, **dict(zip(names, second, strict=True)))
    game.refresh_from_db()
    assert (again is None, game.version == version) == (same, same)


def test_nothing_is_cleared_where_nothing_is():
    game = GameFactory()
    assert note_clear(game_id=game.pk) is None
    with pytest.raises(NotFound):
        note_clear(game_id=0)
