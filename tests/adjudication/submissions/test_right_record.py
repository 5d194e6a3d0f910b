"""Which of two records of a game is right: a player takes the other's, or the referee says so."""

from collections.abc import Iterator
from hashlib import sha256
from html import unescape

import pytest
from django.db import DatabaseError, transaction
from django.utils import translation

from adjudication.cases.selectors.statements import statements_about
from adjudication.cases.services.actions import take_case
from adjudication.cases.services.opening import open_by_staff
from adjudication.cases.services.statements import bring_record
from adjudication.corrections.selectors.history import case_history, game_story
from adjudication.inquiries.services.raising import raise_matter
from adjudication.models import Case, Statement, Submission
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import BoardCount, Decision
from adjudication.rules.verdicts import Verdict
from adjudication.submissions.services.answers import contest_submission
from adjudication.submissions.services.reports import confirm_submission
from adjudication.submissions.services.right_record import (
    decide_record,
    stones_elsewhere,
    take_record,
)
from adjudication.verdicts.selectors.games import game_page
from adjudication.verdicts.selectors.submissions import (
    SubmissionView,
    compared_reports,
    submissions_of,
)
from tests.support.badges import verdict_badges
from tests.support.desk_world import at, new_case, referee, ruled
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.audit.services.current_actor import acting_as
from tournament.errors import Conflict, NotFound
from tournament.models import AuditEvent, Game, GameState, Role, Verb
from tournament.spoken import note_text

pytestmark = pytest.mark.django_db

SLID = WALLS.replace("gg bb", "gf bb")
BLACKS, WHITES = sgf(WALLS), sgf(SLID)
OTHER = sgf(SLID.replace("gf bb", "hf bb"))


@pytest.fixture
def game(world: World) -> Game:
    """A disputed game: Black's record and White's differ in one move, and so do their results."""
    game = world.games[0]
    report(game, game.black, "B+R", BLACKS)
    report(game, game.white, "W+15.5", WHITES, dead=["B8", "G4"])
    judge_all()
    return game


def standing(game: Game) -> dict[int, Submission]:
    return {one.player_id: one for one in game.submissions.standing().order_by("pk")}


def shown(game: Game) -> list[SubmissionView]:
    return [one for one in submissions_of([game.pk])[game.pk] if one.is_evidence]


def take(game: Game, **changes: int | None) -> int:
    game.refresh_from_db()
    said = {
        "game_id": game.pk,
        "player_id": game.white_id,
        "submission_id": standing(game)[game.black_id].pk,
        "version": game.version,
    }
    return take_record(**said | changes)


def test_a_player_takes_the_record_of_the_opponent_and_keeps_their_result(game: Game) -> None:
    taken = Submission.objects.get(pk=take(game))
    judge_all()
    reports = game.submissions.standing()
    assert {one.record.sha256 for one in reports if one.record} == {
        standing(game)[game.black_id].record.sha256
    }
    assert (taken.claim_winner, taken.claim_margin_half) == ("white", 31)
    assert taken.dead_stones is None  # there is no stone at G4 in that record
    game.refresh_from_db()
    assert game.state == GameState.DISPUTED
    event = AuditEvent.objects.get(verb=Verb.RECORD_CHOSEN)
    assert event.after == {"player": game.white.number, "sent_by": game.black.number}


@pytest.mark.parametrize(
    ("other", "badge"),
    [
        (sgf(WALLS, C="The same end."), Verdict.CONTRADICTED),
        (sgf(WALLS.replace("de ee", "ce ee")), Verdict.CONTRADICTED),
        (sgf(SLID), Verdict.NEEDS_DEAD_STONES),
    ],
)
def test_dead_stones_stay_marked_where_their_groups_stand_alike(
    world: World, other: bytes, badge: Verdict
) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", other)
    report(game, game.white, "W+14.5", BLACKS, dead=["B8", "G3"])
    judge_all()
    taken = take(game)
    judge_all()
    (view,) = (one for one in submissions_of([game.pk])[game.pk] if one.id == taken)
    assert view.outcome == badge
    kept = Submission.objects.get(pk=taken).dead_stones
    assert kept == (["B8", "G3"] if badge is Verdict.CONTRADICTED else None)


def test_twice_is_no_error_and_writes_nothing_more(game: Game) -> None:
    version = game.version
    game.refresh_from_db()
    first = take(game)
    assert take(game, version=version) == first
    assert AuditEvent.objects.filter(verb=Verb.RECORD_CHOSEN).count() == 1


def test_neither_a_stranger_nor_whose_record_it_is_can_take_it(game: Game, world: World) -> None:
    with pytest.raises(NotFound):
        take(game, player_id=world.games[1].black_id)
    with pytest.raises(Conflict):
        take(game, player_id=game.black_id)
    with pytest.raises(Conflict):
        take(game, submission_id=10**9)
    with pytest.raises(Conflict):
        take(game, version=game.version + 7)
    assert not AuditEvent.objects.filter(verb=Verb.RECORD_CHOSEN).exists()


