"""The names of an OpenGotha file's elements, its limits, and defaults for what we keep."""

import unicodedata
from typing import Final

PAIRED_BY: Final = "pairedBy"
"""Our attribute of the root for a method that OpenGotha does not know; it ignores it."""
BRACKET_FROM: Final = "bracketFrom"
"""Another one, with the first round of a bracket if that is not round 1."""
ROOT = "Tournament"
_PARAMETERS: Final = "TournamentParameterSet"
_TEAM_PARAMETERS: Final = "TeamTournamentParameterSet"
_CRITERIA: Final = "PlacementCriteria"
GENERAL: Final = (_PARAMETERS, "GeneralParameterSet")
HANDICAP: Final = (_PARAMETERS, "HandicapParameterSet")
PLACEMENT: Final = (_PARAMETERS, "PlacementParameterSet", _CRITERIA)
PAIRING: Final = (_PARAMETERS, "PairingParameterSet")
DISPLAY: Final = (_PARAMETERS, "DPParameterSet")
PUBLISH: Final = (_PARAMETERS, "PublishParameterSet")
TEAM_GENERAL: Final = (_TEAM_PARAMETERS, "TeamGeneralParameterSet")
TEAM_PLACEMENT: Final = (_TEAM_PARAMETERS, "TeamPlacementParameterSet", _CRITERIA)
CLUBS_GROUPS: Final = ("ClubsGroups",)

DATA_VERSION: Final = 201
"""From this version on, ratings are on the EGF scale; before, 2050 has to be added."""
OLD_RATING_SHIFT: Final = 2050
LOWEST_RATING, HIGHEST_RATING = -900, 2949
MAX_ROUNDS: Final = 20
MAX_CRITERIA: Final = 6
MAX_KOMI: Final = 800
"""In half-points."""
MAX_WEIGHT: Final = 10**15
CARD: Final = {
    "rating_origin": "ratingOrigin",
    "egf_pin": "egfPin",
    "ffg_licence": "ffgLicence",
    "ffg_licence_status": "ffgLicenceStatus",
    "aga_id": "agaId",
    "aga_expiration_date": "agaExpirationDate",
}
"""The attributes of a player that are fields of the card, apart from the grade."""
NO_CRITERION: Final = frozenset({"NULL", "NONE", ""})

KEPT_DEFAULTS: Final[dict[tuple[str, ...], dict[str, str]]] = {
    (): {"fullVersionNumber": "3.52", "runningMode": "SAL"},
    GENERAL: {"genMMZero": "30K"},
    PAIRING: {"paiSeDefSecCrit": "100000000000"},
    DISPLAY: {
        "displayClCol": "true",
        "displayCoCol": "true",
        "displayIndGamesInMatches": "true",
        "displayNPPlayers": "false",
        "displayNumCol": "true",
        "displayPlCol": "true",
        "gameFormat": "full",
        "playerSortType": "name",
        "showByePlayer": "true",
        "showNotFinallyRegisteredPlayers": "true",
        "showNotPairedPlayers": "true",
        "showNotParticipatingPlayers": "false",
        "showPlayerClub": "true",
        "showPlayerCountry": "false",
        "showPlayerGrade": "true",
    },
    PUBLISH: {"exportToLocalFile": "true", "htmlAutoScroll": "false", "print": "true"},
}
"""What we do not use but write anyway, since the program expects it."""


def player_key(surname: str, first_name: str) -> str:
    """Return the key by which games refer to a player: both names, upper case, without spaces."""
    return (surname + first_name).replace(" ", "").upper()


def loose_key(key: str) -> str:
    """Return a key without anything that programs and languages write differently.

    That is case (a Turkish computer has a different upper-case i), accents, hyphens, apostrophes
    and spaces.
    """
    plain = unicodedata.normalize("NFKD", key.replace("ı", "i").casefold())
    return "".join(letter for letter in plain if letter.isalnum())
