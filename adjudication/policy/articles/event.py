"""What the tournament settles itself, whatever its rule set, in our own words."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles.article import Article, Topic, article

ARTICLES: Final[tuple[Article, ...]] = (
    article(
        "event:absence",
        "§ 1",
        ("Absence", "Absence"),
        (
            "Whoever is not at the board when the time of grace is over loses by absence. If "
            "neither player came, both lose.",
            "Celui qui n'est pas à la table à la fin du délai de grâce perd par absence. Si aucun "
            "des deux n'est venu, les deux perdent.",
        ),
        Topic.ABSENCE,
    ),
    article(
        "event:late",
        "§ 2",
        ("Being late", "Retard"),
        (
            "The tournament has a table of minutes: from each line on, being late costs time off "
            "the clock, a warning, or the game. Below the first line it costs nothing.",
            "Le tournoi a un tableau de minutes : à partir de chaque ligne, le retard coûte du "
            "temps, un avertissement ou la partie. Avant la première ligne, il ne coûte rien.",
        ),
        Topic.LATE,
    ),
    article(
        "event:time",
        "§ 3",
        ("Time and clocks", "Temps et pendules"),
        (
            "Whoever has used up his time loses, once that was found while the game was going on. "
            "A clock that was set wrong or did not run is put right by a referee, who may give "
            "time back or take it off.",
            "Celui qui a épuisé son temps perd, si on le constate pendant la partie. Une pendule "
            "mal réglée ou arrêtée est corrigée par un arbitre, qui peut rendre ou retirer du "
            "temps.",
        ),
        Topic.TIME,
    ),
    article(
        "event:conduct",
        "§ 4",
        ("Conduct", "Comportement"),
        (
            "Players leave each other and the other boards in peace. For what disturbs a game a "
            "referee may give a warning, take points or time, or declare the game lost.",
            "Les joueurs se respectent et ne dérangent pas les autres tables. Pour ce qui trouble "
            "une partie, un arbitre peut donner un avertissement, retirer des points ou du temps, "
            "ou déclarer la partie perdue.",
        ),
        Topic.CONDUCT,
    ),
    article(
        "event:outside-help",
        "§ 5",
        ("Outside help", "Aide extérieure"),
        (
            "A game is played by its two players alone: no advice, no programs, no notes. A "
            "suspicion is a matter for a referee, who hears the player first; it is never decided "
            "by the program.",
            "Une partie se joue à deux et sans aide : ni conseil, ni programme, ni notes. Un "
            "soupçon est l'affaire d'un arbitre, qui entend d'abord le joueur ; le programme n'en "
            "décide jamais.",
        ),
        Topic.OUTSIDE_HELP,
    ),
    article(
        "event:account-sharing",
        "§ 6",
        ("Playing for another", "Jouer pour un autre"),
        (
            "Whoever is entered plays himself, under his own name and, online, from his own "
            "account. Somebody else's game for him is a matter for a referee.",
            "Celui qui est inscrit joue lui-même, sous son nom et, en ligne, avec son propre "
            "compte. Si un autre joue à sa place, c'est l'affaire d'un arbitre.",
        ),
        Topic.ACCOUNT_SHARING,
    ),
    article(
        "event:warnings",
        "§ 7",
        ("Warnings", "Avertissements"),
        (
            "Warnings count through the whole tournament. With as many as the tournament has set, "
            "the loss of the game is proposed to the referee.",
            "Les avertissements s'additionnent pendant tout le tournoi. Au nombre fixé par le "
            "tournoi, la perte de la partie est proposée à l'arbitre.",
        ),
        Topic.WARNINGS,
    ),
    article(
        "event:illegal",
        "§ 8",
        ("Illegal moves where the rules are silent", "Coups illégaux si la règle est muette"),
        (
            "Where the rules do not say what an illegal move costs, the tournament has said what "
            "is proposed: the game is lost, or the move is taken back if both agree, or the "
            "referee decides freely. Only the first illegal move counts, and only until both have "
            "confirmed the result.",
            "Si la règle ne dit pas ce que coûte un coup illégal, le tournoi a dit ce qui est "
            "proposé : la perte de la partie, la reprise du coup si les deux sont d'accord, ou la "
            "libre décision de l'arbitre. Seul le premier coup illégal compte, et seulement tant "
            "que les deux n'ont pas confirmé le résultat.",
        ),
        Topic.ILLEGAL,
    ),
    article(
        "event:no-result",
        "§ 9",
        ("A game without result", "Une partie sans résultat"),
        (
            "The tournament has said what a game without result becomes: half a point for each, a "
            "game played again, or a game that does not count.",
            "Le tournoi a dit ce que devient une partie sans résultat : un demi-point pour "
            "chacun, une partie à rejouer, ou une partie qui ne compte pas.",
        ),
        Topic.CYCLE,
    ),
    article(
        "event:dispute",
        "§ 10",
        ("Dead stones where the rules are silent", "Pierres mortes si la règle est muette"),
        (
            "Where the rules do not say what happens when players do not agree on dead stones, "
            "they play on and mark again, or go the way of the rule set that the tournament has "
            "named. If that does not help, a referee decides.",
            "Si la règle ne prévoit rien quand les joueurs ne s'accordent pas sur les pierres "
            "mortes, ils continuent puis marquent à nouveau, ou suivent la règle que le tournoi a "
            "nommée. Si cela ne suffit pas, un arbitre décide.",
        ),
        Topic.DISPUTE,
    ),
    article(
        "event:displaced",
        "§ 11",
        ("Displaced stones where the rules are silent", "Pierres déplacées si la règle est muette"),
        (
            "A stone that was moved by accident goes back where both players say it stood. If "
            "they do not agree, or it cannot stand there, a referee decides.",
            "Une pierre déplacée par accident est remise là où les deux joueurs disent qu'elle "
            "était. S'ils ne sont pas d'accord, ou si elle ne peut y être, un arbitre décide.",
        ),
        Topic.DISPLACED_STONE,
    ),
    article(
        "event:silent",
        "§ 12",
        ("What no text settles", "Ce qu'aucun texte ne règle"),
        (
            "What neither the rules nor the tournament settle is first for the players to agree "
            "on, and then for a referee, who says why he decides as he does.",
            "Ce que ni la règle ni le tournoi ne règlent revient d'abord à l'accord des joueurs, "
            "puis à un arbitre, qui motive sa décision.",
        ),
        Topic.REFEREE,
        Topic.RESUMPTION,
        Topic.EFFECTIVE_MOVE,
    ),
    article(
        "event:report",
        "§ 13",
        ("Report and confirmation", "Annonce et confirmation"),
        (
            "One player reports the result and the other confirms it. Until both have confirmed, "
            "either may object; afterwards the result stands, unless it was written down "
            "otherwise than both had agreed or the tournament's own rule of reopening applies.",
            "Un joueur annonce le résultat et l'autre le confirme. Tant que les deux n'ont pas "
            "confirmé, chacun peut contester ; ensuite le résultat demeure, sauf s'il a été noté "
            "autrement que convenu ou si le tournoi permet d'y revenir.",
        ),
        Topic.REPORT,
        Topic.OBJECTION,
        Topic.FINAL,
    ),
    article(
        "event:record",
        "§ 14",
        ("Game records", "Enregistrements"),
        (
            "A record shows what was played only if it is of this game: its players, colours, "
            "handicap and komi. Both players can have it mended or set aside; a record that "
            "breaks off or was changed by hand proves nothing against anybody. Where one cannot be "
            "right, both players are asked what was played.",
            "Un enregistrement ne montre ce qui a été joué que s'il est de cette partie : "
            "joueurs, couleurs, handicap et komi. Les deux joueurs peuvent le faire corriger ou "
            "écarter ; s'il est tronqué ou modifié à la main, il ne prouve rien contre personne. "
            "Là où il ne peut être juste, on demande aux deux joueurs ce qui a été joué.",
        ),
        Topic.RECORD,
    ),
    article(
        "event:referee",
        "§ 15",
        ("Referees and rulings", "Arbitres et décisions"),
        (
            "A referee hears both players, looks at the board and the record, and rules in "
            "writing: what becomes of the game, on which articles, and why. In a game of his own "
            "he leaves it to another.",
            "Un arbitre entend les deux joueurs, regarde la position et l'enregistrement, et "
            "décide par écrit : ce que devient la partie, selon quels articles, et pourquoi. Pour "
            "sa propre partie, il laisse la place à un autre.",
        ),
        Topic.REFEREE,
    ),
    article(
        "event:appeal",
        "§ 16",
        ("Appeal", "Appel"),
        (
            "A player may appeal against a ruling about his game within the time the tournament "
            "has set. A committee of at least three who are not involved decides by majority, and "
            "its ruling is final.",
            "Un joueur peut faire appel d'une décision sur sa partie dans le délai fixé par le "
            "tournoi. Un comité d'au moins trois personnes non concernées décide à la majorité, "
            "et sa décision est définitive.",
        ),
        Topic.APPEAL,
    ),
)
