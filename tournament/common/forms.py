"""Forms of pages, drawn by ``templates/django/forms`` and safe when two people edit one thing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Self

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.forms.boundfield import BoundField
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.functional import Promise, lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.errors import Conflict, UserError
from tournament.fields.forms import CutField, set_plain_error_messages

Words = str | Promise
Fieldsets = tuple[tuple[Words | None, Mapping[str, Any]], ...]
THEIRS, MINE = "theirs", "mine"


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the data that a form was sent with; None if it is only shown."""
    return request.POST if request.method == "POST" else None


@dataclass(frozen=True, slots=True)
class Fieldset:
    """Fields that are drawn together; a folded group is open if something in it is wrong.

    With ``columns`` they make a table with these headings, filled in row by row.
    """

    title: Words
    description: Words
    fields: list[BoundField]
    folded: bool
    columns: Sequence[Words] = ()

    @property
    def rows(self) -> list[list[BoundField]]:
        """Return the fields of the table, by row."""
        width = len(self.columns)
        return [self.fields[at : at + width] for at in range(0, len(self.fields), width)]

    @property
    def open(self) -> bool:
        """Whether something in it needs attention."""
        return any(field.errors for field in self.fields)

    @property
    def inputs(self) -> list[BoundField]:
        """Return the fields that are not checkboxes."""
        return [field for field in self.fields if field.widget_type != "checkbox"]

    @property
    def boxes(self) -> list[BoundField]:
        """Return the checkboxes, which go below the others."""
        return [field for field in self.fields if field.widget_type == "checkbox"]


class PageField(BoundField):
    """A field of a page: inputs in a group get descriptions, as single inputs do."""

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Any = None) -> dict[str, Any]:
        """Return the attributes of the inputs."""
        attrs = super().build_widget_attrs(attrs, widget)
        if self.use_fieldset and not self.is_hidden and self.aria_describedby:
            attrs.setdefault("aria-describedby", self.aria_describedby)
        return attrs


