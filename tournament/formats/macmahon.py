"""Reads the XML files of MacMahon 3.9 into events.

The elements were learnt from files: there is no published description. A result begins with the
points of the player whose element comes first: ``1-0`` is a win for Black if that is ``<Black>``,
as MacMahon writes it, and for White if it is ``<White>``. ``!`` marks a referee's decision.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.countries import known_code
from tournament.formats.errors import FormatError
from tournament.formats.fields import NO_RANK, Fields, Notes
from tournament.formats.limits import MAX_GAMES, MAX_PLAYERS, MAX_ROUNDS, check_count
from tournament.formats.tree import Node, read_tree
from tournament.standings.tiebreaks import TIEBREAKS, Caution
from tournament.state.criteria import Criterion
from tournament.state.event import Details, Event
from tournament.state.games import Bye, Game
from tournament.state.parameters import Basis, HandicapRule, Parameters, ScoringParameters
from tournament.state.people import Card, Player
from tournament.state.presets import MCMAHON, SWISS
from tournament.state.ranks import (
    RankError,
    nearest_rank,
    rank_of_rating,
    rank_text,
    rating_of_rank,
)
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

_LEVELS: Final = ("GoLevel", "Rank", "Grade", "Level")
_PLAYERS: Final = frozenset({"Player", "IndividualParticipant"})
_ROUNDS: Final = frozenset({"Round", "TournamentRound"})
_MIRRORED: Final = {Outcome.BLACK: Outcome.WHITE, Outcome.WHITE: Outcome.BLACK}
_OUTCOMES: Final = {
    "1-0": Outcome.BLACK,
    "0-1": Outcome.WHITE,
    "½-½": Outcome.JIGO,
    "1/2-1/2": Outcome.JIGO,
    "0.5-0.5": Outcome.JIGO,
    "0-0": Outcome.BOTH_LOSE,
    "1-1": Outcome.BOTH_WIN,
    "?-?": Outcome.UNKNOWN,
    "": Outcome.UNKNOWN,
}


def _names(*, of_wins: bool) -> dict[str, Criterion]:
    """Return the program's names for criteria; it uses the same for sums of wins and of MMS."""
    return {
        name: row.criterion
        for row in TIEBREAKS.values()
        if of_wins is (row.caution is Caution.WINS)
        for name in row.macmahon
    }


_WITH_MMS: Final = _names(of_wins=False)
_WITH_WINS: Final = {**_WITH_MMS, **_names(of_wins=True)}


def is_macmahon(root: Node) -> bool:
    """Whether this is the root of a MacMahon file, with or without an enclosing element."""
    tournament = _tournament(root)
    if tournament is None or root.child("TournamentParameterSet") or root.child("Players"):
        return False
    named = "typeversion" in tournament.attributes or "typeversion" in root.attributes
    return named or any(node.tag in {*_PLAYERS, *_ROUNDS} for node in _below(root))


def read_macmahon(data: bytes) -> Event:
    """Return the tournament of a MacMahon file.

    The event's notes report faults that can be read around. Raises FormatError if the file cannot
    be read at all.
    """
    return macmahon_event(*read_tree(data))


def macmahon_event(root: Node, guessed: Iterable[Message]) -> Event:
    """Return the tournament in a MacMahon file whose XML is already read."""
    tournament = _tournament(root)
    if tournament is None or not is_macmahon(root):
        raise FormatError(
            "not_macmahon",
            _(
                "This XML is not a MacMahon file: its root is “%(tag)s”. Send the file that "
                "MacMahon saves."
            )
            % {"tag": root.tag[:40]},
            root.line,
            root.tag[:40],
        )
    notes = Notes()
    for sentence in guessed:
        notes.add(sentence)
    general = _fields(tournament, notes)
    players, ids = _players(root, general, notes)
    games, byes = _Rounds(ids, notes).read(root)
    last = max([5, *(game.round for game in games), *(bye.round for bye in byes)])
    scoring = ScoringParameters(
        rounds=general.integer("NumberOfRounds", last, 1, MAX_ROUNDS),
        floor=_level(general, "LowerMacMahonBar", "LowerMacMahonBarLevel", -30),
        bar=_level(general, "UpperMacMahonBar", "UpperMacMahonBarLevel", 8),
        round_down=general.boolean("HalfScoreGroupsRoundDown", True, needed=False),
    )
    swiss = not general.boolean("UseMacMahonStartScores", True, needed=False)
    criteria = _criteria(root, swiss, notes)
    parameters = replace(
        SWISS if Criterion.NBW in criteria else MCMAHON,
        scoring=scoring,
        criteria=criteria,
        handicap=_handicap(general),
    )
    return Event(
        details=Details(
            name=general.text("Name"),
            board_size=general.integer("Boardsize", 19, 2, 52, needed=False),
        ),
        state=TournamentState(players, games, byes, parameters),
        source="macmahon",
        notes=notes.messages(),
    )


