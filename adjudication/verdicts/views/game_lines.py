"""Lines of game tables, ready to show."""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudication.verdicts.views.badges import Badge, state_badge, verdict_badge
from tournament.games import words
from tournament.games.selectors.games import SETTLED, GameRow
from tournament.models import GameState, Winner
from tournament.tournaments.selectors.public import RoundGames


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game as a table shows it. ``verdict`` is None where no record was sent in."""

    game: GameRow
    result: str
    state: Badge
    verdict: Badge | None
    black_won: bool
    white_won: bool
    terms: str

    @property
    def settled(self) -> bool:
        """Whether nothing more is to happen to the result."""
        return self.game.state in SETTLED

    @property
    def says_state(self) -> bool:
        """Whether the table says how far the result is: not of one that came the usual way."""
        return not self.settled or self.game.state == GameState.RULED


@dataclass(frozen=True, slots=True)
class RoundLines:
    """A round with the lines of its games."""

    round: RoundGames
    lines: tuple[GameLine, ...]


def game_line(game: GameRow, verdict: str, board_size: int) -> GameLine:
    """Return the line of one game; ``verdict`` is empty where no record was sent in."""
    return GameLine(
        game=game,
        result=words.game_result(game),
        state=state_badge(game.state),
        verdict=verdict_badge(verdict),
        black_won=game.winner == Winner.BLACK,
        white_won=game.winner == Winner.WHITE,
        terms=words.terms_sentence(
            size=board_size, handicap=game.handicap, komi_half=game.komi_half
        ),
    )


def round_lines(
    rounds: tuple[RoundGames, ...], verdicts: Mapping[int, str], board_size: int
) -> tuple[RoundLines, ...]:
    """Return the rounds with the lines of their games."""
    return tuple(
        RoundLines(
            one,
            tuple(game_line(game, verdicts.get(game.id, ""), board_size) for game in one.games),
        )
        for one in rounds
    )
