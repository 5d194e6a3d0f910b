"""The pages of everybody: one round at a time, standings, players, prizes; what is fresh."""

import csv
import io
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.result_entry.services import enter_result
from tests.factories.tournament import PlayerFactory, TournamentFactory
from tests.support.records import WALLS, sgf
from tests.support.world import World, add_round, give_up_all, judge_all, make_world, report
from tests.tournament.fields import event, play
from tournament.errors import Conflict, UserError
from tournament.models import AuditEvent, Game, Player, Registration, Role, Round, Tournament
from tournament.players.services.players import change_player
from tournament.public.selectors.player_card import player_card
from tournament.public.selectors.standings import standings_page
from tournament.public.services import set_prizes
from tournament.rounds.services.clock import set_clock, start_clock
from tournament.rounds.services.draws import draw_round
from tournament.standings.prizes import MOST_PRIZES, Prize, PrizeKind
from tournament.state.codec import to_json
from tournament.state.criteria import Criterion
from tournament.state.parameters import Parameters, ScoringParameters

pytestmark = pytest.mark.django_db


def text(path: str, **headers: str) -> str:
    answer = Client().get(path, headers=headers or None)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.text)


def test_the_latest_round_is_shown_and_the_others_have_addresses(world: World) -> None:
    add_round(world)
    page = text("/t/coupe/")
    assert "<h2>Round 2</h2>" in page
    assert page.count("<table") == 1
    assert 'href="/t/coupe/rounds/1/"' in page
    assert "<h2>Round 1</h2>" in text("/t/coupe/rounds/1/")
    for unknown in ("/t/coupe/rounds/3/", "/t/coupe/rounds/3/live/", "/t/coupe/rounds/0/"):
        assert Client().get(unknown).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["", "live/", "rounds/1/live/", "players/", "players/1/", "standings/", "standings/1/live/",
     "standings/1/why/1/", "crosstable/", "wall/", "wall/live/"],
)  # fmt: skip
def test_of_an_unknown_tournament_there_is_no_page(path: str) -> None:
    assert Client().get(f"/t/nowhere/{path}").status_code == 404


def test_a_round_in_preparation_has_no_address(world: World) -> None:
    Round.objects.create(tournament=world.tournament, number=2)
    assert Client().get("/t/coupe/rounds/2/").status_code == 404
    assert Client().get("/t/coupe/standings/2/").status_code == 404


def test_by_name_everybody_finds_board_colour_and_opponent(world: World) -> None:
    page = text("/t/coupe/?by=name")
    names = re.findall(r'<tr data-find="([^"]+)"', page)
    assert names == sorted(names)
    assert len(names) == 8
    assert re.search(r'data-find="bea".*?<strong>1</strong></td><td>White – Aki', page)


def test_a_name_is_looked_for_without_its_accents(world: World) -> None:
    assert 'data-find="aki bea"' in text("/t/coupe/")


def test_before_the_first_round_the_page_lists_who_takes_part() -> None:
    tournament = TournamentFactory(slug="early")
    PlayerFactory(tournament=tournament, surname="Ohba")
    page = text("/t/early/")
    assert "No round has been published yet." in page
    assert "Ohba" in page
    assert "Nobody has been registered" in text(f"/t/{TournamentFactory().slug}/")


def test_who_only_asked_to_take_part_is_nowhere() -> None:
    tournament = TournamentFactory(slug="early")
    PlayerFactory(tournament=tournament, surname="Ohba", number=1)
    PlayerFactory(
        tournament=tournament, surname="Waiting", number=2, registration=Registration.REQUESTED
    )
    for path in ("", "players/", "standings/", "crosstable/", "wall/"):
        page = text(f"/t/early/{path}")
        assert "Waiting" not in page, path
    assert "1 player" in text("/t/early/")
    assert Client().get("/t/early/players/2/").status_code == 404


LIVE = (
    "/t/coupe/live/",
    "/t/coupe/rounds/1/live/",
    "/t/coupe/standings/1/live/",
    "/t/coupe/wall/live/",
)


