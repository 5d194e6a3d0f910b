"""Rounds that open and close by themselves."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from adjudication.cases.services.opening import open_case
from adjudication.cases.services.overdue import open_overdue
from adjudication.closing.services import close_tournament
from adjudication.corrections.services.undo import undo
from adjudication.dates.services import set_dates, set_game_date
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.result_entry.services import enter_result
from adjudication.submissions.services.reports import submit_result
from tests.factories import GameFactory, PlayerFactory, TournamentFactory
from tests.support.answering import confirm_as_read
from tests.tournament.leagues import again, in_days, league_game, round_of, verbs
from tournament.audit.services.current_actor import NOBODY
from tournament.errors import Conflict, UserError
from tournament.models import (
    AuditEvent,
    Game,
    PairingMethod,
    PlannedRound,
    Player,
    Round,
    RoundState,
    Tournament,
)
from tournament.rounds.selectors.drafts import draft_page
from tournament.rounds.services import scheduled_rounds
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import create_round, publish_round, withdraw_round
from tournament.rounds.services.scheduled_rounds import keep_schedule
from tournament.scheduling.sentences import refusal_text
from tournament.scheduling.services.planned_dates import RoundDates
from tournament.scheduling.services.rescheduling import agree_date, propose_date

pytestmark = pytest.mark.django_db
LATER = 2.0
"""Days from now, after what is planned for tomorrow."""


@pytest.fixture
def league() -> Tournament:
    tournament: Tournament = TournamentFactory(play_by_days=7)
    for number in range(1, 5):
        PlayerFactory(tournament=tournament, number=number, rank="1d", level=0)
    return tournament


def plan(tournament: Tournament, **dates: float) -> None:
    planned = RoundDates(**{name: in_days(days) for name, days in dates.items()})
    set_dates(tournament_id=tournament.pk, wanted={1: planned})


def state(tournament: Tournament, number: int = 1) -> str:
    return round_of(tournament, number).state


def test_a_prepared_round_opens_at_its_moment_and_once(league):
    draw_round(tournament_id=league.pk)
    plan(league, opens_at=1)
    keep_schedule(in_days(0.5))
    assert state(league) == "draft"
    keep_schedule(in_days(LATER))
    keep_schedule(in_days(LATER))
    keep_schedule(in_days(0.9))
    assert state(league) == "published"
    assert verbs(league).count("round.published") == 1
    assert AuditEvent.objects.get(verb="round.published").actor_role == "system"
    ends = round_of(league, 1).play_by
    assert ends is not None
    local = timezone.localtime(ends)
    assert (local.date() - timezone.localdate(), f"{local:%H:%M}") == (timedelta(days=7), "23:59")


def test_a_later_round_of_a_knock_out_opens_without_those_who_are_out(league):
    Tournament.objects.update(method=PairingMethod.KNOCK_OUT, auto_pair=True)
    publish_round(round_id=draw_round(tournament_id=league.pk).round_id)
    for game in Game.objects.all():
        enter_result(game_id=game.pk, winner="black", reason="resignation")
    page = draft_page(league.pk, 2)
    assert page is not None
    assert (len(page.unpaired), len(page.idle)) == (2, 2)
    set_dates(tournament_id=league.pk, wanted={2: RoundDates(opens_at=in_days(1))})
    keep_schedule(in_days(LATER))
    assert state(league, 2) == "published"


def test_a_round_that_is_not_ready_stays_as_it_is_and_the_director_is_told_once(league):
    plan(league, opens_at=1)
    for _ in range(3):
        keep_schedule(in_days(LATER))
    round_ = round_of(league, 1)
    assert (round_.state, round_.games.count()) == ("draft", 0)
    assert round_.opening_refused["code"] == "not_paired"
    assert refusal_text(round_.opening_refused).startswith("Not everybody")
    with override("fr"):
        assert refusal_text(round_.opening_refused).startswith("Tous les participants")
    assert verbs(league).count("round.not_opened") == 1
    # Pairing it does not open it behind the director's back: he gives another moment.
    draw_round(tournament_id=league.pk)
    keep_schedule(in_days(LATER))
    assert state(league) == "draft"
    plan(league, opens_at=3)
    assert round_of(league, 1).opening_refused is None
    keep_schedule(in_days(4))
    assert state(league) == "published"


def test_somebody_without_a_board_keeps_a_round_from_opening(league):
    draw_round(tournament_id=league.pk)
    plan(league, opens_at=1)
    PlayerFactory(tournament=league, number=9)
    keep_schedule(in_days(LATER))
    assert state(league) == "draft"


def test_a_round_that_pairs_itself_is_created_paired_and_published(league):
    Tournament.objects.update(auto_pair=True)
    plan(league, opens_at=1, play_by=5, closes_at=6)
    keep_schedule(in_days(LATER))
    round_ = round_of(league, 1)
    assert (round_.state, round_.games.count()) == ("published", 2)
    assert round_.play_by is not None
    assert not PlannedRound.objects.exists()
    assert verbs(league)[-2:] == ["round.paired", "round.published"]


def test_why_a_round_did_not_open_is_kept_by_numbers_and_not_by_names(league, monkeypatch):
    Tournament.objects.update(auto_pair=True)
    for player, name in zip(league.players.order_by("number"), ("Li", "Li Wei"), strict=False):
        Player.objects.filter(pk=player.pk).update(surname=name, first_name="")

    def draw(**_: object) -> None:
        raise UserError("not_in_the_tree", text="Listen: Li and Li Wei do not play for one place.")

    monkeypatch.setattr(scheduled_rounds, "draw_round", draw)
    plan(league, opens_at=1)
    keep_schedule(in_days(LATER))
    event = AuditEvent.objects.latest("pk")
    for told in (round_of(league, 1).opening_refused, event.after["why"]):
        assert refusal_text(told) == "Listen: #1 and #2 do not play for one place."


def test_boards_that_are_there_stay_and_the_others_are_paired(league):
    Tournament.objects.update(auto_pair=True)
    draw_round(tournament_id=league.pk)
    there = set(Game.objects.values_list("pk", flat=True))
    for number in (8, 9):
        PlayerFactory(tournament=league, number=number, rank="1d", level=0)
    plan(league, opens_at=1)
    keep_schedule(in_days(LATER))
    assert state(league) == "published"
    assert there < set(Game.objects.values_list("pk", flat=True))


def test_what_cannot_be_paired_leaves_nothing_half_done(league):
    Tournament.objects.update(auto_pair=True)
    league.players.all().delete()
    plan(league, opens_at=1)
    keep_schedule(in_days(LATER))
    round_ = round_of(league, 1)
    assert (round_.state, round_.games.count()) == ("draft", 0)
    assert round_.opening_refused["code"] == "nobody_to_pair"
    assert "round.paired" not in verbs(league)


@pytest.mark.parametrize(
    ("method", "opens"), [(PairingMethod.WEIGHTS, False), (PairingMethod.ROUND_ROBIN, True)]
)
def test_missing_results_keep_a_round_from_pairing_itself_where_it_pairs_by_them(
    league, method, opens
):
    Tournament.objects.update(auto_pair=True, method=method)
    draw_round(tournament_id=league.pk)
    publish_round(round_id=round_of(league, 1).pk)
    set_dates(tournament_id=league.pk, wanted={2: RoundDates(opens_at=in_days(1))})
    keep_schedule(in_days(LATER))
    assert (state(league, 2) == "published") is opens
    if not opens:
        assert round_of(league, 2).opening_refused["code"] == "results_missing"


def test_a_round_does_not_open_at_once_because_the_one_before_was_late(league):
    Tournament.objects.update(auto_pair=True)
    draw_round(tournament_id=league.pk)
    set_dates(tournament_id=league.pk, wanted={2: RoundDates(opens_at=in_days(1))})
    keep_schedule(in_days(LATER))
    assert not Round.objects.filter(number=2).exists()
    publish_round(round_id=round_of(league, 1).pk)
    Round.objects.update(published_at=in_days(LATER))
    keep_schedule(in_days(3))
    assert round_of(league, 2).opening_refused["code"] == "round_before_late"


def test_a_round_published_or_taken_back_by_hand_opens_by_hand(league):
    draw_round(tournament_id=league.pk)
    plan(league, opens_at=1)
    publish_round(round_id=round_of(league, 1).pk)
    assert round_of(league, 1).opens_at is None
    withdraw_round(round_id=round_of(league, 1).pk)
    keep_schedule(in_days(LATER))
    assert (state(league), round_of(league, 1).play_by) == ("draft", None)


def test_nothing_opens_or_closes_in_a_closed_tournament(league):
    draw_round(tournament_id=league.pk)
    plan(league, opens_at=1)
    close_tournament(tournament_id=league.pk)
    keep_schedule(in_days(LATER))
    assert state(league) == "draft"


def closing_game(**terms: object) -> Game:
    game = league_game(play_by=1, **terms)
    closes_at = in_days(1.5)
    set_dates(
        tournament_id=game.round.tournament_id,
        wanted={game.round.number: RoundDates(None, game.round.play_by, closes_at)},
    )
    return again(game)


def passed(game: Game, days: float = 2) -> None:
    """Let the moments of a round be over, as if so much time had passed."""
    back = timedelta(days=days)
    for row in Round.objects.filter(pk=game.round_id):
        Round.objects.filter(pk=row.pk).update(
            play_by=row.play_by and row.play_by - back,
            closes_at=row.closes_at and row.closes_at - back,
        )


def report(game: Game, key: str = "key") -> int:
    return submit_result(game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key=key)


def test_a_round_that_closes_takes_no_more_reports_and_makes_cases_of_what_is_missing():
    game = closing_game()
    passed(game)
    with pytest.raises(Conflict, match="round_shut"):
        report(game)
    now = timezone.now()
    for _ in range(2):
        keep_schedule(now)
        open_overdue(now)
    (case,) = Case.objects.all()
    assert (case.game_id, case.cause) == (game.pk, Cause.NOT_REPORTED)
    assert verbs(game.round.tournament).count("round.shut") == 1
    assert again(game).round.state == RoundState.PUBLISHED
    enter_result(game_id=game.pk, winner="black")
    keep_schedule(now)
    assert again(game).round.state == RoundState.FINISHED
    assert AuditEvent.objects.get(verb="round.finished").actor_role == "system"


def test_what_was_closed_stays_closed_when_the_clock_goes_back():
    game = closing_game()
    keep_schedule(in_days(1.6))
    with pytest.raises(Conflict, match="round_shut"):
        report(game)
    keep_schedule(in_days(1.4))
    assert verbs(game.round.tournament).count("round.shut") == 1


def test_a_report_that_came_in_time_is_answered_after_the_closing_too():
    game = closing_game()
    reported = report(game)
    passed(game)
    keep_schedule(timezone.now())
    confirm_as_read(submission_id=reported, player_id=game.white_id)
    keep_schedule(timezone.now())
    assert again(game).round.state == RoundState.FINISHED


def test_a_game_put_off_beyond_the_closing_is_reported_until_its_own_moment():
    game = closing_game()
    asked = propose_date(game_id=game.pk, player_id=game.black_id, plays_at=in_days(2.5))
    agree_date(reschedule_id=asked.pk, player_id=game.white_id)
    passed(game)
    now = timezone.now()
    keep_schedule(now)
    assert open_overdue(now) == 0
    assert report(game)


def test_another_closing_moment_opens_the_round_to_players_again():
    game = closing_game()
    passed(game)
    keep_schedule(timezone.now())
    set_dates(
        tournament_id=game.round.tournament_id,
        wanted={game.round.number: RoundDates(None, in_days(1), in_days(2))},
    )
    assert report(game)


def test_a_round_that_was_closed_by_schedule_can_be_opened_again_and_stays_open():
    game = closing_game()
    enter_result(game_id=game.pk, winner="black")
    passed(game)
    keep_schedule(timezone.now())
    undo(event_id=AuditEvent.objects.get(verb="round.finished").pk)
    keep_schedule(timezone.now())
    assert again(game).round.state == RoundState.PUBLISHED


def test_a_game_is_overdue_at_its_own_moment_and_no_earlier():
    game = league_game(play_by=1)
    Round.objects.update(report_until=in_days(-3))
    asked = propose_date(game_id=game.pk, player_id=game.black_id, plays_at=in_days(3))
    agree_date(reschedule_id=asked.pk, player_id=game.white_id)
    found = [open_overdue(in_days(days)) for days in (0.5, 2, 3.5, 4.5, 4.6)]
    assert found == [0, 0, 0, 1, 0]


def test_another_date_ends_the_case_of_a_missing_report_and_a_new_one_comes_when_it_is_over():
    game = league_game(play_by=-0.1)
    assert open_overdue(timezone.now()) == 1
    set_game_date(game_id=game.pk, play_by=in_days(1), plays_at=None, note="Ill")
    assert Case.objects.get().settled_at is not None
    assert [open_overdue(in_days(0.5)), open_overdue(in_days(1.5))] == [0, 1]


def test_another_date_of_the_round_ends_the_cases_of_its_missing_reports_alone():
    game = league_game(play_by=-0.1)
    own = GameFactory(round=game.round, play_by=in_days(-0.05))
    conduct = GameFactory(round=game.round)
    assert open_overdue(timezone.now()) == 3
    about = open_case(cause=Cause.CONDUCT, game=again(conduct), by=NOBODY)
    set_dates(tournament_id=game.round.tournament_id, wanted={1: RoundDates(play_by=in_days(1))})
    over = dict(Case.objects.values_list("game_id", "settled_note"))
    assert over == {game.pk: "The round has another date.", own.pk: "", conduct.pk: ""}
    assert Case.objects.get(pk=about.pk).settled_at is None
    assert verbs(game.round.tournament).count("case.settled") == 1
    assert [open_overdue(in_days(0.5)), open_overdue(in_days(1.5))] == [0, 1]


def test_a_date_that_is_put_back_ends_them_and_an_earlier_or_another_one_does_not():
    game = league_game(play_by=5)
    event = set_game_date(game_id=game.pk, play_by=in_days(1), plays_at=None, note="Away")
    Game.objects.update(play_by=in_days(-1))
    assert open_overdue(timezone.now()) == 1
    soon = {1: RoundDates(opens_at=None, play_by=in_days(3))}
    set_dates(tournament_id=game.round.tournament_id, wanted=soon)
    assert Case.objects.get().settled_at is None
    undo(event_id=event.pk)
    assert Case.objects.get().settled_note == "The game has another date."


def test_a_later_closing_moment_ends_the_cases_that_the_closing_brought(league):
    draw_round(tournament_id=league.pk)
    Tournament.objects.update(play_by_days=None)
    plan(league, closes_at=1)
    publish_round(round_id=round_of(league, 1).pk)
    Round.objects.update(closes_at=in_days(-0.1))
    keep_schedule(timezone.now())
    assert open_overdue(timezone.now()) == 2
    plan(league, closes_at=2)
    assert not Case.objects.live().exists()


@pytest.mark.parametrize(
    ("dates", "field"),
    [
        (RoundDates(opens_at=in_days(-1)), "opens_at_1"),
        (RoundDates(opens_at=in_days(2), play_by=in_days(1)), "play_by_1"),
        (RoundDates(opens_at=in_days(2), closes_at=in_days(1)), "closes_at_1"),
        (RoundDates(play_by=in_days(2), closes_at=in_days(1)), "closes_at_1"),
        (RoundDates(closes_at=in_days(4000)), "closes_at_1"),
    ],
)
def test_dates_come_in_order_and_ahead(league, dates: RoundDates, field: str):
    with pytest.raises(UserError) as refused:
        set_dates(tournament_id=league.pk, wanted={1: dates})
    assert refused.value.field == field
    assert not PlannedRound.objects.exists()


def test_rounds_open_one_after_the_other(league):
    with pytest.raises(UserError) as refused:
        set_dates(
            tournament_id=league.pk,
            wanted={1: RoundDates(in_days(3)), 2: RoundDates(in_days(2))},
        )
    assert refused.value.field == "opens_at_2"
    with pytest.raises(UserError):
        set_dates(tournament_id=league.pk, wanted={100: RoundDates(in_days(3))})


def test_a_plan_is_taken_over_by_the_round_and_emptied_by_no_dates(league):
    plan(league, opens_at=1, play_by=2)
    moment: datetime | None = PlannedRound.objects.get().opens_at
    assert set_dates(tournament_id=league.pk, wanted={2: RoundDates(play_by=in_days(9))}) == 1
    assert create_round(tournament_id=league.pk).opens_at == moment
    assert set_dates(tournament_id=league.pk, wanted={2: RoundDates()}) == 1
    assert not PlannedRound.objects.exists()


def test_what_has_happened_keeps_its_dates():
    game = league_game()
    number = game.round.number
    with pytest.raises(Conflict, match="round_published"):
        set_dates(tournament_id=game.round.tournament_id, wanted={number: RoundDates(in_days(1))})
    Round.objects.update(state="finished")
    with pytest.raises(Conflict, match="round_finished"):
        set_dates(tournament_id=game.round.tournament_id, wanted={number: RoundDates()})
