"""A ruling against a confirmation, and two votes, at the same moment."""

from collections import Counter
from functools import partial
from typing import Any

import pytest

from adjudication.models import Appeal, Case, Ruling, Submission, Vote
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.appeals import appeal, appoint_committee, put_motion, vote
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import revise, rule
from adjudication.submissions.services.reports import submit_result
from tests.adjudication.decisions import (
    BLACK_WINS,
    as_player,
    person,
    ruled,
    staff,
    taken,
)
from tests.adjudication.threads import at_once
from tests.factories import GameFactory, TournamentFactory
from tests.support.answering import confirm_as_read
from tests.support.environment import times
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import Conflict
from tournament.models import AuditEvent, Game

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = times(8, long=15)
AGAINST_CONFIRMATIONS = times(40, long=120)
WHITE_WINS = Decision("result", "white", "ruling", reasons="The move was legal.")


def by(one: Actor, action: Any, **values: Any) -> Any:
    with acting_as(one):
        return action(**values)


def test_of_a_ruling_and_a_confirmation_one_holds():
    tournament = TournamentFactory()
    referee, seen = staff(tournament), Counter[str]()
    for game in GameFactory.create_batch(AGAINST_CONFIRMATIONS, round__tournament=tournament):
        sent = submit_result(
            game_id=game.pk, player_id=game.black_id, claim="B+3.5", idempotency_key="1"
        )
        case = taken(tournament, referee, game, cause=Cause.ILLEGAL_MOVE)
        decided, confirmed = at_once(
            [
                partial(
                    by,
                    referee,
                    rule,
                    case_id=case.pk,
                    decision=WHITE_WINS,
                    version=case.version,
                ),
                partial(confirm_as_read, submission_id=sent, player_id=game.white_id),
            ]
        )
        game.refresh_from_db()
        case.refresh_from_db()
        seen[game.state] += 1
        told = Submission.objects.get(pk=sent).state
        if game.state == "ruled":
            assert isinstance(decided, Ruling)
            assert isinstance(confirmed, Conflict)
            assert (game.winner, told, case.state) == ("white", "superseded", "ruled")
        else:
            assert isinstance(decided, Conflict), decided
            assert confirmed is None
            assert (game.state, game.winner, told) == ("confirmed", "black", "confirmed")
            assert not case.rulings.exists()
    assert set(seen) <= {"ruled", "confirmed"}


def test_the_last_votes_at_once_decide_once():
    tournament = TournamentFactory()
    committee = [staff(tournament, name=name) for name in ("Ulla", "Vera", "Wim")]
    people = [person(tournament, one).pk for one in committee]
    for game in GameFactory.create_batch(TIMES, round__tournament=tournament):
        case = ruled(tournament, staff(tournament), game, BLACK_WINS)
        with acting_as(as_player(game.white)):
            made = appeal(case_id=case.pk, text="No.")
        appoint_committee(appeal_id=made.pk, person_ids=people)
        with acting_as(committee[0]):
            motion = put_motion(appeal_id=made.pk, decision=WHITE_WINS)
        about = {"appeal_id": made.pk, "motion_id": motion.pk}
        outcomes = at_once([partial(by, one, vote, **about) for one in committee])
        game.refresh_from_db()
        assert (game.state, game.winner, game.final) == ("ruled", "white", True)
        assert Appeal.objects.get(pk=made.pk).state == "decided"
        assert case.rulings.count() == 2
        assert sorted(map(str, outcomes)) == ["False", "False", "True"]
        assert Vote.objects.filter(member__appeal=made).count() == 3
    assert AuditEvent.objects.filter(verb="appeal.decided").count() == TIMES


def test_two_votes_for_different_motions_decide_nothing():
    tournament = TournamentFactory()
    committee = [staff(tournament, name=name) for name in ("Ulla", "Vera", "Wim")]
    people = [person(tournament, one).pk for one in committee]
    for game in GameFactory.create_batch(3, round__tournament=tournament):
        case = ruled(tournament, staff(tournament), game, BLACK_WINS)
        with acting_as(as_player(game.white)):
            made = appeal(case_id=case.pk, text="No.")
        appoint_committee(appeal_id=made.pk, person_ids=people)
        with acting_as(committee[0]):
            motion = put_motion(appeal_id=made.pk, decision=WHITE_WINS)
        uphold = made.motions.get(decision__isnull=True)
        chosen = zip(committee, ((motion, ""), (uphold, "It was right.")), strict=False)
        outcomes = at_once(
            [
                partial(by, one, vote, appeal_id=made.pk, motion_id=wanted.pk, reasons=reasons)
                for one, (wanted, reasons) in chosen
            ]
        )
        assert outcomes == [False, False]
        assert Case.objects.get(pk=case.pk).state == "appealed"


def test_a_ruling_is_revised_or_appealed_but_never_lost():
    tournament = TournamentFactory()
    referee = staff(tournament)
    for game in GameFactory.create_batch(TIMES, round__tournament=tournament):
        case = ruled(tournament, referee, game, BLACK_WINS)
        revised, made = at_once(
            [
                partial(
                    by,
                    referee,
                    revise,
                    case_id=case.pk,
                    decision=WHITE_WINS,
                    version=case.version,
                    note="Slip.",
                ),
                partial(by, as_player(game.white), appeal, case_id=case.pk, text="No."),
            ]
        )
        case.refresh_from_db()
        assert isinstance(made, Appeal), made
        assert case.state == "appealed"
        assert made.ruling == case.rulings.latest("number")
        assert isinstance(revised, Ruling if case.rulings.count() == 2 else Conflict)


def test_an_appeal_comes_in_time_or_the_ruling_is_final():
    tournament = TournamentFactory()
    for game in GameFactory.create_batch(TIMES, round__tournament=tournament):
        case = ruled(tournament, staff(tournament), game, BLACK_WINS)
        until = case.appeal_until
        made, _count = at_once(
            [
                partial(by, as_player(game.white), appeal, case_id=case.pk, text="No."),
                partial(make_final, until),
            ]
        )
        case.refresh_from_db()
        game.refresh_from_db()
        if isinstance(made, Appeal):
            assert (case.state, game.final) == ("appealed", False)
        else:
            assert isinstance(made, Conflict)
            assert (case.state, game.final) == ("final", True)


def test_two_referees_do_not_rule_twice():
    tournament = TournamentFactory()
    referee = staff(tournament)
    for game in GameFactory.create_batch(TIMES, round__tournament=tournament):
        case = taken(tournament, referee, game)
        values = {"case_id": case.pk, "version": case.version}
        outcomes = at_once(
            [
                partial(by, referee, rule, decision=decision, **values)
                for decision in (BLACK_WINS, WHITE_WINS)
            ]
        )
        assert sum(isinstance(one, Ruling) for one in outcomes) == 1
        assert sum(isinstance(one, Conflict) for one in outcomes) == 1
        (ruling,) = case.rulings.all()
        assert Game.objects.get(pk=game.pk).winner == ruling.winner
