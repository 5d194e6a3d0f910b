"""A director pairs a round, looks at it, changes it and publishes it, all by forms."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from adjudication.result_entry.services import enter_result
from tests.support.forms import said
from tests.support.world import NAMES, World, make_world
from tournament.models import Absence, Game, Player, Round, Seat
from tournament.players.services.players import withdraw_player
from tournament.rounds.services.rounds import finish_round

pytestmark = pytest.mark.django_db
ROUND = "/director/coupe/rounds/2/"


@pytest.fixture
def world() -> World:
    """Return the tournament with its first round finished."""
    world = make_world()
    for game in world.games:
        enter_result(game_id=game.pk, winner="black", reason="resignation")
    finish_round(round_id=world.games[0].round_id)
    return world


def chosen(client: Client, game: Game) -> str:
    """Return what the list of boards sends for a game."""
    (value,) = re.findall(rf'<option value="({game.pk}-[^"]*)"', client.get(ROUND).text)
    return str(value)


def boards() -> list[Game]:
    return list(Game.objects.filter(round__number=2).order_by("board_number"))


def test_an_unpaired_round_says_what_to_do(director: Client):
    page = director.get(ROUND).content.decode()
    assert "8 players take part" in page
    assert "Pair this round" in page
    assert "Publish" not in page
    assert director.get("/director/coupe/rounds/9/").status_code == 404


def test_players_are_offered_by_name_and_none_for_another(director: Client, world: World):
    Player.objects.filter(pk=world.players[3].pk).update(surname="Àaron")
    (select,) = re.findall(
        r'<select[^>]*name="black"[^>]*>(.*?)</select>', director.get(ROUND).text
    )
    offered = re.findall(r'<option value="\d+"( selected)?>([^<]+)', select)
    assert len(offered) == len(NAMES)
    assert offered[0][1].startswith("Àaron")
    assert [name for chosen, name in offered if chosen] == []


def test_a_round_is_paired_and_published_and_taken_back(director: Client):
    page = said(director, f"{ROUND}pair/", {})
    assert all(name in page for name in NAMES)
    assert len(boards()) == 4
    assert "every board comes out the same" in said(director, f"{ROUND}verify/", {})
    assert "being played" in said(director, f"{ROUND}state/", {"step": "publish"})
    assert "in preparation" in said(director, f"{ROUND}state/", {"step": "withdraw"})
    said(director, f"{ROUND}state/", {"step": "publish"})
    enter_result(game_id=boards()[0].pk, winner="white")
    page = said(director, f"{ROUND}state/", {"step": "withdraw"})
    assert "can no longer be withdrawn" in page
    assert Round.objects.get(number=2).state == "published"
    assert "already published" in said(director, f"{ROUND}pair/", {})


def test_boards_are_taken_away_locked_and_changed(director: Client):
    said(director, f"{ROUND}pair/", {})
    first, second, *_ = boards()
    change = f"{ROUND}change/"
    assert "locked" in said(director, change, {"action": "lock", "game": first.pk})
    page = said(director, change, {"action": "unpair", "game": [second.pk]})
    assert "1 board unpaired" in page
    assert "Without a board" in page
    said(director, f"{ROUND}pair/", {"keep": "all"})
    assert len(boards()) == 4
    assert Game.objects.get(pk=first.pk).locked
    said(director, change, {"action": "colours", "game": first.pk})
    assert Game.objects.get(pk=first.pk).black_id == first.white_id
    said(director, change, {"action": "unlock", "game": first.pk})
    other = boards()[1]
    page = said(
        director,
        change,
        {"action": "swap", "first": first.black_id, "second": other.black_id},
    )
    assert "changed places" in page
    said(
        director,
        change,
        {"action": "terms", "game": first.pk, "handicap": "3", "komi": "0,5", "table": "9"},
    )
    changed = Game.objects.get(pk=first.pk)
    assert (changed.handicap, changed.komi_half, changed.board_number) == (3, 1, 9)


def test_publishing_asks_about_a_bye_that_was_lost_and_about_who_left(director: Client):
    withdraw_player(player_id=Player.objects.get(number=1).pk, from_round=2)
    said(director, f"{ROUND}pair/", {})
    bye = Seat.objects.get(round__number=2, game=None).player
    gone = boards()[0].black
    withdraw_player(player_id=gone.pk, from_round=2, unseat=True)
    page = director.get(ROUND).text
    assert f"{bye.name}, who has the bye" in page
    assert f"{gone.name} no longer takes part" in page
    page = said(director, f"{ROUND}pair/", {"keep": "all"})
    assert f"{bye.name} has the bye again" in page
    assert "no longer takes part" not in page
    asked = said(director, f"{ROUND}state/", {"step": "publish"})
    assert "Lost the bye" in asked
    assert Round.objects.get(number=2).state == "draft"


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ({"action": "terms", "handicap": "many"}, "Write a whole number"),
        ({"action": "terms", "handicap": "99"}, "0 to 30 stones"),
        ({"action": "terms", "handicap": "1", "komi": "6.25"}, "whole or half points"),
        ({"action": "terms", "handicap": "1", "komi": "inf"}, "whole or half points"),
        ({"action": "terms", "handicap": "1", "table": "0"}, "1 to 9999"),
        ({"action": "swap", "first": "", "second": "x"}, "Choose a player"),
        ({"action": "swap", "first": "999999", "second": "999998"}, "not in this tournament"),
        ({"action": "bye", "player": "x" * 30}, "Choose a player"),
    ],
)
def test_what_cannot_be_is_told(director: Client, form: dict[str, str], text: str):
    said(director, f"{ROUND}pair/", {})
    before = [(game.pk, game.handicap, game.komi_half, game.board_number) for game in boards()]
    page = said(director, f"{ROUND}change/", {"game": boards()[0].pk, **form})
    assert text in page
    after = [(game.pk, game.handicap, game.komi_half, game.board_number) for game in boards()]
    assert after == before


def test_a_bye_is_given_and_taken(director: Client, world: World):
    said(director, f"{ROUND}pair/", {})
    game = boards()[-1]
    said(director, f"{ROUND}change/", {"action": "unpair", "game": game.pk})
    page = said(director, f"{ROUND}change/", {"action": "bye", "player": game.black_id})
    assert Seat.objects.get(game=None).player_id == game.black_id
    assert "Bye" in page
    name = Player.objects.get(pk=game.black_id).name
    assert f"to somebody else, {name} has no place in this round." in page
    page = said(director, f"{ROUND}change/", {"action": "no_bye", "player": ""})
    assert "Nobody has the bye any more." in page
    assert not Seat.objects.filter(game=None).exists()


def refused(director: Client, action: str, **typed: object) -> tuple[HttpResponse, dict[str, str]]:
    """Return the page of a refused change, and what is wrong by the field it stands beside."""
    answer = director.post(f"{ROUND}change/", {"action": action, **typed})
    assert answer.status_code == 400
    form = answer.context["changes"]["boards" if action in BOARD_ACTIONS else action]
    return answer, {name: str(errors[0]) for name, errors in form.errors.items()}


BOARD_ACTIONS = ("unpair", "lock", "unlock", "colours")


@pytest.mark.parametrize("action", BOARD_ACTIONS)
def test_without_a_board_chosen_one_is_asked_for(director: Client, action: str):
    said(director, f"{ROUND}pair/", {})
    answer, wrong = refused(director, action)
    assert wrong == {"game": "Choose at least one board."}
    assert "boards unpaired" not in answer.text
    assert len(boards()) == 4


def test_the_page_of_a_refused_change_can_be_sorted(director: Client):
    said(director, f"{ROUND}pair/", {})
    refused(director, "unpair")
    answer = director.get(f"{ROUND}change/?sort=-komi", follow=True)
    assert answer.context["table"].sort == "-komi"


def test_the_bye_is_not_taken_away_by_giving_it_to_nobody(director: Client):
    said(director, f"{ROUND}pair/", {})
    game = boards()[-1]
    said(director, f"{ROUND}change/", {"action": "unpair", "game": game.pk})
    said(director, f"{ROUND}change/", {"action": "bye", "player": game.black_id})
    _answer, wrong = refused(director, "bye", player="")
    assert wrong == {"player": "Choose a player."}
    assert Seat.objects.get(game=None).player_id == game.black_id


def test_what_nobody_typed_into_the_terms_of_a_board_stays_as_it_is(director: Client):
    said(director, f"{ROUND}pair/", {})
    board = boards()[0]
    form = director.get(ROUND).context["changes"]["terms"]
    sent = {
        "action": "terms",
        "game": board.pk,
        "handicap": "3",
        "version": form["version"].value(),
    }
    said(director, f"{ROUND}change/", sent)
    form = director.get(ROUND).context["changes"]["terms"]
    values = {name: form[name].value() for name in ("handicap", "komi", "table")}
    shown = {name: "" if value is None else value for name, value in values.items()}
    version = form["version"].value()
    sent = {**shown, "action": "terms", "game": board.pk, "table": "7", "version": version}
    said(director, f"{ROUND}change/", sent)
    board.refresh_from_db()
    assert (board.handicap, board.board_number) == (3, 7)


def test_terms_that_are_wrong_stay_typed_for_their_board(director: Client):
    said(director, f"{ROUND}pair/", {})
    board = boards()[2]
    answer, wrong = refused(director, "terms", game=board.pk, handicap="3", komi="abc", table="7")
    assert list(wrong) == ["komi"]
    assert re.search(rf'name="game" value="{board.pk}"[^>]* checked', answer.text)
    assert "1 board chosen" in answer.text
    form = answer.context["changes"]["terms"]
    values = {name: form[name].value() for name in ("game", "handicap", "komi", "table")}
    assert values == {"game": [str(board.pk)], "handicap": "3", "komi": "abc", "table": "7"}
    # The corrected value goes to the same board.
    sent = {**values, "komi": "0.5", "version": form["version"].value(), "action": "terms"}
    assert director.post(f"{ROUND}change/", sent).status_code == 302
    changed = Game.objects.get(pk=board.pk)
    assert (changed.handicap, changed.komi_half, changed.board_number) == (3, 1, 7)


def test_the_terms_of_all_chosen_boards_are_set_at_once(director: Client):
    said(director, f"{ROUND}pair/", {})
    first, second, *others = boards()
    chosen = [first.pk, second.pk]
    sent = {"action": "terms", "game": chosen, "handicap": "2", "komi": "0.5"}
    said(director, f"{ROUND}change/", sent)
    terms = [(game.handicap, game.komi_half) for game in boards()]
    assert terms[:2] == [(2, 1), (2, 1)]
    assert terms[2:] == [(game.handicap, game.komi_half) for game in others]
    _answer, wrong = refused(director, "terms", game=chosen, table="9")
    assert wrong == {"table": "A table is for one board: choose only one."}


def test_what_is_done_to_chosen_boards_stands_above_them(director: Client):
    said(director, f"{ROUND}pair/", {})
    page = director.get(ROUND).text
    table = page.index('class="boards drafted"')
    for action in ("terms", "colours", "lock", "unlock", "unpair"):
        assert page.index(f'name="action" value="{action}"') < table


def test_the_form_of_an_exchange_is_made_where_it_is_wanted(director: Client):
    """Names are exchanged in the table; everybody twice in lists would double the page."""

    def offered(page: str) -> int:
        return len(re.findall(r'<option value="[0-9]', page))

    said(director, f"{ROUND}pair/", {})
    page = director.get(f"{ROUND}?sort=-black").text
    assert not offered(page)
    assert 'href="?sort=-black&amp;hand=swap#swap"' in page
    assert offered(director.get(f"{ROUND}?hand=swap").text) == 2 * len(NAMES)
    answer, _wrong = refused(director, "swap", first=1, second=1)
    assert offered(answer.text) == 2 * len(NAMES)


def test_few_warnings_are_seen_without_opening_them(director: Client):
    said(director, f"{ROUND}pair/", {})
    page = said(director, f"{ROUND}change/", {"action": "unpair", "game": [boards()[0].pk]})
    assert '<details class="notice warn" id="warnings" open>' in page
    games = [game.pk for game in boards()[:2]]
    page = said(director, f"{ROUND}change/", {"action": "unpair", "game": games})
    assert '<details class="notice warn" id="warnings">' in page


def test_a_draft_keeps_its_order_when_it_is_changed(director: Client):
    said(director, f"{ROUND}pair/", {})
    page = director.get(f"{ROUND}?sort=-black").text
    addresses = re.findall(r' action="([^"]*/(?:change|pair|verify)/[^"]*)"', page)
    assert len(addresses) > 3
    assert all(address.endswith("?sort=-black") for address in addresses)
    sent = {"action": "lock", "game": boards()[0].pk}
    for address, body in ((f"{ROUND}change/", sent), (f"{ROUND}pair/", {})):
        assert director.post(f"{address}?sort=-black", body)["Location"] == f"{ROUND}?sort=-black"
        assert director.post(address, body)["Location"] == ROUND


def test_what_the_service_refuses_stands_beside_its_field(director: Client):
    said(director, f"{ROUND}pair/", {})
    player = boards()[0].black_id
    _answer, wrong = refused(director, "swap", first=player, second=player)
    assert wrong == {"second": "Choose two different players."}
    answer, wrong = refused(director, "terms", game=boards()[1].pk, table="99999")
    assert list(wrong) == ["table"]
    assert 'value="99999"' in answer.text


def test_minutes_of_the_clock_that_are_wrong_stay_in_their_open_form(director: Client):
    said(director, f"{ROUND}pair/", {})
    said(director, f"{ROUND}state/", {"step": "publish"})
    for typed in ("ten", "5000"):
        answer = director.post(f"{ROUND}clock/", {"step": "set", "minutes": typed})
        assert answer.status_code == 400
        assert list(answer.context["clock_form"].errors) == ["minutes"]
        assert f'value="{typed}"' in answer.text
        assert re.search(r'<details[^>]* id="clock-set" open>', answer.text)


def test_why_two_players_meet_is_said_in_words_and_numbers(director: Client):
    said(director, f"{ROUND}pair/", {})
    page = director.get(f"{ROUND}why/1/").content.decode()
    assert "First game between them." in page
    assert "500,000,000,000,000" in page
    assert "no second game, 5,000 times as much as equal scores" in page
    assert re.search(r"<span>no second game</span><svg.*?</svg><span>fully</span>", page)
    words, _, numbers = page.partition("<summary>In numbers")
    assert "the best pairing as a whole" in words
    assert not re.search(r"\d[,\d]{6}", words.partition("<h1>")[2])
    assert "What the whole round would lose with another opponent" in numbers
    others, _, movers = words.partition("Other opponents")[2].partition("Who would move")
    assert "would meet, too" in movers
    assert re.search(r"<li>With [^<]+, [^<]+ or [^<]+ the pairing as a whole would be", others)
    assert len(set(re.findall(r"the pairing as a whole [^<]*", others))) == others.count("<li>With")
    assert director.get(f"{ROUND}why/99/").status_code == 404


def test_files_are_given(director: Client):
    page = director.get("/director/coupe/files/").content.decode()
    assert "OpenGotha XML" in page
    for kind, start in (("opengotha", b"<?xml"), ("json", b"{"), ("h9", b";")):
        answer = director.get(f"/director/coupe/files/{kind}/")
        assert answer.content.lstrip(b"\xef\xbb\xbf").startswith(start)
        assert "attachment" in answer["Content-Disposition"]
    assert director.get("/director/coupe/files/excel/").status_code == 404
    assert director.get("/director/coupe/files/doc/").status_code == 404


def test_a_change_of_another_tournaments_board_does_nothing(director: Client):
    said(director, f"{ROUND}pair/", {})
    elsewhere = make_world(name="Elsewhere", slug="elsewhere")
    game = elsewhere.games[0]
    Round.objects.filter(pk=game.round_id).update(state="draft")
    said(director, f"{ROUND}change/", {"action": "lock", "game": game.pk})
    assert not Game.objects.get(pk=game.pk).locked


def test_results_are_entered_and_taken_back(director: Client):
    said(director, f"{ROUND}pair/", {})
    said(director, f"{ROUND}state/", {"step": "publish"})
    game = boards()[0]
    for code, winner, reason in (
        ("black", "black", "unknown"),
        ("white!", "white", "absence"),
        ("draw", "draw", "score"),
        ("both!", "both", "absence"),
        ("void", "void", "unknown"),
    ):
        form = {"game": chosen(director, game), "result": code}
        if code == "draw":  # komi is 7.5
            form["sure"] = f"{game.pk} draw"
        said(director, f"{ROUND}result/", form)
        game.refresh_from_db()
        assert (game.state, game.winner, game.reason) == ("entered", winner, reason)
    said(director, f"{ROUND}result/", {"game": chosen(director, game), "result": "clear"})
    game.refresh_from_db()
    assert game.state == "open"
    for form in ({"game": "x"}, {"game": game.pk, "result": "luck"}, {"game": 10**30}):
        assert "Choose" in said(director, f"{ROUND}result/", form)


def test_a_result_of_another_tournament_is_not_entered(director: Client):
    game = make_world(name="Elsewhere", slug="elsewhere").games[0]
    said(director, f"{ROUND}pair/", {})
    said(director, f"{ROUND}state/", {"step": "publish"})
    assert "Choose one board" in said(
        director, f"{ROUND}result/", {"game": game.pk, "result": "black"}
    )
    game.refresh_from_db()
    assert game.state == "open"


def test_who_withdraws_leaves_the_draft(world: World, director: Client):
    said(director, f"{ROUND}pair/", {})
    game = Game.objects.filter(round__number=2).select_related("black", "white").first()
    assert game is not None
    address = f"/director/{world.tournament.slug}/players/{game.black_id}/withdraw/"
    assert game.white.name in director.get(address).text
    said(director, address, {})
    assert not Game.objects.filter(pk=game.pk).exists()
    assert Absence.objects.filter(player=game.black_id, round_number=2).exists()
    seats = Seat.objects.filter(round__number=2)
    assert seats.exists()
    assert not seats.filter(player__in=[game.black_id, game.white_id]).exists()


def test_why_two_players_of_one_name_meet_tells_them_apart(director: Client):
    Player.objects.update(surname="Dupont", name="Dupont", club="")
    said(director, f"{ROUND}pair/", {})
    page = director.get(f"{ROUND}why/1/").text
    assert re.search(r"<h1>Why Dupont \(1\) meets Dupont \(\d\)</h1>", page)
    assert re.search(r"Dupont \(\d\) and Dupont \(\d\): the best pairing as a whole", page)
    assert re.search(r"With Dupont \(\d\), [^<]*Dupont \(\d\) or Dupont \(\d\) the pairing", page)
    assert re.findall(r".{60}Dupont(?! \().{60}", page) == []


def test_who_has_the_bye_can_be_asked_why(world: World, director: Client):
    withdrawn = Player.objects.get(number=8)
    withdraw_player(player_id=withdrawn.pk, from_round=2)
    page = said(director, f"{ROUND}pair/", {})
    (bye,) = Seat.objects.filter(round__number=2, game=None)
    link = f"{ROUND}why/{bye.player.number}/"
    assert f'href="{link}" aria-label="why? {bye.player.name}"' in page
    assert "has the bye" in director.get(link).content.decode()
