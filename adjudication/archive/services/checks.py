"""Checks that an archive's rows fit each other and their JSON is readable, on any database.

Code that reads these columns trusts them, because only services write them; but an archive may come
from anywhere.
"""

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.timezone import is_aware

from adjudication.archive.services.cases import check_cases, check_policy
from adjudication.archive.services.confirmations import ProofAllowance, check_confirmations
from adjudication.archive.services.events import check_event
from adjudication.archive.services.rows import DamagedError, table_name
from adjudication.archive.services.shapes import (
    check_reading,
    is_finding,
    is_number,
    is_text_list,
    is_whole_number,
    require,
)
from adjudication.archive.services.tables import Rows
from adjudication.models import Bundle, StatementVerdict, Submission, Verdict
from adjudication.records.services import clean_points
from adjudication.rules.presets import UnknownRuleSet, get_ruleset
from adjudication.verdicts.services.claims import claim_of, claim_of_submission
from notices.models import MailRules, PlayerMail
from tournament.errors import UserError
from tournament.formats.bundle import digest_of
from tournament.formats.event_json import write_json
from tournament.formats.recognise import Format
from tournament.models import (
    AuditEvent,
    Draw,
    FrozenStandings,
    Game,
    ListSource,
    Round,
    Seat,
    Tournament,
)
from tournament.rounds.selectors.draws import unpack_request
from tournament.rounds.selectors.state import event_of
from tournament.standings.prizes import MOST_PRIZES
from tournament.state.codec import from_json
from tournament.state.event import Details, Event
from tournament.state.frozen import FrozenState, thaw_state
from tournament.tournaments.selectors.settings import (
    clock_of,
    extras_of,
    parameters_of,
    prizes_of,
    team_rules_of,
)

LARGEST_REQUEST = 64 * 1024 * 1024
"""The most bytes of a draw's input, uncompressed."""
HIGHEST_TABLE = 9999
LONGEST_RESULT = 16
_SETTINGS: dict[str, Callable[[Tournament], object]] = {
    "parameters": parameters_of,
    "clock": clock_of,
    "team_rules": team_rules_of,
    "extras": extras_of,
    "prizes": prizes_of,
}
RATING_VALUES = 3
"""Before, after, and how many games."""
_LIST = {"source", "imported_at", "entries", "sha256"}
_BOARD = {"table", "black", "white", "handicap", "komi_half", "weight"}


def check_rows(rows: Rows, allowance: ProofAllowance) -> None:
    """Raise DamagedError if the rows written contradict each other or cannot be read.

    Raises UserError if proofs take more than the allowance permits.
    """
    (tournament,) = rows[Tournament]
    _each(rows[Tournament], _check_tournament)
    for judged in (Verdict, StatementVerdict):
        _each(rows[judged], _check_verdict)
    players = ("round_id", "black_id", "white_id")
    games = {game.pk: game for game in rows.of(Game, *players)}
    _each(rows[Seat], lambda seat: _check_seat(seat, games))
    seats = Counter(seat.game_id for seat in rows[Seat])
    _each(rows[Game], lambda game: require(seats[game.pk] == 2, "its players have no seats"))
    _each(rows[Submission], lambda one: _check_submission(one, games, tournament.board_size))
    rounds = {round_.pk: round_ for round_ in rows[Round]}
    _each(rows[FrozenStandings], _check_frozen)
    _each(rows[Draw], lambda draw: _check_draw(draw, rounds[draw.round_id]))
    check_cases(rows)
    check_confirmations(rows, allowance)
    for model in (MailRules, PlayerMail):
        _each(rows[model], lambda one: require(is_text_list(one.off), "off"))
    _each(rows[Bundle], _check_bundle)
    _each(rows[AuditEvent], check_event)
    try:
        write_json(event_of(tournament))
    except ValueError as error:
        raise DamagedError(str(error)) from error


def _each(rows: Iterable[Any], check: Callable[[Any], None]) -> None:
    for place, row in enumerate(rows, 1):
        try:
            check(row)
        except DamagedError as error:
            raise DamagedError(f"{table_name(type(row))}, {place}: {error}") from error


def _check_bundle(row: Bundle) -> None:
    data = bytes(row.data)
    require(not data or digest_of(data) == row.sha256, "the zip is not the one it is called")
    require(isinstance(row.files, list) and all(map(_is_file, row.files)), "files")
    require(
        isinstance(row.ratings, dict) and all(map(_are_ratings, row.ratings.values())), "ratings"
    )
    _check_lists(row.lists)
    require(all("frozen" in item for item in row.lists), "lists")


def _is_file(item: object) -> bool:
    return (
        isinstance(item, dict)
        and set(item) == {"kind", "name", "sha256", "size"}
        and item["kind"] in list(Format)
        and is_text_list([item["name"], item["sha256"]])
        and is_whole_number(item["size"])
    )


