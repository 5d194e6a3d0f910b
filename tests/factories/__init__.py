"""Objects for tests, made by factory_boy straight in the database."""

from tests.factories.adjudication import (
    CaseFactory,
    GameRecordFileFactory,
    JobFactory,
    PersonFactory,
    StatementFactory,
    SubmissionFactory,
    VerdictFactory,
)
from tests.factories.records import COUNTED, ILLEGAL_KO, UNREADABLE
from tests.factories.tournament import (
    GameFactory,
    PlayerFactory,
    RoundFactory,
    TournamentFactory,
)

__all__ = [
    "COUNTED",
    "ILLEGAL_KO",
    "UNREADABLE",
    "CaseFactory",
    "GameFactory",
    "GameRecordFileFactory",
    "JobFactory",
    "PersonFactory",
    "PlayerFactory",
    "RoundFactory",
    "StatementFactory",
    "SubmissionFactory",
    "TournamentFactory",
    "VerdictFactory",
]
