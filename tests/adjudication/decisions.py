"""Referees and cases for the tests of rulings."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from adjudication.cases.services.opening import open_case
from adjudication.models import Case, CaseState
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.ruling import rule
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.audit.services.persons import person_of
from tournament.models import AccessLink, Game, Person, Player, Role, Tournament
from tournament.staff.services import issue_link

BLACK_WINS = Decision("result", "black", "ruling", reasons="White played an illegal move.")


def staff(tournament: Tournament, role: str = Role.REFEREE, name: str = "Rita") -> Actor:
    """Return somebody of the staff, with a link of his own."""
    issue_link(tournament_id=tournament.pk, role=role, label=name)
    link = AccessLink.objects.filter(tournament=tournament).latest("pk")
    return Actor(role=role, name=name, link_id=link.pk)


def as_player(player: Player) -> Actor:
    """Return a player as the one who acts."""
    return Actor(role=Role.PLAYER, name=player.name, player_id=player.pk)


def person(tournament: Tournament, one: Actor) -> Person:
    """Return who somebody is for the record."""
    found = person_of(tournament.pk, one)
    assert found is not None
    return found


def locked(game: Game) -> Game:
    """Return a game as a case about its result leaves it."""
    game.refresh_from_db()
    assert Game.objects.move(
        game,
        "disputed",
        winner="",
        reason="",
        margin_half=None,
        reported_at=game.reported_at or timezone.now(),
    )
    game.refresh_from_db()
    return game


def taken(
    tournament: Tournament,
    referee: Actor,
    game: Game | None = None,
    *,
    cause: Cause = Cause.CLAIMS_DIFFER,
    **about: Any,
) -> Case:
    """Return a case that a referee works on; with a game it is about that one."""
    if game is not None:
        game.refresh_from_db()
    case = open_case(cause=cause, game=game, tournament_id=tournament.pk, **about)
    if case.state != CaseState.TAKEN:
        assert Case.objects.move(
            case,
            CaseState.TAKEN,
            taken_by=person(tournament, referee),
            lease_until=timezone.now() + timedelta(minutes=20),
        )
    case.refresh_from_db()
    return case


def ruled(tournament: Tournament, referee: Actor, game: Game, decision: Decision) -> Case:
    """Return a case that a referee has ruled."""
    case = taken(tournament, referee, game)
    with acting_as(referee):
        rule(case_id=case.pk, decision=decision, version=case.version)
    case.refresh_from_db()
    return case


def time_is_over(case: Case) -> None:
    """Let the time for an appeal against a ruling be over."""
    Case.objects.filter(pk=case.pk).update(appeal_until=timezone.now() - timedelta(seconds=1))
