"""What happens at the same moment: confirming and finding, taking, claiming."""

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from adjudication.cases.services.actions import take_case
from adjudication.models import Case, Submission
from adjudication.rules.verdicts import Verdict as Outcome
from adjudication.submissions.services import judging
from adjudication.submissions.services.reports import submit_result
from jobs import table
from tests.adjudication.decisions import staff
from tests.adjudication.threads import at_once
from tests.factories import (
    ILLEGAL_KO,
    CaseFactory,
    GameFactory,
    GameRecordFileFactory,
    JobFactory,
    RoundFactory,
    SubmissionFactory,
    TournamentFactory,
)
from tests.support.answering import confirm_as_read
from tests.support.environment import times
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import Conflict
from tournament.models import AuditEvent, Round

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = times(60, long=1000)
LANES = 4 if connection.vendor == "postgresql" else 1
"""How many pairs race beside one another; they meet on their own game only. SQLite has one writer
at a time, and the more wait the longer they sleep."""


def reported(round_: Round) -> Submission:
    """Return Black's report of a game, whose record has an illegal move and a job that waits."""
    submission: Submission = SubmissionFactory(
        game__round=round_,
        game__state="reported",
        game__winner="white",
        game__reason="score",
        game__margin_half=1,
        game__reported_at="2026-01-01T00:00Z",
        record=GameRecordFileFactory(data=ILLEGAL_KO),
    )
    JobFactory(submission=submission)
    return submission


def outcomes_of(confirmed: Mapping[int, Any]) -> Counter[str]:
    """Count the two legal outcomes, by game what became of the confirmation; nothing else is."""
    counted: Counter[str] = Counter()
    cases: dict[int, list[str]] = {}
    for game_id, cause in Case.objects.values_list("game", "cause"):
        cases.setdefault(game_id, []).append(cause)
    late = Counter(AuditEvent.objects.filter(verb="finding.late").values_list("table", flat=True))
    rows = Submission.objects.select_related("game", "verdict")
    for one in rows:
        game = one.game
        assert one.verdict.verdict == Outcome.FORFEIT
        there = (game.state, game.winner, one.state, cases.get(game.pk), late[game.board_number])
        answer = confirmed[one.pk]
        if answer is None:
            assert there == ("confirmed", "white", "confirmed", None, 1)
            counted["confirmed"] += 1
        else:
            assert isinstance(answer, Conflict), answer
            assert answer.code == "game_locked"
            assert there == ("disputed", "", "pending", ["illegal_move"], 0)
            counted["found"] += 1
    return counted


def answer_of(act: Callable[[], Any]) -> Any:
    try:
        return act()
    except Exception as error:
        return error


def in_turn(
    gate: threading.Barrier, act: Callable[[Submission], None], sent: list[Submission]
) -> None:
    """Do it with one after another, each at the same moment as whoever shares the gate."""
    for one in sent:
        gate.wait()
        act(one)


@pytest.mark.timeout(600)
def test_whichever_comes_first_holds_the_confirmation_or_the_finding(monkeypatch):
    round_ = RoundFactory(tournament=TournamentFactory())
    first = reported(round_)
    columns = judging.verdict_columns(Submission.objects.select_related("record").get(pk=first.pk))
    # What comes before the transaction is always the same: it is not what races.
    monkeypatch.setattr(judging, "_verdict_columns", lambda *_: dict(columns))
    monkeypatch.setattr(judging, "keep_fingerprints", lambda _: None)
    monkeypatch.setattr(judging, "twins_of_each", lambda several: [()] * len(several))
    monkeypatch.setattr(judging, "contradictions_of_each", lambda _: [])
    with transaction.atomic():
        sent = [first, *(reported(round_) for _ in range(ROUNDS - 1))]
    claimed = {}
    for _ in sent:
        job = table.claim()
        assert job is not None
        claimed[job.payload["submission_id"]] = job
    confirmed: dict[int, Any] = {}
    judged: dict[int, Any] = {}

    def confirm(one: Submission) -> None:
        act = partial(confirm_as_read, submission_id=one.pk, player_id=one.game.white_id)
        confirmed[one.pk] = answer_of(act)

    def find(one: Submission) -> None:
        judged[one.pk] = answer_of(partial(judging.judge_submission, claimed[one.pk]))

    actions: list[Any] = []
    for lane in range(LANES):
        gate = threading.Barrier(2, timeout=60)
        mine = sent[lane::LANES]
        actions += [partial(in_turn, gate, act, mine) for act in (confirm, find)]
    assert at_once(actions) == [None] * len(actions)
    assert set(judged.values()) == {True}
    counted = outcomes_of(confirmed)
    assert counted.total() == ROUNDS
    assert set(counted) == {"confirmed", "found"}


def test_of_two_referees_one_takes_the_case():
    for case in [CaseFactory() for _ in range(20)]:
        two = [staff(case.tournament, name=name) for name in ("Rita", "Remo")]

        def take(one: Actor, case: Case = case) -> None:
            with acting_as(one):
                take_case(case_id=case.pk)

        outcomes = at_once([partial(take, one) for one in two])
        refused = [one for one in outcomes if one is not None]
        assert [one.code for one in refused] == ["case_taken"]
        case.refresh_from_db()
        assert case.taken_by.link_id == two[outcomes.index(None)].link_id
        assert AuditEvent.objects.filter(verb="case.taken", after__case=case.number).count() == 1


def test_claims_that_differ_at_the_same_moment_are_one_case():
    for game in GameFactory.create_batch(20):
        outcomes = at_once(
            [
                partial(
                    submit_result,
                    game_id=game.pk,
                    player_id=player,
                    claim=claim,
                    idempotency_key=claim,
                )
                for player, claim in ((game.black_id, "B+R"), (game.white_id, "W+R"))
            ]
        )
        assert all(isinstance(one, int) for one in outcomes)
        game.refresh_from_db()
        assert (game.state, Case.objects.get(game=game).cause) == ("disputed", "claims_differ")


def test_cases_that_are_opened_at_the_same_moment_have_numbers_of_their_own():
    round_ = RoundFactory()
    games = GameFactory.create_batch(20, round=round_)
    for game in games:
        submit_result(
            game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key="black"
        )
    outcomes = at_once(
        [
            partial(
                submit_result,
                game_id=game.pk,
                player_id=game.white_id,
                claim="W+R",
                idempotency_key="white",
            )
            for game in games
        ]
    )
    assert all(isinstance(one, int) for one in outcomes), outcomes
    numbers = Case.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 21))
