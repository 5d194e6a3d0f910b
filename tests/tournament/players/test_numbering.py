"""Numbers of players, which the history tells of them by: given once, and never too large."""

import pytest

from adjudication.corrections.services.undo import undo
from tests.factories import TournamentFactory
from tests.tournament.fields import event, ids, play
from tournament.errors import Conflict, UserError
from tournament.exchange.services import import_event
from tournament.models import AuditEvent, Game, Player, Seat, Tournament, Verb
from tournament.players.services import players as numbering
from tournament.players.services.players import (
    add_player,
    add_players,
    change_player,
    remove_player,
    set_participation,
    withdraw_player,
)
from tournament.players.services.requests import MOST_WAITING, approve_requests, request_place
from tournament.rounds.selectors.state import event_of
from tournament.rounds.services.draws import draw_round

pytestmark = pytest.mark.django_db


def asked(tournament: Tournament, name: str) -> Player:
    Tournament.objects.filter(pk=tournament.pk).update(registration_open=True)
    return request_place(tournament_id=tournament.pk, entry=Player(surname=name, rank="5k"))


def test_nobody_gets_the_number_of_a_player_who_was_removed():
    tournament = event(3)
    for player in ids(tournament)[1:]:
        remove_player(player_id=player)
    assert add_player(tournament_id=tournament.pk, surname="New").number == 4
    remove_player(player_id=tournament.players.get(number=4).pk)
    request = asked(tournament, "Asked")
    (approved,) = approve_requests(tournament_id=tournament.pk, player_ids=[request.pk])
    assert approved.number == 5


def test_what_is_told_of_a_removed_player_is_not_undone_for_the_next():
    tournament = event(2)
    gone = tournament.players.get(number=2)
    change_player(player_id=gone.pk, rank="9k")
    changed = AuditEvent.objects.latest("pk")
    remove_player(player_id=gone.pk)
    new = add_player(tournament_id=tournament.pk, surname="New", rank="9k")
    with pytest.raises(Conflict):
        undo(event_id=changed.pk)
    new.refresh_from_db()
    assert new.rank == "9k"


def test_the_numbers_of_another_tournament_do_not_count():
    other = event(4)
    remove_player(player_id=ids(other)[3])
    assert add_player(tournament_id=TournamentFactory().pk, surname="New").number == 1


def test_a_tournament_takes_so_many_players_and_no_more(monkeypatch):
    tournament = event(3)
    waiting = [asked(tournament, f"Asked {number}") for number in range(2)]
    monkeypatch.setattr(numbering, "MAX_PLAYERS", 4)
    for act in (
        lambda: add_players(
            tournament_id=tournament.pk, entries=[Player(surname="A"), Player(surname="B")]
        ),
        lambda: approve_requests(
            tournament_id=tournament.pk, player_ids=[player.pk for player in waiting]
        ),
    ):
        with pytest.raises(Conflict, match="too_many_players"):
            act()
    add_player(tournament_id=tournament.pk, surname="Fourth")
    assert tournament.players.count() == 4
    read = event_of(tournament)
    monkeypatch.setattr(numbering, "MAX_PLAYERS", 3)
    with pytest.raises(Conflict, match="too_many_players"):
        import_event(event=read)


def test_no_number_is_too_large_or_one_that_a_request_may_have():
    assert numbering.LARGEST_GIVEN + MOST_WAITING <= numbering.LARGEST_NUMBER == 32767
    tournament = event(1)
    Player.objects.filter(tournament=tournament).update(number=numbering.LARGEST_GIVEN - 1)
    add_player(tournament_id=tournament.pk, surname="Last")
    with pytest.raises(Conflict, match="too_many_players"):
        add_player(tournament_id=tournament.pk, surname="One more")


def test_a_director_enters_nobody_as_one_who_asks():
    tournament = event(1)
    (player,) = ids(tournament)
    for act in (
        lambda: add_players(
            tournament_id=tournament.pk, entries=[Player(surname="A", registration="requested")]
        ),
        lambda: change_player(player_id=player, registration="requested"),
    ):
        with pytest.raises(UserError, match="registration"):
            act()
    assert [one.registration for one in Player.everybody.all()] == ["final"]


@pytest.mark.parametrize("method", ["round_robin", "knock_out"])
def test_who_has_a_place_in_the_groups_or_the_bracket_is_withdrawn_not_removed(method: str):
    tournament = event(6, method=method)
    if method == "round_robin":
        away = tournament.players.get(number=6)
        set_participation(player_id=away.pk, round_number=1, plays=False)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    sat = Seat.objects.filter(round__number=1).values("player")
    # The bracket leaves two of six players free in its first round.
    free = list(tournament.players.exclude(pk__in=sat))
    assert free
    for player in free:
        with pytest.raises(Conflict, match="in_the_field"):
            remove_player(player_id=player.pk)
    withdraw_player(player_id=free[-1].pk, from_round=2)
    draw_round(tournament_id=tournament.pk)
    assert Game.objects.filter(round__number=2).exists()
    late = add_player(tournament_id=tournament.pk, surname="Late")
    remove_player(player_id=late.pk)
    removed = AuditEvent.objects.filter(verb=Verb.PLAYER_REMOVED)
    assert [one.players for one in removed] == [[7]]
