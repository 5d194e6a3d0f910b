"""The Japanese rules of 1989, clause by clause with what their commentary decides, in our words."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles.article import Article, ArticleTopic, article
from language.messages import gettext_lazy as _

ARTICLES: Final[tuple[Article, ...]] = (
    article(
        "j1989:1",
        "Art. 1",
        _("What a game is"),
        _(
            "Two players compete for territory on one board, until play stops as Article 9 says. "
            "The game is all that is played up to that end. Two passes in a row bring the stop; "
            "only a resumption makes play go on after it."
        ),
        ArticleTopic.GAME,
    ),
    article(
        "j1989:2",
        "Art. 2",
        _("Taking turns"),
        _(
            "One player has Black, the other White, and they move in turn, one move at a time. A "
            "pass says that one would stop; once the other passes too, nobody moves any more."
        ),
        ArticleTopic.TURN,
    ),
    article(
        "j1989:3",
        "Art. 3",
        _("Where one may play"),
        _(
            "The board has 19 by 19 lines, and players may agree on another size. A stone goes on "
            "an empty point on which Article 4 lets it stand. A move that would leave one's own "
            "stones without a liberty is not possible, unless it captures."
        ),
        ArticleTopic.BOARD,
        ArticleTopic.OCCUPIED,
        ArticleTopic.SUICIDE,
    ),
    article(
        "j1989:4",
        "Art. 4",
        _("Stones need a liberty"),
        _(
            "When a move is complete, every chain on the board has an empty point beside it, along "
            "the lines: a liberty. Stones without one cannot stay."
        ),
        ArticleTopic.LIBERTIES,
        ArticleTopic.SUICIDE,
    ),
    article(
        "j1989:5",
        "Art. 5",
        _("Capture"),
        _(
            "Whoever takes the last liberty of his opponent's stones has to take all of them off: "
            "they are his prisoners, and his move is complete only then. What is captured so may "
            "give the stone just played its liberty."
        ),
        ArticleTopic.CAPTURE,
    ),
    article(
        "j1989:6",
        "Art. 6",
        _("Ko"),
        _(
            "Where two stones could take each other again and again, the player whose stone was "
            "taken may not take back on his very next move: he plays elsewhere first. As the text "
            "speaks of the next move, a pass in between is taken to be enough. Taking back at once "
            "loses the game under Article 14."
        ),
        ArticleTopic.KO,
    ),
    article(
        "j1989:7.1",
        "Art. 7.1",
        _("Life and death"),
        _(
            "Stones are alive if the opponent cannot take them, even moving first, or if taking "
            "them lets their owner play a new stone that cannot be taken. All others are dead."
        ),
        ArticleTopic.LIFE,
        ArticleTopic.DISPUTE,
    ),
    article(
        "j1989:7.2",
        "Art. 7.2",
        _("Ko when life is confirmed"),
        _(
            "When life and death are tried out after the stop, nobody retakes a ko as in play, "
            "however many threats there are. A player may retake it once he has passed for that "
            "very ko; with several kos he says for which one he passes."
        ),
        ArticleTopic.LIFE,
    ),
    article(
        "j1989:8",
        "Art. 8",
        _("Eyes, dame, seki and territory"),
        _(
            "Empty points that live stones of one player alone surround are eyes, all others are "
            "dame. Live stones that touch a dame are in seki, and their eyes are no territory; the "
            "eyes of the other live stones are, a point each. So open dame are filled before the "
            "count, or the stones beside them surround nothing."
        ),
        ArticleTopic.TERRITORY,
        ArticleTopic.COUNT,
    ),
    article(
        "j1989:9.1",
        "Art. 9.1",
        _("Play stops"),
        _(
            "When one player passes and the other passes after him, play stops. To pass is how a "
            "player says that there is nothing left to play."
        ),
        ArticleTopic.END,
    ),
    article(
        "j1989:9.2",
        "Art. 9.2",
        _("Agreeing after the stop"),
        _(
            "After the stop both players settle which stones are dead and what is territory; with "
            "that the game is over. Dame and needed defences should have been played before. If "
            "both agree they may add them now, but such moves are outside the rules."
        ),
        ArticleTopic.END,
        ArticleTopic.DEAD_STONES,
    ),
    article(
        "j1989:9.3",
        "Art. 9.3",
        _("Resumption"),
        _(
            "If a player asks after the stop to play on, his opponent has to accept and may move "
            "first; he may also pass. Play goes on from the position of the stop: whatever was "
            "added since is taken off again."
        ),
        ArticleTopic.RESUMPTION,
        ArticleTopic.DISPUTE,
    ),
    article(
        "j1989:10.1",
        "Art. 10.1",
        _("Taking dead stones off"),
        _(
            "Once they agree, each player takes the opponent's dead stones out of his territory, "
            "as they stand, and adds them to his prisoners. Dead stones beside a seki stay, for "
            "they do not stand in territory."
        ),
        ArticleTopic.DEAD_STONES,
    ),
    article(
        "j1989:10.2",
        "Art. 10.2",
        _("Count and jigo"),
        _(
            "Prisoners fill the opponent's territory, and what is left is compared: more territory "
            "wins, the same is jigo, a draw. Prisoners for which there is no room count for the "
            "player who holds them."
        ),
        ArticleTopic.COUNT,
    ),
    article(
        "j1989:10.3",
        "Art. 10.3",
        _("Objection"),
        _(
            "If a player objects before both have confirmed, both go through the result again, for "
            "example by replaying the game. The other player may not refuse."
        ),
        ArticleTopic.OBJECTION,
    ),
    article(
        "j1989:10.4",
        "Art. 10.4",
        _("Confirmed is final"),
        _(
            "What both players have confirmed never changes: not when a prisoner turns up, and not "
            "when the record shows two moves in a row, a ko taken back at once or any other "
            "illegal move."
        ),
        ArticleTopic.FINAL,
    ),
    article(
        "j1989:11",
        "Art. 11",
        _("Resignation"),
        _("A player may give the game up while it is going on; his opponent wins by resignation."),
        ArticleTopic.RESIGNATION,
    ),
    article(
        "j1989:12",
        "Art. 12",
        _("No result"),
        _(
            "When a position of the whole board comes back in play, as with three kos, rotating ko "
            "or eternal life, the game ends without result if both players agree. One player alone "
            "cannot bring that about, and nobody can impose it."
        ),
        ArticleTopic.CYCLE,
    ),
    article(
        "j1989:13.1",
        "Art. 13.1",
        _("Both lose: a move found after the stop"),
        _(
            "If a move that changes the result is found after the stop, a player may ask to play "
            "on, or both may take the game as over. If nobody asks and they do not agree that it "
            "is over, both lose."
        ),
        ArticleTopic.EFFECTIVE_MOVE,
    ),
    article(
        "j1989:13.2",
        "Art. 13.2",
        _("Both lose: a displaced stone"),
        _(
            "If a stone was moved and play went on, it is put back where it stood and the game "
            "continues. If the players do not agree where that was, or it can no longer stand "
            "there, both are answerable and both lose."
        ),
        ArticleTopic.DISPLACED_STONE,
    ),
    article(
        "j1989:14",
        "Art. 14",
        _("Illegal moves"),
        _(
            "A move against the rules loses the game at once, from the moment it was played, as "
            "long as both have not confirmed the result; found later, it changes nothing. Two "
            "moves in a row and a ko taken back without a move elsewhere are such moves."
        ),
        ArticleTopic.ILLEGAL,
    ),
)
