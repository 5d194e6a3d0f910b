"""What addresses of a round ask for: the order of its games, the screen of the wall display."""

from django import forms

from tournament.common.forms import Form

SCREENS = ("pairings", "results", "standings")


class RoundOrderForm(Form):
    """Whether a round is shown by its players' names, not by its boards."""

    by = forms.ChoiceField(choices=[("name", "name")], required=False)


class ScreenForm(Form):
    """The screen that the wall display keeps to; none: whatever is worth showing now."""

    show = forms.ChoiceField(choices=[(screen, screen) for screen in SCREENS], required=False)
