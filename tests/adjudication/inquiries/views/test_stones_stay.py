"""Play resumed over dead stones: after it no stone is removed, whoever reports and sends what."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.archive.selectors.proofs import proof_of
from adjudication.cases.services.actions import settle_case, take_case
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.resuming import go_on_without_record, report_resumed
from adjudication.models import Case, Inquiry, Submission
from adjudication.proofs.checking import check_proof
from adjudication.submissions.services.judging import verdict_columns
from adjudication.triage.services.resumption import say_stones_stay
from tests.adjudication.decisions import staff
from tests.support.answering import contest_as_read
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.audit.services.current_actor import acting_as
from tournament.errors import Conflict, UserError
from tournament.models import AuditEvent, Game, Tournament, Verb

pytestmark = pytest.mark.django_db
STONES = DEAD.split()
# Black takes the stone on B8 off the board and White's wall stands; then both pass again.
PLAYED_ON = f"{WALLS} bi -- ac -- cb -- ba -- ab -- -- --"
RECORD = sgf(PLAYED_ON, KM="6.5")


def fresh(world: World) -> Game:
    return Game.objects.select_related("round__tournament", "black", "white").get(
        pk=world.games[0].pk
    )


def disputed(rules: str = "french", **rulings: Any) -> tuple[World, Inquiry]:
    """A game whose players gave other dead stones of the same record, and are asked about it."""
    world = make_world(rules=rules)
    Tournament.objects.filter(pk=world.tournament.pk).update(rulings=rulings)
    game, record = world.games[0], sgf(WALLS, KM="6.5")
    report(game, game.white, "W+8.5", record, STONES)
    report(game, game.black, "W+6.5", record, ["B8"])
    return world, Inquiry.objects.get(game=game, kind="dead_stones", state="waiting")


def say(inquiry: Inquiry, black: str, white: str) -> None:
    game = Game.objects.get(pk=inquiry.game_id)
    answer(inquiry_id=inquiry.pk, player_id=game.black_id, answer=black)
    answer(inquiry_id=inquiry.pk, player_id=game.white_id, answer=white)


def played_on(world: World) -> Submission:
    """Black reports how play went on after the stop; White has still to confirm it."""
    game = fresh(world)
    pk = report_resumed(
        game_id=game.pk,
        player_id=game.black_id,
        record_bytes=RECORD,
        idempotency_key=uuid4().hex,
    )
    judge_all()
    return Submission.objects.get(pk=pk)


def counter_report(client: Client, world: World, waiting: Submission) -> dict[str, str]:
    """What the page sends on which the opponent marks other dead stones in the same record."""
    form = client.get(f"/games/{world.games[0].pk}/report/?marks={waiting.pk}")
    assert form.status_code == 200
    return {name: form.context[name] for name in ("expects", "version", "seats")} | {
        "carried": form.context["values"].carried,
        "filename": "game.sgf",
        "winner": "white",
        "reason": "score",
        "margin": "8.5",
        "key": uuid4().hex,
        "step": "send",
    }


def questions(world: World) -> list[str]:
    return list(Inquiry.objects.filter(game=world.games[0]).values_list("kind", flat=True))


@pytest.mark.parametrize("rules", ["french", "aga"])
def test_the_opponent_cannot_have_stones_removed_again(rules: str) -> None:
    world, inquiry = disputed(rules)
    say(inquiry, "resume", "resume")
    waiting = played_on(world)
    white = world.player(1)
    assert 'id="mark"' not in white.get(f"/games/{world.games[0].pk}/").content.decode()
    form = counter_report(white, world, waiting)
    shown = white.post(f"/games/{world.games[0].pk}/report/", {**form, "step": "review"})
    assert 'id="dead"' not in shown.content.decode()
    refused = white.post(f"/games/{world.games[0].pk}/report/", {**form, "dead": DEAD})
    assert refused.status_code == 400
    assert Submission.objects.filter(game=world.games[0]).count() == 3
    white.post(f"/games/{world.games[0].pk}/report/", form)
    judge_all()
    own = Submission.objects.filter(game=world.games[0], player=world.players[1]).latest("pk")
    assert own.verdict.verdict == "contradicted"
    assert own.verdict.computed["result"] == waiting.verdict.computed["result"]
    assert questions(world) == ["dead_stones"]
    assert Case.objects.live().get(game=world.games[0]).state == "open"


def test_what_was_reported_before_is_not_counted_anew_while_they_play_on() -> None:
    """Its record ends at the stop: with all stones on the board it counts to nothing meant."""
    world, inquiry = disputed()
    page = world.player(0).get(f"/games/{world.games[0].pk}/").text
    say(inquiry, "resume", "resume")
    assert fresh(world).stones_stay_since is None
    now = world.player(0).get(f"/games/{world.games[0].pk}/").text
    for told in ("Counted:", "Counted that way"):
        assert now.count(told) == page.count(told)
    played_on(world)
    assert fresh(world).stones_stay_since is not None


def test_contesting_does_not_ask_about_dead_stones_again() -> None:
    world, inquiry = disputed()
    say(inquiry, "resume", "resume")
    waiting = played_on(world)
    page = world.player(1).get(f"/games/{world.games[0].pk}/contest/").content.decode()
    assert "about_dead_stones" not in page
    contest_as_read(submission_id=waiting.pk, player_id=world.players[1].pk, about_dead_stones=True)
    assert questions(world) == ["dead_stones"]
    assert Case.objects.live().get(game=world.games[0]).state == "open"


def test_it_holds_for_a_report_without_the_way_of_resuming() -> None:
    """Played on without a record at hand, one of them finds it after all."""
    world, inquiry = disputed()
    say(inquiry, "resume", "resume")
    game = fresh(world)
    go_on_without_record(game_id=game.pk, player_id=game.white_id)
    with pytest.raises(UserError, match="dead_stones"):
        report(game, game.white, "W+8.5", RECORD, STONES)
    pk = report(game, game.white, "W+8.5", RECORD)
    judge_all()
    sent = Submission.objects.get(pk=pk)
    assert sent.verdict.options["nothing_removed"] is True
    assert sent.verdict.verdict == "contradicted"


def test_two_passes_that_nobody_disputed_are_no_such_resumption() -> None:
    world = make_world(rules="french")
    game = world.games[0]
    report(game, game.black, "B+3.5", RECORD, ["G3"])
    judge_all()
    sent = Submission.objects.get()
    assert "nothing_removed" not in sent.verdict.options
    assert fresh(world).stones_stay_since is None
    report(game, game.white, "W+8.5", RECORD, [])
    assert questions(world) == ["dead_stones"]


def test_one_players_word_is_a_claim_and_both_make_it_a_fact() -> None:
    world = make_world(rules="french")
    game = world.games[0]
    report(game, game.black, "W+6.5", RECORD, [])
    report(game, game.white, "W+8.5", RECORD, ["G3"])
    say(Inquiry.objects.get(), "resumed", "resume")
    assert fresh(world).stones_stay_since is None
    assert Case.objects.live().get(game=game).state == "open"

    game = world.games[1]
    report(game, game.black, "W+6.5", RECORD, [])
    report(game, game.white, "W+8.5", RECORD, ["G3"])
    say(Inquiry.objects.get(game=game), "resumed", "resumed")
    game.refresh_from_db()
    assert game.stones_stay_since is not None
    page = world.player(2).get(f"/games/{game.pk}/on/").content.decode()
    assert 'id="send-count"' in page


def test_the_record_that_both_send_shows_play_after_the_disputed_stop() -> None:
    world, inquiry = disputed()
    answer(inquiry_id=inquiry.pk, player_id=world.players[0].pk, answer="resume")
    with acting_as(staff(world.tournament)):
        case = Case.objects.live().get(game=world.games[0])
        take_case(case_id=case.pk)
        settle_case(case_id=case.pk, note="They play on.")
    game = fresh(world)
    report(game, game.black, "B+3.5", RECORD, [])
    assert fresh(world).stones_stay_since is None
    report(game, game.white, "W+8.5", RECORD, ["G3"])
    assert fresh(world).stones_stay_since is not None
    assert questions(world) == ["dead_stones"]


def test_a_referee_says_so_and_can_take_it_back() -> None:
    world = make_world(rules="french")
    game = world.games[0]
    report(game, game.black, "W+6.5", RECORD, [])
    report(game, game.white, "W+8.5", RECORD, ["G3"])
    case = Case.objects.live().get(game=game)
    rita = staff(world.tournament)
    with acting_as(rita):
        with pytest.raises(Conflict, match="case_not_taken"):
            say_stones_stay(case_id=case.pk, stay=True)
        take_case(case_id=case.pk)
        say_stones_stay(case_id=case.pk, stay=True)
        say_stones_stay(case_id=case.pk, stay=True)
    assert fresh(world).stones_stay_since is not None
    columns = verdict_columns(
        Submission.objects.select_related(
            "record", "game__black", "game__white", "game__round__tournament"
        ).latest("pk")
    )
    assert columns["options"]["nothing_removed"] is True
    with acting_as(rita):
        say_stones_stay(case_id=case.pk, stay=False)
    assert fresh(world).stones_stay_since is None
    told = AuditEvent.objects.filter(verb__in=[Verb.STONES_STAY, Verb.STONES_MAY_GO])
    assert told.count() == 2


def test_nothing_of_it_under_rules_that_mark_dead_stones_again() -> None:
    world, inquiry = disputed("japanese")
    say(inquiry, "resume", "keep")
    assert fresh(world).stones_stay_since is None


def test_a_proof_of_such_a_game_holds_and_names_the_fact() -> None:
    world, inquiry = disputed()
    judge_all()
    say(inquiry, "resume", "resume")
    played_on(world)
    proof = proof_of(world.games[0].pk, timezone.now())
    assert proof is not None
    assert proof["game"]["stones_stay_since"] is not None
    assert check_proof(json.dumps(proof).encode()).problems == ()
    game = world.player(0).get(f"/api/v1/games/{world.games[0].pk}/")
    assert game.json()["stones_stay"] is True


def test_the_opponent_confirms_by_sending_the_same_count() -> None:
    world, inquiry = disputed()
    say(inquiry, "resume", "resume")
    waiting = played_on(world)
    form = counter_report(world.player(1), world, waiting)
    form |= {"winner": waiting.claim_winner, "margin": str(waiting.claim_margin_half / 2)}
    world.player(1).post(f"/games/{world.games[0].pk}/report/", form)
    assert fresh(world).state == "confirmed"
