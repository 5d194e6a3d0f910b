"""A whole tournament file verified: every round with the engine, the places with the games.

It is what a command prints and a page shows, and what programs read as JSON.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from language.messages import Message, comma_list, pgettext_lazy
from language.messages import gettext_lazy as _
from tournament.brackets.following import follow_bracket
from tournament.brackets.possible import (
    ImpossibleGame,
    bracket_that_fits,
    impossible_games,
    unequal_meetings,
)
from tournament.brackets.reached import BRACKETS
from tournament.brackets.seeding import BracketError
from tournament.brackets.sheet import sheet_of
from tournament.formats.opengotha.names import BRACKET_FROM, PAIRED_BY
from tournament.formats.recognise import Format, read_with_places
from tournament.formats.standing import standings_table
from tournament.formats.wall_scores import NO_SCORES
from tournament.formats.written import first_few
from tournament.pairing.drawn import verify_drawn_round
from tournament.pairing.team_verification import (
    TeamRoundCheck,
    team_sentences,
    verify_team_round,
)
from tournament.pairing.verification import (
    RoundCheck,
    TermsDifference,
    Verdict,
    colour_notices,
    number_notices,
    round_sentences,
    verify_round,
)
from tournament.standings.placings import (
    PlacingCheck,
    headline_of,
    placing_sentences,
    verify_placings,
)
from tournament.standings.stated_scoring import no_time_limit
from tournament.state.event import Event
from tournament.state.parameters import Method, System
from tournament.state.people import distinct_names
from tournament.state.state import TournamentState

SILENT: Final = frozenset({Format.H9, Format.TOU, Format.AGA, Format.MACMAHON})
"""Formats that do not hold the pairing parameters."""
_NUMBERED_ELSEWHERE: Final = frozenset({Format.OPENGOTHA, Format.MACMAHON, Format.PAIRGOTH})
"""Formats whose board numbers come from another program, by a rule they do not state."""
VERDICTS: Final[Mapping[Verdict, Message]] = {
    Verdict.OPTIMAL: pgettext_lazy("pairing of a round", "optimal"),
    Verdict.CHANGED: pgettext_lazy("pairing of a round", "not as the facts of today give it"),
    Verdict.NOT_COMPARED: pgettext_lazy("pairing of a round", "not compared"),
}
"""What is said about the pairs of a round.

Most files do not say which data of players or results was corrected after a round was paired, so
nobody is said to have changed the pairing.
"""
DRAWN: Final[Mapping[Verdict, Message]] = {
    **VERDICTS,
    Verdict.CHANGED: pgettext_lazy("pairing of a round", "not as the engine pairs it"),
}
"""What is said if the file has what the round was drawn from."""
UNSTATED: Final[Mapping[Verdict, Message]] = {
    **VERDICTS,
    Verdict.OPTIMAL: pgettext_lazy("pairing of a round", "as the usual parameters give"),
    Verdict.CHANGED: pgettext_lazy(
        "pairing of a round", "otherwise than the usual parameters give"
    ),
}
"""What is said about a file that does not hold the pairing parameters."""
_FOLLOWED: Final[Mapping[str, Message]] = {
    Method.KNOCK_OUT: pgettext_lazy("games of", "a knock-out"),
    Method.DOUBLE_ELIMINATION: pgettext_lazy("games of", "a double elimination"),
}
"""The methods whose games can be recognised without a table or seeds."""
_FITTING: Final = _(
    "The file does not hold its seeds: who of those in a round meets whom cannot be checked from "
    "it. All of its games can be those of %(method)s: everybody was still in it, and who lost was "
    "out in time."
)
_SAME_REASON: Final = _("For the same reason as round %(round)d.")
_FIRST = 3
"""How many places are named for a file that states none."""


@dataclass(frozen=True, slots=True)
class VerifiedRound:
    """A round compared with the engine: its pairs, and sentences about it.

    In a round of teams, ``check`` is about matches and ``of_teams`` has the rest. Unless
    ``parameters_known``, the file does not hold the parameters and the usual ones were used. If
    ``draw_known``, the round was compared using what it was drawn from; if ``numbers_known``,
    boards were numbered by this program's rule.
    """

    check: RoundCheck
    names: Mapping[int, str]
    said: tuple[Message, ...]
    of_teams: TeamRoundCheck | None = None
    parameters_known: bool = True
    draw_known: bool = False
    numbers_known: bool = False
    contradicts: bool = False
    """Whether one of its games cannot be in the bracket that the file says it is in."""

    @property
    def word(self) -> Message:
        """Return what is said about the pairs."""
        known = DRAWN if self.draw_known else VERDICTS
        return (known if self.parameters_known else UNSTATED)[self.check.verdict]

    @property
    def boards(self) -> int:
        """Return how many games were played."""
        return self.of_teams.boards if self.of_teams else self.check.boards

    @property
    def departs(self) -> bool:
        """Whether anything differs from what the tournament's parameters, if known, give."""
        found = self.of_teams.departs if self.of_teams else self.check.departs
        return self.contradicts or (found and self.parameters_known)

    def as_json(self) -> dict[str, object]:
        """Return the round as JSON data for programs: komi in points, players or teams by name."""
        check, names = self.check, self.names
        found: dict[str, object] = {
            "round": check.round,
            "boards": self.boards,
            "pairing": check.verdict.value,
            "parameters_known": self.parameters_known,
            "draw_known": self.draw_known,
            "total_weight": check.total,
            "greatest_weight": check.best,
            "lost": dict(check.lost),
            "paired": [[names[player] for player in pair] for pair in check.played],
            "instead": [[names[player] for player in pair] for pair in check.instead],
            "exchanges": [
                {
                    "paired": [[names[player] for player in pair] for pair in exchange.paired],
                    "instead": [[names[player] for player in pair] for pair in exchange.instead],
                    "counts": {name: list(both) for name, both in exchange.counts.items()},
                    "lost": dict(exchange.lost),
                }
                for exchange in check.exchanges
            ],
            "otherwise_drawn": [
                [names[player] for player in game.players] for game in check.colours
            ],
            "renumbered": [
                {
                    "black": names[board.game.black],
                    "white": names[board.game.white],
                    "table": board.game.table,
                    "due": board.due,
                }
                for board in (check.renumbered if self.numbers_known else ())
            ],
            "beside": [[names[player] for player in pair] for pair in check.outside_bracket],
            "contradicts": self.contradicts,
            "bye": None if check.bye is None else names[check.bye],
            "bye_due": None if check.bye_due is None else names[check.bye_due],
            "terms": [_terms_json(apart, names) for apart in check.terms],
            "notes": [str(sentence) for sentence in self.said],
        }
        if self.of_teams:
            found["matches"] = check.boards
        return found


