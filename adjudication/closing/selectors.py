"""What is still missing at the end of a tournament."""

from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter

from django.db.models import Count, OuterRef, Q, Subquery

from adjudication.models import Case, CaseState
from language.messages import Message
from tournament.brackets.reached import WITH_WALK_OVERS
from tournament.brackets.seeding import BracketError
from tournament.brackets.tables import WITH_TABLES, groups_of, unplayed_games
from tournament.exchange.selectors import (
    ENTRANT_COLUMNS,
    Boards,
    entrants_in,
    imported_annotations,
    list_of,
    target_list,
)
from tournament.formats.missing import Entrant
from tournament.formats.preflight import is_licence, is_pin
from tournament.formats.recognise import Format
from tournament.games.selectors import GameRow, PlayerName, game_rows, with_marks
from tournament.models import (
    FrozenStandings,
    Game,
    GameState,
    Player,
    RecordingError,
    RecordingErrorState,
    Registration,
    Round,
    RoundState,
    Status,
    Tournament,
)
from tournament.public.selectors.frozen import moved_since_frozen
from tournament.rounds.selectors.ending import ending_in
from tournament.rounds.selectors.state import state_of
from tournament.state.parameters import Method
from tournament.state.state import TournamentState
from tournament.tournaments.selectors.public import TournamentTerms, terms_of


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round that is not closed; ``draft`` is one that was never published."""

    number: int
    draft: bool
    games: int


@dataclass(frozen=True, slots=True)
class OpenCase:
    """A case that may still change something; ``appeal_until`` if its ruling can be appealed."""

    number: int
    state: str
    players: tuple[str, ...]
    appeal_until: datetime | None
    disputes: bool = False
    """Whether its game is disputed, which the checklist lists separately."""
    unknown: bool = False
    """Whether its game has no result until somebody rules."""

    @property
    def ruled(self) -> bool:
        """Whether there is a ruling, which can still be appealed or is before the committee."""
        return self.state in (CaseState.RULED, CaseState.APPEALED)


@dataclass(frozen=True, slots=True)
class RegisterCounts:
    """How many players have a number in each register that rating lists use.

    Anything that cannot be a number of its register is not counted.
    """

    players: int
    egf: int
    ffg: int
    aga: int

    @property
    def numbers(self) -> dict[Format, int]:
        """Return how many have a number, by the format of the rating list."""
        return {Format.H9: self.egf, Format.TOU: self.ffg, Format.AGA: self.aga}


@dataclass(frozen=True, slots=True)
class ClosingState:
    """Everything that the checklist looks at; games are ordered by round and board."""

    closed_at: datetime | None
    rounds: int
    unreported: tuple[GameRow, ...]
    unconfirmed: tuple[GameRow, ...]
    disputed: tuple[GameRow, ...]
    mending: tuple[GameRow, ...]
    """Confirmed games for which another result is proposed."""
    cases: tuple[OpenCase, ...]
    """Cases that are not over."""
    open_rounds: tuple[OpenRound, ...]
    waiting: int
    """How many asked to take part and have had no answer."""
    preliminary: tuple[PlayerName, ...]
    without_rank: tuple[PlayerName, ...]
    registers: RegisterCounts
    prizes: int
    frozen: int | None
    """The round after which the public standings are frozen, if that is not the final table."""
    moved: int
    """How many players have a different place by the results than in the frozen standings."""
    never_paired: tuple[tuple[PlayerName, PlayerName], ...]
    """The players who should have met in a round-robin or a group but were never paired."""
    entrants: tuple[Entrant, ...]
    """The players as rating lists know them, sorted by name."""
    boards: Boards
    """The published rounds, with the boards that only one player has reported."""
    unwon: bool
    """Whether the final of a bracket is still to be played or decided."""
    hidden: bool
    """Whether only the staff and the players can see the tournament."""


@dataclass(frozen=True, slots=True)
class ClosingPage:
    """What is open, and the rating list's file with what it cannot hold."""

    state: ClosingState
    list: Format
    lost: tuple[Message, ...]
    data: bytes
    """The file as it would be sent now."""
    imported: bool
    """Whether a list of its federation was imported; without one no number was checked."""


def closing_page(tournament_id: int) -> ClosingPage:
    """Return what the page on the end of a tournament needs. Eleven queries.

    Frozen standings, a round-robin table and a bracket each take a few more.
    """
    tournament = _read(tournament_id)
    state = _state(tournament)
    kind = rating_list_for(state.registers, terms_of(tournament))
    written = list_of(tournament, kind, state.boards)
    imported: bool = getattr(tournament, f"imported_{kind.value}")
    return ClosingPage(state, kind, written.lost, written.data, imported)


def closing_state(tournament_id: int) -> ClosingState:
    """Return what is still open in a tournament. Five queries, however large it is.

    Frozen standings, a round-robin table and a bracket each take a few more.
    """
    return _state(_read(tournament_id))


def rating_list_for(registers: RegisterCounts, terms: TournamentTerms) -> Format:
    """Return the rating list of the rated mode, or else the one most players have a number for.

    If nobody has a number, it is the list of the country.
    """
    counts, meant = registers.numbers, target_list(terms)
    if terms.register:
        return meant
    return max(counts, key=lambda rating_list: (counts[rating_list], rating_list is meant))


