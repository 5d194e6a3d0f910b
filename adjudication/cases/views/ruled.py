"""What a ruling means for a game, in the words that stand beside its result."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.cases.selectors.rulings import (
    PenaltyLine,
    goes_on,
    penalties_of,
    provisional_rulings,
)
from adjudication.cases.views.case_words import penalty_line
from adjudication.models import PenaltyKind
from adjudication.policy.decisions import PenaltyGiven
from adjudication.verdicts.views import Badge, provisional_badge
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import GameState


@dataclass(frozen=True, slots=True)
class RuledLine:
    """A sentence beside a result; ``badge`` says that it may still change."""

    text: str
    badge: Badge | None = None


def result_badge(game: GameRow, *, closed: bool) -> Badge | None:
    """Return what says that the ruling which decides a game may still change; None otherwise."""
    if game.state not in (GameState.RULED, GameState.OPEN):
        return None
    return provisional_badge(provisional_rulings([game.id]).get(game.id, ""), closed=closed)


def beside_result(game: GameRow, *, concerned: bool, closed: bool) -> tuple[RuledLine, ...]:
    """Return what a ruling says of a game beside its result, in sentences; one query.

    Of an open game that is from where it goes on, of any other what its players got. A penalty is
    for everybody once it is final, and before that only for those ``concerned``. ``closed`` is the
    tournament.
    """
    if game.state == GameState.OPEN:
        return _going_on(game.id)
    names = {one.number: one.name for one in (game.black, game.white)}
    return tuple(
        RuledLine(
            penalty_line(PenaltyGiven(one.number, one.kind, one.points_half, one.seconds), names),
            provisional_badge(one.state, closed=closed),
        )
        for one in penalties_of([game.id]).get(game.id, ())
        if concerned or one.final
    )


def _going_on(game_id: int) -> tuple[RuledLine, ...]:
    found = goes_on(game_id)
    if found is None:
        return ()
    if found.resume_move is None:
        return (
            RuledLine(_("The referee has ruled: this game is played again from the beginning.")),
        )
    text = _(
        "The referee has ruled: this game goes on from the position after move %(move)s. "
        "Report the result when it is over."
    )
    return (RuledLine(text % {"move": found.resume_move}),)


def penalty_badges(lines: Iterable[PenaltyLine]) -> tuple[Badge, ...]:
    """Return what players got in points beside a counted margin, as a list of results says it.

    Everybody reads the list: a penalty is left out until it is final.
    """
    return tuple(
        Badge(
            _("penalty %(colour)s: %(points)s")
            % {"colour": words.colour(one.colour), "points": words.points_word(one.points_half)},
            "warn",
        )
        for one in lines
        if one.final and one.kind == PenaltyKind.POINTS and one.points_half
    )
