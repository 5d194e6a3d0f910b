"""A whole tournament into one file and back."""

import io
import json
import zipfile
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from adjudication.archive.services.archive import restore_archive, write_archive
from adjudication.corrections.selectors.history import event_of as event_of_trail
from adjudication.corrections.views.sentences import event_sentence
from adjudication.demo import plan
from adjudication.demo.loading import load_demo
from adjudication.models import GameRecordFile, Submission, Verdict
from jobs.models import Job
from tests.adjudication.archives import archive_of
from tests.factories import SubmissionFactory
from tests.support.world import World
from tests.tournament.fields import event, play, teams
from tournament.audit.services.current_actor import SUPERUSER, Actor, acting_as
from tournament.audit.services.recording import record
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Game, Player, Role, Tournament, Verb
from tournament.rounds.selectors.state import event_of
from tournament.rounds.services.draws import draw_round

pytestmark = pytest.mark.django_db


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(contents: dict[str, bytes]) -> io.BytesIO:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in contents.items():
            archive.writestr(name, data)
    return stream


def contents_of(tournament: Tournament) -> list[object]:
    """Everything of a tournament that does not depend on the keys of its rows."""
    reports = Submission.objects.filter(game__round__tournament=tournament).order_by("pk")
    return [
        event_of(tournament),
        list(
            Game.objects.filter(round__tournament=tournament)
            .order_by("pk")
            .values_list("state", "version", "margin_half", "reported_at", "confirmed_at", "locked")
        ),
        list(
            reports.values_list(
                "game__board_number",
                "player__number",
                "claim_winner",
                "dead_stones",
                "state",
                "answered_by__number",
                "answer_note",
                "record__sha256",
                "created_at",
                "verdict__verdict",
                "verdict__findings",
                "verdict__computed",
            )
        ),
        [
            bytes(record.data)
            for record in GameRecordFile.objects.filter(submissions__in=reports)
            .distinct()
            .order_by("pk")
        ],
    ]


def test_everything_comes_back():
    load_demo()
    for slug in (plan.OPEN.slug, plan.EVENTS[1].slug):
        tournament = Tournament.objects.get(slug=slug)
        restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug=f"{slug}-again")
        assert contents_of(restored) == contents_of(tournament)
        assert Verdict.objects.filter(submission__game__round__tournament=restored).exists()
        assert not restored.links.exists()


def test_the_history_says_who_restored_the_tournament():
    tournament = SubmissionFactory(game__round__number=1).game.round.tournament
    data = archive_of(tournament)
    with acting_as(Actor(SUPERUSER, "op")):
        restored = restore_archive(stream=io.BytesIO(data), slug="again")
    (event,) = restored.audit.filter(verb=Verb.TOURNAMENT_RESTORED)
    assert event.actor_role == SUPERUSER
    told = event_of_trail(restored.pk, event.pk)
    assert told is not None
    assert event_sentence(told, {}) == "op restored the tournament from an archive."
    assert not tournament.audit.filter(verb=Verb.TOURNAMENT_RESTORED).exists()
    assert restored.audit.latest("pk") == event


def test_a_tournament_of_teams_comes_back_with_its_trail():
    tournament, _ = teams()
    record(
        Verb.TEAMS_CHANGED,
        tournament_id=tournament.pk,
        before={"by_teams": True, "apart": False, "team_size": 2},
        after={"by_teams": True, "apart": False, "team_size": 3},
    )
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    told = [
        list(one.audit.filter(verb=Verb.TEAMS_CHANGED).values_list("before", "after", "players"))
        for one in (tournament, restored)
    ]
    assert told[0] == told[1]
    assert len(told[0]) > 5
    history = f"/director/{restored.slug}/history/"
    assert World(restored).client(Role.DIRECTOR).get(history).status_code == 200


def test_a_record_not_yet_checked_is_queued():
    submission = SubmissionFactory(game__round__number=1)
    data = archive_of(submission.game.round.tournament)
    restored = restore_archive(stream=io.BytesIO(data), slug="again")
    again = Submission.objects.get(game__round__tournament=restored)
    judging = Job.objects.get(kind="judge_submission")
    assert judging.payload == {"submission_id": again.pk}


