"""The sentences that the reasons of a ruling are made of, as templates with named places."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from adjudication.policy.causes import Cause
from adjudication.policy.forms.shapes import AnswersOutcome
from adjudication.policy.policy import IllegalMove, NoResult
from language.messages import Message
from language.messages import gettext_lazy as _

FINDING: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "illegal.occupied": _(
            "With move %(move)d %(colour)s plays on a point where a stone stands."
        ),
        "record.bad_point": _(
            "What the record gives for move %(move)d by %(colour)s is no point of the board."
        ),
        "illegal.suicide": _(
            "With move %(move)d %(colour)s leaves his own stones without a liberty and captures "
            "nothing."
        ),
        "illegal.ko": _(
            "With move %(move)d %(colour)s takes back in a ko at once, without a move elsewhere."
        ),
        "illegal.superko": _(
            "With move %(move)d %(colour)s brings back the whole board as it was %(earlier)s."
        ),
        "illegal.turn": _("With move %(move)d %(colour)s moves twice in a row."),
        "cycle.whole_board": _(
            "Move %(move)d brings back the whole board as it was %(earlier)s, with the same player "
            "to move."
        ),
        "cycle.position_only": _(
            "Move %(move)d brings back the board as it was %(earlier)s, with the other player to "
            "move."
        ),
        "score.mismatch": _("The count of the record gives %(computed)s; %(claim)s was reported."),
    }
)
"""What was found, where it can be said in fewer words than the finding's own sentence."""

CAUSE: Final[Mapping[Cause, Message]] = MappingProxyType(
    {
        Cause.CLAIMS_DIFFER: _("The players reported different results."),
        Cause.CONTESTED: _("The reported result was contested before both had confirmed it."),
        Cause.CONTRADICTED: _(
            "Both had not confirmed the report, so what the count gives is the result."
        ),
        Cause.NOT_REPORTED: _("Neither player reported a result in time."),
        Cause.DEAD_STONES: _(
            "The players did not agree which stones are dead, and the way that the rules have for "
            "it brought no agreement."
        ),
        Cause.OBJECTION: _(
            "A player objected before both had confirmed, and going through the result again "
            "brought no agreement."
        ),
        Cause.WRONG_RECORD: _(
            "The record does not fit the game as it was paired, and the players did not agree how "
            "to mend it."
        ),
        Cause.DUPLICATE_RECORD: _(
            "The same record was sent for two games; it can show only one of them."
        ),
        Cause.DAMAGED_RECORD: _(
            "At one place the record does not show what was played, and the players did not settle "
            "it between them."
        ),
        Cause.ABSENCE: _(
            "A player is said not to have been at the board when the time of grace was over."
        ),
        Cause.LATE: _(
            "A player is said to have come late; the tournament's table says what that costs."
        ),
        Cause.TIME: _("Something was said about the time or the clock."),
        Cause.OUTSIDE_HELP: _("There was a suspicion of outside help."),
        Cause.ACCOUNT_SHARING: _("There was a suspicion that somebody else played."),
        Cause.CONDUCT: _("A player's conduct was complained of."),
        Cause.OTHER: _("The rules do not settle this."),
    }
)

WROTE: Final[Mapping[frozenset[str], Message]] = MappingProxyType(
    {
        frozenset({"black"}): _("Black made a statement in writing."),
        frozenset({"white"}): _("White made a statement in writing."),
        frozenset({"black", "white"}): _("Both players made statements in writing."),
    }
)
"""Which players of the game wrote a statement in the case."""

