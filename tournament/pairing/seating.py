"""From pairs to boards for methods without weights: tables, handicaps, and who is left over."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.brackets.seeding import check_known
from tournament.pairing.field import field_of
from tournament.pairing.handicap import (
    GameTerms,
    PairSide,
    game_terms,
    handicap_of,
    terms_with_colours,
)
from tournament.pairing.pairing import (
    Board,
    Pairing,
    PairingError,
    PairingRequest,
    bracket_errors,
)
from tournament.pairing.request import check_request, fixed_players, names_of, players_to_pair
from tournament.pairing.tables import number_tables
from tournament.state.wishes import FixedBoard


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who meet. If ``colours``, the ``first`` has Black in an even game."""

    first: int
    second: int
    colours: bool = False


@dataclass(frozen=True, slots=True)
class _Game:
    pair: Pair
    fixed: FixedBoard | None = None


@bracket_errors()
def check_seating(request: PairingRequest) -> None:
    """Raise PairingError for a request that contradicts itself or the state.

    A bye given by hand need not leave an even number of players.
    """
    check_request(replace(request, bye=None))
    if request.bye is None:
        return
    check_known(request.state, (request.bye,), _("Bye"))
    name = names_of(request.state)[request.bye]
    if request.bye in fixed_players(request):
        raise PairingError(
            "player_busy",
            _("%(name)s has a fixed board and the bye: take one of them back.") % {"name": name},
        )
    if request.bye not in players_to_pair(request):
        raise PairingError(
            "bye_not_playing",
            _("%(name)s has the bye but does not play in this round.") % {"name": name},
        )


def seat(
    request: PairingRequest,
    pairs: Sequence[Pair],
    bye: int | None = None,
    notes: Sequence[Message] = (),
    walk_overs: Sequence[int] = (),
) -> Pairing:
    """Return the pairing with the given pairs and the fixed boards.

    Tables follow the order of the pairs. A pair is left out if one of the two does not play, has
    the bye or is at a fixed board with somebody else; fixed boards that are not among the pairs
    come last. Everybody else who plays is unpaired, except those who have a walk-over.
    """
    playing, busy = players_to_pair(request), fixed_players(request)
    if bye in busy or bye not in playing:
        bye = None
    free = playing - busy - frozenset(() if bye is None else (bye,))
    games = _games(request, pairs, free)
    field = field_of(request, playing | busy)
    sides = {player.id: field.side(place) for place, player in enumerate(field.players)}
    tables = number_tables(
        [(place, place) for place in range(len(games))],
        range(len(games)),
        [game.fixed.table if game.fixed else None for game in games],
        request.reserved,
    )
    boards = [
        _board(request, game, table, sides) for game, table in zip(games, tables, strict=True)
    ]
    seated = {player for board in boards for player in (board.black, board.white)}
    through = tuple(player for player in walk_overs if player in free - seated)
    left = sorted(free - seated - set(through))
    return Pairing(
        round=request.round,
        boards=tuple(sorted(boards, key=lambda board: board.table)),
        bye=bye,
        seed=request.seed,
        notes=tuple(notes),
        unpaired=tuple(left),
        walk_overs=through,
    )


def _games(request: PairingRequest, pairs: Sequence[Pair], free: frozenset[int]) -> list[_Game]:
    fixed = {frozenset((board.black, board.white)): board for board in request.fixed}
    games = []
    for pair in pairs:
        both = frozenset((pair.first, pair.second))
        if both in fixed:
            games.append(_Game(pair, fixed.pop(both)))
        elif both <= free:
            games.append(_Game(pair))
    games += [_Game(Pair(board.black, board.white), board) for board in fixed.values()]
    return games


def _board(request: PairingRequest, game: _Game, table: int, sides: dict[int, PairSide]) -> Board:
    """Return a board; whatever a fixed board leaves open is computed."""
    rule, komi = request.state.parameters.handicap, request.state.parameters.komi
    fixed, pair = game.fixed, game.pair
    handicap = fixed.handicap if fixed else None
    if fixed and fixed.colours_fixed:
        found = terms_with_colours(rule, komi, sides[fixed.black], sides[fixed.white], handicap)
    else:
        first, second = sides[pair.first], sides[pair.second]
        stones = handicap_of(rule, first, second) if handicap is None else handicap
        settle = terms_with_colours if pair.colours and not stones else game_terms
        found = settle(rule, komi, first, second, stones)
    if fixed and fixed.komi_half is not None:
        found = GameTerms(found.black, found.white, found.handicap, fixed.komi_half)
    return Board(
        table=table,
        black=found.black,
        white=found.white,
        handicap=found.handicap,
        komi_half=found.komi_half,
        fixed=fixed is not None,
    )
