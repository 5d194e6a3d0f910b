"""Who wins which prize."""

from dataclasses import replace

import pytest

from tests.standings.builders import player, state_of, wins
from tournament.standings.prizes import Prize, PrizeKind, awards
from tournament.standings.table import standings
from tournament.state.parameters import Parameters, ScoringParameters
from tournament.state.people import Card
from tournament.state.state import TournamentState

PARAMETERS = Parameters(scoring=ScoringParameters(categories=(0,)))


def winners(state: TournamentState, *prizes: Prize, after: int | None = None) -> list[list[int]]:
    table = standings(state, after=after, every=True)
    return [list(one.winners) for one in awards(table, prizes, state.parameters)]


def chain() -> TournamentState:
    """Player 3 wins twice, 2 once, 1 never."""
    return state_of(3, wins((3, 1), (3, 2), (2, 1)))


def test_places_go_by_the_table():
    prizes = [Prize(f"{place}.", number=place) for place in (1, 2, 3, 4)]
    assert winners(chain(), *prizes) == [[3], [2], [1], []]


def test_who_is_tied_for_a_place_shares_it():
    state = state_of(4, wins((1, 2), (3, 4)))
    (award,) = awards(standings(state, every=True), [Prize("First")], state.parameters)
    assert (award.winners, award.shared) == ((1, 3), True)
    assert winners(state, Prize("Second", number=2), Prize("Third", number=3)) == [[1, 3], [2, 4]]


def test_everybody_with_so_many_wins_gets_that_prize_and_none_of_them_is_tied():
    state = state_of(4, wins((1, 2), (3, 4)))
    (award,) = awards(
        standings(state, every=True), [Prize("Win", PrizeKind.WINS)], state.parameters
    )
    assert (award.winners, award.shared) == ((1, 3), False)


def test_a_category_and_a_band_of_ranks_have_places_of_their_own():
    people = tuple(player(number, rank) for number, rank in ((1, 2), (2, -3), (3, -8), (4, 1)))
    state = replace(chain(), players=people, parameters=PARAMETERS)
    found = winners(
        state,
        Prize("Best kyu", PrizeKind.CATEGORY, category=2),
        Prize("Best below 5k", PrizeKind.RANKS, strongest=-5),
        Prize("Nobody", PrizeKind.CATEGORY, category=3),
    )
    assert found == [[2], [3], []]


def test_clubs_and_countries_have_prizes_and_others_are_passed_over():
    people = tuple(
        replace(player(number), club=club, country=country)
        for number, club, country in ((1, "Lyon", "FR"), (2, "lyon ", "FR"), (3, "Bern", "CH"))
    )
    state = replace(chain(), players=people)
    assert winners(
        state,
        Prize("Cup"),
        Prize("Best of Lyon", PrizeKind.CLUB, among="Lyon"),
        Prize("Best of the rest", others=True),
        Prize("Best of France", PrizeKind.COUNTRY, among="fr", others=True),
        Prize("Nobody", PrizeKind.CLUB, among="Paris"),
    ) == [[3], [2], [1], [], []]
    for kind in (PrizeKind.CLUB, PrizeKind.COUNTRY):
        with pytest.raises(ValueError, match="of which"):
            Prize("Whose?", kind)


def test_a_category_that_players_were_given_has_prizes():
    people = tuple(
        replace(player(number), card=Card(categories=given))
        for number, given in ((1, "woman, U12"), (2, "Woman"), (3, "U16"))
    )
    state = replace(chain(), players=people)
    prizes = [
        Prize(among, PrizeKind.GIVEN, number, among=among)
        for among, number in (("Woman", 1), ("woman", 2), ("u12", 1), ("U1", 1), ("woman, U12", 1))
    ]
    assert winners(state, *prizes) == [[2], [1], [1], [], []]
    found = awards(standings(state, every=True), prizes, state.parameters)
    assert [award.possible for award in found] == [True, True, True, False, False]


def test_nobody_wins_before_the_first_round_or_without_being_registered_for_good():
    assert winners(state_of(2), Prize("First")) == [[]]
    state = replace(chain(), players=(*chain().players[:2], replace(player(3), final=False)))
    assert winners(state, Prize("First")) == [[2]]


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"number": 0}, {"category": 0}, {"weakest": 3, "strongest": 1}]
)
def test_what_nobody_can_win_is_no_prize(wrong: dict[str, object]):
    with pytest.raises(ValueError, match=r"."):
        Prize(**{"name": "First", **wrong})  # type: ignore[arg-type]
