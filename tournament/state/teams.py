"""Teams: who plays on which board in which round."""

from dataclasses import dataclass

from tournament.state.criteria import TeamCriterion


@dataclass(frozen=True, slots=True)
class TeamSeat:
    """Who plays on one of a team's boards in one round; boards are counted from 1."""

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
        """Return the player ids in a round by board."""
        return {seat.board: seat.player for seat in self.seats if seat.round == round_number}


@dataclass(frozen=True, slots=True)
class TeamRules:
    """How many boards a team has and which criteria order the teams."""

    size: int = 4
    criteria: tuple[TeamCriterion, ...] = (
        TeamCriterion.TEAM_POINTS,
        TeamCriterion.BOARD_WINS,
        TeamCriterion.BOARD_WINS_3,
        TeamCriterion.BOARD_WINS_2,
        TeamCriterion.BOARD_WINS_1,
        TeamCriterion.MEAN_RANK,
    )
