"""The form of a ruling: what is offered, what was typed, and the decision that it means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from adjudication.models import Effect, PenaltyKind
from adjudication.policy.decisions import Decision, PenaltyGiven
from tournament.common.typed import Typed
from tournament.errors import UserError
from tournament.games import words
from tournament.models import Reason, Winner

NAMES: Final = (
    "effect", "winner", "reason", "margin", "resume_move", "reasons", "finding", "note", "version",
    "heard",
)  # fmt: skip
OF_EACH: Final = ("warn", "points", "time", "back", "why")
"""The fields that stand once for every player; the name ends with his number (``warn-3``)."""
FIELDS: Final = {
    "margin_half": "margin",
    "result": "winner",
    "articles": "articles",
    "penalties": "penalties",
}
"""By what a service calls a field, what the form calls it."""
LONGEST_REASONS: Final = 4000
_CLOCK: Final = re.compile(r"(\d{1,4})(?::([0-5]\d))?", re.ASCII)
_MOVE: Final = re.compile(r"\d{1,4}", re.ASCII)
_ONE: Final = (Winner.BLACK, Winner.WHITE)
_NATURAL: Final = {Winner.BOTH: Reason.BOTH_LOSE, Winner.NONE: Reason.VOID}
"""How it was decided where nobody won: by a ruling, but for these."""


@dataclass(slots=True)
class RulingForm(Typed):
    """A ruling as it was typed; ``articles`` are the keys that were ticked."""

    articles: tuple[str, ...] = ()
    hidden: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def sent(cls, data: QueryDict, numbers: Sequence[int]) -> RulingForm:
        """Return the form as it was sent; ``numbers`` are the players it may punish."""
        names = (*NAMES, *(f"{name}-{number}" for number in numbers for name in OF_EACH))
        typed = Typed.read(data, names)
        return cls(typed.values, articles=tuple(data.getlist("articles")[:50]))

    @classmethod
    def of(
        cls, decision: Decision, numbers: Sequence[int], *, version: int, reasons: str = ""
    ) -> RulingForm:
        """Return the form that says a decision, for whoever wants to go on from it."""
        margin = decision.margin_half
        values = dict.fromkeys(
            (*NAMES, *(f"{name}-{number}" for number in numbers for name in OF_EACH)), ""
        )
        values |= {
            "effect": decision.effect,
            "winner": decision.winner,
            "reason": decision.reason if decision.reason in dict(reason_choices()) else "",
            "margin": "" if margin is None else words.half_points(margin),
            "resume_move": "" if decision.resume_move is None else str(decision.resume_move),
            "reasons": decision.reasons or reasons,
            "finding": decision.finding,
            "version": str(version),
            "heard": decision.heard,
        }
        for penalty in decision.penalties:
            values |= _penalty_values(penalty)
        return cls(values, articles=decision.articles)

    def decision(self, numbers: Sequence[int], *, game: bool, known: Sequence[str]) -> Decision:
        """Return the decision that was typed; what is wrong is put beside its field.

        ``game`` tells whether the case is about one, ``known`` are the articles there are.
        """
        effect = self.values["effect"] if game else Effect.NOTHING
        winner = reason = ""
        margin = resume = None
        if effect not in Effect.values:
            self.errors["effect"] = _("Say what happens to the game.")
        elif effect == Effect.RESULT:
            winner, reason, margin = self._result()
        elif effect == Effect.RESUME:
            resume = self._move()
        reasons = self.values["reasons"]
        if not reasons:
            self.errors["reasons"] = _("Give your reasons in a few words.")
        elif len(reasons) > LONGEST_REASONS:
            self.errors["reasons"] = _("Write at most %(most)d characters.") % {
                "most": LONGEST_REASONS
            }
        return Decision(
            effect=effect,
            winner=winner,
            reason=reason,
            margin_half=margin,
            resume_move=resume,
            articles=tuple(key for key in known if key in self.articles),
            finding=self.values["finding"],
            reasons=reasons,
            penalties=tuple(one for number in numbers for one in self._penalties(number)),
            heard=self.values["heard"],
        )

    def version(self) -> int:
        """Return the version of the case that the form was made from, or -1."""
        text = self.values["version"]
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1

    def refuse_all(self, error: UserError) -> None:
        """Put a service's error beside its field, or above the form."""
        self.refuse(error, FIELDS, "form")

    def _result(self) -> tuple[str, str, int | None]:
        winner, reason = self.values["winner"], self.values["reason"]
        if winner not in Winner.values:
            self.errors["winner"] = _("Say how the game ends.")
            return "", "", None
        if reason and reason not in dict(reason_choices()):
            self.errors["reason"] = _("Say how it was decided.")
            return winner, "", None
        if winner not in _ONE:
            said = {Reason.ABSENCE} | ({Reason.SCORE} if winner == Winner.DRAW else set())
            natural = _NATURAL.get(Winner(winner), Reason.RULING)
            return winner, reason if reason in said else natural, None
        if reason == Reason.SCORE or (not reason and self.values["margin"]):
            return winner, Reason.SCORE, self.margin("margin")
        if self.values["margin"]:
            self.errors["margin"] = _("Only a win by points has a margin: clear this field.")
        return winner, reason or Reason.RULING, None

    def _move(self) -> int | None:
        text = self.values["resume_move"]
        if _MOVE.fullmatch(text):
            return int(text)
        self.errors["resume_move"] = _(
            "Write the number of the last move that stands; 0 is the beginning."
        )
        return None

    def _penalties(self, number: int) -> list[PenaltyGiven]:
        note = self.values[f"why-{number}"]
        found = []
        if self.values[f"warn-{number}"]:
            found.append(PenaltyGiven(number, PenaltyKind.WARNING, note=note))
        if self.values[f"points-{number}"]:
            points = self.margin(f"points-{number}")
            if points is not None:
                found.append(PenaltyGiven(number, PenaltyKind.POINTS, points, note=note))
        for name, kind in (("time", PenaltyKind.TIME), ("back", PenaltyKind.TIME_BACK)):
            if self.values[f"{name}-{number}"]:
                seconds = self._seconds(f"{name}-{number}")
                if seconds:
                    found.append(PenaltyGiven(number, kind, seconds=seconds, note=note))
        if note and not found:
            self.errors[f"why-{number}"] = _("Say what this player gets, or empty this field.")
        if len(note) > 200:
            self.errors[f"why-{number}"] = _("Write at most %(most)d characters.") % {"most": 200}
        return found

    def _seconds(self, name: str) -> int:
        match = _CLOCK.fullmatch(self.values[name])
        seconds = int(match[1]) * 60 + int(match[2] or 0) if match else 0
        if not seconds:
            self.errors[name] = _("Write minutes, such as 5, or minutes and seconds, such as 2:30.")
        return seconds


