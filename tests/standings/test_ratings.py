"""What a tournament makes of ratings, on every scale; performance, best wins, upsets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.standings.builders import BLACK, JIGO, WHITE, player
from tournament.standings.gor import expected_score
from tournament.standings.ratings import (
    Scale,
    from_egf,
    gain_on_scale,
    performances,
    prospects,
    rating_changes,
    to_egf,
    upsets,
)
from tournament.state.event import Details, Event
from tournament.state.games import Game
from tournament.state.results import UNKNOWN, Decided, Outcome, Result
from tournament.state.state import TournamentState

SCALES = pytest.mark.parametrize("scale", list(Scale))


def event(*games: Game, **details: object) -> Event:
    people = (player(1, 0), player(2, 0), player(3, -8), player(4, 3))
    return Event(Details(**details), TournamentState(people, games))  # type: ignore[arg-type]


@given(st.floats(-900, 3100), st.sampled_from(Scale))
def test_a_scale_is_another_way_to_write_the_same_strength(rating: float, scale: Scale):
    assert to_egf(from_egf(rating, scale), scale) == pytest.approx(rating)


@pytest.mark.parametrize(
    ("scale", "one_dan", "one_kyu"),
    [(Scale.EGF, 2100, 2000), (Scale.FFG, 50, -50), (Scale.AGA, 1.5, -1.5)],
)
def test_the_middle_of_a_rank_on_each_scale(scale: Scale, one_dan: float, one_kyu: float):
    assert from_egf(2100, scale) == pytest.approx(one_dan)
    assert from_egf(2000, scale) == pytest.approx(one_kyu)


def test_the_french_estimate_is_the_european_one_on_the_french_scale():
    played = event(Game(1, 1, 1, 2, BLACK))
    (one, *_), (same, *_) = (rating_changes(played, scale) for scale in (Scale.EGF, Scale.FFG))
    assert (one.old, same.old) == (2100, 50)
    assert one.new == pytest.approx(2109.3062, abs=5e-5)
    assert gain_on_scale(same, Scale.FFG) == pytest.approx(one.new - one.old)


@SCALES
def test_winners_gain_and_others_keep_what_they_had(scale: Scale):
    played = event(
        Game(1, 1, 1, 2, WHITE), Game(1, 2, 3, 4, Result(Outcome.WHITE, Decided.DEFAULT))
    )
    lost, won, absent, there = rating_changes(played, scale)
    assert gain_on_scale(lost, scale) < 0 < gain_on_scale(won, scale)
    assert (gain_on_scale(absent, scale), absent.games, there.games) == (0, 0, 0)
    assert (lost.games, won.games) == (1, 1)


@SCALES
def test_rounds_to_come_do_not_count(scale: Scale):
    played = event(Game(1, 1, 1, 2, BLACK), Game(2, 1, 1, 4, BLACK))
    first = event(Game(1, 1, 1, 2, BLACK))
    assert rating_changes(played, scale, after=1) == rating_changes(first, scale)
    assert rating_changes(played, scale)[0].new > rating_changes(first, scale)[0].new


def test_an_american_gain_across_the_gap_counts_its_steps_alone():
    played = event(*(Game(number, 1, 3, 2, BLACK) for number in range(1, 12)))
    loser = rating_changes(played, Scale.AGA)[1]
    assert loser.old == pytest.approx(1.5)
    assert loser.new < -1
    assert gain_on_scale(loser, Scale.AGA) == pytest.approx(loser.new - loser.old + 2)


@SCALES
def test_a_game_that_is_open_tells_what_either_end_would_make(scale: Scale):
    open_game = Game(2, 1, 1, 4, UNKNOWN)
    earlier = Game(1, 1, 1, 2, BLACK)
    both = prospects(event(earlier, open_game), scale, open_game)
    won = rating_changes(event(earlier, Game(2, 1, 1, 4, BLACK)), scale)
    lost = rating_changes(event(earlier, Game(2, 1, 1, 4, WHITE)), scale)
    assert (both[1].won, both[1].lost) == (won[0].new, lost[0].new)
    assert (both[4].won, both[4].lost) == (lost[3].new, won[3].new)
    assert both[1].won > both[1].lost


def test_a_performance_is_the_rating_that_expects_the_score():
    played = event(Game(1, 1, 1, 2, BLACK), Game(2, 1, 1, 4, WHITE), Game(3, 1, 3, 1, BLACK, 4))
    one = performances(played, Scale.EGF)[1]
    assert one.points == 1
    assert one.rating is not None
    opponents = (2100, 2400, 1300 + 350)
    assert sum(expected_score(one.rating, other) for other in opponents) == pytest.approx(1)
    assert sum(expected_score(2100, other) for other in opponents) == pytest.approx(one.expected)
    assert one.best is not None
    assert one.best.opponent == 2


def test_who_won_everything_has_no_performance():
    found = performances(event(Game(1, 1, 1, 2, BLACK), Game(2, 1, 1, 3, BLACK)), Scale.EGF)
    assert found[1].rating is None
    assert found[3].rating is None
    assert found[3].best is None
    assert 4 not in found


def test_upsets_are_told_the_greatest_first():
    played = event(
        Game(1, 1, 3, 4, BLACK),
        Game(2, 1, 1, 4, BLACK),
        Game(3, 1, 1, 2, BLACK),
        Game(4, 1, 1, 4, JIGO),
    )
    assert [(one.player, one.opponent) for one in upsets(played)] == [(3, 4), (1, 4)]
    assert [one.player for one in upsets(played, after=1)] == [3]
