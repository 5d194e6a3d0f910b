"""What the files of federations lack is named on the pages before the end, with where it is set."""

import re

import pytest
from django.test import Client

from adjudication.closing.selectors import closing_state
from adjudication.result_entry.services import enter_result
from tests.support.answering import contest_as_read
from tests.support.world import World, make_world, report
from tournament.exchange.gaps import Gap, Link, count_facts_to_fix, faults_of, open_games
from tournament.exchange.selectors import entrants_of, unsettled_games
from tournament.formats.preflight import preflight
from tournament.formats.recognise import Format
from tournament.models import ListedPlayer, ListSource, Player, RatingList, Role, Tournament
from tournament.tournaments.selectors.public import tournament_terms

pytestmark = pytest.mark.django_db
FILES, OVERVIEW = "/director/coupe/files/", "/director/coupe/"
COUNTRY = '<a href="/director/coupe/settings/event/#country">The country of the tournament.</a>'


@pytest.fixture
def world() -> World:
    return make_world()


@pytest.mark.parametrize("address", [FILES, OVERVIEW])
def test_what_is_missing_is_named_where_it_is_set(world: World, address: str) -> None:
    owner = world.client(Role.DIRECTOR)
    page = owner.get(address).text
    assert COUNTRY in page
    assert "The first day of the tournament." in page
    aki = f'<a href="/director/coupe/players/{world.players[0].pk}/"><bdi>Aki</bdi></a>'
    assert f"The countries of 8 players: {aki}, " in page


def test_an_assistant_gets_no_link_to_what_only_the_owner_sets(world: World) -> None:
    page = world.client(Role.ASSISTANT).get(FILES).text
    assert "<li>The country of the tournament.</li>" in page


@pytest.mark.parametrize(
    ("country", "kind"), [("FR", "tou"), ("US", "aga"), ("DE", "h9"), ("", "h9")]
)
def test_the_file_of_the_events_federation_stands_first(
    world: World, country: str, kind: str
) -> None:
    Tournament.objects.update(country=country)
    page = world.client(Role.DIRECTOR).get(FILES).text
    cards = re.findall(r'aria-labelledby="file-(\w+)"', page)
    assert cards[0] == kind
    assert set(cards[:3]) == {"h9", "tou", "aga"}
    assert re.findall(r'class="button main" href="([^"]*)"', page) == [f"{FILES}{kind}/"]


def test_what_is_missing_is_counted_by_player(world: World) -> None:
    assert (
        count_facts_to_fix(
            [Gap("city", ""), Gap("pins", "", (Link("A", "/"), Link("B", "/")), more=8)]
        )
        == 11
    )
    assert count_facts_to_fix([Gap("clubs", "", (Link("A", "/"),), is_remark=True)]) == 0


