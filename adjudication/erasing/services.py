"""Erasing a person from a tournament: names and words go, games, results and standings stay.

The audit trail refers to persons by meaningless ids, so that its chain still holds. The API's kept
answers, which may name them, are emptied, too.

Record files stay as they were sent in: they are the proof of results, and no page shows them to the
public. So do the statements of others and the reasons of rulings.
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.erasing.texts import ErasedNames, count_left, empty_texts
from adjudication.models import ReportDraft, ServerRecord
from api.calls.services import erase_answers
from notices.models import Mail, PlayerMail
from tournament.audit.services.recording import checked_note, record
from tournament.common.locks import hold_rounds, locked_tournament
from tournament.common.versions import save_version
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import (
    ENTRY_TEXTS,
    IMPERSONAL_COLUMNS,
    AccessLink,
    Person,
    Player,
    Role,
    Verb,
)

EMPTIED = frozenset(ENTRY_TEXTS) - IMPERSONAL_COLUMNS - {"surname"} | {"club"}
"""The columns of an entry that are emptied; scores and lists need rank, rating and country."""


@dataclass(frozen=True, slots=True)
class ErasureCounts:
    """What was emptied. ``left`` is how many texts by others, kept for ever, name the person."""

    number: int
    reasons: int
    notes: int
    statements: int
    pictures: int
    draws: int
    left: int


@transaction.atomic
def erase_player(*, tournament_id: int, player_id: int, note: str) -> ErasureCounts:
    """Erase a player's identity; from now on a number replaces the name.

    Works in a closed tournament, too, as people ask for it afterwards. Raises NotFound, Conflict if
    they have been erased already, and UserError without a ``note`` or with one that names them.
    """
    note = checked_note(note)
    locked_tournament(tournament_id)
    hold_rounds(tournament_id)
    rows = Player.everybody.select_for_update(no_key=True)
    player = rows.filter(pk=player_id, tournament=tournament_id).first()
    if player is None:
        raise NotFound("no_player", text=_("There is no such player."))
    if player.erased_at is not None:
        raise Conflict("player_erased", text=_("This player has already been erased."))
    names = ErasedNames(player)
    if names.named_in(note):
        raise UserError(
            "note_names",
            field="note",
            text=_("Give a reason without the name: the reason is kept."),
        )
    person = Person.objects.filter(player=player).first()
    texts = empty_texts(player, person, names)
    _empty_person(player)
    _empty_entry(player)
    AccessLink.objects.filter(player=player, revoked_at=None).update(revoked_at=timezone.now())
    AccessLink.objects.filter(player=player).update(label="")
    # Mails hold neither address nor text, but that somebody was written to is private, too.
    Mail.objects.filter(player=player).delete()
    PlayerMail.objects.filter(player=player).delete()
    # A record that was never submitted proves nothing, and may name its players.
    ReportDraft.objects.filter(Q(game__black=player) | Q(game__white=player)).delete()
    ServerRecord.objects.filter(tournament=tournament_id).delete()
    erase_answers(tournament_id)
    record(
        Verb.PLAYER_ERASED,
        tournament_id=tournament_id,
        players=[player.number],
        after={**texts, "links": True},
        reason=note,
    )
    return ErasureCounts(
        number=player.number,
        reasons=len(texts["reasons"]),
        notes=texts["notes"],
        statements=texts["statements"],
        pictures=texts["pictures"],
        draws=texts["draws"],
        left=count_left(tournament_id, names),
    )


def _empty_person(player: Player) -> None:
    # In a tournament from an archive, whom it was asked about may be known only by name.
    named = Q(tournament=player.tournament_id, role=Role.PLAYER, name=player.name)
    Person.objects.filter(named | Q(player=player)).update(name="", erased_at=timezone.now())


def _empty_entry(player: Player) -> None:
    player.surname = f"#{player.number}"
    for name in EMPTIED:
        setattr(player, name, "")
    player.erased_at = timezone.now()
    save_version(player, "surname", *EMPTIED, "erased_at")
