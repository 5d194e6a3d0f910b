"""Creating tournaments."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from itertools import chain, count

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from adjudication.rules.presets import UnknownRuleSet, get_ruleset
from adjudication.rules.rulesets import RuleSet
from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_columns
from tournament.common.locks import open_tournament
from tournament.errors import Conflict, UserError
from tournament.models import Game, HandicapPolicy, PairingMethod, Status, Tournament, Verb
from tournament.state.codec import to_json
from tournament.state.parameters import Parameters
from tournament.state.presets import MCMAHON
from tournament.tournaments.models import usual_time_zone

LONGEST_SLUG = Tournament._meta.get_field("slug").max_length or 0
ATTEMPTS = 5
"""How many addresses are tried if somebody else takes the free one first."""
CREATED_WITH = (
    *("name", "city", "country", "time_zone", "director_name", "board_size"),
    *("komi_half", "handicap_komi_half", "handicap_policy", "method"),
)
"""The columns that are checked before a tournament is created."""


@transaction.atomic
def create_tournament(
    *,
    name: str,
    rules: str,
    slug: str = "",
    board_size: int = 19,
    komi_half: int | None = None,
    handicap_komi_half: int | None = None,
    handicap_policy: str = HandicapPolicy.EVEN,
    city: str = "",
    country: str = "",
    starts_on: date | None = None,
    ends_on: date | None = None,
    time_zone: str = "",
    director_name: str = "",
    internet: bool = False,
    parameters: Parameters | None = None,
    method: str = PairingMethod.WEIGHTS,
    status: Status = Status.PUBLIC,
) -> Tournament:
    """Create a tournament. Komi is in half-points; None takes the rule set's own.

    ``parameters`` are those of scores, handicaps and pairing, by default those of McMahon; komi and
    ``method`` are given separately.

    Without a ``time_zone`` the installation's is used. Without a ``slug`` the address is made from
    the name (``tournament`` for a name without a Latin letter), with a number appended if it is
    taken. Raises UserError for values that are not allowed and Conflict for an address that is
    taken.
    """
    ruleset = ruleset_of(rules)
    even, handicap = (
        round(2 * ruleset.komi_for(stones)) if half is None else half
        for stones, half in ((0, komi_half), (2, handicap_komi_half))
    )
    check_days(starts_on, ends_on)
    created = Tournament(
        name=name,
        rules=ruleset.key,
        board_size=board_size,
        komi_half=even,
        handicap_komi_half=handicap,
        handicap_policy=handicap_policy,
        city=city,
        country=country,
        starts_on=starts_on,
        ends_on=ends_on,
        time_zone=time_zone or usual_time_zone(),
        director_name=director_name,
        internet=internet,
        parameters=to_json(parameters or MCMAHON),
        method=method,
        status=status,
    )
    clean_settings(created, CREATED_WITH)
    address = slugify(slug)[:LONGEST_SLUG]
    if address:
        with taken_as_conflict():
            created.slug = address
            created.save(force_insert=True)
    else:
        _save_at_free_address(created, slugify(name) or "tournament")
    record(
        Verb.TOURNAMENT_CREATED,
        tournament_id=created.pk,
        after={"name": created.name, "slug": created.slug, "rules": created.rules},
    )
    return created


def ruleset_of(key: str) -> RuleSet:
    """Return a rule set. Raises UserError if it does not exist."""
    try:
        return get_ruleset(key)
    except UnknownRuleSet as error:
        raise UserError(
            "unknown_rules", field="rules", text=_("Choose one of the rule sets.")
        ) from error


def clean_settings(row: Tournament, columns: Collection[str]) -> None:
    """Check columns of a tournament against their limits.

    Raises UserError for the first that is wrong, with its field as forms and the API name it.
    """
    try:
        clean_columns(row, columns)
    except UserError as error:
        error.field = (error.field or "").removesuffix("_half")
        raise


def check_days(first: date | None, last: date | None) -> None:
    """Raise UserError if the last day is before the first."""
    if first and last and last < first:
        raise UserError("ends_on", field="ends_on", text=_("The last day is not before the first."))


@contextmanager
def taken_as_conflict() -> Iterator[None]:
    """Raise Conflict if the database refuses an address because it is taken."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise Conflict(
            "slug_taken", field="slug", text=_("Another tournament has this address already.")
        ) from error


def _save_at_free_address(row: Tournament, wanted: str) -> None:
    """Save a new tournament at the first free one of ``wanted``, ``wanted-2``, ``wanted-3``..."""
    for attempt in count(1):
        row.slug = _free_slug(wanted)
        try:
            with taken_as_conflict():
                row.save(force_insert=True)
                return
        except Conflict:
            # Somebody creating a tournament at the same time took it: try the next.
            if attempt == ATTEMPTS:
                raise


def _free_slug(wanted: str) -> str:
    wanted = wanted[: LONGEST_SLUG - len("-9999")].rstrip("-")
    taken = set(Tournament.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    numbered = (f"{wanted}-{number}" for number in count(2))
    return next(slug for slug in chain([wanted], numbered) if slug not in taken)


@transaction.atomic
def reserve_tables(*, tournament_id: int, numbers: Iterable[int]) -> None:
    """Replace the table numbers that no board gets from now on.

    Raises NotFound, and UserError for a number that no table can have.
    """
    chosen = sorted(set(numbers))
    for number in chosen:
        try:
            Game._meta.get_field("board_number").run_validators(number)
        except ValidationError as error:
            raise UserError("table", field="tables", text=error.messages[0]) from None
    tournament = open_tournament(tournament_id)
    before = tournament.reserved_tables
    if before == chosen:
        return
    tournament.reserved_tables = chosen
    tournament.save(update_fields=["reserved_tables"])
    record(
        Verb.TOURNAMENT_CHANGED,
        tournament_id=tournament.pk,
        before={"reserved_tables": before},
        after={"reserved_tables": chosen},
    )
