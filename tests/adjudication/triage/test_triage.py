"""What comes of a report and of a verdict: nothing, a question, or a case."""

import pytest

from adjudication.corrections.services.corrections import correct_result
from adjudication.models import Case, Inquiry, Submission, Verdict
from adjudication.policy.causes import Cause
from adjudication.policy.policy import DEFAULT
from adjudication.policy.questions import final_words
from adjudication.rules.presets import get_ruleset
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.services.reports import submit_result, withdraw_submission
from jobs.models import Job
from jobs.worker import run_job
from tests.factories import COUNTED, ILLEGAL_KO, GameFactory, PlayerFactory
from tests.support.answering import confirm_as_read, contest_as_read
from tournament.errors import Conflict
from tournament.models import AuditEvent, Game, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return GameFactory(black__surname="Ada", white__surname="Bo")


def send(game: Game, claim: str, *, white: bool = False, key: str = "", **more) -> Submission:
    pk = submit_result(
        game_id=game.pk,
        player_id=game.white_id if white else game.black_id,
        claim=claim,
        idempotency_key=key or f"{claim} {white}",
        **more,
    )
    return Submission.objects.get(pk=pk)


def judged(game: Game, data: bytes, claim: str = "W+0.5", **more) -> Submission:
    sent = send(game, claim, record_bytes=data, **more)
    judge()
    return sent


def judge() -> None:
    while run_job():
        pass
    assert set(Job.objects.values_list("state", "last_error")) <= {("done", "")}


def says(game: Game, **rulings) -> None:
    Tournament.objects.filter(pk=game.round.tournament_id).update(rulings=rulings)


def state(game: Game) -> str:
    game.refresh_from_db()
    return game.state


def named(data: bytes, black: str, white: str) -> bytes:
    return data.replace(b"SZ[5]", f"SZ[5]PB[{black}]PW[{white}]".encode())


def test_claims_that_differ_are_a_case_of_both(game):
    send(game, "B+3.5")
    send(game, "W+R", white=True)
    case = Case.objects.get()
    assert (state(game), case.state, case.cause) == ("disputed", "open", Cause.CLAIMS_DIFFER)
    assert set(case.parties.all()) == {game.black, game.white}
    assert case.opened_by is None
    verbs = AuditEvent.objects.order_by("pk").values_list("verb", "actor_role")
    assert list(verbs)[-2:] == [("result.contested", "player"), ("case.opened", "system")]


def test_a_report_that_is_contested_is_a_case_with_what_was_said(game):
    sent = send(game, "B+3.5")
    contest_as_read(submission_id=sent.pk, player_id=game.white_id, note="It was 2.5.")
    case = Case.objects.get()
    assert (state(game), case.cause) == ("disputed", Cause.CONTESTED)
    assert (case.grounds[0]["note"], case.submission) == ("It was 2.5.", sent)


def test_a_win_on_time_that_is_contested_is_a_case_about_the_clock(game):
    sent = send(game, "B+T")
    contest_as_read(submission_id=sent.pk, player_id=game.white_id, note="I had a minute left.")
    case = Case.objects.get()
    (ground,) = case.grounds
    assert (case.cause, ground["clock"]) == (Cause.TIME, "fell")
    assert ground["players"] == [game.white.number]


def test_other_dead_stones_of_one_game_are_asked_about_first(game):
    send(game, "W+0.5", record_bytes=COUNTED, dead_stones=[])
    mine = send(game, "B+24.5", white=True, record_bytes=COUNTED, dead_stones=["B1", "D5"])
    case, inquiry = Case.objects.get(), Inquiry.objects.get()
    assert (state(game), case.state, case.cause) == ("disputed", "asked", Cause.DEAD_STONES)
    assert (inquiry.case, inquiry.kind) == (case, "dead_stones")
    assert inquiry.data == {"black": [], "white": ["D5", "B1"], "submission": mine.pk}


def test_who_contests_because_of_dead_stones_is_asked_about_them(game):
    sent = send(game, "W+0.5", record_bytes=COUNTED, dead_stones=["B1"])
    contest_as_read(submission_id=sent.pk, player_id=game.white_id, about_dead_stones=True)
    assert Inquiry.objects.get().data == {"black": ["B1"], "white": None, "submission": sent.pk}


