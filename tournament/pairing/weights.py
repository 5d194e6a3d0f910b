"""The pairing method for McMahon, Swiss and cup rounds: the boards with the greatest weight."""

from collections.abc import Sequence

import numpy as np

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.pairing.bye import choose_bye, had_bye
from tournament.pairing.components import named_components
from tournament.pairing.field import PairingField, field_of
from tournament.pairing.handicap import GameTerms, game_terms, terms_with_colours
from tournament.pairing.limits import check_limits
from tournament.pairing.optimum import best_pairs
from tournament.pairing.pairing import Board, Pairing, PairingRequest
from tournament.pairing.request import check_request, fixed_players, players_to_pair
from tournament.pairing.tables import number_tables, standing_by_place
from tournament.state.wishes import FixedBoard

_UNAVOIDABLE = {
    "rematch": _(
        "Board %(table)d: %(one)s and %(other)s have met before; nothing better was found."
    ),
    "forbidden": _(
        "Board %(table)d: %(one)s and %(other)s are not to meet; nothing better was found."
    ),
    "family": _(
        "Board %(table)d: %(one)s and %(other)s are of one family; nothing better was found."
    ),
    "team": _("Board %(table)d: %(one)s and %(other)s are of one team; nothing better was found."),
}


def pair(request: PairingRequest) -> Pairing:
    """Return the pairing with the greatest weight; raises PairingError if none is possible."""
    check_request(request)
    chosen = players_to_pair(request)
    check_limits(request.state, len(chosen))
    seated = fixed_players(request)
    field = field_of(request, chosen | seated)
    free = sorted(field.place[player] for player in chosen - seated)
    bye = _bye(request, field, free)
    if bye is not None:
        free.remove(bye)

    best = best_pairs(field, np.array(free, dtype=np.int64))
    boards = _boards(request, field, best.pairs)
    return Pairing(
        round=request.round,
        boards=boards,
        bye=None if bye is None else field.players[bye].id,
        total=sum(board.weight for board in boards if not board.fixed),
        bound=best.bound,
        seed=request.seed,
        notes=_notes_of(request, field, boards, bye),
    )


def _bye(request: PairingRequest, field: PairingField, free: list[int]) -> int | None:
    if len(free) % 2 == 0:
        return None
    if request.bye is not None:
        return field.place[request.bye]
    return choose_bye(field, free, had_bye(request.state.byes, request.round))


def _boards(
    request: PairingRequest, field: PairingField, pairs: list[tuple[int, int]]
) -> tuple[Board, ...]:
    """Return the boards of the matching and the fixed ones, by table."""
    settled = [(field.place[board.black], field.place[board.white]) for board in request.fixed]
    every = np.array([*settled, *pairs], dtype=np.int64).reshape(-1, 2)
    named = named_components(field, every[:, 0], every[:, 1])
    tables = number_tables(
        [*settled, *pairs],
        standing_by_place(field),
        [*(board.table for board in request.fixed), *([None] * len(pairs))],
        request.reserved,
    )
    agreed = [_agreed(field, board) for board in request.fixed]
    rule, komi = field.parameters.handicap, field.parameters.komi
    agreed += [
        game_terms(rule, komi, field.side(first), field.side(second)) for first, second in pairs
    ]
    boards = [
        Board(
            table=table,
            black=game.black,
            white=game.white,
            handicap=game.handicap,
            komi_half=game.komi_half,
            weight=1 + sum(parts.values()),
            components=parts,
            fixed=index < len(settled),
        )
        for index, (table, game, parts) in enumerate(zip(tables, agreed, named, strict=True))
    ]
    return tuple(sorted(boards, key=lambda board: board.table))


def _agreed(field: PairingField, board: FixedBoard) -> GameTerms:
    """Return the terms of a fixed board; whatever it leaves open is computed."""
    rule, komi = field.parameters.handicap, field.parameters.komi
    black, white = field.side(field.place[board.black]), field.side(field.place[board.white])
    settle = terms_with_colours if board.colours_fixed else game_terms
    game = settle(rule, komi, black, white, board.handicap)
    if board.komi_half is None:
        return game
    return GameTerms(game.black, game.white, game.handicap, board.komi_half)


def _notes_of(
    request: PairingRequest, field: PairingField, boards: Sequence[Board], bye: int | None
) -> tuple[Message, ...]:
    """Return a sentence for every board that violates a rule or wish, and for a repeated bye."""
    notes = [
        _note(field, board, name)
        for board in boards
        for name in _UNAVOIDABLE
        if not board.fixed and board.components.get(name) == 0 and _matters(field, name)
    ]
    if bye is not None and request.bye is None:
        player = field.players[bye]
        if player.id in had_bye(request.state.byes, request.round):
            notes.append(
                _("%(name)s has a bye again: everybody here has had one.")
                % {"name": field.names[player.id]}
            )
    return tuple(notes)


def _matters(field: PairingField, name: str) -> bool:
    """Whether a component of 0 says that something was violated."""
    return name != "rematch" or field.weights.rematch > 0


def _note(field: PairingField, board: Board, name: str) -> Message:
    first, second = field.names[board.black], field.names[board.white]
    return _UNAVOIDABLE[name] % {"table": board.table, "one": first, "other": second}
