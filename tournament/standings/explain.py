"""Where a criterion's value comes from: the parts that add up to it, for one player.

For every criterion, the values of the terms that count add up to the value in the table. A direct
comparison has no sums; its parts are the tied players whom the player stands above.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from tournament.brackets.elimination import waiting_in
from tournament.standings.formulas import Term, TermKind
from tournament.standings.history import history_of
from tournament.standings.position import StandingsPosition
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion
from tournament.state.results import Outcome
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class Explanation:
    """A player's value of a criterion and its parts.

    ``tied`` are the ids of the players whom a direct comparison compares, including this one; None
    for any other criterion.
    """

    criterion: Criterion
    value: int
    terms: tuple[Term, ...]
    tied: tuple[int, ...] | None = None


def explanations(
    state: TournamentState, player: int, *, after: int | None = None
) -> tuple[Explanation, ...]:
    """Return where each of a player's values in the standings comes from, in the table's order.

    ``player`` is an id. Raises KeyError for an id that no player has.
    """
    position, told = _position(state, after), _unplayed(state, player)
    return tuple(
        _with_terms(_explained(position, criterion, player), told)
        for criterion in position.criteria
    )


def explain_value(
    state: TournamentState, player: int, criterion: Criterion, *, after: int | None = None
) -> Explanation:
    """Return where the value of any criterion comes from; a direct comparison has to be listed."""
    found = _explained(_position(state, after), criterion, player)
    return _with_terms(found, _unplayed(state, player))


def _position(state: TournamentState, after: int | None) -> StandingsPosition:
    listed = tuple(dict.fromkeys(state.parameters.criteria))
    return StandingsPosition(history_of(state, after), listed, TIEBREAKS)


def _explained(position: StandingsPosition, criterion: Criterion, player: int) -> Explanation:
    ids, index = position.history.ids, position.history.index[player]
    formula = TIEBREAKS[criterion].formula
    tied = formula.tied(position, index)
    return Explanation(
        criterion,
        value=int(position.column(criterion)[index]),
        terms=tuple(formula.terms(position, index)),
        tied=None if tied is None else tuple(ids[other] for other in tied),
    )


def _with_terms(found: Explanation, told: Callable[[Term], Term]) -> Explanation:
    return replace(found, terms=tuple(map(told, found.terms)))


def _unplayed(state: TournamentState, player: int) -> Callable[[Term], Term]:
    """Return a function that marks void games, and bracket rounds in which the player waits.

    In the history both are rounds without a game. The bracket is worked through once per round.
    """
    void = {
        game.round: game.white if game.black == player else game.black
        for game in state.games
        if game.result.outcome is Outcome.VOID and player in game.players
    }
    waits = cache(lambda number: player in waiting_in(state, number))

    def told(term: Term) -> Term:
        if term.kind is not TermKind.NOTHING or term.round is None:
            return term
        if term.round in void:
            return replace(term, kind=TermKind.VOID, opponent=void[term.round])
        return replace(term, kind=TermKind.WAITING) if waits(term.round) else term

    return told
