"""What a report for the American rating system cannot carry, one sentence each."""

import re
from collections.abc import Collection, Mapping, Sequence

from language.localtext import LocalText
from tournament.formats.aga_reader import made_up, understood
from tournament.formats.charset import one_line
from tournament.formats.counted import counted, listed
from tournament.formats.komi import komi_of
from tournament.state.event import Details
from tournament.state.games import Game
from tournament.state.parameters import Komi
from tournament.state.people import Player
from tournament.state.results import Outcome
from tournament.state.state import TournamentState

_WORDS = {
    Outcome.JIGO: ("a jigo", "le jigo"),
    Outcome.BOTH_WIN: ("a game both win", "une partie gagnée par les deux"),
    Outcome.BOTH_LOSE: ("a game both lose", "une partie perdue par les deux"),
    Outcome.NO_RESULT: ("a game without result", "une partie sans résultat"),
    Outcome.VOID: ("a void game", "une partie annulée"),
}


def reportable(game: Game) -> bool:
    """Whether the report has a word for a game's result."""
    return bool(game.result.meaning.aga) and not game.result.by_default


def left_out(state: TournamentState, last: int) -> list[LocalText]:
    """Name every game and bye that the report cannot hold."""
    names = {player.id: player.name for player in state.players}
    lost = [
        LocalText(
            f"Round {game.round}, {names[game.white]} against {names[game.black]}: left out, the "
            f"report has no word for {_en(game)}.",
            f"Ronde {game.round}, {names[game.white]} contre {names[game.black]} : omise, le "
            f"rapport ne connaît pas {_fr(game)}.",
        )
        for game in state.games
        if game.round <= last and not reportable(game)
    ]
    byes = [bye for bye in state.byes if bye.round <= last]
    if byes:
        lost.append(
            counted(
                len(byes),
                (
                    "{count} bye is left out: the report has games only.",
                    "{count} byes are left out: the report has games only.",
                ),
                (
                    "{count} exempt est omis : le rapport n'a que des parties.",
                    "{count} exempts sont omis : le rapport n'a que des parties.",
                ),
            )
        )
    return lost


def _en(game: Game) -> str:
    return _WORDS.get(game.result.outcome, ("a win by default", ""))[0]


def _fr(game: Game) -> str:
    return _WORDS.get(game.result.outcome, ("", "une victoire par défaut"))[1]


def lost_place(details: Details) -> list[LocalText]:
    """Name a place that cannot be told from the name before it."""
    if ", " not in one_line(details.location):
        return []
    return [
        LocalText(
            "The place has a comma: what is before it will be read as part of the name.",
            "Le lieu contient une virgule : ce qui la précède sera lu comme une partie du nom.",
        )
    ]


def idle(players: Sequence[Player], seated: Collection[int]) -> list[LocalText]:
    """Name the players who are not among those ``seated`` in the report."""
    names = [player.name for player in players if player.id not in seated]
    if not names:
        return []
    return [
        counted(
            len(names),
            (
                f"{{count}} player without a game in the report is left out: {listed(names)}.",
                f"{{count}} players without a game in the report are left out: {listed(names)}.",
            ),
            (
                f"{{count}} joueur sans partie dans le rapport est omis : {listed(names)}.",
                f"{{count}} joueurs sans partie dans le rapport sont omis : {listed(names)}.",
            ),
        )
    ]


def lost_numbers(players: Sequence[Player], ids: Mapping[int, int]) -> list[LocalText]:
    """Name whose own number stands among the made-up ones, or is none."""
    doubtful = set(made_up(set(ids.values())))
    names = [
        player.name
        for player in players
        if player.card.aga_id.strip()
        and (own_number(player) == 0 or own_number(player) in doubtful)
    ]
    if not names:
        return []
    return [
        LocalText(
            f"AGA numbers that look like made-up ones, or are none: {listed(names)}.",
            f"Numéros AGA qui semblent fictifs, ou n'en sont pas : {listed(names)}.",
        )
    ]


def inexact_komi(games: Sequence[Game], komi: Komi) -> list[LocalText]:
    """Name how many games come back with another komi, and how many as games without komi."""
    lost = []
    back = [(game, *_read_back(game, komi)) for game in games]
    without = sum(handicap != game.handicap for game, handicap, _ in back)
    if without:
        lost.append(
            counted(
                without,
                (
                    "{count} even game without komi cannot be told from a game of handicap 1.",
                    "{count} even games without komi cannot be told from games of handicap 1.",
                ),
                (
                    "{count} partie à égalité sans komi ne se distingue pas d'un handicap 1.",
                    "{count} parties à égalité sans komi ne se distinguent pas d'un handicap 1.",
                ),
            )
        )
    other = sum(half != komi_of(game, komi) for game, _, half in back)
    if other:
        lost.append(
            counted(
                other,
                (
                    "The komi of {count} game is not exact: the report has whole points, 7 for "
                    "7.5.",
                    "The komi of {count} games is not exact: the report has whole points, 7 for "
                    "7.5.",
                ),
                (
                    "Le komi de {count} partie n'est pas exact : le rapport compte en points "
                    "entiers, 7 pour 7,5.",
                    "Le komi de {count} parties n'est pas exact : le rapport compte en points "
                    "entiers, 7 pour 7,5.",
                ),
            )
        )
    return lost


def _read_back(game: Game, komi: Komi) -> tuple[int, int]:
    """Return the handicap and the komi in half-points that a reader takes from a game's line."""
    return understood(*written_numbers(game, komi))


def written_numbers(game: Game, komi: Komi) -> tuple[int, int]:
    """Return the stones and the whole points of a game's line."""
    half = komi_of(game, komi)
    whole = half // 2 if half >= 0 else -(-half // 2)
    return (game.handicap if game.handicap >= 2 else 0), (0 if game.handicap == 1 else whole)


def own_number(player: Player) -> int:
    """Return a player's number at the AGA, 0 for none."""
    text = player.card.aga_id.strip()
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0
