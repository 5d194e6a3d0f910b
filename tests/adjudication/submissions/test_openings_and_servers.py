"""What comes of a handicap that a record gives by its moves, and of a record of a server."""

import json

import pytest
from django.utils import timezone

from adjudication.archive.selectors.proofs import proof_of
from adjudication.models import Case, Inquiry, Verdict
from adjudication.proofs.verdicts import check_reports
from tests.adjudication.triage.test_damaged_records import both, codes, send, state, verdicts
from tests.factories import GameFactory
from tournament.models import Game

pytestmark = pytest.mark.django_db

FREELY = b"(;GM[1]FF[4]SZ[5]KM[0.5];B[cc];B[bb];W[dd];B[bc];W[dc];B[];W[])"
KO = b"(;GM[1]FF[4]SZ[5]KM[0.5]%sAB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb];B[ee])"
FOX = KO % b"AP[foxwq]"


@pytest.fixture
def game() -> Game:
    return GameFactory(round__tournament__rules="japanese", round__tournament__board_size=5)


@pytest.fixture
def online(game: Game) -> Game:
    tournament = game.round.tournament
    tournament.internet = True
    tournament.save()
    return game


def test_a_handicap_by_moves_in_an_even_game_is_a_question(game: Game) -> None:
    send(game, "B+R", FREELY)
    assert verdicts() == ["undetermined"]
    asked = Inquiry.objects.get()
    assert (asked.kind, asked.data["finding"]["code"]) == (
        "damaged_record",
        "record.handicap_differs",
    )
    assert not Case.objects.filter(cause="illegal_move").exists()
    assert state(game) == ("reported", "black")


def test_both_say_it_was_a_handicap_and_that_is_not_theirs_to_agree_on(game: Game) -> None:
    send(game, "B+R", FREELY)
    both(game, "handicap")
    game.refresh_from_db()
    assert (game.handicap, Case.objects.get().state) == (0, "open")
    assert state(game) == ("reported", "black")


@pytest.mark.parametrize(("word", "verdict"), [("played", "forfeit"), ("pass", "confirmed")])
def test_both_say_it_was_none(game: Game, word: str, verdict: str) -> None:
    send(game, "B+R", FREELY)
    both(game, word)
    assert verdicts()[-1] == verdict
    assert "record.handicap_differs" not in codes()
    assert Case.objects.filter(cause="illegal_move").exists() == (verdict == "forfeit")


def test_where_the_pairing_has_that_handicap_nobody_is_asked(game: Game) -> None:
    game.handicap = 2
    game.save()
    send(game, "B+R", FREELY)
    assert verdicts() == ["confirmed"]
    assert not Inquiry.objects.exists()


def test_a_ko_in_a_record_of_a_server_is_a_question_online(online: Game) -> None:
    send(online, "W+R", FOX, white=True)
    assert verdicts() == ["undetermined"]
    asked = Inquiry.objects.get()
    assert (asked.kind, asked.data["finding"]["code"]) == ("damaged_record", "record.server_rules")
    assert not Case.objects.filter(cause="illegal_move").exists()
    both(online, "played")
    assert verdicts()[-1] == "forfeit"
    assert Case.objects.filter(cause="illegal_move").exists()


@pytest.mark.parametrize("data", [FOX, KO % b""])
def test_at_a_board_a_record_cannot_hide_behind_a_server(game: Game, data: bytes) -> None:
    send(game, "W+R", data, white=True)
    assert verdicts() == ["forfeit"]
    assert Case.objects.filter(cause="illegal_move").exists()


def test_online_without_a_server_that_refuses_it_is_no_question(online: Game) -> None:
    send(online, "W+R", KO % b"AP[CGoban:3]", white=True)
    assert verdicts() == ["forfeit"]


def test_proofs_hold_wherever_the_game_was_played(game: Game) -> None:
    send(game, "W+R", FOX, white=True)
    assert Verdict.objects.get().options["over_the_board"] is True
    tournament = game.round.tournament
    tournament.internet = True
    tournament.save()
    proof = json.loads(json.dumps(proof_of(game.pk, timezone.now())))
    assert check_reports(proof)[0] == []
