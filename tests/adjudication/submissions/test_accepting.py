"""Players who settle their case themselves."""

import pytest
from django.utils import timezone

from adjudication.cases.services.actions import take_case
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import object_to_result
from adjudication.models import Case, Inquiry, Submission
from adjudication.submissions.services.answers import accept_claim
from adjudication.submissions.services.reports import submit_result
from adjudication.triage.services.questions import ask_both_players
from adjudication.triage.views import case_of
from adjudication.verdicts.selectors.games import game_page
from jobs.worker import run_job
from tests.adjudication.decisions import staff
from tests.factories import ILLEGAL_KO, GameFactory
from tests.support.answering import accept_as_read, contest_as_read, version_of
from tournament.audit.services.current_actor import acting_as
from tournament.errors import Conflict, NotFound
from tournament.models import AuditEvent, Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return GameFactory()


def send(game: Game, claim: str, *, white: bool = False, **more) -> int:
    return submit_result(
        game_id=game.pk,
        player_id=game.white_id if white else game.black_id,
        claim=claim,
        idempotency_key=f"{claim} {white}",
        **more,
    )


def told_to(game: Game, colour: str):
    """Return what the page of a game is made of for the player of a colour."""
    page = game_page(game.pk)
    assert page is not None
    return page.game, page.standing_reports, colour


def differ(game: Game, **more) -> Case:
    send(game, "B+3.5")
    send(game, "W+R", white=True, **more)
    return Case.objects.get(game=game)


def test_who_accepts_the_others_claim_confirms_it_and_ends_the_case(game):
    case = differ(game)
    for _ in range(2):
        accept_as_read(game_id=game.pk, player_id=game.black_id)
    game.refresh_from_db()
    case.refresh_from_db()
    assert (game.state, game.winner, game.reason) == ("confirmed", "white", "resignation")
    assert case.state == "settled"
    assert case.settled_note
    accepted = Submission.objects.get(state="confirmed")
    assert (accepted.player, accepted.answered_by) == (game.black, game.white)
    assert Submission.objects.filter(state="contested").count() == 2
    assert AuditEvent.objects.filter(verb="result.confirmed").count() == 1


def test_who_contested_may_accept_it_after_all(game):
    sent = send(game, "B+3.5")
    contest_as_read(submission_id=sent, player_id=game.white_id)
    with pytest.raises(Conflict, match="nothing_to_accept"):
        accept_as_read(game_id=game.pk, player_id=game.black_id)
    with pytest.raises(Conflict, match="report_changed"):
        accept_claim(
            game_id=game.pk, player_id=game.white_id, expects=sent + 1, version=version_of(sent)
        )
    with pytest.raises(Conflict, match="report_changed"):
        accept_claim(
            game_id=game.pk, player_id=game.white_id, expects=sent, version=version_of(sent) - 1
        )
    accept_as_read(game_id=game.pk, player_id=game.white_id)
    game.refresh_from_db()
    assert (game.state, game.margin_half) == ("confirmed", 7)


def test_once_a_referee_has_it_it_is_his(game):
    case = differ(game)
    with acting_as(staff(case.tournament)):
        take_case(case_id=case.pk)
    with pytest.raises(Conflict, match="case_taken"):
        accept_as_read(game_id=game.pk, player_id=game.black_id)


def test_an_illegal_move_is_not_the_players_to_settle(game):
    differ(game, record_bytes=ILLEGAL_KO)
    assert run_job()
    with pytest.raises(Conflict, match="finding_decides"):
        accept_as_read(game_id=game.pk, player_id=game.black_id)


def test_nothing_is_accepted_that_is_not_disputed_or_not_ones_own(game):
    with pytest.raises(Conflict, match="not_disputed"):
        accept_as_read(game_id=game.pk, player_id=game.black_id)
    send(game, "B+R")
    with pytest.raises(Conflict, match="not_disputed"):
        accept_as_read(game_id=game.pk, player_id=game.white_id)
    with pytest.raises(NotFound):
        accept_as_read(game_id=game.pk, player_id=GameFactory().black_id)


def test_nothing_is_accepted_that_its_author_objects_to(game):
    """J: Art. 10.3: after an objection both confirm again, the one who reported as well."""
    send(game, "B+3.5")
    object_to_result(game_id=game.pk, player_id=game.black_id, note="I counted wrong.")
    with pytest.raises(Conflict, match="no_longer_said"):
        accept_as_read(game_id=game.pk, player_id=game.white_id)
    asked = Inquiry.objects.get()
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer="confirm")
    accept_as_read(game_id=game.pk, player_id=game.white_id)
    game.refresh_from_db()
    assert (game.state, game.winner, game.margin_half) == ("confirmed", "black", 7)


def test_nothing_is_accepted_in_place_of_which_its_author_gave_another_result(game):
    send(game, "B+3.5")
    object_to_result(game_id=game.pk, player_id=game.white_id)
    asked = Inquiry.objects.get()
    answer(inquiry_id=asked.pk, player_id=game.white_id, answer="confirm")
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer="other", data={"result": "B+1.5"})
    page = case_of(*told_to(game, "white"), closed=False)
    assert page is not None
    assert page.accepts is None
    with pytest.raises(Conflict, match="no_longer_said"):
        accept_as_read(game_id=game.pk, player_id=game.white_id)
    game.refresh_from_db()
    assert game.state == "disputed"


def test_who_gives_their_own_result_once_more_in_answer_still_says_so(game):
    send(game, "B+3.5")
    object_to_result(game_id=game.pk, player_id=game.black_id)
    asked = Inquiry.objects.get()
    said = {"result": "B+3.5"}
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer="other", data=said)
    accept_as_read(game_id=game.pk, player_id=game.white_id)
    game.refresh_from_db()
    assert (game.state, game.winner, game.margin_half) == ("confirmed", "black", 7)


def test_nobody_is_told_that_they_accepted_what_is_not_the_result(game):
    """Both accept the other's report at the same time: the second has accepted nothing."""
    differ(game)
    white = Submission.objects.get(player=game.white)
    seen = version_of(white.pk)
    accept_as_read(game_id=game.pk, player_id=game.white_id)
    with pytest.raises(Conflict, match="not_disputed"):
        accept_claim(game_id=game.pk, player_id=game.black_id, expects=white.pk, version=seen)
    game.refresh_from_db()
    assert (game.state, game.winner) == ("confirmed", "black")


def test_nothing_is_accepted_in_place_of_which_its_author_confirmed_another(game):
    case = differ(game)
    reports = {report.player_id: report for report in Submission.objects.all()}
    asked = ask_both_players(
        game=Game.objects.get(pk=game.pk),
        kind="objection",
        data={"submission": reports[game.white_id].pk},
        case=case,
    )
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer="confirm")
    with pytest.raises(Conflict, match="no_longer_said"):
        accept_as_read(game_id=game.pk, player_id=game.white_id)


def test_nothing_is_accepted_of_somebody_who_accepts_the_others_dead_stones(game):
    """An old page offers the report yet: Black has taken White's count since."""
    case = differ(game)
    shown = {"black": [], "white": ["C3"]}
    asked = ask_both_players(
        game=Game.objects.get(pk=game.pk), kind="dead_stones", data=shown, case=case
    )
    Inquiry.objects.filter(pk=asked.pk).update(black_answer="accept", black_at=timezone.now())
    with pytest.raises(Conflict, match="no_longer_said"):
        accept_as_read(game_id=game.pk, player_id=game.white_id)
    accept_as_read(game_id=game.pk, player_id=game.black_id)
    game.refresh_from_db()
    assert (game.state, game.winner) == ("confirmed", "white")
