"""The beginners' rules, heading by heading, in our own words."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles.article import Article, ArticleTopic, article
from language.messages import gettext_lazy as _

ARTICLES: Final[tuple[Article, ...]] = (
    article(
        "beginner:board",
        "Matériel",
        _("Board and stones"),
        _(
            "A board of 19 by 19 lines with black and white stones; 9 and 13 lines are good to "
            "begin with or for a short game."
        ),
        ArticleTopic.BOARD,
    ),
    article(
        "beginner:start",
        "Préparation",
        _("Beginning"),
        _("One player has Black, the other White, and the board is empty."),
        ArticleTopic.GAME,
    ),
    article(
        "beginner:turns.1",
        "Pose des pierres (1)",
        _("Turns"),
        _("Black plays first, and then both in turn, each on an empty point of his choice."),
        ArticleTopic.TURN,
        ArticleTopic.OCCUPIED,
    ),
    article(
        "beginner:turns.2",
        "Pose des pierres (2)",
        _("Stones stay where they are"),
        _(
            "Stones are never moved; they can only be captured. What happens to one that was moved "
            "by accident the text does not say: both players agree, or a referee decides."
        ),
    ),
    article(
        "beginner:aim",
        "But du jeu",
        _("Aim"),
        _(
            "Both surround empty points, with their stones and the edge of the board, and capture "
            "stones. More points at the end win."
        ),
        ArticleTopic.GAME,
    ),
    article(
        "beginner:chains",
        "Pierre seule et chaîne de pierres",
        _("Chains"),
        _(
            "Stones of one colour that are neighbours along a line are one chain; on the slant "
            "they are not."
        ),
        ArticleTopic.LIBERTIES,
    ),
    article(
        "beginner:liberties",
        "Libertés",
        _("Liberties"),
        _("The empty points beside a stone or a chain, along the lines, are its liberties."),
        ArticleTopic.LIBERTIES,
    ),
    article(
        "beginner:capture",
        "Réduction des libertés et capture",
        _("Capture"),
        _(
            "An opposing stone on a liberty takes it away. Whoever takes the last one captures the "
            "stone or the chain and takes it off."
        ),
        ArticleTopic.CAPTURE,
    ),
    article(
        "beginner:suicide",
        "Suicide interdit",
        _("No suicide"),
        _(
            "Nobody may play so that his own stones are captured by it. A move that captures is no "
            "suicide."
        ),
        ArticleTopic.SUICIDE,
    ),
    article(
        "beginner:ko",
        "Répétition interdite (ko)",
        _("Ko"),
        _(
            "The stone just played may not be taken if that would bring the same position back: "
            "one plays elsewhere first. Of longer repetitions the text says nothing; then the "
            "tournament does."
        ),
        ArticleTopic.KO,
    ),
    article(
        "beginner:end",
        "Fin de partie",
        _("Two passes end the game"),
        _(
            "Whoever thinks that nothing is left to play may pass. When both pass one after the "
            "other the game is over."
        ),
        ArticleTopic.END,
    ),
    article(
        "beginner:count.1",
        "Comptage des points (1)",
        _("Territory"),
        _("Every empty point within a player's territory is one point for him."),
        ArticleTopic.TERRITORY,
        ArticleTopic.COUNT,
    ),
    article(
        "beginner:count.2",
        "Comptage des points (2)",
        _("Captured and dead stones"),
        _(
            "Every captured stone and every stone that cannot get away any more is one point. "
            "Those that cannot get away are taken off first, so their places count as empty. If "
            "the players do not agree on them the text is silent."
        ),
        ArticleTopic.DEAD_STONES,
        ArticleTopic.COUNT,
    ),
    article(
        "beginner:count.3",
        "Comptage des points (3)",
        _("Who wins"),
        _("Whoever has more points wins; the same number is a draw."),
        ArticleTopic.COUNT,
    ),
    article(
        "beginner:handicap",
        "Partie à handicap",
        _("Handicap"),
        _(
            "To help the weaker player black stones are put on the board before the game, and then "
            "White moves first."
        ),
        ArticleTopic.HANDICAP,
    ),
)
