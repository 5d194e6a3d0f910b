"""The tables of a tournament, in the order of an archive, and which of their rows belong to it."""

from collections.abc import Iterator
from typing import Any

from django.db import models
from django.db.models import Q

from adjudication.models import (
    Appeal,
    Bundle,
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
    SaidStones,
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
    FrozenStandings,
    Game,
    Person,
    PlannedRound,
    Player,
    Poster,
    PosterPicture,
    RecordingError,
    Reschedule,
    Round,
    Seat,
    SponsorLogo,
    Team,
    TeamSeat,
    Tournament,
    TrailHead,
)

BATCH = 500
"""The number of rows in memory at a time, with their records or pictures."""
PARTY = Case.parties.through
"""The table of those whom a case is about."""

# In the order in which rows can be written: what a row refers to comes before it. The path leads
# from a row to its tournament; of several, separated by spaces, at least one does.
TABLES: tuple[tuple[type[models.Model], str], ...] = (
    (Tournament, "pk"),
    (FrozenStandings, "tournament"),
    (Poster, "tournament"),
    (PosterPicture, "poster__tournament"),
    (SponsorLogo, "poster__tournament"),
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
    (SaidStones, "case__tournament"),
    (Confirmation, "case__tournament"),
    (ConfirmationAnswer, "confirmation__case__tournament"),
    (ConfirmedChain, "confirmation__case__tournament"),
    (Bundle, "tournament"),
    (AuditEvent, "tournament"),
    (TrailHead, "tournament"),
)


def rows_by(
    model: type[models.Model], path: str, tournament_id: int
) -> "models.QuerySet[models.Model]":
    """Return the rows of a table that a path (or one of several) connects to a tournament."""
    ways = Q(*((way, tournament_id) for way in path.split()), _connector=Q.OR)
    # Everybody, including those who wait for the director's approval.
    return model._base_manager.filter(ways)


class Rows:
    """The rows of a tournament by table, read from the database on each iteration."""

    def __init__(self, tournament_id: int) -> None:
        """Take the tournament's key."""
        self._tournament_id = tournament_id
        self._paths = dict(TABLES)

    def __getitem__(self, model: type[models.Model]) -> Iterator[Any]:
        """Iterate over the rows of a table in the order of their keys."""
        return self.of(model)

    def of(self, model: type[models.Model], *columns: str) -> Iterator[Any]:
        """Iterate over them with only these columns, if any are named."""
        way = self._paths[model]
        found = rows_by(model, way, self._tournament_id)
        if " " in way:
            found = found.distinct()
        return found.only(*columns).order_by("pk").iterator(chunk_size=BATCH)
