"""The services sign in as a role that owns nothing, does all they do, and changes no event."""

import subprocess
from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, transaction

from adjudication.corrections.services.corrections import correct_result
from adjudication.erasing.services import erase_player
from adjudication.models import Ruling, Verdict
from operations.backups.postgresql import client_program, server_major
from operations.roles.grants import grant_to, required_rights
from tests.adjudication.decisions import BLACK_WINS, ruled, staff
from tests.support.database import test_database_url
from tests.support.world import fill, make_world
from tournament.audit.selectors.trail import check_trail
from tournament.models import AuditEvent

pytestmark = pytest.mark.postgres
EVENTS = "tournament_auditevent"


@pytest.fixture
def role() -> Iterator[str]:
    """The name of a role that no other test has; whoever made it takes it away."""
    name = f"services_{uuid4().hex[:12]}"
    yield name
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name])
        if cursor.fetchone():
            cursor.execute(f"DROP OWNED BY {name}")
            cursor.execute(f"DROP ROLE {name}")


def denied(statement: str) -> None:
    with (
        pytest.raises(ProgrammingError, match=r"permission denied|must be owner"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


@pytest.mark.django_db
def test_a_dispute_is_settled_by_a_role_that_cannot_change_an_event(role: str) -> None:
    grant_to(role)
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {role}")
    world = make_world()
    fill(world)
    pk = world.tournament.pk
    ruled(world.tournament, staff(world.tournament), world.games[2], BLACK_WINS)
    correct_result(game_id=world.games[1].pk, winner="white", reason="time", note="Gil saw it")
    erase_player(tournament_id=pk, player_id=world.players[6].pk, note="Wanted it")
    assert Verdict.objects.exists()
    assert Ruling.objects.exists()
    assert AuditEvent.objects.filter(reason="", reason_digest__gt="").exists()
    for statement in (
        f"UPDATE {EVENTS} SET verb = 'x'",
        f'UPDATE {EVENTS} SET "after" = NULL, digest = previous',
        f"DELETE FROM {EVENTS}",
        f"TRUNCATE {EVENTS} CASCADE",
        f"ALTER TABLE {EVENTS} DISABLE TRIGGER ALL",
        f"DROP TRIGGER tournament_auditevent_kept ON {EVENTS}",
        f"DROP TABLE {EVENTS} CASCADE",
        "DELETE FROM tournament_trailhead",
        "UPDATE adjudication_ruling SET winner = 'white'",
        "DELETE FROM adjudication_submission",
        "UPDATE django_migrations SET name = 'x'",
        "CREATE TABLE public.mine (id int)",
        "SET session_replication_role = replica",
        "SELECT rolpassword FROM pg_authid",
    ):
        denied(statement)
    assert check_trail(pk).wrong is None


@pytest.mark.django_db(transaction=True)
def test_it_signs_in_by_its_password_and_may_make_backups(role: str, tmp_path) -> None:
    file = tmp_path / "password"
    file.write_text("a secret\n")
    for _ in range(2):
        call_command("database_role", role, "--password-file", str(file), verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolpassword FROM pg_authid WHERE rolname = %s", [role])
        assert cursor.fetchone()[0].startswith("SCRAM-SHA-256$")
        cursor.execute("SELECT current_user")
        ((own,),) = cursor.fetchall()
    url = test_database_url().replace("postgres://", "").partition("@")[2]
    with psycopg.connect(
        f"postgres://{role}@{url}", password=file.read_text().strip()
    ) as signed_in:
        assert signed_in.execute("SELECT current_user").fetchone() == (role,)
        assert signed_in.execute(f"SELECT count(*) FROM {EVENTS}").fetchone() == (0,)
    dump = [client_program("pg_dump", server_major()), f"--dbname=postgres://{role}@{url}"]
    subprocess.run([*dump, f"--file={tmp_path / 'dump'}"], check=True, capture_output=True)
    with pytest.raises(CommandError, match="another role"):
        call_command("database_role", own)


def test_what_is_kept_for_ever_is_of_the_models_constraints() -> None:
    found = {one.table: one for one in required_rights()}
    event = found[EVENTS]
    assert (event.deletes, event.columns) == (False, ("reason", "reason_salt"))
    assert found["tournament_game"].deletes
    assert found["tournament_game"].columns is None
    assert found["django_migrations"].reads_only
