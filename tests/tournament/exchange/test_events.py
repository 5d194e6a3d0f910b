"""A whole tournament into the database and back."""

from dataclasses import replace

import pytest

from tests.state.test_codec import STATE
from tournament.errors import UserError
from tournament.exchange.services import import_event
from tournament.models import Game, GameState, Player, Round, RoundState, Tournament
from tournament.rounds.selectors.state import event_of
from tournament.state.event import Clock, Details, Event, Extra, TimeSystem
from tournament.state.games import Game as GameValue
from tournament.state.people import Card
from tournament.state.state import TournamentState
from tournament.state.teams import Team, TeamSeat

pytestmark = pytest.mark.django_db

CARD = Card("3K", "EGF : 1700", "12345678", "1234567", "L", "99", "2027-01-01")
EVENT = Event(
    details=Details(
        name="Été de Go",
        short_name="ete",
        location="Ko",
        director="Ana",
        begins_on="2026-07-01",
        ends_on="2026-07-02",
        board_size=13,
        clock=Clock(30, TimeSystem.FISCHER, fischer_seconds=15),
        internet=True,
        rules="nz",
        time_zone="Asia/Tokyo",
        country="FR",
        tie_winner="white",
    ),
    state=replace(
        STATE,
        players=tuple(
            replace(player, rating=1700 + player.id, card=replace(CARD, egf_pin=str(player.id)))
            for player in STATE.players
        ),
    ),
    teams=(Team(1, "Reds", (TeamSeat(1, 1, 1), TeamSeat(1, 2, 3))),),
    extras=(Extra(("A", "B"), (("x", "1"), ("y", "é"))),),
    source="opengotha",
)


def test_nothing_is_lost_on_the_way_through_the_tables():
    event = replace(EVENT, state=replace(EVENT.state, wishes=replace(EVENT.state.wishes)))
    assert event_of(import_event(event=event)) == event


def test_imported_results_are_entered_and_their_rounds_finished():
    tournament = import_event(event=EVENT)
    assert Game.objects.get().state == GameState.ENTERED
    assert Round.objects.get().state == RoundState.FINISHED
    assert tournament.slug == "ete-de-go"


def test_two_games_at_one_table_get_two():
    games = tuple(GameValue(1, 1, 2 * n - 1, 2 * n) for n in (1, 2))
    players = tuple(replace(EVENT.state.players[0], id=n, surname=f"P{n}") for n in range(1, 5))
    event = replace(EVENT, teams=(), state=TournamentState(players, games))
    tournament = import_event(event=event)
    assert sorted(Game.objects.values_list("board_number", flat=True)) == [1, 2]
    assert tournament.rounds.get().state == RoundState.PUBLISHED


def test_what_does_not_fit_is_named_and_nothing_is_kept():
    long = replace(EVENT.state.players[0], surname="x" * 101)
    state = replace(EVENT.state, players=(long, *EVENT.state.players[1:]))
    with pytest.raises(UserError, match="x" * 101) as caught:
        import_event(event=replace(EVENT, state=state))
    assert caught.value.field == "surname"
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()


def test_reading_takes_the_same_number_of_queries_however_large(django_assert_num_queries):
    for count in (2, 40):
        players = tuple(
            replace(EVENT.state.players[0], id=n, surname=f"P{n}") for n in range(1, count + 1)
        )
        games = tuple(GameValue(1, n, 2 * n - 1, 2 * n) for n in range(1, count // 2 + 1))
        tournament = import_event(
            event=replace(EVENT, teams=(), state=TournamentState(players, games))
        )
        with django_assert_num_queries(6):
            event_of(tournament)