def _read(tournament_id: int) -> Tournament:
    frozen = FrozenStandings.objects.filter(tournament=OuterRef("pk"))
    return Tournament.objects.annotate(
        frozen_after=Subquery(frozen.values("after")[:1]),
        frozen_final=Subquery(frozen.values("final")[:1]),
        **imported_annotations(),
    ).get(pk=tournament_id)


def _state(tournament: Tournament) -> ClosingState:
    rounds = list(
        Round.objects.filter(tournament=tournament)
        .order_by("number")
        .annotate(boards=Count("games"))
        .values_list("number", "state", "boards")
    )
    mended = RecordingError.objects.filter(
        state=RecordingErrorState.PROPOSED, game__round__tournament=tournament
    )
    unsettled = game_rows(
        Game.objects.of(tournament.pk)
        .exclude(round__state=RoundState.DRAFT)
        .filter(
            Q(state__in=(GameState.OPEN, GameState.REPORTED, GameState.DISPUTED))
            | Q(pk__in=mended.values("game_id"))
        )
        .order_by("round__number", "board_number")
    )
    by_name = list(
        Player.everybody.filter(tournament=tournament)
        .order_by("name")
        .values("registration", "number", "rank", *ENTRANT_COLUMNS)
    )
    players = sorted(by_name, key=itemgetter("number"))
    people = with_marks(
        PlayerName(row["pk"], row["name"], row["rank"], row["club"], row["number"])
        for row in players
    )
    names = {player.number: player for player in people}
    marks = {player.id: player.mark for player in people}
    unsettled = tuple(game.with_marks(marks) for game in unsettled)
    shown = [row for row in players if row["registration"] != Registration.REQUESTED]
    entrants = entrants_in(row for row in by_name if row["registration"] == Registration.FINAL)
    played = max((number for number, state, __ in rounds if state != RoundState.DRAFT), default=0)
    state = _foreseen(tournament, played)
    after: int | None = tournament.frozen_after  # type: ignore[attr-defined]
    published = tournament.frozen_final and after == played  # type: ignore[attr-defined]
    return ClosingState(
        closed_at=tournament.closed_at,
        rounds=len(rounds),
        unreported=_in(unsettled, GameState.OPEN),
        unconfirmed=_in(unsettled, GameState.REPORTED),
        disputed=_in(unsettled, GameState.DISPUTED),
        mending=_in(unsettled, GameState.CONFIRMED),
        cases=_cases(tournament),
        open_rounds=tuple(
            OpenRound(number, state == RoundState.DRAFT, boards)
            for number, state, boards in rounds
            if state != RoundState.FINISHED
        ),
        waiting=len(players) - len(shown),
        preliminary=tuple(
            names[row["number"]] for row in shown if row["registration"] == Registration.PRELIMINARY
        ),
        without_rank=tuple(names[row["number"]] for row in shown if row["level"] is None),
        registers=RegisterCounts(
            players=len(entrants),
            egf=sum(is_pin(entrant.egf_pin) for entrant in entrants),
            ffg=sum(is_licence(entrant.ffg_licence) for entrant in entrants),
            aga=sum(bool(entrant.aga_id) for entrant in entrants),
        ),
        prizes=len(tournament.prizes),
        frozen=None if published else after,
        moved=0 if after is None else moved_since_frozen(tournament.slug),
        never_paired=tuple(
            (names[first], names[second]) for first, second in _never_paired(state, played)
        ),
        entrants=tuple(entrants),
        boards={(number, None) for number, state, __ in rounds if state != RoundState.DRAFT}
        | {(game.round_number, game.board_number) for game in _in(unsettled, GameState.REPORTED)},
        unwon=state is not None and ending_in(tournament, state, played).open,
        hidden=tournament.status == Status.DRAFT,
    )


def _foreseen(tournament: Tournament, played: int) -> TournamentState | None:
    """Return the state after the last round, if a table or a bracket says who meets whom."""
    if tournament.method not in WITH_WALK_OVERS or tournament.by_teams or not played:
        return None
    return state_of(tournament, before=played + 1, wishes=False)


def _never_paired(state: TournamentState | None, played: int) -> list[tuple[int, int]]:
    if state is None or state.parameters.method not in WITH_TABLES:
        return []
    robin = state.parameters.method is Method.ROUND_ROBIN
    try:
        groups = groups_of(state) if robin else state.parameters.round_robin.groups
    except BracketError:
        return []  # pairing itself says what is wrong with the groups
    return [due.players for due in unplayed_games(state, played, groups)]


def _cases(tournament: Tournament) -> tuple[OpenCase, ...]:
    found: dict[int, OpenCase] = {}
    for number, state, until, game, name in (
        Case.objects.live()
        .filter(tournament=tournament)
        .order_by("number", "parties__number")
        .values_list("number", "state", "appeal_until", "game__state", "parties__name")
    ):
        known = found.get(number)
        found[number] = OpenCase(
            number=number,
            state=state,
            players=(*(known.players if known else ()), *([name] if name else ())),
            appeal_until=until if state == CaseState.RULED else None,
            disputes=game == GameState.DISPUTED and state in CaseState.waiting(),
            unknown=game in (GameState.OPEN, GameState.DISPUTED),
        )
    return tuple(found.values())


def _in(games: tuple[GameRow, ...], state: GameState) -> tuple[GameRow, ...]:
    return tuple(game for game in games if game.state == state)
