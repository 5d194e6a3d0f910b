"""What was written before there was a chain is sealed as it stands."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import PlayerFactory, TournamentFactory
from tournament.audit.selectors.chain import check_trail
from tournament.audit.services.recording import record
from tournament.models import AccessLink, AuditEvent, Person, Role, TrailHead

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("tournament", "0008_persons_rulings_and_hidden_names")]
COUNT = 60


def everything() -> list[tuple[str, str]]:
    """Return the last migration of every application: other tests want all of them back."""
    return MigrationExecutor(connection).loader.graph.leaf_nodes()


def migrate(target: list[tuple[str, str]]) -> object:
    executor = MigrationExecutor(connection)
    executor.migrate(target)
    return MigrationExecutor(connection).loader.project_state(target).apps


@pytest.mark.long
def test_old_events_are_sealed_and_their_actors_become_persons() -> None:
    player = PlayerFactory(surname="Aki", number=1)
    tournament = player.tournament
    other, silent = TournamentFactory(), TournamentFactory()
    links = [
        AccessLink.objects.create(
            tournament=tournament, role=Role.HELPER, label="Zoe", token_hash="1"
        ),
        AccessLink.objects.create(
            tournament=tournament, role=Role.PLAYER, player=player, token_hash="2"
        ),
    ]
    event = migrate(BEFORE).get_model("tournament", "AuditEvent")  # type: ignore[attr-defined]
    told = (
        ("helper", "Zoe", links[0].pk),
        ("player", "Aki", links[1].pk),
        ("player", "Aki", None),
        ("assistant", "Ana", None),
        ("system", "", None),
        ("superuser", "", None),
    )
    event.objects.bulk_create(
        (
            event(
                tournament_id=(tournament if number % 7 else other).pk,
                verb="result.entered",
                actor_role=role,
                actor_name=name,
                actor_link=link if number % 7 else None,
                players=[1, 2],
                after={"table": number, "weight": 1.5},
                reason="" if number % 3 else f"Reason {number}",
            )
            for number in range(COUNT)
            for role, name, link in (told[number % 6],)
        ),
        batch_size=500,
    )
    first = event.objects.filter(tournament_id=tournament.pk).earliest("pk")
    event.objects.create(
        tournament_id=tournament.pk, verb="result.cleared", actor_role="system", undoes=first
    )
    migrate(everything())
    assert TrailHead.objects.get(tournament=silent.pk).sequence == 0
    for one in (tournament, other, silent):
        record("round.paired", tournament_id=one.pk)
        found = check_trail(one.pk)
        assert found.wrong is None
        assert found.events == AuditEvent.objects.filter(tournament=one).count()
    uids = dict(Person.objects.filter(tournament=tournament).values_list("uid", "name"))
    assert sorted(uids.values()) == ["", "Ana", "Zoe"]
    zoe = Person.objects.get(link=links[0])
    assert (zoe.name, zoe.role) == ("Zoe", "helper")
    players = AuditEvent.objects.filter(tournament=tournament, actor_role="player")
    assert set(players.values_list("actor", flat=True)) == {Person.objects.get(player=player).uid}
    assert AuditEvent.objects.get(verb="result.cleared").undoes_id == first.pk
