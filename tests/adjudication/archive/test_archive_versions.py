"""The trail in an archive, and archives written by earlier programs."""

import hashlib
import io
import json
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from adjudication.archive.services.archive import restore_archive, write_archive
from adjudication.archive.services.parts import VERSION
from adjudication.archive.services.rows import (
    NEW_IN_2,
    NEW_IN_3,
    NEW_IN_4,
    NEW_IN_6,
    NEW_IN_7,
    name_of,
)
from adjudication.archive.services.tables import (
    NOT_IN_1,
    NOT_IN_2,
    NOT_IN_3,
    NOT_IN_4,
    NOT_IN_5,
    TABLES,
)
from adjudication.models import Case, CaseState
from adjudication.policy.causes import Cause
from tests.adjudication.archive.test_hostile_archives import cup
from tests.adjudication.archives import archive_of
from tests.tournament.trail import by_whom
from tournament.audit.selectors.trail import check_trail
from tournament.audit.services.acting import Actor
from tournament.audit.services.recording import record
from tournament.errors import UserError
from tournament.models import (
    AccessLink,
    AuditEvent,
    CheckIn,
    Game,
    GameState,
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
from tournament.rounds.selectors.state import event_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def as_version(version: int, data: bytes) -> bytes:
    """The archive as an earlier program wrote it: fewer tables, fewer columns, actors by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    manifest: dict[str, Any] = json.loads(parts.pop("manifest.json"))
    tables = {
        name.removesuffix(".json"): json.loads(part)
        for name, part in parts.items()
        if name.endswith(".json")
    }
    if version < 3:
        names = {row["uid"]: row["name"] for row in tables["tournament_person"]}
        for row in tables["tournament_auditevent"]:
            row |= {"actor_name": names.get(row["actor"], ""), "actor_link": 7}
    steps: dict[int, tuple[Any, Any]] = {
        2: (NOT_IN_1, NEW_IN_2),
        3: (NOT_IN_2, NEW_IN_3),
        4: (NOT_IN_3, NEW_IN_4),
        5: (NOT_IN_4, {}),
        6: (NOT_IN_5, NEW_IN_6),
        7: ({}, NEW_IN_7),
    }
    later = [step for first, step in steps.items() if version < first]
    without = frozenset[Any]().union(*(tables for tables, _ in later))
    since: dict[Any, frozenset[str]] = {}
    for _, columns in later:
        for model in {*columns} - without:
            since[model] = since.get(model, frozenset()) | columns[model]
    for model in without:
        del tables[name_of(model)]
    for model, columns in since.items():
        for row in tables[name_of(model)]:
            for column in columns:
                del row[column]
    kept = {
        **{name: part for name, part in parts.items() if not name.endswith(".json")},
        **{f"{name}.json": json.dumps(rows).encode() for name, rows in tables.items()},
    }
    manifest["version"] = version
    manifest["parts"] = {name: hashlib.sha256(part).hexdigest() for name, part in kept.items()}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, part in {**kept, "manifest.json": json.dumps(manifest).encode()}.items():
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


def _link(tournament: Tournament) -> AccessLink:
    return AccessLink.objects.create(
        tournament=tournament, role=Role.DIRECTOR, token_hash="0" * 64, label="Ada"
    )


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
    ada = Actor(Role.DIRECTOR, "Ada", link_id=_link(tournament).pk)
    record("x", tournament_id=tournament.pk, by=ada)
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    event = AuditEvent.objects.get(tournament=restored, verb="x")
    assert by_whom(event) == "Ada"
    assert Person.objects.get(tournament=restored, uid=event.actor).link is None


def test_an_archive_of_version_1_is_read() -> None:
    tournament = cup()
    restored = restore_archive(stream=io.BytesIO(as_version(1, archive_of(tournament))), slug="old")
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


def test_an_archive_of_version_2_is_read_and_its_trail_sealed() -> None:
    tournament = cup()
    ada = Actor(Role.DIRECTOR, "Ada", link_id=_link(tournament).pk)
    record(Verb.TOURNAMENT_CHANGED, tournament_id=tournament.pk, reason="Late start", by=ada)
    restored = restore_archive(
        stream=io.BytesIO(as_version(2, archive_of(tournament))), slug="again"
    )
    assert event_of(restored) == event_of(tournament)
    assert trail(restored)[:-1] == trail(tournament)
    assert by_whom(AuditEvent.objects.get(tournament=restored, reason="Late start")) == "Ada"
    assert check_trail(restored.pk).wrong is None
    assert (restored.rulings, restored.hide_minors) == ({}, False)


def test_a_dispute_of_an_older_archive_becomes_a_case() -> None:
    tournament = cup()
    game = Game.objects.filter(round__tournament=tournament).earliest("pk")
    assert Game.objects.move(game, GameState.DISPUTED, reported_at=timezone.now())
    for version in (1, 2):
        data = as_version(version, archive_of(tournament))
        restored = restore_archive(stream=io.BytesIO(data), slug=f"again-{version}")
        (case,) = Case.objects.filter(tournament=restored)
        assert (case.game.board_number, case.cause, case.state) == (
            game.board_number,
            Cause.CONTESTED,
            CaseState.OPEN,
        )
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again-3")
    assert not Case.objects.filter(tournament=restored).exists()


@pytest.mark.parametrize(
    ("written", "said"),
    [(1, 2), (2, 3), (3, 2), (1, 3), (3, 1), (3, 4), (4, 3), (1, 4), (5, 6), (6, 5), (VERSION, 3)],
)
def test_an_archive_has_all_and_only_what_its_version_has(written: int, said: int) -> None:
    data = archive_of(cup())
    with zipfile.ZipFile(
        io.BytesIO(data if written == VERSION else as_version(written, data))
    ) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    manifest = {**json.loads(parts["manifest.json"]), "version": said}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, part in {**parts, "manifest.json": json.dumps(manifest).encode()}.items():
            archive.writestr(name, part)
    with pytest.raises(UserError, match="archive_damaged"):
        restore_archive(stream=stream, slug="again")


@pytest.mark.parametrize("version", [0, VERSION + 1, "1", None, True, 1.0])
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

    from adjudication.models import Readjudication, ReadjudicationPart, Rejudgement, ReportDraft
    from jobs.models import Job
    from notices.models import Delivery, Mail, StaffMail, Webhook
    from tournament.models import ListedPlayer, RatingList

    # Links open nothing elsewhere, jobs are made anew, what was not sent is no report, rating lists
    # and judging again belong to the installation.
    again = {Readjudication, ReadjudicationPart, Rejudgement}
    # Webhooks tell somebody else's program; staff addresses go with their links.
    told = {Webhook, Delivery, Mail, StaffMail}
    left_out = {AccessLink, Job, ReportDraft, RatingList, ListedPlayer, *again, *told}
    models = {
        model
        for app in ("tournament", "adjudication", "notices")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    }
    assert models - left_out == {model for model, _path in TABLES}


def test_counts_of_rows_are_told() -> None:
    counts = write_archive(tournament_id=cup().pk, stream=io.BytesIO())
    assert counts["tournament_checkin"] == 1
    assert counts["tournament_auditevent"] >= 2
