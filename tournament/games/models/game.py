"""A game and its state."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament import triggers
from tournament.fields.models import HalfPointsField, PositiveNumberField
from tournament.games.models.result import Reason, Winner, margin_column, result_rule
from tournament.players.models import Player
from tournament.rounds.models import Round
from tournament.tournaments.models import BEYOND_KOMI, KOMI_HALVES

BOARDS = (1, 9999)
HANDICAPS = (0, 30)


class GameState(models.TextChoices):
    """What is known of the result."""

    OPEN = "open", _("No result yet")
    ENTERED = "entered", _("Entered by the director")
    REPORTED = "reported", _("Reported by one player")
    DISPUTED = "disputed", _("Disputed")
    CONFIRMED = "confirmed", _("Confirmed")
    RULED = "ruled", _("Ruled by the referee")


class GameQuerySet(models.QuerySet["Game"]):
    """Filters games, and is the only way to change a game's state."""

    def of(self, tournament_id: int) -> "GameQuerySet":
        """Keep the games of a tournament.

        Use this when the players are read as well: told that they belong to the same tournament,
        PostgreSQL does not read the players of every tournament to find a few hundred.
        """
        return self.filter(
            round__tournament=tournament_id,
            black__tournament=tournament_id,
            white__tournament=tournament_id,
        )

    def move(self, game: "Game", state: GameState, **changes: object) -> bool:
        """Move the game from the state it was read in to ``state`` and set ``changes``.

        A date proposed for an open game lapses once it has a result. Returns False and changes
        nothing when somebody else changed the game since it was read. Raises ValueError for a step
        that :attr:`Game.TRANSITIONS` does not allow.
        """
        if state not in Game.TRANSITIONS[GameState(game.state)]:
            raise ValueError(f"A game cannot go from {game.state} to {state}.")
        unchanged = self.filter(pk=game.pk, version=game.version, state=game.state)
        if unchanged.update(state=state, version=F("version") + 1, **changes) != 1:
            return False
        if game.state == GameState.OPEN:
            game.reschedules.lapse()
        return True

    def mend(self, game: "Game", **result: object) -> bool:
        """Give a confirmed game another result; a database trigger checks that this is allowed.

        Returns False and changes nothing when somebody else changed the game since it was read.
        """
        unchanged = self.filter(pk=game.pk, version=game.version, state=GameState.CONFIRMED)
        changed = unchanged.update(
            corrections=F("corrections") + 1, version=F("version") + 1, **result
        )
        return changed == 1


