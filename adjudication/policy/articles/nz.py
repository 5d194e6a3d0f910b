"""The New Zealand rules in our own words, with the rule of repetition that copies often lose."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles.article import Article, Topic, article

ARTICLES: Final[tuple[Article, ...]] = (
    article(
        "nz:board",
        "Plateau",
        ("Board and stones", "Plateau et pierres"),
        (
            "Two players, one with about 180 white stones and one with about 181 black ones, on "
            "19 by 19 lines.",
            "Deux joueurs, l'un avec environ 180 pierres blanches, l'autre avec environ 181 "
            "noires, sur 19 lignes par 19.",
        ),
        Topic.GAME,
        Topic.BOARD,
    ),
    article(
        "nz:liberties",
        "Libertés",
        ("Chains and liberties", "Chaînes et libertés"),
        (
            "Points are adjacent when a line joins them with nothing between. Adjacent stones of "
            "one colour are connected, directly or through others. The liberties of a stone are "
            "the empty points beside it or beside a stone connected to it.",
            "Deux points sont adjacents quand une ligne les joint sans rien entre eux. Des "
            "pierres adjacentes de même couleur sont connectées, directement ou par d'autres. Ses "
            "libertés sont les points vides à côté d'elle ou d'une pierre connectée.",
        ),
        Topic.LIBERTIES,
    ),
    article(
        "nz:territory",
        "Territoire",
        ("Territory", "Territoire"),
        (
            "At the end a player has the points his stones stand on and the empty points that lie "
            "beside them or beside other points of his. Points that both reach make no difference "
            "between them.",
            "À la fin, un joueur a les points où sont ses pierres et les points vides qui "
            "touchent ces points ou d'autres points à lui. Ceux que les deux atteignent ne font "
            "pas d'écart.",
        ),
        Topic.TERRITORY,
        Topic.COUNT,
    ),
    article(
        "nz:play",
        "Jouer",
        ("Putting down a stone", "Poser une pierre"),
        (
            "A stone goes on an empty point. Then opposing stones without a liberty come off, and "
            "after them one's own without a liberty: suicide is allowed, even of a single stone, "
            "as far as the rule of repetition lets it.",
            "Une pierre se met sur un point vide. Les pierres adverses sans liberté partent "
            "alors, puis les siennes sans liberté : le suicide est permis, même d'une seule "
            "pierre, dans la limite de la règle de répétition.",
        ),
        Topic.OCCUPIED,
        Topic.CAPTURE,
        Topic.SUICIDE,
    ),
    article(
        "nz:move.a",
        "Coup (a)",
        ("No repetition", "Pas de répétition"),
        (
            "A move may be a play, but only one that does not bring the whole board back to what "
            "it was after an earlier move of the same player. His earlier passes count as moves, "
            "too: they left a position as well.",
            "Un coup peut être une pierre posée, mais seulement si elle ne ramène pas toute la "
            "grille à ce qu'elle était après un coup antérieur du même joueur. Ses passes "
            "comptent aussi : elles ont laissé une position.",
        ),
        Topic.KO,
        Topic.CYCLE,
    ),
    article(
        "nz:move.b",
        "Coup (b)",
        ("Passing", "Passer"),
        (
            "Or a move is a pass. It is always allowed.",
            "Ou bien un coup est une passe. Elle est toujours permise.",
        ),
        Topic.TURN,
    ),
    article(
        "nz:game.1",
        "Partie (1)",
        ("Turns", "Les tours"),
        (
            "The board is empty at first, Black begins, and the players move in turn.",
            "La grille est vide au départ, Noir débute, et chacun joue à son tour.",
        ),
        Topic.TURN,
    ),
    article(
        "nz:game.2",
        "Partie (2)",
        ("The game ends when both say so", "La partie finit d'un commun accord"),
        (
            "The game ends when both agree that nothing worth playing is left. Two passes are "
            "taken as the question whether it is so; they end nothing by themselves.",
            "La partie finit quand les deux conviennent qu'il ne reste rien d'utile à jouer. Deux "
            "passes en posent la question ; elles ne finissent rien à elles seules.",
        ),
        Topic.END,
        Topic.RESUMPTION,
        Topic.EFFECTIVE_MOVE,
    ),
    article(
        "nz:game.3",
        "Partie (3)",
        ("Dead stones", "Pierres mortes"),
        (
            "Dead stones come off where both agree that they are dead.",
            "Les pierres mortes partent si les deux conviennent qu'elles le sont.",
        ),
        Topic.DEAD_STONES,
    ),
    article(
        "nz:game.4",
        "Partie (4)",
        ("Disagreement", "Désaccord"),
        (
            "If they do not agree which stones are dead, they have to play on. If they do not "
            "agree either who moves next, every stone on the board stands and is counted.",
            "S'ils ne s'entendent pas sur les pierres mortes, il leur faut continuer. S'ils ne "
            "s'entendent pas non plus sur celui qui joue, toutes les pierres restent et comptent.",
        ),
        Topic.DISPUTE,
    ),
    article(
        "nz:komi.1",
        "Komi (1)",
        ("Komi", "Komi"),
        (
            "In an even game White gets seven points; a draw is possible.",
            "À égalité, Blanc reçoit sept points ; une partie nulle est possible.",
        ),
        Topic.KOMI,
    ),
    article(
        "nz:komi.2",
        "Komi (2)",
        ("Handicap", "Handicap"),
        (
            "With a handicap of n White passes his first n-1 moves, and there is no komi. These "
            "passes do not bring the game to its end.",
            "Avec un handicap de n, Blanc passe à ses n-1 premiers coups, et le komi disparaît. "
            "Ces passes ne finissent rien.",
        ),
        Topic.HANDICAP,
    ),
    article(
        "nz:winner",
        "Gagnant",
        ("Who wins", "Qui gagne"),
        (
            "Whoever has more points at the end wins.",
            "Le total le plus grand gagne.",
        ),
        Topic.COUNT,
    ),
)