@pytest.mark.parametrize("path", LIVE)
def test_what_has_not_changed_is_304_and_a_result_is_news(world: World, path: str) -> None:
    first = Client().get(path)
    tag = first["ETag"]
    same = Client().get(path, headers={"If-None-Match": f"W/{tag}"})
    assert (same.status_code, same.content) == (304, b"")
    enter_result(game_id=world.games[0].pk, winner="black")
    news = Client().get(path, headers={"If-None-Match": tag})
    assert news.status_code == 200
    assert news["ETag"] != tag


@pytest.mark.parametrize("path", LIVE)
def test_whatever_changes_is_news(world: World, path: str) -> None:
    def changed() -> bool:
        nonlocal tag
        before, tag = tag, Client().get(path)["ETag"]
        return before != tag

    tag = Client().get(path)["ETag"]
    assert not changed()
    change_player(player_id=world.players[0].pk, surname="Aki Neu")
    assert changed()
    set_clock(round_id=world.games[0].round_id, minutes=60)
    assert changed()
    start_clock(round_id=world.games[0].round_id)
    assert changed()
    report(world.games[0], world.games[0].black, "B+R")
    assert changed()
    add_round(world)
    assert changed()


@pytest.mark.parametrize("given_up", [False, True])
def test_a_verdict_on_a_record_is_news(world: World, given_up: bool) -> None:
    report(world.games[0], world.games[0].black, "B+R", sgf(WALLS))
    waiting = Client().get("/t/coupe/live/")
    assert "being checked" in waiting.text
    if given_up:
        give_up_all()
    else:
        judge_all()
    told = Client().get("/t/coupe/live/", headers={"If-None-Match": waiting["ETag"]})
    assert told.status_code == 200
    assert "being checked" not in told.text


def test_the_tag_of_a_part_depends_on_language_and_on_what_is_asked(world: World) -> None:
    tags = [
        Client().get(path, headers={"Accept-Language": language})["ETag"]
        for path in (*LIVE, "/t/coupe/live/?by=name", "/t/coupe/standings/1/live/?club=38Gr",
                     "/t/coupe/wall/live/?show=results")
        for language in ("en", "fr")
    ]  # fmt: skip
    assert len(set(tags)) == len(tags)


