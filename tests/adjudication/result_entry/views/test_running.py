"""A round being played: its page, its result line, its clock, and the helper's desk."""

import re

from django.test import Client

from adjudication.cases.services.opening import open_case
from adjudication.corrections.services.undo import undo
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.result_entry.services import enter_result
from tests.support.answering import confirm_as_read
from tests.support.desk_world import appealed, ruled
from tests.support.world import World, add_round, report
from tournament.models import AuditEvent, Game, GameState, Role, Round, Tournament
from tournament.rounds.services.rounds import finish_round

PAGE = "/director/coupe/rounds/1/"
LINE = f"{PAGE}line/"


def typed(client: Client, text: str, **seen: str) -> str:
    """Type into the line as a script does, on a page as it was ``seen``; return the answer."""
    answer = client.post(LINE, {"line": text, **seen}, headers={"X-Shinpan-Part": "1"})
    assert answer.status_code == 200
    return answer.text


def results() -> list[str]:
    games = Game.objects.filter(round__number=1).order_by("board_number")
    return [game.winner + (f"+{game.margin_half}" if game.margin_half else "") for game in games]


def tables(page: str) -> list[str]:
    return re.findall(r'id="game-(\d+)"', page)


def test_results_are_typed_and_answered_in_words(director: Client) -> None:
    answer = typed(director, "1 b")
    assert "Board 1: Black wins (Aki – Béa)." in answer
    assert "3 left. u undoes the last entry." in answer
    answer = typed(director, "2 w 3.5; 3 = sure, 4 b!")
    assert "Board 2: White wins by 3.5 points (Chris – Dora)." in answer
    assert "Board 4: Black wins, White did not come" in answer
    assert "All results are in." in answer
    assert results() == ["black", "white+7", "draw", "black"]


def test_what_cannot_be_done_stays_in_the_line_with_its_reason(director: Client) -> None:
    answer = typed(director, "1 b; 9 w; 2 q; 3 = sure")
    assert results() == ["black", "", "draw", ""]
    assert 'data-kept="9 w; 2 q"' in answer
    assert "9 w: there is no board 9." in answer
    assert "2 q: not understood" in answer


def test_a_board_that_is_not_there_is_said_before_its_result_is_asked_for(director: Client) -> None:
    answer = typed(director, "99; 3; 5 b w")
    assert "99: there is no board 99." in answer
    assert "3: the result is missing" in answer
    assert "5 b w: there is no board 5." in answer
    assert "two colours" in typed(director, "3 b w")


def test_the_last_entry_is_taken_back_to_what_was_before(director: Client) -> None:
    typed(director, "1 b; 2 w; 1 w 0.5")
    assert "Board 1: undone, now Black wins (Aki – Béa)." in typed(director, "u")
    assert results() == ["black", "white", "", ""]
    typed(director, "u; u")
    assert results() == ["", "", "", ""]
    assert "you have nothing to undo" in typed(director, "u")


def test_a_cleared_result_comes_back(director: Client) -> None:
    typed(director, "1 w 2.5")
    assert "removed. It was: White wins by 2.5 points." in typed(director, "1 -")
    assert results()[0] == ""
    typed(director, "u")
    assert results()[0] == "white+5"


def test_nobody_takes_back_what_another_changed(world: World, director: Client) -> None:
    typed(director, "1 b; 2 b")
    other = world.client(Role.ASSISTANT)
    assert "you have nothing to undo" in typed(other, "u")
    assert "Before: Black wins." in typed(other, "2 w")
    assert "Board 2 has changed meanwhile" in typed(director, "u")
    assert results()[:2] == ["black", "white"]
    typed(director, "u")
    assert results()[:2] == ["", "white"]


def versions_on(client: Client, path: str = PAGE) -> str:
    """Which versions of the games a page shows, as it sends them with what is typed on it."""
    found = re.search(r'name="seen" value="([^"]*)"', client.get(path).text)
    assert found
    return found[1]


