"""A record that comes from an archive: sealed where it never was, checked where it is."""

from collections.abc import Mapping

from tournament.audit.selectors.trail import erased_reasons, links_of, sealed
from tournament.audit.services.persons import player_person
from tournament.audit.services.recording import new_salt
from tournament.formats.chain import ChainCheck, Head, checked, digest_of_reason
from tournament.models import AuditEvent, Person, Player, Role, TrailHead


def seal_old(
    tournament_id: int, events: Mapping[int, AuditEvent], names: Mapping[int, str]
) -> None:
    """Give events that are not yet created, in their order, their places in the chain.

    ``events`` are by the keys they had, to which ``undoes_id`` still refers; ``names`` says who
    acted. What makes good an event that is not before it is left as it is.
    """
    players = dict(Player.objects.filter(tournament=tournament_id).values_list("name", "pk"))
    persons: dict[tuple[str, str], str] = {}
    digest = ""
    for sequence, (key, event) in enumerate(events.items(), 1):
        who = (event.actor_role, names.get(key, ""))
        if who not in persons:
            persons[who] = _uid(tournament_id, *who, players)
        event.sequence, event.actor, event.previous = sequence, persons[who], digest
        event.reason_salt = new_salt(event.reason)
        event.reason_digest = digest_of_reason(event.reason_salt, event.reason)
        undone = None if event.undoes_id is None else events.get(event.undoes_id)
        event.digest = digest = sealed(event, undone)


def take_over(tournament_id: int) -> ChainCheck:
    """Check the record of a tournament that was just created, and note down its head.

    What is wrong with it is told in what comes back, and then nothing is noted.
    """
    last = AuditEvent.objects.filter(tournament=tournament_id).order_by("-sequence").first()
    head = None if last is None else Head(last.sequence, last.digest)
    found = checked(links_of(tournament_id), head, erased=erased_reasons(tournament_id))
    if head is not None and found.wrong is None:
        TrailHead.objects.create(
            tournament_id=tournament_id, sequence=head.sequence, digest=head.digest
        )
    return found


def _uid(tournament_id: int, role: str, name: str, players: Mapping[str, int]) -> str:
    if not name:
        return ""
    if role == Role.PLAYER and name in players:
        return player_person(tournament_id, players[name]).uid
    return Person.objects.create(tournament_id=tournament_id, role=role, name=name).uid
