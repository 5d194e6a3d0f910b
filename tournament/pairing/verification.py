"""Every round of a played tournament compared with the engine: pairs, bye and terms of games.

The engine pairs each round's players with the tournament's own parameters, from the results before
the round. A round is either that pairing or was changed, and then the cost of the change is given.
The terms are handicap, colours and komi. A departure is not a fault: the director may have had
reasons, or corrected a rank after the round. Whatever the parameters leave to chance is not held
against anybody.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from operator import itemgetter
from types import MappingProxyType
from typing import Final

import numpy as np

from language.messages import Message, Number, Param, comma_list, join_messages
from language.messages import gettext_lazy as _
from tournament.brackets.beside import outside_bracket_predicate
from tournament.brackets.elimination import EliminationRounds
from tournament.brackets.missing import missing_games
from tournament.brackets.reached import WITH_WALK_OVERS
from tournament.brackets.tables import in_tables
from tournament.brackets.walk_overs import walk_overs
from tournament.pairing.components import named_components
from tournament.pairing.differences import Exchange, exchange_sentences, exchanges
from tournament.pairing.field import PairingField, field_of
from tournament.pairing.handicap import GameTerms, game_terms, terms_with_colours
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.pairing.tables import standing_by_place, table_key
from tournament.state.games import Game
from tournament.state.parameters import Method
from tournament.state.state import TournamentState


class Verdict(StrEnum):
    """The verdict on the pairs of a round."""

    OPTIMAL = "optimal"
    """No pairing of these players has a greater weight, or the pairs are those the method gives."""
    CHANGED = "changed"
    """Another pairing has a greater weight, or the method gives other pairs."""
    NOT_COMPARED = "not_compared"
    """There is nothing to compare the round with; ``why`` says for what reason."""


_NOBODY: Final[Mapping[frozenset[int], int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class TermsDifference:
    """A board whose handicap, colours or komi are not what the parameters give.

    ``terms`` are those of the parameters; ``differs`` names what was played differently:
    ``handicap``, ``colours``, ``komi``.
    """

    game: Game
    terms: GameTerms
    differs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RenumberedBoard:
    """A board whose number is not the one that the draw gives, which is ``due``."""

    game: Game
    due: int


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """A round compared with the engine.

    ``total`` is the weight of the pairs as played and ``best`` the greatest possible, without the
    random component; both are 0 if the method has no weights. ``lost`` has, by component, how much
    less (negative: more) the pairs as played have than the best. ``played`` are pairs that the best
    pairing does not have, ``instead`` those that it has in their place; both are empty in an
    optimal round, even if another pairing weighs as much. If the method has weights, ``exchanges``
    has the exchanges among them that cost anything.

    ``outside_bracket`` are games outside the bracket or the table of the round.
    ``in_losers_bracket`` are those of ``played`` and ``instead`` that are in a losers' bracket: no
    tree lays them down, and ``rematches`` says how many of each have met before. ``colours`` are
    even games with the colours reversed from those of a deterministic draw, where nothing else
    decides: that is worth a remark but is no departure, and so are ``renumbered`` boards. ``bye``
    is who has it, and ``bye_due`` who is due by the rule; both are None in a round without a bye.
    """

    round: int
    boards: int
    verdict: Verdict
    total: int = 0
    best: int = 0
    lost: Mapping[str, int] = field(default_factory=dict)
    played: tuple[tuple[int, int], ...] = ()
    instead: tuple[tuple[int, int], ...] = ()
    bye: int | None = None
    bye_due: int | None = None
    exchanges: tuple[Exchange, ...] = ()
    outside_bracket: tuple[tuple[int, int], ...] = ()
    laid_down: bool = False
    """Whether a table or a tree says who meets whom, rather than weights."""
    in_losers_bracket: frozenset[tuple[int, int]] = frozenset()
    rematches: tuple[int, int] = (0, 0)
    colours: tuple[Game, ...] = ()
    renumbered: tuple[RenumberedBoard, ...] = ()
    terms: tuple[TermsDifference, ...] = ()
    reason: Message | None = None

    @property
    def loss(self) -> int:
        """Return how much less the pairs as played weigh than the best; never negative."""
        return max(0, self.best - self.total)

    @property
    def departs(self) -> bool:
        """Whether anything differs from what the tournament's parameters give."""
        changed = self.verdict is Verdict.CHANGED or bool(self.terms)
        return changed or (self.verdict is not Verdict.NOT_COMPARED and self.bye != self.bye_due)


