"""What a tournament now has for a rating officer: result files, dry run, plain facts."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.audit.selectors.freshness import freshness_of
from tournament.brackets.reached import planned_rounds
from tournament.errors import NotFound
from tournament.exchange.selectors import event_for_lists
from tournament.formats.bundle import BundledFile, digest_of
from tournament.formats.csv_text import csv_bytes
from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS, write_with_comments
from tournament.formats.written import WrittenFile
from tournament.models import Tournament
from tournament.rounds.selectors.lists import lists_imported
from tournament.settings.rated import Departures, departures_of
from tournament.spoken import translated
from tournament.standings.gor import RatingChange, egf_class
from tournament.standings.ratings import SCALES, Scale, gain_on_scale, rating_changes
from tournament.state.event import Event
from tournament.state.ranks import rank_text

SCALE_OF: Mapping[Format, Scale] = MappingProxyType(
    {Format.H9: Scale.EGF, Format.TOU: Scale.FFG, Format.AGA: Scale.AGA}
)
"""Whose rating scale the dry run of a list uses."""
NUMBER_OF: Mapping[Format, str] = MappingProxyType(
    {Format.H9: "egf_pin", Format.TOU: "ffg_licence", Format.AGA: "aga_id"}
)
"""The name under which a player's card has the number for a list."""
FACTS = "bundle.json"
"""The file in a bundle for programs to read."""
FACTS_FORMAT = 1
LETTER = "letter.txt"
"""The file in a bundle for the rating officer to read."""


@dataclass(frozen=True, slots=True)
class ResultFile:
    """A result file: its name in the bundle, and how it was written."""

    kind: Format
    name: str
    written: WrittenFile

    @property
    def data(self) -> bytes:
        """Return its bytes."""
        return self.written.data


@dataclass(frozen=True, slots=True)
class RatingBasis:
    """A tournament as rating lists may have it, and its departures from the rules; read once.

    ``changes`` is the tournament's change counter when it was read.
    """

    tournament: Tournament
    event: Event
    departures: Departures
    changes: int

    @property
    def current(self) -> bool:
        """Whether nothing has changed since it was read. One query."""
        return freshness_of(self.tournament.pk).all == self.changes


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a bundle: the files, and their dry runs by kind of list.

    ``page`` is the address that the files give.
    """

    basis: RatingBasis
    page: str
    files: tuple[ResultFile, ...]
    ratings: Mapping[Format, tuple[RatingChange, ...]]

    @property
    def tournament(self) -> Tournament:
        """Return the tournament."""
        return self.basis.tournament

    @property
    def event(self) -> Event:
        """Return the tournament as rating lists may have it."""
        return self.basis.event

    def file(self, kind: Format, page: str) -> ResultFile | None:
        """Return the file for a list, with this page in it; None if there is none."""
        files = self.files if page == self.page else ()
        return next((file for file in files if file.kind is kind), None)

    @property
    def kinds(self) -> tuple[Format, ...]:
        """Return the rating lists that it is for."""
        return tuple(file.kind for file in self.files)


def rating_basis(tournament_id: int) -> RatingBasis:
    """Return a tournament as it is now; slow in the rated mode, which pairs its rounds again.

    Raises NotFound.
    """
    # Read the counter first: anything that changes during the rest makes it out of date.
    changes = freshness_of(tournament_id).all
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    return RatingBasis(tournament, event_for_lists(tournament), departures_of(tournament), changes)


def contents_of(basis: RatingBasis, kinds: Sequence[Format], page: str) -> Contents:
    """Return the contents of a bundle for these lists."""
    files = tuple(result_file(basis, kind, page) for kind in kinds)
    return Contents(basis, page, files, {kind: dry_run(basis, kind) for kind in kinds})


def result_file(basis: RatingBasis, kind: Format, page: str) -> ResultFile:
    """Return the file for a list, with comments on departures, if any, and on the event's page."""
    written = write_with_comments(basis.event, kind, basis.departures.comment, page)
    return ResultFile(kind, _name(basis.tournament, kind), written)


def dry_run(basis: RatingBasis, kind: Format) -> tuple[RatingChange, ...]:
    """Return the effect of the games on the players' ratings in a list."""
    return rating_changes(basis.event, SCALE_OF[kind])


def _name(tournament: Tournament, kind: Format) -> str:
    return f"{tournament.slug}.{'aga.' if kind is Format.AGA else ''}{WRITERS[kind].extension}"


def files_as_kept(files: Sequence[ResultFile]) -> list[dict[str, Any]]:
    """Return the files as the bundle's row keeps them: name, kind, digest and size."""
    return [
        {
            "kind": file.kind.value,
            "name": file.name,
            "sha256": digest_of(file.data),
            "size": len(file.data),
        }
        for file in files
    ]


def ratings_as_kept(contents: Contents) -> dict[str, dict[str, list[float]]]:
    """Return the dry runs by kind and player's number: rating before, after, and rated games."""
    return {
        kind.value: {
            str(change.player.id): [round(change.old, 4), round(change.new, 4), change.games]
            for change in changes
        }
        for kind, changes in contents.ratings.items()
    }


