"""A player's page: what is now, what comes next, and what was."""

import gzip
import re
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from adjudication.closing.services import close_tournament
from adjudication.corrections.services.corrections import correct_result
from adjudication.result_entry.services import enter_result
from adjudication.rules.verdicts import Verdict
from adjudication.submissions.services.reports import withdraw_submission
from adjudication.verdicts.views import record_line
from tests.support.records import WALLS, sgf
from tests.support.world import NAMES, World, add_round, both_report, judge_all, make_world, report
from tournament.models import Game, Reporting, Round, RoundState, Seat, Tournament
from tournament.players.services.players import change_player, set_participation, withdraw_player
from tournament.results.services.recording_errors import propose
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.clock import set_clock, start_clock
from tournament.rounds.services.rounds import create_round, finish_round, publish_round
from tournament.state.codec import to_json
from tournament.state.parameters import Parameters, ScoringParameters

MOST_BYTES = 30_000


def me(world: World, index: int) -> str:
    return world.player(index).get("/me/").text


def settle_all(world: World) -> None:
    """Give every open game a result both confirm, and close the rounds."""
    for game in Game.objects.filter(state="open"):
        both_report(game, "B+R")
    Round.objects.filter(state=RoundState.PUBLISHED).update(state=RoundState.FINISHED)


def test_players_of_one_name_are_told_apart_on_their_own_pages(world: World) -> None:
    for index, club in ((0, "Lyon"), (1, "Paris")):
        change_player(player_id=world.players[index].pk, surname="Dupont", club=club)
    page = me(world, 0)
    assert "<h1>Dupont (Lyon) " in page
    assert "You play Black against Dupont (Paris)" in page
    report(world.games[0], world.players[1], "W+R")
    assert "Dupont (Paris) has sent in the result:" in me(world, 0)
    assert "won against Dupont (Lyon) by resignation" in me(world, 1)
    # Whoever is alone in their name reads it alone.
    assert "You play Black against Dora" in me(world, 2)


def test_now_tells_all_a_player_needs_at_the_board(world: World) -> None:
    page = me(world, 1)
    for told in (
        "Round 1, board 1",
        "You play White against Aki",
        "1k, 38Gr",
        "9×9, no handicap, komi 6.5",
        "Japanese",
        "Report the result",
    ):
        assert told in page


def test_the_game_played_now_comes_before_what_else_waits(world: World) -> None:
    both_report(world.games[0], "B+R")
    propose(
        game_id=world.games[0].pk,
        by_player_id=world.players[1].pk,
        winner="white",
        reason="resignation",
        margin_half=None,
        note="Mixed up",
    )
    waits = "the confirmed result is said to be wrong"
    # The game of round 1 is settled: what waits comes first. That of round 2 is to be played.
    page = me(world, 0)
    assert page.index(waits) < page.index('id="now"')
    add_round(world)
    for address in ("/me/", "/me/live/"):
        page = world.player(0).get(address).text
        assert page.index("Report the result") < page.index(waits)


def test_ways_to_pairings_and_standings_are_beside_the_name(world: World) -> None:
    head = me(world, 0).split("data-live-status")[0].split("<h1>")[1]
    assert 'href="/t/coupe/"' in head
    assert 'href="/t/coupe/standings/"' in head


def test_the_time_left_to_report_is_told_and_that_it_is_over(world: World) -> None:
    until = timezone.now() + timedelta(minutes=24, seconds=30)
    Round.objects.update(report_until=until)
    assert "25 minutes are left" in me(world, 0)
    Round.objects.update(report_until=timezone.now() - timedelta(minutes=1))
    page = me(world, 0)
    assert "The time to report is over" in page
    assert "Report the result" in page


def test_the_round_clock_is_shown_while_the_game_is_played(world: World) -> None:
    Round.objects.update(clock_seconds=5400)
    assert "1:30:00" in me(world, 0)
    settle_all(world)
    assert "data-clock" not in me(world, 0)


def test_who_may_not_report_is_told_whom_to_tell(world: World) -> None:
    Tournament.objects.update(reporting=Reporting.DIRECTOR)
    page = me(world, 0)
    assert "The organisers enter the results" in page
    assert "/report/" not in page


def test_between_rounds_the_next_one_is_announced(world: World) -> None:
    settle_all(world)
    page = me(world, 0)
    assert "Next: round 2" in page
    assert "appear here by themselves" in page
    create_round(tournament_id=world.tournament.pk)
    assert "Round 2 is being prepared" in me(world, 0)


