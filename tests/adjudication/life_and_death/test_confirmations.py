"""Asking in a case whether stones are alive: who may ask what, and what comes of it."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from adjudication.cases.selectors.cases import decided_by_play
from adjudication.confirmation.checker import certificate_fits, check_certificate
from adjudication.life_and_death.selectors import (
    certificate_of,
    confirmation_view,
    confirmations_of,
)
from adjudication.life_and_death.services import asking, positions
from adjudication.life_and_death.services.asking import cancel_confirmation
from adjudication.life_and_death.sources import Source
from adjudication.models import (
    Case,
    CaseState,
    Confirmation,
    ConfirmationAnswer,
    ConfirmationState,
    ConfirmedChain,
)
from adjudication.rules.points import parse_point
from jobs.models import Job, Urgency
from tests.adjudication.life import ESCAPES, THREE, Asking, drawn, life_case, work_off
from tests.factories import UNREADABLE, CaseFactory, SubmissionFactory
from tournament.audit.services.current_actor import acting_as
from tournament.errors import Conflict, IdempotencyConflict, NotFound, UserError
from tournament.models import AuditEvent

pytestmark = pytest.mark.django_db
STRANGLED = """
O X . . .
X . . . .
. . . . .
. . . . .
. . . . .
"""


@pytest.fixture
def case() -> Case:
    return life_case()


@pytest.fixture
def asking_(case: Case) -> Asking:
    return Asking(case)


def test_what_is_asked_is_kept_with_its_board_and_its_job(asking_: Asking):
    asked = asking_.ask("d9 A8 D9", agreed_dead=["E9", "J1", "A8"])
    assert (asked.number, asked.state, asked.move, asked.size) == (1, "waiting", 2, 9)
    assert asked.position[:18] == "...XOOOOOXXXXO.O.O"
    assert (asked.points, asked.agreed_dead) == (["D9", "A8"], ["E9"])
    assert (asked.assume, asked.budget) == ("territory", 200_000)
    assert asked.asked_by.name == "Rita"
    job = Job.objects.get()
    assert (job.kind, job.priority) == ("confirm", Urgency.REFEREE)
    assert job.dedup_key == f"confirm:{asked.pk}:0"
    event = AuditEvent.objects.get(verb="confirmation.asked")
    assert event.after["confirmation"] == 1
    assert event.after["points"] == ["D9", "A8"]
    assert event.actor_role == "referee"


def test_both_readings_give_a_verdict_with_proofs(asking_: Asking):
    asked = asking_.answered()
    assert (asked.state, asked.ended_at is not None) == (ConfirmationState.DONE, True)
    view = confirmation_view(asked.case_id, 1)
    assert view is not None
    assert [(one.ko_pass, one.status) for one in view.chains] == [
        ("both", "dead"),
        ("each", "dead"),
    ]
    for chain in view.chains:
        assert (chain.colour, len(chain.points)) == ("black", 5)
        assert [one.question for one in chain.answers] == ["Q0", "Q2"]
        assert {(one.colour, one.why) for one in chain.assumptions} == {("white", "benson")}
        walls = {parse_point(name, 9) for one in chain.assumptions for name in one.points}
        states = [".XO".index(letter) for letter in view.position]
        for one in chain.answers:
            text = certificate_of(asked.case_id, 1, one.key)
            assert one.has_certificate
            assert text is not None
            assert check_certificate(text).winner == one.winner
            assert certificate_fits(text, states, 9, walls)
    assert view.answered == len(view.found) == ConfirmationAnswer.objects.count()
    assert view.nodes == sum(one.nodes for one in view.found) > 0
    event = AuditEvent.objects.get(verb="confirmation.done")
    assert event.after["chains"] == [[view.chains[0].points[0], "dead", "dead"]]
    assert event.actor_role == "system"


def test_nothing_about_game_or_case_changes(asking_: Asking):
    def looked() -> Any:
        case = Case.objects.values().get(pk=asking_.case.pk)
        return case, type(asking_.case.game).objects.values().get()

    before = looked()
    asking_.answered()
    assert looked() == before


def test_a_list_and_a_page_take_as_many_queries_however_much_there_is(
    asking_: Asking, django_assert_num_queries: Any
):
    with django_assert_num_queries(1):
        assert confirmations_of(asking_.case.pk) == ()
    asking_.answered()
    asking_.answered("E9")
    with django_assert_num_queries(2):
        later, earlier = confirmations_of(asking_.case.pk)
    assert (later.number, earlier.number) == (2, 1)
    assert [one.status for one in earlier.chains] == ["dead", "dead"]
    assert earlier.asked_by.name == "Rita"
    with django_assert_num_queries(3):
        assert confirmation_view(asking_.case.pk, 2) is not None
    assert confirmation_view(asking_.case.pk, 3) is None
    assert certificate_of(asking_.case.pk, 1, "0" * 64) is None


def test_the_same_again_is_asked_once(asking_: Asking):
    first = asking_.ask(idempotency_key="one")
    assert asking_.ask(idempotency_key="one").pk == first.pk
    assert (Confirmation.objects.count(), Job.objects.count()) == (1, 1)
    with pytest.raises(IdempotencyConflict):
        asking_.ask("E9", idempotency_key="one")
    work_off()
    assert asking_.ask(idempotency_key="one").pk == first.pk


def test_one_is_asked_at_a_time(asking_: Asking):
    first = asking_.ask()
    with pytest.raises(Conflict, match="confirmation_live"):
        asking_.ask("E9")
    with acting_as(asking_.referee):
        cancel_confirmation(case_id=asking_.case.pk, number=1)
    assert asking_.ask("E9").number == 2
    with pytest.raises(IntegrityError), transaction.atomic():
        Confirmation.objects.create(
            **{
                **{
                    name: getattr(first, name)
                    for name in ("submission", "move", "size", "position", "assume", "budget")
                },
                "case": first.case,
                "number": 3,
                "engine_version": "1",
                "asked_by": first.asked_by,
                "idempotency_key": "third",
            }
        )


def test_a_case_has_only_so_many(asking_: Asking, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(asking, "MOST", 1)
    asking_.answered()
    with pytest.raises(Conflict, match="too_many_confirmations"):
        asking_.ask("E9")


@pytest.mark.parametrize(
    ("field", "more"),
    [
        ("points", {"points": ""}),
        ("points", {"points": "A9"}),
        ("points", {"points": "Z9"}),
        ("points", {"points": "K10"}),
        ("points", {"points": "D9 " + "x" * 5000}),
        ("agreed_dead", {"agreed_dead": ["Q16"]}),
        ("move", {"move": 3}),
        ("move", {"move": -1}),
        ("assume", {"assume": "everything"}),
        ("budget", {"budget": 999}),
        ("budget", {"budget": 1_000_001}),
        ("submission", {"source": Source(0)}),
        ("alive", {"alive": ["Z9"]}),
        ("alive", {"alive": ["A9"]}),
        ("alive", {"alive": ["A8"]}),
        ("alive", {"alive": ["F9"], "agreed_dead": ["E9"]}),
        ("area", {"area": ["A9-Z8"]}),
        ("area", {"area": ["A9-"]}),
        ("area", {"area": ["A9-C8"]}),
    ],
)
def test_what_cannot_be_asked_is_told_by_its_field(asking_: Asking, field: str, more: Any):
    with pytest.raises(UserError) as error:
        asking_.ask(**more)
    assert error.value.field == field
    assert not Confirmation.objects.exists()


def test_what_is_assumed_by_hand_is_kept_and_told_with_the_verdict(asking_: Asking):
    asked = asking_.answered(assume="benson", alive=["E9"])
    view = confirmation_view(asked.case_id, 1)
    assert view is not None
    # What is proven needs nobody's word.
    assert view.alive == ("E9",)
    assert {one.why for chain in view.chains for one in chain.assumptions} == {"benson"}
    asked = asking_.answered(area=["a9-d8"])
    view = confirmation_view(asked.case_id, 2)
    assert view is not None
    assert view.area == ("A9-D8",)
    assert [one.status for one in view.chains] == ["dead", "dead"]


def test_an_area_and_named_stones_stand_in_the_verdict_as_assumptions():
    asking_ = Asking(life_case(ESCAPES))
    asked = asking_.answered("C9", area=["A9-E7", "A6"], alive=["E7"])
    assert asked.state == "done"
    view = confirmation_view(asked.case_id, 1)
    assert view is not None
    for chain in view.chains:
        told = {one.why: one for one in chain.assumptions}
        assert set(told) == {"agreed", "edge"}
        assert told["agreed"].points == ("E7",)
        assert (told["edge"].colour, set(told["edge"].points)) == (
            "white",
            {"F9", "F8", "B6", "C6", "D6", "A5"},
        )


def test_several_groups_are_answered_in_one_search_the_easy_ones_first(asking_: Asking):
    asked = asking_.answered("D9 E9")
    view = confirmation_view(asked.case_id, 1)
    assert view is not None
    assert [(one.colour, one.status) for one in view.chains] == [
        ("black", "dead"),
        ("white", "uncapturable"),
    ] * 2
    assert [one.question for one in view.found[:2]] == ["Q0", "Q0"]


def test_too_many_chains_are_refused(asking_: Asking, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(positions, "MOST_CHAINS", 1)
    with pytest.raises(UserError, match="too_many_points"):
        asking_.ask("D9 E9")


@pytest.mark.parametrize(
    ("record", "code"),
    [(None, "no_record"), (UNREADABLE, "no_final_position")],
)
def test_a_report_without_a_final_position_is_refused(record: bytes | None, code: str):
    report = (
        SubmissionFactory(record=None) if record is None else SubmissionFactory(record__data=record)
    )
    with pytest.raises(UserError, match=code) as error:
        Asking(CaseFactory(game=report.game, submission=report)).ask()
    assert error.value.field == "submission"


def test_a_board_that_cannot_be_is_refused():
    report = SubmissionFactory(record__data=drawn(STRANGLED))
    with pytest.raises(UserError, match=r"position\.no_liberty") as error:
        Asking(CaseFactory(game=report.game, submission=report)).ask("A1")
    assert error.value.field == "move"


def test_an_earlier_move_has_its_own_board(asking_: Asking):
    data = drawn(THREE, ";W[ba];B[];W[]")
    report = SubmissionFactory(game=asking_.case.game, record__data=data, state="superseded")
    asked = asking_.ask(source=Source(report.pk), move=1)
    assert (asked.move, asked.position[:4]) == (1, ".O.X")
    work_off()
    asked = asking_.ask(source=Source(report.pk), move=0)
    assert (asked.move, asked.position[:4]) == (0, "...X")


def test_a_report_of_another_game_is_refused(asking_: Asking):
    with pytest.raises(UserError) as error:
        asking_.ask(source=Source(SubmissionFactory().pk))
    assert error.value.field == "submission"


def test_rules_that_prove_nothing_offer_nothing(asking_: Asking):
    tournament = asking_.case.tournament
    tournament.rules = "french"
    tournament.save()
    with pytest.raises(UserError, match="no_confirmation") as error:
        asking_.ask()
    assert (error.value.code, error.value.field) == ("no_confirmation", None)
    assert [
        key for key in ("french", "japanese", "japanese-strict", "nz") if decided_by_play(key)
    ] == [
        "japanese",
        "japanese-strict",
    ]


def test_a_case_that_is_over_is_asked_nothing_and_one_that_is_ruled_is(asking_: Asking):
    Case.objects.filter(pk=asking_.case.pk).update(state=CaseState.RULED)
    asking_.answered()
    moment = asking_.case.opened_at
    Case.objects.filter(pk=asking_.case.pk).update(state=CaseState.FINAL, settled_at=moment)
    with pytest.raises(Conflict, match="case_over"):
        asking_.ask("E9")


def test_a_case_without_a_game_has_no_board():
    case = life_case()
    Case.objects.filter(pk=case.pk).update(game=None, submission=None)
    with pytest.raises(UserError, match="submission"):
        Asking(case).ask()
    with pytest.raises(NotFound):
        Asking(case).ask(case_id=0)


def test_a_closed_tournament_is_asked_nothing(asking_: Asking):
    tournament = asking_.case.tournament
    tournament.closed_at = asking_.case.opened_at
    tournament.save()
    with pytest.raises(Conflict, match="tournament_closed"):
        asking_.ask()


def test_nobody_in_particular_asks_nothing(asking_: Asking):
    with pytest.raises(UserError, match="nobody"):
        asking.ask_confirmation(
            case_id=asking_.case.pk,
            source=Source(asking_.case.submission_id),
            points=["D9"],
            idempotency_key="key",
        )


def test_a_question_is_taken_back_once(asking_: Asking):
    asked = asking_.ask()
    with acting_as(asking_.referee):
        for _ in range(2):
            cancel_confirmation(case_id=asking_.case.pk, number=1)
        with pytest.raises(NotFound):
            cancel_confirmation(case_id=asking_.case.pk, number=2)
    assert AuditEvent.objects.filter(verb="confirmation.cancelled").count() == 1
    work_off()
    asked.refresh_from_db()
    assert (asked.state, asked.answered) == ("cancelled", 0)
    asking_.answered("E9")
    with acting_as(asking_.referee), pytest.raises(Conflict, match="confirmation_over"):
        cancel_confirmation(case_id=asking_.case.pk, number=2)


@pytest.mark.parametrize("model", [Confirmation, ConfirmationAnswer, ConfirmedChain])
def test_what_was_asked_and_found_is_never_changed_or_removed(asking_: Asking, model: Any):
    asking_.answered()
    row = model.objects.first()
    skipped = {"id", "engine_version"}
    for field in model._meta.concrete_fields:
        if field.attname in skipped:
            continue
        value: Any = {"CharField": "x", "TextField": "x", "JSONField": ["x"]}.get(
            field.get_internal_type(), 77
        )
        if field.get_internal_type() == "DateTimeField":
            value = row.confirmation.created_at if model is not Confirmation else None
        if field.get_internal_type() == "ForeignKey":
            continue
        with pytest.raises(IntegrityError), transaction.atomic():
            model.objects.filter(pk=row.pk).update(**{field.attname: value})
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.filter(pk=row.pk)._raw_delete("default")
    row.refresh_from_db()