def test_two_who_enter_opposite_results_at_once_do_not_overwrite_each_other(
    world: World, director: Client
) -> None:
    other = world.client(Role.ASSISTANT)
    seen, desk = versions_on(director), versions_on(other, "/director/coupe/desk/")
    typed(director, "1 b 2.5; 1 b 3.5", seen=seen)  # a slip of one's own is put right at once
    answer = typed(other, "1 w; 2 w", seen=desk)
    assert "Board 1 has changed meanwhile" in answer
    assert "Black wins by 3.5 points" in answer
    assert 'data-kept="1 w"' in answer
    assert results()[:2] == ["black+7", "white"]
    assert "It was noted already" in typed(director, "2 w", seen=seen)
    typed(director, "u; 1 b 4.5", seen=seen)
    assert results()[0] == "black+9"
    typed(other, "1 w", seen=versions_on(other, "/director/coupe/desk/"))  # looked at, and meant
    assert results()[0] == "white"
    assert "changed meanwhile" in typed(director, "1 -", seen=seen)
    assert results()[0] == "white"


def test_what_stands_already_is_said_and_not_remembered(director: Client) -> None:
    typed(director, "1 b 3.5; 2 b")
    assert "It was noted already." in typed(director, "1 b 3.5")
    typed(director, "u")
    assert results()[:2] == ["black+7", ""]


def test_what_players_reported_is_not_written_over(world: World, director: Client) -> None:
    report(world.games[0], world.players[0], "B+R")
    helper = world.client(Role.HELPER)
    assert "1 w: The players have reported this game themselves" in typed(helper, "1 w")
    assert 'id="settle-1"' not in typed(director, "1 -") + typed(helper, "1 w")
    assert "not entered yet" in typed(director, "1 w")
    assert results()[0] == "black"


def test_any_board_with_an_open_case_leads_to_it(world: World, director: Client) -> None:
    def linked() -> list[bool]:
        answer = director.get(PAGE)
        found = [f'id="case-{number}"' in answer.text for number in (1, 2, 3)]
        # A board that only stands or waits says in words that there is a case.
        lines = sorted(answer.context["lines"], key=lambda line: line.game.table)
        assert [line.case_open for line in lines][:3] == found
        return found

    enter_result(game_id=world.games[1].pk, winner="black")
    assert linked() == [False, False, False]
    games = Game.objects.select_related("round__tournament", "black", "white")
    for game in games.filter(pk__in=[world.games[0].pk, world.games[1].pk]):
        open_case(cause=Cause.CONDUCT, game=game)
    assert linked() == [True, True, False]
    kept = Decision("nothing", reasons="Nothing was shown.")
    case = ruled(world, Case.objects.get(game=world.games[0]), decision=kept)
    assert linked() == [False, True, False]
    appealed(world, case, world.players[1])
    assert linked() == [True, True, False]
    assert 'id="case-' not in world.client(Role.HELPER).get("/director/coupe/desk/").text


def test_a_disputed_board_leads_to_its_case(world: World, director: Client) -> None:
    game = world.games[0]
    report(game, world.players[0], "B+3.5")
    report(game, world.players[1], "W+2.5")
    case = Case.objects.get(game=game)
    address = f'href="/referee/coupe/cases/{case.number}/"'
    assert address in typed(director, "1 b")
    assert address not in typed(world.client(Role.HELPER), "1 b")
    assert Game.objects.get(pk=game.pk).state == GameState.DISPUTED


def settling(page: str, board: int) -> dict[str, str]:
    """Return what the question about a board sends; nothing where none is asked."""
    form = next((part for part in page.split("<form") if f'id="settle-{board}"' in part), "")
    names = "once version winner reason margin"
    found = re.findall(r'name="(\w+)" value="([^"]*)"', form)
    return {name: value for name, value in found if name in names.split()}


def settle(client: Client, game: Game, sent: dict[str, str]) -> str:
    answer = client.post(f"/director/coupe/games/{game.pk}/settle/", sent, follow=True)
    return answer.text


