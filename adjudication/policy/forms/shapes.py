"""The parts of a guided form."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from adjudication.policy.articles import ARTICLES, ArticleTopic, articles_about
from adjudication.rules.rulesets import RuleSet
from language.messages import Message

UNSURE: Final = "unsure"
"""The word of a player who does not know: on its own it never counts against anybody."""


class FormKind(StrEnum):
    """What is asked; the same words as InquiryKind of the models."""

    NO_RESULT = "no_result"
    WRONG_RECORD = "wrong_record"
    DEAD_STONES = "dead_stones"
    EFFECTIVE_MOVE = "effective_move"
    DISPLACED_STONE = "displaced_stone"
    OBJECTION = "objection"
    ILLEGAL_MOVE = "illegal_move"
    DAMAGED_RECORD = "damaged_record"


class AnswersOutcome(StrEnum):
    """What both players' answers come to."""

    GO_ON = "go_on"
    """The game goes on from where it is; for dead stones: both mark them again."""
    RESUME = "resume"
    """Play resumes from the position at the stop; ``first_to_move`` says who moves."""
    NO_RESULT = "no_result"
    BOTH_LOSE = "both_lose"
    GAME_OVER = "game_over"
    """Play is over; dead stones, count and confirmation follow."""
    ALL_STAND = "all_stand"
    """Play is over and no stone is removed: all stones on the board count."""
    MEND = "mend"
    """The record, or the game, is corrected as proposed."""
    DROP_RECORD = "drop_record"
    JUDGE_AGAIN = "judge_again"
    """The record is judged again, read as both say."""
    CONFIRM = "confirm"
    """The result is confirmed; for dead stones: with the marks of the player who did not accept."""
    TAKE_BACK = "take_back"
    """The illegal move is taken back: the game goes on from the position before it."""
    FORFEIT = "forfeit"
    """The text decides: the player of the illegal move loses."""
    CASE = "case"
    """A case for the referee."""


LEFT_TO_PLAYERS: Final = frozenset({AnswersOutcome.RESUME, AnswersOutcome.ALL_STAND})
"""The outcomes after which the players report, from the position at the stop."""


@dataclass(frozen=True, slots=True)
class FormAnswer:
    """One possible answer; ``then`` is the key of the question that follows, or empty.

    ``word`` is stored: the word of the last question answered is the player's answer.
    """

    word: str
    text: Message
    leads_to: Message
    then: str = ""


@dataclass(frozen=True, slots=True)
class FormQuestion:
    """One step of a form. ``article`` is the key of the article it comes from."""

    key: str
    text: Message
    article: str
    answers: tuple[FormAnswer, ...]


Form = tuple[FormQuestion, ...]
"""The questions of a form: the first one starts it, an answer may lead to another one."""


def article_key(ruleset: RuleSet, *topics: ArticleTopic, otherwise: str) -> str:
    """Return the key of what the text says on these topics, or else of what the tournament says."""
    found = articles_about(ruleset, *topics)
    return found[0].key if found else ARTICLES[otherwise].key


def text_covers(ruleset: RuleSet, topic: ArticleTopic) -> bool:
    """Whether a rule set's text says anything on a topic."""
    return bool(articles_about(ruleset, topic))
