"""Writing an event as an XML file of MacMahon 3.9, as far as its elements are known.

They were learnt from files (:mod:`tournament.formats.macmahon`): there is no published description.
"""

from collections.abc import Collection, Iterable
from typing import Final

from language.messages import Message, comma_list, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.lost import (
    PLAYERS_LOSE,
    details_lost,
    lost_of_absences,
    lost_of_cards,
    lost_outcomes,
    lost_rulings,
    lost_systems,
    lost_teams,
    lost_unknown_colours,
)
from tournament.formats.tree import Node, write_tree
from tournament.formats.written import WrittenFile
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion
from tournament.state.event import Details, Event
from tournament.state.games import Game
from tournament.state.komi import without_usual
from tournament.state.parameters import Basis, Method, Parameters, System
from tournament.state.people import Player
from tournament.state.ranks import RankError, nearest_rank, rank_text
from tournament.state.results import Outcome
from tournament.state.wishes import Wishes

LOWEST_RATING, HIGHEST_RATING = -900, 2949
_VERSION: Final = {"typeversion": "3.9"}
_HELD: Final = {"board_size", "ends_on", "clock", "byo_yomi_periods"}
"""What the file has of the tournament, and what is reported in other sentences."""
_RESULTS: Final = {
    Outcome.BLACK: "1-0",
    Outcome.WHITE: "0-1",
    Outcome.JIGO: "½-½",
    Outcome.NO_RESULT: "½-½",
    Outcome.BOTH_WIN: "1-1",
    Outcome.BOTH_LOSE: "0-0",
    Outcome.UNKNOWN: "?-?",
}
"""Black's points come first, as Black's element does in a pairing."""


def write_macmahon(event: Event) -> WrittenFile:
    """Return the event as a file of MacMahon 3.9, and what it cannot hold."""
    state = event.state
    root = Node("TournamentData", dict(_VERSION))
    _settings(root, event.details, state.parameters)
    unnamed = _criteria(root, state.parameters)
    players = root.add("Playerlist")
    for player in state.players:
        _player(players.add("Player"), player, state.parameters.correction_of(player))
    rounds = [game.round for game in state.games] + [bye.round for bye in state.byes]
    last = max(rounds, default=0)
    _rounds(root, event, last)
    lost = [
        *_lost_settings(event),
        *_lost_criteria(unnamed),
        *lost_teams(event),
        *_lost_of_players(state.players, state.parameters),
        *lost_systems(state.parameters),
        *lost_outcomes(event, last),
        *lost_rulings(state.games),
        *lost_unknown_colours(state.games),
    ]
    return WrittenFile(write_tree(root), tuple(lost))


def _texts(node: Node, texts: Iterable[tuple[str, object]]) -> None:
    """Append an element for each text; Booleans are written as ``true`` or ``false``."""
    for tag, value in texts:
        child = node.add(tag)
        child.text = str(value).lower() if isinstance(value, bool) else str(value)


def _level(rank: int) -> str:
    return rank_text(rank).lower()


def _settings(root: Node, details: Details, parameters: Parameters) -> None:
    scoring, handicap = parameters.scoring, parameters.handicap
    _texts(
        root.add("Tournament", dict(_VERSION)),
        (
            ("Name", details.name),
            ("Boardsize", details.board_size),
            ("NumberOfRounds", scoring.rounds),
            ("UseMacMahonStartScores", parameters.system is System.MCMAHON),
            ("HalfScoreGroupsRoundDown", scoring.round_down),
            ("UpperMacMahonBar", True),
            ("UpperMacMahonBarLevel", _level(scoring.bar)),
            ("LowerMacMahonBar", True),
            ("LowerMacMahonBarLevel", _level(scoring.floor)),
            ("RatingDeterminesRank", False),
            ("HandicapUsed", handicap.ceiling > 0),
            ("HandicapBelow", True),
            ("HandicapBelowLevel", _level(handicap.threshold)),
            ("HandicapAdjustment", True),
            ("HandicapAdjustmentValue", -handicap.correction),
            ("HandicapLimit", True),
            ("HandicapLimitValue", handicap.ceiling),
            ("HandicapByLevel", handicap.basis is Basis.RANK),
        ),
    )


def _criteria(root: Node, parameters: Parameters) -> list[Criterion]:
    """Write the criteria for which the program has a name; return the others."""
    section = root.add("Walllist")
    unnamed, written = [], set()
    for criterion in parameters.criteria:
        names = TIEBREAKS[criterion].macmahon
        if not names or names[0] in written:
            unnamed.append(criterion)
            continue
        written.add(names[0])
        _texts(section.add("Criterion"), [("ShortName", names[0])])
    return unnamed


