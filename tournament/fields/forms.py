"""Form fields of our own kinds: lines, explained choices, numbers, ranks, points, moments."""

from datetime import date, datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator as ProhibitNull
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from adjudication.rules.accounts import AccountError, accounts_text, parse_accounts
from adjudication.rules.points import example_point, parse_any_point
from adjudication.rules.written import half_points
from tournament.fields.time_zones import city_of, is_listed, time_zones
from tournament.fields.validators import (
    COUNTRY_SENTENCE,
    RANK_SENTENCE,
    RANKS_SENTENCE,
    TOO_LONG,
    number_sentence,
    validate_readable,
    validate_time_zone,
)
from tournament.formats.countries import CountryError, country_code, country_names
from tournament.spoken import active_language, translated
from tournament.state.categories import CategoriesError, plain_categories
from tournament.state.ranks import RankError, parse_rank, plain_rank, plain_ranks, rank_text

SHORT = 10
"""A field of at most this many characters is drawn short."""
LONGEST_COUNTRY = 80
"""How many characters of a country's name can be typed."""


def set_plain_error_messages(field: forms.Field) -> None:
    """Give one of Django's fields our own kind of error messages: what to write instead."""
    said = field.error_messages
    if said.get("required") is forms.Field.default_error_messages["required"]:
        choice = isinstance(field, forms.ChoiceField)
        said["required"] = _("Choose one of the options.") if choice else _("Fill this in.")
    if isinstance(field, forms.CharField):
        said.setdefault("max_length", TOO_LONG)
    limits = getattr(field, "min_value", None), getattr(field, "max_value", None)
    if None not in limits:
        text = number_sentence(*limits)
        said.setdefault("min_value", text)
        said.setdefault("max_value", text)


class LineField(forms.CharField):
    """Text on one line; runs of spaces become one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        others = (check for check in self.validators if not isinstance(check, ProhibitNull))
        self.validators = [*others, validate_readable]

    def to_python(self, value: Any) -> str:
        """Return the text with single spaces."""
        return " ".join(str(super().to_python(value)).split())

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return ``maxlength``, and the class of a short field."""
        attrs = super().widget_attrs(widget)
        if self.max_length is not None and self.max_length <= SHORT:
            attrs["class"] = "short"
        return attrs


def textarea(rows: int) -> forms.Textarea:
    """Return a textarea of this many lines, as wide as there is room."""
    return forms.Textarea({"rows": rows, "cols": False})


class TextField(forms.CharField):
    """Text of several lines, whichever line endings the browser sends."""

    def __init__(self, *, rows: int = 4, **options: Any) -> None:
        super().__init__(**{"widget": textarea(rows), **options})

    def to_python(self, value: Any) -> str:
        """Return the text."""
        return str(super().to_python(str(value or "").replace("\r\n", "\n")))


