"""Registrations that wait for the director."""

from collections import defaultdict
from dataclasses import dataclass

from django.utils.functional import Promise

from tournament.models import ASKED_COLUMNS, Absence, Player, Registration, Tournament
from tournament.players.selectors.duplicates import Likeness, Twin, Twins
from tournament.players.selectors.players import why_too_late
from tournament.rounds.selectors.drafts import next_round_number
from tournament.tournaments.selectors.public import TournamentTerms, terms_of
from tournament.tournaments.selectors.settings import rounds_planned


@dataclass(frozen=True, slots=True)
class Request:
    """A request to take part, and the entries that look like it. ``absent``: rounds they skip."""

    player: Player
    absent: tuple[int, ...]
    twins: tuple[Twin, ...]

    @property
    def further(self) -> tuple[tuple["str | Promise", object], ...]:
        """Return the answers that not every card of the list shows, with their labels."""
        return tuple(
            (column.verbose_name, value)
            for column in Player._meta.fields
            if column.name in {*ASKED_COLUMNS} - _ON_A_CARD
            and (value := getattr(self.player, column.name))
        )


_ON_A_CARD = frozenset({"surname", "first_name", "rank", "club", "country", "email"})
"""What ``players/requests.html`` shows on every card."""


def requests_of(tournament_id: int) -> tuple[Request, ...]:
    """Return the pending registrations, oldest first, in three queries."""
    rows = Player.everybody.filter(tournament=tournament_id, registration=Registration.REQUESTED)
    absent: dict[int, list[int]] = defaultdict(list)
    for player, number in (
        Absence.objects.filter(player__in=rows)
        .order_by("round_number")
        .values_list("player_id", "round_number")
    ):
        absent[player].append(number)
    known = Twins(tournament_id)
    return tuple(
        Request(player, tuple(absent[player.pk]), known.of(player, but=player.pk))
        for player in rows.order_by("pk")
    )


def missed_rounds(player_id: int) -> set[int]:
    """Return the rounds that a player does not take part in."""
    rows = Absence.objects.filter(player=player_id)
    return set(rows.values_list("round_number", flat=True))


def request_names(tournament_id: int, player_ids: list[int]) -> tuple[tuple[str, bool], ...]:
    """Return the names of requests, and whether each still waits; refused ones are gone."""
    rows = Player.everybody.filter(tournament=tournament_id, pk__in=player_ids).order_by("pk")
    return tuple(
        (name, registration == Registration.REQUESTED)
        for name, registration in rows.values_list("name", "registration")
    )


@dataclass(frozen=True, slots=True)
class SelfRegistration:
    """Whether somebody may register themselves in a tournament, and for which rounds.

    ``over`` are the rounds they have already missed. ``why`` says why it is too late for anybody.
    """

    terms: TournamentTerms
    open: bool
    rounds: range
    over: range
    pairs: bool = False
    """Whether registrations are for pairs."""
    why: "str | Promise" = ""


def registration_of(slug: str) -> SelfRegistration | None:
    """Return whether a tournament takes registrations, or None if there is no such tournament."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        return None
    first = next_round_number(tournament.pk)
    last = max(first, rounds_planned(tournament))
    why = why_too_late(tournament)
    is_open = tournament.registration_open and tournament.closed_at is None and not why
    rounds, over = range(first, last + 1), range(1, first)
    return SelfRegistration(
        terms_of(tournament), is_open, rounds, over, tournament.register_pairs, why
    )


def entries_of_same_name(tournament_id: int, person: Player) -> tuple[Twin, ...]:
    """Return the entries in the public list of players with the same name as a person."""
    return tuple(
        twin
        for twin in Twins(tournament_id).of(person)
        if not twin.waits and twin.why is Likeness.NAME
    )
