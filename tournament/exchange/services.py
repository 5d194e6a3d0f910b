"""Tournaments and players read from other programs' files."""

from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import date
from itertools import count

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournament.audit.selectors.snapshots import contents_snapshot
from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_text
from tournament.errors import Conflict, UserError
from tournament.games.models.game import BOARDS, HANDICAPS
from tournament.models import (
    Absence,
    Apart,
    ApartKind,
    Game,
    GameState,
    HandicapPolicy,
    Player,
    Registration,
    Round,
    RoundState,
    Seat,
    Status,
    Team,
    TeamSeat,
    Ties,
    Tournament,
    Verb,
)
from tournament.players.services.arrangements import MOST_LISTED
from tournament.players.services.players import (
    LARGEST_NUMBER,
    LAST_ROUND,
    add_players,
    clean_entry,
    refuse_too_many,
)
from tournament.rounds.selectors.state import result_columns
from tournament.rounds.services.boards import seats_at
from tournament.settings.services import CreatedTournament, with_owner
from tournament.state.codec import to_json
from tournament.state.event import Event
from tournament.state.games import Game as GameValue
from tournament.state.people import REGISTERS, without_partner
from tournament.state.people import Player as PlayerValue
from tournament.state.ranks import RankError, parse_rank, rank_text
from tournament.tournaments.models import KOMI_HALVES
from tournament.tournaments.services import create_tournament


@transaction.atomic
def import_with_owner(
    *, event: Event, rules: str = "", secret: bytes | None = None
) -> CreatedTournament:
    """Create a tournament with everything in ``event``, and its owner's link.

    It is hidden until it is published. ``secret`` is as for
    :func:`~tournament.staff.services.issue_link`. Raises UserError as
    :func:`~tournament.exchange.services.import_event` does.
    """
    return with_owner(import_event(event=event, rules=rules, status=Status.DRAFT), secret)


# --- Taking over a tournament begun by another program, or on another machine ---


BATCH = 500
SLUG_STEM = 50
JAPANESE_KOMI_HALF = 13


@transaction.atomic
def import_event(
    *, event: Event, rules: str = "", slug: str = "", status: Status = Status.PUBLIC
) -> Tournament:
    """Create a tournament with everything in ``event``, or nothing at all.

    Players keep their ids as numbers. Results are *entered*: nobody has confirmed them here. If
    neither ``rules`` nor the file says otherwise, komi 6.5 means Japanese rules and any other
    French. Raises UserError, naming the field and the player or round, for what our tables cannot
    hold.
    """
    details, parameters = event.details, event.state.parameters
    _check_ranges(event)
    name = details.name or details.short_name or str(_("Imported tournament"))
    tournament = create_tournament(
        name=name,
        slug=slug or _free_slug(name),
        rules=rules or details.rules or _guessed_rules(event),
        board_size=details.board_size,
        komi_half=parameters.komi.even_half,
        handicap_komi_half=parameters.komi.handicap_half,
        handicap_policy=HandicapPolicy.RULE,
        city=details.location,
        starts_on=_day("starts_on", details.begins_on),
        time_zone=details.time_zone,
        country=details.country,
        parameters=parameters,
        method=parameters.method,
        status=status,
    )
    texts = {
        "name": details.name if details.name.strip() else name,
        "short_name": details.short_name,
        "director_name": details.director,
        "city": details.location,
    }
    for field, text in texts.items():
        setattr(tournament, field, clean_text(Tournament, field, text, verbatim=True))
    tournament.ends_on = _day("ends_on", details.ends_on)
    tournament.internet = details.internet
    if details.tie_winner in Ties.values:
        tournament.tie_winner = details.tie_winner
    tournament.clock = to_json(details.clock)
    tournament.team_rules = to_json(event.team_rules)
    tournament.extras = to_json(event.extras)
    tournament.source = clean_text(Tournament, "source", event.source, verbatim=True)
    tournament.teammates_apart = bool(event.state.wishes.teams)
    tournament.save()
    players = _players(tournament, event)
    rounds = _rounds(tournament, event, players)
    _teams(tournament, event, players)
    _save_pairs_kept_apart(event, players)
    record(
        Verb.IMPORTED,
        tournament_id=tournament.pk,
        after={
            "source": tournament.source,
            "players": len(event.state.players),
            "games": len(event.state.games),
            "rounds": event.state.played_rounds,
            **contents_snapshot(
                list(players.values()), _absences(event), rounds, uncounted=_uncounted(event)
            ),
        },
    )
    return tournament


