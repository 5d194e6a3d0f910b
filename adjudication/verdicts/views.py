"""Words for pages: badges of states and verdicts, sentences for results, lines of games."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.models import CaseState
from adjudication.rules.judgement import (
    AT_ZERO,
    CLOCKS_UNCLEAR,
    COUNTS_OTHERWISE,
    MARKED,
    MARKED_ALIVE,
    OTHERS_TURN,
    OTHERWISE,
    RESULT_LINE,
    SAID,
    STOPPED,
    TIME_LEFT,
    UNMET,
    UNSHOWN,
)
from adjudication.rules.verdicts import Verdict
from adjudication.verdicts.selectors.verdicts import (
    CHECKING,
    CONTRADICTED,
    COUNTED,
    DECIDED,
    DOUBTED,
    EARLIER,
    FAILED,
    NOT_CHOSEN,
    NOT_COUNTED,
    RULED_OTHERWISE,
    RULED_OUT,
)
from adjudication.verdicts.services.claims import Result
from tournament.common.rows import Row
from tournament.games import words
from tournament.games.progress import GameStage, stage_of_game
from tournament.games.selectors import SETTLED, GameRow
from tournament.models import GameState, Reason, Winner


@dataclass(frozen=True, slots=True)
class Badge(Row):
    """A word and the tone it is shown in: ``good``, ``warn``, ``bad``, ``busy`` or empty.

    A record that agrees has its own tone, ``replay``: ``good`` is for what nothing can change.
    """

    word: str
    tone: str


def verdict_badge(verdict: str) -> Badge | None:
    """Return the badge of a verdict, or of what replaces it; None if there is none."""
    if not verdict:
        return None
    return {
        CHECKING: Badge(_("being checked"), "busy"),
        FAILED: Badge(_("not checked"), "warn"),
        DOUBTED: Badge(_("record in doubt"), "warn"),
        CONTRADICTED: Badge(_("records differ"), "warn"),
        EARLIER: Badge(_("of an earlier result"), "warn"),
        UNSHOWN: Badge(_("nothing against it"), "replay"),
        OTHERWISE: Badge(_("record says otherwise"), "warn"),
        COUNTS_OTHERWISE: Badge(_("count gives another winner"), "warn"),
        RESULT_LINE: Badge(_("result line differs"), "warn"),
        SAID: Badge(_("record says so"), "replay"),
        UNMET: Badge(_("other terms"), "warn"),
        STOPPED: Badge(_("play had stopped"), "warn"),
        TIME_LEFT: Badge(_("clock shows time left"), "warn"),
        OTHERS_TURN: Badge(_("it was the other’s turn"), "warn"),
        CLOCKS_UNCLEAR: Badge(_("clocks leave it open"), "warn"),
        AT_ZERO: Badge(_("clock shows zero"), "replay"),
        MARKED: Badge(_("agrees by the marks of one player"), ""),
        MARKED_ALIVE: Badge(_("two eyes marked as dead"), "warn"),
        RULED_OUT: Badge(_("ruled: nothing changes"), ""),
        COUNTED: Badge(_("counted by ruling"), ""),
        DECIDED: Badge(_("decided by ruling"), ""),
        NOT_CHOSEN: Badge(_("not chosen"), ""),
        NOT_COUNTED: Badge(_("another record counted"), ""),
        RULED_OTHERWISE: Badge(_("ruled otherwise"), ""),
        Verdict.CONFIRMED: Badge(_("record agrees"), "replay"),
        Verdict.CONTRADICTED: Badge(_("record disagrees"), "bad"),
        Verdict.FORFEIT: Badge(_("illegal move"), "bad"),
        Verdict.NO_RESULT_POSSIBLE: Badge(_("no result possible"), "warn"),
        Verdict.NEEDS_DEAD_STONES: Badge(_("dead stones missing"), "warn"),
        Verdict.UNDETERMINED: Badge(_("record leaves it open"), "warn"),
        Verdict.UNREADABLE: Badge(_("record unreadable"), "bad"),
    }[verdict]


def record_line(verdict: str) -> str:
    """Return what a verdict, or what replaces it, says about a game's record; may be empty.

    It is shown beside a result that may be final all the same, so it says that it is about the
    record.
    """
    if not verdict:
        return ""
    return {
        CHECKING: _("The record is being checked."),
        FAILED: _("The record was not checked."),
        DOUBTED: _("The record may be of another game."),
        CONTRADICTED: _("Another record of the game tells other moves."),
        UNSHOWN: _("The record shows nothing against it."),
        OTHERWISE: _("The record itself gives another result."),
        COUNTS_OTHERWISE: _("Counted as it is marked, the record gives another winner."),
        RESULT_LINE: _("The result line of the record names another result."),
        SAID: _("The record says so, and shows no more."),
        UNMET: _("The record is of a game on other terms."),
        STOPPED: _("By the record both players had passed."),
        TIME_LEFT: _("The clock in the record shows time left."),
        OTHERS_TURN: _("By the record it was the other player’s turn at the end."),
        CLOCKS_UNCLEAR: _("The clocks in the record do not show whose time ran out."),
        AT_ZERO: _("The clock in the record shows zero."),
        MARKED: _("The record agrees only with the dead stones as one player marked them."),
        MARKED_ALIVE: _("Of the stones that one player marked as dead, some have two eyes."),
        RULED_OUT: _("The referee ruled that a move in the record changes nothing."),
        COUNTED: _("The ruling counts the board at the end of the record."),
        DECIDED: "",
        NOT_CHOSEN: _("Another record of the game was chosen instead."),
        NOT_COUNTED: _("The result of the ruling is that of another record of the game."),
        RULED_OTHERWISE: _("The ruling gives another result than the record."),
        Verdict.CONFIRMED: _("The record agrees."),
        Verdict.CONTRADICTED: _("The record gives another result."),
        Verdict.FORFEIT: _("The record shows an illegal move."),
        Verdict.NO_RESULT_POSSIBLE: _("The record shows a repetition."),
        Verdict.NEEDS_DEAD_STONES: _("The record does not say which stones are dead."),
        Verdict.UNDETERMINED: _("The record alone does not tell the result."),
        Verdict.UNREADABLE: _("The record could not be read."),
    }[verdict]


def state_badge(state: str) -> Badge:
    """Return the badge of a game's state."""
    stage = stage_of_game(state)
    how_done = {
        GameState.ENTERED: _("entered by the director"),
        GameState.CONFIRMED: _("confirmed by both"),
        GameState.RULED: _("by ruling"),
    }
    return Badge(how_done.get(GameState(state), stage.word), stage.tone)


