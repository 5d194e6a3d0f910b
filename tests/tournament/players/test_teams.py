"""Teams in the application: entered, lined up, paired against each other, placed."""

import pytest

from tests.tournament.fields import event, play, team_pairs, teams
from tournament.errors import Conflict, NotFound, UserError
from tournament.exchange.services import import_event
from tournament.models import Absence, Game, Player, Tournament
from tournament.players.services.arrangements import add_team, line_up, play_by_teams
from tournament.players.services.players import add_players, change_player, withdraw_player
from tournament.public.selectors.standings import standings_page
from tournament.rounds.selectors.draws import verify_round
from tournament.rounds.selectors.state import event_of
from tournament.rounds.services.draws import draw_round

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def team_values(tournament: Tournament) -> list[tuple[int, int, object]]:
    page = standings_page(tournament.slug)
    assert page is not None
    assert page.teams is not None
    return [(row.place, row.team.number, row.values) for row in page.teams.rows]


@pytest.mark.parametrize("boards", [2, 3, 5])
def test_boards_of_two_teams_meet_round_after_round(boards: int):
    tournament, _ = teams(boards)
    met: set[frozenset[int]] = set()
    for number in (1, 2, 3):
        draw_round(tournament_id=tournament.pk)
        found = team_pairs(tournament, number)
        assert len(found) == 2 * boards
        assert all(board == other for _, board, _, other in found)
        matches = {frozenset((one, other)) for one, _, other, _ in found}
        assert len(matches) == 2
        assert not matches & met
        met |= matches
        checked = verify_round(tournament.pk, number)
        assert checked is not None
        assert (checked.intact, checked.input_changed, checked.differences) == (True, False, ())
        play(tournament, number)
    page = standings_page(tournament.slug)
    assert page is not None
    assert page.teams is not None
    assert page.teams.rows[0].place == 1
    assert {row.team.name for row in page.teams.rows} == {f"Team {n}" for n in range(1, 5)}


def test_nobody_is_taken_out_of_a_match_by_withdrawing():
    tournament, players = teams(2, 2)
    draw_round(tournament_id=tournament.pk)
    with pytest.raises(Conflict) as caught:
        withdraw_player(player_id=players[0], from_round=1, unseat=True)
    assert caught.value.code == "teams"
    assert len(team_pairs(tournament, 1)) == 2
    assert not Absence.objects.exists()


def test_teammates_are_kept_apart_where_players_are_paired_singly():
    tournament, _ = teams(2, 4, apart=True)
    for number in (1, 2, 3):
        draw_round(tournament_id=tournament.pk)
        assert all(one != other for one, _, other, _ in team_pairs(tournament, number))
        play(tournament, number)


def test_a_reserve_plays_one_round():
    tournament, players = teams(2, 4)
    extra = event(0)
    team = tournament.teams.get(number=1)
    line_up(
        team_id=team.pk,
        from_round=2,
        player_ids=[players[1], players[0]],
        only_this_round=True,
    )
    boards = team.seats.filter(player_id=players[0], round_number__in=[1, 2, 3])
    assert list(boards.order_by("round_number").values_list("board", flat=True)) == [1, 2, 1]
    for change, error in (
        (lambda: line_up(team_id=team.pk, from_round=1, player_ids=[players[2]]), Conflict),
        (lambda: line_up(team_id=team.pk, from_round=1, player_ids=[players[0]] * 2), UserError),
        (lambda: line_up(team_id=team.pk, from_round=1, player_ids=[0]), NotFound),
        (lambda: line_up(team_id=0, from_round=1, player_ids=[]), NotFound),
        (lambda: line_up(team_id=team.pk, from_round=0, player_ids=[]), UserError),
        (lambda: add_team(tournament_id=extra.pk, name=" "), UserError),
        (lambda: play_by_teams(tournament_id=extra.pk, boards=6), UserError),
    ):
        with pytest.raises(error):
            change()
    assert team.seats.filter(round_number=1).count() == 2


def test_play_settles_whether_teams_meet_at_how_many_boards_and_who_sat_there():
    tournament, players = teams(2, 4)
    team = tournament.teams.get(number=1)
    play_by_teams(tournament_id=tournament.pk, boards=3)
    play_by_teams(tournament_id=tournament.pk, boards=2)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    played = team_values(tournament)
    for change in (
        lambda: play_by_teams(tournament_id=tournament.pk, boards=3),
        lambda: play_by_teams(tournament_id=tournament.pk, boards=2, apart=True),
        lambda: line_up(team_id=team.pk, from_round=1, player_ids=players[1::-1]),
    ):
        with pytest.raises(Conflict, match="settled"):
            change()
    play_by_teams(tournament_id=tournament.pk, boards=2)
    line_up(team_id=team.pk, from_round=2, player_ids=players[1::-1])
    assert team_values(tournament) == played


def test_single_players_may_be_kept_from_their_team_mates_after_a_round():
    tournament = event(8)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    play_by_teams(tournament_id=tournament.pk, boards=2, apart=True)
    play_by_teams(tournament_id=tournament.pk, boards=3, apart=True)
    with pytest.raises(Conflict, match="settled"):
        play_by_teams(tournament_id=tournament.pk, boards=3)


def test_teams_survive_export_and_import():
    tournament, _ = teams()
    copy = import_event(event=event_of(tournament))
    assert event_of(copy).teams == event_of(tournament).teams


def test_the_rank_of_a_pair_follows_the_ranks_of_its_players_until_it_is_set():
    tournament = event(0)
    add_players(
        tournament_id=tournament.pk,
        entries=[Player(surname="Ito", partner="Mori Ren", member_ranks="2 kyu 5k")],
    )
    pair = tournament.players.get()
    assert (pair.rank, pair.level) == ("3k", -3)

    def changed(**columns: str) -> tuple[str, int | None]:
        entry = change_player(player_id=pair.pk, **columns)
        return entry.rank, entry.level

    assert changed(member_ranks="2k, 9k") == ("5k", -5)
    assert changed(rank="1d") == ("1d", 0)
    assert changed(member_ranks="2k, 3k") == ("1d", 0)
    assert changed(rank="") == ("2k", -2)
    assert changed(member_ranks="") == ("2k", -2)
    with pytest.raises(UserError, match="ranks"):
        changed(member_ranks="2k")


def test_a_pair_of_pair_go_is_one_entrant():
    tournament = event(3)
    add_players(
        tournament_id=tournament.pk,
        entries=[Player(surname="Ito", first_name="Aki", partner="Mori Ren", rank="2k")],
    )
    assert tournament.players.get(surname="Ito").name == "Ito Aki & Mori Ren"
    draw_round(tournament_id=tournament.pk)
    assert Game.objects.count() == 2
    page = standings_page(tournament.slug)
    assert page is not None
    assert "Ito Aki & Mori Ren" in {line.player.name for line in page.lines}
    assert "Ito Aki & Mori Ren" in {one.name for one in event_of(tournament).state.players}