class CutField(forms.CharField):
    """Text carried along by a page, or a search: long texts are cut, and nothing is an error."""

    def __init__(self, most: int, **options: Any) -> None:
        self.most = most
        super().__init__(**{"max_length": most, "required": False, "strip": False, **options})

    def clean(self, value: Any) -> str:
        """Return as much of the text as is allowed."""
        return str(self.to_python(value)).replace("\0", "")[: self.most]

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return ``maxlength`` for typed text; a choice from a list has none."""
        return super().widget_attrs(widget) if isinstance(widget, forms.TextInput) else {}


class FilesInput(forms.FileInput):
    """An input for several files."""

    allow_multiple_selected = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[Any]:
        """Return all files of this name."""
        return list(files.getlist(name)) if hasattr(files, "getlist") else []


class FilesField(forms.FileField):
    """Several files: a list of uploads.

    At most ``most``, none larger than ``most_bytes``.
    """

    widget = FilesInput
    default_error_messages = {  # noqa: RUF012
        "most": _("Send at most %(most)d files."),
        "too_large": _("The file is too large."),
    }

    def __init__(
        self, *, most: int | None = None, most_bytes: int | None = None, **options: Any
    ) -> None:
        self.most, self.most_bytes = most, most_bytes
        super().__init__(**options)

    def clean(self, value: Any, initial: Any = None) -> list[Any]:
        """Return the files. Raises ValidationError."""
        files = [super(FilesField, self).clean(file, initial) for file in value or ()]
        if self.required and not files:
            raise ValidationError(self.error_messages["required"], code="required")
        if self.most is not None and len(files) > self.most:
            raise ValidationError(self.error_messages["most"] % {"most": self.most}, code="most")
        if self.most_bytes is not None and any(file.size > self.most_bytes for file in files):
            raise ValidationError(self.error_messages["too_large"], code="too_large")
        return files


class EmailField(LineField):
    """An e-mail address."""

    widget = forms.TextInput(attrs={"inputmode": "email"})


class CountryInput(forms.TextInput):
    """An input with the country names, in the reader's language, to choose from."""

    template_name = "django/forms/widgets/country.html"

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the context, with the names by their codes."""
        context = super().get_context(name, value, attrs)
        context["countries"] = country_names(active_language())
        names = context["names_id"] = f"{context['widget']['attrs'].get('id', name)}-names"
        context["widget"]["attrs"]["list"] = names
        return context


class CountryField(LineField):
    """A country, by its code or its name: ``France`` becomes ``FR``.

    ``kept`` is a code that stays as it is: one from a file may not be in our list.
    """

    widget = CountryInput
    default_error_messages = {"country": COUNTRY_SENTENCE}  # noqa: RUF012
    kept = ""

    def __init__(self, *, max_length: int | None = None, **options: Any) -> None:
        """Allow more to be typed than is stored: a name is longer than its code."""
        super().__init__(max_length=None if max_length is None else LONGEST_COUNTRY, **options)

    def to_python(self, value: Any) -> str:
        """Return the code. Raises ValidationError."""
        text = super().to_python(value)
        if text in ("", self.kept):
            return text
        try:
            return country_code(text)
        except CountryError:
            raise ValidationError(self.error_messages["country"], code="country") from None


class TimeZoneSelect(forms.Select):
    """A list of the time zones by continent, in the reader's language, with the current one.

    If none is set, nothing is selected.
    """

    def optgroups(self, name: str, value: list[str], attrs: Any = None) -> list[Any]:
        """Return the zones; the current one comes first if the list does not have it."""
        language = active_language()
        self.choices = time_zones(language)
        chosen = value[0] if value else ""
        if not chosen:
            self.choices = [("", _("Choose")), *self.choices]
        elif not is_listed(chosen, language):
            self.choices = [(chosen, chosen), *self.choices]
        return super().optgroups(name, value, attrs)


class TimeZoneField(LineField):
    """A time zone by its name, chosen from a list."""

    widget = TimeZoneSelect

    def __init__(self, *, max_length: int | None = None, **options: Any) -> None:
        """Ignore the limit: names are chosen."""
        super().__init__(**{"validators": [validate_time_zone], **options})

    def in_words(self, value: str) -> str:
        """Return the city."""
        return city_of(value, active_language())


class RankField(LineField):
    """A rank, in any usual way of writing it: ``7 Kyu`` becomes ``7k``."""

    default_error_messages = {"rank": RANK_SENTENCE}  # noqa: RUF012

    def __init__(self, *, max_length: int | None = None, **options: Any) -> None:
        """Allow more to be typed than is stored: ``12 kyu`` is longer than ``12k``."""
        super().__init__(max_length=None if max_length is None else SHORT, **options)

    def to_python(self, value: Any) -> str:
        """Return the rank in its shortest form. Raises ValidationError."""
        text = super().to_python(value)
        try:
            return plain_rank(text) if text else ""
        except RankError:
            raise ValidationError(self.error_messages["rank"], code="rank") from None


class RanksField(LineField):
    """The ranks of several players: ``2 Kyu 4kyu`` becomes ``2k, 4k``."""

    def to_python(self, value: Any) -> str:
        """Return the ranks in their shortest form. Raises ValidationError."""
        text = super().to_python(value)
        try:
            return plain_ranks(text) if text else ""
        except RankError:
            raise ValidationError(RANKS_SENTENCE, code="ranks") from None


class AccountsField(LineField):
    """Names on servers: ``ogs=rose`` becomes ``OGS: rose``."""

    def to_python(self, value: Any) -> str:
        """Return the accounts, each once. Raises ValidationError."""
        try:
            return accounts_text(parse_accounts(super().to_python(value)))
        except AccountError as error:
            raise ValidationError(translated(error.text), code="accounts") from None


class CategoriesField(LineField):
    """Categories of a player: ``Woman;U12, woman`` becomes ``Woman, U12``."""

    def to_python(self, value: Any) -> str:
        """Return the categories, each once. Raises ValidationError."""
        try:
            return plain_categories(super().to_python(value))
        except CategoriesError as error:
            raise ValidationError(translated(error.text), code="categories") from None


class ChoiceField(forms.ChoiceField):
    """A choice from a list."""

    default_error_messages = {"invalid_choice": _("Choose one of the options.")}  # noqa: RUF012


class RadioField(ChoiceField):
    """A choice of radio buttons, whose labels may have explanations."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"widget": forms.RadioSelect(attrs={"class": "explained"}), **options})


