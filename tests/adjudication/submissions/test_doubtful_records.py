"""Records that may be read wrongly or not show the game: a question, and nobody is accused."""

import json

import pytest
from django.core.management import call_command

from adjudication.models import Case, Inquiry
from tests.adjudication.triage.test_damaged_records import both, codes, send, state, verdicts
from tests.factories import GameFactory
from tournament.models import Game

pytestmark = pytest.mark.django_db

ROOT = b"(;GM[1]FF[4]SZ[5]KM[6.5]RE[W+R]RU[Japanese]"
KO = b"AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb]"
LINES = ROOT + KO + b"(;W[bb];B[ee])(;W[ee]))"
TWO_COLOURS = ROOT + b"AW[ee]AB[ee]" + KO + b";W[bb])"
UNCLEAR = ROOT + b"C[:[ \xa5\x5c]" + KO + b";W[bb])"
SWALLOWED = ROOT + b"CA[Shift_JIS]EV[\x8f\x5c];B[cb];W[bb];B[ee];W[ec];B[cc])"


@pytest.fixture
def game() -> Game:
    return GameFactory(
        round__tournament__rules="japanese", round__tournament__board_size=5, komi_half=13
    )


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (LINES, "illegal.ko"),
        (TWO_COLOURS, "record.setup_unclear"),
        (UNCLEAR, "record.charset_unclear"),
    ],
)
def test_it_is_a_question(game: Game, data: bytes, code: str) -> None:
    send(game, "W+R", data, white=True)
    assert verdicts() == ["undetermined"]
    asked = Inquiry.objects.get()
    assert (asked.kind, asked.data["finding"]["code"]) == ("damaged_record", code)
    assert not Case.objects.filter(cause="illegal_move").exists()
    assert state(game) == ("reported", "white")


def test_both_say_that_it_was_played_so(game: Game) -> None:
    send(game, "W+R", LINES, white=True)
    both(game, "played")
    assert verdicts()[-1] == "forfeit"
    assert Case.objects.filter(cause="illegal_move").exists()


@pytest.mark.parametrize("data", [TWO_COLOURS, UNCLEAR, LINES])
def test_both_say_that_the_record_is_wrong(game: Game, data: bytes) -> None:
    send(game, "W+R", data, white=True)
    both(game, "wrong_record")
    assert not Case.objects.exists()
    assert not Inquiry.objects.filter(state="waiting").exists()
    assert state(game) == ("reported", "white")


def test_a_japanese_text_swallows_no_move(game: Game) -> None:
    send(game, "W+R", SWALLOWED, white=True)
    assert verdicts() == ["confirmed"]
    assert not [code for code in codes() if code.startswith("illegal.")]


def test_the_command_reads_it_as_well(tmp_path, capsys) -> None:
    path = tmp_path / "十.sgf"
    path.write_bytes(SWALLOWED)
    call_command("adjudicate", str(path), "--json")
    assert json.loads(capsys.readouterr().out)["verdict"] == "confirmed"
