"""Standings, pairings and the cross table as CSV for spreadsheets and as JSON for programs.

CSV is UTF-8 with a byte order mark, titles in the language of a catalogue, scores as decimals and
no cells that a spreadsheet could take for a formula. JSON has stable English keys; its scores are
integers, to be divided by the ``scale`` next to them. Players are named, never numbered.
"""

import json
from typing import Any

from language.messages import ENGLISH, Catalogue, pgettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.csv_text import csv_bytes
from tournament.formats.standing import StandingsTable, scale_of, score_text, standings_table
from tournament.formats.wall_table import wall_table
from tournament.formats.wall_tokens import h9_token
from tournament.formats.written import WrittenFile
from tournament.state.event import Event
from tournament.state.games import Game
from tournament.state.komi import komi_of, komi_text
from tournament.state.people import Player
from tournament.state.ranks import rank_text
from tournament.state.results import Decided, Outcome

TITLES = {
    "place": _("Place"),
    "surname": pgettext_lazy("the title of a column", "Surname"),
    "first_name": _("First name"),
    "rank": _("Rank"),
    "country": _("Country"),
    "club": _("Club"),
    "table": _("Table"),
    "white": _("White"),
    "white_rank": _("White's rank"),
    "black": _("Black"),
    "black_rank": _("Black's rank"),
    "handicap": _("Handicap"),
    "komi": _("Komi"),
    "result": _("Result"),
    "bye": _("bye"),
    "row": pgettext_lazy("the title of a column", "No."),
    "name": _("Name"),
}
"""The titles of all columns except criteria and rounds, which have their own names."""

RESULTS = {
    Outcome.BLACK: _("Black wins"),
    Outcome.WHITE: _("White wins"),
    Outcome.JIGO: _("jigo"),
    Outcome.BOTH_WIN: _("both win"),
    Outcome.BOTH_LOSE: _("both lose"),
    Outcome.NO_RESULT: _("no result"),
    Outcome.VOID: _("void"),
}
_HOW = {
    Decided.DEFAULT: _("%(result)s by default"),
    Decided.RULING: _("%(result)s by ruling"),
}


def standings_csv(
    event: Event, after: int | None = None, catalogue: Catalogue = ENGLISH
) -> WrittenFile:
    """Return the standings after a round as CSV: place, name, rank, country, club, criteria."""
    table = standings_table(event, after)
    titles = _titles(("place", "surname", "first_name", "rank", "country", "club"), catalogue)
    rows: list[list[str | int]] = [[*titles, *(criterion.value for criterion in table.criteria)]]
    for row in table.rows:
        scores = [
            score_text(criterion, value)
            for criterion, value in zip(table.criteria, row.values, strict=True)
        ]
        rows.append([row.place, *_person(row.player), *scores])
    return WrittenFile(csv_bytes(rows))


def standings_json(event: Event, after: int | None = None) -> WrittenFile:
    """Return the standings after a round as JSON.

    ``rows`` are in final order; rows with the same ``place`` share it. ``scores`` are integers to
    be divided by the ``scale`` of their criterion.
    """
    table = standings_table(event, after)
    data = {
        "table": "standings",
        "tournament": event.details.name,
        "after_round": table.after,
        "criteria": _criteria(table),
        "rows": [
            {
                "place": row.place,
                **_person_json(row.player),
                "scores": {
                    criterion.value: value
                    for criterion, value in zip(table.criteria, row.values, strict=True)
                },
            }
            for row in table.rows
        ],
    }
    return _json(data)


def pairings_csv(event: Event, round_number: int, catalogue: Catalogue = ENGLISH) -> WrittenFile:
    """Return the games of a round as CSV, by table, with results as far as known, then byes."""
    state = event.state
    people = {player.id: player for player in state.players}
    names = ("table", "white", "white_rank", "black", "black_rank", "handicap", "komi", "result")
    rows: list[list[str | int]] = [list(_titles(names, catalogue))]
    for game in _games(event, round_number):
        white, black = people[game.white], people[game.black]
        result = RESULTS.get(game.result.outcome)
        if result and game.result.decided in _HOW:
            result = _HOW[game.result.decided] % {"result": result}
        rows.append(
            [
                *(game.table, white.name, rank_text(white.rank)),
                *(black.name, rank_text(black.rank), game.handicap),
                komi_text(komi_of(game, state.parameters.komi)),
                result.render(catalogue) if result else "",
            ]
        )
    for bye in state.byes:
        if bye.round == round_number:
            player = people[bye.player]
            bye_word = TITLES["bye"].render(catalogue)
            rows.append(["", player.name, rank_text(player.rank), "", "", "", "", bye_word])
    return WrittenFile(csv_bytes(rows))


def pairings_json(event: Event, round_number: int) -> WrittenFile:
    """Return the games of a round as JSON, by table; ``komi`` has scale 2 (15 is 7.5)."""
    state = event.state
    people = {player.id: player for player in state.players}
    data = {
        "table": "pairings",
        "tournament": event.details.name,
        "round": round_number,
        "komi_scale": 2,
        "games": [
            {
                "table": game.table,
                "white": _person_json(people[game.white]),
                "black": _person_json(people[game.black]),
                "colours_known": game.colours_known,
                "handicap": game.handicap,
                "komi": komi_of(game, state.parameters.komi),
                "outcome": game.result.outcome.value,
                "decided": game.result.decided.value,
            }
            for game in _games(event, round_number)
        ],
        "byes": [
            _person_json(people[bye.player]) for bye in state.byes if bye.round == round_number
        ],
    }
    return _json(data)


def crosstable_csv(
    event: Event, after: int | None = None, catalogue: Catalogue = ENGLISH
) -> WrittenFile:
    """Return all results after a round as CSV: one row per player, one column per round.

    A cell such as ``12+/w2`` has the opponent's row, the result, and the player's colour with the
    handicap; ``!`` in place of ``/`` means by default, ``0+`` and the like are rounds without a
    game.
    """
    last = event.state.played_rounds if after is None else after
    table = wall_table(event, last, everybody=True)
    titles = _titles(("row", "place", "name", "rank", "country", "club"), catalogue)
    rounds = [f"R{number}" for number in range(1, last + 1)]
    rows: list[list[str | int]] = [
        [*titles, *rounds, *(criterion.value for criterion in table.criteria)]
    ]
    for line in table.lines:
        player = line.player
        rows.append(
            [
                *(line.row, line.place, player.name, rank_text(player.rank)),
                *(player.country, player.club),
                *(h9_token(token) for token in line.tokens),
                *line.columns,
            ]
        )
    return WrittenFile(csv_bytes(rows), table.lost)


def _titles(names: tuple[str, ...], catalogue: Catalogue) -> list[str]:
    return [TITLES[name].render(catalogue) for name in names]


def _person(player: Player) -> list[str | int]:
    rank = rank_text(player.rank)
    return [player.surname, player.first_name, rank, player.country, player.club]


def _person_json(player: Player) -> dict[str, str]:
    return {
        "surname": player.surname,
        "first_name": player.first_name,
        "rank": rank_text(player.rank),
        "country": player.country,
        "club": player.club,
    }


def _criteria(table: StandingsTable) -> list[dict[str, Any]]:
    return [{"name": item.value, "scale": scale_of(item)} for item in table.criteria]


def _games(event: Event, round_number: int) -> list[Game]:
    games = [game for game in event.state.games if game.round == round_number]
    return sorted(games, key=lambda game: game.table)


def _json(data: dict[str, Any]) -> WrittenFile:
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return WrittenFile(f"{text}\n".encode("utf-8", "replace"))
