"""The terms of the game and of tournaments, each explained in a sentence or two.

The criteria of standings are explained in :mod:`tournament.standings.tiebreaks`.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True, slots=True)
class Term:
    """A term and its meaning; ``key`` is its anchor on the glossary page."""

    key: str
    word: Any
    meaning: Any


TERMS = (
    Term(
        "bar",
        pgettext_lazy("McMahon", "Bar"),
        _(
            "The rank from which on everybody starts a McMahon tournament with the same points. "
            "As a rule one of them wins it."
        ),
    ),
    Term(
        "floor",
        pgettext_lazy("McMahon", "Floor"),
        _(
            "The rank below which everybody starts a McMahon tournament with the same points, so "
            "that nobody is alone at the bottom."
        ),
    ),
    Term(
        "mcmahon",
        _("McMahon system"),
        _(
            "Players start with points by rank and meet opponents who have about as many. Strong "
            "players meet strong ones from the first round on, and everybody gets even games."
        ),
    ),
    Term(
        "mms",
        _("McMahon score (MMS)"),
        _("The points of the start, plus one for each win and a half for each jigo."),
    ),
    Term(
        "swiss",
        _("Swiss system"),
        _("Everybody starts with nothing and meets opponents with as many wins."),
    ),
    Term(
        "komi",
        _("Komi"),
        _(
            "Points that White gets because Black plays first, usually 6.5 or 7.5. The half point "
            "means that no game is drawn."
        ),
    ),
    Term(
        "handicap",
        _("Handicap"),
        _(
            "Stones that the weaker player has on the board before the first move, so that both "
            "have a chance."
        ),
    ),
    Term("jigo", _("Jigo"), _("A drawn game: both players have the same number of points.")),
    Term(
        "bye",
        pgettext_lazy("of a round", "Bye"),
        _(
            "A round without an opponent, because the number of players is odd. The settings say "
            "what it counts."
        ),
    ),
    Term(
        "superko",
        _("Superko"),
        _("No move may bring the whole board back to a position that was there before."),
    ),
    Term(
        "ssk",
        _("Situational superko (SSK)"),
        _(
            "Superko where it matters who is to play: a position may come back if the other player "
            "is to move."
        ),
    ),
    Term(
        "nssk",
        _("Natural situational superko (NSSK)"),
        _(
            "Superko that forbids only what the same player made before by a play: passes do not "
            "count as making a position."
        ),
    ),
    Term(
        "seki",
        _("Seki"),
        _("Chains that live together because whoever plays first loses their own."),
    ),
    Term(
        "dame",
        _("Dame"),
        _("Points that are nobody's territory. Under area counting it pays to play them."),
    ),
    Term(
        "area",
        _("Area counting"),
        _("Living stones and the points they surround count, as in the French and Chinese rules."),
    ),
    Term(
        "territory",
        _("Territory counting"),
        _("Surrounded points and prisoners count, as in the Japanese rules."),
    ),
    Term(
        "liberty",
        _("Liberty"),
        _("An empty point beside a chain. A chain without liberties is taken off the board."),
    ),
    Term(
        "sgf",
        _("Game record (SGF)"),
        _(
            "A file with all moves of a game, as apps and servers write it. The program replays it "
            "under the rules of the tournament."
        ),
    ),
    Term(
        "sos",
        _("SOS, SOSM and others"),
        _("Sums over opponents: whoever met stronger opponents stands above, at the same score."),
    ),
    Term(
        "float",
        pgettext_lazy("of a player", "Float"),
        _(
            "A player without an opponent of the same score is drawn down, and meets one who is "
            "drawn up. The pairing sees that it is not always the same players."
        ),
    ),
    Term(
        "seeding",
        _("Seeding"),
        _("Who meets whom among players with the same score."),
    ),
    Term(
        "category",
        pgettext_lazy("of players", "Category"),
        _(
            "Players of some ranks who have a ranking and prizes of their own, and in some systems "
            "meet each other first."
        ),
    ),
    Term(
        "byo_yomi",
        _("Byo-yomi"),
        _(
            "Time after the main time: Japanese for each move, Canadian for a number of moves. "
            "Fischer time adds seconds with every move instead."
        ),
    ),
    Term(
        "rating",
        _("Rating"),
        _("A number for playing strength, as a federation computes it from results."),
    ),
)
BY_KEY = {term.key: term for term in TERMS}
