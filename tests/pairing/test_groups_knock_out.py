from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.builders_events import absent, event, play
from tests.pairing.errors import said
from tests.support.environment import times
from tournament.brackets.groups import drawn_groups, qualified_seeds
from tournament.brackets.tables import unplayed_games, walk_overs
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.round_robin import rounds_needed
from tournament.pairing.systems import pair_round
from tournament.standings.group_places import GroupTable, group_tables
from tournament.standings.table import standings
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion
from tournament.state.games import Game
from tournament.state.methods import Grouping, KnockOut, Qualification, RoundRobin
from tournament.state.parameters import Method
from tournament.state.presets import GROUPS
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState


def groups_of(
    count: int, groups: int, best: int, grouping: Grouping = Grouping.SNAKE, seed: int = 1
) -> TournamentState:
    state = event(
        count,
        Method.GROUPS,
        criteria=GROUPS.criteria,
        qualification=Qualification(groups=groups, best=best),
        round_robin=RoundRobin(grouping=grouping),
    )
    return with_rules(state, round_robin=RoundRobin(groups=drawn_groups(state, seed)))


def with_rules(state: TournamentState, **rules) -> TournamentState:
    return replace(state, parameters=replace(state.parameters, **rules))


def tables(state: TournamentState) -> tuple[GroupTable, ...]:
    return group_tables(state, TIEBREAKS)


def through_the_groups(state: TournamentState, wins=min) -> TournamentState:
    for number in range(1, rounds_needed(state) + 1):
        state = play(state, pair_round(PairingRequest(state, number)), wins)
    with pytest.raises(PairingError) as caught:
        pair_round(PairingRequest(state, state.played_rounds + 1))
    assert said(caught.value).code == "groups_over"
    return state


def started(state: TournamentState) -> TournamentState:
    first = state.played_rounds + 1
    seeds = qualified_seeds(state, [table.order for table in tables(state)], first)
    return with_rules(state, knock_out=KnockOut(seeds=seeds, first_round=first))


@settings(max_examples=times(15, long=200), deadline=None)
@given(
    st.integers(2, 5),
    st.integers(1, 3),
    st.integers(0, 4),
    st.sampled_from([Grouping.SNAKE, Grouping.POTS]),
    st.randoms(use_true_random=False),
)
def test_from_the_draw_to_the_winner(groups, best, more, grouping, chance: Random):
    count = groups * (best + 1) + more
    state = through_the_groups(
        groups_of(count, groups, best, grouping), lambda *two: chance.choice(two)
    )
    drawn = state.parameters.round_robin.groups
    assert sorted(len(group) for group in drawn) == sorted(
        len(range(number, count, groups)) for number in range(groups)
    )
    decided = [player for table in tables(state) for tie in table.ties for player in tie]
    chance.shuffle(decided)
    state = with_rules(
        state, qualification=replace(state.parameters.qualification, decided=tuple(decided))
    )
    assert not any(table.ties for table in tables(state))
    qualified = {player for table in tables(state) for player in table.order[:best]}
    state = started(state)
    assert set(state.parameters.knock_out.seeds) == qualified
    first = state.parameters.knock_out.first_round
    rounds = (len(qualified) - 1).bit_length()
    for number in range(first, first + rounds):
        pairing = pair_round(PairingRequest(state, number))
        assert pairing == pair_round(PairingRequest(state, number))
        assert {one for board in pairing.boards for one in (board.black, board.white)} <= qualified
        state = play(state, pairing, lambda *two: chance.choice(two))
    rows = standings(state).rows()
    assert [row.place for row in rows][:2] == [1, 2]
    assert {row.player.id for row in rows[: len(qualified)]} == qualified
    outside = Counter(
        row.place for table in tables(state) for row in table.rows if row.player not in qualified
    )
    assert {row.place for row in rows[len(qualified) :]} == {
        len(qualified) + 1 + sum(outside[better] for better in outside if better < place)
        for place in outside
    }


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
def test_firsts_meet_seconds_of_other_groups_and_their_own_in_the_final_only(groups):
    state = started(through_the_groups(groups_of(3 * groups, groups, 2)))
    group_of = {
        player: number
        for number, group in enumerate(state.parameters.round_robin.groups)
        for player in group
    }
    firsts = {table.order[0] for table in tables(state)}
    first = state.parameters.knock_out.first_round
    last = first + (2 * groups - 1).bit_length() - 1
    for number in range(first, last):
        pairing = pair_round(PairingRequest(state, number))
        for board in pairing.boards:
            assert group_of[board.black] != group_of[board.white]
            if number == first:
                assert (board.black in firsts) != (board.white in firsts)
        state = play(state, pairing)


@pytest.mark.parametrize("grouping", [Grouping.SNAKE, Grouping.POTS])
def test_clubmates_are_kept_apart(grouping):
    state = groups_of(12, 4, 2)
    players = tuple(
        replace(player, club="Home" if player.id in (1, 8, 9) else "") for player in state.players
    )
    rules = RoundRobin(grouping=grouping)
    state = with_rules(replace(state, players=players), round_robin=rules)
    for seed in range(5):
        drawn = drawn_groups(state, seed)
        assert max(len({1, 8, 9} & set(group)) for group in drawn) == 1
        assert all(sum(player <= 4 for player in group) == 1 for group in drawn)