def provisional_badge(state: str, *, closed: bool) -> Badge | None:
    """Return the badge that says a ruling may still change; None once nothing can change it.

    ``state`` is that of its case, ``closed`` whether its tournament is: then nobody decides it any
    more.
    """
    if state not in (CaseState.RULED, CaseState.APPEALED):
        return None
    if closed:
        return Badge(_("not final"), "warn")
    if state == CaseState.APPEALED:
        return Badge(_("under appeal"), "warn")
    return Badge(_("may be appealed"), "warn")


def verdict_sentence(verdict: str) -> str:
    """Return a sentence on what a verdict, or what replaces it, means for the players."""
    return {
        UNSHOWN: _(
            "Nothing in the record speaks against the reported result. No moves show "
            "that a player resigned or had no time left."
        ),
        COUNTS_OTHERWISE: _(
            "Counted as it is marked, the record gives another winner than was reported. The game "
            "may have ended as reported all the same: no count shows a resignation, a loss on time "
            "or a forfeit."
        ),
        OTHERWISE: _(
            "The moves are allowed, but by its result or its clocks the record says otherwise than "
            "was reported."
        ),
        RESULT_LINE: _(
            "Counted, the record agrees with the reported result; but its own result line names "
            "another result."
        ),
        UNMET: _(
            "The record fits the reported result, but it says that the game was not played as the "
            "tournament demands."
        ),
        SAID: _(
            "The record itself says that the game ended so. Its moves and clocks do not show it."
        ),
        STOPPED: _(
            "The game is said to have been lost on time, but the record ends with the passes that "
            "stop play: a clock that falls after that changes nothing."
        ),
        TIME_LEFT: _(
            "The game is said to have been lost on time, but the clock in the record shows time "
            "left. A player who stops playing uses that up, and no record shows it."
        ),
        OTHERS_TURN: _(
            "The game is said to have been lost on time, but by the record the player who lost it "
            "moved last: after that the other clock ran. The record shows neither when a clock "
            "fell nor whether moves are missing."
        ),
        CLOCKS_UNCLEAR: _(
            "The game is said to have been lost on time, but the clock times in the record "
            "contradict each other or have both clocks below zero: they do not show whose time ran "
            "out."
        ),
        AT_ZERO: _(
            "The game is said to have been lost on time, and the clock in the record shows zero. "
            "Whether it fell then, or a move was just in time, or overtime began, the record does "
            "not show."
        ),
        MARKED: _(
            "The replay of the record agrees with the reported result if the dead stones are as "
            "whoever reported it says. The opponent has not confirmed that."
        ),
        MARKED_ALIVE: _(
            "The replay of the record agrees with the reported result only if stones with two eyes "
            "are dead. Whoever reported it marked them so; the opponent has not confirmed that."
        ),
        RULED_OUT: _(
            "The replay found an illegal move in the record. The referee ruled on it: nothing "
            "changes for the game."
        ),
        COUNTED: _(
            "The ruling counts the board at the end of this record, and comes to the reported "
            "result."
        ),
        DECIDED: _(
            "The moves of the record alone do not tell the result. The ruling has given it."
        ),
        NOT_CHOSEN: _(
            "Another record of this game was chosen instead of this one: the result does not go by "
            "what this one shows."
        ),
        NOT_COUNTED: _(
            "The result of the ruling is that of another record of this game: it does not go by "
            "what this one shows."
        ),
        RULED_OTHERWISE: _(
            "The record agrees with what was reported with it, but the ruling has given another "
            "result."
        ),
        Verdict.CONFIRMED: _("The replay of the record agrees with the reported result."),
        Verdict.CONTRADICTED: _(
            "The replay of the record gives another result than the one reported."
        ),
        Verdict.FORFEIT: _("The record contains a move that the rules do not allow."),
        Verdict.NO_RESULT_POSSIBLE: _(
            "The same position came back: the game may end without result."
        ),
        Verdict.NEEDS_DEAD_STONES: _(
            "The game ended by two passes, but nobody said which stones are dead, so it cannot "
            "be counted."
        ),
        Verdict.UNDETERMINED: _("The record alone does not tell the result."),
        Verdict.UNREADABLE: _("The record could not be read."),
    }[verdict]


