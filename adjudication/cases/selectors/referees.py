"""Who works on cases: the person who acts, the referees who could take over, the committee."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from adjudication.models import AppealState, Case, CaseState, CommitteeMember
from adjudication.policy.codec import policy_from_json
from adjudication.policy.policy import EventPolicy
from tournament.audit.services.current_actor import Actor
from tournament.common.prepared import prepared
from tournament.games.selectors import SETTLED, GameRow, game_rows
from tournament.models import AccessLink, Game, Person, Role, Tournament

FOR_STAFF = (CaseState.OPEN, CaseState.TAKEN, CaseState.APPEALED)
"""The states of a case that waits for a referee or for a committee."""


@dataclass(frozen=True, slots=True)
class Colleague:
    """The link of somebody who may work on cases, whether or not they have done anything yet."""

    link_id: int
    role: str
    name: str

    @property
    def role_label(self) -> str:
        """Return the role in words."""
        return str(Role(self.role).label)


def person_id_of(tournament_id: int, actor: Actor) -> int | None:
    """Return the id of the person who acts, or None if they have done nothing here yet."""
    return persons_of(tournament_id, actor).values_list("pk", flat=True).first()


def persons_of(tournament_id: int, actor: Actor) -> "QuerySet[Person]":
    """Return the recorded person who acts: one, or none."""
    by, id_ = actor_column(actor)
    return Person.objects.filter(tournament=tournament_id, **{by: id_})


def actor_column(actor: Actor) -> tuple[str, int]:
    """Return the column that identifies the actor, and its value (0 if there is none)."""
    named = {"player": actor.player_id, "link": actor.link_id, "user_id": actor.user_id}
    return next(((by, id_) for by, id_ in named.items() if id_ is not None), ("player", 0))


def colleagues_of(tournament_id: int, own_link: int | None) -> tuple[Colleague, ...]:
    """Return the usable links of the others who may settle cases, referees first. One query."""
    rows = (
        AccessLink.objects.usable()
        .filter(tournament=tournament_id, role__in=[Role.DIRECTOR, Role.REFEREE])
        .exclude(pk=own_link or 0)
        .order_by("-role", "label", "pk")
    )
    return tuple(Colleague(*row) for row in rows.values_list("pk", "role", "label"))


def case_number_of(tournament_id: int, game_id: int) -> int | None:
    """Return the number of the latest case of a game of a tournament, or None."""
    rows = Case.objects.filter(tournament=tournament_id, game=game_id).order_by("-number")
    return rows.values_list("number", flat=True).first()


def games_in_case(round_id: int) -> frozenset[int]:
    """Return a round's games with a case that waits for a ruling or an appeal. One query."""
    undecided = (*CaseState.waiting(), CaseState.APPEALED)
    rows = Case.objects.filter(game__round=round_id, state__in=undecided)
    return frozenset(rows.values_list("game_id", flat=True))


def has_game(tournament_id: int, game_id: int) -> bool:
    """Whether a game belongs to a tournament."""
    return Game.objects.filter(pk=game_id, round__tournament=tournament_id).exists()


def games_at(
    tournament_id: int, places: Collection[tuple[int, int]]
) -> dict[tuple[int, int], GameRow]:
    """Return the games at some tables, by round and table. One query; without tables, none."""
    if not places:
        return {}
    at = Q()
    for round_number, table in places:
        at |= Q(round__number=round_number, board_number=table)
    rows = game_rows(Game.objects.filter(at, round__tournament=tournament_id))
    return {(game.round_number, game.board_number): game for game in rows}


def policy_in(tournament_id: int) -> EventPolicy:
    """Return what a tournament settles by itself. One query."""
    return policy_from_json(
        Tournament.objects.values_list("rulings", flat=True).get(pk=tournament_id)
    )


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat on a committee that still has to decide."""

    slug: str
    case: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits in a tournament: how many cases for the staff, which committees for a visitor."""

    cases: int = 0
    seats: tuple[Seat, ...] = ()


