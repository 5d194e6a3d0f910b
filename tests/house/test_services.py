"""The servers that the tests start are real ones, and survive being killed."""

import psycopg
import redis

from tests.support import services
from tests.support.services import Valkey, has_postgres, own_postgres


def test_a_postgres_of_its_own_keeps_what_was_committed():
    with own_postgres() as server:
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
        server.kill()
        server.start()
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT number FROM kept").fetchone() == (7,)


def test_a_valkey_of_its_own_forgets_when_killed(valkey: Valkey):
    with redis.Redis.from_url(valkey.url) as client:
        client.set("hint", "1")
        assert client.get("hint") == b"1"
    valkey.kill()
    valkey.start()
    with redis.Redis.from_url(valkey.url) as client:
        assert client.get("hint") is None


def test_a_machine_without_postgresql_is_known(monkeypatch):
    assert has_postgres()

    def missing() -> None:
        raise services.ServiceMissingError

    monkeypatch.setattr(services, "postgres_binaries", missing)
    assert not has_postgres()
