"""Where a criterion's value comes from: the parts that add up to it, for one player.

For every criterion the values of the terms that count add up to the value of the table. A direct
comparison has no sums in it; there every tied player above whom one stands is a part of one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from tournament.standings.exploits import HARDEST, WIN
from tournament.standings.history import History, history_of
from tournament.standings.metric import Position
from tournament.standings.metrics import METRICS
from tournament.standings.scores import halved
from tournament.standings.sos import FIRST_SOSM_WITHOUT_LOWEST
from tournament.standings.tied import first_of, net_wins, tied_before
from tournament.state.criteria import Criterion
from tournament.state.results import Outcome
from tournament.state.state import TournamentState


class Kind(StrEnum):
    """What a part of a value is."""

    ITSELF = "itself"
    """The value as registered: a rank, a rating, a category."""
    START = "start"
    """The starting McMahon score."""
    GAME = "game"
    """The points of one's own game."""
    DEFAULT = "default"
    """The points of one's own game that somebody did not come to."""
    UNDECIDED = "undecided"
    """A game without a result so far."""
    VOID = "void"
    """A game that does not count, as if nobody had been paired."""
    BYE = "bye"
    ABSENT = "absent"
    NOTHING = "nothing"
    """A round without a game, a bye or an absence."""
    ROUNDING = "rounding"
    """Half a point lost where points of byes and absences are rounded down."""
    LIMIT = "limit"
    """What the cup score does not grow any more."""
    BONUS = "bonus"
    """The bonus of the Strasbourg score."""
    AFTER = "after"
    """One's own score after a round."""
    OPPONENT = "opponent"
    """What an opponent's score gives."""
    UNPLAYED = "unplayed"
    """What a round without an opponent gives instead."""
    BEATEN = "beaten"
    """A tied player whom one beat more often than one lost to him."""
    BELOW = "below"
    """A tied player who is ranked below."""
    BESIDE = "beside"
    """Tied players ranked equal, as far as they are more than those ranked last."""


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a value.

    ``value`` is in the unit of the criterion; one that does not ``count`` is left out of the sum.
    ``opponent`` is a player id. ``score`` is the opponent's score it comes from, X2, ``handicap``
    what the game's handicap adds to it, X2, and ``factor`` what they are multiplied by: points X2
    in a SODOS, 0 to 3 in EXT and EXR, the power of two in a cup score.
    """

    kind: Kind
    value: int
    round: int | None = None
    opponent: int | None = None
    score: int | None = None
    handicap: int = 0
    factor: int | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Explanation:
    """A player's value of a criterion and its parts; ``tied`` are those it was compared with."""

    criterion: Criterion
    value: int
    terms: tuple[Term, ...]
    tied: tuple[int, ...] = ()


def explanations(
    state: TournamentState, player: int, *, after: int | None = None
) -> tuple[Explanation, ...]:
    """Return where each value of a player in the standings comes from, as the table lists them.

    ``player`` is an id. Raises KeyError for somebody else's.
    """
    position = _position(state, after)
    found = (_explained(position, criterion, player) for criterion in position.criteria)
    return tuple(_with_void(state, player, one) for one in found)


def explained(
    state: TournamentState, player: int, criterion: Criterion, *, after: int | None = None
) -> Explanation:
    """Return where a value comes from, of any criterion; a direct comparison has to be listed."""
    return _with_void(state, player, _explained(_position(state, after), criterion, player))


def _position(state: TournamentState, after: int | None) -> Position:
    listed = tuple(dict.fromkeys(state.parameters.criteria))
    return Position(history_of(state, after), listed, METRICS)


def _explained(position: Position, criterion: Criterion, player: int) -> Explanation:
    index = position.history.index[player]
    value = int(position.column(criterion)[index])
    terms = tuple(_TERMS[criterion](position, index))
    tied: tuple[int, ...] = ()
    if criterion in _COMPARED:
        tied = tuple(position.history.ids[one] for one in _tied(position, criterion, index))
    return Explanation(criterion, value, terms, tied)


def _with_void(state: TournamentState, player: int, found: Explanation) -> Explanation:
    """Tell void games from rounds without one: the history knows of neither."""
    void = {
        game.round: game.white if game.black == player else game.black
        for game in state.games
        if game.result.outcome is Outcome.VOID and player in (game.black, game.white)
    }
    terms = tuple(
        replace(term, kind=Kind.VOID, opponent=void[term.round])
        if term.kind is Kind.NOTHING and term.round in void
        else term
        for term in found.terms
    )
    return replace(found, terms=terms)


def _itself(criterion: Criterion) -> Callable[[Position, int], Iterator[Term]]:
    def terms(position: Position, index: int) -> Iterator[Term]:
        yield Term(Kind.ITSELF, int(position.column(criterion)[index]))

    return terms