def verify_rounds(state: TournamentState) -> tuple[RoundCheck, ...]:
    """Return every round that has games, each compared with the engine."""
    rounds = sorted({game.round for game in state.games})
    return tuple(verify_round(state, number) for number in rounds)


def verify_round(state: TournamentState, number: int) -> RoundCheck:
    """Return a round compared with what the engine pairs from the results before it.

    A round that cannot be paired with these parameters is not compared.
    """
    games = [game for game in state.games if game.round == number]
    byes = [bye.player for bye in state.byes if bye.round == number]
    request = _request(state, number, games, byes)
    bracket = state.parameters.method in WITH_WALK_OVERS
    check = RoundCheck(number, len(games), Verdict.NOT_COMPARED, bye=byes[0] if byes else None)
    if state.parameters.method is Method.MANUAL:
        return replace(check, reason=_("The director pairs by hand."))
    if len(byes) > 1 and not bracket:
        return replace(check, reason=_("More than one player has the bye."))
    try:
        due = pair_round(request)
        if walked := _walked(state, number) - {*due.walk_overs}:
            byes = [player for player in byes if player not in walked]
            request = replace(request, only=(request.only or frozenset()) - walked)
            due = pair_round(request)
        byes = [player for player in byes if player not in due.walk_overs]
        if len(byes) > 1:
            return replace(check, reason=_("More than one player has the bye."))
        bye = byes[0] if byes else None
        as_played = replace(request, bye=bye) if due.bye != bye else request
        best = due if as_played is request else pair_round(as_played)
    except PairingError as error:
        broken = error.code in _BROKEN
        return replace(check, reason=_NOT_FOLLOWED % {"why": error.why} if broken else error.why)
    found = field_of(request, request.only or frozenset())
    tabled = (
        {frozenset((board.black, board.white)): board.black for board in best.boards}
        if in_tables(state.parameters, number)
        else {}
    )
    check = replace(
        check,
        bye=bye,
        bye_due=due.bye,
        terms=differing_terms(found, games, tabled=tabled),
        colours=tuple(_otherwise_drawn(found, games, tabled)),
        renumbered=tuple(_renumbered(_numbering(state, found, games, best))),
    )
    if state.parameters.method is Method.WEIGHTS:
        return _weighed(check, found, games, best)
    return _in_bracket(check, state, games, best) if bracket else _compared(check, games, best)


def _walked(state: TournamentState, number: int) -> frozenset[int]:
    """Return who won by walk-over in a round: nobody is due such a bye by a rule."""
    found = walk_overs(state.before(number + 1))
    return frozenset(player for at, player in found if at == number)


def _request(
    state: TournamentState, number: int, games: Sequence[Game], byes: Sequence[int]
) -> PairingRequest:
    """Return the request for those who have a game or the bye, without a random component."""
    weights = state.parameters.weights
    if weights.random and not weights.deterministic:
        parameters = replace(state.parameters, weights=replace(weights, random=0))
        state = replace(state, parameters=parameters)
    present = frozenset([*byes, *(player for game in games for player in game.players)])
    return PairingRequest(state, number, only=present)


def _weighed(
    check: RoundCheck, found: PairingField, games: Sequence[Game], best: Pairing
) -> RoundCheck:
    """Compare the sums of weights; if the played one is the greatest, the pairs may differ."""
    played = [game.players for game in games]
    places = np.array([[found.place[player] for player in pair] for pair in played])
    places = places.reshape(-1, 2).astype(np.int64)
    parts = named_components(found, places[:, 0], places[:, 1])
    total = sum(1 + sum(part.values()) for part in parts)
    if total >= best.total:
        return replace(check, verdict=Verdict.OPTIMAL, total=total, best=best.total)
    sums = {
        name: sum(board.components[name] for board in best.boards)
        - sum(part[name] for part in parts)
        for name in (parts[0] if parts else ())
    }
    return replace(
        _compared(check, games, best),
        verdict=Verdict.CHANGED,
        total=total,
        best=best.total,
        lost={name: loss for name, loss in sums.items() if loss},
        exchanges=tuple(
            exchange
            for exchange in exchanges(
                found,
                [game.players for game in games],
                [(board.black, board.white) for board in best.boards],
            )
            if exchange.loss
        ),
    )


