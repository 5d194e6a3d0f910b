"""Circuit breaker: skip a dependency for a while after it failed."""

import time


class CircuitBreaker:
    """Remembers, in this process, that something did not answer a moment ago."""

    def __init__(self, seconds: float) -> None:
        """Take the number of seconds to leave a dependency alone after it failed."""
        self.seconds = seconds
        self._open_until = 0.0

    def open(self) -> None:
        """Note a failure: skip the dependency from now on."""
        self._open_until = time.monotonic() + self.seconds

    def close(self) -> None:
        """Use the dependency again at once."""
        self._open_until = 0.0

    def is_open(self) -> bool:
        """Return whether to skip the dependency for now."""
        return time.monotonic() < self._open_until