def _own_rounds(
    position: Position, index: int, absent: int, bye: int, *, cup: bool = False
) -> Iterator[Term]:
    """Give what every round brought, and what rounding took of the free ones."""
    history = position.history
    free = 0
    for number in range(position.rounds):
        opponent = int(history.opponent[number, index])
        if opponent >= 0:
            factor = 2 ** (position.rounds - 1 - number) if cup else None
            points = int(history.points[number, index])
            yield Term(
                _kind_of_game(history, number, index),
                points * (factor or 1),
                number + 1,
                history.ids[opponent],
                score=points,
                factor=factor,
            )
        elif history.bye[number, index]:
            free += bye
            yield Term(Kind.BYE, bye, number + 1)
        elif history.absent[number, index]:
            free += absent
            yield Term(Kind.ABSENT, absent, number + 1)
        else:
            yield Term(Kind.NOTHING, 0, number + 1)
    lost = 2 * halved(free) - free
    if history.scoring.round_down and lost:
        yield Term(Kind.ROUNDING, lost)


def _kind_of_game(history: History, number: int, index: int) -> Kind:
    games = history.games
    (here,) = np.nonzero(
        (games.round == number + 1) & ((games.black == index) | (games.white == index))
    )
    if not games.known[here[-1]]:
        return Kind.UNDECIDED
    return Kind.GAME if games.real[here[-1]] else Kind.DEFAULT


def _nbw(position: Position, index: int) -> Iterator[Term]:
    scoring = position.history.scoring
    return _own_rounds(position, index, scoring.absent_nbw, scoring.bye_nbw)


def _mms(position: Position, index: int) -> Iterator[Term]:
    scoring = position.history.scoring
    yield Term(Kind.START, 2 * int(position.history.starting[index]))
    yield from _own_rounds(position, index, scoring.absent_mms, scoring.bye_mms)


def _cps(position: Position, index: int) -> Iterator[Term]:
    scoring = position.history.scoring
    terms = list(_own_rounds(position, index, scoring.absent_nbw, scoring.bye_nbw, cup=True))
    yield from terms
    beyond = int(position.scores.cps[-1][index]) - sum(term.value for term in terms)
    if beyond:
        yield Term(Kind.LIMIT, beyond)


def _sts(position: Position, index: int) -> Iterator[Term]:
    yield from _mms(position, index)
    bonus = position.scores.sts - position.scores.mms
    for number in range(1, position.rounds + 1):
        more = int(bonus[number][index] - bonus[number - 1][index])
        if more:
            yield Term(Kind.BONUS, more, number)


def _after_each(wins: bool) -> Callable[[Position, int], Iterator[Term]]:
    def terms(position: Position, index: int) -> Iterator[Term]:
        scores = position.scores.nbw if wins else position.scores.mms
        for number in range(1, position.rounds + 1):
            yield Term(Kind.AFTER, int(scores[number][index]), number)

    return terms


def _opponents(
    position: Position, index: int, values: Iterable[int], *, handicaps: bool
) -> Iterator[Term]:
    """Give what every round adds to a sum over opponents; ``values`` are those terms."""
    history = position.history
    for number, value in enumerate(values):
        opponent = int(history.opponent[number, index])
        if opponent < 0:
            yield Term(Kind.UNPLAYED, int(value), number + 1)
            continue
        extra = 2 * int(history.handicap[number, index]) if handicaps else 0
        yield Term(
            Kind.OPPONENT,
            int(value),
            number + 1,
            history.ids[opponent],
            score=int(value) - extra,
            handicap=extra,
        )


def _sos(kind: str, lowest: int = 0) -> Callable[[Position, int], Iterator[Term]]:
    def terms(position: Position, index: int) -> Iterator[Term]:
        found = list(_opponent_terms(kind, position, index))
        out = set(sorted(range(len(found)), key=lambda place: found[place].value)[:lowest])
        if lowest and (
            len(found) <= lowest or (kind == "M" and len(found) < FIRST_SOSM_WITHOUT_LOWEST)
        ):
            out = set(range(len(found)))
        for place, term in enumerate(found):
            yield replace(term, counts=False) if place in out else term

    return terms


def _opponent_terms(kind: str, position: Position, index: int) -> Iterator[Term]:
    arrays = {"W": "terms_w", "M": "terms_m", "TS": "terms_sts"}
    values = getattr(position, arrays[kind])[:, index].tolist()
    return _opponents(position, index, values, handicaps=kind != "W")


def _sodos(kind: str) -> Callable[[Position, int], Iterator[Term]]:
    def terms(position: Position, index: int) -> Iterator[Term]:
        points = position.history.points[:, index].tolist()
        for term, worth in zip(_opponent_terms(kind, position, index), points, strict=True):
            yield Term(
                term.kind,
                term.value * worth if term.kind is Kind.OPPONENT else 0,
                term.round,
                term.opponent,
                term.score,
                term.handicap,
                factor=worth,
            )

    return terms


