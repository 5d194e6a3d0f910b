"""A game that a referee has ruled, wherever games are known by their state."""

import pytest
from django.utils import timezone

from adjudication.closing.selectors import closing_state
from adjudication.corrections.selectors.correcting import game_now
from adjudication.corrections.selectors.history import event_of
from adjudication.corrections.selectors.undo import undo_checks
from adjudication.corrections.services import corrections
from adjudication.result_entry.services import clear_result, enter_result
from adjudication.submissions.services.reports import submit_result
from tests.support.database import refused
from tests.support.world import World
from tournament.audit.selectors.freshness import freshness_of
from tournament.audit.services.recording import record
from tournament.errors import Conflict
from tournament.models import AuditEvent, Game, RoundState, Verb
from tournament.rounds.selectors.running import running_page
from tournament.rounds.selectors.state import open_games, state_of
from tournament.rounds.services.rounds import finish_round
from tournament.state.results import Decided, Outcome

pytestmark = pytest.mark.database


def rule(game: Game, *, final: bool = False, **result: object) -> Game:
    game.refresh_from_db()
    result = {"winner": "white", "reason": "ruling", "margin_half": None, **result}
    assert Game.objects.move(game, "ruled", **result, reported_at=timezone.now(), final=final)
    game.refresh_from_db()
    return game


def test_a_ruled_game_counts_in_standings_and_nobody_waits_for_it(world: World):
    game = rule(world.games[0])
    number = game.round.number
    (value,) = (one for one in state_of(world.tournament).games if one.result.known)
    assert (value.result.outcome, value.result.decided) == (Outcome.WHITE, Decided.RULING)
    assert open_games(world.tournament.pk, rounds=[number]) == 3
    page = running_page(world.tournament.pk, number)
    assert (page.counts.done, page.counts.unsettled) == (1, 3)
    assert not closing_state(world.tournament.pk).disputed


def test_a_round_of_ruled_games_can_be_closed(world: World):
    for game in world.games:
        rule(game)
    finish_round(round_id=world.games[0].round_id)
    assert world.tournament.rounds.get().state == RoundState.FINISHED


def test_a_ruled_game_of_an_earlier_round_is_not_missing(drafted: World):
    first = drafted.tournament.rounds.get(number=1)
    drafted.tournament.rounds.filter(number=2).update(state=RoundState.PUBLISHED)
    before = freshness_of(drafted.tournament.pk).all
    assert len(running_page(drafted.tournament.pk, 2).earlier) == 4
    for game in first.games.all():
        rule(game)
    record(Verb.RULED, tournament_id=drafted.tournament.pk)
    assert running_page(drafted.tournament.pk, 2).earlier == ()
    assert freshness_of(drafted.tournament.pk).all != before


@pytest.mark.parametrize("final", [False, True])
def test_nobody_corrects_a_ruled_game(world: World, final: bool):
    game, other = rule(world.games[0], final=final), world.games[1]
    changes = (
        lambda: corrections.correct_result(game_id=game.pk, winner="black", note="Slip."),
        lambda: corrections.withdraw_result(game_id=game.pk, note="Slip."),
        lambda: corrections.correct_colours(game_id=game.pk, note="Slip."),
        lambda: corrections.correct_terms(game_id=game.pk, handicap=2, note="Slip."),
        lambda: corrections.remove_game(game_id=game.pk, note="Slip."),
        lambda: corrections.swap_in_round(
            round_id=game.round_id, first_id=game.black_id, second_id=other.black_id, note="Slip."
        ),
        lambda: enter_result(game_id=game.pk, winner="black"),
        lambda: clear_result(game_id=game.pk),
        lambda: submit_result(
            game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key="k"
        ),
    )
    for change in changes:
        with pytest.raises(Conflict, match="game_ruled"):
            change()
    with pytest.raises(Conflict, match="board_taken"):
        corrections.correct_terms(game_id=other.pk, board_number=game.board_number, note="Slip.")
    assert game_now(world.tournament.pk, game.pk).ruled


def test_what_a_ruling_made_and_what_was_before_is_not_undone_by_a_click(world: World):
    game = world.games[0]
    enter_result(game_id=game.pk, winner="black")
    entered = AuditEvent.objects.get(verb=Verb.RESULT_ENTERED)
    rule(game)
    numbers = [game.black.number, game.white.number]
    ruling = record(
        Verb.RULED,
        tournament_id=world.tournament.pk,
        round_number=game.round.number,
        table=game.board_number,
        players=numbers,
        before={"case": 1},
        after={"case": 1},
    )
    events = [event_of(world.tournament.pk, one.pk) for one in (entered, ruling)]
    told = undo_checks(world.tournament.pk, events)
    assert told[entered.pk].code == "changed_since"
    assert told[ruling.pk].code == "not_undoable"


@pytest.mark.parametrize(
    "columns",
    [
        {"winner": "black"},
        {"reason": "forfeit"},
        {"state": "disputed", "winner": "", "reason": "", "final": False},
        {"final": False},
        {"handicap": 3},
        {"komi_half": 1},
    ],
)
def test_the_database_keeps_a_final_ruling(world: World, columns: dict[str, object]):
    game = rule(world.games[0], final=True)
    refused("final ruling", lambda: Game.objects.filter(pk=game.pk).update(**columns))


def test_only_a_ruling_is_final(world: World):
    refused(
        "game_final_is_ruled",
        lambda: Game.objects.filter(pk=world.games[0].pk).update(final=True),
    )
