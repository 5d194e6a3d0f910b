"""The memory that all processes share: counters of who comes too often.

On the large installation it lies beside the broker. A cache that is away costs nothing but
accuracy: every process counts for itself then, as on the small installation.
"""

import json
import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
SECONDS_AWAY = 5.0
"""So long nobody asks a cache that did not answer."""


class PlainText:
    """Keeps values as JSON: what is read back from the cache can run nothing."""

    def dumps(self, value: Any) -> Any:
        """Return a value as the cache keeps it; whole numbers stay numbers, to be counted on."""
        return value if type(value) is int else json.dumps(value)

    def loads(self, data: Any) -> Any:
        """Return a value as it was given."""
        try:
            return int(data)
        except ValueError:
            return json.loads(data)


class SharedCache(RedisCache):
    """A cache on Redis or Valkey that falls back on this process's memory while that is away."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Keep a local cache beside the shared one."""
        super().__init__(server, params)
        self._near = LocMemCache(f"near-{server}", {"KEY_PREFIX": params.get("KEY_PREFIX", "")})
        self._away_until = 0.0

    def _ask(self, name: str, *arguments: Any, **named: Any) -> Any:
        if time.monotonic() >= self._away_until:
            call: Callable[..., Any] = getattr(super(), name)
            try:
                return call(*arguments, **named)
            except (OSError, RedisError) as error:
                self._away_until = time.monotonic() + SECONDS_AWAY
                log.warning("the shared cache is away, counting by process: %s", error)
        return getattr(self._near, name)(*arguments, **named)

    def add(self, *arguments: Any, **named: Any) -> Any:
        """Keep a value where there is none yet."""
        return self._ask("add", *arguments, **named)

    def get(self, *arguments: Any, **named: Any) -> Any:
        """Return a value."""
        return self._ask("get", *arguments, **named)

    def set(self, *arguments: Any, **named: Any) -> Any:
        """Keep a value."""
        return self._ask("set", *arguments, **named)

    def touch(self, *arguments: Any, **named: Any) -> Any:
        """Keep a value for longer."""
        return self._ask("touch", *arguments, **named)

    def delete(self, *arguments: Any, **named: Any) -> Any:
        """Forget a value."""
        return self._ask("delete", *arguments, **named)

    def get_many(self, *arguments: Any, **named: Any) -> Any:
        """Return several values."""
        return self._ask("get_many", *arguments, **named)

    def has_key(self, *arguments: Any, **named: Any) -> Any:
        """Whether there is a value."""
        return self._ask("has_key", *arguments, **named)

    def incr(self, *arguments: Any, **named: Any) -> Any:
        """Count on. Raises ValueError where nothing was counted yet."""
        return self._ask("incr", *arguments, **named)

    def set_many(self, *arguments: Any, **named: Any) -> Any:
        """Keep several values."""
        return self._ask("set_many", *arguments, **named)

    def delete_many(self, *arguments: Any, **named: Any) -> Any:
        """Forget several values."""
        return self._ask("delete_many", *arguments, **named)

    def clear(self) -> None:
        """Forget nothing but what this process keeps: the broker's queues lie in the same place."""
        self._near.clear()
