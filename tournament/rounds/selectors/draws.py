"""Draws made by the pairing: their input, whether they can be reproduced, and why each pair."""

import json
import zlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from language.messages import Message, comma_list
from language.messages import gettext_lazy as _
from tournament.models import Draw, Game, Round, Tournament
from tournament.pairing.digest import input_digest, pairing_differences
from tournament.pairing.drawn import changed_since_draw
from tournament.pairing.explain import (
    Alternative,
    PlayerExplanation,
    alternative_opponents,
    explain_player,
)
from tournament.pairing.pairing import Board, Pairing, PairingError, PairingRequest
from tournament.pairing.proof import bound_of
from tournament.pairing.request import names_of
from tournament.rounds.selectors.state import state_of, teams_of
from tournament.state.codec import from_json, to_json
from tournament.state.drawn import DrawnBoard, DrawnRound, drawn_round
from tournament.state.games import Game as GameValue
from tournament.state.parameters import Method, Parameters
from tournament.state.people import Card
from tournament.state.results import Decided, Outcome
from tournament.state.state import TournamentState
from tournament.state.teams import Team, TeamRules
from tournament.tournaments.selectors.settings import team_rules_of

MOST_ALTERNATIVES = 5
ERASED = _(
    "Somebody in this draw has been erased, together with the data it was made from: it cannot be "
    "paired again."
)


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of pairing a round again from its stored input.

    ``intact`` says that the input still matches the digest, ``differences`` say, in a sentence
    each, what came out differently. ``input_changed`` means that players, results or parameters
    have changed since, ``changed_by_hand`` is how many boards of the draw are missing or different
    in the round. ``proven`` says that no pairing of its players outweighs the draw.
    """

    intact: bool
    differences: tuple[Message, ...]
    input_changed: bool
    changed_by_hand: int
    proven: bool


@dataclass(frozen=True, slots=True)
class ChangedSince:
    """What has changed since a round was paired: its boards do not reflect it.

    ``games`` are boards of earlier rounds whose result has changed, appeared or gone, ``players``
    the ids of those who were changed, ``gone`` and ``came`` of those who no longer take part, or do
    since, ``others`` the rest: byes, settings, wishes.
    """

    games: tuple[GameValue, ...] = ()
    players: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    came: tuple[int, ...] = ()
    others: tuple[Message, ...] = ()

    def unsettled(self, unpaired: Collection[int]) -> "ChangedSince | None":
        """Return what still needs attention, or None if nothing does.

        ``unpaired`` are the ids of players who should have a place in the round and have none.
        Players who came are settled once they have a place; so are those who left, once nobody
        waits for one.
        """
        left = replace(
            self,
            gone=self.gone if unpaired else (),
            came=tuple(player for player in self.came if player in unpaired),
        )
        return None if left == ChangedSince() else left


@dataclass(frozen=True, slots=True)
class NumberedName:
    """A player's number, with a name that nobody else in the tournament has."""

    id: int
    distinct_name: str


@dataclass(frozen=True, slots=True)
class PairingExplanation:
    """Why a player has their opponent, and whom else they could have had at what loss.

    ``untried`` is how many more there were, whose pairs weigh less. ``about`` says what the
    explanation rests on: the facts of the draw or, where these are not known, today's.
    """

    player: NumberedName
    opponent: NumberedName | None
    explanation: PlayerExplanation
    others: tuple[tuple[NumberedName, Alternative], ...]
    untried: int
    about: tuple[Message, ...]


def pack_request(request: PairingRequest, teams: Sequence[Team], rules: TeamRules) -> bytes:
    """Return a draw's whole input as compressed JSON, with nothing more about the players."""
    players = tuple(replace(player, card=Card()) for player in request.state.players)
    value = {
        "request": to_json(replace(request, state=replace(request.state, players=players))),
        "teams": to_json(tuple(teams)),
        "team_rules": to_json(rules),
    }
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode())


def unpack_request(data: bytes) -> tuple[PairingRequest, tuple[Team, ...], TeamRules]:
    """Return what :func:`pack_request` packed, without cards. Raises ValueError for other data."""
    try:
        value = json.loads(zlib.decompress(data))
    except zlib.error as error:
        raise ValueError(str(error)) from error
    teams = tuple(
        from_json(Team, item, f"teams[{number}]") for number, item in enumerate(value["teams"])
    )
    return (
        from_json(PairingRequest, value["request"], "request"),
        teams,
        from_json(TeamRules, value["team_rules"], "team_rules"),
    )


def stored_boards(pairing: Pairing) -> list[dict[str, Any]]:
    """Return the boards of a pairing as a draw stores them."""
    return [
        {**{name: getattr(board, name) for name in _BOARD}, "components": dict(board.components)}
        for board in pairing.boards
    ]


def drawn_boards(stored: Sequence[dict[str, Any]]) -> tuple[DrawnBoard, ...]:
    """Return the boards that a draw stores, as files write them."""
    names = ("black", "white", "handicap", "komi_half", "fixed")
    return tuple(DrawnBoard(**{name: board[name] for name in names}) for board in stored)


