"""A player's report filled in from a record of a server: looked at, then sent as ever."""

import json
import re
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from adjudication.archive.selectors.proofs import proof_of
from adjudication.models import ServerRecord, Submission, Verdict
from adjudication.proofs.verdicts import check_reports
from adjudication.submissions.services.server_records import SentSide, send_server_game
from tests.support.badges import verdict_badges
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import GameState, Player, Round, Tournament
from tournament.players.services.players import change_player

pytestmark = pytest.mark.django_db


def record(**root: str) -> bytes:
    usual = {"PC": "OGS: https://online-go.com/game/7", "PB": "aki9", "PW": "bea", "KM": "6.5"}
    today = timezone.localdate().isoformat()
    return sgf(WALLS, **{**usual, "RU": "Japanese", "RE": "W+R", "DT": today, **root})


@pytest.fixture
def black(world: World) -> Client:
    change_player(player_id=world.players[0].pk, accounts="OGS: aki9")
    return world.player(0)


@pytest.fixture
def address(world: World) -> str:
    return f"/games/{world.games[0].pk}/report/"


def carried_on(page: str) -> dict[str, str]:
    """Return the hidden fields of a page that is sent."""
    pairs = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
    return {name: value for name, value in pairs if name != "csrfmiddlewaretoken"}


def test_the_result_is_filled_in_and_sent_by_the_player(
    world: World, black: Client, address: str
) -> None:
    answer = black.post(
        address, {"step": "server", "record": SimpleUploadedFile("g.sgf", record())}
    )
    assert answer.status_code == 200
    assert not Submission.objects.exists(), "looking sends nothing"
    fields = carried_on(answer.text)
    assert (fields["winner"], fields["reason"]) == ("white", "resignation")
    black.post(address, {**fields, "step": "send"})
    report = Submission.objects.get()
    assert (report.claim_winner, report.claim_reason) == ("white", "resignation")
    assert report.record is not None
    world.games[0].refresh_from_db()
    assert world.games[0].state == GameState.REPORTED, "the opponent has still to confirm it"


def test_an_address_that_is_pasted_as_the_record_is_not_opened(black: Client, address: str) -> None:
    pasted = "http://files.gokgs.com/games/2026/11/30/aki9-bea.sgf"
    result = {"winner": "black", "reason": "resignation"}
    for step in ("attach", "send", "server"):
        answer = black.post(address, {**result, "step": step, "paste": pasted})
        assert answer.status_code == 400
        assert "Nothing is fetched" in answer.text
        assert pasted in answer.text, "it can be changed"


@pytest.mark.parametrize(
    "data",
    [
        record(PB="bea", PW="aki9"),
        record(PB="stranger"),
        record(RE="?"),
        record(PC="The KGS Go Server at http://www.gokgs.com/"),
        b"https://online-go.com/game/7",
        b"http://files.gokgs.com/games/2026/11/30/aki9-bea.sgf",
        b"",
    ],
)
def test_nothing_is_filled_in_from_what_is_not_theirs(
    black: Client, address: str, data: bytes
) -> None:
    answer = black.post(address, {"step": "server", "paste": data.decode()})
    assert answer.status_code == 400
    assert "winner" not in carried_on(answer.text)
    assert list(answer.context["errors"]) == ["paste" if data.strip() else "record"]


def test_what_speaks_against_the_game_is_said(black: Client, address: str) -> None:
    answer = black.post(address, {"step": "server", "paste": record(KM="0.5").decode()})
    assert "komi 0.5" in answer.text


def test_what_a_program_sent_is_offered_to_both_and_final_only_by_both(
    world: World, black: Client, address: str
) -> None:
    white = world.player(1)
    send_server_game(
        tournament_id=world.tournament.pk,
        data=record(PW="whoever White is there"),
        filename="g.sgf",
        program="OGS bridge",
        black=SentSide(number=1),
        white=SentSide(number=2),
    )
    sent = str(ServerRecord.objects.get().pk)
    states = []
    for client in (black, white):
        assert "OGS bridge" in client.get("/me/").text or states
        page = client.post(address, {"step": "server", "server": sent}).text
        client.post(address, {**carried_on(page), "step": "send"})
        world.games[0].refresh_from_db()
        states.append(world.games[0].state)
    assert states == [GameState.REPORTED, GameState.CONFIRMED]


