"""Reading the tournament files of pairgoth (``.tour``), which are JSON.

Their fields were learnt from files and from the program's own output: there is no published
description. Ranks are integers like ours; a bye is a game against player 0. The main time is in
minutes in files that came from OpenGotha and in seconds in others: from 300 on it is taken as
seconds, as nobody plays with five hours each, nor with less than five minutes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from language.messages import Message, comma_list
from language.messages import gettext_lazy as _
from tournament.formats.countries import NOBODY, known_code
from tournament.formats.errors import FormatError
from tournament.formats.event_json import parsed_json
from tournament.formats.fields import Notes
from tournament.formats.limits import (
    MAX_GAMES,
    MAX_PLAYERS,
    MAX_ROUNDS,
    MAX_TEXT,
    check_count,
    check_size,
)
from tournament.formats.opengotha.names import MAX_WEIGHT
from tournament.formats.wall_rows import underscores_to_spaces
from tournament.state.criteria import Criterion
from tournament.state.event import Clock, Details, Event, TimeSystem
from tournament.state.games import Bye, Game
from tournament.state.parameters import (
    Basis,
    DrawFrom,
    HandicapRule,
    KomiParameters,
    Method,
    Parameters,
    ScoringParameters,
    Seeding,
    SeedPhase,
    Weights,
)
from tournament.state.people import Card, Player
from tournament.state.presets import MCMAHON, SWISS
from tournament.state.ranges import LARGEST_CORRECTION
from tournament.state.ranks import STRONGEST, WEAKEST, rank_text, rounded_average
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState

T = TypeVar("T")
SECONDS_FROM: Final = 300
_SYSTEMS: Final = {"MAC_MAHON": MCMAHON, "SWISS": SWISS, "ROUND_ROBIN": SWISS}
_RULES: Final = {
    "FRENCH": "french",
    "JAPANESE": "japanese",
    "CHINESE": "chinese",
    "AGA": "aga",
}
"""Rule sets by the program's names."""
_RESULTS: Final = {
    "?": Outcome.UNKNOWN,
    "b": Outcome.BLACK,
    "w": Outcome.WHITE,
    "=": Outcome.JIGO,
    "X": Outcome.VOID,
    "#": Outcome.BOTH_WIN,
    "0": Outcome.BOTH_LOSE,
}
_CLOCKS: Final = {
    "SUDDEN_DEATH": TimeSystem.SUDDEN_DEATH,
    "JAPANESE": TimeSystem.BYO_YOMI,
    "STANDARD": TimeSystem.BYO_YOMI,
    "CANADIAN": TimeSystem.CANADIAN,
    "FISCHER": TimeSystem.FISCHER,
}
_SEEDINGS: Final = {
    "SPLIT_AND_RANDOM": Seeding.RANDOM,
    "SPLIT_AND_FOLD": Seeding.FOLD,
    "SPLIT_AND_SLIP": Seeding.SLIP,
}
_DRAWS: Final = {"TOP": DrawFrom.TOP, "MIDDLE": DrawFrom.MIDDLE, "BOTTOM": DrawFrom.BOTTOM}
_CRITERIA: Final = {
    **{criterion.value.upper().replace("-", "_"): criterion for criterion in Criterion},
    "SOSWM1": Criterion.SOSW_1,
    "SOSWM2": Criterion.SOSW_2,
    "SOSMM1": Criterion.SOSM_1,
    "SOSMM2": Criterion.SOSM_2,
    "CUSSW": Criterion.CUSSW,
    "CUSSM": Criterion.CUSSM,
}
_ONE_ENTRANT: Final = {"PAIRGO": 2, "RENGO2": 2, "RENGO3": 3}
"""Kinds of teams that play one game together, with their size."""
_REGISTERS: Final = {"egf": "egf_pin", "ffg": "ffg_licence", "aga": "aga_id"}


def is_pairgoth(content: object) -> bool:
    """Whether parsed JSON is a pairgoth tournament."""
    return (
        isinstance(content, dict)
        and "format" not in content
        and isinstance(content.get("pairing"), dict)
        and ("players" in content or "games" in content)
    )


def read_pairgoth(data: bytes) -> Event:
    """Return the tournament in a pairgoth file.

    The event's notes report faults that can be read around. Raises FormatError, with the path of
    the field, if the file cannot be read at all.
    """
    check_size(data)
    return pairgoth_event(parsed_json(data))


