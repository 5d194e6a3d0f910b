"""Reading an OpenGotha file into an event."""

from collections.abc import Iterable, Iterator

from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.errors import FormatError
from tournament.formats.fields import Fields, Notes
from tournament.formats.limits import MAX_GAMES, check_count
from tournament.formats.opengotha.extras import collect_unused
from tournament.formats.opengotha.names import MAX_ROUNDS, ROOT
from tournament.formats.opengotha.parameters import read_parameters, read_team_rules
from tournament.formats.opengotha.people import Register, rating_shift, read_players
from tournament.formats.tree import Node, read_tree
from tournament.state.event import Event
from tournament.state.games import Bye, Game
from tournament.state.results import MEANINGS, Decided, Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.teams import Team, TeamSeat

_BYES, _BYE = "ByePlayers", "ByePlayer"
_PREFIX, _BY_DEFAULT = "RESULT_", "_BYDEF"
_OUTCOMES = {
    meaning.opengotha: outcome
    for outcome, meaning in MEANINGS.items()
    if meaning.exact and meaning.opengotha
} | {"BOTHLOOSE": Outcome.BOTH_LOSE}
"""By the middle of a result's name; the last spelling is pairgoth's."""
_GAMES = _("games")

_GAME_LEFT_OUT = _("A game of round %(round)d is left out: %(reason)s.")
_BYE_LEFT_OUT = _("A bye of round %(round)d is left out: %(reason)s.")


def read_opengotha(data: bytes) -> Event:
    """Return the tournament in an OpenGotha file.

    The event's notes report faults that can be read around: a default is used, or an impossible
    game is left out. Raises FormatError if the file cannot be read at all, and for a value that
    makes no sense.
    """
    return opengotha_event(*read_tree(data))


def opengotha_event(root: Node, guessed: Iterable[Message]) -> Event:
    """Return the tournament in an OpenGotha file whose XML is already read."""
    if root.tag != ROOT or not any(
        root.child(tag) for tag in ("Players", "Games", "TournamentParameterSet")
    ):
        raise FormatError(
            "not_opengotha",
            _(
                "This XML is not an OpenGotha file: its root is “%(tag)s” and not a “Tournament” "
                "with players. Send the file that OpenGotha saves."
            )
            % {"tag": root.tag[:40]},
            root.line,
            root.tag[:40],
        )
    notes = Notes()
    for sentence in guessed:
        notes.add(sentence)
    details, parameters = read_parameters(root, notes)
    player_nodes = _items(root, "Players", "Player")
    players = read_players(player_nodes, rating_shift(root, notes), notes)
    for player, node in zip(players, player_nodes, strict=True):
        node.label = f"Player[{player.id}]"
    register = Register(players, notes)
    seated = _Seated(register, notes)
    games, byes = seated.games(root), seated.byes(root)
    teams = _teams(root, register, notes)
    team_rules = read_team_rules(root, notes)
    return Event(
        details=details,
        state=TournamentState(players, games, byes, parameters),
        teams=teams,
        team_rules=team_rules,
        extras=collect_unused(root),
        source="opengotha",
        notes=notes.messages(),
    )


def _items(root: Node, section: str, tag: str) -> list[Node]:
    """Return the elements of a section, merging repeated sections into the first."""
    sections = [child for child in root.children if child.tag == section]
    items = [item for part in sections for item in part.children if item.tag == tag]
    for item in items:
        item.known = True
    if sections:
        sections[0].known = True
        others = [child for child in sections[0].children if child.tag != tag]
        sections[0].children = [*items, *others]
        merged = set(sections[1:])
        root.children = [child for child in root.children if child not in merged]
    return items


def _keep(root: Node, section: str, left_out: list[Node]) -> None:
    """Remove the elements that were left out from their section."""
    found = root.child(section)
    if found is not None and left_out:
        gone = set(left_out)
        found.children = [child for child in found.children if child not in gone]


