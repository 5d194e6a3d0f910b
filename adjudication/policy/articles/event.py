"""What the tournament itself settles, whatever its rule set, in our own words."""

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
            "A player who is not at the board when the period of grace ends loses by absence. If "
            "neither player has come, both lose."
        ),
        ArticleTopic.ABSENCE,
    ),
    article(
        "event:late",
        "§ 2",
        _("Being late"),
        _(
            "The tournament has a table of minutes: from each line on, arriving late costs time on "
            "the clock, a warning, or the game. Before the first line it costs nothing."
        ),
        ArticleTopic.LATE,
    ),
    article(
        "event:time",
        "§ 3",
        _("Time and clocks"),
        _(
            "A player who runs out of time loses, provided it is noticed while the game is still "
            "going on. If a clock was set wrongly or was not running, a referee puts it right and "
            "may add or take off time."
        ),
        ArticleTopic.TIME,
    ),
    article(
        "event:conduct",
        "§ 4",
        _("Conduct"),
        _(
            "Players do not disturb each other or other boards. If a game is disturbed, a referee "
            "may give a warning, take away points or time, or declare the game lost."
        ),
        ArticleTopic.CONDUCT,
    ),
    article(
        "event:outside-help",
        "§ 5",
        _("Outside help"),
        _(
            "A game is played by its two players alone: no advice, no programs, no notes. Any "
            "suspicion is a matter for a referee, who hears the player first; this software never "
            "decides it."
        ),
        ArticleTopic.OUTSIDE_HELP,
    ),
    article(
        "event:account-sharing",
        "§ 6",
        _("Playing for another"),
        _(
            "Players play in person, under their own name and, online, from their own account. If "
            "somebody else plays for them, it is a matter for a referee."
        ),
        ArticleTopic.ACCOUNT_SHARING,
    ),
    article(
        "event:warnings",
        "§ 7",
        _("Warnings"),
        _(
            "Warnings add up over the whole tournament. Once a player reaches the number the "
            "tournament has set, loss of the game is proposed to the referee."
        ),
        ArticleTopic.WARNINGS,
    ),
    article(
        "event:illegal",
        "§ 8",
        _("Illegal moves where the rules are silent"),
        _(
            "If the rules do not say what an illegal move costs, the tournament has set what is "
            "proposed: the game is lost, the move is taken back if both players agree, or the "
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
            "The tournament has set what happens to a game without result: half a point for each "
            "player, a replayed game, or a game that does not count."
        ),
        ArticleTopic.CYCLE,
    ),
    article(
        "event:dispute",
        "§ 10",
        _("Dead stones where the rules are silent"),
        _(
            "If the rules do not say what happens when players disagree about dead stones, they "
            "play on and mark them again, or follow the rule set that the tournament has named. If "
            "that does not settle it, a referee decides."
        ),
        ArticleTopic.DISPUTE,
    ),
    article(
        "event:displaced",
        "§ 11",
        _("Displaced stones where the rules are silent"),
        _(
            "A stone moved by accident is put back where both players say it stood. If they do not "
            "agree, or it cannot stand there, a referee decides."
        ),
        ArticleTopic.DISPLACED_STONE,
    ),
    article(
        "event:silent",
        "§ 12",
        _("What no text settles"),
        _(
            "What neither the rules nor the tournament settle is first for the players to agree "
            "on, and then for a referee, who gives reasons for the decision."
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
            "either may object; after that the result stands, unless it was recorded differently "
            "from what both had agreed, or the tournament's own rules allow it to be reopened."
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
            "A record shows what was played only if it is of this game: same players, colours, "
            "handicap and komi. The two players together can have it corrected or set aside; a "
            "record that breaks off or was edited by hand proves nothing against anybody. Where it "
            "cannot be right, both players are asked what was played."
        ),
        ArticleTopic.RECORD,
    ),
    article(
        "event:referee",
        "§ 15",
        _("Referees and rulings"),
        _(
            "A referee hears both players, looks at the board and the record, and rules in "
            "writing: what happens to the game, under which articles, and why. Referees leave "
            "games of their own to somebody else."
        ),
        ArticleTopic.REFEREE,
    ),
    article(
        "event:appeal",
        "§ 16",
        _("Appeal"),
        _(
            "A player may appeal against a ruling about their game within the time the tournament "
            "has set. A committee of at least three people who are not involved decides by "
            "majority, and its decision is final."
        ),
        ArticleTopic.APPEAL,
    ),
    article(
        "event:clock",
        "§ 17",
        _("The clock and the last move"),
        _(
            "Time runs until play stops: a pass is made in time like any other move, and once play "
            "has stopped, a clock that falls changes nothing. If the rules do not say whether a "
            "move is complete before its prisoners are off the board, a referee decides. A move "
            "that is played after the time was up does not bring it back."
        ),
        ArticleTopic.TIME,
    ),
    article(
        "event:count",
        "§ 18",
        _("A count that cannot be restored"),
        _(
            "If stones were disturbed before the count was done, they are put back where both "
            "players say they stood, or where a record shows them. If neither is possible, a "
            "referee decides by what can still be shown. Nobody loses for this alone; where "
            "nothing can be shown, the referee may declare the game without result."
        ),
        ArticleTopic.COUNT,
    ),
    article(
        "event:jigo",
        "§ 19",
        _("Equal scores"),
        _(
            "A tournament may say who wins when the scores are equal, whatever the rules say of "
            "it. Where Black or White does, no game is drawn by counting: that player has won, "
            "without a margin, and a jigo cannot be reported."
        ),
        ArticleTopic.COUNT,
        ArticleTopic.KOMI,
    ),
)
