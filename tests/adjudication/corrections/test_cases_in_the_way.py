"""A game that has a case is corrected, undone and taken away with its case in mind."""

import pytest

from adjudication.cases.services.opening import open_by_staff
from adjudication.corrections.services.corrections import (
    correct_players,
    correct_result,
    remove_game,
)
from adjudication.corrections.services.undo import undo
from adjudication.models import Case
from adjudication.submissions.services.reports import submit_result
from tests.adjudication.decisions import staff
from tests.factories import CaseFactory, GameFactory
from tournament.audit.services.current_actor import acting_as
from tournament.errors import Conflict
from tournament.models import AuditEvent, Game
from tournament.rounds.services.rounds import withdraw_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return GameFactory()


def differ(game: Game) -> Case:
    for player, claim in ((game.black_id, "B+R"), (game.white_id, "W+R")):
        submit_result(game_id=game.pk, player_id=player, claim=claim, idempotency_key=claim)
    return Case.objects.get(game=game)


def test_a_dispute_that_comes_back_is_a_case_again(game):
    first = differ(game)
    event = correct_result(game_id=game.pk, winner="white", note="By mistake.")
    undo(event_id=event.pk)
    game.refresh_from_db()
    first.refresh_from_db()
    assert (game.state, first.state) == ("disputed", "settled")
    again = Case.objects.live().get()
    assert (again.number, again.cause, again.state) == (first.number + 1, first.cause, "open")
    assert (again.grounds, set(again.parties.all())) == (first.grounds, set(first.parties.all()))
    assert AuditEvent.objects.filter(verb="case.opened").count() == 2


def test_a_game_with_a_case_keeps_its_players_and_is_not_taken_away(game):
    CaseFactory(game=game, cause="late")
    other = GameFactory(round=game.round)
    with pytest.raises(Conflict, match="game_has_case"):
        remove_game(game_id=game.pk, note="Never played.")
    other.seats.all().delete()
    other.delete()
    with pytest.raises(Conflict, match="game_has_case"):
        correct_players(
            game_id=game.pk, black_id=game.black_id, white_id=other.white_id, note="Another."
        )


def test_a_round_with_a_case_is_not_taken_back(game):
    tournament = game.round.tournament
    with acting_as(staff(tournament, "referee", "Rita")):
        open_by_staff(tournament_id=tournament.pk, cause="late", game_id=game.pk, note="Overslept.")
    with pytest.raises(Conflict, match="round_has_cases"):
        withdraw_round(round_id=game.round_id)
