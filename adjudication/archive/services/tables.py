"""The tables of a tournament: which rows of each are its own, and since when archives have them."""

from collections.abc import Iterator
from typing import Any

from django.db import models
from django.db.models import Q

from adjudication.models import (
    Appeal,
    Case,
    CommitteeMember,
    Confirmation,
    ConfirmationAnswer,
    ConfirmedChain,
    GameRecordFile,
    Inquiry,
    Motion,
    Penalty,
    Picture,
    RecordReading,
    Ruling,
    Statement,
    StatementVerdict,
    Submission,
    Verdict,
    Vote,
)
from notices.models import MailRules, PlayerMail
from tournament.models import (
    Absence,
    Apart,
    AuditEvent,
    CheckIn,
    Draw,
    Game,
    Person,
    PlannedRound,
    Player,
    RecordingError,
    Reschedule,
    Round,
    Seat,
    Team,
    TeamSeat,
    Tournament,
    TrailHead,
)

BATCH = 500
"""So many rows are in memory at a time, with the records or pictures that belong to them."""
PARTY = Case.parties.through
"""The table of who a case is about."""

# In the order in which rows can be written: what a row refers to comes before it. The path leads
# from a row to its tournament; of several, parted by spaces, one at least does.
TABLES: tuple[tuple[type[models.Model], str], ...] = (
    (Tournament, "pk"),
    (Player, "tournament"),
    (Person, "tournament"),
    (Absence, "player__tournament"),
    (CheckIn, "player__tournament"),
    (Apart, "first__tournament"),
    (MailRules, "tournament"),
    (PlayerMail, "player__tournament"),
    (Team, "tournament"),
    (TeamSeat, "team__tournament"),
    (Round, "tournament"),
    (PlannedRound, "tournament"),
    (Draw, "round__tournament"),
    (Game, "round__tournament"),
    (Seat, "round__tournament"),
    (GameRecordFile, "submissions__game__round__tournament statements__case__tournament"),
    (Submission, "game__round__tournament"),
    (Verdict, "submission__game__round__tournament"),
    (RecordingError, "game__round__tournament"),
    (Reschedule, "game__round__tournament"),
    (Case, "tournament"),
    (PARTY, "case__tournament"),
    (Inquiry, "game__round__tournament"),
    (RecordReading, "game__round__tournament"),
    (Statement, "case__tournament"),
    (StatementVerdict, "statement__case__tournament"),
    (Picture, "statement__case__tournament"),
    (Ruling, "case__tournament"),
    (Penalty, "ruling__case__tournament"),
    (Appeal, "case__tournament"),
    (CommitteeMember, "appeal__case__tournament"),
    (Motion, "appeal__case__tournament"),
    (Vote, "member__appeal__case__tournament"),
    (Confirmation, "case__tournament"),
    (ConfirmationAnswer, "confirmation__case__tournament"),
    (ConfirmedChain, "confirmation__case__tournament"),
    (AuditEvent, "tournament"),
    (TrailHead, "tournament"),
)
NOT_IN_1: frozenset[type[models.Model]] = frozenset({CheckIn, RecordingError, AuditEvent})
"""The tables that archives of version 1 do not have."""
NOT_IN_2: frozenset[type[models.Model]] = frozenset(
    {
        *(Person, Case, PARTY, Inquiry, Statement, Picture, Ruling, Penalty),
        *(Appeal, CommitteeMember, Motion, Vote, TrailHead),
    }
)
"""The tables that archives of versions 1 and 2 do not have."""
NOT_IN_3: frozenset[type[models.Model]] = frozenset(
    {PlannedRound, Reschedule, MailRules, PlayerMail}
)
"""The tables that archives before version 4 do not have."""
NOT_IN_4: frozenset[type[models.Model]] = frozenset(
    {Confirmation, ConfirmationAnswer, ConfirmedChain}
)
"""The tables that archives before version 5 do not have."""
NOT_IN_5: frozenset[type[models.Model]] = frozenset({RecordReading, StatementVerdict})
"""The tables that archives before version 6 do not have."""


class Rows:
    """The rows of a tournament by table, read from the database each time they are gone through."""

    def __init__(self, tournament_id: int) -> None:
        """Take the tournament's key."""
        self._tournament_id = tournament_id
        self._paths = dict(TABLES)

    def __getitem__(self, model: type[models.Model]) -> Iterator[Any]:
        """Go through the rows of a table in the order of their keys."""
        return self.of(model)

    def of(self, model: type[models.Model], *columns: str) -> Iterator[Any]:
        """Go through them with these columns alone, where any are named."""
        ways = self._paths[model].split()
        # Everybody, also who waits for the approval of the director.
        found = model._base_manager.filter(
            Q(*((way, self._tournament_id) for way in ways), _connector=Q.OR)
        )
        if len(ways) > 1:
            found = found.distinct()
        return found.only(*columns).order_by("pk").iterator(chunk_size=BATCH)


def lacks(version: int, model: type[models.Model]) -> bool:
    """Say whether archives of this version do not have the table."""
    lacking = {2: NOT_IN_1, 3: NOT_IN_2, 4: NOT_IN_3, 5: NOT_IN_4, 6: NOT_IN_5}
    return any(version < since and model in tables for since, tables in lacking.items())
