"""Teams, wishes and reserved tables by the command."""

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.fields import event, ids, pairs, team_pairs
from tournament.models import Apart, Game, Team
from tournament.rounds.services.draws import draw_round

pytestmark = pytest.mark.django_db


def test_teams_are_entered_and_meet():
    tournament = event(9)
    call_command(
        "arrange",
        tournament.slug,
        "--boards=2",
        "--team", "Reds", "1", "2", "9",
        "--team", "Blues", "3", "4",
        "--team", "Greens", "5", "6",
        "--team", "Golds", "7", "8",
    )  # fmt: skip
    assert Team.objects.count() == 4
    draw_round(tournament_id=tournament.pk)
    assert len(team_pairs(tournament, 1)) == 4


def test_wishes_and_tables_are_kept():
    tournament = event(6)
    players = ids(tournament)
    call_command(
        "arrange", tournament.slug, "--forbidden", "1", "2", "--family", "3", "4", "--reserve", "1"
    )
    assert Apart.objects.count() == 2
    draw_round(tournament_id=tournament.pk)
    assert not {frozenset(players[:2]), frozenset(players[2:4])} & pairs(tournament)
    assert sorted(Game.objects.values_list("board_number", flat=True)) == [2, 3, 4]
    call_command("arrange", tournament.slug, "--reserve")
    draw_round(tournament_id=tournament.pk)
    assert sorted(Game.objects.values_list("board_number", flat=True)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--boards=6"], "2 to 5 boards"),
        (["--team", "Reds", "x"], "number x"),
        (["--team", "Reds", "1", "1"], "listed twice"),
        (["--family", "1", "99"], "number 99"),
        (["--forbidden", "1", "1"], "two different players"),
        (["--reserve", "0"], "1 to 9999"),
    ],
)
def test_what_cannot_be_is_told(arguments: list[str], text: str):
    tournament = event(2)
    with pytest.raises(CommandError, match=text):
        call_command("arrange", tournament.slug, *arguments)
    with pytest.raises(CommandError, match="nowhere"):
        call_command("arrange", "nowhere", *arguments)
    assert not Apart.objects.exists()
