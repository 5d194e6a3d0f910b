"""Questions about what happened in play: a repetition, a displaced stone, an illegal move."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles import Topic
from adjudication.policy.forms.shapes import Answer, Form, Outcome, Question, cite, speaks_of
from adjudication.policy.policy import EventPolicy, IllegalMove, NoResult
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.phases import GamePhase, Phase
from adjudication.rules.phases import Outcome as End
from adjudication.rules.rulesets import RuleSet
from language.localtext import LocalText

YES: Final = "yes"
NO: Final = "no"
PUT_BACK: Final = "put_back"
ELSEWHERE: Final = "elsewhere"
CANNOT: Final = "cannot"
BELONGS_THERE: Final = "there"
TAKE_BACK: Final = "take_back"
NOT_BACK: Final = "not_back"

_NO_RESULT_BECOMES: Final = {
    NoResult.HALF: LocalText(
        "If your opponent says yes too, the game ends without result: half a point for each of "
        "you.",
        "Si votre adversaire est aussi d'accord, la partie est sans résultat : un demi-point pour "
        "chacun.",
    ),
    NoResult.REPLAY: LocalText(
        "If your opponent says yes too, the game ends without result and you play it again.",
        "Si votre adversaire est aussi d'accord, la partie est sans résultat et vous la rejouez.",
    ),
    NoResult.VOID: LocalText(
        "If your opponent says yes too, the game ends without result and does not count.",
        "Si votre adversaire est aussi d'accord, la partie est sans résultat et ne compte pas.",
    ),
}
_BOTH_LOSE: Final = LocalText("Then both of you lose the game.", "Vous perdez alors tous les deux.")
_REFEREE: Final = LocalText("Then a referee decides.", "Un arbitre décide alors.")


def no_result(ruleset: RuleSet, policy: EventPolicy) -> Form:
    """Return the form for a whole-board position that came back (Art. 12)."""
    return (
        Question(
            "agree",
            LocalText(
                "Did the whole board come back to an earlier position, and do you agree that the "
                "game ends without result?",
                "La grille entière est-elle revenue à une position antérieure, et acceptez-vous "
                "que la partie soit sans résultat ?",
            ),
            cite(ruleset, Topic.CYCLE, otherwise="event:no-result"),
            (
                Answer(
                    YES,
                    LocalText(
                        "Yes, it came back: no result.", "Oui, elle est revenue : sans résultat."
                    ),
                    _NO_RESULT_BECOMES[policy.no_result],
                ),
                Answer(
                    NO,
                    LocalText("No.", "Non."),
                    LocalText(
                        "Then there is no agreement, and a referee looks at the game.",
                        "Il n'y a alors pas d'accord, et un arbitre examine la partie.",
                    ),
                ),
            ),
        ),
    )


def no_result_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> Outcome:
    """Return NO_RESULT where the phases of the game end so, by both players' agreement."""
    del ruleset, policy, same
    game = GamePhase(repeated=True)
    for colour, said in ((BLACK, black), (WHITE, white)):
        if said == YES:
            game = game.agree_no_result(colour)
    return Outcome.NO_RESULT if game.outcome is End.NO_RESULT else Outcome.CASE


def displaced_stone(ruleset: RuleSet, policy: EventPolicy) -> Form:
    """Return the form for a stone that was moved in play (Art. 13.2).

    The point in question goes with it: where the stone is said to have stood.
    """
    del policy
    told = speaks_of(ruleset, Topic.DISPLACED_STONE)
    article = cite(ruleset, Topic.DISPLACED_STONE, otherwise="event:displaced")
    otherwise = _BOTH_LOSE if told else _REFEREE
    return (
        Question(
            "where",
            LocalText(
                "A stone is said to have been moved by accident. Did it stand on the point shown?",
                "Une pierre aurait été déplacée. Se trouvait-elle sur le point indiqué ?",
            ),
            article,
            (
                Answer(
                    BELONGS_THERE,
                    LocalText("Yes, it belongs there.", "Oui, c'est sa place."),
                    LocalText(
                        "Next you say whether it can be put back.",
                        "Vous direz ensuite si elle peut y être remise.",
                    ),
                    then="back",
                ),
                Answer(
                    ELSEWHERE,
                    LocalText("No, or I do not know.", "Non, ou je ne sais pas."),
                    LocalText(
                        f"Talk to your opponent first: without agreement it cannot be put back. "
                        f"{otherwise.en}",
                        f"Parlez-en d'abord à votre adversaire : sans accord, elle ne peut pas "
                        f"être remise. {otherwise.fr}",
                    ),
                ),
            ),
        ),
        Question(
            "back",
            LocalText(
                "Can it be put back: is the point free, and would it have a liberty there?",
                "Peut-elle y être remise : le point est-il libre, et y aurait-elle une liberté ?",
            ),
            article,
            (
                Answer(
                    PUT_BACK,
                    LocalText("Yes, put it back.", "Oui, on la remet."),
                    LocalText(
                        "If your opponent says so too, the stone goes back and the game goes on.",
                        "Si votre adversaire le dit aussi, la pierre est remise et la partie "
                        "continue.",
                    ),
                ),
                Answer(CANNOT, LocalText("No, it cannot.", "Non, c'est impossible."), otherwise),
            ),
        ),
    )


def displaced_stone_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> Outcome:
    """Return what the answers come to; where Art. 13.2 speaks, as the phases of the game do."""
    del policy
    put_back = same and black == white == PUT_BACK
    if not speaks_of(ruleset, Topic.DISPLACED_STONE):
        return Outcome.GO_ON if put_back else Outcome.CASE
    game = GamePhase().displaced_stone(put_back=put_back)
    return Outcome.BOTH_LOSE if game.phase is Phase.END else Outcome.GO_ON


def illegal_move(ruleset: RuleSet, policy: EventPolicy) -> Form:
    """Return the form for an illegal move: is it taken back?"""
    if ruleset.illegal_move_loses.value:
        agreed = otherwise = LocalText(
            "A referee looks at it: under the rules an illegal move loses the game.",
            "Un arbitre l'examine : selon la règle, un coup illégal fait perdre la partie.",
        )
    elif policy.illegal_move is IllegalMove.TAKE_BACK:
        agreed = LocalText(
            "If your opponent says so too, the game goes on from the position before it.",
            "Si votre adversaire le dit aussi, la partie reprend dans la position précédente.",
        )
        otherwise = _REFEREE
    else:
        agreed = otherwise = _REFEREE
    return (
        Question(
            "back",
            LocalText(
                "A move is said to break the rules. Do you both take it back?",
                "Un coup aurait enfreint la règle. Le reprenez-vous d'un commun accord ?",
            ),
            cite(ruleset, Topic.ILLEGAL, otherwise="event:illegal"),
            (
                Answer(TAKE_BACK, LocalText("Yes, take it back.", "Oui, on le reprend."), agreed),
                Answer(NOT_BACK, LocalText("No.", "Non."), otherwise),
            ),
        ),
    )


def illegal_move_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> Outcome:
    """Return FORFEIT where the text decides; else players may take it back if the policy says."""
    del same
    if ruleset.illegal_move_loses.value:
        return Outcome.FORFEIT
    if policy.illegal_move is IllegalMove.TAKE_BACK and black == white == TAKE_BACK:
        return Outcome.TAKE_BACK
    return Outcome.CASE
