"""Records that came into a case more than once: each is drawn once, naming who sent it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.cases.selectors.statements import StatementView
from adjudication.rules.comparing import as_played
from adjudication.rules.record import RecordError
from adjudication.rules.sgf import read_record
from adjudication.verdicts.selectors.submissions import RecordFacts


@dataclass(frozen=True, slots=True)
class Sent:
    """A record as it came into a case: with a report, or with a statement (``said``).

    ``id`` is that of the report or statement; ``player_id`` is who sent the record, None for the
    staff, and ``name`` who made the report or statement.
    """

    id: int
    record: RecordFacts
    player_id: int | None
    name: str
    said: bool = False


@dataclass(frozen=True, slots=True)
class Repeated:
    """A record that came with a statement although the case had it: the ``first`` time it came.

    ``same_file`` says that the files are the same; otherwise only what they show on a board is.
    """

    first: Sent
    again: Sent
    same_file: bool

    @property
    def by_both(self) -> bool:
        """Whether each of the players sent it."""
        senders = {self.first.player_id, self.again.player_id}
        return len(senders) == 2 and None not in senders

    @property
    def text(self) -> str:
        """Return with what it came before, as the statement says it."""
        if self.first.said and self.same_file:
            text = _("The same file came with an earlier statement of %(name)s.")
        elif self.first.said:
            text = _("The same moves came with an earlier statement of %(name)s, in another file.")
        elif self.same_file:
            text = _("The same file came with the report of %(name)s.")
        else:
            text = _("The same moves came with the report of %(name)s, in another file.")
        return self._and_by_both(text % {"name": self.first.name})

    @property
    def text_beside_first(self) -> str:
        """Return that it came again, as what is shown of the first says it."""
        if self.same_file:
            text = _("The same file came with a statement of %(name)s.")
        else:
            text = _("The same moves came with a statement of %(name)s, in another file.")
        return self._and_by_both(text % {"name": self.again.name})

    def _and_by_both(self, text: str) -> str:
        both = _("Both players sent it.") if self.by_both else ""
        return f"{text} {both}".rstrip()


def repeated_records(
    reported: Iterable[Sent], said: Iterable[StatementView], records: Mapping[int, bytes]
) -> dict[int, Repeated]:
    """Return, by its id, each statement whose record had come before.

    It came with a report, or with an earlier statement. ``reported`` are the records of reports;
    ``records`` has the bytes by their ids.
    """
    files: dict[str, Sent] = {}
    games: dict[object, Sent] = {}
    found: dict[int, Repeated] = {}

    def keep(sent: Sent, game: object) -> None:
        files.setdefault(sent.record.sha256, sent)
        if game is not None:
            games.setdefault(game, sent)

    statements = [one for one in said if one.record is not None]
    for sent in reported if statements else ():
        keep(sent, _game(sent, records))
    for one in statements:
        assert one.record is not None
        sent = Sent(one.id, one.record, one.player_id, one.name, said=True)
        game, file = _game(sent, records), sent.record.sha256
        first = files.get(file) or games.get(game)
        if first is None:
            keep(sent, game)
        else:
            found[one.id] = Repeated(first, sent, file == first.record.sha256)
    return found


def _game(sent: Sent, records: Mapping[int, bytes]) -> object:
    """Return what a record shows on a board, to compare; None if it cannot be read."""
    data = records.get(sent.record.id)
    try:
        return None if data is None else as_played(read_record(data))
    except RecordError:
        return None
