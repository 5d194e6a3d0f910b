"""A game or a round that was published is mended: form, what comes of it, then the change."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.result_entry.services import enter_result
from tests.support.world import World, both_report, make_world, report
from tournament.models import AuditEvent, Game, Reopening, Role, Round, Seat, Tournament
from tournament.rounds.services.rounds import create_round

pytestmark = pytest.mark.django_db
ROUND = "/director/coupe/rounds/1/correct/"


@pytest.fixture
def director(world: World) -> Client:
    for game in world.games[1:]:
        enter_result(game_id=game.pk, winner="black", reason="resignation")
    return world.client(Role.DIRECTOR)


def address(world: World, index: int = 1) -> str:
    return f"/director/coupe/games/{world.games[index].pk}/correct/"


def seen(page: str) -> str:
    found = re.search(r'name="version" value="([\w ]+)"', page)
    assert found
    return found[1]


def form(page: str, **values: str) -> dict[str, str]:
    """Return the hidden fields of a page's form, with what is typed."""
    hidden = re.findall(r'<input type="hidden" name="([\w ]+)" value="([^"]*)"', page)
    return {
        name: value for name, value in hidden if name not in ("csrfmiddlewaretoken", "next")
    } | values


RESULT = {"mend": "result", "winner": "white", "reason": "score", "margin": "3,5"}


@pytest.mark.parametrize("mend", ["\0", "nothing"])
def test_an_unknown_kind_of_correction_shows_what_could_be_corrected(
    world: World, director: Client, mend: str
):
    for path in (address(world), ROUND):
        for answer in (
            director.get(path, {"mend": mend}),
            director.post(path, {"mend": mend, "step": "preview"}),
        ):
            assert answer.status_code == 200
            assert 'href="?mend=' in answer.text


def test_a_round_to_be_corrected_says_how_far_its_results_are(world: World, director: Client):
    report(world.games[0], world.players[0], "B+R")
    page = director.get(ROUND).text
    assert '<td>B+R <span class="badge warn">to be confirmed</span></td>' in page
    assert '<td>B+R <span class="badge good">entered by the director</span></td>' in page


def stepped(client: Client, path: str, values: dict[str, str], **more: str) -> str:
    """Fill in the form of a kind and go on to what comes of it."""
    page = client.get(f"{path}?mend={values['mend']}").text
    answer = client.post(path, {**values, "version": seen(page), "step": "preview", **more})
    return answer.text


def test_a_game_shows_what_it_is_and_what_happened(world: World, director: Client):
    page = director.get(address(world)).text
    assert "Chris (Black) won against Dora (White) by resignation." in page
    assert "entered the result B+R: Chris (Black) – Dora (White)." in page
    assert "What is wrong?" in page
    assert 'href="?mend=colours"' in page


def test_a_result_is_corrected_after_a_look_at_the_standings(world: World, director: Client):
    page = stepped(director, address(world), RESULT, note="Slip of the pen")
    assert "The director corrected the result from B+R to W+3.5" in page
    assert "Reason: Slip of the pen" in page
    assert re.search(r"Dora: from place \d to \d", page)
    game = world.games[1]
    game.refresh_from_db()
    assert game.winner == "black"
    answer = director.post(address(world), form(page, step="confirm"), follow=True)
    assert "corrected the result from B+R to W+3.5" in answer.text
    assert ">Undo</button>" in answer.text
    game.refresh_from_db()
    assert (game.winner, game.reason, game.margin_half) == ("white", "score", 7)
    event = AuditEvent.objects.latest("pk")
    assert (event.verb, event.reason) == ("result.corrected", "Slip of the pen")
    assert event.actor_role == "director"


def test_nothing_is_written_by_a_look(world: World, director: Client):
    count = AuditEvent.objects.count()
    stepped(director, address(world), RESULT, note="x")
    stepped(director, address(world), {"mend": "remove"}, note="x")
    assert AuditEvent.objects.count() == count
    assert Game.objects.filter(round__number=1).count() == 4


def test_going_back_loses_nothing(world: World, director: Client):
    page = stepped(director, address(world), RESULT, note="Slip <of> the “pen”")
    values = form(page, step="edit")
    values["note"] = "Slip <of> the “pen”"
    back = director.post(address(world), values).text
    assert 'value="3,5"' in back
    assert "Slip &lt;of&gt; the “pen”" in back
    assert re.search(r'value="white"[^>]* checked', back)
    assert re.search(r'value="score" selected', back)


