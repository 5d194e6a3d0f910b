"""Players report, answer and read through the API."""

import base64

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from adjudication.corrections.services.corrections import correct_terms
from adjudication.models import Submission
from adjudication.records.services import RecordFile
from adjudication.submissions.services.bulk_records import Outcome, import_records
from jobs.models import Job
from tests.api.client import Api, player_api, staff_api, told
from tests.support.life_world import OPEN_DAME, record_of
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import Player, Role, Round, RoundState

pytestmark = pytest.mark.django_db


@pytest.fixture
def opponent(world: World) -> Api:
    return player_api(world, 1)


BLACK = {"winner": "black"}


def path(world: World) -> str:
    return f"/games/{world.games[0].pk}/submissions/"


def test_from_report_with_record_to_verdict_and_confirmation(
    world: World, player: Api, opponent: Api
) -> None:
    body = {
        "result": {"winner": "black", "reason": "resignation"},
        "record": sgf(KO, KM="6.5").decode(),
        "filename": "game.sgf",
    }
    sent = player.done("POST", path(world), body)
    assert (sent["player"], sent["result"]) == (
        1,
        {**BLACK, "reason": "resignation", "margin": None},
    )
    assert (sent["state"], sent["checking"], sent["verdict"]) == ("pending", True, None)
    judge_all()
    seen = opponent.read(f"/submissions/{sent['id']}/")
    assert seen["verdict"]["outcome"] == "forfeit"
    assert "illegal.ko" in [one["code"] for one in seen["findings"]]
    assert opponent.get(f"/submissions/{sent['id']}/record/").content == sgf(KO, KM="6.5")


def test_players_read_of_open_dame_without_a_second_count(
    world: World, player: Api, opponent: Api
) -> None:
    game = world.games[0]
    sent = report(game, game.black, "B+3.5", record_of(OPEN_DAME), [])
    judge_all()

    def told_to(api: Api) -> list[str]:
        one = api.read(f"/submissions/{sent}/")
        listed = api.read(f"{path(world)}?expand=details")["results"][0]
        return [
            finding["message"]["en"]
            for finding in (*one["findings"], *listed["findings"])
            if finding["code"] == "score.open_dame"
        ]

    for api in (player, opponent):
        assert len(told_to(api)) == 2
        assert all("F1" in text and "W+6.5" not in text for text in told_to(api))
    assert all("W+6.5" in text for text in told_to(staff_api(world, Role.REFEREE)))


def test_a_confirmed_report_is_final(world: World, player: Api, opponent: Api) -> None:
    sent = player.done("POST", path(world), {"result": {"winner": "white", "margin": 3.5}})
    assert (
        opponent.done(
            "POST", f"/submissions/{sent['id']}/confirmation/", {"version": sent["version"]}
        )["state"]
        == "confirmed"
    )
    assert (
        told(player.post(path(world), {"result": {"winner": "black", "reason": "resignation"}}))[
            "code"
        ]
        == "game_confirmed"
    )
    assert world.games[0].submissions.count() == 1


def test_a_record_that_shows_another_result_is_told_before_it_is_confirmed_and_after(
    world: World, player: Api, opponent: Api
) -> None:
    body = {
        "result": {"winner": "black", "reason": "resignation"},
        "record": sgf(WALLS).decode(),
        "dead_stones": DEAD.split(),
    }
    sent = player.done("POST", path(world), body)
    at = f"/submissions/{sent['id']}/"
    before = opponent.read(at)["records_otherwise"]
    assert [one["en"] for one in before] == [
        f"With the stones that {world.games[0].black.name} marked as dead the record counts to "
        "W+15.5; the report says “B+R”."
    ]
    assert "Blanc+15,5" in before[0]["fr"]
    done = opponent.done("POST", f"{at}confirmation/", {"version": sent["version"]})
    assert (done["state"], done["records_otherwise"]) == ("confirmed", before)


def test_a_record_agrees_and_only_players_confirm(world: World, player: Api, opponent: Api) -> None:
    body = {
        "result": {"winner": "white", "margin": 15.5},
        "record": sgf(WALLS).decode(),
        "dead_stones": DEAD.split(),
    }
    sent = player.done("POST", path(world), body)
    judge_all()
    seen = opponent.read(f"/submissions/{sent['id']}/")
    assert (seen["state"], seen["verdict"]["outcome"]) == ("pending", "marked")
    (shown,) = opponent.read(f"/games/{world.games[0].pk}/")["verdicts"]
    assert shown["outcome"] == "marked"
    opponent.done("POST", f"/submissions/{sent['id']}/confirmation/", {"version": sent["version"]})
    (shown,) = opponent.read(f"/games/{world.games[0].pk}/")["verdicts"]
    assert shown["outcome"] == "agrees"