def _in_bracket(
    check: RoundCheck, state: TournamentState, games: Sequence[Game], best: Pairing
) -> RoundCheck:
    """Compare the pairs with those due to meet, leaving out games beside the bracket."""
    check = _compared(check, games, best)
    due = {frozenset(pair) for pair in check.instead}
    unplayed = tuple(
        (match[0], match[1])
        for match in missing_games(state, check.round)
        if len(match) == 2 and frozenset(match) not in due
    )
    check = replace(check, instead=(*check.instead, *unplayed))
    missing = {player for pair in check.instead for player in pair}
    is_beside = outside_bracket_predicate(state, check.round) if check.played else None
    aside = tuple(
        pair for pair in check.played if is_beside and missing.isdisjoint(pair) and is_beside(pair)
    )
    apart = tuple(pair for pair in check.played if pair not in aside)
    chosen = _chosen(state, check.round, (*apart, *check.instead))
    met = {frozenset(game.players) for game in state.counted_games() if game.round < check.round}
    again, again_due = (
        sum(pair in chosen and frozenset(pair) in met for pair in pairs)
        for pairs in (apart, check.instead)
    )
    return replace(
        check,
        verdict=Verdict.CHANGED if apart or check.instead else Verdict.OPTIMAL,
        played=apart,
        outside_bracket=aside,
        laid_down=True,
        in_losers_bracket=chosen,
        rematches=(again, again_due),
        terms=tuple(board for board in check.terms if board.game.players not in aside),
    )


def _chosen(
    state: TournamentState, number: int, pairs: Iterable[tuple[int, int]]
) -> frozenset[tuple[int, int]]:
    """Return which pairs are in a losers' bracket; the grand final is not."""
    if state.parameters.method is not Method.DOUBLE_ELIMINATION:
        return frozenset()
    position = EliminationRounds(state.before(number), lenient=True).after(number - 1)
    below = frozenset(position.lower)
    return frozenset(pair for pair in pairs if below.issuperset(pair))


def _compared(check: RoundCheck, games: Sequence[Game], best: Pairing) -> RoundCheck:
    """Compare the pairs, ignoring colours."""
    played = {frozenset(game.players): game.players for game in games}
    due = {frozenset((board.black, board.white)): board for board in best.boards}
    apart = [pair for key, pair in played.items() if key not in due]
    instead = [(board.black, board.white) for key, board in due.items() if key not in played]
    same = not apart and not instead
    return replace(
        check,
        verdict=Verdict.OPTIMAL if same else Verdict.CHANGED,
        played=tuple(apart),
        instead=tuple(instead),
    )


def differing_terms(
    found: PairingField,
    games: Sequence[Game],
    *,
    every: bool = False,
    tabled: Mapping[frozenset[int], int] = _NOBODY,
) -> tuple[TermsDifference, ...]:
    """Return the boards whose terms are not what the parameters give, or ``every`` board.

    ``tabled`` has the player with Black in an even game by the table of a round-robin. Komi is
    compared with what the board's own colours and handicap give. Colours that only the names would
    decide are not compared, nor are colours or komi that a file does not give.
    """
    rule, komi = found.parameters.handicap, found.parameters.komi
    apart = []
    for game in games:
        black, white = found.side(found.place[game.black]), found.side(found.place[game.white])
        due = game_terms(rule, komi, black, white)
        differs = []
        if game.handicap != due.handicap:
            differs.append("handicap")
        by_name = not game.handicap and black.balance == white.balance
        first = tabled.get(frozenset(game.players))
        if first is not None and not game.handicap and not due.handicap:
            second = game.white if first == game.black else game.black
            due, by_name = replace(due, black=first, white=second), False
        if game.colours_known and game.black != due.black and not by_name:
            differs.append("colours")
        settled = terms_with_colours(rule, komi, black, white, game.handicap)
        if game.komi_half is not None and game.komi_half != settled.komi_half:
            differs.append("komi")
            due = replace(due, komi_half=settled.komi_half)
        if differs or every:
            apart.append(TermsDifference(game, due, tuple(differs)))
    return tuple(apart)


