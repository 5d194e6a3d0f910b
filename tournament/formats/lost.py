"""What result lists cannot hold, said once for all of them."""

from collections.abc import Iterable

from language.localtext import LocalText
from tournament.state.event import Event
from tournament.state.games import Game
from tournament.state.results import Outcome


def lost_teams(event: Event) -> list[LocalText]:
    """Name the teams, if there are any."""
    if not event.teams:
        return []
    return [
        LocalText(
            f"The {len(event.teams)} teams are left out; their players' games are there.",
            f"Les {len(event.teams)} équipes sont omises ; les parties de leurs joueurs y sont.",
        )
    ]


def lost_komi(games: Iterable[Game]) -> list[LocalText]:
    """Name how many games have a komi of their own."""
    count = sum(game.komi_half is not None for game in games)
    if not count:
        return []
    return [
        LocalText(
            f"The komi of {count} games is left out; the file has one for the whole tournament.",
            f"Le komi de {count} parties est omis ; le fichier en a un pour tout le tournoi.",
        )
    ]


def lost_outcomes(event: Event, after: int) -> list[LocalText]:
    """Name the games that result tables leave out (void) or write as jigo (no result)."""
    names = {player.id: player.name for player in event.state.players}
    lost = []
    for game in event.state.games:
        if game.round > after or game.result.meaning.exact:
            continue
        black, white = names[game.black], names[game.white]
        if game.result.outcome is Outcome.VOID:
            lost.append(
                LocalText(
                    f"Round {game.round}, {black} against {white}: a void game, left out.",
                    f"Ronde {game.round}, {black} contre {white} : partie annulée, omise.",
                )
            )
        else:
            lost.append(
                LocalText(
                    f"Round {game.round}, {black} against {white}: no result, written as jigo.",
                    f"Ronde {game.round}, {black} contre {white} : sans résultat, écrite jigo.",
                )
            )
    return lost