def test_a_tie_that_matters_is_left_to_the_director():
    cycle = {frozenset((1, 4)): 1, frozenset((4, 5)): 4, frozenset((1, 5)): 5}
    state = groups_of(6, 2, 1)
    assert state.parameters.round_robin.groups[0] == (1, 4, 5)
    state = through_the_groups(state, lambda *two: cycle.get(frozenset(two), min(two)))
    assert tables(state)[0].ties == ((1, 4, 5),) or set(tables(state)[0].ties[0]) == {1, 4, 5}
    state = with_rules(state, qualification=Qualification(2, 1, decided=(5, 1, 4)))
    assert tables(state)[0].order == (5, 1, 4)
    assert not tables(state)[0].ties


def test_whoever_had_still_to_meet_a_player_who_withdrew_has_a_walk_over():
    state = absent(groups_of(8, 2, 2), 1, 3)  # after two games of three
    for number in range(1, 4):
        state = play(state, pair_round(PairingRequest(state, number)))
    (group,) = (group for group in state.parameters.round_robin.groups if 1 in group)
    ((bye, away),) = walk_overs(state)
    assert (bye.round, away) == (3, 1)
    assert bye.player in group
    assert unplayed_games(state) == ()
    (table,) = (table for table in tables(state) if 1 in table.order)
    nbw = {row.player: row.values[table.criteria.index(Criterion.NBW)] for row in table.rows}
    beaten = sum(min(game.players) == bye.player for game in state.games)
    assert nbw[bye.player] == 2 * (beaten + 1)
    unpaired = replace(state, byes=())
    assert [due.round for due in unplayed_games(unpaired)] == [3]
    assert [set(due.players) for due in unplayed_games(unpaired)] == [{1, bye.player}]


def test_a_game_of_the_knock_out_makes_up_for_none_of_the_groups():
    state = absent(groups_of(8, 2, 2), 1, 3)
    for number in range(1, 4):
        state = play(state, pair_round(PairingRequest(state, number)))
    ((bye, away),) = walk_overs(state)
    others = [player for player in (2, 3) if player != bye.player]
    state = with_rules(state, knock_out=KnockOut((away, bye.player, *others), first_round=4))
    met = Game(4, 1, away, bye.player, Result(Outcome.BLACK))
    before, state = tables(state), replace(state, games=(*state.games, met))
    assert walk_overs(state) == ((bye, away),)
    assert [table.rows for table in tables(state)] == [table.rows for table in before]


def test_the_bye_of_an_odd_group_is_no_walk_over():
    state = groups_of(7, 2, 1)
    for number in range(1, rounds_needed(state) + 1):
        state = play(state, pair_round(PairingRequest(state, number)))
    assert state.byes
    assert walk_overs(state) == ()
    assert unplayed_games(state) == ()


def test_who_has_withdrawn_does_not_go_on_and_the_next_does():
    state = through_the_groups(groups_of(8, 2, 2))
    orders = [table.order for table in tables(state)]
    first = state.played_rounds + 1
    state = absent(state, orders[0][0], first)
    seeds = qualified_seeds(state, orders, first)
    assert set(seeds) == {*orders[0][1:3], *orders[1][:2]}


def test_standings_of_group_rounds_stay_when_the_knock_out_is_drawn_and_played():
    cycle = {frozenset((1, 4)): 1, frozenset((4, 5)): 4, frozenset((1, 5)): 5}
    state = groups_of(6, 2, 1)
    late = replace(state.players[0], id=99, surname="Late")
    state = replace(state, players=(*state.players, late))
    state = through_the_groups(state, lambda *two: cycle.get(frozenset(two), min(two)))
    last = state.played_rounds

    def published(found):
        return [
            [
                (row.place, row.player.id, row.values)
                for row in standings(found, after=number).rows()
            ]
            for number in range(1, last + 1)
        ]

    before = published(state)
    assert all(rows[-1][1] == 99 for rows in before)
    state = started(with_rules(state, qualification=Qualification(2, 1, decided=(5, 4, 1))))
    assert published(state) == before
    state = play(state, pair_round(PairingRequest(state, last + 1)))
    assert published(state) == before
    rows = standings(state).rows()
    assert [row.place for row in rows] == [1, 2, 3, 3, 5, 5, 7]
    assert 4 in {row.player.id for row in rows[2:4]}
    assert 1 in {row.player.id for row in rows[4:6]}
    assert rows[-1].player.id == 99


def test_who_is_no_longer_there_ties_in_no_group_however_soon_it_was_through():
    state = groups_of(9, 2, 1)
    small = min(state.parameters.round_robin.groups, key=len)
    cycle = {frozenset((small[at], small[at - 1])): small[at] for at in range(3)}
    state = through_the_groups(state, lambda *two: cycle.get(frozenset(two), min(two)))
    of_small = [table for table in tables(state) if set(table.order) == set(small)]
    assert of_small[0].ties
    for player in small[1:]:
        state = absent(state, player, state.played_rounds + 1)
    assert not any(table.ties for table in tables(state) if set(table.order) == set(small))


def test_the_groups_are_drawn_first():
    state = with_rules(groups_of(8, 2, 2), round_robin=RoundRobin())
    with pytest.raises(PairingError) as caught:
        pair_round(PairingRequest(state, 1))
    assert said(caught.value).code == "groups_not_drawn"
    assert Criterion.KNOCK_OUT in state.parameters.criteria