def test_without_a_record_dead_stones_are_for_the_referee(game):
    sent = send(game, "W+0.5")
    contest_as_read(submission_id=sent.pk, player_id=game.white_id, about_dead_stones=True)
    assert (Case.objects.get().cause, Case.objects.get().state) == (Cause.DEAD_STONES, "open")
    assert not Inquiry.objects.exists()


def test_an_illegal_move_before_the_confirmation_takes_the_result_off_the_table(game):
    sent = judged(game, ILLEGAL_KO, "W+R")
    case = Case.objects.get()
    assert (state(game), game.winner) == ("disputed", "")
    assert (case.state, case.cause, case.submission) == ("open", Cause.ILLEGAL_MOVE, sent)
    assert case.grounds[0]["finding"]["code"] == "illegal.ko"
    assert (case.proposal["winner"], case.proposal["reason"]) == ("black", "forfeit")
    with pytest.raises(Conflict, match="game_locked"):
        confirm_as_read(submission_id=sent.pk, player_id=game.white_id)
    with pytest.raises(Conflict, match="game_locked"):
        withdraw_submission(submission_id=sent.pk, player_id=game.black_id)
    assert Submission.objects.get().state == "pending"


def test_an_illegal_move_found_after_the_confirmation_changes_nothing_and_is_kept(game):
    sent = send(game, "W+R", record_bytes=ILLEGAL_KO)
    confirm_as_read(submission_id=sent.pk, player_id=game.white_id)
    judge()
    assert (state(game), game.winner) == ("confirmed", "white")
    assert Verdict.objects.get().verdict == "forfeit"
    assert not Case.objects.exists()
    event = AuditEvent.objects.get(verb="finding.late")
    assert event.after == {"finding": "illegal.ko", "move": 10}


def test_an_illegal_move_of_the_reported_loser_calls_nobody(game):
    sent = judged(game, ILLEGAL_KO, "B+R")
    assert (state(game), game.winner) == ("reported", "black")
    assert Verdict.objects.get().verdict == "forfeit"
    assert not Case.objects.exists()
    confirm_as_read(submission_id=sent.pk, player_id=game.white_id)
    assert (state(game), game.winner) == ("confirmed", "black")
    assert not AuditEvent.objects.filter(verb="finding.late").exists()


def test_it_matters_once_the_loser_contests_the_report(game):
    sent = judged(game, ILLEGAL_KO, "B+R")
    contest_as_read(submission_id=sent.pk, player_id=game.white_id, note="I did not resign.")
    case = Case.objects.get()
    assert (case.state, case.cause) == ("open", Cause.ILLEGAL_MOVE)
    assert [ground["cause"] for ground in case.grounds] == [Cause.CONTESTED, Cause.ILLEGAL_MOVE]
    assert (case.proposal["winner"], case.proposal["reason"]) == ("black", "forfeit")


def test_it_matters_where_the_reports_differ(game):
    judged(game, ILLEGAL_KO, "B+R")
    send(game, "W+R", white=True)
    assert Case.objects.get().cause == Cause.ILLEGAL_MOVE


def test_what_was_replaced_or_taken_back_accuses_nobody(game):
    send(game, "W+R", record_bytes=ILLEGAL_KO)
    send(game, "B+R", key="second")
    other = GameFactory()
    withdrawn = send(other, "W+R", record_bytes=ILLEGAL_KO)
    withdraw_submission(submission_id=withdrawn.pk, player_id=other.black_id)
    judge()
    assert (state(game), state(other)) == ("reported", "open")
    assert Verdict.objects.count() == 2
    assert not Case.objects.exists()


def test_an_illegal_move_comes_before_what_the_players_are_asked(game):
    send(game, "W+0.5", record_bytes=ILLEGAL_KO, dead_stones=[])
    send(game, "B+24.5", white=True, record_bytes=ILLEGAL_KO, dead_stones=["E1"])
    assert Case.objects.get().state == "asked"
    judge()
    case = Case.objects.get()
    assert (case.state, case.cause) == ("open", Cause.ILLEGAL_MOVE)
    assert Inquiry.objects.get().state == "withdrawn"


