"""A confirmed result mended by both players, and what the database itself allows."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from adjudication.closing.services import close_tournament, reopen_tournament
from adjudication.corrections.services.corrections import correct_result
from adjudication.corrections.services.undo import undo
from tests.support.world import World, add_round, both_report, make_world
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import (
    AuditEvent,
    Game,
    RecordingError,
    RecordingErrorState,
    Reopening,
    Role,
    Tournament,
    Verb,
)
from tournament.results.services.recording_errors import consent, propose, refuse, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.database]
NOTE = "We wrote the margin of another game."


@pytest.fixture
def world() -> World:
    world = make_world()
    game = world.games[0]
    both_report(game, "B+3.5")
    return world


def fresh(world: World) -> Game:
    return Game.objects.get(pk=world.games[0].pk)


def proposed(world: World, by: int | None = None) -> RecordingError:
    return propose(
        game_id=world.games[0].pk, by_player_id=by, winner="black", margin_half=11, note=NOTE
    )


def test_a_directors_proposal_needs_both_players(world: World):
    game, error = world.games[0], proposed(world)
    consent(error_id=error.pk, player_id=game.black_id)
    assert fresh(world).margin_half == 7
    with pytest.raises(Conflict, match="agreed_already"):
        consent(error_id=error.pk, player_id=game.black_id)
    event = consent(error_id=error.pk, player_id=game.white_id)
    found = fresh(world)
    assert (found.state, found.margin_half, found.corrections) == ("confirmed", 11, 1)
    assert (event.verb, event.before["margin_half"], event.after["margin_half"]) == (
        Verb.RECORDING_ERROR,
        7,
        11,
    )
    assert (event.actor_role, event.reason) == (Role.PLAYER, NOTE)
    error.refresh_from_db()
    assert error.state == RecordingErrorState.AGREED


def test_a_player_who_proposes_has_consented(world: World):
    game = world.games[0]
    error = proposed(world, by=game.white_id)
    consent(error_id=error.pk, player_id=game.black_id)
    assert fresh(world).margin_half == 11


def test_a_second_slip_is_mended_as_well(world: World):
    game = world.games[0]
    for half in (11, 13):
        error = propose(
            game_id=game.pk, by_player_id=game.white_id, winner="black", margin_half=half, note=NOTE
        )
        consent(error_id=error.pk, player_id=game.black_id)
    assert (fresh(world).margin_half, fresh(world).corrections) == (13, 2)


def test_one_player_refuses_and_the_result_stays(world: World):
    game = world.games[0]
    error = proposed(world, by=game.white_id)
    with pytest.raises(Conflict, match="not_agreed"):
        withdraw(error_id=error.pk, by_player_id=game.black_id)
    refuse(error_id=error.pk, player_id=game.black_id)
    for settle in (consent, refuse):
        with pytest.raises(Conflict, match="error_settled"):
            settle(error_id=error.pk, player_id=game.white_id)
    assert fresh(world).margin_half == 7
    assert proposed(world).state == RecordingErrorState.PROPOSED


def test_a_proposal_is_taken_back(world: World):
    error = proposed(world)
    assert withdraw(error_id=error.pk).verb == Verb.ERROR_WITHDRAWN
    error = proposed(world, by=world.games[0].black_id)
    withdraw(error_id=error.pk, by_player_id=world.games[0].black_id)
    assert fresh(world).margin_half == 7


def test_what_waits_is_taken_back_when_the_policy_changes_the_result(world: World):
    Tournament.objects.update(reopening=Reopening.ALWAYS)
    first = proposed(world)
    event = correct_result(
        game_id=world.games[0].pk, winner="black", margin_half=11, note="Counted again."
    )
    first.refresh_from_db()
    assert first.state == RecordingErrorState.WITHDRAWN
    told = AuditEvent.objects.get(verb=Verb.ERROR_WITHDRAWN)
    assert (told.after["margin_half"], told.reason) == (11, "Counted again.")
    second = propose(game_id=world.games[0].pk, winner="white", note=NOTE)
    undo(event_id=event.pk)
    second.refresh_from_db()
    assert (second.state, fresh(world).margin_half) == (RecordingErrorState.WITHDRAWN, 7)


def test_who_does_not_play_the_game_has_no_say(world: World):
    stranger, error = world.players[5].pk, proposed(world)
    for act in (
        lambda: consent(error_id=error.pk, player_id=stranger),
        lambda: refuse(error_id=error.pk, player_id=stranger),
        lambda: withdraw(error_id=error.pk, by_player_id=stranger),
        lambda: proposed(world, by=stranger),
        lambda: consent(error_id=0, player_id=stranger),
    ):
        with pytest.raises(NotFound):
            act()


def test_what_cannot_be_proposed(world: World):
    game = world.games[0]
    with pytest.raises(UserError, match="unchanged"):
        propose(game_id=game.pk, winner="black", margin_half=7, note=NOTE)
    with pytest.raises(UserError, match="reason_missing"):
        propose(game_id=game.pk, winner="white", note="")
    with pytest.raises(UserError, match="result"):
        propose(game_id=game.pk, winner="white", reason="time", margin_half=3, note=NOTE)
    with pytest.raises(Conflict, match="game_not_confirmed"):
        propose(game_id=world.games[1].pk, winner="white", note=NOTE)
    proposed(world)
    with pytest.raises(Conflict, match="error_waiting"):
        proposed(world)


def test_a_closed_tournament_mends_nothing_until_it_is_open_again(world: World):
    game, error = world.games[0], proposed(world)
    close_tournament(tournament_id=world.tournament.pk)
    with pytest.raises(Conflict, match="tournament_closed"):
        consent(error_id=error.pk, player_id=game.black_id)
    with pytest.raises(UserError, match="unchanged"):
        close_tournament(tournament_id=world.tournament.pk)
    with pytest.raises(UserError, match="reason_missing"):
        reopen_tournament(tournament_id=world.tournament.pk, note="")
    reopen_tournament(tournament_id=world.tournament.pk, note=NOTE)
    consent(error_id=error.pk, player_id=game.black_id)
    verbs = list(AuditEvent.objects.values_list("verb", flat=True)[:3])
    assert verbs == [Verb.ERROR_CONSENTED, Verb.TOURNAMENT_REOPENED, Verb.TOURNAMENT_CLOSED]


def raw(world: World, assignment: str) -> bool:
    """Say whether the database takes it."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                f"UPDATE tournament_game SET {assignment} WHERE id = %s",
                [world.games[0].pk],
            )
    except IntegrityError:
        return False
    return True


