"""What a correction would do to the standings is what it does."""

import pytest

from adjudication.corrections.selectors.correcting import Effects, standings_effects
from adjudication.corrections.services import corrections
from adjudication.corrections.services.corrections import Change, preview_change
from adjudication.result_entry.services import enter_result
from tests.support.world import World, add_round, make_world
from tournament.errors import NotFound
from tournament.models import AuditEvent
from tournament.public.selectors.standings import standings_page
from tournament.rounds.selectors.state import state_of
from tournament.rounds.services.draws import draw_round

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NOTE = "Looked at the board again."


@pytest.fixture
def world() -> World:
    world = make_world()
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    return world


def lines(world: World) -> dict[int, tuple[int, int]]:
    page = standings_page(world.tournament.slug)
    assert page is not None
    return {line.number: (line.place, line.values[0]) for line in page.lines}


def told(effects: Effects) -> dict[int, tuple[tuple[int, int], tuple[int, int]]]:
    return {
        one.number: ((one.place_before, one.score_before), (one.place_after, one.score_after))
        for one in effects.moved
    }


def foreseen(world: World, change: Change) -> Effects:
    return preview_change(change, tournament_id=world.tournament.pk, round_number=1)[1]


@pytest.mark.parametrize("name", ["winner", "cleared", "colours", "players", "removed"])
def test_what_is_told_beforehand_comes_true(world: World, name: str):
    game = world.games[0]
    late = world.games[3]
    if name == "players":
        corrections.remove_game(game_id=late.pk, note=NOTE)
    key = game.pk
    before, old = lines(world), state_of(world.tournament)
    change = {
        "winner": lambda: corrections.correct_result(game_id=key, winner="white", note=NOTE),
        "cleared": lambda: corrections.withdraw_result(game_id=key, note=NOTE),
        "colours": lambda: corrections.correct_colours(game_id=key, note=NOTE),
        "players": lambda: corrections.correct_players(
            game_id=key, black_id=late.black_id, white_id=game.white_id, note=NOTE
        ),
        "removed": lambda: corrections.remove_game(game_id=key, note=NOTE),
    }[name]
    effects = foreseen(world, change)
    change()
    after = lines(world)
    came = {one: (before[one], after[one]) for one in after if before[one] != after[one]}
    assert told(effects) == came
    assert bool(came) == (name != "colours")
    new = state_of(world.tournament)
    assert standings_effects(world.tournament, old, new, round_number=1) == effects


def test_later_rounds_paired_from_the_old_values(world: World):
    game = world.games[0]

    def change() -> AuditEvent:
        return corrections.correct_result(game_id=game.pk, winner="white", note=NOTE)

    assert foreseen(world, change).paired == ()
    add_round(world)
    draw_round(tournament_id=world.tournament.pk)
    effects = foreseen(world, change)
    assert effects.after == 2
    assert [one.round for one in effects.paired] == [2, 3]
    assert effects.paired[0].tables == (1,)
    drafted = world.tournament.rounds.get(number=3).games
    touched = {game.black_id, game.white_id}
    assert effects.paired[1].tables == tuple(
        one.board_number
        for one in drafted.order_by("board_number")
        if touched & {one.black_id, one.white_id}
    )


def test_nothing_is_foreseen_in_a_tournament_that_is_not_there():
    with pytest.raises(NotFound, match="no_tournament"):
        preview_change(lambda: AuditEvent(), tournament_id=0, round_number=1)
