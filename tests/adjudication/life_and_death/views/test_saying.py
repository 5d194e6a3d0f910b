"""Players say which stones live: what both say a referee takes for granted, and it is told."""

import json
import re
from html import unescape

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from adjudication.cases.services.statements import write_statement
from adjudication.confirmation.checker import CheckError, check_certificate
from adjudication.life_and_death.selectors import proof_of
from adjudication.life_and_death.services import saying
from adjudication.life_and_death.services.saying import say_stones
from adjudication.life_and_death.sources import Source
from adjudication.models import Case, CaseState, Confirmation, ConfirmationAnswer, SaidStones
from jobs.worker import run_job
from tests.api.client import player_api
from tests.support.desk_world import new_case
from tests.support.life_world import (
    OPEN_BOARD,
    disputed,
    links,
    plain,
    record_of,
    sent,
    submission_of,
)
from tests.support.world import World, make_world, report
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AuditEvent, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def wide_world() -> World:
    return make_world(name="Wide", slug="wide", size=13)


@pytest.fixture
def wide(wide_world: World) -> Case:
    return disputed(wide_world, diagram=OPEN_BOARD, dead=("A13", "K5"))


def at_wide(case: Case, rest: str) -> str:
    return f"/referee/wide/cases/{case.number}/{rest}"


def stones(world: World) -> str:
    return f"/games/{world.games[1].pk}/case/stones/"


def says(world: World, index: int, **said: str) -> Client:
    """Let a player of the game say something on their page, and return their browser."""
    client = world.player(index)
    page = client.get(stones(world)).text
    answer = client.post(stones(world), sent(page) | said)
    assert answer.status_code == 302, plain(answer.text)
    return client


def players_of(world: World) -> tuple[int, int]:
    """Return the indices of Black and White."""
    game = world.games[1]
    keys = [player.pk for player in world.players]
    return keys.index(game.black_id), keys.index(game.white_id)


def test_a_tap_makes_a_group_alive_dead_in_seki_and_open(wide_world: World, wide: Case) -> None:
    black = wide_world.player(players_of(wide_world)[0])
    page = black.get(f"/games/{wide_world.games[1].pk}/case/").text
    assert links(page, "case/stones/")
    page = black.get(stones(wide_world)).text
    told = []
    for _ in range(4):
        tap = next(one for one in links(page, "tap=E13"))
        page = black.get(stones(wide_world) + tap.partition("#")[0]).text
        told.append([state for state in ("alive", "dead", "seki") if sent(page)[state] == "E13"])
    assert told == [["alive"], ["dead"], ["seki"], []]
    assert not SaidStones.objects.exists()


def test_what_both_say_is_filled_in_and_told_with_the_verdict_and_its_proof(
    wide_world: World, wide: Case
) -> None:
    one, other = players_of(wide_world)
    says(wide_world, one, alive="E13 F10", dead="D5")
    page = wide_world.player(other).get(stones(wide_world)).text
    assert "E13 (white, 7 stones)" in plain(page)
    taken = re.search(r'id="take-over" href="([^"]+)"', page)
    assert taken is not None
    address = unescape(taken[1]).partition("#")[0]
    page = wide_world.player(other).get(stones(wide_world) + address).text
    says(wide_world, other, alive=sent(page)["alive"].replace(" F10", ""), dead="D5")

    rita = wide_world.client(Role.REFEREE)
    where = at_wide(wide, "life/")
    page = rita.get(where).text
    assert sent(page)["alive"] == "E13"
    assert "D5" in sent(page)["agreed_dead"].split()
    rita.post(where, sent(page, points="D13"))
    asked = Confirmation.objects.get()
    assert (asked.alive, asked.grounds["players"]) == (["E13"], ["E13"])
    while run_job():
        pass
    words = plain(rita.get(f"{where}1/").text)
    assert "both players say that they are." in words
    key = ConfirmationAnswer.objects.filter(winner="attacker").earliest("order").key
    proof = rita.get(f"{where}1/proof/{key}/").content.decode()
    assert ("white", "players") in {
        (wall["colour"], wall["why"]) for wall in json.loads(proof)["assumed"]
    }
    assert check_certificate(proof).winner == "attacker"
    assert rita.post(at_wide(wide, "do/"), {"what": "take"}).status_code == 302
    counted = rita.get(at_wide(wide, "count/?begin=verdicts")).text
    # The marks of their reports differ on stones of which neither spoke on the board.
    while decided := re.search(
        r'badge warn">in question.*?id="set-\w+-dead" href="([^"]+)"', counted, re.DOTALL
    ):
        address = unescape(decided[1]).partition("#")[0]
        counted = rita.get(at_wide(wide, "count/") + address).text
    (ruling,) = links(counted, "made_of=")
    reasons = "Both players take to be alive: E13 (white, 7 stones)."
    assert reasons in unescape(rita.get(ruling).text)