def test_a_new_round_appears_by_itself(world: World) -> None:
    settle_all(world)
    browser = world.player(0)
    page = browser.get("/me/").text
    address = re.search(r'data-live="([^"]+)" data-live-tag="&quot;(\w+)&quot;"', page)
    assert address
    headers = {"If-None-Match": f'"{address[2]}"'}
    assert browser.get(address[1], headers=headers).status_code == 304
    add_round(world)
    news = browser.get(address[1], headers=headers)
    assert news.status_code == 200
    assert "Round 2, board 1" in news.text
    assert "<html" not in news.text


def closed_tournament(world: World) -> None:
    close_tournament(tournament_id=world.tournament.pk, note="Over")


def reported(world: World) -> None:
    report(world.games[0], world.games[0].black, "W+15.5", sgf(WALLS))


def judged(world: World) -> None:
    reported(world)
    judge_all()


def withdrawn_report(world: World) -> None:
    game = world.games[0]
    one = report(game, game.black, "B+R")
    withdraw_submission(submission_id=one, player_id=game.black_id)


def next_round(world: World) -> None:
    create_round(tournament_id=world.tournament.pk)


def absence(world: World) -> None:
    set_participation(player_id=world.players[0].pk, round_number=2, plays=False)


def clock_started(world: World) -> None:
    set_clock(round_id=world.games[0].round_id, minutes=1)
    start_clock(round_id=world.games[0].round_id)


def reporting_time(world: World) -> None:
    Tournament.objects.update(report_minutes=9)
    clock_started(world)


def other_name(world: World) -> None:
    change_player(player_id=world.players[1].pk, surname="Bernadette")


