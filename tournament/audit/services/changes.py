"""Recording an event from the values before and after a change.

Create the object before the change and record it afterwards: if nothing changed, there is no event.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import F

from tournament.audit.selectors.snapshots import (
    PLAYER_TOLD,
    PLAYER_WITHHELD,
    Board,
    board_now,
    board_of,
    entry_snapshot,
    numbers_of,
    participation_snapshot,
    round_snapshot,
    rounds_now,
    seated_at,
)
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.recording import EventContents, record, record_all
from tournament.models import Absence, AuditEvent, Game, GameState, Player, Round, Verb


class RoundChange:
    """Any change of a round's boards or byes, and of its state with them.

    It raises the round's version.
    """

    def __init__(self, round_: Round) -> None:
        self._round, self._state = round_, round_.state
        self._before = rounds_now([round_])[round_.pk]

    def record(
        self, verb: str, *, reason: str = "", undoes: AuditEvent | None = None
    ) -> AuditEvent | None:
        """Record what has changed; return None if nothing has."""
        before, after = self._before, rounds_now([self._round])[self._round.pk]
        # By table, not by key: a pairing that was removed and made again is the same.
        there = {board["table"]: board for board in before.boards.values()}
        here = {board["table"]: board for board in after.boards.values()}
        was = [
            _timed(board, before.entered_at.get(key), after.boards.get(key))
            | _gone(before.dates.get(key), after.dates.get(key))
            for key, board in before.boards.items()
            if here.get(board["table"]) != board
        ]
        now = [board for table, board in here.items() if there.get(table) != board]
        left, came = before.byes - after.byes, after.byes - before.byes
        if not (was or now or left or came):
            return None
        rounds = Round.objects.filter(pk=self._round.pk)
        rounds.update(version=F("version") + 1)
        (state,) = rounds.values_list("state", flat=True)
        was_state, now_state = ("", "") if state == self._state else (self._state, state)
        tables = {board["table"] for board in (*was, *now)}
        return record(
            verb,
            tournament_id=self._round.tournament_id,
            round_number=self._round.number,
            table=tables.pop() if len(tables) == 1 else None,
            players=sorted(seated_at(was) | seated_at(now) | left | came),
            before=round_snapshot(was, left, was_state),
            after=round_snapshot(now, came, now_state),
            reason=reason,
            undoes=undoes,
        )


class GameChange:
    """A change of one game, usually of its result. ``game`` is loaded with its round.

    ``known`` says that only :func:`~tournament.results.services.results.move_game` or
    ``enter_in_games`` changes it: then only the players' numbers have to be read, unless they are
    loaded too.
    """

    def __init__(self, game: Game, *, known: bool = False) -> None:
        self._game = game
        self._numbers = numbers_of(game) if known else None
        self._entered_at = game.reported_at if game.state == GameState.ENTERED else None
        self._before = self._now()

    def _now(self) -> Board:
        if self._numbers is None:
            return board_now(self._game.pk)
        return board_of(self._game, self._numbers)

    def record(
        self,
        verb: str,
        *,
        reason: str = "",
        by: Actor | None = None,
        claim: Mapping[str, object] | None = None,
    ) -> AuditEvent | None:
        """Record what has changed; return None if nothing has.

        ``claim`` is a reported result that the game does not have; the event keeps it too.
        """
        told = self.contents(verb, reason=reason, claim=claim)
        if told is None:
            return None
        (event,) = record_all([told], tournament_id=self._game.round.tournament_id, by=by)
        return event

    def contents(
        self, verb: str, *, reason: str = "", claim: Mapping[str, object] | None = None
    ) -> EventContents | None:
        """Return what :meth:`record` writes, for an event recorded with those of other games."""
        after = self._now()
        if after == self._before:
            return None
        if claim is not None:
            after = {**after, "claim": dict(claim)}
        return EventContents(
            verb,
            round_number=self._game.round.number,
            table=after["table"],
            players=sorted(seated_at([after])),
            before=_timed(self._before, self._entered_at, after),
            after=after,
            reason=reason,
        )


def _timed(was: Board, entered_at: datetime | None, now: Board | None) -> Board:
    """Return a board as it was, with when its result came in if nothing else keeps that."""
    if entered_at is None or (now is not None and "state" in now):
        return was
    return was | {"reported_at": entered_at.isoformat()}


def _gone(was: Mapping[str, str] | None, now: Mapping[str, str] | None) -> Board:
    """Return the game's own dates that it has lost."""
    return {name: date for name, date in (was or {}).items() if (now or {}).get(name) != date}


class _Absences:
    """Absences added or removed; one that only counts differently is both."""

    def __init__(self, rows: set[tuple[int, int, bool]]) -> None:
        self.pairs = {(player, number) for player, number, _ in rows}
        self._uncounted = {(player, number) for player, number, counts in rows if not counts}

    def contents(self, *, but: "_Absences") -> Any:
        """Return them as an event keeps them; players absent only in ``but`` take part here."""
        return participation_snapshot(
            absent=self.pairs, plays=but.pairs - self.pairs, uncounted=self._uncounted
        )


class ParticipationChange:
    """A change of who takes part when; ``which`` narrows the absences looked at."""

    def __init__(self, tournament_id: int, **which: object) -> None:
        self._tournament_id = tournament_id
        rows = Absence.objects.filter(player__tournament=tournament_id, **which)
        self._rows = rows.values_list("player__number", "round_number", "counts")
        self._before = set(self._rows)

    def record(
        self, verb: str, *, undoes: AuditEvent | None = None, reason: str = ""
    ) -> AuditEvent | None:
        """Record what has changed; return None if nothing has."""
        after = set(self._rows.all())
        came, left = _Absences(after - self._before), _Absences(self._before - after)
        if not (came.pairs or left.pairs):
            return None
        rounds = {number for _, number in came.pairs | left.pairs}
        return record(
            verb,
            tournament_id=self._tournament_id,
            round_number=rounds.pop() if len(rounds) == 1 else None,
            players=sorted({player for player, _ in came.pairs | left.pairs}),
            before=left.contents(but=came),
            after=came.contents(but=left),
            undoes=undoes,
            reason=reason,
        )


class PlayerChange:
    """A change of a player's entry."""

    def __init__(self, player: Player) -> None:
        self._pk, self._number = player.pk, player.number
        self._tournament_id = player.tournament_id
        self._before = self._now()

    def record(self, *, undoes: AuditEvent | None = None, reason: str = "") -> AuditEvent | None:
        """Record what has changed; return None if nothing has."""
        before, after = self._before, self._now()
        changed = [name for name, value in after.items() if before[name] != value]
        if not changed:
            return None
        return record(
            Verb.PLAYER_CHANGED,
            tournament_id=self._tournament_id,
            players=[self._number],
            before=entry_snapshot(self._number, before, changed),
            after=entry_snapshot(self._number, after, changed),
            undoes=undoes,
            reason=reason,
        )

    def _now(self) -> dict[str, object]:
        (row,) = Player.objects.filter(pk=self._pk).values(*PLAYER_TOLD, *PLAYER_WITHHELD)
        return row
