"""Teams with their line-ups, and players who should not meet."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_text
from tournament.common.locks import open_tournament
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Apart, ApartKind, Player, Team, TeamSeat, Tournament, Verb
from tournament.players.services.players import LAST_ROUND, check_round
from tournament.rounds.services.rounds import already_settled_error, is_under_way
from tournament.state.codec import to_json
from tournament.state.teams import TeamRules
from tournament.tournaments.selectors.settings import team_rules_of

SMALLEST_TEAM, LARGEST_TEAM = 2, 5
TEAM_SIZE = _("A team has 2 to 5 boards.")
MOST_LISTED = 20


@transaction.atomic
def play_by_teams(*, tournament_id: int, boards: int, apart: bool = False) -> None:
    """Make this a tournament of teams with 2 to 5 boards.

    With ``apart`` the players are paired individually, but never within their team. Raises
    NotFound, UserError for another number of boards, and Conflict once a round is published:
    whether teams meet, and at how many boards, decides what the rounds played are worth.
    """
    if not SMALLEST_TEAM <= boards <= LARGEST_TEAM:
        raise UserError("team_size", field="boards", text=TEAM_SIZE)
    tournament = open_tournament(tournament_id)
    rules = TeamRules(size=boards, criteria=team_rules_of(tournament).criteria)
    before = _setting(tournament)
    meet, size = not apart, team_rules_of(tournament).size
    if meet != tournament.by_teams or (meet and boards != size):
        _refuse_played(tournament)
    tournament.by_teams, tournament.teammates_apart = meet, apart
    tournament.team_rules = to_json(rules)
    tournament.save(update_fields=["by_teams", "teammates_apart", "team_rules"])
    after = _setting(tournament)
    if after != before:
        record(Verb.TEAMS_CHANGED, tournament_id=tournament.pk, before=before, after=after)


def _setting(tournament: Tournament) -> dict[str, object]:
    """Return how teams play, as the record keeps it."""
    return {
        "by_teams": tournament.by_teams,
        "apart": tournament.teammates_apart,
        "team_size": team_rules_of(tournament).size,
    }


@transaction.atomic
def add_team(*, tournament_id: int, name: str, player_ids: Sequence[int] = ()) -> Team:
    """Enter a team; its players sit at boards 1, 2 ... in every round until changed.

    Raises UserError without a name, and the errors of :func:`line_up`.
    """
    name = clean_text(Team, "name", name)
    if not name:
        raise UserError("name_missing", field="name", text=_("Give the team a name."))
    tournament = open_tournament(tournament_id)
    last = tournament.teams.aggregate(last=Max("number"))["last"] or 0
    team = Team.objects.create(tournament=tournament, number=last + 1, name=name)
    if not player_ids:
        record(Verb.TEAMS_CHANGED, tournament_id=tournament.pk, after={"team": team.number})
    else:
        _seat(team, from_round=1, player_ids=player_ids)
    return team


@transaction.atomic
def line_up(
    *, team_id: int, from_round: int, player_ids: Sequence[int], only_this_round: bool = False
) -> None:
    """Seat a team's players at boards 1, 2 ..., from a round on or in that round only.

    Players beyond the tournament's boards are reserves. Raises NotFound for an unknown team or
    player, UserError for an impossible round number or a player listed twice, and Conflict for a
    player of another team or a round that is published already.
    """
    check_round(from_round)
    tournament_id = Team.objects.filter(pk=team_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFound("no_team", text=_("There is no such team."))
    tournament = open_tournament(tournament_id)
    _refuse_played(tournament, from_round)
    team = Team.objects.select_for_update().get(pk=team_id)
    _seat(team, from_round=from_round, player_ids=player_ids, only_this_round=only_this_round)


def _seat(
    team: Team, *, from_round: int, player_ids: Sequence[int], only_this_round: bool = False
) -> None:
    if len(player_ids) > MOST_LISTED:
        raise UserError(
            "too_many", field="players", text=_("A team lists at most 20 players with reserves.")
        )
    if len(set(player_ids)) != len(player_ids):
        raise UserError("player_twice", field="players", text=_("A player is listed twice."))
    numbers = dict(
        Player.objects.filter(pk__in=player_ids, tournament=team.tournament_id).values_list(
            "pk", "number"
        )
    )
    if numbers.keys() != set(player_ids):
        raise NotFound(
            "no_player", field="players", text=_("The player is not in this tournament.")
        )
    rounds = [from_round] if only_this_round else range(from_round, LAST_ROUND + 1)
    elsewhere = TeamSeat.objects.filter(
        player__in=player_ids, round_number__in=rounds, team__tournament=team.tournament_id
    ).exclude(team=team)
    if elsewhere.exists():
        raise Conflict(
            "player_taken", field="players", text=_("A player is in another team already.")
        )
    before = _line_up(team, from_round)
    team.seats.filter(round_number__in=rounds).delete()
    TeamSeat.objects.bulk_create(
        TeamSeat(team=team, round_number=number, board=board, player_id=player)
        for number in rounds
        for board, player in enumerate(player_ids, start=1)
    )
    after = [numbers[player] for player in player_ids]
    if after != before or not only_this_round:
        record(
            Verb.TEAMS_CHANGED,
            tournament_id=team.tournament_id,
            round_number=from_round,
            players=after,
            before={"team": team.number, "line_up": before},
            after={"team": team.number, "line_up": after, "only_this_round": only_this_round},
        )


def _line_up(team: Team, round_number: int) -> list[int]:
    seats = team.seats.filter(round_number=round_number).order_by("board")
    return list(seats.values_list("player__number", flat=True))


@transaction.atomic
def play_singly(*, tournament_id: int) -> None:
    """Make the tournament one of single players again; teams stay, but have no effect.

    Raises NotFound, and Conflict once a round is published.
    """
    tournament = open_tournament(tournament_id)
    before = _setting(tournament)
    if not (tournament.by_teams or tournament.teammates_apart):
        return
    _refuse_played(tournament)
    tournament.by_teams = tournament.teammates_apart = False
    tournament.save(update_fields=["by_teams", "teammates_apart"])
    after = _setting(tournament)
    record(Verb.TEAMS_CHANGED, tournament_id=tournament.pk, before=before, after=after)


@transaction.atomic
def remove_team(*, team_id: int) -> None:
    """Remove a team; its players stay.

    Raises NotFound, and Conflict once a round is published.
    """
    team = Team.objects.filter(pk=team_id).first()
    if team is None:
        raise NotFound("no_team", text=_("There is no such team."))
    tournament = open_tournament(team.tournament_id)
    _refuse_played(tournament)
    record(Verb.TEAMS_CHANGED, tournament_id=tournament.pk, before={"team": team.number})
    team.delete()


def _refuse_played(tournament: Tournament, from_round: int = 1) -> None:
    """Raise Conflict once this round, or a later one, is published."""
    if is_under_way(tournament, from_round):
        raise already_settled_error()


@transaction.atomic
def keep_apart(*, first_id: int, second_id: int, kind: str = ApartKind.FORBIDDEN) -> None:
    """Keep two players of a tournament from being paired by the machine. Idempotent.

    Raises NotFound for an unknown player or one of another tournament, and UserError for a player
    with themselves or an unknown kind.
    """
    if kind not in ApartKind.values:
        raise UserError("kind", field="kind", text=_("Choose why they should not meet."))
    first, second = _pair(first_id, second_id)
    _wish, made = Apart.objects.get_or_create(first=first, second=second, kind=kind)
    if made:
        record(
            Verb.WISHES_CHANGED,
            tournament_id=first.tournament_id,
            players=[first.number, second.number],
            after={"apart": [kind]},
        )


@transaction.atomic
def let_meet(*, first_id: int, second_id: int) -> None:
    """Let two players meet again. No error if nothing kept them apart. Raises NotFound."""
    first, second = _pair(first_id, second_id)
    wishes = Apart.objects.filter(first=first, second=second)
    kinds = sorted(wishes.values_list("kind", flat=True))
    if not kinds:
        return
    wishes.delete()
    record(
        Verb.WISHES_CHANGED,
        tournament_id=first.tournament_id,
        players=[first.number, second.number],
        before={"apart": kinds},
    )


def _pair(first_id: int, second_id: int) -> tuple[Player, Player]:
    """Return two players of one tournament, lower id first; the tournament is locked."""
    if first_id == second_id:
        raise UserError("same_player", field="second", text=_("Choose two different players."))
    rows = list(Player.objects.filter(pk__in=(first_id, second_id)).order_by("pk"))
    if len(rows) != 2 or rows[0].tournament_id != rows[1].tournament_id:
        raise NotFound("no_player", field="second", text=_("The player is not in this tournament."))
    open_tournament(rows[0].tournament_id)
    return rows[0], rows[1]