def test_of_a_result_that_stands_no_record_is_chosen(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", BLACKS)
    report(game, game.white, "W+15.5", WHITES)
    game.refresh_from_db()
    assert game.state == GameState.CONFIRMED
    with pytest.raises(Conflict):
        take(game)


@pytest.fixture
def case(game: Game, world: World) -> Iterator[Case]:
    """The dispute's case, taken by a referee."""
    case = Case.objects.get(game=game)
    with acting_as(referee(world)):
        take_case(case_id=case.pk)
        yield case


def test_the_referee_says_which_of_two_is_right(game: Game, case: Case) -> None:
    right = standing(game)[game.white_id]
    decide_record(case_id=case.pk, submission_id=right.pk)
    judge_all()
    said = standing(game)
    assert {one.record_id for one in said.values()} == {right.record_id}
    assert said[game.black_id].claim_winner == "black"
    page = game_page(game.pk)
    assert page is not None
    assert len({one.record.sha256 for one in page.standing_reports if one.record}) == 1
    assert AuditEvent.objects.get(verb=Verb.RECORD_CHOSEN).after["case"] == case.number
    story = game_story(game.pk)
    assert story is not None
    for events in (story.events, case_history(game.round.tournament_id, case.number)):
        assert Verb.RECORD_CHOSEN in {event.verb for event in events}


def test_what_was_sent_stays_with_its_sender_and_can_be_taken_back(game: Game) -> None:
    sent = standing(game)[game.white_id]
    with translation.override("fr"):
        take(game)
        reason = AuditEvent.objects.get(verb=Verb.RECORD_CHOSEN).reason
        assert note_text(reason) != reason  # kept as it is translated, in no reader's language
    (white,) = (one for one in shown(game) if one.player_id == game.white_id)
    assert (white.chosen, white.sent.created_at) == (True, sent.created_at)
    assert [(one.id, one.record and one.record.sent_by) for one in white.replaced] == [
        (sent.pk, game.white_id)
    ]
    again = Submission.objects.get(pk=take(game, submission_id=sent.pk))
    assert (again.record_id, again.dead_stones) == (sent.record_id, ["B8", "G4"])
    assert not [one for report in shown(game) for one in report.replaced]


def test_the_referee_chooses_again_and_a_player_does_not_choose_instead(
    game: Game, case: Case
) -> None:
    before = standing(game)
    blacks, whites = before[game.black_id], before[game.white_id]
    decide_record(case_id=case.pk, submission_id=whites.pk)
    with pytest.raises(Conflict, match="record_decided"):
        take(game, player_id=game.black_id, submission_id=blacks.pk)
    decide_record(case_id=case.pk, submission_id=blacks.pk)
    assert {one.record_id for one in standing(game).values()} == {blacks.record_id}


def test_who_contested_and_their_words_stay_with_the_report(world: World) -> None:
    game = world.games[0]
    key = report(game, game.black, "B+R", BLACKS)
    game.refresh_from_db()
    contest_submission(
        submission_id=key, player_id=game.white_id, note="I was ahead.", version=game.version
    )
    case = Case.objects.get(game=game)
    rita = referee(world)
    with acting_as(rita):
        take_case(case_id=case.pk)
        bring_record(case, player_id=game.white_id, record_bytes=WHITES, filename="")
        decide_record(case_id=case.pk, statement_id=Statement.objects.get(case=case).pk)
    (told,) = shown(game)
    assert told.record is not None
    assert (told.record.sent_by, told.contested_by, told.answer_note) == (
        game.white_id,
        game.white.name,
        "I was ahead.",
    )
    assert [one.id for one in compared_reports(submissions_of([game.pk])[game.pk])] == [
        told.id,
        key,
    ]
    ruled(world, case, rita)
    assert [one.id for one in compared_reports(submissions_of([game.pk])[game.pk])] == [
        told.id,
        key,
    ]


def said_in(case: Case, player_id: int) -> Statement:
    """Write a statement that brings a third record; return it."""
    data = sgf(WALLS.replace("gg bb", "ge bb"))
    bring_record(case, player_id=player_id, record_bytes=data, filename="")
    return Statement.objects.get(case=case)


def test_a_player_takes_the_record_of_a_statement_and_takes_that_back(game: Game) -> None:
    before = standing(game)
    statement = said_in(Case.objects.get(game=game), game.black_id)
    for player_id in (game.black_id, game.white_id):
        taken = take(game, player_id=player_id, submission_id=None, statement_id=statement.pk)
        again = take(game, player_id=player_id, submission_id=None, statement_id=statement.pk)
        assert again == taken
    said = standing(game)
    assert {one.record_id for one in said.values()} == {statement.record_id}
    assert {key: one.claim_winner for key, one in said.items()} == {
        game.black_id: "black",
        game.white_id: "white",
    }
    told = AuditEvent.objects.filter(verb=Verb.RECORD_CHOSEN).values_list("after", flat=True)
    assert [one["sent_by"] for one in told] == [game.black.number] * 2
    for player_id, report_before in before.items():
        again = take(game, player_id=player_id, submission_id=report_before.pk)
        assert Submission.objects.get(pk=again).record_id == report_before.record_id


def test_nobody_takes_the_record_of_a_statement_that_they_do_not_read(game: Game) -> None:
    complaint = raise_matter(
        game_id=game.pk, player_id=game.black_id, cause=Cause.CONDUCT, note="They shouted."
    )
    statement = said_in(complaint, game.black_id)
    for statement_id in (statement.pk, statement.pk + 99):
        with pytest.raises(Conflict, match="no_such_record"):
            take(game, submission_id=None, statement_id=statement_id)


def test_the_referee_takes_the_record_of_a_statement(game: Game, case: Case) -> None:
    statement = said_in(case, game.black_id)
    decide_record(case_id=case.pk, statement_id=statement.pk)
    assert {one.record_id for one in standing(game).values()} == {statement.record_id}
    with pytest.raises(Conflict):
        decide_record(case_id=case.pk, statement_id=statement.pk + 99)


def test_a_report_that_waits_goes_on_waiting_under_another_name(world: World) -> None:
    """Whoever looks at the report with the old record does not confirm the new one by that."""
    game = world.games[0]
    report(game, game.black, "B+R", BLACKS)
    game.refresh_from_db()
    seen, before = game.version, standing(game)[game.black_id]
    with acting_as(referee(world)):
        case = open_by_staff(
            tournament_id=world.tournament.pk, cause=Cause.CONDUCT, game_id=game.pk, note="loud"
        )
        take_case(case_id=case.pk)
        bring_record(case, player_id=game.white_id, record_bytes=WHITES, filename="")
        statement = Statement.objects.get(case=case)
        decide_record(case_id=case.pk, statement_id=statement.pk)
    taken = standing(game)[game.black_id]
    game.refresh_from_db()
    assert (game.state, game.winner, taken.record_id) == (
        GameState.REPORTED,
        "black",
        statement.record_id,
    )
    (told,) = shown(game)
    assert [one.id for one in told.replaced] == [before.pk]
    for submission_id in (before.pk, taken.pk):
        with pytest.raises(Conflict):
            confirm_submission(submission_id=submission_id, player_id=game.white_id, version=seen)


def test_who_has_not_taken_the_case_decides_nothing(game: Game, world: World) -> None:
    case = Case.objects.get(game=game)
    with acting_as(referee(world)), pytest.raises(Conflict):
        decide_record(case_id=case.pk, submission_id=standing(game)[game.black_id].pk)


@pytest.mark.database
def test_what_was_replaced_stands_no_more(game: Game) -> None:
    take(game)
    replaced = game.submissions.exclude(replaced_at=None).get()
    with pytest.raises(DatabaseError), transaction.atomic():
        Submission.objects.filter(pk=replaced.pk).update(replaced_at=None)
    assert replaced.pk not in {one.pk for one in game.submissions.standing()}


def test_a_record_is_added_to_reports_that_came_without_any(world: World) -> None:
    game, rita = world.games[1], referee(world)
    report(game, game.black, "B+R")
    report(game, game.white, "W+15.5")
    case = Case.objects.get(game=game)
    with acting_as(rita):
        take_case(case_id=case.pk)
    statement = said_in(case, game.black_id)
    with acting_as(rita):
        decide_record(case_id=case.pk, statement_id=statement.pk)
    reports = standing(game)
    assert {one.record_id for one in reports.values()} == {statement.record_id}
    assert reports[game.white_id].claim_margin_half == 31
    assert AuditEvent.objects.filter(verb=Verb.RECORD_CHOSEN).count() == 2


def test_where_nobody_has_reported_no_record_can_stand(world: World) -> None:
    game, rita = world.games[1], referee(world)
    with acting_as(rita):
        case = open_by_staff(
            tournament_id=world.tournament.pk, cause=Cause.OTHER, game_id=game.pk, note="Look."
        )
        take_case(case_id=case.pk)
    statement = said_in(case, game.black_id)
    with acting_as(rita), pytest.raises(Conflict):
        decide_record(case_id=case.pk, statement_id=statement.pk)


def badges(game: Game) -> dict[str, str]:
    """Return the badges of the records that are evidence, by the colour of their senders."""
    reports = compared_reports(submissions_of([game.pk])[game.pk])
    senders = {one.record.sent_by: one.badge for one in reports if one.record is not None}
    return {game.colour_of(sender): badge for sender, badge in senders.items()}


def test_a_record_that_a_referee_did_not_choose_agrees_no_more(game: Game, case: Case) -> None:
    assert badges(game)["white"] == "differing"
    decide_record(case_id=case.pk, submission_id=standing(game)[game.black_id].pk)
    judge_all()
    found = badges(game)
    assert found["white"] == "not_chosen"
    assert found["black"] != "not_chosen"
    # Chosen after all, it is judged like any other.
    chosen = next(one for one in shown(game) for one in one.replaced if one.record)
    decide_record(case_id=case.pk, submission_id=chosen.id)
    judge_all()
    assert badges(game)["white"] != "not_chosen"


def ruled_for_white(world: World, game: Game, counted: bytes | None) -> None:
    """Let a referee rule W+15.5, by the count of a record's board or by none."""
    count = None
    if counted is not None:
        count = BoardCount(28, 43.5, "white", dead=("B8", "G3"), record=sha256(counted).hexdigest())
    decision = Decision("result", "white", "score", 31, reasons="As counted.", counted=count)
    ruled(world, Case.objects.get(game=game), decision=decision)


def test_a_record_agrees_no_more_once_a_ruling_counts_another(world: World, game: Game) -> None:
    case = Case.objects.get(game=game)
    bring_record(case, player_id=game.white_id, record_bytes=OTHER, filename="other.sgf")
    judge_all()
    ruled_for_white(world, game, BLACKS)
    assert badges(game)["white"] == "not_counted"
    assert badges(game)["black"] != "not_counted"
    (statement,) = statements_about(game.pk)
    assert statement.verdict is not None
    assert statement.verdict.badge == "not_counted"
    # Nobody but the players and the staff reads of it.
    assert verdict_badges(world.tournament.pk) == {}
    page = world.client(Role.REFEREE).get(f"/games/{game.pk}/").text
    assert "another record counted" in page


def test_a_record_agrees_no_more_with_a_report_that_was_ruled_against(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+R", sgf(WALLS, RE="W+R"))
    report(game, game.white, "B+R", BLACKS)
    judge_all()
    before = badges(game)
    ruled_for_white(world, game, None)
    assert "ruled_otherwise" not in before.values()
    assert set(badges(game).values()) == {"ruled_otherwise"}


def test_nor_with_a_report_that_still_waited_when_it_was_ruled_against(world: World) -> None:
    game, claim = world.games[0], "B+30.5"
    for _time in range(2):
        report(game, game.black, claim, BLACKS, [])
        judge_all()
        claim = game.submissions.latest("pk").verdict.computed["result"]
    assert badges(game) == {"black": "confirmed"}
    decision = Decision("result", "draw", "ruling", reasons="Neither wins.")
    ruled(world, new_case(world), decision=decision)
    assert badges(game) == {"black": "ruled_otherwise"}


def test_marks_that_stay_are_shown_as_marked_in_another_record(world: World) -> None:
    """Whoever agrees to them, or counts by them, reads on which board they were made."""
    game = world.games[0]
    report(game, game.white, "W+14.5", BLACKS, dead=["B8", "G3"])
    report(game, game.black, "B+R", sgf(WALLS.replace("de ee", "ce ee")))
    judge_all()
    black = standing(game)[game.black_id].pk
    assert stones_elsewhere(game_id=game.pk, submission_id=black) == {game.white_id: True}
    assert "data-stay" in world.player(1).get(f"/games/{game.pk}/records/").text
    taken = take(game)
    judge_all()
    (view,) = (one for one in submissions_of([game.pk])[game.pk] if one.id == taken)
    assert view.marks_moved
    for reader in (world.player(0), world.player(1)):
        assert "data-marks-moved" in reader.get(f"/games/{game.pk}/").text
    rita = world.client(Role.REFEREE)
    case = Case.objects.get(game=game)
    count = unescape(rita.get(at(case, "count/")).text)
    assert "marked it as dead in another record" in count
    # Back on their own board they are marks like any other.
    own = Submission.objects.filter(game=game, player=game.white_id).earliest("pk")
    back = take(game, submission_id=own.pk)
    (view,) = (one for one in submissions_of([game.pk])[game.pk] if one.id == back)
    assert not view.marks_moved
    assert Submission.objects.get(pk=back).dead_stones == ["B8", "G3"]


def test_that_no_stone_is_dead_is_said_of_one_position_alone(world: World) -> None:
    game = world.games[0]
    report(game, game.white, "W+14.5", BLACKS, dead=[])
    report(game, game.black, "B+R", sgf(WALLS.replace("de ee", "ce ee")))
    judge_all()
    black = standing(game)[game.black_id].pk
    assert stones_elsewhere(game_id=game.pk, submission_id=black) == {game.white_id: False}
    assert Submission.objects.get(pk=take(game)).dead_stones is None
