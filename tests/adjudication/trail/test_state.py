"""What was changed past the program is found by playing the events again."""

import io
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from adjudication.archive.services.archive import restore_archive
from adjudication.corrections.services.corrections import correct_result
from adjudication.corrections.services.undo import undo
from adjudication.erasing.services import erase_player
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.trail.selectors import compare_with_trail
from tests.adjudication.archives import archive_of
from tests.adjudication.decisions import ruled, staff
from tests.support.remembered import remembered
from tests.support.world import World, fill, make_world
from tests.tournament.tampering import raw, without_triggers
from tournament.audit.selectors import snapshots
from tournament.exchange.services import import_event
from tournament.models import AuditEvent, Verb
from tournament.players.services.players import (
    add_player,
    change_player,
    remove_player,
    set_participation,
    withdraw_player,
)
from tournament.rounds.selectors.state import event_of
from tournament.rounds.services.boards import set_terms
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import publish_round
from tournament.settings.selectors import result_settings, time_settings
from tournament.settings.services import change_results, change_time

pytestmark = [pytest.mark.django_db, pytest.mark.once]

DECISION = Decision(
    "result",
    "black",
    "score",
    margin_half=7,
    reasons="White moved a stone.",
    penalties=(PenaltyGiven(6, "points", points_half=4),),
)


@remembered
def told_world() -> World:
    """A tournament to which everything happened that the trail tells of."""
    world = make_world()
    fill(world)
    tournament = world.tournament
    ruled(tournament, staff(tournament), world.games[2], DECISION)
    correct_result(game_id=world.games[1].pk, winner="white", reason="time", note="The flag")
    undo(event_id=AuditEvent.objects.filter(verb=Verb.RESULT_CORRECTED).latest("pk").pk)
    late = add_player(tournament_id=tournament.pk, surname="Ida", rank="3k", club="31To")
    remove_player(player_id=add_player(tournament_id=tournament.pk, surname="Jo").pk)
    change_player(player_id=late.pk, rank="1d")
    set_participation(player_id=world.players[7].pk, round_number=3, plays=False)
    round_ = draw_round(tournament_id=tournament.pk, seed=1).round
    set_terms(game_id=round_.games.earliest("board_number").pk, handicap=2, komi_half=1)
    publish_round(round_id=round_.pk)
    withdraw_player(player_id=late.pk, from_round=3)
    withdraw_player(player_id=world.players[7].pk, from_round=3, counts=False)
    tournament.refresh_from_db()
    change_time(
        tournament_id=tournament.pk, settings=replace(time_settings(tournament), round_minutes=90)
    )
    tournament.refresh_from_db()
    change_results(
        tournament_id=tournament.pk,
        settings=replace(result_settings(tournament), reopening="always"),
    )
    erase_player(tournament_id=tournament.pk, player_id=world.players[6].pk, note="Wanted it")
    return world


@pytest.fixture
def told(db: None) -> World:
    return told_world()


def differing(tournament_id: int) -> set[tuple[str, str]]:
    found = compare_with_trail(tournament_id)
    assert not found.unreadable
    return {(one.where, one.field) for one in found.differences}


GAME = "UPDATE tournament_game SET {} WHERE board_number = {} AND round_id = {}"
FIRST = "(SELECT id FROM tournament_round WHERE number = 1)"
OF = "(SELECT id FROM tournament_player WHERE number = {})"
CHANGES = {
    GAME.format("winner = 'black'", 1, FIRST): {("round 1, board 1", "winner")},
    GAME.format("margin_half = 5", 3, FIRST): {("round 1, board 3", "margin_half")},
    GAME.format("komi_half = 1", 4, FIRST): {("round 1, board 4", "komi_half")},
    GAME.format("handicap = 3, locked = true", 1, FIRST.replace("1", "2")): {
        ("round 2, board 1", "handicap"),
        ("round 2, board 1", "locked"),
    },
    GAME.format("black_id = white_id, white_id = black_id", 2, FIRST): {
        ("round 1, board 2", "black"),
        ("round 1, board 2", "white"),
    },
    GAME.format("board_number = 44", 4, FIRST): {
        ("round 1, board 4", "row"),
        ("round 1, board 44", "row"),
    },
    "UPDATE tournament_round SET state = 'finished' WHERE number = 1": {("round 1", "state")},
    "UPDATE tournament_player SET level = 8, rank = '9d' WHERE number = 9": {
        ("player 9", "level"),
        ("player 9", "rank"),
    },
    "UPDATE tournament_player SET rating = 2100, no_handicap = true WHERE number = 2": {
        ("player 2", "rating"),
        ("player 2", "no_handicap"),
    },
    "UPDATE tournament_player SET surname = 'Gil' WHERE number = 7": {("player 7", "erased")},
    "UPDATE tournament_player SET number = 20 WHERE number = 9": {
        ("player 9", "entered"),
        ("player 20", "entered"),
        ("round 2, board 1", "black"),
        *((f"player 9, round {number}", "absent") for number in range(3, 100)),
    },
    f"DELETE FROM tournament_absence WHERE round_number > 98 AND player_id = {OF.format(9)}": {
        ("player 9, round 99", "absent")
    },
    f"DELETE FROM tournament_absence WHERE round_number < 4 AND player_id = {OF.format(8)}": {
        ("player 8, round 3", "absent"),
        ("player 8, round 3", "absent without credit"),
    },
    "UPDATE tournament_absence SET counts = NOT counts WHERE round_number = 4": {
        ("player 8, round 4", "absent without credit"),
        ("player 9, round 4", "absent without credit"),
    },
    "DELETE FROM tournament_seat WHERE game_id IS NULL": {("round 2, player 8", "bye")},
    "UPDATE tournament_tournament SET round_minutes = 30": {("the tournament", "round_minutes")},
    "UPDATE tournament_tournament SET reopening = 'never', rules = 'aga'": {
        ("the tournament", "reopening"),
        ("the tournament", "rules"),
    },
    "UPDATE tournament_tournament SET closed_at = created_at": {("the tournament", "closed")},
    "UPDATE adjudication_ruling SET winner = 'white', reasons = 'Black did.'": {
        ("case 1, ruling 1", "winner"),
        ("case 1, ruling 1", "reasons"),
    },
    "UPDATE adjudication_penalty SET points_half = 2": {("case 1, ruling 1", "penalties")},
    "DELETE FROM adjudication_penalty": {("case 1, ruling 1", "penalties")},
}