def pairgoth_event(content: dict[str, Any]) -> Event:
    """Return the tournament in a pairgoth file that is already parsed."""
    if not is_pairgoth(content):
        raise FormatError(
            "not_pairgoth",
            _("This JSON is not a tournament of pairgoth. Send the file that pairgoth saves."),
        )
    notes = Notes()
    root = _Fields(content, "", notes)
    kind = root.word("type", "INDIVIDUAL").upper()
    if kind.startswith("TEAM"):
        raise FormatError(
            "teams",
            _(
                "Tournaments of teams (%(kind)s) cannot be read from pairgoth: its file has the "
                "matches of teams and not the games of their players."
            )
            % {"kind": kind[:20]},
            field="type",
        )
    players, ids = _players(root)
    if kind in _ONE_ENTRANT:
        players, ids = _entrants(root, players, ids, _ONE_ENTRANT[kind])
    games, byes = _Rounds(root, ids).read()
    last = max([1, *(game.round for game in games), *(bye.round for bye in byes)])
    parameters = _parameters(root, last)
    _say_what_is_left(root)
    return Event(
        details=_details(root),
        state=TournamentState(players, games, byes, parameters),
        source="pairgoth",
        notes=notes.messages(),
    )


@dataclass(frozen=True, slots=True)
class _Fields:
    """The fields of an object; a missing one gets its default, a wrong one is an error."""

    values: dict[str, Any]
    path: str
    notes: Notes

    def __contains__(self, name: str) -> bool:
        return self.values.get(name) is not None

    def at(self, name: str) -> "_Fields":
        """Return an inner object; an empty one if there is none."""
        value = self.values.get(name)
        if value is None:
            value = {}
        if not isinstance(value, dict):
            raise self.refused(name, _("is not an object"))
        return _Fields(value, self._where(name), self.notes)

    def objects(self, name: str) -> "list[_Fields]":
        """Return a list of objects."""
        return list(self._objects(self._list(name), self._where(name)))

    def lists(self, name: str) -> "list[list[_Fields]]":
        """Return a list of lists of objects."""
        found = []
        for number, inner in enumerate(self._list(name)):
            path = f"{self._where(name)}[{number}]"
            if not isinstance(inner, list):
                raise FormatError("wrong_value", _("is not a list"), field=path)
            found.append(list(self._objects(inner, path)))
        return found

    def numbers(self, name: str) -> list[int]:
        """Return a list of whole numbers."""
        values = self._list(name)
        if not all(type(value) is int for value in values):
            raise self.refused(name, _("is not a list of numbers"))
        return values

    def words(self, name: str) -> list[str]:
        """Return a list of texts."""
        return [str(value)[:MAX_TEXT] for value in self._list(name)]

    def word(self, name: str, usual: str = "") -> str:
        """Return a text without surrounding spaces; numbers become text."""
        value = self.values.get(name)
        if value is None:
            return usual
        if isinstance(value, dict | list | bool):
            raise self.refused(name, _("is not a text"))
        text = str(value).strip()
        if len(text) > MAX_TEXT:
            cut = _("%(name)s is longer than %(most)d characters and was cut.")
            self.notes.add(cut % {"name": self._where(name), "most": MAX_TEXT})
        return text[:MAX_TEXT]

    def whole(self, name: str, usual: int, low: int, high: int) -> int:
        """Return a whole number within limits."""
        return round(self.number(name, usual, low, high))

    def number(self, name: str, usual: float, low: float, high: float) -> float:
        """Return a number within limits."""
        value = self.values.get(name)
        if value is None:
            return usual
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.refused(name, _("is not a number"))
        if not low <= value <= high:
            raise self.refused(
                name,
                _("is not between %(low)s and %(high)s") % {"low": f"{low:g}", "high": f"{high:g}"},
            )
        return value

    def doubled(self, name: str, usual: int) -> int:
        """Return points as half-points."""
        return round(2 * self.number(name, usual / 2, -10, 10))

    def switch(self, usual: bool, *names: str) -> bool:
        """Return a Boolean that may have one of several names."""
        for name in names:
            value = self.values.get(name)
            if value is not None:
                if not isinstance(value, bool):
                    raise self.refused(name, _("is not true or false"))
                return value
        return usual

    def refused(self, name: str, why: Message) -> FormatError:
        """Return the error for a field."""
        return FormatError("wrong_value", why, field=self._where(name))

    def _list(self, name: str) -> list[Any]:
        value = self.values.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.refused(name, _("is not a list"))
        return value

    def _objects(self, values: list[Any], path: str) -> "Iterator[_Fields]":
        for number, value in enumerate(values):
            where = f"{path}[{number}]"
            if not isinstance(value, dict):
                raise FormatError("wrong_value", _("is not an object"), field=where)
            yield _Fields(value, where, self.notes)

    def _where(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name


def _players(root: _Fields) -> tuple[tuple[Player, ...], dict[int, int]]:
    """Return the players, numbered from 1, and these numbers by those in the file."""
    listed_players = root.objects("players")
    check_count(_("players"), len(listed_players), MAX_PLAYERS)
    players, ids = [], {}
    for number, fields in enumerate(listed_players, 1):
        written = fields.whole("id", 0, -(2**31), 2**31)
        if written in ids or not written:
            raise fields.refused("id", _("is missing or stands at another player already"))
        ids[written] = number
        rank = fields.whole("rank", WEAKEST, -100, 100)
        within = max(WEAKEST, min(STRONGEST, rank))
        card = {
            name: "" if (text := fields.word(register)) == "0" else text
            for register, name in _REGISTERS.items()
        }
        players.append(
            Player(
                id=number,
                surname=underscores_to_spaces(fields.word("name")),
                first_name=underscores_to_spaces(fields.word("firstname")),
                rank=within,
                rating=fields.whole("rating", 2100 + 100 * within, -9999, 9999),
                country=known_code(fields.word("country")),
                club="" if (club := fields.word("club")).lower() in NOBODY else club,
                final=fields.switch(True, "final"),
                absent=frozenset(
                    skipped for skipped in fields.numbers("skip") if 1 <= skipped <= MAX_ROUNDS
                ),
                smms_correction=fields.whole(
                    "mmsCorrection", 0, -LARGEST_CORRECTION, LARGEST_CORRECTION
                ),
                card=Card(grade=rank_text(within), **card),
            )
        )
    return tuple(players), ids


def _entrants(
    root: _Fields, players: tuple[Player, ...], ids: dict[int, int], size: int
) -> tuple[tuple[Player, ...], dict[int, int]]:
    """Return pairs and rengo teams as one entrant each, with the names of team and players.

    Rank and rating are averages (:func:`tournament.state.ranks.rounded_average`). A team has at
    most ``size`` players, and nobody is in two teams.
    """
    teams = root.objects("teams")
    check_count(_("teams"), len(teams), MAX_PLAYERS)
    entrants, numbers, seated = [], {}, set()
    for number, fields in enumerate(teams, 1):
        listed_ids = fields.numbers("players")
        if not listed_ids:
            raise fields.refused("players", _("is empty"))
        if len(listed_ids) > size:
            most = _("has more than %(most)d players")
            raise fields.refused("players", most % {"most": size})
        members = []
        for written in listed_ids:
            if written not in ids:
                raise fields.refused("players", _("names a player who is not in the file"))
            if written in seated:
                raise fields.refused("players", _("names a player who is in a team already"))
            seated.add(written)
            members.append(players[ids[written] - 1])
        own = fields.whole("id", number, -(2**31), 2**31)
        if own in numbers or not own:
            raise fields.refused("id", _("is missing or stands at another team already"))
        numbers[own] = number
        first = members[0]
        ranks = ", ".join(rank_text(member.rank).lower() for member in members)
        entrants.append(
            Player(
                id=number,
                surname=fields.word("name") or first.surname,
                first_name=" & ".join(member.name for member in members)[:MAX_TEXT],
                rank=rounded_average([member.rank for member in members]),
                rating=rounded_average([member.rating for member in members]),
                country=first.country if len({m.country for m in members}) == 1 else "",
                club=first.club if len({m.club for m in members}) == 1 else "",
                final=fields.switch(True, "final"),
                absent=frozenset(
                    skipped for skipped in fields.numbers("skip") if 1 <= skipped <= MAX_ROUNDS
                ),
                card=Card(member_ranks=ranks if len(members) > 1 else ""),
            )
        )
    root.notes.add(
        _("Pairs and rengo teams are read as one entrant each, with the average of their ranks.")
    )
    return tuple(entrants), numbers


class _Rounds:
    """Reads games and byes; a player can have only one per round."""

    def __init__(self, root: _Fields, ids: dict[int, int]) -> None:
        self._root, self._ids, self._notes = root, ids, root.notes
        self._busy: set[tuple[int, int]] = set()
        self._games: list[Game] = []
        self._byes: list[Bye] = []

    def read(self) -> tuple[tuple[Game, ...], tuple[Bye, ...]]:
        """Return all games and byes in the file."""
        rounds = self._root.lists("games")
        check_count(_("rounds"), len(rounds), MAX_ROUNDS)
        check_count(_("games"), sum(map(len, rounds)), MAX_GAMES)
        for number, games in enumerate(rounds, 1):
            for place, fields in enumerate(games, 1):
                self._game(number, place, fields)
        return tuple(self._games), tuple(self._byes)

    def _game(self, number: int, place: int, fields: _Fields) -> None:
        white, black = (self._player(fields, side) for side in ("w", "b"))
        if not white and not black:
            raise fields.refused("w", _("is nobody, and neither is the opponent"))
        seated = [player for player in (black, white) if player]
        if len(set(seated)) < len(seated) or any((number, one) in self._busy for one in seated):
            left_out = _("A pairing of round %(round)d is left out: %(reason)s.")
            reason = _("a player has another game or bye in that round")
            self._notes.add(left_out % {"round": number, "reason": reason})
            return
        self._busy.update((number, player) for player in seated)
        if len(seated) == 1:
            self._byes.append(Bye(number, seated[0]))
            return
        written = fields.word("r", "?")
        if written not in _RESULTS:
            raise fields.refused("r", _("is not a result that pairgoth writes"))
        self._games.append(
            Game(
                round=number,
                table=fields.whole("t", place, 0, 100_000) or place,
                black=black,
                white=white,
                result=Result(_RESULTS[written]),
                handicap=fields.whole("h", 0, 0, 99),
            )
        )

    def _player(self, fields: _Fields, side: str) -> int:
        written = fields.whole(side, 0, -(2**31), 2**31)
        if written and written not in self._ids:
            raise fields.refused(side, _("is not a player's number"))
        return self._ids.get(written, 0)


def _parameters(root: _Fields, last: int) -> Parameters:
    pairing = root.at("pairing")
    kind = pairing.word("type", "MAC_MAHON").upper()
    if kind not in _SYSTEMS:
        raise pairing.refused("type", _("is not a system that pairgoth writes"))
    usual = _SYSTEMS[kind]
    main, rule = pairing.at("main"), usual.handicap
    handicap = pairing.at("handicap")
    scoring = ScoringParameters(
        rounds=root.whole("rounds", last, 1, MAX_ROUNDS),
        floor=pairing.whole("mmFloor", -20, -100, 100),
        bar=pairing.whole("mmBar", 0, -100, 100),
        absent_nbw=main.doubled("nbwValueAbsent", usual.scoring.absent_nbw),
        absent_mms=main.doubled("mmsValueAbsent", usual.scoring.absent_mms),
        bye_nbw=main.doubled("nbwValueBye", usual.scoring.bye_nbw),
        bye_mms=main.doubled("mmsValueBye", usual.scoring.bye_mms),
        round_down=main.switch(usual.scoring.round_down, "roundDownScore"),
    )
    komi = root.number("komi", 7.5, -400, 400)
    return Parameters(
        scoring=scoring,
        criteria=_criteria(pairing, usual.criteria),
        handicap=HandicapRule(
            basis=Basis.MMS if handicap.switch(rule.basis is Basis.MMS, "useMMS") else Basis.RANK,
            threshold=_threshold(handicap, rule.threshold),
            correction=handicap.whole("correction", rule.correction, -9, 99),
            ceiling=handicap.whole("ceiling", rule.ceiling, 0, 9),
        ),
        komi=KomiParameters(even_half=round(2 * komi)),
        weights=_weights(pairing, usual.weights),
        method=Method.ROUND_ROBIN if kind == "ROUND_ROBIN" else Method.WEIGHTS,
    )


def _threshold(fields: _Fields, usual: int) -> int:
    for name in ("threshold", "treshold", "rankThreshold", "rankTreshold"):
        if name in fields:
            return fields.whole(name, usual, -100, 100)
    return usual


def _criteria(pairing: _Fields, usual: tuple[Criterion, ...]) -> tuple[Criterion, ...]:
    found: list[Criterion] = []
    for name in pairing.words("placement"):
        key = name.upper().replace("-", "_")
        criterion = _CRITERIA.get(key)
        if criterion is None and key not in ("NONE", "NULL"):
            unknown = _("The criterion “%(name)s” is not known and is left out.")
            pairing.notes.add(unknown % {"name": name[:30]})
        elif criterion is not None and criterion not in found:
            found.append(criterion)
    return tuple(found) or usual


def _weights(pairing: _Fields, usual: Weights) -> Weights:
    base, main, geo = pairing.at("base"), pairing.at("main"), pairing.at("geo")
    secondary = pairing.at("secondary")

    def weight(fields: _Fields, name: str, otherwise: int) -> int:
        return fields.whole(name, otherwise, 0, MAX_WEIGHT)

    def phase(name: str, before: SeedPhase) -> SeedPhase:
        extra = main.word(f"{name}AddCrit").upper()
        return SeedPhase(
            _chosen(main, name, _SEEDINGS, before.seeding),
            before.extra if not extra else _CRITERIA.get(extra),
        )

    return replace(
        usual,
        nx1_factor=float(base.number("nx1", usual.nx1_factor, 0, 1)),
        rematch=weight(base, "dupWeight", usual.rematch),
        random=weight(base, "random", usual.random),
        deterministic=base.switch(usual.deterministic, "deterministic"),
        colour=weight(base, "colorBalanceWeight", usual.colour),
        category=weight(main, "catWeight", usual.category),
        score=weight(main, "scoreWeight", usual.score),
        draw_up_down=weight(main, "upDownWeight", usual.draw_up_down),
        compensate=main.switch(usual.compensate, "upDownCompensate"),
        upper_mode=_chosen(main, "upDownUpperMode", _DRAWS, usual.upper_mode),
        lower_mode=_chosen(main, "upDownLowerMode", _DRAWS, usual.lower_mode),
        seeding=weight(main, "maximizeSeeding", usual.seeding),
        last_round_of_phase_1=main.whole("firstSeedLastRound", usual.last_round_of_phase_1, 0, 999),
        phase_1=phase("firstSeed", usual.phase_1),
        phase_2=phase("secondSeed", usual.phase_2),
        bar_threshold=secondary.switch(usual.bar_threshold, "barThreshold", "barTreshold"),
        rank_threshold=_threshold(secondary, usual.rank_threshold),
        wins_threshold=secondary.switch(usual.wins_threshold, "winsThreshold", "winsTreshold"),
        handicap=weight(pairing.at("handicap"), "weight", usual.handicap),
        geography=weight(geo, "weight", usual.geography),
        country_gap=geo.whole("mmsDiffCountry", usual.country_gap, 0, 1000),
        club_gap=geo.whole("mmsDiffClub", usual.club_gap, 0, 1000),
        clubs_group_gap=geo.whole("mmsDiffClubGroup", usual.clubs_group_gap, 0, 1000),
    )


def _chosen(fields: _Fields, name: str, choices: dict[str, T], usual: T) -> T:
    word = fields.word(name).upper()
    if word and word not in choices:
        raise fields.refused(name, _("is not a choice that pairgoth writes"))
    return choices.get(word, usual)


def _details(root: _Fields) -> Details:
    country = root.word("country")
    return Details(
        name=root.word("name"),
        short_name=root.word("shortName"),
        location=root.word("location"),
        director=root.word("director"),
        begins_on=root.word("startDate"),
        ends_on=root.word("endDate"),
        board_size=root.whole("gobanSize", 19, 2, 52),
        clock=_clock(root.at("timeSystem")),
        internet=root.switch(False, "online"),
        rules=_RULES.get(root.word("rules").upper(), ""),
        country=known_code(country) if len(country) == 2 else "",
    )


def _clock(fields: _Fields) -> Clock:
    usual = Clock()
    main = fields.whole("mainTime", 60, 0, 86_400)
    system = _chosen(fields, "type", _CLOCKS, usual.system)
    seconds = fields.whole("byoyomi", usual.byo_yomi_seconds, 0, 86_400)
    return Clock(
        basic_minutes=main // 60 if main >= SECONDS_FROM else main,
        system=system,
        byo_yomi_seconds=seconds if system is TimeSystem.BYO_YOMI else usual.byo_yomi_seconds,
        byo_yomi_periods=fields.whole("periods", 0, 0, 1000),
        canadian_moves=fields.whole("stones", usual.canadian_moves, 0, 1000),
        canadian_seconds=seconds if system is TimeSystem.CANADIAN else usual.canadian_seconds,
        fischer_seconds=fields.whole("increment", usual.fischer_seconds, 0, 86_400),
    )


def _say_what_is_left(root: _Fields) -> None:
    """Note what the file has for which the event has no place."""
    absent_base = root.at("pairing").at("main").switch(True, "sosValueAbsentUseBase")
    kinds = (
        (any(root.words("tablesExclusion")), _("tables that are not used")),
        (not absent_base, _("that absences count otherwise in sums of opponents’ scores")),
        (
            any("egc" in fields for fields in root.objects("players")),
            _("numbers of players in other registers"),
        ),
        (root.at("timeSystem").number("maxTime", 0, 0, 10**6) > 0, _("the most time on a clock")),
        (
            root.word("rules").upper() not in ("", *_RULES),
            _("the rules"),
        ),
    )
    gone = [text for holds, text in kinds if holds]
    if gone:
        root.notes.add(
            _("These details of the file are left out: %(gone)s.") % {"gone": comma_list(gone)}
        )