def shown_in(page: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"|data-clock-now="[^"]*"', "", page)


def shown(browser: Client) -> str:
    return shown_in(browser.get("/me/live/").text)


@pytest.mark.parametrize(
    "change",
    [
        closed_tournament,
        reported,
        judged,
        withdrawn_report,
        next_round,
        absence,
        clock_started,
        reporting_time,
        other_name,
    ],
)
def test_whatever_the_page_shows_is_news(world: World, change: Callable[[World], None]) -> None:
    browser = world.player(0)
    before = browser.get("/me/live/")
    change(world)
    answer = browser.get("/me/live/", headers={"If-None-Match": before["ETag"]})
    assert answer["ETag"] != before["ETag"]
    assert answer.status_code == (304 if shown(browser) == shown_in(before.text) else 200)
    again = browser.get("/me/live/", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_a_consent_that_is_awaited_appears_by_itself(world: World) -> None:
    game = world.games[0]
    both_report(game, "B+R")
    asked, asking = world.player(0), world.player(1)
    tags = [browser.get("/me/live/")["ETag"] for browser in (asked, asking)]
    propose(
        game_id=game.pk,
        by_player_id=game.white_id,
        winner="white",
        reason="resignation",
        margin_half=None,
        note="Read wrong",
    )
    news = asked.get("/me/live/", headers={"If-None-Match": tags[0]})
    assert "Read it and answer" in news.text
    same = asking.get("/me/live/", headers={"If-None-Match": tags[1]})
    assert same.status_code == 304


def test_what_others_do_is_no_news(world: World) -> None:
    browser = world.player(0)
    tag = browser.get("/me/live/")["ETag"]
    report(world.games[1], world.games[1].black, "B+R")
    assert browser.get("/me/live/", headers={"If-None-Match": tag}).status_code == 304


def test_asking_for_news_costs_three_queries(world: World) -> None:
    browser = world.player(0)
    tag = browser.get("/me/live/")["ETag"]
    with CaptureQueriesContext(connection) as queries:
        browser.get("/me/live/", headers={"If-None-Match": tag})
    assert len(queries) <= 3


def test_a_bye_is_told_with_what_it_counts(world: World) -> None:
    settle_all(world)
    round_ = create_round(tournament_id=world.tournament.pk)
    pair_game(round_id=round_.pk, black_id=world.players[0].pk, white_id=world.players[2].pk)
    Seat.objects.create(round=round_, player=world.players[1])
    publish_round(round_id=round_.pk)
    page = me(world, 1)
    assert "Round 2: you have a bye" in page
    assert "It counts like a win." in page
    settle_all(world)
    add_round(world)
    assert "Round 2: bye" in me(world, 1)


def test_absent_now_absent_next_and_withdrawn_are_three_things(world: World) -> None:
    settle_all(world)
    absent, withdrawn = world.players[0], world.players[2]
    set_participation(player_id=absent.pk, round_number=2, plays=False)
    assert "absent for the next round" in me(world, 0)
    withdraw_player(player_id=withdrawn.pk, from_round=2)
    assert "You have withdrawn" in me(world, 2)
    round_ = create_round(tournament_id=world.tournament.pk)
    pair_game(round_id=round_.pk, black_id=world.players[4].pk, white_id=world.players[5].pk)
    publish_round(round_id=round_.pk)
    page = me(world, 0)
    assert "Round 2: you do not play" in page
    assert "You have withdrawn" not in page
    assert "You have withdrawn" in me(world, 2)


def test_at_the_end_the_place_is_told_and_nothing_is_asked_any_more(world: World) -> None:
    settle_all(world)
    assert "The tournament is over" not in me(world, 0)
    Tournament.objects.update(closed_at=timezone.now())
    page = me(world, 0)
    assert "The tournament is over" in page
    assert "You finished in place 1 of 8 players." in page
    assert "/standings/" in page
    assert "data-live-done" in page


def test_a_game_without_a_result_is_still_asked_for_until_the_tournament_is_closed(
    world: World,
) -> None:
    parameters = Parameters(scoring=ScoringParameters(rounds=1))
    Tournament.objects.update(parameters=to_json(parameters))
    Round.objects.update(state=RoundState.FINISHED)
    page = me(world, 0)
    assert "Report the result" in page
    assert "The tournament is over" not in page
    Tournament.objects.update(closed_at=timezone.now())
    page = me(world, 0)
    assert "Report the result" not in page
    assert "The tournament is over" in page
    report_page = world.player(0).get(f"/games/{world.games[0].pk}/report/", follow=True)
    assert "The tournament is closed." in report_page.text
    assert "/report/" not in report_page.text


def test_the_last_round_of_those_planned_is_the_end(world: World) -> None:
    Tournament.objects.update(parameters=to_json(Parameters(scoring=ScoringParameters(rounds=1))))
    settle_all(world)
    assert "The tournament is over" in me(world, 0)


def test_earlier_games_say_who_won(world: World) -> None:
    settle_all(world)
    add_round(world)
    assert "you won" in me(world, 0)
    assert "you lost" in me(world, 1)


def test_what_a_record_leaves_open_is_not_told_once_both_have_confirmed(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "W+15.5", sgf(WALLS))
    judge_all()
    left_open = record_line(Verdict.NEEDS_DEAD_STONES)
    assert left_open in me(world, 0)
    report(game, game.white, "W+15.5")
    settle_all(world)
    add_round(world)
    judge_all()
    assert "W+15.5" in me(world, 0)
    assert left_open not in me(world, 0)


@pytest.mark.django_db
def test_the_page_in_all_is_light_enough_for_a_bad_network() -> None:
    """The page itself as it is, what it links as it is served: packed."""
    world = make_world()
    points = [f"{column}{row}" for column in "abcdefghi" for row in "abcdefghi"]
    for number in range(6):
        game = world.games[-len(NAMES) // 2]
        report(game, game.black, "W+R", sgf(" ".join(Random(number).sample(points, 12))))
        report(game, game.white, "W+R")
        settle_all(world)
        add_round(world)
    judge_all()
    Round.objects.filter(state=RoundState.PUBLISHED).update(
        clock_seconds=5400, report_until=timezone.now() + timedelta(minutes=30)
    )
    game = world.games[-len(NAMES) // 2]
    report(game, game.white, "W+15.5")
    page = me(world, 0)
    assert page.count("<tr>") == 7
    linked = set(re.findall(rf'(?:href|src)="/{settings.STATIC_URL.strip("/")}/([^"#]+)["#]', page))
    assert {"css/frame.css", "js/live.js", "js/clock.js", "img/shinpan.svg"} <= linked
    sizes = {"page": len(page.encode())}
    for name in linked:
        found = finders.find(name)
        assert isinstance(found, str)
        with open(found, "rb") as file:
            sizes[name] = len(gzip.compress(file.read()))
    assert sum(sizes.values()) < MOST_BYTES, sizes


def test_the_place_at_the_end_is_news_until_the_tournament_is_closed(world: World) -> None:
    Tournament.objects.update(parameters=to_json(Parameters(scoring=ScoringParameters(rounds=1))))
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    finish_round(round_id=world.games[0].round_id)
    browser = world.player(1)
    over = browser.get("/me/live/")
    assert "The tournament is over" in over.text
    assert "data-live-done" not in over.text
    correct_result(game_id=world.games[2].pk, winner="both", note="Slip")
    elsewhere = browser.get("/me/live/", headers={"If-None-Match": over["ETag"]})
    assert elsewhere["ETag"] != over["ETag"]
    correct_result(game_id=world.games[0].pk, winner="white", note="Slip")
    after = browser.get("/me/live/", headers={"If-None-Match": over["ETag"]})
    assert after.status_code == 200
    close_tournament(tournament_id=world.tournament.pk, note="Over")
    assert "data-live-done" in browser.get("/me/live/").text
