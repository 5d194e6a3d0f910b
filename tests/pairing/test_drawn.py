"""Rounds whose facts were corrected afterwards, verified from a file as they were drawn."""

import json
from dataclasses import replace

import pytest

from tournament.brackets.seeding import seeds_of
from tournament.brackets.tables import groups_of
from tournament.formats.errors import FormatError
from tournament.formats.event_json import read_json, write_json
from tournament.formats.verified import verify_file
from tournament.pairing.drawn import verify_drawn_round
from tournament.pairing.random_events import RandomKind, random_event
from tournament.pairing.verification import Verdict
from tournament.state.drawn import DrawnBoard, drawn_round
from tournament.state.methods import KnockOut, RoundRobin
from tournament.state.parameters import Method, System
from tournament.state.people import Player
from tournament.state.presets import SWISS
from tournament.state.results import Outcome, Result

BLACK, WHITE = Result(Outcome.BLACK), Result(Outcome.WHITE)


def with_draws(event, today):
    """Return an event as it stands today, with what its rounds were drawn from."""
    state = event.state
    draws = []
    for number in range(1, state.played_rounds + 1):
        boards = (
            DrawnBoard(game.black, game.white, game.handicap, game.komi_half)
            for game in state.games
            if game.round == number
        )
        byes = [bye.player for bye in state.byes if bye.round == number]
        bye = byes[0] if byes else None
        draws.append(drawn_round(today, state.before(number), number, boards, bye))
    return replace(event, state=today, draws=tuple(draws))


def corrected(state, at=0):
    """Return a state with another result in a game, a rank mended and somebody who came later."""
    game = state.games[at]
    other = WHITE if game.result.outcome is Outcome.BLACK else BLACK
    games = (*state.games[:at], replace(game, result=other), *state.games[at + 1 :])
    first, *others = state.players
    late = Player(99, "Late", "Lou", 0, absent=frozenset(range(1, 30)))
    players = (replace(first, rank=min(first.rank + 7, 8)), *others, late)
    return replace(state, games=games, players=players)


def rounds_of(event):
    file = verify_file(write_json(event).data)
    return [file.check(number) for number in file.rounds]


@pytest.mark.parametrize(
    "kind",
    [
        RandomKind(System.MCMAHON, players=16, rounds=4, absent=0, default=0),
        RandomKind(players=9, rounds=5, method=Method.KNOCK_OUT, absent=0, default=0),
        RandomKind(players=8, rounds=9, method=Method.DOUBLE_ELIMINATION, absent=0, default=0),
    ],
)
def test_a_round_is_held_against_what_it_was_drawn_from(kind):
    event = random_event(kind, 4)
    today = corrected(event.state)
    assert any(found.departs for found in rounds_of(replace(event, state=today)))
    whole = with_draws(event, today)
    assert read_json(write_json(whole).data) == whole
    found = rounds_of(whole)
    assert {check.check.verdict for check in found} == {Verdict.OPTIMAL}
    assert not any(check.departs for check in found)
    assert all(check.draw_known for check in found)
    assert all(check.said for check in found)
    plain = rounds_of(with_draws(event, event.state))
    assert not any(check.said for check in plain)


def test_an_exchange_is_found_whatever_was_corrected():
    event = random_event(RandomKind(System.MCMAHON, players=16, rounds=4, absent=0, default=0), 4)
    today = corrected(event.state)
    last = [game for game in today.games if game.round == 4]
    first, second = last[0], last[-1]
    swapped = {
        first: replace(first, black=second.black),
        second: replace(second, black=first.black),
    }
    games = tuple(swapped.get(game, game) for game in today.games)
    *_before, found = rounds_of(with_draws(event, replace(today, games=games)))
    assert found.departs
    assert str(found.word) == "not as the engine pairs it"


def test_a_late_player_at_the_board_of_the_bye_changes_nothing():
    event = random_event(RandomKind(System.MCMAHON, players=9, rounds=3, absent=0, default=0), 4)
    state = event.state
    (bye,) = (bye for bye in state.byes if bye.round == 1)
    alone = next(player for player in state.players if player.id == bye.player)
    late = Player(99, "Late", "Lou", alone.rank, rating=alone.rating)
    board = replace(state.games[0], table=9, black=late.id, white=bye.player, handicap=0)
    today = replace(
        state,
        players=(*state.players, late),
        games=(*state.games, board),
        byes=tuple(other for other in state.byes if other != bye),
    )
    first, *__ = rounds_of(with_draws(event, today))
    assert first.check.verdict is Verdict.OPTIMAL
    assert (first.boards, first.check.bye) == (5, first.check.bye_due)
    assert "Late Lou" in " ".join(map(str, first.said))


def test_a_file_without_draws_reads_as_before_and_one_that_contradicts_itself_is_refused():
    event = random_event(RandomKind(players=6, rounds=2), 1)
    data = json.loads(write_json(event).data)
    del data["event"]["draws"]
    assert read_json(json.dumps(data).encode()) == event
    missing = {"round": 2, "later": [event.state.games[0].black]}
    for draws in ([missing], [{"round": 1}, {"round": 1}]):
        data["event"]["draws"] = draws
        with pytest.raises(FormatError) as caught:
            read_json(json.dumps(data).encode())
        assert (caught.value.code, caught.value.field) == ("wrong_field", "event")


@pytest.mark.parametrize(
    "method", [Method.KNOCK_OUT, Method.DOUBLE_ELIMINATION, Method.ROUND_ROBIN]
)
def test_seeds_and_groups_that_publishing_wrote_down_are_no_change(method):
    event = random_event(RandomKind(players=6, rounds=5, method=method, absent=0, default=0), 2)
    then = replace(event.state, parameters=replace(SWISS, method=method))
    written = (
        replace(then.parameters, round_robin=RoundRobin(groups=groups_of(then)))
        if method is Method.ROUND_ROBIN
        else replace(then.parameters, knock_out=KnockOut(seeds=seeds_of(then)))
    )
    today = replace(then, parameters=written)
    drawn = drawn_round(today, then.before(1), 1, (), None)
    assert drawn.parameters is not None
    assert verify_drawn_round(today, drawn)[1] == ()
    other = replace(written, scoring=replace(written.scoring, rounds=19))
    assert verify_drawn_round(replace(then, parameters=other), replace(drawn, boards=None))[1]
