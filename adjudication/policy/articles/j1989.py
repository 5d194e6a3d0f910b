"""The Japanese rules of 1989 in our words, clause by clause, with their commentary's rulings."""

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
            "Two players compete for territory on one board until play stops under Article 9. The "
            "game is everything that is played up to then. Two passes in a row stop play; after "
            "that, only a resumption lets it go on."
        ),
        ArticleTopic.GAME,
    ),
    article(
        "j1989:2",
        "Art. 2",
        _("Taking turns"),
        _(
            "One player has Black, the other White, and they move in turn, one move at a time. To "
            "pass is to propose stopping; once the other player passes too, nobody moves any more."
        ),
        ArticleTopic.TURN,
    ),
    article(
        "j1989:3",
        "Art. 3",
        _("Where you may play"),
        _(
            "The board is 19 by 19, and players may agree on another size. A stone goes on an "
            "empty point where Article 4 lets it stand. A move that would leave a player's own "
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
            "When a move is complete, every chain on the board has an empty point next to it, "
            "along the lines: a liberty. Stones without one cannot stay."
        ),
        ArticleTopic.LIBERTIES,
        ArticleTopic.SUICIDE,
    ),
    article(
        "j1989:5",
        "Art. 5",
        _("Capture"),
        _(
            "A player who takes the last liberty of the opponent's stones has to take all of them "
            "off: they become prisoners, and only then is the move complete. Such a capture may "
            "give the stone just played its liberty."
        ),
        ArticleTopic.CAPTURE,
        ArticleTopic.COMPLETE,
    ),
    article(
        "j1989:6",
        "Art. 6",
        _("Ko"),
        _(
            "Where two stones could take each other again and again, the player whose stone was "
            "taken may not retake on the very next move: they play elsewhere first. As the text "
            "speaks of the next move, a pass in between is taken to be enough. Retaking at once "
            "loses the game under Article 14."
        ),
        ArticleTopic.KO,
    ),
    article(
        "j1989:7.1",
        "Art. 7.1",
        _("Life and death"),
        _(
            "Stones are alive if the opponent cannot capture them, even by moving first, or if "
            "capturing them lets their owner play a new stone that cannot be captured. All others "
            "are dead."
        ),
        ArticleTopic.LIFE,
        ArticleTopic.DISPUTE,
    ),
    article(
        "j1989:7.2",
        "Art. 7.2",
        _("Ko when life is confirmed"),
        _(
            "When life and death are confirmed after the stop, a ko is not retaken as it is in "
            "play, however many threats there are. A player may retake it once they have passed "
            "for that very ko; if there are several kos, they say which one they are passing for."
        ),
        ArticleTopic.LIFE,
    ),
    article(
        "j1989:8",
        "Art. 8",
        _("Eyes, dame, seki and territory"),
        _(
            "Empty points surrounded by the live stones of just one player are eyes; all others "
            "are dame. Live stones that touch a dame are in seki, and their eyes are not "
            "territory; the eyes of other live stones are, a point each. So open dame are filled "
            "before the count, or the stones next to them surround nothing."
        ),
        ArticleTopic.TERRITORY,
        ArticleTopic.COUNT,
    ),
    article(
        "j1989:9.1",
        "Art. 9.1",
        _("Play stops"),
        _(
            "When both players pass, one after the other, play stops. Passing is how a player says "
            "that there is nothing left to play."
        ),
        ArticleTopic.END,
    ),
    article(
        "j1989:9.2",
        "Art. 9.2",
        _("Agreeing after the stop"),
        _(
            "After the stop, the players settle which stones are dead and what is territory; with "
            "that the game is over. Dame and any necessary defensive moves should have been played "
            "before. If both agree they may still add them, but such moves are outside the rules."
        ),
        ArticleTopic.END,
        ArticleTopic.DEAD_STONES,
    ),
    article(
        "j1989:9.3",
        "Art. 9.3",
        _("Resumption"),
        _(
            "If a player asks to play on after the stop, the opponent has to accept, and may move "
            "first or pass. Play goes on from the position at the stop: anything added since is "
            "taken off again."
        ),
        ArticleTopic.RESUMPTION,
        ArticleTopic.DISPUTE,
    ),
    article(
        "j1989:10.1",
        "Art. 10.1",
        _("Taking dead stones off"),
        _(
            "Once they agree, players remove the opponent's dead stones from their own territory, "
            "just as they stand, and add them to their prisoners. Dead stones next to a seki stay, "
            "because they are not in territory."
        ),
        ArticleTopic.DEAD_STONES,
    ),
    article(
        "j1989:10.2",
        "Art. 10.2",
        _("Count and jigo"),
        _(
            "Prisoners are filled into the opponent's territory, and what is left is compared: "
            "more territory wins, and equal territory is jigo, a draw. Prisoners for which there "
            "is no room count for the player who holds them."
        ),
        ArticleTopic.COUNT,
    ),
    article(
        "j1989:10.3",
        "Art. 10.3",
        _("Objection"),
        _(
            "If a player objects before both have confirmed, the players check the result again, "
            "for example by replaying the game. The other player may not refuse."
        ),
        ArticleTopic.OBJECTION,
    ),
    article(
        "j1989:10.4",
        "Art. 10.4",
        _("Confirmed is final"),
        _(
            "What both players have confirmed never changes: not if a prisoner turns up, and not "
            "if the record shows two moves in a row, a ko retaken at once or any other illegal "
            "move."
        ),
        ArticleTopic.FINAL,
    ),
    article(
        "j1989:11",
        "Art. 11",
        _("Resignation"),
        _("A player may resign while the game is going on; the opponent then wins by resignation."),
        ArticleTopic.RESIGNATION,
    ),
    article(
        "j1989:12",
        "Art. 12",
        _("No result"),
        _(
            "When a whole-board position comes back during play, as with triple ko, rotating ko or "
            "eternal life, the game ends without result if both players agree. One player alone "
            "cannot decide this, and nobody can impose it."
        ),
        ArticleTopic.CYCLE,
    ),
    article(
        "j1989:13.1",
        "Art. 13.1",
        _("Both lose: a move found after the stop"),
        _(
            "If a move that changes the result is found after the stop, a player may ask to play "
            "on, or both may treat the game as over. If nobody asks and they do not agree that it "
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
            "there, both are responsible and both lose."
        ),
        ArticleTopic.DISPLACED_STONE,
    ),
    article(
        "j1989:14",
        "Art. 14",
        _("Illegal moves"),
        _(
            "An illegal move loses the game at once, from the moment it was played, as long as the "
            "two players have not both confirmed the result; found later, it changes nothing. Two "
            "moves in a row, or a ko retaken without a move elsewhere, are such moves."
        ),
        ArticleTopic.ILLEGAL,
    ),
)
