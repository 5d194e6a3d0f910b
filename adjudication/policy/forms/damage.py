"""Questions about a place where a record is damaged: what was really played there?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from adjudication.policy.forms.shapes import Answer, Form, Outcome, Question
from adjudication.policy.policy import EventPolicy
from adjudication.rules.findings import Code
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sentences import COLOUR_NAME, fill
from language.localtext import LocalText

PASS: Final = "pass"
PASSES: Final = "passes"
PLAYED: Final = "played"
HANDICAP: Final = "handicap"
WRONG: Final = "wrong_record"
UNSURE: Final = "unsure"

_OF_ALL: Final = frozenset({Code.SETUP_AS_MOVES, Code.SETUP_UNCLEAR, Code.CHARSET_UNCLEAR})
"""What is asked about the record as a whole, not about a move."""
_MOST_NAMED: Final = 12
"""How many moves a sentence names."""

_ILLEGAL: Final = LocalText(
    "In the record move {move} of {colour} would be illegal, and the record may not show the game "
    "as it was played. What happened?",
    "Dans l'enregistrement, le coup {move} de {colour} serait illégal, et l'enregistrement ne "
    "montre peut-être pas la partie telle qu'elle a été jouée. Que s'est-il passé ?",
)
_SENTENCES: Final[Mapping[str, LocalText]] = MappingProxyType(
    {
        **dict.fromkeys((Code.KO, Code.SUPERKO, Code.SUICIDE), _ILLEGAL),
        Code.CHARSET_UNCLEAR: LocalText(
            "The record can be read in two ways that give different moves, because it does not say "
            "which character set it is in. Is it shown here as you played?",
            "L'enregistrement peut se lire de deux façons qui donnent des coups différents, car il "
            "n'indique pas son jeu de caractères. Est-il montré ici comme vous avez joué ?",
        ),
        Code.SETUP_UNCLEAR: LocalText(
            "The record gives the position at the start in a way that no board can have. Is it "
            "shown here as you played?",
            "L'enregistrement donne une position de départ qu'aucun plateau ne peut avoir. Est-il "
            "montré ici comme vous avez joué ?",
        ),
        Code.TURN: LocalText(
            "In the record {colour} plays move {move} right after a move of their own. A record "
            "does not show whether a pass was left out there. What happened?",
            "Dans l'enregistrement, {colour} joue le coup {move} juste après un de ses propres "
            "coups. Un enregistrement ne montre pas si une passe y a été omise. Que s'est-il "
            "passé ?",
        ),
        Code.OCCUPIED: LocalText(
            "In the record move {move} of {colour} is on {point}, where a stone already stands. "
            "What happened?",
            "Dans l'enregistrement, le coup {move} de {colour} est en {point}, où se trouve déjà "
            "une pierre. Que s'est-il passé ?",
        ),
        Code.BAD_POINT: LocalText(
            "In the record move {move} of {colour} is on no point of this board. What happened?",
            "Dans l'enregistrement, le coup {move} de {colour} n'est sur aucun point du plateau. "
            "Que s'est-il passé ?",
        ),
        Code.SERVER_RULES: LocalText(
            "In the record move {move} of {colour} is one that the server does not allow: perhaps "
            "a move before it is missing. What happened?",
            "Dans l'enregistrement, le coup {move} de {colour} est de ceux que le serveur refuse : "
            "peut-être manque-t-il un coup avant. Que s'est-il passé ?",
        ),
        Code.SETUP_AS_MOVES: LocalText(
            "The record begins with many moves of one colour in a row, as if a position had been "
            "entered. Is it the record of your game?",
            "L'enregistrement commence par de nombreux coups de suite d'une même couleur, comme si "
            "une position avait été saisie. Est-ce l'enregistrement de votre partie ?",
        ),
        Code.HANDICAP_DIFFERS: LocalText(
            "The record begins with {record} moves of Black in a row, and the game was paired with "
            "a handicap of {expected}. What were they?",
            "L'enregistrement commence par {record} coups de Noir de suite, et la partie a été "
            "appariée avec un handicap de {expected}. Qu'étaient ces coups ?",
        ),
    }
)
_ANYWHERE: Final = LocalText(
    "The record cannot be right at one place. What happened there?",
    "L'enregistrement ne peut pas être juste à un endroit. Que s'y est-il passé ?",
)


def damaged_record(ruleset: RuleSet, policy: EventPolicy, about: Mapping[str, Any]) -> Form:
    """Return the form for a place at which a record is damaged.

    ``about`` is what the question is about: its ``finding``, and as ``moves`` the numbers of all
    places that are like it. Without a finding every answer is offered.
    """
    del policy
    finding = about.get("finding") or {}
    code, detail = str(finding.get("code", "")), finding.get("detail") or {}
    values = {
        "move": finding.get("move"),
        "point": finding.get("point"),
        "colour": COLOUR_NAME[2 if finding.get("color") == "W" else 1],
        "record": detail.get("record"),
        "expected": detail.get("expected"),
    }
    moves = list(about.get("moves") or ())
    offered = _OFFERED.get(code, tuple(_ANSWERS))
    if code and len(moves) < 2:
        offered = tuple(word for word in offered if word != PASSES)
    return (
        Question(
            "place",
            fill(_SENTENCES.get(code, _ANYWHERE), **values),
            "event:record",
            tuple(_ANSWERS[word](ruleset, code, moves) for word in offered),
        ),
    )


def damaged_record_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> Outcome:
    """Return what both said, and CASE where they differ or neither knows."""
    del ruleset, policy
    agreed = {
        PASS: Outcome.JUDGE_AGAIN,
        PASSES: Outcome.JUDGE_AGAIN,
        PLAYED: Outcome.JUDGE_AGAIN,
        HANDICAP: Outcome.MEND,
        WRONG: Outcome.DROP_RECORD,
    }
    return agreed.get(black, Outcome.CASE) if black == white and same else Outcome.CASE


_AGAIN: Final = LocalText(
    "If your opponent says so too, the record is judged again with that pass, and what it shows "
    "then counts: an illegal move later on, too.",
    "Si votre adversaire le dit aussi, l'enregistrement est jugé à nouveau avec cette passe, et ce "
    "qu'il montre alors compte : un coup illégal plus loin, aussi.",
)


def _pass(ruleset: RuleSet, code: str, moves: list[int]) -> Answer:
    del ruleset, code, moves
    text = LocalText("A pass was not written there.", "Une passe n'y a pas été notée.")
    return Answer(PASS, text, _AGAIN)


def _passes(ruleset: RuleSet, code: str, moves: list[int]) -> Answer:
    del ruleset, code
    named = ", ".join(map(str, moves[:_MOST_NAMED])) + (" …" if len(moves) > _MOST_NAMED else "")
    return Answer(
        PASSES,
        fill(
            LocalText(
                "No passes are written in this record: one is missing at each of {count} places.",
                "Cet enregistrement ne note pas les passes : il en manque une à {count} endroits.",
            ),
            count=len(moves) or "…",
        ),
        fill(
            LocalText(
                "If your opponent says so too, the record is judged again with a pass before each "
                "of these moves: {moves}. What it shows then counts: an illegal move later on, "
                "too.",
                "Si votre adversaire le dit aussi, l'enregistrement est jugé à nouveau avec une "
                "passe avant chacun de ces coups : {moves}. Ce qu'il montre alors compte : un coup "
                "illégal plus loin, aussi.",
            ),
            moves=named or "…",
        ),
    )


def _played(ruleset: RuleSet, code: str, moves: list[int]) -> Answer:
    del moves
    text = LocalText("It was really played so.", "Cela a vraiment été joué ainsi.")
    if code in (Code.TURN, Code.HANDICAP_DIFFERS):
        text = LocalText(
            "It was really played so: twice in a row, without a pass.",
            "Cela a vraiment été joué ainsi : deux fois de suite, sans passe.",
        )
    leads = LocalText(
        "If your opponent says so too, it counts as an illegal move. The rules do not say what "
        "that costs; the tournament does.",
        "Si votre adversaire le dit aussi, c'est un coup illégal. La règle ne dit pas ce qu'il "
        "coûte ; le tournoi en décide.",
    )
    if ruleset.illegal_move_loses.value:
        leads = LocalText(
            "If your opponent says so too, it counts as an illegal move, which loses the game "
            "under these rules.",
            "Si votre adversaire le dit aussi, c'est un coup illégal, qui fait perdre la partie "
            "selon cette règle.",
        )
    return Answer(PLAYED, text, leads)


def _handicap(ruleset: RuleSet, code: str, moves: list[int]) -> Answer:
    del ruleset, code, moves
    return Answer(
        HANDICAP,
        LocalText("They are handicap stones.", "Ce sont des pierres de handicap."),
        LocalText(
            "If your opponent says so too, the game gets that handicap, and the record is judged "
            "again with it. The komi stays.",
            "Si votre adversaire le dit aussi, la partie prend ce handicap, et l'enregistrement "
            "est jugé à nouveau avec lui. Le komi reste.",
        ),
    )


def _wrong(ruleset: RuleSet, code: str, moves: list[int]) -> Answer:
    del ruleset, moves
    text = LocalText("The record is wrong there.", "L'enregistrement est faux à cet endroit.")
    if code in _OF_ALL:
        text = LocalText(
            "No, it does not show how we played.", "Non, il ne montre pas comment on a joué."
        )
    return Answer(
        WRONG,
        text,
        LocalText(
            "If your opponent says so too, the record is set aside and either of you can send "
            "another. The result stays as it was reported.",
            "Si votre adversaire le dit aussi, l'enregistrement est écarté et chacun de vous peut "
            "en envoyer un autre. Le résultat reste celui qui a été annoncé.",
        ),
    )


def _unsure(ruleset: RuleSet, code: str, moves: list[int]) -> Answer:
    del ruleset, moves
    text = LocalText("I do not know.", "Je ne sais pas.")
    if code in _OF_ALL:
        text = LocalText("Yes, or I do not know.", "Oui, ou je ne sais pas.")
    return Answer(
        UNSURE,
        text,
        LocalText(
            "Then a referee looks at the record. Until they decide, the result stays as it was "
            "reported.",
            "Un arbitre examine alors l'enregistrement. D'ici à sa décision, le résultat reste "
            "celui qui a été annoncé.",
        ),
    )


_ANSWERS: Final[Mapping[str, Callable[[RuleSet, str, list[int]], Answer]]] = MappingProxyType(
    {
        PASSES: _passes,
        PASS: _pass,
        HANDICAP: _handicap,
        PLAYED: _played,
        WRONG: _wrong,
        UNSURE: _unsure,
    }
)
_OFFERED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        Code.TURN: (PASSES, PASS, PLAYED, WRONG, UNSURE),
        Code.OCCUPIED: (WRONG, UNSURE),
        Code.BAD_POINT: (WRONG, UNSURE),
        **dict.fromkeys(
            (Code.SERVER_RULES, Code.KO, Code.SUPERKO, Code.SUICIDE), (WRONG, PLAYED, UNSURE)
        ),
        **dict.fromkeys(_OF_ALL, (WRONG, UNSURE)),
        Code.HANDICAP_DIFFERS: (HANDICAP, PASS, PLAYED, WRONG, UNSURE),
        Code.NOT_SHOWN: (WRONG, UNSURE),
    }
)
"""What makes sense to say of each.

Only between two moves of one colour can a pass be missing, and nobody puts a stone on a stone.
"""
