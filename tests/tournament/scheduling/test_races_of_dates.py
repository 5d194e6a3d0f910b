"""Players, staff and several sweepers who act on dates at the same moment."""

import pytest

from adjudication.dates.services import set_dates
from adjudication.submissions.services.reports import submit_result
from tests.tournament.fields import event
from tests.tournament.leagues import again, in_days, league_game, verbs
from tests.tournament.rounds.test_races import wrong
from tournament.models import Game, Reschedule, RescheduleState, Round, Tournament
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import publish_round
from tournament.rounds.services.scheduled_rounds import keep_schedule
from tournament.scheduling.services.planned_dates import RoundDates
from tournament.scheduling.services.rescheduling import (
    agree_date,
    counter_date,
    propose_date,
    refuse_date,
    withdraw_date,
)

pytestmark = pytest.mark.django_db(transaction=True)
TRIES = 4


def waiting(game: Game) -> Reschedule:
    return propose_date(game_id=game.pk, player_id=game.black_id, plays_at=in_days(8))


def test_of_two_answers_one_comes_first():
    for _ in range(TRIES):
        game = league_game()
        asked, white = waiting(game), game.white_id
        assert not wrong(
            lambda: agree_date(reschedule_id=asked.pk, player_id=white),  # noqa: B023
            lambda: refuse_date(reschedule_id=asked.pk, player_id=white),  # noqa: B023
            lambda: withdraw_date(
                reschedule_id=asked.pk,  # noqa: B023
                player_id=game.black_id,  # noqa: B023
            ),
            lambda: counter_date(
                reschedule_id=asked.pk,  # noqa: B023
                player_id=white,  # noqa: B023
                plays_at=in_days(9),
            ),
        )
        asked.refresh_from_db()
        assert (again(game).plays_at is not None) == (asked.state == RescheduleState.AGREED)
        settled = [verb for verb in verbs(game.round.tournament) if verb.startswith("reschedule")]
        assert len(settled) == 2


def test_two_players_who_propose_at_once_have_one_proposal():
    for _ in range(TRIES):
        game = league_game()
        assert not wrong(
            *(
                lambda player=player: propose_date(
                    game_id=game.pk,  # noqa: B023
                    player_id=player,
                    plays_at=in_days(2),
                )
                for player in (game.black_id, game.white_id, game.black_id, game.white_id)
            )
        )
        assert game.reschedules.filter(state=RescheduleState.PROPOSED).count() == 1


def test_a_result_and_an_answer_leave_no_proposal_waiting():
    for _ in range(TRIES):
        game = league_game()
        asked = waiting(game)
        assert not wrong(
            lambda: submit_result(
                game_id=game.pk,  # noqa: B023
                player_id=game.black_id,  # noqa: B023
                claim="B+R",
                idempotency_key="key",
            ),
            lambda: agree_date(
                reschedule_id=asked.pk,  # noqa: B023
                player_id=game.white_id,  # noqa: B023
            ),
        )
        asked.refresh_from_db()
        assert asked.state in (RescheduleState.AGREED, RescheduleState.LAPSED)
        assert again(game).state == "reported"


def test_several_sweepers_and_a_director_publish_a_round_once():
    for _ in range(TRIES):
        tournament = event(4)
        Tournament.objects.filter(pk=tournament.pk).update(auto_pair=True)
        set_dates(tournament_id=tournament.pk, wanted={1: RoundDates(in_days(1))})
        assert not wrong(*(lambda: keep_schedule(in_days(2)) for _ in range(3)))
        assert verbs(tournament).count("round.published") == 1
        assert verbs(tournament).count("round.paired") == 1
        tournament = event(4)
        draw_round(tournament_id=tournament.pk)
        set_dates(tournament_id=tournament.pk, wanted={1: RoundDates(in_days(1))})
        round_ = Round.objects.get(tournament=tournament)
        assert not wrong(
            lambda: keep_schedule(in_days(2)),
            lambda: publish_round(round_id=round_.pk),  # noqa: B023
            lambda: keep_schedule(in_days(2)),
        )
        assert verbs(tournament).count("round.published") == 1


def test_several_sweepers_close_a_round_once():
    for _ in range(TRIES):
        game = league_game()
        number = game.round.number
        set_dates(
            tournament_id=game.round.tournament_id,
            wanted={number: RoundDates(None, game.round.play_by, in_days(8))},
        )
        assert not wrong(*(lambda: keep_schedule(in_days(9)) for _ in range(3)))
        assert verbs(game.round.tournament).count("round.shut") == 1
