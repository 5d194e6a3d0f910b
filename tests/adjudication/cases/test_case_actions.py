"""Taking a case, keeping it, giving it away, and ending it without a ruling."""

from datetime import timedelta

import pytest
from django.utils import timezone

from adjudication.cases.selectors.cases import case_page, case_queue, live_case_of, with_evidence
from adjudication.cases.services.actions import (
    hand_over,
    keep_case,
    return_case,
    settle_case,
    take_case,
)
from adjudication.cases.services.opening import open_by_staff
from adjudication.corrections.services.corrections import correct_result, withdraw_result
from adjudication.models import Case, Inquiry, Submission
from adjudication.policy.causes import Cause
from adjudication.result_entry.services import clear_result, enter_result
from adjudication.submissions.services.reports import submit_result
from tests.adjudication.decisions import person, staff
from tests.factories import CaseFactory, GameFactory, PlayerFactory
from tests.support.answering import confirm_as_read, contest_as_read
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AccessLink, AuditEvent, Game, Role, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def game() -> Game:
    return GameFactory()


@pytest.fixture
def case(game: Game) -> Case:
    sent = submit_result(
        game_id=game.pk, player_id=game.black_id, claim="B+3.5", idempotency_key="black"
    )
    contest_as_read(submission_id=sent, player_id=game.white_id)
    return Case.objects.get()


@pytest.fixture
def rita(game: Game) -> Actor:
    return staff(game.round.tournament)


@pytest.fixture
def remo(game: Game) -> Actor:
    return staff(game.round.tournament, Role.DIRECTOR, "Remo")


def do(one: Actor, action, case: Case, **more) -> None:
    with acting_as(one):
        action(case_id=case.pk, **more)
    case.refresh_from_db()


