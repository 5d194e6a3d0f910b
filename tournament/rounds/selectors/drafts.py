"""A round in preparation (draft), as the director's page shows it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from django.db.models import Exists, OuterRef, Subquery

from language.messages import Message
from tournament.audit.selectors.snapshots import Board, boards_in, byes_in
from tournament.brackets.beside import outside_bracket_predicate
from tournament.brackets.missing import in_bracket, missing_games
from tournament.brackets.reached import WITH_WALK_OVERS
from tournament.brackets.seeding import BracketError
from tournament.common.queries import columns_of, one_or_none
from tournament.games.selectors import PlayerName, with_marks
from tournament.models import (
    Absence,
    AuditEvent,
    CheckIn,
    Colour,
    Draw,
    Game,
    Player,
    Registration,
    Round,
    RoundCertainty,
    RoundState,
    Seat,
    Tournament,
    Verb,
)
from tournament.pairing.acceleration import virtual_points
from tournament.pairing.bye import had_bye
from tournament.pairing.explain import bye_by_rule
from tournament.pairing.pairing import Board as Weighed
from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.systems import blocking_error, players_owed_a_place, rest_of
from tournament.pairing.weights import pair
from tournament.rounds.notes import (
    missing_sentences,
    round_notes,
    walk_over_sentences,
    withdrawal_sentences,
)
from tournament.rounds.selectors.certain import CertainView, RoundRead, certain_view, kept_bye
from tournament.rounds.selectors.draws import ChangedSince, changed_since, is_explained
from tournament.rounds.selectors.ending import last_round_of, last_round_seen_from
from tournament.rounds.selectors.running import EarlierGame, earlier_games
from tournament.rounds.selectors.state import TOURNAMENT_COLUMNS, player_rows, state_of
from tournament.scheduling.selectors import DatedRound, dated_round, planned_dates
from tournament.standings.history import history_of
from tournament.standings.scores import scores_of
from tournament.state.games import Bye
from tournament.state.games import Game as GameValue
from tournament.state.parameters import Method, System
from tournament.state.people import distinct_names
from tournament.state.state import TournamentState
from tournament.state.wishes import FixedBoard


@dataclass(frozen=True, slots=True)
class DraftPlayer:
    """A player of the draft. ``score_x2`` is the doubled score that the round is paired by."""

    name: PlayerName
    number: int
    score_x2: int
    unranked: bool
    virtual_x2: int = 0
    """Virtual points of an accelerated round, not included in ``score_x2``."""


@dataclass(frozen=True, slots=True)
class DraftBoard:
    """A board: its players, terms, the parts of its weight, and its result.

    ``violated`` names the components where a wish or the rule against rematches scored nothing.
    """

    game_id: int
    table: int
    black: DraftPlayer
    white: DraftPlayer
    handicap: int
    komi_half: int
    locked: bool
    weight: int
    components: dict[str, int]
    state: str
    winner: str
    reason: str
    margin_half: int | None

    @property
    def violated(self) -> tuple[str, ...]:
        """Return which wishes, or the rule against rematches, this board does not respect."""
        watched = ("rematch", "forbidden", "family", "team")
        return tuple(name for name in watched if self.components.get(name, 1) == 0)


@dataclass(frozen=True, slots=True)
class DraftPlace:
    """Where a player sits in a round in preparation: against ``opponent``, empty with the bye."""

    number: int
    opponent: str = ""


@dataclass(frozen=True, slots=True)
class LostBye:
    """A player who had the bye of a draft and got a board when those without one were paired.

    ``event_id`` is the step in the history that seated them.
    """

    player: DraftPlayer
    table: int
    event_id: int


@dataclass(frozen=True, slots=True)
class ByeAside:
    """A bye that breaks the rule if only the players without a board are paired.

    ``stays`` says that ``player`` has it already, ``again`` that they have had one before. In a
    pairing of the whole round it would go to ``due``.
    """

    player: DraftPlayer
    due: DraftPlayer
    stays: bool
    again: bool


@dataclass(frozen=True, slots=True)
class DraftPage:
    """The round: boards by table, the byes, who has no place yet and who does not come.

    ``earlier`` are the games of earlier rounds without a result that stands, ``unranked`` is the
    number of players without a rank. ``draw_id`` is the latest draw by the machine, ``problem``
    says why nothing can be paired as things are.
    """

    round_id: int | None
    number: int
    state: str
    version: int
    boards: tuple[DraftBoard, ...]
    byes: tuple[DraftPlayer, ...]
    unpaired: tuple[DraftPlayer, ...]
    """Players who should have a board or the bye in this round and have neither."""
    idle: tuple[DraftPlayer, ...]
    """Players who take part but need neither: out of a knock-out, waiting, or through without a
    game."""
    absent: tuple[DraftPlayer, ...]
    earlier: tuple[EarlierGame, ...]
    unranked: int
    draw_id: int | None
    planned: int
    """The number of the tournament's last round."""
    problem: Message | None = None
    fix_in_round: int | None = None
    """The earlier round where the problem must be fixed before anything can be paired."""
    unmet: tuple[str, ...] = ()
    """Who was due to meet in the previous round and has no game there; goes with the problem."""
    notes: tuple[str, ...] = ()
    """What is unusual about how it is paired."""
    dates: DatedRound | None = None
    """When it opens automatically, and why it did not."""
    missing: tuple[tuple[DraftPlayer, ...], ...] = ()
    """Players due to meet in a bracket who have no board, match by match."""
    walk_over_numbers: frozenset[int] = frozenset()
    """The numbers of those whose opponent, by a table or a bracket, does not play."""
    laid_down: bool = False
    """Whether a table or a bracket says who meets whom: byes are walk-overs, and there may be
    nothing else."""
    proven_best: bool = False
    """Whether it is proven that nothing outweighs the machine's draw, and the draw's input is
    unchanged."""
    changed_pairs: int = 0
    """How many pairs of the latest draw do not meet in this draft."""
    explained: bool = False
    """Whether the program can explain why somebody meets their opponent or has the bye."""
    certain: CertainView | None = None
    """What is known of its boards while games before it are open, if it was asked for."""
    changes: ChangedSince | None = None
    """What has changed since the machine paired the whole round and is not taken into account."""
    aside: tuple[DraftBoard, ...] = ()
    """Boards whose players are both out of the bracket."""
    bye_at_stake: DraftPlayer | None = None
    """Who has the bye, and would get a board if those without one were paired."""
    bye_aside: ByeAside | None = None
    """Who would get the bye against the rule if those without a board were paired."""
    lost_bye: LostBye | None = None
    """Who lost the bye that way and still sits at that board."""

    @property
    def paired(self) -> bool:
        """Whether there is something to publish."""
        return bool(self.boards or (self.laid_down and self.byes))

    @property
    def through(self) -> tuple[DraftPlayer, ...]:
        """Return who should have the bye or a walk-over and was not given it yet."""
        return tuple(player for player in self.unpaired if player.number in self.walk_over_numbers)

    @property
    def unseated(self) -> tuple[DraftPlayer, ...]:
        """Return who should have a board and has none."""
        return tuple(
            player for player in self.unpaired if player.number not in self.walk_over_numbers
        )

    @property
    def drawn(self) -> bool:
        """Whether the program has paired the round."""
        return self.draw_id is not None

    @property
    def playing(self) -> tuple[DraftPlayer, ...]:
        """Return who has a place in the round or should get one, in no particular order."""
        seated = (player for board in self.boards for player in (board.black, board.white))
        return (*seated, *self.unpaired, *self.byes)

    @property
    def free(self) -> tuple[DraftPlayer, ...]:
        """Return who could be seated by hand, those who should have a place first."""
        return (*self.unpaired, *self.idle)

    @property
    def players(self) -> tuple[DraftPlayer, ...]:
        """Return everybody who could be moved, in no particular order."""
        return (*self.playing, *self.idle)


