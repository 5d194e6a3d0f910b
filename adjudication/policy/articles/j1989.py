"""The Japanese rules of 1989, clause by clause with what their commentary decides, in our words."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles.article import Article, Topic, article

ARTICLES: Final[tuple[Article, ...]] = (
    article(
        "j1989:1",
        "Art. 1",
        ("What a game is", "Ce qu'est une partie"),
        (
            "Two players compete for territory on one board, until play stops as Article 9 says. "
            "The game is all that is played up to that end. Two passes in a row bring the stop; "
            "only a resumption makes play go on after it.",
            "Deux joueurs se disputent le territoire d'un plateau, jusqu'à l'arrêt prévu à "
            "l'article 9. La partie comprend tout ce qui se joue jusqu'à cette fin. Deux passes "
            "de suite amènent l'arrêt ; seule une reprise fait continuer le jeu.",
        ),
        Topic.GAME,
    ),
    article(
        "j1989:2",
        "Art. 2",
        ("Taking turns", "Chacun son tour"),
        (
            "One player has Black, the other White, and they move in turn, one move at a time. A "
            "pass says that one would stop; once the other passes too, nobody moves any more.",
            "L'un a Noir, l'autre Blanc, et ils jouent à tour de rôle, un coup à la fois. Passer, "
            "c'est proposer l'arrêt ; quand l'autre passe aussi, plus personne ne joue.",
        ),
        Topic.TURN,
    ),
    article(
        "j1989:3",
        "Art. 3",
        ("Where one may play", "Où l'on peut jouer"),
        (
            "The board has 19 by 19 lines, and players may agree on another size. A stone goes on "
            "an empty point on which Article 4 lets it stand. A move that would leave one's own "
            "stones without a liberty is not possible, unless it captures.",
            "Le plateau a 19 lignes sur 19, et les joueurs peuvent convenir d'une autre taille. "
            "Une pierre se pose sur un point vide où l'article 4 lui permet de rester. On ne peut "
            "pas laisser ses propres pierres sans liberté, sauf en capturant.",
        ),
        Topic.BOARD,
        Topic.OCCUPIED,
        Topic.SUICIDE,
    ),
    article(
        "j1989:4",
        "Art. 4",
        ("Stones need a liberty", "Une pierre a besoin d'une liberté"),
        (
            "When a move is complete, every chain on the board has an empty point beside it, "
            "along the lines: a liberty. Stones without one cannot stay.",
            "Une fois le coup achevé, chaque chaîne a au moins un point vide à côté d'elle, le "
            "long des lignes : une liberté. Des pierres qui n'en ont pas ne peuvent rester.",
        ),
        Topic.LIBERTIES,
        Topic.SUICIDE,
    ),
    article(
        "j1989:5",
        "Art. 5",
        ("Capture", "Capture"),
        (
            "Whoever takes the last liberty of his opponent's stones has to take all of them off: "
            "they are his prisoners, and his move is complete only then. What is captured so may "
            "give the stone just played its liberty.",
            "Celui qui ôte à des pierres adverses leur dernière liberté doit toutes les retirer : "
            "ce sont ses prisonniers, et son coup n'est achevé qu'alors. Cette capture peut "
            "donner sa liberté à la pierre posée.",
        ),
        Topic.CAPTURE,
    ),
    article(
        "j1989:6",
        "Art. 6",
        ("Ko", "Ko"),
        (
            "Where two stones could take each other again and again, the player whose stone was "
            "taken may not take back on his very next move: he plays elsewhere first. As the text "
            "speaks of the next move, a pass in between is taken to be enough. Taking back at once "
            "loses the game under Article 14.",
            "Là où deux pierres pourraient se prendre sans fin, le joueur dont la pierre a été "
            "prise ne peut pas reprendre au coup suivant : il joue d'abord ailleurs. Le texte "
            "parlant du coup suivant, une passe entre-temps est tenue pour suffisante. Reprendre "
            "aussitôt fait perdre la partie selon l'article 14.",
        ),
        Topic.KO,
    ),
    article(
        "j1989:7.1",
        "Art. 7.1",
        ("Life and death", "Vie et mort"),
        (
            "Stones are alive if the opponent cannot take them, even moving first, or if taking "
            "them lets their owner play a new stone that cannot be taken. All others are dead.",
            "Sont vivantes les pierres que l'adversaire n'arrive pas à prendre, fût-il le premier "
            "à jouer, et celles dont la prise permet à leur camp de poser une pierre imprenable. "
            "Toutes les autres sont mortes.",
        ),
        Topic.LIFE,
        Topic.DISPUTE,
    ),
    article(
        "j1989:7.2",
        "Art. 7.2",
        ("Ko when life is confirmed", "Le ko lors de la confirmation"),
        (
            "When life and death are tried out after the stop, nobody retakes a ko as in play, "
            "however many threats there are. A player may retake it once he has passed for that "
            "very ko; with several kos he says for which one he passes.",
            "Quand on vérifie la vie et la mort après l'arrêt, on ne reprend pas un ko comme en "
            "cours de partie, quel que soit le nombre de menaces. On peut le reprendre après "
            "avoir passé pour ce ko précis ; s'il y en a plusieurs, on dit lequel.",
        ),
        Topic.LIFE,
    ),
    article(
        "j1989:8",
        "Art. 8",
        ("Eyes, dame, seki and territory", "Yeux, dames, seki et territoire"),
        (
            "Empty points that live stones of one player alone surround are eyes, all others are "
            "dame. Live stones that touch a dame are in seki, and their eyes are no territory; "
            "the eyes of the other live stones are, a point each. So open dame are filled before "
            "the count, or the stones beside them surround nothing.",
            "Les points vides entourés par les seules pierres vivantes d'un joueur sont des yeux, "
            "les autres des dames. Des pierres vivantes qui touchent un dame sont en seki, et "
            "leurs yeux ne sont pas du territoire ; ceux des autres le sont, un point chacun. On "
            "remplit donc les dames avant de compter, sinon les pierres voisines n'entourent "
            "rien.",
        ),
        Topic.TERRITORY,
        Topic.COUNT,
    ),
    article(
        "j1989:9.1",
        "Art. 9.1",
        ("Play stops", "Le jeu s'arrête"),
        (
            "When one player passes and the other passes after him, play stops. To pass is how a "
            "player says that there is nothing left to play.",
            "Quand un joueur passe et que l'autre passe à son tour, le jeu s'arrête. Passer, "
            "c'est dire qu'il ne reste rien à faire.",
        ),
        Topic.END,
    ),
    article(
        "j1989:9.2",
        "Art. 9.2",
        ("Agreeing after the stop", "L'accord après l'arrêt"),
        (
            "After the stop both players settle which stones are dead and what is territory; with "
            "that the game is over. Dame and needed defences should have been played before. If "
            "both agree they may add them now, but such moves are outside the rules.",
            "Après l'arrêt, les deux joueurs fixent les pierres mortes et les territoires ; la "
            "partie est alors finie. Les dames et les renforts nécessaires devaient être joués "
            "avant. D'un commun accord, on peut les ajouter, mais ces coups sont hors règle.",
        ),
        Topic.END,
        Topic.DEAD_STONES,
    ),
    article(
        "j1989:9.3",
        "Art. 9.3",
        ("Resumption", "Reprise"),
        (
            "If a player asks after the stop to play on, his opponent has to accept and may move "
            "first; he may also pass. Play goes on from the position of the stop: whatever was "
            "added since is taken off again.",
            "Si un joueur demande après l'arrêt à reprendre, son adversaire doit accepter et peut "
            "jouer le premier ; il peut aussi passer. On repart de la position de l'arrêt : ce "
            "qui a été ajouté depuis est retiré.",
        ),
        Topic.RESUMPTION,
        Topic.DISPUTE,
    ),
    article(
        "j1989:10.1",
        "Art. 10.1",
        ("Taking dead stones off", "Retirer les pierres mortes"),
        (
            "Once they agree, each player takes the opponent's dead stones out of his territory, "
            "as they stand, and adds them to his prisoners. Dead stones beside a seki stay, for "
            "they do not stand in territory.",
            "Une fois d'accord, chacun retire de son territoire les pierres mortes adverses, "
            "telles quelles ; elles deviennent ses prisonniers. Des pierres mortes près d'un seki "
            "restent, car elles ne sont pas dans un territoire.",
        ),
        Topic.DEAD_STONES,
    ),
    article(
        "j1989:10.2",
        "Art. 10.2",
        ("Count and jigo", "Décompte et jigo"),
        (
            "Prisoners fill the opponent's territory, and what is left is compared: more "
            "territory wins, the same is jigo, a draw. Prisoners for which there is no room count "
            "for the player who holds them.",
            "Les prisonniers remplissent le territoire adverse et l'on compare ce qui reste : le "
            "plus grand gagne, l'égalité est un jigo, partie nulle. Les prisonniers qui n'y "
            "trouvent pas de place comptent pour celui qui les détient.",
        ),
        Topic.COUNT,
    ),
    article(
        "j1989:10.3",
        "Art. 10.3",
        ("Objection", "Contestation"),
        (
            "If a player objects before both have confirmed, both go through the result again, "
            "for example by replaying the game. The other player may not refuse.",
            "Si un joueur conteste avant que les deux aient confirmé, les deux vérifient le "
            "résultat à nouveau, au besoin en refaisant tous les coups. L'autre ne peut pas "
            "refuser.",
        ),
        Topic.OBJECTION,
    ),
    article(
        "j1989:10.4",
        "Art. 10.4",
        ("Confirmed is final", "Ce qui est confirmé demeure"),
        (
            "What both players have confirmed never changes: not when a prisoner turns up, and "
            "not when the record shows two moves in a row, a ko taken back at once or any other "
            "illegal move.",
            "Ce que les deux joueurs ont confirmé ne change plus jamais : ni si un prisonnier "
            "réapparaît, ni si l'enregistrement montre deux coups de suite, un ko repris aussitôt "
            "ou tout autre coup illégal.",
        ),
        Topic.FINAL,
    ),
    article(
        "j1989:11",
        "Art. 11",
        ("Resignation", "Abandon"),
        (
            "A player may give the game up while it is going on; his opponent wins by resignation.",
            "Un joueur peut abandonner en cours de partie ; son adversaire gagne par abandon.",
        ),
        Topic.RESIGNATION,
    ),
    article(
        "j1989:12",
        "Art. 12",
        ("No result", "Sans résultat"),
        (
            "When a position of the whole board comes back in play, as with three kos, rotating "
            "ko or eternal life, the game ends without result if both players agree. One player "
            "alone cannot bring that about, and nobody can impose it.",
            "Quand une position de tout le plateau revient en cours de partie, comme avec trois "
            "kos, un ko par alternance ou par longue vie, les deux joueurs peuvent convenir que "
            "la partie est sans résultat. Un seul n'y suffit pas, et personne ne peut l'imposer.",
        ),
        Topic.CYCLE,
    ),
    article(
        "j1989:13.1",
        "Art. 13.1",
        ("Both lose: a move found after the stop", "Double défaite : un coup vu après l'arrêt"),
        (
            "If a move that changes the result is found after the stop, a player may ask to play "
            "on, or both may take the game as over. If nobody asks and they do not agree that it "
            "is over, both lose.",
            "Si un coup qui change le résultat est trouvé après l'arrêt, un joueur peut demander "
            "la reprise, ou les deux peuvent tenir la partie pour finie. Si personne ne demande "
            "rien et qu'ils ne s'accordent pas sur la fin, les deux perdent.",
        ),
        Topic.EFFECTIVE_MOVE,
    ),
    article(
        "j1989:13.2",
        "Art. 13.2",
        ("Both lose: a displaced stone", "Double défaite : une pierre déplacée"),
        (
            "If a stone was moved and play went on, it is put back where it stood and the game "
            "continues. If the players do not agree where that was, or it can no longer stand "
            "there, both are answerable and both lose.",
            "Quand une pierre a bougé et que le jeu a continué, on la remet à sa place et la "
            "partie se poursuit. Si les joueurs ne s'accordent pas sur cette place, ou si la "
            "pierre ne peut plus y être, les deux en répondent et les deux perdent.",
        ),
        Topic.DISPLACED_STONE,
    ),
    article(
        "j1989:14",
        "Art. 14",
        ("Illegal moves", "Coups illégaux"),
        (
            "A move against the rules loses the game at once, from the moment it was played, as "
            "long as both have not confirmed the result; found later, it changes nothing. Two "
            "moves in a row and a ko taken back without a move elsewhere are such moves.",
            "Un coup contraire à la règle fait perdre aussitôt la partie, dès qu'il est joué, "
            "tant que les deux n'ont pas confirmé le résultat ; découvert plus tard, il ne change "
            "rien. Deux coups de suite ou un ko repris sans jouer ailleurs sont de tels coups.",
        ),
        Topic.ILLEGAL,
    ),
)
