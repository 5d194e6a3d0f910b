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
            "A 19 by 19 board with black and white stones; 9 by 9 and 13 by 13 are good for "
            "beginners and for short games."
        ),
        ArticleTopic.BOARD,
    ),
    article(
        "beginner:start",
        "Préparation",
        _("Beginning"),
        _("One player takes Black, the other White, and the board starts empty."),
        ArticleTopic.GAME,
    ),
    article(
        "beginner:turns.1",
        "Pose des pierres (1)",
        _("Turns"),
        _(
            "Black plays first; then the players take turns, each playing on any empty point they "
            "like."
        ),
        ArticleTopic.TURN,
        ArticleTopic.OCCUPIED,
    ),
    article(
        "beginner:turns.2",
        "Pose des pierres (2)",
        _("Stones stay where they are"),
        _(
            "Once played, stones are never moved; they can only be captured. The text does not say "
            "what to do if one is moved by accident: the players agree, or a referee decides."
        ),
    ),
    article(
        "beginner:aim",
        "But du jeu",
        _("Aim"),
        _(
            "Each player tries to surround empty points, using stones and the edge of the board, "
            "and to capture stones. Whoever has more points at the end wins."
        ),
        ArticleTopic.GAME,
    ),
    article(
        "beginner:chains",
        "Pierre seule et chaîne de pierres",
        _("Chains"),
        _(
            "Stones of one colour next to each other along a line form a chain; diagonal "
            "neighbours do not."
        ),
        ArticleTopic.LIBERTIES,
    ),
    article(
        "beginner:liberties",
        "Libertés",
        _("Liberties"),
        _("The empty points next to a stone or chain, along the lines, are its liberties."),
        ArticleTopic.LIBERTIES,
    ),
    article(
        "beginner:capture",
        "Réduction des libertés et capture",
        _("Capture"),
        _(
            "A stone played on an opponent's liberty takes that liberty away. Whoever takes the "
            "last one captures the stone or chain and removes it."
        ),
        ArticleTopic.CAPTURE,
    ),
    article(
        "beginner:suicide",
        "Suicide interdit",
        _("No suicide"),
        _(
            "Nobody may play a move by which their own stones are captured. A move that captures "
            "is not suicide."
        ),
        ArticleTopic.SUICIDE,
    ),
    article(
        "beginner:ko",
        "Répétition interdite (ko)",
        _("Ko"),
        _(
            "The stone just played may not be taken if that would bring the same position back: "
            "play elsewhere first. The text says nothing about longer repetitions; the tournament "
            "settles those."
        ),
        ArticleTopic.KO,
    ),
    article(
        "beginner:end",
        "Fin de partie",
        _("Two passes end the game"),
        _(
            "Players who think there is nothing left to play may pass. When both pass, one after "
            "the other, the game is over."
        ),
        ArticleTopic.END,
    ),
    article(
        "beginner:count.1",
        "Comptage des points (1)",
        _("Territory"),
        _("Every empty point in a player's territory is worth one point."),
        ArticleTopic.TERRITORY,
        ArticleTopic.COUNT,
    ),
    article(
        "beginner:count.2",
        "Comptage des points (2)",
        _("Captured and dead stones"),
        _(
            "Every captured stone, and every stone that can no longer escape, is worth one point. "
            "Stones that cannot escape are removed first, so the points they stood on count as "
            "empty. The text does not say what happens if the players disagree about them."
        ),
        ArticleTopic.DEAD_STONES,
        ArticleTopic.COUNT,
    ),
    article(
        "beginner:count.3",
        "Comptage des points (3)",
        _("Who wins"),
        _("Whoever has more points wins; equal scores are a draw."),
        ArticleTopic.COUNT,
    ),
    article(
        "beginner:handicap",
        "Partie à handicap",
        _("Handicap"),
        _(
            "To help the weaker player, black stones are placed on the board before the game; "
            "White then moves first."
        ),
        ArticleTopic.HANDICAP,
    ),
)
