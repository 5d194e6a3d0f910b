"""Forms about players: entries, requests, signing up, check-in, teams and wishes."""

import re
from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from tournament.common.forms import (
    Fieldsets,
    Form,
    KeyField,
    KeysField,
    ModelForm,
    PageForm,
    PressedField,
    SearchForm,
    UndrawnWidget,
    VersionedForm,
    VersionedModelForm,
    label_with_hint,
)
from tournament.common.versions import StaleVersion, contents_version
from tournament.errors import UserError
from tournament.fields.forms import ChoiceField, CutField, NumberField
from tournament.formats.limits import MAX_BYTES
from tournament.models import ASKED_COLUMNS, ENTRY_COLUMNS, ApartKind, Player, Registration, Team
from tournament.players.selectors.arrangements import Arrangements, PlayerOption
from tournament.players.selectors.duplicates import Twin
from tournament.players.selectors.players import STRONGEST_FIRST, Grid, is_order
from tournament.players.services.arrangements import LARGEST_TEAM, SMALLEST_TEAM, TEAM_SIZE
from tournament.players.services.players import LAST_ROUND, proposed_rank
from tournament.state.ranks import plain_ranks

NUMBERED = _("Rounds are numbered from 1 to 99.")


class RoundField(forms.IntegerField):
    """The number of a round; the page may offer some, or only the first."""

    widget = forms.HiddenInput

    def __init__(self, **options: Any) -> None:
        messages = dict.fromkeys(("invalid", "min_value", "max_value"), NUMBERED)
        limits = {"min_value": 1, "max_value": LAST_ROUND, "error_messages": messages}
        super().__init__(**{"required": False, **limits, **options})

    def offer(self, rounds: Iterable[int]) -> None:
        """Offer these rounds."""
        choices = [(number, str(number)) for number in rounds]
        self.widget = forms.Select(choices=choices, attrs={"class": "short"})  # type: ignore[assignment]


class RoundsField(forms.TypedMultipleChoiceField):
    """Rounds that somebody plays; those no longer offered are ignored."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"coerce": int, **options})

    def offer(self, rounds: Iterable[int]) -> None:
        """Offer these rounds."""
        self.choices = [(number, _("Round %(number)s") % {"number": number}) for number in rounds]

    def to_python(self, value: Any) -> list[str]:
        """Return the chosen rounds that are offered."""
        return [number for number in super().to_python(value) if self.valid_value(number)]


class PlayerSearchForm(SearchForm):
    """The search in the list of players, and which page of it is shown."""

    page = forms.IntegerField(required=False, min_value=1, max_value=99)

    @property
    def number(self) -> int:
        """Return the page."""
        self.full_clean()
        return self.cleaned_data.get("page") or 1

    @property
    def query(self) -> str:
        """Return the query string that shows the same."""
        self.full_clean()
        return urlencode({name: value for name, value in self.cleaned_data.items() if value})


class PlayersForm(PlayerSearchForm):
    """The same for the director's list, sorted by a column; by default the strongest first."""

    sort = CutField(12)

    def clean_sort(self) -> str:
        """Return the order; empty for the usual one and for an invalid one."""
        order = str(self.cleaned_data["sort"])
        return order if is_order(order) and order != STRONGEST_FIRST else ""

    @property
    def order(self) -> str:
        """Return the order of the list."""
        self.full_clean()
        return str(self.cleaned_data["sort"] or STRONGEST_FIRST)


class EnteredForm(Form):
    """How somebody was ``entered`` just now, so that the next can be entered the same way."""

    BY_HAND, LISTED = "1", "list"
    entered = forms.ChoiceField(choices=[(BY_HAND, ""), (LISTED, "")], required=False)

    @property
    def goes_on(self) -> str:
        """Return how the next player will be entered; empty if nobody was entered."""
        self.full_clean()
        return str(self.cleaned_data.get("entered", ""))


class ParticipationForm(Form):
    """A press on a player's round: ``part`` is key, round and whether they play, ``12-3-1``."""

    part = forms.RegexField(r"\A[0-9]{1,18}-[0-9]{1,3}-[01]\Z")

    def clean_part(self) -> tuple[int, int, bool]:
        """Return the key of the player, the round, and whether they play."""
        player, number, plays = map(int, self.cleaned_data["part"].split("-"))
        return player, number, bool(plays)


