"""What a correction starts from: a game, or a round, as it is now."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournament.games.selectors import GameRow, PlayerName, game_rows
from tournament.models import (
    Game,
    GameState,
    Player,
    RecordingError,
    RecordingErrorState,
    Result,
    Round,
    RoundState,
    Seat,
    Tournament,
)
from tournament.results.selectors import may_reopen
from tournament.rounds.selectors.state import only_rounds, shown_rounds
from tournament.standings.effects import PairedFrom, paired_from, shifts
from tournament.state.criteria import Criterion
from tournament.state.state import TournamentState
from tournament.tournaments.selectors.public import TournamentTerms, terms_of


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player and their place in the round: a table, the bye, or neither."""

    player: PlayerName
    number: int
    table: int | None
    bye: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """Another result proposed for a confirmed game. Margins are in half-points."""

    id: int
    state: str
    winner: str
    reason: str
    margin_half: int | None
    note: str
    black_agreed: bool
    white_agreed: bool
    created_at: datetime
    settled_at: datetime | None

    @property
    def result(self) -> Result:
        """Return the proposed result."""
        return Result(self.winner, self.reason, self.margin_half)

    @property
    def waits(self) -> bool:
        """Whether it still awaits a consent."""
        return self.state == RecordingErrorState.PROPOSED

    def has_agreed(self, colour: str) -> bool:
        """Whether the player of ``black`` or ``white`` has consented."""
        return self.black_agreed if colour == "black" else self.white_agreed


@dataclass(frozen=True, slots=True)
class RoundNow:
    """A round that is running or over: its games by table, and where every player is."""

    id: int
    number: int
    state: str
    version: int
    games: tuple[GameRow, ...]
    players: tuple[SeatedPlayer, ...]

    def version_with(self, player_ids: Collection[int]) -> str:
        """Return the version of the round together with those of these players' games.

        Only they are in the preview, so results may come in at other boards meanwhile.
        """
        moved = (game for game in self.games if {game.black.id, game.white.id} & {*player_ids})
        return " ".join(map(str, (self.version, *(game.version for game in moved))))

    @property
    def free(self) -> tuple[SeatedPlayer, ...]:
        """Return the players who have no place in the round."""
        return tuple(one for one in self.players if one.table is None and not one.bye)


@dataclass(frozen=True, slots=True)
class GameNow:
    """A game with its round and what was proposed for it, the newest proposal first."""

    terms: TournamentTerms
    game: GameRow
    round: RoundNow
    proposals: tuple[Proposal, ...]
    reopens: bool
    """Whether the tournament's policy lets a confirmed result of this round be changed."""

    @property
    def version(self) -> int:
        """Return the version of the game."""
        return self.game.version

    @property
    def final(self) -> bool:
        """Whether only both players together may correct the result."""
        return self.game.state == GameState.CONFIRMED and not self.reopens

    @property
    def ruled(self) -> bool:
        """Whether a referee has ruled, so that only another ruling changes the game."""
        return self.game.state == GameState.RULED

    @property
    def waiting(self) -> Proposal | None:
        """Return the proposal that awaits consent, if any."""
        return _waiting(self.proposals)

    @property
    def pair(self) -> frozenset[int]:
        """Return the two players' numbers."""
        ids = (self.game.black.id, self.game.white.id)
        return frozenset(one.number for one in self.round.players if one.player.id in ids)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A published game as its players see it, with what was proposed for it, newest first."""

    terms: TournamentTerms
    game: GameRow
    proposals: tuple[Proposal, ...]

    @property
    def waiting(self) -> Proposal | None:
        """Return the proposal that awaits consent, if any."""
        return _waiting(self.proposals)


def played_game(game_id: int) -> PlayedGame | None:
    """Return a game of a published round, or None. Three queries."""
    found = Game.objects.filter(pk=game_id).exclude(round__state=RoundState.DRAFT)
    game = found.select_related("round__tournament").first()
    if game is None:
        return None
    (row,) = game_rows(found)
    return PlayedGame(terms_of(game.round.tournament), row, proposals_of(game_id))


def round_now(tournament_id: int, number: int) -> RoundNow | None:
    """Return a round of a tournament, or None if there is none. Four queries."""
    found = Round.objects.filter(tournament=tournament_id, number=number)
    row = found.first()
    return None if row is None else _round(row)


def game_now(tournament_id: int, game_id: int) -> GameNow | None:
    """Return a game of a tournament, or None if there is none. Six queries."""
    found = Game.objects.filter(round__tournament=tournament_id, pk=game_id)
    game = found.select_related("round__tournament").first()
    if game is None:
        return None
    round_ = _round(game.round)
    return GameNow(
        terms=terms_of(game.round.tournament),
        game=next(one for one in round_.games if one.id == game_id),
        round=round_,
        proposals=proposals_of(game_id),
        reopens=may_reopen(game.round),
    )


def proposals_of(game_id: int) -> tuple[Proposal, ...]:
    """Return the other results that were proposed for a game, newest first. One query."""
    found = RecordingError.objects.filter(game=game_id).order_by("-pk")
    return tuple(
        Proposal(
            id=one.pk,
            state=one.state,
            winner=one.winner,
            reason=one.reason,
            margin_half=one.margin_half,
            note=one.note,
            black_agreed=one.black_agreed_at is not None,
            white_agreed=one.white_agreed_at is not None,
            created_at=one.created_at,
            settled_at=one.settled_at,
        )
        for one in found
    )


def consents_awaited(player_id: int) -> tuple[GameRow, ...]:
    """Return the games that await a player's consent to another result. One query."""
    waiting = RecordingError.objects.filter(state=RecordingErrorState.PROPOSED).filter(
        Q(game__black=player_id, black_agreed_at=None)
        | Q(game__white=player_id, white_agreed_at=None)
    )
    found = Game.objects.filter(pk__in=waiting.values("game_id"))
    return game_rows(found.order_by("round__number"))