_READ = (
    *columns_of(Round),
    *(f"tournament__{column}" for column in (*TOURNAMENT_COLUMNS, "closed_at", "schedule_held_at")),
    "tournament__certain_boards",
    *(f"tournament__round_certainty__{column}" for column in columns_of(RoundCertainty)),
)


def draft_page(tournament_id: int, number: int, *, weigh: bool = True) -> DraftPage | None:
    """Return the page of a round, or None if there is no such round; about twelve queries.

    The next round to prepare has a page, without any boards, before it exists. Without ``weigh``
    the boards do not give their weights, which take time in a large field.
    """
    draws = Draw.objects.filter(round=OuterRef("pk")).order_by("-pk")
    paired = AuditEvent.objects.filter(
        tournament=OuterRef("tournament"), round_number=OuterRef("number"), verb=Verb.ROUND_PAIRED
    ).order_by("-sequence")
    rounds = (
        Round.objects.select_related("tournament__round_certainty")
        .only(*_READ)
        .annotate(
            draw_id=Subquery(draws.values("pk")[:1]),
            draw_request=Subquery(draws.values("request")[:1]),
            draw_digest=Subquery(draws.values("digest")[:1]),
            draw_boards=Subquery(draws.values("boards")[:1]),
            draw_total=Subquery(draws.values("total")[:1]),
            draw_bound=Subquery(draws.values("bound")[:1]),
            paired_event=Subquery(paired.values("pk")[:1]),
            bye_before=Subquery(paired.values("before")[:1]),
            boards_after=Subquery(paired.values("after")[:1]),
        )
    )
    found = one_or_none(rounds.filter(tournament=tournament_id, number=number))
    if found is None and number != next_round_number(tournament_id):
        return None
    tournaments = Tournament.objects.select_related("round_certainty")
    tournament = found.tournament if found else tournaments.get(pk=tournament_id)
    round_: Round = found or Round(tournament=tournament, number=number)
    rows = player_rows(tournament)
    state = state_of(tournament, before=number, rows=rows)
    players = _drafted(rows, state, number)
    boards, problem = _boards(round_, state, players, weigh=weigh) if found else ((), None)
    seats = Seat.objects.filter(round=round_.pk, game=None).order_by("pk")
    byes = list(seats.values_list("player_id", flat=True)) if found else []
    seated = {side.name.id for board in boards for side in (board.black, board.white)} | {*byes}
    free = [player for player in players.values() if player.name.id not in seated]
    present = {player.id for player in state.players if player.takes_part(number)}
    by_id = {player.name.id: player for player in players.values()}
    bye_numbers = [by_id[bye].number for bye in byes]
    request = PairingRequest(
        state,
        number,
        bye=by_id[byes[0]].number if byes else None,
        fixed=tuple(
            FixedBoard(board.black.number, board.white.number, board.table) for board in boards
        ),
    )
    rest = None if tournament.by_teams else rest_of(request)
    behind = blocking_error(request) if rest is None and not tournament.by_teams else None
    # A board that the bracket cannot have does not change who is in it.
    due = rest_of(replace(request, fixed=())) if behind and not behind.round else rest
    owed = present if tournament.by_teams else players_owed_a_place(request, due)
    changed = (
        _changes_since_draw(found, boards, state)
        if weigh and found and found.draw_request and boards and round_.state == RoundState.DRAFT
        else None
    )
    unpaired = tuple(player for player in free if player.number in owed)
    earlier = earlier_games(tournament.pk, number)
    planned = last_round_seen_from(tournament, state, number)
    by_rule = not tournament.by_teams and state.parameters.method not in WITH_WALK_OVERS
    return DraftPage(
        round_id=round_.pk,
        number=number,
        state=round_.state,
        version=round_.version,
        boards=boards,
        byes=tuple(by_id[bye] for bye in byes),
        unpaired=unpaired,
        idle=tuple(player for player in free if player.number in present - owed),
        absent=tuple(player for player in free if player.number not in present),
        earlier=earlier,
        unranked=sum(player.unranked for player in players.values()),
        planned=planned,
        problem=behind.text if behind else problem,
        fix_in_round=behind.round if behind else None,
        unmet=missing_sentences(missing_games(state, number - 1), distinct_names(state.players))
        if behind and behind.round and behind.code == "no_winner"
        else (),
        notes=(*round_notes(state, number), *walk_over_sentences(rest)),
        draw_id=found.draw_id if found else None,
        proven_best=bool(
            found
            and found.draw_request
            and found.draw_bound
            and found.draw_bound == found.draw_total
        )
        and changed is None,
        changed_pairs=_changed_pairs(found.draw_boards, boards) if found and found.draw_id else 0,
        missing=_missing(state, number, boards, bye_numbers, players)
        if not tournament.by_teams
        else (),
        walk_over_numbers=frozenset(rest.byes) if rest else frozenset(),
        laid_down=state.parameters.method in WITH_WALK_OVERS,
        explained=is_explained(tournament, state.parameters),
        certain=certain_view(
            tournament,
            number,
            RoundRead(
                state,
                planned,
                frozenset(
                    (game.round_number, game.black_number, game.white_number) for game in earlier
                ),
                _seats(boards, bye_numbers),
                getattr(tournament, "round_certainty", None),
            ),
        )
        if weigh and round_.state == RoundState.DRAFT
        else None,
        changes=changed.unsettled({player.number for player in unpaired}) if changed else None,
        aside=_boards_outside_bracket(state, number, boards) if not tournament.by_teams else (),
        bye_at_stake=by_id[byes[0]]
        if by_rule and byes and kept_bye(_games(boards, bye_numbers), state, number) is None
        else None,
        bye_aside=_bye_aside(
            state, number, boards, bye_numbers, {each.number: each for each in by_id.values()}
        )
        if boards and unpaired and by_rule and is_explained(tournament, state.parameters)
        else None,
        lost_bye=_lost_bye(found, boards, bye_numbers)
        if by_rule and found and found.draw_id and round_.state == RoundState.DRAFT
        else None,
        dates=dated_round(found, tournament) if found else planned_dates(tournament_id, number),
    )