class _ShortField(forms.Field):
    """A number, typed as text."""

    inputmode = "numeric"
    most_characters = 6
    widget = forms.TextInput

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the attributes of a field for digits."""
        attrs = {"inputmode": self.inputmode, "class": "short", "maxlength": self.most_characters}
        return {**super().widget_attrs(widget), **attrs}


class NumberField(_ShortField, forms.IntegerField):
    """A whole number; ``empty_value`` is what an empty field means."""

    default_error_messages = {"invalid": _("Write a whole number.")}  # noqa: RUF012

    def __init__(self, *, empty_value: int | None = None, **options: Any) -> None:
        self.empty_value = empty_value
        super().__init__(**options)

    def to_python(self, value: Any) -> int | None:
        """Return the number."""
        if isinstance(value, str) and len(value.strip()) > self.most_characters:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        number: int | None = super().to_python(value)
        return self.empty_value if number is None else number

    def prepare_value(self, value: Any) -> Any:
        """Leave the field empty for the value that an empty field means."""
        return "" if value == self.empty_value else value


class LevelField(_ShortField):
    """A rank from 30 kyu to 9 dan as its integer (:mod:`tournament.state.ranks`)."""

    inputmode = "text"
    most_characters = SHORT
    default_error_messages = {"rank": _("Write a rank such as 12k or 3d.")}  # noqa: RUF012

    def __init__(self, *, empty_value: int | None = None, **options: Any) -> None:
        self.empty_value = empty_value
        super().__init__(**options)

    def to_python(self, value: Any) -> int | None:
        """Return the rank's integer. Raises ValidationError."""
        if value in self.empty_values or isinstance(value, int):
            return self.empty_value if value in self.empty_values else value
        return self.parse(str(value))

    def parse(self, text: str) -> int:
        """Return the integer of a rank. Raises ValidationError."""
        try:
            return parse_rank(text)
        except RankError:
            raise ValidationError(self.error_messages["rank"], code="rank") from None

    def prepare_value(self, value: Any) -> Any:
        """Return a rank as people write it: ``12k``, ``3d``."""
        if value == self.empty_value:
            return ""
        return short_rank(value) if isinstance(value, int) else value


class LevelsField(LevelField):
    """Ranks, separated by spaces or commas, as their integers."""

    most_characters = 60

    def to_python(self, value: Any) -> Any:
        """Return the ranks' integers. Raises ValidationError."""
        if isinstance(value, tuple):
            return value
        return tuple(map(self.parse, str(value or "").replace(",", " ").replace(";", " ").split()))

    def prepare_value(self, value: Any) -> Any:
        """Return the ranks as people write them."""
        return " ".join(map(short_rank, value)) if isinstance(value, tuple) else value


def short_rank(rank: int) -> str:
    """Return a rank as people write it: ``12k``, ``3d``."""
    return rank_text(rank).lower()


class HalfPointsField(_ShortField):
    """Points, whole or half ones, as half-points: ``6.5``, ``6,5`` and ``6½`` are 13."""

    inputmode = "decimal"
    most_characters = 8
    default_error_messages = {  # noqa: RUF012
        "points": _("Write whole or half points, such as 6.5 or 12.")
    }

    def __init__(self, *, empty_value: int | None = None, **options: Any) -> None:
        self.empty_value = empty_value
        super().__init__(**options)

    def to_python(self, value: Any) -> int | None:
        """Return half-points. Raises ValidationError."""
        if value in self.empty_values or isinstance(value, int):
            return self.empty_value if value in self.empty_values else value
        halves = half_points(str(value)) if len(str(value)) <= 2 * self.most_characters else None
        if halves is None:
            raise ValidationError(self.error_messages["points"], code="points")
        return halves

    def prepare_value(self, value: Any) -> Any:
        """Return points as the reader's locale writes them; typed text stays as it is."""
        return number_format(value / 2, value % 2) if isinstance(value, int) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether other points were typed, regardless of notation."""
        try:
            return self.to_python(initial) != self.to_python(data)
        except ValidationError:
            return True


class PointField(forms.CharField):
    """A point on a board of ``size`` lines, such as ``Q16``, as its index."""

    default_error_messages = {"point": _("Write a point such as %(example)s.")}  # noqa: RUF012

    def __init__(self, *, size: int, **options: Any) -> None:
        self.size = size
        super().__init__(**options)

    def clean(self, value: Any) -> int:
        """Return the point. Raises ValidationError."""
        try:
            return parse_any_point(str(super().clean(value)), self.size)
        except ValueError:
            params = {"example": example_point(self.size)}
            raise ValidationError(
                self.error_messages["point"], code="point", params=params
            ) from None


class DayField(forms.DateField):
    """A day, with the browser's date input."""

    default_error_messages = {"invalid": _("Write a date as 2026-11-21.")}  # noqa: RUF012

    def __init__(self, **options: Any) -> None:
        attrs = {"type": "date", "autocomplete": "off", "class": "short"}
        widget = forms.DateInput(attrs=attrs, format="%Y-%m-%d")
        super().__init__(**{"widget": widget, "input_formats": ["%Y-%m-%d"], **options})


