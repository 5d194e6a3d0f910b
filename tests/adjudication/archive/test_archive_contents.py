"""What every archive has: the trail, the settings, all tables and columns; other versions."""

import hashlib
import io
import json
import zipfile
from datetime import UTC, datetime

import pytest
from django.db.models import Model

from adjudication.archive.services.archive import restore_archive, write_archive
from adjudication.archive.services.parts import VERSION
from adjudication.archive.services.rows import table_name
from adjudication.archive.services.tables import TABLES, Rows
from tests.adjudication.archive.test_hostile_archives import changed, cup, put
from tests.adjudication.archives import archive_of
from tests.support.environment import some
from tests.tournament.trail import by_whom
from tournament.audit.selectors.trail import check_trail
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.recording import record
from tournament.errors import UserError
from tournament.models import (
    AccessLink,
    AuditEvent,
    CheckIn,
    Person,
    Player,
    RecordingError,
    Registration,
    Reporting,
    Role,
    Round,
    SponsorLogo,
    Tournament,
    TrailHead,
    Verb,
)

pytestmark = [pytest.mark.django_db, pytest.mark.once]


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
    Player.objects.filter(pk=player.pk).update(email="aki@example.org", categories="woman, U12")
    Player.everybody.create(
        tournament=tournament, number=99, surname="Waits", registration=Registration.REQUESTED
    )
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    assert (restored.reporting, restored.round_minutes) == (Reporting.PLAYERS, 90)
    assert restored.prizes == prizes
    assert restored.closed_at == moment
    round_ = restored.rounds.earliest("number")
    assert (round_.clock_seconds, round_.clock_started_at) == (5400, moment)
    again = restored.players.earliest("number")
    assert (again.email, again.categories) == ("aki@example.org", "woman, U12")
    assert Player.everybody.filter(tournament=restored, surname="Waits").exists()


def test_an_event_names_no_link_of_another_machine() -> None:
    tournament = cup()
    ada = Actor(Role.DIRECTOR, "Ada", link_id=_link(tournament).pk)
    record("x", tournament_id=tournament.pk, by=ada)
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    event = AuditEvent.objects.get(tournament=restored, verb="x")
    assert by_whom(event) == "Ada"
    assert Person.objects.get(tournament=restored, uid=event.actor).link is None