def drawn_rounds(tournament_id: int, today: TournamentState) -> tuple[DrawnRound, ...]:
    """Return the input of the rounds drawn by the machine, as far as it is known; one query.

    It is not known for draws that include somebody who has been erased.
    """
    rows = Draw.objects.filter(round__tournament=tournament_id).order_by("pk")
    draws = {
        number: stored
        for number, *stored in rows.values_list("round__number", "request", "boards", "bye_number")
    }
    return tuple(
        drawn_round(
            today, unpack_request(bytes(request))[0].state, number, drawn_boards(boards), bye_number
        )
        for number, (request, boards, bye_number) in sorted(draws.items())
        if request
    )


_BOARD = ("table", "black", "white", "handicap", "komi_half", "weight", "fixed")


def verify_round(tournament_id: int, number: int) -> Verification | None:
    """Pair a round again from its latest draw, and say what comes out differently.

    None if the machine has not paired the round. Raises PairingError if it can no longer be paired
    at all, for example after somebody in it was erased.
    """
    draw = (
        Draw.objects.select_related("round__tournament")
        .filter(round__tournament=tournament_id, round__number=number)
        .last()
    )
    if draw is None:
        return None
    if not draw.request:
        raise PairingError("erased", ERASED)
    request, teams, rules = unpack_request(bytes(draw.request))
    tournament = draw.round.tournament
    today = replace(request, state=state_of(tournament, before=number))
    teams_today = teams_of(tournament) if tournament.by_teams else ()
    stored = _pairing_of(draw)
    return Verification(
        intact=input_digest(request, teams, rules) == draw.digest,
        differences=pairing_differences(request, stored, teams, rules),
        input_changed=input_digest(today, teams_today, team_rules_of(tournament)) != draw.digest,
        changed_by_hand=len(_played(stored) - _played(_current(draw.round))),
        proven=not teams and bound_of(request, stored) == stored.total,
    )


_OTHERS = (
    ("byes", _("byes of earlier rounds")),
    ("parameters", _("settings")),
    ("wishes", _("wishes")),
)


def changed_since(
    tournament: Tournament,
    draws: Iterable[tuple[bytes | memoryview, str]],
    loose: Collection[frozenset[int]],
    state: TournamentState,
) -> ChangedSince | None:
    """Return what has changed since a round was paired as a whole, or None if nothing has.

    ``draws`` are its draws, latest first, each with its request and digest; ``loose`` the pairs of
    the round that are not locked; ``state`` is today's, before the round. If the draw includes
    somebody who has been erased, nothing is known and None is returned. Two queries if teams are
    paired.
    """
    found = _whole(draws, loose)
    if found is None:
        return None
    value, request, digest = found
    request = replace(request, state=state)
    teams = teams_of(tournament) if tournament.by_teams else ()
    if input_digest(request, teams, team_rules_of(tournament)) == digest:
        return None
    then = from_json(TournamentState, value["request"]["state"], "state")
    drawn = drawn_round(state, then, request.round, (), None)
    before = {_outcome(game) for game in then.before(request.round).games}
    after = {_outcome(game) for game in state.before(request.round).games}
    boards = {(number, *sorted(pair)) for number, pair, *_result in before ^ after}
    present = {player.id: replace(player, absent=frozenset()) for player in drawn.players}
    took_part, takes_part = (
        {player.id for player in told.players if player.takes_part(request.round)}
        for told in (then, state)
    )
    return ChangedSince(
        games=tuple(
            game
            for game in state.before(request.round).games
            if (game.round, *sorted(game.players)) in boards
        ),
        players=tuple(
            player.id
            for player in state.players
            if player.id in present
            and replace(player, absent=frozenset(), card=Card()) != present[player.id]
        ),
        gone=tuple(sorted(took_part - takes_part)),
        came=tuple(sorted(takes_part - took_part)),
        others=tuple(word for name, word in _OTHERS if getattr(drawn, name) is not None),
    )


def _whole(
    draws: Iterable[tuple[bytes | memoryview, str]], loose: Collection[frozenset[int]]
) -> tuple[dict[str, Any], PairingRequest, str] | None:
    """Return the draw in which a round was paired as a whole, except for locked boards.

    It is returned as stored, as a request without its state, and with its digest. A draw that kept
    a ``loose`` board paired only the players without a board: that board rests on the earlier draw,
    which is read only then.
    """
    found = None
    for data, digest in draws:
        if not data:
            return None
        value = json.loads(zlib.decompress(bytes(data)))
        # Its players and games are read only if its digest says that some differ.
        bare = {**value["request"], "state": to_json(TournamentState(()))}
        request = from_json(PairingRequest, bare, "request")
        found = value, request, digest
        if not any(frozenset((board.black, board.white)) in loose for board in request.fixed):
            break
    return found


def _outcome(game: GameValue) -> tuple[int, frozenset[int], int, int, Outcome, Decided]:
    """Return what the pairing of a later round considers about a game."""
    result = game.result
    return (
        game.round,
        frozenset(game.players),
        game.black,
        game.handicap,
        result.outcome,
        result.decided,
    )