@dataclass(frozen=True)
class VerifiedFile:
    """A file as read, with the verification of its places and pairings.

    ``placings`` is None for a file that states no places.
    """

    event: Event
    placings: PlacingCheck | None

    @property
    def parameters_known(self) -> bool:
        """Whether the file says how its rounds were paired."""
        return self.event.source not in SILENT and not self._of_another_method

    @property
    def _of_another_method(self) -> bool:
        """Whether a file says that its rounds were paired by a method that it cannot describe.

        An OpenGotha file without criteria is not a McMahon or Swiss tournament either, nor is a
        list whose places are those reached in a bracket.
        """
        if self.placings is not None and self.placings.in_bracket:
            return True
        if self.event.source != Format.OPENGOTHA:
            return False
        return not self.event.state.parameters.criteria or self._method is not None

    @property
    def _method(self) -> str | None:
        """Return the method that our writer names in an OpenGotha file, if it does."""
        return self._attributes.get(PAIRED_BY)

    @property
    def _attributes(self) -> Mapping[str, str]:
        """Return what our writer adds to the first element of an OpenGotha file."""
        found = (extra.attributes for extra in self.event.extras if not extra.path)
        return {name: value for attributes in found for name, value in attributes}

    @cached_property
    def _bracket(self) -> TournamentState | None:
        """Return such a file's state as a bracket to which its games can belong, or None."""
        method = self._method
        if not self._of_another_method or method is None or method not in _FOLLOWED:
            return None
        return bracket_that_fits(self.event.state, Method(method))

    @cached_property
    def _impossible(self) -> tuple[ImpossibleGame, ...]:
        """Return such a file's games that cannot belong to its bracket."""
        method, first = self._method, self._attributes.get(BRACKET_FROM, "1")
        if method is None or method not in _FOLLOWED or first != "1":
            return ()
        return impossible_games(self.event.state, Method(method))

    @property
    def headline(self) -> Message | None:
        """Return the finding about the places in a few words; None if none were verified."""
        return None if self.placings is None else headline_of(self.placings)

    @property
    def rounds(self) -> tuple[int, ...]:
        """Return the rounds that have games."""
        return tuple(sorted({game.round for game in self.event.state.games}))

    def checks(self, numbers: Iterable[int]) -> Iterator[VerifiedRound]:
        """Yield rounds compared with the engine, each as soon as it is done.

        If the same reason keeps several from being compared, only the first states it.
        """
        first: dict[Message, int] = {}
        for number in numbers:
            found = self.check(number)
            why = found.check.reason
            if why is not None and first.setdefault(why, number) != number:
                same = _SAME_REASON % {"round": first[why]}
                said = tuple(same if sentence == why else sentence for sentence in found.said)
                found = replace(found, said=said)
            yield found

    def check(self, number: int) -> VerifiedRound:
        """Return a round compared with the engine; this does the work."""
        event = self.event
        if self._of_another_method:
            boards = sum(game.round == number for game in event.state.games)
            check = RoundCheck(number, boards, Verdict.NOT_COMPARED)
            people = distinct_names(event.state.players)
            said = tuple(
                _cannot_meet(found, people)
                for found in self._impossible
                if found.game.round == number
            )
            return VerifiedRound(
                check, people, said, parameters_known=False, contradicts=bool(said)
            )
        if event.teams:
            found = verify_team_round(event.state, event.teams, event.team_rules.size, number)
            names = {team.number: team.name for team in event.teams}
            said = team_sentences(found, event.state, event.teams)
            return VerifiedRound(found.matches, names, said, found, self.parameters_known)
        drawn = next((drawn for drawn in event.draws if drawn.round == number), None)
        check, about = (
            (verify_round(event.state, number), ())
            if drawn is None
            else verify_drawn_round(event.state, drawn)
        )
        people = distinct_names(event.state.players)
        if drawn is not None:  # somebody may have been removed since
            people = distinct_names(drawn.players) | people
        return VerifiedRound(
            check,
            people,
            (
                *about,
                *round_sentences(check, people),
                *self._colours(check, people),
                *self._numbers(check, people),
            ),
            parameters_known=self.parameters_known,
            draw_known=drawn is not None,
            numbers_known=self._numbered_here,
        )

    def _colours(self, check: RoundCheck, people: Mapping[int, str]) -> tuple[Message, ...]:
        """Return sentences about colours by the draw, if the file says how that was made."""
        return colour_notices(check, people) if self.parameters_known else ()

    def _numbers(self, check: RoundCheck, people: Mapping[int, str]) -> tuple[Message, ...]:
        """Return sentences about board numbers, if they are the engine's."""
        return number_notices(check, people) if self._numbered_here else ()

    @property
    def _numbered_here(self) -> bool:
        """Whether the engine numbered the boards: nothing came from another program's file."""
        return not self.event.source

    @property
    def about(self) -> tuple[Message, ...]:
        """Return what readers should know before the rounds."""
        said = []
        if self._bracket is not None:
            said.append(_FITTING % {"method": _FOLLOWED[self._bracket.parameters.method]})
        elif self._impossible:
            said.append(
                _(
                    "The file says that its games are those of %(method)s, and they cannot be: a "
                    "result or a player of the round that is named below, or of one before, was "
                    "changed."
                )
                % {"method": _FOLLOWED[self._method or ""]}
            )
        elif self._of_another_method and self._method == Method.ROUND_ROBIN:
            said.append(_meetings(self.event.state))
        elif self._of_another_method:
            said.append(
                _(
                    "The file does not state the system by which its rounds are paired, such as a "
                    "knock-out or groups: whether they were changed cannot be checked from it."
                )
            )
        elif not self.parameters_known:
            said.append(
                _(
                    "Such a file does not carry how its rounds were paired (bar, seeds, weights, "
                    "wishes): whether they were changed cannot be known from it. They are held "
                    "against the usual parameters, and other pairs are to be expected."
                )
            )
        if self.event.source in _NUMBERED_ELSEWHERE and not self._of_another_method:
            said.append(
                _(
                    "Board numbers are not compared: such a file does not say how its boards were "
                    "numbered."
                )
            )
        if self.event.teams:
            said.append(
                _(
                    "A tournament of teams: which teams meet is verified, and that equal boards "
                    "meet with alternating colours, handicap and komi; not the line-ups, nor "
                    "players without a team."
                )
            )
        return tuple(said)

    @property
    def about_places(self) -> tuple[Message, ...]:
        """Return what is assumed about the places; for a file without places, what it gives."""
        if self.placings is not None:
            return self.placings.notes
        if self.event.teams or not self.event.state.games:
            return (_("The file states no places."),)
        state = self.event.state if self._bracket is None else self._bracket
        if state.parameters.method in BRACKETS:
            sheet = sheet_of(state)
            if sheet.problem is not None:
                return (_not_followed(state, sheet.problem),)
            return (_without_places(replace(self.event, state=state)), _won(state, sheet.winner))
        return (_without_places(replace(self.event, state=state)),)

    @property
    def place_sentences(self) -> tuple[Message, ...]:
        """Return sentences about wrong places and scores; often none."""
        if self.placings is None:
            return ()
        return placing_sentences(self.placings, distinct_names(self.event.state.players))

    def places_json(self) -> dict[str, object]:
        """Return the places as JSON data for programs."""
        check = self.placings
        if check is None:
            return {"placings": None, "assumed": list(map(str, self.about_places))}
        names = distinct_names(self.event.state.players)
        return {
            "placings": "not_verified" if check.why else "right" if check.right else "differ",
            "contradictory_games": [
                [game.round, names[game.black], names[game.white]] for game in check.contradictory
            ],
            "unexplained_starts": [names[player] for player in check.doubts.unexplained],
            "order_known": check.order_known,
            "lines": check.lines,
            "criteria": list(check.criteria),
            "wrong_scores": [
                {
                    "line": wrong.line,
                    "player": names[wrong.player],
                    "column": wrong.column,
                    "criterion": wrong.criterion.value,
                    "stated": wrong.stated,
                    "due": wrong.due,
                }
                for wrong in check.scores
            ],
            "wrong_places": [
                {
                    "line": wrong.line,
                    "player": names[wrong.player],
                    "place": wrong.place,
                    "due": [wrong.first, wrong.last],
                    "holder": None if wrong.holder is None else names[wrong.holder],
                    "criterion": wrong.column,
                    "own": wrong.own,
                    "holders": wrong.theirs,
                }
                for wrong in check.places
            ],
            "assumed": [str(note) for note in check.notes],
            "notes": [str(sentence) for sentence in self.place_sentences],
        }