def test_the_director_settles_a_report_after_a_question(world: World, director: Client) -> None:
    game = world.games[0]
    report(game, world.players[0], "B+3.5")
    asked = typed(director, "1 w 2.5")
    assert "Aki has reported: Black wins by 3.5 points. Béa has not confirmed it." in asked
    assert results()[0] == "black+7"
    sent = settling(asked, 1)
    assert (sent["winner"], sent["margin"]) == ("white", "2.5")
    page = settle(director, game, sent)
    assert "Board 1 is settled" in page
    assert settling(page, 1) == {}
    assert results()[0] == "white+5"
    game.refresh_from_db()
    assert game.state == GameState.ENTERED
    event = AuditEvent.objects.latest("pk")
    for _ in range(2):
        settle(director, game, sent)
    assert AuditEvent.objects.latest("pk") == event
    undo(event_id=event.pk)
    game.refresh_from_db()
    assert (game.state, results()[0]) == (GameState.REPORTED, "black+7")


def test_who_won_alone_settles_a_report_as_it_is(world: World, director: Client) -> None:
    report(world.games[0], world.players[0], "B+3.5")
    sent = settling(typed(director, "1 b"), 1)
    assert (sent["winner"], sent["margin"]) == ("black", "3.5")
    settle(director, world.games[0], sent)
    assert results()[0] == "black+7"


def test_nothing_is_settled_that_was_answered_meanwhile(world: World, director: Client) -> None:
    game = world.games[0]
    sent = report(game, world.players[0], "B+R")
    asked = settling(typed(director, "1 w"), 1)
    confirm_as_read(submission_id=sent, player_id=game.white_id)
    assert settling(director.get(PAGE).text, 1) == {}
    assert "not settled" in settle(director, game, asked)
    game.refresh_from_db()
    assert (game.state, game.winner) == (GameState.CONFIRMED, "black")


def test_a_report_is_settled_from_the_list_after_the_same_question(
    world: World, director: Client
) -> None:
    game = world.games[0]
    report(game, world.players[0], "B+R")
    game.refresh_from_db()
    sent = {"game": f"{game.pk}-{game.version}", "result": "white!"}
    page = director.post("/director/coupe/rounds/1/result/", sent)
    assert page.status_code == 400
    assert results()[0] == "black"
    settle(director, game, settling(page.text, 1))
    game.refresh_from_db()
    assert (game.winner, game.reason) == ("white", "absence")


def test_a_settling_that_says_nothing_right_does_nothing(world: World, director: Client) -> None:
    report(world.games[0], world.players[0], "B+R")
    for sent in ({}, {"version": "x", "winner": "black"}, {"winner": "red", "version": "2"}):
        assert "not settled" in settle(director, world.games[0], sent)
    assert results()[0] == "black"


def test_where_players_report_only_who_did_not_come_is_noted(director: Client) -> None:
    Tournament.objects.update(reporting="players")
    assert "Note only who did not come" in director.get(PAGE).text
    answer = typed(director, "1 b; 2 w!")
    assert "the players report their results" in answer
    assert results()[:2] == ["", "white"]


def test_without_a_script_the_line_is_a_form(director: Client) -> None:
    page = director.post(LINE, {"line": "1 b"}, follow=True)
    assert page.redirect_chain == [(PAGE, 302)]
    assert "Board 1: Black wins" in page.text
    page = director.post(LINE, {"line": "2 b; 99 x"})
    assert page.status_code == 400
    assert 'value="99 x"' in page.text
    assert 'aria-invalid="true"' in page.text
    assert "there is no board 99" in page.text
    assert results()[:2] == ["black", "black"]


def test_a_french_reader_is_asked_which_colour_b_is(world: World) -> None:
    director = world.client(Role.DIRECTOR, language="fr")
    page = director.get(PAGE).text
    assert "<kbd>12 n</kbd>" in page
    assert "<kbd>12 bl 3,5</kbd>" in page
    # One language in all that is shown to be typed.
    assert not re.findall(r"<kbd>[^<]*\b[bwr]\b", page)
    asked = typed(director, "1 b; 2 n", **{"Accept-Language": "fr"})
    assert 'data-kept="1 b"' in asked
    assert "écrivez n pour Noir, bl pour Blanc" in asked
    assert results()[:2] == ["", "black"]