class PageForm(forms.BaseForm):
    """What every form of a page has: groups of fields, ids like names, errors of services.

    ``fieldsets`` are written as in Django's admin; fields that they do not name come first.
    ``autocomplete`` says which fields the browser may fill in, ``terms`` which glossary entries
    explain a field's label, by their keys.
    """

    fieldsets: ClassVar[Fieldsets] = ()
    autocomplete: ClassVar[Mapping[str, str]] = {}
    terms: ClassVar[Mapping[str, str]] = {}
    bound_field_class = PageField
    service_fields: ClassVar[Mapping[str, str]] = {}
    """The form's names of fields, by the service's names, where the two differ."""
    saves: ClassVar[bool] = True
    """Whether there is something to save; a refusal then says that it was not saved."""
    status = 200
    conflict_status: ClassVar[int] = 409
    """The status of the page if a service refuses because of what somebody else did meanwhile."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"auto_id": "%s", "label_suffix": "", **options})
        for name, field in self.fields.items():
            set_plain_error_messages(field)
            if isinstance(field.widget, forms.TextInput):
                field.widget.attrs.setdefault("autocomplete", self.autocomplete.get(name, "off"))

    def groups(self) -> Iterator[Fieldset]:
        """Yield the groups of fields as they are drawn."""
        listed = {name for _title, options in self.fieldsets for name in options["fields"]}
        rest = [field.name for field in self.visible_fields() if field.name not in listed]
        for title, options in ((None, {"fields": rest}), *self.fieldsets):
            fields = [self[name] for name in options["fields"] if name in self.fields]
            fields = [field for field in fields if not field.is_hidden]
            if fields:
                folded = "collapse" in options.get("classes", ())
                columns = options.get("columns", ())
                yield Fieldset(title or "", options.get("description", ""), fields, folded, columns)

    def is_valid(self) -> bool:
        """Whether the data is valid; otherwise the page is a 400."""
        valid = super().is_valid()
        self.status = 200 if valid or not self.is_bound else max(self.status, 400)
        return valid

    def require_valid(self) -> None:
        """Raise UserError with the first error, for callers that show it elsewhere."""
        if not self.is_valid():
            field, errors = next(iter(self.errors.items()))
            raise UserError("invalid", field=field, text=str(errors[0]))

    def typed(self, data: QueryDict | None) -> Self:
        """Show what was typed before, without errors, so that it can be changed."""
        self.initial.update({name: data[name] for name in self.fields if data and name in data})
        return self

    def refuse(self, error: UserError) -> None:
        """Note the error of a service, beside its field if the form has it."""
        name = self.service_fields.get(error.field or "", error.field)
        name = name if name in self.fields else None
        self.add_error(name, ValidationError(error.text, code=error.code))
        self.status = self.conflict_status if isinstance(error, Conflict) else 400


def label_with_hint(label: Words, hint: Words) -> Any:
    """Return the label of a choice with a line that explains it."""
    return _explained(label, hint)


class _ExplainedLabel(SafeString):
    """A label with its explanation; ``plain()`` is the label alone."""

    label: str

    def plain(self) -> str:
        """Return the label without its explanation."""
        return self.label


def _with_hint(label: Words, hint: Words) -> _ExplainedLabel:
    markup = format_html('<span>{} <span class="meta">{}</span></span>', label, hint)
    text = _ExplainedLabel(markup)
    text.label = str(label)
    return text


_explained = lazy(_with_hint, _ExplainedLabel)


class UndrawnWidget(forms.HiddenInput):
    """The widget of a field that the page draws itself, if at all."""

    def render(self, *args: Any, **options: Any) -> SafeString:
        """Render nothing."""
        return format_html("{}", "")


class _UndrawnBox(UndrawnWidget, forms.CheckboxInput):
    input_type = "hidden"


class PressedField(forms.BooleanField):
    """Whether a button, or a checkbox that the page draws itself, was pressed."""

    widget = _UndrawnBox

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"required": False, **options})


class KeyField(forms.IntegerField):
    """The key of a row, as a button of the page sends it."""

    widget = UndrawnWidget

    def __init__(self, **options: Any) -> None:
        limits = {"min_value": 1, "max_value": 2**63 - 1}
        super().__init__(**{"required": False, **limits, **options})


class KeysField(forms.Field):
    """Keys of rows: from all buttons or checkboxes of one name, or several in one with spaces."""

    widget = forms.MultipleHiddenInput

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"required": False, **options})

    def to_python(self, value: Any) -> list[int]:
        """Return the keys, without values that are not keys."""
        words = " ".join(value or ()).split()
        return [int(word) for word in words if word.isdecimal() and len(word) < 19]


class Form(PageForm, forms.Form):
    """A form of a page."""


class SearchForm(Form):
    """A search: the words ``q`` of the query string."""

    q = CutField(80, strip=True)

    @property
    def text(self) -> str:
        """Return the search text."""
        self.full_clean()
        return str(self.cleaned_data.get("q", ""))


class ModelForm(PageForm, forms.ModelForm):
    """A form of a page for a row, with the limits of its columns.

    It is never saved, and the row stays as it was read: a service takes ``cleaned_data``, and the
    database holds the constraints.
    """

    def __init__(self, *args: Any, instance: models.Model | None = None, **options: Any) -> None:
        super().__init__(*args, instance=copy(instance), **options)

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data."""
        return self.cleaned_data


@dataclass(frozen=True, slots=True)
class BothChanged:
    """A field that two people changed: both values in words, and what is wrong with the choice."""

    name: str
    label: Words
    theirs: str
    mine: str
    error: str


