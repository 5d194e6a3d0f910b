"""Writing an event as an OpenGotha file."""

from collections import Counter
from dataclasses import replace

from language.messages import comma_list, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.lost import PLAYERS_LOSE, lost_of_absences, lost_of_cards
from tournament.formats.opengotha.extras import restore_extras
from tournament.formats.opengotha.lost import LossNotes
from tournament.formats.opengotha.names import (
    BRACKET_FROM,
    CARD,
    DATA_VERSION,
    HIGHEST_RATING,
    LOWEST_RATING,
    MAX_ROUNDS,
    PAIRED_BY,
    ROOT,
    player_key,
)
from tournament.formats.opengotha.parameters_writer import write_clubs_groups, write_parameters
from tournament.formats.tree import Node, write_tree, xml_safe
from tournament.formats.written import WrittenFile
from tournament.state.event import Event
from tournament.state.games import Game
from tournament.state.parameters import Method, Parameters
from tournament.state.people import Player
from tournament.state.ranks import rank_text
from tournament.state.results import Outcome


def write_opengotha(event: Event) -> WrittenFile:
    """Return the event as a file for OpenGotha 3.5, and what it cannot hold.

    Whatever an OpenGotha file had beyond our own values is written back.
    """
    lost = LossNotes()
    root = Node(ROOT, {"dataVersion": str(DATA_VERSION)})
    if event.state.parameters.method is not Method.WEIGHTS:
        root.attributes[PAIRED_BY] = event.state.parameters.method.value
        if (first := event.state.parameters.knock_out.first_round) > 1:
            root.attributes[BRACKET_FROM] = str(first)
    players = _nameable(event.state.players, lost)
    keys = {player.id: player_key(player.surname, player.first_name) for player in players}
    _players(root, players, event.state.parameters, lost)
    _games(root, event, keys, lost)
    _byes(root, event, keys, lost)
    _teams(root, event, keys, lost)
    write_parameters(root, event, lost)
    write_clubs_groups(root, event.state.parameters.weights)
    lost.of_wishes(event.state.wishes)
    refused = restore_extras(root, event.extras if event.source == "opengotha" else ())
    if refused:
        lost.add(
            ngettext_lazy(
                "%(count)d kept part of the imported file has a name that is not allowed in XML.",
                "%(count)d kept parts of the imported file have names that are not allowed in XML.",
                "count",
            )
            % {"count": refused}
        )
    if not _is_clean(root):
        lost.add(_("Characters that are not allowed in XML are left out."))
    return WrittenFile(write_tree(root), lost.messages())


def _is_clean(node: Node) -> bool:
    values = (node.text, *node.attributes.values())
    return all(xml_safe(value) == value for value in values) and all(map(_is_clean, node.children))


def _nameable(players: tuple[Player, ...], lost: LossNotes) -> list[Player]:
    """Return the players with names that give each a unique key, by which games refer to them."""
    taken: set[str] = set()
    copies: Counter[str] = Counter()
    named = []
    for player in players:
        surname, first_name = xml_safe(player.surname), xml_safe(player.first_name)
        if (surname, first_name) != (player.surname, player.first_name):
            lost.add(
                _("The name of player %(number)d has characters that are not allowed in XML.")
                % {"number": player.id}
            )
        unique = first_name
        plain = player_key(surname, first_name)
        while not (key := player_key(surname, unique)).strip() or key in taken:
            copies[plain] += 1
            unique = f"{first_name} ({copies[plain] + 1})".lstrip()
        if unique != first_name:
            name = f"{surname} {unique}".strip()
            lost.add(
                _(
                    "OpenGotha tells players apart only by name, so one of them is written as "
                    "%(name)s."
                )
                % {"name": name}
            )
        taken.add(key)
        named.append(replace(player, surname=surname, first_name=unique))
    return named


