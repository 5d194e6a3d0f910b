from dataclasses import replace

from tests.standings.builders import BLACK, JIGO, WHITE, player, state_of, wins
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.games import Bye, Game
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

DC, SDC, EGF_DC, RATING = Criterion.DC, Criterion.SDC, Criterion.EGF_DC, Criterion.RATING


def column(state: TournamentState, criterion: Criterion) -> list[int]:
    return standings(state).columns[criterion].tolist()


def with_ratings(state: TournamentState, *ratings: int) -> TournamentState:
    players = zip(state.players, ratings, strict=True)
    return replace(state, players=tuple(replace(one, rating=rating) for one, rating in players))


def test_dc_follows_a_chain_of_wins():
    state = state_of(3, wins((3, 2), (2, 1)), criteria=[DC])
    assert column(state, DC) == [0, 1, 2]


def test_dc_is_equal_within_a_circle():
    state = state_of(3, wins((1, 2), (2, 3), (3, 1)), criteria=[DC])
    assert column(state, DC) == [0, 0, 0]


def test_a_circle_shares_its_wins_and_its_losses():
    state = state_of(5, wins((1, 2), (2, 3), (3, 1), (3, 4), (5, 2)), criteria=[DC])
    assert column(state, DC) == [3, 3, 3, 0, 4]


def test_two_circles_of_which_one_has_beaten_the_other():
    games = wins((1, 2), (2, 3), (3, 1), (4, 5), (5, 6), (6, 4), (6, 2))
    assert column(state_of(6, games, criteria=[DC]), DC) == [0, 0, 0, 3, 3, 3]


def test_members_of_a_circle_are_told_apart_by_the_criteria_after_dc():
    state = state_of(4, wins((1, 2), (2, 3), (3, 1), (3, 4)), criteria=[DC, RATING])
    assert column(with_ratings(state, 1, 3, 2, 9), DC) == [1, 3, 2, 0]


def test_the_worst_on_the_criteria_after_dc_is_ranked_last():
    state = state_of(3, wins((1, 2)), criteria=[DC, RATING])
    assert column(with_ratings(state, 5, 9, 7), DC) == [2, 1, 0]
    assert column(with_ratings(state, 9, 5, 7), DC) == [2, 0, 1]


def test_a_lower_category_is_the_worse_one():
    state = state_of(2, wins((1, 2)), criteria=[DC, Criterion.CATEGORY], categories=(0,))
    state = replace(state, games=(), players=(player(1, -5), player(2, 3)))
    state = replace(state, games=(Game(1, 1, 1, 2, JIGO),))
    assert column(state, DC) == [0, 1]


def test_two_wins_over_the_same_opponent_are_no_edge_but_decide_sdc():
    games = wins((1, 2), (1, 2))
    assert column(state_of(2, games, criteria=[DC]), DC) == [0, 0]
    assert column(state_of(2, games, criteria=[SDC]), SDC) == [1, 0]


def test_a_win_each_is_no_edge():
    games = wins((1, 2), (2, 1))
    state = state_of(2, games, criteria=[DC, SDC, EGF_DC])
    assert column(state, DC) == column(state, SDC) == column(state, EGF_DC) == [0, 0]


def test_sdc_needs_every_pair():
    everybody = wins((1, 2), (1, 3), (3, 2))
    assert column(state_of(3, everybody, criteria=[SDC]), SDC) == [2, 0, 1]
    assert column(state_of(3, everybody[:2], criteria=[SDC]), SDC) == [0, 0, 0]


def test_defaults_and_shared_results_are_no_wins_for_dc_and_sdc():
    for result in (
        Result(Outcome.BLACK, Decided.DEFAULT),
        *(Result(Outcome.BOTH_WIN), Result(Outcome.BOTH_LOSE), Result(Outcome.NO_RESULT)),
        *(Result(Outcome.UNKNOWN), Result(Outcome.VOID), JIGO),
    ):
        state = state_of(2, [Game(1, 1, 1, 2, result)], criteria=[DC, SDC])
        assert column(state, DC) == column(state, SDC) == [0, 0], result