def test_the_browser_keeps_the_pages_for_going_back(world: World, director: Client):
    answer = director.get(address(world))
    assert "no-store" not in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"note": " "}, "Say why in a few words"),
        ({"note": "x" * 501}, "Write at most 500 characters"),
        ({"winner": ""}, "Say who won"),
        ({"winner": "nobody"}, "Say who won"),
        ({"margin": ""}, "How many points?"),
        ({"margin": "many"}, "Write the margin in points"),
        ({"margin": "0"}, "Write the margin in points"),
        ({"margin": "9999"}, "Write the margin in points"),
        ({"reason": "time"}, "Only a win by points has a margin"),
        ({"reason": "magic"}, "Say how the game was won"),
        ({"winner": "black", "reason": "resignation", "margin": ""}, "This would change nothing"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_typed_is_lost(
    world: World, director: Client, values: dict[str, str], text: str
):
    sent = {**RESULT, "note": "Why not", **values}
    page = director.get(f"{address(world)}?mend=result").text
    for step in ("preview", "confirm"):
        answer = director.post(address(world), {**sent, "version": seen(page), "step": step})
        assert answer.status_code == 400
        assert text in answer.text
        for typed in filter(None, (sent["margin"], sent["note"].strip())):
            assert f'value="{typed}"' in answer.text
    world.games[1].refresh_from_db()
    assert world.games[1].winner == "black"


def test_a_game_that_changed_meanwhile_is_shown_afresh(world: World, director: Client):
    page = director.get(f"{address(world)}?mend=result").text
    preview = stepped(director, address(world), RESULT, note="Slip")
    enter_result(game_id=world.games[1].pk, winner="draw")
    for answer in (
        director.post(address(world), {**RESULT, "note": "Slip", "version": seen(page)}),
        director.post(address(world), form(preview, step="confirm")),
    ):
        assert answer.status_code == 409
        assert "Somebody else changed this meanwhile" in answer.text
        assert "drew the game" in answer.text
        assert 'value="Slip"' in answer.text
    world.games[1].refresh_from_db()
    assert world.games[1].winner == "draw"
    fresh = director.post(
        address(world), {**RESULT, "note": "Slip", "version": seen(answer.text), "step": "preview"}
    )
    assert fresh.status_code == 200


def test_later_rounds_paired_from_it_are_named(world: World, director: Client):
    from tests.support.world import add_round

    add_round(world)
    page = stepped(director, address(world), RESULT, note="Slip")
    assert "Round 2 is already paired from what was known: board 2." in page


@pytest.mark.parametrize(
    ("values", "told", "after"),
    [
        ({"mend": "colours"}, "exchanged the colours, now Dora (Black) – Chris (White)", "white"),
        ({"mend": "result", "winner": "open"}, "from B+R to no result", ""),
        ({"mend": "result", "winner": "draw"}, "from B+R to jigo", "draw"),
        ({"mend": "result", "winner": "both", "reason": "absence"}, "to both lose", "both"),
        ({"mend": "result", "winner": "void", "reason": "score"}, "to void", "void"),
        ({"mend": "result", "winner": "white", "margin": "12"}, "to W+12", "white"),
        ({"mend": "result", "winner": "white"}, "from B+R to W:", "white"),
        (
            {"mend": "terms", "handicap": "3", "komi": "0.5", "table": "9"},
            "to board 9, handicap 3, komi 0.5",
            "black",
        ),
        (
            {"mend": "terms", "handicap": "0", "komi": "6.5", "table": "4"},
            "to board 4, handicap 0, komi 6.5",
            "black",
        ),
    ],
)
def test_each_kind_of_correction(
    world: World, director: Client, values: dict[str, str], told: str, after: str
):
    page = stepped(director, address(world), values, note="So it was")
    assert told in page
    answer = director.post(address(world), form(page, step="confirm"), follow=True)
    assert answer.status_code == 200
    assert told in answer.text
    world.games[1].refresh_from_db()
    assert world.games[1].winner == after


def test_who_played_is_corrected(world: World, director: Client):
    absent = world.players[3]
    newcomer = add(world, "Zoe")
    game = world.games[1]
    values = {"mend": "players", "black": str(game.black_id), "white": str(newcomer)}
    page = stepped(director, address(world), values, note="She came in for Dora")
    assert "to Chris (Black) – Zoe (White)" in page
    director.post(address(world), form(page, step="confirm"))
    game.refresh_from_db()
    assert game.white_id == newcomer
    assert not Seat.objects.filter(player=absent).exists()
    taken = {**values, "white": str(world.players[0].pk)}
    assert "exchange the two players" in stepped(director, address(world), taken, note="x")
    assert "Choose a player" in stepped(director, address(world), {**values, "white": ""})


def add(world: World, name: str) -> int:
    from tournament.players.services.players import add_player

    return add_player(tournament_id=world.tournament.pk, surname=name, rank="5k").pk


def test_a_game_that_was_not_played_is_taken_away(world: World, director: Client):
    page = stepped(director, address(world), {"mend": "remove"}, note="Both ill")
    assert "removed the pairing: Chris (Black) – Dora (White)" in page
    answer = director.post(address(world), form(page, step="confirm"), follow=True)
    assert answer.redirect_chain[0][0].startswith(ROUND)
    assert "Without a game" in answer.text
    assert not Game.objects.filter(pk=world.games[1].pk).exists()
    event = AuditEvent.objects.latest("pk")
    answer = director.post(f"/director/coupe/history/{event.pk}/undo/", follow=True)
    assert "undid this" in answer.text
    assert Game.objects.filter(round__number=1).count() == 4


def test_a_step_is_undone_and_done_again(world: World, director: Client):
    page = stepped(director, address(world), RESULT, note="Slip")
    director.post(address(world), form(page, step="confirm"))
    event = AuditEvent.objects.latest("pk")
    undo = f"/director/coupe/history/{event.pk}/undo/?round=1"
    answer = director.post(undo, follow=True)
    assert "round=1" in answer.redirect_chain[0][0]
    assert "The director undid this: “The director corrected the result" in answer.text
    assert "Undo that again" in answer.text
    assert f'id="event-{event.pk}" class="undone"' in answer.text
    world.games[1].refresh_from_db()
    assert world.games[1].winner == "black"
    twice = director.post(undo, follow=True)
    assert "It is already undone" in twice.text
    assert AuditEvent.objects.latest("pk").undoes_id == event.pk
    again = AuditEvent.objects.latest("pk").pk
    answer = director.post(f"/director/coupe/history/{again}/undo/", follow=True)
    assert "redid this" in answer.text
    world.games[1].refresh_from_db()
    assert world.games[1].winner == "white"


def test_nobody_undoes_what_is_not_his(world: World, director: Client):
    elsewhere = make_world(name="Elsewhere", slug="elsewhere")
    enter_result(game_id=elsewhere.games[0].pk, winner="black")
    event = AuditEvent.objects.latest("pk").pk
    assert director.post(f"/director/coupe/history/{event}/undo/").status_code == 404
    assert director.post(f"/director/elsewhere/history/{event}/undo/").status_code == 403
    game = elsewhere.games[0].pk
    assert director.get(f"/director/coupe/games/{game}/correct/").status_code == 404
    elsewhere.games[0].refresh_from_db()
    assert elsewhere.games[0].winner == "black"


def test_a_confirmed_result_is_final(world: World, director: Client):
    game = world.games[0]
    both_report(game, "B+R")
    page = director.get(address(world, 0)).text
    assert "This result is final" in page
    assert "What is wrong?" not in page
    answer = director.post(address(world, 0), {**RESULT, "note": "x", "step": "confirm"})
    game.refresh_from_db()
    assert game.winner == "black"
    assert "This result is final" in answer.text
    Tournament.objects.update(reopening=Reopening.ALWAYS)
    page = director.get(address(world, 0)).text
    assert "The settings of this tournament let you change it" in page
    assert 'href="?mend=colours"' not in page
    page = stepped(director, address(world, 0), RESULT, note="Slip")
    director.post(address(world, 0), form(page, step="confirm"))
    game.refresh_from_db()
    assert (game.winner, game.state) == ("white", "confirmed")


def test_two_players_of_a_running_round_change_places(world: World, director: Client):
    one, other = world.players[0].pk, world.players[2].pk
    values = {"mend": "swap", "first": str(one), "second": str(other)}
    page = stepped(director, ROUND, values, note="Wrong boards")
    assert "corrected the pairing from" in page
    answer = director.post(ROUND, form(page, step="confirm"), follow=True)
    assert ">Undo</button>" in answer.text
    assert Game.objects.get(pk=world.games[1].pk).black_id == one
    for wrong, text in (
        ({"second": ""}, "Choose a player"),
        ({"second": str(one)}, "Choose two different players"),
        ({"second": "99999999"}, "Choose a player"),
        ({"note": ""}, "Say why"),
    ):
        again = stepped(director, ROUND, {**values, "note": "Wrong boards", **wrong})
        assert text in again
        assert f'value="{one}" selected' in again


def test_a_late_pairing_and_a_bye(world: World, director: Client):
    late, later, third = (add(world, name) for name in ("Ida", "Jo", "Kay"))
    values = {"mend": "add", "black": str(late), "white": str(later)}
    page = stepped(director, ROUND, values, note="Late train")
    assert "added the pairing Ida (Black) – Jo (White)" in page
    director.post(ROUND, form(page, step="confirm"))
    game = Game.objects.latest("pk")
    assert (game.black_id, game.board_number) == (late, 5)
    page = stepped(director, ROUND, {"mend": "bye", "player": str(third)}, note="Alone")
    answer = director.post(ROUND, form(page, step="confirm"), follow=True)
    assert "gave the bye to Kay." in answer.text
    assert Seat.objects.get(game=None).player_id == third
    page = stepped(director, ROUND, {"mend": "bye", "player": ""}, note="She left")
    director.post(ROUND, form(page, step="confirm"))
    assert not Seat.objects.filter(game=None).exists()


def test_going_back_from_a_late_pairing_loses_nothing(world: World, director: Client):
    late, later = add(world, "Ida"), add(world, "Jo")
    values = {"mend": "add", "black": str(late), "white": str(later), "handicap": "2"}
    page = stepped(director, ROUND, values, note="Late train")
    back = director.post(ROUND, form(page, step="edit")).text
    assert f'value="{late}" selected' in back
    assert 'value="Late train"' in back
    assert 'name="handicap" value="2"' in back


def test_a_round_that_changed_meanwhile_is_shown_afresh(world: World, director: Client):
    one, other = world.players[0].pk, world.players[2].pk
    values = {"mend": "swap", "first": str(one), "second": str(other)}
    page, other_page = (stepped(director, ROUND, values, note="Wrong boards") for _ in range(2))
    director.post(ROUND, form(page, step="confirm"))
    answer = director.post(ROUND, form(other_page, step="confirm"))
    assert answer.status_code == 409
    assert "Somebody else changed this meanwhile" in answer.text
    assert Game.objects.get(pk=world.games[1].pk).black_id == one


def test_a_result_that_came_in_under_the_preview_is_given_to_nobody(world: World, director: Client):
    open_game, other = world.games[:2]
    values = {"mend": "swap", "first": str(open_game.black_id), "second": str(other.white_id)}
    page = stepped(director, ROUND, values, note="Wrong boards")
    enter_result(game_id=open_game.pk, winner="black")
    answer = director.post(ROUND, form(page, step="confirm"))
    assert answer.status_code == 409
    assert "Somebody else changed this meanwhile" in answer.text
    assert Game.objects.get(pk=open_game.pk).black_id == open_game.black_id


def test_results_of_other_boards_come_in_under_the_preview(world: World, director: Client):
    open_game, *others = world.games
    one, other = others[0].black_id, others[1].white_id
    values = {"mend": "swap", "first": str(one), "second": str(other)}
    page = stepped(director, ROUND, values, note="Wrong boards")
    enter_result(game_id=open_game.pk, winner="black")
    assert director.post(ROUND, form(page, step="confirm")).status_code == 302


def test_a_round_in_preparation_is_changed_on_its_own_page(world: World, director: Client):
    create_round(tournament_id=world.tournament.pk)
    answer = director.get("/director/coupe/rounds/2/correct/")
    assert answer["Location"] == "/director/coupe/rounds/2/"
    Round.objects.filter(number=1).update(state="draft")
    assert director.get(address(world))["Location"] == "/director/coupe/rounds/1/"
    assert director.get("/director/coupe/rounds/9/correct/").status_code == 404


def test_helpers_and_referees_correct_nothing(world: World):
    for role in (Role.HELPER, Role.REFEREE):
        browser = world.client(role)
        for path in (address(world), ROUND):
            assert browser.get(path).status_code == 403
            assert browser.post(path, {**RESULT, "note": "x"}).status_code == 403


def test_nothing_is_corrected_or_undone_in_a_closed_tournament(world: World, director: Client):
    event = AuditEvent.objects.latest("pk").pk
    before = {**RESULT, "version": seen(director.get(f"{address(world)}?mend=result").text)}
    Tournament.objects.update(closed_at=timezone.now())
    answer = director.post(address(world), {**before, "step": "preview", "note": "Slip"})
    assert "The tournament is closed" in answer.text
    for path in (address(world), ROUND):
        assert "mend=" not in director.get(path).text, "a correction is offered"
        assert 'name="note"' not in director.get(path, {"mend": "result"}).text
    assert "Undo<" not in director.get("/director/coupe/history/").text
    answer = director.post(f"/director/coupe/history/{event}/undo/", follow=True)
    assert "The tournament is closed" in answer.text
    world.games[1].refresh_from_db()
    assert world.games[1].winner == "black"
