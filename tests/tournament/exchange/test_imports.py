"""Tournaments and players from files, by the commands a director types."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.factories import TournamentFactory
from tests.state.test_codec import STATE
from tournament.formats.event_json import write_json
from tournament.models import Absence, Player, Tournament
from tournament.rounds.selectors.state import event_of
from tournament.state.event import Details, Event
from tournament.state.parameters import Method, System

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PLAYERS = """Name;First name;Rank;Club;Country
Łąka;Zoé;3k;Go;PL
Bö;Al;2d;Ko;DE
"""


def test_a_tournament_is_taken_over_and_given_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "cup.json"
    path.write_bytes(write_json(Event(Details(name="Cup"), STATE)).data)
    call_command("import_tournament", str(path), rules="nz")
    tournament = Tournament.objects.get(slug="cup")
    assert tournament.rules == "nz"
    call_command("import_tournament", str(path), public=True)
    statuses = [Tournament.objects.get(slug=slug).status for slug in ("cup", "cup-2")]
    assert statuses == ["draft", "public"]
    for kind in ("opengotha", "h9", "tou", "aga", "csv", "json"):
        output = tmp_path / f"out.{kind}"
        call_command("export_tournament", "cup", to=kind, output=str(output))
        assert output.stat().st_size > 50
    call_command("import_tournament", str(tmp_path / "out.json"), slug="again")
    again = Tournament.objects.get(slug="again")
    assert event_of(again).state == event_of(tournament).state
    assert capsys.readouterr().out.splitlines()[-1] == "again"


@pytest.mark.parametrize("data", [b"", b"<Tournament>", b"{}", b"hello"])
def test_a_bad_file_changes_nothing(tmp_path: Path, data: bytes):
    path = tmp_path / "bad"
    path.write_bytes(data)
    with pytest.raises(CommandError, match="bad"):
        call_command("import_tournament", str(path))
    assert not Tournament.objects.exists()


def test_a_list_with_a_bad_row_makes_no_tournament(tmp_path: Path):
    path = tmp_path / "players.csv"
    path.write_text(PLAYERS.replace("2d", "2x"))
    with pytest.raises(CommandError, match=r"ligne 3, Niveau\s: '2x' n’est pas un niveau"):
        call_command("import_tournament", str(path), language="fr")
    assert not Tournament.objects.exists()


def test_players_are_entered_all_or_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    tournament = TournamentFactory()
    path = tmp_path / "players.csv"
    path.write_text(PLAYERS)
    call_command("import_players", tournament.slug, str(path), preview=True)
    assert "Zoé" in capsys.readouterr().out
    assert not Player.objects.exists()
    call_command("import_players", tournament.slug, str(path))
    assert list(Player.objects.order_by("number").values_list("name", "level")) == [
        ("Łąka Zoé", -3),
        ("Bö Al", 1),
    ]
    with pytest.raises(CommandError, match="Łąka Zoé is already entered"):
        call_command("import_players", tournament.slug, str(path))
    path.write_text(PLAYERS.replace("Zoé", "Ana").replace("2d", "2x"))
    with pytest.raises(CommandError, match="1 row has errors; correct it first"):
        call_command("import_players", tournament.slug, str(path))
    assert "line 3" in capsys.readouterr().err
    with pytest.raises(CommandError, match="1 ligne mauvaise"):
        call_command("import_players", tournament.slug, str(path), language="fr")
    assert "ligne 3: rank: '2x' n’est pas un niveau" in capsys.readouterr().err
    assert Player.objects.count() == 2
    assert not Absence.objects.exists()


def test_a_file_that_is_not_there_is_told(tmp_path: Path):
    tournament = TournamentFactory()
    for command, arguments in (
        ("import_tournament", [str(tmp_path / "no")]),
        ("import_players", [tournament.slug, str(tmp_path / "no")]),
    ):
        with pytest.raises(CommandError, match="No such file"):
            call_command(command, *arguments)
    with pytest.raises(CommandError, match="nowhere"):
        call_command("import_players", "nowhere", "-")
    with pytest.raises(CommandError, match="nowhere"):
        call_command("export_tournament", "nowhere", to="json")


def test_a_tournament_is_created_for_any_system():
    call_command(
        "create_tournament",
        "Cup",
        rules="french",
        system=System.SWISS,
        rounds=7,
        handicaps="rule",
    )
    state = event_of(Tournament.objects.get()).state
    assert state.parameters.system is System.SWISS
    assert state.parameters.scoring.rounds == 7
    assert state.parameters.method is Method.WEIGHTS
    with pytest.raises(CommandError, match="rounds"):
        call_command("create_tournament", "Cup", rules="french", rounds=0)
    with pytest.raises(CommandError, match="floor"):
        call_command("create_tournament", "Cup", rules="french", bar=-20, floor=-1)
