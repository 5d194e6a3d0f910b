"""What a correction starts from: a game, or a round, as it is now."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.db.models import Q

from tournament.games.selectors.games import GameRow, PlayerName, game_rows
from tournament.models import (
    Game,
    GameState,
    Player,
    RecordingError,
    RecordingErrorState,
    Round,
    RoundState,
    Seat,
)
from tournament.results.selectors.reopening import may_reopen
from tournament.tournaments.selectors.public import TournamentTerms, terms_of


@dataclass(frozen=True, slots=True)
class Seated:
    """A player and the place in the round: a table, the bye, or neither."""

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
    def waits(self) -> bool:
        """Whether a consent is still awaited."""
        return self.state == RecordingErrorState.PROPOSED

    def agreed(self, colour: str) -> bool:
        """Whether the player of ``black`` or ``white`` has consented."""
        return self.black_agreed if colour == "black" else self.white_agreed


@dataclass(frozen=True, slots=True)
class RoundNow:
    """A round that runs or is over: its games by table, and where every player is."""

    id: int
    number: int
    state: str
    games: tuple[GameRow, ...]
    players: tuple[Seated, ...]

    @property
    def seen(self) -> str:
        """Return a mark of all that a form of this round was made from."""
        boards = [(one.id, one.black.id, one.white.id, one.board_number) for one in self.games]
        byes = [one.player.id for one in self.players if one.bye]
        return _mark([self.id, boards, byes])

    def seen_with(self, player_ids: frozenset[int]) -> str:
        """Return a mark of that and of all that is known of these players' games.

        What happens to them is shown before it is done: results of other boards may come in.
        """
        ids = ({one.black.id, one.white.id} for one in self.games)
        games = [one for one, pair in zip(self.games, ids, strict=True) if pair & player_ids]
        return _mark([self.seen, games])

    @property
    def free(self) -> tuple[Seated, ...]:
        """Return who has no place in the round."""
        return tuple(one for one in self.players if one.table is None and not one.bye)


@dataclass(frozen=True, slots=True)
class GameNow:
    """A game with its round and what was proposed for it, the newest proposal first."""

    terms: TournamentTerms
    game: GameRow
    round: RoundNow
    proposals: tuple[Proposal, ...]
    reopens: bool
    """Whether the tournament's policy lets a confirmed result of this round change."""

    @property
    def seen(self) -> str:
        """Return a mark of all that a form of this game was made from."""
        return _mark([self.game, self.waiting])

    @property
    def final(self) -> bool:
        """Whether only both players together may mend the result."""
        return self.game.state == GameState.CONFIRMED and not self.reopens

    @property
    def ruled(self) -> bool:
        """Whether a referee has ruled: only another ruling changes the game."""
        return self.game.state == GameState.RULED

    @property
    def waiting(self) -> Proposal | None:
        """Return the proposal that waits for consent, if any."""
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
        """Return the proposal that waits for consent, if any."""
        return _waiting(self.proposals)


def played_game(game_id: int) -> PlayedGame | None:
    """Return a game of a round that was published, or None. Three queries."""
    found = Game.objects.filter(pk=game_id).exclude(round__state=RoundState.DRAFT)
    game = found.select_related("round__tournament").first()
    if game is None:
        return None
    (row,) = game_rows(found)
    return PlayedGame(terms_of(game.round.tournament), row, proposals_of(game_id))


def round_now(tournament_id: int, number: int) -> RoundNow | None:
    """Return a round of a tournament, or None where there is none. Four queries."""
    found = Round.objects.filter(tournament=tournament_id, number=number)
    row = found.values_list("pk", "state").first()
    return None if row is None else _round(tournament_id, row[0], number, row[1])


def game_now(tournament_id: int, game_id: int) -> GameNow | None:
    """Return a game of a tournament, or None where there is none. Six queries."""
    found = Game.objects.filter(round__tournament=tournament_id, pk=game_id)
    game = found.select_related("round__tournament").first()
    if game is None:
        return None
    round_ = _round(tournament_id, game.round_id, game.round.number, game.round.state)
    return GameNow(
        terms=terms_of(game.round.tournament),
        game=next(one for one in round_.games if one.id == game_id),
        round=round_,
        proposals=proposals_of(game_id),
        reopens=may_reopen(game.round),
    )


def proposals_of(game_id: int) -> tuple[Proposal, ...]:
    """Return the other results that were proposed for a game, newest first, in one query."""
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
    """Return the games for which a player's consent to another result is awaited, in one query."""
    waiting = RecordingError.objects.filter(state=RecordingErrorState.PROPOSED).filter(
        Q(game__black=player_id, black_agreed_at=None)
        | Q(game__white=player_id, white_agreed_at=None)
    )
    found = Game.objects.filter(pk__in=waiting.values("game_id"))
    return game_rows(found.order_by("round__number"))


def _round(tournament_id: int, round_id: int, number: int, state: str) -> RoundNow:
    places = {
        player: (table, table is None)
        for player, table in Seat.objects.filter(round=round_id).values_list(
            "player_id", "game__board_number"
        )
    }
    players = Player.objects.filter(tournament=tournament_id)
    return RoundNow(
        id=round_id,
        number=number,
        state=state,
        games=game_rows(
            Game.objects.of(tournament_id).filter(round=round_id).order_by("board_number")
        ),
        players=tuple(
            Seated(PlayerName(pk, *rest), player_number, *places.get(pk, (None, False)))
            for pk, player_number, *rest in players.order_by("name", "number").values_list(
                "pk", "number", "name", "rank", "club"
            )
        ),
    )


def _waiting(proposals: tuple[Proposal, ...]) -> Proposal | None:
    return next((one for one in proposals if one.waits), None)


def _mark(seen: object) -> str:
    return sha256(repr(seen).encode()).hexdigest()[:32]
