"""What a player sees of his own tournament: the game to play, and those played."""

from dataclasses import dataclass

from django.db.models import Q

from tournament.models import Game, Round, RoundState, Tournament
from tournament.selectors.games import GameRow, game_rows
from tournament.selectors.public import TournamentTerms, terms_of


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's page. ``current`` is the game of the latest published round, if he plays in it."""

    terms: TournamentTerms
    round_number: int | None
    current: GameRow | None
    past: tuple[GameRow, ...]


def player_page(*, tournament_id: int, player_id: int) -> PlayerPage:
    """Return a player's page; rounds in preparation stay hidden. Three queries."""
    terms = terms_of(Tournament.objects.get(pk=tournament_id))
    mine = (
        Game.objects.filter(Q(black=player_id) | Q(white=player_id))
        .exclude(round__state=RoundState.DRAFT)
        .order_by("-round__number")
    )
    games = game_rows(mine)
    rounds = Round.objects.filter(tournament=tournament_id).exclude(state=RoundState.DRAFT)
    latest = rounds.order_by("-number").values_list("number", "state").first()
    number, state = latest or (None, "")
    current = next(
        (
            game
            for game in games
            if game.round_number == number
            and (state == RoundState.PUBLISHED or game.state not in ("confirmed", "entered"))
        ),
        None,
    )
    past = tuple(game for game in games if game != current)
    return PlayerPage(terms, number, current, past)
