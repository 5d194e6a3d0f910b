"""The trail in an archive, and archives written before there was one."""

import hashlib
import io
import json
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest

from adjudication.services import archive as module
from adjudication.services.archive import NOT_IN_1, restore_archive, write_archive
from adjudication.services.archive_rows import NEW_IN_2, name_of
from tests.adjudication.archives import archive_of
from tests.adjudication.test_hostile_archives import cup
from tests.tournament.trail import by_whom
from tournament.errors import UserError
from tournament.models import (
    AccessLink,
    AuditEvent,
    CheckIn,
    Game,
    Person,
    Player,
    RecordingError,
    Registration,
    Reporting,
    Role,
    Round,
    Tournament,
    Verb,
)
from tournament.selectors.events import event_of
from tournament.services.acting import Actor
from tournament.services.audit import record

pytestmark = pytest.mark.django_db


def as_version_1(data: bytes) -> bytes:
    """The archive as the program before this one wrote it: fewer tables, fewer columns."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    manifest: dict[str, Any] = json.loads(parts.pop("manifest.json"))
    for model in NOT_IN_1:
        del parts[f"{name_of(model)}.json"]
    for model, columns in NEW_IN_2.items():
        rows = json.loads(parts[f"{name_of(model)}.json"])
        kept = [{name: row[name] for name in row if name not in columns} for row in rows]
        parts[f"{name_of(model)}.json"] = json.dumps(kept).encode()
    manifest["version"] = 1
    manifest["parts"] = {name: hashlib.sha256(part).hexdigest() for name, part in parts.items()}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, part in {**parts, "manifest.json": json.dumps(manifest).encode()}.items():
            archive.writestr(name, part)
    return stream.getvalue()


def trail(tournament: Tournament) -> list[object]:
    """Every event without keys; what one makes good by its place in the list."""
    events = list(AuditEvent.objects.filter(tournament=tournament).order_by("pk"))
    places = {event.pk: place for place, event in enumerate(events)}
    return [
        (
            *(event.at, event.verb, event.actor_role, by_whom(event), event.round_number),
            *(event.table, event.players, event.before, event.after, event.reason),
            places.get(event.undoes_id or 0),
        )
        for event in events
    ]


def test_the_trail_the_door_and_the_slips_of_the_pen_come_back() -> None:
    tournament = cup()
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    *before_it, (_at, verb, *_rest) = trail(restored)  # type: ignore[misc]
    assert before_it == trail(tournament)
    assert verb == Verb.TOURNAMENT_RESTORED
    assert any(event[-1] is not None for event in trail(restored))  # type: ignore[index]
    (seen,) = CheckIn.objects.filter(player__tournament=restored)
    (before,) = CheckIn.objects.filter(player__tournament=tournament)
    assert (seen.player.number, seen.round_number, seen.at) == (1, 1, before.at)
    (error,) = RecordingError.objects.filter(game__round__tournament=restored)
    assert (error.winner, error.note) == ("black", "B, not W")
    assert error.game.round.tournament == restored


def test_settings_clocks_and_addresses_come_back() -> None:
    tournament = cup()
    moment = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    prizes = [{"name": "First", "kind": "place", "number": 1}]
    Tournament.objects.filter(pk=tournament.pk).update(
        reporting=Reporting.PLAYERS, round_minutes=90, prizes=prizes, closed_at=moment
    )
    Round.objects.filter(tournament=tournament).update(
        clock_seconds=5400, clock_started_at=moment, report_until=moment
    )
    player = tournament.players.earliest("number")
    Player.objects.filter(pk=player.pk).update(email="aki@example.org")
    Player.everybody.create(
        tournament=tournament, number=99, surname="Waits", registration=Registration.REQUESTED
    )
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    assert (restored.reporting, restored.round_minutes) == (Reporting.PLAYERS, 90)
    assert restored.prizes == prizes
    assert restored.closed_at == moment
    round_ = restored.rounds.earliest("number")
    assert (round_.clock_seconds, round_.clock_started_at) == (5400, moment)
    assert restored.players.earliest("number").email == "aki@example.org"
    assert Player.everybody.filter(tournament=restored, surname="Waits").exists()


def test_an_event_names_no_link_of_another_machine() -> None:
    tournament = cup()
    link = AccessLink.objects.create(
        tournament=tournament, role=Role.DIRECTOR, token_hash="0" * 64, label="Ada"
    )
    record("x", tournament_id=tournament.pk, by=Actor(Role.DIRECTOR, "Ada", link_id=link.pk))
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    event = AuditEvent.objects.get(tournament=restored, verb="x")
    assert by_whom(event) == "Ada"
    assert Person.objects.get(tournament=restored, uid=event.actor).link is None


def test_an_archive_of_version_1_is_read() -> None:
    tournament = cup()
    restored = restore_archive(stream=io.BytesIO(as_version_1(archive_of(tournament))), slug="old")
    assert event_of(restored) == event_of(tournament)
    assert restored.reporting == Reporting.BOTH
    assert restored.prizes == []
    assert restored.closed_at is None
    told = AuditEvent.objects.filter(tournament=restored).values_list("verb", flat=True)
    assert list(told) == [Verb.TOURNAMENT_RESTORED]
    assert not CheckIn.objects.filter(player__tournament=restored).exists()
    assert set(
        Game.objects.filter(round__tournament=restored).values_list("corrections", flat=True)
    ) == {0}


def test_an_archive_of_this_version_lacks_nothing() -> None:
    data = as_version_1(archive_of(cup()))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    manifest = {**json.loads(parts["manifest.json"]), "version": 2}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, part in {**parts, "manifest.json": json.dumps(manifest).encode()}.items():
            archive.writestr(name, part)
    with pytest.raises(UserError, match="archive_damaged"):
        restore_archive(stream=stream, slug="again")


@pytest.mark.parametrize("version", [0, 3, "1", None, True, 1.0])
def test_versions_that_are_none_are_refused(version: object) -> None:
    with zipfile.ZipFile(io.BytesIO(archive_of(cup()))) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("manifest.json", json.dumps({**manifest, "version": version}))
    with pytest.raises(UserError, match="archive_version"):
        restore_archive(stream=stream, slug="again")


def test_every_table_of_a_tournament_is_in_an_archive() -> None:
    from django.apps import apps

    from adjudication.models import Job
    from tournament.models import ListedPlayer, RatingList, TrailHead

    # Links open nothing elsewhere, jobs and the head of the trail are made anew, rating lists
    # belong to the installation.
    left_out = {AccessLink, Job, RatingList, ListedPlayer, TrailHead}
    models = {
        model
        for app in ("tournament", "adjudication")
        for model in apps.get_app_config(app).get_models()
    }
    assert models - left_out == {model for model, _path in module.TABLES}


def test_counts_of_rows_are_told() -> None:
    counts = write_archive(tournament_id=cup().pk, stream=io.BytesIO())
    assert counts["tournament_checkin"] == 1
    assert counts["tournament_auditevent"] >= 2