@transaction.atomic
def import_players(
    *, tournament_id: int, players: Sequence[PlayerValue], emails: Sequence[str]
) -> list[Player]:
    """Enter the players of a list with the rounds they do not play, all or none.

    ``emails`` has each one's e-mail address, empty for none. Raises NotFound if there is no such
    tournament, UserError as :func:`add_players` does, and Conflict for a player who is entered
    already: the same name and club, or the same number in a register.
    """
    _refuse_known(tournament_id, players)
    entries = [entry_of(value) for value in players]
    for entry, email in zip(entries, emails, strict=True):
        entry.email = email
    rows = add_players(tournament_id=tournament_id, entries=entries)
    Absence.objects.bulk_create(
        (
            Absence(player=row, round_number=number)
            for row, value in zip(rows, players, strict=True)
            for number in sorted(value.absent)
        ),
        batch_size=BATCH,
    )
    return rows


def _refuse_known(tournament_id: int, players: Sequence[PlayerValue]) -> None:
    known: set[tuple[str, ...]] = set()
    columns = ("surname", "first_name", "club", *REGISTERS)
    for row in Player.objects.filter(tournament=tournament_id).values(*columns):
        known |= _identities(row)
    for value in players:
        person = {"surname": value.surname, "first_name": value.first_name, "club": value.club}
        registers = {name: getattr(value.card, name) for name in REGISTERS}
        if known & _identities({**person, **registers}):
            raise Conflict(
                "player_known",
                field="surname",
                text=_("%(player)s is already entered.") % {"player": value.name},
            )


def _identities(person: dict[str, str]) -> set[tuple[str, ...]]:
    """Return the keys by which two entries would be the same person."""
    name = tuple(person[part].casefold() for part in ("surname", "first_name", "club"))
    return {name} | {(register, person[register]) for register in REGISTERS if person[register]}


def _within(number: int, limits: tuple[int, int]) -> bool:
    return limits[0] <= number <= limits[1]


def _check_ranges(event: Event) -> None:
    """Raise UserError for numbers too large for our tables, naming round and board."""
    refuse_too_many(len(event.state.players))
    for game in event.state.games:
        if not _within(game.handicap, HANDICAPS) or not _within(game.komi_half or 0, KOMI_HALVES):
            raise UserError(
                "handicap",
                field="handicap",
                text=_(
                    "Round %(round)d, board %(table)d: a handicap is 0 to 30 stones, komi at most "
                    "200 points."
                )
                % {"round": game.round, "table": game.table},
            )
        if not 0 <= game.table <= BOARDS[1] or game.round > LAST_ROUND:
            raise UserError(
                "board_number",
                field="board_number",
                text=_("Round %(round)d: boards are numbered from 1 to 9999, rounds from 1 to 99.")
                % {"round": game.round},
            )
    for player in event.state.players:
        if not 0 < player.id <= LARGEST_NUMBER:
            raise UserError(
                "number",
                field="number",
                text=_("%(player)s: players are numbered from 1 to 32767.")
                % {"player": player.name},
            )
    for team in event.teams:
        if not 0 < team.number <= LARGEST_NUMBER or any(
            seat.round > LAST_ROUND or not 1 <= seat.board <= MOST_LISTED for seat in team.seats
        ):
            raise UserError(
                "team",
                field="team",
                text=_("%(team)s: a team lists at most 20 players with reserves.")
                % {"team": team.name},
            )


def _free_slug(name: str) -> str:
    """Return a slug from the name that no tournament has: the same file may be imported twice."""
    stem = slugify(name)[:SLUG_STEM] or "tournament"
    slugs = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(slug for slug in slugs if not Tournament.objects.filter(slug=slug).exists())


def _guessed_rules(event: Event) -> str:
    even = event.state.parameters.komi.even_half
    return "japanese" if even == JAPANESE_KOMI_HALF else "french"


