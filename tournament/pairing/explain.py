"""Why two players meet: the weight in words, and the cost of the next best pairing."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from language.messages import Message, comma_list, ngettext_lazy, or_list
from language.messages import gettext_lazy as _
from tournament.pairing.arrays import Integers
from tournament.pairing.bye import choose_bye, had_bye
from tournament.pairing.components import as_seeded, most_of, named_components, totals
from tournament.pairing.differences import Exchange, exchange_sentences, exchanges
from tournament.pairing.field import PairingField, field_of
from tournament.pairing.groups import seed_phase
from tournament.pairing.limits import check_limits
from tournament.pairing.optimum import best_pairs, neighbours
from tournament.pairing.pairing import Board, Pairing, PairingError, PairingRequest
from tournament.pairing.request import check_request, fixed_players, names_of, players_to_pair
from tournament.pairing.sentences import COMPONENT_NAMES, LOSSES, pair_price, pair_sentences
from tournament.state.parameters import Method, Seeding, System


@dataclass(frozen=True, slots=True)
class PairExplanation:
    """The weight of a pair, its named components, and sentences about them.

    ``maxima`` is the most that each component can give, the heaviest first; ``price`` is what
    speaks against the pair.
    """

    player: int
    opponent: int
    weight: int
    components: Mapping[str, int]
    maxima: Mapping[str, int]
    sentences: tuple[Message, ...]
    price: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another opponent for a player, in the best pairing in which the two meet.

    ``loss`` is how much less that pairing weighs than the one made; it is negative if the one made
    is not the best. Then ``elsewhere`` says whether the gain is in pairs other than the player's
    own and those that would move with it. ``component`` is the part of the weight that loses most,
    or gains most if there is a gain; ``pair_difference`` is how much less (negative: more) this
    pair alone weighs than the player's own. ``moved`` are the other pairs of the exchange, and
    ``consequences`` say who would move with the player and what that means for the counts of
    :mod:`tournament.pairing.differences`.
    """

    opponent: int
    loss: int
    pair_difference: int
    component: str
    sentence: Message
    moved: tuple[tuple[int, int], ...] = ()
    consequences: tuple[Message, ...] = ()
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class PlayerExplanation:
    """Why a player has their opponent. ``alternative`` is None if no other pairing was possible.

    ``summary`` is the short version; None if there was nothing to weigh.
    """

    player: int
    pair: PairExplanation | None
    alternative: Alternative | None
    sentences: tuple[Message, ...]
    summary: Message | None = None


def explain_pair(request: PairingRequest, first: int, second: int) -> PairExplanation:
    """Return the weight that any two players of the tournament have before the request's round.

    Raises PairingError for an unknown player, or if both are the same.
    """
    check_request(request)
    if first == second:
        raise PairingError(
            "same_player",
            _("A player cannot play against themselves."),
        )
    return _explained(_field(request, first, second), first, second)


def explain_player(request: PairingRequest, pairing: Pairing, player: int) -> PlayerExplanation:
    """Return why a player of a pairing has their opponent or the bye.

    ``request`` is what the pairing was made from. The alternative is the best pairing in which the
    player has another opponent; in a very large field, the best among the players around them.
    Raises PairingError for a player who is not in the pairing.
    """
    if pairing.bye == player:
        return PlayerExplanation(player, None, None, (_why_bye(request, pairing, player),))
    board = _board(pairing, player)
    field = _field(request, board.black, board.white)
    opponent = board.white if board.black == player else board.black
    pair = _explained(field, player, opponent)
    if board.fixed:
        fixed = _("Settled before the pairing.")
        return PlayerExplanation(player, pair, None, (fixed, *pair.sentences))
    part = _part(field, pairing, player)
    places = field.place[player], field.place[opponent]
    pairs = best_pairs(field, part, without=places).pairs
    if not pairs:
        alone = _("There was no other opponent.")
        return PlayerExplanation(player, pair, None, (*pair.sentences, alone))
    alternative = _alternative(field, pairing, part, places, pairs)
    said = (*pair.sentences, alternative.sentence)
    return PlayerExplanation(player, pair, alternative, said, _summary(field, pair, alternative))


