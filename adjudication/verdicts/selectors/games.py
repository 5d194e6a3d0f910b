"""A game with its reports, disputed games, and games whose record is damaged."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from adjudication.models import HELD, Inquiry, RecordReading, Submission
from adjudication.policy.damage import damage_in, reading_from
from adjudication.policy.forms import results
from adjudication.policy.forms.damage import HANDICAP, PASS, PASSES, PLAYED, WRONG
from adjudication.policy.forms.results import DIFFERS, NOT_THIS_GAME, OTHER_TERMS, OURS
from adjudication.policy.policy import EventPolicy
from adjudication.policy.questions import AnswersOutcome, FormAnswer, FormKind, first_question
from adjudication.rules.judgement import IN_DOUBT
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.verdicts import Verdict
from adjudication.verdicts.selectors.submissions import (
    SubmissionView,
    compared_reports,
    submissions_of,
)
from adjudication.verdicts.selectors.verdicts import FindingView, details_of, reports_given_up
from tournament.common.prepared import prepared
from tournament.common.queries import one_or_none
from tournament.games.selectors import GAME_ROW, GameRow, game_row, game_rows
from tournament.models import Game, GameState, Player, PublicBoards, Reporting, RoundState
from tournament.tournaments.selectors.public import TERMS, TournamentTerms, terms_of


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game, the tournament it belongs to and the reports on it, oldest first.

    ``staff_only`` says that only the staff enters results, ``closed`` that nothing about the
    tournament can change any more. ``public_boards`` says what everybody may see of its record,
    from ``shown_from`` on (None: as soon as the result stands).
    """

    terms: TournamentTerms
    game: GameRow
    published: bool
    submissions: tuple[SubmissionView, ...]
    staff_only: bool = False
    closed: bool = False
    public_boards: str = PublicBoards.NONE
    shown_from: datetime | None = None
    namesakes: bool = False
    """Whether somebody else in the tournament shares the name of one of the players."""

    @property
    def waiting(self) -> SubmissionView | None:
        """Return the report that the opponent still has to answer; None while a case locks it."""
        if self.game.state == GameState.DISPUTED:
            return None
        return next((report for report in self.submissions if report.waits), None)

    @property
    def standing_reports(self) -> tuple[SubmissionView, ...]:
        """Return the reports that were neither replaced, nor withdrawn, nor set aside."""
        return tuple(report for report in self.submissions if report.counts)

    @property
    def evidence(self) -> tuple[SubmissionView, ...]:
        """Return the reports shown to those who may see them: those that stand, and ruled on."""
        return tuple(report for report in self.submissions if report.is_evidence)

    @property
    def compared_reports(self) -> tuple[SubmissionView, ...]:
        """Return the reports whose records are compared, as in :func:`compared_reports`."""
        return compared_reports(self.submissions)

    @property
    def record_missing(self) -> bool:
        """Whether a report waits without its record, which was set aside as wrong."""
        return self.waiting is not None and self.waiting.record_dropped

    def addable_report(self, player_id: int | None) -> SubmissionView | None:
        """Return the report of the result to which a player can still add a game record.

        That is their own if it waits or is contested, whichever both confirmed, or the one that
        waits since its record was set aside as wrong; None if they have sent a record already.
        """
        standing, game = self.standing_reports, self.game
        colour = game.colour_of(player_id)
        if self.closed or any(
            report.record and report.player_id == player_id and not report.imported
            for report in standing
        ):
            return None
        if game.state == GameState.CONFIRMED and colour:
            same = [report for report in standing if report.claims_result_of(game)]
            return same[-1] if same else None
        if game.state == GameState.REPORTED:
            waiting = self.waiting
            mine_waits = waiting is not None and waiting.player_id == player_id
            return waiting if mine_waits or (self.record_missing and colour) else None
        if game.state == GameState.DISPUTED:
            mine = [
                report for report in standing if report.player_id == player_id and not report.waits
            ]
            return next(iter(mine), None)
        return None

    def submission(self, submission_id: int) -> SubmissionView | None:
        """Return one of the reports by its id."""
        return next((report for report in self.submissions if report.id == submission_id), None)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disputed game with both sides' reports, oldest first.

    ``decisive`` holds, by report, the finding that best explains its verdict.
    """

    game: GameRow
    submissions: tuple[SubmissionView, ...]
    decisive: Mapping[int, FindingView | None]


_PAGE = (
    *GAME_ROW,
    "reported_at",
    "round__state",
    *(
        f"round__tournament__{column}"
        for column in (*TERMS, "reporting", "public_boards", "board_delay_minutes")
    ),
)


def game_page(game_id: int) -> GamePage | None:
    """Return a game with its reports, or None if there is no such game. Three queries."""
    game = one_or_none(_game(game_id))
    if game is None:
        return None
    return GamePage(
        terms=terms_of(game.round.tournament),
        game=game_row(game),
        published=game.round.state != RoundState.DRAFT,
        submissions=submissions_of([game_id]).get(game_id, ()),
        staff_only=game.round.tournament.reporting == Reporting.DIRECTOR,
        closed=game.round.tournament.closed_at is not None,
        public_boards=game.round.tournament.public_boards,
        shown_from=_shown_from(game),
        namesakes=game.namesakes,  # type: ignore[attr-defined]
    )


def games_after(
    tournament_id: int, game_id: int, *, most: int, player: int | None = None, **filters: object
) -> tuple[GameRow, ...]:
    """Return a number of games of published rounds after a key; ``filters`` are columns. One query.

    ``player`` is the number of one of the two players.
    """
    games = Game.objects.of(tournament_id).exclude(round__state=RoundState.DRAFT)
    if player is not None:
        games = games.filter(Q(black__number=player) | Q(white__number=player))
    return game_rows(games.filter(pk__gt=game_id, **filters).order_by("pk")[:most])


def standing_with_record(reports: Iterable[SubmissionView]) -> list[SubmissionView]:
    """Return the reports whose verdicts the public sees beside a game, oldest first."""
    return [report for report in reports if report.counts and report.record]


@prepared
def _game(game_id: int) -> "QuerySet[Game]":
    read = Game.objects.select_related("round__tournament", "black", "white").only(*_PAGE)
    return read.filter(pk=game_id).annotate(namesakes=_has_namesakes())


def _has_namesakes() -> Exists:
    """Whether somebody else has the same name as a player of a game, or the same public name."""
    alike = Q()
    for seat in ("black", "white"):
        for column in ("name", "public_name"):
            same = Q(**{column: OuterRef(f"{seat}__{column}")})
            alike |= same & ~Q(pk=OuterRef(f"{seat}_id"))
    people = Player.objects.filter(tournament=OuterRef("round__tournament"))
    return Exists(people.filter(alike))


def _shown_from(game: Game) -> datetime | None:
    """Return when everybody may see a game's record; None without a delay or after its round."""
    delay = game.round.tournament.board_delay_minutes
    settled = game.confirmed_at or game.reported_at
    if delay is None or settled is None or game.round.state == RoundState.FINISHED:
        return None
    return settled + timedelta(minutes=delay)


