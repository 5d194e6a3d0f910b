"""The sentences that the reasons of a ruling are made of, as templates with named parameters."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from adjudication.policy.causes import Cause, ClockMatter
from adjudication.policy.forms.shapes import AnswersOutcome
from adjudication.policy.policy import IllegalMove, NoResult
from language.messages import Message
from language.messages import gettext_lazy as _

FINDING: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "illegal.occupied": _(
            "Move %(move)d: %(colour)s plays on a point where there is already a stone."
        ),
        "record.bad_point": _(
            "Move %(move)d: what the record gives for %(colour)s is not a point on the board."
        ),
        "illegal.suicide": _(
            "Move %(move)d: %(colour)s captures nothing and leaves their own stones without a "
            "liberty."
        ),
        "illegal.ko": _(
            "Move %(move)d: %(colour)s retakes a ko at once, without a move elsewhere."
        ),
        "illegal.superko": _(
            "Move %(move)d: %(colour)s brings the whole board back to what it was %(earlier)s."
        ),
        "illegal.turn": _("Move %(move)d: %(colour)s plays twice in a row."),
        "cycle.whole_board": _(
            "Move %(move)d brings the whole board back to what it was %(earlier)s, with the same "
            "player to move."
        ),
        "cycle.position_only": _(
            "Move %(move)d brings the board back to what it was %(earlier)s, with the other player "
            "to move."
        ),
        "score.mismatch": _("Counting the record gives %(computed)s; %(claim)s was reported."),
    }
)
"""What was found, if it can be said in fewer words than the finding's own sentence."""

CAUSE: Final[Mapping[Cause, Message]] = MappingProxyType(
    {
        Cause.CLAIMS_DIFFER: _("The players reported different results."),
        Cause.CONTESTED: _("The reported result was contested before both had confirmed it."),
        Cause.CONTRADICTED: _(
            "The report had not been confirmed by both players, so the counted result stands."
        ),
        Cause.NOT_REPORTED: _("Neither player reported a result in time."),
        Cause.DEAD_STONES: _(
            "The players did not agree which stones are dead, and the procedure in the rules did "
            "not settle it."
        ),
        Cause.COUNT_LOST: _(
            "It was reported that stones were disturbed before the count was done."
        ),
        Cause.OBJECTION: _(
            "A player objected before both had confirmed, and checking the result again brought no "
            "agreement."
        ),
        Cause.WRONG_RECORD: _(
            "It was in question whether the record is of this game, and the players did not agree "
            "on it."
        ),
        Cause.DUPLICATE_RECORD: _(
            "The same record was sent for two games; it can show only one of them."
        ),
        Cause.DAMAGED_RECORD: _(
            "In one place the record does not show what was played, and the players did not settle "
            "it between them."
        ),
        Cause.ABSENCE: _(
            "It was reported that a player was not at the board when the period of grace ended."
        ),
        Cause.LATE: _(
            "It was reported that a player came late; the tournament's table says what that costs."
        ),
        Cause.TIME: _("Something was reported about the time or the clock."),
        Cause.OUTSIDE_HELP: _("There was a suspicion of outside help."),
        Cause.ACCOUNT_SHARING: _("There was a suspicion that somebody else played."),
        Cause.CONDUCT: _("There was a complaint about a player's conduct."),
        Cause.OTHER: _("The rules do not settle this."),
    }
)

REPORTED_BOTH: Final = _("Black reported %(black)s, and White %(white)s.")
REPORTED_ONE: Final = _(
    "%(colour)s reported %(result)s, which was contested before both had confirmed it."
)
COUNTED: Final = _("Counting the record gives %(computed)s.")
COUNTED_BY_ONE: Final = _(
    "With the dead stones that %(colour)s alone marked, counting the record gives %(computed)s."
)
MISMATCH_BY_ONE: Final = _(
    "With the dead stones that %(colour)s alone marked, counting the record gives %(computed)s; "
    "%(claim)s was reported."
)
MISMATCH_BY_BOTH: Final = _(
    "With the dead stones that both players marked, counting the record gives %(computed)s; "
    "%(claim)s was reported."
)
COUNTED_BY_BOTH: Final = _(
    "With the dead stones that both players marked, counting the record gives %(computed)s."
)
OF_ONE: Final[Mapping[Cause, Message]] = MappingProxyType(
    {
        Cause.TIME: _("It was reported that %(colour)s ran out of time."),
        Cause.ABSENCE: _(
            "It was reported that %(colour)s was not at the board when the period of grace ended."
        ),
        Cause.LATE: _(
            "It was reported that %(colour)s came late; the tournament's table says what that "
            "costs."
        ),
    }
)
"""What was reported, if it is about one of the two players."""

