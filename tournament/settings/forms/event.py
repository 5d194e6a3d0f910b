"""Step 1: the tournament's name, place, dates and rules; creating a tournament."""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from adjudication.rules.presets import PRESETS
from tournament.common.forms import Fieldsets, ModelForm, PressedField, label_with_hint
from tournament.fields.forms import DayField, LineField, RadioField
from tournament.models import Tournament
from tournament.settings.forms.step import SetupStepForm
from tournament.settings.selectors import EventSettings
from tournament.spoken import translated
from tournament.tournaments.services import LONGEST_SLUG

COLUMNS = tuple(column.name for column in fields(EventSettings))
FIELDSETS: Fieldsets = (
    (_("How games are played"), {"fields": ["rules", "board_size", "internet"]}),
)
ORDER = ("name", "city", "country", "starts_on", "ends_on", "time_zone", "director_name", "slug")
KINDS: Mapping[str, Any] = MappingProxyType({"starts_on": DayField, "ends_on": DayField})
LABELS = MappingProxyType({"internet": _("Played on the internet")})
HINTS = MappingProxyType(
    {
        "director_name": _("Your name: result files and the history of the tournament show it."),
        "country": _("Result files for rating lists need it."),
        "time_zone": _(
            "Mails, paper and the pages of the staff tell every time in it; on public pages, "
            "readers elsewhere see their own time."
        ),
        "internet": _(
            "Ratings count such games less, and players can report with a server’s record."
        ),
    }
)


class AddressField(LineField):
    """The part of URLs that names a tournament; a service makes a slug of it."""

    def __init__(self, **options: Any) -> None:
        options = {"label": _("Address of its pages"), "max_length": LONGEST_SLUG, **options}
        super().__init__(**options)


class RulesField(RadioField):
    """The rule set by which game records are replayed."""

    def __init__(self, **options: Any) -> None:
        hint = _("Game records are replayed under it; komi follows it unless you change it.")
        wanted = {"required": _("Choose the rules that are played.")}
        options = {
            "label": _("Rule set"),
            "help_text": hint,
            "error_messages": wanted,
            **options,
        }
        super().__init__(choices=rule_sets, **options)
        self.widget.template_name = "settings/rule_sets.html"


USUAL_RULES = ("french", "japanese", "chinese", "aga")


def rule_sets() -> list[tuple[Any, Any]]:
    """Return the rule sets with descriptions, the usual ones first and the rest as a group."""
    named = {
        key: label_with_hint(translated(ruleset.title), translated(ruleset.summary))
        for key, ruleset in PRESETS.items()
    }
    usual = [(key, named.pop(key)) for key in USUAL_RULES]
    return [*usual, (gettext("Other rule sets"), list(named.items()))]


def board_field() -> Any:
    """Return the field of the board, which is always filled in."""
    return Tournament._meta.get_field("board_size").formfield(
        help_text=_("Lines each way, from 2 to 25."), required=True, empty_value=None
    )


class EventForm(SetupStepForm):
    """Name, place, dates and rules."""

    key = "event"
    title = _("Event")
    lead = _("What it is called, where and when it is, under which rules.")
    playing = _("Address, rule set and board are settled; the rest can be changed.")
    settled = frozenset({"slug", "rules", "board_size"})
    fieldsets: ClassVar[Fieldsets] = FIELDSETS
    field_order = ORDER
    rules = RulesField()
    board_size = board_field()
    slug = AddressField(
        help_text=_("Letters a to z, digits and hyphens. It is part of every public address."),
        error_messages={
            "required": _("Write the address with letters a to z, digits and hyphens.")
        },
    )

    class Meta:
        """The columns of the step."""

        model = Tournament
        fields = COLUMNS
        field_classes = KINDS
        labels = LABELS
        help_texts = HINTS

    def arrange(self) -> None:
        """Keep a country that came from a file, even one that is not in our list."""
        country: Any = self.fields["country"]
        country.kept = self.instance.country

    @property
    def settings(self) -> EventSettings:
        """Return the step with the form's values."""
        return EventSettings(**{name: self.cleaned_data[name] for name in COLUMNS})


class NewTournamentForm(ModelForm):
    """The same for a new tournament, whose address can be left to follow from its name."""

    conflict_status = 400
    fieldsets: ClassVar[Fieldsets] = FIELDSETS
    field_order = ORDER
    rules = RulesField()
    board_size = board_field()
    slug = AddressField(
        help_text=_("Letters a to z, digits and hyphens; if empty, it is made from the name."),
        required=False,
    )

    time_zone = Tournament._meta.get_field("time_zone").formfield(
        help_text=HINTS["time_zone"], error_messages={"required": _("Choose a time zone.")}
    )
    publish = PressedField()

    Meta = EventForm.Meta

    @property
    def settings(self) -> EventSettings:
        """Return the tournament to create."""
        return EventSettings(**{name: self.cleaned_data[name] for name in COLUMNS})