def _played(pairing: Pairing) -> set[tuple[int, ...]]:
    """Return the part of a pairing's boards that players see."""
    return {
        (board.table, board.black, board.white, board.handicap, board.komi_half)
        for board in pairing.boards
    }


def is_explained(tournament: Tournament, parameters: Parameters) -> bool:
    """Whether the program can say why players meet: only pairing by weights compares opponents."""
    return parameters.method is Method.WEIGHTS and not tournament.by_teams


def explain_opponent(
    tournament_id: int, number: int, player_number: int
) -> PairingExplanation | None:
    """Return why a player has their board in a round as it stands now, in about ten queries.

    A board that is as it was drawn is explained by its draw, whatever was corrected or changed at
    other boards since; any other, by the input the round was drawn from, if known.

    None if they have no board, or if rounds are not paired by weights. Raises PairingError if
    nothing can be paired with these parameters.
    """
    round_ = (
        Round.objects.select_related("tournament")
        .filter(tournament=tournament_id, number=number)
        .first()
    )
    if round_ is None:
        return None
    state = state_of(round_.tournament, before=number)
    if not is_explained(round_.tournament, state.parameters):
        return None
    current = _current(round_)
    if player_number not in _present(current):
        return None
    request, pairing, about = _explained_by(round_, state, current, player_number)
    here = _present(pairing)
    explanation = explain_player(request, pairing, player_number)
    people = {
        number: NumberedName(number, name) for number, name in names_of(request.state).items()
    }
    found: list[Alternative] = []
    if explanation.alternative is not None:
        next_best = explanation.alternative
        others = alternative_opponents(request, pairing, player_number, MOST_ALTERNATIVES)
        found = [
            next_best,
            *(opponent for opponent in others if opponent.opponent != next_best.opponent),
        ]
    pair = explanation.pair
    return PairingExplanation(
        player=people[player_number],
        opponent=None if pair is None else people[pair.opponent],
        explanation=explanation,
        others=tuple((people[other.opponent], other) for other in found),
        untried=max(0, len(here - {pairing.bye}) - 2 - len(found)),
        about=about,
    )


_OF_TODAY = _(
    "What is said here goes by the players, results and settings of today: there is no draw of "
    "this place to hold it against."
)
_NOT_DRAWN = _("Changed or added since the draw: %(boards)s.")


def _explained_by(
    round_: Round, today: TournamentState, current: Pairing, player: int
) -> tuple[PairingRequest, Pairing, tuple[Message, ...]]:
    """Return what explains a player's place: a request, a pairing, and words about both."""
    latest, own = _draw_of_place(round_, current, player)
    draw = own or latest
    # A player who was seated then may be absent now.
    here = frozenset(_present(current))
    of_today = PairingRequest(today, round_.number, only=here)
    if draw is None:
        return of_today, current, (_OF_TODAY,)
    request = unpack_request(bytes(draw.request))[0]
    if own is None and not here <= {known.id for known in request.state.players}:
        return of_today, current, (_OF_TODAY,)
    drawn = drawn_round(today, request.state, round_.number, (), None)
    about = changed_since_draw(drawn, drawn.facts(today), today)
    pairs = {frozenset((board["black"], board["white"])) for board in draw.boards}
    names = names_of(today)
    changed = [
        f"{names[board.black]} – {names[board.white]}"
        for board in current.boards
        if frozenset((board.black, board.white)) not in pairs
    ]
    if changed:
        about = (*about, _NOT_DRAWN % {"boards": comma_list(changed)})
    if own is not None:
        return request, _pairing_of(own), about
    return replace(of_today, state=request.state, seed=request.seed), current, about


def _draw_of_place(round_: Round, current: Pairing, player: int) -> tuple[Draw | None, Draw | None]:
    """Return a round's latest draw, if it can be read, and the one that made a player's place.

    A draw of the players without a board has the other boards and the bye as fixed: if they are in
    the draw before as well, they come from that one. A locked board was truly fixed.
    """
    board = next((found for found in current.boards if player in (found.black, found.white)), None)
    latest = own = None
    for draw in Draw.objects.select_related("round").filter(round=round_).order_by("-pk"):
        if not draw.request:
            break
        latest = latest or draw
        if board is None:
            if draw.bye_number != player:
                break
            settled = unpack_request(bytes(draw.request))[0].bye == player
        else:
            pair = {board.black, board.white}
            same = (made for made in draw.boards if {made["black"], made["white"]} == pair)
            made = next(same, None)
            if made is None:
                break
            settled = made["fixed"] and not board.fixed
        own = draw
        if not settled:
            break
    return latest, own


def _present(pairing: Pairing) -> set[int]:
    """Return who has a board or the bye."""
    seated = {side for board in pairing.boards for side in (board.black, board.white)}
    return seated if pairing.bye is None else seated | {pairing.bye}


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
    games = Game.objects.of(round_.tournament_id).filter(round=round_).order_by("board_number")
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
