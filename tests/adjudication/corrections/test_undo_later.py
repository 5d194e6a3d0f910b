"""Undoing once other things happened: what is put back fits what is there now, or stays."""

import pytest

from adjudication.corrections.services import corrections
from adjudication.corrections.services.undo import undo
from adjudication.result_entry.services import clear_result, enter_result
from tests.support.world import World, report
from tests.tournament.trail import (
    everything,
    last,
    refused,
    there_and_back,
)
from tournament.audit.services.recording import record
from tournament.models import AuditEvent, Game, GameState, RoundState, Verb
from tournament.players.services.players import change_player, set_participation
from tournament.rounds.services.boards import give_bye, lock_boards, unpair
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import create_round, finish_round

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NOTE = "Looked at the board again."


def closed(world: World) -> None:
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    finish_round(round_id=world.games[0].round_id)


def stage(world: World) -> str:
    return world.tournament.rounds.get(number=1).state


def test_a_round_opened_by_a_correction_is_closed_again(world: World):
    closed(world)
    finished = last()
    game = world.games[0]
    there_and_back(world, lambda: corrections.withdraw_result(game_id=game.pk, note=NOTE))
    assert stage(world) == RoundState.FINISHED
    undo(event_id=finished.pk)


def test_a_round_opened_by_a_late_game_is_closed_again(world: World):
    late = world.games.pop()
    corrections.remove_game(game_id=late.pk, note=NOTE)
    closed(world)
    there_and_back(
        world,
        lambda: corrections.add_game(
            round_id=late.round_id, black_id=late.black_id, white_id=late.white_id, note=NOTE
        ),
    )
    assert stage(world) == RoundState.FINISHED


def test_what_opened_a_round_is_told(world: World):
    closed(world)
    event = corrections.withdraw_result(game_id=world.games[0].pk, note=NOTE)
    assert (event.before["round"], event.after["round"]) == ("finished", "published")
    event = corrections.withdraw_result(game_id=world.games[1].pk, note=NOTE)
    assert "round" not in event.before
    assert "round" not in event.after


def test_a_round_is_not_closed_again_over_another_open_game(world: World):
    closed(world)
    event = corrections.withdraw_result(game_id=world.games[0].pk, note=NOTE)
    corrections.withdraw_result(game_id=world.games[1].pk, note=NOTE)
    second = last()
    assert refused(event) == "round_unfinished"
    undo(event_id=second.pk)
    assert stage(world) == RoundState.PUBLISHED
    undo(event_id=event.pk)
    assert stage(world) == RoundState.FINISHED


def test_pairing_again_with_the_same_outcome_is_no_change(drafted: World):
    event, count = last(), AuditEvent.objects.count()
    draw_round(tournament_id=drafted.tournament.pk, seed=1)
    assert AuditEvent.objects.count() == count
    undo(event_id=event.pk)
    assert not drafted.tournament.rounds.get(number=2).games.exists()


def test_an_event_that_changed_nothing_is_in_nobodys_way(drafted: World):
    event = last()
    same = record(
        Verb.ROUND_PAIRED,
        tournament_id=drafted.tournament.pk,
        round_number=2,
        players=event.players,
        before=event.after,
        after=event.after,
    )
    assert refused(same) == "not_undoable"
    undo(event_id=event.pk)


@pytest.mark.parametrize("locked", [True, False])
def test_a_lock_is_told_and_undone(drafted: World, locked: bool):
    game = drafted.games[0]
    lock_boards(round_id=game.round_id, game_ids=[game.pk], locked=not locked)
    there_and_back(
        drafted,
        lambda: lock_boards(round_id=game.round_id, game_ids=[game.pk], locked=locked),
    )


def test_a_locked_board_comes_back_locked(drafted: World):
    game = drafted.games[0]
    lock_boards(round_id=game.round_id, game_ids=[game.pk], locked=True)
    there = everything(drafted)
    unpair(round_id=game.round_id, game_ids=[game.pk])
    undo(event_id=last().pk)
    assert everything(drafted) == there
    assert Game.objects.get(round=game.round_id, board_number=game.board_number).locked


@pytest.mark.parametrize(
    "change",
    [
        lambda game: clear_result(game_id=game.pk),
        lambda game: corrections.withdraw_result(game_id=game.pk, note=NOTE),
        lambda game: corrections.remove_game(game_id=game.pk, note=NOTE),
    ],
)
def test_a_result_comes_back_with_the_time_it_came_in(world: World, change):
    game = world.games[0]
    enter_result(game_id=game.pk, winner="black")
    game.refresh_from_db()
    change(game)
    undo(event_id=last().pk)
    found = Game.objects.get(round=game.round_id, board_number=game.board_number)
    assert (found.state, found.reported_at) == (GameState.ENTERED, game.reported_at)


@pytest.mark.parametrize("claims", [("B+R",), ("B+R", "W+R")])
def test_a_closed_round_keeps_no_report_that_waits_and_no_dispute(world: World, claims):
    game, *others = world.games
    for player, claim in zip((game.black, game.white), claims, strict=False):
        report(game, player, claim)
    event = corrections.correct_result(game_id=game.pk, winner="white", note=NOTE)
    for other in others:
        enter_result(game_id=other.pk, winner="black")
    finish_round(round_id=game.round_id)
    assert refused(event) == "round_finished"
    assert Game.objects.get(pk=game.pk).state == GameState.ENTERED


def test_who_is_away_since_is_not_seated_again(world: World):
    game = world.games[0]
    event = corrections.remove_game(game_id=game.pk, note=NOTE)
    set_participation(player_id=game.black_id, round_number=1, plays=False)
    away = last()
    assert refused(event) == "player_absent"
    undo(event_id=away.pk)
    undo(event_id=event.pk)
    assert world.tournament.rounds.get().games.count() == len(world.games)


def test_who_is_away_since_is_not_in_a_draft_again(drafted: World):
    unpair(round_id=drafted.games[0].round_id)
    event = last()
    set_participation(player_id=drafted.players[0].pk, round_number=2, plays=False)
    assert refused(event) == "player_absent"


def test_nobody_has_a_second_bye_in_a_draft_again(world: World):
    first = world.games[0]
    player, round_ = first.black_id, create_round(tournament_id=world.tournament.pk)
    corrections.remove_game(game_id=first.pk, note=NOTE)
    give_bye(round_id=round_.pk, player_id=player)
    give_bye(round_id=round_.pk, player_id=None)
    event = last()
    corrections.set_bye(round_id=first.round_id, player_id=player, note=NOTE)
    assert refused(event) == "bye_twice"
    undo(event_id=last().pk)
    undo(event_id=event.pk)
    assert round_.seats.get().player_id == player


def test_a_second_bye_that_was_allowed_comes_back(world: World):
    first = world.games[0]
    player, round_ = first.black_id, create_round(tournament_id=world.tournament.pk)
    corrections.remove_game(game_id=first.pk, note=NOTE)
    give_bye(round_id=round_.pk, player_id=player)
    corrections.set_bye(round_id=first.round_id, player_id=player, note=NOTE)
    there_and_back(world, lambda: give_bye(round_id=round_.pk, player_id=None))


def test_an_entry_stays_once_a_round_is_paired_from_it(world: World):
    change_player(player_id=world.players[0].pk, rank="3d")
    event = last()
    draw_round(tournament_id=world.tournament.pk, seed=1)
    paired = last()
    assert refused(event) == "paired_since"
    undo(event_id=paired.pk)
    undo(event_id=event.pk)
    world.players[0].refresh_from_db()
    assert world.players[0].rank != "3d"
