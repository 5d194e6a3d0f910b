"""Rounds of teams, held against the engine."""

from dataclasses import replace

from tests.pairing.builders_events import play, team_event
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.team_verification import team_sentences, verify_team_round
from tournament.pairing.teams import pair_teams
from tournament.pairing.verification import Verdict
from tournament.state.games import Bye
from tournament.state.parameters import Method
from tournament.state.teams import TeamRules

SIZE = 3


def drawn(black, white):
    """The winner of a game, now Black and now White."""
    return black if (black * 7 + white) % 2 else white


def played(count=6, rounds=3):
    state, teams = team_event(count, SIZE, rounds, Method.WEIGHTS)
    for number in range(1, rounds + 1):
        found = pair_teams(PairingRequest(state, number), teams, TeamRules(SIZE))
        state = play(state, found.pairing, drawn)
        free = [team.players(number).values() for team in teams if team.number == found.bye]
        byes = tuple(Bye(number, member) for members in free for member in members)
        state = replace(state, byes=state.byes + byes)
    return state, teams


def check_of(state, teams, number):
    return verify_team_round(state, teams, SIZE, number)


def test_what_the_engine_paired_is_found_to_be_so():
    for count in (6, 7):
        state, teams = played(count)
        for number in (1, 2, 3):
            check = check_of(state, teams, number)
            assert check.matches.verdict is Verdict.OPTIMAL
            assert (check.matches.boards, check.boards) == (count // 2, count // 2 * SIZE)
            assert check.matches.bye == check.matches.bye_due
            assert not check.departs
            assert not team_sentences(check, state, teams)


def of_teams(state, teams, number):
    """The games of a round by the teams that meet."""
    seats = {seat.player: team.number for team in teams for seat in team.seats}
    matches = {}
    for game in state.games:
        if game.round == number:
            both = frozenset(seats[player] for player in game.players)
            matches.setdefault(both, []).append(game)
    return list(matches.values())


def changed(state, change):
    """The state with games put in the place of others, by what they are put in the place of."""
    return replace(state, games=tuple(change.get(game, game) for game in state.games))


def test_teams_that_meet_otherwise_are_found():
    state, teams = played()
    first, second = of_teams(state, teams, 3)[:2]
    seats = {(seat.round, seat.player): seat.board for team in teams for seat in team.seats}
    team_of = {seat.player: team.number for team in teams for seat in team.seats}
    mine, theirs = team_of[first[0].white], team_of[second[0].white]

    def member(team, board):
        return next(team_.players(3)[board] for team_ in teams if team_.number == team)

    def exchanged(player):
        other = {mine: theirs, theirs: mine}.get(team_of[player])
        return member(other, seats[3, player]) if other else player

    moved = {
        game: replace(game, black=exchanged(game.black), white=exchanged(game.white))
        for game in (*first, *second)
    }
    check = check_of(changed(state, moved), teams, 3)
    assert check.matches.verdict is Verdict.CHANGED
    assert check.matches.loss > 0
    assert {mine, theirs} <= {team for pair in check.matches.played for team in pair}


def test_boards_that_are_other_than_they_should_be_are_found():
    state, teams = played()
    match = of_teams(state, teams, 1)[0]
    last = match[-1]
    turned = changed(state, {last: replace(last, black=last.white, white=last.black)})
    (apart,) = check_of(turned, teams, 1).terms
    assert apart.differs == ("colours",)
    stones = changed(state, {last: replace(last, handicap=4)})
    (apart,) = check_of(stones, teams, 1).terms
    assert apart.differs == ("handicap",)
    first, second = match[:2]
    across = {
        first: replace(first, white=second.black),
        second: replace(second, black=first.white),
    }
    check = check_of(changed(state, across), teams, 1)
    assert len(check.uneven) == 2
    assert check.departs


def test_seats_that_contradict_themselves_are_not_compared():
    state, teams = played(4, 1)
    twice = (*teams, replace(teams[0], number=99))
    check = check_of(state, twice, 1)
    assert check.matches.verdict is Verdict.NOT_COMPARED
    assert check.matches.reason is not None
