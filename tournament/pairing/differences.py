"""Pairings compared by what people count: second games, score groups, clubmates, stones.

Two pairings of the same players differ in exchanges that have no player in common: in each, some
pairs meet instead of others. Each is described on its own, with its costs and gains.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from language.messages import Message, comma_list
from language.messages import gettext_lazy as _
from tournament.pairing.components import as_seeded, most_of, named_components
from tournament.pairing.field import PairingField
from tournament.pairing.groups import seed_phase
from tournament.pairing.handicap import handicap_of
from tournament.state.parameters import Seeding

Pairs = Sequence[tuple[int, int]]

COUNTED: Final[Mapping[str, Message]] = {
    "forbidden": _("pairs that must not meet: %(now)d instead of %(other)d"),
    "family": _("pairs of one family: %(now)d instead of %(other)d"),
    "team": _("pairs of one team: %(now)d instead of %(other)d"),
    "local": _("pairs of locals: %(now)d instead of %(other)d"),
    "rematch": _("second games: %(now)d instead of %(other)d"),
    "category": _("pairs across categories: %(now)d instead of %(other)d"),
    "score": _("score groups between opponents, added up: %(now)d instead of %(other)d"),
    "draw_up_down": _("pairs across score groups: %(now)d instead of %(other)d"),
    "seeding": _("pairs that the seeding would not make: %(now)d instead of %(other)d"),
    "handicap": _("handicap stones, added up: %(now)d instead of %(other)d"),
    "club": _("pairs of one club: %(now)d instead of %(other)d"),
    "country": _("pairs of one country: %(now)d instead of %(other)d"),
}
"""What is counted, in the order in which it is reported; more is worse."""
_PART_OF: Final = {"club": "geography", "country": "geography"}
"""The component of the weight that a count belongs to, if their names differ."""

_FINER: Final[Mapping[str, Message]] = {
    "rematch": _("second games"),
    "random": _("what chance decided"),
    "colour": _("colours are less balanced"),
    "category": _("categories mix more"),
    "score": _("one pair is further apart in score"),
    "draw_up_down": _("drawing up and down is less fair"),
    "seeding": _("the pairs are further from where the seeding has them"),
    "handicap": _("one handicap is larger"),
    "geography": _("clubs and countries meet where that counts more"),
    "forbidden": _("forbidden pairs"),
    "family": _("families"),
    "team": _("teams"),
    "local": _("locals"),
}
"""What a loss in a component means if its counts are the same."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Pairs ``instead`` of which others were ``paired``, by ids.

    ``counts`` has the counts that differ: for the pairs, and for those instead. ``lost`` has, by
    component, how much less (negative: more) the pairs weigh than those instead. ``drawn`` says
    that chance decides which players of the two halves of a group meet.
    """

    paired: tuple[tuple[int, int], ...]
    instead: tuple[tuple[int, int], ...]
    counts: Mapping[str, tuple[int, int]]
    lost: Mapping[str, int]
    drawn: bool = False

    @property
    def loss(self) -> int:
        """Return how much less the pairs weigh than those instead."""
        return sum(self.lost.values())


def exchanges(field: PairingField, paired: Pairs, instead: Pairs) -> tuple[Exchange, ...]:
    """Return where two pairings of the same players, by ids, differ."""
    both = {frozenset(pair) for pair in paired} & {frozenset(pair) for pair in instead}
    mine = [pair for pair in paired if frozenset(pair) not in both]
    others = [pair for pair in instead if frozenset(pair) not in both]
    group: dict[int, int] = {}
    for first, second in (*mine, *others):
        old, new = group.setdefault(second, second), group.setdefault(first, first)
        if old != new:
            group.update({player: new for player, of in group.items() if of == old})
    found = []
    for number in dict.fromkeys(group[first] for first, __ in mine):
        here = tuple(pair for pair in mine if group[pair[0]] == number)
        there = tuple(pair for pair in others if group[pair[0]] == number)
        found.append(_exchange(field, here, there))
    return tuple(found)


def _exchange(
    field: PairingField, paired: tuple[tuple[int, int], ...], instead: tuple[tuple[int, int], ...]
) -> Exchange:
    (now, weighs), (other, would_weigh) = (_counted(field, pairs) for pairs in (paired, instead))
    return Exchange(
        paired,
        instead,
        counts={name: (now[name], other[name]) for name in COUNTED if now[name] != other[name]},
        lost={
            name: would_weigh[name] - value
            for name, value in weighs.items()
            if would_weigh[name] != value
        },
        drawn=seed_phase(field.parameters, field.round).seeding is Seeding.RANDOM,
    )


def _counted(field: PairingField, pairs: Pairs) -> tuple[Counter[str], Counter[str]]:
    """Return the counts of pairs, and the sums of their components."""
    counts: Counter[str] = Counter()
    weighs: Counter[str] = Counter()
    if not pairs:
        return counts, weighs
    places = np.array([[field.place[player] for player in pair] for pair in pairs], dtype=np.int64)
    groups, most = field.groups, most_of(field)
    components = named_components(field, places[:, 0], places[:, 1])
    clubs = field.club_kind(places[:, 0], places[:, 1]).tolist()
    for (first, second), parts, club in zip(places.tolist(), components, clubs, strict=True):
        weighs.update(parts)
        apart = abs(int(groups.number[first]) - int(groups.number[second]))
        across = groups.category[first] != groups.category[second]
        counts["category"] += bool(across)
        counts["score"] += 0 if across else apart
        counts["draw_up_down"] += bool(apart) and not across
        counts["rematch"] += bool(field.past.met[first, second])
        counts["handicap"] += int(
            handicap_of(field.parameters.handicap, field.side(first), field.side(second))
        )
        for name in ("forbidden", "family", "team", "local"):
            counts[name] += parts.get(name, 0) < most.get(name, 0)
        counts["seeding"] += (
            bool(field.weights.seeding) and not apart and not as_seeded(field, first, second, parts)
        )
        if parts["geography"] < most.get("geography", 0):
            counts["club"] += club == 0
            counts["country"] += club != 0 and bool(field.country[first] == field.country[second])
    return counts, weighs


def exchange_sentences(exchange: Exchange) -> tuple[Message, ...]:
    """Return sentences on what the pairs cost and gain compared with those instead."""
    costs = [_count(name, pair) for name, pair in exchange.counts.items() if pair[0] > pair[1]]
    gains = [_count(name, pair) for name, pair in exchange.counts.items() if pair[0] < pair[1]]
    counted = {_PART_OF.get(name, name) for name in exchange.counts}
    finer = sorted(
        (name for name, loss in exchange.lost.items() if loss > 0 and name not in counted),
        key=lambda name: -exchange.lost[name],
    )
    chance = {"random", "seeding"} if exchange.drawn else {"random"}
    costs += dict.fromkeys(_FINER["random" if name in chance else name] for name in finer)
    said = []
    if costs:
        said.append(_("It costs: %(costs)s.") % {"costs": comma_list(costs)})
    if gains:
        said.append(_("It gains: %(gains)s.") % {"gains": comma_list(gains)})
    return tuple(said)


def _count(name: str, pair: tuple[int, int]) -> Message:
    return COUNTED[name] % {"now": pair[0], "other": pair[1]}
