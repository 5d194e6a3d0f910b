"""What the program notes is read by everybody in their own language."""

from django.utils import translation
from django.utils.translation import gettext_lazy

from tournament.spoken import kept_note, note_told


def test_a_note_of_the_program_is_kept_for_readers_of_every_language() -> None:
    note = gettext_lazy("Both players confirmed the result.")
    with translation.override("fr"):
        kept, french = kept_note(note), str(note)
        assert note_told(kept) == french != kept
    with translation.override("en"):
        assert note_told(kept) == kept
    assert (note_told(""), note_told("Somebody wrote this.")) == ("", "Somebody wrote this.")