class VersionedForm(Form):
    """A form for something that somebody else may change while it is filled in.

    It carries the ``version`` of what it changes and, as hidden fields, the values its fields had
    when it was opened. If the version has changed by then, fields that only one person changed are
    merged; for those that both changed to different values the form asks, and nothing is saved
    before that is answered. Without a version there is nothing to merge with.
    """

    def __init__(self, *args: Any, version: int | None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.version = version
        self.both_changed: list[BothChanged] = []
        if version is not None:
            self.fields["version"] = forms.IntegerField(widget=forms.HiddenInput, required=False)
            self.initial["version"] = version
            self.carry_initial()

    def carry_initial(self) -> None:
        """Carry the initial values; call it again after adding fields."""
        if self.version is not None:
            for field in self.visible_fields():
                field.field.show_hidden_initial = True

    def fill(self, values: Mapping[str, Any]) -> None:
        """Fill the form with values other than its initial ones, as if somebody had typed them."""
        self.data = data = QueryDict(mutable=True)
        for name, field in self.fields.items():
            initial = self.get_initial_for_field(field, name)
            _put_form_value(data, self[name].html_name, field, values.get(name, initial))
            _put_form_value(data, self[name].html_initial_name, field, initial, hidden=True)
        self.is_bound = True

    def full_clean(self) -> None:
        """Merge, then validate the merged data."""
        if self.is_bound and "version" in self.fields and self.data.get("version", "") != "":
            self._merge()
        super().full_clean()

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. Raises ValidationError as long as something must be asked."""
        if self.both_changed:
            self.status = self.conflict_status
            text = _(
                "Somebody else changed this meanwhile. Look at both versions, then save again."
            )
            raise ValidationError(text, code="stale_version")
        return super().clean() or {}

    def _merge(self) -> None:
        """Take over what only others changed, and note what both changed."""
        sent: Any = self.data
        asked = sent.get("asked", "").split()
        if sent["version"] == str(self.version) and not asked:
            return
        data: QueryDict = sent.copy()
        self.data = data
        for name, field in self.fields.items():
            if field.widget.is_hidden or field.disabled:
                continue
            now, html = self.get_initial_for_field(field, name), self[name]
            typed = self._typed(field, field.widget, html.html_name)
            opened = self._typed(field, field.hidden_widget(), html.html_initial_name)
            began, mine, saved = (_as_sent(field, value) for value in (opened, typed, now))
            choice = data.get(f"choice-{name}") if name in asked else None
            if choice == THEIRS or mine in (began, saved):
                _put_form_value(data, html.html_name, field, now)
            elif began != saved or (name in asked and choice != MINE):
                missing = name in asked and choice is None
                self.both_changed.append(
                    BothChanged(
                        name=name,
                        label=field.label or name,
                        theirs=in_words(field, now),
                        mine=in_words(field, typed),
                        error=_("Choose whose value counts.") if missing else "",
                    )
                )
            _put_form_value(data, html.html_initial_name, field, now, hidden=True)
        data["version"] = str(self.version)

    def typed_value(self, name: str) -> Any:
        """Return the value of a field that was sent; as a text if it is not valid."""
        field = self.fields[name]
        return self._typed(field, field.widget, self[name].html_name)

    def put(self, name: str, value: Any) -> None:
        """Put a value into a field of a form that has data."""
        data: Any = self.data
        _put_form_value(data, self[name].html_name, self.fields[name], value)

    def _typed(self, field: forms.Field, widget: forms.Widget, name: str) -> Any:
        """Return the value of a field; as a text if it is not valid."""
        value = widget.value_from_datadict(self.data, self.files, name)
        try:
            return field.to_python(value)
        except ValidationError:
            return value


class VersionedModelForm(VersionedForm, ModelForm):
    """The same for a row with a version (:mod:`tournament.common.versions`).

    An unsaved row has none unless ``version`` is given.
    """

    def __init__(self, *args: Any, instance: models.Model | None = None, **options: Any) -> None:
        version = getattr(instance, "version", None) if instance and instance.pk else None
        super().__init__(*args, instance=instance, **{"version": version, **options})

    @property
    def changes(self) -> dict[str, Any]:
        """Return the columns to be changed, with their new values."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value != self.initial.get(name)
            and name != "version"
            and not isinstance(self.fields.get(name), PressedField)
        }


def _put_form_value(
    data: QueryDict, name: str, field: forms.Field, value: Any, *, hidden: bool = False
) -> None:
    """Put a value into form data as its browser would send it."""
    data.pop(name, None)
    if isinstance(value, bool) and not hidden:
        if value:
            data[name] = "on"
        return
    text = _as_sent(field, value)
    suffixes = [] if hidden else getattr(field.widget, "widgets_names", [])
    if suffixes and isinstance(text, str):
        parts = [*text.split(), *[""] * len(suffixes)]
        for suffix, part in zip(suffixes, parts, strict=False):
            data[name + suffix] = part
    else:
        data.setlist(name, text if isinstance(text, list) else [text])


def _as_sent(field: forms.Field, value: Any) -> str | list[str]:
    """Return a value as a browser sends it, in one way only, so that equal values compare equal."""
    prepared = field.prepare_value(value)
    if isinstance(prepared, datetime):
        return f"{timezone.localtime(prepared):%Y-%m-%d %H:%M}"
    if isinstance(prepared, list | tuple):
        return sorted(map(str, prepared))
    return "" if prepared is None else str(prepared)


def in_words(field: forms.Field, value: Any) -> str:
    """Return the value of a field as its reader sees it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if hasattr(field, "in_words"):
        return str(field.in_words(value))
    text = _as_sent(field, value)
    words = {
        str(key): label.plain() if hasattr(label, "plain") else str(label)
        for key, label in _without_groups(getattr(field, "choices", ()))
    }
    parts = [words.get(part, part) for part in (text if isinstance(text, list) else [text])]
    return ", ".join(filter(None, parts)) or "–"


def _without_groups(choices: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the choices of a field, whether they are in groups or not."""
    for key, label in choices:
        if isinstance(label, list | tuple):
            yield from label
        else:
            yield key, label
