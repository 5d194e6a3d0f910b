"""Counters that all processes share, beside a real broker, and what happens while it is away."""

import redis
from django.test import RequestFactory

from config.cache import SharedCache
from tests.support.services import Valkey
from tournament.common import rate_limit as counting
from tournament.common.rate_limit import too_many as too_many_from

OPTIONS = {
    "serializer": "config.cache.JsonSerializer",
    "socket_connect_timeout": 0.2,
    "socket_timeout": 0.5,
}


def process(url: str) -> SharedCache:
    """Return the cache as another process has it."""
    return SharedCache(url, {"KEY_PREFIX": "shinpan-cache", "OPTIONS": OPTIONS})


def test_processes_count_together_and_each_by_itself_while_the_server_is_away(
    valkey: Valkey, monkeypatch: object
) -> None:
    one, other = process(valkey.url), process(valkey.url)
    request = RequestFactory().get("/")

    def too_many(cache: SharedCache) -> bool:
        monkeypatch.setattr(counting, "cache", cache)  # type: ignore[attr-defined]
        return too_many_from("test", request, most=3, seconds=10**6)

    assert [too_many(one), too_many(other), too_many(one), too_many(other)] == [False] * 3 + [True]
    valkey.kill()
    assert [too_many(one) for _ in range(5)] == [False, False, False, True, True]
    valkey.start()
    one._circuit.close()
    other._circuit.close()
    too_many(one)
    assert [too_many(other), too_many(one), too_many(other)] == [False, False, True]


def test_values_are_text_and_the_queues_beside_them_stay(valkey: Valkey) -> None:
    cache = process(valkey.url)
    server = redis.Redis.from_url(valkey.url)
    server.lpush("shinpan", "a message")
    cache.set("word", {"a": [1, "é"]}, 60)
    assert cache.get("word") == {"a": [1, "é"]}
    kept = server.get(b"shinpan-cache:1:word")
    assert kept is not None
    assert kept.startswith(b"{")
    cache.add("count", 0, 60)
    assert (cache.incr("count"), cache.incr("count", 4)) == (1, 5)
    cache.clear()
    assert server.llen("shinpan") == 1
    server.close()
