"""What was deleted a month ago is removed, through the triggers; the end of its record is kept."""

import io
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from adjudication.archive.services.tables import TABLES, rows_by
from adjudication.lifecycle.removing import OTHERS, removable_tournaments, remove_tournament
from adjudication.lifecycle.services import delete_tournament, undelete_tournament
from tests.support.database import refused
from tests.support.world import World, filled_world, make_world
from tournament.audit.selectors.trail import check_trail, lost_trails
from tournament.models import AccessLink, AuditEvent, Deletion, Role, Tournament, TrailHead

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def old() -> World:
    """A tournament with reports, cases and verdicts that was deleted a month ago, and another."""
    world = filled_world()
    make_world(name="Other", slug="other")
    world.client(Role.DIRECTOR)
    world.player(0)
    delete_tournament(tournament_id=world.tournament.pk, name=world.tournament.name)
    Deletion.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    return world


def rows_left(tournament_id: int) -> dict[str, int]:
    counts = {
        model._meta.label: rows_by(model, path, tournament_id).count()
        for model, path in (*OTHERS, *TABLES, (AccessLink, "tournament"))
    }
    return {label: count for label, count in counts.items() if count}


def test_every_table_of_a_tournament_is_removed() -> None:
    installation = {"Deletion", "Job", "RatingList", "ListedPlayer", "AccessLink"}
    models = {
        model
        for app in ("tournament", "adjudication", "notices", "jobs")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model.__name__ not in installation
    }
    assert models <= {model for model, _path in (*OTHERS, *TABLES)}


def test_nothing_is_left_but_the_end_of_its_record(old: World) -> None:
    pk = old.tournament.pk
    end = TrailHead.objects.get(tournament=pk)
    other = Tournament.objects.get(slug="other")
    before = rows_left(other.pk)
    out = io.StringIO()
    call_command("remove_deleted", stdout=out)
    assert f"ended with {end.digest}" in out.getvalue()
    assert rows_left(pk) == {}
    assert rows_left(other.pk) == before
    (kept,) = Deletion.objects.all()
    assert (kept.tournament_id, kept.slug, bytes(kept.archive)) == (None, "coupe", b"")
    assert (kept.events, kept.digest) == (end.sequence, end.digest)
    assert lost_trails() == ()
    assert check_trail(other.pk).wrong is None
    make_world()  # its address is free


def test_everything_else_is_guarded_as_before(old: World) -> None:
    remove_tournament(old.tournament.pk)
    event = AuditEvent.objects.first()
    assert event is not None
    refused("kept for ever", AuditEvent.objects.filter(pk=event.pk).delete)
    refused("is kept for ever", Deletion.objects.all().delete)
    refused("is written once", lambda: Deletion.objects.update(digest="0"))


def test_what_fails_leaves_everything_as_it_was(old: World) -> None:
    pk = old.tournament.pk
    before = rows_left(pk)
    with (
        patch("adjudication.lifecycle.removing.RemovedTournament", side_effect=RuntimeError),
        pytest.raises(RuntimeError),
    ):
        remove_tournament(pk)
    assert rows_left(pk) == before
    with transaction.atomic():
        refused("kept for ever", AuditEvent.objects.filter(tournament=pk).delete)
    undelete_tournament(tournament_id=pk)


def test_nothing_goes_before_its_time(old: World) -> None:
    Deletion.objects.update(deleted_at=timezone.now() - timedelta(days=29))
    assert not removable_tournaments()
    assert remove_tournament(old.tournament.pk) is None
    assert Tournament.objects.filter(pk=old.tournament.pk).exists()


def test_a_dry_run_only_says_which(old: World) -> None:
    out = io.StringIO()
    call_command("remove_deleted", "--dry-run", stdout=out)
    assert out.getvalue() == "coupe\n"
    assert Tournament.objects.filter(pk=old.tournament.pk).exists()
