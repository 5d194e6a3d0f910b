"""Who acts for the first time, in several places at the same moment, is one person."""

import pytest
from django.db import transaction

from tests.adjudication.threads import at_once
from tests.tournament.fields import event
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.persons import person_of
from tournament.audit.services.recording import record
from tournament.models import AccessLink, AuditEvent, Person, Role, Verb

pytestmark = pytest.mark.django_db(transaction=True)
TRIES = 3


def test_whoever_acts_for_the_first_time_in_several_places_is_one_person():
    for _ in range(TRIES):
        tournament = event(2)
        player = tournament.players.order_by("pk").first()
        link = AccessLink.objects.create(
            tournament=tournament, role=Role.REFEREE, token_hash=f"{tournament.pk:064}"
        )
        actors = (
            Actor(role=Role.PLAYER, player_id=player.pk),
            Actor(role=Role.REFEREE, name="Desk", link_id=link.pk),
            Actor(role="superuser", name="op", user_id=7),
        )

        def told(actor: Actor) -> str:
            return record(
                Verb.IMPORTED,
                tournament_id=tournament.pk,  # noqa: B023
                by=actor,
            ).actor

        def asked(actor: Actor) -> str:
            with transaction.atomic():
                person = person_of(tournament.pk, actor)  # noqa: B023
            assert person is not None
            return person.uid

        before = Person.objects.filter(tournament=tournament).count()
        acts = [act for _twice in range(2) for act in (told, asked)]
        uids = at_once([lambda a=a, one=one: a(one) for one in actors for a in acts])
        places = [uids[start : start + len(acts)] for start in range(0, len(uids), len(acts))]
        assert [len(set(ones)) for ones in places] == [1, 1, 1], uids
        assert Person.objects.filter(tournament=tournament).count() == before + 3
        events = AuditEvent.objects.filter(tournament=tournament, verb=Verb.IMPORTED)
        assert events.count() == 2 * len(actors)