def test_every_change_by_sql_is_named_and_nothing_else_is(told: World) -> None:
    pk = told.tournament.pk
    other = make_world(slug="other", name="Other").tournament.pk
    assert differing(pk) == set()
    with transaction.atomic():
        without_triggers()
        for change, expected in CHANGES.items():
            point = transaction.savepoint()
            raw(change)
            found = differing(pk)
            assert found == expected, change
            transaction.savepoint_rollback(point)
        transaction.set_rollback(True)
    assert differing(other) == set()


def test_an_event_does_not_hide_what_was_changed_before_it(told: World) -> None:
    game = told.games[1]
    without_triggers()
    raw("UPDATE tournament_game SET handicap = 5 WHERE id = %s", game.pk)
    correct_result(game_id=game.pk, winner="black", reason="time", note="The flag")
    (found,) = compare_with_trail(told.tournament.pk).differences
    assert (found.where, found.field, found.told, found.found) == (
        "round 1, board 2",
        "handicap",
        0,
        5,
    )
    assert found.later == AuditEvent.objects.latest("sequence").sequence


def test_what_came_with_a_file_is_compared(told: World) -> None:
    imported = import_event(event=event_of(told.tournament))
    before = compare_with_trail(imported.pk)
    assert (before.differences, dict(before.untold)) == ((), {})
    game = imported.rounds.get(number=1).games.earliest("board_number")
    correct_result(game_id=game.pk, winner="none", note="Nobody came")
    assert differing(imported.pk) == set()
    without_triggers()
    of = f"tournament_id = {imported.pk}"
    raw(f"UPDATE tournament_player SET rank = '9d' WHERE number = 2 AND {of}")
    raw(f"UPDATE tournament_game SET komi_half = 1 WHERE id = {game.pk}")
    raw(
        "DELETE FROM tournament_absence WHERE round_number = 98 AND player_id IN "
        f"(SELECT id FROM tournament_player WHERE {of})"
    )
    assert differing(imported.pk) == {
        ("player 2", "rank"),
        (f"round 1, board {game.board_number}", "komi_half"),
        ("player 8, round 98", "absent"),
        ("player 8, round 98", "absent without credit"),
        ("player 9, round 98", "absent"),
    }


def test_a_very_large_file_is_told_of_once_something_of_it_changed(
    told: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "MOST_ROWS_TOLD", 3)
    imported = import_event(event=event_of(told.tournament))
    before = compare_with_trail(imported.pk)
    assert not before.differences
    boards = before.untold["boards"]
    game = imported.rounds.get(number=1).games.earliest("board_number")
    correct_result(game_id=game.pk, winner="none", note="Nobody came")
    after = compare_with_trail(imported.pk)
    assert not after.differences
    assert after.untold["boards"] == boards - 1
    without_triggers()
    raw("UPDATE tournament_game SET locked = true")
    assert differing(imported.pk) == {(f"round 1, board {game.board_number}", "locked")}


def test_an_archive_that_is_restored_is_as_its_trail_says(told: World) -> None:
    restored = restore_archive(stream=io.BytesIO(archive_of(told.tournament)), slug="again")
    assert differing(restored.pk) == set()


def test_the_command_names_game_field_and_both_values(told: World) -> None:
    out = StringIO()
    call_command("verify_audit", "--state", stdout=out)
    assert "boards" in out.getvalue()
    without_triggers()
    raw(GAME.format("winner = 'black'", 1, FIRST))
    call_command("verify_audit", "--tournament", "coupe", stdout=out)
    with pytest.raises(CommandError) as refused:
        call_command("verify_audit", "--state", "--tournament", "coupe", stdout=out)
    for part in ("coupe: round 1, board 1: winner", '"white" in the trail', '"black" in the table'):
        assert part in str(refused.value)
    raw("UPDATE tournament_auditevent SET verb = 'x' WHERE sequence = 7")
    with pytest.raises(CommandError, match="not compared"):
        call_command("verify_audit", "--state", stdout=out)
