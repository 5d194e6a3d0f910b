"""Reporting a result and answering a report."""

import pytest

from adjudication.models import GameRecordFile, Submission
from adjudication.rules.claims import Claim, ClaimReason, ClaimWinner
from adjudication.submissions.services.reports import (
    MOST_REPORTS,
    submit_result,
    withdraw_submission,
)
from adjudication.triage.services.reports import set_aside
from jobs.models import Job
from tests.factories import COUNTED, GameFactory, PlayerFactory
from tests.support.answering import as_read, confirm_as_read, contest_as_read, version_of
from tests.tournament.trail import by_whom
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AuditEvent, Game, RoundState
from tournament.results.services.results import NO_RESULT

pytestmark = pytest.mark.django_db


def result(game: Game) -> tuple[str, str, str, int | None]:
    game.refresh_from_db()
    return game.state, game.winner, game.reason, game.margin_half


def report(game: Game, claim: Claim | str = "B+3.5", *, white: bool = False, **more) -> int:
    """Report as Black, or as White."""
    count = Submission.objects.count()
    return submit_result(
        game_id=game.pk,
        player_id=game.white_id if white else game.black_id,
        claim=claim,
        **{"idempotency_key": f"key {count}", **as_read(game.pk), **more},
    )


def test_a_first_report_waits_for_the_opponent():
    game = GameFactory()
    submission = Submission.objects.get(pk=report(game))
    assert result(game) == ("reported", "black", "score", 7)
    assert game.reported_at is not None
    assert submission.state == "pending"
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("claim", "columns"),
    [
        ("W+R", ("white", "resignation", None)),
        ("b+t", ("black", "time", None)),
        ("B+F", ("black", "forfeit", None)),
        ("W+", ("white", "unknown", None)),
        ("jigo", ("draw", "score", None)),
        ("void", ("none", "void", None)),
        ("W+10", ("white", "score", 20)),
        (Claim(ClaimWinner.BLACK, ClaimReason.SCORE, 0.5), ("black", "score", 1)),
    ],
)
def test_what_a_player_can_claim(claim: Claim | str, columns: tuple[str, str, int | None]):
    game = GameFactory()
    report(game, claim)
    assert result(game)[1:] == columns


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("claim", {"claim": "I won"}),
        ("claim", {"claim": Claim(ClaimWinner.BLACK, ClaimReason.VOID)}),
        ("margin", {"claim": "B+3.25"}),
        ("margin", {"claim": "B+9999"}),
        ("margin", {"claim": Claim(ClaimWinner.WHITE, ClaimReason.SCORE)}),
        ("record", {"record_bytes": b" \n"}),
        ("record", {"record_bytes": b"(;" + b" " * 512 * 1024}),
        ("dead_stones", {"dead_stones": ["A1", "F1"]}),
        (None, {"idempotency_key": ""}),
        (None, {"idempotency_key": "k" * 65}),
        (None, {"idempotency_key": "a\x00b"}),
    ],
)
def test_bad_input_names_its_field_and_leaves_nothing(field: str | None, values: dict):
    game = GameFactory()
    with pytest.raises(UserError) as caught:
        report(game, **values)
    assert caught.value.field == field
    assert str(caught.value.text)
    assert result(game)[0] == "open"
    assert not Submission.objects.exists()
    assert not GameRecordFile.objects.exists()


def test_a_record_is_kept_as_it_came_with_a_job():
    game = GameFactory()
    submission_id = report(
        game, record_bytes=COUNTED, filename="C:\\games\\my\x00 game.sgf", dead_stones=["e1", "A5"]
    )
    submission = Submission.objects.get(pk=submission_id)
    assert bytes(submission.record.data) == COUNTED
    assert submission.record.filename == "my game.sgf"
    assert submission.record.uploaded_by == game.black
    assert submission.dead_stones == ["A5", "E1"]
    job = Job.objects.get()
    assert (job.state, job.payload) == ("ready", {"submission_id": submission_id})


def test_no_dead_stones_is_not_the_same_as_not_said():
    game = GameFactory()
    assert Submission.objects.get(pk=report(game)).dead_stones is None
    assert Submission.objects.get(pk=report(game, dead_stones=[])).dead_stones == []


def test_only_the_two_players_report():
    game = GameFactory()
    with pytest.raises(NotFound):
        submit_result(
            game_id=game.pk,
            player_id=PlayerFactory(tournament=game.round.tournament).pk,
            claim="B+R",
            idempotency_key="k",
        )
    with pytest.raises(NotFound):
        submit_result(game_id=0, player_id=game.black_id, claim="B+R", idempotency_key="k")


def test_nobody_reports_before_the_round_is_published():
    with pytest.raises(Conflict, match="round_draft"):
        report(GameFactory(round__state=RoundState.DRAFT))


def test_the_same_claim_of_the_opponent_confirms():
    game = GameFactory()
    report(game, "W+0.5")
    report(game, "W+0.5", white=True, record_bytes=COUNTED)
    assert result(game) == ("confirmed", "white", "score", 1)
    assert {row.state for row in Submission.objects.all()} == {"confirmed"}
    assert Job.objects.count() == 1


@pytest.mark.parametrize("other", ["B+4.5", "W+3.5", "B+R", "jigo"])
def test_another_claim_of_the_opponent_is_a_dispute(other: str):
    game = GameFactory()
    report(game)
    report(game, other, white=True)
    assert result(game) == ("disputed", "", "", None)
    assert [row.state for row in Submission.objects.all()] == ["contested", "contested"]


