"""Standings that are kept: the same table without names, and what differs from it later."""

import json
from dataclasses import replace

from tests.pairing.test_acceleration import field, played
from tournament.standings.moves import PlaceChange, moves_between
from tournament.standings.table import standings
from tournament.state.codec import from_json, to_json
from tournament.state.frozen import FrozenState, freeze_state, thaw_state
from tournament.state.people import Card
from tournament.state.results import Outcome, Result


def test_a_copy_gives_the_same_table_whatever_happens_later():
    state = played(played(field(9), 1), 2)
    then = standings(state, after=2)
    kept = json.dumps(to_json(freeze_state(state, 2)))
    assert "P001" not in kept
    later = played(state, 3)
    wrong = tuple(
        replace(game, result=Result(Outcome.JIGO)) if game.round == 1 else game
        for game in later.games
    )
    gone = replace(later, games=wrong, players=later.players)
    copy = from_json(FrozenState, json.loads(kept))
    again = standings(thaw_state(copy, gone.players), after=2)
    assert again.rows() == then.rows()
    assert moves_between(then, again) == ()
    assert thaw_state(copy, ()).players[0].name == ""


def test_the_categories_of_today_are_those_of_prizes_in_a_copy():
    state = played(field(4), 1)
    first, *others = state.players
    given = replace(first, card=Card(categories="woman"))
    copy = freeze_state(replace(state, players=(given, *others)), 1)
    assert "woman" not in json.dumps(to_json(copy))
    assert thaw_state(copy, (given, *others)).players[0].card.categories == "woman"


def test_who_never_played_and_is_entered_no_more_is_left_out():
    state = played(field(4), 1)
    came = replace(state, players=(*state.players, replace(state.players[0], id=9)))
    copy = freeze_state(came, 1)
    assert {player.id for player in thaw_state(copy, came.players).players} == {1, 2, 3, 4, 9}
    assert {player.id for player in thaw_state(copy, state.players).players} == {1, 2, 3, 4}


def test_moves_name_who_stands_elsewhere():
    state = played(field(4), 1)
    swapped = tuple(
        replace(
            game,
            result=Result(Outcome.WHITE if game.result.outcome is Outcome.BLACK else Outcome.BLACK),
        )
        for game in state.games[:1]
    )
    before = standings(state, after=1)
    after = standings(replace(state, games=(*swapped, *state.games[1:])), after=1)
    moves = moves_between(before, after)
    assert {move.player for move in moves} == set(state.games[0].players)
    joined = standings(replace(state, players=(*state.players, replace(state.players[0], id=9))))
    assert PlaceChange(9, None, joined.rows()[-1].place) in moves_between(before, joined)
