"""What lists of results cannot hold, each kind said once for all of them."""

from collections.abc import Collection, Iterable

from language.localtext import LocalText
from tournament.formats.counted import counted, listed
from tournament.formats.komi import without_usual
from tournament.state.event import Details, Event, TimeSystem
from tournament.state.games import Game
from tournament.state.parameters import Komi
from tournament.state.people import Player
from tournament.state.ranks import rating_of_rank
from tournament.state.results import Decided, Outcome

_REGISTERS = {
    "egf_pin": LocalText("EGF PINs", "les PIN de l'EGF"),
    "ffg_licence": LocalText("FFG licences", "les licences FFG"),
    "aga_id": LocalText("AGA numbers", "les numéros AGA"),
}


def lost_teams(event: Event) -> list[LocalText]:
    """Name the teams, if there are any."""
    if not event.teams:
        return []
    return [
        counted(
            len(event.teams),
            (
                "The team is left out; its players' games are there.",
                "The {count} teams are left out; their players' games are there.",
            ),
            (
                "L'équipe est omise ; les parties de ses joueurs y sont.",
                "Les {count} équipes sont omises ; les parties de leurs joueurs y sont.",
            ),
        )
    ]


def lost_komi(games: Iterable[Game], komi: Komi) -> list[LocalText]:
    """Name how many games have another komi than the tournament's for such games."""
    count = sum(without_usual(game, komi) is not None for game in games)
    if not count:
        return []
    return [
        counted(
            count,
            (
                "The komi of {count} game is left out; the file has one for the whole tournament.",
                "The komi of {count} games is left out; the file has one for the whole tournament.",
            ),
            (
                "Le komi de {count} partie est omis ; le fichier en a un pour tout le tournoi.",
                "Le komi de {count} parties est omis ; le fichier en a un pour tout le tournoi.",
            ),
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


def lost_unknown(games: Iterable[Game]) -> list[LocalText]:
    """Name how many games have no result yet, which rating lists do not take."""
    count = sum(not game.result.known for game in games)
    if not count:
        return []
    return [
        counted(
            count,
            (
                "{count} game has no result yet and is written with “?”. Enter it before sending.",
                "{count} games have no result yet and are written with “?”. Enter them before "
                "sending.",
            ),
            (
                "{count} partie n'a pas encore de résultat et porte « ? ». Saisissez-le avant "
                "l'envoi.",
                "{count} parties n'ont pas encore de résultat et portent « ? ». Saisissez-les "
                "avant l'envoi.",
            ),
        )
    ]


def lost_rulings(games: Iterable[Game]) -> list[LocalText]:
    """Name how many games were decided by the referee."""
    count = sum(game.result.decided is Decided.RULING for game in games)
    if not count:
        return []
    return [
        counted(
            count,
            (
                "{count} game decided by the referee looks like a played one.",
                "{count} games decided by the referee look like played ones.",
            ),
            (
                "{count} partie décidée par l'arbitre ressemble à une partie jouée.",
                "{count} parties décidées par l'arbitre ressemblent à des parties jouées.",
            ),
        )
    ]


def lost_unknown_colours(games: Iterable[Game]) -> list[LocalText]:
    """Name how many games have colours in the file that are not known."""
    count = sum(not (game.colours_known or game.handicap) for game in games)
    if not count:
        return []
    return [
        counted(
            count,
            (
                "The colours of {count} game are not known; the file has some all the same.",
                "The colours of {count} games are not known; the file has some all the same.",
            ),
            (
                "Les couleurs de {count} partie sont inconnues ; le fichier en a quand même.",
                "Les couleurs de {count} parties sont inconnues ; le fichier en a quand même.",
            ),
        )
    ]


def lost_settings(
    event: Event, players: Collection[Player], after: int, *, held: Collection[str]
) -> list[LocalText]:
    """Name in one sentence each what a list has no place for, of the tournament and of players.

    ``held`` are the registers whose numbers the list has and the fields of the details that it has.
    """
    return [_settings(event, held), *_of_players(players, after, held), *_source(event)]


def _settings(event: Event, held: Collection[str]) -> LocalText:
    """Name what is lost of the tournament itself: its settings always."""
    gone = [
        LocalText(
            "settings of pairing, handicaps and standings",
            "les réglages d'appariement, de handicap et de classement",
        ),
        *_details(event.details, held),
    ]
    if event.state.games:
        gone.append(LocalText("table numbers", "les numéros de table"))
    return _left_out(gone)


def _details(details: Details, held: Collection[str]) -> list[LocalText]:
    timed = details.clock.system is not TimeSystem.SUDDEN_DEATH
    kinds = (
        ("short_name", details.short_name, "the short name", "le nom court"),
        ("director", details.director, "the director", "la direction"),
        ("ends_on", details.ends_on, "the last day", "le dernier jour"),
        ("board_size", details.board_size != 19, "the board size", "la taille du goban"),
        ("clock", timed, "the time system", "la cadence"),
        ("rules", details.rules, "the rules", "les règles"),
    )
    return [LocalText(en, fr) for name, value, en, fr in kinds if value and name not in held]


def _of_players(
    players: Collection[Player], after: int, held: Collection[str]
) -> Iterable[LocalText]:
    gone = []
    if any(player.rating != rating_of_rank(player.rank) for player in players):
        gone.append(LocalText("ratings", "les classements"))
    if any(player.smms_correction for player in players):
        gone.append(LocalText("corrections of starting scores", "les corrections de score initial"))
    if any(not player.final for player in players):
        gone.append(LocalText("that registrations are preliminary", "les préinscriptions"))
    if any(number > after for player in players for number in player.absent):
        gone.append(LocalText("absences to come", "les absences à venir"))
    if any(player.card.grade.upper().endswith("P") for player in players):
        gone.append(LocalText("grades of professionals", "les grades professionnels"))
    for name, text in _REGISTERS.items():
        if name not in held and any(getattr(player.card, name) for player in players):
            gone.append(text)
    if "club" not in held and any(player.club or player.country for player in players):
        gone.append(LocalText("clubs and countries", "les clubs et les pays"))
    if gone:
        yield _left_out(gone, LocalText("Of players", "Des joueurs"))


def _left_out(gone: Iterable[LocalText], about: LocalText | None = None) -> LocalText:
    gone = list(gone)
    start = about or LocalText("Of the tournament", "Du tournoi")
    return LocalText(
        f"{start.en} these are left out: {', '.join(text.en for text in gone)}.",
        f"{start.fr} sont omis : {', '.join(text.fr for text in gone)}.",
    )


def _source(event: Event) -> Iterable[LocalText]:
    if event.source in ("h9", "tou"):
        yield LocalText(
            "Places are computed anew; the order and the scores of the list that was read are not "
            "kept.",
            "Les places sont recalculées ; l'ordre et les scores de la liste lue ne sont pas "
            "conservés.",
        )


def lost_clubs(players: Iterable[Player], written: dict[int, str]) -> list[LocalText]:
    """Name the clubs that a list has otherwise than they are; ``written`` is by player ids."""
    names = sorted(
        {
            player.club
            for player in players
            if player.club.strip() and written[player.id].lstrip("_") != player.club.strip()
        }
    )
    if not names:
        return []
    return [
        LocalText(
            f"Clubs are cut to four characters or replaced: {listed(names)}.",
            f"Les clubs sont coupés à quatre caractères ou remplacés : {listed(names)}.",
        )
    ]