def test_nothing_is_said_once_everything_is_there(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    Tournament.objects.update(country="FR", starts_on="2026-11-21")
    Player.objects.update(country="FR", rating=None)
    for number, player in enumerate(world.players):
        Player.objects.filter(pk=player.pk).update(
            first_name="Jo",
            egf_pin=f"1000000{number}",
            ffg_licence=f"123456{number}",
            aga_id=str(17 + number),
        )
    assert "Still missing" not in owner.get(FILES).text
    assert "still lack" not in owner.get(OVERVIEW).text
    for player, club in zip(world.players, ("Manchester", "manchester Go Club"), strict=False):
        Player.objects.filter(pk=player.pk).update(club=club)
    page = owner.get(FILES).text
    assert "Clubs spelt alike" in page
    assert "Still missing" not in page


def test_a_number_of_two_players_is_told_once(world: World) -> None:
    owner, twins = world.client(Role.DIRECTOR), world.players[:2]
    Player.objects.filter(pk__in=[player.pk for player in twins]).update(aga_id="17")
    page = owner.get(FILES).text
    assert page.count("2 players have the AGA number 17") == 1
    written = owner.get(f"{FILES}aga/").content
    twice = written.replace(b"PLAYERS\n", b"PLAYERS\n17\tAki, \t1K\n")
    assert "member_twice" in {found.code for found in preflight(twice, Format.AGA)}
    terms = tournament_terms("coupe")
    assert terms is not None
    assert faults_of(terms, Format.AGA, twice, [], owns=True) == faults_of(
        terms, Format.AGA, written, [], owns=True
    )


def test_two_of_one_name_are_told_apart_in_what_is_found(world: World) -> None:
    twins = world.players[:2]
    for player in twins:
        Player.objects.filter(pk=player.pk).update(surname="Aki", name="Aki", club="")
    found = closing_state(world.tournament.pk)
    assert found is not None
    for entrants in (entrants_of(world.tournament.pk), found.entrants):
        told = {entrant.distinct_name for entrant in entrants if entrant.name == "Aki"}
        assert told == {f"Aki ({player.number})" for player in twins}


@pytest.mark.parametrize(
    "apart",
    [
        {"egf_pin": "10000001"},
        {"club": "Lyon"},
        {"rank": "3d", "level": 2},
    ],
    ids=["number", "club", "rank"],
)
def test_a_fault_of_one_of_two_of_one_name_leads_to_them(
    world: World, apart: dict[str, object]
) -> None:
    first, second = world.players[:2]
    alike = {"surname": "Dupont", "first_name": "Jo", "name": "Dupont Jo", "club": "38Gr"}
    Player.objects.filter(pk__in=[first.pk, second.pk]).update(**alike, rank="8k", level=-8)
    Player.objects.filter(pk=first.pk).update(**apart)
    Player.objects.filter(pk=second.pk).update(**({"egf_pin": "1"} if "egf_pin" in apart else {}))
    owner, terms = world.client(Role.DIRECTOR), tournament_terms("coupe")
    assert terms is not None
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    written = owner.get(f"{FILES}h9/").content
    lines = [line for line in written.split(b"\n") if b"Dupont" in line]
    assert len(lines) == 2
    entrants = entrants_of(terms.id)
    found = set()
    for line in lines:
        spoilt = written.replace(line, re.sub(rb"\d+([+-]/)", rb"99\1", line))
        assert spoilt != written
        faults = faults_of(terms, Format.H9, spoilt, entrants, owns=True)
        links = [link for gap in faults for link in gap.links if gap.after.count("99")]
        (link,) = links
        found.add(link.href)
        assert link.text != "Dupont Jo"
    assert found == {f"/director/coupe/players/{player.pk}/" for player in (first, second)}


def test_a_fault_of_the_american_report_leads_to_who_has_no_first_name(world: World) -> None:
    owner, aki = world.client(Role.DIRECTOR), world.players[0]
    written = owner.get(f"{FILES}aga/").content
    found = re.search(rb"(\d+)\tAki\t", written)
    assert found
    twice = re.sub(rb"(GAMES 1\n)(.*\n)", rb"\1\2\2", written, count=1)
    terms = tournament_terms("coupe")
    assert terms is not None
    faults = faults_of(terms, Format.AGA, twice, entrants_of(terms.id), owns=True)
    people = {link.text: link.href for gap in faults for link in gap.links}
    assert people["Aki"] == f"/director/coupe/players/{aki.pk}/"


def test_the_country_is_chosen_by_name_and_written_by_its_code(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    values = {"name": "Coupe", "slug": "coupe", "rules": "japanese", "board_size": "9"}
    values |= {"city": "Leeds", "country": "Great Britain", "time_zone": "UTC", "version": "1"}
    Tournament.objects.update(version=1)
    assert owner.post("/director/coupe/settings/event/", values).status_code == 302
    assert Tournament.objects.get().country == "GB"
    assert b"; PC[UK,Leeds]" in owner.get("/director/coupe/files/h9/").content
    assert "Leeds, United Kingdom" in owner.get("/director/coupe/settings/").text
    assert Client().get("/api/v1/tournaments/coupe/").json()["country"] == "GB"


def test_a_number_that_the_imported_list_gives_to_another_is_said(world: World) -> None:
    listed = RatingList.objects.create(source=ListSource.EGF)
    for name, number in (("Roe Jane", "10000001"), ("Bo", "10000002")):
        ListedPlayer.objects.create(
            rating_list=listed, surname=name, folded=name.casefold(), number=number
        )
    Player.objects.filter(pk=world.players[0].pk).update(egf_pin="10000001")
    page = world.client(Role.DIRECTOR).get(FILES).text
    name = Player.objects.get(pk=world.players[0].pk).name
    assert "somebody else&#x27;s in the imported list: <a" in page
    assert f"<bdi>{name} 10000001</bdi>" in page


def test_what_would_be_sent_back_is_said_of_the_file(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    Tournament.objects.update(country="FR", starts_on="2026-11-21", board_size=9)
    Player.objects.filter(pk=world.players[0].pk).update(surname="DUPONT")
    page = owner.get(FILES).text
    assert '<a href="/director/coupe/settings/time/">Class X is not rated.</a>' in page
    link = f'<a href="/director/coupe/players/{world.players[0].pk}/"><bdi>DUPONT'
    assert re.search(r"The name of 1 player[^<]*" + link, page)


def test_results_that_count_and_are_not_in_the_file_are_named(world: World) -> None:
    reported, disputed, entered, waiting = world.games
    report(reported, reported.black, "B+R")
    sent = report(disputed, disputed.black, "B+R")
    contest_as_read(submission_id=sent, player_id=disputed.white.pk)
    enter_result(game_id=entered.pk, winner="black")
    terms = tournament_terms("coupe")
    assert terms is not None
    entrants = entrants_of(terms.id)
    found = {gap.sentence: gap for gap in open_games(unsettled_games(terms.id, entrants))}
    assert [[link.href for link in gap.links] for gap in found.values()] == [
        [f"/games/{game.pk}/"] for game in (reported, disputed, waiting)
    ]
    assert ["standings" in sentence for sentence in found] == [True, False, False]
    owner = world.client(Role.DIRECTOR)
    page = owner.get(FILES).text
    for game in (reported, disputed, waiting):
        assert page.count(f'"/games/{game.pk}/"') == 3  # once for each of the three lists
    # They are named as boards: no line accuses the file of having no result.
    faults = faults_of(terms, Format.H9, owner.get(f"{FILES}h9/").content, entrants, owns=True)
    assert not [gap for gap in faults if "no result" in gap.after]
    enter_result(game_id=waiting.pk, winner="black")
    assert [game.id for game in unsettled_games(terms.id, entrants)] == [reported.pk, disputed.pk]


def test_unconfirmed_results_are_named_beside_the_files_for_other_programs(world: World) -> None:
    game = world.games[0]
    title = f"{game.black.name} – {game.white.name}"
    owner = world.client(Role.DIRECTOR)
    known = [_to_know(owner.get(FILES).text, kind) for kind in ("opengotha", "macmahon")]
    assert not any(title in told for told in known)
    report(game, game.black, "B+R")
    page = owner.get(FILES).text
    for kind in ("opengotha", "macmahon"):
        assert title in _to_know(page, kind)
    for kind in ("h9", "csv"):
        assert title not in _to_know(page, kind)


def _to_know(page: str, kind: str) -> str:
    """Return what is said of a file among the things to know."""
    return page.partition(f'id="lost-{kind}"')[2].partition("</details>")[0]