def test_what_the_staff_wrote_down_is_no_question_to_the_players(game):
    send(game, "B+R")
    send(game, "W+R", white=True, record_bytes=named(COUNTED, "Bo", "Ada"))
    correct_result(game_id=game.pk, winner="white", reason="ruling", note="They told me.")
    judge()
    assert not Inquiry.objects.exists()
    assert not Case.objects.live().exists()


def test_the_same_record_of_both_players_is_one_case_with_each_ground_once(game):
    send(game, "B+R")
    send(game, "W+R", white=True, record_bytes=ILLEGAL_KO)
    judge()
    add_record(
        game_id=game.pk, player_id=game.black_id, record_bytes=ILLEGAL_KO, idempotency_key="mine"
    )
    judge()
    case = Case.objects.get()
    assert case.cause == Cause.ILLEGAL_MOVE
    causes = [ground["cause"] for ground in case.grounds]
    assert causes == [Cause.CLAIMS_DIFFER, Cause.ILLEGAL_MOVE]


def test_what_the_director_has_entered_stays_on_the_table_while_it_is_questioned(game):
    send(game, "B+R")
    send(game, "W+R", white=True, record_bytes=ILLEGAL_KO)
    correct_result(game_id=game.pk, winner="white", reason="ruling", note="They told me.")
    assert Case.objects.get().state == "settled"
    judge()
    assert (state(game), game.winner) == ("entered", "white")
    assert Case.objects.live().get().cause == Cause.ILLEGAL_MOVE


def test_a_tournament_may_ask_the_players_about_an_illegal_move(game):
    says(game, steps={"illegal_move": "ask"})
    judged(game, ILLEGAL_KO, "W+R")
    assert (state(game), Case.objects.get().state) == ("disputed", "asked")
    assert Inquiry.objects.get().kind == "illegal_move"


def test_a_wrong_count_is_a_note_unless_the_tournament_says_otherwise(game):
    judged(game, COUNTED, "W+1.5")
    assert (state(game), Verdict.objects.get().verdict) == ("reported", "contradicted")
    assert not Case.objects.exists()
    other = GameFactory(round=game.round)
    says(other, steps={"contradicted": "case", "duplicate_record": "note"})
    judged(other, COUNTED, "W+1.5", key="other")
    case = Case.objects.get()
    assert (state(other), case.cause) == ("disputed", Cause.CONTRADICTED)
    assert (case.proposal["winner"], case.proposal["margin_half"]) == ("white", 1)


def test_a_record_with_the_colours_swapped_is_asked_about_and_the_result_stays(game):
    sent = judged(game, named(COUNTED, "Bo", "Ada"))
    inquiry = Inquiry.objects.get()
    assert (state(game), inquiry.kind, inquiry.state) == ("reported", "wrong_record", "waiting")
    assert inquiry.data["finding"]["code"] == "record.colours_swapped"
    assert inquiry.data["submission"] == sent.pk
    assert not Case.objects.exists()
    confirm_as_read(submission_id=sent.pk, player_id=game.white_id)
    inquiry.refresh_from_db()
    assert (state(game), inquiry.state) == ("confirmed", "withdrawn")


def test_a_better_record_takes_the_question_back(game):
    judged(game, named(COUNTED, "Bo", "Ada"))
    judged(game, named(COUNTED, "Ada", "Bo"), key="again")
    assert Inquiry.objects.get().state == "withdrawn"


@pytest.mark.parametrize(
    ("black", "white", "asked"),
    [
        ("stonefox", "Bo", False),
        ("stonefox", "kofan", False),
        ("stonefox", "Ada", True),
        ("Cy", "Bo", True),
    ],
)
def test_a_nickname_is_nothing_and_a_name_of_somebody_else_here_is_asked_about(
    game, black, white, asked
):
    PlayerFactory(tournament=game.round.tournament, surname="Cy")
    judged(game, named(COUNTED, black, white))
    assert Inquiry.objects.exists() is asked