def _otherwise_drawn(
    found: PairingField, games: Iterable[Game], tabled: Mapping[frozenset[int], int]
) -> Iterator[Game]:
    """Yield the even games whose colours are reversed from those of the draw by names.

    A name corrected since, or players who chose for themselves, have that effect too.
    """
    if not found.parameters.weights.deterministic:
        return
    for game in games:
        if game.handicap or not game.colours_known or frozenset(game.players) in tabled:
            continue
        black, white = found.side(found.place[game.black]), found.side(found.place[game.white])
        due = game_terms(
            found.parameters.handicap, found.parameters.komi, black, white, game.handicap
        )
        if black.balance == white.balance and due.black != game.black:
            yield game


def _numbering(
    state: TournamentState, found: PairingField, games: Iterable[Game], best: Pairing
) -> list[tuple[tuple[int, ...], Game]]:
    """Return the games, each with the key by which the engine numbers boards, smallest first.

    With weights it is the standing of both players, else the order of the table or the bracket;
    games that are in neither are left out.
    """
    if state.parameters.method is Method.WEIGHTS:
        places = standing_by_place(found)
        return [
            (table_key([places[found.place[player]] for player in game.players]), game)
            for game in games
        ]
    tables = {frozenset((board.black, board.white)): board.table for board in best.boards}
    return [
        ((tables[pair],), game) for game in games if (pair := frozenset(game.players)) in tables
    ]


def _renumbered(numbering: list[tuple[tuple[int, ...], Game]]) -> Iterator[RenumberedBoard]:
    """Yield the boards whose number belongs to another in this order, unless the two are tied.

    The numbers themselves are not questioned: some may be reserved.
    """
    due: dict[tuple[int, ...], list[int]] = {}
    numbers = sorted(game.table for _key, game in numbering)
    for (key, _game), table in zip(sorted(numbering, key=itemgetter(0)), numbers, strict=True):
        due.setdefault(key, []).append(table)
    for key, game in numbering:
        if game.table not in due[key]:
            yield RenumberedBoard(game, due[key][0])


def number_notices(check: RoundCheck, names: Mapping[int, str]) -> tuple[Message, ...]:
    """Return sentences about boards whose numbers are not those that the draw gives."""
    found = check.renumbered
    if not found:
        return ()
    if len(found) > _MOST_BOARDS:
        return (_MANY_RENUMBERED % {"count": len(found)},)
    boards = comma_list(
        _RENUMBERED_BOARD
        % {
            "table": board.game.table,
            "black": names[board.game.black],
            "white": names[board.game.white],
            "due": board.due,
        }
        for board in sorted(found, key=lambda board: board.game.table)
    )
    return (_RENUMBERED % {"boards": boards},)


def colour_notices(check: RoundCheck, names: Mapping[int, str]) -> tuple[Message, ...]:
    """Return sentences about colours that are reversed from those of the draw."""
    if not check.colours:
        return ()
    boards = _pairs_in_words((game.players for game in check.colours), names)
    return (_OTHERWISE_DRAWN % {"boards": boards},)


def round_sentences(check: RoundCheck, names: Mapping[int, str]) -> tuple[Message, ...]:
    """Return sentences about a round that is not as the engine pairs it; often none."""
    said: list[Message] = []
    if check.reason is not None:
        said.append(check.reason)
    if check.bye != check.bye_due and check.verdict is not Verdict.NOT_COMPARED:
        said.append(_bye(check, names))
    if check.laid_down:
        said += _seated(check, names)
    elif (check.played or check.instead) and not check.exchanges:
        said.append(_paired(check.played, check.instead, names))
    if check.outside_bracket:
        said.append(_BESIDE % {"played": _pairs_in_words(check.outside_bracket, names)})
    for exchange in check.exchanges:
        words = [_paired(exchange.paired, exchange.instead, names), *exchange_sentences(exchange)]
        said.append(join_messages(words))
    return (*said, *terms_sentences(check.terms, names))


def terms_sentences(
    apart: Iterable[TermsDifference], names: Mapping[int, str]
) -> tuple[Message, ...]:
    """Return sentences about boards whose terms differ."""
    return tuple(_terms(board, names) for board in apart)


