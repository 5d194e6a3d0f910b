from tests.standings.builders import BLACK, player
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