def test_ones_own_later_report_replaces_the_first():
    game = GameFactory()
    first, second = report(game), report(game, "W+R")
    assert result(game)[1:3] == ("white", "resignation")
    with pytest.raises(Conflict, match="report_superseded"):
        confirm_as_read(submission_id=first, player_id=game.white_id)
    confirm_as_read(submission_id=second, player_id=game.white_id)
    assert result(game) == ("confirmed", "white", "resignation", None)


@pytest.mark.parametrize("expects", ["", "999999999"])
def test_a_report_that_expects_another_one_to_wait_does_nothing(expects: str):
    """The sender read his review before the other's report came, or saw another one."""
    game = GameFactory()
    waiting = report(game, "B+3.5")
    with pytest.raises(Conflict) as raised:
        report(game, "W+3.5", white=True, expects=expects)
    assert raised.value.code == "report_changed"
    assert result(game)[0] == "reported"
    report(game, "B+3.5", white=True, expects=str(waiting), version=version_of(waiting))
    assert result(game)[0] == "confirmed"


def test_the_same_sent_again_is_no_change_whatever_was_expected():
    game = GameFactory()
    first = report(game, expects="", idempotency_key="once")
    assert report(game, expects="", idempotency_key="once") == first


def test_a_player_reports_a_game_so_often_and_no_more():
    game = GameFactory()
    for _ in range(MOST_REPORTS):
        report(game)
    with pytest.raises(Conflict, match="too_many_reports"):
        report(game, record_bytes=COUNTED)
    assert Submission.objects.count() == MOST_REPORTS
    assert not GameRecordFile.objects.exists()
    report(game, white=True)
    assert result(game)[0] == "confirmed"


def test_what_the_staff_set_aside_locks_nobody_out():
    game = GameFactory()
    for _ in range(MOST_REPORTS):
        report(game)
    set_aside(game, "The referee has ruled.")
    Game.objects.filter(pk=game.pk).update(state="open", **NO_RESULT, reported_at=None)
    report(game)
    assert Submission.objects.filter(state="pending").count() == 1


def test_the_opponent_confirms_and_that_is_final():
    game = GameFactory()
    submission_id = report(game)
    for _ in range(2):
        confirm_as_read(submission_id=submission_id, player_id=game.white_id)
    submission = Submission.objects.get()
    assert (submission.state, submission.answered_by) == ("confirmed", game.white)
    final = result(game)
    assert final == ("confirmed", "black", "score", 7)
    version = game.version
    for attempt in (
        lambda: report(game, "W+R"),
        lambda: report(game, "W+R", white=True),
        lambda: contest_as_read(submission_id=submission_id, player_id=game.white_id),
        lambda: withdraw_submission(submission_id=submission_id, player_id=game.black_id),
    ):
        with pytest.raises(Conflict):
            attempt()
    assert result(game) == final
    assert game.version == version


def test_the_opponent_contests_and_the_referee_has_it():
    game = GameFactory()
    submission_id = report(game)
    with pytest.raises(UserError) as caught:
        contest_as_read(submission_id=submission_id, player_id=game.white_id, note="x" * 1001)
    assert caught.value.field == "note"
    for note in ("We counted\n4.5\x00 ", "another note"):
        contest_as_read(submission_id=submission_id, player_id=game.white_id, note=note)
    assert Submission.objects.get().answer_note == "We counted\n4.5"
    assert result(game) == ("disputed", "", "", None)
    for attempt in (
        lambda: report(game),
        lambda: confirm_as_read(submission_id=submission_id, player_id=game.white_id),
    ):
        with pytest.raises(Conflict):
            attempt()


def test_a_report_is_for_the_opponent_to_answer():
    game = GameFactory()
    submission_id = report(game)
    for player_id in (game.black_id, PlayerFactory().pk):
        for answer in (confirm_as_read, contest_as_read):
            with pytest.raises(NotFound):
                answer(submission_id=submission_id, player_id=player_id)
    with pytest.raises(NotFound):
        confirm_as_read(submission_id=0, player_id=game.white_id)
    with pytest.raises(NotFound):
        withdraw_submission(submission_id=submission_id, player_id=game.white_id)
    assert result(game)[0] == "reported"


def test_a_report_can_be_taken_back():
    game = GameFactory()
    submission_id = report(game)
    for _ in range(2):
        withdraw_submission(submission_id=submission_id, player_id=game.black_id)
    assert result(game) == ("open", "", "", None)
    with pytest.raises(Conflict):
        confirm_as_read(submission_id=submission_id, player_id=game.white_id)
    report(game, "W+R", white=True)
    assert result(game)[0] == "reported"


def test_the_same_result_again_with_another_record_is_told():
    game = GameFactory()
    report(game)
    report(game, record_bytes=COUNTED, filename="game.sgf")
    report(game)
    told = [(one.verb, one.table, by_whom(one)) for one in AuditEvent.objects.order_by("pk")]
    verbs = ["result.reported", "record.added", "result.reported"]
    assert told == [(verb, game.board_number, game.black.name) for verb in verbs]
    last = AuditEvent.objects.order_by("pk").last()
    assert last.before == last.after
    assert last.after["winner"] == "black"