COUNTED, FOR_NOTHING = "counted", "nothing"


class WithdrawForm(Form):
    """What the missed rounds of a withdrawing player score; by default what is set."""

    absences = ChoiceField(
        label=_("Rounds without them"),
        choices=[
            (COUNTED, _("count as set for absences")),
            (FOR_NOTHING, _("count nothing, as for somebody who left without a word")),
        ],
        widget=forms.RadioSelect,
        initial=COUNTED,
        required=False,
    )

    @property
    def counts(self) -> bool:
        """Whether the rounds score what is set."""
        return self.cleaned_data["absences"] != FOR_NOTHING


class FinalForm(Form):
    """Whose preliminary registration becomes final: everybody's if no ``player`` is named."""

    player = KeyField()


_IN_SIGHT = ("surname", "first_name", "rank", "rating", "club", "country", "email")
_OF_REGISTERS = frozenset(
    ["grade", "rating_origin", "ffg_licence_status", "aga_expiration_date"],
)
"""What rating lists and files say about a player and nobody enters by hand."""
_FOLDED = tuple(name for name in ENTRY_COLUMNS if name not in {*_IN_SIGHT, *_OF_REGISTERS})


NUMBER_HELP: dict[str, Promise] = {
    "egf_pin": _("Eight digits. Without it the rating list looks the player up by name."),
    "ffg_licence": _("Seven digits. A player from abroad needs none."),
}
"""Why a number is needed if the tournament is rated by its register."""


class PlayerForm(VersionedModelForm):
    """What a director enters of a player."""

    preliminary = forms.BooleanField(label=_("Preliminary: not paired yet"), required=False)

    fieldsets: ClassVar[Fieldsets] = (
        (
            _("More: numbers in registers, wishes, categories for prizes, pair go"),
            {
                "fields": ["preliminary" if name == "registration" else name for name in _FOLDED],
                "classes": ["collapse"],
            },
        ),
    )

    class Meta:
        """The columns in the order of the page."""

        model = Player
        fields: ClassVar[list[str]] = [
            *_IN_SIGHT,
            *(name for name in _FOLDED if name != "registration"),
        ]

    def __init__(
        self, *args: Any, instance: Player | None = None, register: str = "", **options: Any
    ) -> None:
        """Show the number in the ``register`` beside the name, if the tournament is rated by it."""
        self._registration = instance.registration if instance else Registration.FINAL
        preliminary = self._registration == Registration.PRELIMINARY
        initial = {"preliminary": preliminary, **options.pop("initial", {})}
        super().__init__(*args, instance=instance, initial=initial, **options)
        country: Any = self.fields["country"]
        country.kept = instance.country if instance else ""
        if register:
            field: Any = self.fields[register]
            field.help_text = NUMBER_HELP[register]
            self.order_fields([*_IN_SIGHT[:-1], register])
            self.fieldsets: Fieldsets = tuple(  # type: ignore[misc]
                (
                    title,
                    {**group, "fields": [name for name in group["fields"] if name != register]},
                )
                for title, group in self.fieldsets
            )

    def clean(self) -> dict[str, Any]:
        """Return the columns, including the registration."""
        cleaned = super().clean()
        if "preliminary" in self.fields:
            final = not cleaned.pop("preliminary", False)
            registration = Registration.FINAL if final else Registration.PRELIMINARY
            cleaned["registration"] = self.instance.registration = registration
            self.initial["registration"] = self._registration
        return cleaned


class OwnAccountsForm(VersionedModelForm):
    """What players enter about themselves: their accounts on servers."""

    class Meta:
        """Only the accounts."""

        model = Player
        fields = ("accounts",)


class AsksAboutTwins(PageForm):
    """A form of an entry; ``twins`` are other entries that it looks like."""

    twins: tuple[Twin, ...] = ()

    def refuse(self, error: UserError) -> None:
        """Note an error; for somebody already known, ask instead."""
        self.twins = getattr(error, "twins", {}).get(0, ())
        if not self.twins:
            super().refuse(error)
        self.status = 409 if isinstance(error, StaleVersion) else 400