def _changes_since_draw(
    found: Any, boards: Iterable[DraftBoard], state: TournamentState
) -> ChangedSince | None:
    """Return what has changed since a draft was last paired as a whole.

    ``found`` is the round with its latest draw. One more query if that draw paired only the players
    without a board.
    """
    before = Draw.objects.filter(round=found.pk, pk__lt=found.draw_id).order_by("-pk")
    return changed_since(
        found.tournament,
        # Earlier draws are read only if the latest does not settle it.
        chain(
            [(found.draw_request, found.draw_digest)],
            before.values_list("request", "digest"),
        ),
        {
            frozenset((board.black.number, board.white.number))
            for board in boards
            if not board.locked
        },
        state,
    )


def _changed_pairs(drawn: Iterable[dict[str, Any]], boards: Iterable[DraftBoard]) -> int:
    """Return how many pairs of a draw, as stored, do not meet on these boards."""
    pairs = {frozenset((board.black.number, board.white.number)) for board in boards}
    return sum(frozenset((board["black"], board["white"])) not in pairs for board in drawn)


def _games(boards: Iterable[DraftBoard], byes: Iterable[int]) -> dict[int, int | None]:
    """Return each player's game in a draft by player number, None for the bye."""
    seated = {side.number: board.game_id for board in boards for side in (board.black, board.white)}
    return {**dict.fromkeys(byes), **seated}


