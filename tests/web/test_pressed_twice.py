"""Corrections, dates, appeals and restored archives: a form that arrives twice is done once."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from adjudication.inquiries.services.raising import raise_matter
from adjudication.models import Appeal, Case
from adjudication.policy.causes import Cause
from adjudication.result_entry.services import enter_result
from tests.support.desk_world import appealed, new_case, ruled
from tests.support.world import World, both_report
from tests.web.routes.player import dated_game
from tournament.models import AuditEvent, RecordingError, Reschedule, Tournament

WRONG = {"winner": "white", "reason": "score", "margin": "3.5", "note": "Colours mixed up"}


def filled(page: str, having: str, **typed: Any) -> dict[str, Any]:
    """Return what the form of a page sends that has something in it, with what is typed."""
    forms = [one for one in re.findall(r"<form.*?</form>", page, re.S) if having in one]
    assert forms, having
    tags = [one for one in re.findall(r"<input[^>]*>", forms[0]) if 'type="hidden"' in one]
    found = {}
    for tag in tags:
        name, value = (re.search(rf'{part}="([^"]*)"', tag) for part in ("name", "value"))
        assert name is not None
        found[name[1]] = value[1] if value else ""
    return found | typed


def arrives_twice(client: Client, path: str, form: dict[str, Any]) -> HttpResponse:
    """Send a form, and the same once more: the second is led where the first was."""
    answers = []
    for _press in range(2):
        for value in form.values():
            if hasattr(value, "seek"):
                value.seek(0)
        answers.append(client.post(path, form))
    first, second = answers
    assert first.status_code == 302, first.text
    assert (second.status_code, second["Location"]) == (302, first["Location"]), second.text
    said = [str(one) for one in client.get("/").context["messages"]]
    assert "This had already arrived; it was done only once." in said
    return first


def events() -> int:
    return AuditEvent.objects.count()


def test_a_corrected_result(world: World, director: Client) -> None:
    enter_result(game_id=world.games[0].pk, winner="black", reason="resignation")
    path = f"/director/coupe/games/{world.games[0].pk}/correct/"
    page = director.get(f"{path}?mend=result").text
    page = director.post(
        path, filled(page, 'name="mend"', **WRONG, mend="result", step="preview")
    ).text
    before = events()
    arrives_twice(director, path, filled(page, 'value="confirm"', step="confirm"))
    assert events() == before + 1


def test_exchanged_players(world: World, director: Client) -> None:
    path = "/director/coupe/rounds/1/correct/"
    page = director.get(f"{path}?mend=swap").text
    typed = {"first": world.players[0].pk, "second": world.players[2].pk, "note": "Wrong boards"}
    page = director.post(
        path, filled(page, 'name="mend"', **typed, mend="swap", step="preview")
    ).text
    before = events()
    arrives_twice(director, path, filled(page, 'value="confirm"', step="confirm"))
    assert events() == before + 1


def test_a_slip_in_a_confirmed_result_told_by_a_player(world: World) -> None:
    both_report(world.games[0], "B+R")
    path, black = f"/games/{world.games[0].pk}/recording-error/", world.player(0)
    page = black.get(path).text
    page = black.post(path, filled(page, 'name="winner"', **WRONG, step="review")).text
    arrives_twice(black, path, filled(page, 'value="send"', step="send"))
    white = world.player(1)
    form = filled(white.get(path).text, 'value="agree"', step="agree")
    arrives_twice(white, f"{path}answer/", form)
    assert RecordingError.objects.count() == 1


def test_a_slip_in_a_confirmed_result_told_by_the_director(world: World, director: Client) -> None:
    both_report(world.games[0], "B+R")
    game = world.games[0].pk
    page = director.get(f"/director/coupe/games/{game}/correct/").text
    path = f"/director/coupe/games/{game}/propose/"
    arrives_twice(director, path, filled(page, 'name="winner"', **WRONG))
    assert RecordingError.objects.count() == 1


def day(days: int) -> str:
    return (timezone.localdate() + timedelta(days=days)).isoformat()


@pytest.fixture
def dated(world: World) -> str:
    """The address at which the players of a dated game agree on when they play."""
    dated_game(world)
    Reschedule.objects.all().lapse()
    Tournament.objects.update(play_by_days=7, reschedule_days=3)
    return f"/me/games/{world.games[0].pk}/date/"


def test_a_proposed_date_and_its_answer(world: World, dated: str) -> None:
    black, white = world.player(0), world.player(1)
    typed = {"date_day": day(2), "date_time": "20:00", "note": "", "step": "propose"}
    before = Reschedule.objects.count()
    arrives_twice(black, dated, filled(black.get(dated).text, 'name="date_day"', **typed))
    assert Reschedule.objects.count() == before + 1
    agreed = filled(white.get(dated).text, 'value="agree"', step="agree")
    arrives_twice(white, dated, agreed)


def test_a_date_that_the_staff_sets(world: World, director: Client, dated: str) -> None:
    path = f"/director/coupe/games/{world.games[0].pk}/date/"
    typed = {"plays_at_day": day(2), "plays_at_time": "20:00", "note": "Both away"}
    page = director.get(path).text
    before = events()
    arrives_twice(director, path, filled(page, 'name="plays_at_day"', **typed))
    assert events() == before + 1


def test_an_appeal_and_taking_it_back(world: World) -> None:
    case = ruled(world, new_case(world, 0, cause=Cause.CONTESTED))
    player, page = world.player(1), f"/games/{world.games[0].pk}/case/"
    form = filled(player.get(page).text, 'id="appeal"', appeal="That ko was allowed.")
    arrives_twice(player, f"{page}appeal/", form)
    assert Appeal.objects.get().case_id == case.pk
    form = filled(player.get(f"{page}appeal/withdraw/").text, 'id="withdraw"')
    arrives_twice(player, f"{page}appeal/withdraw/", form)


def test_taking_back_what_one_raised(world: World) -> None:
    """Pressed again from an old page it does not take back what was raised since."""
    game = world.games[0]
    player, page = world.player(0), f"/games/{game.pk}/"
    claimed = {
        "game_id": game.pk,
        "player_id": game.black_id,
        "cause": Cause.TIME,
        "note": "It beeped.",
    }
    raise_matter(**claimed)
    form = filled(player.get(f"{page}case/withdraw/").text, 'id="withdraw"')
    arrives_twice(player, f"{page}case/withdraw/", form)
    assert Case.objects.get().state == "settled"
    again = raise_matter(**claimed)
    player.post(f"{page}case/withdraw/", form | {"once": uuid4().hex})
    assert Case.objects.get(pk=again.pk).state == "open"


def test_an_appeal_that_was_refused_can_be_mended(world: World) -> None:
    ruled(world, new_case(world, 0, cause=Cause.CONTESTED))
    player, page = world.player(1), f"/games/{world.games[0].pk}/case/"
    form = filled(player.get(page).text, 'id="appeal"', appeal="")
    assert player.post(f"{page}appeal/", form).status_code == 400
    assert player.post(f"{page}appeal/", form | {"appeal": "No ko."}).status_code == 302


def test_what_was_refused_by_a_redirect_can_be_sent_again(world: World) -> None:
    """Taking back an appeal that the committee has decided meanwhile is refused with a warning."""
    case = ruled(world, new_case(world, 0, cause=Cause.CONTESTED))
    appealed(world, case, world.players[1])
    player, page = world.player(1), f"/games/{world.games[0].pk}/case/"
    form = filled(player.get(f"{page}appeal/withdraw/").text, 'id="withdraw"')
    Tournament.objects.update(closed_at=timezone.now())
    player.post(f"{page}appeal/withdraw/", form)
    Tournament.objects.update(closed_at=None)
    player.post(f"{page}appeal/withdraw/", form)
    assert Appeal.objects.get().state == "withdrawn"


def test_a_restored_archive(world: World) -> None:
    superuser = Client()
    superuser.force_login(User.objects.create_superuser("operator"))
    data = superuser.get("/director/coupe/files/archive.zip").content
    page = superuser.get("/restore/").text
    form = filled(page, 'name="file"', slug="again")
    form["file"] = SimpleUploadedFile("coupe.zip", data)
    assert arrives_twice(superuser, "/restore/", form)["Location"] == "/director/again/"
    assert Tournament.objects.count() == 2