def _player(node: Node, player: Player, correction: int) -> None:
    _texts(
        node,
        (
            ("Id", player.id),
            ("PreliminaryRegistration", not player.final),
            ("SuperBarMember", correction > 0),
            *(("NotPlayingInRound", number) for number in sorted(player.absent)),
        ),
    )
    _texts(
        node.add("GoPlayer"),
        (
            ("FirstName", player.first_name),
            ("Surname", player.surname),
            ("Club", player.club),
            ("Country", player.country),
            ("GoLevel", player.card.grade.lower() if _own_grade(player) else _level(player.rank)),
            ("Rating", max(LOWEST_RATING, min(HIGHEST_RATING, player.rating))),
            ("EgdPin", player.card.egf_pin),
        ),
    )


def _own_grade(player: Player) -> bool:
    """Whether the player's grade is one that names their rank."""
    try:
        return nearest_rank(player.card.grade) == player.rank
    except RankError:
        return False


def _rounds(root: Node, event: Event, last: int) -> None:
    state = event.state
    section = root.add("Roundlist")
    for number in range(1, last + 1):
        round_ = section.add("Round")
        _texts(round_, [("RoundNumber", number)])
        for game in state.games:
            if game.round == number and game.result.outcome is not Outcome.VOID:
                _pairing(round_, game)
        for bye in state.byes:
            if bye.round == number:
                _bye(round_, bye.player)


def _pairing(round_: Node, game: Game) -> None:
    _texts(
        round_.add("Pairing"),
        (
            ("BoardNumber", game.table),
            ("PairingWithBye", False),
            ("Black", game.black),
            ("White", game.white),
            ("Handicap", game.handicap),
            ("Result", _RESULTS[game.result.outcome]),
            ("ResultByReferee", game.result.by_default),
        ),
    )


def _bye(round_: Node, player: int) -> None:
    _texts(
        round_.add("Pairing"),
        (
            ("BoardNumber", 0),
            ("PairingWithBye", True),
            ("Black", player),
            ("White", 0),
            ("Handicap", 0),
            ("Result", "1-0"),
            ("ResultByReferee", False),
        ),
    )


def _lost_settings(event: Event) -> list[Message]:
    details, state = event.details, event.state
    parameters, usual = state.parameters, Details()
    own_komi = any(without_usual(game, parameters.komi) is not None for game in state.games)
    kinds = (
        (details.location, _("the place")),
        (details.begins_on or details.ends_on, _("the dates")),
        (details.clock != usual.clock, _("the time system")),
        (details.internet, _("that it is played on the internet")),
        (details.time_zone, _("the time zone")),
        (parameters.komi != Parameters().komi or own_komi, _("komi")),
        (parameters.method is not Method.WEIGHTS, _("that rounds are paired by another method")),
        (parameters.handicap.table, _("the table of handicaps")),
        (state.wishes != Wishes(), _("wishes of the pairing")),
    )
    gone = details_lost(details, _HELD)
    gone += [text for value, text in kinds if value]
    gone.append(_("how opponents are chosen, and what counts without a game"))
    return [
        _("These details of the tournament are left out: %(gone)s.") % {"gone": comma_list(gone)}
    ]


def _lost_criteria(unnamed: Collection[Criterion]) -> list[Message]:
    if not unnamed:
        return []
    names = ", ".join(criterion.value for criterion in unnamed)
    return [
        ngettext_lazy(
            "MacMahon has no name for the criterion %(names)s: left out.",
            "MacMahon has no names for the criteria %(names)s: left out.",
            "count",
        )
        % {"names": names, "count": len(unnamed)}
    ]


def _lost_of_players(players: Collection[Player], parameters: Parameters) -> list[Message]:
    gone = []
    if any(
        player.card.grade.upper().endswith("P") and not _own_grade(player) for player in players
    ):
        gone.append(_("grades of professionals"))
    if any(not LOWEST_RATING <= player.rating <= HIGHEST_RATING for player in players):
        gone.append(_("ratings beyond -900 to 2949"))
    if any(parameters.correction_of(player) not in (0, 1) for player in players):
        gone.append(_("corrections of starting scores"))
    gone += [*lost_of_cards(players, {"grade", "egf_pin"}), *lost_of_absences(players)]
    return [PLAYERS_LOSE % {"gone": comma_list(gone)}] if gone else []