def _penalty_values(penalty: PenaltyGiven) -> dict[str, str]:
    """Return what the form holds of a penalty."""
    number = penalty.player
    kinds = {
        PenaltyKind.WARNING: ("warn", "1"),
        PenaltyKind.POINTS: ("points", words.half_points(penalty.points_half or 0)),
        PenaltyKind.TIME: ("time", _clock(penalty.seconds or 0)),
        PenaltyKind.TIME_BACK: ("back", _clock(penalty.seconds or 0)),
    }
    name, value = kinds[PenaltyKind(penalty.kind)]
    return {f"{name}-{number}": value} | ({f"why-{number}": penalty.note} if penalty.note else {})


def _clock(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}" if rest else str(minutes)


def effect_choices() -> tuple[tuple[str, str], ...]:
    """Return what may happen to the game, with the words for it."""
    return (
        (Effect.RESULT, _("It has the result below")),
        (Effect.REPLAY, _("It is played again from the beginning")),
        (Effect.RESUME, _("It goes on from an earlier position")),
        (Effect.NOTHING, _("Nothing changes for the game")),
    )


def winner_choices(black: str, white: str) -> tuple[tuple[str, str], ...]:
    """Return the outcomes there are, with the players' names."""
    return (
        (Winner.BLACK, _("%(name)s (Black) wins") % {"name": black}),
        (Winner.WHITE, _("%(name)s (White) wins") % {"name": white}),
        (Winner.DRAW, _("Draw (jigo)")),
        (Winner.BOTH, _("Both lose")),
        (Winner.NONE, _("No result")),
        (Winner.VOID, _("Void: the game does not count")),
        (Winner.BOTH_WIN, _("Both win")),
    )


def reason_choices() -> tuple[tuple[str, str], ...]:
    """Return how a game may be decided."""
    return (
        (Reason.RULING, _("By this ruling")),
        (Reason.FORFEIT, _("By forfeit")),
        (Reason.TIME, _("On time")),
        (Reason.ABSENCE, _("By absence")),
        (Reason.RESIGNATION, _("By resignation")),
        (Reason.SCORE, _("By points")),
    )