END_OF_DAY = time(23, 59)


class MomentWidget(forms.MultiWidget):
    """A day and a time of day, in two inputs: ``<name>_day`` and ``<name>_time``."""

    template_name = "django/forms/widgets/moment.html"
    use_fieldset = True

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        day = forms.DateInput(attrs={"type": "date", "autocomplete": "off"}, format="%Y-%m-%d")
        at = forms.TimeInput(attrs={"type": "time", "autocomplete": "off"}, format="%H:%M")
        super().__init__({"day": day, "time": at}, attrs)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the context; the inputs' ids are their names, as in other fields."""
        context = super().get_context(name, value, attrs)
        for part in context["widget"]["subwidgets"]:
            if part["attrs"].get("id"):
                part["attrs"]["id"] = part["name"]
        return context

    def decompress(self, value: datetime | None) -> list[Any]:
        """Return the day and the time in the tournament's time zone."""
        if value is None:
            return [None, None]
        local = timezone.localtime(value)
        return [local.date(), local.time()]


class HiddenMomentWidget(forms.HiddenInput):
    """A moment in one hidden input, to the minute, so that a returned form keeps what it showed."""

    def format_value(self, value: Any) -> str:
        """Return ``2026-12-03 20:00`` in the tournament's time zone; what was sent stays."""
        if isinstance(value, datetime):
            return f"{timezone.localtime(value):%Y-%m-%d %H:%M}"
        parts = value if isinstance(value, list) else [value]
        return " ".join(part or "" for part in parts).strip()


class MomentField(forms.Field):
    """A moment typed as a day and a time, in the tournament's time zone.

    Without a time it is ``usual``, by default the end of the day; with None a time is required. An
    hour skipped by summer time becomes the one after it; of an hour that occurs twice, the first is
    meant.
    """

    widget = MomentWidget
    hidden_widget = HiddenMomentWidget
    empty_values = (*forms.Field.empty_values, ["", ""], [None, None])
    default_error_messages = {  # noqa: RUF012
        "day": _("Write the day as year-month-day: 2026-12-03."),
        "no_day": _("Choose the day, too."),
        "time": _("Write the time as hours and minutes: 20:00."),
        "no_time": _("Write the time, too, such as 20:00."),
    }

    def __init__(self, *, usual: time | None = END_OF_DAY, **options: Any) -> None:
        self.usual = usual
        super().__init__(**options)

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment, or None if both inputs are empty. Raises ValidationError."""
        if value is None or isinstance(value, datetime):
            return value
        parts = value.split(" ", 1) if isinstance(value, str) else value
        day_text, time_text = ((part or "").strip() for part in (*parts, "")[:2])
        if not day_text and not time_text:
            return None
        if not day_text:
            raise self._wrong("no_day")
        try:
            day = date.fromisoformat(day_text)
        except ValueError:
            raise self._wrong("day") from None
        if not time_text and self.usual is None:
            raise self._wrong("no_time")
        try:
            at = time.fromisoformat(time_text) if time_text else self.usual
        except ValueError:
            raise self._wrong("time") from None
        assert at is not None
        if not 2000 <= day.year <= 2999 or at.tzinfo is not None:
            raise self._wrong("day")
        zone = timezone.get_current_timezone()
        typed = datetime.combine(day, at.replace(second=0, microsecond=0), tzinfo=zone)
        # There and back: an hour that does not exist becomes one that does.
        return datetime.fromtimestamp(typed.timestamp(), tz=zone)

    def has_changed(self, initial: datetime | None, data: Any) -> bool:
        """Whether another minute was typed."""
        shown = MomentWidget().decompress(initial)
        texts = [f"{shown[0]:%Y-%m-%d}", f"{shown[1]:%H:%M}"] if initial else ["", ""]
        return texts != [(part or "").strip() for part in data or ("", "")]

    def _wrong(self, code: str) -> ValidationError:
        return ValidationError(self.error_messages[code], code=code)
