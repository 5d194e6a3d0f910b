"""Lists to choose from, as the forms of this room show them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from notices.models import MailKind, Topic


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose."""

    value: str
    label: str
    chosen: bool


def topic_options(chosen: Collection[str]) -> tuple[Option, ...]:
    """Return what a webhook can be told of."""
    topics = [topic for topic in Topic if topic is not Topic.TEST]
    return tuple(Option(one.value, str(one.label), one.value in chosen) for one in topics)


def kind_options(kinds: Iterable[MailKind], off: Collection[str]) -> tuple[Option, ...]:
    """Return kinds of mails: chosen are those that are sent."""
    return tuple(Option(one.value, str(one.label), one.value not in off) for one in kinds)


def language_options(chosen: str, *, usual: str = "") -> tuple[Option, ...]:
    """Return the languages, and first that none is chosen."""
    names = dict(settings.LANGUAGES)
    first = usual or _("as the tournament")
    return (
        Option("", first, not chosen),
        *(Option(code, str(name), code == chosen) for code, name in names.items()),
    )


def kinds_off(kinds: Iterable[MailKind], on: Collection[str]) -> list[str]:
    """Return the kinds that are not ticked."""
    return [kind.value for kind in kinds if kind.value not in on]
