"""A sentence in the languages of the product, carried as a value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LocalText:
    """One text in English and in French."""

    en: str
    fr: str

    def get(self, language: str) -> str:
        """Return the text in a language code such as ``fr`` or ``fr-ca``; English otherwise."""
        return self.fr if language.lower().startswith("fr") else self.en

    def as_dict(self) -> dict[str, str]:
        """Return both languages by their codes."""
        return {"en": self.en, "fr": self.fr}

    def __str__(self) -> str:
        return self.en
