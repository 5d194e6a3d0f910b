"""The kinds of our own: each is read and written in one way by pages, programs and services."""

import pytest
from django.core.exceptions import ValidationError
from django.db import models as django_models
from django.test.utils import isolate_apps
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.exceptions import ValidationError as InvalidBody

from adjudication.rules.claims import format_points
from adjudication.rules.points import point_name
from adjudication.rules.written import half_points
from tournament.common.cleaning import clean_columns
from tournament.errors import UserError
from tournament.fields import forms, models, serializers
from tournament.formats.countries import country_code
from tournament.state.ranks import STRONGEST, WEAKEST, RankError, parse_rank, plain_rank, rank_text

HALVES = st.integers(-2000, 2000)


@given(HALVES)
def test_half_points_are_read_as_they_are_written(halves: int) -> None:
    assert half_points(format_points(halves / 2)) == halves
    for language in ("en", "fr"):
        with translation.override(language):
            field = forms.HalfPointsField()
            assert field.clean(field.prepare_value(halves)) == halves
    field = serializers.HalfPointsField()
    assert field.run_validation(field.to_representation(halves)) == halves


@pytest.mark.parametrize(
    ("text", "halves"),
    [
        ("6.5", 13),
        ("6,5", 13),
        ("6½", 13),
        ("6 1/2", 13),
        ("½", 1),
        ("-½", -1),
        ("−0,5", -1),
        ("+7", 14),
        ("7.0", 14),
        ("６．５", 13),
        (" 12 ", 24),
        ("0", 0),
    ],
)
def test_half_points_are_read_in_every_usual_way(text: str, halves: int) -> None:
    assert half_points(text) == halves
    assert forms.HalfPointsField().clean(text) == halves


@pytest.mark.parametrize(
    "text", ["6.25", "x", "6.5.5", "1e3", "nan", "inf", "--6", "6 points", "9" * 400]
)
def test_what_is_no_half_point_is_refused(text: str) -> None:
    assert half_points(text) is None
    with pytest.raises(ValidationError, match="half points"):
        forms.HalfPointsField().clean(text)


@pytest.mark.parametrize("value", [6.25, "x", None, float("nan"), float("inf"), True, [6]])
def test_programs_get_no_other_number_in_either(value: object) -> None:
    with pytest.raises(InvalidBody):
        serializers.HalfPointsField().run_validation(value)


@given(st.integers(-30, 8))
def test_a_rank_is_read_as_it_is_written(rank: int) -> None:
    written = plain_rank(rank_text(rank))
    assert (parse_rank(written), plain_rank(written)) == (rank, written)
    assert forms.RankField(max_length=4).clean(rank_text(rank)) == written
    assert serializers.RankField().run_validation(rank_text(rank)) == written


@pytest.mark.parametrize(
    ("text", "rank"),
    [("7 Kyu", "7k"), ("12K", "12k"), ("1 dan", "1d"), ("2P", "2p"), ("05k", "5k"), (" 3d ", "3d")],
)
def test_a_rank_is_read_in_every_usual_way(text: str, rank: str) -> None:
    assert plain_rank(text) == rank
    assert forms.RankField(max_length=4).clean(text) == rank
    assert serializers.RankField(max_length=4).run_validation(text) == rank


@pytest.mark.parametrize("text", ["31k", "45k", "0k", "10d", "10p", "99 dan"])
def test_a_rank_beyond_ours_is_refused_everywhere(text: str) -> None:
    with pytest.raises(RankError):
        parse_rank(text)
    for field in (forms.RankField(), forms.LevelField()):
        with pytest.raises(ValidationError, match="Write a rank"):
            field.clean(text)
    with pytest.raises(InvalidBody, match="from 30k to 9d"):
        serializers.RankField().run_validation(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *(("FR", "FR"), ("fr", "FR"), ("France", "FR"), ("france ", "FR"), ("Frankreich", "FR")),
        *(("FRA", "FR"), ("Česko", "CZ"), ("Czech Republic", "CZ"), ("Corée du Sud", "KR")),
        *(("UK", "GB"), ("Royaume-Uni", "GB"), ("USA", "US"), ("SRB", "RS"), ("Kosovo", "XK")),
        ("Turkey", "TR"),
    ],
)
def test_a_country_is_read_by_code_and_by_name(text: str, code: str) -> None:
    assert country_code(text) == code
    assert forms.CountryField(max_length=3).clean(text) == code
    assert serializers.CountryField(max_length=3).run_validation(text) == code


@pytest.mark.parametrize("text", ["Frankonia", "Frk", "ZZ", "EU", "12", "?"])
def test_what_is_no_country_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="the name of a country or its code"):
        forms.CountryField().clean(text)
    with pytest.raises(InvalidBody, match="the name of a country or its code"):
        serializers.CountryField().run_validation(text)


def test_no_country_is_none_and_what_a_file_brought_may_stay() -> None:
    field = forms.CountryField(required=False)
    assert field.clean("") == ""
    field.kept = "UR"
    assert (field.clean("UR"), field.clean(""), field.clean("Uruguay")) == ("UR", "", "UY")


