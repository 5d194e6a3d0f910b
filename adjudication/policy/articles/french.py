"""The rules of the French federation, heading by heading, in our own words."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles.article import Article, ArticleTopic, article
from language.messages import gettext_lazy as _

ARTICLES: Final[tuple[Article, ...]] = (
    article(
        "french:play.1",
        "Déroulement du jeu (1)",
        _("The board"),
        _(
            "Two players use black and white stones on a 19 by 19 board; smaller boards are for "
            "beginners."
        ),
        ArticleTopic.GAME,
        ArticleTopic.BOARD,
    ),
    article(
        "french:play.2",
        "Déroulement du jeu (2)",
        _("Turns and passes"),
        _(
            "Black starts. The players take turns; on each turn a player puts a stone on an empty "
            "point or passes, which usually means that they think the game is over."
        ),
        ArticleTopic.TURN,
        ArticleTopic.OCCUPIED,
    ),
    article(
        "french:play.3",
        "Déroulement du jeu (3)",
        _("Aim"),
        _(
            "Each player tries to hold more points than the other, by placing stones on them or "
            "around them. Play goes on until both think that nothing more will change."
        ),
        ArticleTopic.GAME,
    ),
    article(
        "french:play.4",
        "Déroulement du jeu (4)",
        _("Stones stay where they are"),
        _(
            "A stone on the board is not moved; it leaves only when the opponent captures it. The "
            "text does not say what happens if one is moved by accident: the players agree, or a "
            "referee decides."
        ),
    ),
    article(
        "french:liberties",
        "Libertés",
        _("Neighbours, chains and liberties"),
        _(
            "Points next to each other along a line are neighbours. The empty neighbours of a "
            "stone are its liberties, and neighbouring stones of one colour share theirs."
        ),
        ArticleTopic.LIBERTIES,
    ),
    article(
        "french:capture.1",
        "Capture (1)",
        _("Capture"),
        _("A player who takes the last liberty of opposing stones takes them off the board."),
        ArticleTopic.CAPTURE,
    ),
    article(
        "french:capture.2",
        "Capture (2)",
        _("No suicide"),
        _(
            "Nobody may take the last liberty of their own stones, unless the same move captures "
            "something."
        ),
        ArticleTopic.SUICIDE,
    ),
    article(
        "french:repetition",
        "Répétition",
        _("Repetition"),
        _(
            "A player may not, by playing a stone, bring the board back to a position they "
            "themselves have created before. So a ko cannot be retaken at once and no long cycle "
            "can go on forever; a change elsewhere lifts the ban. By the letter of the text, a "
            "pass does not create a position; many players treat it as if it did, and the "
            "tournament chooses."
        ),
        ArticleTopic.KO,
        ArticleTopic.CYCLE,
    ),
    article(
        "french:end.1",
        "Fin de la partie (1)",
        _("Surrounded points"),
        _("Empty points belong to a player when everything next to them is that player's."),
        ArticleTopic.TERRITORY,
    ),
    article(
        "french:end.2",
        "Fin de la partie (2)",
        _("Two passes stop the game"),
        _("Play stops when both players pass, one after the other."),
        ArticleTopic.END,
    ),
    article(
        "french:end.3",
        "Fin de la partie (3)",
        _("Dead stones"),
        _(
            "After the stop, players take off the opposing stones that they are sure they could "
            "capture."
        ),
        ArticleTopic.DEAD_STONES,
    ),
    article(
        "french:end.4",
        "Fin de la partie (4)",
        _("Count"),
        _("A player's points are those their stones stand on and those they surround."),
        ArticleTopic.COUNT,
    ),
    article(
        "french:end.5",
        "Fin de la partie (5)",
        _("Disagreement"),
        _(
            "If the players do not agree on what is dead, play goes on from the position at the "
            "stop until there are two more passes in a row. After that no more stones are taken "
            "off: the stones on the board and what they surround are counted. The text does not "
            "say who moves first: the order of play continues."
        ),
        ArticleTopic.DISPUTE,
        ArticleTopic.RESUMPTION,
    ),
    article(
        "french:end.6",
        "Fin de la partie (6)",
        _("Komi"),
        _(
            "White gets points to make up for Black's first move: usually five and a half to seven "
            "and a half, as the tournament decides."
        ),
        ArticleTopic.KOMI,
    ),
    article(
        "french:end.7",
        "Fin de la partie (7)",
        _("Who wins"),
        _("The player with more points wins; with a half point in the komi there are no draws."),
        ArticleTopic.COUNT,
    ),
    article(
        "french:end.8",
        "Fin de la partie (8)",
        _("Neutral points"),
        _("Empty points that neither player surrounds count for nobody."),
        ArticleTopic.TERRITORY,
    ),
    article(
        "french:end.9",
        "Fin de la partie (9)",
        _("A quicker count"),
        _(
            "Players may instead hand over a stone for each pass, let White pass last and put "
            "captured stones into the opponent's territory: comparing empty points then gives the "
            "same difference."
        ),
    ),
    article(
        "french:handicap",
        "Handicap",
        _("Handicap"),
        _(
            "A handicap lets one player make several moves in a row at the start, or changes the "
            "komi."
        ),
        ArticleTopic.HANDICAP,
    ),
)
