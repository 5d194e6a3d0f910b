"""What referees, committees and the director may try, and what time does."""

from datetime import timedelta

from django.utils import timezone

from adjudication.cases.services.actions import (
    hand_over,
    keep_case,
    return_case,
    settle_case,
    take_case,
)
from adjudication.cases.services.opening import open_by_staff
from adjudication.cases.services.overdue import open_overdue
from adjudication.corrections.services.corrections import correct_result, withdraw_result
from adjudication.corrections.services.undo import undo
from adjudication.inquiries.services.asking import ask_players
from adjudication.models import Appeal, Inquiry, Motion
from adjudication.policy.causes import Cause
from adjudication.result_entry.services import clear_result, enter_result
from adjudication.rulings.services.appeals import appoint, close_vote, put_motion, vote
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import revise, rule
from jobs.worker import run_job
from tests.adjudication.decisions import as_player
from tests.adjudication.random_people import RESULTS, Chance
from tournament.audit.services.current_actor import NOBODY, Actor, acting_as
from tournament.models import AuditEvent
from tournament.rounds.services.rounds import finish_round


class CourtActs(Chance):
    """Everything but what players do."""

    def do_take(self) -> None:
        with acting_as(self.a_staff()):
            take_case(case_id=self.a_case().pk)

    def do_keep(self) -> None:
        with acting_as(self.a_staff()):
            keep_case(case_id=self.a_case().pk)

    def do_return(self) -> None:
        with acting_as(self.a_staff()):
            return_case(case_id=self.a_case().pk, note="Lunch")

    def do_hand_over(self) -> None:
        with acting_as(self.a_staff()):
            hand_over(case_id=self.a_case().pk, link_id=self.a_staff().link_id, note="Yours")

    def do_settle(self) -> None:
        with acting_as(self.a_staff()):
            settle_case(case_id=self.a_case().pk, note="Nothing to decide")

    def do_ask(self) -> None:
        kinds = list(Inquiry._meta.get_field("kind").choices)  # type: ignore[arg-type]
        with acting_as(self.a_staff()):
            ask_players(case_id=self.a_case().pk, kind=str(self.chance.choice(kinds)[0]))

    def do_open(self) -> None:
        game = self.a_game()
        with acting_as(self.a_staff()):
            open_by_staff(
                tournament_id=self.world.tournament.pk,
                cause=self.chance.choice(list(Cause)),
                game_id=game.pk,
                player_ids=[self.a_player(game)],
                minutes=self.chance.choice((None, 20)),
                note="I saw it.",
            )

    def do_rule(self) -> None:
        case = self.a_case()
        with acting_as(self.a_staff()):
            rule(case_id=case.pk, decision=self.a_decision(case), version=case.version)

    def do_take_and_rule(self) -> None:
        case = self.a_case()
        with acting_as(self.chance.choice(self.referees)):
            take_case(case_id=case.pk)
            case.refresh_from_db()
            rule(case_id=case.pk, decision=self.a_decision(case), version=case.version)

    def do_revise(self) -> None:
        case = self.a_case()
        with acting_as(self.a_staff()):
            revise(
                case_id=case.pk,
                decision=self.a_decision(case),
                version=case.version,
                note="I was wrong",
            )

    # Appeals

    def _appeal(self) -> Appeal:
        return self.any_of(Appeal.objects.filter(case__tournament=self.world.tournament))

    def do_appoint(self) -> None:
        one = self._appeal()
        with acting_as(self.director):
            appoint(
                appeal_id=one.pk,
                player_ids=[player.pk for player in self.chance.sample(self.world.players, 4)],
            )

    def _member(self, one: Appeal) -> Actor:
        member = self.any_of(one.members.all())
        player = member.person.player
        return self.director if player is None else as_player(player)

    def do_move(self) -> None:
        one = self._appeal()
        with acting_as(self._member(one)):
            put_motion(appeal_id=one.pk, decision=self.a_decision(one.case))

    def do_vote(self) -> None:
        one = self._appeal()
        motion = self.any_of(Motion.objects.filter(appeal=one))
        with acting_as(self._member(one)):
            reasons = "It was right." if motion.decision is None else ""
            vote(appeal_id=one.pk, motion_id=motion.pk, reasons=reasons)

    def do_close_vote(self) -> None:
        one = self._appeal()
        with acting_as(self._member(one)):
            close_vote(appeal_id=one.pk, note="The others have gone home.")

    # The director, and time

    def do_enter(self) -> None:
        winner, reason, margin = self.chance.choice(RESULTS)
        with acting_as(self.director):
            enter_result(game_id=self.a_game().pk, winner=winner, reason=reason, margin_half=margin)

    def do_clear(self) -> None:
        with acting_as(self.director):
            clear_result(game_id=self.a_game().pk)

    def do_correct(self) -> None:
        winner, reason, margin = self.chance.choice(RESULTS)
        with acting_as(self.director):
            correct_result(
                game_id=self.a_game().pk,
                winner=winner,
                reason=reason,
                margin_half=margin,
                note="It was written down wrong",
            )

    def do_withdraw_result(self) -> None:
        with acting_as(self.director):
            withdraw_result(game_id=self.a_game().pk, note="Not yet over")

    def do_undo(self) -> None:
        events = AuditEvent.objects.filter(
            tournament=self.world.tournament, verb__startswith="result."
        ).order_by("-pk")
        with acting_as(self.director):
            undo(event_id=self.any_of(events[:5]).pk, reason="Wrong button")

    def do_finish(self) -> None:
        with acting_as(self.director):
            finish_round(round_id=self.world.games[0].round_id)

    def do_judge(self) -> None:
        while run_job():
            pass

    def do_wait(self) -> None:
        with acting_as(NOBODY):
            open_overdue(timezone.now() + timedelta(hours=3))

    def do_let_time_pass(self) -> None:
        with acting_as(NOBODY):
            make_final(timezone.now() + timedelta(hours=3))
