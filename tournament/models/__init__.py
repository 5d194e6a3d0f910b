"""What a tournament is made of, one noun a file. The database holds the rules that matter."""

from tournament.models.access_link import AccessLink, Role
from tournament.models.audit_event import AuditEvent, TrailHead, Verb
from tournament.models.draw import Draw
from tournament.models.game import Game, GameState
from tournament.models.person import Person
from tournament.models.player import Absence, Apart, ApartKind, CheckIn, Player, Registration
from tournament.models.rating_list import ListedPlayer, ListSource, RatingList
from tournament.models.recording_error import RecordingError, RecordingErrorState
from tournament.models.reschedule import Reschedule, RescheduleState
from tournament.models.result import Reason, Winner
from tournament.models.round import PlannedRound, Round, RoundState
from tournament.models.seat import Colour, Seat
from tournament.models.team import Team, TeamSeat
from tournament.models.tournament import (
    HandicapPolicy,
    PairingMethod,
    Reopening,
    Reporting,
    Tournament,
)

__all__ = [
    "Absence",
    "AccessLink",
    "Apart",
    "ApartKind",
    "AuditEvent",
    "CheckIn",
    "Colour",
    "Draw",
    "Game",
    "GameState",
    "HandicapPolicy",
    "ListSource",
    "ListedPlayer",
    "PairingMethod",
    "Person",
    "PlannedRound",
    "Player",
    "RatingList",
    "Reason",
    "RecordingError",
    "RecordingErrorState",
    "Registration",
    "Reopening",
    "Reporting",
    "Reschedule",
    "RescheduleState",
    "Role",
    "Round",
    "RoundState",
    "Seat",
    "Team",
    "TeamSeat",
    "Tournament",
    "TrailHead",
    "Verb",
    "Winner",
]
