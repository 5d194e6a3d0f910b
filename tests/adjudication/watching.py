"""Watching what happens to rows: states only step along their tables, no statement is lost."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from adjudication.cases.models.case import CaseQuerySet
from adjudication.models import Appeal, Case, CaseState, Inquiry, Picture, Statement, Submission
from tournament.games.models.game import GameQuerySet
from tournament.models import Game, GameState, RecordingError, Round, Tournament

STEPPED = (Game, Case)
"""What changes its state by ``move`` alone, perhaps several times in one action."""
SETTLED = (Submission, Inquiry, Appeal, RecordingError, Round)
FIRST = {
    Game: {"open"},
    Case: {"open", "asked"},
    Submission: {"pending", "confirmed", "contested"},
    Inquiry: {"waiting"},
    Appeal: {"waiting"},
    RecordingError: {"proposed"},
    Round: {"draft"},
}
"""In which states rows begin; a report that answers another one is settled when it comes."""
States = dict[tuple[type[Any], int], str]


class Watch:
    """Compare before and after each action; ``steps`` are those that ``move`` made in it."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._states = self._now()
        self._said = self._statements()
        self._undone = False
        self._steps: dict[tuple[type[Any], int], list[tuple[str, str]]] = defaultdict(list)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Note every step that is made by ``move``."""
        with (
            patch.object(GameQuerySet, "move", self._noted(GameQuerySet.move)),
            patch.object(CaseQuerySet, "move", self._noted(CaseQuerySet.move)),
        ):
            yield

    def forget(self) -> None:
        """Forget the steps that were made and taken back since the last look."""
        self._steps.clear()

    def _noted(self, real: Any) -> Any:
        def move(rows: Any, row: Any, state: str, **changes: object) -> bool:
            before = str(row.state)
            done: bool = real(rows, row, state, **changes)
            if done:
                self._steps[type(row), row.pk].append((before, str(state)))
            return done

        return move

    def look(self, *, refused: bool = False, partly: bool = False, put_back: bool = False) -> None:
        """Look at what an action did; a refused one did nothing, or only its first part.

        What an undoing puts back is no step of its own, but goes along the table as well.
        """
        states, said = self._now(), self._statements()
        self._undone = refused
        if refused and not partly:
            assert (states, said) == (self._states, self._said), "a refusal changed something"
        for key, before in self._states.items():
            assert key in states, f"{key} is gone"
            if put_back and not self._steps[key]:
                after = states[key]
                assert after == before or after in key[0].TRANSITIONS[before], (key, before, after)
            else:
                self._check(key, before, states[key])
        for key in states.keys() - self._states.keys():
            first = self._steps[key][0][0] if self._steps[key] else states[key]
            # What an action asks and at once takes back was asked all the same.
            asked = key[0] in SETTLED and any(
                first in key[0].TRANSITIONS[one] for one in FIRST[key[0]]
            )
            assert first in FIRST[key[0]] or asked, (key, first)
            self._check(key, first, states[key])
        assert self._said.items() <= said.items(), "a statement is lost"
        self._states, self._said = states, said
        self._steps.clear()
        self._go_together()

    def _check(self, key: tuple[type[Any], int], before: str, after: str) -> None:
        model = key[0]
        if model in SETTLED:
            assert before == after or after in model.TRANSITIONS[before], (key, before, after)
            return
        at = before
        for start, end in self._steps[key]:
            if self._undone and at == after:
                break  # the rest was rolled back
            assert start == at, (key, "was changed by something else", at, start)
            assert end in model.TRANSITIONS[start], (key, start, end)
            at = end
        assert at == after, (key, "was changed by something else", at, after)

    def _go_together(self) -> None:
        """A locked result has a case, and a final ruling has no case that may still change it."""
        games = Game.objects.filter(round__tournament=self._tournament)
        live = Case.objects.filter(tournament=self._tournament).exclude(
            state__in=[CaseState.FINAL, CaseState.SETTLED]
        )
        locked = games.filter(state=GameState.DISPUTED)
        assert not locked.exclude(pk__in=live.values("game")).exists(), "locked without a case"
        waiting = games.filter(state=GameState.RULED, final=False)
        assert not waiting.exclude(pk__in=live.values("game")).exists(), "ruled without a case"

    def _now(self) -> States:
        tournament = self._tournament.pk
        rows = {
            Game: Game.objects.filter(round__tournament=tournament),
            Case: Case.objects.filter(tournament=tournament),
            Submission: Submission.objects.filter(game__round__tournament=tournament),
            Inquiry: Inquiry.objects.filter(game__round__tournament=tournament),
            Appeal: Appeal.objects.filter(case__tournament=tournament),
            RecordingError: RecordingError.objects.filter(game__round__tournament=tournament),
            Round: Round.objects.filter(tournament=tournament),
        }
        return {
            (model, pk): state
            for model, found in rows.items()
            for pk, state in found.values_list("pk", "state")
        }

    def _statements(self) -> dict[Any, Any]:
        said = Statement.objects.filter(case__tournament=self._tournament)
        pictures = Picture.objects.filter(statement__case__tournament=self._tournament)
        return {
            **{
                ("said", row[0]): row[1:]
                for row in said.values_list("pk", "case", "text", "record__sha256", "player")
            },
            **{("shown", pk): sha256 for pk, sha256 in pictures.values_list("pk", "sha256")},
        }