# --- A reported result as one sentence: for the player who sends it, the opponent, and others ---


def own_sentence(game: GameRow, colour: str, result: Result) -> str:
    """Return the result as the player of ``colour`` (``black`` or ``white``) reads it."""
    opponent = game.white if colour == "black" else game.black
    values = {
        "colour": words.colour(colour),
        "opponent": opponent.distinct_name,
        "points": _points(result),
    }
    if result.winner == Winner.DRAW:
        text = _("As %(colour)s, you drew with %(opponent)s (jigo).")
    elif result.winner == Winner.BOTH:
        text = _("As %(colour)s, you lost the game, and so did %(opponent)s.")
    elif result.winner == Winner.BOTH_WIN:
        text = _("As %(colour)s, you count the game as won, and so does %(opponent)s.")
    elif result.winner == Winner.VOID:
        text = _("Your game as %(colour)s against %(opponent)s does not count.")
    elif result.winner == Winner.NONE:
        text = _("Your game as %(colour)s against %(opponent)s has no result.")
    elif result.winner == colour:
        text = {
            Reason.SCORE: _("As %(colour)s, you won against %(opponent)s by %(points)s."),
            Reason.RESIGNATION: _("As %(colour)s, you won against %(opponent)s by resignation."),
            Reason.TIME: _("As %(colour)s, you won against %(opponent)s on time."),
            Reason.FORFEIT: _("As %(colour)s, you won against %(opponent)s by forfeit."),
            Reason.TIE: _("As %(colour)s, you won against %(opponent)s: the scores were equal."),
            Reason.ABSENCE: _("As %(colour)s, you won because %(opponent)s was absent."),
        }.get(Reason(result.reason), _("As %(colour)s, you won against %(opponent)s."))
    else:
        text = {
            Reason.SCORE: _("As %(colour)s, you lost to %(opponent)s by %(points)s."),
            Reason.RESIGNATION: _("As %(colour)s, you lost to %(opponent)s by resignation."),
            Reason.TIME: _("As %(colour)s, you lost to %(opponent)s on time."),
            Reason.FORFEIT: _("As %(colour)s, you lost to %(opponent)s by forfeit."),
            Reason.TIE: _("As %(colour)s, you lost to %(opponent)s: the scores were equal."),
            Reason.ABSENCE: _("As %(colour)s, you lost to %(opponent)s by absence."),
        }.get(Reason(result.reason), _("As %(colour)s, you lost to %(opponent)s."))
    return text % values


