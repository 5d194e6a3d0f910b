"""Taking a person out of a tournament: names and words go, games, results and standings stay.

The record of the tournament names persons by ids that say nothing, so that its chain still holds.
What was sent in as a record file, and what rounds were paired from, stays as it is kept: it is the
proof of results, and is shown to the public without names.
"""

import re
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.models import Appeal, Picture, Ruling, Statement, Submission
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AccessLink, AuditEvent, Person, Player, RecordingError, Role, Verb
from tournament.services.audit import checked_note, record
from tournament.services.locks import hold_trail, locked_tournament

EMPTIED = (
    "first_name",
    "partner",
    "club",
    "email",
    "egf_pin",
    "ffg_licence",
    "ffg_licence_status",
    "aga_id",
    "aga_expiration_date",
    "rating_origin",
)
"""What of an entry is emptied; rank, rating and country stay, for scores and lists need them."""
SHORTEST = 2


@dataclass(frozen=True, slots=True)
class Erased:
    """What was emptied. ``left`` is how many words of others, kept for ever, name the person."""

    number: int
    reasons: int
    notes: int
    statements: int
    pictures: int
    left: int


@transaction.atomic
def erase_player(*, tournament_id: int, player_id: int, note: str) -> Erased:
    """Erase who a player is; a number stands in place of the name from now on.

    Works in a closed tournament, too: people ask for it afterwards. Raises NotFound, Conflict for
    somebody who is erased already, and UserError without a ``note`` or with one that names him.
    """
    note = checked_note(note)
    locked_tournament(tournament_id)
    rows = Player.everybody.select_for_update(no_key=True)
    player = rows.filter(pk=player_id, tournament=tournament_id).first()
    if player is None:
        raise NotFound("no_player", text=_("There is no such player."))
    if player.erased_at is not None:
        raise Conflict("player_erased", text=_("This player is erased already."))
    words = _words(player)
    if words.search(note):
        raise UserError(
            "note_names", field="note", text=_("Say why without the name: the reason is kept.")
        )
    hold_trail(tournament_id)
    person = Person.objects.filter(player=player).first()
    texts = _empty_texts(player, person, words)
    _empty_entry(player)
    AccessLink.objects.filter(player=player, revoked_at=None).update(revoked_at=timezone.now())
    AccessLink.objects.filter(player=player).update(label="")
    record(
        Verb.PLAYER_ERASED,
        tournament_id=tournament_id,
        players=[player.number],
        after={**texts, "links": True},
        reason=note,
    )
    return Erased(
        number=player.number,
        reasons=len(texts["reasons"]),
        notes=texts["notes"],
        statements=texts["statements"],
        pictures=texts["pictures"],
        left=_left(tournament_id, words),
    )


def _words(player: Player) -> re.Pattern[str]:
    """Return what finds a player's names in a text, each as a word, in capitals or not."""
    parts = f"{player.surname} {player.first_name} {player.partner}".split()
    names = sorted({one for one in parts if len(one) >= SHORTEST}, key=len, reverse=True)
    choice = "|".join(map(re.escape, names or [player.name]))
    return re.compile(rf"(?<!\w)(?:{choice})(?!\w)", re.IGNORECASE)


def _empty_texts(player: Player, person: Person | None, words: re.Pattern[str]) -> dict[str, Any]:
    tournament_id = player.tournament_id
    uid = "" if person is None else person.uid
    events = AuditEvent.objects.filter(tournament=tournament_id).exclude(reason="")
    reasons = {
        sequence: pk
        for pk, sequence, actor, reason in events.order_by("sequence").values_list(
            "pk", "sequence", "actor", "reason"
        )
        if (uid and actor == uid) or words.search(reason)
    }
    AuditEvent.objects.filter(pk__in=reasons.values()).update(reason="", reason_salt="")
    said = Statement.objects.filter(
        Q(player=player) | Q(person=person) if person else Q(player=player)
    )
    pictures = Picture.objects.filter(statement__in=said).update(data=b"")
    statements = said.update(text="")
    own = Q(player=player) | Q(by=person) if person else Q(player=player)
    appeals = Appeal.objects.filter(own).update(text="")
    # Whom it was asked about may be known by his name alone, in a tournament from an archive.
    named = Person.objects.filter(tournament=tournament_id, role=Role.PLAYER, name=player.name)
    Person.objects.filter(Q(pk__in=named) | Q(player=player)).update(
        name="", erased_at=timezone.now()
    )
    return {
        "reasons": list(reasons),
        "statements": statements,
        "pictures": pictures,
        "appeals": appeals,
        "notes": _empty_notes(player, words),
    }


def _empty_notes(player: Player, words: re.Pattern[str]) -> int:
    """Empty the notes that the player wrote or that name him; return how many."""
    tournament_id = player.tournament_id
    answers = Submission.objects.filter(game__round__tournament=tournament_id)
    answered = [
        pk
        for pk, by, text in answers.exclude(answer_note="").values_list(
            "pk", "answered_by", "answer_note"
        )
        if by == player.pk or words.search(text)
    ]
    errors = RecordingError.objects.filter(game__round__tournament=tournament_id)
    proposed = [
        pk for pk, text in errors.exclude(note="").values_list("pk", "note") if words.search(text)
    ]
    return Submission.objects.filter(pk__in=answered).update(
        answer_note=""
    ) + RecordingError.objects.filter(pk__in=proposed).update(note="")


def _empty_entry(player: Player) -> None:
    player.surname = f"#{player.number}"
    for name in EMPTIED:
        setattr(player, name, "")
    player.erased_at = timezone.now()
    player.save(update_fields=["surname", *EMPTIED, "erased_at"])


def _left(tournament_id: int, words: re.Pattern[str]) -> int:
    """Count what others wrote that names the person and is kept for ever."""
    statements = Statement.objects.filter(case__tournament=tournament_id)
    rulings = Ruling.objects.filter(case__tournament=tournament_id)
    texts = [
        *statements.exclude(text="").values_list("text", flat=True),
        *rulings.values_list("reasons", flat=True),
    ]
    return sum(1 for text in texts if words.search(text))
