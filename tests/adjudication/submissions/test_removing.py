"""Wrong records that the staff brought for a game: they are removed, and the reason is kept."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.models import Case, RemovedAs, Submission, SubmissionState
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.records.services import RecordFile
from adjudication.rulings.services.finality import make_final
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.services.bulk_records import MOST_IMPORTED, Outcome, import_records
from adjudication.submissions.services.removing import remove_record
from adjudication.verdicts.selectors.submissions import submissions_of
from tests.support.desk_world import at, new_case, ruled, taken_by
from tests.support.records import KO, WALLS, sgf
from tests.support.world import World, both_report, judge_all, report
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AuditEvent, Role, Verb

pytestmark = pytest.mark.django_db


def bring(world: World, number: int) -> str:
    data = sgf(WALLS, RE="W+R", GN=str(number))
    file = RecordFile(f"{number}.sgf", data, 1, world.games[0].board_number)
    [outcome] = import_records(tournament_id=world.tournament.pk, files=[file], enter_results=True)
    return outcome.outcome


def removed(world: World, note: str = "Another game.") -> int:
    game = world.games[0]
    wrong = Submission.objects.filter(game=game, removed_at=None).earliest("pk")
    remove_record(game_id=game.pk, submission_id=wrong.pk, note=note)
    return wrong.pk


def test_wrong_records_never_keep_the_right_one_out(world: World) -> None:
    for number in range(MOST_IMPORTED):
        assert bring(world, number) in (Outcome.ENTERED, Outcome.ACCEPTED)
    assert bring(world, 99) == Outcome.REFUSED
    gone = removed(world)
    assert bring(world, 99) == Outcome.ACCEPTED
    [event] = AuditEvent.objects.filter(verb=Verb.RECORD_REMOVED)
    assert event.reason == "Another game."
    shown = {one.id: one.counts for one in submissions_of([world.games[0].pk])[world.games[0].pk]}
    assert shown.pop(gone) is False
    assert all(shown.values())


def test_what_was_removed_may_come_again(world: World) -> None:
    assert bring(world, 1) == Outcome.ENTERED
    for _ in range(2):
        removed(world)
        assert bring(world, 1) == Outcome.ACCEPTED
    assert bring(world, 1) == Outcome.DUPLICATE


def test_a_record_goes_only_with_a_reason_and_once(world: World) -> None:
    bring(world, 1)
    with pytest.raises(UserError) as refused:
        removed(world, "  ")
    assert refused.value.field == "note"
    gone = removed(world)
    remove_record(game_id=world.games[0].pk, submission_id=gone, note="Again.")
    assert AuditEvent.objects.filter(verb=Verb.RECORD_REMOVED).count() == 1
    with pytest.raises(NotFound):
        remove_record(game_id=world.games[1].pk, submission_id=gone, note="Not here.")


def test_what_a_player_stands_by_stays(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+R", sgf(WALLS, RE="W+R"))
    with pytest.raises(Conflict, match="record_stands"):
        removed(world)
    report(game, game.white, "W+R")
    with pytest.raises(Conflict, match="record_stands"):
        removed(world)


def test_the_page_of_the_game_leads_there(world: World) -> None:
    bring(world, 1)
    game = world.games[0]
    sent = Submission.objects.get()
    address = f"/games/{game.pk}/records/{sent.pk}/remove/"
    referee = world.client(Role.REFEREE)
    assert address in referee.get(f"/games/{game.pk}/").text
    assert address not in world.player(0).get(f"/games/{game.pk}/").text
    assert world.player(0).get(address).status_code == 403
    assert referee.get(f"{address}?why=anything").status_code == 200
    assert referee.post(address, {"why": "damaged", "note": ""}).status_code == 400
    assert (
        referee.post(address, {"why": "other_game", "note": "Of another evening."}).status_code
        == 302
    )
    assert address not in referee.get(f"/games/{game.pk}/").text
    assert "Of another evening." in world.client(Role.DIRECTOR).get("/director/coupe/history/").text
    assert referee.get(address).status_code == 404


def test_a_record_that_is_set_aside_states_nothing_any_more(world: World) -> None:
    game = world.games[0]
    key = report(game, game.black, "W+R", sgf(KO, KM="6.5"))
    judge_all()
    case = Case.objects.get(game=game)
    assert case.proposal is not None
    referee = world.client(Role.REFEREE)
    address = f"/games/{game.pk}/records/{key}/remove/"
    assert address in referee.get(f"/referee/coupe/cases/{case.number}/").text
    typed = {"why": RemovedAs.INVENTED, "note": "Nobody played that."}
    assert (
        referee.post(address, typed).headers["Location"] == f"/referee/coupe/cases/{case.number}/"
    )
    case.refresh_from_db()
    assert case.proposal is None
    [stands] = Submission.objects.filter(game=game).standing()
    assert (stands.state, stands.record_id, stands.claim_winner) == (
        SubmissionState.PENDING,
        None,
        "white",
    )
    told = next(one for one in submissions_of([game.pk])[game.pk] if one.waits)
    assert (told.record_dropped, told.record_disowned) == (True, False)
    accusing = "retakes the ko"
    for reader, page in (
        (referee, f"/referee/coupe/cases/{case.number}/"),
        (world.player(0), f"/games/{game.pk}/"),
        (world.player(1), f"/games/{game.pk}/case/"),
    ):
        assert accusing not in reader.get(page).text
    assert f"/records/{key}.sgf" in world.player(1).get(f"/games/{game.pk}/").text


def test_what_the_loser_adds_after_both_confirmed_accuses_nobody_in_public(world: World) -> None:
    game = world.games[0]
    both_report(game, "W+R")
    added = add_record(
        game_id=game.pk,
        player_id=game.black_id,
        record_bytes=sgf(KO, KM="6.5"),
        filename="",
        dead_stones=None,
        idempotency_key="late",
    )
    judge_all()
    for page in ("/t/coupe/", f"/games/{game.pk}/"):
        shown = Client().get(page).text
        assert "illegal move</span>" not in shown
        assert "shows an illegal move" not in shown
    assert "retakes the ko" in world.player(1).get(f"/games/{game.pk}/").text
    case, referee = new_case(world, cause=Cause.CONDUCT), world.client(Role.REFEREE)
    taken_by(referee, case)
    for page in ("", "ruling/"):
        assert referee.get(at(case, page)).text.count("added a record") == 1
    remove_record(game_id=game.pk, submission_id=added, note="No.", why=RemovedAs.INVENTED)
    assert "retakes the ko" not in world.player(1).get(f"/games/{game.pk}/").text


def test_what_a_ruling_rests_on_stays_until_it_is_final(world: World) -> None:
    game = world.games[0]
    black = report(game, game.black, "B+R", sgf(WALLS))
    report(game, game.white, "W+R", sgf(WALLS))
    judge_all()
    case = Case.objects.get(game=game)
    ruled(world, case, decision=Decision("resume", resume_move=10, reasons="So."))
    with pytest.raises(Conflict) as refused:
        remove_record(game_id=game.pk, submission_id=black, note="So.", why="invented")
    assert refused.value.code == "record_ruled"
    referee = world.client(Role.REFEREE)
    offered = f"/games/{game.pk}/records/{black}/remove/"
    for page in (at(case), f"/games/{game.pk}/"):
        assert offered not in referee.get(page).text
    make_final(timezone.now() + timedelta(days=9))
    for page in (at(case), f"/games/{game.pk}/"):
        assert offered in referee.get(page).text
    remove_record(game_id=game.pk, submission_id=black, note="So.", why="invented")