def plain_sentence(game: GameRow, result: Result) -> str:
    """Return the result as everybody else reads it."""
    values = {
        "black": game.black.distinct_name,
        "white": game.white.distinct_name,
        "points": _points(result),
    }
    if result.winner == Winner.DRAW:
        text = _("%(black)s (Black) and %(white)s (White) drew the game (jigo).")
    elif result.winner == Winner.BOTH:
        text = _("%(black)s (Black) and %(white)s (White) both lost the game.")
    elif result.winner == Winner.BOTH_WIN:
        text = _("%(black)s (Black) and %(white)s (White) both count the game as won.")
    elif result.winner == Winner.VOID:
        text = _("The game between %(black)s (Black) and %(white)s (White) does not count.")
    elif result.winner == Winner.NONE:
        text = _("The game between %(black)s (Black) and %(white)s (White) has no result.")
    elif result.winner == Winner.BLACK:
        text = {
            Reason.SCORE: _("%(black)s (Black) won against %(white)s (White) by %(points)s."),
            Reason.RESIGNATION: _(
                "%(black)s (Black) won against %(white)s (White) by resignation."
            ),
            Reason.TIME: _("%(black)s (Black) won against %(white)s (White) on time."),
            Reason.FORFEIT: _("%(black)s (Black) won against %(white)s (White) by forfeit."),
            Reason.TIE: _(
                "%(black)s (Black) won against %(white)s (White): the scores were equal."
            ),
            Reason.ABSENCE: _("%(black)s (Black) won because %(white)s (White) was absent."),
        }.get(Reason(result.reason), _("%(black)s (Black) won against %(white)s (White)."))
    else:
        text = {
            Reason.SCORE: _("%(white)s (White) won against %(black)s (Black) by %(points)s."),
            Reason.RESIGNATION: _(
                "%(white)s (White) won against %(black)s (Black) by resignation."
            ),
            Reason.TIME: _("%(white)s (White) won against %(black)s (Black) on time."),
            Reason.FORFEIT: _("%(white)s (White) won against %(black)s (Black) by forfeit."),
            Reason.TIE: _(
                "%(white)s (White) won against %(black)s (Black): the scores were equal."
            ),
            Reason.ABSENCE: _("%(white)s (White) won because %(black)s (Black) was absent."),
        }.get(Reason(result.reason), _("%(white)s (White) won against %(black)s (Black)."))
    return text % values


def _points(result: Result) -> str:
    return "" if result.margin_half is None else words.points_word(result.margin_half)


# --- Lines of game tables, ready to show ---


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game as a table shows it. ``verdict`` is None if no record was sent in.

    ``record`` says the same in a sentence.
    """

    game: GameRow
    result: str
    state: Badge
    verdict: Badge | None
    record: str
    black_won: bool
    white_won: bool
    terms: str

    @property
    def settled(self) -> bool:
        """Whether nothing more can happen to the result."""
        return self.game.state in SETTLED

    @property
    def stage(self) -> GameStage:
        """Return how far the game has got."""
        return stage_of_game(self.game.state)

    @property
    def says_state(self) -> bool:
        """Whether the table says how far the result has got, unless it came in the usual way.

        If there is no result yet, the stage is shown in its place.
        """
        return self.game.state in (GameState.REPORTED, GameState.DISPUTED, GameState.RULED)


def game_line(game: GameRow, verdict: str, board_size: int) -> GameLine:
    """Return the line of one game; ``verdict`` is empty if no record was sent in."""
    return GameLine(
        game=game,
        result=words.game_result(game),
        state=state_badge(game.state),
        verdict=verdict_badge(verdict),
        record=record_line(verdict),
        black_won=game.winner == Winner.BLACK,
        white_won=game.winner == Winner.WHITE,
        terms=words.terms_sentence(
            size=board_size, handicap=game.handicap, komi_half=game.komi_half
        ),
    )
