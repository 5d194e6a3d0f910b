"""The cache that all processes share (rate limits, heartbeats), with a local one to fall back on.

In the large installation it is kept beside the broker. While it is away every process counts for
itself, as in the small installation: that costs nothing but accuracy.
"""

import json
import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from jobs.circuit_breaker import CircuitBreaker

log = logging.getLogger(__name__)


class JsonSerializer:
    """Stores values as JSON, not pickles, so that nothing read from the cache can run code."""

    def dumps(self, value: Any) -> Any:
        """Return a value as it is stored; integers stay integers so that Redis can count."""
        return value if type(value) is int else json.dumps(value)

    def loads(self, data: Any) -> Any:
        """Return a stored value."""
        try:
            return int(data)
        except ValueError:
            return json.loads(data)


def _with_fallback(name: str) -> Callable[..., Any]:
    """Return a method that uses the shared cache, or the local one while that is away."""
    shared: Callable[..., Any] = getattr(RedisCache, name)

    def method(self: "SharedCache", *args: Any, **kwargs: Any) -> Any:
        if not self._circuit.is_open():
            try:
                return shared(self, *args, **kwargs)
            except (OSError, RedisError) as error:
                self._circuit.open()
                log.warning("the shared cache is away, using the local one: %s", error)
        return getattr(self._local, name)(*args, **kwargs)

    return method


class SharedCache(RedisCache):
    """A cache on Redis or Valkey that falls back on this process's memory while that is away."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Create a local cache beside the shared one."""
        super().__init__(server, params)
        self._local = LocMemCache(f"local-{server}", {"KEY_PREFIX": params.get("KEY_PREFIX", "")})
        self._circuit = CircuitBreaker(seconds=5.0)

    add = _with_fallback("add")
    get = _with_fallback("get")
    set = _with_fallback("set")
    touch = _with_fallback("touch")
    delete = _with_fallback("delete")
    get_many = _with_fallback("get_many")
    has_key = _with_fallback("has_key")
    incr = _with_fallback("incr")
    set_many = _with_fallback("set_many")
    delete_many = _with_fallback("delete_many")

    def clear(self) -> None:
        """Clear the local cache only: the broker's queues are in the same Redis database."""
        self._local.clear()
