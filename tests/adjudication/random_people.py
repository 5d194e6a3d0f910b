"""Everybody of one tournament, and what chance gives them to act on."""

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from django.db.models import QuerySet

from adjudication.models import Case, Submission
from adjudication.policy.decisions import Decision, PenaltyGiven
from tests.adjudication.decisions import staff
from tests.support.records import KO, WALLS, sgf
from tests.support.world import World
from tournament.audit.services.current_actor import Actor
from tournament.models import Game, Role

T = TypeVar("T")
CLAIMS = ("B+R", "W+R", "W+15.5", "B+3.5", "jigo", "W+T")
RESULTS = (
    ("black", "forfeit", None),
    ("white", "score", 31),
    ("white", "resignation", None),
    ("draw", "score", None),
    ("none", "void", None),
    ("both", "both_lose", None),
)
RECORDS = (None, sgf(WALLS, KM="6.5"), sgf(KO, KM="6.5"), b"(;no record")


class Nothing(Exception):  # noqa: N818 - there is nothing to do it to
    """There is nothing that the action could be tried on."""


class Chance:
    """Everybody of one tournament."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world, self.chance, self.count = world, chance, 0
        self.director = staff(world.tournament, Role.DIRECTOR, "Dora")
        self.referees = [staff(world.tournament, Role.REFEREE, name) for name in ("Rita", "Rolf")]

    def any_of(self, rows: "QuerySet[Any] | Sequence[T]") -> Any:
        found = list(rows)
        if not found:
            raise Nothing
        return self.chance.choice(found)

    def a_key(self) -> str:
        self.count += 1
        return f"key-{self.count}"

    def a_game(self) -> Game:
        return self.any_of(Game.objects.filter(round__tournament=self.world.tournament))

    def a_player(self, game: Game) -> int:
        """Return one of the game's players, or now and then somebody else."""
        if self.chance.random() < 0.05:
            return self.any_of(self.world.players).pk
        return self.chance.choice((game.black_id, game.white_id))

    def a_case(self) -> Case:
        return self.any_of(Case.objects.filter(tournament=self.world.tournament))

    def a_staff(self) -> Actor:
        return self.chance.choice([*self.referees, self.director])

    def a_decision(self, case: Case) -> Decision:
        effect = self.chance.choice(("result", "result", "replay", "resume", "nothing"))
        winner, reason, margin = self.chance.choice(RESULTS)
        parties = list(case.parties.values_list("number", flat=True))
        penalties: tuple[PenaltyGiven, ...] = ()
        if self.chance.random() < 0.3 and parties:
            kinds: dict[str, dict[str, int]] = {
                "warning": {},
                "points": {"points_half": 64},
                "time": {"seconds": 60},
            }
            kind = self.chance.choice(list(kinds))
            penalties = (PenaltyGiven(self.chance.choice(parties), kind, **kinds[kind]),)
        return Decision(
            effect,
            winner if effect == "result" else "",
            reason if effect == "result" else "",
            margin if effect == "result" else None,
            self.chance.choice((0, 3, 9)) if effect == "resume" else None,
            ("j1989:14",),
            reasons="It is so.",
            penalties=penalties,
        )

    def a_report(self) -> Submission:
        return self.any_of(
            Submission.objects.filter(game__round__tournament=self.world.tournament).order_by(
                "-pk"
            )[:6]
        )
