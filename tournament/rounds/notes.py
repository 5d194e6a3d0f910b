"""What is unusual about how a round is paired: top groups, virtual points, walk-overs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.brackets.missing import Missing
from tournament.fields.forms import short_rank
from tournament.pairing.acceleration import (
    accelerated_rounds,
    accelerates,
    points_x2,
    stronger_half,
)
from tournament.pairing.pairing import Pairing, PairingRequest
from tournament.pairing.systems import rest_of
from tournament.spoken import shorten_list, translated
from tournament.state.parameters import EdgeTies, Parameters
from tournament.state.people import Player, distinct_names
from tournament.state.state import TournamentState
from tournament.state.top_group import top_group_members, uses_top_group

MOST_NAMES = 16


def bar_sentences(parameters: Parameters, players: Iterable[Player]) -> tuple[str, ...]:
    """Return what to say of a bar set by a number of players; nothing for one set by rank.

    ``parameters`` are those of :func:`tournament.state.top_group.with_bar`.
    """
    return tuple(_sentences(parameters, list(players))) if uses_top_group(parameters) else ()


def acceleration_sentences(parameters: Parameters, half: int) -> tuple[str, ...]:
    """Return what to say of accelerated rounds; ``half`` is how many players get virtual points."""
    if not accelerates(parameters):
        return ()
    whole, last = accelerated_rounds(parameters.scoring.rounds)
    said = [
        ngettext(
            "Accelerated: until round %(round)d the stronger %(count)d player has 1 virtual point.",
            "Accelerated: until round %(round)d the stronger %(count)d players have 1 virtual "
            "point each.",
            half,
        )
        % {"round": whole, "count": half}
    ]
    if last > whole:
        said.append(_("Then half a point until round %(round)d.") % {"round": last})
    return (*said, _("Virtual points count for the pairing alone."))


def round_notes(state: TournamentState, number: int) -> tuple[str, ...]:
    """Return what the director should know about how a round is paired."""
    if number == 1 and uses_top_group(state.parameters):
        return bar_sentences(state.parameters, state.players)
    points = points_x2(state.parameters, number)
    return acceleration_sentences(state.parameters, len(stronger_half(state))) if points else ()


def walk_over_sentences(rest: Pairing | None) -> tuple[str, ...]:
    """Return who has a walk-over in a round, and because of whom; empty if nobody has.

    ``rest`` is the round apart from its boards (:func:`tournament.pairing.systems.rest_of`).
    """
    return tuple(map(translated, rest.notes)) if rest and rest.walk_overs else ()


def missing_sentences(missing: Missing, names: Mapping[int, str]) -> tuple[str, ...]:
    """Return who is due to meet in a round of a bracket and has no game there."""
    said = []
    for match in missing:
        here = [names[player] for player in match]
        if len(here) == 2:
            text = _("%(first)s and %(second)s are due to meet and have no game.")
            said.append(text % {"first": here[0], "second": here[1]})
        else:
            text = _("Due to play in the losers’ bracket and without a game: %(names)s.")
            said.append(text % {"names": shorten_list(here, MOST_NAMES)})
    return tuple(said)


def not_given_sentence(name: str, away: str) -> str:
    """Return a sentence that somebody goes through but was not given the walk-over."""
    return _(
        "%(name)s goes through without a game: %(away)s does not play. The walk-over is not given "
        "yet, so the standings do not count it."
    ) % {"name": name, "away": away}


def through_sentences(
    through: Iterable[tuple[int, int]], names: Mapping[int, str]
) -> tuple[str, ...]:
    """Return who goes through without a game, and who does not play against them."""
    text = _("%(name)s goes through without a game: %(away)s does not play.")
    return tuple(text % {"name": names[here], "away": names[away]} for here, away in through)


def withdrawal_sentences(state: TournamentState, player: int, number: int) -> tuple[str, ...]:
    """Return who would have a walk-over from this round on if a player withdrew.

    For a round-robin this covers every round; for a knock-out only the next is known.
    """
    names = distinct_names(state.players)
    said = []
    for later in range(number, number + len(names) * 2):
        without = _without(state, player, later)
        before, after = (rest_of(PairingRequest(now, later)) for now in (state, without))
        if before is None or after is None:
            break
        gains = [names[other] for other in after.walk_overs if other not in before.walk_overs]
        if gains:
            text = _("Round %(round)d: %(names)s would then go on or win without a game.")
            said.append(text % {"round": later, "names": shorten_list(gains, MOST_NAMES)})
    return tuple(said)


def _without(state: TournamentState, player: int, number: int) -> TournamentState:
    players = tuple(
        replace(entry, absent=entry.absent | {number}) if entry.id == player else entry
        for entry in state.players
    )
    return replace(state, players=players)


def _sentences(parameters: Parameters, players: list[Player]) -> Iterator[str]:
    top, rank = parameters.scoring.top_group, short_rank(parameters.scoring.bar)
    if top.fixed:
        text = _("Top group of %(size)d: the bar became %(rank)s when round 1 was paired.")
    else:
        text = _(
            "Top group of %(size)d: with these players the bar is %(rank)s; it is fixed when "
            "round 1 is paired."
        )
    yield text % {"size": top.size, "rank": rank}
    names = distinct_names(players)
    for moved, text in (
        (top.lifted, _("Lifted to the bar: %(names)s.")),
        (top.lowered, _("Outside the top group, one point below the bar: %(names)s.")),
    ):
        found = [names[number] for number in moved if number in names]
        if found:
            yield text % {"names": shorten_list(found, MOST_NAMES)}
    __, tied = top_group_members((player for player in players if player.takes_part(1)), top)
    if tied and not top.fixed:
        text = (
            _("Equal at the edge, so all in it: %(names)s.")
            if top.ties is EdgeTies.INCLUDE
            else _("Equal at the edge, so none in it: %(names)s.")
        )
        yield text % {"names": shorten_list([names[player.id] for player in tied], MOST_NAMES)}