def _tournament(root: Node) -> Node | None:
    """Return the element with the settings: the root itself, or one inside it."""
    return root if root.tag == "Tournament" else root.child("Tournament")


def _below(node: Node) -> Iterator[Node]:
    """Yield all elements below one, in file order."""
    for child in node.children:
        yield child
        yield from _below(child)


def _fields(node: Node, notes: Notes) -> Fields:
    """Return the texts of an element's children as fields; the first if there are several."""
    texts: dict[str, str] = {}
    for child in node.children:
        if not child.children:
            texts.setdefault(child.tag, child.text)
    return Fields(Node(node.tag, texts, node.line), notes)


def _level(general: Fields, switch: str, name: str, without: int) -> int:
    """Return the rank of a level such as the bar, or ``without`` if its switch is off."""
    active = general.boolean(switch, True, needed=False)
    level = general.rank(name, without, needed=False)
    return level if active else without


def _handicap(general: Fields) -> HandicapRule:
    """Return the handicap rule. MacMahon adds its adjustment, we subtract a correction."""
    used = general.boolean("HandicapUsed", False, needed=False)
    limited = general.boolean("HandicapLimit", True, needed=False)
    limit = general.integer("HandicapLimitValue", 9, 0, 99, needed=False)
    adjusted = general.boolean("HandicapAdjustment", False, needed=False)
    adjustment = general.integer("HandicapAdjustmentValue", 0, -99, 9, needed=False)
    by_level = general.boolean("HandicapByLevel", False, needed=False)
    return HandicapRule(
        basis=Basis.RANK if by_level else Basis.MMS,
        threshold=_level(general, "HandicapBelow", "HandicapBelowLevel", 8),
        correction=-adjustment if adjusted else 0,
        ceiling=min(9, limit if limited else 9) if used else 0,
    )


def _criteria(root: Node, swiss: bool, notes: Notes) -> tuple[Criterion, ...]:
    """Return the criteria of the wall list. SOS and the like are sums of the first criterion."""
    listed = [
        (child.text.strip().upper(), child.line)
        for node in _below(root)
        if "Criterion" in node.tag
        for child in node.children
        if child.tag == "ShortName"
    ]
    swiss = swiss or (bool(listed) and _WITH_MMS.get(listed[0][0]) is Criterion.NBW)
    known = _WITH_WINS if swiss else _WITH_MMS
    criteria: list[Criterion] = []
    for name, line in listed:
        criterion = known.get(name)
        if swiss and criterion is Criterion.MMS:
            criterion = Criterion.NBW
        if criterion is None:
            unknown = _("The criterion “%(name)s” is not known and is left out.")
            notes.add(unknown % {"name": name[:30]}, line)
        elif criterion not in criteria:
            criteria.append(criterion)
    if criteria:
        return tuple(criteria)
    main = (Criterion.NBW, Criterion.SOSW, Criterion.SOSOSW)
    return main if swiss else Parameters().criteria


def _players(
    root: Node, general: Fields, notes: Notes
) -> tuple[tuple[Player, ...], dict[str, int]]:
    """Return the players, with ids from 1, and these ids by the numbers in the file."""
    by_rating = general.boolean("RatingDeterminesRank", False, needed=False)
    nodes = [node for node in _below(root) if node.tag in _PLAYERS]
    check_count(_("players"), len(nodes), MAX_PLAYERS)
    players = []
    ids: dict[str, int] = {}
    for number, node in enumerate(nodes, 1):
        entry, person = _fields(node, notes), node.child("GoPlayer")
        written = entry.key("Id").strip()
        if written in ids:
            twice = _("Player number %(number)s appears twice; games are given to the first.")
            notes.add(twice % {"number": written[:20]}, node.line)
        ids.setdefault(written, number)
        player = _player(number, _fields(person or node, notes), by_rating, notes)
        super_bar = entry.boolean("SuperBarMember", False, needed=False)
        preliminary = entry.boolean("PreliminaryRegistration", False, needed=False)
        players.append(
            replace(
                player,
                final=not preliminary,
                smms_correction=1 if super_bar else 0,
                absent=_absent(node, notes),
            )
        )
    return tuple(players), ids


def _player(number: int, fields: Fields, by_rating: bool, notes: Notes) -> Player:
    surname, first_name = fields.text("Surname", needed=True), fields.text("FirstName")
    level = next((text for name in _LEVELS if (text := fields.text(name).strip())), "")
    rating = fields.integer("Rating", -901, -901, 2949, needed=False)
    rated = rating >= -900
    try:
        rank = nearest_rank(level)
    except RankError:
        if level:
            name = next(name for name in _LEVELS if fields.text(name).strip())
            raise fields.refused(name, level, NO_RANK) from None
        rank = rank_of_rating(rating) if rated else -30
        fields.wrong("GoLevel", level, NO_RANK, rank_text(rank))
    if by_rating and rated:
        rank = rank_of_rating(rating)
    return Player(
        id=number,
        surname=surname,
        first_name=first_name,
        rank=rank,
        rating=rating if rated else rating_of_rank(rank),
        country=known_code(fields.text("Country")),
        club=fields.text("Club"),
        card=Card(grade=level.upper(), egf_pin=fields.text("EgdPin")),
    )