def test_what_is_answered_of_a_result_can_be_sent(world: World, player: Api) -> None:
    for result in ({**BLACK, "margin": 3.5}, {"winner": "draw"}, {"winner": "none"}, BLACK):
        told = player.done("POST", path(world), {"result": result, "sure": True})["result"]
        assert player.done("POST", path(world), {"result": told, "sure": True})["result"] == told


def test_a_result_that_is_no_object_is_named(world: World, player: Api) -> None:
    problem = told(player.post(path(world), {"result": "B+3.5"}))
    assert [error["field"] for error in problem["errors"]] == ["result"]
    assert "`winner`" in problem["errors"][0]["detail"]


def test_reports_come_with_their_details_in_one_call(
    world: World, player: Api, opponent: Api
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            player.read(f"{path(world)}?expand=details")
        return len(asked)

    body = {"result": {**BLACK, "reason": "resignation"}, "record": sgf(KO, KM="6.5").decode()}
    sent = player.done("POST", path(world), body)
    judge_all()
    before = queries()
    (shown,) = player.read(f"{path(world)}?expand=details")["results"]
    whole = player.read(f"/submissions/{sent['id']}/")
    assert "illegal.ko" in [one["code"] for one in shown["findings"]]
    assert shown == {name: whole[name] for name in shown}
    assert not {"findings", "computed", "read_as"} & player.read(path(world))["results"][0].keys()
    player.done("POST", path(world), {**body, "result": {**BLACK, "reason": "time"}})
    judge_all()
    assert len(player.read(path(world))["results"]) == 2
    assert queries() == before


def test_the_games_of_a_tournament_come_with_verdicts_and_reports(
    world: World, player: Api, anybody: Api
) -> None:
    referee = staff_api(world, Role.REFEREE)
    games = "/tournaments/coupe/games/"

    def queries(expand: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            referee.read(f"{games}?expand={expand}")
        return len(asked)

    queries("verdicts")
    before = {expand: queries(expand) for expand in ("verdicts", "submissions")}
    report = {"result": {**BLACK, "reason": "resignation"}, "record": sgf(KO, KM="6.5").decode()}
    player.done("POST", path(world), report)
    other = player_api(world, 2)
    other.done("POST", f"/games/{world.games[1].pk}/submissions/", report)
    judge_all()
    assert before == {expand: queries(expand) for expand in before}
    page = anybody.read(f"{games}?expand=verdicts&limit=2")
    assert page["results"] == [
        {name: value for name, value in anybody.read(f"/games/{game.pk}/").items()
         if name != "tournament"}
        for game in world.games[:2]
    ]  # fmt: skip
    assert [len(game["verdicts"]) for game in page["results"]] == [1, 1]
    rest = anybody.read(page["next"].partition("testserver")[2])
    assert [game["id"] for game in rest["results"]] == [game.pk for game in world.games[2:4]]
    whole = referee.read(f"{games}?expand=submissions&round=1&player=1")["results"]
    assert [game["submissions"] for game in whole] == [referee.read(path(world))["results"]]
    assert not {"verdicts", "submissions"} & referee.read(games)["results"][0].keys()
    assert referee.read(f"{games}?round=2")["results"] == []
    assert len(referee.read(f"{games}?state=open")["results"]) == len(world.games) - 2
    assert player.get(f"{games}?expand=submissions").status_code == 403
    assert anybody.get(f"{games}?expand=submissions").status_code == 401


def test_games_of_drafts_and_hidden_names_are_not_listed(world: World, anybody: Api) -> None:
    Player.objects.filter(number=1).update(hidden=True)
    games = "/tournaments/coupe/games/"
    assert anybody.read(games)["results"][0]["black"]["name"] == "#1"
    Round.objects.update(state=RoundState.DRAFT)
    assert anybody.read(games)["results"] == []


def test_a_confirmation_names_the_report_by_its_version(
    world: World, player: Api, opponent: Api
) -> None:
    sent = player.done("POST", path(world), {"result": {"winner": "white", "margin": 3.5}})
    at = f"/submissions/{sent['id']}/confirmation/"
    assert opponent.post(at, {}).status_code == 400
    correct_terms(game_id=world.games[0].pk, komi_half=1, note="It was 0.5.")
    assert told(opponent.post(at, {"version": sent["version"]}))["code"] == "report_changed"
    now = opponent.read(f"/submissions/{sent['id']}/")
    again = player.done("POST", path(world), {"result": {"winner": "white", "margin": 4.5}})
    assert told(opponent.post(at, {"version": now["version"]}))["code"] == "report_superseded"
    at = f"/submissions/{again['id']}/confirmation/"
    assert opponent.done("POST", at, {"version": again["version"]})["state"] == "confirmed"


def test_reporting_the_same_confirms_only_what_it_names(
    world: World, player: Api, opponent: Api
) -> None:
    record = sgf(WALLS, KM="6.5").decode()
    body = {
        "result": {"winner": "white", "margin": 15.5},
        "record": record,
        "dead_stones": DEAD.split(),
    }
    sent = player.done("POST", path(world), body)
    assert told(opponent.post(path(world), body))["code"] == "report_unnamed"
    named = {**body, "expects": str(sent["id"]), "version": sent["version"]}
    other = told(opponent.post(path(world), {**named, "dead_stones": ["B8"]}))
    assert other["code"] == "dead_stones_differ"
    assert opponent.read(f"/submissions/{sent['id']}/")["state"] == "pending"
    assert opponent.done("POST", path(world), named)["state"] == "confirmed"


def test_a_contested_report_is_a_dispute(world: World, player: Api, opponent: Api) -> None:
    sent = player.done("POST", path(world), {"result": {"winner": "white", "margin": 3.5}})
    body = {"version": sent["version"], "note": "I won."}
    contest = f"/submissions/{sent['id']}/contest/"
    other = opponent.post(contest, {**body, "version": sent["version"] + 1})
    assert (other.status_code, told(other)["code"]) == (409, "report_changed")
    answer = opponent.done("POST", contest, body)
    assert (answer["state"], answer["answer_note"]) == ("contested", "I won.")
    world.games[0].refresh_from_db()
    assert world.games[0].state == "disputed"


def test_a_report_is_taken_back_by_who_sent_it(world: World, player: Api, opponent: Api) -> None:
    sent = player.done("POST", path(world), {"result": {"winner": "white", "margin": 3.5}})
    assert opponent.post(f"/submissions/{sent['id']}/withdrawal/").status_code == 404
    answer = player.done("POST", f"/submissions/{sent['id']}/withdrawal/")
    assert (answer["state"], answer["stands"]) == ("withdrawn", False)


def test_bytes_come_in_base64_and_stay_as_they_are(world: World, player: Api) -> None:
    data = sgf(WALLS, KM="6.5").replace(b"FF[4]", b"FF[4]C[\xe9]")
    sent = player.done(
        "POST",
        path(world),
        {
            "result": {"winner": "black", "reason": "resignation"},
            "record_base64": base64.b64encode(data).decode(),
        },
    )
    assert player.get(f"/submissions/{sent['id']}/record/").content == data


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"result": "B+3.5"}, "result"),
        ({"result": {**BLACK, "margin": 0.3}}, "result.margin"),
        ({"result": {**BLACK, "margin": 0}}, "result.margin"),
        ({"result": {**BLACK, "reason": "score"}}, "result.margin"),
        ({"result": {**BLACK, "reason": "void"}}, "result"),
        ({"result": {**BLACK, "reason": "absence"}}, "result.reason"),
        ({"result": {"winner": "both"}}, "result.winner"),
        ({"result": {**BLACK, "reason": "resignation", "margin": 3.5}}, "result.margin"),
        ({"result": {"winner": "draw", "reason": "resignation"}}, "result.winner"),
        ({"result": {"winner": "draw", "margin": 3.5}}, "result.margin"),
        ({"result": {"winner": "black", "reason": "resignation"}, "record": " "}, "record"),
        (
            {
                "result": {"winner": "black", "reason": "resignation"},
                "record": "(;)",
                "record_base64": "KDsp",
            },
            "record",
        ),
        (
            {"result": {"winner": "black", "reason": "resignation"}, "record_base64": "no base64!"},
            "record_base64",
        ),
        (
            {
                "result": {"winner": "black", "reason": "resignation"},
                "record": "(;)",
                "dead_stones": ["Z99"],
            },
            "dead_stones",
        ),
        ({"result": {"winner": "black", "reason": "resignation"}, "records": "(;)"}, "records"),
        ({"record": "(;)"}, "result"),
    ],
)
def test_what_is_wrong_is_told_with_its_field(
    world: World, player: Api, body: dict[str, object], field: str
) -> None:
    answer = told(player.post(path(world), body))
    assert [one["field"] for one in answer["errors"]] == [field]
    assert not Submission.objects.exists()