def lapse(case: Case) -> None:
    Case.objects.filter(pk=case.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def verbs() -> list[str]:
    found = AuditEvent.objects.filter(verb__startswith="case.").order_by("pk")
    return [verb.removeprefix("case.") for verb in found.values_list("verb", flat=True)]


def test_who_takes_a_case_has_it_for_as_long_as_the_tournament_says(case, rita):
    Tournament.objects.update(rulings={"lease_minutes": 7})
    do(rita, take_case, case)
    assert (case.state, case.taken_by) == ("taken", person(case.tournament, rita))
    left = (case.lease_until - timezone.now()).total_seconds() / 60
    assert 6 < left <= 7
    assert verbs() == ["opened", "taken"]


def test_nobody_else_takes_it_before_the_time_is_over(case, rita, remo):
    do(rita, take_case, case)
    with pytest.raises(Conflict, match="case_taken") as refused:
        do(remo, take_case, case)
    assert "Rita" in str(refused.value.text)
    lapse(case)
    do(remo, take_case, case)
    assert case.taken_by.name == "Remo"
    with pytest.raises(Conflict, match="case_taken"):
        do(rita, keep_case, case)


def test_every_touch_lets_the_time_begin_anew_and_is_not_written_down(case, rita):
    do(rita, take_case, case)
    for touch in (take_case, keep_case):
        lapse(case)
        do(rita, touch, case)
        assert case.lease_until > timezone.now()
    assert verbs() == ["opened", "taken"]


def test_a_case_is_taken_by_somebody(case):
    with pytest.raises(UserError, match="nobody"):
        take_case(case_id=case.pk)
    with pytest.raises(NotFound):
        take_case(case_id=case.pk + 1)


def test_a_case_is_given_back_with_a_note(case, rita, remo):
    do(rita, take_case, case)
    do(rita, return_case, case, note="I know one of them.")
    assert (case.state, case.taken_by, case.lease_until) == ("open", None, None)
    assert AuditEvent.objects.latest("pk").reason == "I know one of them."
    with pytest.raises(Conflict, match="case_not_taken"):
        do(rita, return_case, case)
    do(remo, take_case, case)


def test_a_case_is_handed_to_a_referee_who_has_done_nothing_here_yet(case, rita, remo):
    do(rita, take_case, case)
    do(rita, hand_over, case, link_id=remo.link_id, note="He speaks French.")
    assert (case.state, case.taken_by.name) == ("taken", "Remo")
    event = AuditEvent.objects.get(verb="case.handed")
    assert (event.after["to"], event.reason) == (case.taken_by.uid, "He speaks French.")
    do(remo, hand_over, case, person_id=person(case.tournament, rita).pk)
    assert case.taken_by.name == "Rita"


def test_a_case_is_handed_to_no_helper_no_stranger_and_through_no_dead_link(case, rita, remo):
    do(rita, take_case, case)
    helper = staff(case.tournament, Role.HELPER, "Hana")
    stranger = staff(GameFactory().round.tournament)
    AccessLink.objects.filter(pk=remo.link_id).update(revoked_at=timezone.now())
    for other in (helper, stranger, remo, rita):
        with pytest.raises(UserError, match="person"):
            do(rita, hand_over, case, link_id=other.link_id)
    assert case.taken_by.name == "Rita"


def test_a_dispute_that_is_settled_without_a_ruling_is_reported_anew(case, rita):
    game = case.game
    do(rita, take_case, case)
    with pytest.raises(UserError, match="note"):
        do(rita, settle_case, case, note=" ")
    do(rita, settle_case, case, note="They play it out.")
    game.refresh_from_db()
    assert (case.state, case.settled_note, game.state) == ("settled", "They play it out.", "open")
    with pytest.raises(Conflict, match="case_over"):
        do(rita, take_case, case)


def test_a_report_that_waited_waits_again_when_its_case_is_settled(game, rita):
    sent = submit_result(
        game_id=game.pk, player_id=game.black_id, claim="W+3.5", idempotency_key="black"
    )
    with acting_as(rita):
        case = open_by_staff(
            tournament_id=game.round.tournament_id,
            cause=Cause.DISPLACED_STONE,
            game_id=game.pk,
            note="A sleeve.",
        )
    game.refresh_from_db()
    assert (game.state, game.winner) == ("disputed", "")
    do(rita, take_case, case)
    do(rita, settle_case, case, note="It was put back at once.")
    game.refresh_from_db()
    assert (game.state, game.winner, game.margin_half) == ("reported", "white", 7)
    confirm_as_read(submission_id=sent, player_id=game.white_id)
    told = AuditEvent.objects.filter(verb__startswith="result.").order_by("pk")
    assert list(told.values_list("verb", flat=True)) == [
        "result.reported",
        "result.locked",
        "result.unlocked",
        "result.confirmed",
    ]


def test_the_directors_correction_settles_a_case_that_nobody_has_taken(case):
    correct_result(game_id=case.game_id, winner="white", reason="resignation", note="Both say so.")
    case.refresh_from_db()
    assert (case.state, case.settled_note) == ("settled", "Both say so.")
    assert verbs() == ["opened", "settled"]


def test_taking_a_dispute_back_settles_its_case(case):
    Inquiry.objects.create(game=case.game, case=case, kind="objection")
    withdraw_result(game_id=case.game_id, note="They play on.")
    case.refresh_from_db()
    assert (case.state, case.settled_note) == ("settled", "They play on.")
    assert Inquiry.objects.get().state == "withdrawn"


def test_nobody_corrects_a_result_that_a_referee_works_on(case, rita):
    do(rita, take_case, case)
    for correct in (
        lambda: correct_result(game_id=case.game_id, winner="white", note="Because."),
        lambda: withdraw_result(game_id=case.game_id, note="Because."),
    ):
        with pytest.raises(Conflict, match="case_taken"):
            correct()
    lapse(case)
    correct_result(game_id=case.game_id, winner="white", note="Because.")
    case.refresh_from_db()
    assert case.state == "settled"


def test_nobody_enters_or_clears_a_result_that_a_referee_works_on(game, rita):
    enter_result(game_id=game.pk, winner="black")
    do(rita, take_case, CaseFactory(game=game, cause=Cause.TIME))
    for act in (
        lambda: enter_result(game_id=game.pk, winner="white"),
        lambda: clear_result(game_id=game.pk),
    ):
        with pytest.raises(Conflict, match="case_taken"):
            act()


def test_a_case_about_conduct_stops_no_result_and_goes_on(game, rita):
    case = CaseFactory(game=game, cause=Cause.CONDUCT)
    do(rita, take_case, case)
    enter_result(game_id=game.pk, winner="black")
    correct_result(game_id=game.pk, winner="white", note="The other way round.")
    clear_result(game_id=game.pk)
    case.refresh_from_db()
    assert case.state == "taken"


def test_what_else_a_case_is_about_is_not_lost_with_the_result(case, rita):
    with acting_as(rita):
        open_by_staff(
            tournament_id=case.tournament_id,
            cause=Cause.CONDUCT,
            game_id=case.game_id,
            note="Shouting.",
        )
    correct_result(game_id=case.game_id, winner="white", note="Both say so.")
    case.refresh_from_db()
    assert (case.state, len(case.grounds)) == ("open", 2)


def test_the_queue_shows_the_gravest_first_and_whose_round_waits(rita):
    tournament = GameFactory().round.tournament
    round_ = tournament.rounds.get()
    first, *_ = (
        CaseFactory(game=GameFactory(round=round_), cause=cause, number=number)
        for number, cause in enumerate((Cause.CONTESTED, Cause.ILLEGAL_MOVE, Cause.LATE), start=1)
    )
    taken = CaseFactory(game=GameFactory(round=round_), cause=Cause.TIME, number=4)
    do(staff(tournament), take_case, taken)
    assert [line.number for line in case_queue(tournament.pk)] == [2, 1, 3, 4]
    assert not any(line.round_waits for line in case_queue(tournament.pk))
    enter_result(game_id=tournament.rounds.get().games.order_by("pk").first().pk, winner="black")
    assert all(line.round_waits for line in case_queue(tournament.pk))
    lapse(taken)
    line = next(one for one in case_queue(tournament.pk) if one.number == 4)
    assert (line.lapsed, line.taken_by.name) == (True, "Rita")
    assert [line.number for line in case_queue(tournament.pk, over=True)] == []
    assert first.game_id in {line.game_id for line in case_queue(tournament.pk)}


def test_the_queue_takes_as_many_queries_for_many_as_for_one(django_assert_num_queries):
    round_ = GameFactory().round
    for _ in range(5):
        CaseFactory(game=GameFactory(round=round_))
    with django_assert_num_queries(2):
        assert len(case_queue(round_.tournament_id)) == 5


def test_the_page_of_a_case_has_the_reports_and_what_was_said(case):
    found = case_page(case.tournament_id, case.number)
    assert found is not None
    page = with_evidence(found)
    assert [one.id for one in page.submissions] == [Submission.objects.get().pk]
    assert (page.line.about_result, page.line.causes) == (True, (Cause.CONTESTED,))
    assert {one.id for one in page.line.parties} == {case.game.black_id, case.game.white_id}
    assert case_page(case.tournament_id, case.number + 1) is None
    live = live_case_of(case.game_id)
    assert (live.id, live.accepting) == (case.pk, True)


def test_the_page_of_a_case_without_a_game():
    player = PlayerFactory()
    director = staff(player.tournament, Role.DIRECTOR)
    with acting_as(director):
        case = open_by_staff(
            tournament_id=player.tournament_id,
            cause=Cause.CONDUCT,
            player_ids=[player.pk],
            note="Shouting.",
        )
    found = case_page(player.tournament_id, case.number, director)
    assert found is not None
    page = with_evidence(found)
    assert page.reader == case.opened_by_id
    assert (page.game, page.submissions, page.line.table) == (None, (), None)
    assert [one.id for one in page.line.parties] == [player.pk]
    assert page.line.grounds[0].players == (player.number,)
