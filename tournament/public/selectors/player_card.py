"""A player's public page: their rounds, their place after each, and their values explained."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from tournament.games.selectors import GameRow, PlayerName, game_rows
from tournament.models import Game, RoundState
from tournament.public.selectors.frozen import current_place
from tournament.public.selectors.published import EventHead, published_tournament
from tournament.public.selectors.ratings import PlayerRating, player_rating
from tournament.public.selectors.standings import FrozenNote
from tournament.standings.crosstable import CrosstableCell, RoundRole, crosstable
from tournament.standings.explain import Explanation, explanations
from tournament.standings.formulas import Term, TermKind
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class CardRound:
    """A player's round. ``score`` and ``place`` are those after it; ``game`` may be None.

    Before the first result of a round both are None, because the public standings are those of the
    round before. ``field`` says how many of all players then have which score.
    """

    number: int
    cell: CrosstableCell
    opponent: PlayerName | None
    game: GameRow | None
    score: int | None
    place: int | None
    field: Mapping[int, int]
    absent: PlayerName | None = None
    """The absent opponent, if the player goes on in a bracket without having been given the bye."""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player's page. ``criterion`` is that of the scores."""

    head: EventHead
    number: int
    player: PlayerName
    criterion: Criterion | None
    rounds: tuple[CardRound, ...]
    names: Mapping[int, PlayerName]
    rating: PlayerRating | None
    """What the event makes of their rating; None if the director wants none shown."""
    frozen: FrozenNote | None = None
    """Since when the places are frozen; None if they follow the results."""
    now: int | None = None
    """The place by today's results, if it differs from the frozen one."""

    @property
    def terms(self) -> TournamentTerms:
        """Return the tournament."""
        return self.head.terms

    @property
    def running(self) -> bool:
        """Return whether the round that the place follows still lacks results."""
        progress, latest = self.head.round, self.latest
        return (
            progress is not None
            and latest is self.rounds[-1]
            and latest.number == progress.number
            and progress.done < progress.games
        )

    @property
    def placed(self) -> tuple[CardRound, ...]:
        """Return the rounds after which there are standings."""
        return tuple(line for line in self.rounds if line.place is not None)

    @property
    def latest(self) -> CardRound | None:
        """Return the last of them, whose standings are the current public ones."""
        return self.placed[-1] if self.placed else None


@dataclass(frozen=True, slots=True)
class WhyPage:
    """Where a player's values in the standings after a round come from."""

    head: EventHead
    after: int
    number: int
    names: Mapping[int, PlayerName]
    explanations: tuple[Explanation, ...]

    @property
    def terms(self) -> TournamentTerms:
        """Return the tournament."""
        return self.head.terms

    @property
    def player(self) -> PlayerName:
        """Return the player whose values they are."""
        return self.names[self.number]


def player_card(slug: str, number: int) -> PlayerCard | None:
    """Return a player's page by their number, or None if there is no such player."""
    found = published_tournament(slug)
    if found is None or number not in found.names:
        return None
    names, player = found.names, found.names[number]
    state, numbers, row = found.ranked, found.ranked_numbers, found.frozen
    if all(entered.id != number for entered in state.players):
        # They joined after the standings were frozen.
        state, numbers, row = found.state, found.numbers, None
    games = {
        game.round_number: game.public
        for game in game_rows(
            Game.objects.filter(Q(black=player.id) | Q(white=player.id)).exclude(
                round__state=RoundState.DRAFT
            )
        )
    }
    latest = numbers[-1] if numbers else 0
    last = standings(state, after=latest)
    cells = crosstable(state, last, found.walk_overs(latest))[number]
    index = next(place for place, player in enumerate(state.players) if player.id == number)
    criterion = last.criteria[0] if last.criteria else None
    seen = []
    ranked = latest if row else found.latest_with_results
    for shown in numbers:
        table = last if shown == latest else standings(state.before(shown + 1), after=shown)
        cell = cells[shown - 1]
        away = found.not_given(shown).get(number) if cell.seat is RoundRole.UNPAIRED else None
        scores = table.columns[criterion].tolist() if criterion else [0] * len(state.players)
        seen.append(
            CardRound(
                number=shown,
                cell=cell,
                opponent=names.get(cell.opponent or 0),
                game=games.get(shown),
                score=scores[index] if shown <= ranked else None,
                place=int(table.places[index]) if shown <= ranked else None,
                field=Counter(scores),
                absent=names.get(away or 0),
            )
        )
    rating = player_rating(found, number)
    return PlayerCard(
        head=found.head,
        number=number,
        player=player,
        criterion=criterion,
        rounds=tuple(seen),
        names=names,
        rating=rating,
        frozen=None if row is None else FrozenNote(row.after, row.final, row.frozen_at),
        now=current_place(found, number, int(last.places[index])) if row else None,
    )


def why_page(slug: str, after: int, number: int) -> WhyPage | None:
    """Return where a player's values come from, or None if there is no such table or player."""
    found = published_tournament(slug)
    if found is None or number not in found.names or after not in (0, *found.ranked_numbers):
        return None
    state = found.ranked.before(after + 1)
    if all(player.id != number for player in state.players):
        return None
    walked = found.walk_overs(after).items()
    won = {shown: away for (shown, winner), away in walked if winner == number}
    lost = {shown: winner for (shown, winner), away in walked if away == number}
    return WhyPage(
        head=found.head,
        after=after,
        number=number,
        names=found.names,
        explanations=tuple(
            _with_walk_overs(explained, won, lost)
            for explained in explanations(state, number, after=after)
        ),
    )


def _with_walk_overs(
    explained: Explanation, won: Mapping[int, int], lost: Mapping[int, int]
) -> Explanation:
    """Add the absent opponent to walk-overs, which are given by round."""

    def told(term: Term) -> Term:
        number = term.round or 0
        if term.kind is TermKind.BYE and number in won:
            return replace(term, kind=TermKind.WALK_OVER, opponent=won[number])
        if term.kind in (TermKind.ABSENT, TermKind.NOTHING) and number in lost:
            return replace(term, kind=TermKind.WALK_OVER_LOST, opponent=lost[number])
        return term

    return replace(explained, terms=tuple(map(told, explained.terms)))
