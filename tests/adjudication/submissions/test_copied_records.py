"""The record of a final result sent for another game as well, by whoever came first."""

from adjudication.cases.services.actions import settle_case, take_case
from adjudication.inquiries.services.answering import answer
from adjudication.models import Case, Inquiry, RemovedAs, Submission
from adjudication.policy.causes import Cause
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.services.answers import accept_claim
from adjudication.submissions.services.judging import verdict_columns
from adjudication.submissions.services.removing import remove_record
from adjudication.verdicts.selectors.submissions import submission_by_id, verdict_badges
from adjudication.verdicts.selectors.verdicts import details_of
from tests.adjudication.decisions import BLACK_WINS, ruled, staff
from tests.support.answering import confirm_as_read, contest_as_read
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, both_report, judge_all, report
from tournament.audit.services.current_actor import acting_as
from tournament.models import Game, Tournament

RECORD = sgf(WALLS)
RESULT = "W+15.5"


def sent(game: Game) -> int:
    """Report a game with the record that was played on one of the boards."""
    found = report(game, game.black, RESULT, RECORD, DEAD.split())
    judge_all()
    return found


def confirmed(game: Game) -> int:
    """The same, confirmed by the opponent."""
    found = sent(game)
    confirm_as_read(submission_id=found, player_id=game.white_id)
    return found


def badges(world: World) -> list[str]:
    """What stands beside the results of the first two boards."""
    first, second = world.games[:2]
    found = verdict_badges([first.round_id])
    shown = [found.get(game.pk, "") for game in (first, second)]
    for game, badge in zip((first, second), shown, strict=True):
        reports = Submission.objects.filter(game=game, record__isnull=False).shown()
        if reports:
            view = submission_by_id(reports.latest("pk").pk)
            assert view is not None
            assert view.badge == badge, "the report itself says the same"
            doubts = details_of([view.id])[view.id].doubts
            assert bool(doubts) == (badge == "doubted")
    return shown


def both_say_ours(game: Game) -> None:
    asked = Inquiry.objects.get(game=game, state="waiting")
    for player in (game.black_id, game.white_id):
        answer(inquiry_id=asked.pk, player_id=player, answer="ours")
    judge_all()


def case_about(game: Game) -> Case:
    """The case in which a referee sees both games."""
    case = Case.objects.get(game=game, state="open")
    assert case.cause == Cause.DUPLICATE_RECORD
    assert set(case.grounds[0]["finding"]["detail"]) >= {"round", "board"}
    return case


def test_a_final_result_keeps_its_verdict_whatever_is_sent_for_other_games(world: World) -> None:
    first, second = world.games[:2]
    confirmed(first)
    assert badges(world) == ["confirmed", ""]
    copy = sent(second)
    assert badges(world) == ["confirmed", "doubted"]
    both_say_ours(second)
    assert badges(world) == ["confirmed", "doubted"], "they cannot settle it by themselves"
    copy = Submission.objects.filter(game=second).standing().get().pk
    confirm_as_read(submission_id=copy, player_id=second.white_id)
    assert badges(world) == ["confirmed", "doubted"]
    case = case_about(second)
    with acting_as(staff(world.tournament)):
        take_case(case_id=case.pk)
        settle_case(case_id=case.pk, note="They played the other game again.")
    assert badges(world) == ["confirmed", "confirmed"], "a referee has looked at both"


def test_it_does_so_if_it_was_accepted_after_a_contest(world: World) -> None:
    first, second = world.games[:2]
    contested = sent(first)
    contest_as_read(submission_id=contested, player_id=first.white_id)
    first.refresh_from_db()
    accept_claim(
        game_id=first.pk, player_id=first.white_id, expects=contested, version=first.version
    )
    sent(second)
    assert badges(world) == ["confirmed", "doubted"]


