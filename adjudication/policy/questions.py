"""Guided forms: the questions that the rules put to both players, and what the answers lead to.

Each player goes through a form alone: every answer either names the question that follows or ends
the form, and the word of the last answer is the player's answer. :func:`outcome_of` combines both
answers; nothing is decided before both have answered, unless the text of the rules decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Protocol

from adjudication.policy.forms import after_stop, damage, in_play, results
from adjudication.policy.forms.after_stop import (
    after_resumption,
    first_to_move,
    play_on_article,
)
from adjudication.policy.forms.shapes import (
    LEFT_TO_PLAYERS,
    AnswersOutcome,
    Form,
    FormAnswer,
    FormKind,
    FormQuestion,
)
from adjudication.policy.policy import EventPolicy
from adjudication.rules.rulesets import RuleSet

__all__ = [
    "LEFT_TO_PLAYERS",
    "AnswersOutcome",
    "FormAnswer",
    "FormKind",
    "FormQuestion",
    "after_resumption",
    "certain_outcome",
    "final_words",
    "first_question",
    "first_to_move",
    "next_question",
    "outcome_of",
    "play_on_article",
    "questions_of",
    "subject_for",
]


class _OutcomeOf(Protocol):
    def __call__(
        self, ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
    ) -> AnswersOutcome: ...


@dataclass(frozen=True, slots=True)
class _Guide:
    form: Callable[[RuleSet, EventPolicy, Mapping[str, Any]], Form]
    outcome: _OutcomeOf


def _whatever(
    form: Callable[[RuleSet, EventPolicy], Form],
) -> Callable[[RuleSet, EventPolicy, Mapping[str, Any]], Form]:
    """Return a form that is the same whatever the question is about."""
    return lambda ruleset, policy, about: form(ruleset, policy)


_NOTHING_KNOWN: Final[Mapping[str, Any]] = MappingProxyType({})


_GUIDES: Final[Mapping[FormKind, _Guide]] = MappingProxyType(
    {
        FormKind.NO_RESULT: _Guide(_whatever(in_play.no_result), in_play.no_result_outcome),
        FormKind.WRONG_RECORD: _Guide(results.wrong_record, results.wrong_record_outcome),
        FormKind.DEAD_STONES: _Guide(after_stop.dead_stones, after_stop.dead_stones_outcome),
        FormKind.EFFECTIVE_MOVE: _Guide(
            _whatever(after_stop.effective_move), after_stop.effective_move_outcome
        ),
        FormKind.DISPLACED_STONE: _Guide(
            _whatever(in_play.displaced_stone), in_play.displaced_stone_outcome
        ),
        FormKind.OBJECTION: _Guide(_whatever(results.objection), results.objection_outcome),
        FormKind.ILLEGAL_MOVE: _Guide(
            _whatever(in_play.illegal_move), in_play.illegal_move_outcome
        ),
        FormKind.DAMAGED_RECORD: _Guide(damage.damaged_record, damage.damaged_record_outcome),
    }
)


def questions_of(
    kind: str,
    ruleset: RuleSet,
    policy: EventPolicy,
    about: Mapping[str, Any] = _NOTHING_KNOWN,
) -> tuple[FormQuestion, ...]:
    """Return all questions of a form, the first one first. ``kind`` is one of :class:`FormKind`.

    ``about`` is what the question is about, as it is stored with it: some forms offer only the
    answers that make sense there. If nothing is known about it, they offer all.
    """
    return _GUIDES[FormKind(kind)].form(ruleset, policy, about)


def subject_for(colour: str, about: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a question is about, with the colour of the player it is put to."""
    return {**about, "asked": colour}


def first_question(
    kind: str,
    ruleset: RuleSet,
    policy: EventPolicy,
    about: Mapping[str, Any] = _NOTHING_KNOWN,
) -> FormQuestion:
    """Return the first question of a form."""
    return questions_of(kind, ruleset, policy, about)[0]


def next_question(
    kind: str,
    ruleset: RuleSet,
    policy: EventPolicy,
    answers: Sequence[str],
    about: Mapping[str, Any] = _NOTHING_KNOWN,
) -> FormQuestion | None:
    """Return the question that follows one player's answers; None at the end of the form.

    Without answers it is the first question. Raises ValueError for a word that is not offered.
    """
    form = {question.key: question for question in questions_of(kind, ruleset, policy, about)}
    question: FormQuestion | None = next(iter(form.values()))
    for word in answers:
        offered = {answer.word: answer for answer in question.answers} if question else {}
        if word not in offered:
            raise ValueError(f"{word!r} is no answer here")
        question = form.get(offered[word].then)
    return question


def final_words(
    kind: str,
    ruleset: RuleSet,
    policy: EventPolicy,
    about: Mapping[str, Any] = _NOTHING_KNOWN,
) -> tuple[str, ...]:
    """Return the words with which a form can end, in the order they are offered."""
    words = (
        answer.word
        for question in questions_of(kind, ruleset, policy, about)
        for answer in question.answers
        if not answer.then
    )
    return tuple(dict.fromkeys(words))


def certain_outcome(
    kind: str,
    ruleset: RuleSet,
    policy: EventPolicy,
    black: Sequence[str],
    white: Sequence[str],
) -> AnswersOutcome | None:
    """Return the outcome if no answer still to come can change it, or None.

    ``black`` and ``white`` are the answers given so far, possibly none or all. Raises ValueError
    for a word that is not offered.
    """
    ends = [_ends_after(kind, ruleset, policy, said) for said in (black, white)]
    outcomes = {
        _GUIDES[FormKind(kind)].outcome(ruleset, policy, one, other, same=same)
        for one in ends[0]
        for other in ends[1]
        for same in (True, False)
    }
    return outcomes.pop() if len(outcomes) == 1 else None


def _ends_after(
    kind: str, ruleset: RuleSet, policy: EventPolicy, answers: Sequence[str]
) -> set[str]:
    """Return the final words that a player can still reach after these answers."""
    question = next_question(kind, ruleset, policy, answers)
    if question is None:
        return {answers[-1]}
    form = {one.key: one for one in questions_of(kind, ruleset, policy)}
    open_, ends = [question], set()
    while open_:
        for answer in open_.pop().answers:
            if answer.then in form:
                open_.append(form[answer.then])
            else:
                ends.add(answer.word)
    return ends


def outcome_of(
    kind: str,
    ruleset: RuleSet,
    policy: EventPolicy,
    black: str,
    white: str,
    *,
    same: bool = True,
    about: Mapping[str, Any] = _NOTHING_KNOWN,
) -> AnswersOutcome:
    """Return what both players' final words come to.

    ``same`` says whether what comes with the two answers (a result, a point) is the same, or that
    nothing comes with them; ``about`` is what the question is about. Raises ValueError for a word
    that ends no form of this kind as it is put to that player.
    """
    for colour, word in (("black", black), ("white", white)):
        if word not in final_words(kind, ruleset, policy, subject_for(colour, about)):
            raise ValueError(f"{word!r} ends no form of {kind}")
    return _GUIDES[FormKind(kind)].outcome(ruleset, policy, black, white, same=same)
