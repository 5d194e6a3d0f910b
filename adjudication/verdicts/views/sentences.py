"""A reported result as one sentence: to the player who sends it, to the opponent, to others."""

from django.utils.translation import gettext as _

from adjudication.verdicts.services.claims import Result
from tournament.games import words
from tournament.games.selectors.games import GameRow
from tournament.models import Reason, Winner


def own_sentence(game: GameRow, colour: str, result: Result) -> str:
    """Return the result as it reads to the player of ``colour`` (``black`` or ``white``)."""
    opponent = game.white if colour == "black" else game.black
    values = {
        "colour": words.colour(colour),
        "opponent": opponent.name,
        "points": _points(result),
    }
    if result.winner == Winner.DRAW:
        text = _("You, %(colour)s, and %(opponent)s drew the game (jigo).")
    elif result.winner == Winner.BOTH:
        text = _("You, %(colour)s, and %(opponent)s both lost the game.")
    elif result.winner == Winner.BOTH_WIN:
        text = _("You, %(colour)s, and %(opponent)s both count the game as won.")
    elif result.winner == Winner.VOID:
        text = _("Your game as %(colour)s against %(opponent)s does not count.")
    elif result.winner == Winner.NONE:
        text = _("Your game as %(colour)s against %(opponent)s has no result.")
    elif result.winner == colour:
        text = {
            Reason.SCORE: _("You, %(colour)s, won against %(opponent)s by %(points)s."),
            Reason.RESIGNATION: _("You, %(colour)s, won against %(opponent)s by resignation."),
            Reason.TIME: _("You, %(colour)s, won against %(opponent)s on time."),
            Reason.FORFEIT: _("You, %(colour)s, won against %(opponent)s by forfeit."),
            Reason.ABSENCE: _("You, %(colour)s, won because %(opponent)s was absent."),
        }.get(Reason(result.reason), _("You, %(colour)s, won against %(opponent)s."))
    else:
        text = {
            Reason.SCORE: _("You, %(colour)s, lost to %(opponent)s by %(points)s."),
            Reason.RESIGNATION: _("You, %(colour)s, lost to %(opponent)s by resignation."),
            Reason.TIME: _("You, %(colour)s, lost to %(opponent)s on time."),
            Reason.FORFEIT: _("You, %(colour)s, lost to %(opponent)s by forfeit."),
            Reason.ABSENCE: _("You, %(colour)s, lost to %(opponent)s by absence."),
        }.get(Reason(result.reason), _("You, %(colour)s, lost to %(opponent)s."))
    return text % values


def plain_sentence(game: GameRow, result: Result) -> str:
    """Return the result as it reads to everybody else."""
    values = {
        "black": game.black.name,
        "white": game.white.name,
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
            Reason.ABSENCE: _("%(white)s (White) won because %(black)s (Black) was absent."),
        }.get(Reason(result.reason), _("%(white)s (White) won against %(black)s (Black)."))
    return text % values


def _points(result: Result) -> str:
    return "" if result.margin_half is None else words.points_word(result.margin_half)
