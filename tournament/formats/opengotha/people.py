"""The players of an OpenGotha file, and the lookup of keys."""

from dataclasses import replace

from language.messages import gettext_lazy as _
from tournament.formats.fields import NO_RANK, Fields, Notes, range_words
from tournament.formats.limits import MAX_PLAYERS, check_count
from tournament.formats.opengotha.names import (
    CARD,
    DATA_VERSION,
    HIGHEST_RATING,
    LOWEST_RATING,
    MAX_ROUNDS,
    OLD_RATING_SHIFT,
    loose_key,
    player_key,
)
from tournament.formats.tree import Node
from tournament.state.people import Card, Player
from tournament.state.ranges import LARGEST_CORRECTION
from tournament.state.ranks import RankError, nearest_rank, rank_of_rating, rank_text

_PLAYERS = _("players")


class Register:
    """The players of a file by their keys."""

    def __init__(self, players: tuple[Player, ...], notes: Notes) -> None:
        """Index players; of two with the same key, the first gets it."""
        self._notes = notes
        self._exact: dict[str, int] = {}
        self._loose: dict[str, int | None] = {}
        for player in players:
            key = player_key(player.surname, player.first_name)
            if key in self._exact:
                twice = _(
                    "Two players are called %(name)s; games of that name are given to the first."
                )
                notes.add(twice % {"name": player.name[:80]})
            self._exact.setdefault(key, player.id)
            loose = loose_key(key)
            self._loose[loose] = None if loose in self._loose else player.id

    def find(self, key: str) -> int | None:
        """Return the id of the player that a key means, None if there is not exactly one."""
        found = self._exact.get(key)
        if found is None and (found := self._exact.get(player_key(key, ""))) is None:
            found = self._loose.get(loose_key(key))
            if found is not None:
                note = _("The key “%(key)s” is spelt differently from the player's name.")
                self._notes.add(note % {"key": key[:80]})
        return found


def read_players(nodes: list[Node], shift: int, notes: Notes) -> tuple[Player, ...]:
    """Return the players in file order, with ids from 1.

    ``shift`` is added to every rating. Raises FormatError if there are too many.
    """
    check_count(_PLAYERS, len(nodes), MAX_PLAYERS)
    return tuple(_player(number, node, shift, notes) for number, node in enumerate(nodes, 1))


def rating_shift(root: Node, notes: Notes) -> int:
    """Return what to add to ratings: nothing since data version 201.

    A missing version counts as the newest: programs that leave it out write EGF ratings.
    """
    fields = Fields(root, notes)
    version = fields.integer("dataVersion", DATA_VERSION, 0, 10_000, needed=False)
    if version >= DATA_VERSION:
        return 0
    note = _("The file has data version %(version)d; %(shift)d was added to ratings.")
    notes.add(note % {"version": version, "shift": OLD_RATING_SHIFT})
    return OLD_RATING_SHIFT


def _player(number: int, node: Node, shift: int, notes: Notes) -> Player:
    fields = Fields(node, notes)
    surname, first_name = fields.text("name"), fields.text("firstName")
    if not (surname + first_name).strip():
        fields.key("name")
    rating = fields.integer("rating", LOWEST_RATING, -1_000_000, 1_000_000, needed=False) + shift
    rated = "rating" in node.attributes
    rank, grade = _rank_and_grade(fields, rating if rated else None)
    player = Player(
        id=number,
        surname=surname,
        first_name=first_name,
        rank=rank,
        country=fields.text("country"),
        club=fields.text("club"),
        final=_final(fields),
        absent=_absent(fields),
        smms_correction=fields.integer(
            "smmsCorrection", 0, -LARGEST_CORRECTION, LARGEST_CORRECTION, needed=False
        ),
        card=Card(
            grade=grade, **{name: fields.text(attribute) for name, attribute in CARD.items()}
        ),
    )
    return replace(player, rating=_rating(fields, rating if rated else None, rank))


def _rank_and_grade(fields: Fields, rating: int | None) -> tuple[int, str]:
    """Return the rank and the grade; each replaces the other if that is missing."""
    grade = fields.text("grade")
    written = fields.text("rank")
    for text in (written, grade):
        try:
            rank = nearest_rank(text)
        except RankError:
            if text.strip():
                name = "rank" if text is written else "grade"
                raise fields.refused(name, text, NO_RANK) from None
            continue
        if text is not written:
            note = _("Player@rank is empty; the grade %(grade)s is used.")
            fields.notes.add(note % {"grade": grade}, fields.line)
        elif "P" not in text.upper() and _number(text) != _number(rank_text(rank)):
            fields.wrong("rank", written, _("is not a rank from 30K to 9D"), rank_text(rank))
        return rank, grade or written
    rank = rank_of_rating(rating) if rating is not None else -30
    fields.wrong("rank", written, NO_RANK, rank_text(rank))
    return rank, grade or rank_text(rank)


def _number(rank: str) -> int:
    """Return the number in a valid rank."""
    return int("".join(filter(str.isdecimal, rank)))


def _rating(fields: Fields, rating: int | None, rank: int) -> int:
    """Return the rating within its limits; if it is missing, the middle of the rank."""
    if rating is None:
        taken = max(LOWEST_RATING, 2100 + 100 * rank)
        missing = _("%(name)s is missing; %(default)s is used.")
        fields.notes.add(missing % {"name": "Player@rating", "default": str(taken)}, fields.line)
        return taken
    nearest = max(LOWEST_RATING, min(HIGHEST_RATING, rating))
    if nearest != rating:
        what = range_words(LOWEST_RATING, HIGHEST_RATING)
        fields.wrong("rating", str(rating), what, str(nearest))
    return nearest


def _final(fields: Fields) -> bool:
    status = fields.text("registeringStatus", "FIN").strip().upper()
    if status not in ("FIN", "PRE", ""):
        why = _("is neither FIN nor PRE")
        raise fields.refused("registeringStatus", status, why)
    return status != "PRE"


def _absent(fields: Fields) -> frozenset[int]:
    """Return the rounds with a 0 in the row of 0s and 1s; missing ones count as 1."""
    row = fields.text("participating", "1" * MAX_ROUNDS, needed=True).strip()
    if len(row) != MAX_ROUNDS or row.strip("01"):
        what = _("is not %(count)d times 0 or 1") % {"count": MAX_ROUNDS}
        fields.wrong("participating", row, what, _("1 for any that are missing"))
    return frozenset(number for number, mark in enumerate(row[:MAX_ROUNDS], 1) if mark == "0")
