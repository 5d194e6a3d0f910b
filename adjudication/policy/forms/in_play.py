"""Questions about what happened during play: a repetition, a displaced stone, an illegal move."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles import ArticleTopic
from adjudication.policy.forms.shapes import (
    UNSURE,
    AnswersOutcome,
    Form,
    FormAnswer,
    FormQuestion,
    article_key,
    text_covers,
)
from adjudication.policy.policy import EventPolicy, IllegalMove, NoResult
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.phases import GameEnd as End
from adjudication.rules.phases import GamePhase, Phase
from adjudication.rules.rulesets import RuleSet
from language.messages import gettext_lazy as _

YES: Final = "yes"
NO: Final = "no"
PUT_BACK: Final = "put_back"
ELSEWHERE: Final = "elsewhere"
CANNOT: Final = "cannot"
NOT_MOVED: Final = "not_moved"
BELONGS_THERE: Final = "there"
TAKE_BACK: Final = "take_back"
NOT_BACK: Final = "not_back"

_NO_RESULT_BECOMES: Final = {
    NoResult.HALF: _(
        "If your opponent says yes too, the game ends without result, with half a point for each "
        "of you."
    ),
    NoResult.REPLAY: _(
        "If your opponent says yes too, the game ends without result and you play it again."
    ),
    NoResult.VOID: _(
        "If your opponent says yes too, the game ends without result and does not count."
    ),
}
_BOTH_LOSE: Final = _("Then a referee decides: under the rules both of you lose by this.")
_REFEREE: Final = _("Then a referee decides.")


def no_result(ruleset: RuleSet, policy: EventPolicy) -> Form:
    """Return the form for a whole-board position that repeated (Art. 12)."""
    return (
        FormQuestion(
            "agree",
            _(
                "Did the whole board return to an earlier position, and do you agree that the game "
                "ends without result?"
            ),
            article_key(ruleset, ArticleTopic.CYCLE, otherwise="event:no-result"),
            (
                FormAnswer(
                    YES,
                    _("Yes, it came back: no result."),
                    _NO_RESULT_BECOMES[policy.no_result],
                ),
                FormAnswer(
                    NO,
                    _("No."),
                    _("Then there is no agreement, and a referee looks at the game."),
                ),
            ),
        ),
    )


def no_result_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> AnswersOutcome:
    """Return NO_RESULT if the phases of the game end that way, by both players' agreement."""
    del ruleset, policy, same
    game = GamePhase(repeated=True)
    for colour, said in ((BLACK, black), (WHITE, white)):
        if said == YES:
            game = game.agree_no_result(colour)
    return AnswersOutcome.NO_RESULT if game.outcome is End.NO_RESULT else AnswersOutcome.CASE


def displaced_stone(ruleset: RuleSet, policy: EventPolicy) -> Form:
    """Return the form for a stone that was moved during play (Art. 13.2).

    The answer comes with a point: where the stone is said to have stood.
    """
    del policy
    told = text_covers(ruleset, ArticleTopic.DISPLACED_STONE)
    article = article_key(ruleset, ArticleTopic.DISPLACED_STONE, otherwise="event:displaced")
    otherwise = _BOTH_LOSE if told else _REFEREE
    unsure = FormAnswer(UNSURE, _("I do not know."), _REFEREE)
    return (
        FormQuestion(
            "where",
            _("Somebody says that a stone was moved by accident. Was it on the point shown?"),
            article,
            (
                FormAnswer(
                    BELONGS_THERE,
                    _("Yes, it belongs there."),
                    _("Next, you say whether it can be put back."),
                    then="back",
                ),
                FormAnswer(
                    ELSEWHERE,
                    _("No, it stood somewhere else."),
                    _(
                        "Talk to your opponent first: it can only be put back if you agree. "
                        "%(otherwise)s"
                    )
                    % {"otherwise": otherwise},
                ),
                FormAnswer(
                    NOT_MOVED,
                    _("No stone was moved."),
                    _(
                        "If your opponent says so too, the game goes on. Otherwise a referee "
                        "decides."
                    ),
                ),
                unsure,
            ),
        ),
        FormQuestion(
            "back",
            _("Can it be put back: is the point free, and would it have a liberty there?"),
            article,
            (
                FormAnswer(
                    PUT_BACK,
                    _("Yes, put it back."),
                    _("If your opponent agrees, the stone is put back and the game goes on."),
                ),
                FormAnswer(CANNOT, _("No, it cannot."), otherwise),
                unsure,
            ),
        ),
    )


def displaced_stone_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> AnswersOutcome:
    """Return what the answers come to; where Art. 13.2 applies, the phases of the game decide.

    It applies to a stone that was moved: whether one was, and what a player does not know, is for
    the referee to find out.
    """
    del policy
    if black == white == NOT_MOVED:
        return AnswersOutcome.GO_ON
    if {black, white} & {UNSURE, NOT_MOVED}:
        return AnswersOutcome.CASE
    put_back = same and black == white == PUT_BACK
    if not text_covers(ruleset, ArticleTopic.DISPLACED_STONE):
        return AnswersOutcome.GO_ON if put_back else AnswersOutcome.CASE
    game = GamePhase().displaced_stone(put_back=put_back)
    return AnswersOutcome.BOTH_LOSE if game.phase is Phase.END else AnswersOutcome.GO_ON


def illegal_move(ruleset: RuleSet, policy: EventPolicy) -> Form:
    """Return the form for an illegal move: should it be taken back?"""
    if ruleset.illegal_move_loses.value:
        agreed = otherwise = _(
            "A referee looks at it: under the rules an illegal move loses the game."
        )
    elif policy.illegal_move is IllegalMove.TAKE_BACK:
        agreed = _("If your opponent agrees, the game goes on from the position before that move.")
        otherwise = _REFEREE
    else:
        agreed = otherwise = _REFEREE
    return (
        FormQuestion(
            "back",
            _("Somebody says that a move broke the rules. Do you agree to take it back?"),
            article_key(ruleset, ArticleTopic.ILLEGAL, otherwise="event:illegal"),
            (
                FormAnswer(TAKE_BACK, _("Yes, take it back."), agreed),
                FormAnswer(NOT_BACK, _("No."), otherwise),
                FormAnswer(UNSURE, _("I do not know."), _REFEREE),
            ),
        ),
    )


def illegal_move_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> AnswersOutcome:
    """Return FORFEIT if the text decides; else players may take it back if the policy says so.

    A player who knows of no such move has conceded none.
    """
    del same
    if UNSURE in (black, white):
        return AnswersOutcome.CASE
    if ruleset.illegal_move_loses.value:
        return AnswersOutcome.FORFEIT
    if policy.illegal_move is IllegalMove.TAKE_BACK and black == white == TAKE_BACK:
        return AnswersOutcome.TAKE_BACK
    return AnswersOutcome.CASE
