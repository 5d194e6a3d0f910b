"""All models of a tournament, collected from its packages for Django."""

from tournament.advisor.models import ComparedEvents, ComparisonState, FormatComparison
from tournament.audit.models import AuditEvent, Person, TrailHead, Verb
from tournament.games.models.game import Game, GameState
from tournament.games.models.result import Reason, Result, Winner
from tournament.games.models.seat import Colour, Seat
from tournament.outlook.models import RoundCertainty, RoundOutlook
from tournament.players.models import (
    ASKED_COLUMNS,
    ENTRY_COLUMNS,
    ENTRY_TEXTS,
    IMPERSONAL_COLUMNS,
    Absence,
    Apart,
    ApartKind,
    CheckIn,
    ListedPlayer,
    ListSource,
    Player,
    RatingList,
    Registration,
    Team,
    TeamSeat,
)
from tournament.public.models import FrozenStandings, Poster, PosterPicture, SponsorLogo
from tournament.results.models import RecordingError, RecordingErrorState
from tournament.rounds.models import Draw, PlannedRound, Round, RoundState
from tournament.scheduling.models import Reschedule, RescheduleState
from tournament.staff.models import AccessLink, Role
from tournament.tournaments.models import (
    Deletion,
    HandicapPolicy,
    PairingMethod,
    PublicBoards,
    RatedFor,
    RatingScale,
    Reopening,
    Reporting,
    Status,
    Ties,
    Tournament,
)

__all__ = [
    "ASKED_COLUMNS",
    "ENTRY_COLUMNS",
    "ENTRY_TEXTS",
    "IMPERSONAL_COLUMNS",
    "Absence",
    "AccessLink",
    "Apart",
    "ApartKind",
    "AuditEvent",
    "CheckIn",
    "Colour",
    "ComparedEvents",
    "ComparisonState",
    "Deletion",
    "Draw",
    "FormatComparison",
    "FrozenStandings",
    "Game",
    "GameState",
    "HandicapPolicy",
    "ListSource",
    "ListedPlayer",
    "PairingMethod",
    "Person",
    "PlannedRound",
    "Player",
    "Poster",
    "PosterPicture",
    "PublicBoards",
    "RatedFor",
    "RatingList",
    "RatingScale",
    "Reason",
    "RecordingError",
    "RecordingErrorState",
    "Registration",
    "Reopening",
    "Reporting",
    "Reschedule",
    "RescheduleState",
    "Result",
    "Role",
    "Round",
    "RoundCertainty",
    "RoundOutlook",
    "RoundState",
    "Seat",
    "SponsorLogo",
    "Status",
    "Team",
    "TeamSeat",
    "Ties",
    "Tournament",
    "TrailHead",
    "Verb",
    "Winner",
]