CLOCK: Final[Mapping[ClockMatter, Message]] = MappingProxyType(
    {
        ClockMatter.FELL: _("It was reported that a player ran out of time."),
        ClockMatter.PASSING: _(
            "It was reported that a player’s time ran out while they were passing."
        ),
        ClockMatter.PRISONERS: _(
            "It was reported that a player’s time ran out while stones they had captured were "
            "still on the board."
        ),
        ClockMatter.UNPRESSED: _(
            "It was reported that a player’s time ran out after they had moved or passed, with the "
            "clock not pressed."
        ),
        ClockMatter.MOVED_AFTER: _(
            "It was reported that a move was played after a player had run out of time."
        ),
        ClockMatter.WRONG: _("It was reported that the clock was set wrongly or was not running."),
    }
)
"""What was reported about a clock."""

CLOCK_OF_ONE: Final[Mapping[ClockMatter, Message]] = MappingProxyType(
    {
        ClockMatter.FELL: OF_ONE[Cause.TIME],
        ClockMatter.PASSING: _(
            "It was reported that the time of %(colour)s ran out while they were passing."
        ),
        ClockMatter.PRISONERS: _(
            "It was reported that the time of %(colour)s ran out while stones they had captured "
            "were still on the board."
        ),
        ClockMatter.UNPRESSED: _(
            "It was reported that the time of %(colour)s ran out after they had moved or passed, "
            "with the clock not pressed."
        ),
        ClockMatter.MOVED_AFTER: _(
            "It was reported that a move was played after %(colour)s had run out of time."
        ),
        ClockMatter.WRONG: _(
            "It was reported that the clock of %(colour)s was set wrongly or was not running."
        ),
    }
)
"""What was reported about the clock of one of the two players."""

CLOCK_COSTS: Final[Mapping[ClockMatter, Message]] = MappingProxyType(
    {
        ClockMatter.FELL: _(
            "Whoever runs out of time loses, if it is noticed while the game is still going on."
        ),
        ClockMatter.UNPRESSED: _(
            "Neither the rules nor the tournament say whether a move is in time before the clock "
            "is pressed: the referee decides."
        ),
        ClockMatter.MOVED_AFTER: _(
            "Whoever runs out of time loses, if it is noticed while the game is still going on; "
            "a move played after that does not change it."
        ),
        ClockMatter.WRONG: _(
            "Nobody loses by a wrong clock: a referee puts it right, and may add or take off time."
        ),
    }
)
"""What follows by the tournament's own rule, whatever the text of the rules."""

UNTIL_STOP: Final = _(
    "Time runs until play stops%(cited)s: who runs out of it before that loses, and afterwards a "
    "clock that falls changes nothing."
)
COMPLETE: Final = _(
    "A move is complete only when the stones it captures are off the board (%(article)s): if the "
    "time was up before that, the game is lost on time."
)
COMPLETE_SILENT: Final = _(
    "The rules do not say whether a move is complete before the stones it captures are off the "
    "board: the referee decides."
)
TIME_NOT_ESTABLISHED: Final = _(
    "It was reported that a player ran out of time. That could not be established, so nothing "
    "changes."
)
TIME_FOUND: Final = _("The referee finds that %(colour)s ran out of time.")
STOPPED_BEFORE: Final = _("The time of %(colour)s ran out after play had stopped.")
NOTICED_LATE: Final = _(
    "It was noticed only after the game was over, and only what is noticed before that loses it."
)
COUNTS_THE_END: Final = _("What is counted is the position in which play stopped (%(article)s).")
LOST_SILENT: Final = _("The rules do not say what happens if that position is lost.")
RESTORED: Final = _(
    "It is put back where both players say the stones stood, or where a record shows them; "
    "otherwise the referee decides by what can still be shown, and nobody loses for this alone."
)
BECOMES_AFTER_LOSS: Final = {
    NoResult.HALF: _(
        "A game that is declared without result gives each player half a point in this tournament."
    ),
    NoResult.REPLAY: _(
        "A game that is declared without result is played again in this tournament."
    ),
    NoResult.VOID: _("A game that is declared without result does not count in this tournament."),
}

WROTE: Final[Mapping[frozenset[str], Message]] = MappingProxyType(
    {
        frozenset({"black"}): _("Black made a statement in writing."),
        frozenset({"white"}): _("White made a statement in writing."),
        frozenset({"black", "white"}): _("Both players made statements in writing."),
    }
)
"""Which players of the game wrote a statement in the case."""

