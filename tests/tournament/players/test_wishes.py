"""Wishes and mended entries, and what the next draw makes of them."""

import pytest

from tests.factories import PlayerFactory
from tests.tournament.fields import event, ids, pairs
from tournament.errors import NotFound, UserError
from tournament.models import Apart, Game, Player
from tournament.players.services.arrangements import keep_apart, let_meet
from tournament.players.services.players import change_player
from tournament.rounds.selectors.state import state_of
from tournament.rounds.services.draws import draw_round

pytestmark = pytest.mark.django_db


def test_who_is_kept_apart_does_not_meet_until_allowed_again():
    tournament = event(6)
    draw_round(tournament_id=tournament.pk)
    first = pairs(tournament)
    for one, other in first:
        keep_apart(first_id=other, second_id=one)
        keep_apart(first_id=one, second_id=other, kind="family")
        keep_apart(first_id=one, second_id=other, kind="family")
    draw_round(tournament_id=tournament.pk)
    assert not first & pairs(tournament)
    for one, other in first:
        let_meet(first_id=one, second_id=other)
    assert not Apart.objects.exists()
    draw_round(tournament_id=tournament.pk)
    assert pairs(tournament) == first


def test_wishes_that_cannot_be_are_told():
    tournament = event(2)
    one, other = ids(tournament)
    for change, error in (
        (lambda: keep_apart(first_id=one, second_id=one), UserError),
        (lambda: keep_apart(first_id=one, second_id=other, kind="feud"), UserError),
        (lambda: keep_apart(first_id=one, second_id=PlayerFactory().pk), NotFound),
        (lambda: let_meet(first_id=one, second_id=0), NotFound),
    ):
        with pytest.raises(error):
            change()
    assert not Apart.objects.exists()


def test_a_mended_entry_counts_in_the_next_draw():
    tournament = event(12)
    weakest = ids(tournament)[11]
    draw_round(tournament_id=tournament.pk)
    assert Game.objects.filter(handicap__gt=0).exists()
    for player in ids(tournament):
        change_player(player_id=player, no_handicap=True)
    change_player(player_id=weakest, rank="2d", smms_correction=1, club="Ko")
    row = Player.objects.get(pk=weakest)
    assert (row.level, row.rank, row.surname, row.club) == (1, "2d", "P11", "Ko")
    draw_round(tournament_id=tournament.pk)
    assert not Game.objects.filter(handicap__gt=0).exists()
    player = state_of(tournament).players[11]
    assert (player.rank, player.smms_correction, player.card.grade) == (1, 1, "2D")
    change_player(player_id=weakest, club="")
    assert Player.objects.get(pk=weakest).level == 1


def test_an_entry_is_not_mended_into_nonsense():
    player = ids(event(1))[0]
    for changes in ({"rank": "strong"}, {"surname": " "}, {"smms_correction": 99}):
        with pytest.raises(UserError):
            change_player(player_id=player, **changes)
    with pytest.raises(TypeError):
        change_player(player_id=player, luck=7)
    with pytest.raises(NotFound):
        change_player(player_id=0)
