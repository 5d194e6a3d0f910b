"""Drawing groups that qualify into a knock-out, and starting that knock-out."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.recording import record
from tournament.brackets.groups import drawn_groups, qualified_seeds
from tournament.common.locks import open_tournament
from tournament.common.versions import check_version, save_version
from tournament.errors import Conflict, UserError
from tournament.models import PairingMethod, Tournament, Verb
from tournament.rounds.selectors.groups import group_progress
from tournament.rounds.selectors.state import state_of
from tournament.standings.group_places import group_tables
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.codec import to_json
from tournament.state.parameters import Parameters
from tournament.state.state import TournamentState
from tournament.tournaments.selectors.settings import parameters_of

SEED_BITS = 31


@transaction.atomic
def draw_groups(*, tournament_id: int, seen: int | None = None, seed: int | None = None) -> None:
    """Draw groups of the players whose registration is final; drawing again gives other groups.

    ``seen`` is the version of the settings that was looked at; None: any. Raises NotFound,
    StaleVersion, Conflict for a tournament without groups or whose rounds have boards, and
    UserError for too few players.
    """
    row = _tournament(tournament_id, seen)
    if row.rounds.filter(seats__isnull=False).exists():
        raise Conflict(
            "groups_played",
            text=_("Round 1 has boards already: take them back before you draw the groups again."),
        )
    state = state_of(row, wishes=False)
    rules, players = parameters_of(row), sum(player.final for player in state.players)
    count, best = rules.qualification.groups, rules.qualification.best
    if players < count * max(2, best + 1):
        raise UserError(
            "too_few_players",
            text=_(
                "%(groups)d groups of which %(best)d go on need at least %(least)d registered "
                "players; there are %(players)d. Enter more, or change the groups in the settings."
            )
            % {
                "groups": count,
                "best": best,
                "least": count * max(2, best + 1),
                "players": players,
            },
        )
    lot = secrets.randbits(SEED_BITS) if seed is None else seed
    groups = drawn_groups(state, lot)
    _save(row, replace(rules, round_robin=replace(rules.round_robin, groups=groups)), {"lot": lot})


@transaction.atomic
def start_knock_out(
    *, tournament_id: int, decided: Sequence[int] = (), seen: int | None = None
) -> None:
    """Let the best of the groups into the knock-out, which begins with the next round.

    ``decided`` are the numbers of players who tie for a qualifying place, in the order that the
    director decided. Raises NotFound, StaleVersion, Conflict if it is started already or games of
    the groups have no result that stands, and UserError for a tie that is not decided.
    """
    row = _tournament(tournament_id, seen)
    rules = parameters_of(row)
    if rules.knock_out.seeds:
        raise Conflict("knock_out_started", text=_("The knock-out is started already."))
    state = state_of(row, wishes=False)
    if not group_progress(row.pk, state).over:
        raise Conflict(
            "groups_unfinished",
            text=_("The groups are not finished: every game of theirs needs a confirmed result."),
        )
    _check_decided(state, decided)
    first = state.played_rounds + 1
    decision = replace(rules.qualification, decided=tuple(decided))
    state = replace(state, parameters=replace(state.parameters, qualification=decision))
    tables = group_tables(state, TIEBREAKS)
    if any(table.ties for table in tables):
        raise UserError(
            "tie",
            field="decided",
            text=_("Decide first who goes on of those whom no criterion tells apart."),
        )
    seeds = qualified_seeds(state, [table.order for table in tables], first)
    knock_out = replace(rules.knock_out, seeds=seeds, first_round=first)
    _save(row, replace(rules, knock_out=knock_out, qualification=decision), {})


@transaction.atomic
def take_back_knock_out(*, tournament_id: int, seen: int | None = None) -> None:
    """Forget who is in the knock-out, as long as it has no boards. Idempotent.

    Raises NotFound, StaleVersion, and Conflict once it has boards.
    """
    row = _tournament(tournament_id, seen)
    rules = parameters_of(row)
    if not rules.knock_out.seeds:
        return
    if row.rounds.filter(number__gte=rules.knock_out.first_round, seats__isnull=False).exists():
        raise Conflict(
            "knock_out_played",
            text=_("The knock-out has boards already: take them back first."),
        )
    knock_out = replace(rules.knock_out, seeds=(), first_round=1)
    decision = replace(rules.qualification, decided=())
    _save(row, replace(rules, knock_out=knock_out, qualification=decision), {})


def _check_decided(state: TournamentState, decided: Sequence[int]) -> None:
    """Raise UserError for a player named twice, or not in any group."""
    members = {player for group in state.parameters.round_robin.groups for player in group}
    if len(set(decided)) < len(decided) or not members.issuperset(decided):
        raise UserError(
            "decided", field="decided", text=_("Name players of the groups, each of them once.")
        )


def _tournament(tournament_id: int, seen: int | None) -> Tournament:
    row = open_tournament(tournament_id)
    check_version(row, seen)
    if row.method != PairingMethod.GROUPS or row.by_teams:
        raise Conflict(
            "no_groups", text=_("This tournament is not one of groups and a knock-out of players.")
        )
    return row


def _save(row: Tournament, rules: Parameters, more: dict[str, int]) -> None:
    before = parameters_of(row)
    row.parameters = to_json(rules)
    save_version(row, "parameters")
    changed = {
        "parameters.round_robin.groups": (before.round_robin.groups, rules.round_robin.groups),
        "parameters.knock_out.seeds": (before.knock_out.seeds, rules.knock_out.seeds),
        "parameters.qualification.decided": (
            before.qualification.decided,
            rules.qualification.decided,
        ),
    }
    changed = {name: both for name, both in changed.items() if both[0] != both[1] or more}
    record(
        Verb.TOURNAMENT_CHANGED,
        tournament_id=row.pk,
        before={name: to_json(was) for name, (was, __) in changed.items()},
        after={name: to_json(now) for name, (__, now) in changed.items()} | more,
    )