def test_it_does_so_if_a_ruling_gave_the_result(world: World) -> None:
    first, second = world.games[:2]
    kept = sent(first)
    contest_as_read(submission_id=kept, player_id=first.white_id)
    ruled(world.tournament, staff(world.tournament), first, BLACK_WINS)
    copy = sent(second)
    doubts = {report: bool(found.doubts) for report, found in details_of([kept, copy]).items()}
    assert doubts == {kept: False, copy: True}


def test_a_copy_that_is_confirmed_before_they_answer_is_told_to_a_referee(world: World) -> None:
    first, second = world.games[:2]
    confirmed(first)
    confirmed(second)
    assert badges(world) == ["confirmed", "doubted"]
    case_about(second)
    assert not Case.objects.filter(game=first).exists()


def test_so_is_one_that_is_added_to_a_final_result(world: World) -> None:
    first, second = world.games[:2]
    confirmed(first)
    both_report(second, RESULT)
    add_record(
        game_id=second.pk,
        player_id=second.black_id,
        record_bytes=RECORD,
        filename="game.sgf",
        dead_stones=DEAD.split(),
        idempotency_key="added",
    )
    judge_all()
    assert badges(world) == ["confirmed", "doubted"]
    case_about(second)


def test_a_tournament_that_only_notes_it_has_no_case(world: World) -> None:
    Tournament.objects.update(rulings={"steps": {"duplicate_record": "note"}})
    first, second = world.games[:2]
    confirmed(first)
    confirmed(second)
    assert badges(world) == ["confirmed", "doubted"]
    assert not Case.objects.exists()


def test_whoever_sent_it_first_may_be_the_thief(world: World) -> None:
    """The owner is in doubt until the referee, who sees both games, sets the other's aside."""
    thief, owner = world.games[:2]
    stolen = confirmed(thief)
    sent(owner)
    both_say_ours(owner)
    assert badges(world) == ["confirmed", "doubted"]
    case_about(owner)
    with acting_as(staff(world.tournament)):
        remove_record(
            game_id=thief.pk,
            submission_id=stolen,
            note="It was played on the other board.",
            why=RemovedAs.OTHER_GAME,
        )
    mine = Submission.objects.filter(game=owner).standing().get().pk
    confirm_as_read(submission_id=mine, player_id=owner.white_id)
    assert badges(world) == ["", "confirmed"]
    case_about(owner)


def test_neither_agrees_if_neither_was_final_when_the_other_came(world: World) -> None:
    first, second = world.games[:2]
    before = sent(first)
    sent(second)
    assert badges(world) == ["doubted", "doubted"]
    confirm_as_read(submission_id=before, player_id=first.white_id)
    assert badges(world) == ["doubted", "doubted"]


def test_closing_the_case_about_the_later_one_settles_both(world: World) -> None:
    first, second = world.games[:2]
    before = sent(first)
    sent(second)
    confirm_as_read(submission_id=before, player_id=first.white_id)
    both_say_ours(second)
    copy = Submission.objects.filter(game=second).standing().get().pk
    confirm_as_read(submission_id=copy, player_id=second.white_id)
    assert badges(world) == ["doubted", "doubted"]
    case = case_about(second)
    with acting_as(staff(world.tournament)):
        take_case(case_id=case.pk)
        settle_case(case_id=case.pk, note="There is nothing to rule on.")
    assert badges(world) == ["confirmed", "confirmed"]


def test_a_third_game_with_the_record_puts_the_first_in_doubt_again(world: World) -> None:
    first, second, third = world.games[:3]
    sent(first)
    sent(second)
    both_say_ours(second)
    case = case_about(second)
    with acting_as(staff(world.tournament)):
        take_case(case_id=case.pk)
        settle_case(case_id=case.pk, note="There is nothing to rule on.")
    assert badges(world)[0] != "doubted"
    sent(third)
    assert badges(world)[0] == "doubted"


def test_it_keeps_it_if_it_is_judged_again(world: World) -> None:
    first, second = world.games[:2]
    kept = confirmed(first)
    sent(second)
    again = verdict_columns(Submission.objects.get(pk=kept))
    assert "record.duplicate" not in {finding["code"] for finding in again["findings"]}