def board_prices(request: PairingRequest, pairing: Pairing) -> tuple[tuple[Message, ...], ...]:
    """Return what speaks against each board of a pairing, in board order; often nothing.

    Methods without weights have nothing to weigh.
    """
    if request.state.parameters.method is not Method.WEIGHTS or not pairing.boards:
        return ((),) * len(pairing.boards)
    players = {seat for board in pairing.boards for seat in (board.black, board.white)}
    field = _field(request, *players)
    most = most_of(field)
    first = np.array([field.place[board.black] for board in pairing.boards], dtype=np.int64)
    second = np.array([field.place[board.white] for board in pairing.boards], dtype=np.int64)
    parts = named_components(field, first, second)
    return tuple(
        pair_price(field, black, white, found, most)
        for black, white, found in zip(first.tolist(), second.tolist(), parts, strict=True)
    )


def alternative_opponents(
    request: PairingRequest, pairing: Pairing, player: int, most: int = 3
) -> tuple[Alternative, ...]:
    """Return up to ``most`` other opponents of a player, the cheapest for the whole pairing first.

    They are those with whom the player's pair weighs most; for each, the others are matched again.
    Raises PairingError for a player without a board and for one at a fixed board.
    """
    board = _board(pairing, player)
    if board.fixed:
        raise PairingError(
            "board_fixed",
            _("This board was settled before the pairing."),
        )
    field = _field(request, board.black, board.white)
    opponent = board.white if board.black == player else board.black
    own, current = field.place[player], field.place[opponent]
    part = _part(field, pairing, player)
    others = part[(part != own) & (part != current)]
    weight = totals(field, np.full_like(others, own), others)
    heaviest = others[np.argsort(-weight, kind="stable")][:most]
    found = []
    for other in heaviest.tolist():
        rest = part[(part != own) & (part != other)]
        pairs = [(own, other), *best_pairs(field, rest).pairs]
        found.append(_alternative(field, pairing, part, (own, current), pairs))
    return tuple(sorted(found, key=lambda item: item.loss))


def merge_equal_sentences(others: Iterable[tuple[str, Alternative]]) -> tuple[Message, ...]:
    """Return the sentences about named opponents; equal ones become one that names all of them."""
    names: dict[Message, list[str]] = {}
    for name, other in others:
        sentence = other.sentence
        names.setdefault(sentence % {**dict(sentence.params), "name": ""}, []).append(name)
    return tuple(
        sentence % {**dict(sentence.params), "name": or_list(of)} for sentence, of in names.items()
    )


def _field(request: PairingRequest, *players: int) -> PairingField:
    if not {player.id for player in request.state.players} >= set(players):
        raise PairingError(
            "unknown_player",
            _("No such player in this tournament."),
        )
    chosen = players_to_pair(request)
    check_limits(request.state, len(chosen))
    return field_of(request, chosen | fixed_players(request) | frozenset(players))


def _board(pairing: Pairing, player: int) -> Board:
    for board in pairing.boards:
        if player in (board.black, board.white):
            return board
    raise PairingError(
        "not_paired",
        _("This player has no board in the pairing."),
    )


def _part(field: PairingField, pairing: Pairing, player: int) -> Integers:
    """Return the places that re-pairing a player may change: all, or those around the player."""
    pairs = [
        (field.place[board.black], field.place[board.white])
        for board in pairing.boards
        if not board.fixed
    ]
    return neighbours(field, pairs, field.place[player])


def _explained(field: PairingField, first: int, second: int) -> PairExplanation:
    places = field.place[first], field.place[second]
    (parts,) = named_components(field, np.array(places[:1]), np.array(places[1:]))
    said, most = pair_sentences(field, *places, parts), most_of(field)
    against = pair_price(field, *places, parts, most)
    return PairExplanation(first, second, 1 + sum(parts.values()), parts, most, said, against)


