"""What tells a page from an older one changes with all that the page shows."""

import pytest
from django.utils import timezone

from adjudication.models import Submission
from adjudication.submissions.queries import player_stamp, verdicts_stamp
from adjudication.verdicts.models import judging_key
from jobs.models import Job, JobState
from tests.factories import GameFactory
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.models import Absence, Game


def stamp(game: Game) -> tuple[int | None, ...]:
    return verdicts_stamp(game.round.tournament_id, game.round_id)


@pytest.mark.parametrize(("before", "after"), [((3, 4), (5,)), ((1, 5, 6), (2, 3, 7))])
def test_other_absences_are_news_to_a_player(
    world: World, before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    player = world.players[0].pk
    for number in before:
        Absence.objects.create(player_id=player, round_number=number)
    seen = player_stamp(player)
    Absence.objects.filter(player=player).delete()
    for number in after:
        Absence.objects.create(player_id=player, round_number=number)
    assert player_stamp(player) != seen


def test_a_report_that_becomes_visible_after_a_later_one_is_news(world: World) -> None:
    game, last = world.games[0], 10**6
    columns = {
        "game": game,
        "player": game.black,
        "claim_winner": "black",
        "claim_reason": "resignation",
        "state": "withdrawn",
        "created_at": timezone.now(),
    }
    Submission.objects.create(pk=last, idempotency_key="last", **columns)
    seen = stamp(game)
    Submission.objects.create(pk=last - 1, idempotency_key="first", **columns)
    assert stamp(game) != seen


def test_every_verdict_is_counted(world: World) -> None:
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS))
    before = stamp(game)
    judge_all()
    assert stamp(game) != before


def test_a_replay_that_is_given_up_is_news_of_its_round_alone(world: World) -> None:
    game, elsewhere = world.games[0], GameFactory()
    waiting = [report(one, one.black, "B+R", sgf(WALLS)) for one in (game, elsewhere)]
    jobs = [Job.objects.filter(dedup_key=judging_key(pk)) for pk in waiting]
    before, page = stamp(game), player_stamp(game.black_id)
    jobs[1].update(state=JobState.FAILED, finished_at=timezone.now())
    assert (stamp(game), player_stamp(game.black_id)) == (before, page)
    jobs[0].update(state=JobState.FAILED, finished_at=timezone.now())
    given_up = stamp(game)
    assert given_up != before
    assert player_stamp(game.black_id) != page
    for job in jobs:
        job.update(state=JobState.READY, finished_at=None)
    judge_all()
    assert stamp(game) not in (before, given_up)


def test_a_report_elsewhere_is_no_news_of_a_round(world: World) -> None:
    game, elsewhere = world.games[0], GameFactory()
    before = stamp(game)
    report(elsewhere, elsewhere.black, "B+R", sgf(WALLS))
    assert stamp(game) == before
