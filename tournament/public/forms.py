"""Query parameters of public pages; the director's forms for prizes, poster and picture."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournament.common.forms import (
    Fieldsets,
    Form,
    KeyField,
    ModelForm,
    PressedField,
    UndrawnWidget,
    VersionedForm,
    VersionedModelForm,
)
from tournament.common.pictures import MOST_BYTES
from tournament.fields.forms import ChoiceField, LevelField, LineField, NumberField
from tournament.fields.models import max_length_of
from tournament.fields.validators import COUNTRY_SENTENCE, number_range
from tournament.formats.chain import Head, parse_noted_seal
from tournament.formats.countries import CountryError, country_code
from tournament.formats.written import first_few
from tournament.models import Poster, PosterPicture, SponsorLogo
from tournament.public.prize_words import prize_purpose
from tournament.public.selectors.frozen import FreezingPage
from tournament.public.selectors.prizes import PrizesPage
from tournament.spoken import join_clauses
from tournament.standings.prizes import (
    LONGEST_AMONG,
    LONGEST_NAME,
    MOST_PLACES,
    MOST_PRIZES,
    OF_SOME,
    Prize,
    PrizeKind,
)
from tournament.state.codec import CodecError, from_json, to_json
from tournament.state.ranks import STRONGEST, WEAKEST

EMPTY_ROWS = 2
GIVEN_LIST = "given-categories"
"""The id of the list of players' categories that the page offers."""
MOST_OFFERED = 50


class TournamentSearchForm(Form):
    """The search among the tournaments."""

    find = forms.CharField(required=False)

    @property
    def text(self) -> str:
        """Return the search text."""
        self.full_clean()
        return str(self.cleaned_data.get("find", ""))


class SealForm(Form):
    """A seal that somebody noted down, or was sent in an e-mail."""

    noted = LineField(
        label=gettext_lazy("Number and seal, as in 41:9f3c…"),
        max_length=100,
        error_messages={"required": gettext_lazy("Copy the seal that you noted down.")},
    )

    def clean_noted(self) -> Head:
        """Return the seal with its number."""
        wrong = _("This is no seal: it is a number, a colon and 64 letters and digits.")
        try:
            noted = parse_noted_seal(self.cleaned_data["noted"])
        except ValueError as error:
            raise ValidationError(wrong) from error
        if not noted.sequence:
            raise ValidationError(wrong)
        return noted


class StandingsFilterForm(Form):
    """Which part of the standings is shown: a group, a category, a club, ranks ``from`` and ``to``.

    Invalid ranks are ignored.
    """

    group = forms.CharField(required=False)
    category = forms.CharField(required=False)
    club = forms.CharField(required=False, strip=False)
    to = forms.CharField(required=False)

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["from"] = forms.CharField(required=False)

    @property
    def wanted(self) -> dict[str, str]:
        """Return the chosen filters, by field name."""
        self.full_clean()
        return self.cleaned_data


def prize_kind_choices() -> list[tuple[str, str]]:
    """Return the choices of what a prize is for."""
    return [
        (PrizeKind.PLACE.value, _("place overall")),
        (PrizeKind.CATEGORY.value, _("category by rank")),
        (PrizeKind.RANKS.value, _("place between ranks")),
        (PrizeKind.CLUB.value, _("place in a club")),
        (PrizeKind.COUNTRY.value, _("place in a country")),
        (PrizeKind.GIVEN.value, _("category of players (women, U12…)")),
        (PrizeKind.WINS.value, _("number of wins (byes count)")),
    ]


OTHERS = "others"


def winner_choices() -> list[tuple[str, str]]:
    """Return the choices of whether winners of prizes above may win another."""
    return [("", _("everybody")), (OTHERS, _("whoever wins none above it"))]


class PlaceField(NumberField):
    """A place, a category or a number of wins; left empty it is the first."""

    most_characters = 3

    def __init__(self, **options: Any) -> None:
        checks = number_range(1, MOST_PLACES)
        super().__init__(required=False, validators=checks, **options)

    def clean(self, value: Any) -> int:
        """Return the number."""
        return super().clean(value) or 1