def waiting_in(tournament_id: int, **visitor: Any) -> Waiting:
    """Return what waits in a tournament; the visitor is given as in :func:`seats_of`. One query.

    Nothing waits in a closed tournament.
    """
    members = CommitteeMember.objects.filter(
        _is(**visitor), appeal__case=OuterRef("pk"), appeal__state=AppealState.WAITING
    )
    rows = Case.objects.filter(
        tournament=tournament_id, tournament__closed_at=None, state__in=FOR_STAFF
    ).order_by("number")
    found = list(
        rows.annotate(mine=Exists(members)).values_list("tournament__slug", "number", "mine")
    )
    return Waiting(len(found), tuple(Seat(slug, number) for slug, number, mine in found if mine))


@dataclass(frozen=True, slots=True)
class PendingCase:
    """A case that may still change a result: its number and its board.

    A case without a game has no board and changes no result.
    """

    number: int
    appealed: bool
    """Whether it is before a committee; otherwise nobody has ruled on it yet."""
    round_number: int | None
    table: int | None


@dataclass(frozen=True, slots=True)
class Pending:
    """The cases that may still change reported results, oldest first.

    ``appealed`` are those before a committee, ``open`` those that nobody has ruled on yet.
    """

    appealed: tuple[PendingCase, ...]
    open: tuple[PendingCase, ...]


def pending_cases(tournament_id: int) -> Pending:
    """Return the cases that may still change reported results. One query.

    The open ones leave out boards without a standing result: those boards wait anyway.
    """
    on_result = Q(state__in=CaseState.waiting(), game__state__in=SETTLED)
    rows = Case.objects.filter(Q(state=CaseState.APPEALED) | on_result, tournament=tournament_id)
    found = [
        PendingCase(number, state == CaseState.APPEALED, *board)
        for number, state, *board in rows.order_by("number").values_list(
            "number", "state", "game__round__number", "game__board_number"
        )
    ]
    return Pending(
        appealed=tuple(case for case in found if case.appealed),
        open=tuple(case for case in found if not case.appealed),
    )


def seats_of(*, tournament_id: int | None = None, **visitor: Any) -> tuple[Seat, ...]:
    """Return a visitor's seats on committees that still have to decide. One query.

    With ``tournament_id``, only those of one tournament; none in a closed tournament.
    """
    rows = CommitteeMember.objects.filter(
        _is(**visitor),
        appeal__state=AppealState.WAITING,
        appeal__case__tournament__closed_at=None,
    )
    if tournament_id is not None:
        rows = rows.filter(appeal__case__tournament=tournament_id)
    found = rows.order_by("appeal").values_list(
        "appeal__case__tournament__slug", "appeal__case__number"
    )
    return tuple(Seat(*row) for row in found)


def _is(*, links: Collection[int], player_id: int | None, user_id: int | None) -> Q:
    """Return the condition that a committee member is this visitor."""
    mine = Q(person__link__in=links)
    if player_id is not None:
        mine |= Q(person__player=player_id)
    if user_id is not None:
        mine |= Q(person__user_id=user_id)
    return mine


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who a visitor is on a committee: the person, and their link, player or login."""

    person_id: int
    link_id: int | None
    player_id: int | None


def sits_on(
    tournament_id: int,
    number: int,
    *,
    links: Collection[int],
    player_id: int | None,
    user_id: int | None,
) -> Sitting | None:
    """Return who a visitor is on a case's latest committee, or None. One query."""
    rows = _members(tournament_id, number)
    for appeal_id, person_id, link, player, user in rows:
        here = (link in links, player == player_id, user == user_id)
        known = (link is not None, player is not None, user is not None)
        if appeal_id == rows[0][0] and any(a and b for a, b in zip(here, known, strict=True)):
            return Sitting(person_id, link, player)
    return None


@prepared
def _members(tournament_id: int, number: int) -> "QuerySet[CommitteeMember, tuple[Any, ...]]":
    return (
        CommitteeMember.objects.filter(
            appeal__case__tournament=tournament_id, appeal__case__number=number
        )
        .order_by("-appeal", "pk")
        .values_list(
            "appeal_id", "person_id", "person__link_id", "person__player_id", "person__user_id"
        )
    )