def _bye_aside(
    state: TournamentState,
    number: int,
    boards: Sequence[DraftBoard],
    byes: Sequence[int],
    players: Mapping[int, DraftPlayer],
) -> ByeAside | None:
    """Return whose bye would break the rule if those without a board are paired, or None.

    Locked boards stay in either case.
    """
    kept = kept_bye(_games(boards, byes), state, number)
    here = {player.id for player in state.players if player.takes_part(number)}
    seated = {side.number for board in boards for side in (board.black, board.white)}
    locked = {
        side.number for board in boards if board.locked for side in (board.black, board.white)
    }
    those, whole = here - seated, here - locked
    if len(whole) % 2 == 0 or (kept is None and len(those) % 2 == 0):
        return None
    request = PairingRequest(state, number)
    try:
        has = kept if kept is not None else bye_by_rule(request, those)
        due = bye_by_rule(request, whole)
    except PairingError:
        return None
    if has == due:
        return None
    again = has in had_bye(state.byes, number)
    return ByeAside(players[has], players[due], stays=kept is not None, again=again)


def _lost_bye(found: Any, boards: Sequence[DraftBoard], byes: Sequence[int]) -> LostBye | None:
    """Return who lost the bye when the players without a board were last paired.

    ``found`` is the round with how it was paired. If all boards were made again, so was the bye,
    and nobody has lost it. One query if somebody may have.
    """
    lost = set(byes_in(found.bye_before)) - set(byes)
    if not lost or found.paired_event is None:
        return None
    made = {board["table"] for board in boards_in(found.boards_after)}
    drawn = Draw.objects.values_list("boards", flat=True).get(pk=found.draw_id)
    if made != {board["table"] for board in drawn if not board["fixed"]}:
        return None
    return next(
        (
            LostBye(player, board.table, found.paired_event)
            for board in boards
            if board.table in made
            for player in (board.black, board.white)
            if player.number in lost
        ),
        None,
    )