def _absent(node: Node, notes: Notes) -> frozenset[int]:
    rounds = set()
    for child in node.children:
        if child.tag == "NotPlayingInRound":
            if child.text.isdecimal() and 1 <= len(child.text) <= 3:
                rounds.add(int(child.text))
            else:
                why = _("is not a round")
                raise Fields(child, notes).refused("NotPlayingInRound", child.text, why)
    return frozenset(rounds)


class _Rounds:
    """Reads games and byes; a player can have only one per round."""

    def __init__(self, ids: dict[str, int], notes: Notes) -> None:
        self._ids = ids
        self._notes = notes
        self._busy: set[tuple[int, int]] = set()
        self._games: list[Game] = []
        self._byes: list[Bye] = []

    def read(self, root: Node) -> tuple[tuple[Game, ...], tuple[Bye, ...]]:
        """Return all games and byes in the file."""
        nodes = [node for node in _below(root) if node.tag in _ROUNDS]
        count = sum(child.tag == "Pairing" for node in nodes for child in node.children)
        check_count(_("games"), count, MAX_GAMES)
        for node in nodes:
            number = _fields(node, self._notes).round_number("RoundNumber", MAX_ROUNDS)
            pairings = [child for child in node.children if child.tag == "Pairing"]
            for table, pairing in enumerate(pairings, 1):
                self._pairing(number, table, _fields(pairing, self._notes))
        return tuple(self._games), tuple(self._byes)

    def _pairing(self, number: int, table: int, fields: Fields) -> None:
        if fields.node is None or not {"Black", "White"} & set(fields.node.attributes):
            fields.key("Black")
        black, white = (fields.text(name, "0").strip() for name in ("Black", "White"))
        nobody = {"", "0", "-1"}
        if fields.boolean("PairingWithBye", False, needed=False) or {black, white} & nobody:
            players = self._sit(fields, number, white if black in nobody else black)
            if players:
                self._byes.append(Bye(number, players[0]))
            return
        players = self._sit(fields, number, black, white)
        if players:
            game = Game(
                round=number,
                table=fields.integer("BoardNumber", table, 0, 100_000, needed=False),
                black=players[0],
                white=players[1],
                result=self._result(fields),
                handicap=fields.integer("Handicap", 0, 0, 99, needed=False),
            )
            self._games.append(game)

    def _sit(self, fields: Fields, number: int, *written: str) -> tuple[int, ...]:
        """Return the players' ids; none, with a note, if they cannot sit there."""
        reason: Message | None = None
        ids = tuple(self._ids.get(name, 0) for name in written)
        for name, player in zip(written, ids, strict=True):
            if not player:
                why = _("is not a player's number")
                seat = next(
                    side for side in ("Black", "White") if fields.text(side).strip() == name
                )
                raise fields.refused(seat, name, why)
            if (number, player) in self._busy or ids.count(player) > 1:
                busy = _("player %(number)s has another game or bye in that round")
                reason = busy % {"number": name[:20]}
        if reason:
            left_out = _("A pairing of round %(round)d is left out: %(reason)s.")
            self._notes.add(left_out % {"round": number, "reason": reason}, fields.line)
            return ()
        self._busy.update((number, player) for player in ids)
        return ids

    def _result(self, fields: Fields) -> Result:
        written = fields.text("Result").replace(" ", "")
        outcome = _OUTCOMES.get(written.rstrip("!"))
        if outcome is None:
            why = _("is not a result such as 1-0")
            raise fields.refused("Result", written, why)
        outcome = self._by_order(outcome, fields)
        if fields.boolean("ResultByReferee", False, needed=False) or written.endswith("!"):
            self._notes.add(_("Results decided by the referee are read as wins by default."))
            return Result(outcome, Decided.DEFAULT)
        return Result(outcome)

    def _by_order(self, outcome: Outcome, fields: Fields) -> Outcome:
        """Return an outcome read as Black's points first, mirrored if White is listed first."""
        if outcome not in _MIRRORED or fields.node is None:
            return outcome
        first = next(name for name in fields.node.attributes if name in ("Black", "White"))
        note = _("%(colour)s is listed first in pairings, so 1-0 is read as a win for %(colour)s.")
        self._notes.add(note % {"colour": first})
        return outcome if first == "Black" else _MIRRORED[outcome]
