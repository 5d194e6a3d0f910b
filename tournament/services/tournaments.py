"""Creating tournaments."""

from datetime import date

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from adjudication.rules.presets import UnknownRuleSet, get_ruleset
from tournament.errors import Conflict, UserError
from tournament.models import HandicapPolicy, Tournament

SMALLEST_BOARD, LARGEST_BOARD = 2, 25
LARGEST_KOMI_HALF = 400


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
    starts_on: date | None = None,
    language: str = "en",
) -> Tournament:
    """Create a tournament. Komi is in half-points; None takes the rule set's own.

    Raises UserError for values that are not allowed and Conflict for an address already taken.
    """
    if not name.strip():
        raise UserError("name_missing", field="name", text=_("Give the tournament a name."))
    try:
        ruleset = get_ruleset(rules)
    except UnknownRuleSet as error:
        raise UserError(
            "unknown_rules", field="rules", text=_("Choose one of the rule sets.")
        ) from error
    if not SMALLEST_BOARD <= board_size <= LARGEST_BOARD:
        raise UserError(
            "board_size", field="board_size", text=_("A board has 2 to 25 lines each way.")
        )
    even, handicap = (
        round(2 * ruleset.komi_for(stones)) if half is None else half
        for stones, half in ((0, komi_half), (2, handicap_komi_half))
    )
    for field, half in (("komi", even), ("handicap_komi", handicap)):
        if abs(half) > LARGEST_KOMI_HALF:
            raise UserError("komi", field=field, text=_("Komi is at most 200 points."))
    slug = slugify(slug or name)[:60] or "tournament"
    if Tournament.objects.filter(slug=slug).exists():
        raise Conflict(
            "slug_taken", field="slug", text=_("Another tournament has this address already.")
        )
    return Tournament.objects.create(
        name=name.strip(),
        slug=slug,
        rules=ruleset.key,
        board_size=board_size,
        komi_half=even,
        handicap_komi_half=handicap,
        handicap_policy=handicap_policy,
        city=city.strip(),
        starts_on=starts_on,
        language=language,
    )
