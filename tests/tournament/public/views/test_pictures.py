"""A tournament in pictures: what they are drawn from, and their numbers behind them."""

import re
from itertools import pairwise

import pytest
from django.test import Client

from adjudication.result_entry.services import enter_result
from tests.factories.tournament import PlayerFactory, TournamentFactory
from tests.support.world import World, add_round
from tournament.models import Reason, Role
from tournament.public.selectors.pictures import ColourTally, Leader, PicturesPage, pictures_page
from tournament.public.views.pictures import NAME_HEIGHT, colour_chart, leader_chart
from tournament.state.criteria import Criterion
from tournament.state.ranks import parse_rank

pytestmark = pytest.mark.django_db

PAGE = "/t/coupe/pictures/"


def text(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.text)


def found() -> PicturesPage:
    page = pictures_page("coupe")
    assert page is not None
    return page


def test_before_the_first_round_there_is_the_strength_alone() -> None:
    tournament = TournamentFactory(slug="early")
    assert "begin with four players" in text("/t/early/pictures/")
    for number, rank in enumerate(("3d", "1k", "5k", "5k"), 1):
        level = parse_rank(rank)
        PlayerFactory(tournament=tournament, number=number, rank=rank, level=level)
    for path in ("/t/early/pictures/", "/t/early/"):
        page = text(path)
        assert "Strength of the players" in page
        assert "5k: 2;" in page
        assert "Who leads" not in page
    assert Client().get("/t/nowhere/pictures/").status_code == 404


def test_games_are_counted_by_colour_and_handicap(world: World) -> None:
    for game, winner in zip(world.games, ("black", "white", "black"), strict=False):
        enter_result(game_id=game.pk, winner=winner)
    assert found().tallies == (ColourTally(0, 2, 1, 0),)
    enter_result(game_id=world.games[3].pk, winner="black", reason=Reason.ABSENCE)
    assert found().tallies == (ColourTally(0, 2, 1, 0),), "a game that was not played"
    page = text(PAGE)
    assert "even games: Black 2, White 1" in page
    assert "67 %" in page


def test_the_first_have_their_score_after_every_round(world: World) -> None:
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    assert "Who leads" not in text(PAGE), "one round is no line"
    add_round(world)
    assert len(found().rounds) == 1, "a round without a result says nothing"
    assert found().leaders
    enter_result(game_id=world.games[-1].pk, winner="black")
    leaders = found().leaders
    assert [len(leader.scores) for leader in leaders] == [2] * 6
    assert [leader.place for leader in leaders] == sorted(leader.place for leader in leaders)
    page = text(PAGE)
    assert "Results are still coming in." in page
    assert page.count('class="name on-start"') == 6


def test_names_at_the_end_of_lines_stand_apart(world: World) -> None:
    names = [row.player for row in found().leaders] or list(world.players)
    tied = tuple(Leader(names[index], 1, (20, 22)) for index in range(6))
    page = PicturesPage(found().head, (), found().parameters, (1, 2), Criterion.MMS, tied, ())  # type: ignore[arg-type]
    chart = leader_chart(page)
    assert chart is not None
    heights = [line.name_y for line in chart.lines]
    assert all(b - a >= NAME_HEIGHT for a, b in pairwise(heights))
    assert heights[0] > 0
    assert heights[-1] <= chart.height
    assert len({line.points for line in chart.lines}) == 6, "tied lines stand beside each other"
    assert len({line.marks[0] for line in chart.lines}) == 6


def test_a_narrow_part_has_no_number_in_it() -> None:
    chart = colour_chart([ColourTally(0, 1, 99, 0)])
    assert chart is not None
    assert [(part.kind, part.label) for part in chart.bars[0].parts] == [
        ("black", False),
        ("white", True),
    ]
    assert colour_chart([]) is None


def test_the_director_sees_a_round_board_by_board(world: World) -> None:
    enter_result(game_id=world.games[0].pk, winner="black")
    page = re.sub(r"\s+", " ", world.client(Role.DIRECTOR).get("/director/coupe/").text)
    assert re.findall(r'<li class="board (\w+)"><a href="/games/', page) == ["done", *["open"] * 3]


def test_the_director_sees_strengths_before_the_first_round_only(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    assert "Strength of the players" not in owner.get("/director/coupe/players/").text
    early = World(TournamentFactory(slug="early"))
    for number in range(1, 6):
        PlayerFactory(tournament=early.tournament, number=number, rank="2k")
    page = early.client(Role.DIRECTOR).get("/director/early/players/")
    assert "Strength of the players" in page.text