def test_what_changes_while_a_page_is_read_is_news_afterwards(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_then_changed(slug: str, after: int | None, **asked: bool) -> object:
        page = standings_page(slug, after, **asked)
        enter_result(game_id=world.games[0].pk, winner="black")
        return page

    monkeypatch.setattr("tournament.public.views.standings.standings_page", read_then_changed)
    page = text("/t/coupe/standings/").replace("&quot;", '"')
    assert 'data-live-tag="' in page
    assert f'data-live-tag="{Client().get("/t/coupe/standings/1/live/")["ETag"]}"' not in page


def test_another_tournaments_results_are_no_news(world: World) -> None:
    other = make_world(name="Other", slug="other")
    tag = Client().get("/t/coupe/standings/1/live/")["ETag"]
    enter_result(game_id=other.games[0].pk, winner="black")
    assert Client().get("/t/coupe/standings/1/live/")["ETag"] == tag


def test_the_page_knows_the_tag_of_what_it_shows(world: World) -> None:
    for page, part in (("/t/coupe/", "live/"), ("/t/coupe/standings/", "1/live/")):
        tag = Client().get(f"{page}{part}")["ETag"]
        assert f'data-live-tag="{tag}"' in text(page).replace("&quot;", '"')


def test_a_value_of_the_standings_leads_to_the_sum_it_is() -> None:
    tournament = event(4)
    for number in (1, 2):
        draw_round(tournament_id=tournament.pk)
        play(tournament, number)
    table = text(f"/t/{tournament.slug}/standings/")
    link = f"/t/{tournament.slug}/standings/2/why/1/"
    assert f'<a href="{link}#SOSM" data-why>' in table
    value = re.search(rf'{link}#SOSM" data-why>([^<]+)<', table)
    page = text(link)
    assert value
    opponents = Game.objects.filter(black__number=1) | Game.objects.filter(white__number=1)
    told = r"\d+ \(MMS of P\d\d\)"
    assert re.search(rf">{told} \+ {told} = {value[1]}<", page), page
    assert re.search(r">\d+ \(start\) \+ [01] \((?:won against|lost to) P\d\d\)", page)
    assert "SOSM of P" in page.partition('id="SOSOSM"')[2]
    assert opponents.count() == 2
    for path in ("2/why/99/", "3/why/1/"):
        assert Client().get(f"/t/{tournament.slug}/standings/{path}").status_code == 404


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_criterion_has_an_explanation_page(language: str) -> None:
    scoring = ScoringParameters(categories=(-3,), rounds=2)
    parameters = to_json(Parameters(scoring=scoring, criteria=tuple(Criterion)))
    tournament = event(5, parameters=parameters)
    for number in (1, 2):
        draw_round(tournament_id=tournament.pk)
        play(tournament, number)
    for number in range(1, 6):
        path = f"/t/{tournament.slug}/standings/2/why/{number}/"
        page = text(path, **{"Accept-Language": language})
        for criterion in Criterion:
            assert f'id="{criterion.value}"' in page


def test_the_sum_says_what_was_not_played(world: World) -> None:
    add_round(world)
    for game in world.games[4:]:
        enter_result(game_id=game.pk, winner="white", reason="resignation")
    page = text("/t/coupe/standings/2/why/1/")
    assert "not finished yet against Béa" in page
    assert "lost to Béa" in page
    enter_result(game_id=world.games[0].pk, winner="black", reason="absence")
    page = text("/t/coupe/standings/2/why/1/")
    assert "Béa did not come" in page
    assert "won against Béa" not in page
    enter_result(game_id=world.games[0].pk, winner="void")
    assert "void game against Béa" in text("/t/coupe/standings/2/why/1/")


def test_the_heads_of_the_tables_are_words(world: World) -> None:
    head = text("/t/coupe/standings/").split("<thead>")[1].split("</thead>")[0]
    assert re.search(r">Place\b", head)
    assert not re.search(r">Pl\b", head)
    head = text("/t/coupe/crosstable/").split("<thead>")[1].split("</thead>")[0]
    assert ">#<" not in head
    assert ">Row<" in head


def test_a_part_of_the_standings(world: World) -> None:
    Player.objects.filter(number__in=(2, 5)).update(club="Elsewhere")
    page = text("/t/coupe/standings/?club=Elsewhere")
    assert re.findall(r"<th scope=\"row\" class=\"stays\"><a[^>]*>([^<]+)", page) == ["Béa", "Emil"]
    assert re.search(
        r'<td class="number place">2<.*?<td class="number among">1</td>.*?Béa',
        page,
    )
    page = text("/t/coupe/standings/?from=4k&to=3k")
    assert re.findall(r"class=\"stays\"><a[^>]*>([^<]+)", page) == ["Chris", "Dora"]
    assert "Nobody is in this part" in text("/t/coupe/standings/?club=Nowhere")
    assert text("/t/coupe/standings/?from=rank&group=x").count(" data-why>") == 0


def test_the_standings_are_a_wall_list(world: World) -> None:
    def before(name: str) -> str:
        return page.partition(f">{name}</a>")[0].rpartition("<tr ")[2]

    enter_result(game_id=world.games[0].pk, winner="white", reason="resignation")
    page = text("/t/coupe/standings/")
    line = page.partition(">Aki</a>")[2].partition("</tr>")[0]
    assert "38Gr" in line
    assert 'class="came lost black"' in line
    assert "lost to Béa as Black" in line
    assert '<td class="number">0</td>' in line  # wins
    assert line.index("came") < line.index("data-why")
    assert "medal" not in page  # before the end nobody has won one
    assert text("/t/coupe/standings/?from=4k&to=3k").count('class="came') > 2
    assert "came" not in text(f"/t/{event(4).slug}/standings/")


def test_where_a_place_is_shared_the_rows_are_numbered(world: World) -> None:
    wins_alone = to_json(Parameters(criteria=(Criterion.NBW,)))
    Tournament.objects.update(parameters=wins_alone)
    page = text("/t/coupe/standings/")
    assert re.findall(r'<td class="number row">(\d)</td>', page) == list("12345678")
    assert "medal" not in page  # everybody is first


def last_round(number: int) -> None:
    parameters = to_json(Parameters(scoring=ScoringParameters(rounds=number)))
    Tournament.objects.filter(slug="coupe").update(parameters=parameters)


def test_after_the_last_round_the_first_three_stand_on_a_podium(world: World) -> None:
    set_prizes(tournament_id=world.tournament.pk, prizes=[Prize("Cup")])
    for game in world.games[:-1]:
        enter_result(game_id=game.pk, winner="black")
    last_round(1)
    assert 'class="podium"' not in text("/t/coupe/standings/")
    enter_result(game_id=world.games[-1].pk, winner="black")
    podium = text("/t/coupe/standings/").partition('class="podium"')[2].partition("</ol>")[0]
    assert re.findall(r'dir="auto">([^<]+)<', podium)[0] == "Aki"
    assert podium.count("<li>") >= 3
    swiss = Parameters(scoring=ScoringParameters(rounds=1), criteria=(Criterion.NBW,))
    Tournament.objects.filter(slug="coupe").update(parameters=to_json(swiss))
    shown = Client().get("/t/coupe/standings/").context["podium"]
    assert [step.value for step in shown] == ["1 win"] * len(shown)
    last_round(1)
    assert podium.count("<bdi>Cup</bdi>") == 1
    assert 'class="podium"' not in text("/t/coupe/standings/?club=38Gr")
    table = text("/t/coupe/standings/").partition("<tbody>")[2]
    assert table.partition("</tr>")[0].count('class="medal"') == 1
    assert 'class="medal"' not in table.rpartition("<tr ")[2]
    last_round(2)
    assert 'class="podium"' not in text("/t/coupe/standings/")


def test_standings_say_that_a_round_is_in_progress_and_wait_for_its_first_result(
    world: World,
) -> None:
    def title(path: str = "standings/") -> str:
        return text(f"/t/coupe/{path}").partition("<h1")[2].partition("</h1>")[0].rpartition(">")[2]

    assert title().strip() == "Standings, round 1 in progress"
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    assert title().strip() == "Standings after round 1"
    add_round(world)
    page = text("/t/coupe/standings/")
    assert title().strip() == "Standings after round 1"
    assert title("crosstable/").strip() == "Crosstable after round 1"
    assert "Round 2 has begun; no result is in yet." in page
    assert 'aria-label="After round 2"' not in page
    own = player_card("coupe", 1)
    assert own is not None
    assert own.latest is not None
    assert (own.latest.number, own.rounds[-1].number, own.rounds[-1].place) == (1, 2, None)
    shown = Client().get("/api/v1/tournaments/coupe/standings/").json()
    assert shown["after"] == 2  # a program asks for the latest published
    enter_result(game_id=world.games[-1].pk, winner="black")
    page = text("/t/coupe/standings/")
    assert title().strip() == "Standings, round 2 in progress"
    assert "has begun" not in page
    assert "3 results are missing or not final" in page
    assert "All opponents of round 2 already count in SOSM, SOSOSM." in page
    assert "Standings, round 2 in progress" in text("/t/coupe/wall/")
    part = text("/t/coupe/standings/2/live/").partition('data-live-for="standings-title">')[2]
    assert "Standings, round 2 in progress" in part.partition("</template>")[0]


def test_a_result_that_waits_for_the_other_player_looks_like_one(world: World) -> None:
    enter_result(game_id=world.games[0].pk, winner="black")
    for path in ("standings/", "crosstable/", "players/3/"):
        assert "unconfirmed" not in text(f"/t/coupe/{path}")
    report(world.games[1], world.games[1].black, "B+R")
    for path in ("standings/", "crosstable/"):
        page = text(f"/t/coupe/{path}")
        table, _, signs = page.partition("</tbody>")
        assert len(re.findall(r'class="came (?:won|lost) \w+ unconfirmed"', table)) == 2
        assert "won against Dora as Black, reported but not confirmed" in table
        assert "reported, not confirmed" in signs
    assert 'class="came won black unconfirmed"' in text("/t/coupe/players/3/")


def test_a_game_without_result_says_so_and_a_dispute_is_told_by_board_and_by_name(
    world: World,
) -> None:
    report(world.games[1], world.games[1].black, "B+R")
    report(world.games[1], world.games[1].white, "W+R")
    for query, lines in (("", 1), ("?by=name", 2)):
        page = text(f"/t/coupe/{query}")
        assert page.count('<span class="badge bad">disputed</span>') == lines
        assert page.count('<span class="screen-reader">no result yet</span></a>') == 4 * lines
        assert ">game<" not in page


def test_the_crosstable_is_sorted_and_searched_by_its_address(world: World) -> None:
    def names(query: str) -> list[str]:
        page = text(f"/t/coupe/crosstable/{query}")
        return re.findall(r'<tr data-find="[^"]*">.*?class="stays"><a[^>]*>([^<]+)', page)

    assert names("?sort=name") == sorted(names(""), key=str.casefold)
    assert names("?sort=-name") == names("?sort=name")[::-1]
    assert names("?q=dora") == ["Dora"]


def test_every_page_has_the_head_of_the_event(world: World) -> None:
    type(world.tournament).objects.update(
        city="Brest", starts_on="2026-11-22", ends_on="2026-11-23"
    )
    enter_result(game_id=world.games[0].pk, winner="black")
    for path in ("", "?by=name", "rounds/1/", "standings/", "standings/1/", "standings/1/why/1/",
                 "crosstable/", "players/", "players/1/"):  # fmt: skip
        head = text(f"/t/coupe/{path}").partition('class="event-head"')[2].partition("<main")[0]
        for words in ("Coupe", "Brest", "22 November 2026 – 23 November 2026", "8 players",
                      "<strong>Round 1 in progress</strong>", "1 of 4 results are in"):  # fmt: skip
            assert words in head, (path, words)
        assert head.count("<a href=") >= 5


def test_before_the_first_round_the_head_tells_of_none() -> None:
    slug = TournamentFactory(slug="early").slug
    for path in ("", "standings/", "players/"):
        head = text(f"/t/{slug}/{path}").partition('class="event-head"')[2].partition("<main")[0]
        assert "0 players" in head
        assert "Round " not in head


def test_a_part_that_is_asked_again_brings_the_state_of_the_head(world: World) -> None:
    enter_result(game_id=world.games[0].pk, winner="black")
    for path in ("live/", "standings/1/live/"):
        part = text(f"/t/coupe/{path}")
        news = part.partition('<template data-live-for="event-state">')[2].partition("</template>")
        assert "1 of 4 results are in" in news[0]


def test_people_of_one_name_are_told_apart_wherever_they_are_listed(world: World) -> None:
    first, second = (player.pk for player in world.players[2:4])
    Player.objects.filter(pk__in=(first, second)).update(surname="Leo", first_name="", club="Lyon")
    marked = [f"Leo ({player.number})" for player in world.players[2:4]]
    director = world.client(Role.DIRECTOR)
    for page in (
        text("/t/coupe/players/"),
        text("/t/coupe/rounds/1/"),
        director.get("/director/coupe/rounds/1/").text,
        director.get("/director/coupe/links/").text,
    ):
        assert all(name in page for name in marked)
        assert "Aki (1)" not in page
    Player.objects.filter(pk=second).update(club="Grenoble")
    assert "Leo (Grenoble)" in text("/t/coupe/players/")


def test_a_pair_is_found_and_sorted_by_either_of_both(world: World) -> None:
    first, second, hidden = (player.pk for player in world.players[2:5])
    Player.objects.filter(pk=first).update(partner="Zoé Abel", member_ranks="2k, 4k")
    Player.objects.filter(pk=second).update(partner="Aya Berg")
    Player.objects.filter(pk=hidden).update(partner="Carl Secret", hidden=True)

    def pairs(query: str = "") -> list[tuple[str, str]]:
        page = Client().get(f"/t/coupe/players/{query}")
        rows = [row for row, hides in page.context["players"] if row.partner and not hides]
        return [(row.first, row.partner) for row in rows]

    chris, dora = ("Chris", "Zoé Abel"), ("Dora", "Aya Berg")
    assert pairs() == [chris, dora]
    assert pairs("?sort=partner") == [dora, chris]
    assert pairs("?q=abel") == pairs("?q=chris") == [chris]
    page = text("/t/coupe/players/")
    assert "(2k, 4k)" in page
    assert "Carl Secret" not in page
    Player.objects.update(partner="")
    assert "sort=partner" not in text("/t/coupe/players/")


def test_where_all_play_in_pairs_the_head_counts_pairs(world: World) -> None:
    for address in ("/t/coupe/", "/t/coupe/players/"):
        Player.objects.update(partner="Kim Bo")
        assert "8 pairs" in text(address)
        Player.objects.filter(pk=world.players[0].pk).update(partner="")
        assert "8 players" in text(address), "one of them plays alone"


def test_a_players_card_tells_games_and_places(world: World) -> None:
    enter_result(game_id=world.games[0].pk, winner="white", reason="resignation")
    add_round(world)
    enter_result(game_id=world.games[-1].pk, winner="white")
    page = text("/t/coupe/players/1/")
    assert 'href="/t/coupe/players/2/"' in page
    assert "Black · lost" in page
    assert "W+R" in page
    assert "<polyline" in page
    assert page.count('class="crowd"') >= 2
    assert "<desc" in page
    assert 'class="came lost black"' in page
    assert Client().get("/t/coupe/players/9/").status_code == 404


def test_the_wall_shows_where_to_sit_then_what_came_of_it(world: World) -> None:
    def screens(path: str = "/t/coupe/wall/") -> list[str]:
        return re.findall(r'data-screen="(\w+)"', text(path))

    assert screens() == ["pairings"]
    enter_result(game_id=world.games[0].pk, winner="black")
    assert screens() == ["pairings", "results", "standings"]
    for game in world.games[1:]:
        enter_result(game_id=game.pk, winner="black")
    assert screens() == ["results", "standings"]
    add_round(world)
    assert screens() == ["pairings", "standings"]
    assert "Standings after round 1" in text("/t/coupe/wall/")
    for one in ("pairings", "results", "standings"):
        assert screens(f"/t/coupe/wall/?show={one}") == [one]


def test_without_script_the_wall_is_the_whole_list_and_loads_itself_anew(world: World) -> None:
    page = text("/t/coupe/wall/?show=pairings")
    assert '<noscript><meta http-equiv="refresh" content="60"></noscript>' in page
    assert page.count("<li>") == 8


def test_prizes_are_shown_with_their_winners(world: World) -> None:
    prizes = [Prize("Cup"), Prize("Winner's tea", PrizeKind.WINS)]
    set_prizes(tournament_id=world.tournament.pk, prizes=prizes)
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    table = text("/t/coupe/standings/").split('id="prizes"')[1]
    winners = ["Aki", "Chris", "Emil", "Gil"]
    assert all(name in table for name in winners)
    awards = Client().get("/t/coupe/standings/1/prizes/").context["awards"]
    found = [(award.name, [line.player.name for line in award.winners]) for award in awards]
    assert found == [("Cup", ["Aki"]), ("Winner's tea", winners)]
    data = Client().get("/t/coupe/standings/1/prizes.csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(data)))[1:]
    assert [(row[0], row[3]) for row in rows] == [
        ("Cup", "Aki"),
        *(("Winner's tea", name) for name in winners),
    ]
    director = world.client(Role.DIRECTOR)
    sheet = director.get("/director/coupe/print/prizes/1/").context["sheet"]
    assert [row[2].text for row in sheet.rows] == ["Aki", *winners]
    pdf = director.get("/director/coupe/print/prizes/1.pdf")
    assert (pdf.status_code, pdf.content[:4]) == (200, b"%PDF")
    assert Client().get("/t/coupe/standings/9/prizes/").status_code == 404


def test_a_prize_of_a_category_is_shown_by_its_name_alone(world: World) -> None:
    Player.objects.filter(surname="Emil").update(categories="Zugezogene")
    prizes = [Prize("Tea", PrizeKind.GIVEN, among="zugezogene")]
    set_prizes(tournament_id=world.tournament.pk, prizes=prizes)
    enter_result(game_id=world.games[0].pk, winner="black")
    awards = Client().get("/t/coupe/standings/1/prizes/").context["awards"]
    assert [[line.player.name for line in award.winners] for award in awards] == [["Emil"]]
    pages = (
        "standings/",
        "standings/1/prizes/",
        "standings/1/prizes.csv",
        "players/",
        "players/5/",
    )
    for page in pages:
        assert b"zugezogene" not in Client().get(f"/t/coupe/{page}").content.lower()
    sheet = world.client(Role.DIRECTOR).get("/director/coupe/print/prizes/1/")
    assert b"zugezogene" not in sheet.content.lower()


def prize_form(**changes: list[str]) -> dict[str, list[str]]:
    return {
        "name": ["Cup", ""],
        "kind": ["place", "place"],
        "number": ["1", ""],
        "category": ["", ""],
        "weakest": ["", ""],
        "strongest": ["", ""],
        "version": ["0"],
        "initial-prizes": ["[]"],
        **changes,
    }


def test_the_director_sets_prizes_and_it_is_written_down(world: World) -> None:
    browser = world.client(Role.DIRECTOR)
    path = "/director/coupe/prizes/"
    assert browser.post(path, prize_form()).status_code == 302
    world.tournament.refresh_from_db()
    assert [one["name"] for one in world.tournament.prizes] == ["Cup"]
    trail = AuditEvent.objects.filter(verb="tournament.prizes").get()
    assert (trail.actor_role, trail.before) == ("director", [])
    assert 'value="Cup"' in browser.get(path).text
    stale = browser.post(path, prize_form(name=["Other", ""]))
    assert stale.status_code == 400
    assert "Somebody else changed" in stale.text
    assert 'value="Other"' in stale.text


def test_prizes_are_limited_and_those_of_a_closed_tournament_stay(world: World) -> None:
    number = world.tournament.pk
    with pytest.raises(UserError, match="many_prizes"):
        set_prizes(tournament_id=number, prizes=[Prize("Cup")] * (MOST_PRIZES + 1))
    set_prizes(tournament_id=number, prizes=[Prize("Cup")] * MOST_PRIZES)
    type(world.tournament).objects.update(closed_at=timezone.now())
    with pytest.raises(Conflict):
        set_prizes(tournament_id=number, prizes=[])


def test_a_prize_that_nobody_can_win_is_shown_again_with_what_is_wrong(world: World) -> None:
    browser = world.client(Role.DIRECTOR)
    wrong = prize_form(kind=["ranks", "place"], number=["none", ""], weakest=["best", ""])
    answer = browser.post("/director/coupe/prizes/", wrong)
    assert answer.status_code == 400
    assert "Write a whole number." in answer.text
    assert "Write a rank such as 12k or 3d." in answer.text
    assert 'value="best"' in answer.text
    world.tournament.refresh_from_db()
    assert world.tournament.prizes == []


def test_prizes_that_somebody_makes_up_as_seen_are_no_fault(world: World) -> None:
    browser = world.client(Role.DIRECTOR)
    set_prizes(tournament_id=world.tournament.pk, prizes=[Prize("Cup")])
    sent = prize_form(name=["Other", ""], **{"initial-prizes": ["[" * 200_000]})
    answer = browser.post("/director/coupe/prizes/", sent)
    assert answer.status_code == 400
    assert "Somebody else changed" in answer.text
    assert "number of wins (byes count)" in answer.text


def test_a_preset_adds_to_what_was_typed_and_keeps_nothing(world: World) -> None:
    browser = world.client(Role.DIRECTOR)
    answer = browser.post("/director/coupe/prizes/", prize_form(preset=["podium"]))
    for name in ("Cup", "First", "Second", "Third"):
        assert f'value="{name}"' in answer.text
    world.tournament.refresh_from_db()
    assert world.tournament.prizes == []


def test_the_first_page_sorts_by_what_runs_comes_and_is_over(db: None) -> None:
    today = timezone.localdate()
    week = timedelta(days=7)
    TournamentFactory(name="Old", starts_on=today - week)
    TournamentFactory(name="Running", starts_on=today)
    TournamentFactory(name="Next", starts_on=today + week)
    TournamentFactory(name="Someday")
    page = text("/")
    assert re.findall(r"<h[23][^>]*>(?:<a[^>]*>)?([^<]+)", page) == [
        *("Now", "Running", "Coming", "Next", "Someday", "Over", "Old"),
    ]
    assert 'name="find"' not in page


def test_among_many_tournaments_one_may_search(db: None) -> None:
    for number in range(12):
        TournamentFactory(name=f"Cup {number}", city="Zürich" if number == 3 else "")
    page = text("/?find=zurich")
    assert re.findall(r"<h3><a[^>]*>([^<]+)", page) == ["Cup 3"]
    assert "No tournament has “nowhere”" in text("/?find=nowhere")


def test_a_prize_of_a_country_is_understood_and_what_nobody_can_win_is_told(world: World) -> None:
    Player.objects.filter(tournament=world.tournament).update(country="BE", club="Liège")
    browser, path = world.client("director"), "/director/coupe/prizes/"
    sent = prize_form(
        name=["Best of Belgium", "Best of Liège", "Nobody's"],
        kind=["country", "club", "club"],
        among=["Belgium", "liège", "Atlantis"],
    )
    assert browser.post(path, sent).status_code == 302
    world.tournament.refresh_from_db()
    assert [one["among"] for one in world.tournament.prizes] == ["BE", "Liège", "Atlantis"]
    assert [name for name, __ in browser.get(path).context["for_nobody"]] == ["Nobody's"]
    awards = Client().get("/t/coupe/standings/1/prizes/").context["awards"]
    assert [award.name for award in awards] == ["Best of Belgium", "Best of Liège"]
    unknown = browser.post(path, prize_form(kind=["country", ""], among=["Belgum", ""]))
    assert unknown.status_code == 400
    assert "Belgum" in unknown.text


def test_namesakes_are_told_apart_in_standings_and_on_the_wall(world: World) -> None:
    for player, club in zip(world.players[:2], ("Paris", "Lyon"), strict=True):
        Player.objects.filter(pk=player.pk).update(surname="Dupont", club=club)
    screens = [f"/t/coupe/wall/?show={show}" for show in ("pairings", "results", "standings")]
    for path in ("/t/coupe/standings/", "/t/coupe/crosstable/", *screens):
        page = Client().get(path).text
        assert "Dupont (Paris)" in page, path
        assert "Dupont (Lyon)" in page, path
    lines = {
        line.player.distinct_name: line
        for line in Client().get("/t/coupe/standings/").context["lines"]
    }
    assert "Paris" not in lines["Dupont (Paris)"].about  # the name has it
    assert "38Gr" in lines["Dora"].about
