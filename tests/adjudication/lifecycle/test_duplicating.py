"""A tournament made after another one: what it has of it, and what not."""

from datetime import UTC, date, datetime

import pytest
from django.test import override_settings

from adjudication.lifecycle.duplicating import ITS_OWN, CopyRequest, duplicate_tournament
from notices.models import MailRules
from tests.support.world import World, filled_world
from tournament.errors import UserError
from tournament.models import (
    PlannedRound,
    Player,
    Registration,
    Role,
    Round,
    Status,
    Tournament,
)
from tournament.public.models import Poster

pytestmark = pytest.mark.django_db
AGAIN = "/director/coupe/settings/life/again/"


@pytest.fixture
def last() -> World:
    """Last year's tournament, in Paris, with prizes and dates."""
    world = filled_world()
    Tournament.objects.update(
        starts_on="2025-10-25",
        ends_on="2025-10-26",
        time_zone="Europe/Paris",
        country="FR",
        round_minutes=90,
        registration_open=True,
        prizes=[],
    )
    MailRules.objects.update_or_create(
        tournament=world.tournament, defaults={"remind_hours": 24, "enabled": False}
    )
    Poster.objects.update_or_create(
        tournament=world.tournament, defaults={"venue": "Town hall", "banner": "Lunch at noon"}
    )
    # Ten in the morning of a Saturday in summer time.
    Round.objects.filter(number=1).update(opens_at=datetime(2025, 10, 25, 8, tzinfo=UTC))
    world.tournament.refresh_from_db()
    return world


def test_it_has_the_settings_and_nothing_that_was_played(last: World) -> None:
    made = duplicate_tournament(tournament_id=last.tournament.pk, wanted=CopyRequest("Cup 2026"))
    row = Tournament.objects.get(pk=made.tournament_id)
    assert (row.slug, row.status, row.closed_at) == ("cup-2026", Status.DRAFT, None)
    for column in Tournament._meta.concrete_fields:
        if column.name not in ITS_OWN:
            same = getattr(row, column.attname) == getattr(last.tournament, column.attname)
            assert same, column.name
    assert (row.starts_on, row.registration_open) == (None, False)
    assert not row.rounds.exists()
    assert not row.players.exists()
    assert MailRules.objects.get(tournament=row).remind_hours == 24
    poster = Poster.objects.get(tournament=row)
    assert (poster.venue, poster.banner) == ("Town hall", "")
    assert not PlannedRound.objects.filter(tournament=row).exists()


def test_its_dates_move_with_the_first_day_and_keep_their_hour(last: World) -> None:
    wanted = CopyRequest("Cup 2026", starts_on=date(2026, 11, 7))
    made = duplicate_tournament(tournament_id=last.tournament.pk, wanted=wanted)
    row = Tournament.objects.get(pk=made.tournament_id)
    assert row.ends_on == date(2026, 11, 8)
    plan = PlannedRound.objects.get(tournament=row)
    assert plan.opens_at == datetime(2026, 11, 7, 9, tzinfo=UTC)  # ten o'clock in winter time


def test_its_players_come_without_their_rounds(last: World) -> None:
    Player.objects.filter(pk=last.players[0].pk).update(registration=Registration.REQUESTED)
    wanted = CopyRequest("Cup 2026", players=True, hidden=False)
    made = duplicate_tournament(tournament_id=last.tournament.pk, wanted=wanted)
    players = Player.objects.filter(tournament=made.tournament_id)
    assert players.count() == len(last.players) - 1
    assert set(players.values_list("registration", flat=True)) == {Registration.PRELIMINARY}
    assert Tournament.objects.get(pk=made.tournament_id).status == Status.PUBLIC


def test_a_name_is_needed_and_an_address_is_free(last: World) -> None:
    with pytest.raises(UserError, match="name"):
        duplicate_tournament(tournament_id=last.tournament.pk, wanted=CopyRequest(" "))
    with pytest.raises(UserError, match="already"):
        duplicate_tournament(
            tournament_id=last.tournament.pk, wanted=CopyRequest("Cup", slug="coupe")
        )


def test_its_owner_makes_it_on_the_page_and_is_let_in(last: World) -> None:
    owner = last.client(Role.DIRECTOR)
    with override_settings(SHINPAN_ANYBODY_CREATES=True):
        assert 'value="Coupe d’été"' in owner.get(AGAIN).text
        values = {"name": "Cup 2026", "starts_on": "2026-11-07", "players": "on"}
        answer = owner.post(AGAIN, values, follow=True)
    assert "“Cup 2026” is created" in answer.text
    assert owner.get("/director/cup-2026/").status_code == 200
    assert Tournament.objects.get(slug="cup-2026").status == Status.DRAFT
    assert Tournament.objects.get(slug="cup-2026").players.count() == len(last.players)


def test_where_the_operator_alone_creates_he_is_asked(last: World) -> None:
    answer = last.client(Role.DIRECTOR).get(AGAIN)
    assert answer.status_code == 302
    assert answer.url.startswith("/operator/")  # type: ignore[attr-defined]
    assert last.client(Role.ASSISTANT).get(AGAIN).status_code == 403
