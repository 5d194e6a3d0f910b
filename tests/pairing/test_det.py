import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tournament.pairing.random_numbers import NameSums, det
from tournament.state.people import utf16

names = st.text(st.characters(), max_size=12)


def plain(largest: int, one: str, other: str) -> int:
    data = b"".join(sorted((utf16(one), utf16(other))))
    codes = [int.from_bytes(data[start : start + 2], "big") for start in range(0, len(data), 2)]
    return sum(code * (i + 1) for i, code in enumerate(codes)) * 1234567 % (largest + 1)


@given(st.integers(0, 10**10), names, names)
def test_one_pair_as_the_specification_has_it(largest, one, other):
    assert det(largest, one, other) == plain(largest, one, other) == det(largest, other, one)


@given(st.integers(0, 10**9), st.lists(names, min_size=1, max_size=8))
def test_all_pairs_at_once_are_the_same(largest, written):
    places = np.arange(len(written))
    matrix = NameSums(written).det(largest, places[:, None], places[None, :])
    assert matrix.tolist() == [[det(largest, a, b) for b in written] for a in written]


def test_endless_names_do_not_overflow():
    written = ["\uffff" * 60_000, "b"]
    sums = NameSums(written)
    found = sums.det(10**9, np.array([0]), np.array([1]))
    assert found.tolist() == [det(10**9, *written)]
