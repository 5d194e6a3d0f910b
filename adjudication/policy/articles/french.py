"""The rules of the French federation, heading by heading, in our own words."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles.article import Article, Topic, article

ARTICLES: Final[tuple[Article, ...]] = (
    article(
        "french:play.1",
        "Déroulement du jeu (1)",
        ("The board", "La grille"),
        (
            "Two players use black and white stones on 19 by 19 lines; smaller boards serve "
            "beginners.",
            "Deux joueurs utilisent des pierres noires et blanches sur 19 lignes par 19 ; des "
            "grilles plus petites servent aux débutants.",
        ),
        Topic.GAME,
        Topic.BOARD,
    ),
    article(
        "french:play.2",
        "Déroulement du jeu (2)",
        ("Turns and passes", "Les tours et les passes"),
        (
            "Whoever begins has Black. The players take turns; at his turn a player puts a stone "
            "on an empty point or passes, which mostly says that he thinks the game is over.",
            "Celui qui débute a Noir. Chacun joue à son tour : il met une pierre sur un point "
            "libre ou passe, ce qui veut surtout dire que la partie lui semble finie.",
        ),
        Topic.TURN,
        Topic.OCCUPIED,
    ),
    article(
        "french:play.3",
        "Déroulement du jeu (3)",
        ("Aim", "Le but"),
        (
            "Each player tries to hold more points than the other, with stones on them or around "
            "them. Play goes on until both think that this will not change any more.",
            "Chacun cherche à tenir plus de points que l'autre, par des pierres posées dessus ou "
            "autour. On joue jusqu'à ce que les deux pensent que cela ne bougera plus.",
        ),
        Topic.GAME,
    ),
    article(
        "french:play.4",
        "Déroulement du jeu (4)",
        ("Stones stay where they are", "Une pierre ne bouge pas"),
        (
            "A stone on the board is not moved; it leaves only when the opponent captures it. The "
            "text does not say what happens to one that was moved by accident: both players "
            "agree, or a referee decides.",
            "Une pierre posée n'est plus déplacée ; elle ne part que si l'adversaire la capture. "
            "Le texte ne dit pas que faire si elle l'a été par accident : les deux s'accordent, "
            "ou un arbitre décide.",
        ),
    ),
    article(
        "french:liberties",
        "Libertés",
        ("Neighbours, chains and liberties", "Voisins, chaînes et libertés"),
        (
            "Points next to each other along a line are neighbours. The empty neighbours of a "
            "stone are its liberties, and neighbouring stones of one colour share theirs.",
            "Deux points qui se suivent sur une ligne sont voisins. Les voisins libres d'une "
            "pierre sont ses libertés, et des pierres voisines de même couleur partagent les "
            "leurs.",
        ),
        Topic.LIBERTIES,
    ),
    article(
        "french:capture.1",
        "Capture (1)",
        ("Capture", "La capture"),
        (
            "Whoever takes the last liberty of opposing stones takes those stones off the board.",
            "Ôter à des pierres adverses leur dernière liberté, c'est les capturer : on les "
            "enlève.",
        ),
        Topic.CAPTURE,
    ),
    article(
        "french:capture.2",
        "Capture (2)",
        ("No suicide", "Pas de suicide"),
        (
            "Nobody may take the last liberty of his own stones, unless the same move captures "
            "something.",
            "Nul ne peut ôter à ses propres pierres leur dernière liberté, à moins que ce coup ne "
            "capture quelque chose.",
        ),
        Topic.SUICIDE,
    ),
    article(
        "french:repetition",
        "Répétition",
        ("Repetition", "Répétition"),
        (
            "A player may not, by putting down a stone, make the board what he himself has made "
            "of it before. So a ko cannot be taken back at once, and no long cycle can go round; "
            "a change elsewhere lifts the ban. Read to the letter a pass makes no position; many "
            "play that it does, and the tournament chooses.",
            "Par la pierre qu'il pose, un joueur n'a pas le droit de refaire une grille qu'il a "
            "déjà faite lui-même. On ne reprend donc pas un ko aussitôt, et aucun cycle ne tourne "
            "sans fin ; un changement ailleurs lève l'interdit. À la lettre, passer ne donne pas "
            "de position ; l'usage est souvent autre, et le tournoi choisit.",
        ),
        Topic.KO,
        Topic.CYCLE,
    ),
    article(
        "french:end.1",
        "Fin de la partie (1)",
        ("Surrounded points", "Points entourés"),
        (
            "Empty points belong to a player when everything next to them is his.",
            "Des points vides sont à un joueur quand tout ce qui les borde est à lui.",
        ),
        Topic.TERRITORY,
    ),
    article(
        "french:end.2",
        "Fin de la partie (2)",
        ("Two passes stop the game", "Deux passes arrêtent la partie"),
        (
            "Play stops when one player passes and then the other.",
            "Le jeu s'arrête quand un joueur passe, puis l'autre.",
        ),
        Topic.END,
    ),
    article(
        "french:end.3",
        "Fin de la partie (3)",
        ("Dead stones", "Pierres mortes"),
        (
            "After the stop the players take off the opposing stones that they are sure they "
            "could capture.",
            "Après l'arrêt, chacun enlève les pierres adverses qu'il est sûr de pouvoir capturer.",
        ),
        Topic.DEAD_STONES,
    ),
    article(
        "french:end.4",
        "Fin de la partie (4)",
        ("Count", "Décompte"),
        (
            "A player's points are those his stones stand on and those they surround.",
            "Les points d'un joueur sont ceux que ses pierres occupent et ceux qu'elles entourent.",
        ),
        Topic.COUNT,
    ),
    article(
        "french:end.5",
        "Fin de la partie (5)",
        ("Disagreement", "Désaccord"),
        (
            "If the players do not agree on what is dead, play goes on from the position of the "
            "stop until there are two more passes in a row. After that no stone is taken off any "
            "more, and what stands and what it surrounds is counted. Who moves first is not said: "
            "the order of play goes on.",
            "Si les joueurs ne s'entendent pas sur ce qui est mort, le jeu repart de la position "
            "de l'arrêt jusqu'à deux autres passes de suite. Plus rien n'est alors enlevé, et "
            "l'on compte ce qui est posé et entouré. Le texte ne dit pas qui commence : l'ordre "
            "des coups continue.",
        ),
        Topic.DISPUTE,
        Topic.RESUMPTION,
    ),
    article(
        "french:end.6",
        "Fin de la partie (6)",
        ("Komi", "Komi"),
        (
            "White gets points because Black had the first move: mostly five and a half to seven "
            "and a half, which the tournament sets.",
            "Blanc reçoit des points parce que Noir a débuté : en général de cinq et demi à sept "
            "et demi, selon le tournoi.",
        ),
        Topic.KOMI,
    ),
    article(
        "french:end.7",
        "Fin de la partie (7)",
        ("Who wins", "Qui gagne"),
        (
            "The player with more points wins; with half a point in the komi there is no draw.",
            "Le plus grand nombre de points gagne ; avec un demi-point de komi, pas de nulle.",
        ),
        Topic.COUNT,
    ),
    article(
        "french:end.8",
        "Fin de la partie (8)",
        ("Neutral points", "Points neutres"),
        (
            "Empty points that neither player surrounds count for nobody.",
            "Les points vides que personne n'entoure ne comptent pour personne.",
        ),
        Topic.TERRITORY,
    ),
    article(
        "french:end.9",
        "Fin de la partie (9)",
        ("A quicker count", "Compter plus vite"),
        (
            "Whoever likes may give a stone for each pass, let White pass last and put captured "
            "stones into the opponent's territory: then comparing empty points gives the same "
            "difference.",
            "On peut donner une pierre à chaque passe, laisser Blanc passer en dernier et "
            "remettre les prisonniers chez l'adversaire : comparer les points vides donne alors "
            "le même écart.",
        ),
        Topic.COUNT,
    ),
    article(
        "french:handicap",
        "Handicap",
        ("Handicap", "Handicap"),
        (
            "A handicap lets one player make several moves in a row at the beginning, or changes "
            "the komi.",
            "Un handicap laisse un joueur faire plusieurs coups de suite au début, ou change le "
            "komi.",
        ),
        Topic.HANDICAP,
    ),
)
