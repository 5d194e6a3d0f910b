"""Creating a tournament, its players, rounds and games."""

import threading

import pytest
from django.db import connection

from tests.factories import GameFactory, PlayerFactory, RoundFactory, TournamentFactory
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Player, Round, RoundState
from tournament.players.services.players import add_player
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.rounds import create_round, finish_round, publish_round
from tournament.tournaments.services import create_tournament

pytestmark = pytest.mark.django_db


def test_a_tournament_takes_the_komi_of_its_rules():
    tournament = create_tournament(name="Coupe d'été", rules="french")
    assert (tournament.slug, tournament.komi_half) == ("coupe-dete", 15)
    assert tournament.handicap_komi_half == 1


def test_names_without_a_latin_letter_get_numbered_addresses():
    slugs = [create_tournament(name="囲碁大会", rules="japanese").slug for _ in range(3)]
    assert slugs == ["tournament", "tournament-2", "tournament-3"]


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("name", {"name": "  "}),
        ("rules", {"rules": "house rules"}),
        ("board_size", {"board_size": 26}),
        ("komi", {"komi_half": 999}),
        ("handicap_komi", {"handicap_komi_half": -401}),
        ("handicap_policy", {"handicap_policy": "zzz"}),
        ("name", {"name": "x" * 121}),
        ("name", {"name": "Cup\x00"}),
        ("city", {"city": "\ud800"}),
    ],
)
def test_bad_input_names_its_field(field: str, values: dict[str, object]):
    with pytest.raises(UserError) as caught:
        create_tournament(**{"name": "Cup", "rules": "aga", **values})
    assert caught.value.field == field
    assert str(caught.value.text)


def test_an_address_is_taken_once():
    create_tournament(name="Cup", rules="aga")
    with pytest.raises(Conflict) as caught:
        create_tournament(name="Another", slug="cup", rules="aga")
    assert caught.value.field == "slug"
    # Where nobody typed the address, a free one is found.
    assert create_tournament(name="cup", rules="aga").slug == "cup-2"


def test_players_are_numbered():
    tournament = TournamentFactory()
    names = ["Ana", "Ana", "Bo"]
    players = [add_player(tournament_id=tournament.pk, surname=name) for name in names]
    assert [player.number for player in players] == [1, 2, 3]
    with pytest.raises(NotFound):
        add_player(tournament_id=0, surname="Cy")
    with pytest.raises(UserError):
        add_player(tournament_id=tournament.pk, surname=" ")


@pytest.mark.parametrize(
    ("field", "text"),
    [("surname", "x" * 101), ("surname", "A\x00B"), ("club", "x" * 81), ("rank", "thirty")],
)
def test_a_players_texts_are_checked(field: str, text: str):
    with pytest.raises(UserError) as caught:
        add_player(**{"tournament_id": TournamentFactory().pk, "surname": "Ana", field: text})
    assert caught.value.field == field
    assert not Player.objects.exists()


def test_spaces_of_all_kinds_are_one_space():
    player = add_player(tournament_id=TournamentFactory().pk, surname=" 山田\u3000太郎\xa0\n")
    assert player.name == "山田 太郎"


def test_a_round_goes_from_draft_to_finished():
    tournament = TournamentFactory()
    black, white = PlayerFactory.create_batch(2, tournament=tournament)
    round_ = create_round(tournament_id=tournament.pk)
    with pytest.raises(Conflict, match="round_empty"):
        publish_round(round_id=round_.pk)
    pair_game(round_id=round_.pk, black_id=black.pk, white_id=white.pk)
    with pytest.raises(Conflict, match="round_state"):
        finish_round(round_id=round_.pk)
    publish_round(round_id=round_.pk)
    assert publish_round(round_id=round_.pk).state == RoundState.PUBLISHED
    with pytest.raises(Conflict, match="round_unfinished"):
        finish_round(round_id=round_.pk)


def test_pairing_takes_the_terms_of_the_tournament():
    tournament = TournamentFactory(komi_half=13, handicap_komi_half=1)
    players = PlayerFactory.create_batch(4, tournament=tournament)
    round_ = create_round(tournament_id=tournament.pk)
    even = pair_game(round_id=round_.pk, black_id=players[0].pk, white_id=players[1].pk)
    odd = pair_game(round_id=round_.pk, black_id=players[2].pk, white_id=players[3].pk, handicap=3)
    assert (even.komi_half, odd.komi_half) == (13, 1)
    assert (even.board_number, odd.board_number) == (1, 2)
    assert even.seats.count() == 2


def test_pairing_refuses_what_cannot_be():
    game = GameFactory(round__state=RoundState.DRAFT)
    tournament = game.round.tournament
    free, stranger = PlayerFactory(tournament=tournament), PlayerFactory()

    def pair(**changes: int) -> None:
        black_and_white = {"black_id": free.pk, "white_id": game.white_id}
        pair_game(**{"round_id": game.round_id, **black_and_white, **changes})

    for code, changes in (
        ("player_taken", {}),
        ("same_player", {"white_id": free.pk}),
        ("no_player", {"white_id": stranger.pk}),
        ("no_round", {"round_id": 0}),
        ("handicap", {"handicap": 31}),
        ("komi", {"white_id": PlayerFactory(tournament=tournament).pk, "komi_half": 9999}),
        ("board_number", {"board_number": 0}),
        ("board_number", {"board_number": 40_000}),
        ("round_published", {"round_id": RoundFactory(tournament=tournament).pk}),
    ):
        with pytest.raises(UserError, match=code):
            pair(**changes)
    other = PlayerFactory(tournament=tournament)
    with pytest.raises(Conflict, match="board_taken"):
        pair(white_id=other.pk, board_number=game.board_number)


@pytest.mark.django_db(transaction=True)
def test_many_at_once_get_different_numbers():
    tournament = TournamentFactory()

    def add() -> None:
        try:
            add_player(tournament_id=tournament.pk, surname="P")
            create_round(tournament_id=tournament.pk, extra=True)
        finally:
            connection.close()

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for model in (Player, Round):
        numbers = model.objects.filter(tournament=tournament).values_list("number", flat=True)
        assert sorted(numbers) == list(range(1, 9))