def _are_ratings(changes: object) -> bool:
    return isinstance(changes, dict) and all(
        player.isdecimal()
        and isinstance(values, list)
        and len(values) == RATING_VALUES
        and all(map(is_number, values))
        for player, values in changes.items()
    )


def _check_lists(lists: object) -> None:
    require(isinstance(lists, list) and all(map(_is_list, lists)), "rating lists")


def _is_list(item: object) -> bool:
    if not isinstance(item, dict) or not set(item) <= _LIST | {"frozen"} or not set(item) >= _LIST:
        return False
    try:
        moment = datetime.fromisoformat(item["imported_at"])
    except (TypeError, ValueError):
        return False
    known = item["source"] in ListSource.values and is_text_list([item["sha256"]])
    return is_aware(moment) and known and is_whole_number(item["entries"])


def _check_tournament(row: Tournament) -> None:
    try:
        get_ruleset(row.rules)
    except UnknownRuleSet as error:
        raise DamagedError("its rules are not known here") from error
    check_policy(row)
    require(isinstance(row.extras, list), "extras")
    _check_lists(row.rating_lists)
    require(isinstance(row.prizes, list) and len(row.prizes) <= MOST_PRIZES, "prizes")
    for name, read in _SETTINGS.items():
        try:
            read(row)
        except ValueError as error:
            raise DamagedError(f"{name}: {error}") from error
    reserved = row.reserved_tables
    require(
        isinstance(reserved, list)
        and all(is_whole_number(table) and 1 <= table <= HIGHEST_TABLE for table in reserved),
        "reserved_tables",
    )


def _check_seat(seat: Seat, games: Mapping[int, Game]) -> None:
    if seat.game_id is None:
        return
    game = games[seat.game_id]
    player = {"black": game.black_id, "white": game.white_id}.get(seat.colour)
    require(
        seat.round_id == game.round_id and seat.player_id == player,
        "it is not that of a player of the game",
    )


def _check_submission(row: Submission, games: Mapping[int, Game], size: int) -> None:
    opponent = games[row.game_id].opponent_of(row.player_id)
    require(
        opponent is not None and row.answered_by_id in (None, opponent),
        "it is not of the players of the game",
    )
    try:
        claim_of(claim_of_submission(row))
    except UserError as error:
        raise DamagedError("claim") from error
    for name, points in (("dead_stones", row.dead_stones), ("seki_stones", row.seki_stones)):
        if points is None:
            continue
        require(is_text_list(points), name)
        try:
            clean_points(points, field=name, size=size)
        except UserError as error:
            raise DamagedError(name) from error


def _check_verdict(row: Verdict | StatementVerdict) -> None:
    require(isinstance(row.options, dict), "options")
    require(isinstance(row.findings, list) and all(map(is_finding, row.findings)), "findings")
    if row.read_as is not None:
        check_reading(row.read_as)
    computed = row.computed
    if computed is None:
        return
    require(isinstance(computed, dict), "computed")
    result = computed.get("result", "")
    require(isinstance(result, str) and len(result) <= LONGEST_RESULT, "computed")
    for colour in ("black", "white"):
        terms = computed.get(f"{colour}_sum", {})
        require(
            is_number(computed.get(colour, 0))
            and isinstance(terms, dict)
            and all(map(is_number, terms.values()))
            and is_text_list(computed.get(f"{colour}_territory", [])),
            "computed",
        )


def _check_frozen(row: FrozenStandings) -> None:
    try:
        thaw_state(from_json(FrozenState, row.content), ())
    except ValueError as error:
        raise DamagedError(f"content: {error}") from error


def _check_draw(draw: Draw, round_: Round) -> None:
    require(draw.total.isascii() and draw.total.isdigit(), "total")
    require(not draw.bound or (draw.bound.isascii() and draw.bound.isdigit()), "bound")
    require(isinstance(draw.boards, list) and all(map(_board, draw.boards)), "boards")
    data = bytes(draw.request)
    if not data:
        return  # somebody in it was erased
    try:
        unpacking = zlib.decompressobj()
        unpacking.decompress(data, LARGEST_REQUEST)
        require(unpacking.eof, "request")
        request, teams, rules = unpack_request(data)
        write_json(Event(Details(), request.state, teams, rules))
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise DamagedError("request") from error
    require(request.round == round_.number and abs(request.seed) < 2**63, "request")


def _board(value: object) -> bool:
    if not isinstance(value, dict) or set(value) != _BOARD | {"fixed", "components"}:
        return False
    parts = value["components"]
    return (
        all(is_whole_number(value[name]) for name in _BOARD)
        and isinstance(value["fixed"], bool)
        and isinstance(parts, dict)
        and all(map(is_whole_number, parts.values()))
    )
