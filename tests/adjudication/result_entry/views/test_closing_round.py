"""Closing a round: one press, unless records speak against results that stand."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.cases.services.opening import open_case
from adjudication.models import Case, Verdict
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.result_entry.services import IN_DOUBT, close_round, enter_result
from adjudication.rules.verdicts import Verdict as Outcome
from tests.support.answering import contest_as_read
from tests.support.desk_world import DECISION, appealed, new_case, ruled
from tests.support.desk_world import at as case_at
from tests.support.forms import hidden
from tests.support.records import sgf
from tests.support.world import World, both_report, judge_all, report
from tournament.errors import UserError
from tournament.models import Game, Round
from tournament.rounds.services.scheduled_rounds import keep_schedule

ROUND = "/director/coupe/rounds/1/"
CLOSE = f"{ROUND}close/"
OTHERWISE = sgf("ee cc", RE="W+R")
"""A record that names another winner than :func:`doubted` reports."""


def doubted(game: Game) -> None:
    """Let both players say that Black won, with a record that says otherwise."""
    reported(game)
    judge_all()


def reported(game: Game) -> None:
    """Let both report so, before the record was checked."""
    report(game, game.black, "B+R", OTHERWISE)
    report(game, game.white, "B+R")


@pytest.fixture
def played(world: World) -> World:
    """Every board has its result, and nothing speaks against any."""
    for game in world.games[1:]:
        both_report(game, "W+R")
    return world


def state() -> str:
    return str(Round.objects.get(number=1).state)


def test_one_press_closes_a_round_that_nothing_speaks_against(
    played: World, director: Client
) -> None:
    report(played.games[0], played.games[0].black, "B+R", sgf("ee cc"))
    report(played.games[0], played.games[0].white, "B+R")
    judge_all()
    assert director.post(CLOSE).url == "/director/coupe/"
    assert state() == "finished"
    assert director.get(CLOSE).url == ROUND


def test_what_may_still_change_results_is_named_before_closing_and_pairing(
    world: World, director: Client
) -> None:
    case = ruled(world, new_case(world, 1), decision=DECISION)
    for game in (world.games[0], *world.games[2:]):
        enter_result(game_id=game.pk, winner="white")
    next_round = "/director/coupe/rounds/2/"
    pages = (ROUND, next_round, "/director/coupe/")
    assert not any(director.get(page).context["pending"] for page in pages[:2])
    appealed(world, case, world.players[3])
    open_case(cause=Cause.CONDUCT, game=Game.objects.get(pk=world.games[2].pk), note="Loud.")
    for page in pages:
        text = director.get(page).text
        assert "1 appeal is not decided yet" in text
        assert f'href="{case_at(case, "appeal/")}"' in text
        assert "1 case about a result that is in is not decided yet" in text
    director.post(CLOSE)
    assert state() == "finished"
    assert "1 appeal is not decided yet" in director.get(ROUND).text


def test_a_record_that_speaks_against_its_result_is_asked_about_first(
    played: World, director: Client
) -> None:
    doubted(played.games[0])
    answer = director.post(CLOSE, follow=True)
    assert answer.redirect_chain == [(CLOSE, 302)]
    assert [line.game.id for line in answer.context["lines"]] == [played.games[0].pk]
    assert f'href="/games/{played.games[0].pk}/"' in answer.text
    assert state() == "published"
    director.post(CLOSE, hidden(answer.text))
    assert state() == "finished"
    # Whoever goes back to the page that asked sees the round.
    assert director.get(CLOSE).url == ROUND


@pytest.mark.parametrize(("says", "asked"), [("W+3.5", True), ("B+7.5", False), ("", False)])
def test_a_record_that_leaves_its_game_open_is_asked_about_where_it_names_another_winner(
    played: World, director: Client, says: str, asked: bool
) -> None:
    game = played.games[0]
    broken_off = sgf("ee cc", RE=says) if says else sgf("ee cc")
    report(game, game.black, "B+3.5", broken_off)
    report(game, game.white, "B+3.5")
    judge_all()
    assert Verdict.objects.get().verdict == Outcome.UNDETERMINED
    answer = director.post(CLOSE, follow=True)
    assert state() == ("published" if asked else "finished")
    if asked:
        assert [line.game.id for line in answer.context["lines"]] == [game.pk]
        with pytest.raises(UserError) as refused:
            close_round(round_id=game.round_id, leaves=())
        assert refused.value.code == IN_DOUBT
        director.post(CLOSE, hidden(answer.text))
        assert state() == "finished"


def test_what_came_up_after_the_page_was_shown_is_asked_about_as_well(
    world: World, director: Client
) -> None:
    doubted(world.games[0])
    for game in world.games[1:]:
        reported(game)
    asked = hidden(director.get(CLOSE).text)
    judge_all()
    answer = director.post(CLOSE, asked, follow=True)
    assert [line.game.id for line in answer.context["lines"]] == [game.pk for game in world.games]
    assert state() == "published"


def test_a_referee_who_ruled_has_decided_what_the_record_means(
    played: World, director: Client
) -> None:
    game = played.games[0]
    sent = report(game, game.black, "B+R", OTHERWISE)
    contest_as_read(submission_id=sent, player_id=game.white.pk)
    judge_all()
    decision = Decision(
        effect="result",
        winner="black",
        reason="resignation",
        articles=("j1989:10.4",),
        reasons="White resigned: the line in the record is a slip.",
    )
    ruled(played, Case.objects.get(game=game), decision=decision)
    assert director.post(CLOSE).url == "/director/coupe/"
    assert state() == "finished"


def test_an_open_game_keeps_its_round_open_whatever_is_left_so(
    played: World, director: Client
) -> None:
    form = {"sure": "1", "leaves": played.games[0].pk}
    assert director.post(CLOSE, form).url == ROUND
    assert state() == "published"


def test_the_use_case_names_the_boards(played: World) -> None:
    doubted(played.games[0])
    round_id = played.games[0].round_id
    with pytest.raises(UserError) as refused:
        close_round(round_id=round_id, leaves=[played.games[1].pk])
    assert (refused.value.code, refused.value.field) == (IN_DOUBT, "leaves")
    assert close_round(round_id=round_id, leaves=[played.games[0].pk]).state == "finished"
    assert close_round(round_id=round_id).state == "finished"


def in_doubt(director: Client) -> list[str]:
    """Return where the overview leads to of a round that its date has closed."""
    lines = director.get("/director/coupe/").context["next"].lines
    return [href for line in lines for _text, href in line.counts]


def test_of_a_round_that_closes_by_its_date_the_director_reads_what_is_in_doubt(
    played: World, director: Client
) -> None:
    game = played.games[0]
    doubted(game)
    now = timezone.now()
    Round.objects.update(closes_at=now + timedelta(days=1))
    assert in_doubt(director) == []
    keep_schedule(now + timedelta(days=2))
    assert state() == "finished"
    assert in_doubt(director) == [f"/games/{game.pk}/"]


def test_nobody_is_told_again_of_what_they_left_so_when_they_closed_the_round(
    played: World, director: Client
) -> None:
    doubted(played.games[0])
    Round.objects.update(closes_at=timezone.now() + timedelta(days=1))
    director.post(CLOSE, hidden(director.get(CLOSE).text))
    assert state() == "finished"
    assert in_doubt(director) == []
