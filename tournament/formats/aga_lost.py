"""Sentences about what a report for the American rating system cannot hold."""

import re
from collections.abc import Collection, Mapping, Sequence

from language.messages import Message, Number, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.aga_reader import made_up_numbers, parse_terms
from tournament.formats.charset import one_line
from tournament.formats.written import first_few
from tournament.state.event import Details
from tournament.state.games import Game
from tournament.state.komi import komi_of
from tournament.state.parameters import KomiParameters
from tournament.state.people import Player, distinct_names
from tournament.state.results import Outcome
from tournament.state.state import TournamentState

_WORDS = {
    Outcome.JIGO: _("a jigo"),
    Outcome.BOTH_WIN: _("a game both win"),
    Outcome.BOTH_LOSE: _("a game both lose"),
    Outcome.NO_RESULT: _("a game without result"),
    Outcome.VOID: _("a void game"),
}


def is_reportable(game: Game) -> bool:
    """Whether the report has a word for a game's result."""
    return bool(game.result.meaning.aga) and not game.result.by_default


def left_out_sentences(state: TournamentState, last: int) -> list[Message]:
    """Return sentences about the games and byes that the report cannot hold."""
    names = distinct_names(state.players)
    lost = [
        _(
            "Round %(round)d, %(white)s against %(black)s: left out, because the report has no way "
            "to say %(result)s."
        )
        % {
            "round": game.round,
            "white": names[game.white],
            "black": names[game.black],
            "result": _WORDS.get(game.result.outcome, _("a win by default")),
        }
        for game in state.games
        if game.round <= last and not is_reportable(game)
    ]
    byes = [bye for bye in state.byes if bye.round <= last]
    if byes:
        lost.append(
            ngettext_lazy(
                "%(count)d bye is left out: the report lists only games.",
                "%(count)d byes are left out: the report lists only games.",
                "count",
            )
            % {"count": len(byes)}
        )
    return lost


def lost_place(details: Details) -> list[Message]:
    """Return a sentence if the place cannot be told from the tournament's name before it."""
    if ", " not in one_line(details.location):
        return []
    return [
        _(
            "The place contains a comma: the part before it will be read as part of the "
            "tournament's name."
        )
    ]


def idle_player_sentences(players: Sequence[Player], seated: Collection[int]) -> list[Message]:
    """Return a sentence that names the players who are not among those ``seated`` in the report."""
    told = distinct_names(players)
    names = [told[player.id] for player in players if player.id not in seated]
    if not names:
        return []
    return [
        ngettext_lazy(
            "%(count)d player without a game in the report is left out: %(listed)s.",
            "%(count)d players without a game in the report are left out: %(listed)s.",
            "count",
        )
        % {"count": len(names), "listed": first_few(names)}
    ]


def lost_numbers(players: Sequence[Player], ids: Mapping[int, int]) -> list[Message]:
    """Return sentences about made-up numbers, and own ones that look made up or are not valid."""
    doubtful = set(made_up_numbers(set(ids.values())))
    names = [
        player.name
        for player in players
        if player.card.aga_id.strip()
        and (own_number(player) == 0 or own_number(player) in doubtful)
    ]
    stand_ins = sorted(
        {ids[player.id] for player in players if ids[player.id] != own_number(player)},
        reverse=True,
    )
    said: list[Message] = []
    if names:
        said.append(
            _("AGA numbers that look made up or are not valid: %(listed)s.")
            % {"listed": first_few(names)}
        )
    if stand_ins:
        said.append(
            ngettext_lazy(
                "%(count)d player without an AGA number of their own stands in the file with a "
                "made-up one, %(first)d, which is nobody’s: replace it before the report is sent.",
                "%(count)d players without an AGA number of their own stand in the file with "
                "made-up ones, %(first)d to %(last)d, which are nobody’s: replace them before the "
                "report is sent.",
                "count",
            )
            % {"count": len(stand_ins), "first": stand_ins[0], "last": stand_ins[-1]}
        )
    return said


def inexact_komi(games: Sequence[Game], komi: KomiParameters) -> list[Message]:
    """Return sentences on how komi is written, and on games that come back with a different one."""
    lost: list[Message] = []
    halves = {half for game in games if (half := komi_of(game, komi)) % 2 and game.handicap != 1}
    if halves:
        half = max(halves)
        lost.append(
            _("Komi stands in the report without its half: %(written)d is %(komi)s.")
            % {"written": _whole(half), "komi": Number(f"{half / 2:g}")}
        )
    back = [(game, *_read_back(game, komi)) for game in games]
    without = sum(handicap != game.handicap for game, handicap, __ in back)
    if without:
        lost.append(
            ngettext_lazy(
                "%(count)d even game without komi looks the same as a game with handicap 1.",
                "%(count)d even games without komi look the same as games with handicap 1.",
                "count",
            )
            % {"count": without}
        )
    other = sum(half != komi_of(game, komi) for game, __, half in back)
    if other:
        lost.append(
            ngettext_lazy(
                "The komi of %(count)d game is rounded: the report gives whole points, 7 for 7.5.",
                "The komi of %(count)d games is rounded: the report gives whole points, 7 for 7.5.",
                "count",
            )
            % {"count": other}
        )
    return lost


def _read_back(game: Game, komi: KomiParameters) -> tuple[int, int]:
    """Return the handicap, and the komi in half-points, that a reader gets from a game's line."""
    return parse_terms(*written_numbers(game, komi))


def written_numbers(game: Game, komi: KomiParameters) -> tuple[int, int]:
    """Return the stones and the whole points of komi in a game's line."""
    half = komi_of(game, komi)
    return (game.handicap if game.handicap >= 2 else 0), (0 if game.handicap == 1 else _whole(half))


def _whole(half: int) -> int:
    """Return half-points as whole points, truncated towards 0."""
    return half // 2 if half >= 0 else -(-half // 2)


def own_number(player: Player) -> int:
    """Return a player's AGA number; 0 if there is none."""
    text = player.card.aga_id.strip()
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0
