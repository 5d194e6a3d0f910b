"""What the tournament settles itself, whatever its rule set, in our own words."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles.article import Article, ArticleTopic, article
from language.messages import gettext_lazy as _

ARTICLES: Final[tuple[Article, ...]] = (
    article(
        "event:absence",
        "§ 1",
        _("Absence"),
        _(
            "Whoever is not at the board when the time of grace is over loses by absence. If "
            "neither player came, both lose."
        ),
        ArticleTopic.ABSENCE,
    ),
    article(
        "event:late",
        "§ 2",
        _("Being late"),
        _(
            "The tournament has a table of minutes: from each line on, being late costs time off "
            "the clock, a warning, or the game. Below the first line it costs nothing."
        ),
        ArticleTopic.LATE,
    ),
    article(
        "event:time",
        "§ 3",
        _("Time and clocks"),
        _(
            "Whoever has used up his time loses, once that was found while the game was going on. "
            "A clock that was set wrong or did not run is put right by a referee, who may give "
            "time back or take it off."
        ),
        ArticleTopic.TIME,
    ),
    article(
        "event:conduct",
        "§ 4",
        _("Conduct"),
        _(
            "Players leave each other and the other boards in peace. For what disturbs a game a "
            "referee may give a warning, take points or time, or declare the game lost."
        ),
        ArticleTopic.CONDUCT,
    ),
    article(
        "event:outside-help",
        "§ 5",
        _("Outside help"),
        _(
            "A game is played by its two players alone: no advice, no programs, no notes. A "
            "suspicion is a matter for a referee, who hears the player first; it is never decided "
            "by the program."
        ),
        ArticleTopic.OUTSIDE_HELP,
    ),
    article(
        "event:account-sharing",
        "§ 6",
        _("Playing for another"),
        _(
            "Whoever is entered plays himself, under his own name and, online, from his own "
            "account. Somebody else's game for him is a matter for a referee."
        ),
        ArticleTopic.ACCOUNT_SHARING,
    ),
    article(
        "event:warnings",
        "§ 7",
        _("Warnings"),
        _(
            "Warnings count through the whole tournament. With as many as the tournament has set, "
            "the loss of the game is proposed to the referee."
        ),
        ArticleTopic.WARNINGS,
    ),
    article(
        "event:illegal",
        "§ 8",
        _("Illegal moves where the rules are silent"),
        _(
            "Where the rules do not say what an illegal move costs, the tournament has said what "
            "is proposed: the game is lost, or the move is taken back if both agree, or the "
            "referee decides freely. Only the first illegal move counts, and only until both have "
            "confirmed the result."
        ),
        ArticleTopic.ILLEGAL,
    ),
    article(
        "event:no-result",
        "§ 9",
        _("A game without result"),
        _(
            "The tournament has said what a game without result becomes: half a point for each, a "
            "game played again, or a game that does not count."
        ),
        ArticleTopic.CYCLE,
    ),
    article(
        "event:dispute",
        "§ 10",
        _("Dead stones where the rules are silent"),
        _(
            "Where the rules do not say what happens when players do not agree on dead stones, "
            "they play on and mark again, or go the way of the rule set that the tournament has "
            "named. If that does not help, a referee decides."
        ),
        ArticleTopic.DISPUTE,
    ),
    article(
        "event:displaced",
        "§ 11",
        _("Displaced stones where the rules are silent"),
        _(
            "A stone that was moved by accident goes back where both players say it stood. If they "
            "do not agree, or it cannot stand there, a referee decides."
        ),
        ArticleTopic.DISPLACED_STONE,
    ),
    article(
        "event:silent",
        "§ 12",
        _("What no text settles"),
        _(
            "What neither the rules nor the tournament settle is first for the players to agree "
            "on, and then for a referee, who says why he decides as he does."
        ),
        ArticleTopic.REFEREE,
        ArticleTopic.RESUMPTION,
        ArticleTopic.EFFECTIVE_MOVE,
    ),
    article(
        "event:report",
        "§ 13",
        _("Report and confirmation"),
        _(
            "One player reports the result and the other confirms it. Until both have confirmed, "
            "either may object; afterwards the result stands, unless it was written down otherwise "
            "than both had agreed or the tournament's own rule of reopening applies."
        ),
        ArticleTopic.REPORT,
        ArticleTopic.OBJECTION,
        ArticleTopic.FINAL,
    ),
    article(
        "event:record",
        "§ 14",
        _("Game records"),
        _(
            "A record shows what was played only if it is of this game: its players, colours, "
            "handicap and komi. Both players can have it mended or set aside; a record that breaks "
            "off or was changed by hand proves nothing against anybody. Where one cannot be right, "
            "both players are asked what was played."
        ),
        ArticleTopic.RECORD,
    ),
    article(
        "event:referee",
        "§ 15",
        _("Referees and rulings"),
        _(
            "A referee hears both players, looks at the board and the record, and rules in "
            "writing: what becomes of the game, on which articles, and why. In a game of his own "
            "he leaves it to another."
        ),
        ArticleTopic.REFEREE,
    ),
    article(
        "event:appeal",
        "§ 16",
        _("Appeal"),
        _(
            "A player may appeal against a ruling about his game within the time the tournament "
            "has set. A committee of at least three who are not involved decides by majority, and "
            "its ruling is final."
        ),
        ArticleTopic.APPEAL,
    ),
)
