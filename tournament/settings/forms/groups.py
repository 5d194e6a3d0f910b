"""The buttons of the groups page, and the order of players who tie for a qualifying place."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament.common.forms import Form
from tournament.fields.forms import ChoiceField
from tournament.rounds.selectors.groups import GroupsPage, Tie

DRAW, START, BACK = "draw", "start", "back"


class GroupsForm(Form):
    """What to do, and the place of everybody who ties."""

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, page: GroupsPage, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"version": page.version})
        self._ties = page.ties
        self.do = str(data.get("do", "")) if data else ""
        for tie in self._ties:
            last = tie.place + len(tie.players) - 1
            choices: list[tuple[Any, str]] = [("", "–")]
            choices += [
                (str(place), _("place %(place)d") % {"place": place})
                for place in range(tie.place, last + 1)
            ]
            for player in tie.players:
                self.fields[_name(player.number)] = ChoiceField(
                    label=player.name, choices=choices, required=self.do == START
                )

    def ties(self) -> list[tuple[Tie, list[Any]]]:
        """Return the ties, each with the fields of its players."""
        return [(tie, [self[_name(player.number)] for player in tie.players]) for tie in self._ties]

    def clean(self) -> dict[str, Any]:
        """Refuse the same place for two players."""
        data = super().clean() or self.cleaned_data
        for tie in self._ties if self.do == START else ():
            taken = [data.get(_name(player.number)) for player in tie.players]
            if None not in taken and len(set(taken)) < len(taken):
                self.add_error(
                    _name(tie.players[-1].number),
                    ValidationError(_("Give each of these players a place of their own.")),
                )
        return data

    @property
    def decided(self) -> list[int]:
        """Return the numbers of the tied players, in the order decided."""
        return [
            player.number
            for tie in self._ties
            for player in sorted(
                tie.players, key=lambda player: int(self.cleaned_data[_name(player.number)])
            )
        ]


def _name(number: int) -> str:
    return f"place_{number}"
