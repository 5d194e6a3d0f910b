"""The components of a pair's weight in words."""

from collections.abc import Callable, Mapping

import numpy as np

from language.messages import Message, Number, comma_list, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.pairing.components import as_seeded, makes_up
from tournament.pairing.field import PairingField
from tournament.pairing.groups import seed_phase
from tournament.pairing.handicap import handicap_of
from tournament.state.parameters import Seeding

COMPONENT_NAMES: Mapping[str, Message] = {
    "rematch": _("no second game"),
    "random": _("the random part"),
    "colour": _("balance of colours"),
    "category": _("categories"),
    "score": _("equal scores"),
    "draw_up_down": _("drawing up and down"),
    "seeding": _("seeding"),
    "handicap": _("small handicaps"),
    "geography": _("clubs and countries"),
    "forbidden": _("forbidden pairs"),
    "family": _("families"),
    "team": _("teams"),
    "local": _("locals"),
}


LOSSES: Mapping[str, Message] = {
    "rematch": _("two would meet again"),
    "random": _("only chance speaks against it"),
    "colour": _("colours would be less balanced"),
    "category": _("categories would mix more"),
    "score": _("scores would be further apart"),
    "draw_up_down": _("drawing up and down would be less fair"),
    "seeding": _("the seeding would fit less"),
    "handicap": _("handicaps would be larger"),
    "geography": _("more would meet of one club or country"),
    "forbidden": _("two would meet who must not"),
    "family": _("more would meet of one family"),
    "team": _("more would meet of one team"),
    "local": _("more locals would meet"),
}
"""What it means for a round if a component loses most."""


def pair_price(
    field: PairingField,
    first: int,
    second: int,
    parts: Mapping[str, int],
    most: Mapping[str, int],
) -> tuple[Message, ...]:
    """Return what speaks against a pair of places: the components that do not give it the most."""
    groups = field.groups
    one_club = int(field.club_kind(np.array([first]), np.array([second]))[0]) == 0
    same_category = groups.category[first] == groups.category[second]
    same_group = groups.number[first] == groups.number[second]
    said = {
        "rematch": _("they have met before"),
        "forbidden": _("they must not meet"),
        "family": _("they are of one family"),
        "team": _("they are of one team"),
        "local": _("both are locals"),
        "category": _("their categories differ"),
        "score": _group_distance_sentence(field, first, second) if same_category else None,
        "seeding": _("the seeding would have it otherwise")
        if same_group and not as_seeded(field, first, second, parts)
        else None,
        "handicap": _stones(field, first, second),
        "geography": _("they are of one club")
        if one_club
        else _("they are of one country")
        if field.country[first] == field.country[second]
        else None,
    }
    return tuple(
        words for name, words in said.items() if words and parts.get(name, 0) < most.get(name, 0)
    )


def _group_distance_sentence(field: PairingField, first: int, second: int) -> Message:
    apart = abs(int(field.groups.number[first]) - int(field.groups.number[second]))
    return ngettext_lazy(
        "they are %(count)d score group apart", "they are %(count)d score groups apart", "count"
    ) % {"count": apart}


def _stones(field: PairingField, first: int, second: int) -> Message:
    stones = handicap_of(field.parameters.handicap, field.side(first), field.side(second))
    return ngettext_lazy(
        "there is a handicap of %(count)d", "there is a handicap of %(count)d", "count"
    ) % {"count": stones}


def pair_sentences(
    field: PairingField, first: int, second: int, parts: Mapping[str, int]
) -> tuple[Message, ...]:
    """Return sentences about a pair of places and the components of its weight."""
    said = (tell(field, first, second, parts) for tell in _TELLERS)
    return tuple(sentence for sentence in said if sentence is not None)


def _rematch(field: PairingField, first: int, second: int, parts: Mapping[str, int]) -> Message:
    if field.past.met[first, second]:
        return _("They have met before.")
    return _("First game between them.")


def _wish(field: PairingField, first: int, second: int, parts: Mapping[str, int]) -> Message | None:
    broken = [name for name in ("forbidden", "family", "team", "local") if parts.get(name, 1) == 0]
    if not broken:
        return None
    return _("Against a wish: %(wishes)s.") % {
        "wishes": comma_list(COMPONENT_NAMES[name] for name in broken)
    }


def _category(
    field: PairingField, first: int, second: int, parts: Mapping[str, int]
) -> Message | None:
    if not field.parameters.scoring.categories:
        return None
    if field.groups.category[first] == field.groups.category[second]:
        return _("Same category.")
    return _("Different categories.")