def test_another_games_record_is_not_offered(world: World, black: Client, address: str) -> None:
    other = ServerRecord.objects.create(
        tournament=world.tournament, game=world.games[1], sha256="0" * 64, data=record(), size=9
    )
    moved = ServerRecord.objects.create(
        tournament=world.tournament,
        game=world.games[0],
        seats="0-0",
        sha256="1" * 64,
        data=record(),
        size=9,
    )
    assert "Look at what it says" not in black.get(address).text, "other players sat there"
    again = black.post(address, {"step": "server", "server": str(moved.pk)})
    assert again.status_code == 400
    answer = black.post(address, {"step": "server", "server": str(other.pk)})
    assert answer.status_code == 400


def test_players_enter_their_own_accounts(world: World, black: Client) -> None:
    page = "/me/accounts/"
    version = world.players[0].version + 1
    assert "aki9" in black.get(page).text
    black.post(page, {"accounts": "ogs=aki10", "version": str(version)})
    assert Player.objects.get(pk=world.players[0].pk).accounts == "OGS: aki10"
    taken = world.player(1).post(page, {"accounts": "OGS: AKI10", "version": "1"})
    assert taken.status_code in (400, 409)
    assert Player.objects.get(pk=world.players[1].pk).accounts == ""


def test_the_form_offers_it_where_games_are_played_on_servers(
    world: World, black: Client, address: str
) -> None:
    offered = 'name="step" value="server"'
    assert offered not in black.get(address).text
    Tournament.objects.update(internet=True)
    assert offered in black.get(address).text


def test_nobody_learns_the_accounts_of_their_opponent(
    world: World, black: Client, address: str
) -> None:
    change_player(player_id=world.players[1].pk, accounts="OGS: secret")
    data = record(PW="stranger").decode()
    answer = black.post(address, {"step": "server", "paste": data})
    assert answer.status_code == 400
    assert "secret" not in answer.text


def test_the_accounts_it_was_known_by_are_no_other_players(
    world: World, black: Client, address: str
) -> None:
    change_player(player_id=world.players[1].pk, accounts="OGS: bea")
    page = black.post(address, {"step": "server", "paste": record().decode()}).text
    assert "other players" not in page
    black.post(address, {**carried_on(page), "step": "send"})
    judge_all()
    assert not any("names" in one["code"] for one in Verdict.objects.get().findings)


@pytest.fixture
def online(world: World) -> World:
    """Return the tournament as one on the Internet, with 30 minutes and byo-yomi of 30 seconds."""
    clock = {"system": "STDBYOYOMI", "basic_minutes": 30, "byo_yomi_seconds": 30}
    Tournament.objects.update(internet=True, clock=clock)
    change_player(player_id=world.players[1].pk, accounts="OGS: bea")
    return world


ELSEWHERE = record(RU="Chinese", TM="3600", OT="3x10 byo-yomi", DT="2001-10-01", RE="W+T")


def test_all_read_on_which_other_terms_a_game_was_played(
    online: World, black: Client, address: str
) -> None:
    page = black.post(address, {"step": "server", "paste": ELSEWHERE.decode()}).text
    told = re.findall(r"<li>(Other terms: [^<]+)</li>", page)
    assert len(told) == 3
    black.post(address, {**carried_on(page), "step": "send"})
    game = f"/games/{online.games[0].pk}/"
    before = online.player(1).get(game).text
    assert [reason in before for reason in told] == [True] * 3, "before it was replayed, too"
    judge_all()
    for client, where in (
        (online.player(1), game),
        (online.client("director"), "/director/coupe/rounds/1/"),
        (online.client("director"), game),
        (online.client("referee"), game),
    ):
        shown = client.get(where).text
        assert [reason in shown for reason in told] == [True] * 3, where
        assert "ecord agrees" not in shown
    assert verdict_badges(online.tournament.pk) == {online.games[0].pk: "unmet"}
    everybody = Client().get(game).text + Client().get("/t/coupe/").text
    assert "ecord agrees" not in everybody
    proof = json.loads(json.dumps(proof_of(online.games[0].pk, timezone.now())))
    assert check_reports(proof)[0] == []


