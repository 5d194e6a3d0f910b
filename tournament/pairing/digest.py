"""What a pairing was computed from, as one short text, and whether it comes out again."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from language.localtext import LocalText
from tournament.pairing.pairing import ENGINE_VERSION, Board, Pairing, PairingRequest
from tournament.pairing.request import names_of
from tournament.pairing.systems import pair_round
from tournament.pairing.teams import pair_teams
from tournament.state.codec import to_json
from tournament.state.teams import Team, TeamRules


def input_digest(
    request: PairingRequest, teams: Sequence[Team] = (), rules: TeamRules | None = None
) -> str:
    """Return the SHA-256 of everything that the pairing of a request depends on, in hex.

    Players, games and byes before the round, parameters, wishes, the request's own values, and the
    teams where they are what is paired; the order in which a state lists them plays no part.
    """
    inputs = _inputs(request)
    if teams:
        inputs["teams"] = sorted(json.dumps(to_json(team)) for team in teams)
        inputs["team_rules"] = to_json(rules or TeamRules())
    text = json.dumps(inputs, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def verify(
    request: PairingRequest,
    stored: Pairing,
    teams: Sequence[Team] = (),
    rules: TeamRules | None = None,
) -> tuple[LocalText, ...]:
    """Return what differs between a stored pairing and the one computed now; nothing if equal.

    A stored pairing that names nobody as unpaired is not compared in that.

    Raises PairingError where the round cannot be paired any more.
    """
    computed = pair_teams(request, teams, rules).pairing if teams else pair_round(request)
    found: list[LocalText] = []
    if stored.engine_version != ENGINE_VERSION:
        found.append(
            LocalText(
                en=f"It was computed by {stored.engine_version}, now by {ENGINE_VERSION}.",
                fr=f"Calculé par {stored.engine_version}, à présent par {ENGINE_VERSION}.",
            )
        )
    if stored.round != computed.round:
        found.append(
            LocalText(
                en=f"It is the pairing of round {stored.round}, not {computed.round}.",
                fr=f"C'est l'appariement de la ronde {stored.round} et non {computed.round}.",
            )
        )
    if stored.seed != computed.seed:
        found.append(
            LocalText(
                en=f"Its seed is {stored.seed}, not {computed.seed}.",
                fr=f"Sa graine est {stored.seed} et non {computed.seed}.",
            )
        )
    names = names_of(request.state)
    if stored.bye != computed.bye:
        found.append(_bye(names, stored.bye, computed.bye))
    found += _boards(names, stored, computed)
    found += _unpaired(names, stored, computed)
    if stored.total != computed.total:
        found.append(
            LocalText(
                en=f"The total is {computed.total}, not {stored.total}.",
                fr=f"Le total est {computed.total} et non {stored.total}.",
            )
        )
    return tuple(found)


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
        "parameters": to_json(state.parameters),
        "wishes": wishes,
        "round": number,
        "seed": request.seed,
        "only": to_json(request.only),
        "bye": request.bye,
        "fixed": [to_json(board) for board in request.fixed],
        "reserved": to_json(request.reserved),
    }


def _bye(names: dict[int, str], stored: int | None, computed: int | None) -> LocalText:
    before = names.get(stored, "?") if stored is not None else None
    now = names.get(computed, "?") if computed is not None else None
    return LocalText(
        en=f"The bye goes to {now or 'nobody'}, not to {before or 'nobody'}.",
        fr=f"L'exempt est {now or 'personne'} et non {before or 'personne'}.",
    )


def _boards(names: dict[int, str], stored: Pairing, computed: Pairing) -> list[LocalText]:
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
                LocalText(
                    en=f"{black} and {white} are paired now and were not.",
                    fr=f"{black} et {white} sont appariés à présent et ne l'étaient pas.",
                )
            )
        elif new is None:
            found.append(
                LocalText(
                    en=f"{black} and {white} were paired and are not now.",
                    fr=f"{black} et {white} étaient appariés et ne le sont plus.",
                )
            )
        else:
            found.append(_changed(f"{black} – {white}", old, new))
    return found


def _unpaired(names: dict[int, str], stored: Pairing, computed: Pairing) -> list[LocalText]:
    before, now = set(stored.unpaired), set(computed.unpaired)
    if not before:  # not recorded, or else a board or the bye differs as well
        return []
    found = []
    for player in sorted(before ^ now):
        name = names.get(player, "?")
        if player in now:
            told = LocalText(
                en=f"{name} is left unpaired now and was not.",
                fr=f"{name} reste sans adversaire à présent, ce qui n'était pas le cas.",
            )
        else:
            told = LocalText(
                en=f"{name} was left unpaired and is not now.",
                fr=f"{name} restait sans adversaire, ce qui n'est plus le cas.",
            )
        found.append(told)
    return found


def _changed(who: str, old: Board, new: Board) -> LocalText:
    parts = {
        "table": ("table", "table", old.table, new.table),
        "black": ("colours", "couleurs", old.black, new.black),
        "handicap": ("handicap", "handicap", old.handicap, new.handicap),
        "komi": ("komi", "komi", old.komi_half, new.komi_half),
        "weight": ("weight", "poids", old.weight, new.weight),
        "parts": ("components", "composantes", dict(old.components), dict(new.components)),
        "fixed": ("fixed", "fixe", old.fixed, new.fixed),
    }
    different = [(en, fr) for en, fr, before, now in parts.values() if before != now]
    return LocalText(
        en=f"{who}: different {', '.join(en for en, _ in different)}.",
        fr=f"{who} : différence de {', '.join(fr for _, fr in different)}.",
    )


def _by_pair(pairing: Pairing) -> dict[frozenset[int], Board]:
    return {frozenset((board.black, board.white)): board for board in pairing.boards}
