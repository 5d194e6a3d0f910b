"""Free tables, players kept apart, teams: arranged on one page."""

import re

import pytest
from django.test import Client

from tests.factories import RoundFactory
from tests.support.world import World, make_world
from tournament.models import Apart, AuditEvent, Role, RoundState, Team, TeamSeat, Tournament
from tournament.players.services.players import add_player
from tournament.tournaments.services import create_tournament

ADDRESS = "/director/coupe/settings/further/"


@pytest.fixture
def quiet(db: None) -> World:
    """Six players, no round."""
    world = World(create_tournament(name="Coupe", slug="coupe", rules="french"))
    for name in ("Aki", "Béa", "Chris", "Dora", "Emil", "Fanny"):
        world.players.append(add_player(tournament_id=world.tournament.pk, surname=name, rank="3k"))
    return world


@pytest.fixture
def owner(quiet: World) -> Client:
    return quiet.client(Role.DIRECTOR)


def send(owner: Client, do: str, **data: object) -> str:
    return owner.post(ADDRESS, {"do": do, **data}, follow=True).text


def tournament() -> Tournament:
    return Tournament.objects.get(slug="coupe")


def line(team: Team, round_number: int = 1) -> list[str]:
    seats = TeamSeat.objects.filter(team=team, round_number=round_number).order_by("board")
    return [seat.player.surname for seat in seats]


def test_tables_are_left_free_and_used_again(owner: Client) -> None:
    assert 'value="3 13"' in send(owner, "tables", tables="13, 3 13")
    assert tournament().reserved_tables == [3, 13]
    send(owner, "tables", tables="")
    assert tournament().reserved_tables == []
    verbs = [event.after for event in AuditEvent.objects.filter(verb="tournament.changed")]
    assert verbs == [{"reserved_tables": []}, {"reserved_tables": [3, 13]}]


@pytest.mark.parametrize("tables", ["x", "0", "10000", "3-5"])
def test_tables_that_cannot_be(owner: Client, tables: str) -> None:
    answer = owner.post(ADDRESS, {"do": "tables", "tables": tables})
    assert answer.status_code == 400
    assert f'value="{tables}"' in answer.text
    assert 'id="tables_error"' in answer.text
    assert tournament().reserved_tables == []


def test_two_players_are_kept_apart_and_may_meet_again(quiet: World, owner: Client) -> None:
    pair = {"first": quiet.players[3].pk, "second": quiet.players[1].pk}
    page = send(owner, "apart", kind="family", **pair)
    assert "Béa – Dora" in page
    assert Apart.objects.get().kind == "family"
    assert "Béa – Dora" not in send(owner, "meet", **pair)
    assert not Apart.objects.exists()


def test_a_pair_that_cannot_be(quiet: World, owner: Client) -> None:
    one = quiet.players[0].pk
    elsewhere = make_world(name="Elsewhere", slug="elsewhere").players[0].pk
    for first, second, kind in ((one, one, "family"), (one, elsewhere, "family"),
                                (one, quiet.players[1].pk, "x"), (one, "", "family")):  # fmt: skip
        data = {"do": "apart", "first": first, "second": second, "kind": kind}
        assert owner.post(ADDRESS, data).status_code == 400
    assert not Apart.objects.exists()


def test_teams_are_formed_lined_up_anew_and_taken_out(owner: Client) -> None:
    send(owner, "mode", mode="teams", boards="2")
    assert tournament().by_teams
    send(owner, "team", name="Reds", players="1 2 5")
    team = Team.objects.get()
    assert line(team) == line(team, 9) == ["Aki", "Béa", "Emil"]
    page = send(owner, "line_up", team=team.pk, players="5,1")
    assert line(team) == ["Emil", "Aki"]
    assert 'value="5 1"' in page
    send(owner, "remove", team=team.pk)
    assert not Team.objects.exists()


def test_what_is_arranged_of_teams_is_told_in_the_history(owner: Client) -> None:
    send(owner, "mode", mode="teams", boards="2")
    send(owner, "team", name="Reds", players="1 2")
    page = owner.get("/director/coupe/history/")
    assert page.status_code == 200
    assert page.text.count("changed the teams") == 2


