"""Forms as a referee reads them: they speak of Black and White, in both languages."""

import itertools
import re

import pytest

from adjudication.policy.forms.shapes import FormKind
from adjudication.policy.forms.texts_for_referee import for_referee
from adjudication.policy.policy import EventPolicy, IllegalMove, NoResult
from adjudication.policy.questions import certain_outcome, final_words, outcome_of, questions_of
from adjudication.rules.presets import PRESETS
from language.messages import Message
from tests.support.catalogues import french

TO_A_PLAYER = re.compile(
    r"\b(you|your|we|i|my|our|us|vous|votre|vos|nous|je|mon|ma)\b", re.IGNORECASE
)


def texts(kind: FormKind, rules: str) -> set[Message]:
    found: set[Message] = set()
    for no_result, illegal in itertools.product(NoResult, IllegalMove):
        policy = EventPolicy(no_result=no_result, illegal_move=illegal)
        silent = {"asked": "black", "white": None}  # the opponent has marked nothing
        forms = (questions_of(kind, PRESETS[rules], policy, about) for about in ({}, silent))
        for question in itertools.chain.from_iterable(forms):
            found.add(question.text)
            for answer in question.answers:
                found |= {answer.text, answer.leads_to}
    return found


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("kind", FormKind)
@pytest.mark.parametrize("colour", ["black", "white"])
def test_a_referee_is_not_spoken_to_as_a_player(kind: FormKind, rules: str, colour: str) -> None:
    for message in texts(kind, rules):
        told = for_referee(message, colour)
        for text in (str(told), french(told)):
            assert not TO_A_PLAYER.search(text), text
            assert "%(" not in text


def test_the_one_who_is_asked_and_the_other_are_named() -> None:
    marks = questions_of(FormKind.DEAD_STONES, PRESETS["japanese"], EventPolicy())[0]
    texts = [str(for_referee(answer.text, "white")) for answer in marks.answers]
    assert "The marks of Black are right." in texts
    assert str(for_referee(marks.text, "white")).endswith("What does White say?")


@pytest.mark.parametrize(
    ("kind", "rules", "black", "outcome"),
    [
        (FormKind.ILLEGAL_MOVE, "japanese", [], None),
        (FormKind.ILLEGAL_MOVE, "japanese", ["unsure"], "case"),
        (FormKind.ILLEGAL_MOVE, "french", [], "case"),
        (FormKind.DEAD_STONES, "japanese", ["resume"], "resume"),
        (FormKind.DEAD_STONES, "japanese", ["keep"], None),
        (FormKind.NO_RESULT, "japanese", ["no"], "case"),
        (FormKind.NO_RESULT, "japanese", ["yes"], None),
        (FormKind.EFFECTIVE_MOVE, "japanese", ["no_resumption"], None),
        (FormKind.EFFECTIVE_MOVE, "japanese", ["resume"], "resume"),
        (FormKind.DISPLACED_STONE, "japanese", ["elsewhere"], None),
        (FormKind.DISPLACED_STONE, "japanese", ["unsure"], "case"),
    ],
)
def test_what_nothing_changes_any_more_is_known(
    kind: FormKind, rules: str, black: list[str], outcome: str | None
) -> None:
    assert certain_outcome(kind, PRESETS[rules], EventPolicy(), black, []) == outcome


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("kind", FormKind)
def test_what_is_known_early_is_what_comes_of_every_answer(kind: FormKind, rules: str) -> None:
    ruleset, policy = PRESETS[rules], EventPolicy(illegal_move=IllegalMove.TAKE_BACK)
    known = certain_outcome(kind, ruleset, policy, [], [])
    words = final_words(kind, ruleset, policy)
    for black, white in itertools.product(words, words):
        assert known in (None, outcome_of(kind, ruleset, policy, black, white))
