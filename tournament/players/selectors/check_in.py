"""Who is here: the list at the door before a round."""

from dataclasses import dataclass

from tournament.common.tables import has_words
from tournament.formats.folding import folded
from tournament.models import Absence, CheckIn, Player, Registration, Seat


@dataclass(frozen=True, slots=True)
class CheckInLine:
    """A player at the door. ``expected``: they should take part in the round."""

    id: int
    number: int
    name: str
    rank: str
    club: str
    final: bool
    absent: bool
    here: bool
    seated: bool

    @property
    def expected(self) -> bool:
        """Whether this player should be paired in the round."""
        return self.final and not self.absent


@dataclass(frozen=True, slots=True)
class CheckInList:
    """Everybody who could come to a round, by name."""

    round_number: int
    lines: tuple[CheckInLine, ...]

    @property
    def expected(self) -> tuple[CheckInLine, ...]:
        """Return the players who should take part."""
        return tuple(line for line in self.lines if line.expected)

    @property
    def others(self) -> tuple[CheckInLine, ...]:
        """Return the players who are not expected: absent, or with a preliminary registration."""
        return tuple(line for line in self.lines if not line.expected)

    @property
    def here(self) -> int:
        """Return how many of the expected are here."""
        return sum(line.here for line in self.expected)

    @property
    def missing(self) -> tuple[CheckInLine, ...]:
        """Return the expected players who are neither here nor paired yet."""
        return tuple(line for line in self.expected if not line.here and not line.seated)

    @property
    def surprising(self) -> tuple[CheckInLine, ...]:
        """Return the players who are here without being expected."""
        return tuple(line for line in self.others if line.here)

    def found(self, text: str) -> "CheckInList":
        """Return the list with only those whose name or club contains every word of the text."""
        found = (line for line in self.lines if has_words(folded(f"{line.name} {line.club}"), text))
        return CheckInList(self.round_number, tuple(found))


def check_in_list(tournament_id: int, round_number: int) -> CheckInList:
    """Return who could come to a round, in four queries."""
    absences = Absence.objects.filter(player__tournament=tournament_id, round_number=round_number)
    absent = set(absences.values_list("player_id", flat=True))
    noted = CheckIn.objects.filter(player__tournament=tournament_id, round_number=round_number)
    here = set(noted.values_list("player_id", flat=True))
    seats = Seat.objects.filter(round__tournament=tournament_id, round__number=round_number)
    seated = set(seats.values_list("player_id", flat=True))
    rows = Player.objects.filter(tournament=tournament_id)
    lines = [
        CheckInLine(
            *row[:5],
            row[5] == Registration.FINAL,
            row[0] in absent,
            row[0] in here,
            row[0] in seated,
        )
        for row in rows.values_list("pk", "number", "name", "rank", "club", "registration")
    ]
    return CheckInList(
        round_number, tuple(sorted(lines, key=lambda line: folded(line.name) or line.name))
    )
