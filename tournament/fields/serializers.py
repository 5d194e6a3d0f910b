"""Serializer fields of our own kinds, and the column that each belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.db.models import Field
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from adjudication.rules.accounts import AccountError, accounts_text, parse_accounts
from tournament.fields import models
from tournament.fields.validators import COUNTRY_SENTENCE, RANK_SENTENCE, RANKS_SENTENCE
from tournament.formats.countries import CountryError, country_code
from tournament.spoken import translated
from tournament.state.categories import CategoriesError, plain_categories
from tournament.state.ranks import RankError, plain_rank, plain_ranks

MOST_POINTS = 1000
"""More than any board or komi has."""


class LineField(serializers.CharField):
    """Text on one line; runs of spaces become one."""

    def to_internal_value(self, data: Any) -> str:
        """Return the text with single spaces."""
        return " ".join(super().to_internal_value(data).split())


class CountryField(LineField):
    """A country, by its code or its name: ``France`` becomes ``FR``."""

    default_error_messages = {"country": COUNTRY_SENTENCE}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> str:
        """Return the code."""
        text = super().to_internal_value(data)
        try:
            return country_code(text) if text else ""
        except CountryError:
            raise serializers.ValidationError(self.error_messages["country"], "country") from None


class RankField(LineField):
    """A rank, in any usual way of writing it: ``7 Kyu`` becomes ``7k``."""

    default_error_messages = {"rank": RANK_SENTENCE}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> str:
        """Return the rank in its shortest form."""
        text = super().to_internal_value(data)
        try:
            return plain_rank(text) if text else ""
        except RankError:
            raise serializers.ValidationError(self.error_messages["rank"], "rank") from None


class RanksField(LineField):
    """The ranks of several players: ``2 Kyu 4kyu`` becomes ``2k, 4k``."""

    default_error_messages = {"ranks": RANKS_SENTENCE}  # noqa: RUF012

    def to_internal_value(self, data: Any) -> str:
        """Return the ranks in their shortest form."""
        text = super().to_internal_value(data)
        try:
            return plain_ranks(text) if text else ""
        except RankError:
            raise serializers.ValidationError(self.error_messages["ranks"], "ranks") from None


class AccountsField(LineField):
    """Names on servers: ``ogs=rose`` becomes ``OGS: rose``."""

    def to_internal_value(self, data: Any) -> str:
        """Return the accounts, each once."""
        try:
            return accounts_text(parse_accounts(super().to_internal_value(data)))
        except AccountError as error:
            raise serializers.ValidationError(translated(error.text), "accounts") from None


class CategoriesField(LineField):
    """Categories of a player: ``Woman;U12, woman`` becomes ``Woman, U12``."""

    def to_internal_value(self, data: Any) -> str:
        """Return the categories, each once."""
        try:
            return plain_categories(super().to_internal_value(data))
        except CategoriesError as error:
            raise serializers.ValidationError(translated(error.text), "categories") from None


class HalfPointsField(serializers.FloatField):
    """Points, whole or half ones, as a number such as 6.5; half-points internally."""

    default_error_messages = {"points": _("Give whole or half points, such as 6.5.")}  # noqa: RUF012

    def __init__(self, **options: Any) -> None:
        """Take limits in half-points, as the column has them."""
        for limit in ("min_value", "max_value"):
            if limit in options:
                options[limit] /= 2
        super().__init__(**options)

    def run_validation(self, data: Any = serializers.empty) -> int | None:
        """Return half-points; the limits are in points."""
        if isinstance(data, bool):
            self.fail("invalid")
        points = super().run_validation(data)
        if points is None:
            return None
        if abs(points) > MOST_POINTS or not float(2 * points).is_integer():
            self.fail("points")
        return round(2 * points)

    def to_representation(self, value: int) -> float:
        """Return points."""
        return value / 2


FIELD_MAPPING: Mapping[type[Field[Any, Any]], type[serializers.Field]] = MappingProxyType(
    {
        models.LineField: LineField,
        models.CountryField: CountryField,
        models.RankField: RankField,
        models.RanksField: RanksField,
        models.AccountsField: AccountsField,
        models.CategoriesField: CategoriesField,
        models.SmallNumberField: serializers.IntegerField,
        models.PositiveNumberField: serializers.IntegerField,
        models.HalfPointsField: HalfPointsField,
        models.MarginField: HalfPointsField,
    }
)
"""What a ModelSerializer's ``serializer_field_mapping`` needs besides Django's own fields."""
