"""One game with everything that was sent in about it, and the games a referee has to look at."""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudication.models import SubmissionState
from adjudication.verdicts.selectors.submissions import SubmissionView, submissions_of
from adjudication.verdicts.selectors.verdicts import FindingView, details_of
from tournament.common.single import single
from tournament.games.selectors.games import GameRow, game_row, game_rows
from tournament.models import Game, GameState, Reporting, RoundState
from tournament.tournaments.selectors.public import TournamentTerms, terms_of


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game, the tournament it belongs to and the reports on it, oldest first.

    ``staff_only`` tells that the staff alone enters results, ``closed`` that nothing about the
    tournament changes any more.
    """

    terms: TournamentTerms
    game: GameRow
    published: bool
    submissions: tuple[SubmissionView, ...]
    staff_only: bool = False
    closed: bool = False

    @property
    def waiting(self) -> SubmissionView | None:
        """Return the report that the opponent has still to answer; none while a case locks it."""
        if self.game.state == GameState.DISPUTED:
            return None
        return next((report for report in self.submissions if report.waits), None)

    @property
    def standing(self) -> tuple[SubmissionView, ...]:
        """Return the reports that were neither replaced, nor withdrawn, nor set aside."""
        return tuple(report for report in self.submissions if report.counts)

    @property
    def record_missing(self) -> bool:
        """Whether a report waits without the record that both players set aside as wrong."""
        dropped = (SubmissionState.SUPERSEDED, True, True)
        return (
            self.waiting is not None
            and self.waiting.record is None
            and any(
                (one.state, bool(one.record), bool(one.answer_note)) == dropped
                for one in self.submissions
            )
        )

    def addable(self, player_id: int | None) -> SubmissionView | None:
        """Return the report of the result that a player can still add a game record to.

        That is their own that waits or is contested, whichever both confirmed, or the one that
        waits since its record was set aside as wrong; None where they have sent a record already.
        """
        standing, game = self.standing, self.game
        colour = game.colour_of(player_id)
        if self.closed or any(
            report.record and report.player_id == player_id and not report.imported
            for report in standing
        ):
            return None
        if game.state == GameState.CONFIRMED and colour:
            now = (game.winner, game.reason, game.margin_half)
            same = [one for one in standing if (one.winner, one.reason, one.margin_half) == now]
            return same[-1] if same else None
        if game.state == GameState.REPORTED:
            waiting = self.waiting
            mine_waits = waiting is not None and waiting.player_id == player_id
            return waiting if mine_waits or (self.record_missing and colour) else None
        if game.state == GameState.DISPUTED:
            mine = [one for one in standing if one.player_id == player_id and not one.waits]
            return next(iter(mine), None)
        return None

    def submission(self, submission_id: int) -> SubmissionView | None:
        """Return one of the reports by its id."""
        return next((report for report in self.submissions if report.id == submission_id), None)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disputed game with both sides' reports, oldest first.

    ``decisive`` is, by report, the finding that explains its verdict best.
    """

    game: GameRow
    submissions: tuple[SubmissionView, ...]
    decisive: Mapping[int, FindingView | None]


def game_page(game_id: int) -> GamePage | None:
    """Return a game with its reports, or None where there is no such game. Three queries."""
    read = Game.objects.select_related("round__tournament", "black", "white")
    game = single(read.filter(pk=game_id))
    if game is None:
        return None
    return GamePage(
        terms=terms_of(game.round.tournament),
        game=game_row(game),
        published=game.round.state != RoundState.DRAFT,
        submissions=submissions_of([game_id]).get(game_id, ()),
        staff_only=game.round.tournament.reporting == Reporting.DIRECTOR,
        closed=game.round.tournament.closed_at is not None,
    )


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
