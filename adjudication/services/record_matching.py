"""Which game of a tournament a record is of."""

import re
from collections import defaultdict
from dataclasses import dataclass

from adjudication.rules.pairing_check import name_key
from adjudication.rules.record import GameRecord
from adjudication.services.record_files import RecordFile
from tournament.models import Game, Tournament

_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Place:
    """A game by where it is played."""

    game_id: int
    round_number: int
    board_number: int


class Games:
    """The games of a tournament, to be found by round and board or by who plays; one query."""

    def __init__(self, tournament: Tournament) -> None:
        self._placed: dict[tuple[int, int], Place] = {}
        self._played: dict[frozenset[tuple[str, ...]], list[Place]] = defaultdict(list)
        rows = Game.objects.filter(round__tournament=tournament).order_by("round__number", "pk")
        for key, round_, board, black, white in rows.values_list(
            "pk", "round__number", "board_number", "black__name", "white__name"
        ):
            place = Place(key, round_, board)
            self._placed[round_, board] = place
            self._played[frozenset((name_key(black), name_key(white)))].append(place)

    def of(self, file: RecordFile, read: GameRecord) -> tuple[Place, ...]:
        """Return the games a record may be of: one, none, or several that fit as well.

        Colours may be the other way round in a record: its replay says so. Of several games of
        the same players the round that the record names (``RO``) decides.
        """
        if file.place is not None:
            found = self._placed.get(file.place)
            return () if found is None else (found,)
        black, white = name_key(read.black_name), name_key(read.white_name)
        if not black or not white:
            return ()
        several = self._played.get(frozenset((black, white)), [])
        if len(several) > 1:
            said = _NUMBER.search(read.header.get("RO", ""))
            named = [one for one in several if said and one.round_number == int(said[0])]
            several = named or several
        return tuple(several)
