"""The beginners' rules, heading by heading, in our own words."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles.article import Article, Topic, article

ARTICLES: Final[tuple[Article, ...]] = (
    article(
        "beginner:board",
        "Matériel",
        ("Board and stones", "Plateau et pierres"),
        (
            "A board of 19 by 19 lines with black and white stones; 9 and 13 lines are good to "
            "begin with or for a short game.",
            "Un plateau de 19 lignes par 19 avec des pierres noires et blanches ; 9 et 13 lignes "
            "conviennent pour commencer ou jouer vite.",
        ),
        Topic.BOARD,
    ),
    article(
        "beginner:start",
        "Préparation",
        ("Beginning", "Au début"),
        (
            "One player has Black, the other White, and the board is empty.",
            "L'un a Noir, l'autre Blanc, et le plateau est vide.",
        ),
        Topic.GAME,
    ),
    article(
        "beginner:turns.1",
        "Pose des pierres (1)",
        ("Turns", "Les tours"),
        (
            "Black plays first, and then both in turn, each on an empty point of his choice.",
            "Noir joue le premier, puis chacun à son tour, sur un point vide de son choix.",
        ),
        Topic.TURN,
        Topic.OCCUPIED,
    ),
    article(
        "beginner:turns.2",
        "Pose des pierres (2)",
        ("Stones stay where they are", "Une pierre ne bouge pas"),
        (
            "Stones are never moved; they can only be captured. What happens to one that was "
            "moved by accident the text does not say: both players agree, or a referee decides.",
            "Les pierres ne sont jamais déplacées ; elles peuvent seulement être prises. Le texte "
            "ne dit pas que faire si c'est arrivé par accident : les deux s'accordent, ou un "
            "arbitre décide.",
        ),
    ),
    article(
        "beginner:aim",
        "But du jeu",
        ("Aim", "Le but"),
        (
            "Both surround empty points, with their stones and the edge of the board, and capture "
            "stones. More points at the end win.",
            "Chacun entoure des points vides, avec ses pierres et les bords, et capture des "
            "pierres. Le plus grand total l'emporte.",
        ),
        Topic.GAME,
    ),
    article(
        "beginner:chains",
        "Pierre seule et chaîne de pierres",
        ("Chains", "Les chaînes"),
        (
            "Stones of one colour that are neighbours along a line are one chain; on the slant "
            "they are not.",
            "Des pierres de même couleur voisines le long d'une ligne forment une chaîne ; en "
            "diagonale, non.",
        ),
        Topic.LIBERTIES,
    ),
    article(
        "beginner:liberties",
        "Libertés",
        ("Liberties", "Les libertés"),
        (
            "The empty points beside a stone or a chain, along the lines, are its liberties.",
            "Les points vides à côté d'une pierre ou d'une chaîne, le long des lignes, sont ses "
            "libertés.",
        ),
        Topic.LIBERTIES,
    ),
    article(
        "beginner:capture",
        "Réduction des libertés et capture",
        ("Capture", "La capture"),
        (
            "An opposing stone on a liberty takes it away. Whoever takes the last one captures "
            "the stone or the chain and takes it off.",
            "Une pierre adverse sur une liberté la supprime. Celui qui ôte la dernière prend la "
            "pierre ou la chaîne et l'enlève.",
        ),
        Topic.CAPTURE,
    ),
    article(
        "beginner:suicide",
        "Suicide interdit",
        ("No suicide", "Pas de suicide"),
        (
            "Nobody may play so that his own stones are captured by it. A move that captures is "
            "no suicide.",
            "On ne joue pas un coup par lequel on se fait prendre soi-même. Un coup qui capture "
            "n'est pas un suicide.",
        ),
        Topic.SUICIDE,
    ),
    article(
        "beginner:ko",
        "Répétition interdite (ko)",
        ("Ko", "Le ko"),
        (
            "The stone just played may not be taken if that would bring the same position back: "
            "one plays elsewhere first. Of longer repetitions the text says nothing; then the "
            "tournament does.",
            "On ne prend pas la pierre qui vient d'être posée si cela ramenait la même position : "
            "on joue d'abord ailleurs. Le texte ne dit rien de répétitions plus longues ; c'est "
            "alors au tournoi de le dire.",
        ),
        Topic.KO,
    ),
    article(
        "beginner:end",
        "Fin de partie",
        ("Two passes end the game", "Deux passes finissent la partie"),
        (
            "Whoever thinks that nothing is left to play may pass. When both pass one after the "
            "other the game is over.",
            "Celui qui pense qu'il ne reste rien à jouer peut passer. Quand les deux passent l'un "
            "après l'autre, la partie est finie.",
        ),
        Topic.END,
    ),
    article(
        "beginner:count.1",
        "Comptage des points (1)",
        ("Territory", "Le territoire"),
        (
            "Every empty point within a player's territory is one point for him.",
            "Chaque point vide dans le territoire d'un joueur lui vaut un point.",
        ),
        Topic.TERRITORY,
        Topic.COUNT,
    ),
    article(
        "beginner:count.2",
        "Comptage des points (2)",
        ("Captured and dead stones", "Pierres prises et mortes"),
        (
            "Every captured stone and every stone that cannot get away any more is one point. "
            "Those that cannot get away are taken off first, so their places count as empty. If "
            "the players do not agree on them the text is silent.",
            "Une pierre prise vaut un point, une pierre qui n'a plus d'issue aussi. Ces dernières "
            "sont d'abord enlevées, et leur place compte comme vide. En cas de désaccord à leur "
            "sujet, le texte est muet.",
        ),
        Topic.DEAD_STONES,
        Topic.COUNT,
    ),
    article(
        "beginner:count.3",
        "Comptage des points (3)",
        ("Who wins", "Qui gagne"),
        (
            "Whoever has more points wins; the same number is a draw.",
            "Le plus de points gagne ; à égalité, la partie est nulle.",
        ),
        Topic.COUNT,
    ),
    article(
        "beginner:handicap",
        "Partie à handicap",
        ("Handicap", "Handicap"),
        (
            "To help the weaker player black stones are put on the board before the game, and "
            "then White moves first.",
            "Pour aider le plus faible, des pierres noires sont mises sur le plateau avant la "
            "partie ; Blanc joue alors le premier coup.",
        ),
        Topic.HANDICAP,
    ),
)