def test_a_report_decided_on_another_state_is_refused(
    world: World, player: Api, opponent: Api
) -> None:
    player.done("POST", path(world), {"result": {"winner": "white", "margin": 3.5}})
    late = opponent.post(
        path(world), {"result": {"winner": "black", "reason": "resignation"}, "expects": ""}
    )
    assert (late.status_code, told(late)["code"]) == (409, "report_changed")


def test_the_same_call_again_is_one_report_and_one_job(world: World, player: Api) -> None:
    body = {"result": {"winner": "white", "margin": 3.5}, "record": sgf(WALLS, KM="6.5").decode()}
    first, again = (player.call("POST", path(world), body, key="k1") for _ in range(2))
    assert told(first) == told(again)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (Submission.objects.count(), Job.objects.count()) == (1, 1)
    assert (
        player.call(
            "POST", path(world), {"result": {"winner": "black", "reason": "resignation"}}, key="k1"
        ).status_code
        == 422
    )


def test_a_record_is_added_to_what_both_confirmed(world: World, player: Api, opponent: Api) -> None:
    sent = player.done("POST", path(world), {"result": {"winner": "white", "margin": 3.5}})
    opponent.done("POST", f"/submissions/{sent['id']}/confirmation/", {"version": sent["version"]})
    where = f"/games/{world.games[0].pk}/records/"
    added = opponent.done("POST", where, {"record": sgf(WALLS, KM="6.5").decode()})
    assert (added["state"], added["checking"]) == ("confirmed", True)
    assert told(opponent.post(where, {}))["errors"][0]["field"] == "record"