class MendPlayerForm(AsksAboutTwins, PlayerForm):
    """An entry to change, asking if it then looks like another."""

    anyway = PressedField()


class NewPlayerForm(AsksAboutTwins, PlayerForm):
    """A player to enter, from a round on."""

    from_round = RoundField(label=_("Plays from round"))
    anyway = PressedField()
    fieldsets: ClassVar[Fieldsets] = (*PlayerForm.fieldsets, (None, {"fields": ["from_round"]}))

    def offer_rounds(self, grid: Grid) -> None:
        """Offer the rounds to start in, once the first is over."""
        self.initial["from_round"] = grid.next_round
        if grid.next_round > 1:
            field: Any = self.fields["from_round"]
            field.offer(grid.choices)
            field.help_text = grid.late


class ListedForm(AsksAboutTwins, Form):
    """A search in the rating lists, and the player whose button was pressed."""

    name = CutField(80, strip=True)
    from_round = RoundField()
    listed = KeyField()
    anyway = PressedField()


class RequestForm(PlayerForm):
    """The entry that somebody requests, before the director approves it."""

    preliminary = None  # type: ignore[assignment]
    rounds = RoundsField(label=_("Plays in rounds"), required=False)
    approve = PressedField()

    def __init__(self, *args: Any, offered: Iterable[int], **options: Any) -> None:
        super().__init__(*args, **options)
        field: Any = self.fields["rounds"]
        field.offer(offered)


class HereForm(Form):
    """A press at the door: ``here`` is the player's key and whether they are here, ``12-1``.

    ``part`` is sent if only a part of the page is asked for.
    """

    here = forms.RegexField(r"\A[0-9]{1,18}-[01]\Z")
    part = PressedField()

    def clean_here(self) -> tuple[int, bool]:
        """Return the key of the player, and whether they are here."""
        player, here = map(int, self.cleaned_data["here"].split("-"))
        return player, bool(here)


class MissingForm(Form):
    """Players who are absent because they are not here, or who take part after all."""

    missing, takes_part = KeysField(), KeysField()