def lists_in_use(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the rating lists in use when play began, or if that was not noted, those of today.

    In each, ``frozen`` says whether it was noted.
    """
    noted = tournament.rating_lists
    return [{**item, "frozen": bool(noted)} for item in noted or lists_imported()]


def players_who_played(event: Event) -> frozenset[int]:
    """Return the ids of the players who have played a game: rating lists have no others."""
    return frozenset(player for game in event.state.games_played() for player in game.players)


def rounds_lost_by_default(event: Event) -> dict[int, list[int]]:
    """Return the rounds that each player lost by default, by player id."""
    found: dict[int, list[int]] = {}
    for game in sorted(event.state.games, key=lambda game: game.round):
        if game.result.by_default:
            meaning = game.result.meaning
            for player, points in zip(game.players, (meaning.black, meaning.white), strict=True):
                if not points:
                    found.setdefault(player, []).append(game.round)
    return found


@dataclass(frozen=True, slots=True)
class Absence:
    """A player who did not take part in every round, by their id.

    ``missed`` are single rounds; ``left_after`` is the last round before they withdrew, None if
    they did not; ``defaults`` are the rounds that they lost by default. ``came_for`` is their first
    round if they missed the ones before, which are among ``missed``.
    """

    player: int
    missed: tuple[int, ...]
    left_after: int | None
    defaults: tuple[int, ...]
    came_for: int | None = None


def absences(event: Event) -> tuple[Absence, ...]:
    """Return the players who missed some of the rounds played, by player id.

    A player absent from some round on has withdrawn only if that extends beyond the last round; a
    single absence in the last round does not count as withdrawing. Players who came to no round and
    lost none by default are left out.
    """
    state, lost = event.state, rounds_lost_by_default(event)
    rounds = range(1, state.played_rounds + 1)
    beyond = max(state.played_rounds, planned_rounds(state.parameters)) + 1
    found = []
    for player in state.players:
        missed = [number for number in rounds if number in player.absent]
        defaults = tuple(lost.get(player.id, ()))
        if not player.final or not (missed and (len(missed) < len(rounds) or defaults)):
            continue
        last = max((number for number in rounds if number not in player.absent), default=0)
        left_after = None
        if player.absent.issuperset(range(last + 1, beyond + 1)):
            left_after = last
            missed = [number for number in missed if number < last]
        first = next((number for number in rounds if number not in player.absent), 1)
        came_for = first if first > 1 else None
        found.append(Absence(player.id, tuple(missed), left_after, defaults, came_for))
    return tuple(found)


def rating_table(contents: Contents, kind: Format) -> BundledFile:
    """Return the dry run of a list as a table for spreadsheets, in the active language."""
    scale = SCALE_OF[kind]
    decimals = SCALES[scale].decimals
    how = estimate_text(contents.event, kind)
    rows: list[list[str | int]] = [
        [
            _("Number"),
            _("Player"),
            _("Register’s number"),
            _("Grade"),
            _("Rated games"),
            _("Rating before"),
            _("Rating after"),
            pgettext("of a rating", "Change"),
            _("How it was computed"),
        ]
    ]
    played = players_who_played(contents.event)
    for change in contents.ratings[kind]:
        player = change.player
        if player.id not in played:
            continue
        values = (change.old, change.new, gain_on_scale(change, scale))
        rows.append(
            [
                player.id,
                player.name,
                str(getattr(player.card, NUMBER_OF[kind])),
                rank_text(player.rank),
                change.games,
                *(f"{value:.{decimals}f}" for value in values),
                how,
            ]
        )
    return BundledFile(f"ratings-{scale.value}.csv", csv_bytes(rows, ";"))


def estimate_text(event: Event, kind: Format) -> str:
    """Return a short description of how the dry run of a list is estimated."""
    if kind is Format.H9:
        return _("estimate: EGF formula of 2021, class %(class)s") % {
            "class": egf_class(event.details).value
        }
    if kind is Format.TOU:
        return _("our estimate: the EGF’s formula on the FFG’s scale")
    return _("our estimate: most likely ratings, after the AGA’s description")


def dry_run_note(kind: Format) -> str:
    """Return sentences on what to know about the dry run of a list."""
    return translated(SCALES[SCALE_OF[kind]].note)


def facts_of(event: Event) -> dict[str, Any]:
    """Return who played whom and with what result, as plain values that can be compared later."""
    return {
        "players": [
            {
                "number": player.id,
                "name": player.name,
                "rank": rank_text(player.rank),
                "rating": player.rating,
                "country": player.country,
                "club": player.club,
                **{name: getattr(player.card, name) for name in NUMBER_OF.values()},
            }
            for player in event.state.players
            if player.final
        ],
        "games": [
            {
                "round": game.round,
                "table": game.table,
                "black": game.black,
                "white": game.white,
                "handicap": game.handicap,
                "outcome": game.result.outcome.value,
                "decided": game.result.decided.value,
            }
            for game in event.state.games
        ],
        "byes": [{"round": bye.round, "player": bye.player} for bye in event.state.byes],
    }


def absences_as_facts(event: Event) -> list[dict[str, Any]]:
    """Return the players who did not take part in every round, as plain values."""
    return [
        {
            "number": away.player,
            "missed": away.missed,
            "left_after": away.left_after,
            "came_for": away.came_for,
            "lost_by_default": away.defaults,
        }
        for away in absences(event)
    ]


def as_json(value: object) -> bytes:
    """Return plain values as JSON, as in the bundle's own file."""
    return (json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
