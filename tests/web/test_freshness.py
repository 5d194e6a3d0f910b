"""Open pages learn of all that changes: the counters of a tournament's record, and its moments."""

from datetime import timedelta

import pytest
from django.utils import timezone

from adjudication.verdicts.models import judging_key
from jobs.models import Job, JobState
from jobs.table import ClaimedJob, fail, retry_failed, sweep
from tests.factories import GameFactory
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report
from tournament.audit.models import PRIVATE_VERBS
from tournament.audit.selectors.freshness import Freshness, freshness_of
from tournament.audit.services.recording import record
from tournament.common import responses as etags
from tournament.models import Game, TrailHead, Verb


def counters(game: Game) -> tuple[int, int]:
    found: Freshness = freshness_of(game.round.tournament_id)
    return found.public, found.all


def grown(before: tuple[int, int], after: tuple[int, int]) -> tuple[bool, bool]:
    return after[0] > before[0], after[1] > before[1]


@pytest.mark.parametrize("verb", sorted(Verb))
def test_every_event_is_news_and_public_unless_it_is_the_staffs(world: World, verb: Verb) -> None:
    before = counters(world.games[0])
    record(verb, tournament_id=world.tournament.pk)
    after = counters(world.games[0])
    assert grown(before, after) == (verb not in PRIVATE_VERBS, True)


def test_a_first_event_begins_the_counters(db: None) -> None:
    game = GameFactory()
    assert not TrailHead.objects.filter(tournament=game.round.tournament).exists()
    assert counters(game) == (0, 0)
    record(Verb.TOURNAMENT_CHANGED, tournament_id=game.round.tournament_id)
    assert counters(game) == (1, 1)


def test_a_report_and_its_verdict_are_news_to_everybody(world: World) -> None:
    game = world.games[0]
    seen = [counters(game)]
    report(game, game.black, "B+R", sgf(WALLS))
    seen.append(counters(game))
    judge_all()
    seen.append(counters(game))
    assert grown(seen[0], seen[1]) == grown(seen[1], seen[2]) == (True, True)


def test_a_record_that_is_given_up_is_news_of_its_tournament_alone(world: World) -> None:
    game, elsewhere = world.games[0], GameFactory()
    record(Verb.TOURNAMENT_CHANGED, tournament_id=elsewhere.round.tournament_id)
    waiting = report(game, game.black, "B+R", sgf(WALLS))
    before, there = counters(game), counters(elsewhere)
    job = Job.objects.get(dedup_key=judging_key(waiting))
    held = {"state": JobState.RUNNING, "lease_until": timezone.now() + timedelta(minutes=1)}
    Job.objects.filter(pk=job.pk).update(**held, attempts=1)
    fail(ClaimedJob(job.pk, job.kind, job.payload, 1), ValueError())
    assert counters(game) == before, "it is tried again"
    Job.objects.filter(pk=job.pk).update(**held, attempts=job.max_attempts)
    fail(ClaimedJob(job.pk, job.kind, job.payload, job.max_attempts), ValueError())
    assert grown(before, counters(game)) == (True, True)
    assert counters(elsewhere) == there


def test_a_record_whose_worker_dies_once_too_often_is_news(world: World) -> None:
    game = world.games[0]
    waiting = report(game, game.black, "B+R", sgf(WALLS))
    before = counters(game)
    jobs = Job.objects.filter(dedup_key=judging_key(waiting))
    past = timezone.now() - timedelta(minutes=1)
    jobs.update(state=JobState.RUNNING, lease_until=past, attempts=1)
    assert sweep().released == 1
    assert counters(game) == before
    jobs.update(state=JobState.RUNNING, lease_until=past, attempts=jobs.get().max_attempts)
    assert sweep().failed == 1
    assert grown(before, counters(game)) == (True, True)
    retry_failed([jobs.get().pk])
    judge_all()
    assert Job.objects.get(pk=jobs.get().pk).state == JobState.DONE


def test_a_report_elsewhere_is_no_news(world: World) -> None:
    game, elsewhere = world.games[0], GameFactory()
    before = counters(game)
    report(elsewhere, elsewhere.black, "B+R", sgf(WALLS))
    judge_all()
    assert counters(game) == before


def test_another_build_of_the_program_is_news(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = etags.etag_of("page", counters(world.games[0]))
    assert etags.etag_of("page", counters(world.games[0])) == first
    monkeypatch.setattr(etags, "build_id", lambda: "next")
    assert etags.etag_of("page", counters(world.games[0])) != first


def test_a_moment_that_passes_is_news(rf, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    tag = etags.etag_of("page")
    assert etags.tag_until_next(tag, [None, now - timedelta(seconds=1)]) == tag
    later = [now + timedelta(hours=2), now + timedelta(hours=1)]
    changing = etags.tag_until_next(tag, later)
    assert changing == etags.tag_until_next(tag, later[1:]) != tag

    def held(sent: str, of: str = tag) -> str:
        return etags.held_tag(rf.get("/", headers={"If-None-Match": sent}), of)

    assert held(changing) == held(f"W/{changing}") == changing
    assert held(tag) == tag
    assert not held(changing, of=etags.etag_of("another page"))
    monkeypatch.setattr(etags.timezone, "now", lambda: later[1])
    assert not held(changing)


@pytest.mark.parametrize("until", ["", "x", "٣", "-1", "1" * 40, "99999999999999"])
def test_a_made_up_moment_harms_nobody(rf, until: str) -> None:
    tag = etags.etag_of("page")
    sent = f'{tag[:-1]}-{until}"'
    etags.held_tag(rf.get("/", headers={"If-None-Match": sent}), tag)


def test_what_is_made_again_and_is_the_same_disturbs_nobody(world: World) -> None:
    browser = world.player(0)
    tag = browser.get("/me/live/")["ETag"]
    report(world.games[1], world.games[1].black, "B+R")
    same = browser.get("/me/live/", headers={"If-None-Match": tag})
    assert (same.status_code, same.content) == (304, b"")
    assert same["ETag"] != tag, "the next question is answered without making the page"
    assert browser.get("/me/live/", headers={"If-None-Match": same["ETag"]})["ETag"] == same["ETag"]