def _seats(boards: Iterable[DraftBoard], byes: Iterable[int]) -> list[tuple[Any, ...]]:
    """Return the seats of a draft in the form that certain boards are worked out from."""
    terms = [(board, (board.table, board.handicap, board.komi_half)) for board in boards]
    return [
        *((player, None, "", None, None, None, False) for player in byes),
        *(
            (side.number, board.game_id, colour, *of_board, board.locked)
            for board, of_board in terms
            for colour, side in ((Colour.BLACK, board.black), (Colour.WHITE, board.white))
        ),
    ]


def _missing(
    state: TournamentState,
    number: int,
    boards: Iterable[DraftBoard],
    byes: Iterable[int],
    players: Mapping[int, DraftPlayer],
) -> tuple[tuple[DraftPlayer, ...], ...]:
    """Return who would be without a game if the round were published as it is."""
    games = (
        GameValue(number, board.table, board.black.number, board.white.number) for board in boards
    )
    published = replace(
        state,
        games=(*state.games, *games),
        byes=(*state.byes, *(Bye(number, player) for player in byes)),
    )
    return tuple(
        tuple(players[player] for player in match) for match in missing_games(published, number)
    )


def _boards_outside_bracket(
    state: TournamentState, number: int, boards: Sequence[DraftBoard]
) -> tuple[DraftBoard, ...]:
    """Return the boards that mean nothing to the bracket of the round, if it has one."""
    if not in_bracket(state, number):
        return ()
    try:
        is_beside = outside_bracket_predicate(state, number)
    except BracketError:
        return ()
    return tuple(board for board in boards if is_beside((board.black.number, board.white.number)))


