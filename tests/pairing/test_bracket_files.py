"""Files of knock-outs, double eliminations, groups and round-robins, verified from outside."""

from dataclasses import replace

import pytest

from tests.support.environment import times
from tournament.brackets.possible import impossible_games
from tournament.brackets.reached import best_places
from tournament.formats.recognise import Format, read_with_places
from tournament.formats.verified import verify_file
from tournament.formats.writers import WRITERS
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.random_events import BRACKETS, RandomKind, random_event
from tournament.pairing.systems import pair_round
from tournament.pairing.verification import Verdict
from tournament.standings.placings import verify_placings
from tournament.state.event import Details, Event
from tournament.state.games import Bye, Game
from tournament.state.methods import KnockOut, RoundRobin
from tournament.state.parameters import HandicapRule, Method, Parameters
from tournament.state.people import seeding_order
from tournament.state.results import Outcome, Result

BLACK, WHITE = Result(Outcome.BLACK), Result(Outcome.WHITE)
OTHER = {Outcome.BLACK: Outcome.WHITE, Outcome.WHITE: Outcome.BLACK}


def read(event, kind=Format.JSON):
    return verify_file(WRITERS[kind].write(event).data)


def verdicts(file):
    return [file.check(number).check.verdict for number in file.rounds]


def made(method, players=12, seed=3, **chances):
    return random_event(RandomKind(players=players, rounds=20, method=method, **chances), seed)


def loser(game):
    return game.white if game.result == BLACK else game.black


@pytest.mark.parametrize("method", BRACKETS)
def test_an_honest_bracket_is_accused_of_nothing(method):
    for seed in range(times(2, 20)):
        event = made(method, 12 + seed % 5, seed, default=0.1)
        own = read(event)
        assert set(verdicts(own)) == {Verdict.OPTIMAL}
        assert not any(own.check(number).departs for number in own.rounds)
        assert "has won the bracket" in str(own.about_places[1])
        for kind in (Format.OPENGOTHA, Format.H9):
            other = read(event, kind)
            assert not any(other.check(number).departs for number in other.rounds)
            assert set(verdicts(other)) == {Verdict.NOT_COMPARED}
            assert not any(other.check(number).said for number in other.rounds)
            assert other.placings is None or other.placings.right
            won = [said for said in other.about_places if "has won" in str(said)]
            assert won in ([], [own.about_places[1]])


@pytest.mark.parametrize("method", BRACKETS)
def test_two_players_exchanged_are_found(method):
    event = made(method)
    state = event.state
    first, second = [game for game in state.games if game.round == 2][:2]
    swapped = {
        first: replace(first, black=second.black),
        second: replace(second, black=first.black),
    }
    games = tuple(swapped.get(game, game) for game in state.games)
    check = read(replace(event, state=replace(state, games=games))).check(2)
    assert check.check.verdict is Verdict.CHANGED
    assert {frozenset(pair) for pair in check.check.played} == {
        frozenset(game.players) for game in swapped.values()
    }


@pytest.mark.parametrize("method", [Method.KNOCK_OUT, Method.DOUBLE_ELIMINATION])
def test_a_list_whose_places_contradict_the_final_says_so(method):
    """The places reached (KO) of a list are held against its games, without its bracket."""
    data = WRITERS[Format.H9].write(made(method, 8, 5, default=0)).data
    honest, table = read_with_places(data)
    last = max(honest.state.games, key=lambda game: game.round)
    turned = replace(last, result=replace(last.result, outcome=OTHER[last.result.outcome]))
    games = tuple(turned if game is last else game for game in honest.state.games)
    found = verify_placings(replace(honest.state, games=games), table)
    assert not verify_placings(honest.state, table).contradictory
    assert found.contradictory == (turned,)
    assert not found.right


def test_each_pair_of_an_exchange_is_told_once_and_what_follows_only_at_first():
    event = made(Method.DOUBLE_ELIMINATION, 8, default=0)
    games = list(event.state.games)
    first = next(at for at, game in enumerate(games) if game.round == 2)
    fresh = {game.players for game in games if game.round == 2} - {games[first].players}
    lost = {loser(game) for game in games if game.round == 1}
    other = next(
        at
        for at, game in enumerate(games)
        if game.players in fresh and (game.black in lost) != (games[first].black in lost)
    )
    games[first], games[other] = (
        replace(games[first], white=games[other].white),
        replace(games[other], white=games[first].white),
    )
    file = read(replace(event, state=replace(event.state, games=tuple(games))))
    found = list(file.checks(file.rounds))
    due = [frozenset(pair) for pair in found[1].check.instead]
    assert len(due) == len(set(due)) == 2
    assert len(found[1].said) == 1
    reasons = [round_.said for round_ in found[2:]]
    assert len(reasons) > 1
    assert all(len(str(reasons[0][0])) > len(str(said[0])) for said in reasons[1:])
    assert "take the board away" not in " ".join(str(said) for said in reasons[0])
    assert file.check(4).said == reasons[0]  # a round that is asked for alone says it all


def test_a_grand_final_that_was_played_twice_tells_that_it_had_to_be():
    event = next(
        event
        for seed in range(30)
        if (event := made(Method.DOUBLE_ELIMINATION, 4, seed, default=0)).state.played_rounds == 5
    )
    assert len(read(event, Format.OPENGOTHA).about_places) == 2