def _day(field: str, text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UserError(field, field=field, text=_("Write a date as 2026-11-21.")) from None


def _players(tournament: Tournament, event: Event) -> dict[int, Player]:
    wishes = event.state.wishes
    rows = []
    for value in event.state.players:
        try:
            row = entry_of(value)
            clean_entry(row, verbatim=True)
        except UserError as error:
            error.text = _("%(player)s: %(text)s") % {"player": value.name, "text": error.text}
            raise
        row.tournament, row.number, row.level = tournament, value.id, value.rank
        row.no_handicap = value.id in wishes.no_handicap
        row.local = value.id in wishes.locals_
        rows.append(row)
    players = {row.number: row for row in Player.objects.bulk_create(rows, batch_size=BATCH)}
    nothing = set(_uncounted(event))
    Absence.objects.bulk_create(
        (
            Absence(
                player=players[player],
                round_number=number,
                counts=(player, number) not in nothing,
            )
            for player, number in _absences(event)
        ),
        batch_size=BATCH,
    )
    return players


def _absences(event: Event) -> list[tuple[int, int]]:
    """Return who does not play in which round, by the numbers of both."""
    return [(value.id, number) for value in event.state.players for number in sorted(value.absent)]


def _uncounted(event: Event) -> list[tuple[int, int]]:
    """Return which of these absences score nothing."""
    return [
        (value.id, number)
        for value in event.state.players
        for number in sorted(value.absent & value.uncounted)
    ]


def entry_of(value: PlayerValue) -> Player:
    """Return the unsaved entry of a player listed in a file."""
    card = {column.name: getattr(value.card, column.name) for column in fields(value.card)}
    return Player(
        **card,
        surname=value.surname,
        first_name=without_partner(value.first_name, value.card.partner),
        club=value.club,
        country=value.country,
        rank=_shown_rank(value.card.grade, value.rank),
        rating=value.rating,
        registration=Registration.FINAL if value.final else Registration.PRELIMINARY,
        smms_correction=value.smms_correction,
    )


def _shown_rank(grade: str, rank: int) -> str:
    """Return the grade as people write it, or the rank if the grade is not one."""
    try:
        parse_rank(grade)
    except RankError:
        return rank_text(rank).lower()
    return grade.strip().lower()[:4]


def _rounds(tournament: Tournament, event: Event, players: dict[int, Player]) -> list[Round]:
    state = event.state
    numbers = range(1, state.played_rounds + 1)
    rounds = {
        row.number: row
        for row in Round.objects.bulk_create(
            Round(tournament=tournament, number=number) for number in numbers
        )
    }
    games = Game.objects.bulk_create(
        (
            _game(value, rounds[value.round], players, tournament)
            for value in _numbered(state.games)
        ),
        batch_size=BATCH,
    )
    seats = [seat for game in games for seat in seats_at(game, game.black_id, game.white_id)]
    seats += [Seat(round=rounds[bye.round], player=players[bye.player]) for bye in state.byes]
    Seat.objects.bulk_create(seats, batch_size=BATCH)
    unfinished = {game.round_id for game in games if game.state == GameState.OPEN}
    for row in rounds.values():
        row.state = RoundState.PUBLISHED if row.pk in unfinished else RoundState.FINISHED
    Round.objects.bulk_update(rounds.values(), ["state"])
    return list(rounds.values())


def _numbered(games: tuple[GameValue, ...]) -> list[GameValue]:
    """Return the games with unique board numbers: if two share one, the later one moves on."""
    taken: set[tuple[int, int]] = set()
    last: dict[int, int] = {}
    for game in games:
        last[game.round] = max(last.get(game.round, 0), game.table)
    numbered = []
    for game in games:
        table = game.table
        if table < 1 or (game.round, table) in taken:
            last[game.round] += 1
            table = last[game.round]
        taken.add((game.round, table))
        numbered.append(replace(game, table=table))
    return numbered


def _game(
    value: GameValue, round_: Round, players: dict[int, Player], tournament: Tournament
) -> Game:
    winner, reason = result_columns(value.result)
    komi_half = value.komi_half
    if komi_half is None:
        komi_half = tournament.handicap_komi_half if value.handicap else tournament.komi_half
    return Game(
        round=round_,
        board_number=value.table,
        black=players[value.black],
        white=players[value.white],
        handicap=value.handicap,
        komi_half=komi_half,
        colours_known=value.colours_known,
        state=GameState.ENTERED if winner else GameState.OPEN,
        winner=winner,
        reason=reason,
        reported_at=timezone.now() if winner else None,
    )


def _teams(tournament: Tournament, event: Event, players: dict[int, Player]) -> None:
    teams = Team.objects.bulk_create(
        Team(
            tournament=tournament,
            number=value.number,
            name=clean_text(Team, "name", value.name, verbatim=True) or str(value.number),
        )
        for value in event.teams
    )
    TeamSeat.objects.bulk_create(
        (
            TeamSeat(
                team=team,
                round_number=seat.round,
                board=seat.board,
                player=players[seat.player],
            )
            for team, value in zip(teams, event.teams, strict=True)
            for seat in value.seats
        ),
        batch_size=BATCH,
    )


def _save_pairs_kept_apart(event: Event, players: dict[int, Player]) -> None:
    wishes = event.state.wishes
    pairs: list[tuple[str, frozenset[int]]] = [
        (ApartKind.FORBIDDEN, pair) for pair in wishes.forbidden
    ]
    pairs += [
        (ApartKind.FAMILY, frozenset({a, b}))
        for family in wishes.families
        for a in family
        for b in family
        if a < b
    ]
    rows: set[tuple[int, int, str]] = set()
    for kind, pair in pairs:
        first, second = sorted(players[number].pk for number in pair)
        rows.add((first, second, kind))
    Apart.objects.bulk_create(
        Apart(first_id=first, second_id=second, kind=kind) for first, second, kind in sorted(rows)
    )