def place_in_draft(player_id: int) -> DraftPlace | None:
    """Return where a player sits in the round in preparation, or None. One query."""
    seats = Seat.objects.filter(player=player_id, round__state=RoundState.DRAFT)
    found = one_or_none(seats.select_related("round", "game__black", "game__white"))
    if found is None:
        return None
    game = found.game
    if game is None:
        return DraftPlace(found.round.number)
    other = game.white if game.black_id == player_id else game.black
    return DraftPlace(found.round.number, other.name)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The players who take part in a round in preparation that was paired without them, by name."""

    number: int
    names: tuple[str, ...]


def left_out_of_draft(tournament_id: int) -> LeftOut | None:
    """Return who takes part in the round in preparation but has no place in it, or None.

    One query, and another if a round is in preparation. Team matches, tables and brackets leave
    players without a game by rule, so nobody is left out of those.
    """
    drafts = Round.objects.filter(tournament=tournament_id, state=RoundState.DRAFT)
    paired = drafts.filter(Exists(Seat.objects.filter(round=OuterRef("pk"))))
    by_rule = paired.filter(tournament__by_teams=False).exclude(
        tournament__method__in=WITH_WALK_OVERS
    )
    number = by_rule.values_list("number", flat=True).first()
    if number is None:
        return None
    players = Player.objects.filter(tournament=tournament_id, registration=Registration.FINAL)
    absent = Absence.objects.filter(player=OuterRef("pk"), round_number=number)
    seated = Seat.objects.filter(player=OuterRef("pk"), round__number=number)
    rows = players.exclude(Exists(absent)).exclude(Exists(seated)).order_by("number")
    names = tuple(rows.values_list("name", flat=True))
    return LeftOut(number, names) if names else None


def gains_of_withdrawal(tournament: Tournament, player: int, number: int) -> tuple[str, ...]:
    """Return who would win or go on without a game if a player withdrew from this round on."""
    if tournament.by_teams or tournament.method not in WITH_WALK_OVERS:
        return ()
    return withdrawal_sentences(state_of(tournament, before=number), player, number)


def next_round_number(tournament_id: int) -> int:
    """Return the round to prepare: the one in preparation, or the one after the last."""
    rounds = Round.objects.filter(tournament=tournament_id).order_by("number")
    last = 0
    for number, state in rounds.values_list("number", "state"):
        if state == RoundState.DRAFT:
            return number
        last = number
    return last + 1


def last_round_number(tournament_id: int) -> int:
    """Return the number of a tournament's last round."""
    return last_round_of(Tournament.objects.get(pk=tournament_id))


def is_beyond_last(tournament_id: int, number: int) -> bool:
    """Return whether a round of this number would come after the tournament's last one.

    A round that exists never does: its director wanted it.
    """
    if Round.objects.filter(tournament=tournament_id, number=number).exists():
        return False
    return number > last_round_number(tournament_id)


def current_round_number(tournament_id: int) -> int:
    """Return the round to prepare next, or the last one if the tournament is past it."""
    number = next_round_number(tournament_id)
    return number - 1 if number > 1 and is_beyond_last(tournament_id, number) else number


def scores_before(state: TournamentState, number: int) -> dict[int, int]:
    """Return the doubled scores with which players, by their numbers, enter a round.

    This is the McMahon score if the tournament is paired by it, else the points.
    """
    scores = scores_of(history_of(state, number - 1))
    mcmahon = state.parameters.system is System.MCMAHON
    latest = (scores.mms if mcmahon else scores.nbw)[-1].tolist()
    return {player.id: latest[place] for place, player in enumerate(state.players)}


def _drafted(
    rows: list[dict[str, Any]], state: TournamentState, number: int
) -> dict[int, DraftPlayer]:
    by_number, virtual = scores_before(state, number), virtual_points(state, number)
    names = with_marks(
        PlayerName(row["pk"], row["name"], row["rank"], row["club"], row["number"]) for row in rows
    )
    return {
        row["number"]: DraftPlayer(
            name,
            row["number"],
            by_number[row["number"]],
            row["level"] is None,
            virtual.of(row["number"]),
        )
        for row, name in zip(rows, names, strict=True)
    }