def _score(
    field: PairingField, first: int, second: int, parts: Mapping[str, int]
) -> Message | None:
    if field.groups.category[first] != field.groups.category[second]:
        return None  # scores are compared only within a category
    groups = field.groups.number
    apart = abs(int(groups[first]) - int(groups[second]))
    if apart == 0:
        return _("Same score group.")
    if field.levels.per_point > 1:
        return _("%(points)s points apart, virtual points included.") % {
            "points": Number(f"{apart / field.levels.per_point:g}")
        }
    return ngettext_lazy(
        "%(count)d score group apart.", "%(count)d score groups apart.", "count"
    ) % {"count": apart}


def _virtual(
    field: PairingField, first: int, second: int, parts: Mapping[str, int]
) -> Message | None:
    if field.levels.per_point == 1:
        return None
    has = [place for place in (first, second) if field.virtual_x2[place]]
    names = [field.names[field.players[place].id] for place in has]
    points = Number(f"{int(field.virtual_x2.max()) / 2:g}")
    if not has:
        return _("Accelerated round: both are of the lower half, without virtual points.")
    if len(has) > 1:
        return _("Accelerated round: both have virtual points for the pairing (%(points)s).") % {
            "points": points
        }
    return _("Accelerated round: %(name)s has virtual points for the pairing (%(points)s).") % {
        "name": names[0],
        "points": points,
    }


def _drawn(
    field: PairingField, first: int, second: int, parts: Mapping[str, int]
) -> Message | None:
    groups, past = field.groups.number, field.past
    if groups[first] == groups[second]:
        return None
    upper, lower = (first, second) if groups[first] < groups[second] else (second, first)
    high, low = (field.names[field.players[place].id] for place in (upper, lower))
    drawn = _("%(high)s is drawn down and %(low)s is drawn up") % {"high": high, "low": low}
    if past.drawn_down[upper] > 0 or past.drawn_up[lower] > 0:
        drawn = _("%(drawn)s, not for the first time") % {"drawn": drawn}
    if makes_up(field, upper, lower):
        drawn = _("%(drawn)s; it makes up for an earlier round") % {"drawn": drawn}
    return _("%(sentence)s.") % {"sentence": drawn}


def _seeding(
    field: PairingField, first: int, second: int, parts: Mapping[str, int]
) -> Message | None:
    groups = field.groups
    if groups.number[first] != groups.number[second] or not field.weights.seeding:
        return None
    high, low = sorted((int(groups.placement[first]) + 1, int(groups.placement[second]) + 1))
    size, best = int(groups.size[first]), field.weights.seeding
    places = _("Places %(first)d and %(second)d of the %(size)d in their group") % {
        "first": high,
        "second": low,
        "size": size,
    }
    if seed_phase(field.parameters, field.round).seeding is Seeding.RANDOM:
        if parts["seeding"]:
            return _("%(places)s: one of each half, as seeded; who meets whom there is drawn.") % {
                "places": places
            }
        return _("%(places)s: both of the same half.") % {"places": places}
    if as_seeded(field, first, second, parts):
        return _("%(places)s, just as seeded.") % {"places": places}
    if 2 * parts["seeding"] > best:
        return _("%(places)s, not quite as seeded.") % {"places": places}
    return _("%(places)s, far from what the seeding has.") % {"places": places}


def _colour(
    field: PairingField, first: int, second: int, parts: Mapping[str, int]
) -> Message | None:
    if not field.weights.colour or not parts["colour"]:
        return None
    if parts["colour"] == field.weights.colour:
        return _("Colours: one has had White more often, the other Black.")
    return _("Colours: one has had the same colour at least twice more often.")


def _handicap(field: PairingField, first: int, second: int, parts: Mapping[str, int]) -> Message:
    stones = handicap_of(field.parameters.handicap, field.side(first), field.side(second))
    if stones == 0:
        return _("Even game.")
    if stones == 1:
        return _("No komi for White.")
    return _("Handicap of %(stones)d stones.") % {"stones": stones}


def _geography(
    field: PairingField, first: int, second: int, parts: Mapping[str, int]
) -> Message | None:
    if field.weights.geography == 0:
        return None
    if field.above_threshold[first] and field.above_threshold[second]:
        return _("Both are near the top, where clubs and countries do not count.")
    places = np.array([first]), np.array([second])
    if int(field.club_kind(*places)[0]) == 0:
        sentence = _("Same club")
    elif field.country[first] == field.country[second]:
        sentence = _("Same country, different clubs")
    else:
        sentence = _("Different countries and clubs")
    return _("%(sentence)s.") % {"sentence": sentence}


_TELLERS: tuple[Callable[[PairingField, int, int, Mapping[str, int]], Message | None], ...] = (
    _rematch,
    _wish,
    _category,
    _score,
    _virtual,
    _drawn,
    _seeding,
    _colour,
    _handicap,
    _geography,
)
