"""A tournament in which White or Black wins equal scores: no jigo, and who wins and why is told."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from adjudication.corrections.services.corrections import correct_result
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import object_to_result
from adjudication.models import Inquiry, Verdict
from adjudication.result_entry.services import enter_result
from adjudication.result_entry.views.result_line import read_line
from tests.api.client import staff_api
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.errors import UserError
from tournament.exchange.services import import_event
from tournament.formats.aga import write_aga
from tournament.formats.h9 import write_h9
from tournament.formats.opengotha import write_opengotha
from tournament.formats.tou import write_tou
from tournament.models import Game, Role, Tournament
from tournament.results.services.recording_errors import propose
from tournament.rounds.selectors.state import event_of

pytestmark = pytest.mark.django_db

TIED = sgf(WALLS, KM="-9")
"""White is nine points ahead on the board, and has a komi of minus nine."""


@pytest.fixture
def world() -> World:
    world = make_world()
    Tournament.objects.update(tie_winner="black")
    Game.objects.update(komi_half=-18)
    for game in world.games:
        game.refresh_from_db()
    return world


def now(world: World) -> tuple[str, str, str]:
    game = Game.objects.get(pk=world.games[0].pk)
    return game.state, game.winner, game.reason


def test_a_jigo_is_refused_wherever_a_result_is_said(world: World) -> None:
    game = world.games[0]
    for say in (
        lambda: report(game, game.black, "jigo"),
        lambda: enter_result(game_id=game.pk, winner="draw"),
        lambda: correct_result(game_id=game.pk, winner="draw", reason="score", note="Jigo."),
    ):
        with pytest.raises(UserError) as refused:
            say()
        assert (refused.value.code, refused.value.field) == ("jigo_is_won", "winner")
        assert "Black wins if the scores are equal" in str(refused.value.text)
    assert now(world) == ("open", "", "")
    report(game, game.black, "B+")
    object_to_result(game_id=game.pk, player_id=game.white_id, note="Not so.")
    with pytest.raises(UserError, match="jigo_is_won"):
        answer(
            inquiry_id=Inquiry.objects.get().pk,
            player_id=game.white_id,
            answer="other",
            data={"result": "jigo"},
        )


def test_a_confirmed_result_is_not_corrected_to_a_jigo(world: World) -> None:
    game = world.games[0]
    for player in (game.black, game.white):
        report(game, player, "W+R")
    with pytest.raises(UserError, match="jigo_is_won"):
        propose(
            game_id=game.pk,
            by_player_id=game.black_id,
            winner="draw",
            reason="score",
            margin_half=None,
            note="We counted again.",
        )


@pytest.mark.parametrize("winner", ["rules", "nobody"])
def test_where_nobody_wins_equal_scores_a_jigo_is_reported(world: World, winner: str) -> None:
    Tournament.objects.update(tie_winner=winner)
    report(world.games[0], world.games[0].black, "jigo")
    assert now(world) == ("reported", "draw", "score")


def test_the_verdict_says_who_wins_and_why(world: World) -> None:
    report(world.games[0], world.games[0].black, "B+", TIED, DEAD.split())
    judge_all()
    verdict = Verdict.objects.get()
    assert (verdict.verdict, verdict.computed["result"]) == ("confirmed", "B+=")
    assert verdict.options["tie_winner"] == "B"
    page = unescape(world.player(1).get(f"/games/{world.games[0].pk}/").text)
    assert "In this tournament there are no draws: Black wins if the scores are equal." in page


def test_a_player_says_that_the_scores_were_equal_in_two_taps(world: World) -> None:
    black, address = world.player(0), f"/games/{world.games[0].pk}/report/"
    first = unescape(black.get(address).text)
    assert "In this tournament there are no draws" in first
    assert 'value="draw"' not in first

    def tapped(**sent: Any) -> str:
        answered = black.post(address, sent)
        assert answered.status_code == 200, answered.text
        return unescape(answered.text)

    assert "The scores were equal" in tapped(step="who", winner="black")
    assert "The scores were equal" not in tapped(step="who", winner="white")
    review = tapped(step="how", winner="black", reason="tie")
    assert "The scores were equal." in review
    assert "Black wins if the scores are equal" in review


def test_a_win_by_equal_scores_is_told_as_such_everywhere(world: World) -> None:
    game = world.games[0]
    for player in (game.black, game.white):
        report(game, player, "B+=")
    assert now(world) == ("confirmed", "black", "tie")
    pages = [
        unescape(world.player(0).get(f"/games/{game.pk}/").text),
        unescape(world.player(1).get(f"/games/{game.pk}/").text),
    ]
    assert all("the scores were equal" in page for page in pages)
    assert "B+=" in unescape(world.client(Role.DIRECTOR).get("/director/coupe/rounds/1/").text)
    games = staff_api(world, Role.DIRECTOR).read("/tournaments/coupe/rounds/1/")["games"]
    assert [one["result"]["reason"] for one in games if one["id"] == game.pk] == ["tie"]
    event = event_of(world.tournament)
    written = [write_h9(event), write_tou(event), write_aga(event), write_opengotha(event)]
    assert all(one.data for one in written)
    first = min(event.state.games, key=lambda one: one.table)
    assert (first.result.outcome, first.result.decided) == ("black", "play")


@pytest.mark.parametrize(
    ("who", "komi", "claim"), [("black", -18, "W+="), ("nobody", -18, "B+="), ("black", 13, "B+=")]
)
def test_nobody_wins_by_equal_scores_who_does_not(
    world: World, who: str, komi: int, claim: str
) -> None:
    Tournament.objects.update(tie_winner=who)
    Game.objects.update(komi_half=komi)
    game = Game.objects.get(pk=world.games[0].pk)
    with pytest.raises(UserError) as refused:
        report(game, game.black, claim)
    assert (refused.value.code, refused.value.field) == ("tie_is_not_won", "reason")
    winner = "black" if claim[0] == "B" else "white"
    with pytest.raises(UserError, match="tie_is_not_won"):
        enter_result(game_id=game.pk, winner=winner, reason="tie")


def test_a_win_without_a_reason_that_is_stored_stays_as_it_is(world: World) -> None:
    report(world.games[0], world.games[0].black, "B+", TIED, DEAD.split())
    assert now(world) == ("reported", "black", "unknown")
    judge_all()
    assert Verdict.objects.get().verdict == "confirmed"


def test_a_win_by_points_is_not_equal_scores(world: World) -> None:
    report(world.games[0], world.games[0].black, "B+3", TIED, DEAD.split())
    judge_all()
    assert Verdict.objects.get().verdict == "contradicted"


def test_the_staff_types_it_in_the_line_of_results(world: World) -> None:
    read = read_line("1 n=")
    assert [one.command.reason for one in read] == ["tie"]


def test_the_board_of_a_report_counts_equal_scores_as_won(world: World) -> None:
    black, address = world.player(0), f"/games/{world.games[0].pk}/report/"
    sent = {"winner": "black", "reason": "score", "margin": "5", "paste": TIED.decode()}
    page = black.post(address, {**sent, "dead": DEAD, "step": "how"}).text
    assert "The scores are equal: Black wins." in unescape(page)


def test_the_slip_and_the_public_page_say_it(world: World) -> None:
    shown = unescape(world.player(0).get("/t/coupe/").text)
    assert "Black wins if the scores are equal" in shown
    paper = world.client(Role.DIRECTOR).get("/director/coupe/print/slips/1/")
    assert "equal scores (Black wins)" in paper.text
    assert "jigo (a draw)" not in paper.text


def test_the_director_sets_it_on_the_page_and_by_the_api(world: World) -> None:
    owner, address = world.client(Role.DIRECTOR), "/director/coupe/settings/results/"
    sent = {"reporting": "both", "reopening": "never", "public_boards": "moves"}
    sent |= {"rating_scale": "none", "rated_for": "none"}
    assert owner.post(address, {**sent, "tie_winner": "white"}).status_code == 302
    assert Tournament.objects.get().tie_winner == "white"
    assert owner.post(address, {**sent, "tie_winner": "both"}).status_code == 400
    api = staff_api(world, Role.DIRECTOR)
    path = "/tournaments/coupe/settings/results/"
    assert api.done("PATCH", path, {"tie_winner": "nobody"})["results"]["tie_winner"] == "nobody"
    assert api.call("PATCH", path, {"tie_winner": "both"}).status_code == 400
    assert api.read("/tournaments/coupe/")["tie_winner"] == "nobody"


def test_it_goes_along_when_a_tournament_is_exported_and_imported(world: World) -> None:
    world.tournament.refresh_from_db()
    event = event_of(world.tournament)
    row = import_event(event=event)
    assert row.tie_winner == "black"
    Tournament.objects.filter(pk=world.tournament.pk).update(tie_winner="rules")
    world.tournament.refresh_from_db()
    assert event_of(world.tournament).details.tie_winner == ""