def _round(row: Round) -> RoundNow:
    tournament_id = row.tournament_id
    places = {
        player: (table, table is None)
        for player, table in Seat.objects.filter(round=row).values_list(
            "player_id", "game__board_number"
        )
    }
    players = Player.objects.filter(tournament=tournament_id)
    return RoundNow(
        id=row.pk,
        number=row.number,
        state=row.state,
        version=row.version,
        games=game_rows(Game.objects.of(tournament_id).filter(round=row).order_by("board_number")),
        players=tuple(
            SeatedPlayer(PlayerName(pk, *rest), player_number, *places.get(pk, (None, False)))
            for pk, player_number, *rest in players.order_by("name", "number").values_list(
                "pk", "number", "name", "rank", "club"
            )
        ),
    )


def _waiting(proposals: tuple[Proposal, ...]) -> Proposal | None:
    return next((one for one in proposals if one.waits), None)


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A player whose place or score (the first criterion, in its unit) would change."""

    number: int
    player: PlayerName
    place_before: int
    place_after: int
    score_before: int
    score_after: int


@dataclass(frozen=True, slots=True)
class Effects:
    """What a change does to the standings after the last round shown.

    ``paired`` lists the later rounds that already have boards, even in preparation, each with the
    tables where somebody had another score when they were paired.
    """

    after: int
    criterion: Criterion | None
    moved: tuple[PlaceChange, ...]
    paired: tuple[PairedFrom, ...]

    @property
    def nothing(self) -> bool:
        """Whether neither a place nor a score would change."""
        return not self.moved


def standings_effects(
    tournament: Tournament, old: TournamentState, new: TournamentState, *, round_number: int
) -> Effects:
    """Return what differs between two states; the first may no longer be in the database.

    Takes two queries on top of those of the states. Rounds in preparation are in no standings.
    """
    shown = shown_rounds(tournament)
    after = max(shown, default=0)
    names = {
        number: PlayerName(*values)
        for number, *values in Player.objects.filter(tournament=tournament).values_list(
            "number", "pk", "name", "rank", "club"
        )
    }
    return Effects(
        after=after,
        criterion=next(iter(old.parameters.criteria), None),
        moved=tuple(
            PlaceChange(
                shift.player,
                names[shift.player],
                shift.place_before,
                shift.place_after,
                shift.score_before,
                shift.score_after,
            )
            for shift in shifts(only_rounds(old, shown), only_rounds(new, shown), after=after)
        ),
        paired=paired_from(old, new, since=round_number),
    )
