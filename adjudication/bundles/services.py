"""Making a bundle for a rating officer, and noting that it was sent."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from adjudication.bundles.contents import (
    FACTS,
    FACTS_FORMAT,
    LETTER,
    Contents,
    RatingBasis,
    absences_as_facts,
    as_json,
    contents_of,
    estimate_text,
    facts_of,
    files_as_kept,
    lists_in_use,
    rating_basis,
    rating_table,
    ratings_as_kept,
)
from adjudication.bundles.differences import Difference
from adjudication.bundles.letter import LetterOccasion, write_letter
from adjudication.bundles.selectors import differences_from, last_sent
from adjudication.cases.selectors.referees import Pending, PendingCase, pending_cases
from adjudication.models import Bundle
from tournament.audit.selectors.trail import head_of
from tournament.audit.services.current_actor import current_actor
from tournament.audit.services.persons import uid_of
from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_text
from tournament.common.locks import hold_rounds, hold_trail, locked_tournament
from tournament.errors import NotFound, UserError
from tournament.exchange.selectors import RESULT_LISTS, page_of
from tournament.formats.bundle import BundledFile, digest_of, zipped
from tournament.formats.recognise import Format
from tournament.models import Tournament, Verb


@dataclass(frozen=True, slots=True)
class _Prepared:
    """What a bundle will hold and correct, worked out before anything is locked."""

    contents: Contents
    sent: Mapping[Format, Bundle]
    differences: tuple[Difference, ...]


@transaction.atomic
def make_bundle(
    *,
    tournament_id: int,
    kinds: Sequence[Format],
    language: str,
    base: str = "",
    reason: str = "",
    basis: RatingBasis | None = None,
) -> Bundle:
    """Make a bundle of the files for these lists, keep it, and write its digest to the trail.

    It is a draft until the tournament is closed. ``base`` is the address of the installation, with
    which the files give the event's page; ``basis`` is the tournament if it has been read already.
    If a list differs from what was sent before, the bundle corrects that and needs a ``reason``.
    Works in a closed tournament. Raises NotFound, and UserError without lists, for a language that
    we do not have, without a game, or without the reason.
    """
    chosen = [kind for kind in RESULT_LISTS if kind in kinds]
    if not chosen or not set(kinds) <= set(RESULT_LISTS):
        raise UserError("kinds", field="kinds", text=_("Choose at least one rating list."))
    if language not in dict(settings.LANGUAGES):
        raise UserError("language", field="language", text=_("Choose the language of the letter."))
    reason = clean_text(Bundle, "reason", reason)
    # Pairing rounds again and computing ratings takes seconds in a large event: do it before rows
    # are locked, and again only if something has changed meanwhile. On SQLite a transaction locks
    # the whole database: there, reading the basis beforehand is what spares others the wait.
    basis = basis or rating_basis(tournament_id)
    prepared = _prepared(basis, chosen, base, language)
    locked_tournament(tournament_id)
    hold_rounds(tournament_id)
    if not basis.current:
        prepared = _prepared(rating_basis(tournament_id), chosen, base, language)
    contents, differences = prepared.contents, prepared.differences
    if not contents.event.state.games:
        raise UserError(
            "no_games",
            field="kinds",
            text=_("No round is published yet: there is no game to be rated."),
        )
    if differences and not reason:
        raise UserError(
            "reason_missing",
            field="reason",
            text=_("This differs from what was sent: say why it is corrected."),
        )
    corrected = {item.number for item in differences}
    corrects = [bundle for bundle in prepared.sent.values() if bundle.number in corrected]
    hold_trail(tournament_id)
    bundle = Bundle(
        tournament=contents.tournament,
        language=language,
        page=contents.page,
        corrects=max(corrects, key=lambda earlier: earlier.number, default=None),
        reason=reason if differences else "",
    )
    with _in_words_of(contents.tournament, language):
        return _keep(bundle, contents, differences)


def _prepared(basis: RatingBasis, kinds: Sequence[Format], base: str, language: str) -> _Prepared:
    page = page_of(basis.tournament, base)
    sent = last_sent(basis.tournament.pk)
    sent = {kind: bundle for kind, bundle in sent.items() if kind in kinds}
    with _in_words_of(basis.tournament, language):
        contents = contents_of(basis, kinds, page)
        return _Prepared(contents, sent, differences_from(basis, sent, contents))


@contextmanager
def _in_words_of(tournament: Tournament, language: str) -> Iterator[None]:
    """Activate the letter's language and the tournament's time zone."""
    with translation.override(language), timezone.override(ZoneInfo(tournament.time_zone)):
        yield


def _keep(bundle: Bundle, contents: Contents, differences: tuple[Difference, ...]) -> Bundle:
    """Fill in the bundle, write its files and save it; the trail is locked."""
    tournament = contents.tournament
    rows = Bundle.objects.filter(tournament=tournament)
    head = head_of(tournament.pk)
    bundle.number = (rows.aggregate(last=Max("number"))["last"] or 0) + 1
    bundle.draft = tournament.closed_at is None
    bundle.files, bundle.ratings = files_as_kept(contents.files), ratings_as_kept(contents)
    bundle.lists = lists_in_use(tournament)
    bundle.head_sequence = head.sequence if head else 0
    bundle.head_digest = head.digest if head else ""
    bundle.made_by = uid_of(tournament.pk, current_actor(), held=True)
    pending = pending_cases(tournament.pk)
    occasion = LetterOccasion(
        *(bundle.number, bundle.draft, head, bundle.lists, pending, differences, bundle.reason)
    )
    files = [
        *(BundledFile(file.name, file.data) for file in contents.files),
        *(rating_table(contents, kind) for kind in contents.kinds),
        BundledFile(LETTER, write_letter(contents, occasion).encode()),
        BundledFile(FACTS, as_json(_facts(bundle, contents, pending))),
    ]
    bundle.data = zipped(files)
    bundle.sha256 = digest_of(bundle.data)
    bundle.save(force_insert=True)
    record(
        Verb.BUNDLE_MADE,
        tournament_id=tournament.pk,
        after={
            "bundle": bundle.number,
            "sha256": bundle.sha256,
            "draft": bundle.draft,
            "files": {item["kind"]: item["sha256"] for item in bundle.files},
            "head": [bundle.head_sequence, bundle.head_digest],
            "corrects": _corrected(bundle),
        },
        reason=bundle.reason,
    )
    return bundle


def _corrected(bundle: Bundle) -> int | None:
    return bundle.corrects.number if bundle.corrects else None


def _facts(bundle: Bundle, contents: Contents, pending: Pending) -> dict[str, Any]:
    """Return a bundle's contents for programs."""
    tournament = contents.tournament
    undecided = [_pending(case) for case in (*pending.appealed, *pending.open)]
    return {
        "format": FACTS_FORMAT,
        "bundle": bundle.number,
        "draft": bundle.draft,
        "made_at": bundle.made_at.isoformat(),
        "files": bundle.files,
        "rating_lists": bundle.lists,
        "ratings": {
            "estimates": bundle.ratings,
            "notes": {kind.value: estimate_text(contents.event, kind) for kind in contents.kinds},
        },
        "pending": undecided if bundle.draft else [],
        "left_undecided": [] if bundle.draft else undecided,
        "away": absences_as_facts(contents.event),
        "departures": list(contents.basis.departures.texts()),
        "record": {"events": bundle.head_sequence, "seal": bundle.head_digest},
        "corrects": (
            {
                "bundle": bundle.corrects.number,
                "sha256": bundle.corrects.sha256,
                "reason": bundle.reason,
            }
            if bundle.corrects
            else None
        ),
        "tournament": {"name": tournament.name, "slug": tournament.slug} | facts_of(contents.event),
    }


