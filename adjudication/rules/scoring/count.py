"""The result of a count, term by term, as a person would add it up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudication.rules.claims import Claim, ClaimReason, ClaimWinner
from adjudication.rules.colours import BLACK, EMPTY, WHITE


@dataclass(frozen=True, slots=True)
class Sum:
    """One player's points, term by term.

    ``stones`` count under area scoring only, ``prisoners`` (of which ``dead`` were lifted after the
    stop) under territory scoring only. ``komi`` and ``compensation`` are White's.
    """

    stones: int = 0
    territory: int = 0
    prisoners: int = 0
    dead: int = 0
    komi: float = 0.0
    compensation: float = 0.0

    @property
    def total(self) -> float:
        """Return the points in all."""
        return self.stones + self.territory + self.prisoners + self.komi + self.compensation


@dataclass(frozen=True, slots=True)
class Count:
    """Both players' sums, and the owner of every point.

    ``black_territory`` and ``white_territory`` are the empty (or emptied) points counted for each,
    ``dame`` the empty points that count for nobody. ``tie_winner`` is the colour that wins equal
    totals, or None for jigo. ``if_seki`` are Black's smallest and largest lead if some or all of
    the groups that may be in seki are in seki, given where their territory was counted.
    """

    black: Sum
    white: Sum
    black_territory: frozenset[int]
    white_territory: frozenset[int]
    dame: frozenset[int]
    tie_winner: int | None = None
    if_seki: tuple[float, float] | None = None

    def leaves_open(self, claim: Claim) -> bool:
        """Whether a claim is right or wrong depending on groups being in seki."""
        if self.if_seki is None:
            return False
        least, most = self.if_seki
        if claim.winner is ClaimWinner.DRAW or claim.reason is ClaimReason.TIE:
            return least <= 0 <= most
        if claim.margin is not None:
            lead = claim.margin if claim.winner is ClaimWinner.BLACK else -claim.margin
            return least <= lead <= most
        return (least > 0) != (most > 0) or (least < 0) != (most < 0)

    def with_owners(self, owners: Mapping[int, int]) -> Count:
        """Return the count with some points given to a player, or to nobody, because people say so.

        ``owners`` maps points to a colour, or to EMPTY if the point counts for nobody. Raises
        ValueError for a point that is neither empty nor emptied.
        """
        known = self.black_territory | self.white_territory | self.dame
        if not owners.keys() <= known:
            raise ValueError(f"{sorted(owners.keys() - known)} are not empty points")
        black, white, nobody = (
            frozenset(point for point, owner in owners.items() if owner == colour)
            for colour in (BLACK, WHITE, EMPTY)
        )
        black_territory = self.black_territory - owners.keys() | black
        white_territory = self.white_territory - owners.keys() | white
        return replace(
            self,
            black=_with_territory(self.black, len(self.black_territory), len(black_territory)),
            white=_with_territory(self.white, len(self.white_territory), len(white_territory)),
            black_territory=black_territory,
            white_territory=white_territory,
            dame=self.dame - owners.keys() | nobody,
            if_seki=None if owners else self.if_seki,
        )

    @property
    def margin(self) -> float:
        """Return Black's lead in points."""
        # Komi in tenths are not exact in binary; nobody counts finer than a thousandth.
        return round(self.black.total - self.white.total, 3)

    @property
    def tied(self) -> bool:
        """Whether the totals are equal and one of the players wins by that."""
        return self.margin == 0 and self.tie_winner is not None

    @property
    def claim(self) -> Claim:
        """Return the counted result in the form of a claim."""
        margin = self.margin
        if margin == 0:
            if self.tie_winner is None:
                return Claim(ClaimWinner.DRAW, ClaimReason.SCORE)
            winner = ClaimWinner.BLACK if self.tie_winner == BLACK else ClaimWinner.WHITE
            return Claim(winner, ClaimReason.TIE)
        winner = ClaimWinner.BLACK if margin > 0 else ClaimWinner.WHITE
        return Claim(winner, ClaimReason.SCORE, abs(margin))

    @property
    def result(self) -> str:
        """Return the counted result: ``B+3.5``, ``W+10.5`` or ``jigo``."""
        return str(self.claim)


def _with_territory(side: Sum, before: int, now: int) -> Sum:
    return replace(side, territory=side.territory + now - before)