LOSES: Final = _(
    "The result had not been confirmed by both players, so that move loses the game: %(article)s."
)
ILLEGAL_CLAIMED: Final = _(
    "It was reported that a move was illegal; no record shows it beyond doubt."
)
ONLY_RECORD: Final = _("Only the record that %(sender)s sent shows the following.")
DISPUTED_RECORD: Final = _(
    "The record that %(sender)s sent shows the following; %(accused)s disputes it."
)
NOT_ESTABLISHED: Final = _(
    "It was reported that a move was illegal. That could not be established, so nothing changes."
)
REPORTED_ILLEGAL: Final = _("It was reported that a move was illegal.")
FOUND: Final = _(
    "It was reported that %(colour)s played an illegal move. No record shows it; the referee finds "
    "that it was so."
)
FOUND_AT: Final = _(
    "It was reported that %(colour)s played an illegal move: move %(move)d. No record shows it; "
    "the referee finds that it was so."
)
AGREED_BEFORE: Final = _(
    "Both players had agreed on the result before it was noticed, so it stands%(cited)s."
)
TAKEN_BACK: Final = _(
    "Both players take it back, and the game goes on from the position before it."
)
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
NOT_MODELLED: Final = _(
    "What the text of these rules says about it is not modelled here: the referee looks it up."
)
COSTS_NOT_MODELLED: Final = {
    IllegalMove.FORFEIT: _(
        "What the text of these rules says an illegal move costs is not modelled here; by the "
        "tournament's own rule it loses the game."
    ),
    IllegalMove.TAKE_BACK: _(
        "What the text of these rules says an illegal move costs is not modelled here; by the "
        "tournament's own rule it is taken back and the game goes on."
    ),
    IllegalMove.REFEREE: NOT_MODELLED,
}
"""Used instead of COSTS for a text that is not told here, since it may well say what it costs."""
RULED_INSTEAD: Final = _(
    "By %(article)s, players who do not agree which stones are dead play on; here that is ruled "
    "instead."
)
AGREEMENT: Final = _(
    "A game ends without result only if both players agree (%(article)s): nobody can impose it."
)
BOTH_AGREED: Final = _("Both players agreed that the game ends without result (%(article)s).")
FORBIDDEN: Final = _(
    "The rules do not allow a play that brings back a whole-board position of the same player."
)
NOT_SETTLED: Final = _(
    "The rules say nothing about a repetition of the whole board; the tournament's own rule "
    "applies."
)
BECOMES: Final = {
    NoResult.HALF: _("In this tournament each player gets half a point for it."),
    NoResult.REPLAY: _("In this tournament it is played again."),
    NoResult.VOID: _("In this tournament it does not count."),
}
EFFECTIVE_MOVE: Final = _("After the stop, a move was found that changes the result.")
EFFECTIVE_MOVE_CLAIMED: Final = _(
    "It was reported that a move was found after the stop that changes the result."
)
NOBODY_ASKED: Final = _(
    "Nobody asked to play on and the players did not agree that the game was over, so both lose: "
    "%(article)s."
)
RESUMED_OR_OVER: Final = _(
    "A player may ask to play on, or both may treat the game as over; both lose only if neither "
    "happens: %(article)s."
)
DISPLACED: Final = _("A stone was moved by accident and play went on.")
DISPLACED_CLAIMED: Final = _("It was reported that a stone was moved by accident.")
NOT_PUT_BACK: Final = _(
    "It could not be put back where both players say it stood, so both lose: %(article)s."
)
PUT_BACK: Final = _(
    "It is put back where both players say it stood; both lose only if they do not agree or it "
    "cannot stand there: %(article)s."
)
NO_TEXT: Final = _(
    "The rules say nothing about it: if the players do not agree, the referee decides."
)
HOW_IT_CAME: Final[Mapping[AnswersOutcome, Message]] = MappingProxyType(
    {
        AnswersOutcome.GO_ON: _("Both players agree how the game goes on, and so it does."),
        AnswersOutcome.RESUME: _("Play goes on from the position at the stop%(cited)s."),
        AnswersOutcome.GAME_OVER: _(
            "Both players say that the game is over as it stands, so it is counted."
        ),
        AnswersOutcome.ALL_STAND: _(
            "No more stones are removed, so all those on the board are counted%(cited)s."
        ),
        AnswersOutcome.MEND: _(
            "Both players say that it is the record of their game, so what differs is corrected."
        ),
        AnswersOutcome.DROP_RECORD: _(
            "Both players say that it is not the record of this game, so it is set aside."
        ),
        AnswersOutcome.JUDGE_AGAIN: _(
            "Both players say the same about that place, and the record was checked again "
            "accordingly."
        ),
        AnswersOutcome.CONFIRM: _("Both players now say the same, so that is the result."),
        AnswersOutcome.TAKE_BACK: _(
            "Both players take the move back, and the game goes on from the position before it."
        ),
    }
)
"""What follows if the players' answers settle the matter; other outcomes are told by the cause."""
SETTLED: Final = MappingProxyType(
    {
        Cause.EFFECTIVE_MOVE: EFFECTIVE_MOVE,
        Cause.DISPLACED_STONE: DISPLACED,
        Cause.DEAD_STONES: _("The players did not mark the same dead stones."),
        Cause.OBJECTION: _("A player objected before both had confirmed."),
        Cause.WRONG_RECORD: _("It was in question whether the record is of this game."),
        Cause.DAMAGED_RECORD: _("In one place the record does not show what was played."),
    }
)
"""What happened, for reasons that also say what came of it."""
BY: Final = _(" (%(article)s)")
MOVE: Final = _("It is about move %(move)d.")
"""What a player says they saw, if no replay found it."""
