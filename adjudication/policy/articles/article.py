"""What an article is: a clause of a rule text, told in our own words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from language.messages import Message


class ArticleTopic(StrEnum):
    """What an article is about; questions and rulings find their articles by it."""

    GAME = "game"
    TURN = "turn"
    BOARD = "board"
    OCCUPIED = "occupied"
    LIBERTIES = "liberties"
    CAPTURE = "capture"
    COMPLETE = "complete"
    """When a capturing move is complete."""
    SUICIDE = "suicide"
    KO = "ko"
    CYCLE = "cycle"
    """A whole-board position that repeats."""
    LIFE = "life"
    TERRITORY = "territory"
    END = "end"
    DEAD_STONES = "dead stones"
    RESUMPTION = "resumption"
    DISPUTE = "dispute"
    """Players who disagree about which stones are dead."""
    COUNT = "count"
    KOMI = "komi"
    HANDICAP = "handicap"
    OBJECTION = "objection"
    FINAL = "final"
    RESIGNATION = "resignation"
    EFFECTIVE_MOVE = "effective move"
    DISPLACED_STONE = "displaced stone"
    ILLEGAL = "illegal"
    """What an illegal move costs."""
    ABSENCE = "absence"
    LATE = "late"
    TIME = "time"
    REPORT = "report"
    RECORD = "record"
    OUTSIDE_HELP = "outside help"
    ACCOUNT_SHARING = "account sharing"
    CONDUCT = "conduct"
    WARNINGS = "warnings"
    REFEREE = "referee"
    APPEAL = "appeal"


@dataclass(frozen=True, slots=True)
class Article:
    """One clause. ``rules`` names its text; ``number`` is how findings and options cite it.

    A clause under a heading whose clauses the text does not number gets our own number in
    parentheses, as ``Fin de la partie (3)``.
    """

    key: str
    rules: str
    number: str
    title: Message
    words: Message
    topics: frozenset[ArticleTopic] = frozenset()

    @property
    def name(self) -> Message | str:
        """Return what everybody calls it: its number, or the title of a tournament's own clause."""
        return self.title if self.rules == "event" else self.number

    def is_cited_as(self, cited: str) -> bool:
        """Whether a citation refers to this clause, or to the heading or article it belongs to."""
        return self.number == cited or self.number.startswith((f"{cited}.", f"{cited} ("))


def article(
    key: str, number: str, title: Message, words: Message, *topics: ArticleTopic
) -> Article:
    """Return an article; its key (``j1989:14``) begins with the name of the rule text."""
    return Article(key, key.partition(":")[0], number, title, words, frozenset(topics))
