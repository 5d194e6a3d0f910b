"""The verdict that stands beside a game's result: one of a record sent in with that very result."""

from collections.abc import Iterable
from typing import NamedTuple

from adjudication.models import Submission, SubmissionState
from adjudication.verdicts.selectors.jobs import given_up
from adjudication.verdicts.selectors.submissions import SubmissionView
from adjudication.verdicts.selectors.verdicts import CHECKING, FAILED
from tournament.games.selectors.games import GameRow

_Claim = tuple[str, str, int | None]


class _Said(NamedTuple):
    """What one report says, and the badge of its record, empty without one."""

    claim: _Claim
    state: str
    badge: str


def game_badge(game: GameRow, reports: Iterable[SubmissionView]) -> str:
    """Return the verdict beside a game's result, or an empty text where none belongs there.

    ``reports`` are those on the game, oldest first. Only a report that claims just the result that
    stands has a say: one that waits, and one that was confirmed before others, then the latest.
    :data:`CHECKING` stands for a record not judged yet, :data:`FAILED` for one that was given up.
    """
    return _chosen(
        (game.winner, game.reason, game.margin_half),
        (
            _Said((one.winner, one.reason, one.margin_half), one.state, one.badge)
            for one in reports
            if one.counts
        ),
    )


def verdict_badges(tournament_id: int) -> dict[int, str]:
    """Return what :func:`game_badge` says of every game of a tournament, by game. Two queries."""
    rows = list(
        Submission.objects.filter(game__round__tournament=tournament_id, record__isnull=False)
        .shown()
        .order_by("pk")
        .values_list(
            "pk",
            "game_id",
            "state",
            "verdict__verdict",
            "claim_winner",
            "claim_reason",
            "claim_margin_half",
            "game__winner",
            "game__reason",
            "game__margin_half",
        )
    )
    abandoned = given_up([row[0] for row in rows if row[3] is None])
    results: dict[int, _Claim] = {}
    said: dict[int, list[_Said]] = {}
    for pk, game_id, state, verdict, *claimed in rows:
        badge = verdict or (FAILED if pk in abandoned else CHECKING)
        said.setdefault(game_id, []).append(_Said(_claim(claimed[:3]), state, badge))
        results[game_id] = _claim(claimed[3:])
    found = {game_id: _chosen(results[game_id], reports) for game_id, reports in said.items()}
    return {game_id: badge for game_id, badge in found.items() if badge}


def _claim(columns: list[str | int | None]) -> _Claim:
    winner, reason, margin_half = columns
    return str(winner), str(reason), None if margin_half is None else int(margin_half)


def _chosen(result: _Claim, reports: Iterable[_Said]) -> str:
    agreeing = [one for one in reports if one.badge and one.claim == result]
    settled = [one for one in agreeing if one.state == SubmissionState.CONFIRMED]
    return (settled or agreeing)[-1].badge if agreeing else ""