def _boards(
    round_: Round, state: TournamentState, players: dict[int, DraftPlayer], *, weigh: bool
) -> tuple[tuple[DraftBoard, ...], Message | None]:
    rows = list(
        Game.objects.of(round_.tournament_id)
        .filter(round=round_.pk)
        .order_by("board_number")
        .values_list(
            "pk",
            "board_number",
            "black__number",
            "white__number",
            "handicap",
            "komi_half",
            "locked",
            "state",
            "winner",
            "reason",
            "margin_half",
        )
    )
    fixed = tuple(FixedBoard(row[2], row[3], row[1], row[4], row[5]) for row in rows)
    weighed: dict[int, Weighed] = {}
    problem: Message | None = None
    weighs = weigh and state.parameters.method is Method.WEIGHTS and not round_.tournament.by_teams
    if weighs and fixed:
        seated = frozenset(player for board in fixed for player in (board.black, board.white))
        request = PairingRequest(state=state, round=round_.number, only=seated, fixed=fixed)
        try:
            weighed = {board.table: board for board in pair(request).boards}
        except PairingError as error:
            problem = error.text
    found = tuple(
        DraftBoard(
            game_id=row[0],
            table=row[1],
            black=players[row[2]],
            white=players[row[3]],
            handicap=row[4],
            komi_half=row[5],
            locked=row[6],
            weight=weighed[row[1]].weight if weighed else 0,
            components=dict(weighed[row[1]].components) if weighed else {},
            state=row[7],
            winner=row[8],
            reason=row[9],
            margin_half=row[10],
        )
        for row in rows
    )
    return found, problem


@dataclass(frozen=True, slots=True)
class DraftDifference:
    """What changed at a board of a draft: who sat there and who sits there now, Black first.

    Empty if there was, or is, no board; the same two players if the terms or the lock changed.
    """

    table: int
    was: tuple[str, ...]
    now: tuple[str, ...]


def differences_since(tournament_id: int, number: int, seen: str) -> tuple[DraftDifference, ...]:
    """Return what changed in a draft since the ``version`` that somebody saw, by table.

    Read from the record of the changes since, each of which raised the version by one.
    """
    rounds = Round.objects.filter(tournament=tournament_id, number=number)
    version = rounds.values_list("version", flat=True).first() or 0
    changes = version - int(seen) if seen.isdecimal() else 0
    if changes <= 0:
        return ()
    events = AuditEvent.objects.filter(tournament=tournament_id, round_number=number)
    told = [
        (boards_in(before), boards_in(after))
        for before, after in events.order_by("-sequence").values_list("before", "after")[:changes]
    ]
    was: dict[int, Board | None] = {}
    now: dict[int, Board | None] = {}
    for before, after in reversed(told):
        then, since = ({board["table"]: board for board in side} for side in (before, after))
        for table in then.keys() | since.keys():
            was.setdefault(table, then.get(table))
            now[table] = since.get(table)
    players = Player.objects.filter(tournament=tournament_id)
    names = dict(players.values_list("number", "name"))

    def seated(board: Board | None) -> tuple[str, ...]:
        return () if board is None else (names[board["black"]], names[board["white"]])

    return tuple(
        DraftDifference(table, seated(was[table]), seated(now[table]))
        for table in sorted(now)
        if was[table] != now[table]
    )


@dataclass(frozen=True, slots=True)
class CheckInCount:
    """How many of those who take part were checked in, and who was not.

    ``used`` says that anybody was: if nobody keeps the door, nobody is missing.
    """

    checked_in: int
    total: int
    missing: tuple[DraftPlayer, ...]

    @property
    def used(self) -> bool:
        """Whether somebody was checked in for this round."""
        return self.checked_in > 0


def check_in_count(tournament_id: int, number: int, players: Iterable[DraftPlayer]) -> CheckInCount:
    """Return who of a round's players was checked in, with one query."""
    rows = CheckIn.objects.filter(player__tournament=tournament_id, round_number=number)
    seen = set(rows.values_list("player_id", flat=True))
    expected = tuple(players)
    missing = [player for player in expected if player.name.id not in seen]
    missing.sort(key=lambda player: player.name.name.casefold())
    return CheckInCount(len(expected) - len(missing), len(expected), tuple(missing))
