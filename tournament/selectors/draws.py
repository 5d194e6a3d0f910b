"""The machine's draws: what they were made from, whether they come out again, and why."""

from dataclasses import dataclass
from typing import Any

from language.localtext import LocalText
from tournament.models import Draw, Game, Round, Tournament
from tournament.pairing.digest import input_digest, verify
from tournament.pairing.explain import (
    Alternative,
    PlayerExplanation,
    alternatives,
    explain_player,
)
from tournament.pairing.pairing import Board, Pairing, PairingRequest
from tournament.selectors.events import teams_of
from tournament.selectors.settings import team_rules_of
from tournament.selectors.state import state_of
from tournament.state.codec import from_json, to_json
from tournament.state.parameters import Method
from tournament.state.people import Player
from tournament.state.wishes import FixedBoard

MOST_ALTERNATIVES = 5


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of pairing a round again: each difference in a sentence.

    ``input_changed`` means that players, results or parameters are no longer all those the draw
    was made from.
    """

    input_changed: bool
    differences: tuple[LocalText, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """Why a player has his opponent, and whom else he could have had at what loss."""

    player: Player
    opponent: Player | None
    explanation: PlayerExplanation
    others: tuple[tuple[Player, Alternative], ...]


def request_parameters(request: PairingRequest) -> dict[str, Any]:
    """Return what a draw stores of a request beside its seed: all but players and games."""
    return {
        "parameters": to_json(request.state.parameters),
        "wishes": to_json(request.state.wishes),
        "bye": request.bye,
        "fixed": to_json(request.fixed),
        "reserved": sorted(request.reserved),
    }


def stored_boards(pairing: Pairing) -> list[dict[str, Any]]:
    """Return the boards of a pairing as a draw stores them."""
    return [
        {**{name: getattr(board, name) for name in _BOARD}, "components": dict(board.components)}
        for board in pairing.boards
    ]


_BOARD = ("table", "black", "white", "handicap", "komi_half", "weight", "fixed")


def verify_round(tournament_id: int, number: int) -> Verification | None:
    """Pair a round again, from its latest draw, and say what is not the same.

    None where the machine has not paired the round. Raises PairingError where it could no longer
    be paired at all.
    """
    draw = (
        Draw.objects.select_related("round__tournament")
        .filter(round__tournament=tournament_id, round__number=number)
        .last()
    )
    if draw is None:
        return None
    request = _request_of(draw)
    tournament = draw.round.tournament
    teams = teams_of(tournament) if tournament.by_teams else ()
    rules = team_rules_of(tournament)
    return Verification(
        input_changed=input_digest(request, teams, rules) != draw.digest,
        differences=verify(request, _pairing_of(draw), teams, rules),
    )


def why(tournament_id: int, number: int, player_number: int) -> Why | None:
    """Return why a player has his board in a round as it stands now, in some ten queries.

    None where he has none, or where rounds are not paired by weights.
    """
    round_ = (
        Round.objects.select_related("tournament")
        .filter(tournament=tournament_id, number=number)
        .first()
    )
    if round_ is None:
        return None
    request = PairingRequest(state=state_of(round_.tournament, before=number), round=number)
    if request.state.parameters.method is not Method.WEIGHTS or round_.tournament.by_teams:
        return None
    pairing = _current(round_)
    seated = {side for board in pairing.boards for side in (board.black, board.white)}
    if player_number not in seated and player_number != pairing.bye:
        return None
    explanation = explain_player(request, pairing, player_number)
    people = {player.id: player for player in request.state.players}
    found: list[Alternative] = []
    if explanation.alternative is not None:
        next_best = explanation.alternative
        others = alternatives(request, pairing, player_number, MOST_ALTERNATIVES)
        found = [next_best, *(one for one in others if one.opponent != next_best.opponent)]
    pair = explanation.pair
    return Why(
        player=people[player_number],
        opponent=None if pair is None else people[pair.other],
        explanation=explanation,
        others=tuple((people[other.opponent], other) for other in found),
    )


def _request_of(draw: Draw) -> PairingRequest:
    """Return the request of a draw: its own seed and boards, today's players and results."""
    tournament: Tournament = draw.round.tournament
    stored = draw.parameters
    return PairingRequest(
        state=state_of(tournament, before=draw.round.number),
        round=draw.round.number,
        seed=draw.seed,
        bye=stored["bye"],
        fixed=tuple(from_json(FixedBoard, item) for item in stored["fixed"]),
        reserved=frozenset(stored["reserved"]),
    )


def _pairing_of(draw: Draw) -> Pairing:
    return Pairing(
        round=draw.round.number,
        boards=tuple(
            Board(**{name: item[name] for name in _BOARD}, components=item["components"])
            for item in draw.boards
        ),
        bye=draw.bye_number,
        total=int(draw.total),
        seed=draw.seed,
        engine_version=draw.engine_version,
    )


def _current(round_: Round) -> Pairing:
    """Return a round as it stands, whoever paired it; locked boards count as fixed."""
    games = Game.objects.filter(round=round_).order_by("board_number")
    return Pairing(
        round=round_.number,
        boards=tuple(
            Board(table, black, white, handicap, komi, fixed=locked)
            for table, black, white, handicap, komi, locked in games.values_list(
                "board_number",
                "black__number",
                "white__number",
                "handicap",
                "komi_half",
                "locked",
            )
        ),
        bye=round_.seats.filter(game=None).values_list("player__number", flat=True).first(),
    )