class PrizeForm(Form):
    """A line of the form; without a name it is not a prize."""

    name = LineField(label=gettext_lazy("Prize"), max_length=LONGEST_NAME, required=False)
    kind = ChoiceField(
        label=pgettext_lazy("what a prize is for", "For"), choices=prize_kind_choices
    )
    number = PlaceField(label=gettext_lazy("Place or wins"))
    category = PlaceField(label=gettext_lazy("Category by rank"))
    weakest = LevelField(
        label=gettext_lazy("From rank"),
        required=False,
        empty_value=WEAKEST,
        widget=forms.TextInput(attrs={"placeholder": "12k"}),
    )
    strongest = LevelField(
        label=gettext_lazy("To rank"),
        required=False,
        empty_value=STRONGEST,
        widget=forms.TextInput(attrs={"placeholder": "3d"}),
    )

    among = LineField(
        label=gettext_lazy("Club, country or category of players"),
        max_length=LONGEST_AMONG,
        required=False,
    )
    others = ChoiceField(
        label=gettext_lazy("Who may win it"), choices=winner_choices, required=False
    )

    def __init__(self, *args: Any, page: PrizesPage, **options: Any) -> None:
        """Offer the categories of the players of the ``page``."""
        super().__init__(*args, **options)
        self.page = page
        if page.given:
            self.fields["among"].widget.attrs["list"] = GIVEN_LIST

    def clean(self) -> dict[str, Any]:
        """Refuse ranks in the wrong order, and a prize for no particular club or category."""
        given = self.cleaned_data
        given["others"] = given.get("others") == OTHERS
        if given.get("name") and given.get("kind") in OF_SOME and not given.get("among"):
            self.add_error("among", _("Write which club, country or category the prize is for."))
        elif given.get("name") and given.get("kind") == PrizeKind.COUNTRY:
            try:
                given["among"] = country_code(given["among"])
            except CountryError:
                self.add_error("among", COUNTRY_SENTENCE)
        elif (
            given.get("name")
            and given.get("kind") == PrizeKind.GIVEN
            and not self.page.can_be_given(given["among"])
        ):
            self.add_error("among", self._nobody_has(given["among"]))
        if given.get("weakest", WEAKEST) > given.get("strongest", STRONGEST):
            self.add_error("weakest", _("The first rank is the weaker one."))
        return given

    def _nobody_has(self, category: str) -> str:
        known = first_few(self.page.given)
        if not known:
            return _(
                "No player has a category yet. Give players theirs first, under “More” of each "
                "entry."
            )
        return _(
            "No player has the category “%(category)s”. Give it to a player first, or choose "
            "another: %(known)s."
        ) % {"category": category, "known": known}

    @property
    def prize(self) -> Prize | None:
        """Return the prize, or None for a line without a name."""
        given = self.cleaned_data
        return Prize(**{**given, "kind": PrizeKind(given["kind"])}) if given["name"] else None


def prize_form(prize: Prize, **options: Any) -> PrizeForm:
    """Return the form line of a prize, without the fields its kind does not need."""
    initial: dict[str, Any] = {"name": prize.name, "kind": prize.kind, "number": prize.number}
    if prize.kind is PrizeKind.CATEGORY:
        initial["category"] = prize.category
    if prize.kind is PrizeKind.RANKS:
        initial |= {"weakest": prize.weakest, "strongest": prize.strongest}
    if prize.kind in OF_SOME:
        initial["among"] = prize.among
    if prize.others:
        initial["others"] = OTHERS
    return PrizeForm(initial=initial, **options)


