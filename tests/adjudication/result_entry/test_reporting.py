"""Who brings the results in: players, staff or both."""

import pytest

from adjudication.result_entry.services import clear_result, enter_result
from adjudication.submissions.services.reports import submit_result
from tests.factories import GameFactory
from tournament.errors import Conflict
from tournament.models import GameState, Tournament

pytestmark = pytest.mark.django_db


def report(game):
    submit_result(game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key="a")


def test_where_players_report_staff_notes_only_who_did_not_come():
    game = GameFactory()
    Tournament.objects.update(reporting="players")
    with pytest.raises(Conflict) as refused:
        enter_result(game_id=game.pk, winner="black")
    assert refused.value.code == "players_report"
    enter_result(game_id=game.pk, winner="black", reason="absence")
    clear_result(game_id=game.pk)
    enter_result(game_id=game.pk, winner="both", reason="absence")
    game.refresh_from_db()
    assert game.state == GameState.ENTERED
    clear_result(game_id=game.pk)
    report(game)
    game.refresh_from_db()
    assert game.state == GameState.REPORTED


def test_where_staff_enters_players_do_not_report():
    game = GameFactory()
    Tournament.objects.update(reporting="director")
    with pytest.raises(Conflict) as refused:
        report(game)
    assert refused.value.code == "staff_reports"
    enter_result(game_id=game.pk, winner="black")
    game.refresh_from_db()
    assert game.state == GameState.ENTERED


def test_where_both_do_both_may():
    first, second = GameFactory(), GameFactory()
    report(first)
    enter_result(game_id=second.pk, winner="white")
    for game in (first, second):
        game.refresh_from_db()
        assert game.winner


@pytest.mark.parametrize("winner", ["draw", "both_win", "none", "void"])
def test_where_players_report_an_absence_gives_no_other_outcome(winner: str):
    game = GameFactory()
    Tournament.objects.update(reporting="players")
    with pytest.raises(Conflict) as refused:
        enter_result(game_id=game.pk, winner=winner, reason="absence")
    assert refused.value.code == "players_report"
    for absent in ("black", "white", "both"):
        enter_result(game_id=game.pk, winner=absent, reason="absence")