def disputes(tournament_id: int) -> tuple[Dispute, ...]:
    """Return the disputed games of a tournament, the longest waiting first. Four queries."""
    games = game_rows(
        Game.objects.of(tournament_id)
        .filter(state=GameState.DISPUTED)
        .order_by("reported_at", "pk")
    )
    reports = submissions_of([game.id for game in games])
    standing = {
        game.id: tuple(report for report in reports.get(game.id, ()) if report.counts)
        for game in games
    }
    details = details_of(
        report.id for counted in standing.values() for report in counted if report.verdict
    )
    decisive = {report_id: detail.decisive for report_id, detail in details.items()}
    return tuple(Dispute(game, standing[game.id], decisive) for game in games)


# --- What to ask about the record of a game, and what a referee may say about it ---


DECIDED: Final = (PASSES, PASS, PLAYED, WRONG, HANDICAP, OURS, OTHER_TERMS, NOT_THIS_GAME)
"""The players' answers that a referee may give for both."""


@dataclass(frozen=True, slots=True)
class DamagedRecord:
    """The latest record of a game, with what to ask about it and the ``kind`` of question.

    It is damaged at one place, differs from the game so that an illegal move in it accuses nobody
    yet, or has other terms than the game and a referee was asked about that. ``about`` is the
    subject of the question, as :mod:`adjudication.policy.forms.damage` reads it.
    """

    submission_id: int
    about: Mapping[str, Any]
    kind: FormKind = FormKind.DAMAGED_RECORD


def damaged_record_of(game_id: int) -> DamagedRecord | None:
    """Return what has to be asked about the record of a game now, or None.

    It is about the latest record that stands. One query, and one more if its terms differ.
    """
    said = Submission.objects.filter(game=game_id, record__isnull=False).standing()
    columns = (f"verdict__{name}" for name in ("verdict", "findings", "options", "read_as"))
    last = said.order_by("-pk").values_list("pk", *columns).first()
    if last is None:
        return None
    differs = [finding for finding in last[2] or () if finding["code"] in results.TERMS]
    doubted = last[1] == Verdict.UNDETERMINED and (last[3] or {}).get(IN_DOUBT)
    left_open = differs and last[1] != Verdict.UNDETERMINED and _terms_referred(game_id)
    if (doubted or left_open) and not reading_from(last[4]).of_this_game:
        about = {"submission": last[0], DIFFERS: differs}
        return DamagedRecord(last[0], about, FormKind.WRONG_RECORD)
    if last[1] != Verdict.UNDETERMINED:
        return None
    damage = damage_in(last[2])
    if damage is None:
        return None
    return DamagedRecord(last[0], damage.as_subject(last[0]))


def _terms_referred(game_id: int) -> bool:
    """Whether players were asked about a record that does not fit, and left it to a referee."""
    asked = Inquiry.objects.filter(game=game_id, kind=FormKind.WRONG_RECORD)
    return asked.filter(data__outcome__in=(AnswersOutcome.CASE, HELD)).exists()


READING_SETTLED: Final = Exists(RecordReading.objects.filter(game=OuterRef("game")))
"""For a report: whether it was settled how a damaged record of its game is read."""


def awaits_new_verdict(game_id: int) -> bool:
    """Return whether a record of a game still has to be judged by the settled reading.

    A record whose replay was given up is not waited for. One query for nearly all games.
    """
    if not RecordReading.objects.filter(game=game_id).exists():
        return False
    said = Submission.objects.filter(game=game_id, record__isnull=False).standing()
    unjudged = list(said.filter(verdict=None).values_list("pk", flat=True))
    return len(reports_given_up(unjudged)) < len(unjudged)


def decided_answers(
    damaged: DamagedRecord, ruleset: RuleSet, policy: EventPolicy
) -> tuple[FormAnswer, ...]:
    """Return what a referee may say about a record, in the order in which it is offered."""
    question = first_question(damaged.kind, ruleset, policy, damaged.about)
    return tuple(answer for answer in question.answers if answer.word in DECIDED)
