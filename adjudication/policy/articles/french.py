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
            "Two players use black and white stones on 19 by 19 lines; smaller boards serve "
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
            "Whoever begins has Black. The players take turns; at his turn a player puts a stone "
            "on an empty point or passes, which mostly says that he thinks the game is over."
        ),
        ArticleTopic.TURN,
        ArticleTopic.OCCUPIED,
    ),
    article(
        "french:play.3",
        "Déroulement du jeu (3)",
        _("Aim"),
        _(
            "Each player tries to hold more points than the other, with stones on them or around "
            "them. Play goes on until both think that this will not change any more."
        ),
        ArticleTopic.GAME,
    ),
    article(
        "french:play.4",
        "Déroulement du jeu (4)",
        _("Stones stay where they are"),
        _(
            "A stone on the board is not moved; it leaves only when the opponent captures it. The "
            "text does not say what happens to one that was moved by accident: both players agree, "
            "or a referee decides."
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
        _("Whoever takes the last liberty of opposing stones takes those stones off the board."),
        ArticleTopic.CAPTURE,
    ),
    article(
        "french:capture.2",
        "Capture (2)",
        _("No suicide"),
        _(
            "Nobody may take the last liberty of his own stones, unless the same move captures "
            "something."
        ),
        ArticleTopic.SUICIDE,
    ),
    article(
        "french:repetition",
        "Répétition",
        _("Repetition"),
        _(
            "A player may not, by putting down a stone, make the board what he himself has made of "
            "it before. So a ko cannot be taken back at once, and no long cycle can go round; a "
            "change elsewhere lifts the ban. Read to the letter a pass makes no position; many "
            "play that it does, and the tournament chooses."
        ),
        ArticleTopic.KO,
        ArticleTopic.CYCLE,
    ),
    article(
        "french:end.1",
        "Fin de la partie (1)",
        _("Surrounded points"),
        _("Empty points belong to a player when everything next to them is his."),
        ArticleTopic.TERRITORY,
    ),
    article(
        "french:end.2",
        "Fin de la partie (2)",
        _("Two passes stop the game"),
        _("Play stops when one player passes and then the other."),
        ArticleTopic.END,
    ),
    article(
        "french:end.3",
        "Fin de la partie (3)",
        _("Dead stones"),
        _(
            "After the stop the players take off the opposing stones that they are sure they could "
            "capture."
        ),
        ArticleTopic.DEAD_STONES,
    ),
    article(
        "french:end.4",
        "Fin de la partie (4)",
        _("Count"),
        _("A player's points are those his stones stand on and those they surround."),
        ArticleTopic.COUNT,
    ),
    article(
        "french:end.5",
        "Fin de la partie (5)",
        _("Disagreement"),
        _(
            "If the players do not agree on what is dead, play goes on from the position of the "
            "stop until there are two more passes in a row. After that no stone is taken off any "
            "more, and what stands and what it surrounds is counted. Who moves first is not said: "
            "the order of play goes on."
        ),
        ArticleTopic.DISPUTE,
        ArticleTopic.RESUMPTION,
    ),
    article(
        "french:end.6",
        "Fin de la partie (6)",
        _("Komi"),
        _(
            "White gets points because Black had the first move: mostly five and a half to seven "
            "and a half, which the tournament sets."
        ),
        ArticleTopic.KOMI,
    ),
    article(
        "french:end.7",
        "Fin de la partie (7)",
        _("Who wins"),
        _("The player with more points wins; with half a point in the komi there is no draw."),
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
            "Whoever likes may give a stone for each pass, let White pass last and put captured "
            "stones into the opponent's territory: then comparing empty points gives the same "
            "difference."
        ),
        ArticleTopic.COUNT,
    ),
    article(
        "french:handicap",
        "Handicap",
        _("Handicap"),
        _(
            "A handicap lets one player make several moves in a row at the beginning, or changes "
            "the komi."
        ),
        ArticleTopic.HANDICAP,
    ),
)
