from collections import Counter
from itertools import combinations

import pytest

from tournament.brackets.berger import berger_round, bye_of, cycle_rounds, double_round

FIDE_4 = ["1-4 2-3", "4-3 1-2", "2-4 3-1"]
FIDE_6 = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
FIDE_8 = [
    "1-8 2-7 3-6 4-5",
    "8-5 6-4 7-3 1-2",
    "2-8 3-1 4-7 5-6",
    "8-6 7-5 1-4 2-3",
    "3-8 4-2 5-1 6-7",
    "8-7 1-6 2-5 3-4",
    "4-8 5-3 6-2 7-1",
]


def written(players: int, number: int) -> str:
    return " ".join(f"{one}-{other}" for one, other in berger_round(players, number))


@pytest.mark.parametrize(("players", "table"), [(4, FIDE_4), (6, FIDE_6), (8, FIDE_8)])
def test_the_tables_are_those_of_the_handbook(players, table):
    assert [written(players, number) for number in range(1, players)] == table


@pytest.mark.parametrize("players", range(2, 21))
def test_everybody_meets_everybody_once_and_colours_differ_by_one_at_most(players):
    met, black, white, byes = Counter(), Counter(), Counter(), Counter()
    for number in range(1, cycle_rounds(players) + 1):
        pairs = berger_round(players, number)
        bye = bye_of(players, number)
        busy = [one for pair in pairs for one in pair] + ([bye] if bye else [])
        assert sorted(busy) == list(range(1, players + 1))
        met.update(frozenset(pair) for pair in pairs)
        black.update(one for one, _ in pairs)
        white.update(other for _, other in pairs)
        byes[bye] += 1
    assert met == Counter(map(frozenset, combinations(range(1, players + 1), 2)))
    assert all(abs(black[one] - white[one]) <= 1 for one in range(1, players + 1))
    if players % 2:
        assert all(byes[one] == 1 for one in range(1, players + 1))
        assert all(black[one] == white[one] for one in range(1, players + 1))


@pytest.mark.parametrize("players", range(2, 21))
def test_a_double_table_turns_the_colours_and_never_gives_one_three_times_in_a_row(players):
    met, colours = Counter(), dict.fromkeys(range(1, players + 1), "")
    for number in range(1, 2 * cycle_rounds(players) + 1):
        cycle, turned = double_round(players, number)
        for one, other in berger_round(players, cycle):
            black, white = (other, one) if turned else (one, other)
            met[black, white] += 1
            colours[black] += "B"
            colours[white] += "W"
    everybody = range(1, players + 1)
    assert met == Counter((one, other) for one in everybody for other in everybody if one != other)
    assert not any("BBB" in line or "WWW" in line for line in colours.values())


@pytest.mark.parametrize(("players", "number"), [(4, 0), (4, 4), (5, 6), (1, 1), (0, 1)])
def test_a_round_that_a_table_does_not_have_is_refused(players, number):
    with pytest.raises(ValueError, match="has no round"):
        berger_round(players, number)