def _players(root: Node, players: list[Player], parameters: Parameters, lost: LossNotes) -> None:
    gone = [*lost_of_cards(players, {"grade", *CARD}), *lost_of_absences(players)]
    if gone:
        lost.add(PLAYERS_LOSE % {"gone": comma_list(gone)})
    section = root.add("Players")
    for player in players:
        section.add("Player", _player(player, parameters, lost), f"Player[{player.id}]")


def _player(player: Player, parameters: Parameters, lost: LossNotes) -> dict[str, str]:
    rating = max(LOWEST_RATING, min(HIGHEST_RATING, player.rating))
    if rating != player.rating:
        lost.add(
            _("Ratings are limited to %(lowest)d to %(highest)d.")
            % {"lowest": LOWEST_RATING, "highest": HIGHEST_RATING}
        )
    if len(player.club) > 4 or len(player.country) > 2:
        lost.add(_("OpenGotha shortens clubs to 4 letters and countries to 2."))
    card = player.card
    marks = ("0" if number in player.absent else "1" for number in range(1, MAX_ROUNDS + 1))
    return {
        "name": player.surname,
        "firstName": player.first_name,
        "country": player.country,
        "club": player.club,
        "rank": rank_text(player.rank),
        "grade": card.grade or rank_text(player.rank),
        "rating": str(rating),
        **{attribute: getattr(card, name) for name, attribute in CARD.items()},
        "participating": "".join(marks),
        "registeringStatus": "FIN" if player.final else "PRE",
        "smmsCorrection": str(parameters.correction_of(player)),
    }


def _games(root: Node, event: Event, keys: dict[int, str], lost: LossNotes) -> None:
    section = root.add("Games")
    for game in event.state.games:
        lost.of_game(game, event.state.parameters.komi)
        if game.round > MAX_ROUNDS:
            lost.rounds(game.round)
        elif game.result.outcome is not Outcome.VOID:
            label = f"Game[{game.round}-{game.black}-{game.white}]"
            section.add("Game", _game(game, keys), label)
    lost.of_games()


def _game(game: Game, keys: dict[int, str]) -> dict[str, str]:
    by_default = "_BYDEF" if game.result.by_default else ""
    return {
        "roundNumber": str(game.round),
        "tableNumber": str(game.table),
        "whitePlayer": keys[game.white],
        "blackPlayer": keys[game.black],
        "knownColor": "true" if game.colours_known else "false",
        "handicap": str(game.handicap),
        "result": f"RESULT_{game.result.meaning.opengotha}{by_default}",
    }


def _byes(root: Node, event: Event, keys: dict[int, str], lost: LossNotes) -> None:
    """Write the first bye of every round: there is room for only one."""
    section = Node("ByePlayers")
    rounds: set[int] = set()
    for bye in event.state.byes:
        if bye.round > MAX_ROUNDS:
            lost.rounds(bye.round)
        elif bye.round in rounds:
            lost.add(
                _("Round %(round)d has more than one bye; OpenGotha has room for the first.")
                % {"round": bye.round}
            )
        else:
            rounds.add(bye.round)
            attributes = {"roundNumber": str(bye.round), "player": keys[bye.player]}
            section.add("ByePlayer", attributes, f"ByePlayer[{bye.round}-{bye.player}]")
    if section.children:
        root.children.append(section)


def _teams(root: Node, event: Event, keys: dict[int, str], lost: LossNotes) -> None:
    section = Node("Teams")
    for team in event.teams:
        attributes = {"teamNumber": str(team.number), "teamName": team.name}
        node = section.add("Team", attributes, f"Team[{team.number}]")
        for seat in team.seats:
            if seat.round > MAX_ROUNDS:
                lost.rounds(seat.round)
            elif seat.player in keys:
                seated = {
                    "roundNumber": str(seat.round),
                    "boardNumber": str(seat.board),
                    "player": keys[seat.player],
                }
                node.add("Board", seated, f"Board[{seat.round}-{seat.board}]")
            else:
                lost.add(
                    _("Team %(team)s: a seat of somebody who is not a player is left out.")
                    % {"team": team.name}
                )
    if section.children:
        root.children.append(section)