def verify_file(
    data: bytes,
    filename: str = "",
    *,
    refuse: Callable[[int, int], None] | None = None,
    in_time: Callable[[], bool] = no_time_limit,
) -> VerifiedFile:
    """Return a file as read, with the places it states verified. Raises FormatError.

    ``refuse`` is called with the numbers of players and rounds before the work and may raise if
    they are too many; once ``in_time`` returns False, the places are not verified.
    """
    event, table = read_with_places(data, filename)
    if refuse is not None:
        refuse(len(event.state.players), len({game.round for game in event.state.games}))
    placings = None if table is None else verify_placings(event.state, table, in_time)
    return VerifiedFile(_as_placed(event, placings), placings)


def _as_placed(event: Event, placings: PlacingCheck | None) -> Event:
    """Return a list without scores with the system by which its places fit.

    It is read as Swiss for lack of scores; if the places fit McMahon scores, its rounds are
    compared with McMahon pairings, so that only one system is reported.
    """
    parameters = None if placings is None else placings.parameters
    if parameters is None or parameters.system is not System.MCMAHON:
        return event
    note = _(
        "The list has no score column. Its places are those of a McMahon tournament: its rounds "
        "are compared with that."
    )
    notes = tuple(note if found == NO_SCORES else found for found in event.notes)
    return replace(event, state=replace(event.state, parameters=parameters), notes=notes)