class PrizesWidget(forms.Widget):
    """A line for every prize, with some empty ones below; ``added`` come from a pressed button."""

    template_name = "public/prize_rows.html"
    added: Iterable[Prize] = ()
    page: PrizesPage

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """Return the lines as they were sent; a missing field is empty."""
        if name in data:
            return data[name]
        columns = {column: data.getlist(column) for column in PrizeForm.base_fields}
        lines = range(min(len(columns["name"]), MOST_PRIZES + EMPTY_ROWS))
        return [
            {name: column[line] if line < len(column) else "" for name, column in columns.items()}
            for line in lines
        ]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the lines."""
        context = super().get_context(name, value, attrs)
        filled: list[Any] = [row for row in value if row["name"]] if isinstance(value, list) else []
        if not isinstance(value, list):
            with suppress(ValidationError):
                filled += parse_prizes(value)
        filled += self.added
        empty = min(EMPTY_ROWS, max(0, MOST_PRIZES - len(filled)))
        rows = []
        for number, row in enumerate([*filled, *[None] * empty], 1):
            make = prize_form if isinstance(row, Prize) else PrizeForm
            rows.append(make(row, auto_id=f"%s-{number}", page=self.page))
        offered = {"given_list": GIVEN_LIST, "given": self.page.given[:MOST_OFFERED]}
        return {**context, "rows": rows, **offered}


class PrizesField(forms.Field):
    """All prizes of a tournament, as :class:`Prize`; in text form they are JSON."""

    widget = PrizesWidget

    def to_python(self, value: Any) -> tuple[Prize, ...]:
        """Return the prizes. Raises ValidationError if a line is invalid."""
        if not isinstance(value, list):
            return value if isinstance(value, tuple) else parse_prizes(value)
        page = self.widget.page
        rows = [PrizeForm(row, page=page) for row in value if row["name"].strip()]
        if not all(row.is_valid() for row in rows):
            raise ValidationError(_("Correct what is marked below."), code="prizes")
        return tuple(row.prize for row in rows if row.prize)

    def prepare_value(self, value: Any) -> Any:
        """Return prizes as one text, but lines as they were typed."""
        if not isinstance(value, tuple):
            return value
        return json.dumps([to_json(prize) for prize in value], sort_keys=True)

    def in_words(self, value: Any) -> str:
        """Return prizes in words, for somebody who chooses between two lists of them."""
        prizes: Sequence[Prize] = value if isinstance(value, tuple) else ()
        texts = (f"{prize.name} ({prize_purpose(prize)})" for prize in prizes)
        return join_clauses(texts) or _("none")


def parse_prizes(text: str | None) -> tuple[Prize, ...]:
    """Return the prizes in a hidden field. Raises ValidationError for forged ones."""
    try:
        return tuple(from_json(Prize, item) for item in json.loads(text or "[]"))
    except (ValueError, TypeError, RecursionError, CodecError):
        raise ValidationError(_("Correct what is marked below."), code="prizes") from None


class PrizesForm(VersionedForm):
    """The prizes as one value: if two directors change them, the form asks whose list counts."""

    prizes = PrizesField(label=gettext_lazy("Prizes"), required=False)
    preset = forms.CharField(required=False, widget=UndrawnWidget)
    conflict_status = 400

    def __init__(self, page: PrizesPage, data: QueryDict | None = None) -> None:
        super().__init__(data, version=page.version, initial={"prizes": page.prizes})
        self.page = page
        widget: Any = self.fields["prizes"].widget
        widget.page = page
        widget.added = usual_prizes(page).get(self.pressed, ())

    def clean_prizes(self) -> tuple[Prize, ...]:
        """Return the prizes, with clubs and categories in the players' spelling."""
        return tuple(map(self.page.written, self.cleaned_data["prizes"]))

    @property
    def pressed(self) -> str:
        """Return which of the buttons that add prizes was pressed."""
        return str(self["preset"].data or "")

    def presets(self) -> list[tuple[str, str]]:
        """Return the buttons; a single category has none, because its best is the best of all."""
        titles = {
            "podium": _("First to third"),
            "top_five": _("First to fifth"),
            "categories": _("Best of every category by rank"),
            "given": _("Best of every category of players"),
            "kyu": _("Best kyu player"),
            "wins": _("Everybody with four wins"),
        }
        if self.page.categories == 1:
            del titles["categories"]
        if not self.page.given:
            del titles["given"]
        return list(titles.items())


class FreezingForm(Form):
    """The round after which to freeze the standings, and whether as final ones; or thawing them."""

    after = ChoiceField(label=gettext_lazy("After"))
    final = forms.BooleanField(
        label=gettext_lazy("These are the final standings"),
        help_text=gettext_lazy("Corrections made later are shown once you publish them again."),
        required=False,
    )
    thaw = PressedField()

    def __init__(self, page: FreezingPage, data: QueryDict | None = None) -> None:
        frozen = page.frozen
        usual = frozen.after if frozen else page.rounds[-1] if page.rounds else 0
        super().__init__(data, initial={"after": usual, "final": frozen.final if frozen else False})
        field: Any = self.fields["after"]
        field.choices = [(str(number), self._words(page, number)) for number in page.rounds]
        if data and data.get("thaw"):
            field.required = False

    def clean_after(self) -> int:
        """Return the round."""
        return int(self.cleaned_data["after"] or 0)

    @staticmethod
    def _words(page: FreezingPage, number: int) -> str:
        words = _("round %(number)d") % {"number": number}
        count = page.unsettled[number]
        if not count:
            return words
        return ngettext(
            "%(round)s (%(count)d result missing or not final)",
            "%(round)s (%(count)d results missing or not final)",
            count,
        ) % {"round": words, "count": count}


def usual_prizes(page: PrizesPage) -> dict[str, Iterable[Prize]]:
    """Return what each button adds."""
    places = [_("First"), _("Second"), _("Third"), _("Fourth"), _("Fifth")]
    podium = [Prize(name, number=place) for place, name in enumerate(places, 1)]
    four = 4
    return {
        "podium": podium[:3],
        "top_five": podium,
        "categories": [
            Prize(
                _("Best of category %(number)d") % {"number": number},
                PrizeKind.CATEGORY,
                category=number,
            )
            for number in range(1, page.categories + 1)
        ],
        "given": [
            Prize(_("Best: %(category)s") % {"category": word}, PrizeKind.GIVEN, among=word)
            for word in page.given[:MOST_PRIZES]
        ],
        "kyu": [Prize(_("Best kyu player"), PrizeKind.RANKS, strongest=-1)],
        "wins": [
            Prize(
                ngettext("%(count)d win", "%(count)d wins", four) % {"count": four},
                PrizeKind.WINS,
                four,
            )
        ],
    }


