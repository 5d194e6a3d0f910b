"""Many who send at once, over a few connections that are kept."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.support.figures import percentile
from tests.support.wire import Answer, Wire


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of one request: when it was due and sent, how long it took, what came back.

    Times are seconds of the monotonic clock. ``took`` counts from when it was due, so that a
    server that keeps everybody waiting is not measured by those alone who got through.
    """

    number: int
    at: float
    took: float
    answer: Answer | None
    error: str = ""

    @property
    def status(self) -> int:
        """The status of the answer, 0 where none came."""
        return self.answer.status if self.answer else 0


def crowd(
    url: str,
    requests: Sequence[bytes],
    *,
    connections: int = 16,
    per_second: float = 0.0,
    each: Callable[[Sent], None] | None = None,
) -> list[Sent]:
    """Send all requests in their order, as fast as they are answered or so many a second."""
    taking, found = threading.Lock(), list[Sent]()
    begun, next_one = time.monotonic(), 0

    def one_connection() -> None:
        nonlocal next_one
        wire = Wire(url)
        while True:
            with taking:
                number = next_one
                next_one += 1
            if number >= len(requests):
                break
            due = begun + number / per_second if per_second else time.monotonic()
            time.sleep(max(0.0, due - time.monotonic()))
            try:
                answer, error = wire.ask(requests[number]), ""
            except OSError as problem:
                answer, error = None, f"{type(problem).__name__}: {problem}"
            sent = Sent(number, due, time.monotonic() - due, answer, error)
            found.append(sent)
            if each:
                each(sent)
        wire.close()

    threads = [threading.Thread(target=one_connection) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(found, key=lambda sent: sent.number)


def lasted(sent: Sequence[Sent]) -> float:
    """Return the seconds from the first request to the last answer."""
    return max(one.at + one.took for one in sent) - min(one.at for one in sent)


def milliseconds(sent: Sequence[Sent], part: float) -> float:
    """Return the time, in milliseconds, below which ``part`` of the answers came."""
    return 1000 * percentile([one.took for one in sent], part)


def told_errors(sent: Sequence[Sent], *good: int) -> str:
    """Return how many answers had another status than the good ones, and which."""
    bad: dict[str, int] = {}
    for one in sent:
        if one.status not in good:
            name = str(one.status) if one.answer else one.error[:60]
            bad[name] = bad.get(name, 0) + 1
    return ", ".join(f"{count}x {name}" for name, count in sorted(bad.items())) or "0"