def _pending(case: PendingCase) -> dict[str, Any]:
    return {
        "case": case.number,
        "appeal": case.appealed,
        "round": case.round_number,
        "table": case.table,
    }


@transaction.atomic
def note_sent(*, tournament_id: int, number: int, recipient: str) -> Bundle:
    """Note that a bundle was sent now, and to whom; noting it again changes nothing.

    From then on, any difference from a final bundle is reported. Raises NotFound, and UserError
    without a recipient.
    """
    locked_tournament(tournament_id)
    rows = Bundle.objects.select_for_update(no_key=True)
    bundle = rows.filter(tournament=tournament_id, number=number).first()
    if bundle is None:
        raise NotFound("no_bundle", text=_("There is no such bundle."))
    if bundle.sent_at is not None:
        return bundle
    recipient = clean_text(Bundle, "recipient", recipient)
    if not recipient:
        raise UserError(
            "recipient", field="recipient", text=_("Write to whom it was sent, or its address.")
        )
    bundle.recipient, bundle.sent_at = recipient, timezone.now()
    hold_trail(tournament_id)
    bundle.sent_by = uid_of(tournament_id, current_actor(), held=True)
    bundle.save(update_fields=["recipient", "sent_at", "sent_by"])
    record(
        Verb.BUNDLE_SENT,
        tournament_id=tournament_id,
        after={"bundle": bundle.number, "sha256": bundle.sha256, "corrects": _corrected(bundle)},
    )
    return bundle
