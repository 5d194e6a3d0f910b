"""The page of a case without a game, to the players it is about."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from adjudication.cases.services.opening import open_case
from adjudication.cases.services.statements import write_statement
from adjudication.models import Appeal, Case, Picture, Statement
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.rulings.services.appeals import appeal as make_appeal
from adjudication.rulings.services.appeals import put_motion, vote, withdraw_appeal
from tests.api.client import player_api
from tests.support.desk_world import appealed, committee, fields, new_case, ruled, taken_by
from tests.support.desk_world import at as desk
from tests.support.records import WALLS, sgf
from tests.support.world import World
from tournament.audit.selectors.freshness import freshness_of
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import NotFound
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db

AKI, BEA = 0, 1
WARNED = Decision(
    "nothing",
    articles=("event:outside-help",),
    reasons="A telephone has no place at the board.",
    penalties=(PenaltyGiven(1, "warning"),),
)


def about(world: World, *players: int, cause: Cause = Cause.OUTSIDE_HELP) -> Case:
    """Open a case without a game about players by index."""
    return open_case(
        cause=cause,
        tournament_id=world.tournament.pk,
        players=[world.players[index] for index in players],
        note="A neighbour saw a telephone.",
    )


def at(case: Case, rest: str = "") -> str:
    return f"/cases/{case.pk}/{rest}"


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.status_code
    return answer.text


def everybody_else(world: World) -> list[Client]:
    staff = [world.client(role) for role in (Role.REFEREE, Role.DIRECTOR, Role.HELPER)]
    return [Client(), world.player(BEA), *staff]


def test_whom_it_is_about_reads_and_writes_and_nobody_else_learns_of_it(world: World) -> None:
    case = about(world, AKI)
    new_case(world, 1)  # Chris and Dora have a case of their own, at their board
    aki = world.player(AKI)
    page = text(aki, at(case))
    assert "Suspected outside help" in page
    assert "A neighbour saw a telephone." in page
    assert "of the board" not in page
    form = {"case": case.pk, "key": "once", "text": "I called my mother."}
    answer = aki.post(at(case), form, follow=True)
    assert "Saved. The referee can read it." in answer.text
    assert "I called my mother." in answer.text
    said = Statement.objects.get()
    assert (said.case_id, said.player_id) == (case.pk, world.players[AKI].pk)
    for client in (*everybody_else(world), world.player(2)):
        for path in ("", "appeal/", "appeal/withdraw/"):
            assert client.post(at(case, path), form).status_code == 404
        assert client.get(at(case)).status_code == 404
    assert Statement.objects.count() == 1


def test_all_whom_it_is_about_read_what_the_others_say(world: World) -> None:
    case = about(world, AKI, 2, cause=Cause.ACCOUNT_SHARING)
    form = {"case": case.pk, "key": "once", "text": "That was me."}
    answer = world.player(AKI).post(at(case), form, follow=True)
    assert "and the other players of this case" in answer.text
    page = text(world.player(2), at(case))
    assert "That was me." in page
    assert "Aki, Chris" in page


def test_what_cannot_be_sent_is_told_beside_its_field_and_kept(world: World) -> None:
    case, aki = about(world, AKI), world.player(AKI)
    empty = aki.post(at(case), {"case": case.pk, "key": "k", "text": " "})
    assert empty.status_code == 400
    assert 'id="text_error"' in empty.text
    stale = aki.post(at(case), {"case": case.pk + 1, "key": "k", "text": "Kept."})
    assert stale.status_code == 400
    assert "Kept." in stale.text
    assert not Statement.objects.exists()


def test_pictures_and_the_record_are_for_whom_it_is_about(world: World) -> None:
    case, other = about(world, AKI), about(world, BEA)
    aki, data = world.player(AKI), BytesIO()
    Image.new("RGB", (60, 40), "brown").save(data, "PNG")
    form = {
        "case": case.pk,
        "key": "once",
        "text": "Look",
        "pictures": [SimpleUploadedFile("one.png", data.getvalue(), "image/png")],
        "record": SimpleUploadedFile("two.sgf", sgf(WALLS)),
    }
    assert aki.post(at(case), form).status_code == 302
    files = (
        f"pictures/{Picture.objects.get().pk}.jpg",
        f"records/{Statement.objects.get().pk}.sgf",
    )
    page = text(aki, at(case))
    for rest in files:
        assert at(case, rest) in page
        shown = aki.get(at(case, rest))
        assert shown["X-Content-Type-Options"] == "nosniff"
        for client in everybody_else(world):
            assert client.get(at(case, rest)).status_code == 404
        # A party of another case does not get at it by his own address.
        assert world.player(BEA).get(at(other, rest)).status_code == 404
    assert aki.get(at(case, files[0]))["Content-Type"] == "image/jpeg"
    assert aki.get(at(case, files[1])).content == sgf(WALLS)


def test_a_ruling_is_read_appealed_taken_back_and_stands(world: World) -> None:
    case = ruled(world, about(world, AKI, 2), decision=WARNED)
    aki, chris = world.player(AKI), world.player(2)
    page = text(aki, at(case))
    for told in ("A telephone has no place at the board.", "Aki is warned.", "No result changes"):
        assert told in page
    assert "appeal-it" in page
    assert "<details><summary>" in page
    form = {"case": case.pk, "appeal": "It was switched off."}
    assert aki.post(at(case, "appeal/"), {**form, "appeal": " "}).status_code == 400
    assert aki.post(at(case, "appeal/"), form).status_code == 302
    assert "withdraw-appeal" in text(aki, at(case))
    theirs = text(chris, at(case))
    assert "It was switched off." in theirs
    assert "withdraw-appeal" not in theirs
    assert "You cannot appeal against it again" in text(aki, at(case, "appeal/withdraw/"))
    assert chris.get(at(case, "appeal/withdraw/")).status_code == 302
    chris.post(at(case, "appeal/withdraw/"))
    assert Appeal.objects.get().state == "waiting"
    aki.post(at(case, "appeal/withdraw/"))
    assert Appeal.objects.get().state == "withdrawn"
    assert "appeal-it" not in text(aki, at(case))
    assert "upholds" not in text(aki, at(case))
    assert "appeal-it" in text(chris, at(case))


@pytest.mark.parametrize("upheld", [True, False])
def test_what_the_committee_decides_is_read_there(world: World, upheld: bool) -> None:
    case = ruled(world, about(world, AKI), decision=WARNED)
    key = appealed(world, case, world.players[AKI])
    committee(world, key, 3, 4, 5)
    appeal = Appeal.objects.get(pk=key)
    motion = appeal.motions.get()
    if not upheld:
        with acting_as(member(world, 3)):
            motion = put_motion(appeal_id=key, decision=Decision("nothing", reasons="Not shown."))
    for index in (3, 4, 5):
        with acting_as(member(world, index)):
            vote(appeal_id=key, motion_id=motion.pk, reasons="It was so." if upheld else "")
    page = text(world.player(AKI), at(case))
    assert "It is decided for good." in page
    assert ("The committee upholds the ruling." in page) is upheld
    assert ("Ruling on appeal" in page) is not upheld
    assert ("Not shown." in page) is not upheld
    assert "send-statement" not in page
    told = text(world.player(AKI), "/me/")
    assert ("The committee upholds the ruling." in told) is upheld
    assert ("The committee changed the ruling." in told) is not upheld


def member(world: World, index: int) -> Actor:
    player = world.players[index]
    return Actor(role=Role.PLAYER, name=player.name, player_id=player.pk)


def test_a_case_of_a_game_is_read_at_the_game(world: World) -> None:
    case, game = new_case(world, 0), world.games[0]
    aki = world.player(AKI)
    for path in ("", "appeal/", "appeal/withdraw/"):
        answer = aki.post(at(case, path), {"case": case.pk, "key": "k", "text": "Sent."})
        assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.pk}/case/")
    assert aki.get(at(case))["Location"] == f"/games/{game.pk}/case/"
    assert not Statement.objects.exists()
    assert world.player(2).get(at(case)).status_code == 404


def test_in_a_closed_tournament_the_case_is_read_only(world: World) -> None:
    case = about(world, AKI)
    aki = world.player(AKI)
    assert "send-statement" in text(aki, at(case))
    Tournament.objects.update(closed_at="2026-01-01T12:00Z")
    assert "send-statement" not in text(aki, at(case))


def test_the_own_page_tells_that_there_is_a_case_and_no_more(world: World) -> None:
    case = about(world, AKI)
    page = text(world.player(AKI), "/me/")
    assert " is about you." in page
    assert at(case) in page
    for secret in ("outside help", "telephone"):
        assert secret not in page
    assert " is about you." not in text(world.player(BEA), "/me/")
    ruled(world, case, decision=WARNED)
    assert " is about you." in text(world.player(AKI), "/me/")
    Case.objects.update(state="final", settled_at="2026-01-01T12:00Z")
    over = text(world.player(AKI), "/me/")
    assert " is about you." not in over
    assert at(case) in over


def test_whatever_happens_in_it_is_news_and_changes_nobody_elses_page(world: World) -> None:
    aki, bea = world.players[AKI], world.player(BEA)
    theirs = text(bea, "/me/live/")
    seen = [freshness_of(world.tournament.pk).all]
    case = about(world, AKI)
    seen.append(freshness_of(world.tournament.pk).all)
    write_statement(case_id=case.pk, player_id=aki.pk, text="No.", idempotency_key="k")
    seen.append(freshness_of(world.tournament.pk).all)
    ruled(world, case, decision=WARNED)
    seen.append(freshness_of(world.tournament.pk).all)
    appealed(world, case, aki)
    seen.append(freshness_of(world.tournament.pk).all)
    assert all(one != seen[index] for index, one in enumerate(seen[1:]))
    assert text(bea, "/me/live/") == theirs


def test_only_whom_it_is_about_writes_appeals_and_takes_it_back(world: World) -> None:
    case, bea = about(world, AKI), world.players[BEA].pk
    with pytest.raises(NotFound):
        write_statement(case_id=case.pk, player_id=bea, text="I saw it.", idempotency_key="k")
    ruled(world, case, decision=WARNED)
    with pytest.raises(NotFound):
        make_appeal(case_id=case.pk, player_id=bea, text="Unjust.")
    appealed(world, case, world.players[AKI])
    with pytest.raises(NotFound):
        withdraw_appeal(case_id=case.pk, player_id=bea)


def test_a_player_answers_a_ruling_by_an_appeal_alone(world: World) -> None:
    case, aki = about(world, AKI), world.player(AKI)
    form = fields(text(aki, at(case)))
    ruled(world, case, decision=WARNED)
    late = aki.post(at(case), {**form, "text": "No, I did not."})
    assert late.status_code == 409
    assert "already a ruling in this case: appeal" in late.text
    assert "No, I did not." in late.text
    sent = {"text": "No, I did not."}
    refused = player_api(world, AKI).post(f"/cases/{case.pk}/statements/", sent)
    assert (refused.status_code, refused.json()["code"]) == (409, "case_ruled")
    with acting_as(Actor(role=Role.REFEREE, name="Rita")):
        write_statement(case_id=case.pk, text="A witness came late.", idempotency_key="w")
    appealed(world, case, world.players[AKI])
    aki.post(at(case), {**form, "text": "For the committee."})
    last = Statement.objects.order_by("-pk").values_list("text", flat=True)
    assert list(last) == ["For the committee.", "A witness came late."]


def test_where_there_is_no_game_to_lose_the_form_does_not_speak_of_it(world: World) -> None:
    Tournament.objects.update(rulings={"warnings_to_loss": 2})
    ruled(world, about(world, AKI), decision=WARNED)
    said = "With the next one the tournament proposes that the game is lost."
    client = world.client(Role.REFEREE)
    for case, told in ((about(world, AKI), False), (new_case(world, 0, Cause.CONDUCT), True)):
        taken_by(client, case)
        page = text(client, desk(case, "ruling/"))
        assert "1 warning so far." in page
        assert (said in page) is told


def test_after_the_time_to_appeal_nothing_points_to_an_appeal(world: World) -> None:
    case, aki = about(world, AKI), world.player(AKI)
    form = fields(text(aki, at(case)))
    ruled(world, case, decision=WARNED)
    past = timezone.now() - timedelta(minutes=1)
    Case.objects.filter(pk=case.pk).update(appeal_until=past)
    late = aki.post(at(case), {**form, "text": "No, I did not."})
    assert late.status_code == 409
    assert "the time to appeal is over" in late.text
    assert "appeal, if you do not agree" not in late.text
    page = text(aki, "/me/")
    assert "the time to appeal is over" in page
    assert "You can appeal until" not in page