LOSES: Final = _(
    "The result had not been confirmed by both, so the game is lost with that move: %(article)s."
)
ILLEGAL_CLAIMED: Final = _("A move is said to have been illegal; no record shows it beyond doubt.")
SILENT: Final = _(
    "The rules do not say what an illegal move costs; the tournament's own rule applies."
)
COSTS: Final = {
    IllegalMove.FORFEIT: _(
        "The rules do not say what an illegal move costs; in this tournament it loses the game."
    ),
    IllegalMove.TAKE_BACK: _(
        "The rules do not say what an illegal move costs; in this tournament it is taken back and "
        "the game goes on."
    ),
    IllegalMove.REFEREE: _(
        "The rules do not say what an illegal move costs; in this tournament the referee decides."
    ),
}
AGREEMENT: Final = _(
    "A game ends without result only if both players agree (%(article)s): nobody can impose it."
)
BOTH_AGREED: Final = _("Both players agreed that the game ends without result (%(article)s).")
FORBIDDEN: Final = _(
    "The rules do not let a whole-board position come back by a play of the same player."
)
NOT_SETTLED: Final = _(
    "The rules say nothing of a repetition of the whole board; the tournament's own rule applies."
)
BECOMES: Final = {
    NoResult.HALF: _("In this tournament each player gets half a point for it."),
    NoResult.REPLAY: _("In this tournament it is played again."),
    NoResult.VOID: _("In this tournament it does not count."),
}
EFFECTIVE_MOVE: Final = _("After the stop a move was found that changes the result.")
EFFECTIVE_MOVE_CLAIMED: Final = _(
    "After the stop a move is said to have been found that changes the result."
)
NOBODY_ASKED: Final = _(
    "Nobody asked to play on and the players did not agree that the game was over, so both lose: "
    "%(article)s."
)
RESUMED_OR_OVER: Final = _(
    "A player may ask to play on, or both may take the game as over; both lose only where neither "
    "happens: %(article)s."
)
DISPLACED: Final = _("A stone was moved by accident and play went on.")
DISPLACED_CLAIMED: Final = _("A stone is said to have been moved by accident.")
NOT_PUT_BACK: Final = _(
    "It could not be put back where both players say it stood, so both lose: %(article)s."
)
PUT_BACK: Final = _(
    "It goes back where both players say it stood; both lose only where they do not agree or it "
    "cannot stand there: %(article)s."
)
NO_TEXT: Final = _(
    "The rules say nothing of it: where the players do not agree, the referee decides."
)
HOW_IT_CAME: Final[Mapping[AnswersOutcome, Message]] = MappingProxyType(
    {
        AnswersOutcome.GO_ON: _("Both players agree how the game goes on, so it does."),
        AnswersOutcome.RESUME: _("Play goes on from the position of the stop%(cited)s."),
        AnswersOutcome.GAME_OVER: _(
            "Both players say that the game is over as it stands, so it is counted."
        ),
        AnswersOutcome.ALL_STAND: _(
            "No stone is removed any more, so all that stand are counted%(cited)s."
        ),
        AnswersOutcome.MEND: _(
            "Both players say that it is the record of their game: what differs is mended."
        ),
        AnswersOutcome.DROP_RECORD: _(
            "Both players say that it is not the record of this game: it is set aside."
        ),
        AnswersOutcome.JUDGE_AGAIN: _(
            "Both players say the same of that place, and the record was judged again so."
        ),
        AnswersOutcome.CONFIRM: _("Both players say the same now, so that is the result."),
        AnswersOutcome.TAKE_BACK: _(
            "Both players take the move back, and the game goes on from the position before it."
        ),
    }
)
"""What follows where the players' answers settle the matter; the rest is told by its cause."""
SETTLED: Final = MappingProxyType(
    {
        Cause.EFFECTIVE_MOVE: EFFECTIVE_MOVE,
        Cause.DISPLACED_STONE: DISPLACED,
        Cause.DEAD_STONES: _("The players did not mark the same dead stones."),
        Cause.OBJECTION: _("A player objected before both had confirmed."),
        Cause.WRONG_RECORD: _("The record does not fit the game as it was paired."),
        Cause.DAMAGED_RECORD: _("At one place the record does not show what was played."),
    }
)
"""What happened, where that is told together with what came of it."""
BY: Final = _(" (%(article)s)")
MOVE: Final = _("It is about move %(move)d.")
"""What a player says that he saw, where no replay found it."""
