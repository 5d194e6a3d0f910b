"""What a player writes with what he does."""

from django.utils.translation import gettext_lazy as _

from tournament.errors import UserError

LONGEST_NOTE = 500


def clean_note(note: str) -> str:
    """Return a note on one line. Raises UserError (field ``note``) for one that is too long."""
    note = " ".join("".join(c if c.isprintable() else " " for c in note).split())
    if len(note) > LONGEST_NOTE:
        raise UserError(
            "note_too_long", field="note", text=_("This is too long: write at most 500 characters.")
        )
    return note
