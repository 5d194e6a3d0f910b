"""A digest of what a pairing was computed from, and a check that it can be reproduced."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

from language.messages import Message, comma_list, pgettext_lazy
from language.messages import gettext_lazy as _
from tournament.pairing.pairing import ENGINE_VERSION, Board, Pairing, PairingRequest
from tournament.pairing.request import names_of
from tournament.pairing.systems import pair_round
from tournament.pairing.teams import pair_teams
from tournament.state.codec import to_json
from tournament.state.parameters import Parameters
from tournament.state.people import Player
from tournament.state.teams import Team, TeamRules


def input_digest(
    request: PairingRequest, teams: Sequence[Team] = (), rules: TeamRules | None = None
) -> str:
    """Return the SHA-256 of everything that the pairing of a request depends on, in hex.

    That is the players, the games and byes before the round, parameters, wishes, the request's own
    values, and the teams if teams are paired; the order in which a state lists them does not
    matter.
    """
    inputs = _inputs(request)
    if teams:
        inputs["teams"] = sorted(json.dumps(to_json(team)) for team in teams)
        inputs["team_rules"] = to_json(rules or TeamRules())
    text = json.dumps(inputs, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def pairing_differences(
    request: PairingRequest,
    stored: Pairing,
    teams: Sequence[Team] = (),
    rules: TeamRules | None = None,
) -> tuple[Message, ...]:
    """Return how a stored pairing differs from the one computed now; empty if they are equal.

    If the stored pairing names nobody as unpaired, that is not compared.

    Raises PairingError if the round can no longer be paired.
    """
    computed = pair_teams(request, teams, rules).pairing if teams else pair_round(request)
    found: list[Message] = []
    if stored.engine_version != ENGINE_VERSION:
        found.append(
            _("It was computed by %(before)s, now by %(now)s.")
            % {"before": stored.engine_version, "now": ENGINE_VERSION}
        )
    if stored.round != computed.round:
        found.append(
            _("It is the pairing of round %(round)d, not %(other)d.")
            % {"round": stored.round, "other": computed.round}
        )
    if stored.seed != computed.seed:
        found.append(
            _("Its seed is %(seed)d, not %(other)d.")
            % {"seed": stored.seed, "other": computed.seed}
        )
    names = names_of(request.state)
    if stored.bye != computed.bye:
        found.append(_bye(names, stored.bye, computed.bye))
    found += _boards(names, stored, computed)
    found += _unpaired(names, stored, computed)
    if stored.total != computed.total:
        found.append(
            _("The total is %(total)d, not %(other)d.")
            % {"total": computed.total, "other": stored.total}
        )
    return tuple(found)


def _uncounted(player: Player, number: int) -> frozenset[int]:
    return frozenset(missed for missed in player.uncounted & player.absent if missed <= number)


def _inputs(request: PairingRequest) -> dict[str, Any]:
    state, number = request.state, request.round
    wishes = to_json(state.wishes)
    for kind in ("families", "teams"):
        wishes[kind] = sorted(wishes[kind])
    return {
        "players": sorted(
            [
                player.id,
                player.surname,
                player.first_name,
                player.rank,
                player.rating,
                player.country,
                player.club,
                player.final,
                player.smms_correction,
                sorted(absence for absence in player.absent if absence <= number),
                # Only if there are any, so that digests of rounds without them stay the same.
                *([sorted(nothing)] if (nothing := _uncounted(player, number)) else ()),
            ]
            for player in state.players
        ),
        "games": sorted(
            [
                game.round,
                game.black,
                game.white,
                game.handicap,
                game.result.outcome.value,
                game.result.decided.value,
            ]
            for game in state.games
            if game.round < number
        ),
        "byes": sorted([bye.round, bye.player] for bye in state.byes if bye.round < number),
        "parameters": _parameters(state.parameters),
        "wishes": wishes,
        "round": number,
        "seed": request.seed,
        "only": to_json(request.only),
        "bye": request.bye,
        "fixed": [to_json(board) for board in request.fixed],
        "reserved": to_json(request.reserved),
    }


_LATER: Final = (
    ("knock_out", "second_final"),
    ("scoring", "top_group"),
    ("acceleration",),
    ("qualification",),
)
"""Parameters that were added after the first draws were stored."""
_USUAL: Final = to_json(Parameters())


def _parameters(parameters: Parameters) -> Any:
    """Return the parameters; those added later are left out if they have their default.

    So the digests of earlier draws still hold.
    """
    plain = to_json(parameters)
    for *path, name in _LATER:
        inner, usual = plain, _USUAL
        for part in path:
            inner, usual = inner[part], usual[part]
        if inner[name] == usual[name]:
            del inner[name]
    return plain


_NOBODY: Final = pgettext_lazy("who has the bye", "nobody")


def _bye(names: dict[int, str], stored: int | None, computed: int | None) -> Message:
    before = _NOBODY if stored is None else names.get(stored, "?")
    now = _NOBODY if computed is None else names.get(computed, "?")
    return _("The bye goes to %(now)s, not to %(before)s.") % {"now": now, "before": before}


def _boards(names: dict[int, str], stored: Pairing, computed: Pairing) -> list[Message]:
    before, now = _by_pair(stored), _by_pair(computed)
    found = []
    for pair in sorted(before.keys() | now.keys(), key=sorted):
        old, new = before.get(pair), now.get(pair)
        board = old or new
        if old == new or board is None:
            continue
        black, white = names.get(board.black, "?"), names.get(board.white, "?")
        if old is None:
            found.append(
                _("%(black)s and %(white)s are paired now and were not.")
                % {"black": black, "white": white}
            )
        elif new is None:
            found.append(
                _("%(black)s and %(white)s were paired and are not now.")
                % {"black": black, "white": white}
            )
        else:
            found.append(_changed(f"{black} – {white}", old, new))
    return found


def _unpaired(names: dict[int, str], stored: Pairing, computed: Pairing) -> list[Message]:
    before, now = set(stored.unpaired), set(computed.unpaired)
    if not before:  # they were not recorded; if there were none, a board or the bye differs as well
        return []
    found = []
    for player in sorted(before ^ now):
        name = names.get(player, "?")
        if player in now:
            told = _("%(name)s is left unpaired now and was not.") % {"name": name}
        else:
            told = _("%(name)s was left unpaired and is not now.") % {"name": name}
        found.append(told)
    return found


def _changed(who: str, old: Board, new: Board) -> Message:
    parts: list[tuple[Message, object, object]] = [
        (pgettext_lazy("differs between two pairings", "table"), old.table, new.table),
        (pgettext_lazy("differs between two pairings", "colours"), old.black, new.black),
        (pgettext_lazy("differs between two pairings", "handicap"), old.handicap, new.handicap),
        (pgettext_lazy("differs between two pairings", "komi"), old.komi_half, new.komi_half),
        (pgettext_lazy("differs between two pairings", "weight"), old.weight, new.weight),
        (
            pgettext_lazy("differs between two pairings", "components"),
            dict(old.components),
            dict(new.components),
        ),
        (pgettext_lazy("differs between two pairings", "fixed"), old.fixed, new.fixed),
    ]
    what = comma_list(name for name, before, now in parts if before != now)
    return _("%(who)s: different %(what)s.") % {"who": who, "what": what}


def _by_pair(pairing: Pairing) -> dict[frozenset[int], Board]:
    return {frozenset((board.black, board.white)): board for board in pairing.boards}
