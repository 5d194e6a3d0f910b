"""The rounds of a tournament in rated mode, compared with the engine's pairings."""

from typing import Any

from language.messages import Message
from tournament.brackets.reached import WITH_WALK_OVERS
from tournament.models import Draw, RatedFor, Tournament
from tournament.pairing.drawn import late_board, seat_of, state_as_drawn
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.pairing.verification import round_sentences, terms_sentences, verify_round
from tournament.rounds.selectors.draws import drawn_boards, unpack_request
from tournament.rounds.selectors.state import shown_rounds, state_of
from tournament.spoken import translated
from tournament.standings.federation_rules import Federation
from tournament.state.games import Game
from tournament.state.parameters import Method
from tournament.state.people import distinct_names
from tournament.state.state import TournamentState

_DRAWN = ("round__number", "boards", "bye_number", "request")


def federation_of(tournament: Tournament) -> Federation | None:
    """Return the federation whose rules a tournament is played by; None if rated mode is off."""
    if tournament.rated_for == RatedFor.NONE:
        return None
    return Federation(tournament.rated_for)


def departing_draft(tournament_id: int, number: int) -> list[str]:
    """Return how a draft departs from the engine's pairing, and what that costs.

    Empty if rated mode is off, if teams are paired, or if everything is paired by hand.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    if federation_of(tournament) is None or not _compared(tournament):
        return []
    draws = Draw.objects.filter(round__tournament=tournament, round__number=number)
    draw = draws.order_by("pk").values(*_DRAWN).last()
    return [translated(text) for text in _departing(state_of(tournament), number, draw)]


def departing_newly(
    tournament: Tournament, old: TournamentState, new: TournamentState, number: int
) -> list[str]:
    """Return the departures from the engine's pairing that a round did not have before.

    They are those in the state ``new`` and not in ``old``. Empty if rated mode is off.
    """
    if federation_of(tournament) is None or not _compared(tournament):
        return []
    draws = Draw.objects.filter(round__tournament=tournament, round__number=number)
    draw = draws.order_by("pk").values(*_DRAWN).last()
    before = set(_departing(old, number, draw))
    return [translated(text) for text in _departing(new, number, draw) if text not in before]


def departing_rounds(tournament: Tournament) -> tuple[tuple[int, tuple[Message, ...]], ...]:
    """Return how the published rounds depart from the engine's pairings, by round.

    A round that is as it was drawn has no departures, whatever was changed since. Any other is
    compared with what the engine makes of the input it had.
    """
    if not _compared(tournament):
        return ()
    state, shown = state_of(tournament), shown_rounds(tournament)
    rows = Draw.objects.filter(round__tournament=tournament).order_by("pk").values(*_DRAWN)
    draws = {row["round__number"]: row for row in rows}
    found = [(number, _departing(state, number, draws.get(number))) for number in sorted(shown)]
    return tuple((number, texts) for number, texts in found if texts)


def _departing(
    state: TournamentState, number: int, draw: dict[str, Any] | None
) -> tuple[Message, ...]:
    games = [game for game in state.games if game.round == number]
    byes = [bye.player for bye in state.byes if bye.round == number]
    request = unpack_request(bytes(draw["request"]))[0] if draw and draw["request"] else None
    if not games or (draw is not None and _as_drawn(games, byes, draw, request)):
        return ()
    held = state if request is None else state_as_drawn(state, request.state, number)
    names = distinct_names(state.players)
    check = verify_round(held, number)
    late = None if draw is None else late_board(games, byes, drawn_boards(draw["boards"]))
    if late is not None:
        return terms_sentences([board for board in check.terms if board.game in late], names)
    return round_sentences(check, names)


def _as_drawn(
    games: list[Game], byes: list[int], draw: dict[str, Any], request: PairingRequest | None
) -> bool:
    """Whether the round is as the machine drew it, with no board or bye fixed by anybody."""
    if request is not None and request.bye is not None:
        return False
    due = set(drawn_boards(draw["boards"]))
    drawn = {draw["bye_number"]} - {None}
    through = set(byes) - drawn
    if through and request is not None:
        drawn |= _walk_overs(request)
    played = {seat_of(game) for game in games}
    return played == due and set(byes) == drawn


def _walk_overs(request: PairingRequest) -> set[int]:
    """Return who goes through a round without a game; a draw keeps its boards and one bye."""
    if request.state.parameters.method not in WITH_WALK_OVERS:
        return set()
    try:
        return set(pair_round(request).walk_overs)
    except PairingError:
        return set()  # today's engine would not pair it


def _compared(tournament: Tournament) -> bool:
    return not tournament.by_teams and tournament.method != Method.MANUAL.value