def _seated(check: RoundCheck, names: Mapping[int, str]) -> Iterator[Message]:
    """Yield sentences about pairs that differ from those of the table or the bracket.

    Exchanges within the losers' bracket have a sentence of their own.
    """
    chosen = check.in_losers_bracket
    if chosen.isdisjoint(check.played) or chosen.isdisjoint(check.instead):
        chosen = frozenset()
    played, due = (
        [pair for pair in pairs if pair not in chosen] for pairs in (check.played, check.instead)
    )
    if played and due:
        yield _OTHERWISE_SEATED % {
            "played": _pairs_in_words(played, names),
            "due": _pairs_in_words(due, names),
        }
    elif played or due:
        yield _paired(played, due, names)
    played, due = (
        [pair for pair in pairs if pair in chosen] for pairs in (check.played, check.instead)
    )
    if chosen:
        again, again_due = check.rematches
        yield _OTHERWISE_CHOSEN % {
            "played": _pairs_in_words(played, names),
            "due": _pairs_in_words(due, names),
            "again": again,
            "again_due": again_due,
        }


def _paired(
    paired: Iterable[tuple[int, int]], instead: Iterable[tuple[int, int]], names: Mapping[int, str]
) -> Message:
    played, due = tuple(paired), tuple(instead)
    if not due:
        return _("Not due to meet in this round: %(played)s.") % {
            "played": _pairs_in_words(played, names)
        }
    if not played:
        return _("Due to meet, and did not: %(instead)s.") % {
            "instead": _pairs_in_words(due, names)
        }
    return _("Paired otherwise: %(played)s. The engine pairs %(instead)s.") % {
        "played": _pairs_in_words(played, names),
        "instead": _pairs_in_words(due, names),
    }


def _pairs_in_words(pairs: Iterable[tuple[int, int]], names: Mapping[int, str]) -> Message:
    return comma_list(f"{names[first]} – {names[second]}" for first, second in pairs)


def _bye(check: RoundCheck, names: Mapping[int, str]) -> Message:
    if check.bye is None or check.bye_due is None:
        return _("There is a bye too many or too few.")
    return _("%(name)s has the bye; by the rule it is due to %(other)s.") % {
        "name": names[check.bye],
        "other": names[check.bye_due],
    }


def _terms(apart: TermsDifference, names: Mapping[int, str]) -> Message:
    game, due = apart.game, apart.terms
    values: dict[str, Param] = {
        "board": game.table,
        "black": names[game.black],
        "white": names[game.white],
        "handicap": game.handicap,
        "due": due.handicap,
        "komi": _points(game.komi_half or 0),
        "komi_due": _points(due.komi_half),
    }
    said = [_APART[what] % values for what in apart.differs]
    return _("Board %(board)d, %(black)s – %(white)s: %(differences)s.") % {
        **values,
        "differences": comma_list(said),
    }


def _points(half: int) -> Number:
    return Number(f"{half / 2:g}")


_BROKEN: Final = frozenset(["no_winner", "no_game", "not_in_the_tree", "unknown_player"])
"""The errors that have to be put right in a bracket before its next round."""
_NOT_FOLLOWED: Final = _("It is not known who was due to meet: %(why)s")
_OTHERWISE_DRAWN: Final = _(
    "Colours other than the draw by names gives, where nothing else decides: %(boards)s. "
    "Players who chose, or a name that was mended since, do that, too: it is no departure."
)
_OTHERWISE_SEATED: Final = _(
    "Not seated as in the table or the bracket: %(played)s. Due to meet were %(due)s."
)
_OTHERWISE_CHOSEN: Final = _(
    "In the losers’ bracket, which lays no pairs down: %(played)s. The engine pairs %(due)s. "
    "Pairs that have met before: %(again)d instead of %(again_due)d."
)
_MOST_BOARDS: Final = 8
"""Up to this many boards with other numbers are named; more are only counted."""
_RENUMBERED: Final = _(
    "Numbered other than by the draw: %(boards)s. Boards that were numbered by hand or "
    "paired later do that, too: it is no departure."
)
_MANY_RENUMBERED: Final = _(
    "%(count)d boards have other numbers than the draw gives. Boards that were numbered by hand or "
    "paired later do that, too: it is no departure."
)
_RENUMBERED_BOARD: Final = _("board %(table)d, %(black)s – %(white)s (by the draw %(due)d)")
_BESIDE: Final = _("Beside the bracket or the table of this round: %(played)s.")
_APART: Final = {
    "handicap": _("handicap %(handicap)d, by the rule %(due)d"),
    "colours": _("the colours are the other way round"),
    "komi": _("komi %(komi)s, by the rule %(komi_due)s"),
}
