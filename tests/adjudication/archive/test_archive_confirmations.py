"""Confirmations in an archive: they come back with their proofs, and go on where they were."""

import io
from collections.abc import Callable
from typing import Any

import pytest

from adjudication.archive.services.archive import restore_archive
from adjudication.cases.services.statements import write_statement
from adjudication.confirmation.checker import check_certificate
from adjudication.life_and_death.selectors import confirmation_view
from adjudication.life_and_death.services import working
from adjudication.life_and_death.sources import Source
from adjudication.models import Case, Confirmation, ConfirmationAnswer
from jobs import worker
from jobs.models import Job
from tests.adjudication.archive.test_hostile_archives import Rows, changed, put
from tests.adjudication.archives import archive_of
from tests.adjudication.life import ESCAPES, THREE, Asking, drawn, life_case, work_off
from tests.support.environment import some
from tournament.audit.services.current_actor import acting_as
from tournament.errors import UserError
from tournament.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]
ASKED, ANSWER, CHAIN = (
    f"adjudication_{name}" for name in ("confirmation", "confirmationanswer", "confirmedchain")
)


@pytest.fixture
def asking() -> Asking:
    return Asking(life_case(number=1))


def told(tournament: Tournament) -> list[Any]:
    (case,) = Case.objects.filter(tournament=tournament)
    found = []
    for row in Confirmation.objects.filter(case=case).order_by("number"):
        view = confirmation_view(case.pk, row.number)
        assert view is not None
        brought = row.statement or row.submission
        assert brought is not None
        key = brought.idempotency_key
        proofs = row.found_answers.order_by("order").values_list("key", "certificate")
        found.append((view.chains, view.found, view.position, view.state, key, list(proofs)))
    return found


def test_what_was_found_comes_back_with_its_proofs(asking: Asking) -> None:
    asking.answered()
    with acting_as(asking.referee):
        sent = write_statement(
            case_id=asking.case.pk, text="", record_bytes=drawn(THREE), idempotency_key="sent"
        )
    asking.answered("E9", budget=1000, source=Source(statement_id=sent))
    restored = restore_archive(stream=io.BytesIO(archive_of(asking.case.tournament)), slug="again")
    assert told(restored) == told(asking.case.tournament)
    assert not Job.objects.filter(kind="confirm", state="ready").exists()

    def nothing_brought_it(rows: Rows) -> None:
        rows[1]["statement_id"] = None

    def both_brought_it(rows: Rows) -> None:
        rows[1]["submission_id"] = rows[0]["submission_id"]

    for wrong in (nothing_brought_it, both_brought_it):
        with pytest.raises(UserError, match="archive_damaged"):
            restore_archive(
                stream=changed(archive_of(asking.case.tournament), ASKED, wrong), slug="worse"
            )


def test_an_area_comes_back_with_its_held_edge() -> None:
    asking = Asking(life_case(ESCAPES, number=1))
    asking.answered("C9", area=["A9-D8"], alive=["E7"])
    restored = restore_archive(stream=io.BytesIO(archive_of(asking.case.tournament)), slug="again")
    assert told(restored) == told(asking.case.tournament)


def test_a_search_goes_on_where_it_was(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "SLICE_SECONDS", -1)
    asked = asking.ask()
    assert worker.run_job()
    assert worker.run_job()
    restored = restore_archive(stream=io.BytesIO(archive_of(asking.case.tournament)), slug="again")
    copy = Confirmation.objects.get(case__tournament=restored)
    assert (copy.state, copy.answered) == ("running", 2)
    work_off()
    for one in (asked, copy):
        one.refresh_from_db()
        assert one.state == "done"
    assert told(restored) == told(asking.case.tournament)


def exchanged(column: str) -> Callable[[Rows], None]:
    def change(rows: Rows) -> None:
        rows[0][column], rows[1][column] = rows[1][column], rows[0][column]

    return change


def opposite(rows: Rows) -> None:
    rows[0]["winner"] = "owner" if rows[0]["winner"] == "attacker" else "attacker"


CASES: dict[str, tuple[str, Callable[[Rows], object]]] = {
    "a board of another size": (ASKED, put("size", 10)),
    "a board of no size": (ASKED, put("size", 0)),
    "other letters": (ASKED, put("position", "Q" * 81)),
    "a chain without a liberty": (ASKED, put("position", "X" * 81)),
    "another board": (ASKED, put("position", "." * 40 + "X" * 3 + "." * 38)),
    "nothing asked": (ASKED, put("points", [])),
    "points that are none": (ASKED, put("points", ["Z99"])),
    "points without a stone": (ASKED, put("points", ["A9"])),
    "points of numbers": (ASKED, put("points", [1])),
    "dead stones off the board": (ASKED, put("agreed_dead", ["T19"])),
    "living stones that are none": (ASKED, put("alive", ["A9"])),
    "an area off the board": (ASKED, put("area", ["A1-T19"])),
    "an area of numbers": (ASKED, put("area", [1])),
    "another assumption": (ASKED, put("assume", "all")),
    "no budget": (ASKED, put("budget", 0)),
    "a state that is none": (ASKED, put("state", "weird")),
    "a proof of something else": (ANSWER, exchanged("certificate")),
    "the name of another question": (ANSWER, exchanged("key")),
    "another winner": (ANSWER, opposite),
    "another question": (ANSWER, put("question", "Q2")),
    "a question that is none": (ANSWER, put("question", "Q9")),
    "another reading": (ANSWER, put("ko_pass", "each")),
    "another target": (ANSWER, put("target", ["A1"])),
    "a line of nothing": (ANSWER, put("line", ["tenuki"])),
    "a proof that is not there": (ANSWER, put("certificate", "certificates/0")),
    "a proof that is a number": (ANSWER, put("certificate", 5)),
    "a status that is none": (CHAIN, put("status", "sleeping")),
    "a chain of nothing": (CHAIN, put("chain", ["A9"])),
    "a chain of another colour": (CHAIN, put("colour", "white")),
    "answers that are not there": (CHAIN, put("answers", ["0" * 64])),
    "supports that are a text": (CHAIN, put("supports", "x")),
    "assumptions of nothing": (CHAIN, put("assumptions", [{}])),
    "assumptions without a reason": (
        CHAIN,
        put("assumptions", [{"points": ["A1"], "colour": "white", "why": "because"}]),
    ),
}


@pytest.mark.by_turns
@pytest.mark.parametrize("name", some(CASES, every=2))
def test_what_is_not_proven_is_refused(asking: Asking, name: str) -> None:
    asking.answered()
    table, change = CASES[name]
    with pytest.raises(UserError) as caught:
        restore_archive(
            stream=changed(archive_of(asking.case.tournament), table, change), slug="again"
        )
    assert caught.value.code == "archive_damaged"
    assert Tournament.objects.count() == 1
    assert ConfirmationAnswer.objects.exists()


def test_all_proofs_together_have_a_limit_where_somebody_waits(asking: Asking) -> None:
    asking.answered()
    data = archive_of(asking.case.tournament)
    certificates = ConfirmationAnswer.objects.values_list("certificate", flat=True)
    work = sum(check_certificate(one).work for one in certificates if one)
    assert work > 100
    with pytest.raises(UserError) as caught:
        restore_archive(stream=io.BytesIO(data), slug="again", most_proving=work - 1)
    assert caught.value.code == "archive_proofs_too_long"
    assert "manage.py restore" in str(caught.value.text)
    assert Tournament.objects.count() == 1
    assert restore_archive(stream=io.BytesIO(data), slug="again", most_proving=work)
