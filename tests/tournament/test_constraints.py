"""What the database itself refuses, whatever the code above it does."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tests.factories import GameFactory, PlayerFactory, RoundFactory, TournamentFactory
from tests.support.database import refused
from tournament.audit.services.recording import record
from tournament.models import (
    AccessLink,
    Game,
    GameState,
    Player,
    RecordingError,
    Role,
    Round,
    Seat,
    Tournament,
    Verb,
)
from tournament.state.categories import MOST_CATEGORIES

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_player_does_not_play_himself():
    player = PlayerFactory()
    round_ = RoundFactory(tournament=player.tournament)
    refused(
        "game_two_players",
        lambda: Game.objects.create(
            round=round_, board_number=1, black=player, white=player, komi_half=13
        ),
    )


def test_a_player_sits_once_a_round():
    game = GameFactory()
    # SQLite names the columns, PostgreSQL the constraint.
    refused("seat_once_a_round|player_id", lambda: GameFactory(round=game.round, white=game.black))


def test_a_board_stands_once_a_round():
    game = GameFactory()
    refused(
        "game_board_number|board_number",
        lambda: GameFactory(round=game.round, board_number=game.board_number),
    )


@pytest.mark.parametrize("size", [0, 1, 26, 19_000])
def test_boards_have_2_to_25_lines(size: int):
    refused("tournament_board_size", lambda: TournamentFactory(board_size=size))


def test_a_player_has_few_categories():
    player = PlayerFactory(categories="Woman;U12, woman")
    player.refresh_from_db()
    assert player.categories == "Woman, U12"
    many = ",".join(map(str, range(MOST_CATEGORIES + 1)))
    refused("player_categories", lambda: PlayerFactory(categories=many))


def test_komi_has_a_limit():
    refused("tournament_komi", lambda: TournamentFactory(komi_half=401))
    refused("game_terms", lambda: GameFactory(komi_half=-401))


NOW = timezone.now()
REPORTED = {"state": "reported", "reported_at": NOW}
CONFIRMED = {"state": "confirmed", "reported_at": NOW, "confirmed_at": NOW}
BLACK_BY_3_5 = {"winner": "black", "reason": "score", "margin_half": 7}


@pytest.mark.parametrize(
    "columns",
    [
        {"state": "unheard-of"},
        {"state": "open", **BLACK_BY_3_5},
        {"state": "open", "reported_at": NOW},
        REPORTED,
        {"state": "reported", **BLACK_BY_3_5},
        {**REPORTED, "winner": "black", "reason": "score"},
        {**REPORTED, "winner": "black", "reason": "score", "margin_half": 0},
        {**REPORTED, "winner": "black", "reason": "time", "margin_half": 7},
        {**REPORTED, "winner": "draw", "reason": "score", "margin_half": 7},
        {**REPORTED, "winner": "none", "reason": "score", "margin_half": 7},
        {**REPORTED, "winner": "", "reason": "resignation"},
        {**REPORTED, **BLACK_BY_3_5, "confirmed_at": NOW},
        {"state": "disputed", "reported_at": NOW, **BLACK_BY_3_5},
        {**BLACK_BY_3_5, "state": "confirmed", "reported_at": NOW},
    ],
)
def test_state_and_result_go_together(columns: dict[str, Any]):
    game = GameFactory()
    refused("game_state", lambda: Game.objects.filter(pk=game.pk).update(**columns))


@pytest.mark.parametrize(
    "result",
    [
        BLACK_BY_3_5,
        {"winner": "white", "reason": "resignation"},
        {"winner": "draw", "reason": "score"},
        {"winner": "none", "reason": "void"},
        {"winner": "both", "reason": "both_lose"},
    ],
)
def test_results_that_exist(result: dict[str, Any]):
    assert GameFactory(**CONFIRMED, **result).pk


def test_only_a_players_link_names_a_player():
    player = PlayerFactory()
    for role, named in ((Role.PLAYER, None), (Role.DIRECTOR, player), ("guest", None)):
        refused(
            "access_link_role",
            lambda role=role, named=named: AccessLink.objects.create(
                tournament=player.tournament, role=role, player=named, token_hash=str(role)
            ),
        )


@pytest.mark.parametrize(
    "assignment",
    [
        "winner = 'white'",
        "margin_half = 9",
        "margin_half = NULL",
        "reason = 'time'",
        "state = 'disputed'",
        "state = 'open', winner = '', reason = '', margin_half = NULL",
        "komi_half = 15",
        "handicap = 2",
        "black_id = white_id, white_id = black_id",
        "confirmed_at = NULL",
        "reported_at = NULL",
        "reported_at = '2020-01-01'",
    ],
)
def test_a_confirmed_game_is_final_even_in_raw_sql(assignment: str):
    game = GameFactory(**CONFIRMED, **BLACK_BY_3_5)

    def change() -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE tournament_game SET {assignment} WHERE id = %s", [game.pk])

    refused("a confirmed game is final", change)
    game.refresh_from_db()
    assert (game.state, game.winner, game.margin_half) == ("confirmed", "black", 7)


def test_a_confirmed_game_is_kept():
    game = GameFactory(**CONFIRMED, **BLACK_BY_3_5)

    def remove() -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM tournament_seat")
            cursor.execute("DELETE FROM tournament_game WHERE id = %s", [game.pk])

    refused("a confirmed game is kept for ever", remove)


def raw(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@pytest.mark.postgres
def test_who_sat_at_a_confirmed_board_is_kept():
    game = GameFactory(**CONFIRMED, **BLACK_BY_3_5)
    other = GameFactory(round=game.round, board_number=55)
    for statement in (
        "DELETE FROM tournament_seat WHERE game_id = %s",
        "UPDATE tournament_seat SET player_id = player_id + 1 WHERE game_id = %s",
        "UPDATE tournament_seat SET game_id = NULL, colour = '' WHERE game_id = %s",
    ):
        refused("kept for ever", lambda statement=statement: raw(statement, game.pk))
    assert Seat.objects.filter(game=other).delete()[0] == 2
    assert Seat.objects.filter(game=game).count() == 2


ERROR = {"winner": "white", "reason": "resignation", "note": "a slip"}


@pytest.mark.parametrize("state", ["agreed", "refused", "withdrawn"])
def test_a_settled_recording_error_is_final_and_kept_even_in_raw_sql(state: str):
    game = GameFactory(**CONFIRMED, **BLACK_BY_3_5)
    agreed = {"black_agreed_at": NOW, "white_agreed_at": NOW}
    error = RecordingError.objects.create(game=game, state=state, settled_at=NOW, **agreed, **ERROR)
    for assignment in (
        "state = 'proposed', settled_at = NULL",
        "winner = 'black'",
        "note = 'something else'",
        "black_agreed_at = '2020-01-01'",
        "settled_at = '2999-01-01'",
    ):
        statement = f"UPDATE tournament_recordingerror SET {assignment} WHERE id = %s"
        refused("is final", lambda statement=statement: raw(statement, error.pk))
    refused(
        "kept for ever",
        lambda: raw("DELETE FROM tournament_recordingerror WHERE id = %s", error.pk),
    )


def test_a_recording_error_that_waits_may_change():
    error = RecordingError.objects.create(game=GameFactory(**CONFIRMED, **BLACK_BY_3_5), **ERROR)
    same = RecordingError.objects.filter(pk=error.pk)
    assert same.update(black_agreed_at=NOW, note="said better") == 1
    assert same.update(state="refused", settled_at=NOW) == 1


@pytest.mark.parametrize("table", ["tournament_game", "tournament_auditevent"])
def test_replacing_a_row_does_not_go_round_what_keeps_it(table: str):
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite can replace a row")
    game = GameFactory(**CONFIRMED, **BLACK_BY_3_5)
    record(Verb.ROUND_PUBLISHED, tournament_id=game.round.tournament_id)
    refused("kept", lambda: raw(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"))
    assert Game.objects.filter(pk=game.pk).exists()


def test_nothing_moves_to_another_tournament():
    game, other = GameFactory(), TournamentFactory()
    for rows in (
        Player.objects.filter(pk=game.black_id),
        Round.objects.filter(pk=game.round_id),
    ):
        refused("stays in its tournament", lambda rows=rows: rows.update(tournament=other))


@pytest.mark.postgres
def test_what_belongs_together_is_of_one_tournament():
    game, stranger = GameFactory(), PlayerFactory()
    refused("both players", lambda: GameFactory(round=game.round, white=stranger))
    same = Game.objects.filter(pk=game.pk)
    refused("both players", lambda: same.update(black=stranger))
    refused(
        "a link names a player",
        lambda: AccessLink.objects.create(
            tournament=game.round.tournament, role=Role.PLAYER, player=stranger, token_hash="x"
        ),
    )
    seats = Seat.objects.filter(game=game, colour="black")
    refused("a seat is that of", lambda: seats.update(player=stranger))


@pytest.mark.postgres
def test_a_game_without_its_seats_is_not_published():
    game = GameFactory(round__state="draft")
    same = Round.objects.filter(pk=game.round_id)
    Seat.objects.filter(game=game, colour="white").delete()
    refused("a published game has two seats", lambda: same.update(state="published"))
    Seat.objects.create(round=game.round, game=game, player=game.white, colour="white")
    assert same.update(state="published")


def test_what_is_no_part_of_the_result_may_still_change():
    game = GameFactory(**CONFIRMED, **BLACK_BY_3_5)
    Game.objects.filter(pk=game.pk).update(board_number=77, version=9)
    game.refresh_from_db()
    assert (game.board_number, game.version) == (77, 9)


def test_the_table_of_steps_knows_every_state():
    assert set(Game.TRANSITIONS) == set(GameState)


def test_a_step_from_an_old_copy_changes_nothing():
    game = GameFactory()
    old = Game.objects.get(pk=game.pk)
    assert Game.objects.move(game, GameState.REPORTED, **BLACK_BY_3_5, reported_at=NOW)
    assert not Game.objects.move(old, GameState.REPORTED, **BLACK_BY_3_5, reported_at=NOW)
    game.refresh_from_db()
    assert game.version == 1


def test_a_step_that_does_not_exist_is_a_mistake_of_the_program():
    with pytest.raises(ValueError, match="open to confirmed"):
        Game.objects.move(GameFactory(), GameState.CONFIRMED)


def test_a_tournament_with_games_cannot_be_deleted():
    game = GameFactory()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=game.round.tournament_id).delete()
