"""Who is kept apart, which tables are left free, and the teams."""

from collections import defaultdict
from dataclasses import dataclass

from tournament.models import Apart, ApartKind, Player, Team, TeamSeat


@dataclass(frozen=True, slots=True)
class PlayerOption:
    """A player to choose from; the number is the one in the list of players."""

    id: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class ApartPair:
    """Two players who are kept apart, and why."""

    first: PlayerOption
    second: PlayerOption
    kind: str

    @property
    def kind_label(self) -> str:
        """Return the reason in words."""
        return str(ApartKind(self.kind).label)


@dataclass(frozen=True, slots=True)
class TeamLineup:
    """A team and who sits at boards 1, 2 ... in a round; reserves come last."""

    id: int
    number: int
    name: str
    players: tuple[PlayerOption, ...]

    @property
    def numbers(self) -> str:
        """Return the numbers of the players, in the form's format."""
        return " ".join(str(player.number) for player in self.players)


@dataclass(frozen=True, slots=True)
class Arrangements:
    """The arrangements made outside the five setup steps."""

    players: tuple[PlayerOption, ...]
    apart: tuple[ApartPair, ...]
    teams: tuple[TeamLineup, ...]


def arrangements_of(tournament_id: int, *, round_number: int) -> Arrangements:
    """Return the arrangements, with the teams' line-ups for a round, in four queries."""
    rows = Player.objects.filter(tournament=tournament_id).order_by("name", "number")
    players = {
        pk: PlayerOption(pk, number, name)
        for pk, number, name in rows.values_list("pk", "number", "name")
    }
    pairs = Apart.objects.filter(first__tournament=tournament_id).order_by("pk")
    lined: dict[int, list[PlayerOption]] = defaultdict(list)
    seats = TeamSeat.objects.filter(team__tournament=tournament_id, round_number=round_number)
    for team, player in seats.order_by("team", "board").values_list("team", "player"):
        if player in players:
            lined[team].append(players[player])
    teams = Team.objects.filter(tournament=tournament_id).order_by("number")
    return Arrangements(
        players=tuple(players.values()),
        apart=tuple(
            ApartPair(players[first], players[second], kind)
            for first, second, kind in pairs.values_list("first", "second", "kind")
            if first in players and second in players
        ),
        teams=tuple(
            TeamLineup(pk, number, name, tuple(lined[pk]))
            for pk, number, name in teams.values_list("pk", "number", "name")
        ),
    )