def test_boards_keep_their_order_whatever_comes_in(world: World) -> None:
    report(world.games[1], world.players[2], "B+R")
    report(world.games[0], world.players[0], "B+R")
    enter_result(game_id=world.games[2].pk, winner="white")
    director = world.client(Role.DIRECTOR)
    assert tables(director.get(PAGE).text) == ["1", "2", "3", "4"]
    assert tables(director.get(f"{PAGE}?show=open").text) == ["4"]
    assert tables(director.get(f"{PAGE}?show=reported").text) == ["1", "2"]
    assert tables(director.get(f"{PAGE}?show=done").text) == ["3"]
    page = director.get(f"{PAGE}?show=disputed").text
    assert "Nothing is disputed." in page
    assert '<a href="?show=reported">2 are to be confirmed</a>' in page
    # What there is none of cannot be pressed.
    assert 'id="show-disputed"' not in page
    assert 'id="show-open"' in page
    assert tables(director.get(f"{PAGE}?show=nonsense").text) == ["1", "2", "3", "4"]


def test_no_such_round_has_no_news(director: Client) -> None:
    for number in (7, 2**15, 10**23):
        for page in ("", "live/", "why/1/"):
            address = f"/director/coupe/rounds/{number}/{page}"
            assert (address, director.get(address).status_code) == (address, 404)


def test_a_margin_beyond_all_measure_leaves_the_others_done(director: Client) -> None:
    answer = typed(director, f"1 b; 2 b {'9' * 320}; 3 = sure")
    assert results() == ["black", "", "draw", ""]
    assert "2 b 999" in answer
    assert "this is not a margin" in answer


