"""The New Zealand rules in our own words, with the rule of repetition that copies often lose."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles.article import Article, ArticleTopic, article
from language.messages import gettext_lazy as _

ARTICLES: Final[tuple[Article, ...]] = (
    article(
        "nz:board",
        "Plateau",
        _("Board and stones"),
        _(
            "Two players, one with about 180 white stones and one with about 181 black ones, on a "
            "19 by 19 board."
        ),
        ArticleTopic.GAME,
        ArticleTopic.BOARD,
    ),
    article(
        "nz:liberties",
        "Libertés",
        _("Chains and liberties"),
        _(
            "Points are adjacent when a line joins them with nothing in between. Adjacent stones "
            "of one colour are connected, directly or through others. The liberties of a stone are "
            "the empty points next to it or to a stone connected to it."
        ),
        ArticleTopic.LIBERTIES,
    ),
    article(
        "nz:territory",
        "Territoire",
        _("Territory"),
        _(
            "At the end a player has the points their stones stand on and the empty points "
            "adjacent to those or to other points of theirs. Points that both reach make no "
            "difference to the result."
        ),
        ArticleTopic.TERRITORY,
        ArticleTopic.COUNT,
    ),
    article(
        "nz:play",
        "Jouer",
        _("Putting down a stone"),
        _(
            "A stone goes on an empty point. Then opposing stones without a liberty come off, and "
            "after them the player's own: suicide is allowed, even of a single stone, as far as "
            "the repetition rule permits."
        ),
        ArticleTopic.OCCUPIED,
        ArticleTopic.CAPTURE,
        ArticleTopic.COMPLETE,
        ArticleTopic.SUICIDE,
    ),
    article(
        "nz:move.a",
        "Coup (a)",
        _("No repetition"),
        _(
            "A move may be a play, but only one that does not bring the whole board back to what "
            "it was after an earlier move of the same player. Earlier passes count as moves, too: "
            "they left a position as well."
        ),
        ArticleTopic.KO,
        ArticleTopic.CYCLE,
    ),
    article(
        "nz:move.b",
        "Coup (b)",
        _("Passing"),
        _("Or a move may be a pass, which is always allowed."),
        ArticleTopic.TURN,
    ),
    article(
        "nz:game.1",
        "Partie (1)",
        _("Turns"),
        _("The board starts empty, Black begins, and the players take turns."),
        ArticleTopic.TURN,
    ),
    article(
        "nz:game.2",
        "Partie (2)",
        _("The game ends when both say so"),
        _(
            "The game ends when both agree that nothing worth playing is left. Two passes are "
            "taken as asking whether that is so; they do not end the game by themselves."
        ),
        ArticleTopic.END,
        ArticleTopic.RESUMPTION,
        ArticleTopic.EFFECTIVE_MOVE,
    ),
    article(
        "nz:game.3",
        "Partie (3)",
        _("Dead stones"),
        _("Dead stones are removed where both players agree that they are dead."),
        ArticleTopic.DEAD_STONES,
    ),
    article(
        "nz:game.4",
        "Partie (4)",
        _("Disagreement"),
        _(
            "If the players do not agree which stones are dead, they have to play on. If they "
            "cannot agree who moves next either, all the stones on the board stand and are counted."
        ),
        ArticleTopic.DISPUTE,
    ),
    article(
        "nz:komi.1",
        "Komi (1)",
        _("Komi"),
        _("In an even game White gets seven points of komi; a draw is possible."),
        ArticleTopic.KOMI,
    ),
    article(
        "nz:komi.2",
        "Komi (2)",
        _("Handicap"),
        _(
            "With a handicap of n, White's first n-1 moves are passes, and there is no komi. These "
            "passes do not end the game."
        ),
        ArticleTopic.HANDICAP,
    ),
    article(
        "nz:winner",
        "Gagnant",
        _("Who wins"),
        _("The player with more points at the end wins."),
        ArticleTopic.COUNT,
    ),
)