def _summary(field: PairingField, pair: PairExplanation, other: Alternative) -> Message:
    """Return whether the pairing is the best as a whole, and its price for the two, in words."""
    names = field.names
    values = {"first": names[pair.player], "second": names[pair.opponent]}
    if other.elsewhere:
        return (
            _(
                "%(first)s and %(second)s: nothing better was found for these two. The pairing as "
                "a whole is not the best, because of other pairs."
            )
            % values
        )
    if other.loss < 0:
        return _("%(first)s and %(second)s: not the best pairing as a whole.") % values
    if not pair.price:
        return (
            _(
                "%(first)s and %(second)s: the best pairing as a whole, and nothing speaks against "
                "the two."
            )
            % values
        )
    return _("%(first)s and %(second)s: the best pairing as a whole. Its price: %(price)s.") % {
        **values,
        "price": comma_list(pair.price),
    }


def _alternative(
    field: PairingField,
    pairing: Pairing,
    part: Integers,
    own: tuple[int, int],
    pairs: Sequence[tuple[int, int]],
) -> Alternative:
    """Compare how the players of a part were paired with other pairs of the same players."""
    member = set(part.tolist())
    made = [
        (field.place[board.black], field.place[board.white])
        for board in pairing.boards
        if field.place[board.black] in member
    ]
    before, after = _sums(field, made), _sums(field, pairs)
    lost = {name: value - after[name] for name, value in before.items()}
    loss = sum(lost.values())
    component = (min if loss < 0 else max)(lost, key=lambda name: lost[name])
    chance = component == "seeding" and _unseeded(field, made) == _unseeded(field, pairs)
    drawn = seed_phase(field.parameters, field.round).seeding is Seeding.RANDOM
    said = "random" if chance and drawn else component
    place = own[0]
    opponent = next(sum(pair) - place for pair in pairs if place in pair)
    two = np.array([place, place]), np.array([own[1], opponent])
    weight = totals(field, *two).tolist()
    exchange = _exchange(field, made, pairs, (place, opponent))
    elsewhere = loss < 0 and exchange is not None and exchange.loss >= 0
    moved, consequences = _consequences(field, exchange, (place, opponent))
    name = field.names[field.players[opponent].id]
    return Alternative(
        opponent=field.players[opponent].id,
        loss=loss,
        pair_difference=weight[0] - weight[1],
        component=component,
        sentence=_ELSEWHERE % {"name": name}
        if elsewhere
        else _loss_sentence(field, name, loss, said),
        moved=moved,
        consequences=consequences,
        elsewhere=elsewhere,
    )


def _exchange(
    field: PairingField,
    made: Sequence[tuple[int, int]],
    pairs: Sequence[tuple[int, int]],
    own: tuple[int, int],
) -> Exchange | None:
    """Return the exchange that another pairing makes so that two players can meet."""
    pair = frozenset(field.players[place].id for place in own)
    others = exchanges(field, _ids(field, pairs), _ids(field, made))
    return next((found for found in others if pair in map(frozenset, found.paired)), None)


def _consequences(
    field: PairingField, exchange: Exchange | None, own: tuple[int, int]
) -> tuple[tuple[tuple[int, int], ...], tuple[Message, ...]]:
    """Return the pairs of an exchange other than the two, and its consequences in words."""
    if exchange is None:
        return (), ()
    pair = frozenset(field.players[place].id for place in own)
    moved = tuple(ids for ids in exchange.paired if frozenset(ids) != pair)
    said = [] if not moved else [_moved(field, own, moved)]
    return moved, (*said, *exchange_sentences(exchange))


def _ids(field: PairingField, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(field.players[first].id, field.players[second].id) for first, second in pairs]


