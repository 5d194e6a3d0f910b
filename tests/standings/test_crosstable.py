import pytest

from tests.pairing.builders_events import absent, cup, double, play, robin
from tests.standings.builders import BLACK, player
from tournament.brackets.walk_overs import walk_overs
from tournament.pairing.pairing import PairingRequest
from tournament.pairing.systems import pair_round
from tournament.standings.crosstable import CrosstableCell, RoundRole, crosstable
from tournament.standings.table import standings
from tournament.state.games import Bye, Game
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState


def test_every_kind_of_cell():
    void = Result(Outcome.VOID)
    default = Result(Outcome.WHITE, Decided.DEFAULT)
    state = TournamentState(
        (player(1, 2), player(2, 1), player(3, 0, absent=frozenset({2}))),
        (Game(1, 1, 2, 1, BLACK, handicap=2), Game(2, 1, 1, 2, void), Game(3, 1, 1, 3, default)),
        (Bye(1, 3),),
    )
    table = standings(state)
    rows = {row.player.id: number for number, row in enumerate(table.rows(), 1)}
    cells = crosstable(state, table)
    assert cells[1] == (
        CrosstableCell(1, RoundRole.WHITE, 2, rows[2], 2, BLACK),
        CrosstableCell(2, RoundRole.BLACK, 2, rows[2], 0, void),
        CrosstableCell(3, RoundRole.BLACK, 3, rows[3], 0, default),
    )
    assert [cell.sign for cell in cells[1]] == ["-", "", "-"]
    assert [cell.sign for cell in cells[2]] == ["+", "", ""]
    assert [cell.seat for cell in cells[2]] == [
        RoundRole.BLACK,
        RoundRole.WHITE,
        RoundRole.UNPAIRED,
    ]
    assert [cell.seat for cell in cells[3]] == [RoundRole.BYE, RoundRole.ABSENT, RoundRole.WHITE]
    assert [cell.seat.game for cell in cells[3]] == [False, False, True]
    assert [cell.void for cell in cells[1]] == [False, True, False]
    assert [cell.by_default for cell in cells[1]] == [False, False, True]


def test_only_the_rounds_of_the_table_are_shown():
    state = TournamentState((player(1), player(2)), (Game(1, 1, 1, 2), Game(2, 1, 1, 2)))
    assert [len(row) for row in crosstable(state, standings(state, after=1)).values()] == [1, 1]
    assert crosstable(state, standings(state, after=1))[1][0].sign == "?"


@pytest.mark.parametrize(
    ("state", "rounds", "gone", "expected"),
    [
        # The first seed of 3 has the bye of the tree; then the final is won by walk-over.
        (cup(3), 2, (2, 2), {(2, 1): 2}),
        # In the losers' bracket of 6 the bye is that of an odd number.
        (double(6), 3, (99, 3), {}),
        # The last two of the losers' bracket of 4; then the grand final.
        (double(4), 3, (2, 3), {(3, 3): 2}),
        (double(4), 4, (2, 4), {(4, 1): 2}),
        (robin(4, groups=((1, 2, 3, 4),)), 3, (3, 2), None),
    ],
)
def test_a_bye_that_was_won_by_walk_over_says_against_whom(state, rounds, gone, expected):
    state = absent(state, *gone)
    for number in range(1, rounds + 1):
        state = play(state, pair_round(PairingRequest(state, number)))
    found = walk_overs(state)
    if expected is None:
        ((number, winner), away) = next(iter(found.items()))
        assert away == gone[0]
        assert number == gone[1]
        expected = {(number, winner): away}
    assert found == expected
    cells = crosstable(state, standings(state), found)
    for (number, winner), away in expected.items():
        cell = cells[winner][number - 1]
        assert (cell.seat, cell.opponent, cell.sign) == (RoundRole.WALK_OVER, away, "+")
        assert cell.by_default
        assert not cell.seat.game
    seats = [cell.seat for row in cells.values() for cell in row]
    assert seats.count(RoundRole.WALK_OVER) == len(expected)
    assert seats.count(RoundRole.BYE) == len(state.byes) - len(expected)