def without_rows(data: bytes, model: type[Model], part: bytes | None) -> io.BytesIO:
    """Return an archive in which a table is ``part``, or not there at all."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(parts.pop("manifest.json"))
    del parts[f"{table_name(model)}.json"]
    if part is not None:
        parts[f"{table_name(model)}.json"] = part
    manifest["parts"] = {name: hashlib.sha256(part).hexdigest() for name, part in parts.items()}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in {**parts, "manifest.json": json.dumps(manifest).encode()}.items():
            archive.writestr(name, content)
    return stream


@pytest.mark.parametrize("model", some([model for model, _path in TABLES], every=3))
def test_an_archive_has_every_table(model: type[Model]) -> None:
    stream = without_rows(archive_of(cup()), model, part=None)
    with pytest.raises(UserError, match="archive_damaged"):
        restore_archive(stream=stream, slug="again")


@pytest.mark.parametrize(
    ("model", "column"),
    [(Tournament, "rules"), (Player, "surname"), (Round, "number"), (AuditEvent, "digest")],
)
def test_an_archive_has_every_column_without_a_usual_value_and_no_other(
    model: type[Model], column: str
) -> None:
    data = archive_of(cup())
    for change, why in (
        (lambda rows: rows[0].pop(column), f"{column}: it is missing"),
        (put("no_column", "Ada"), "it has other columns"),
    ):
        with pytest.raises(UserError, match=why):
            restore_archive(stream=changed(data, table_name(model), change), slug="again")


@pytest.mark.parametrize(
    ("model", "column", "usual"),
    [(Tournament, "reporting", "both"), (Player, "email", ""), (Round, "play_by", None)],
)
def test_a_column_that_an_earlier_version_did_not_have_is_filled_in_and_told(
    model: type[Model], column: str, usual: object
) -> None:
    tournament = cup()

    def drop(rows: list[dict[str, object]]) -> None:
        for row in rows:
            del row[column]

    stream, filled = changed(archive_of(tournament), table_name(model), drop), set[str]()
    restored = restore_archive(stream=stream, slug="again", filled=filled)
    assert filled == {f"{table_name(model)}.{column}"}
    found = {getattr(row, column) for row in Rows(restored.pk)[model]}
    assert found == {usual}
    event = AuditEvent.objects.get(tournament=restored, verb=Verb.TOURNAMENT_RESTORED)
    assert event.after == {"filled": sorted(filled)}
    assert check_trail(restored.pk).wrong is None


def test_a_table_that_an_earlier_version_did_not_have_is_empty_and_told() -> None:
    with zipfile.ZipFile(io.BytesIO(archive_of(cup()))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(parts.pop("manifest.json"))
    name = table_name(SponsorLogo)
    del manifest["rows"][name], manifest["parts"][f"{name}.json"], parts[f"{name}.json"]
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for part, data in (*parts.items(), ("manifest.json", json.dumps(manifest))):
            archive.writestr(part, data)
    filled: set[str] = set()
    assert restore_archive(stream=stream, slug="again", filled=filled).slug == "again"
    assert filled == {name}


@pytest.mark.parametrize("version", [0, VERSION + 1, 7, "1", None, True, 1.0])
def test_an_archive_of_another_version_is_refused(version: object) -> None:
    with zipfile.ZipFile(io.BytesIO(archive_of(cup()))) as archive:
        manifest = json.loads(archive.read("manifest.json"))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("manifest.json", json.dumps({**manifest, "version": version}))
    with pytest.raises(UserError, match="archive_version"):
        restore_archive(stream=stream, slug="again")
    assert not Tournament.objects.filter(slug="again").exists()


@pytest.mark.parametrize("model", [AuditEvent, TrailHead])
def test_a_history_without_its_events_or_its_end_is_noticed(model: type[Model]) -> None:
    stream = without_rows(archive_of(cup()), model, part=b"[]")
    with pytest.raises(UserError, match=r"archive_damaged: .* event \d: head"):
        restore_archive(stream=stream, slug="again")


def test_every_table_of_a_tournament_is_in_an_archive() -> None:
    from django.apps import apps

    from adjudication.models import (
        Contradiction,
        Fingerprint,
        Likeness,
        Readjudication,
        ReadjudicationPart,
        Rejudgement,
        ReportDraft,
        ServerNumber,
        ServerRecord,
    )
    from jobs.models import Job
    from notices.models import Delivery, Mail, StaffMail, Webhook
    from tournament.models import (
        ComparedEvents,
        Deletion,
        FormatComparison,
        ListedPlayer,
        RatingList,
        RoundCertainty,
        RoundOutlook,
    )

    # Links open nothing elsewhere, jobs are made anew, what was not sent is no report, rating lists
    # and judging again belong to the installation.
    again = {Readjudication, ReadjudicationPart, Rejudgement}
    # Webhooks tell somebody else's program; staff addresses go with their links.
    told = {Webhook, Delivery, Mail, StaffMail}
    left_out = {AccessLink, Job, ReportDraft, RatingList, ListedPlayer, *again, *told}
    left_out.add(ServerRecord)
    left_out.add(Deletion)  # it holds the archive
    # What is derived from the records is made again by a job.
    left_out |= {Contradiction, Fingerprint, Likeness, ServerNumber}
    # What was compared before the tournament began is about plans.
    left_out |= {FormatComparison, ComparedEvents}
    # What may come of a tournament is worked out again by a job.
    left_out |= {RoundOutlook, RoundCertainty}
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
