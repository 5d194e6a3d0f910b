"""The job of a confirmation: in slices, cancelled, taken away, given up, and never misled."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from adjudication.confirmation import descent, search
from adjudication.confirmation.checker import check_certificate
from adjudication.life_and_death.selectors import ConfirmationView, confirmation_view
from adjudication.life_and_death.services import working
from adjudication.life_and_death.services.asking import cancel_confirmation
from adjudication.models import (
    Confirmation,
    ConfirmationAnswer,
    ConfirmationState,
    ConfirmedChain,
)
from jobs import sweeper, table, worker
from jobs.models import Job, JobState
from tests.adjudication.life import Asking, life_case, work_off
from tests.factories import JobFactory
from tournament.audit.services.current_actor import acting_as
from tournament.models import AuditEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking() -> Asking:
    return Asking(life_case())


@pytest.fixture
def eager(uncompiled: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search ask after every node whether to go on, and be told at once."""
    monkeypatch.setattr(descent, "_ASK_EVERY", 1)
    monkeypatch.setattr(working, "TELL_SECONDS", 0)


MOMENTS = ("before it begins", "while it searches", "with an answer in its hands")


def at(monkeypatch: pytest.MonkeyPatch, moment: str, act: Callable[[], object]) -> None:
    """Do something once, at a moment of a run: never inside one of its transactions."""
    count = 0

    def first(real: Callable[..., Any], number: int) -> Callable[..., Any]:
        def acting_before(*args: Any) -> Any:
            nonlocal count
            count += 1
            if count == number:
                act()
            return real(*args)

        return acting_before

    name, number = {
        MOMENTS[0]: ("begin", 1),
        MOMENTS[1]: ("_go_on", 9),
        MOMENTS[2]: ("_found", 2),
    }[moment]
    monkeypatch.setattr(working._Run, name, first(getattr(working._Run, name), number))


