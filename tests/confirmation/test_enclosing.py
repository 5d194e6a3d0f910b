"""What keeps a region open, which stones look alive, and the areas that somebody draws."""

from __future__ import annotations

import pytest

from adjudication.confirmation.confirm import confirm_chains
from adjudication.confirmation.enclosing import kept_open_by, propose_walls
from adjudication.confirmation.problem import ProblemError
from adjudication.confirmation.verdict import Status, UndecidedReason
from adjudication.confirmation.walls import AliveReason, Assumption, assumed_walls
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.points import parse_area, parse_point, point_name
from tests.confirmation.boards import SEKI_IN_A_CORNER, board, named, small, swapped
from tests.confirmation.marked_games import marked_game, some_files
from tests.support.environment import times

SIZE = 13
# A dead corner whose surroundings are alive by what everybody sees, but by nothing proven.
OPEN = """
    ...xO........
    xxxxO........
    OOOOO..XX....
    .....XX......
    OO..OX.......
    .OOOOX.......
    OOXXXX.......
    XX...........
    ...X.....X...
    .............
    .............
    .............
    .............
"""


def around(position: list[int], target: frozenset[int]) -> tuple[Assumption, ...]:
    return assumed_walls(position, SIZE, disputed=target)


def test_the_stones_that_keep_a_region_open_are_named_with_what_is_left() -> None:
    position, _size = board(OPEN)
    target = small(OPEN)
    (kept,) = kept_open_by(position, SIZE, [target], around(position, target))
    assert (kept.colour, kept.left) == (WHITE, 8)
    assert kept.points == named("E13 E12 A11 B11 C11 D11 E11", SIZE)
    walls = (Assumption(kept.points, WHITE, AliveReason.AGREED),)
    assert kept_open_by(position, SIZE, [target], walls) == ()
    # What is agreed to be dead, or asked about, closes nothing.
    for targets, dead in (([target], kept.points), ([target, kept.points], ())):
        found = kept_open_by(position, SIZE, targets, around(position, target), dead=dead)
        assert all(one.points != kept.points for one in found)


def test_no_stones_are_named_where_only_an_area_closes_a_region() -> None:
    position = [0] * SIZE * SIZE
    position[84] = BLACK
    assert kept_open_by(position, SIZE, [{84}], ()) == ()


def test_stones_that_look_alive_are_proposed_and_then_the_question_is_answered() -> None:
    position, _size = board(OPEN)
    target = small(OPEN)
    (before,) = confirm_chains(position, SIZE, target)
    assert before.reason is UndecidedReason.REGION_TOO_LARGE
    proposal = propose_walls(position, SIZE, [target], around(position, target))
    (wall,) = proposal.walls
    assert wall.points >= named("E13 A11", SIZE)
    assert (wall.colour, proposal.left) == (WHITE, 8)
    assert wall.lived >= 0.9 * wall.games > 90
    (after,) = confirm_chains(position, SIZE, target, alive=[min(wall.points)])
    assert after.status is Status.DEAD
    assert [one.why for one in after.assumptions] == [AliveReason.AGREED]
    other = propose_walls(swapped(position), SIZE, [target], ())
    assert [one.points for one in other.walls] == [wall.points]


def test_a_proposal_is_the_same_every_time_and_little_work_is_allowed_for() -> None:
    position, _size = board(OPEN)
    target = small(OPEN)
    first, again = (propose_walls(position, SIZE, [target], ()) for _ in range(2))
    assert first == again
    assert propose_walls(position, SIZE, [target], (), most=1).left > 0


def test_a_neighbour_that_lives_only_together_is_not_proposed() -> None:
    position, size = board(SEKI_IN_A_CORNER)
    target = small(SEKI_IN_A_CORNER)
    proposal = propose_walls(position, size, [target], ())
    corner = named("A9", size)
    assert all(wall.points.isdisjoint(corner) for wall in proposal.walls)


def test_stones_proposed_in_real_games_are_alive_as_both_players_marked_them() -> None:
    proposed = 0
    for file in some_files(times(3, 100)):
        game = marked_game(file)
        for chain in game.searched()[:2]:
            walls = assumed_walls(game.position, game.size, disputed=chain.points)
            proposal = propose_walls(game.position, game.size, [chain.points], walls)
            proposed += len(proposal.walls)
            wrong = [wall for wall in proposal.walls if not wall.points.isdisjoint(game.dead)]
            assert not wrong or times(0, 1)
    assert proposed


# Black's eye of two points lives only if it gets out to the right or downwards.
GETS_OUT = """
    ..x..........
    xxx..........
    ....O........
    .....O.......
    .............
    .............
    .............
    .............
    .............
    .............
    .............
    .............
    .............
"""


def area(first: str, last: str) -> list[int]:
    return sorted(parse_area([f"{first}-{last}"], SIZE))


def test_beyond_the_edge_of_an_area_the_opponent_holds_what_is_empty() -> None:
    position, _size = board(GETS_OUT)
    target = small(GETS_OUT)
    (verdict,) = confirm_chains(position, SIZE, target, area=area("A13", "D12"))
    assert verdict.status is Status.DEAD
    assert [(one.why, one.colour) for one in verdict.assumptions] == [(AliveReason.EDGE, WHITE)]
    assert verdict.assumptions[0].points == named("E13 E12 A11 B11 C11 D11", SIZE)
    position[4] = BLACK  # a friend beyond the edge counts as alive, and that is told
    (verdict,) = confirm_chains(position, SIZE, target, area=area("A13", "D12"))
    assert {one.why for one in verdict.assumptions} == {AliveReason.EDGE, AliveReason.AREA}
    assert verdict.alive


@pytest.mark.parametrize(
    ("dead", "corners", "code", "names"),
    [
        ((), ("A13", "B12"), "area.target", "C13"),
        ((), ("A13", "C12"), "region.no_liberty", "A13"),
        (("E11",), ("A13", "E11"), "area.dead", "E11"),
        (("E11",), ("A13", "E12"), "area.dead_beside", "E11"),
    ],
)
def test_an_area_that_cuts_through_what_matters_is_refused(
    dead: tuple[str, ...], corners: tuple[str, str], code: str, names: str
) -> None:
    rows = GETS_OUT.replace("..x..", "xxx..", 1) if code == "region.no_liberty" else GETS_OUT
    rows = rows.replace(".....O", "....OO") if code == "area.dead" else rows
    position, _size = board(rows)
    with pytest.raises(ProblemError) as refused:
        confirm_chains(
            position,
            SIZE,
            small(rows),
            agreed_dead=[parse_point(name, SIZE) for name in dead],
            area=area(*corners),
        )
    assert refused.value.code == code
    assert [point_name(point, SIZE) for point in refused.value.points] == [names]
