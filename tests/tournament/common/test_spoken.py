"""What the program notes is read by everybody in their own language."""

from django.utils import translation
from django.utils.translation import gettext_lazy

from tournament.spoken import note_text, stored_note


def test_a_note_of_the_program_is_kept_for_readers_of_every_language() -> None:
    note = gettext_lazy("Both players confirmed the result.")
    with translation.override("fr"):
        kept, french = stored_note(note), str(note)
        assert note_text(kept) == french != kept
    with translation.override("en"):
        assert note_text(kept) == kept
    assert (note_text(""), note_text("Somebody wrote this.")) == ("", "Somebody wrote this.")