def _moved(field: PairingField, own: tuple[int, int], moved: Sequence[tuple[int, int]]) -> Message:
    """Return a sentence that says who else would meet."""
    names = field.names
    name = names[field.players[own[1]].id]
    met = comma_list(f"{names[first]} – {names[second]}" for first, second in moved[:_MOST_MOVED])
    if len(moved) <= _MOST_MOVED:
        return _("With %(name)s, these would meet, too: %(pairs)s.") % {"name": name, "pairs": met}
    return ngettext_lazy(
        "With %(name)s, these would meet, too: %(pairs)s, and %(count)d pair more.",
        "With %(name)s, these would meet, too: %(pairs)s, and %(count)d pairs more.",
        "count",
    ) % {"name": name, "pairs": met, "count": len(moved) - _MOST_MOVED}


_ELSEWHERE = _(
    "With %(name)s nothing would be gained here: a better pairing as a whole changes other pairs."
)
_MOST_MOVED = 6
"""The most of the other pairs that are named."""

_MUCH, _LITTLE = 100, 100_000
"""Losses from 1/100 of the weight of equal scores are much for a round; below 1/100,000, little."""


def _loss_sentence(field: PairingField, name: str, loss: int, component: str) -> Message:
    """Return what another opponent would have meant for the pairing as a whole, in words."""
    if loss == 0:
        return _("With %(name)s the pairing as a whole would have been as good.") % {"name": name}
    if loss < 0:
        return _(
            "With %(name)s the pairing as a whole would be better, most by: %(component)s. "
            "So it is not the best there is."
        ) % {"name": name, "component": COMPONENT_NAMES[component]}
    scale = field.weights.score or max(most_of(field).values())
    if component == "random":
        scale = loss * _LITTLE + 1  # a matter of chance is never much
    if loss * _MUCH >= scale:
        said = _("With %(name)s the pairing as a whole would be much worse: %(loss)s.")
    elif loss * _LITTLE >= scale:
        said = _("With %(name)s the pairing as a whole would be worse: %(loss)s.")
    else:
        said = _("With %(name)s the pairing as a whole would be slightly worse: %(loss)s.")
    return said % {"name": name, "loss": LOSSES[component]}


def _sums(field: PairingField, pairs: Sequence[tuple[int, int]]) -> Counter[str]:
    chosen = np.array(pairs, dtype=np.int64)
    sums: Counter[str] = Counter()
    for parts in named_components(field, chosen[:, 0], chosen[:, 1]):
        sums.update(parts)
    return sums


def _unseeded(field: PairingField, pairs: Sequence[tuple[int, int]]) -> int:
    """Return how many pairs within a group are not as the seeding would have them."""
    chosen = np.array(pairs, dtype=np.int64)
    found = named_components(field, chosen[:, 0], chosen[:, 1])
    return sum(
        field.groups.number[first] == field.groups.number[second]
        and not as_seeded(field, first, second, parts)
        for (first, second), parts in zip(pairs, found, strict=True)
    )


def bye_by_rule(request: PairingRequest, players: Collection[int]) -> int:
    """Return which of some players has the bye by the rule for rounds paired by weights."""
    field, had = _field(request, *players), had_bye(request.state.byes, request.round)
    return field.players[choose_bye(field, map(field.place.__getitem__, players), had)].id


def _why_bye(request: PairingRequest, pairing: Pairing, player: int) -> Message:
    if request.bye is not None:
        return _("The director gave the bye.")
    parameters = request.state.parameters
    if parameters.method is not Method.WEIGHTS:
        return _("The bye follows from the table of this method.")
    boards = [board for board in pairing.boards if not board.fixed]
    free = {player, *(seat for board in boards for seat in (board.black, board.white))}
    chosen = bye_by_rule(request, free)
    if chosen != player:
        return _(
            "By the rule %(name)s would have the bye: it was given by hand, or something has "
            "changed since."
        ) % {"name": names_of(request.state)[chosen]}
    if player in had_bye(request.state.byes, request.round):
        among = _("all, because everybody has had a bye")
    else:
        among = _("those without a bye so far")
    if parameters.system is System.MCMAHON:
        by = _("the lowest McMahon score")
    else:
        by = _("the lowest by rank and wins, a win counting for forty ranks")
    return _(
        "The number of players is odd: %(by)s, among %(among)s; of equals the last by name."
    ) % {"by": by, "among": among}
