"""Damage is not guilt: what comes of a record that does not show what was played."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from adjudication.archive.selectors.proofs import proof_of
from adjudication.cases.services.actions import take_case
from adjudication.inquiries.services.agreements import decide_reading
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.asking import refer_unanswered
from adjudication.models import Case, Inquiry, RecordReading, Submission, Verdict
from adjudication.policy.causes import Cause
from adjudication.proofs.verdicts import check_reports
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.services.judging import verdict_columns
from adjudication.submissions.services.reports import submit_result
from jobs.models import Job
from jobs.worker import run_job
from tests.factories import GameFactory
from tests.support.answering import confirm_as_read
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import Conflict, UserError
from tournament.models import AccessLink, AuditEvent, Game, Role, Tournament
from tournament.staff.services import issue_link

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ONE = b"(;GM[1]FF[4]SZ[5]KM[6.5];B[cc];W[bb];W[dd];B[bc];W[dc];B[];W[])"
READ = {"unwritten_passes": [3], "played_so": [], "of_this_game": False}
"""White plays twice in a row at move 3."""
COPY = b"(;GM[1]FF[4]SZ[5]KM[6.5]PC[at home];B[cc]C[fine];W[bb];W[dd];B[bc];W[dc];B[];W[])"
"""The same moves in another file."""
MANY = b"(;GM[1]FF[4]SZ[5]KM[6.5];B[cc];W[bb];W[dd];B[bc];B[cb];W[dc];B[];W[])"
"""Somebody plays twice in a row at moves 3 and 5."""
OCCUPIED = b"(;GM[1]FF[4]SZ[5]KM[6.5];B[cc];W[cc];B[bb];W[dd])"


@pytest.fixture
def game() -> Game:
    return GameFactory(round__tournament__rules="japanese", round__tournament__board_size=5)


def send(game: Game, claim: str, data: bytes | None, *, white: bool = False, **more) -> Submission:
    pk = submit_result(
        game_id=game.pk,
        player_id=game.white_id if white else game.black_id,
        claim=claim,
        idempotency_key=f"{claim} {white} {data!r}"[:64],
        record_bytes=data,
        **more,
    )
    judge()
    return Submission.objects.get(pk=pk)


def judge() -> None:
    while run_job():
        pass
    assert set(Job.objects.values_list("state", "last_error")) <= {("done", "")}


def both(game: Game, black: str, white: str = "") -> Inquiry:
    asked = Inquiry.objects.get(game=game, kind="damaged_record", state="waiting")
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer=black)
    answer(inquiry_id=asked.pk, player_id=game.white_id, answer=white or black)
    judge()
    asked.refresh_from_db()
    return asked


def state(game: Game) -> tuple[str, str]:
    game.refresh_from_db()
    return game.state, game.winner


def verdicts() -> list[str]:
    return list(Verdict.objects.order_by("pk").values_list("verdict", flat=True))


def codes() -> set[str]:
    return {one["code"] for one in Verdict.objects.latest("pk").findings}


def referee(game: Game) -> Actor:
    tournament = game.round.tournament_id
    issue_link(tournament_id=tournament, role=Role.REFEREE, label="Rita")
    link = AccessLink.objects.get(tournament=tournament, role=Role.REFEREE)
    return Actor(role=Role.REFEREE, name="Rita", link_id=link.pk)


def test_two_moves_in_a_row_accuse_nobody_and_leave_the_result_on_the_table(game):
    sent = send(game, "W+R", ONE)
    asked = Inquiry.objects.get()
    assert verdicts() == ["undetermined"]
    assert state(game) == ("reported", "white")
    assert (asked.kind, asked.data["submission"], asked.data["moves"]) == (
        *("damaged_record", sent.pk),
        [3],
    )
    assert not Case.objects.exists()
    confirm_as_read(submission_id=sent.pk, player_id=game.white_id)
    assert state(game) == ("confirmed", "white")
    assert Inquiry.objects.get().state == "withdrawn"


def test_a_pass_that_was_not_written_is_put_in_and_the_record_judged_again(game):
    send(game, "W+R", ONE)
    both(game, "pass")
    assert verdicts() == ["undetermined", "confirmed"]
    assert "illegal.turn" not in codes()
    assert state(game) == ("reported", "white")
    reading = RecordReading.objects.get()
    assert (reading.unwritten_passes, reading.played_so) == ([3], [])
    assert Verdict.objects.latest("pk").read_as == READ
    event = AuditEvent.objects.get(verb="record.read")
    assert event.after == READ
    assert not Case.objects.exists()
    waiting = Submission.objects.get(state="pending")
    confirm_as_read(submission_id=waiting.pk, player_id=game.white_id)
    assert state(game) == ("confirmed", "white")


def test_moves_that_were_really_played_twice_lose_as_an_illegal_move_does(game):
    send(game, "W+R", ONE)
    both(game, "played")
    case = Case.objects.get()
    assert verdicts() == ["undetermined", "forfeit"]
    assert (state(game)[0], case.cause, case.state) == ("disputed", Cause.ILLEGAL_MOVE, "open")
    assert (case.proposal["winner"], case.proposal["reason"]) == ("black", "forfeit")


def test_what_the_tournament_says_of_an_illegal_move_holds_for_it_too(game):
    Tournament.objects.update(rules="nz", rulings={"steps": {"illegal_move": "note"}})
    send(game, "W+R", ONE)
    both(game, "played")
    assert verdicts() == ["undetermined", "forfeit"]
    assert state(game) == ("reported", "white")
    assert not Case.objects.exists()


def test_a_record_that_both_call_wrong_is_replaced_by_another(game):
    send(game, "W+R", ONE)
    both(game, "wrong_record")
    assert state(game) == ("reported", "white")
    assert Submission.objects.get(state="pending").record is None
    add_record(
        game_id=game.pk,
        player_id=game.black_id,
        record_bytes=ONE.replace(b"W[bb];", b"W[bb];B[];"),
        idempotency_key="another",
    )
    judge()
    assert verdicts()[-1] == "confirmed"
    assert not Inquiry.objects.filter(state="waiting").exists()


@pytest.mark.parametrize("data", [ONE, ONE.replace(b"W[dc]", b"W[db]")])
def test_another_record_with_the_same_fault_is_asked_about_too(game, data):
    send(game, "W+R", ONE)
    both(game, "wrong_record")
    add_record(
        game_id=game.pk, player_id=game.black_id, record_bytes=data, idempotency_key="another"
    )
    judge()
    assert Inquiry.objects.filter(state="waiting").count() == 1


def test_what_players_could_not_settle_is_not_asked_again(game):
    send(game, "W+R", ONE)
    both(game, "unsure")
    send(game, "W+R", COPY)
    assert not Inquiry.objects.filter(state="waiting").exists()


@pytest.mark.parametrize(
    ("black", "white"),
    [("pass", "played"), ("played", "pass"), ("pass", "wrong_record"), ("unsure", "unsure")],
)
def test_players_who_do_not_agree_have_a_referee(game, black, white):
    send(game, "W+R", ONE)
    both(game, black, white)
    case = Case.objects.get()
    assert (case.cause, case.state) == (Cause.DAMAGED_RECORD, "open")
    assert case.proposal is None
    assert state(game) == ("reported", "white")
    assert not RecordReading.objects.exists()


def test_alike_places_are_asked_about_once(game):
    send(game, "W+R", MANY)
    asked = Inquiry.objects.get()
    assert (asked.data["moves"], asked.data["finding"]["move"]) == ([3, 5], 3)
    both(game, "passes")
    assert verdicts() == ["undetermined", "confirmed"]
    assert RecordReading.objects.get().unwritten_passes == [3, 5]


def test_or_one_after_the_other(game):
    send(game, "B+R", MANY)
    both(game, "pass")
    asked = Inquiry.objects.get(state="waiting")
    assert (asked.data["moves"], asked.data["finding"]["move"]) == ([5], 5)
    both(game, "played")
    assert verdicts() == ["undetermined", "undetermined", "forfeit"]
    last = RecordReading.objects.latest("pk")
    assert (last.unwritten_passes, last.played_so) == ([3], [5])
    assert Case.objects.get().cause == Cause.ILLEGAL_MOVE


def test_what_makes_no_sense_there_is_not_offered(game):
    send(game, "W+R", OCCUPIED)
    asked = Inquiry.objects.get()
    assert asked.data["finding"]["code"] == "illegal.occupied"
    for word in ("pass", "passes", "played", "handicap"):
        with pytest.raises(UserError):
            answer(inquiry_id=asked.pk, player_id=game.black_id, answer=word)
    send(other := GameFactory(round__tournament=game.round.tournament), "W+R", ONE)
    with pytest.raises(UserError):
        answer(
            inquiry_id=Inquiry.objects.get(game=other).pk,
            player_id=other.black_id,
            answer="passes",
        )


def test_what_was_said_holds_for_every_copy_of_the_record_whoever_sends_it(game):
    send(game, "W+R", ONE)
    both(game, "pass")
    send(game, "B+R", COPY, white=True)  # contests it
    assert verdicts()[-1] == "confirmed"
    assert Verdict.objects.latest("pk").read_as == READ
    assert not Inquiry.objects.filter(state="waiting").exists()


def test_the_records_of_two_who_disagree_are_both_judged_again(game):
    send(game, "W+R", ONE)
    send(game, "B+R", COPY, white=True)
    assert (state(game)[0], Case.objects.get().cause) == ("disputed", Cause.CLAIMS_DIFFER)
    both(game, "pass")
    assert verdicts() == ["undetermined", "undetermined", "confirmed", "confirmed"]
    case = Case.objects.get()
    assert (state(game)[0], case.state, case.cause) == ("disputed", "open", Cause.CLAIMS_DIFFER)


def test_a_record_that_was_replaced_is_not_asked_about(game):
    send(game, "W+R", ONE)
    send(game, "W+R", None)
    assert Inquiry.objects.get().state == "withdrawn"


def test_without_answers_in_time_a_referee_looks_at_it(game):
    sent = send(game, "W+R", ONE)
    assert refer_unanswered(timezone.now()) == 0
    later = timezone.now() + timedelta(minutes=61)
    assert refer_unanswered(later) == 1
    assert refer_unanswered(later) == 0
    case = Case.objects.get()
    assert (case.cause, case.state) == (Cause.DAMAGED_RECORD, "open")
    assert state(game) == ("reported", "white")
    confirm_as_read(submission_id=sent.pk, player_id=game.white_id)
    case.refresh_from_db()
    assert (state(game), case.state) == (("confirmed", "white"), "settled")


def test_players_may_still_answer_until_a_referee_takes_the_case(game):
    send(game, "W+R", ONE)
    refer_unanswered(timezone.now() + timedelta(minutes=61))
    both(game, "pass")
    assert Case.objects.get().state == "settled"
    assert verdicts()[-1] == "confirmed"


def test_a_tournament_may_wait_for_ever_or_note_it_only(game):
    Tournament.objects.update(rulings={"answer_minutes": 0})
    send(game, "W+R", ONE)
    assert refer_unanswered(timezone.now() + timedelta(days=9)) == 0
    Tournament.objects.update(rulings={"steps": {"damaged_record": "note"}})
    send(other := GameFactory(round__tournament=game.round.tournament), "W+R", ONE)
    assert not Inquiry.objects.filter(game=other, kind="damaged_record").exists()
    Tournament.objects.update(rulings={"steps": {"damaged_record": "case"}})
    send(third := GameFactory(round__tournament=game.round.tournament), "W+R", ONE)
    assert Case.objects.get().game == third
    assert state(third) == ("reported", "white")


@pytest.fixture
def disagreed(game) -> Iterator[Case]:
    """Black says that a pass is missing, White that it was played so; a referee reads the case."""
    send(game, "W+R", ONE)
    both(game, "pass", "played")
    case = Case.objects.get()
    with acting_as(referee(game)):
        yield case


def test_a_referee_says_it_where_the_players_do_not_agree(game, disagreed):
    with pytest.raises(Conflict):
        decide_reading(case_id=disagreed.pk, answer="pass")
    take_case(case_id=disagreed.pk)
    with pytest.raises(UserError):
        decide_reading(case_id=disagreed.pk, answer="unsure")
    decide_reading(case_id=disagreed.pk, answer="pass")
    judge()
    assert verdicts()[-1] == "confirmed"
    reading = RecordReading.objects.get()
    assert (reading.case, reading.unwritten_passes) == (disagreed, [3])
    assert reading.made_by is not None
    assert AuditEvent.objects.get(verb="record.read").after["case"] == disagreed.number
    with pytest.raises(Conflict, match="no_damage"):
        decide_reading(case_id=disagreed.pk, answer="pass")
    disagreed.refresh_from_db()
    assert (disagreed.state, state(game)[0]) == ("taken", "reported")


def test_a_referee_who_says_that_it_was_played_so_has_the_forfeit_proposed(disagreed):
    take_case(case_id=disagreed.pk)
    decide_reading(case_id=disagreed.pk, answer="played")
    judge()
    disagreed.refresh_from_db()
    assert (disagreed.cause, disagreed.state) == (Cause.ILLEGAL_MOVE, "taken")
    assert (disagreed.proposal["winner"], disagreed.proposal["reason"]) == ("black", "forfeit")


def test_a_referee_who_says_that_the_record_is_wrong_removes_it_with_the_reason(game, disagreed):
    take_case(case_id=disagreed.pk)
    with pytest.raises(UserError, match="note"):
        decide_reading(case_id=disagreed.pk, answer="wrong_record")
    decide_reading(case_id=disagreed.pk, answer="wrong_record", note="They typed it at home.")
    disagreed.refresh_from_db()
    removed = Submission.objects.get(game=game, removed_as="damaged")
    assert removed.removed_at is not None
    assert AuditEvent.objects.get(verb="record.removed").reason == "They typed it at home."
    # What remains is decided in the case; the result waits without the record.
    assert (disagreed.state, state(game)) == ("taken", ("reported", "white"))
    assert Submission.objects.get(game=game, state="pending").record is None


def test_how_a_record_is_read_is_written_once(game):
    send(game, "W+R", ONE)
    both(game, "pass")
    for change in (
        lambda: RecordReading.objects.update(unwritten_passes=[4]),
        lambda: RecordReading.objects.all().delete(),
        lambda: Verdict.objects.update(read_as=None),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_a_proof_holds_with_how_the_record_was_read(game):
    send(game, "W+R", ONE)
    both(game, "pass")
    proof = json.loads(json.dumps(proof_of(game.pk, timezone.now())))
    first, again = (report["verdict"] for report in proof["reports"])
    assert (first["outcome"], first["read_as"]) == ("undetermined", None)
    assert (again["outcome"], again["read_as"]["unwritten_passes"]) == ("agrees", [3])
    assert check_reports(proof)[0] == []
    again["read_as"] = None
    assert check_reports(proof)[0]


def test_a_record_that_is_judged_again_later_is_read_the_same_way(game):
    send(game, "W+R", ONE)
    both(game, "pass")
    last = Submission.objects.select_related("record").latest("pk")
    columns = verdict_columns(last)
    assert (columns["verdict"], columns["read_as"]["unwritten_passes"]) == ("confirmed", [3])