def test_unchanged_is_304_and_a_result_is_seen(world: World, director: Client) -> None:
    live = f"{PAGE}live/"
    first = director.get(live)
    (tag,) = re.findall(r'data-live-tag="&quot;([^"]+)&quot;"', director.get(PAGE).text)
    assert first["ETag"].startswith(f'"{tag}')
    assert director.get(live, headers={"If-None-Match": f'"{tag}"'}).status_code == 304
    same = director.get(live, headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    report(world.games[0], world.players[0], "B+R")
    seen = director.get(live, headers={"If-None-Match": first["ETag"]})
    assert seen.status_code == 200
    assert "<strong>0</strong> of <strong>4</strong> boards done" in seen.text
    news = "0 of 4 boards done: 3 have no result yet, 1 is to be confirmed."
    assert f'data-live-news="{news}"' in seen.text
    for other in (f"{live}?show=open", f"{live}?show=done"):
        assert director.get(other)["ETag"] != seen["ETag"]


def test_a_clock_somebody_starts_is_seen(world: World, director: Client) -> None:
    Tournament.objects.update(round_minutes=60)
    live = f"{PAGE}live/"
    tag = director.get(live)["ETag"]
    director.post(f"{PAGE}clock/", {"step": "start"})
    seen = director.get(live, headers={"If-None-Match": tag}).text
    assert "data-clock-ends=" in seen
    assert "Pause" in seen
    director.post(f"{PAGE}clock/", {"step": "pause"})
    seen = director.get(live).text
    assert "data-clock-ends=" not in seen
    assert "Resume" in seen
    director.post(f"{PAGE}clock/", {"step": "reset"})
    assert ">1:00:00<" in director.get(live).text


def test_the_minutes_of_a_clock_are_set_or_refused_in_words(director: Client) -> None:
    for minutes in ("soon", "", "0"):
        page = director.post(f"{PAGE}clock/", {"step": "set", "minutes": minutes}, follow=True)
        assert "minutes" in page.text
        assert Round.objects.get(number=1).clock_seconds is None
    director.post(f"{PAGE}clock/", {"step": "set", "minutes": "45"})
    director.post(f"{PAGE}clock/", {"step": "add", "minutes": "5"})
    assert ">50:00<" in director.get(PAGE).text


def test_a_round_with_all_results_asks_to_be_closed(world: World, director: Client) -> None:
    page = director.get(PAGE).text
    assert "close the round" not in page
    assert 'href="/director/coupe/rounds/2/">Prepare round 2</a>' in page
    typed(director, "1 b; 2 b; 3 b; 4 b")
    page = director.get(PAGE).text
    assert "All results are in: close the round" in page
    # It stands above the boards, with the round to prepare next.
    assert page.index('id="close-it"') < page.index('id="prepare-next"') < page.index("<table")
    director.post(f"{PAGE}close/")
    page = director.get(PAGE).text
    assert 'name="line"' not in page
    assert "data-live=" not in page
    assert tables(page)
    assert "the round is closed" in typed(director, "1 w")
    assert results()[0] == "black"


def test_the_rounds_and_the_result_slips_are_one_press_away(director: Client) -> None:
    page = director.get(PAGE).text
    chips = page.split('class="chips"')[1].split("</nav>")[0]
    assert re.findall(r'href="/director/coupe/rounds/(\d)/"', chips) == ["1", "2"]
    assert re.findall(r' aria-current="page">(\d)<', chips) == ["1"]
    assert 'href="/director/coupe/print/slips/1/"' in page


def test_what_follows_from_a_result_that_cannot_be_is_said_with_a_way_to_mend_it(
    world: World, director: Client
) -> None:
    typed(director, "1 b 4; 1 b 4 sure")
    page = director.get(PAGE).text
    assert "It counts as it stands until it is corrected:" in page
    assert f'href="/director/coupe/games/{world.games[0].pk}/correct/"' in page
    assert "until it is corrected" not in world.client(Role.HELPER).get(f"{PAGE}live/").text


def test_games_of_earlier_rounds_without_a_result_are_named(world: World) -> None:
    add_round(world)
    page = world.client(Role.DIRECTOR).get("/director/coupe/rounds/2/").text
    assert "4 games of earlier rounds are not done:" in page
    assert "Round 1, board 3: Emil – Fanny" in page


def test_a_helper_starts_at_the_desk_and_can_enter_and_nothing_else(world: World) -> None:
    helper = world.client(Role.HELPER)
    assert 'href="/director/coupe/desk/"' in helper.get("/").text
    page = helper.get("/director/coupe/desk/").text
    assert tables(page) == ["1", "2", "3", "4"]
    for power in (
        "Close",
        "Take it back into preparation",
        "Set the round clock",
        "Overview",
        "/players/",
    ):
        assert power not in page
    answer = helper.post(LINE, {"line": "1 b", "desk": "1"}, follow=True)
    assert answer.redirect_chain == [("/director/coupe/desk/?round=1", 302)]
    assert results()[0] == "black"
    assert helper.get(PAGE).status_code == 403


def test_a_helpers_link_leads_to_the_desk(world: World) -> None:
    from tournament.staff.services import issue_link

    token = issue_link(tournament_id=world.tournament.pk, role=Role.HELPER)
    assert Client().post(f"/l/{token}/")["Location"] == "/director/coupe/desk/"


def test_of_several_running_rounds_one_is_chosen(world: World) -> None:
    helper = world.client(Role.HELPER)
    assert 'class="chips"' not in helper.get("/director/coupe/desk/").text
    add_round(world)
    page = helper.get("/director/coupe/desk/").text
    assert re.search(r'href="\?round=1"[^>]*>1<', page)
    assert re.search(r'href="\?round=2"[^>]* aria-current="page">2<', page)
    assert "/rounds/2/line/" in page
    assert "/rounds/1/line/" in helper.get("/director/coupe/desk/?round=1").text
    for game in Game.objects.all():
        enter_result(game_id=game.pk, winner="black")
    for number in (1, 2):
        finish_round(round_id=Round.objects.get(number=number).pk)
    gone = helper.get("/director/coupe/desk/?round=1", follow=True)
    assert "No round is being played" in gone.text


def test_what_holds_a_round_open_is_told_beside_the_button(world: World, director: Client) -> None:
    typed(director, "1 b")
    report(world.games[1], world.games[1].black, "B+R")
    page = director.get(PAGE)
    assert page.context["held_open"] == "boards 3, 4: no result yet; board 2: to be confirmed"
    assert page.context["held_open"] in page.text
    assert 'disabled aria-describedby="held-open"' in page.text
    assert 'id="held-open"' in page.text
    # Whoever only enters results closes nothing.
    assert 'id="held-open"' not in world.client(Role.HELPER).get("/director/coupe/desk/").text


def test_the_help_tells_of_jigo_where_a_board_can_be_drawn(world: World, director: Client) -> None:
    jigo = "<kbd>14 =</kbd>"
    assert jigo not in director.get(PAGE).text
    Game.objects.filter(pk=world.games[3].pk).update(komi_half=14)
    assert director.get(PAGE).text.count(jigo) == 2