def test_countries_are_offered_in_the_language_of_the_reader() -> None:
    field = forms.CountryField()
    with translation.override("fr"):
        drawn = field.widget.render("country", "DE", {"id": "country"})
    assert 'list="country-names"' in drawn
    assert '<option value="DE">Allemagne</option>' in drawn
    with translation.override("eo"):  # a language without a name for every country
        assert "<option" in field.widget.render("country", "")


@given(st.text(max_size=12))
def test_any_text_is_a_rank_or_refused_in_words(text: str) -> None:
    try:
        rank = plain_rank(text)
    except RankError:
        with pytest.raises(ValidationError):
            forms.RankField().clean(text or "x")
    else:
        assert len(rank) <= 4
        assert plain_rank(rank) == rank


@settings(suppress_health_check=[HealthCheck.too_slow])  # a loaded machine is no fault
@given(
    st.integers(2, 25).flatmap(
        lambda size: st.tuples(st.just(size), st.integers(0, size * size - 1))
    )
)
def test_a_point_is_read_as_it_is_named(board: tuple[int, int]) -> None:
    size, point = board
    assert forms.PointField(size=size).clean(point_name(point, size).lower()) == point


@pytest.mark.parametrize("text", ["A0", "T99", "zz", "!", "I5", "Q16"])
def test_a_point_off_the_board_is_refused_with_an_example_that_is_on_it(text: str) -> None:
    with pytest.raises(ValidationError, match="G7"):
        forms.PointField(size=9).clean(text)


@given(st.integers(WEAKEST, STRONGEST))
def test_a_level_is_read_as_it_is_written(rank: int) -> None:
    field = forms.LevelField()
    assert field.clean(field.prepare_value(rank)) == rank


def test_a_list_of_levels_is_read_with_spaces_and_commas() -> None:
    field = forms.LevelsField()
    assert field.clean("3d, 4k;5k") == (2, -4, -5)
    assert field.prepare_value((2, -4)) == "3d 4k"
    with pytest.raises(ValidationError, match="12k or 3d"):
        field.clean("3d strong")


@isolate_apps("tournament")
def _entry_model() -> type[django_models.Model]:
    class Sample(django_models.Model):  # noqa: DJ008
        surname = models.LineField("surname", max_length=5, missing="Name!")
        rank = models.RankField(blank=True, default="")
        country = models.CountryField(blank=True, default="")
        email = models.EmailField(max_length=20, blank=True, default="")
        rating = models.SmallNumberField(null=True, blank=True, limits=(-100, 99))
        extra = models.SmallNumberField(default=0, limits=(-60, 60))
        komi_half = models.HalfPointsField(default=13, limits=(-20, 20))
        zone = models.TimeZoneField(default="UTC")

        class Meta:
            app_label = "tournament"

    return Sample


ENTRY = _entry_model()


@pytest.mark.parametrize(
    ("column", "value", "code"),
    [
        ("surname", "", "blank"),
        ("surname", "Sixsix", "max_length"),
        ("surname", "a\x00b", "unreadable_text"),
        ("surname", "\u3164", "invisible_text"),
        ("rank", "best", "rank"),
        ("country", "FRAN", "max_length"),
        ("email", "here", "email"),
        ("rating", -101, "min_value"),
        ("rating", 100, "max_value"),
        ("extra", 61, "max_value"),
        ("komi_half", 21, "max_value"),
        ("zone", "Europe/Brest", "time_zone"),
        ("zone", "../../etc/passwd", "time_zone"),
    ],
)
def test_a_column_says_its_limit_to_a_service(column: str, value: object, code: str) -> None:
    row = ENTRY(**{"surname": "Aki", column: value})
    names = ["surname", "rank", "country", "email", "rating", "extra", "komi_half", "zone"]
    with pytest.raises(UserError) as refused:
        clean_columns(row, names)
    assert (refused.value.code, refused.value.field) == (code, column)
    clean_columns(row, [name for name in names if name != column])


def test_a_line_gets_single_spaces_unless_it_is_from_a_file() -> None:
    row = ENTRY(surname="a  b")
    clean_columns(row, ["surname"], verbatim=True)
    assert row.surname == "a  b"
    clean_columns(row, ["surname"])
    assert row.surname == "a b"


def test_a_page_takes_its_limits_from_the_column() -> None:
    fields = {
        name: ENTRY._meta.get_field(name).formfield()
        for name in ("surname", "rank", "rating", "extra", "komi_half")
    }
    assert fields["surname"].max_length == 5
    assert fields["surname"].required
    assert not any(fields[name].required for name in ("rank", "rating", "extra", "komi_half"))
    empty = {name: field.clean("") for name, field in fields.items() if not field.required}
    assert empty == {"rank": "", "rating": None, "extra": 0, "komi_half": 13}
    with pytest.raises(ValidationError, match="Name!"):
        fields["surname"].clean("")
    assert fields["surname"].clean("a  b") == "a b"
    assert fields["extra"].prepare_value(0) == ""
    for text in ("x", "1.5", "9" * 5000, "--1"):
        with pytest.raises(ValidationError, match="whole number"):
            fields["rating"].clean(text)


def test_migrations_hold_fields_of_django_alone() -> None:
    for column in ENTRY._meta.get_fields():
        _name, path, _args, options = column.deconstruct()
        assert path.startswith("django.db.models.")
        assert not {"limits", "validators", "error_messages", "missing"} & set(options)
        assert type(column.clone()).__module__.startswith("django.db.models")
