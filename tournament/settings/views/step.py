"""What a step of the setup consists of; each is a module with its ``STEP``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from tournament.common.setup_fields import Section
from tournament.common.setup_typed import Typed
from tournament.settings.selectors.setup import Setup
from tournament.settings.views.presets import Preset


def _nothing_settled(setup: Setup) -> frozenset[str]:
    return frozenset()


def _no_presets(setup: Setup, base: str) -> tuple[Preset, ...]:
    return ()


def _no_preset(key: str, setup: Setup) -> dict[str, str] | None:
    return None


def _nothing_more(setup: Setup, typed: Typed) -> dict[str, Any]:
    return {}


def _no_change(data: Mapping[str, str], typed: Typed) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Step:
    """One form of the setup.

    ``values`` gives the saved settings as texts, ``sections`` the fields to show, ``save`` reads
    and saves what was typed (raising UserError) and returns the tournament's address, ``seen``
    gives the fingerprint of what is saved. An error that names no field stands beside ``first``.
    ``settled`` fields can no longer be changed, and ``playing`` says what a change means from the
    first published round on. ``more`` is what the page shows besides, and
    ``part`` its template; ``press`` does what a button other than those for saving asks for, in
    the form only, and returns whether there was one.
    """

    key: str
    title: Promise
    lead: Promise
    first: str
    values: Callable[[Setup], dict[str, str]]
    sections: Callable[[Setup, Typed], tuple[Section, ...]]
    save: Callable[[Setup, Typed, str], str]
    seen: Callable[[Setup], str]
    settled: Callable[[Setup], frozenset[str]] = _nothing_settled
    presets: Callable[[Setup, str], tuple[Preset, ...]] = _no_presets
    preset: Callable[[str, Setup], dict[str, str] | None] = _no_preset
    more: Callable[[Setup, Typed], dict[str, Any]] = _nothing_more
    part: str = ""
    press: Callable[[Mapping[str, str], Typed], bool] = _no_change
    playing: Promise | str = ""
