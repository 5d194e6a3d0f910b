"""Rating lists: imported whole, searched by parts of names."""

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from tests.support.shared import require_shared
from tournament.errors import UserError
from tournament.models import ListedPlayer, RatingList
from tournament.players.selectors.rating_lists import search_players
from tournament.players.services.rating_lists import import_rating_list

pytestmark = [pytest.mark.django_db, pytest.mark.database]

AGA = "\n".join(
    f"{name}\t{number}\tFull\t{rating}\t1/1/2027\tXXXX\tNY\t0.5\t1/1/2026"
    for number, (name, rating) in enumerate(
        [("Łąkowa, Żófia", "3.4"), ("Lakov, Bo", "-5.2"), ("Skog, Øyvind", "1.1")], start=1
    )
).encode()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("lako", ["Łąkowa", "Lakov"]),
        ("LĄKO", ["Łąkowa", "Lakov"]),
        ("zofia lak", ["Łąkowa"]),
        ("oyvi", ["Skog"]),
        ("nobody", []),
        (" -- ", []),
    ],
)
def test_a_part_of_a_name_finds(text: str, found: list[str]):
    import_rating_list(data=AGA)
    assert [player.surname for player in search_players(text)] == found
    assert not search_players(text, source="egf")


def test_a_new_list_replaces_the_old_one():
    import_rating_list(data=AGA)
    done = import_rating_list(data=AGA + b"\nnobody at all\n")
    assert (done.entries, done.bad_count) == (3, 1)
    assert done.bad_lines[0].line == 4
    assert RatingList.objects.get().entries == ListedPlayer.objects.count() == 3


def test_a_file_that_is_no_list_changes_nothing():
    import_rating_list(data=AGA)
    with pytest.raises(UserError) as caught:
        import_rating_list(data=b"hello\n")
    assert caught.value.field == "file"
    assert ListedPlayer.objects.count() == 3


@pytest.mark.parametrize("name", ["egf_db_newest.txt", "ech_ffg_V3_2021.txt", "tdlista_2021.txt"])
def test_real_lists_are_taken_by_the_command(name: str, capsys: pytest.CaptureFixture[str]):
    path = require_shared(f"corpus/ratings/{name}")
    call_command("import_ratings", path)
    assert ListedPlayer.objects.count() > 300
    assert "players" in capsys.readouterr().out


def test_the_command_says_what_is_wrong(tmp_path: Path):
    with pytest.raises(CommandError, match="missing"):
        call_command("import_ratings", tmp_path / "missing.txt")
    (tmp_path / "empty.txt").write_bytes(b"")
    with pytest.raises(CommandError, match="empty"):
        call_command("import_ratings", tmp_path / "empty.txt")


def bad_lines(count: int) -> bytes:
    return AGA + b"".join(b"\nnobody at all %d" % number for number in range(count)) + b"\n"


def test_a_list_with_many_bad_lines_replaces_nothing(tmp_path: Path):
    import_rating_list(data=AGA)
    assert import_rating_list(data=bad_lines(5)).bad_count == 5
    with pytest.raises(UserError) as caught:
        import_rating_list(data=AGA.split(b"\n")[0] + bad_lines(6)[len(AGA) :])
    assert str(caught.value.text).startswith("line 2, Name: The line has only one column")
    assert "Line 3, name" in str(caught.value.text)
    assert "6 lines could not be read as players; 1 could" in str(caught.value.text)
    assert ListedPlayer.objects.count() == 3


def test_a_list_without_a_good_line_names_the_first_bad_ones():
    import_rating_list(data=AGA)
    with pytest.raises(UserError) as caught:
        import_rating_list(data=AGA.replace(b"Full\t", b"Full\tx"))
    assert str(caught.value.text).startswith("line 1, Rating: 'x3.4' is not a whole number.")
    assert ListedPlayer.objects.count() == 3


def test_another_federations_list_is_refused(tmp_path: Path):
    import_rating_list(data=AGA)
    path = tmp_path / "aga.txt"
    path.write_bytes(AGA)
    with pytest.raises(CommandError, match="This is a list of the AGA, not of the EGF"):
        call_command("import_ratings", path, list="egf")
    assert RatingList.objects.get().source == "aga"


def test_a_list_is_read_from_standard_input(monkeypatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(bad_lines(1))))
    call_command("import_ratings", "-", language="fr")
    printed = capsys.readouterr()
    assert printed.out == "aga: 3 joueurs\n"
    assert printed.err.startswith("-: ligne 4: name: La ligne n’a qu’une colonne")