def _cannot_meet(found: ImpossibleGame, names: Mapping[int, str]) -> Message:
    game = found.game
    return _(
        "Board %(board)d, %(black)s – %(white)s: they cannot meet. Games lost before this round: "
        "Black %(first)d, White %(second)d."
    ) % {
        "board": game.table,
        "black": names[game.black],
        "white": names[game.white],
        "first": found.lost[0],
        "second": found.lost[1],
    }


def _meetings(state: TournamentState) -> Message:
    """Return a sentence on whether all have met all in a round-robin whose table is not known."""
    missing, names = unequal_meetings(state), distinct_names(state.players)
    if not missing:
        return _(
            "The file does not hold the table of its round-robin. By its games everybody has met "
            "everybody of their group equally often."
        )
    return _(
        "The file does not hold the table of its round-robin. By its games these have met less "
        "often than others of their group: %(pairs)s."
    ) % {"pairs": first_few([f"{names[first]} – {names[second]}" for first, second in missing])}


def _not_followed(state: TournamentState, problem: Message) -> Message:
    """Return a sentence that a bracket cannot be followed; why, unless an earlier round says it."""
    try:
        follow_bracket(state, state.played_rounds - 1)
    except BracketError:
        return _("The bracket cannot be followed to its end.")
    return _("The bracket cannot be followed to its end: %(why)s") % {"why": problem}


def _won(state: TournamentState, winner: int | None) -> Message:
    if winner is None:
        return _("The bracket is not decided.")
    return _("%(name)s has won the bracket.") % {"name": distinct_names(state.players)[winner]}


def _without_places(event: Event) -> Message:
    found = standings_table(event)
    if not found.criteria:
        return _("The file states no places and no criteria.")
    last = found.rows[:_FIRST][-1].place  # players who share it are named too
    first = [f"{row.place}. {row.player.name}" for row in found.rows if row.place <= last]
    return _("The file states no places; by its criteria (%(criteria)s) first are %(players)s.") % {
        "criteria": comma_list(item.value for item in found.criteria),
        "players": first_few(first),
    }


def _terms_json(apart: TermsDifference, names: Mapping[int, str]) -> dict[str, object]:
    return {
        "table": apart.game.table,
        "black": names[apart.game.black],
        "white": names[apart.game.white],
        "differs": list(apart.differs),
        "due": {
            "black": names[apart.terms.black],
            "handicap": apart.terms.handicap,
            "komi": apart.terms.komi_half / 2,
        },
    }
