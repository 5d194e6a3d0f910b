"""A bar by number of players: who starts at it, what it is afterwards, what files keep of it."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tournament.formats.event_json import read_json, write_json
from tournament.formats.macmahon_writer import write_macmahon
from tournament.formats.opengotha.reader import read_opengotha
from tournament.formats.opengotha.writer import write_opengotha
from tournament.standings.history import history_of
from tournament.state.event import Details, Event
from tournament.state.parameters import EdgeTies, Parameters, ScoringParameters, Strength, TopGroup
from tournament.state.people import Player
from tournament.state.state import TournamentState
from tournament.state.top_group import fix_bar, top_group_members, with_bar


def parameters(size: int, by: Strength = Strength.RATING, ties: EdgeTies = EdgeTies.INCLUDE):
    return Parameters(scoring=ScoringParameters(top_group=TopGroup(size, by, ties)))


def players(*strengths: tuple[int, int]) -> list[Player]:
    return [
        Player(number, f"P{number}", "Jo", rank, rating)
        for number, (rank, rating) in enumerate(strengths, 1)
    ]


FIELD = players((5, 2650), (4, 2510), (3, 2430), (3, 2400), (3, 2380), (2, 2300), (-1, 2000))


def starts(found: Parameters, field: list[Player]) -> list[int]:
    return [found.start_of(player) - 30 for player in field]


def test_a_group_that_splits_a_rank_leaves_the_others_a_point_below():
    found = fix_bar(parameters(4), FIELD)
    # One outsider of that rank is moved instead of two insiders.
    assert (found.scoring.bar, found.scoring.top_group.lowered) == (3, (5,))
    assert starts(found, FIELD) == [3, 3, 3, 3, 2, 2, -1]


def test_of_two_ranks_that_fit_equally_the_bar_is_the_higher():
    found = fix_bar(parameters(3), players((4, 2510), (4, 2500), (3, 2430), (3, 2400), (2, 2300)))
    assert (found.scoring.bar, found.scoring.top_group.lifted) == (4, (3,))


def test_a_wrong_rank_does_not_drag_the_bar_along():
    found = fix_bar(parameters(3), players((5, 2600), (-20, 2590), (5, 2580), (3, 2400), (2, 2300)))
    assert (found.scoring.bar, found.scoring.top_group.lifted) == (4, (2,))


def test_players_equal_at_the_edge_are_all_in_or_all_out():
    assert fix_bar(parameters(4, Strength.RANK), FIELD).scoring.bar == 3
    assert starts(fix_bar(parameters(4, Strength.RANK), FIELD), FIELD)[:6] == [3, 3, 3, 3, 3, 2]
    without = fix_bar(parameters(4, Strength.RANK, EdgeTies.LEAVE_OUT), FIELD)
    assert starts(without, FIELD)[:6] == [4, 4, 3, 3, 3, 2]


def test_absent_and_preliminary_players_do_not_count_and_later_ones_go_by_the_rank():
    field = [replace(FIELD[0], absent=frozenset({1})), replace(FIELD[1], final=False), *FIELD[2:]]
    found = fix_bar(parameters(2), field)
    assert found.scoring.bar == 3
    later = Player(99, "Late", "Jo", 3, 2200)
    assert found.start_of(later) == found.starting_score(3) == 33
    assert with_bar(found, [*field, later]) == found
    assert fix_bar(found, FIELD).scoring.bar == 4


@given(
    st.lists(st.tuples(st.integers(-20, 8), st.integers(100, 2900)), min_size=1, max_size=12),
    st.integers(1, 14),
    st.sampled_from(Strength),
    st.sampled_from(EdgeTies),
)
def test_exactly_the_group_starts_at_the_bar(strengths, size, by, ties):
    field = players(*strengths)
    found = fix_bar(parameters(size, by, ties), field)
    members, tied = top_group_members(field, found.scoring.top_group)
    inside = {player.id for player in members}
    if inside:
        bar = found.scoring.bar + 30
        assert {player.id for player in field if found.start_of(player) >= bar} == inside
        assert all(found.start_of(player) == bar for player in members)
    if not tied:
        assert len(members) == min(size, len(field))
    assert (len(members) >= size) or ties is EdgeTies.LEAVE_OUT or len(field) < size
    state = TournamentState(tuple(field), parameters=found)
    assert history_of(state).starting.tolist() == [found.start_of(player) for player in field]


def test_files_of_others_carry_the_rank_and_corrections_and_say_so():
    found = fix_bar(parameters(4), FIELD)
    event = Event(Details(), TournamentState(tuple(FIELD), parameters=found))
    written = write_opengotha(event)
    again = read_opengotha(written.data).state
    assert starts(again.parameters, list(again.players)) == starts(found, FIELD)
    assert any("top group of 4" in str(note) for note in written.lost)
    assert any("top group of 4" in str(note) for note in write_macmahon(event).lost)
    assert read_json(write_json(event).data).state.parameters == found
