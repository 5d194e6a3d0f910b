"""Whatever referees, players and committees do in whatever order, nothing decided is lost.

More of it in ``./run faults walks``.
"""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.db.models import Count

from adjudication.corrections.services import corrections
from adjudication.models import Appeal, Case, Ruling, Submission
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.result_entry.services import clear_result, enter_result
from adjudication.rulings.services.appeals import (
    appeal,
    appoint_committee,
    close_vote,
    put_motion,
    vote,
    withdraw_appeal,
)
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import preview_ruling, revise, rule
from adjudication.submissions.services.reports import submit_result
from tests.adjudication.decisions import as_player, locked, person, staff, taken, time_is_over
from tests.factories import GameFactory
from tests.support.answering import confirm_as_read
from tests.support.environment import some
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import UserError
from tournament.models import AuditEvent, Game
from tournament.rounds.selectors.state import state_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]
STEPS = 40


class Walk:
    """One game with its case, and everybody who does something about it at random."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.game = GameFactory(
            round__tournament__reopening=self.random.choice(["never", "always"])
        )
        self.tournament = self.game.round.tournament
        self.referee = staff(self.tournament)
        self.committee = [staff(self.tournament, name=name) for name in ("Ulla", "Vera", "Wim")]
        self.keys = iter(range(1000))
        self.rulings: dict[int, tuple[Any, ...]] = {}

    def step(self) -> None:
        """Do what fits, mostly, and anything at all now and then; what is refused is no harm."""
        self.game.refresh_from_db()
        before = (self.take, self.take, self.report, self.confirm, self.enter)
        fitting: dict[str, tuple[Callable[[], None], ...]] = {
            "taken": (self.rule, self.rule, self.rule, self.foresee),
            "ruled": (
                *(self.revise, self.appeal, self.appeal, self.time, self.sweep),
                *(self.report, self.again),
            ),
            "appealed": (self.appoint, self.move, *(self.vote,) * 6, self.close, self.withdraw),
        }
        anything = (*before, *(one for some in fitting.values() for one in some))
        anything = (*anything, self.clear, self.correct)
        case = self.case
        fits = fitting.get(case.state if case else "", before)
        action = self.random.choice(fits if self.random.random() < 0.8 else anything)
        with suppress(UserError):
            action()

    def by(self, one: Actor, action: Callable[..., Any], **values: Any) -> Any:
        with acting_as(one):
            return action(**values)

    @property
    def case(self) -> Case | None:
        return Case.objects.filter(game=self.game).order_by("-pk").first()

    @property
    def player(self) -> Any:
        return self.random.choice([self.game.black, self.game.white])

    def decision(self) -> Decision:
        result = self.random.choice(
            [
                *(("black", "score", 7), ("white", "ruling", None), ("both", "both_lose", None)),
                *(("none", "void", None), ("draw", "score", None)),
            ]
        )
        effect = self.random.choice(["result", "result", "replay", "resume", "nothing"])
        penalty = PenaltyGiven(self.player.number, "points", self.random.randint(1, 12))
        return Decision(
            effect,
            *(result if effect == "result" else ("", "", None)),
            resume_move=12 if effect == "resume" else None,
            reasons=f"Because {next(self.keys)}.",
            penalties=(penalty,) if self.random.random() < 0.5 else (),
        )

    def report(self) -> None:
        submit_result(
            game_id=self.game.pk,
            player_id=self.player.pk,
            claim=self.random.choice(["B+R", "W+3.5"]),
            idempotency_key=str(next(self.keys)),
        )

    def confirm(self) -> None:
        waiting = Submission.objects.filter(game=self.game, state="pending").first()
        if waiting is not None:
            other = self.game.opponent_of(waiting.player_id)
            assert other is not None
            confirm_as_read(submission_id=waiting.pk, player_id=other)

    def enter(self) -> None:
        enter_result(game_id=self.game.pk, winner="black", margin_half=3)

    def clear(self) -> None:
        clear_result(game_id=self.game.pk)

    def correct(self) -> None:
        corrections.correct_result(game_id=self.game.pk, winner="white", note="Slip.")

    def take(self) -> None:
        case = self.case
        if case is None or case.state not in ("asked", "open", "taken"):
            if self.game.state in ("open", "reported"):
                locked(self.game)
            taken(self.tournament, self.referee, self.game)

    def again(self) -> None:
        """Let something come up after a ruling: that is a case of its own."""
        taken(self.tournament, self.referee, self.game)

    def rule(self) -> None:
        if (case := self.case) is not None:
            values = {"case_id": case.pk, "version": case.version}
            self.by(self.referee, rule, decision=self.decision(), **values)

    def revise(self) -> None:
        """Take up the ruling of any case about the game, as no later one forbids it."""
        if cases := list(Case.objects.filter(game=self.game).order_by("pk")):
            case = self.random.choice(cases)
            values = {"case_id": case.pk, "version": case.version, "note": "Again."}
            self.by(self.referee, revise, decision=self.decision(), **values)

    def foresee(self) -> None:
        if (case := self.case) is not None:
            preview_ruling(case_id=case.pk, decision=self.decision())

    def appeal(self) -> None:
        if (case := self.case) is not None:
            self.by(as_player(self.player), appeal, case_id=case.pk, text="No.")

    @property
    def waiting(self) -> int:
        found = Appeal.objects.filter(case__game=self.game, state="waiting").first()
        return 0 if found is None else found.pk

    def appoint(self) -> None:
        people = [person(self.tournament, one).pk for one in self.committee]
        appoint_committee(appeal_id=self.waiting, person_ids=people)

    def move(self) -> None:
        member = self.random.choice(self.committee)
        self.by(member, put_motion, appeal_id=self.waiting, decision=self.decision())

    def vote(self) -> None:
        found = Appeal.objects.filter(pk=self.waiting).order_by("motions")
        motions = list(found.values_list("motions", flat=True))
        values = {"appeal_id": self.waiting, "motion_id": self.random.choice(motions or [0])}
        reasons = self.random.choice(["", "It was right."])
        self.by(self.random.choice(self.committee), vote, reasons=reasons, **values)

    def close(self) -> None:
        note = self.random.choice(["", "The others have gone home."])
        member = self.random.choice(self.committee)
        self.by(member, close_vote, appeal_id=self.waiting, note=note)

    def withdraw(self) -> None:
        if (case := self.case) is not None:
            self.by(as_player(self.player), withdraw_appeal, case_id=case.pk)

    def time(self) -> None:
        if (case := self.case) is not None and case.state == "ruled":
            time_is_over(case)

    def sweep(self) -> None:
        make_final()

    def check(self, was: Game) -> None:
        game = Game.objects.get(pk=self.game.pk)
        now = (game.state, game.winner, game.reason, game.margin_half)
        if was.final:
            assert now == (was.state, was.winner, was.reason, was.margin_half)
        there = {
            one.pk: (one.case_id, one.number, one.effect, one.winner, one.reasons)
            for one in Ruling.objects.all()
        }
        assert self.rulings.items() <= there.items()
        self.rulings = there
        for case in Case.objects.annotate(made=Count("rulings")):
            ruled = case.state in ("ruled", "appealed", "final")
            assert ruled == bool(case.made)
            if ruled:
                assert case.rulings.filter(superseded_by=None).count() == 1
            waiting = case.appeals.filter(state="waiting").count()
            assert waiting == (case.state == "appealed")
        if game.state == "ruled":
            gave = Ruling.objects.filter(effect="result", superseded_by=None)
            assert now[1:] in [(one.winner, one.reason, one.margin_half) for one in gave]
        if game.final:
            by = Ruling.objects.filter(effect="result", superseded_by=None)
            assert any(
                (one.winner, one.reason, one.margin_half) == now[1:] and one.case.state == "final"
                for one in by
            )
        (value,) = state_of(self.tournament).games
        assert value.result.known == bool(game.winner)


@pytest.mark.by_turns
@pytest.mark.parametrize("seed", some(range(50), every=17))
def test_nothing_that_was_decided_is_lost(seed: int):
    walk = Walk(seed)
    for _ in range(STEPS):
        was = Game.objects.get(pk=walk.game.pk)
        walk.step()
        walk.check(was)
    told = AuditEvent.objects.filter(verb__in=["ruling.made", "ruling.revised", "appeal.decided"])
    upheld = sum(bool(one.after.get("upheld")) for one in told)
    assert told.count() - upheld == Ruling.objects.count()