@pytest.mark.parametrize(
    ("black", "white", "server", "asked"),
    [
        ("cyfox (3d)", "bofan", b"KGS", True),
        ("cyfox", "Bo", b"KGS", True),
        ("adafox", "cyfox", b"KGS", True),
        ("kofan", "bofan", b"KGS", False),
        ("cyfox", "bofan", b"OGS", False),
        ("Cy", "bofan", b"KGS", False),
        ("cyfox", "bofan", b"", False),
    ],
)
def test_an_account_of_somebody_else_here_is_as_good_as_their_name(
    game, black, white, server, asked
):
    """On another server it is anybody's nickname, and so it is where the server is not known."""
    PlayerFactory(tournament=game.round.tournament, surname="Cy", accounts="KGS: cyfox")
    for player, accounts in ((game.black, "KGS: adafox, KGS: Cy"), (game.white, "KGS: bofan")):
        player.accounts = accounts
        player.save(update_fields=["accounts"])
    place = {b"KGS": b"PC[gokgs.com]", b"OGS": b"PC[online-go.com]"}.get(server, b"")
    judged(game, named(COUNTED, black, white).replace(b"KM[", place + b"KM[", 1))
    assert Inquiry.objects.exists() is asked


def test_another_komi_matters_only_where_the_count_is_not_what_is_claimed(game):
    judged(game, COUNTED.replace(b"KM[0.5]", b"KM[6.5]"), "W+0.5")
    assert not Inquiry.objects.exists()
    judged(game, COUNTED.replace(b"KM[0.5]", b"KM[6.5]"), "W+6.5", key="second")
    assert Inquiry.objects.get().data["finding"]["code"] == "record.komi_differs"


def test_an_illegal_move_with_the_colours_swapped_accuses_nobody(game):
    judged(game, named(ILLEGAL_KO, "Bo", "Ada"), "W+R")
    assert (state(game), Verdict.objects.get().verdict) == ("reported", "undetermined")
    assert not Case.objects.exists()
    assert Inquiry.objects.get().kind == "wrong_record"


@pytest.mark.parametrize("step", ["note", "case"])
def test_whatever_a_tournament_does_about_wrong_records_they_accuse_nobody(game, step):
    says(game, steps={"wrong_record": step})
    judged(game, named(ILLEGAL_KO, "stonefox", "kofan"), "W+R")
    assert Inquiry.objects.filter(kind="wrong_record").count() == (1 if step == "note" else 0)
    causes = list(Case.objects.values_list("cause", "proposal"))
    assert causes == ([] if step == "note" else [(Cause.WRONG_RECORD, None)])


def test_nor_does_a_file_that_was_sent_for_another_board(game):
    judged(game, ILLEGAL_KO.replace(b"SZ[5]", b"SZ[5] "), "W+R")
    other = GameFactory(round=game.round)
    judged(other, ILLEGAL_KO.replace(b"SZ[5]", b"SZ[5] "), "W+R", key="other")
    assert [case.game for case in Case.objects.all()] == [game]
    asked = Inquiry.objects.get(game=other)
    assert asked.data["finding"]["code"] == "record.duplicate"
    assert "mend" not in final_words(asked.kind, get_ruleset("japanese"), DEFAULT, asked.data)


def test_one_file_for_two_boards_is_not_taken_for_both(game):
    judged(game, COUNTED)
    other = GameFactory(round=game.round)
    judged(other, COUNTED, key="other")
    assert state(game) == "reported"
    finding = Inquiry.objects.get(game=other).data["finding"]
    assert finding["code"] == "record.duplicate"


def test_the_options_of_the_rules_are_kept_with_the_verdict(game):
    judged(game, COUNTED)
    assert Verdict.objects.get().options["scoring"]


def test_a_closed_tournament_gets_no_case_any_more(game):
    send(game, "W+R", record_bytes=ILLEGAL_KO)
    Tournament.objects.update(closed_at="2026-01-01T00:00Z")
    judge()
    assert Verdict.objects.get().verdict == "forfeit"
    assert state(game) == "reported"
    assert not Case.objects.exists()