class Game(models.Model):
    """One board of a round.

    The result columns hold the result on the table: in ``reported`` what one player claims, in
    ``entered`` what the director wrote down or imported, in ``confirmed`` the final result, in
    ``ruled`` what a referee decided, and nothing in ``open`` and ``disputed`` (the claims of a
    dispute are in the submissions). ``reported_at`` is when the result came in, whoever reported
    it. A confirmed game is final: a trigger refuses to change its players, terms or state, and
    allows another result only for a recording error that both players agreed to or where the
    tournament's policy permits it. A ruling is final once ``final`` is set: the time for an appeal
    is over, or the appeal was decided. Only undoing leads from ``entered`` back to ``reported``, so
    that a report waits again.
    """

    TRANSITIONS: ClassVar[dict[GameState, frozenset[GameState]]] = {
        GameState.OPEN: frozenset(
            {GameState.REPORTED, GameState.ENTERED, GameState.DISPUTED, GameState.RULED}
        ),
        GameState.ENTERED: frozenset(
            {
                GameState.OPEN,
                GameState.ENTERED,
                GameState.REPORTED,
                GameState.DISPUTED,
                GameState.RULED,
            }
        ),
        GameState.REPORTED: frozenset(
            {
                GameState.OPEN,
                GameState.ENTERED,
                GameState.REPORTED,
                GameState.DISPUTED,
                GameState.CONFIRMED,
                GameState.RULED,
            }
        ),
        GameState.DISPUTED: frozenset(
            {
                GameState.OPEN,
                GameState.ENTERED,
                GameState.REPORTED,
                GameState.CONFIRMED,
                GameState.RULED,
            }
        ),
        GameState.CONFIRMED: frozenset(),
        GameState.RULED: frozenset({GameState.OPEN, GameState.DISPUTED, GameState.RULED}),
    }

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="games")
    board_number = PositiveNumberField(
        _("Board"), limits=BOARDS, beyond=_("Boards are numbered from 1 to 9999.")
    )
    black = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="games_as_black")
    white = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="games_as_white")
    handicap = PositiveNumberField(
        _("Handicap"), default=0, limits=HANDICAPS, beyond=_("A handicap is 0 to 30 stones.")
    )
    komi_half = HalfPointsField(_("Komi"), limits=KOMI_HALVES, beyond=BEYOND_KOMI)
    state = models.CharField(max_length=10, choices=GameState.choices, default=GameState.OPEN)
    winner = models.CharField(max_length=8, choices=Winner.choices, blank=True, default="")
    reason = models.CharField(max_length=12, choices=Reason.choices, blank=True, default="")
    margin_half = margin_column()
    colours_known = models.BooleanField(default=True)
    locked = models.BooleanField(default=False)
    """Whether pairing the draft again leaves this board as it is."""
    corrections = models.PositiveSmallIntegerField(default=0)
    """How often a confirmed result was corrected as a recording error."""
    final = models.BooleanField(default=False)
    """Whether its ruling is final; a confirmed result always is."""
    version = models.PositiveIntegerField(default=0)
    reported_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    play_by = models.DateTimeField(null=True, blank=True)
    """The date it must be played by, where it differs from its round's."""
    plays_at = models.DateTimeField(null=True, blank=True)
    """When the players meet, as they agreed or the staff set it."""

    stones_stay_since = models.DateTimeField(null=True, blank=True)
    """Since when it is settled that no more stones are removed when the game is counted, because
    play was resumed over dead stones; None if it is not."""

    objects = GameQuerySet.as_manager()

    class Meta:
        """State and result must match."""

        constraints = (
            models.UniqueConstraint(fields=["round", "board_number"], name="game_board_number"),
            models.CheckConstraint(condition=~Q(black=F("white")), name="game_two_players"),
            models.CheckConstraint(condition=Q(board_number__gt=0), name="game_board_from_1"),
            models.CheckConstraint(
                condition=Q(handicap__range=HANDICAPS, komi_half__range=KOMI_HALVES),
                name="game_terms",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state=GameState.OPEN, reported_at=None, confirmed_at=None)
                    | Q(
                        state__in=[
                            GameState.REPORTED,
                            GameState.ENTERED,
                            GameState.DISPUTED,
                            GameState.RULED,
                        ],
                        reported_at__isnull=False,
                        confirmed_at=None,
                    )
                    | Q(state=GameState.CONFIRMED, confirmed_at__isnull=False)
                ),
                name="game_state_times",
            ),
            models.CheckConstraint(
                condition=(
                    Q(
                        state__in=[GameState.OPEN, GameState.DISPUTED],
                        winner="",
                        reason="",
                        margin_half=None,
                    )
                    | (
                        Q(
                            state__in=[
                                GameState.REPORTED,
                                GameState.ENTERED,
                                GameState.CONFIRMED,
                                GameState.RULED,
                            ]
                        )
                        & result_rule()
                    )
                ),
                name="game_state_result",
            ),
            models.CheckConstraint(
                condition=Q(final=False) | Q(state=GameState.RULED), name="game_final_is_ruled"
            ),
            triggers.Undeletable(
                when="OLD.state = 'confirmed'",
                name="tournament_game_confirmed_is_kept",
                violation_error_message="a confirmed game is kept for ever",
            ),
            triggers.BelongsTogether(
                when=(
                    "EXISTS (SELECT 1 FROM tournament_player p, tournament_round r WHERE r.id ="
                    " NEW.round_id AND p.id IN (NEW.black_id, NEW.white_id) AND p.tournament_id"
                    " <> r.tournament_id)"
                ),
                name="tournament_game_players",
                violation_error_message="both players of a game are in its tournament",
            ),
            triggers.Unchanging(
                fields=[
                    *("round", "black", "white", "handicap", "komi_half", "state"),
                    *("confirmed_at", "colours_known", "reported_at"),
                ],
                when="OLD.state = 'confirmed'",
                name="tournament_game_confirmed_is_final",
                violation_error_message="a confirmed game is final",
            ),
            triggers.Unchanging(
                fields=["winner", "reason", "margin_half", "corrections"],
                when={
                    "postgresql": (
                        "OLD.state = 'confirmed' AND NOT (NEW.corrections = OLD.corrections + 1"
                        ' AND (OLD."winner" IS DISTINCT FROM NEW."winner" OR OLD."reason" IS '
                        'DISTINCT FROM NEW."reason" OR OLD."margin_half" IS DISTINCT FROM '
                        'NEW."margin_half") AND (EXISTS (SELECT 1 FROM '
                        "tournament_recordingerror e WHERE e.game_id = NEW.id AND e.state = "
                        "'agreed' AND e.winner = NEW.winner AND e.reason = NEW.reason AND "
                        "e.margin_half IS NOT DISTINCT FROM NEW.margin_half AND e.settled_at >="
                        " transaction_timestamp()) OR EXISTS (SELECT 1 FROM tournament_round r "
                        "JOIN tournament_tournament t ON t.id = r.tournament_id WHERE r.id = "
                        "NEW.round_id AND t.closed_at IS NULL AND (t.reopening = 'always' OR "
                        "(t.reopening = 'next_round' AND NOT EXISTS (SELECT 1 FROM "
                        "tournament_round l WHERE l.tournament_id = t.id AND l.number > "
                        "r.number AND l.state <> 'draft'))))))"
                    ),
                    "sqlite": (
                        "OLD.state = 'confirmed' AND NOT (NEW.corrections = OLD.corrections + 1"
                        ' AND (OLD."winner" IS NOT NEW."winner" OR OLD."reason" IS NOT '
                        'NEW."reason" OR OLD."margin_half" IS NOT NEW."margin_half"))'
                    ),
                },
                name="tournament_game_confirmed_is_mended",
                violation_error_message="a confirmed game is final",
            ),
            triggers.Unchanging(
                fields=[
                    *("round", "black", "white", "handicap", "komi_half", "state"),
                    *("winner", "reason", "margin_half", "reported_at", "final"),
                ],
                when="OLD.final",
                name="tournament_game_final_ruling",
                violation_error_message="a final ruling stands",
            ),
            triggers.Undeletable(
                when="OLD.final",
                name="tournament_game_final_ruling_kept",
                violation_error_message="a game with a final ruling is kept for ever",
            ),
        )
        indexes = (
            models.Index(
                fields=["play_by"], condition=Q(play_by__isnull=False), name="game_play_by"
            ),
            models.Index(
                fields=["plays_at"], condition=Q(plays_at__isnull=False), name="game_plays_at"
            ),
        )

    def __str__(self) -> str:
        return f"{self.black} - {self.white}"

    def colour_of(self, player_id: int | None) -> str:
        """Return ``black``, ``white``, or an empty string for anybody else."""
        return {self.black_id: "black", self.white_id: "white"}.get(player_id or 0, "")

    def opponent_of(self, player_id: int) -> int | None:
        """Return the other player's id, or None when this player does not play the game."""
        return {self.black_id: self.white_id, self.white_id: self.black_id}.get(player_id)
