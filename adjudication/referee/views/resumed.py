"""The board from which a game goes on by a ruling: beside the form, and in the preview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from adjudication.board.page import is_small, position_in_words, safe_svg
from adjudication.board.svg import Drawing
from adjudication.cases.selectors.cases import CasePage
from adjudication.cases.selectors.record_names import names_in_case, record_names
from adjudication.cases.views import words as case_words
from adjudication.models import Effect
from adjudication.policy.decisions import Decision
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import replay_record
from adjudication.rules.resuming import next_to_move_after
from adjudication.submissions.views.several_records import move_text
from adjudication.verdicts.selectors.at_hand import record_sent, records_to_resume
from tournament.games.selectors import GameRow


@dataclass(frozen=True, slots=True)
class ResumedBoard:
    """The position after a move; ``names`` are the records that reach it, if there are others.

    ``next`` says who moves there.
    """

    names: tuple[str, ...]
    next: str
    svg: SafeString
    small: bool
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resumable:
    """The records that a game can be resumed from, and their names, both by SHA-256."""

    records: Mapping[str, GameRecord]
    names: Mapping[str, str]

    def boards(self, move: int | None, chosen: str = "") -> tuple[ResumedBoard, ...]:
        """Return the positions after a move: that of the chosen record, or else of all of them.

        There are none after no move, because the beginning needs no board.
        """
        found: dict[tuple[int, ...], list[str]] = {}
        lasts: dict[tuple[int, ...], int] = {}
        for key, record in self.records.items():
            if not move or (chosen and key != chosen) or len(record.points) < move:
                continue
            position = tuple(replay_record(record).position_after(move))
            found.setdefault(position, []).append(key)
            lasts.setdefault(position, record.points[move - 1])
        return tuple(
            ResumedBoard(
                names=tuple(self.names[key] for key in keys) if len(self.names) > 1 else (),
                next=case_words.next_move_sentence(
                    next_to_move_after(self.records[keys[0]], move or 0)
                ),
                svg=safe_svg(
                    Drawing(
                        size=self.records[keys[0]].size,
                        position=position,
                        label=_("The position after move %(number)s") % {"number": move},
                        last=lasts[position] if lasts[position] >= 0 else None,
                    )
                ),
                small=is_small(self.records[keys[0]].size),
                rows=position_in_words(position, self.records[keys[0]].size),
            )
            for position, keys in found.items()
        )

    def moves(self, first: int, last: int) -> tuple[str, ...]:
        """Return moves as they are read out, from the first record that has them all."""
        record = next((one for one in self.records.values() if len(one.points) >= last), None)
        if record is None or not 0 < first <= last:
            return ()
        return tuple(f"{number} {move_text(record, number)}" for number in range(first, last + 1))

    def boards_of(self, decision: Decision) -> tuple[ResumedBoard, ...]:
        """Return the board from which a game goes on by a decision, if it does and there is one."""
        if decision.effect != Effect.RESUME:
            return ()
        return self.boards(decision.resume_move, decision.resume_record)


def resumable(page: CasePage) -> Resumable:
    """Return the records that a case's game can be resumed from; none without a game. One query."""
    game = page.game
    if game is None:
        return Resumable({}, {})
    found = records_to_resume(game.id, page.terms.board_size, page.submissions)
    names = names_in_case(page)
    if not found.keys() <= names.texts.keys():  # sent with a statement in another case
        names = record_names(game)
    return Resumable(found, {key: names.of(key) for key in found})


def resumed_boards(decision: Decision, game: GameRow | None) -> tuple[ResumedBoard, ...]:
    """Return the board from which a game goes on by a decision already made, if there is one.

    The game may have lost the record since. One query, for such decisions only.
    """
    if game is None or decision.effect != Effect.RESUME:
        return ()
    digest = decision.resume_record
    record = record_sent(game.id, digest)
    return () if record is None else Resumable({digest: record}, {}).boards_of(decision)
