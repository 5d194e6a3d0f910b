import pytest

from tests.pairing.errors import said
from tests.standings.builders import BLACK, JIGO, WHITE, player
from tournament.standings.placing import Ties
from tournament.standings.teams import TeamStandings, team_standings
from tournament.state.criteria import TeamCriterion
from tournament.state.games import Bye, Game
from tournament.state.results import Outcome, Result
from tournament.state.state import StateError, TournamentState
from tournament.state.teams import Team, TeamRules, TeamSeat

POINTS, SOST, WINS = TeamCriterion.TEAM_POINTS, TeamCriterion.SOST, TeamCriterion.BOARD_WINS
RULES = TeamRules(size=3)


def team(number: int, rounds: int = 1, boards: int = 3) -> Team:
    """Team n has players 10n + 1, 10n + 2 ... at boards 1, 2 ... in every round."""
    seats = [
        TeamSeat(one, board, 10 * number + board)
        for one in range(1, rounds + 1)
        for board in range(1, boards + 1)
    ]
    return Team(number, f"Team {number}", tuple(seats))


def match(number: int, one: int, other: int, *results: Result) -> list[Game]:
    return [
        Game(number, 10 * one + board, 10 * one + board, 10 * other + board, result)
        for board, result in enumerate(results, 1)
    ]


def placed(
    teams: list[Team], games: list[Game], byes: tuple[Bye, ...] = (), **more: object
) -> TeamStandings:
    numbers = [10 * one.number + board for one in teams for board in range(1, 4)]
    people = tuple(player(number, number % 10 - 5) for number in numbers)
    state = TournamentState(people, tuple(games), byes)
    return team_standings(state, teams, more.pop("rules", RULES), **more)  # type: ignore[arg-type]


def values(table: TeamStandings, criterion: TeamCriterion) -> dict[int, int]:
    return {row.team.number: row.values[criterion] for row in table.rows}


def test_more_board_wins_take_the_match():
    table = placed([team(1), team(2)], match(1, 1, 2, BLACK, BLACK, WHITE))
    assert values(table, POINTS) == {1: 2, 2: 0}
    assert values(table, WINS) == {1: 4, 2: 2}
    assert [(row.place, row.team.number) for row in table.rows] == [(1, 1), (2, 2)]
    assert table.rows[0].matches[0].opponent == 2


def test_as_many_board_wins_are_a_point_each_x2():
    table = placed([team(1), team(2)], match(1, 1, 2, BLACK, JIGO, WHITE))
    assert values(table, POINTS) == {1: 1, 2: 1}


def test_wins_on_the_first_boards():
    table = placed([team(1), team(2)], match(1, 1, 2, WHITE, BLACK, JIGO))
    row = {row.team.number: row.values for row in table.rows}[1]
    assert [row[TeamCriterion(f"BDW{boards}U")] for boards in range(1, 10)] == [0, 2, *[3] * 7]


def test_sost_adds_up_the_points_of_all_teams_met():
    teams = [team(number, rounds=2) for number in (1, 2, 3, 4)]
    games = [
        *match(1, 1, 2, BLACK, BLACK, BLACK),
        *match(1, 3, 4, BLACK, WHITE, JIGO),
        *match(2, 1, 3, WHITE, WHITE, WHITE),
        *match(2, 2, 4, BLACK, BLACK, BLACK),
    ]
    table = placed(teams, games)
    assert values(table, POINTS) == {1: 2, 2: 2, 3: 3, 4: 1}
    assert values(table, SOST) == {1: 5, 2: 3, 3: 3, 4: 5}
    assert values(placed(teams, games, after=1), POINTS) == {1: 2, 2: 0, 3: 1, 4: 1}


def test_open_games_give_nothing_and_void_ones_were_not_played():
    table = placed([team(1), team(2)], match(1, 1, 2, Result(), Result(), Result()))
    assert values(table, POINTS) == {1: 0, 2: 0}
    table = placed([team(1), team(2)], match(1, 1, 2, WHITE, BLACK, Result(Outcome.VOID)))
    assert values(table, POINTS) == {1: 1, 2: 1}
    assert len(table.rows[0].matches[0].boards) == 2


def test_a_team_with_byes_wins_its_round_without_an_opponent():
    table = placed([team(1), team(2)], [], (Bye(1, 11), Bye(1, 12)))
    assert values(table, POINTS) == {1: 2, 2: 0}
    assert values(table, WINS) == {1: 4, 2: 0}
    assert table.rows[0].matches[0].opponent is None


def test_who_meets_several_teams_compares_boards_but_has_no_opponent_for_sost():
    games = [Game(1, 1, 11, 21, BLACK), Game(1, 2, 12, 31, BLACK), Game(1, 3, 13, 32, WHITE)]
    table = placed([team(1), team(2), team(3)], games)
    assert values(table, POINTS) == {1: 2, 2: 0, 3: 1}
    assert values(table, SOST)[1] == 0


def test_mean_rank_is_that_of_the_latest_seats():
    substituted = Team(1, "One", (TeamSeat(1, 1, 11), TeamSeat(1, 2, 12), TeamSeat(2, 1, 13)))
    table = placed([substituted], match(1, 1, 1)[:0], after=1)
    assert values(table, TeamCriterion.MEAN_RANK) == {1: -350}
    assert values(placed([substituted], [], after=2), TeamCriterion.MEAN_RANK) == {1: -200}
    assert values(placed([Team(1, "None")], []), TeamCriterion.MEAN_RANK) == {1: -400}
    assert values(placed([substituted], [], after=0), TeamCriterion.MEAN_RANK) == {1: -350}


def test_equal_teams_share_their_place_or_stand_by_name():
    teams = [team(2), team(1)]
    games = match(1, 1, 2, JIGO, JIGO, JIGO)
    assert [(row.place, row.team.number) for row in placed(teams, games).rows] == [(1, 1), (1, 2)]
    broken = placed(teams, games, ties=Ties.BROKEN).rows
    assert [(row.place, row.team.number) for row in broken] == [(1, 1), (2, 2)]
    assert placed([], []).rows == ()


def test_boards_beyond_the_size_do_not_count():
    games = match(1, 1, 2, BLACK, WHITE, WHITE)
    table = placed([team(1), team(2)], games, rules=TeamRules(size=1))
    assert values(table, POINTS) == {1: 2, 2: 0}


@pytest.mark.parametrize(
    ("teams", "code"),
    [
        ([team(1), team(1)], "team_twice"),
        ([Team(1, "A", (TeamSeat(1, 1, 99),))], "unknown_player"),
        ([Team(1, "A", (TeamSeat(1, 1, 11), TeamSeat(1, 2, 11)))], "seated_twice"),
        ([Team(1, "A", (TeamSeat(1, 1, 11), TeamSeat(1, 1, 12)))], "board_twice"),
    ],
)
def test_teams_that_contradict_themselves_are_refused(teams: list[Team], code: str):
    state = TournamentState((player(11), player(12), player(13)))
    with pytest.raises(StateError) as caught:
        team_standings(state, teams, RULES, after=1)
    assert said(caught.value).code == code


def test_what_contradicts_itself_in_a_later_round_does_no_harm():
    seats = (TeamSeat(1, 1, 11), TeamSeat(2, 1, 12), TeamSeat(2, 2, 12))
    table = placed([Team(1, "A", seats), team(2)], [Game(1, 1, 11, 21, BLACK)], after=1)
    assert values(table, POINTS) == {1: 2, 2: 0}


def test_a_negative_number_of_rounds_is_refused():
    with pytest.raises(ValueError, match="counted from 1"):
        placed([team(1)], [], after=-1)
