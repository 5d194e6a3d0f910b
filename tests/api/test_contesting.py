"""A program contests a report with another record of the game, as players do on their pages."""

import pytest

from adjudication.models import Submission
from tests.api.client import Api, player_api, told
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import Game

pytestmark = pytest.mark.django_db
THEIRS = sgf(WALLS, KM="6.5")
SLID = sgf(WALLS.replace("gg bb", "gf bb"), KM="6.5")
"""White's black stone in the other's area is one point away: the report's dead stones do not fit
as they are."""
OTHER_ORDER = sgf(WALLS.replace("de ee dd ed", "dd ed de ee"), KM="6.5")


@pytest.fixture
def opponent(world: World) -> Api:
    return player_api(world, 1)


@pytest.fixture
def waiting(world: World) -> Submission:
    """A report of Black's with a record and its dead stones, for White to answer."""
    game = world.games[0]
    key = report(game, game.black, "W+15.5", THEIRS, DEAD.split())
    judge_all()
    return Submission.objects.get(pk=key)


def version(world: World) -> int:
    return Game.objects.get(pk=world.games[0].pk).version


def test_it_is_compared_first_and_then_sent(
    world: World, waiting: Submission, opponent: Api
) -> None:
    address = f"/submissions/{waiting.pk}/contest/"
    body = {"record": OTHER_ORDER.decode(), "filename": "mine.sgf"}
    compared = opponent.done("POST", f"{address}comparison/", body)
    assert [one["kind"] for one in compared["differences"]] == ["another_order"]
    assert compared["differences"][0]["theirs"] == [1, 2, 3, 4]
    assert compared["theirs"] == compared["yours"]
    assert compared["yours"] == {"winner": "white", "reason": "score", "margin": 15.5}
    assert compared["dead_stones"] == sorted(DEAD.split())
    waiting.refresh_from_db()
    assert (waiting.state, Submission.objects.count()) == ("pending", 1), "nothing was sent"

    body |= {"dead_stones": compared["dead_stones"], "note": "Mine."}
    answer = opponent.done("POST", address, {**body, "version": version(world)})
    assert (answer["state"], answer["answer_note"]) == ("contested", "Mine.")
    own = Submission.objects.get(player=world.games[0].white)
    assert own.record is not None
    assert bytes(own.record.data or b"") == OTHER_ORDER
    assert (own.record.filename, own.claim_margin_half) == ("mine.sgf", 31)
    assert own.dead_stones == sorted(DEAD.split())


def test_dead_stones_are_proposed_for_it_but_put_into_nobodys_mouth(
    world: World, waiting: Submission, opponent: Api
) -> None:
    """They are the report's, as far as they are on the board of the other record."""
    address, body = f"/submissions/{waiting.pk}/contest/", {"record": SLID.decode()}
    compared = opponent.done("POST", f"{address}comparison/", body)
    assert compared["dead_stones"] == ["B8"], "nothing stands on G3 there"
    refused = opponent.post(address, {**body, "version": version(world)})
    assert (refused.status_code, told(refused)["code"]) == (400, "dead_stones_missing")
    assert not Submission.objects.filter(player=world.games[0].white).exists()


def test_other_dead_stones_can_come_with_it(
    world: World, waiting: Submission, opponent: Api
) -> None:
    body = {"record": SLID.decode(), "dead_stones": ["B8", "G4"]}
    compared = opponent.done("POST", f"/submissions/{waiting.pk}/contest/comparison/", body)
    assert compared["yours"]["margin"] == 15.5
    opponent.done(
        "POST", f"/submissions/{waiting.pk}/contest/", {**body, "version": version(world)}
    )
    assert Submission.objects.get(player=world.games[0].white).dead_stones == ["B8", "G4"]


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"record": "(;FF[4]"}, "record", "record"),
        ({"record": " "}, "record_empty", "record"),
        ({"record": "(;GM[1]FF[4]SZ[13];B[aa])"}, "record", "record"),
        ({"record": "(;)", "record_base64": "KDsp"}, "record_twice", "record"),
        (
            {"record": THEIRS.decode(), "dead_stones": DEAD.split()},
            "same_dead_stones",
            "dead_stones",
        ),
        ({"record": SLID.decode(), "dead_stones": ["G3"]}, "dead_stones", "dead_stones"),
        ({"record": SLID.decode(), "dead_stones": ["Z99"]}, None, "dead_stones"),
        (
            {"record": SLID.decode(), "dead_stones": [], "seki_stones": ["A1"]},
            "seki_stones",
            "seki_stones",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_field_before_and_when_it_is_sent(
    world: World,
    waiting: Submission,
    opponent: Api,
    body: dict[str, object],
    code: str | None,
    field: str,
) -> None:
    address = f"/submissions/{waiting.pk}/contest/"
    for path, sent in (
        (f"{address}comparison/", body),
        (address, {**body, "version": version(world)}),
    ):
        refused = opponent.post(path, sent)
        assert refused.status_code == 400
        assert [one["field"] for one in told(refused)["errors"]] == [field]
        assert code is None or told(refused)["code"] == code
    waiting.refresh_from_db()
    assert (waiting.state, Submission.objects.count()) == ("pending", 1)


def test_a_record_is_needed_to_compare(waiting: Submission, opponent: Api) -> None:
    refused = opponent.post(f"/submissions/{waiting.pk}/contest/comparison/", {})
    assert (refused.status_code, told(refused)["code"]) == (400, "record_missing")


def test_a_result_that_was_not_counted_is_reported_as_it_was_seen(
    world: World, opponent: Api
) -> None:
    game = world.games[0]
    key = report(game, game.black, "B+R", THEIRS)
    body = {"record": OTHER_ORDER.decode(), "version": version(world), "dead_stones": []}
    refused = opponent.post(f"/submissions/{key}/contest/", body)
    assert (refused.status_code, told(refused)["code"]) == (400, "not_counted")


def test_dead_stones_have_to_be_named_if_the_report_names_none(world: World, opponent: Api) -> None:
    game = world.games[0]
    key = report(game, game.black, "W+15.5", THEIRS)
    address, body = f"/submissions/{key}/contest/", {"record": OTHER_ORDER.decode()}
    refused = opponent.post(f"{address}comparison/", body)
    assert (refused.status_code, told(refused)["code"]) == (400, "dead_stones_missing")
    body = {**body, "version": version(world), "dead_stones": DEAD.split()}
    assert opponent.done("POST", address, body)["state"] == "contested"


def test_ones_own_report_is_not_compared(world: World, waiting: Submission) -> None:
    own = player_api(world, 0)
    body = {"record": OTHER_ORDER.decode()}
    assert own.post(f"/submissions/{waiting.pk}/contest/comparison/", body).status_code == 404
