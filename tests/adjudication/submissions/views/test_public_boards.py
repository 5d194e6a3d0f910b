"""Games on a board for everybody: as the tournament allows it, and never before they are final."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.models import Submission
from adjudication.submissions.services.answers import accept_claim
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import Game, Player, PublicBoards, Role, Tournament
from tournament.rounds.services.rounds import finish_round

BOARD = "data-board="


def confirmed(world: World) -> tuple[str, str]:
    """Confirm the first game with a record; return its address and that of what if."""
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    report(game, game.white, "W+15.5")
    judge_all()
    submission = Submission.objects.filter(game=game, record__isnull=False).get()
    address = f"/games/{game.pk}/"
    return address, f"{address}records/{submission.pk}/try/"


def test_a_tournament_that_shows_nothing_shows_it_to_the_players_and_referees(
    world: World, client: Client
) -> None:
    address, trying = confirmed(world)
    assert BOARD in client.get(address).text
    Tournament.objects.update(public_boards=PublicBoards.NONE, board_delay_minutes=60)
    for stranger in (client, world.player(3)):
        page = stranger.get(address)
        assert BOARD not in page.text
        assert "Everybody can see the game here from" not in page.text
        assert stranger.get(trying).status_code == 404
    for trusted in (world.player(0), world.client(Role.REFEREE)):
        assert BOARD in trusted.get(address).text
        assert trusted.get(trying).status_code == 200


def test_a_game_of_a_running_round_waits(
    world: World, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, trying = confirmed(world)
    Tournament.objects.update(board_delay_minutes=60)
    page = client.get(address).text
    assert BOARD not in page
    assert "Everybody can see the game here from" in page
    assert client.get(trying).status_code == 404
    later = timezone.now() + timedelta(minutes=61)
    monkeypatch.setattr(timezone, "now", lambda: later)
    page = client.get(address).text
    assert BOARD in page
    assert "Everybody can see the game here from" not in page
    assert client.get(trying).status_code == 200


def test_a_finished_round_is_shown(world: World, client: Client) -> None:
    address, _trying = confirmed(world)
    Tournament.objects.update(board_delay_minutes=1440)
    assert BOARD not in client.get(address).text
    for game in world.games[1:]:
        report(game, game.black, "B+R")
        report(game, game.white, "B+R")
    finish_round(round_id=world.games[0].round_id)
    assert BOARD in client.get(address).text


@pytest.mark.parametrize("answer", [None, "B+R"])
def test_a_game_without_a_result_is_nobodys(
    world: World, client: Client, answer: str | None
) -> None:
    game = Game.objects.get(pk=world.games[0].pk)
    Tournament.objects.update(public_boards=PublicBoards.ALL)
    report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    judge_all()
    if answer:
        report(game, game.white, answer)
    page = client.get(f"/games/{game.pk}/").text
    assert BOARD not in page
    assert "Everybody can see the game here from" not in page


def test_the_director_chooses(world: World) -> None:
    owner, address = world.client(Role.DIRECTOR), "/director/coupe/settings/results/"
    assert 'value="moves" ' in owner.get(address).text
    sent = {"reporting": "both", "reopening": "never"}
    sent |= {"public_boards": "none", "board_delay_minutes": "45", "tie_winner": "rules"}
    sent |= {"rating_scale": "egf", "rated_for": "none"}
    assert owner.post(address, sent).status_code == 302
    row = Tournament.objects.get()
    assert (row.public_boards, row.board_delay_minutes) == ("none", 45)
    assert owner.post(address, sent | {"board_delay_minutes": "0"}).status_code == 400
    assert owner.post(address, sent | {"public_boards": "x"}).status_code == 400


NOTED = sgf(WALLS).replace(
    b";B[de];", b";B[de]C[<script>alert(1)</script> he was rude]LB[aa:<b]BL[61]OB[5];"
)


def noted(world: World) -> str:
    """Confirm the first game with a record that somebody wrote into; return its address."""
    game = world.games[0]
    # A variation, after the first move.
    record = NOTED.replace(b";W[ee]", b"(;W[ee]", 1)[:-1] + b")(;W[cc];B[dd]))"
    report(game, game.black, "W+15.5", record, DEAD.split())
    report(game, game.white, "W+15.5")
    judge_all()
    return f"/games/{game.pk}/?move=1"


def test_what_is_written_in_a_record_is_for_players_and_referees(
    world: World, client: Client
) -> None:
    address = noted(world)
    for trusted in (world.player(0), world.player(1), world.client(Role.REFEREE)):
        page = trusted.get(address).text
        assert "&lt;script&gt;alert(1)&lt;/script&gt; he was rude" in page
        assert "&lt;b</text>" in page
        assert "try/?move=1&amp;line=C7,D6&amp;at=1#play" in page
        assert "<script>alert" not in page
        assert "Time left: Black 1:01 (5 moves)" in page
    page = client.get(address).text
    assert "rude" not in page
    assert "&lt;b</text>" not in page
    assert "line=C7" not in page
    assert "Time left: Black 1:01 (5 moves)" in page


def test_a_tournament_shows_everybody_what_is_written(world: World, client: Client) -> None:
    address = noted(world)
    Tournament.objects.update(public_boards=PublicBoards.ALL)
    page = client.get(address).text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; he was rude" in page
    assert "<script>alert" not in page
    assert "line=C7,D6" in page
    assert "rude" not in client.get(f"{address[:-1]}2").text.split("<script")[0]


def test_namesakes_are_told_apart_on_the_pages_of_a_game(world: World, client: Client) -> None:
    address, trying = confirmed(world)
    for player, club in zip(world.players[:2], ("Paris", "Lyon"), strict=True):
        Player.objects.filter(pk=player.pk).update(surname="Dupont", club=club)
    for path in (address, trying):
        for visitor in (client, world.player(0), world.client(Role.REFEREE)):
            page = visitor.get(path).text
            assert "Dupont (Paris)" in page, path
            assert "Dupont (Lyon)" in page, path


def accepted(world: World, *, earlier: bytes, right: bytes | None) -> str:
    """Let Black report a win with a record, and accept White's count then; return the address."""
    game = Game.objects.get(pk=world.games[0].pk)
    report(game, game.black, "B+R", earlier)
    whites = report(game, game.white, "W+15.5", right, DEAD.split())
    judge_all()
    game.refresh_from_db()
    accept_claim(game_id=game.pk, player_id=game.black_id, expects=whites, version=game.version)
    return f"/games/{game.pk}/"


SHORT = sgf(" ".join(WALLS.split()[:14]))


def test_everybody_sees_the_record_that_the_accepted_report_came_with(
    world: World, client: Client
) -> None:
    address = accepted(world, earlier=SHORT, right=sgf(WALLS))
    game = Game.objects.get(pk=world.games[0].pk)
    right = Submission.objects.get(game=game, record__isnull=False, player=game.white)
    viewer = client.get(address).context["viewer"]
    assert viewer.id == f"board-{right.pk}"
    assert viewer.moves == len(WALLS.split())
    # Accepting confirmed its dead stones as well.
    assert len(viewer.data["dead"]) == 2
    for seat in (0, 1):
        cards = world.player(seat).get(address).context["cards"]
        assert cards[0].report.id == right.pk


def test_a_record_whose_report_was_rejected_is_not_shown_as_that_of_the_result(
    world: World, client: Client
) -> None:
    address = accepted(world, earlier=SHORT, right=None)
    assert client.get(address).context["viewer"] is None
    assert BOARD in world.player(0).get(address).text
