"""Rating lists: imported whole, searched by parts of names."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.support.shared import require_shared
from tournament.errors import UserError
from tournament.models import ListedPlayer, RatingList
from tournament.selectors.rating_lists import search_players
from tournament.services.rating_lists import import_rating_list

pytestmark = pytest.mark.django_db

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
    assert done.bad[0].line == 4
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
