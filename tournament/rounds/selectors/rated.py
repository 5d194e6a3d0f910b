"""The rounds of a tournament in rated mode, held against the engine."""

from dataclasses import replace
from typing import Any

from language.messages import Message
from tournament.brackets.reached import WITH_WALK_OVERS
from tournament.models import Draw, RatedFor, Tournament
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.pairing.verification import sentences, terms_sentences, verify_round
from tournament.rounds.selectors.draws import unpacked
from tournament.rounds.selectors.state import shown_rounds, state_of
from tournament.spoken import spoken
from tournament.standings.federation_rules import Federation
from tournament.state.games import Game
from tournament.state.parameters import Method
from tournament.state.state import TournamentState

_DRAWN = ("round__number", "boards", "bye_number", "request")


def federation_of(tournament: Tournament) -> Federation | None:
    """Return by whose rules a tournament is played; None where the rated mode is off."""
    if tournament.rated_for == RatedFor.NONE:
        return None
    return Federation(tournament.rated_for)


def departing_draft(tournament_id: int, number: int) -> list[str]:
    """Return what a draft has otherwise than the engine pairs it, and what that costs.

    Nothing where the rated mode is off, where teams are paired, or where everything is by hand.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    if federation_of(tournament) is None or not _compared(tournament):
        return []
    draws = Draw.objects.filter(round__tournament=tournament, round__number=number)
    draw = draws.order_by("pk").values(*_DRAWN).last()
    return [spoken(text) for text in _departing(state_of(tournament), number, draw)]


def departing_newly(
    tournament: Tournament, old: TournamentState, new: TournamentState, number: int
) -> list[str]:
    """Return what a round has otherwise than the engine pairs it in a state, and had not before.

    Nothing where the rated mode is off.
    """
    if federation_of(tournament) is None or not _compared(tournament):
        return []
    draws = Draw.objects.filter(round__tournament=tournament, round__number=number)
    draw = draws.order_by("pk").values(*_DRAWN).last()
    before = set(_departing(old, number, draw))
    return [spoken(text) for text in _departing(new, number, draw) if text not in before]


def departing_rounds(tournament: Tournament) -> tuple[tuple[int, tuple[Message, ...]], ...]:
    """Return what the published rounds have otherwise than the engine pairs them, by round.

    A round that is as it was drawn departs from nothing, whatever was changed since. Another one is
    held against what the engine had to pair it from.
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
    byes = [bye for bye in state.byes if bye.round == number]
    if not games or (draw is not None and _as_drawn(games, [bye.player for bye in byes], draw)):
        return ()
    before = state
    if draw is not None and draw["request"]:
        drawn = unpacked(bytes(draw["request"]))[0].state
        seated = {player for game in games for player in game.players}
        seated |= {bye.player for bye in byes}
        if seated <= {player.id for player in drawn.players}:
            before = drawn
    held = replace(
        before,
        games=(*(game for game in before.games if game.round < number), *games),
        byes=(*(bye for bye in before.byes if bye.round < number), *byes),
    )
    names = {player.id: player.name for player in state.players}
    check = verify_round(held, number)
    late = None if draw is None else _seated_late(games, [bye.player for bye in byes], draw)
    if late is not None:
        return terms_sentences([board for board in check.terms if board.game in late], names)
    return sentences(check, names)


def _seated_late(
    games: list[Game], byes: list[int], draw: dict[str, Any]
) -> frozenset[Game] | None:
    """Return the board of a player who came after the draw, where all else is as it was drawn.

    Two such players meet, or one meets whoever had the bye: there was nobody else, so that nothing
    departs from the engine's pairing. None for any other change, and where more of them could have
    been seated otherwise.
    """
    due = {_drawn_seat(board) for board in draw["boards"] if not board["fixed"]}
    late = frozenset(game for game in games if _seat_of(game) not in due)
    if len(due) < len(draw["boards"]) or len(games) - len(late) < len(due):
        return None
    drawn = {player for black, white, *__ in due for player in (black, white)}
    seated = {player for game in late for player in game.players} | set(byes)
    return late if late and len(seated) == 2 and not seated & drawn else None


def _drawn_seat(board: dict[str, Any]) -> tuple[int, int, int, int | None]:
    return board["black"], board["white"], board["handicap"], board["komi_half"]


def _seat_of(game: Game) -> tuple[int, int, int, int | None]:
    return game.black, game.white, game.handicap, game.komi_half


def _as_drawn(games: list[Game], byes: list[int], draw: dict[str, Any]) -> bool:
    """Whether the boards are those that the machine drew, of which nobody had fixed any."""
    due = {_drawn_seat(board) for board in draw["boards"]}
    drawn = {draw["bye_number"]} - {None}
    through = set(byes) - drawn
    if through and draw["request"]:
        drawn |= _walk_overs(unpacked(bytes(draw["request"]))[0])
    played = {_seat_of(game) for game in games}
    fixed = any(board["fixed"] for board in draw["boards"])
    return not fixed and played == due and set(byes) == drawn


def _walk_overs(request: PairingRequest) -> set[int]:
    """Return who goes through without a game in a round; a draw keeps its boards and one bye."""
    if request.state.parameters.method not in WITH_WALK_OVERS:
        return set()
    try:
        return set(pair_round(request).walk_overs)
    except PairingError:
        return set()  # the engine of today would not pair it


def _compared(tournament: Tournament) -> bool:
    return not tournament.by_teams and tournament.method != Method.MANUAL.value
