"""What a correction would do, shown before it is made."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from tournament.errors import NotFound
from tournament.models import Game, Player, Round, RoundState, Tournament, Winner
from tournament.selectors.games import PlayerName
from tournament.selectors.results import result_value
from tournament.selectors.state import shown_only, state_of
from tournament.standings.effects import PairedFrom, paired_from, shifts
from tournament.state.criteria import Criterion
from tournament.state.games import Game as GameValue
from tournament.state.results import UNKNOWN
from tournament.state.state import TournamentState

_OTHER = {Winner.BLACK.value: Winner.WHITE.value, Winner.WHITE.value: Winner.BLACK.value}


@dataclass(frozen=True, slots=True)
class Moved:
    """A player whose place or score (the first criterion, in its unit) would be another."""

    number: int
    player: PlayerName
    place_before: int
    place_after: int
    score_before: int
    score_after: int


@dataclass(frozen=True, slots=True)
class Effects:
    """What a change does to the standings after the last round shown.

    ``paired`` are later rounds that have boards already, in preparation too, each with the tables
    where somebody had another score when they were paired.
    """

    after: int
    criterion: Criterion | None
    moved: tuple[Moved, ...]
    paired: tuple[PairedFrom, ...]

    @property
    def nothing(self) -> bool:
        """Whether neither a place nor a score would change."""
        return not self.moved


def effect_of(
    tournament_id: int,
    *,
    game_id: int,
    winner: str | None = None,
    reason: str = "",
    black: int | None = None,
    white: int | None = None,
    handicap: int | None = None,
    remove: bool = False,
) -> Effects:
    """Return what changing one game would do; what is None stays as it is.

    ``winner`` is a result's, empty for none; ``black`` and ``white`` are the keys of players, and
    who stays at the board keeps what he has, as in
    :func:`~tournament.services.corrections.correct_players`. Eleven queries at most, and no
    lock. Raises NotFound.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    game = (
        Game.objects.filter(pk=game_id, round__tournament=tournament_id)
        .select_related("round")
        .first()
    )
    if tournament is None or game is None:
        raise NotFound("no_game", text=_("There is no such game."))
    old = state_of(tournament)
    numbers = dict(Player.objects.filter(tournament=tournament).values_list("pk", "number"))
    here = (game.round.number, game.board_number)
    if not {black, white} - {None} <= numbers.keys():
        raise NotFound("no_player", text=_("The player is not in this tournament."))
    changed = []
    for value in old.games:
        if (value.round, value.table) != here:
            changed.append(value)
        elif not remove:
            changed.append(
                _changed(
                    value,
                    game,
                    winner=winner,
                    reason=reason,
                    black=None if black is None else numbers[black],
                    white=None if white is None else numbers[white],
                    handicap=handicap,
                )
            )
    new = replace(old, games=tuple(changed))
    return effect_between(tournament, old, new, round_number=game.round.number)


def effect_between(
    tournament: Tournament, old: TournamentState, new: TournamentState, *, round_number: int
) -> Effects:
    """Return what differs between two states, the first of which may be no longer in the tables.

    It takes two queries beside those of the states. Rounds in preparation are in no standings.
    """
    rounds = Round.objects.filter(tournament=tournament).exclude(state=RoundState.DRAFT)
    shown = frozenset(rounds.values_list("number", flat=True))
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
            Moved(
                shift.player,
                names[shift.player],
                shift.place_before,
                shift.place_after,
                shift.score_before,
                shift.score_after,
            )
            for shift in shifts(shown_only(old, shown), shown_only(new, shown), after=after)
        ),
        paired=paired_from(old, new, since=round_number),
    )


def _changed(
    value: GameValue,
    game: Game,
    *,
    winner: str | None,
    reason: str,
    black: int | None,
    white: int | None,
    handicap: int | None,
) -> GameValue:
    won = game.winner if winner is None else winner
    how = game.reason if winner is None else reason
    pair = (value.black if black is None else black, value.white if white is None else white)
    if winner is None and (pair[0] == value.white or pair[1] == value.black):
        won = _OTHER.get(won, won)
    return replace(
        value,
        black=pair[0],
        white=pair[1],
        handicap=value.handicap if handicap is None else handicap,
        result=result_value(won, how or "unknown") if won else UNKNOWN,
    )
