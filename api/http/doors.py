"""The doors of a tournament's staff, by the roles that the doors of the pages name, too."""

from api.http.operations import Door
from api.models import Scope
from tournament.models import Role
from tournament.web.access import DIRECTORS, ENTERERS, OWNERS, REFEREES

STAFF = (Role.DIRECTOR, Role.ASSISTANT, Role.REFEREE, Role.HELPER)
LOOKERS = (Role.DIRECTOR, Role.ASSISTANT, Role.REFEREE)
"""Who may read what everybody did."""

NAMES = Door(Scope.READ, STAFF)
"""Who is shown names that are hidden from the public."""
READING = Door(Scope.READ, DIRECTORS)
"""Who reads drafts and entries."""
LOOKING = Door(Scope.READ, LOOKERS)
PLAYERS = Door(Scope.PLAYERS, DIRECTORS)
CHECKING_IN = Door(Scope.PLAYERS, ENTERERS)
ROUNDS = Door(Scope.ROUNDS, DIRECTORS)
ENTERING = Door(Scope.RESULTS, ENTERERS)
CORRECTING = Door(Scope.RESULTS, DIRECTORS)
SETTINGS = Door(Scope.SETTINGS, OWNERS)
READS_SETTINGS = Door(Scope.READ, OWNERS)
OWNING = Door(Scope.STAFF, OWNERS)
CASES = Door(Scope.CASES, REFEREES)
WEBHOOKS = Door(Scope.WEBHOOKS, OWNERS)
RECORDS = Door(Scope.RECORDS, DIRECTORS)
OWN_GAMES = Door(Scope.GAMES, (Role.PLAYER,))
"""A player, about his own games: the view asks whether they are his."""
