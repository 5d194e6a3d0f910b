"""What anybody may try to do to games and cases, with what chance gives."""

from collections.abc import Callable

from adjudication.cases.services.base import policy_of
from adjudication.cases.services.statements import write_statement
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import object_to_result, raise_matter
from adjudication.inquiries.services.resuming import go_on_without_record, report_resumed
from adjudication.models import Inquiry
from adjudication.policy.causes import Cause
from adjudication.policy.questions import questions_of
from adjudication.rules.presets import get_ruleset
from adjudication.rulings.services.appeals import appeal, withdraw_appeal
from adjudication.submissions.services.reports import submit_result, withdraw_submission
from tests.adjudication.decisions import as_player
from tests.adjudication.random_court import CourtActs
from tests.adjudication.random_people import CLAIMS, RECORDS, RESULTS
from tests.support.answering import accept_as_read, as_read, confirm_as_read, contest_as_read
from tests.support.records import DEAD, WALLS, sgf
from tournament.audit.services.current_actor import acting_as
from tournament.models import RecordingError
from tournament.results.services.recording_errors import consent, propose, refuse, withdraw


class Acts(CourtActs):
    """All of it: the players' acts, and those of the others."""

    def all(self) -> dict[str, Callable[[], object]]:
        """Return the actions by name."""
        names = [name for name in dir(self) if name.startswith("do_")]
        return {name[3:]: getattr(self, name) for name in names}

    def do_report(self) -> None:
        game = self.a_game()
        record = self.chance.choice(RECORDS)
        submit_result(
            game_id=game.pk,
            player_id=self.a_player(game),
            claim=self.chance.choice(CLAIMS),
            record_bytes=record,
            filename="game.sgf" if record else "",
            dead_stones=DEAD.split() if self.chance.random() < 0.5 else None,
            idempotency_key=self.a_key(),
            **as_read(game.pk),
        )

    def do_confirm(self) -> None:
        report = self.a_report()
        confirm_as_read(submission_id=report.pk, player_id=self.a_player(report.game))

    def do_contest(self) -> None:
        report = self.a_report()
        contest_as_read(
            submission_id=report.pk,
            player_id=self.a_player(report.game),
            note="No.",
            about_dead_stones=self.chance.random() < 0.4,
        )

    def do_withdraw_report(self) -> None:
        report = self.a_report()
        withdraw_submission(submission_id=report.pk, player_id=self.a_player(report.game))

    def do_object(self) -> None:
        game = self.a_game()
        object_to_result(game_id=game.pk, player_id=self.a_player(game), note="Look again.")

    def do_raise(self) -> None:
        game = self.a_game()
        raise_matter(
            game_id=game.pk,
            player_id=self.a_player(game),
            cause=self.chance.choice(list(Cause)),
            note="Something happened.",
        )

    def do_answer(self) -> None:
        inquiry = self.any_of(
            Inquiry.objects.filter(game__round__tournament=self.world.tournament).order_by("-pk")[
                :4
            ]
        )
        tournament = self.world.tournament
        words = [
            offered.word
            for question in questions_of(
                inquiry.kind, get_ruleset(tournament.rules), policy_of(tournament)
            )
            for offered in question.answers
        ]
        answer(
            inquiry_id=inquiry.pk,
            player_id=self.a_player(inquiry.game),
            answer=self.chance.choice([*words, "hang"]),
        )

    def do_accept(self) -> None:
        game = self.a_game()
        accept_as_read(game_id=game.pk, player_id=self.a_player(game))

    def do_go_on(self) -> None:
        game = self.a_game()
        go_on_without_record(game_id=game.pk, player_id=self.a_player(game))

    def do_resume(self) -> None:
        game = self.a_game()
        report_resumed(
            game_id=game.pk,
            player_id=self.a_player(game),
            record_bytes=sgf(f"{WALLS} -- --", KM="6.5"),
            idempotency_key=self.a_key(),
            dead_stones=[],
        )

    def do_say(self) -> None:
        case = self.a_case()
        record = self.chance.choice(RECORDS[:2])
        game = case.game
        write_statement(
            case_id=case.pk,
            player_id=self.any_of(self.world.players).pk if game is None else self.a_player(game),
            text=f"So it was, {self.count}.",
            record_bytes=record,
            filename="mine.sgf" if record else "",
            idempotency_key=self.a_key(),
        )

    def do_appeal(self) -> None:
        case = self.a_case()
        player = self.any_of(case.parties.all())
        with acting_as(as_player(player)):
            appeal(case_id=case.pk, player_id=player.pk, text="I do not agree.")

    def do_withdraw_appeal(self) -> None:
        case = self.a_case()
        player = self.any_of(case.parties.all())
        with acting_as(as_player(player)):
            withdraw_appeal(case_id=case.pk, player_id=player.pk)

    def do_propose(self) -> None:
        game = self.a_game()
        winner, reason, margin = self.chance.choice(RESULTS[:4])
        propose(
            game_id=game.pk,
            by_player_id=self.a_player(game),
            winner=winner,
            reason=reason,
            margin_half=margin,
            note="A slip of the pen",
        )

    def do_answer_proposal(self) -> None:
        error = self.any_of(
            RecordingError.objects.filter(game__round__tournament=self.world.tournament)
        )
        player = self.a_player(error.game)
        match self.chance.randrange(3):
            case 0:
                refuse(error_id=error.pk, player_id=player)
            case 1:
                withdraw(error_id=error.pk, by_player_id=player)
            case _:
                consent(error_id=error.pk, player_id=player)
