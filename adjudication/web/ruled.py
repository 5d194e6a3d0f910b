"""What a ruling means for a game, in the words that stand beside its result."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from adjudication.models import PenaltyKind
from adjudication.policy.decisions import PenaltyGiven
from adjudication.selectors.rulings import PenaltyLine, goes_on, penalties_of
from adjudication.web.badges import Badge
from adjudication.web.case_words import penalty_lines
from tournament.models import GameState
from tournament.selectors.games import GameRow
from tournament.web import words


def beside_result(game: GameRow) -> tuple[str, ...]:
    """Return what a ruling says of a game beside its result, in sentences; one query.

    Of an open game that is from where it goes on, of any other what its players got.
    """
    if game.state == GameState.OPEN:
        told = goes_on(game.id)
        if told is None:
            return ()
        if told.resume_move is None:
            return (_("The referee has ruled: this game is played again from the beginning."),)
        return (
            _(
                "The referee has ruled: this game goes on from the position after move %(move)s. "
                "Report the result when it is over."
            )
            % {"move": told.resume_move},
        )
    names = {one.number: one.name for one in (game.black, game.white)}
    return penalty_lines(
        (
            PenaltyGiven(one.number, one.kind, one.points_half, one.seconds)
            for one in penalties_of([game.id]).get(game.id, ())
        ),
        names,
    )


def penalty_badges(lines: Iterable[PenaltyLine]) -> tuple[Badge, ...]:
    """Return what players got in points beside a counted margin, as a list of results says it."""
    return tuple(
        Badge(
            _("penalty %(colour)s: %(points)s")
            % {"colour": words.colour(one.colour), "points": words.points_word(one.points_half)},
            "warn",
        )
        for one in lines
        if one.kind == PenaltyKind.POINTS and one.points_half
    )
