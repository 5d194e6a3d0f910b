"""What a tournament is made of, one noun a file. The database holds the rules that matter."""

from tournament.models.access_link import AccessLink, Role
from tournament.models.game import Game, GameState
from tournament.models.player import Player
from tournament.models.result import Reason, Winner
from tournament.models.round import Round, RoundState
from tournament.models.seat import Colour, Seat
from tournament.models.tournament import HandicapPolicy, Tournament

__all__ = [
    "AccessLink",
    "Colour",
    "Game",
    "GameState",
    "HandicapPolicy",
    "Player",
    "Reason",
    "Role",
    "Round",
    "RoundState",
    "Seat",
    "Tournament",
    "Winner",
]
