"""The names of the placement criteria of players and teams, as written in files and on pages."""

from enum import StrEnum


class Criterion(StrEnum):
    """A placement criterion of a player (specification, 2.11 and 2.12)."""

    CATEGORY = "CAT"
    NBW = "NBW"
    CPS = "CPS"
    MMS = "MMS"
    STS = "STS"
    RANK = "Rank"
    RATING = "Rating"
    CUSSW = "CUSSW"
    CUSSM = "CUSSM"
    SOSW = "SOSW"
    SOSW_1 = "SOSW-1"
    SOSW_2 = "SOSW-2"
    SODOSW = "SODOSW"
    SOSM = "SOSM"
    SOSM_1 = "SOSM-1"
    SOSM_2 = "SOSM-2"
    SODOSM = "SODOSM"
    SOSTS = "SOSTS"
    SOSOSW = "SOSOSW"
    SOSOSM = "SOSOSM"
    EXT = "EXT"
    EXR = "EXR"
    DC = "DC"
    SDC = "SDC"
    EGF_DC = "EGF-DC"
    """Direct comparison as the EGF rules define it; other programs' files have no word for it."""
    KNOCK_OUT = "KO"
    """The place reached in a knock-out; other programs' files have no word for it."""


class TeamCriterion(StrEnum):
    """A placement criterion of a team; BDW counts board wins, BDW3U those of the first 3 boards."""

    TEAM_POINTS = "TEAMP"
    SOST = "SOST"
    BOARD_WINS = "BDW"
    BOARD_WINS_1 = "BDW1U"
    BOARD_WINS_2 = "BDW2U"
    BOARD_WINS_3 = "BDW3U"
    BOARD_WINS_4 = "BDW4U"
    BOARD_WINS_5 = "BDW5U"
    BOARD_WINS_6 = "BDW6U"
    BOARD_WINS_7 = "BDW7U"
    BOARD_WINS_8 = "BDW8U"
    BOARD_WINS_9 = "BDW9U"
    MEAN_RANK = "MNR"
