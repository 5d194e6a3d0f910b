"""Stale forms, records that are not the game, too much of everything: the players' pages hold."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from adjudication.inquiries.services.answering import MOST_ANSWERS, answer
from adjudication.inquiries.services.raising import MOST_RAISED, raise_matter
from adjudication.models import Case, Inquiry, Statement, Submission
from adjudication.policy.causes import Cause
from tests.adjudication.inquiries.views.test_asked import (
    both_resume,
    disagreeing,
    fresh,
    raised,
    ruled,
    text,
    url,
)
from tests.support.answering import contest_as_read
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.models import AuditEvent, GameState, Verb

pytestmark = pytest.mark.django_db
BASE = sgf(WALLS, KM="6.5").decode()[:-1]


def beside(page: str, name: str) -> str:
    """Return the error beside a field."""
    found = re.search(rf'id="(?:[a-z_]+-)?{name}[-_]error"[^>]*>([^<]*)', page)
    return "" if found is None else found[1]


def resumed(rules: str) -> tuple[World, Inquiry]:
    world = make_world(rules=rules)
    disagreeing(world)
    return world, both_resume(world)


def send(client: Client, world: World, inquiry: Inquiry, record: str, **rest: str) -> Any:
    form = {"inquiry": inquiry.pk, "key": uuid4().hex, "step": "upload", **rest}
    file = SimpleUploadedFile("on.sgf", record.encode())
    return client.post(url(world, "on/"), {**form, "record": file})


@pytest.mark.parametrize("written", ["none", "aucune", "-"])
def test_no_dead_stones_are_written_with_a_record_as_in_a_report(written: str) -> None:
    world, inquiry = resumed("japanese")
    sent = send(world.player(0, "fr"), world, inquiry, BASE + ")", upload_dead=written)
    assert sent.status_code == 302
    assert Submission.objects.latest("pk").dead_stones == []


def test_one_stone_written_with_a_record_stands_for_its_chain() -> None:
    world, inquiry = resumed("japanese")
    assert send(world.player(0), world, inquiry, BASE + ")", upload_dead="D9").status_code == 302
    assert len(Submission.objects.latest("pk").dead_stones or ()) == 9


def test_what_is_wrong_with_an_uploaded_record_is_said_beside_its_field() -> None:
    world, inquiry = resumed("japanese")
    page = send(world.player(0), world, inquiry, BASE + ")", upload_dead="A5").content.decode()
    assert "no stone on A5" in beside(page, "upload_dead")
    assert 'value="A5"' in page
    nonsense = send(world.player(0, "fr"), world, inquiry, "<html>", resigned="white")
    assert nonsense.status_code == 400
    assert beside(nonsense.content.decode(), "record")
    assert 'value="white" selected' in nonsense.content.decode()
    assert not Submission.objects.filter(state="pending").exists()


@pytest.mark.parametrize(
    ("tail", "said"),
    [
        (";W[ai];B[];W[])", "Black who moves first"),
        (";B[ai];W[];B[];W[])", ""),
        (")", ""),
    ],
)
def test_an_uploaded_record_goes_on_with_whose_turn_it_is(tail: str, said: str) -> None:
    world, inquiry = resumed("french")
    sent = send(world.player(0), world, inquiry, BASE + tail)
    assert sent.status_code == (400 if said else 302)
    assert said in beside(sent.content.decode(), "record")


@pytest.mark.parametrize("change", [("KM[6.5]", "KM[6.5]AB[ah]"), (";W[ee]", ";W[ee]AE[de]")])
def test_a_record_with_stones_added_or_taken_off_is_not_the_game(change: tuple[str, str]) -> None:
    world, inquiry = resumed("french")
    sent = send(world.player(0), world, inquiry, BASE.replace(*change) + ";B[];W[])")
    assert "does not continue your game" in beside(sent.content.decode(), "record")


def test_more_moves_than_can_be_entered_are_to_be_sent_as_a_record() -> None:
    world, inquiry = resumed("french")
    form = {"inquiry": inquiry.pk, "key": "k", "step": "play", "moves": "pass " * 401}
    page = world.player(0).post(url(world, "on/"), form).content.decode()
    assert "send a record of the whole game" in page


def test_players_who_resume_go_on_whatever_else_brought_their_case_up(db: None) -> None:
    world = make_world()
    game = world.games[0]
    sent = report(game, game.black, "W+15.5", sgf(WALLS, KM="6.5"), DEAD.split())
    contest_as_read(submission_id=sent, player_id=game.white_id, note="no")
    raise_matter(game_id=game.pk, player_id=game.black_id, cause=Cause.EFFECTIVE_MOVE)
    inquiry = Inquiry.objects.get()
    for player in (game.black_id, game.white_id):
        answer(inquiry_id=inquiry.pk, player_id=player, answer="resume")
    assert "enter-moves" in text(world.player(0), url(world))
    form = {"inquiry": inquiry.pk, "key": "k", "step": "send"}
    over = {**form, "moves": "pass pass", "dead": DEAD}
    assert world.player(0).post(url(world, "on/"), over).status_code == 302
    judge_all()
    assert (fresh(world).state, Case.objects.get().state) == (GameState.REPORTED, "settled")


def test_whoever_goes_back_and_writes_on_can_send_it(world: World) -> None:
    raised(world, Cause.CYCLE)
    black = world.player(0)
    form = {"case": Case.objects.get().pk, "key": "once", "text": "First"}
    black.post(url(world, "case/"), form)
    page = black.post(url(world, "case/"), {**form, "text": "First, and more"})
    assert page.status_code == 409
    assert "First, and more" in page.content.decode()
    found = re.search(r'name="key" value="([^"]*)"', page.content.decode())
    assert found is not None
    again = {**form, "key": found[1], "text": "First, and more"}
    assert black.post(url(world, "case/"), again).status_code == 302
    assert Statement.objects.count() == 2


def test_a_large_photograph_is_answered_beside_its_field(world: World) -> None:
    raised(world, Cause.CYCLE)
    large = SimpleUploadedFile("large.jpg", b"\xff\xd8\xff" + b"0" * 9 * 1024 * 1024, "image/jpeg")
    form = {"case": Case.objects.get().pk, "key": "once", "text": "Kept", "pictures": [large]}
    page = world.player(0).post(url(world, "case/"), form)
    assert page.status_code == 400
    assert "8 MB" in beside(page.content.decode(), "pictures")
    assert "Kept" in page.content.decode()
    stranger = world.player(4).post(url(world, "case/"), form)
    assert stranger.status_code == 403


def test_who_waited_in_vain_says_how_long_and_their_word_proposes_nothing(
    world: World,
) -> None:
    black = world.player(0)
    form = {"matter": "absence", "minutes": "soon"}
    wrong = black.post(url(world, "wrong/"), form)
    assert beside(wrong.content.decode(), "minutes")
    assert black.post(url(world, "wrong/"), {**form, "minutes": "40"}).status_code == 302
    case = Case.objects.get()
    assert (case.grounds[0]["players"], case.grounds[0]["minutes"]) == ([2], 40)
    assert case.proposal is None


def test_before_the_grace_period_is_over_no_forfeit_is_proposed(world: World) -> None:
    world.player(1).post(url(world, "wrong/"), {"matter": "absence", "minutes": "5"})
    assert Case.objects.get().proposal is None


def test_nobody_fills_a_case_without_end(world: World) -> None:
    black = world.player(0)
    for number in range(MOST_RAISED):
        black.post(url(world, "wrong/"), {"matter": "other", "note": f"Again {number}"})
    more = black.post(url(world, "wrong/"), {"matter": "other", "note": "Once more"})
    assert more.status_code == 400
    assert "tell the referee" in more.content.decode()
    assert len(Case.objects.get().grounds) == MOST_RAISED
    # The opponent has not said anything yet.
    assert world.player(1).post(url(world, "wrong/"), {"matter": "cycle"}).status_code == 302


def test_nobody_says_that_an_opponent_who_has_reported_did_not_come(world: World) -> None:
    report(world.games[0], world.games[0].black, "B+R")
    assert "matter-absence" in text(world.player(0), url(world, "wrong/"))
    assert "matter-absence" not in text(world.player(1), url(world, "wrong/"))


def test_nobody_changes_his_answer_without_end(world: World) -> None:
    inquiry = raised(world, Cause.CYCLE)
    white, word = world.player(1), ""
    for number in range(MOST_ANSWERS + 3):
        before, word = word, "yes" if number % 2 else "no"
        form = {"inquiry": inquiry.pk, "answer": word, "before": before, "result": "half"}
        page = white.post(url(world, "question/"), form, follow=True).content.decode()
    assert "too often" in page
    given = AuditEvent.objects.filter(verb=Verb.INQUIRY_ANSWERED)
    assert given.count() == MOST_ANSWERS
    # Whoever has not answered yet always can.
    world.player(0).post(url(world, "question/"), {**form, "answer": "no", "before": ""})
    assert Inquiry.objects.get().black_answer == "no"


def test_whatever_is_raised_after_a_ruling_it_can_be_appealed(world: World) -> None:
    case = ruled(world)
    white = world.player(1)
    world.player(0).post(url(world, "wrong/"), {"matter": "other", "note": "Another matter"})
    page = text(white, url(world, "case/"))
    assert "Another matter" not in page  # for whoever rules on it
    address = f"/cases/{case.pk}/"
    assert f'href="{address}"' in page
    assert "appeal-it" in text(white, address)
    form = {"case": case.pk, "appeal": "It was not the same position."}
    assert white.post(f"{address}appeal/", form).status_code == 302
    case.refresh_from_db()
    assert case.state == "appealed"
    assert "withdraw-appeal" in text(white, address)
