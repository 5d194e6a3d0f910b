"""The cases of a player, as their own page tells of them."""

from dataclasses import dataclass
from datetime import datetime

from adjudication.cases.selectors.cases import OVER, Ground, PersonName, grounds_of, person_name
from adjudication.models import Case, CaseState


@dataclass(frozen=True, slots=True)
class OwnCaseLine:
    """A case on the page of one of its players: how far it is, and where it came up."""

    id: int
    number: int
    state: CaseState
    grounds: tuple[Ground, ...]
    game_id: int | None
    round_number: int | None
    table: int | None
    taken_by: PersonName | None
    appeal_until: datetime | None

    @property
    def over(self) -> bool:
        """Whether nothing about it changes any more."""
        return self.state in OVER


def own_case_lines(player_id: int) -> tuple[OwnCaseLine, ...]:
    """Return how far the cases of a player are, the latest first. One query."""
    related = ("round", "game", "taken_by__player", "opened_by__player")
    rows = Case.objects.filter(parties=player_id).select_related(*related)
    return tuple(
        OwnCaseLine(
            id=case.pk,
            number=case.number,
            state=CaseState(case.state),
            grounds=grounds_of(case),
            game_id=case.game_id,
            round_number=None if case.round is None else case.round.number,
            table=None if case.game is None else case.game.board_number,
            taken_by=None if case.taken_by is None else person_name(case.taken_by),
            appeal_until=case.appeal_until,
        )
        for case in rows.order_by("-pk")
    )