def test_a_ruling_is_a_win_for_all_three():
    game = Game(1, 1, 1, 2, Result(Outcome.WHITE, Decided.RULING))
    state = state_of(2, [game], criteria=[DC])
    assert column(state, DC) == [0, 1]
    for criterion in (SDC, EGF_DC):
        assert standings(state, criteria=[criterion]).columns[criterion].tolist() == [0, 1]


def test_dc_and_sdc_are_nothing_unless_listed_and_egf_dc_neither():
    state = state_of(2, wins((1, 2)), criteria=[Criterion.RANK])
    columns = standings(state, every=True).columns
    assert not any(columns[one].any() for one in (DC, SDC, EGF_DC))


def test_dc_is_computed_for_who_is_tied_before_the_first_of_dc_and_sdc():
    state = state_of(3, wins((1, 2), (2, 3)), criteria=[SDC, RATING, DC])
    state = with_ratings(state, 1, 1, 2)
    assert column(state, DC) == [2, 1, 0]


def test_nobody_compares_before_the_first_round():
    state = with_ratings(state_of(2, criteria=[DC, EGF_DC, RATING]), 1, 2)
    table = standings(state, after=0)
    assert table.columns[DC].tolist() == [0, 0]
    assert [row.player.id for row in table.rows()] == [2, 1]


def test_egf_dc_compares_again_who_has_as_many_wins():
    games = [
        *wins((1, 2), (1, 3), (4, 1), (2, 3), (4, 2), (3, 4)),
    ]
    # Wins: 1 has 2, 2 has 1, 3 has 1, 4 has 2. 4 beat 1, and 2 beat 3.
    assert column(state_of(4, games, criteria=[EGF_DC]), EGF_DC) == [2, 1, 0, 3]


def test_egf_dc_stays_equal_in_a_circle_and_ranks_the_rest():
    games = wins((1, 2), (2, 3), (3, 1), (4, 1), (4, 2), (4, 3))
    assert column(state_of(4, games, criteria=[EGF_DC]), EGF_DC) == [0, 0, 0, 3]


def test_egf_dc_is_nothing_unless_all_have_met_equally_often():
    missing = wins((1, 2), (1, 3))
    assert column(state_of(3, missing, criteria=[EGF_DC]), EGF_DC) == [0, 0, 0]
    uneven = wins((1, 2), (1, 2), (1, 3), (2, 3))
    assert column(state_of(3, uneven, criteria=[EGF_DC]), EGF_DC) == [0, 0, 0]
    twice = wins((1, 2), (1, 2), (1, 3), (3, 1), (2, 3), (2, 3))
    assert column(state_of(3, twice, criteria=[EGF_DC]), EGF_DC) == [2, 1, 0]


def test_egf_dc_counts_defaults_and_halves_but_no_game_that_is_still_open():
    default = Game(1, 1, 1, 2, Result(Outcome.WHITE, Decided.DEFAULT))
    assert column(state_of(2, [default], criteria=[EGF_DC]), EGF_DC) == [0, 1]
    halves = [Game(1, 1, 1, 2, JIGO), Game(2, 1, 1, 3, JIGO), Game(3, 1, 2, 3, BLACK)]
    assert column(state_of(3, halves, criteria=[EGF_DC]), EGF_DC) == [1, 2, 0]
    games = [Game(1, 1, 1, 2, BLACK), Game(2, 1, 1, 2), Game(2, 2, 3, 4, WHITE)]
    assert column(state_of(2, games[:2], criteria=[EGF_DC]), EGF_DC) == [1, 0]


def test_egf_dc_only_looks_at_who_is_tied_before_it():
    games = wins((1, 2), (3, 1), (2, 4))
    state = state_of(4, games, [Bye(4, 3)], criteria=[Criterion.NBW, EGF_DC])
    assert column(state, Criterion.NBW) == [2, 2, 4, 0]
    assert column(state, EGF_DC) == [1, 0, 0, 0]
