"""What a tournament does where something goes wrong, as its owner sets it."""

import pytest
from django.test import Client

from adjudication.closing.services import close_tournament
from adjudication.policy.causes import Cause
from adjudication.policy.policy import (
    DEFAULT,
    EventPolicy,
    FirstStep,
    IllegalMove,
    LatePenalty,
    LateStep,
    NoResult,
)
from tests.support.world import World
from tests.tournament.settings.views.test_setup_pages import form
from tests.tournament.settings.views.test_stale_settings import beside
from tournament.models import AuditEvent, Role, Tournament
from tournament.settings.selectors import RulingSettings, setup_of
from tournament.settings.services import change_disputes
from tournament.tournaments.services import create_tournament

ADDRESS = "/director/coupe/settings/disputes/"
pytestmark = pytest.mark.django_db


@pytest.fixture
def quiet() -> World:
    return World(create_tournament(name="Coupe", slug="coupe", rules="french"))


def policy_now(world: World) -> EventPolicy:
    return setup_of(world.tournament.pk).disputes.rulings


def sent_by(world: World, **changes: str):
    browser: Client = world.client(Role.DIRECTOR)
    sent = form(browser.get(ADDRESS).text) | changes | {"then": "stay"}
    return browser.post(ADDRESS, sent)


def test_the_form_begins_with_what_most_tournaments_do(quiet: World) -> None:
    page = quiet.client(Role.DIRECTOR).get(ADDRESS).text
    shown = form(page)
    assert shown["illegal_move"] == DEFAULT.illegal_move
    assert (shown["grace_minutes"], shown["appeal_minutes"], shown["committee"]) == (
        "30", "30", "3",
    )  # fmt: skip
    assert (shown["late_0_minutes"], shown["late_0_penalty"]) == ("", "")
    assert '<th scope="col">Minutes late</th>' in page
    assert shown["late_loses"] == "on"
    assert shown["step_cycle"] == FirstStep.ASK
    assert f'href="{ADDRESS.replace("disputes", "results")}"' in page
    assert "step_contested" not in shown


def test_all_of_it_is_kept_and_told(quiet: World) -> None:
    answer = sent_by(
        quiet,
        illegal_move="forfeit",
        no_result="replay",
        grace_minutes="45",
        late_0_minutes="15", late_0_penalty="time", late_0_seconds="900",
        late_1_minutes="45", late_1_penalty="forfeit",
        report_grace_minutes="10",
        warnings_to_loss="3",
        appeal_minutes="60",
        committee="5",
        lease_minutes="15",
        step_cycle="case",
    )  # fmt: skip
    assert answer.status_code == 302
    assert policy_now(quiet) == EventPolicy(
        steps={Cause.CYCLE: FirstStep.CASE},
        illegal_move=IllegalMove.FORFEIT,
        no_result=NoResult.REPLAY,
        grace_minutes=45,
        late=(LateStep(15, LatePenalty.TIME, 900), LateStep(45, LatePenalty.FORFEIT)),
        report_grace_minutes=10,
        warnings_to_loss=3,
        appeal_minutes=60,
        committee=5,
        lease_minutes=15,
    )
    event = AuditEvent.objects.get(verb="tournament.changed")
    assert (event.before["rulings.committee"], event.after["rulings.committee"]) == (3, 5)
    assert event.after["rulings.steps.cycle"] == "case"
    history = quiet.client(Role.DIRECTOR).get("/director/coupe/history/").text
    assert "what follows an illegal move" in history
    glance = quiet.client(Role.DIRECTOR).get("/director/coupe/settings/").text
    assert "60 minutes to appeal, a committee of 5" in glance


def test_only_what_differs_from_the_usual_is_written_for_the_first_steps(quiet: World) -> None:
    sent_by(quiet, grace_minutes="20")
    history = quiet.client(Role.DIRECTOR).get("/director/coupe/history/").text
    assert "minutes until absence 30 → 20" in history
    row = Tournament.objects.get(slug="coupe")
    assert row.rulings["steps"] == {}
    sent_by(quiet, step_wrong_record="note")
    row.refresh_from_db()
    assert row.rulings["steps"] == {"wrong_record": "note"}


