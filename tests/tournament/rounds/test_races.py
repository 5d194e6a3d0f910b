"""Directors and players who act at the same moment. On PostgreSQL too: SQLite takes one by one."""

from collections.abc import Callable

import pytest

from adjudication.result_entry.services import clear_result, enter_result
from tests.adjudication.threads import at_once
from tests.tournament.fields import event, ids
from tournament.errors import UserError
from tournament.models import Absence, Draw, Game, GameState, Round, RoundState, Seat, Tournament
from tournament.players.services.players import set_participation
from tournament.rounds.services import boards
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import finish_round, publish_round, withdraw_round

pytestmark = pytest.mark.django_db(transaction=True)
TRIES = 6


def wrong(*acts: Callable[[], object]) -> list[BaseException]:
    """Do everything at the same moment; return what went wrong beside what people are told."""
    outcomes = at_once(acts)
    return [
        outcome
        for outcome in outcomes
        if isinstance(outcome, BaseException) and not isinstance(outcome, UserError)
    ]


def published(count: int = 4) -> tuple[Tournament, Round]:
    tournament = event(count)
    draw_round(tournament_id=tournament.pk)
    round_ = tournament.rounds.get()
    publish_round(round_id=round_.pk)
    return tournament, round_


def test_no_result_is_lost_when_its_round_is_taken_back():
    for _ in range(TRIES):
        _, round_ = published()
        games = list(round_.games.all())
        assert not wrong(
            lambda: withdraw_round(round_id=round_.pk),  # noqa: B023
            *(lambda pk=game.pk: enter_result(game_id=pk, winner="black") for game in games),
        )
        round_.refresh_from_db()
        entered = round_.games.filter(state=GameState.ENTERED).count()
        assert entered in ((0,) if round_.state == RoundState.DRAFT else (1, 2))


def test_a_closed_round_has_all_its_results():
    for _ in range(TRIES):
        _, round_ = published()
        games = list(round_.games.all())
        for game in games:
            enter_result(game_id=game.pk, winner="white")
        assert not wrong(
            lambda: finish_round(round_id=round_.pk),  # noqa: B023
            lambda: clear_result(game_id=games[0].pk),  # noqa: B023
        )
        round_.refresh_from_db()
        is_open = round_.games.filter(state=GameState.OPEN).exists()
        assert is_open == (round_.state == RoundState.PUBLISHED)


def test_who_is_noted_absent_is_not_seated():
    for _ in range(TRIES):
        tournament = event(4)
        player = ids(tournament)[0]
        assert not wrong(
            lambda: draw_round(tournament_id=tournament.pk),  # noqa: B023
            lambda: set_participation(player_id=player, round_number=1, plays=False),  # noqa: B023
        )
        absent = Absence.objects.filter(player_id=player).exists()
        assert absent != Seat.objects.filter(player_id=player).exists()


def test_directors_who_pair_change_and_publish_at_once_leave_a_whole_round():
    for method in ("weights", "round_robin", "knock_out"):
        tournament = event(8, method=method)
        draw_round(tournament_id=tournament.pk)
        round_ = tournament.rounds.get()
        one, other = ids(tournament)[:2]
        assert not wrong(
            lambda: draw_round(tournament_id=tournament.pk),  # noqa: B023
            lambda: boards.swap_players(
                round_id=round_.pk,  # noqa: B023
                first_id=one,  # noqa: B023
                second_id=other,  # noqa: B023
            ),
            lambda: publish_round(round_id=round_.pk),  # noqa: B023
            lambda: draw_round(tournament_id=tournament.pk),  # noqa: B023
        )
        first = Game.objects.filter(round=round_)
        assert first.count() == 4
        assert Seat.objects.filter(round=round_).count() == 8
        assert Draw.objects.filter(round=round_).exists()
        round_.refresh_from_db()
        assert round_.state == RoundState.PUBLISHED