class _Seated:
    """Reads games and byes; a player can have only one per round."""

    def __init__(self, register: Register, notes: Notes) -> None:
        self._register = register
        self._notes = notes
        self._busy: set[tuple[int, int]] = set()

    def games(self, root: Node) -> tuple[Game, ...]:
        """Return the games, without impossible ones."""
        nodes = _items(root, "Games", "Game")
        check_count(_GAMES, len(nodes), MAX_GAMES)
        games, left_out = [], []
        for node in nodes:
            game = self._game(node)
            if game is None:
                left_out.append(node)
            else:
                node.label = f"Game[{game.round}-{game.black}-{game.white}]"
                games.append(game)
        _keep(root, "Games", left_out)
        return tuple(games)

    def _game(self, node: Node) -> Game | None:
        fields = Fields(node, self._notes)
        number = fields.round_number("roundNumber", MAX_ROUNDS)
        ids = self._sit(fields, number, ("blackPlayer", "whitePlayer"), _GAME_LEFT_OUT)
        if ids is None:
            return None
        return Game(
            round=number,
            table=fields.integer("tableNumber", 0, 0, 100_000),
            black=ids[0],
            white=ids[1],
            result=_result(fields),
            handicap=fields.integer("handicap", 0, 0, 99, needed=False),
            colours_known=fields.boolean("knownColor", True, needed=False),
        )

    def byes(self, root: Node) -> tuple[Bye, ...]:
        """Return the byes; an element may hold others in place of its own attributes.

        The whole section may be such an element: pairgoth gives it the same name as its contents.
        """
        root.children = [
            Node(_BYES, line=child.line, children=[child]) if child.tag == _BYE else child
            for child in root.children
        ]
        section = root.child(_BYES)
        if section is None:
            return ()
        nodes = list(_innermost(_items(root, _BYES, _BYE)))
        others = [child for child in section.children if child.tag != _BYE]
        byes, kept = [], []
        for node in nodes:
            fields = Fields(node, self._notes)
            number = fields.round_number("roundNumber", MAX_ROUNDS)
            ids = self._sit(fields, number, ("player",), _BYE_LEFT_OUT)
            if ids is not None:
                node.label = f"{_BYE}[{number}-{ids[0]}]"
                kept.append(node)
                byes.append(Bye(number, ids[0]))
        section.children = [*kept, *others]
        return tuple(byes)

    def _sit(
        self, fields: Fields, number: int, names: tuple[str, ...], left_out: Message
    ) -> tuple[int, ...] | None:
        """Return the players' ids, or None, with a note, if they cannot sit there."""
        keys = [fields.key(name) for name in names]
        reason: Message | None = None
        ids = []
        for key in keys:
            found = self._register.find(key)
            if found is None:
                reason = reason or _("“%(key)s” is not a player in the file") % {"key": key[:80]}
            else:
                ids.append(found)
                if (number, found) in self._busy:
                    busy = _("“%(key)s” has another game or bye in that round")
                    reason = reason or busy % {"key": key[:80]}
        if not reason and len(set(ids)) != len(names):
            reason = _("“%(key)s” would play against themselves") % {"key": keys[0][:80]}
        if reason:
            self._notes.add(left_out % {"round": number, "reason": reason}, fields.line)
            return None
        self._busy.update((number, player) for player in ids)
        return tuple(ids)


def _innermost(nodes: list[Node]) -> Iterator[Node]:
    """Yield the nodes, replacing those without attributes by the nodes of the same tag in them."""
    for node in nodes:
        if node.attributes:
            yield node
            continue
        nested = [child for child in node.children if child.tag == node.tag]
        for child in nested:
            child.known = True
        yield from _innermost(nested)


def _result(fields: Fields) -> Result:
    written = fields.text("result", "RESULT_UNKNOWN", needed=True).strip().upper()
    name = written.removeprefix(_PREFIX)
    decided = Decided.DEFAULT if name.endswith(_BY_DEFAULT) else Decided.PLAY
    outcome = _OUTCOMES.get(name.removesuffix(_BY_DEFAULT))
    if outcome is None:
        why = _("is not a result such as RESULT_WHITEWINS")
        raise fields.refused("result", written, why)
    return Result(outcome, decided)


def _teams(root: Node, register: Register, notes: Notes) -> tuple[Team, ...]:
    """Return the teams, without seats that are taken or whose player is not listed."""
    teams = []
    numbers: set[int] = set()
    highest = 0
    for place, node in enumerate(_items(root, "Teams", "Team"), 1):
        fields = Fields(node, notes)
        number = fields.integer("teamNumber", place, 0, 100_000)
        if number in numbers:
            fields.wrong("teamNumber", str(number), _("belongs to another team"), str(highest + 1))
            number = highest + 1
        numbers.add(number)
        highest = max(highest, number)
        node.label = f"Team[{number}]"
        teams.append(Team(number, fields.text("teamName"), _seats(node, register, notes)))
    return tuple(teams)


def _seats(team: Node, register: Register, notes: Notes) -> tuple[TeamSeat, ...]:
    seats: dict[tuple[int, int], TeamSeat] = {}
    kept = []
    for node in team.children:
        if node.tag != "Board":
            kept.append(node)
            continue
        node.known = True
        fields = Fields(node, notes)
        number = fields.round_number("roundNumber", MAX_ROUNDS)
        board = fields.integer("boardNumber", 0, 0, 1000)
        key = fields.key("player")
        player = register.find(key)
        if player is None or (number, board) in seats:
            why = (
                _("“%(key)s” is not a player in the file")
                if player is None
                else _("the board of “%(key)s” is already taken")
            )
            left_out = _("A team's seat is left out: %(reason)s.")
            notes.add(left_out % {"reason": why % {"key": key[:80]}}, node.line)
            continue
        node.label = f"Board[{number}-{board}]"
        kept.append(node)
        seats[number, board] = TeamSeat(number, board, player)
    team.children = kept
    return tuple(seats.values())