COUNTED = "margin_half = 11, corrections = corrections + 1"


def test_the_database_counts_every_mended_result(world: World):
    Tournament.objects.update(reopening=Reopening.ALWAYS)
    assert not raw(world, "margin_half = 11")
    assert not raw(world, "margin_half = 11, corrections = corrections + 2")
    assert not raw(world, "corrections = corrections + 1")
    assert not raw(world, f"{COUNTED}, komi_half = 9")
    assert not raw(world, f"{COUNTED}, state = 'entered', confirmed_at = NULL")
    assert raw(world, COUNTED)


postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="needs PostgreSQL: use `./run test postgres`"
)


@postgresql
def test_the_database_asks_for_the_policy(world: World):
    tournament = world.tournament
    assert not raw(world, COUNTED)
    tournament.reopening = Reopening.NEXT_ROUND
    tournament.save()
    assert raw(world, COUNTED)
    add_round(world)
    assert not raw(world, "margin_half = 13, corrections = corrections + 1")
    tournament.reopening = Reopening.ALWAYS
    tournament.save()
    assert raw(world, "margin_half = 13, corrections = corrections + 1")
    tournament.closed_at = timezone.now()
    tournament.save()
    assert not raw(world, "margin_half = 15, corrections = corrections + 1")


@postgresql
def test_the_database_asks_for_this_very_result_agreed_now(world: World):
    agreed = {
        "game": world.games[0],
        "state": RecordingErrorState.AGREED,
        "winner": "black",
        "reason": "score",
        "margin_half": 11,
        "black_agreed_at": timezone.now(),
        "white_agreed_at": timezone.now(),
    }
    long_ago = timezone.now() - timedelta(days=1)
    RecordingError.objects.create(**agreed, settled_at=long_ago)
    assert not raw(world, COUNTED)
    RecordingError.objects.create(**agreed, settled_at=timezone.now())
    assert not raw(world, "margin_half = 13, corrections = corrections + 1")
    assert raw(world, COUNTED)
