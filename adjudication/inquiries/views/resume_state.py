"""The form in which a player enters how play went on after a stop."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudication.inquiries.services.resuming import Resumption
from adjudication.rules.resuming import Resumed
from adjudication.submissions.views.marking import Marking
from adjudication.submissions.views.report_form import Report
from adjudication.verdicts.selectors.games import GamePage
from tournament.models import Game


@dataclass(slots=True)
class State:
    """The form as it came, and what the rules make of its moves.

    ``meanwhile`` tells that the other player has reported already what came of play.
    """

    page: GamePage
    game: Game
    resumption: Resumption
    moves: str = ""
    dead: str = ""
    proposal: str = ""
    upload_dead: str = ""
    resigned: str = ""
    key: str = ""
    errors: dict[str, str] = field(default_factory=dict)
    played: Resumed | None = None
    report: Report | None = None
    marking: Marking | None = None
    refusal: str = ""
    meanwhile: str = ""
