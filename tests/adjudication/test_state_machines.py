"""The state machines as they are printed, and the steps that the tables allow."""

import io

import pytest
from django.core.management import call_command

from adjudication.management.machines import machines
from adjudication.models import (
    Appeal,
    Case,
    Confirmation,
    Inquiry,
    Submission,
    SubmissionState,
)
from tests.factories import SubmissionFactory
from tests.support.environment import REPOSITORY
from tournament.models import Game, RecordingError, Reschedule, Round

MODELS = (
    *(Game, Case, Submission, Inquiry, Appeal, Confirmation),
    *(RecordingError, Reschedule, Round),
)


def printed(form: str) -> str:
    stream = io.StringIO()
    call_command("state_machines", format=form, stdout=stream)
    return stream.getvalue()


def test_the_page_of_the_documentation_is_what_the_command_prints():
    written = (REPOSITORY / "docs/states.md").read_text(encoding="utf-8")
    assert written == printed("mermaid")


@pytest.mark.parametrize("model", MODELS)
def test_every_state_has_its_steps(model):
    states = {value for value, _label in model._meta.get_field("state").choices}
    assert set(model.TRANSITIONS) == states
    assert set().union(*model.TRANSITIONS.values()) <= states


def test_every_step_of_a_table_is_drawn():
    drawn = {machine.name: set(machine.steps) for machine in machines()}
    for name, model in (("Game", Game), ("Case", Case), ("Round", Round), ("Appeal", Appeal)):
        steps = {
            (str(before), str(after))
            for before, following in model.TRANSITIONS.items()
            for after in following
            if before != after
        }
        assert drawn[name] == steps


def test_a_result_is_drawn_from_the_games_own_steps(monkeypatch):
    (result,) = (machine for machine in machines() if machine.name == "Result")
    assert ("none", "provisional") in result.steps
    assert ("appealable", "final") in result.steps
    assert result.final == ("final",)
    monkeypatch.setattr(Game, "TRANSITIONS", {state: frozenset() for state in Game.TRANSITIONS})
    (result,) = (machine for machine in machines() if machine.name == "Result")
    assert result.steps == (("appealable", "final"),)


def test_no_state_is_out_of_reach():
    for machine in machines():
        reached = {next(iter(machine.states))}
        for _ in machine.states:
            reached |= {after for before, after in machine.steps if before in reached}
        assert reached == set(machine.states), machine.name


def test_the_other_forms():
    assert "digraph Recording_error {" in printed("dot")
    assert "  waiting (Before the committee) -> decided, withdrawn" in printed("text")


@pytest.mark.django_db
def test_what_is_final_becomes_nothing_else():
    report = SubmissionFactory()
    reports = Submission.objects.filter(pk=report.pk)
    assert reports.become(SubmissionState.SUPERSEDED, answer_note="another") == 1
    assert reports.become(SubmissionState.WITHDRAWN) == 0
    report.refresh_from_db()
    assert (report.state, report.answer_note) == (SubmissionState.SUPERSEDED, "another")
