"""Owners who act at the same moment. On PostgreSQL too: SQLite takes one by one."""

from dataclasses import replace
from functools import partial

import pytest

from tests.adjudication.threads import at_once
from tournament.errors import Conflict
from tournament.models import AccessLink, AuditEvent, Role
from tournament.players.services.players import add_player
from tournament.settings.selectors import setup_of
from tournament.settings.services import change_time
from tournament.staff.services import issue_link, open_link, reissue_link, revoke_link
from tournament.tournaments.services import create_tournament

pytestmark = pytest.mark.django_db(transaction=True)
TRIES = 5


def test_two_owners_who_shut_each_other_out_leave_one():
    for number in range(TRIES):
        pk = create_tournament(name=f"Cup {number}", rules="french").pk
        owners = [
            open_link(issue_link(tournament_id=pk, role=Role.DIRECTOR)).link_id for _ in range(2)
        ]
        at_once([partial(revoke_link, link_id=one) for one in owners])
        assert AccessLink.objects.usable().filter(tournament=pk, role=Role.DIRECTOR).count() == 1


def test_of_two_who_save_the_same_form_one_is_told():
    for number in range(TRIES):
        setup = setup_of(create_tournament(name=f"Cup {number}", rules="french").pk)
        outcomes = at_once(
            [
                partial(
                    change_time,
                    tournament_id=setup.id,
                    settings=replace(setup.time, round_minutes=minutes),
                    seen=setup.version,
                )
                for minutes in (60, 90)
            ]
        )
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1
        (event,) = AuditEvent.objects.filter(tournament=setup.id, verb="tournament.changed")
        assert event.after == {"round_minutes": setup_of(setup.id).time.round_minutes}


def test_a_player_who_is_given_new_links_twice_at_once_has_one():
    pk = create_tournament(name="Cup", rules="french").pk
    player = add_player(tournament_id=pk, surname="Aki", rank="3k").pk
    for _ in range(TRIES):
        at_once([partial(reissue_link, tournament_id=pk, player_id=player)] * 2)
        assert AccessLink.objects.usable().filter(player=player).count() == 1