POSTER_FIELDSETS: Fieldsets = (
    (
        gettext_lazy("Place and time"),
        {"fields": ["venue", "address", "map_link", "programme"]},
    ),
    (gettext_lazy("What awaits people"), {"fields": ["description", "fees"]}),
    (
        gettext_lazy("Organiser and sponsors"),
        {"fields": ["organiser", "contact_email", "website", "sponsors"]},
    ),
)


class AnnouncementForm(ModelForm):
    """The text above every public page; the last one to be put up counts."""

    take_down = PressedField()

    class Meta:
        """The column."""

        model = Poster
        fields = ("banner",)
        help_texts: ClassVar[dict[str, Any]] = {
            "banner": gettext_lazy(
                "Stands above every public page and on the wall display, with the time when it was "
                "put up."
            )
        }

    @property
    def text(self) -> str:
        """Return the new text."""
        return "" if self.cleaned_data["take_down"] else self.cleaned_data["banner"]


class PosterForm(VersionedModelForm):
    """The contents of the event's page, except the announcement."""

    fieldsets: ClassVar[Fieldsets] = POSTER_FIELDSETS
    conflict_status = 400
    show = PressedField()

    class Meta:
        """The columns."""

        model = Poster
        fields = tuple(name for _title, group in POSTER_FIELDSETS for name in group["fields"])
        help_texts: ClassVar[dict[str, Any]] = {
            "map_link": gettext_lazy(
                "Empty: the address is looked for on OpenStreetMap. Or the address of another map."
            ),
            "programme": gettext_lazy(
                "A line for each: “9:00 Registration”, “10:00 Round 1”, “12:30-14:00 Lunch”. "
                "A day stands on a line of its own, “2026-11-22”, and holds for those below it; "
                "the first day of the tournament needs none. Rounds become links."
            ),
            "description": gettext_lazy(
                "Markdown: *italic*, **bold**, # a heading, - a list, [a link](https://…)."
            ),
            "sponsors": gettext_lazy("A line for each: the name, then a web address if you like."),
        }

    def __init__(self, poster: Poster, data: QueryDict | None = None) -> None:
        # Even an unsaved row has a version: two people may be about to create it.
        super().__init__(data, instance=poster, version=poster.version)
        self.row = poster

    @property
    def pressed(self) -> bool:
        """Return whether a button was pressed that only previews what is typed."""
        return bool(self["show"].data)

    @property
    def typed_row(self) -> Poster:
        """Return the poster as it is typed, without invalid values."""
        row = copy(self.row)
        for name in self.Meta.fields:
            setattr(row, name, getattr(self, "cleaned_data", {}).get(name, getattr(row, name)))
        return row


def _size_told(text: Any) -> Any:
    return format_lazy(text, most=MOST_BYTES // 1024 // 1024)


class SentPictureField(forms.FileField):
    """A picture to be redrawn; if one is required, the service says so."""

    def __init__(self, **options: Any) -> None:
        kinds = {"accept": "image/jpeg,image/png,image/webp"}
        super().__init__(required=False, widget=forms.FileInput(attrs=kinds), **options)


class PictureForm(Form):
    """The picture of an event; its description can be changed without sending it again."""

    picture = SentPictureField(
        label=gettext_lazy("Picture"),
        help_text=_size_told(
            gettext_lazy("A poster or a logo: JPEG, PNG or WebP of at most {most} MB.")
        ),
    )
    words = LineField(
        label=gettext_lazy("What it shows"),
        help_text=gettext_lazy("Read aloud to those who do not see it."),
        max_length=max_length_of(PosterPicture, "words"),
        required=False,
    )
    remove = PressedField()
    service_fields: ClassVar[dict[str, str]] = {"pictures": "picture"}

    def __init__(self, *sent: Any, picture: PosterPicture | None) -> None:
        super().__init__(*sent, initial={"words": picture.words if picture else ""})
        self.kept = picture


class LogoForm(ModelForm):
    """A sponsor's logo to add; ``remove`` is the key of one to remove."""

    field_order = ("logo", "name", "link")
    logo = SentPictureField(
        label=gettext_lazy("Logo"),
        help_text=_size_told(gettext_lazy("JPEG, PNG or WebP of at most {most} MB.")),
    )
    remove = KeyField()
    service_fields: ClassVar[dict[str, str]] = {"pictures": "logo"}

    class Meta:
        """The columns."""

        model = SponsorLogo
        fields = ("name", "link")

    @property
    def removed(self) -> int | None:
        """Return the key of the logo whose button was pressed."""
        self.full_clean()
        return self.cleaned_data.get("remove")

    def clean(self) -> dict[str, Any]:
        """Refuse a logo without a picture."""
        if not self.cleaned_data.get("logo"):
            self.add_error("logo", _("Choose a picture."))
        return super().clean()
