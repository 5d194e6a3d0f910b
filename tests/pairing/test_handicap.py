import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.pairing.handicap import (
    GameTerms,
    PairSide,
    game_terms,
    handicap_of,
    handicap_of_difference,
    terms_with_colours,
)
from tournament.state.parameters import Basis, HandicapRow, HandicapRule, KomiParameters

MCMAHON = HandicapRule()
RANK = HandicapRule(basis=Basis.RANK, threshold=8)
TABLE = HandicapRule(
    basis=Basis.RANK,
    threshold=8,
    table=(HandicapRow(2, 0, 1), HandicapRow(4, 2, 5), HandicapRow(7, 3, -3)),
)
KOMI = KomiParameters(even_half=15, handicap_half=1)

sides = st.builds(
    PairSide,
    id=st.integers(1, 3),
    name=st.text(max_size=4),
    rank=st.integers(-30, 8),
    mms_x2=st.integers(0, 90),
    balance=st.integers(-3, 3),
    wants_none=st.booleans(),
)
rules = st.builds(
    HandicapRule,
    basis=st.sampled_from(Basis),
    threshold=st.integers(-30, 8),
    correction=st.integers(-1, 3),
    ceiling=st.integers(0, 9),
    table=st.sampled_from([(), TABLE.table]),
)


def side(number: int, rank: int, **more: object) -> PairSide:
    return PairSide(number, f"name{number}", rank, 2 * (rank + 30), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rule", "difference", "handicap"),
    [
        (MCMAHON, 0, 0),
        (MCMAHON, 1, 0),
        (MCMAHON, 2, 1),
        (MCMAHON, -3, 2),
        (MCMAHON, 25, 9),
        (HandicapRule(correction=-1), 0, 0),
        (HandicapRule(correction=-1), 1, 2),
        (HandicapRule(ceiling=4), 9, 4),
        (HandicapRule(ceiling=0), 9, 0),
        (TABLE, 1, 0),
        (TABLE, 2, 1),
        (TABLE, 3, 1),
        (TABLE, 4, 2),
        (TABLE, 30, 3),
        (HandicapRule(ceiling=0, table=TABLE.table), 9, 0),
        (HandicapRule(ceiling=2, table=TABLE.table), 9, 2),
    ],
)
def test_handicap_by_difference(rule, difference, handicap):
    assert handicap_of_difference(rule, difference) == handicap


def test_strength_ends_at_the_threshold():
    assert handicap_of(MCMAHON, side(1, 5), side(2, -3)) == 2
    assert handicap_of(MCMAHON, side(1, 5), side(2, 0)) == 0


def test_half_points_of_the_score_do_not_count():
    low, high = PairSide(1, "a", 0, 2 * 20 + 1), PairSide(2, "b", 0, 2 * 23)
    assert handicap_of(MCMAHON, low, high) == 2


def test_the_stronger_takes_white_and_komi_is_that_of_handicaps():
    assert game_terms(MCMAHON, KOMI, side(1, -5), side(2, -1)) == GameTerms(1, 2, 3, 1)
    assert game_terms(MCMAHON, KOMI, side(1, -5), side(2, -5)).komi_half == 15


def test_a_table_gives_stones_and_komi():
    assert game_terms(TABLE, KOMI, side(1, -8), side(2, -1)) == GameTerms(1, 2, 3, -3)
    assert game_terms(TABLE, KOMI, side(1, -3), side(2, -1)) == GameTerms(1, 2, 1, 1)
    assert game_terms(TABLE, KOMI, side(1, -2), side(2, -1)).komi_half == 15


def test_who_wants_no_handicap_has_none_with_anybody():
    assert handicap_of(MCMAHON, side(1, -9), side(2, 0)) == 8
    assert handicap_of(MCMAHON, side(1, -9, wants_none=True), side(2, 0)) == 0
    assert game_terms(MCMAHON, KOMI, side(1, -9), side(2, 0, wants_none=True)).komi_half == 15


def test_in_an_even_game_black_is_who_had_white_more_often():
    assert game_terms(MCMAHON, KOMI, side(1, 0, balance=1), side(2, 0, balance=2)).black == 2
    assert game_terms(MCMAHON, KOMI, side(1, 0, balance=-1), side(2, 0, balance=-2)).black == 1


def test_names_decide_between_equal_balances():
    # ab: 97 * 1 + 98 * 2 is odd, and so is the product with the odd factor
    assert game_terms(MCMAHON, KOMI, PairSide(1, "a", 0, 60), PairSide(2, "b", 0, 60)).white == 2
    assert game_terms(MCMAHON, KOMI, PairSide(1, "b", 0, 60), PairSide(2, "b", 0, 60)) == GameTerms(
        2, 1, 0, 15
    )
    assert game_terms(MCMAHON, KOMI, PairSide(1, "b", 0, 60), PairSide(2, "c", 0, 60)).white == 1


@given(rules, sides, sides)
def test_the_order_of_the_two_plays_no_part(rule, one, other):
    if one.id != other.id:
        assert game_terms(rule, KOMI, one, other) == game_terms(rule, KOMI, other, one)


@given(rules, sides, sides)
def test_terms_agree_with_the_handicap_and_with_settled_colours(rule, one, other):
    if one.id == other.id:
        return
    game = game_terms(rule, KOMI, one, other)
    assert game.handicap == handicap_of(rule, one, other)
    black, white = (one, other) if game.black == one.id else (other, one)
    assert terms_with_colours(rule, KOMI, black, white) == game


def test_settled_colours_against_the_strength_give_an_even_game():
    assert terms_with_colours(MCMAHON, KOMI, side(1, 0), side(2, -9)) == GameTerms(1, 2, 0, 15)
    assert terms_with_colours(MCMAHON, KOMI, side(1, 0), side(2, -9), 2) == GameTerms(1, 2, 2, 1)


def test_a_given_handicap_stays_and_finds_its_komi():
    assert game_terms(MCMAHON, KOMI, side(1, -9), side(2, 0), 4) == GameTerms(1, 2, 4, 1)
    assert game_terms(TABLE, KOMI, side(1, -8), side(2, -1), 2) == GameTerms(1, 2, 2, 5)
    assert game_terms(TABLE, KOMI, side(1, -8), side(2, -1), 9).komi_half == KOMI.handicap_half
