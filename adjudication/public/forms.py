"""Query parameters of a round's pages: the order of its games, the wall display's screen."""

from django import forms

from tournament.common.forms import Form

SCREENS = ("pairings", "results", "standings")


class RoundOrderForm(Form):
    """Whether to list a round by players' names instead of boards."""

    by = forms.ChoiceField(choices=[("name", "name")], required=False)


class ScreenForm(Form):
    """The screen that the wall display stays on; none means whatever is worth showing now."""

    show = forms.ChoiceField(choices=[(screen, screen) for screen in SCREENS], required=False)