@pytest.mark.parametrize("method", [Method.KNOCK_OUT, Method.DOUBLE_ELIMINATION])
def test_games_that_cannot_be_of_the_bracket_a_file_names_are_named(method):
    event = made(method, 8, default=0)
    assert impossible_games(event.state, method) == ()
    games = event.state.games
    turned = WHITE if games[0].result == BLACK else BLACK
    state = replace(event.state, games=(replace(games[0], result=turned), *games[1:]))
    file = read(replace(event, state=state), Format.OPENGOTHA)
    named = [number for number in file.rounds if file.check(number).departs]
    assert named == [2]
    assert file.check(2).said
    later = replace(state.parameters, knock_out=replace(state.parameters.knock_out, first_round=2))
    unknown = read(replace(event, state=replace(state, parameters=later)), Format.OPENGOTHA)
    assert not any(unknown.check(number).departs for number in unknown.rounds)


def test_players_who_are_out_may_play_beside_the_bracket():
    event = made(Method.KNOCK_OUT, 8, default=0)
    out = [loser(game) for game in event.state.games if game.round == 1]
    extra = Game(2, 9, out[0], out[1], BLACK)
    state = replace(event.state, games=(*event.state.games, extra))
    check = read(replace(event, state=state)).check(2)
    assert not check.departs
    assert check.check.outside_bracket == ((out[0], out[1]),)
    in_it = next(game for game in event.state.games if game.round == 2)
    games = (game for game in state.games if game not in (in_it, extra))
    instead = replace(in_it, white=out[0])
    state = replace(state, games=(*games, instead))
    assert read(replace(event, state=state)).check(2).departs


def a_table(groups, rounds):
    """Return a round-robin whose rounds are those of its table; Black always wins."""
    event = random_event(RandomKind(players=max(map(max, groups)), rounds=1, absent=0), 1)
    rules = Parameters(
        method=Method.ROUND_ROBIN,
        round_robin=RoundRobin(groups),
        handicap=HandicapRule(ceiling=0),
    )
    state = replace(event.state, games=(), byes=(), parameters=rules)
    for number in range(1, rounds + 1):
        drawn = pair_round(PairingRequest(state, number))
        games = tuple(
            Game(number, board.table, board.black, board.white, BLACK, komi_half=board.komi_half)
            for board in drawn.boards
        )
        byes = tuple(Bye(number, player) for player in drawn.byes)
        state = replace(state, games=state.games + games, byes=state.byes + byes)
    return Event(Details("Table"), state)


def test_a_table_is_verified_with_its_colours_and_what_was_made_up():
    event = a_table(((1, 3, 5, 7), (2, 4, 6)), 3)
    file = read(event)
    assert set(verdicts(file)) == {Verdict.OPTIMAL}
    assert not any(file.check(number).departs for number in file.rounds)
    games = event.state.games
    turned = replace(games[0], black=games[0].white, white=games[0].black)
    state = replace(event.state, games=(turned, *games[1:]))
    (board,) = read(replace(event, state=state)).check(1).check.terms
    assert board.differs == ("colours",)
    small = next(game for game in games if game.round == 1 and game.black in (2, 4, 6))
    apart = tuple(game for game in games if game != small)
    made_up = replace(small, round=4)
    file = read(replace(event, state=replace(event.state, games=(*apart, made_up))))
    assert not any(file.check(number).departs for number in file.rounds)


def test_an_other_programs_file_says_who_has_not_met_in_a_table():
    event = a_table(((1, 3, 5, 7), (2, 4, 6)), 3)
    (said,) = read(event, Format.OPENGOTHA).about
    assert "equally often" in str(said)
    missing = event.state.games[-1]
    state = replace(event.state, games=event.state.games[:-1])
    (said,) = read(replace(event, state=state), Format.OPENGOTHA).about
    names = {player.id: player.name for player in state.players}
    assert all(names[player] in str(said) for player in missing.players)


def test_a_place_that_contradicts_the_place_reached_is_found_in_a_list():
    event = made(Method.KNOCK_OUT, 8, default=0)
    text = WRITERS[Format.H9].write(event).data.decode()
    first = next(line for line in text.split("\n") if line.startswith("   1 "))
    assert str(verify_file(text.encode()).headline) == "all places are as the games give"
    check = verify_file(text.replace(first, first.replace("    1    0", "    3    0")).encode())
    assert check.placings is not None
    assert not check.placings.right
    assert check.placings.doubts.unexplained == ()


def test_a_board_with_somebody_from_outside_breaks_no_standings():
    event = made(Method.KNOCK_OUT, 8, default=0)
    state = event.state
    seeds = tuple(seeding_order(state.players))
    rules = replace(state.parameters, knock_out=KnockOut(seeds))
    outside = replace(state.players[0], id=99)
    first = [game for game in state.games if game.round == 1]
    alone = seeds[0]
    crossing = Game(1, 9, outside.id, alone, BLACK)
    games = (crossing, *(game for game in first if alone not in game.players))
    state = replace(
        state,
        players=(*state.players, outside),
        games=games,
        byes=(Bye(2, alone),),
        parameters=rules,
    )
    for after in (1, 2):
        assert best_places(state, after)[alone] == 1  # nobody of the bracket has beaten them
