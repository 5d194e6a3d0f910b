"""Looking ahead in a tournament that runs: its job, what is kept, what pages show and to whom."""

import json
import math
from typing import Any

import pytest
from django.test import Client

from adjudication.corrections.services.corrections import correct_result
from adjudication.result_entry.services import enter_result
from jobs import worker
from jobs.models import Job, JobState, Urgency
from tests.simulation.test_playing import with_rounds
from tests.support.world import World
from tests.tournament.fields import event, play
from tournament.audit.services.looking_ahead import LOOK_AHEAD
from tournament.models import (
    FrozenStandings,
    Game,
    Player,
    Role,
    RoundCertainty,
    RoundOutlook,
    Tournament,
)
from tournament.outlook.selectors import expected_scores_in, is_working, odds_after_rounds
from tournament.outlook.services import working
from tournament.players.services.players import set_participation
from tournament.public.services import freeze_standings
from tournament.rounds.selectors.certain import CertainView
from tournament.rounds.selectors.drafts import draft_page
from tournament.rounds.services.boards import seat_pair
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import publish_round
from tournament.state.codec import to_json
from tournament.state.presets import MCMAHON

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ALL_ON = {"expected_scores": True, "live_odds": True, "certain_boards": True}


@pytest.fixture(autouse=True)
def few_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handful of events is enough to see what is done with them."""
    monkeypatch.setattr(working, "EVENTS", 6)
    monkeypatch.setattr(working, "EARLIER_EVENTS", 3)


def cup(players: int = 6, rounds: int = 3, **columns: object) -> Tournament:
    """Return a tournament of which the second round is published and still to be played."""
    columns = {"parameters": to_json(with_rounds(MCMAHON, rounds)), **ALL_ON, **columns}
    tournament = event(players, **columns)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    publish_round(round_id=draw_round(tournament_id=tournament.pk).round_id)
    return tournament


def games_of(tournament: Tournament, number: int) -> list[Game]:
    games = Game.objects.filter(round__tournament=tournament, round__number=number)
    return list(games.order_by("board_number"))


def certain_in(tournament: Tournament) -> CertainView | None:
    page = draft_page(tournament.pk, 3)
    return page.certain if page else None


def looked_ahead() -> int:
    count = 0
    while worker.run_job(kinds=[LOOK_AHEAD]):
        count += 1
    return count


def test_what_may_come_is_worked_out_after_a_result_and_kept() -> None:
    tournament = cup()
    job = Job.objects.filter(kind=LOOK_AHEAD).latest("pk")
    assert (job.priority, job.tournament_id) == (Urgency.BULK, tournament.pk)
    assert is_working(tournament.pk)
    looked_ahead()
    assert not is_working(tournament.pk)
    points = odds_after_rounds(tournament.pk)
    assert list(points) == [0, 1, 2]
    assert (points[2].known, points[2].games) == (0, 3)
    for point in points.values():
        assert sum(figure.mean for figure in point.odds.win.values()) == pytest.approx(1)
    scores = expected_scores_in(tournament.pk, 2)
    assert [terms[:2] for terms in scores] == [
        (game.black.number, game.white.number) for game in games_of(tournament, 2)
    ]
    enter_result(game_id=games_of(tournament, 2)[0].pk, winner="black")
    looked_ahead()
    after = odds_after_rounds(tournament.pk)
    assert (after[2].known, after[2].games) == (1, 3)
    assert after[1] == points[1]
    assert expected_scores_in(tournament.pk, 2) == scores
    kept = json.dumps(
        [*RoundOutlook.objects.values(), *RoundCertainty.objects.values()], default=str
    )
    assert not any(player.surname in kept for player in tournament.players.all())


def test_nothing_is_done_where_the_director_wants_none() -> None:
    tournament = cup(expected_scores=False, live_odds=False, certain_boards=False)
    assert not Job.objects.filter(kind=LOOK_AHEAD).exists()
    Tournament.objects.filter(pk=tournament.pk).update(live_odds=True)
    enter_result(game_id=games_of(tournament, 2)[0].pk, winner="black")
    Tournament.objects.filter(pk=tournament.pk).update(live_odds=False)
    assert looked_ahead() == 1
    assert not RoundOutlook.objects.exists()


def test_the_last_round_is_exact_and_says_what_must_happen() -> None:
    tournament = cup(rounds=2)
    looked_ahead()
    current = odds_after_rounds(tournament.pk)[2]
    assert current.odds.exact
    assert current.events >= 8
    assert set(current.odds.must) == set(current.odds.win)
    address = f"/t/{tournament.slug}/odds/"
    assert not Client().get(address).context["over"]
    play_all(tournament)
    looked_ahead()
    over = odds_after_rounds(tournament.pk)[2]
    assert any(must.sure for must in over.odds.must.values())
    page = Client().get(address).context
    assert page["over"]
    names = page["page"].names
    sure = [names[player].name for player, must in over.odds.must.items() if must.sure]
    assert page["winners"] == sure
    told = Client().get(f"/api/v1/tournaments/{tournament.slug}/odds/").json()
    assert (told["round"], told["exact"], told["outdated"]) == (2, True, False)
    assert {line["name"] for line in told["lines"] if line["first"]["chance"]} == set(sure)
    assert all(line["must"] and line["first_if_won"] is None for line in told["lines"])


def play_all(tournament: Tournament) -> None:
    for game in games_of(tournament, 2):
        enter_result(game_id=game.pk, winner="white")


@pytest.mark.by_turns
def test_slices_come_to_the_same_as_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = cup(rounds=4)
    enter_result(game_id=games_of(tournament, 2)[0].pk, winner="black")
    # No clock cuts the first run or a look at all ways, however busy the machine is.
    monkeypatch.setattr(working._Slice, "_over", lambda self: False)
    monkeypatch.setattr(working, "EXACT_SECONDS", math.inf)
    looked_ahead()
    columns = ("number", "basis", "events", "tallies", "must")
    whole = list(RoundOutlook.objects.order_by("number").values(*columns))
    boards = RoundCertainty.objects.values("boards", "outcomes", "complete").get()
    RoundOutlook.objects.all().delete()
    RoundCertainty.objects.all().delete()
    asked = {"count": 0}

    def soon(_slice: Any) -> bool:
        asked["count"] += 1
        return asked["count"] % 2 == 0

    monkeypatch.setattr(working._Slice, "_over", soon)
    job = Job.objects.filter(kind=LOOK_AHEAD).latest("pk")
    job.pk, job.dedup_key, job.state = None, "again", JobState.READY
    job.finished_at = job.lease_until = None
    job.attempts = 0
    job.save()
    assert looked_ahead() > 5
    assert list(RoundOutlook.objects.order_by("number").values(*columns)) == whole
    assert RoundCertainty.objects.values("boards", "outcomes", "complete").get() == boards


def test_the_newest_state_wins_and_older_jobs_end_at_once() -> None:
    tournament = cup()
    first, second, third = games_of(tournament, 2)
    for game in (first, second, third):
        enter_result(game_id=game.pk, winner="black")
    waiting = Job.objects.filter(kind=LOOK_AHEAD, state=JobState.READY).order_by("pk")
    *older, newest = waiting
    for job in older:
        assert worker.run_job(kinds=[LOOK_AHEAD], job_id=job.pk)
        assert not RoundOutlook.objects.exists()
    worker.run_job(kinds=[LOOK_AHEAD], job_id=newest.pk)
    row = RoundOutlook.objects.get(number=2)
    assert (row.known, row.games) == (3, 3)
    known = row.tallies
    row.sequence, row.tallies = 1, []
    working._save(row)
    assert RoundOutlook.objects.get(number=2).tallies == known


def test_boards_are_certain_only_for_the_very_same_pairing() -> None:
    tournament = cup(players=8)
    games = games_of(tournament, 2)
    for game in games[1:]:
        enter_result(game_id=game.pk, winner="black" if game.black_id < game.white_id else "white")
    view = certain_in(tournament)
    assert view is not None
    assert (view.open, view.working, view.boards) == (1, True, ())
    looked_ahead()
    view = certain_in(tournament)
    assert view is not None
    assert not view.working
    promised = {(board.black, board.white) for board in view.boards}
    assert promised
    for winner in ("black", "white"):
        if winner == "white":
            correct_result(game_id=games[0].pk, winner="white", note="It was White")
        else:
            enter_result(game_id=games[0].pk, winner="black")
        assert certain_in(tournament) is None
        drawn = draw_round(tournament_id=tournament.pk).round
        seats = drawn.games.values_list("black__number", "white__number")
        assert promised <= set(seats)


def test_what_was_seated_by_hand_is_kept_in_what_is_called_certain() -> None:
    tournament = cup(players=12)
    games = games_of(tournament, 2)
    for game in games[1:]:
        enter_result(game_id=game.pk, winner="black" if game.black_id < game.white_id else "white")
    looked_ahead()
    before = certain_in(tournament)
    assert before is not None
    first, second = before.boards[:2]
    players = {player.number: player for player in tournament.players.all()}
    seat_pair(
        tournament_id=tournament.pk,
        round_number=3,
        black_id=players[first.black].pk,
        white_id=players[second.black].pk,
    )
    waiting = certain_in(tournament)
    assert waiting is not None
    assert waiting.working
    assert not waiting.boards
    looked_ahead()
    view = certain_in(tournament)
    assert view is not None
    assert not view.working
    seated = {first.black, second.black}
    assert not any(seated & {board.black, board.white} for board in view.boards)
    enter_result(game_id=games[0].pk, winner="white")
    promised = {(board.black, board.white, board.handicap) for board in view.boards}
    for keep_all in (True, False):
        drawn = draw_round(tournament_id=tournament.pk, keep_all=keep_all).round
        boards = drawn.games.values_list("black__number", "white__number", "handicap")
        assert promised <= set(boards)


def test_a_withdrawal_takes_the_certain_boards_back() -> None:
    tournament = cup(players=8)
    for game in games_of(tournament, 2)[1:]:
        enter_result(game_id=game.pk, winner="black")
    looked_ahead()
    view = certain_in(tournament)
    assert view is not None
    assert not view.working
    player = Player.objects.filter(tournament=tournament).latest("number")
    set_participation(player_id=player.pk, round_number=3, plays=False)
    view = certain_in(tournament)
    assert view is not None
    assert view.working
    assert not view.boards


def test_a_result_that_is_not_confirmed_is_still_open() -> None:
    tournament = cup(players=8)
    games = games_of(tournament, 2)
    for game in games[1:]:
        enter_result(game_id=game.pk, winner="black")
    Game.objects.filter(pk=games[1].pk).update(state="reported")
    view = certain_in(tournament)
    assert view is not None
    assert view.open == 2


def test_pages_show_it_to_everybody_once_it_is_switched_on_and_not_while_frozen() -> None:
    tournament = cup(slug="cup")
    looked_ahead()
    browser, owner = Client(), World(tournament).client(Role.DIRECTOR)
    odds, round_ = "/t/cup/odds/", "/t/cup/rounds/2/"
    api = "/api/v1/tournaments/cup/odds/"
    page = browser.get(odds)
    assert page.status_code == 200
    assert page.context["lines"]
    assert browser.get(f"{odds}live/").status_code == 200
    assert all(line.expected for line in browser.get(round_).context["boards"])
    running = owner.get("/director/cup/rounds/2/")
    assert all(line.expected for line in running.context["lines"])
    draft = owner.get("/director/cup/rounds/3/")
    assert "50 : 50" not in draft.content.decode().replace("\u00a0", " ")
    assert draft.context["page"].certain is not None
    assert not page.context["page"].outdated
    game = games_of(tournament, 2)[0]
    enter_result(game_id=game.pk, winner="black")
    assert browser.get(odds).context["page"].outdated
    assert browser.get(api).json()["outdated"]
    looked_ahead()
    assert not browser.get(odds).context["page"].outdated
    correct_result(game_id=game.pk, winner="white", note="It was White")
    page = browser.get(odds)
    assert page.context["page"].outdated
    assert page.context["lines"]
    RoundOutlook.objects.filter(number=2).update(problem="It cannot be paired.")
    stuck = browser.get(odds).context
    assert stuck["page"].stuck
    assert "lines" not in stuck
    RoundOutlook.objects.update(problem="")
    freeze_standings(tournament_id=tournament.pk, after=1)
    assert "lines" not in browser.get(odds).context
    frozen = browser.get(api).json()
    assert (frozen["frozen"], frozen["round"], frozen["lines"]) == (True, None, [])
    assert not any(line.expected for line in browser.get(round_).context["boards"])
    FrozenStandings.objects.update(after=2, final=True)
    assert browser.get(odds).context["lines"]
    FrozenStandings.objects.all().delete()
    Tournament.objects.update(expected_scores=False, live_odds=False, certain_boards=False)
    assert browser.get(odds).status_code == 404
    assert browser.get(api).status_code == 404
    part = browser.get(f"{odds}live/")
    assert part.status_code == 200
    assert "lines" not in part.context
    assert not any(line.expected for line in browser.get(round_).context["boards"])
    draft = owner.get("/director/cup/rounds/3/")
    assert draft.context["page"].certain is None
