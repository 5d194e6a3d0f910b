"""What the forms of all steps share: saved and settled values, and presets to start from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament.common.forms import PressedField, UndrawnWidget, VersionedModelForm, Words, in_words
from tournament.models import Tournament
from tournament.settings.selectors import Settings, Setup


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset to start from; ``current`` is the one that the tournament is set up as."""

    key: str
    label: str
    hint: str = ""
    current: bool = False


@dataclass(frozen=True, slots=True)
class PresetChange:
    """What a preset did to a field: its label, and the old and new values in words."""

    label: Words
    before: str
    now: str


class SetupStepForm(VersionedModelForm):
    """One step of the setup.

    ``playing`` says what a change means from the first published round on, when the ``settled``
    fields can no longer be changed. A step with ``presets`` may be started from one of them, named
    by ``start`` or, in a form that was sent, by ``base``; pressing a preset in a form changes only
    the fields that presets are about, and ``before`` holds the form as it was. ``preview`` is the
    template of what the page shows besides the fields, with the ``context`` for it.
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
    then = forms.CharField(required=False, widget=UndrawnWidget)
    show = PressedField()
    preset_pressed = forms.CharField(required=False, widget=UndrawnWidget)
    before = forms.CharField(required=False, widget=UndrawnWidget)
    undo = PressedField()
    sure = PressedField()

    def __init__(self, setup: Setup, data: QueryDict | None = None, *, start: str = "") -> None:
        self.setup = setup
        self.filled_in: tuple[PresetChange, ...] = ()
        self.departing: tuple[str, ...] = ()
        self.switching_on = False
        preset = data.get("base", "") if data else start
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
        """Return the saved values of the fields that are not columns, by name."""
        return {}

    def start_values(self, preset: str) -> dict[str, Any]:
        """Return the values of a preset, or nothing if it does not exist."""
        return {}

    def presets(self) -> tuple[Preset, ...]:
        """Return the presets."""
        return ()

    @property
    def pressed(self) -> bool:
        """Return whether a button was pressed that only changes or shows something in the form."""
        return any(self[name].data for name in ("show", "preset_pressed", "undo"))

    def as_pressed(self) -> Self:
        """Return the form after the button of a preset, or of undoing one, was pressed."""
        if self["undo"].data:
            return type(self)(self.setup, QueryDict(str(self["before"].data or "")))
        started = type(self)(self.setup, start=str(self["preset_pressed"].data or ""))
        self.full_clean()
        if not started.preset or self.both_changed:
            return self
        about = self._preset_fields()
        filled_in = []
        for name, field in started.fields.items():
            if name not in self.fields or field.widget.is_hidden or field.disabled:
                continue
            typed = self.typed_value(name)
            if name not in about:
                started.put(name, typed)
            elif (was := in_words(field, typed)) != (now := in_words(field, started.start(name))):
                filled_in.append(PresetChange(field.label or name, was, now))
        started.filled_in = tuple(filled_in)
        started.put("before", self._as_it_was())
        return started

    @classmethod
    def proposing(cls, setup: Setup, values: Mapping[str, Any], *, start: str = "") -> Self:
        """Return the form filled in with proposed values, started from a preset.

        Fields that the system does not have are ignored. As after a preset, the form says what
        would change, and can go back to what is saved.
        """
        saved = cls(setup)
        saved.fill({})
        form = cls(setup, start=start)
        if not form.is_bound:
            form.fill({})
        for name in values.keys() & form.fields.keys():
            form.put(name, values[name])
        form.filled_in = tuple(
            PresetChange(field.label or name, was, now)
            for name, field in form.fields.items()
            if not field.widget.is_hidden
            for was in [in_words(field, form.get_initial_for_field(field, name))]
            for now in [in_words(field, form.typed_value(name))]
            if was != now
        )
        form.put("before", saved._as_it_was())
        return form

    def start(self, name: str) -> Any:
        """Return a field's initial value, from a preset or as saved."""
        return self.started.get(name, self.get_initial_for_field(self.fields[name], name))

    def _preset_fields(self) -> set[str]:
        """Return the fields that presets are about: one of them would change what is saved."""
        starts = [self.start_values(preset.key) for preset in self.presets()]
        return {
            name
            for name, field in self.fields.items()
            for values in starts
            if values.get(name, saved := self.get_initial_for_field(field, name)) != saved
        }

    def _as_it_was(self) -> str:
        """Return the form as it was sent, without buttons and technical fields."""
        sent: Any = self.data
        kept = sent.copy()
        for name in ("csrfmiddlewaretoken", "preset_pressed", "before", "undo", "show", "then"):
            kept.pop(name, None)
        return str(kept.urlencode())

    def value(self, name: str) -> Any:
        """Return a field's value, or its initial value if it is invalid or not shown."""
        if name in getattr(self, "cleaned_data", {}):
            return self.cleaned_data[name]
        return self.started.get(name, self.initial.get(name))

    @property
    def settings(self) -> Settings:
        """Return the step with the form's values."""
        raise NotImplementedError

    def context(self) -> dict[str, Any]:
        """Return what ``preview`` shows."""
        return {}

    class Meta:
        """The row of the settings."""

        model = Tournament
        fields: ClassVar[tuple[str, ...]] = ()