def _sosos(kind: str) -> Callable[[Position, int], Iterator[Term]]:
    def terms(position: Position, index: int) -> Iterator[Term]:
        history = position.history
        sums = position.column(Criterion.SOSW if kind == "W" else Criterion.SOSM)
        alone = 0 if kind == "W" else 2 * int(history.starting[index]) * position.rounds
        values = [
            int(sums[opponent]) if opponent >= 0 else alone
            for opponent in history.opponent[:, index].tolist()
        ]
        return _opponents(position, index, values, handicaps=False)

    return terms


def _exploits(only_won: bool) -> Callable[[Position, int], Iterator[Term]]:
    def terms(position: Position, index: int) -> Iterator[Term]:
        history, wins = position.history, position.scores.nbw[-1]
        for number, opponent in enumerate(history.opponent[:, index].tolist()):
            if opponent < 0:
                yield Term(Kind.UNPLAYED, 0, number + 1)
                continue
            natural = int(history.rank[index]) - int(history.rank[opponent])
            harder = int(history.handicap[number, index]) - natural
            factor = max(-1, min(HARDEST, harder)) + 1
            won = int(history.points[number, index]) == WIN
            yield Term(
                Kind.OPPONENT,
                int(wins[opponent]) * factor,
                number + 1,
                history.ids[opponent],
                score=int(wins[opponent]),
                factor=factor,
                counts=won or not only_won,
            )

    return terms


def _tied(position: Position, criterion: Criterion, index: int) -> list[int]:
    """Return the indices of those a player is compared with, himself among them."""
    family = (criterion,) if criterion is Criterion.EGF_DC else (Criterion.DC, Criterion.SDC)
    place = first_of(position, *family)
    if place is None:
        return []
    sets = tied_before(position, place)
    return [one for one in range(position.count) if sets[one] == sets[index]]


def _dc(position: Position, index: int) -> Iterator[Term]:
    """Everybody ranked below, and how many more share the rank than share the last one."""
    column = position.column(Criterion.DC)
    values = {one: int(column[one]) for one in _tied(position, Criterion.DC, index)}
    own = values.get(index, 0)
    below = [one for one, value in values.items() if value < own]
    for one in below:
        yield Term(Kind.BELOW, 1, opponent=position.history.ids[one])
    if own != len(below):
        yield Term(Kind.BESIDE, own - len(below))


def _sdc(position: Position, index: int) -> Iterator[Term]:
    if not position.column(Criterion.SDC)[index]:
        return
    place = first_of(position, Criterion.DC, Criterion.SDC)
    net = net_wins(position, tied_before(position, place or 0))
    for low, high, number in zip(
        net.low.tolist(), net.high.tolist(), net.number.tolist(), strict=True
    ):
        winner, loser = (low, high) if number > 0 else (high, low)
        if number and winner == index:
            yield Term(Kind.BEATEN, 1, opponent=position.history.ids[loser])


def _egf_dc(position: Position, index: int) -> Iterator[Term]:
    column = position.column(Criterion.EGF_DC)
    for one in _tied(position, Criterion.EGF_DC, index):
        if column[one] < column[index]:
            yield Term(Kind.BELOW, 1, opponent=position.history.ids[one])


_COMPARED = frozenset({Criterion.DC, Criterion.SDC, Criterion.EGF_DC})

_TERMS: Mapping[Criterion, Callable[[Position, int], Iterator[Term]]] = MappingProxyType(
    {
        **{one: _itself(one) for one in (Criterion.CATEGORY, Criterion.RANK, Criterion.RATING)},
        Criterion.NBW: _nbw,
        Criterion.MMS: _mms,
        Criterion.CPS: _cps,
        Criterion.STS: _sts,
        Criterion.CUSSW: _after_each(wins=True),
        Criterion.CUSSM: _after_each(wins=False),
        Criterion.SOSW: _sos("W"),
        Criterion.SOSW_1: _sos("W", 1),
        Criterion.SOSW_2: _sos("W", 2),
        Criterion.SODOSW: _sodos("W"),
        Criterion.SOSM: _sos("M"),
        Criterion.SOSM_1: _sos("M", 1),
        Criterion.SOSM_2: _sos("M", 2),
        Criterion.SODOSM: _sodos("M"),
        Criterion.SOSTS: _sos("TS"),
        Criterion.SOSOSW: _sosos("W"),
        Criterion.SOSOSM: _sosos("M"),
        Criterion.EXT: _exploits(only_won=False),
        Criterion.EXR: _exploits(only_won=True),
        Criterion.DC: _dc,
        Criterion.SDC: _sdc,
        Criterion.EGF_DC: _egf_dc,
    }
)
