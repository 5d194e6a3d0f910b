"""How a wall list was scored, as far as it can be seen: Swiss or McMahon, floor and bar."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from language.messages import Message, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.wall_games import WallGames
from tournament.state.criteria import Criterion
from tournament.state.parameters import ScoringParameters
from tournament.state.ranks import STRONGEST, WEAKEST
from tournament.state.state import TournamentState

SWISS = (Criterion.NBW, Criterion.SOSW, Criterion.SOSOSW)
MCMAHON = (Criterion.MMS, Criterion.SOSM, Criterion.SOSOSM)
NO_SCORES: Final = _("The list has no score column; read as a Swiss tournament.")


def with_scoring(
    state: TournamentState, found: WallGames, first_columns: Sequence[Sequence[str]]
) -> tuple[TournamentState, tuple[Message, ...]]:
    """Return the state with criteria and scoring, and a note if they are a guess.

    ``first_columns`` has the first numeric column of every player, empty if there is none. If it is
    the number of points, for most players, the system is Swiss. Otherwise it is a McMahon score,
    and bar and floor follow from the score less the points, if that agrees with all ranks.
    """
    half = 1 if found.half_point_absence else 0
    scoring = ScoringParameters(rounds=max(1, found.rounds), absent_nbw=half, absent_mms=half)
    points = _points(state, half)
    starts = [
        score - points[player.id] // 2
        for player, column in zip(state.players, first_columns, strict=True)
        if column and (score := _whole(column[0])) is not None
    ]
    if not starts:
        return _scored(state, scoring, SWISS), (NO_SCORES,)
    others = sum(start != 0 for start in starts)
    if len(starts) < len(state.players) or 2 * others < len(starts):
        note = ngettext_lazy(
            "For %(count)d of %(all)d players the first column is not the number of points; read "
            "as a Swiss tournament.",
            "For %(count)d of %(all)d players the first column is not the number of points; read "
            "as a Swiss tournament.",
            "count",
        ) % {"count": others, "all": len(starts)}
        return _scored(state, scoring, SWISS), (note,) if others else ()
    floor, bar = min(starts) - 30, max(starts) - 30
    scoring = replace(scoring, floor=floor, bar=bar)
    fits = floor >= WEAKEST and bar <= STRONGEST
    if fits and all(
        scoring_fits(player.rank, start, floor, bar)
        for player, start in zip(state.players, starts, strict=True)
    ):
        return _scored(state, scoring, MCMAHON), ()
    scoring = replace(scoring, floor=ScoringParameters().floor, bar=ScoringParameters().bar)
    return _scored(state, scoring, MCMAHON), (
        _(
            "The first column is not the number of wins; read as a McMahon tournament. The "
            "starting scores do not follow from the ranks: check floor, bar and corrections."
        ),
    )


def scoring_fits(rank: int, start: int, floor: int, bar: int) -> bool:
    """Whether a starting score follows from the rank with this floor and bar."""
    return start == max(floor, min(bar, rank)) + 30


def _scored(
    state: TournamentState, scoring: ScoringParameters, criteria: tuple[Criterion, ...]
) -> TournamentState:
    return replace(state, parameters=replace(state.parameters, scoring=scoring, criteria=criteria))


def _points(state: TournamentState, half: int) -> dict[int, int]:
    """Return the points X2 of every player, with absences rounded down as by default."""
    points = {player.id: 2 * (half * len(player.absent) // 2) for player in state.players}
    for bye in state.byes:
        points[bye.player] += 2
    for game in state.games:
        points[game.black] += game.result.meaning.black
        points[game.white] += game.result.meaning.white
    return points


def _whole(text: str) -> int | None:
    """Return a score without its fraction, None for an impossible one."""
    found = re.match(r"-?\d+", text)
    digits = found[0] if found else "0"
    return int(digits) if len(digits) < 7 else None
