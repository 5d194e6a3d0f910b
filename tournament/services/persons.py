"""Who somebody is for the record: an opaque id that stays when the name is erased."""

from django.db import transaction

from tournament.models import Person, Player, Role
from tournament.services.acting import SYSTEM, Actor, actor


@transaction.atomic
def person_of(tournament_id: int, one: Actor | None = None) -> Person | None:
    """Return the person who acts (now, by default) in a tournament, made at the first time.

    A player is the same person by whatever link he comes. The program itself, and a visitor who
    has no link, are nobody: None.
    """
    one = actor() if one is None else one
    if one.player_id is not None:
        return player_person(tournament_id, one.player_id)
    if one.role == SYSTEM or (one.link_id is None and one.user_id is None):
        return None
    if one.role == Role.PLAYER:
        (player_id,) = Player.everybody.filter(links=one.link_id).values_list("pk", flat=True)
        return player_person(tournament_id, player_id)
    where: dict[str, object] = (
        {"user_id": one.user_id} if one.link_id is None else {"link_id": one.link_id}
    )
    person, _ = Person.objects.get_or_create(
        tournament_id=tournament_id, **where, defaults={"name": one.name, "role": one.role}
    )
    return person


@transaction.atomic
def player_person(tournament_id: int, player_id: int) -> Person:
    """Return the person that a player is."""
    person, _ = Person.objects.get_or_create(
        tournament_id=tournament_id, player_id=player_id, defaults={"role": Role.PLAYER}
    )
    return person