def test_a_reader_of_french_reads_its_days(online: World, black: Client, address: str) -> None:
    french = {"HTTP_ACCEPT_LANGUAGE": "fr"}
    page = black.post(address, {"step": "server", "paste": ELSEWHERE.decode()}, **french).text
    assert "1 octobre 2001" in page


def test_a_report_is_told_in_the_time_of_the_event(world: World) -> None:
    Tournament.objects.update(time_zone="Asia/Tokyo")
    report(world.games[0], world.games[0].black, "B+R")
    page = world.player(1).get(f"/games/{world.games[0].pk}/").text
    sent = Submission.objects.get().created_at.astimezone(ZoneInfo("Asia/Tokyo"))
    assert re.search(rf"<time [^>]*>[^<]*{sent:%H:%M} JST</time>", page)
    assert "data-moment" not in page, "no script rewrites it in another zone"


def test_what_a_record_does_not_say_of_the_terms_is_no_other_term(
    online: World, black: Client, address: str
) -> None:
    page = black.post(address, {"step": "server", "paste": record(RU="", DT="").decode()}).text
    told = re.findall(r"<li>(Not decided by the record: [^<]+)</li>", page)
    assert len(told) == 3
    black.post(address, {**carried_on(page), "step": "send"})
    shown = online.player(1).get(f"/games/{online.games[0].pk}/").text
    assert [reason in shown for reason in told] == [True] * 3
    judge_all()
    assert verdict_badges(online.tournament.pk) == {online.games[0].pk: "said"}


def test_at_a_board_a_record_is_held_against_no_clock(
    world: World, black: Client, address: str
) -> None:
    page = black.post(address, {"step": "server", "paste": ELSEWHERE.decode()}).text
    black.post(address, {**carried_on(page), "step": "send"})
    judge_all()
    assert not [one for one in Verdict.objects.get().findings if one["code"].startswith("terms")]


def test_the_words_of_a_record_stand_where_players_have_no_button_for_them(
    black: Client, address: str
) -> None:
    answer = black.post(address, {"step": "server", "paste": record(RE="W+Forfeit").decode()})
    assert answer.status_code == 200
    assert "W+Forfeit" in answer.text


def test_who_the_record_names_is_said_where_they_are_not_known(
    world: World, black: Client, address: str
) -> None:
    change_player(player_id=world.players[1].pk, accounts="OGS: bea")
    answer = black.post(address, {"step": "server", "paste": record(PW="bee").decode()})
    assert answer.status_code == 400
    assert "bee (White)" in answer.text


def test_players_read_the_time_that_their_game_is_to_have(online: World, black: Client) -> None:
    assert "30 min, then byo-yomi of 30 s" in black.get("/me/").text.replace(
        "\N{NO-BREAK SPACE}", " "
    )


def test_another_number_of_periods_is_told_where_the_tournament_lays_one_down(
    online: World, black: Client, address: str
) -> None:
    played = record(TM="1800", OT="1x30 byo-yomi").decode()
    before = black.post(address, {"step": "server", "paste": played}).text
    clock = {**Tournament.objects.get().clock, "byo_yomi_periods": 5}
    Tournament.objects.update(clock=clock)
    after = black.post(address, {"step": "server", "paste": played}).text
    told = [
        re.findall(r"<li>Other terms: [^<]*with the time[^<]+</li>", page)
        for page in (before, after)
    ]
    assert (len(told[0]), len(told[1])) == (0, 1)
    page = black.get("/me/").text.replace("\N{NO-BREAK SPACE}", " ")
    assert "30 min, then byo-yomi of 5 × 30 s" in page


def test_the_time_stands_on_my_games_without_a_game_of_this_round(online: World) -> None:
    Round.objects.update(state="draft")
    page = online.player(1).get("/me/").text
    assert "then byo-yomi of" in page


@pytest.mark.parametrize("internet", [True, False])
def test_nobody_on_the_internet_is_sent_to_the_referee(
    world: World, black: Client, address: str, internet: bool
) -> None:
    Tournament.objects.update(internet=internet)
    game = world.games[0]
    report(game, game.black, "B+R")
    white = world.player(1)
    page = white.get(f"/games/{game.pk}/contest/").text
    answer = white.post(f"/games/{game.pk}/contest/", carried_on(page), follow=True)
    assert "The game is locked" in answer.text
    assert ("go and see the referee" in answer.text) is not internet