def test_no_line_of_lateness_is_a_choice_too_and_more_lines_appear(quiet: World) -> None:
    sent_by(quiet, late_loses="")
    assert policy_now(quiet).late == ()
    sent_by(
        quiet,
        late_0_minutes="25", late_0_penalty="forfeit",
        late_1_minutes="10", late_1_penalty="warning",
        late_2_minutes="20", late_2_penalty="warning",
    )  # fmt: skip
    assert [line.minutes for line in policy_now(quiet).late] == [10, 20, 25]
    assert "late_3_minutes" in form(quiet.client(Role.DIRECTOR).get(ADDRESS).text)


def test_the_minutes_of_absence_stand_once_and_move_the_loss_by_lateness(quiet: World) -> None:
    sent_by(quiet, grace_minutes="20", late_0_minutes="10", late_0_penalty="warning")
    late = (LateStep(10, LatePenalty.WARNING), LateStep(20, LatePenalty.FORFEIT))
    assert policy_now(quiet).late == late
    shown = form(quiet.client(Role.DIRECTOR).get(ADDRESS).text)
    assert [shown[f"late_{line}_minutes"] for line in range(3)] == ["10", "", ""]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"committee": "2"}, "committee"),
        ({"appeal_minutes": "soon"}, "appeal_minutes"),
        ({"grace_minutes": "-1"}, "grace_minutes"),
        ({"illegal_move": "hang"}, "illegal_move"),
        ({"step_cycle": "hang"}, "step_cycle"),
        ({"step_dead_stones": "note"}, "step_dead_stones"),
        ({"late_1_minutes": "10"}, "late_1_penalty"),
        ({"late_1_penalty": "warning"}, "late_1_minutes"),
        ({"late_2_minutes": "9999", "late_2_penalty": "warning"}, "late_2_minutes"),
        ({"late_1_minutes": "5", "late_1_penalty": "time"}, "late_1_seconds"),
        ({"late_1_minutes": "5", "late_1_penalty": "time", "late_1_seconds": "0"},
         "late_1_seconds"),
        ({"late_1_minutes": "30", "late_1_penalty": "warning"}, "late_1_minutes"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_beside_its_field(
    quiet: World, changes: dict[str, str], field: str
) -> None:
    answer = sent_by(quiet, **changes)
    assert answer.status_code == 400
    assert f'id="{field}_error"' in answer.text
    shown = form(answer.text)
    typed = {name: value for name, value in changes.items() if value not in ("hang", "note")}
    assert {name: shown[name] for name in typed} == typed
    assert policy_now(quiet) == DEFAULT
    assert not AuditEvent.objects.filter(verb="tournament.changed").exists()


@pytest.mark.parametrize(("rules", "asked"), [("beginner", True), ("french", False)])
def test_whose_way_is_gone_is_asked_where_the_rules_are_silent(rules: str, asked: bool) -> None:
    world = World(create_tournament(name="Coupe", slug="coupe", rules=rules))
    assert ("dispute_rules" in form(world.client(Role.DIRECTOR).get(ADDRESS).text)) is asked
    sent_by(world, dispute_rules="nz")
    assert policy_now(world).dispute_rules == ("nz" if asked else "")


def test_what_others_saved_meanwhile_is_not_overwritten(quiet: World) -> None:
    browser = quiet.client(Role.DIRECTOR)
    first = form(browser.get(ADDRESS).text)
    settings = RulingSettings(EventPolicy(committee=7))
    change_disputes(tournament_id=quiet.tournament.pk, settings=settings)
    answer = browser.post(ADDRESS, first | {"committee": "5", "then": "stay"})
    assert answer.status_code == 400
    assert beside(answer.text) == {"committee": ("7", "5")}
    assert policy_now(quiet).committee == 7


def test_a_closed_tournament_keeps_its_policy(quiet: World) -> None:
    close_tournament(tournament_id=quiet.tournament.pk)
    answer = sent_by(quiet, committee="5")
    assert answer.status_code in (400, 409)
    assert policy_now(quiet) == DEFAULT
