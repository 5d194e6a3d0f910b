"""Writing reports for the American rating system (specification, 3.4); ``aga_reader`` reads."""

from collections import Counter

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.aga_lost import (
    idle_player_sentences,
    inexact_komi,
    is_reportable,
    left_out_sentences,
    lost_numbers,
    lost_place,
    own_number,
    written_numbers,
)
from tournament.formats.aga_reader import FIRST_PLACEHOLDER, read_aga
from tournament.formats.charset import encode_text, one_line
from tournament.formats.h9_header import is_date
from tournament.formats.lost import (
    lost_rulings,
    lost_settings,
    lost_teams,
    lost_unknown,
    lost_unknown_colours,
)
from tournament.formats.player_cells import split_name
from tournament.formats.written import WrittenFile
from tournament.state.event import Details, Event
from tournament.state.games import Game
from tournament.state.parameters import KomiParameters
from tournament.state.people import Player
from tournament.state.ranks import rank_text

__all__ = ["read_aga", "write_aga"]

_HELD = frozenset({"aga_id", "ends_on"})


def write_aga(event: Event, after: int | None = None) -> WrittenFile:
    """Return the report of the games of rounds 1 to ``after`` (all by default).

    Players without an AGA number get 99999, 99998 and so on. Games for which the report has no word
    are left out and named as lost: jigo, no result, both win, both lose, by default; so are byes.
    """
    state = event.state
    last = state.played_rounds if after is None else after
    lost: list[Message] = []
    games = [game for game in state.games if game.round <= last and is_reportable(game)]
    seated = {player for game in games for player in game.players}
    players = [player for player in state.players if player.id in seated]
    ids = _numbers(players, lost)
    details = event.details
    lines = [
        f"TOURNEY {_title(details)}",
        f"start={_american(details.begins_on)}",
        f"finish={_american(details.ends_on)}",
        f"rules={_rules(details)}",
        "",
        "PLAYERS",
        *(f"{ids[player.id]}\t{_name(player)}\t{rank_text(player.rank)}" for player in players),
    ]
    for number in range(1, last + 1):
        lines += ["", f"GAMES {number}"]
        lines += [
            _game_line(game, ids, state.parameters.komi)
            for game in sorted(games, key=lambda game: game.table)
            if game.round == number
        ]
    lines += ["", "END", ""]
    data, charset = encode_text("\n".join(lines))
    return WrittenFile(
        data,
        (
            *left_out_sentences(state, last),
            *idle_player_sentences(state.players, seated),
            *lost,
            *lost_numbers(players, ids),
            *lost_settings(event, players, last, held=_HELD),
            *lost_place(details),
            *inexact_komi(games, state.parameters.komi),
            *lost_rulings(games),
            *lost_unknown(games),
            *lost_unknown_colours(games),
            *lost_teams(event),
            *charset,
        ),
    )


def _name(player: Player) -> str:
    """Return ``Last, First``; a surname alone gets a comma only if it would otherwise be split."""
    surname, first_name = one_line(player.surname) or "?", one_line(player.first_name)
    if first_name:
        return f"{surname}, {first_name}"
    return surname if split_name(surname) == (surname, "") else f"{surname},"


def _title(details: Details) -> str:
    """Return name and place; a name that has a comma but no place ends with a comma."""
    name, place = one_line(details.name or details.short_name), one_line(details.location)
    if place:
        return f"{name}, {place}"
    return f"{name}," if "," in name else name


def _numbers(players: list[Player], lost: list[Message]) -> dict[int, int]:
    """Return the AGA number of every player id, made up if the player has none."""
    own = {player.id: own_number(player) for player in players}
    shared = {number for number, count in Counter(own.values()).items() if number and count > 1}
    taken = set(own.values())
    ids: dict[int, int] = {}
    given: set[int] = set()
    placeholder = FIRST_PLACEHOLDER
    for player in players:
        number = own[player.id]
        if number in given:
            lost.append(
                _(
                    "%(name)s has the same AGA number (%(number)d) as another player and was given "
                    "a made-up one. Correct the numbers."
                )
                % {"name": player.name, "number": number}
            )
        if not number or number in given:
            while placeholder in taken:
                placeholder -= 1
            number, placeholder = placeholder, placeholder - 1
        given |= {number} & shared
        ids[player.id] = number
    return ids


def _game_line(game: Game, ids: dict[int, int], komi: KomiParameters) -> str:
    stones, whole = written_numbers(game, komi)
    return f"{ids[game.white]}\t{ids[game.black]}\t{game.result.meaning.aga}\t{stones}\t{whole}"


def _american(day: str) -> str:
    return f"{day[5:7]}/{day[8:10]}/{day[:4]}" if is_date(day) else ""


def _rules(details: Details) -> str:
    return "AGA" if details.rules in ("", "aga") else one_line(details.rules)
