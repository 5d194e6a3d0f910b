"""Results that no count can give: the person entering them is asked again, never refused.

Whether a margin is even or odd is left out on purpose. Seki, unfilled dame and passes make either
possible under every way of counting here, so only the fraction of a margin and the size of the
board say anything. A penalty that a referee takes off the score is not a count.
"""

from __future__ import annotations

from typing import Final

from adjudication.rules.claims import ClaimWinner
from adjudication.rules.rulesets import TIE_ARTICLE, LongCycle, RuleSet, Scoring
from adjudication.rules.sentences import colour_text, points_text
from language.messages import Message, join_messages
from language.messages import gettext_lazy as _

NO_JIGO: Final = _("With komi %(komi)s no game is drawn: one side is half a point ahead.")
TIE_WINS: Final = _(
    "Under these rules there are no draws: %(winner)s wins if the scores are equal."
)
TIE_SET: Final = _(
    "In this tournament there are no draws: %(winner)s wins if the scores are equal."
)
HALVES: Final = _("With komi %(komi)s every margin ends in a half: %(margin)s cannot be counted.")
WHOLE: Final = _("With komi %(komi)s every margin is a whole number: %(margin)s cannot be counted.")
NEVER_VOID: Final = _(
    "Under these rules no game ends without result: a position may not come back."
)
TOO_MUCH_IN_TURN: Final = _(
    "On this board with komi %(komi)s, %(winner)s can win by at most %(most)s points if both play "
    "in turn: %(margin)s is more."
)
TOO_MUCH: Final = _(
    "On this board with komi %(komi)s, %(winner)s can win by at most %(most)s points: %(margin)s "
    "is more."
)


def tie_text(ruleset: RuleSet) -> Message | None:
    """Return who wins equal scores, by the rules or by the tournament; None if nobody does."""
    winner = ruleset.tie_winner
    if winner.value is None:
        return None
    told = TIE_SET if winner.article == TIE_ARTICLE else TIE_WINS
    return told % {"winner": colour_text(winner.value)}


def why_impossible(
    winner: ClaimWinner,
    margin: float | None,
    *,
    ruleset: RuleSet,
    size: int,
    komi: float,
    handicap: int,
) -> Message | None:
    """Return all reasons why a counted result, or no result, cannot be; None if it can.

    ``margin`` is in points, None for a draw and for no result, which does not exist under rules
    that forbid repetition; komi in points and handicap in stones are those of the pairing. Results
    that are not counted (by resignation, by ruling) are not for this function.

    Under area scoring nobody can win by more than the whole board and komi, plus compensation for
    handicap stones. Under territory scoring prisoners count as well, but whoever takes them has
    played as many stones: a margin is the difference of the areas plus the number of stones by
    which the loser played more. With alternating play that is at most one, or the handicap stones,
    plus one for every pass by the winner.
    """
    told = points_text(komi)
    if winner is ClaimWinner.NONE:
        return NEVER_VOID if ruleset.long_cycle.value is LongCycle.FORBIDDEN else None
    if winner is ClaimWinner.DRAW:
        if komi % 1:
            return NO_JIGO % {"komi": told}
        return tie_text(ruleset)
    colour = winner.colour
    if colour is None or margin is None:
        return None
    reasons = []
    if (margin - komi) % 1:
        reasons.append(
            (HALVES if komi % 1 else WHOLE) % {"komi": told, "margin": points_text(margin)}
        )
    in_turn = ruleset.scoring.value is Scoring.TERRITORY
    more = max(handicap, 1) if in_turn else handicap
    most = size * size + more + (komi if winner is ClaimWinner.WHITE else -komi)
    if margin > most:
        reasons.append(
            (TOO_MUCH_IN_TURN if in_turn else TOO_MUCH)
            % {
                "winner": colour_text(colour),
                "most": points_text(most),
                "komi": told,
                "margin": points_text(margin),
            }
        )
    return join_messages(reasons) if reasons else None