class ListForm(Form):
    """A rating list as a federation publishes it."""

    file = forms.FileField(
        label=_("File of the list"),
        error_messages={"required": _("Choose a file.")},
        allow_empty_file=True,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["file"].help_text = _(
            "The text file as it comes from the EGF (allworld or egf_db), the FFG (ech_ffg) or the "
            "AGA (tdlista); up to %(most)s MB. The federation is detected."
        ) % {"most": MAX_BYTES // 1024 // 1024}


class DecideForm(Form):
    """Which requests to approve or refuse."""

    refuse = KeysField()  # type: ignore[assignment]  # the name of a button, and of a method
    refuse_all = KeysField()
    approve, preliminary, all = KeysField(), KeysField(), KeysField()


def _column(name: str, **options: Any) -> Any:
    """Return an additional field with the properties of a player's column."""
    column: Any = Player._meta.get_field(name)
    return column.formfield(**options)


_OF_PARTNERS = ("partner", "partner_rank", "partner_club")
"""The fields about the second player of a pair."""


class SignUpForm(ModelForm):
    """The registration form for a player or, for pairs, for both players."""

    partner_rank = _column("rank", label=_("Partner’s rank (12k, 3d)"))
    partner_club = _column("club", label=_("Partner’s club or town"))
    rounds = RoundsField(
        label=_("Rounds you will play"),
        error_messages={"required": _("Choose at least one round.")},
    )
    anyway = PressedField()
    website = forms.CharField(required=False, widget=UndrawnWidget)
    """A field that nobody sees; only a robot fills it in."""
    key = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    """The same each time this form is submitted, whatever was wrong with it at first."""

    autocomplete: ClassVar[dict[str, str]] = {
        "surname": "family-name",
        "first_name": "given-name",
        "country": "country",
        "email": "email",
    }

    class Meta:
        """The columns that are asked for."""

        model = Player
        fields = tuple(name for name in ASKED_COLUMNS if name != "member_ranks")
        labels: ClassVar[dict[str, Any]] = {
            "rank": _("Rank (12k, 3d)"),
            "club": _("Club or town"),
            "partner": _("Partner’s surname and first name"),
            "email": _("E-mail (optional)"),
        }
        help_texts: ClassVar[dict[str, Any]] = {
            "rank": _("A beginner is 20k to 30k; a guess will do."),
            "egf_pin": _("Eight digits, if you know it: the rating list knows you by it."),
            "ffg_licence": _("Seven digits, if you have a French licence."),
            "email": _(
                "It brings you your private link for reporting results; only the organisers see "
                "it. Without it, get your link at the desk."
            ),
        }
        error_messages: ClassVar[dict[str, Any]] = {
            "rank": {"required": _("Write your rank such as 12k or 3d; a guess will do.")}
        }

    def __init__(
        self,
        *args: Any,
        rounds: Iterable[int],
        is_open: bool,
        register: str = "",
        pairs: bool = False,
        **options: Any,
    ) -> None:
        """Ask for the number in the ``register`` that the tournament is rated by, and no other.

        With ``pairs``, ask for both players; otherwise for no partner.
        """
        super().__init__(*args, **options)
        for name in NUMBER_HELP.keys() - {register}:
            del self.fields[name]
        self.pairs = pairs
        if pairs:
            self.fieldsets: Fieldsets = (  # type: ignore[misc]
                (_("Your partner"), {"fields": _OF_PARTNERS}),
                (_("Both of you"), {"fields": ("email", "rounds")}),
            )
        for name in _OF_PARTNERS:
            if pairs:
                self.fields[name].required = is_open and name != "partner_club"
            else:
                del self.fields[name]
        rounds_field: Any = self.fields["rounds"]
        rounds_field.offer(rounds)
        for name in ("surname", "rank", "rounds"):
            self.fields[name].required = is_open
        self.is_known = False

    def clean(self) -> dict[str, Any]:
        """Return the columns; a pair's entry has the ranks and clubs of both."""
        cleaned = super().clean()
        rank = cleaned.get("rank")
        if self.pairs and rank and cleaned.get("partner_rank"):
            self.instance.member_ranks = plain_ranks(f"{rank}, {cleaned['partner_rank']}")
            cleaned["rank"] = proposed_rank(self.instance.member_ranks)
        if self.pairs:
            clubs = (cleaned.get("club"), cleaned.get("partner_club"))
            cleaned["club"] = " / ".join(dict.fromkeys(filter(None, clubs)))
        return cleaned

    def refuse(self, error: UserError) -> None:
        """Note an error; for a name that is already known, ask."""
        super().refuse(error)
        self.is_known = error.code == "player_known"


class NumbersField(forms.Field):
    """Numbers separated by spaces, such as those of players: ``3 8 12``."""

    widget = forms.TextInput
    default_error_messages: ClassVar[dict[str, Any]] = {
        "numbers": _("Write numbers with spaces between them, such as 3 8 12.")
    }

    def to_python(self, value: Any) -> list[int]:
        """Return the numbers in their order. Raises ValidationError."""
        parts = re.findall(r"[^\s,;]+", str(value or ""))
        if not all(re.fullmatch(r"[0-9]{1,5}", part) for part in parts):
            raise ValidationError(self.error_messages["numbers"], code="numbers")
        return [int(part) for part in parts]

    def prepare_value(self, value: Any) -> Any:
        """Return numbers as they are typed; typed text stays as it is."""
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else value


class LineUpField(NumbersField):
    """Players by their numbers in the list of players, cleaned to their keys."""

    entrants: tuple[PlayerOption, ...] = ()

    def to_python(self, value: Any) -> list[int]:
        """Return the keys. Raises ValidationError for a number that nobody has."""
        by_number = {player.number: player.id for player in self.entrants}
        numbers = super().to_python(value)
        for number in numbers:
            if number not in by_number:
                raise ValidationError(
                    _("There is no player with the number %(number)d."),
                    code="players",
                    params={"number": number},
                )
        return [by_number[number] for number in numbers]


class ArrangementForm(Form):
    """A form on the page of arrangements; ``do`` says which of them was sent."""

    conflict_status = 400

    def __init__(self, *args: Any, found: Arrangements, **options: Any) -> None:
        super().__init__(*args, **options)
        self.found = found
        for field in self.fields.values():
            if isinstance(field, LineUpField):
                field.entrants = found.players


class TablesForm(VersionedForm, ArrangementForm):
    """Numbers of tables that no board gets."""

    tables = NumbersField(
        label=_("Their numbers, with spaces between them"),
        help_text=_(
            "Later pairings skip these numbers: a table without a board, or one kept for the "
            "broadcast."
        ),
        required=False,
    )

    def __init__(self, *args: Any, initial: Any, **options: Any) -> None:
        version = contents_version(initial)
        super().__init__(*args, initial=initial, version=version, **options)


class MeetForm(ArrangementForm):
    """Two players who may meet again."""

    first = forms.TypedChoiceField(label=_("One player"), coerce=int, choices=())
    second = forms.TypedChoiceField(label=_("The other player"), coerce=int, choices=())

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [(player.id, f"{player.name} ({player.number})") for player in self.found.players]
        for name in ("first", "second"):
            field: Any = self.fields[name]
            field.choices = [("", ""), *choices]
            field.error_messages.update(dict.fromkeys(("required", "invalid_choice"), _TWO))


_TWO = _("Choose two players.")


class ApartForm(MeetForm):
    """Two players who should not meet, and how strictly."""

    kind = forms.ChoiceField(
        label=_("How strictly"),
        choices=[
            (
                ApartKind.FORBIDDEN,
                label_with_hint(
                    ApartKind.FORBIDDEN.label, _("They meet only if there is no other way.")
                ),
            ),
            (
                ApartKind.FAMILY,
                label_with_hint(_("Family"), _("Rather not, as long as the pairing stays good.")),
            ),
        ],
        widget=forms.RadioSelect(attrs={"class": "explained"}),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Choose why they should not meet.")
        ),
    )


class TeamModeForm(ArrangementForm):
    """Whether teams meet, and at how many boards."""

    SINGLE, TEAMS, APART = "single", "teams", "apart"
    mode = forms.ChoiceField(
        label=_("Who meets whom"),
        choices=[
            (SINGLE, _("Single players")),
            (
                TEAMS,
                label_with_hint(_("Teams meet teams"), _("Their boards are played side by side.")),
            ),
            (
                APART,
                label_with_hint(
                    _("Single players in teams"),
                    _("Paired individually, but never within their team."),
                ),
            ),
        ],
        widget=forms.RadioSelect(attrs={"class": "explained"}),
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose how teams play.")),
    )
    boards = NumberField(
        label=_("Boards of a team, from 2 to 5"),
        min_value=SMALLEST_TEAM,
        max_value=LARGEST_TEAM,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), TEAM_SIZE),
    )

    def settle(self, mode: str) -> None:
        """Offer only what a published round leaves open, given the current ``mode``."""
        left = {self.SINGLE: {self.SINGLE, self.APART}}.get(mode, {mode})
        field: Any = self.fields["mode"]
        # The service refuses the others: anybody who opened the page earlier is told why.
        field.widget.choices = [choice for choice in field.choices if choice[0] in left]
        field.help_text = _("A round is published: the other ways are no longer offered.")
        if mode == self.TEAMS:
            self.fields["boards"].widget.attrs["readonly"] = True

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. Raises ValidationError for teams without a number of boards."""
        cleaned = self.cleaned_data
        single = cleaned.get("mode") == self.SINGLE
        if single:
            self.errors.pop("boards", None)
        elif "boards" not in self.errors and cleaned["boards"] is None:
            self.add_error("boards", TEAM_SIZE)
        return cleaned


class RemoveTeamForm(ArrangementForm):
    """The team to take out."""

    team = KeyField(required=True)


class LineUpForm(RemoveTeamForm):
    """Who plays in a team from the next round on."""

    players = LineUpField(
        label=_("Players from the next round on, by number, board 1 first"), required=False
    )


class NewTeamForm(ArrangementForm):
    """A team to enter."""

    name = Team._meta.get_field("name").formfield(
        label=_("Name of the team"), error_messages={"required": _("Give the team a name.")}
    )
    players = LineUpField(label=_("Its players by number, board 1 first"), required=False)