def test_back_to_single_players(owner: Client) -> None:
    send(owner, "mode", mode="apart", boards="3")
    assert tournament().teammates_apart
    send(owner, "mode", mode="single")
    assert not tournament().teammates_apart
    assert "Enter a team" not in owner.get(ADDRESS).text


@pytest.mark.parametrize(
    "data",
    [
        {"do": "mode", "mode": "x"},
        {"do": "mode", "mode": "teams", "boards": "9"},
        {"do": "mode", "mode": "teams", "boards": "x"},
        {"do": "team", "name": " ", "players": "1"},
        {"do": "team", "name": "Reds", "players": "77"},
        {"do": "team", "name": "Reds", "players": "1 1"},
    ],
)
def test_teams_that_cannot_be(owner: Client, data: dict[str, str]) -> None:
    assert owner.post(ADDRESS, data).status_code == 400
    assert not Team.objects.exists()


def test_play_settles_who_meets_whom(db: None) -> None:
    world = make_world()
    owner = world.client(Role.DIRECTOR)
    send(owner, "mode", mode="apart", boards="2")
    send(owner, "team", name="Reds", players="1 2")
    for data in (
        {"do": "mode", "mode": "single"},
        {"do": "mode", "mode": "teams", "boards": "2"},
        {"do": "remove", "team": Team.objects.get().pk},
    ):
        answer = owner.post(ADDRESS, data)
        assert answer.status_code == 400
        assert "settled since the first round" in answer.text
    send(owner, "line_up", team=Team.objects.get().pk, players="3")
    assert line(Team.objects.get(), 1) == ["Aki", "Béa"]
    assert line(Team.objects.get(), 2) == ["Chris"]


@pytest.mark.parametrize(
    ("mode", "left"),
    [("single", ["single", "apart"]), ("apart", ["apart"]), ("teams", ["teams"])],
)
def test_ways_that_a_published_round_settles_are_no_longer_offered(
    quiet: World, owner: Client, mode: str, left: list[str]
) -> None:
    def offered(page: str) -> list[str]:
        return re.findall(r'<input type="radio" name="mode" value="(\w+)"', page)

    assert offered(send(owner, "mode", mode=mode, boards="2")) == ["single", "teams", "apart"]
    RoundFactory(tournament=quiet.tournament, number=1, state=RoundState.PUBLISHED)
    page = owner.get(ADDRESS).text
    assert offered(page) == left
    assert "no longer offered" in page
    # Somebody may have opened the page before.
    late = owner.post(ADDRESS, {"do": "mode", "mode": "teams", "boards": "3"})
    assert late.status_code == 400
    assert offered(late.text) == left


def test_a_team_of_another_tournament_is_not_found(owner: Client) -> None:
    other = create_tournament(name="Other", slug="other", rules="french")
    team = Team.objects.create(tournament=other, number=1, name="Theirs")
    assert owner.post(ADDRESS, {"do": "remove", "team": team.pk}).status_code == 404
    assert Team.objects.exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"do": "tables", "tables": "3 x"}, "Write numbers with spaces between them"),
        ({"do": "apart", "first": "", "second": "", "kind": "family"}, "Choose two players."),
        ({"do": "mode", "mode": "teams", "boards": ""}, "A team has 2 to 5 boards."),
        ({"do": "team", "name": " ", "players": "1"}, "Give the team a name."),
        ({"do": "team", "name": "Reds", "players": "77"}, "no player with the number 77"),
    ],
)
def test_what_is_refused_is_said_beside_its_field_and_stays_typed(
    owner: Client, data: dict[str, str], said: str
) -> None:
    send(owner, "mode", mode="teams", boards="2")
    answer = owner.post(ADDRESS, data)
    assert answer.status_code == 400
    assert said in answer.text
    typed = data.get("players") or data.get("tables")
    assert typed is None or f'value="{typed}"' in answer.text


def test_a_form_that_the_page_does_not_have_is_not_found(owner: Client) -> None:
    assert owner.post(ADDRESS, {"do": "x"}).status_code == 404
