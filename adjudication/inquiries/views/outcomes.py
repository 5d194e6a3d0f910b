"""What came of a question, in a sentence to its two players."""

from django.utils.translation import gettext as _

from adjudication.models import InquiryKind
from adjudication.policy.questions import Outcome
from adjudication.triage.selectors import HELD

_OF_RECORDS = (InquiryKind.WRONG_RECORD, InquiryKind.DAMAGED_RECORD)
"""What somebody may not know: who says so disagrees with nobody."""


def outcome_sentence(kind: str, outcome: str, *, differ: bool) -> str:
    """Return what the answers of both led to, and what to do next; ``differ``: they were unlike."""
    if outcome == HELD:
        return _("A referee works on it already: he sees what you both said.")
    if outcome == Outcome.GO_ON and kind == InquiryKind.DEAD_STONES:
        return _("Each of you accepts the other’s marks: mark the dead stones and report again.")
    if outcome == Outcome.DROP_RECORD:
        return _(
            "You agree: the record is set aside. The result stays, and either of you can send "
            "another record."
        )
    if outcome == Outcome.CONFIRM and kind == InquiryKind.DEAD_STONES:
        return _("The marks are agreed: look at the result.")
    if outcome == Outcome.CASE and kind in _OF_RECORDS:
        return _(
            "A referee looks at the record now. What was reported stays as it is. You can send the "
            "right record with the case."
        )
    if outcome == Outcome.CASE and not differ:
        return _("A referee looks at it now. You can write down what happened.")
    texts = {
        Outcome.GO_ON: _("You agree: the game goes on. Report it when it is over."),
        Outcome.RESUME: _("Play goes on from where it stopped. Enter the moves when it is over."),
        Outcome.NO_RESULT: _("You agree: the game ends without result."),
        Outcome.BOTH_LOSE: _("Under the rules both would lose by this. A referee decides."),
        Outcome.GAME_OVER: _("You agree that the game is over: go on to the result."),
        Outcome.ALL_STAND: _("No stone is taken off: all that stand are counted."),
        Outcome.MEND: _("You agree: the game is mended by its record, which is judged again."),
        Outcome.JUDGE_AGAIN: _("You agree: the record is judged again with what you both say."),
        Outcome.CONFIRM: _("You agree: the result is confirmed."),
        Outcome.TAKE_BACK: _("You agree: the move is taken back and the game goes on."),
        Outcome.FORFEIT: _("The rules decide what follows. A referee looks at it."),
        Outcome.CASE: _("You do not agree: a referee decides. You can write down what happened."),
    }
    return texts[Outcome(outcome)]
