"""The boards whose records speak against closing a round, and who made a waiting report."""

from collections.abc import Collection
from dataclasses import dataclass

from adjudication.models import Submission, SubmissionState
from adjudication.rules.judgement import RESULT_LINE
from adjudication.verdicts.selectors.submissions import games_with_other_result, verdict_badges
from adjudication.verdicts.selectors.verdicts import LEFT_OPEN, SPEAKS_AGAINST
from tournament.games.selectors import GameRow, game_rows
from tournament.models import Game, GameState


@dataclass(frozen=True, slots=True)
class BoardInDoubt:
    """A board whose record is in doubt or speaks against its result, with the record's badge."""

    game: GameRow
    badge: str


def boards_in_doubt(round_id: int) -> tuple[BoardInDoubt, ...]:
    """Return a round's boards in doubt, in order. Three queries, two if there are none.

    A record that leaves the result open is included if it gives another result itself, which takes
    one more query. A board with a ruling is not: a referee has decided what its record means.
    """
    found = verdict_badges([round_id])
    badges = {game: badge for game, badge in found.items() if badge in SPEAKS_AGAINST}
    left_open = [game for game, badge in found.items() if badge in LEFT_OPEN]
    badges |= dict.fromkeys(games_with_other_result(left_open), RESULT_LINE)
    if not badges:
        return ()
    games = Game.objects.filter(pk__in=badges).exclude(state=GameState.RULED)
    rows = game_rows(games.order_by("board_number"))
    return tuple(BoardInDoubt(game, badges[game.id]) for game in rows)


def reporters(game_ids: Collection[int]) -> dict[int, int]:
    """Return whose reports wait for the opponent, by game. One query; none without games."""
    if not game_ids:
        return {}
    waiting = Submission.objects.filter(game__in=game_ids, state=SubmissionState.PENDING)
    return dict(waiting.values_list("game_id", "player_id"))
