"""Brackets as shown on a page: who met whom in each round, where they came from, who went on."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from language.messages import Message, Param
from language.messages import gettext_lazy as _
from tournament.brackets.elimination import EliminationRounds
from tournament.brackets.knock_out import KnockOutRounds
from tournament.brackets.missing import Missing, missing_games
from tournament.brackets.reached import ending
from tournament.brackets.seeding import BracketError, BracketRounds
from tournament.brackets.tree import Match, matches_of, without_empty_rounds
from tournament.state.games import Game
from tournament.state.parameters import Method
from tournament.state.results import Outcome
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class Side:
    """A player of a match, or nobody yet, and where they come from."""

    player: int | None
    origin: Message


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of a bracket; if there is no ``second``, the first goes through or lost by absence.

    ``table`` is None if there is no game yet. ``winner`` is who goes on. ``before`` is the round in
    which the two met before, if this is a rematch; ``chosen`` says that the pairing had others to
    choose from. ``walk_over`` says that there is no game because one player was absent, or both
    were, in which case there is no ``winner`` here. ``not_given`` says that the player who goes on
    was not given the bye for it, so that the standings do not count it. ``missing`` says that the
    round was published without the game: nobody can go on until it is played or somebody goes
    through.
    """

    first: Side
    second: Side | None
    table: int | None = None
    winner: int | None = None
    before: int | None = None
    chosen: bool = False
    walk_over: bool = False
    missing: bool = False
    not_given: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """The matches of one round."""

    round: int
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A bracket: its title and its rounds."""

    title: Message
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class BracketSheet:
    """All brackets of a knock-out. ``problem`` tells everybody why it cannot go on as it stands.

    ``winner`` is the winner of the whole knock-out.
    """

    parts: tuple[BracketPart, ...] = ()
    winner: int | None = None
    problem: Message | None = None


def sheet_of(state: TournamentState) -> BracketSheet:
    """Return the brackets of a knock-out or a double elimination, as far as they are known.

    They include the coming round's matches that the tree alone decides, and the main bracket's
    later rounds, with where their players will come from.
    """
    drawn = _Drawn(state)
    double = state.parameters.method is Method.DOUBLE_ELIMINATION
    try:
        for number, title, matches in _double(state) if double else _trees(state):
            drawn.add(number, title, matches)
    except BracketError as error:
        return BracketSheet(drawn.parts(), problem=error.why)
    return BracketSheet(drawn.parts(), ending(state, state.played_rounds).winner)


def match_sentence(meeting: Meeting, names: Callable[[int], str]) -> Message | None:
    """Return a match in words: who meets whom, where they come from, and why if it is a rematch."""
    first, second = meeting.first, meeting.second
    if first.player is None or (second is not None and second.player is None):
        return None
    values: dict[str, Param] = {"first": names(first.player), "from": first.origin}
    if second is None or second.player is None:
        if meeting.walk_over:
            return _("%(first)s (%(from)s) does not play.") % values
        if meeting.missing:
            return _("%(first)s (%(from)s) is due to play and has no game.") % values
        return _("%(first)s (%(from)s) goes through without a game.") % values
    values |= {"second": names(second.player), "whence": second.origin}
    if meeting.walk_over and meeting.winner is None:
        return _("Neither %(first)s nor %(second)s plays.") % values
    if meeting.walk_over:
        goes, away = values["first"], values["second"]
        if meeting.winner == second.player:
            goes, away = away, goes
        return _("%(name)s goes through without a game: %(away)s does not play.") % {
            "name": goes,
            "away": away,
        }
    if meeting.missing:
        return (
            _("%(first)s (%(from)s) and %(second)s (%(whence)s) are due to meet and have no game.")
            % values
        )
    if meeting.before is None:
        return _("%(first)s (%(from)s) meets %(second)s (%(whence)s).") % values
    values["before"] = meeting.before
    if meeting.chosen:
        return (
            _(
                "%(first)s (%(from)s) meets %(second)s (%(whence)s) again, as in round %(before)d: "
                "no pairing of this round has fewer rematches."
            )
            % values
        )
    return (
        _("%(first)s (%(from)s) meets %(second)s (%(whence)s) again, as in round %(before)d.")
        % values
    )


_MAIN = _("Knock-out")
_WINNERS = _("Winners’ bracket")
_LOSERS = _("Losers’ bracket")
_FINAL = _("Grand final")
_Round = tuple[int, Message, Sequence[Match]]


def _places(first: int, players: int) -> Message:
    return _("For the places %(first)d to %(last)d") % {
        "first": first,
        "last": first + players - 1,
    }


def _trees(state: TournamentState) -> Iterator[_Round]:
    """Yield the matches of a knock-out by round, including the coming one."""
    rounds, first = KnockOutRounds(state), state.parameters.knock_out.first_round
    titles: dict[int, Message] = {1: _MAIN}
    for number in range(first, max(state.played_rounds, first - 1) + 2):
        if _running(state, number - 1):
            return
        brackets = rounds.tree(number - 1).brackets
        for bracket in rounds.follow(brackets, rounds.seatings(number)):
            title = titles.setdefault(bracket.first, _places(bracket.first, len(bracket.players)))
            yield number, title, bracket.matches


def _double(state: TournamentState) -> Iterator[_Round]:
    """Yield the matches of a double elimination by round.

    For the coming round they are those of the winners' bracket and the grand final: who meets whom
    in the losers' bracket is known only when the round is drawn.
    """
    rounds, start = EliminationRounds(state), state.parameters.knock_out.first_round
    for number in range(start, max(state.played_rounds, start - 1) + 2):
        if _running(state, number - 1):
            return
        before = rounds.after(number - 1)
        if len(before.still_in) < 2:
            return
        upper, below = rounds.follow(before, rounds.seatings(number))
        yield number, _WINNERS, upper
        if (
            len(before.still_in) == 2 and before.lower
        ):  # two unbeaten players still have their bracket
            first, second = before.still_in
            yield number, _FINAL, below or [(first, second)]
            continue
        if number <= state.played_rounds:
            due = [match for match in rounds.matches(number) if match not in upper]
            known = {player for match in (*below, *due) for player in match}
            idle = [(player, None) for player in before.lower_due if player not in known]
            yield number, _LOSERS, [*below, *due, *idle]


def _running(state: TournamentState, number: int) -> bool:
    """Whether any games of a round have no result yet."""
    return any(not game.result.known for game in state.counted_games() if game.round == number)


class _Drawn:
    """Brackets being put together, round by round."""

    def __init__(self, state: TournamentState) -> None:
        self._state = state
        self._columns: dict[Message, list[Column]] = {}
        self._last: dict[Message, tuple[Meeting | None, ...]] = {}
        seeds = state.parameters.knock_out.seeds or ()
        self._seed = {player: number for number, player in enumerate(seeds, 1)}
        self._walked: dict[int, tuple[int, bool]] = {}
        self._gaps: dict[int, Missing] = {}
        self._games: dict[int, list[Game]] = {}
        for game in sorted(state.counted_games(), key=lambda game: game.round):
            for player in game.players:
                self._games.setdefault(player, []).append(game)

    def add(self, number: int, title: Message, matches: Iterable[Match]) -> None:
        """Add the matches of a round to a bracket, leaving out those without players."""
        found = tuple(
            self._meeting(number, match, chosen=title is _LOSERS) if any(match) else None
            for match in matches
        )
        if any(found):
            self._columns.setdefault(title, []).append(_column(number, found))
            self._last[title] = found

    def parts(self) -> tuple[BracketPart, ...]:
        """Return the brackets, the main ones with their rounds to come."""
        return tuple(
            BracketPart(
                title, (*columns, *(self._coming(title) if title in (_MAIN, _WINNERS) else ()))
            )
            for title, columns in self._columns.items()
        )

    def _coming(self, title: Message) -> Iterator[Column]:
        """Yield the rounds after a tree's last one, as far as their players are known."""
        number, meetings = self._columns[title][-1].round, self._last[title]
        while len(meetings) > 1:
            sides = without_empty_rounds(
                tuple(None if meeting is None else _after(meeting, number) for meeting in meetings)
            )
            number += 1
            meetings = tuple(_met(match) for match in matches_of(sides)) if len(sides) > 1 else ()
            if meetings:
                yield _column(number, meetings)

    def _meeting(self, number: int, match: Match, *, chosen: bool) -> Meeting:
        first, second = match
        if first is None or second is None:
            (alone,) = (player for player in match if player is not None)
            if chosen and self._out.get(alone) == number:
                return Meeting(self._side(number, alone), None, walk_over=True)
            if any(alone in match for match in self._missing(number)):
                return Meeting(self._side(number, alone), None, missing=True)
            return Meeting(self._side(number, alone), None, winner=alone)
        games = [game for game in self._games.get(first, ()) if second in game.players]
        here = next((game for game in games if game.round == number), None)
        earlier = [game.round for game in games if game.round < number]
        winner = None
        if here is not None and here.result.outcome in (Outcome.BLACK, Outcome.WHITE):
            winner = here.black if here.result.outcome is Outcome.BLACK else here.white
        sides = self._side(number, first), self._side(number, second)
        if here is None and number <= self._state.played_rounds:
            present = self._rounds.going_through(match, number)
            if len(present) < 2:
                winner = present[0] if present else None
                self._walked |= {player: (number, player == winner) for player in (first, second)}
                owed = winner is not None and not self._rounds.has_bye(number, winner)
                return Meeting(*sides, winner=winner, walk_over=True, not_given=owed)
            return Meeting(*sides, missing=True)
        return Meeting(
            *sides,
            here.table if here else None,
            winner,
            earlier[-1] if earlier else None,
            chosen,
        )

    @cached_property
    def _out(self) -> Mapping[int, int]:
        rounds = EliminationRounds(self._state, lenient=True)
        return rounds.after(self._state.played_rounds).second_loss

    def _missing(self, number: int) -> Missing:
        if number not in self._gaps:
            published = number <= self._state.played_rounds
            self._gaps[number] = missing_games(self._state, number) if published else ()
        return self._gaps[number]

    @cached_property
    def _rounds(self) -> BracketRounds:
        return BracketRounds(self._state, lenient=True)

    def _side(self, number: int, player: int) -> Side:
        first = self._state.parameters.knock_out.first_round
        games = [game for game in self._games.get(player, ()) if first <= game.round < number]
        walked, through = self._walked.get(player, (0, False))
        if walked and not any(game.round > walked for game in games):
            said = (
                _("without a game in round %(round)d")
                if through
                else _("did not play in round %(round)d")
            )
            return Side(player, said % {"round": walked})
        if not games:
            seed = self._seed.get(player)
            said = _("seed %(seed)d") % {"seed": seed} if seed else _("not seeded")
            return Side(player, said)
        last = games[-1]
        won = {Outcome.BLACK: last.black, Outcome.WHITE: last.white}.get(last.result.outcome)
        values = {"board": last.table, "round": last.round}
        if won == player:
            return Side(player, _("winner of board %(board)d of round %(round)d") % values)
        return Side(player, _("loser of board %(board)d of round %(round)d") % values)


def _column(number: int, meetings: Iterable[Meeting | None]) -> Column:
    return Column(number, tuple(meeting for meeting in meetings if meeting is not None))


def _met(match: tuple[Side | None, Side | None]) -> Meeting | None:
    """Return a match of a round to come; a player without an opponent goes through."""
    here = [side for side in match if side is not None]
    if len(here) == 2:
        return Meeting(here[0], here[1])
    return Meeting(here[0], None, winner=here[0].player) if here else None


def _after(meeting: Meeting, number: int) -> Side:
    """Return the side that goes on from a match of a round."""
    if meeting.second is None:
        return meeting.first
    if meeting.walk_over and meeting.winner is not None:
        return Side(meeting.winner, _("without a game in round %(round)d") % {"round": number})
    if meeting.table is None:
        return Side(None, _("not known yet"))
    return Side(
        meeting.winner,
        _("winner of board %(board)d of round %(round)d")
        % {"board": meeting.table, "round": number},
    )
