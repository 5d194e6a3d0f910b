"""What a stretch of work cost every part of an installation, the client included."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.support.figures import Figure, noted
from tests.support.stand import Stand


@dataclass
class Costs:
    """Processor seconds by part, and the seconds on the clock."""

    seconds: float = 0.0
    parts: dict[str, float] = field(default_factory=dict)

    def told(self, what: str, count: int) -> Figure:
        """Return the cost of one of ``count``, in milliseconds of processor time."""
        parts = [f"{name} {1000 * spent / count:.2f}" for name, spent in self.parts.items()]
        total = 1000 * sum(self.parts.values()) / count
        return noted(what, f"{total:.2f} ms = {' + '.join(parts)}")


@contextmanager
def costing(stand: Stand) -> Iterator[Costs]:
    """Measure what the block costs."""
    costs, before, mine, commands = Costs(), stand.cpu(), *_own()
    started = time.monotonic()
    yield costs
    costs.seconds = time.monotonic() - started
    after = stand.cpu()
    costs.parts = {name: after[name] - before.get(name, 0.0) for name in after}
    costs.parts["client"] = _own()[0] - mine
    if _own()[1] - commands > 0:
        costs.parts["commands"] = _own()[1] - commands


def _own() -> tuple[float, float]:
    """Return the processor time of this process, and of the commands it has run to their end."""
    spent = os.times()
    return spent.user + spent.system, spent.children_user + spent.children_system
