"""The record as a file: without names, and checked without the database it came from."""

import io
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from adjudication.corrections.services.corrections import correct_result
from tests.support.world import World, fill
from tournament.audit.selectors.trail import write_trail
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.models import Role, TrailHead

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def told(world: World) -> World:
    fill(world)
    with acting_as(Actor(role=Role.ASSISTANT, name="Anastasia Petrova")):
        for winner, note in (
            ("white", "The flag had fallen"),
            ("black", "petrova saw it"),
            ("white", "CHRIS says so"),
        ):
            correct_result(game_id=world.games[1].pk, winner=winner, reason="time", note=note)
    return world


def lines(world: World) -> list[str]:
    stream = io.BytesIO()
    write_trail(world.tournament.pk, stream)
    return stream.getvalue().decode().splitlines(keepends=True)


def checked(path: Path, text: list[str], *options: str) -> str:
    path.write_text("".join(text), encoding="utf-8")
    out = StringIO()
    call_command("verify_audit", "--file", str(path), *options, stdout=out)
    return out.getvalue()


def test_the_file_holds_and_names_nobody(told: World, tmp_path: Path) -> None:
    text = lines(told)
    head = TrailHead.objects.get()
    assert len(text) == head.sequence + 1
    said = checked(tmp_path / "record.jsonl", text, "--head", head.digest)
    assert f"coupe: {head.sequence} events, all as written" in said
    whole = "".join(text).casefold()
    for name in ("anastasia", "petrova", *(one.surname.casefold() for one in told.players)):
        assert f'"{name}' not in whole
        assert f"{name} " not in whole
    reasons = [json.loads(line).get("reason") for line in text[1:]]
    assert [one for one in reasons if one] == ["The ko!\nMove 10.", "The flag had fallen"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: [*text[:5], *text[6:]], "event 5: it was removed"),
        (lambda text: text[:-2], "it was removed"),
        (lambda text: [*text[:4], text[5], text[4], *text[6:]], "event 4"),
        (
            lambda text: [one.replace("had fallen", "had not fallen") for one in text],
            "its reason was changed",
        ),
        (lambda text: [one.replace('"table":2', '"table":3') for one in text], "it was edited"),
        (lambda text: text[1:], "not the record of a tournament"),
        (lambda text: [*text[:3], "[]\n"], "line 4: This line is not a step"),
        (lambda text: [*text[:3], "{\n"], "line 4: This line is not JSON"),
        (lambda text: [*text[:3], '{"at": 7}\n'], "line 4: This line is not a step"),
    ],
)
def test_a_file_that_was_changed_is_found(
    told: World, tmp_path: Path, change: object, said: str
) -> None:
    text = change(lines(told))  # type: ignore[operator]
    with pytest.raises(CommandError, match=said):
        checked(tmp_path / "record.jsonl", text)


def test_it_is_verified_like_any_tournament_file_by_command_and_page(
    told: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, path = lines(told), tmp_path / "record.jsonl"
    path.write_text("".join(text), encoding="utf-8")
    call_command("verify", str(path), "--json")
    found = json.loads(capsys.readouterr().out)
    assert (found["record"], found["steps"], found["holds"]) == ("coupe", len(text) - 1, True)
    sent = SimpleUploadedFile("record.jsonl", "".join(text).encode())
    assert Client().post("/verify/", {"file": sent}).context["report"].holds
    path.write_text("".join([*text[:5], *text[6:]]), encoding="utf-8")
    with pytest.raises(CommandError, match="Step 5"):
        call_command("verify", str(path))
    with pytest.raises(CommandError, match="verify FILE"):  # it is no tournament to convert
        call_command("convert", str(path), "--to", "h9")


def test_the_owner_loads_the_file_and_the_command_writes_the_same(
    told: World, tmp_path: Path
) -> None:
    owner = told.client(Role.DIRECTOR)
    assert "/director/coupe/files/record.jsonl" in owner.get("/director/coupe/files/").text
    sent = owner.get("/director/coupe/files/record.jsonl")
    path = tmp_path / "out.jsonl"
    call_command("export_audit", "coupe", "-o", str(path))
    assert path.read_bytes() == sent.content
    assert "attachment" in sent["Content-Disposition"]
    with pytest.raises(CommandError, match="no tournament nowhere"):
        call_command("export_audit", "nowhere")
