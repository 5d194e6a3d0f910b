"""Teams: who plays at which board in which round."""

from dataclasses import dataclass

from tournament.state.criteria import TeamCriterion


@dataclass(frozen=True, slots=True)
class TeamSeat:
    """Who sits at a board of a team in one round; boards from 1."""

    round: int
    board: int
    player: int


@dataclass(frozen=True, slots=True)
class Team:
    """A team. ``number`` is its identity in the tournament."""

    number: int
    name: str
    seats: tuple[TeamSeat, ...] = ()

    def players(self, round_number: int) -> dict[int, int]:
        """Return the player ids of a round by board."""
        return {seat.board: seat.player for seat in self.seats if seat.round == round_number}


@dataclass(frozen=True, slots=True)
class TeamRules:
    """How many boards a team has and what orders the teams."""

    size: int = 4
    criteria: tuple[TeamCriterion, ...] = (
        TeamCriterion.TEAM_POINTS,
        TeamCriterion.BOARD_WINS,
        TeamCriterion.BOARD_WINS_3,
        TeamCriterion.BOARD_WINS_2,
        TeamCriterion.BOARD_WINS_1,
        TeamCriterion.MEAN_RANK,
    )