def test_an_address_that_is_taken_is_told():
    tournament = SubmissionFactory(game__round__number=1).game.round.tournament
    with pytest.raises(Conflict, match="slug_taken"):
        restore_archive(stream=io.BytesIO(archive_of(tournament)))
    with pytest.raises(NotFound):
        write_archive(tournament_id=0, stream=io.BytesIO())


def _without(name: str):
    return lambda contents: {key: value for key, value in contents.items() if key != name}


def _with(name: str, data: bytes):
    return lambda contents: {**contents, name: data}


def _manifest(**changes: object):
    def change(contents: dict[str, bytes]) -> dict[str, bytes]:
        manifest = json.loads(contents["manifest.json"])
        return {**contents, "manifest.json": json.dumps({**manifest, **changes}).encode()}

    return change


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (_without("manifest.json"), "archive_damaged"),
        (_without("tournament_game.json"), "archive_damaged"),
        (_with("tournament_game.json", b"[]"), "archive_damaged"),
        (_with("manifest.json", b"[" * 100_000), "archive_damaged"),
        (_manifest(version=99), "archive_version"),
        (_manifest(format="other"), "archive_damaged"),
        (_manifest(parts=None), "archive_damaged"),
    ],
)
def test_a_damaged_archive_changes_nothing(damage, code):
    tournament = SubmissionFactory(game__round__number=1).game.round.tournament
    stream = zipped(damage(parts(archive_of(tournament))))
    with pytest.raises(UserError, match=code):
        restore_archive(stream=stream, slug="again")
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows[0].pop("name"),
        lambda rows: rows[0].update(board_size="nineteen"),
        lambda rows: rows[0].update(board_size=None),
        lambda rows: rows[0].update(board_size=99),
        lambda rows: rows.append(rows[0]),
        lambda rows: rows.clear(),
        lambda rows: rows.append(7),
    ],
)
def test_rows_that_cannot_be_are_refused(change):
    """Even where somebody put the right hash beside what he changed."""
    import hashlib

    contents = parts(archive_of(SubmissionFactory(game__round__number=1).game.round.tournament))
    rows = json.loads(contents["tournament_tournament.json"])
    change(rows)
    data = json.dumps(rows).encode()
    manifest = json.loads(contents["manifest.json"])
    manifest["parts"]["tournament_tournament.json"] = hashlib.sha256(data).hexdigest()
    contents |= {
        "tournament_tournament.json": data,
        "manifest.json": json.dumps(manifest).encode(),
    }
    with pytest.raises(UserError, match="archive_damaged"):
        restore_archive(stream=zipped(contents), slug="again")
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"x" * 1000])
def test_what_is_no_archive_is_told(data: bytes):
    with pytest.raises(UserError, match="archive_damaged"):
        restore_archive(stream=io.BytesIO(data))


def test_a_cut_archive_is_told():
    data = archive_of(SubmissionFactory(game__round__number=1).game.round.tournament)
    for length in range(0, len(data), 97):
        with pytest.raises(UserError, match="archive_damaged"):
            restore_archive(stream=io.BytesIO(data[:length]), slug="again")


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    tournament = SubmissionFactory(game__round__number=1).game.round.tournament
    path = tmp_path / "cup.zip"
    call_command("archive", tournament.slug, output=path)
    call_command("restore", path, slug="again")
    assert capsys.readouterr().out.splitlines()[-1] == "again"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(CommandError, match="address"):
        call_command("restore", path)
    with pytest.raises(CommandError, match="restore FILE"):
        call_command("preflight", str(path))
    with pytest.raises(CommandError, match="nowhere"):
        call_command("archive", "nowhere")
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore", tmp_path / "missing.zip")


def test_the_rounds_inside_an_archive_are_verified_and_nothing_is_kept(tmp_path):
    tournament = event(6)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    file = tmp_path / "cup.shinpan.zip"
    file.write_bytes(archive_of(tournament))
    before = (Tournament.objects.count(), Job.objects.count(), Player.objects.count())
    told = StringIO()
    call_command("verify", str(file), "--strict", stdout=told)
    assert "Round 1, boards: 3. Pairing: optimal." in told.getvalue()
    assert (Tournament.objects.count(), Job.objects.count(), Player.objects.count()) == before
    file.write_bytes(file.read_bytes().replace(b"manifest.json", b"manifest.jsno"))
    with pytest.raises(CommandError):
        call_command("verify", str(file))