def test_a_draft_has_no_reports_to_see(world: World, player: Api) -> None:
    game = world.games[0]
    type(game.round).objects.filter(pk=game.round_id).update(state="draft")
    assert player.get(path(world)).status_code == 404
    assert (
        player.post(
            path(world), {"result": {"winner": "black", "reason": "resignation"}}
        ).status_code
        == 404
    )


def test_a_referee_reads_all_reports_of_a_game(world: World, player: Api) -> None:
    player.done("POST", path(world), {"result": {"winner": "white", "margin": 3.5}})
    player.done("POST", path(world), {"result": {"winner": "white", "margin": 4.5}})
    seen = staff_api(world, Role.REFEREE).read(path(world))["results"]
    assert [(one["state"], one["stands"]) for one in seen] == [
        ("superseded", False),
        ("pending", True),
    ]


def test_a_report_and_its_confirmation_cost_little(
    world: World, player: Api, opponent: Api
) -> None:
    for program in (player, opponent):
        program.read("/me/")  # notes that the token was used
    with CaptureQueriesContext(connection) as reported:
        sent = player.done("POST", path(world), {"result": {"winner": "white", "margin": 3.5}})
    with CaptureQueriesContext(connection) as confirmed:
        opponent.done(
            "POST", f"/submissions/{sent['id']}/confirmation/", {"version": sent["version"]}
        )
    assert len(reported) <= 22
    assert len(confirmed) <= 27  # one of them: whether it was asked of which game the record is


def test_a_record_that_the_staff_added_is_nobodys_report(world: World, player: Api) -> None:
    game = world.games[0]
    file = RecordFile("a.sgf", sgf(WALLS, KM="6.5", RE="W+15.5"), game.round.number, 1)
    (outcome,) = import_records(
        tournament_id=world.tournament.pk, files=[file], enter_results=True, sure=True
    )
    assert outcome.outcome is Outcome.ENTERED
    for reader in (player, staff_api(world, Role.DIRECTOR)):
        (listed,) = reader.read(path(world))["results"]
        shown = reader.read(f"/submissions/{listed['id']}/")
        for answer in (listed, shown):
            told = (answer["player"], answer["state"], answer["answered_at"], answer["stands"])
            assert told == (0, "added", None, True)
