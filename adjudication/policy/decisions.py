"""What a referee or a committee decides, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A penalty for one player, by his number in the tournament.

    ``kind`` is warning, points, time or time_back; ``points_half`` are half-points in the game,
    ``seconds`` time on the clock.
    """

    player: int
    kind: str
    points_half: int | None = None
    seconds: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision. ``effect`` is result, replay, resume or nothing.

    Winner, reason and margin (in half-points) go with a result; ``resume_move`` is the number of
    the last move that stands. ``articles`` are keys of :mod:`adjudication.policy.articles`, and
    ``finding`` the code it rests on.
    """

    effect: str
    winner: str = ""
    reason: str = ""
    margin_half: int | None = None
    resume_move: int | None = None
    articles: tuple[str, ...] = ()
    finding: str = ""
    reasons: str = ""
    penalties: tuple[PenaltyGiven, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values for JSON; :func:`decision_from` reads them."""
        return asdict(self) | {
            "articles": list(self.articles),
            "penalties": [asdict(penalty) for penalty in self.penalties],
        }


def decision_from(value: Mapping[str, Any]) -> Decision:
    """Return the decision that :meth:`Decision.as_json` gave, or raise TypeError."""
    given = dict(value)
    given["articles"] = tuple(given.get("articles", ()))
    given["penalties"] = tuple(PenaltyGiven(**one) for one in given.get("penalties", ()))
    return Decision(**given)
