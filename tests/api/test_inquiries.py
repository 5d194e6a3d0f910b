"""Questions to players through the API, and what players bring up themselves."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from adjudication.cases.services.disputes import lock_game
from adjudication.models import Case, Inquiry, InquiryKind
from adjudication.result_entry.services import enter_result
from adjudication.triage.services.questions import ask_both_players
from tests.api.client import Api, player_api, staff_api, told
from tests.support.records import WALLS, sgf
from tests.support.world import World, report
from tournament.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def opponent(world: World) -> Api:
    return player_api(world, 1)


def where(world: World, rest: str) -> str:
    return f"/games/{world.games[0].pk}/{rest}/"


def test_both_answer_and_see_the_other_only_then(world: World, player: Api, opponent: Api) -> None:
    lock_game(world.games[0])
    ask_both_players(game=world.games[0], kind="no_result", data={})
    (asked,) = player.read(where(world, "inquiries"))["results"]
    last = [
        one["word"]
        for question in asked["questions"]
        for one in question["answers"]
        if one["then"] is None
    ]
    path = f"/inquiries/{asked['id']}/answer/"
    mine = player.done("POST", path, {"answer": last[0]})
    assert mine["answer_of_black"]["word"] == last[0]
    (seen,) = opponent.read(where(world, "inquiries"))["results"]
    assert seen["answer_of_black"] is None
    (full,) = staff_api(world, Role.REFEREE).read(where(world, "inquiries"))["results"]
    assert full["answer_of_black"]["word"] == last[0]
    done = opponent.done("POST", path, {"answer": last[0]})
    assert (done["state"], done["answer_of_black"]["word"]) == ("agreed", last[0])
    changed = player.post(path, {"answer": last[-1]})
    assert (changed.status_code, told(changed)["code"]) == (409, "question_settled")


def test_the_number_of_queries_does_not_grow(world: World, player: Api) -> None:
    game = world.games[0]
    ask_both_players(game=game, kind="no_result", data={})
    player.read(where(world, "inquiries"))  # notes that the token was used

    def counted() -> int:
        with CaptureQueriesContext(connection) as queries:
            player.read(where(world, "inquiries"))
        return len(queries)

    few = counted()
    for _ in range(5):
        Inquiry.objects.create(
            game=game, kind="no_result", state="withdrawn", settled_at=timezone.now(), data={}
        )
    assert len(player.read(where(world, "inquiries"))["results"]) == 6
    assert counted() == few


def test_questions_come_in_the_language_asked_for(world: World, player: Api) -> None:
    ask_both_players(game=world.games[0], kind="objection", data={})
    (english,) = player.read(where(world, "inquiries"))["results"]
    player.language = "fr"
    (french,) = player.read(where(world, "inquiries"))["results"]
    for step, en in zip(french["questions"], english["questions"], strict=True):
        assert step["key"] == en["key"]
        assert step["text"] != en["text"]
        assert step["article"]["title"] != en["article"]["title"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "answer"),
        ({"answer": "perhaps"}, "answer"),
        ({"answer": "other"}, "result"),
        ({"answer": "other", "result": "W+4.5"}, "result"),
        ({"answer": "other", "result": {"winner": "black", "margin": 0.3}}, "result.margin"),
    ],
)
def test_what_is_wrong_with_an_answer_is_told_with_its_field(
    world: World, player: Api, body: dict[str, str], field: str
) -> None:
    ask_both_players(game=world.games[0], kind="objection", data={})
    answer = told(player.post(f"/inquiries/{Inquiry.objects.get().pk}/answer/", body))
    assert [one["field"] for one in answer["errors"]] == [field]


def test_an_objection_asks_both_and_another_result_may_be_given(
    world: World, player: Api, opponent: Api
) -> None:
    player.done("POST", where(world, "submissions"), {"result": {"winner": "white", "margin": 3.5}})
    raised = opponent.done("POST", where(world, "objection"), {"note": "Count again."})
    assert raised["state"] == "asked"
    path = f"/inquiries/{raised['inquiry']}/answer/"
    for one in (player, opponent):
        answered = one.done(
            "POST", path, {"answer": "other", "result": {"winner": "white", "margin": 4.5}}
        )
    right = {"winner": "white", "reason": "score", "margin": 4.5}
    assert answered["answer_of_white"]["result"] == right
    game = player.read(where(world, "").replace("//", "/"))
    assert (game["state"], game["result"]) == ("confirmed", right)


def test_the_opponents_report_is_accepted_after_all(
    world: World, player: Api, opponent: Api
) -> None:
    sent = player.done(
        "POST", where(world, "submissions"), {"result": {"winner": "white", "margin": 3.5}}
    )
    named = {"version": sent["version"]}
    contested = opponent.done("POST", f"/submissions/{sent['id']}/contest/", named)
    body = {"submission": sent["id"], "version": contested["version"]}
    for change in ({"submission": sent["id"] + 1}, {"version": sent["version"]}):
        other = opponent.post(where(world, "acceptance"), {**body, **change})
        assert (other.status_code, told(other)["code"]) == (409, "report_changed")
    assert player.post(where(world, "acceptance"), body).status_code == 409
    done = opponent.done("POST", where(world, "acceptance"), body)
    assert (done["state"], done["result"]["winner"], done["result"]["margin"]) == (
        "confirmed",
        "white",
        3.5,
    )
    assert opponent.read("/me/cases/")["results"][0]["state"] == "settled"


def test_who_lost_on_time_agrees_to_it(world: World, player: Api, opponent: Api) -> None:
    said = {"cause": "time", "clock": "fell", "whose": "black"}
    raised = opponent.done("POST", where(world, "matters"), said)
    version = player.read(where(world, "").replace("//", "/"))["version"]
    body = {"case": raised["case"], "version": version}
    for change, code in (
        ({"case": raised["case"] + 1}, "no_longer_said"),
        ({"version": version - 1}, "report_changed"),
    ):
        refused = player.post(where(world, "lost-on-time"), {**body, **change})
        assert (refused.status_code, told(refused)["code"]) == (409, code)
    assert opponent.post(where(world, "lost-on-time"), body).status_code == 409
    done = player.done("POST", where(world, "lost-on-time"), body)
    assert (done["state"], done["result"]["winner"], done["result"]["reason"]) == (
        "confirmed",
        "white",
        "time",
    )
    assert player.read("/me/cases/")["results"][0]["state"] == "settled"


def test_whoever_says_that_their_own_time_ran_out_is_told_to_report_it(
    world: World, player: Api
) -> None:
    said = {"cause": "time", "clock": "fell", "whose": "black"}
    refused = player.post(where(world, "matters"), said)
    assert (refused.status_code, told(refused)["code"]) == (400, "own_time_ran_out")
    assert player.done("POST", where(world, "matters"), {**said, "sure": True})["case"]


def test_a_matter_is_raised_with_its_place(world: World, player: Api) -> None:
    raised = player.done(
        "POST", where(world, "matters"), {"cause": "displaced_stone", "point": "C3"}
    )
    (asked,) = player.read(where(world, "inquiries"))["results"]
    assert (asked["id"], asked["point"]) == (raised["inquiry"], "C3")


def test_whose_clock_is_meant_is_kept_with_the_matter(world: World, player: Api) -> None:
    body = {"cause": "time", "clock": "fell", "whose": "white"}
    player.done("POST", where(world, "matters"), body)
    (ground,) = Case.objects.get().grounds
    assert ground["players"] == [world.games[0].white.number]


def test_what_was_raised_is_taken_back_by_whoever_raised_it(
    world: World, player: Api, opponent: Api
) -> None:
    raised = player.done("POST", where(world, "matters"), {"cause": "time", "clock": "wrong"})
    body = {"case": raised["case"]}
    refused = opponent.post(where(world, "matters/withdrawal"), body)
    assert (refused.status_code, told(refused)["code"]) == (409, "more_in_case")
    other = player.post(where(world, "matters/withdrawal"), {"case": raised["case"] + 1})
    assert other.status_code == 404
    done = player.done("POST", where(world, "matters/withdrawal"), body)
    assert done == {"case": None, "state": None, "inquiry": None}
    assert player.read(f"/games/{world.games[0].pk}/")["state"] == "open"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"cause": "contested"}, "cause"),
        ({"cause": "illegal_move"}, "note"),
        ({"cause": "cycle", "move": 0}, "move"),
        ({"cause": "time", "move": 3}, "move"),
        ({"cause": "cycle", "clock": "fell"}, "clock"),
        ({"cause": "time", "clock": "broken"}, "clock"),
        ({"cause": "time"}, "clock"),
        ({"cause": "time", "note": " "}, "clock"),
        ({"cause": "time", "whose": "black"}, "clock"),
        ({"cause": "time", "clock": "fell"}, "whose"),
        ({"cause": "time", "whose": "gray"}, "whose"),
        ({"cause": "cycle", "whose": "black"}, "whose"),
        ({"cause": "displaced_stone", "point": "Z99"}, "point"),
        ({"cause": "displaced_stone"}, "point"),
        ({"cause": "absence", "minutes": -1}, "minutes"),
    ],
)
def test_what_is_wrong_with_a_matter_is_told_with_its_field(
    world: World, player: Api, body: dict[str, object], field: str
) -> None:
    answer = told(player.post(where(world, "matters"), body))
    assert [one["field"] for one in answer["errors"]] == [field]


BROUGHT_UP = (InquiryKind.ILLEGAL_MOVE, InquiryKind.DEAD_STONES)


@pytest.mark.parametrize(
    ("kind", "known"),
    [
        # An illegal move is asked about where somebody has brought one up alone, dead stones where
        # somebody has marked some.
        *((kind, "") for kind in InquiryKind.values if kind not in BROUGHT_UP),
        ("dead_stones", "marked"),
        ("no_result", "reported"),
        ("no_result", "entered"),
    ],
)
def test_whatever_players_are_asked_beside_their_result_is_settled(
    world: World, player: Api, opponent: Api, kind: str, known: str
) -> None:
    """A case of conduct leaves the result as it is: what both answer then must not break it."""
    if known == "reported":
        player.done(
            "POST",
            where(world, "submissions"),
            {"result": {"winner": "black", "reason": "resignation"}},
        )
    elif known == "marked":
        game = world.games[0]
        report(game, game.black, "W+14.5", sgf(WALLS, KM="6.5"), ["B8"])
    elif known:
        enter_result(game_id=world.games[0].pk, winner="black", reason="resignation")
    referee = staff_api(world, Role.REFEREE)
    body = {"cause": "conduct", "game": world.games[0].pk, "note": "They shout."}
    case = referee.done("POST", "/tournaments/coupe/cases/", body)
    at = f"/tournaments/coupe/cases/{case['number']}/"
    referee.done("POST", f"{at}take/")
    (asked,) = referee.done("POST", f"{at}questions/", {"kind": kind})["inquiries"]
    last = [
        answer["word"]
        for question in asked["questions"]
        for answer in question["answers"]
        if answer["then"] is None
    ]
    path = f"/inquiries/{asked['id']}/answer/"
    for word in last:
        with transaction.atomic():
            statuses = [one.post(path, {"answer": word}).status_code for one in (player, opponent)]
            transaction.set_rollback(True)
        assert set(statuses) <= {200, 400, 409}, word
