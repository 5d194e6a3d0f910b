"""Ranks of several players who play one game together."""

import pytest

from tournament.state.ranks import RankError, parse_ranks, plain_ranks, rounded_average


@pytest.mark.parametrize(
    ("text", "plain", "ranks"),
    [
        ("2k, 4k", "2k, 4k", (-2, -4)),
        ("2 Kyu 4kyu", "2k, 4k", (-2, -4)),
        ("1d/2k & 12k", "1d, 2k, 12k", (0, -2, -12)),
        ("2p;1K", "2p, 1k", (8, -1)),
    ],
)
def test_ranks_are_read_however_they_are_written(text, plain, ranks):
    assert plain_ranks(text) == plain
    assert parse_ranks(text) == ranks


@pytest.mark.parametrize("text", ["", "2k", "2k, ", "2k and 4k", "2k, 40k", "2 4", "2k4k"])
def test_what_is_not_the_ranks_of_several_players(text):
    with pytest.raises(RankError):
        plain_ranks(text)


@pytest.mark.parametrize(
    ("values", "found"),
    [((-2, -4), -3), ((-2, -5), -3), ((0, -1), 0), ((0, 1), 1), ((-1, -1, -3), -2), ((7,), 7)],
)
def test_half_an_average_goes_to_the_stronger_side(values, found):
    assert rounded_average(values) == found
