"""Questions about the result and its record: is it right, and is it of this game?"""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles import Topic
from adjudication.policy.forms.shapes import Answer, Form, Outcome, Question, cite
from adjudication.policy.policy import EventPolicy
from adjudication.rules.rulesets import RuleSet
from language.localtext import LocalText

MEND: Final = "mend"
NOT_THIS_GAME: Final = "not_this_game"
NEITHER: Final = "neither"
CONFIRM: Final = "confirm"
OTHER: Final = "other"

_REFEREE: Final = LocalText(
    "Then a referee looks at the record.", "Un arbitre examine alors l'enregistrement."
)


def wrong_record(ruleset: RuleSet, policy: EventPolicy) -> Form:
    """Return the form for a record that does not fit the game as paired."""
    del ruleset, policy
    return (
        Question(
            "record",
            LocalText(
                "The record does not fit the game as it was paired. Which is right?",
                "L'enregistrement ne correspond pas à la partie appariée. Qu'est-ce qui est "
                "juste ?",
            ),
            "event:record",
            (
                Answer(
                    MEND,
                    LocalText(
                        "It is our game: mend what differs.",
                        "C'est notre partie : corrigez ce qui diffère.",
                    ),
                    LocalText(
                        "If your opponent says so too, it is mended as shown.",
                        "Si votre adversaire le dit aussi, la correction indiquée est faite.",
                    ),
                ),
                Answer(
                    NOT_THIS_GAME,
                    LocalText(
                        "It is another game's record.", "C'est l'enregistrement d'une autre partie."
                    ),
                    LocalText(
                        "If your opponent says so too, the record is set aside; the result stays.",
                        "Si votre adversaire le dit aussi, l'enregistrement est écarté ; le "
                        "résultat reste.",
                    ),
                ),
                Answer(NEITHER, LocalText("Neither.", "Ni l'un ni l'autre."), _REFEREE),
            ),
        ),
    )


def wrong_record_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> Outcome:
    """Return what both said, and CASE where they differ."""
    del ruleset, policy
    agreed = {MEND: Outcome.MEND, NOT_THIS_GAME: Outcome.DROP_RECORD}
    return agreed.get(black, Outcome.CASE) if black == white and same else Outcome.CASE


def objection(ruleset: RuleSet, policy: EventPolicy) -> Form:
    """Return the form for a result that a player objects to (Art. 10.3): both confirm anew.

    To refuse is not offered. Another result goes with its answer.
    """
    del policy
    return (
        Question(
            "result",
            LocalText(
                "There is an objection to the result. Go through the game again together: what is "
                "the result?",
                "Le résultat est contesté. Reprenez la partie ensemble : quel est le résultat ?",
            ),
            cite(ruleset, Topic.OBJECTION, otherwise="event:report"),
            (
                Answer(
                    CONFIRM,
                    LocalText("The result is right.", "Le résultat est juste."),
                    LocalText(
                        "If your opponent says so too, the result is confirmed.",
                        "Si votre adversaire le dit aussi, le résultat est confirmé.",
                    ),
                ),
                Answer(
                    OTHER,
                    LocalText("It is another result.", "Le résultat est autre."),
                    LocalText(
                        "If your opponent gives the same, it is the result; otherwise a referee "
                        "decides.",
                        "Si votre adversaire donne le même, c'est le résultat ; sinon un arbitre "
                        "décide.",
                    ),
                ),
            ),
        ),
    )


def objection_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> Outcome:
    """Return CONFIRM where both name the same result, and CASE where they do not."""
    del ruleset, policy
    return Outcome.CONFIRM if black == white and same else Outcome.CASE