def test_what_was_proposed_is_told_with_its_figures(wide_world: World, wide: Case) -> None:
    rita = wide_world.client(Role.REFEREE)
    where = at_wide(wide, "life/")
    rita.post(where, sent(rita.get(f"{where}?points=D13&alive=E13").text))
    asked = Confirmation.objects.get()
    lived, games, _apart, _together = asked.grounds["proposed"]["E13"]
    assert 0 < lived <= games
    while run_job():
        pass
    assert f"They stay in {lived} of {games} random games." in plain(rita.get(f"{where}1/").text)
    key = ConfirmationAnswer.objects.filter(winner="attacker").earliest("order").key
    text = proof_of(wide.pk, 1, key)
    assert text is not None
    (wall,) = (one for one in json.loads(text)["assumed"] if one["why"] == "proposed")
    assert wall["figures"][:2] == [lived, games]


def test_a_proof_has_to_say_of_every_wall_why_it_lives(wide_world: World, wide: Case) -> None:
    rita = wide_world.client(Role.REFEREE)
    where = at_wide(wide, "life/")
    rita.post(where, sent(rita.get(f"{where}?points=D13&alive=E13").text))
    while run_job():
        pass
    key = ConfirmationAnswer.objects.filter(winner="attacker").earliest("order").key
    told = json.loads(proof_of(wide.pk, 1, key) or "")
    for assumed in (
        [],
        [{"points": ["E13"], "colour": "white", "why": "players"}],
        [{**one, "colour": "black"} for one in told["assumed"]],
        [{**one, "why": "<b>"} for one in told["assumed"]],
        [{**one, "figures": ["many"]} for one in told["assumed"]],
        [{**one, "more": 1} for one in told["assumed"]],
        {"points": []},
    ):
        with pytest.raises(CheckError) as refused:
            check_certificate(json.dumps(told | {"assumed": assumed}))
        assert refused.value.code == "assumed"


def test_it_is_said_by_the_players_of_the_case_alone_while_it_is_open(
    wide_world: World, wide: Case
) -> None:
    one, other = players_of(wide_world)
    asked = {"case_id": wide.pk, "source": Source(submission_of(wide).pk)}
    stranger = next(i for i in range(len(wide_world.players)) if i not in (one, other))
    assert wide_world.player(stranger).get(stones(wide_world)).status_code in (403, 404)
    with pytest.raises(NotFound):
        say_stones(**asked, player_id=wide_world.players[stranger].pk, alive=["E13"])
    mine = {**asked, "player_id": wide_world.players[one].pk}
    for wrong in ({"alive": ["E1"]}, {"alive": ["Z99"]}, {"alive": ["E13"], "dead": ["E12"]}):
        with pytest.raises(UserError):
            say_stones(**mine, **wrong)
    say_stones(**mine, alive=["E12"])
    say_stones(**mine, alive=["E13"])
    assert SaidStones.objects.get().alive == ["E13"]
    assert AuditEvent.objects.filter(verb="case.stones").count() == 1
    Case.objects.filter(pk=wide.pk).update(
        state=CaseState.SETTLED, settled_at=timezone.now(), settled_note="x"
    )
    with pytest.raises(Conflict):
        say_stones(**mine, alive=["F10"])
    # Whoever had its page open is told so, with what they had marked.
    late = wide_world.player(one).post(
        stones(wide_world), {"alive": "E13", "dead": "none"}, follow=True
    )
    assert late.status_code == 200
    assert "E13 (white, 7 stones)" in plain(late.text)


