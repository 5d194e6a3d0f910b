"""One game on a server cannot be that of two boards of a tournament, wherever its records are."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from adjudication.archive.services.archive import restore_archive
from adjudication.models import ServerNumber
from adjudication.result_entry.services import enter_result
from adjudication.submissions.services.reports import withdraw_submission
from adjudication.verdicts.services.likeness import numbered_games, numbers_given_twice
from tests.adjudication.archives import archive_of
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import Game, GameState
from tournament.players.services.players import change_player

pytestmark = pytest.mark.django_db
PAGE = "/director/coupe/records/servers/"
OGS = "OGS: https://online-go.com/game/4711"
OTHER = WALLS.replace("gg bb", "gf bb").replace("de ee", "ce ee")
SAME = "A record of another game gives the same game number (OGS 4711): round 1, board 2."


def played(moves: str = WALLS, **root: str) -> bytes:
    return sgf(moves, **{"KM": "6.5", "RU": "Japanese", "RE": "W+15.5", "PC": OGS, **root})


def waiting(world: World, director: Client) -> str:
    """Bring a record of the first board, which names its players; return the page."""
    for player, account in zip(world.players, ("aki9", "bea"), strict=False):
        change_player(player_id=player.pk, accounts=f"OGS: {account}")
    upload = SimpleUploadedFile("game.sgf", played(PB="aki9", PW="bea"))
    assert director.post(PAGE, {"files": [upload]}).status_code == 302
    return director.get(PAGE).text


def reported(world: World, index: int, data: bytes) -> int:
    game = world.games[index]
    key = report(game, game.black, "W+15.5", data, ["B8", "G3"])
    judge_all()
    return key


@pytest.mark.parametrize("confirmed", [False, True])
def test_a_record_that_waits_is_compared_with_those_of_reports(
    world: World, director: Client, confirmed: bool
) -> None:
    reported(world, 1, played(OTHER))
    if confirmed:
        game = world.games[1]
        report(game, game.white, "W+15.5", played(OTHER), ["B8", "G3"])
        judge_all()
    page = waiting(world, director)
    assert SAME in page
    assert " checked" not in page.partition('name="chosen"')[2][:200]
    assert 'id="given-twice"' not in page, "only one of them stands"


def test_two_boards_that_were_reported_are_listed(world: World, director: Client) -> None:
    first = reported(world, 0, played())
    reported(world, 1, played(OTHER))
    page = director.get(PAGE).text
    listed = page.partition('id="given-twice"')[2].partition("</section>")[0]
    assert "OGS 4711: round 1, board 1; round 1, board 2" in listed
    withdraw_submission(submission_id=first, player_id=world.games[0].black_id)
    assert 'id="given-twice"' not in director.get(PAGE).text


def test_another_number_or_the_same_board_is_nothing(world: World, director: Client) -> None:
    reported(world, 0, played(OTHER))
    reported(world, 1, played(OTHER, PC=OGS.replace("4711", "4712")))
    page = waiting(world, director)
    assert "same game number" not in page
    assert 'id="given-twice"' not in page


def test_other_tournaments_are_not_looked_at(world: World, director: Client) -> None:
    reported(world, 0, played())
    here = world.tournament.pk

    def asked() -> int:
        """Return how many queries it takes to look here, where one board has the number."""
        with CaptureQueriesContext(connection) as queries:
            assert numbers_given_twice(here) == ()
            found = numbered_games(here, {"OGS 4711"})
        assert [one.game_id for one in found] == [world.games[0].pk]
        return len(queries)

    before = asked()
    elsewhere = make_world(name="Other cup", slug="other")
    reported(elsewhere, 0, played(OTHER))
    reported(elsewhere, 1, played(OTHER))
    assert asked() == before
    assert 'id="given-twice"' not in director.get(PAGE).text


def test_a_restored_tournament_finds_it_again(world: World) -> None:
    reported(world, 0, played())
    reported(world, 1, played(OTHER))
    stream = io.BytesIO(archive_of(world.tournament))
    restored = restore_archive(stream=stream, slug="again")
    assert not ServerNumber.objects.filter(tournament=restored).exists()
    judge_all()
    ((first, second),) = numbers_given_twice(restored.pk)
    assert (first.board_number, second.board_number) == (1, 2)


def test_two_boards_with_one_number_are_not_both_recorded(world: World, director: Client) -> None:
    for player, account in zip(world.players, ("aki9", "bea", "chris", "dora"), strict=False):
        change_player(player_id=player.pk, accounts=f"OGS: {account}")
    today = timezone.localdate().isoformat()
    for black, white, moves in (("aki9", "bea", WALLS), ("chris", "dora", OTHER)):
        data = played(moves, PB=black, PW=white, DT=today, RE="W+R")
        upload = SimpleUploadedFile(f"{black}.sgf", data)
        assert director.post(PAGE, {"files": [upload]}).status_code == 302

    def boxes() -> list[str]:
        return re.findall(r'name="chosen" value="([^"]+)"', director.get(PAGE).text)

    first, second = boxes()
    answer = director.post(PAGE, {"record": "1", "chosen": [first, second]}, follow=True)
    assert "tick only the one that is right" in answer.text
    assert set(Game.objects.values_list("state", flat=True)) == {GameState.OPEN}
    director.post(PAGE, {"record": "1", "chosen": [first]})
    judge_all()
    world.games[0].refresh_from_db()
    assert world.games[0].state == GameState.ENTERED
    assert boxes() == [], "its number is that of a board by now"
    director.post(PAGE, {"record": "1", "chosen": [second]})
    world.games[1].refresh_from_db()
    assert world.games[1].state == GameState.OPEN
    enter_result(game_id=world.games[1].pk, winner="white", reason="resignation")
    assert len(boxes()) == 1, "with the result entered, its record can be added"
