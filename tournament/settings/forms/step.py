"""What the forms of all steps have in common: what is saved or settled, presets to start from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament.common.forms import PressedField, Undrawn, VersionedModelForm, Words
from tournament.models import Tournament
from tournament.settings.selectors import Settings, Setup


@dataclass(frozen=True, slots=True)
class Preset:
    """Something to start from; ``current`` is the one that the tournament is set up as."""

    key: str
    label: str
    hint: str = ""
    current: bool = False


class SetupStepForm(VersionedModelForm):
    """One step of the setup.

    ``playing`` says what a change means from the first published round on, and the ``settled``
    fields can no longer be changed then. A step with ``presets`` may be started from one of them,
    named by ``start`` or, in a form that was sent, by ``base``. ``preview`` is the template of what
    the page shows besides the fields, with the ``context`` for it.
    """

    key: ClassVar[str]
    title: ClassVar[Words]
    lead: ClassVar[Words]
    playing: ClassVar[Words] = ""
    settled: ClassVar[frozenset[str]] = frozenset()
    preview: ClassVar[str] = ""
    conflict_status = 400
    do_not_call_in_templates = True

    base = forms.CharField(required=False, widget=forms.HiddenInput)
    then = forms.CharField(required=False, widget=Undrawn)
    show = PressedField()

    def __init__(
        self, setup: Setup, data: QueryDict | None = None, *, start: Mapping[str, str] | None = None
    ) -> None:
        self.setup = setup
        preset = (data.get("base", "") if data else (start or {}).get("preset", "")) or ""
        self.started = self.start_values(preset)
        self.preset = preset if self.started else ""
        super().__init__(data, instance=setup.row, initial=self.saved_values())
        self.arrange()
        self.carry_initial()
        if setup.played:
            for name in self.settled & self.fields.keys():
                field = self.fields[name]
                field.disabled = True
                text = _("Settled since the first round was published.")
                field.help_text = f"{field.help_text} {text}".strip()
        if self.preset and data is None:
            self.fill({**self.started, "base": self.preset})

    def arrange(self) -> None:
        """Offer the fields and choices that this tournament needs."""

    def saved_values(self) -> dict[str, Any]:
        """Return what is saved, by the names of the fields that are no columns."""
        return {}

    def start_values(self, preset: str) -> dict[str, Any]:
        """Return what a preset fills in; nothing for one that does not exist."""
        return {}

    def presets(self) -> tuple[Preset, ...]:
        """Return what the form can be started from."""
        return ()

    @property
    def pressed(self) -> bool:
        """Whether a button was pressed that changes or shows something in the form only."""
        return bool(self["show"].data)

    def value(self, name: str) -> Any:
        """Return what a field holds; where it is wrong or not shown, what the form started with."""
        if name in getattr(self, "cleaned_data", {}):
            return self.cleaned_data[name]
        return self.started.get(name, self.initial.get(name))

    @property
    def settings(self) -> Settings:
        """Return the step as the form has it."""
        raise NotImplementedError

    def context(self) -> dict[str, Any]:
        """Return what ``preview`` shows."""
        return {}

    class Meta:
        """The row of the settings."""

        model = Tournament
        fields: ClassVar[tuple[str, ...]] = ()