def test_what_was_said_in_another_case_leaves_room_in_this_one(
    wide_world: World, wide: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saying, "MOST_SAID", 1)
    one, _other = players_of(wide_world)
    mine = {
        "case_id": wide.pk,
        "source": Source(submission_of(wide).pk),
        "player_id": wide_world.players[one].pk,
    }
    say_stones(**mine, alive=["E12"])
    with pytest.raises(Conflict, match="too often"):
        say_stones(**mine, alive=["F10"])
    Case.objects.filter(pk=wide.pk).update(number=wide.number + 1)  # that was in another one
    say_stones(**mine, alive=["F10"])


def test_it_is_said_and_counted_on_a_record_that_was_sent_in_the_case(wide_world: World) -> None:
    game = wide_world.games[1]
    number = report(game, game.black, "W+R")
    case = new_case(wide_world, 1)
    one, other = players_of(wide_world)
    case_page = f"/games/{game.pk}/case/"
    page = wide_world.player(one).get(case_page).text
    assert not links(page, "case/stones/")
    for index, alone in ((one, True), (other, False)):
        page = wide_world.player(index).get(f"/games/{game.pk}/").text
        assert ('id="opponent-accepts"' in page) is alone
    refused = wide_world.player(one).get(stones(wide_world), follow=True)
    assert refused.redirect_chain[-1][0] == case_page
    sent_by_white = write_statement(
        case_id=case.pk,
        player_id=game.white_id,
        text="We counted.",
        record_bytes=record_of(OPEN_BOARD),
        idempotency_key="white",
    )
    assert links(wide_world.player(one).get(case_page).text, "case/stones/")
    for index in (one, other):
        says(wide_world, index, alive="E13", dead="D5")
    assert set(SaidStones.objects.values_list("submission", "statement")) == {(None, sent_by_white)}
    told = player_api(wide_world, one).read(f"/cases/{case.pk}/stones/")
    assert (told["submission"], told["statement"]) == (None, sent_by_white)

    # Another record of it is a board of its own; what was said stays with the first.
    write_statement(
        case_id=case.pk,
        player_id=game.black_id,
        text="No.",
        record_bytes=record_of(OPEN_BOARD.replace("O", "X", 1)),
        idempotency_key="black",
    )
    page = wide_world.player(one).get(stones(wide_world)).text
    assert sent(page)["report"] == f"statement-{sent_by_white}"
    assert page.count('<option value="statement-') == 2

    rita = wide_world.client(Role.REFEREE)
    board = f"?report=statement-{sent_by_white}"
    assert "D5" in sent(rita.get(at_wide(case, f"count/{board}")).text)["dead"].split()
    where = at_wide(case, "life/")
    page = rita.get(f"{where}?submission=statement-{sent_by_white}").text
    assert sent(page)["alive"] == "E13"
    rita.post(where, sent(page, points="D13"))
    asked = Confirmation.objects.get()
    assert (asked.submission_id, asked.statement_id) == (None, sent_by_white)
    for both in ((None, None), (number, sent_by_white)):
        with pytest.raises(IntegrityError), transaction.atomic():
            SaidStones.objects.update(submission=both[0], statement=both[1])


def test_what_both_say_is_in_seki_is_counted_so_and_taken_to_be_alive(
    wide_world: World, wide: Case
) -> None:
    one, other = players_of(wide_world)
    says(wide_world, one, alive="E13", dead="none", seki="D5")
    says(wide_world, other, alive="E13 D5", dead="none", seki="E12")
    rita = wide_world.client(Role.REFEREE)
    count = at_wide(wide, "count/")
    assert "seki" not in {key for key, value in sent(rita.get(count).text).items() if value}
    # Whether it is a seki is in dispute: that it lives is not what both say.
    for page in (
        wide_world.player(one).get(stones(wide_world)).text,
        rita.get(at_wide(wide, "life/")).text,
    ):
        assert 'id="both"' not in page
        assert 'id="take-both"' not in page
        assert "E13 (white, 7 stones)" in plain(page)
    # The count begins from either player's word, and tells it, as the player's page does.
    begun = sent(rita.get(f"{count}?begin=said-0").text)
    assert (begun["dead"], begun["seki"]) == ("none", "D5")
    assert not links(rita.get(count).text, "begin=both")
    for told in (
        rita.get(at_wide(wide, "")),
        rita.get(count),
        wide_world.player(other).get(stones(wide_world)[:-7]),
    ):
        assert "In seki: D5." in plain(told.text)
        assert "In seki: E13." in plain(told.text)
    assert sent(page).get("alive", "") == ""
    told = player_api(wide_world, one).read(f"/cases/{wide.pk}/stones/")
    assert told["differing"] == ["E13", "D5"]
    says(wide_world, other, alive="none", dead="none", seki="D5 E12")
    assert sent(rita.get(count).text)["seki"].split() == ["D5"]
    assert set(sent(rita.get(at_wide(wide, "life/")).text)["alive"].split()) == {"D5"}
    told = player_api(wide_world, one).read(f"/cases/{wide.pk}/stones/")
    assert (len(told["both_alive"]), len(told["both_seki"])) == (0, 1)


