"""Persons of the audit trail: an opaque id that stays when the name is erased.

New persons are written under the lock of the trail, so that two that appear at once do not block
each other.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from tournament.audit import queries
from tournament.audit.services.current_actor import SYSTEM, Actor, current_actor
from tournament.common.locks import hold_trail
from tournament.common.prepared import prepared
from tournament.common.queries import one_or_none
from tournament.models import Person, Player, Role


@transaction.atomic(savepoint=False)
def person_of(tournament_id: int, who: Actor | None = None, *, held: bool = False) -> Person | None:
    """Return the person acting in a tournament (now, by default), created at the first time.

    A player is the same person whatever link they use; somebody with neither a link nor a login is
    identified by name only. The program itself, and a visitor without a name, are nobody: None.
    ``held`` says that the caller already has the lock of the trail.
    """
    who = current_actor() if who is None else who
    if who.player_id is not None:
        return player_person(tournament_id, who.player_id, held=held)
    if who.role == SYSTEM:
        return None
    if who.link_id is None and who.user_id is None:
        return _named(tournament_id, who, held) if who.name else None
    if who.role == Role.PLAYER and who.link_id is not None:
        (player_id,) = Player.everybody.filter(links=who.link_id).values_list("pk", flat=True)
        return player_person(tournament_id, player_id, held=held)
    where = {"user_id": who.user_id} if who.link_id is None else {"link_id": who.link_id}
    return _found(tournament_id, where, {"name": who.name, "role": who.role}, held)


def uid_of(tournament_id: int, who: Actor, *, held: bool = False) -> str:
    """Return the ``uid`` of :func:`person_of`, or an empty string for nobody."""
    if who.player_id is not None:
        uid = queries.uid_of_player(tournament_id, who.player_id)
        if uid is not None:
            return uid
        if held:
            new = Person(tournament_id=tournament_id, player_id=who.player_id, role=Role.PLAYER)
            new.save(force_insert=True)
            return new.uid
    person = person_of(tournament_id, who, held=held)
    return "" if person is None else person.uid


@transaction.atomic(savepoint=False)
def player_person(tournament_id: int, player_id: int, *, held: bool = False) -> Person:
    """Return the person of a player; ``held`` as for :func:`person_of`."""
    return _found(tournament_id, {"player_id": player_id}, {"role": Role.PLAYER}, held)


def _named(tournament_id: int, who: Actor, held: bool) -> Person:
    where = {"name": who.name, "role": who.role, "player": None, "link": None, "user_id": None}
    return _found(tournament_id, where, {}, held)


def _found(
    tournament_id: int, where: Mapping[str, Any], new: Mapping[str, Any], held: bool
) -> Person:
    person = _known(tournament_id, where)
    if person is None and not held:
        hold_trail(tournament_id)
        person = _known(tournament_id, where)
    return person or Person.objects.create(tournament_id=tournament_id, **where, **new)


def _known(tournament_id: int, where: Mapping[str, Any]) -> Person | None:
    if len(where) > 1:
        return one_or_none(Person.objects.filter(tournament_id=tournament_id, **where))
    ((by, id_),) = where.items()
    return one_or_none(_known_by(tournament_id, id_, by=by))


@prepared
def _known_by(tournament_id: int, id_: int, *, by: str) -> "QuerySet[Person]":
    return Person.objects.filter(tournament_id=tournament_id, **{by: id_})