def lone_stone(size: int) -> str:
    """Draw a board with a black stone in the middle and nothing else."""
    points = ["."] * size**2
    points[size**2 // 2] = "X"
    rows = [" ".join(points[row * size : (row + 1) * size]) for row in range(size)]
    return "\n".join(["", *rows, ""])


def told(asked: Confirmation) -> Any:
    view = confirmation_view(asked.case_id, asked.number)
    assert isinstance(view, ConfirmationView)
    return view.chains, view.found, view.nodes, view.answered, view.state


def test_in_slices_it_comes_to_the_same(asking: Asking, monkeypatch: pytest.MonkeyPatch):
    whole = asking.answered()
    assert Job.objects.count() == 1
    monkeypatch.setattr(working, "SLICE_SECONDS", -1)
    parts = asking.answered()
    assert told(parts) == told(whole)
    jobs = Job.objects.filter(dedup_key__startswith=f"confirm:{parts.pk}:")
    # One more than there are questions: the last has only the verdicts to write.
    assert jobs.count() == parts.answered + 1
    assert set(jobs.values_list("state", flat=True)) == {JobState.DONE}


def test_what_is_more_urgent_comes_between(asking: Asking, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(working, "SLICE_SECONDS", -1)
    asking.ask()
    assert worker.run_job()
    player = JobFactory()
    assert worker.run_job()
    player.refresh_from_db()
    assert player.state == JobState.DONE
    assert Job.objects.filter(kind="confirm", state=JobState.READY).count() == 1


def test_how_far_it_is_can_be_seen(asking: Asking, monkeypatch: pytest.MonkeyPatch, eager: None):
    seen: list[tuple[str, int, int]] = []
    real = table.renew_lease

    def keep(job: table.ClaimedJob) -> bool:
        seen.append(Confirmation.objects.values_list("state", "answered", "nodes").get())
        return real(job)

    monkeypatch.setattr(table, "renew_lease", keep)
    asked = asking.answered()
    states, answered, nodes = zip(*seen, strict=True)
    assert (states[0], set(states[1:])) == ("waiting", {"running"})
    assert list(answered) == sorted(answered)
    assert list(nodes) == sorted(nodes)
    assert len(set(nodes)) > len(set(answered)) > 3
    assert asked.nodes >= nodes[-1]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_run_that_is_cancelled_stops_and_keeps_what_it_found(
    asking: Asking, monkeypatch: pytest.MonkeyPatch, eager: None, moment: str
):
    def cancel() -> None:
        with acting_as(asking.referee):
            cancel_confirmation(case_id=asking.case.pk, number=1)

    at(monkeypatch, moment, cancel)
    asked = asking.answered()
    assert asked.state == ConfirmationState.CANCELLED
    assert asked.answered == ConfirmationAnswer.objects.count()
    assert not ConfirmedChain.objects.exists()
    assert Job.objects.get().state == JobState.DONE
    assert not AuditEvent.objects.filter(verb="confirmation.done").exists()
    assert asking.answered().state == ConfirmationState.DONE


def test_cancelled_in_the_last_moment_there_is_no_verdict(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
):
    real = working.finish

    def finish(job: table.ClaimedJob, write: Callable[[], None]) -> bool:
        with acting_as(asking.referee):
            cancel_confirmation(case_id=asking.case.pk, number=1)
        return real(job, write)

    monkeypatch.setattr(working, "finish", finish)
    asked = asking.answered()
    assert asked.state == ConfirmationState.CANCELLED
    assert not ConfirmedChain.objects.exists()


@pytest.mark.parametrize("moment", MOMENTS)
def test_who_lost_his_lease_writes_nothing_more_and_another_goes_on(
    asking: Asking, monkeypatch: pytest.MonkeyPatch, eager: None, moment: str
):
    at(monkeypatch, moment, lambda: table.sweep(abandoned=True))
    asked = asking.ask()
    assert worker.run_job()
    asked.refresh_from_db()
    found = list(ConfirmationAnswer.objects.values_list("pk", flat=True))
    assert asked.state in ConfirmationState.live()
    assert Job.objects.get().state == JobState.READY
    work_off()
    asked.refresh_from_db()
    assert asked.state == ConfirmationState.DONE
    assert Job.objects.get().attempts == 2
    answers = ConfirmationAnswer.objects.order_by("order").values_list("pk", "order")
    assert [pk for pk, _order in answers][: len(found)] == found
    assert [order for _pk, order in answers] == list(range(asked.answered))
    assert told(asked) == told(asking.answered())


def test_a_worker_that_fails_is_followed_by_another(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
):
    real, failed = working.stored_form, []

    def keep(answer: Any) -> Any:
        if len(failed) < 2:
            failed.append(answer)
            raise OSError("away")
        return real(answer)

    monkeypatch.setattr(working, "stored_form", keep)
    asked = asking.ask()
    for _ in range(3):
        Job.objects.update(run_after=timezone.now())
        assert worker.run_job()
    asked.refresh_from_db()
    assert (asked.state, Job.objects.get().attempts) == (ConfirmationState.DONE, 3)


def test_what_no_job_goes_on_with_is_given_up(asking: Asking):
    asked = asking.ask()
    sweeper.sweep()
    asked.refresh_from_db()
    assert asked.state == ConfirmationState.WAITING
    Job.objects.update(state=JobState.FAILED, finished_at=timezone.now())
    sweeper.sweep()
    asked.refresh_from_db()
    assert (asked.state, asked.error) == (ConfirmationState.FAILED, "given_up")
    Job.objects.update(state=JobState.READY, finished_at=None)
    assert work_off() == 1
    asked.refresh_from_db()
    assert asked.state == ConfirmationState.FAILED


def test_a_kept_lie_is_not_believed(asking: Asking):
    honest = asking.answered()
    first = ConfirmationAnswer.objects.filter(confirmation=honest).order_by("order").first()
    assert first is not None
    lied = asking.ask()
    first.pk, first.confirmation = None, lied
    first.winner = "owner" if first.winner == "attacker" else "attacker"
    first.save(force_insert=True)
    work_off()
    lied.refresh_from_db()
    assert (lied.state, lied.error) == (ConfirmationState.FAILED, "answer.not_proven")
    assert not ConfirmedChain.objects.filter(confirmation=lied).exists()


def test_a_kept_truth_is_searched_for_no_more(asking: Asking, monkeypatch: pytest.MonkeyPatch):
    honest = asking.answered()
    again = asking.ask()
    for one in ConfirmationAnswer.objects.filter(confirmation=honest):
        assert check_certificate(one.certificate)
        one.pk, one.confirmation = None, again
        one.save(force_insert=True)
    monkeypatch.setattr(search.Search, "spend", lambda _: pytest.fail("it is searched"))
    work_off()
    again.refresh_from_db()
    assert again.state == ConfirmationState.DONE


def test_a_board_that_cannot_be_gives_it_up_with_its_name(asking: Asking):
    asked = asking.ask()
    row = Confirmation.objects.get(pk=asked.pk)
    with acting_as(asking.referee):
        cancel_confirmation(case_id=asking.case.pk, number=1)
    row.pk, row.number, row.idempotency_key = None, 2, "second"
    row.position = "X" * 81
    row.save(force_insert=True)
    Job.objects.update(payload={"confirmation_id": row.pk, "part": 0})
    work_off()
    row.refresh_from_db()
    assert (row.state, row.error) == (ConfirmationState.FAILED, "position.no_liberty")


def test_what_the_budget_does_not_reach_is_undecided(asking: Asking):
    asked = Asking(life_case(lone_stone(9))).answered("E5", budget=1000)
    assert asked.state == ConfirmationState.DONE
    view = confirmation_view(asked.case_id, 1)
    assert view is not None
    assert {(one.status, one.reason) for one in view.chains} == {("undecided", "budget")}
    assert [one.has_certificate for one in view.found] == [False, False]


def test_a_region_that_is_too_large_is_said():
    asked = Asking(life_case(lone_stone(19))).answered("K10")
    chain = ConfirmedChain.objects.filter(confirmation=asked).first()
    assert chain is not None
    assert (chain.status, chain.reason, chain.too_large) == (
        "undecided",
        "region_too_large",
        361,
    )
    assert (asked.answered, asked.nodes) == (0, 0)