def test_what_one_player_alone_says_is_not_agreed(wide_world: World, wide: Case) -> None:
    one, _other = players_of(wide_world)
    says(wide_world, one, alive="E13", dead="none")
    rita = wide_world.client(Role.REFEREE)
    page = rita.get(at_wide(wide, "life/")).text
    assert "alive" not in sent(page) or sent(page)["alive"] == ""
    assert "They say nothing that is the same." in plain(page)


def test_where_areas_are_counted_they_say_it_too_and_no_seki_beside_it() -> None:
    world = make_world(name="Aire", slug="aire", size=13, rules="french")
    case = disputed(world, diagram=OPEN_BOARD, dead=("A13", "K5"))
    one, other = players_of(world)
    page = world.player(one).get(stones(world)[: -len("stones/")]).text
    assert links(page, "case/stones/")
    page = world.player(one).get(f"{stones(world)}?dead=E13").text
    tap = next(link for link in links(page, "tap=E13"))
    after = sent(world.player(one).get(stones(world) + tap.partition("#")[0]).text)
    assert {after[state] for state in ("alive", "dead", "seki")} == {"none"}
    for index in (one, other):
        says(world, index, alive="E13", dead="D5")
    begun = world.client(Role.REFEREE).get(f"/referee/aire/cases/{case.number}/count/?begin=both")
    assert "D5" in sent(begun.text)["dead"].split()
    with pytest.raises(UserError, match="seki"):
        say_stones(
            case_id=case.pk,
            source=Source(submission_of(case).pk),
            player_id=world.players[one].pk,
            seki=["E13"],
        )


def test_programs_say_it_for_their_players(wide_world: World, wide: Case) -> None:
    where = f"/cases/{wide.pk}/stones/"
    told = {}
    for index in players_of(wide_world):
        program = player_api(wide_world, index)
        told = program.done("POST", where, {"alive": ["E13"], "dead": ["A12"]})
    both = {wide_world.players[index].pk for index in players_of(wide_world)}
    assert {line["player"] for line in told["said"]} == both
    assert len(told["both_alive"]) == 1
    assert len(told["both_dead"]) == 1
    assert told["submission"] == wide.submission_id
    assert player_api(wide_world, players_of(wide_world)[0]).read(where) == told
    program = player_api(wide_world, players_of(wide_world)[0])
    named = {"submission": wide.submission_id, "dead": []}
    assert program.done("POST", where, {"alive": ["F10"], **named})["said"][0]["alive"] == ["F10"]
    for wrong, status in (
        ({"alive": ["Z99"], **named}, 400),
        ({"alive": ["E13"], **named, "submission": wide.submission_id + 99}, 409),
        ({"alive": ["E13"], "dead": [], "statement": 99}, 409),
    ):
        assert program.post(where, wrong).status_code == status
    assert SaidStones.objects.filter(alive=["F10"]).count() == 1


def test_what_was_marked_on_a_board_that_is_gone_is_shown_on_another_and_not_kept(
    wide_world: World, wide: Case
) -> None:
    black = wide_world.player(players_of(wide_world)[0])
    marked = sent(black.get(stones(wide_world)).text) | {"alive": "E13", "dead": "D5"}
    for gone in ({"report": "999999"}, {"report": ""}):
        page = black.post(stones(wide_world), marked | gone)
        assert page.status_code == 409
        again = sent(page.text)
        assert {name: again[name] for name in marked} == marked
    assert not SaidStones.objects.exists()
    board = "?report=999999&alive=E13"
    tapped = black.get(f"{stones(wide_world)}{board}").text
    assert 'role="alert"' in tapped.partition('id="stones"')[2]
    assert black.post(stones(wide_world), again).status_code == 302
    assert SaidStones.objects.get().dead == ["D5"]
