"""An example of every address there is: what stands in it, by the names of its parts.

An address with a part that is not known here fails a test: whoever adds it says what stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from django.apps import apps
from django.db import models
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls import reverse as address_to

from adjudication.models import (
    Case,
    Confirmation,
    ConfirmationAnswer,
    Picture,
    Ruling,
    Statement,
    Submission,
)
from tests.security.full_world import FullWorld
from tournament.models import AccessLink, AuditEvent, Player, Tournament

Values = Callable[[FullWorld], list[object]]


def _keys(model: type, path: str) -> Values:
    """Return the keys of a tournament's rows."""

    def keys(world: FullWorld) -> list[object]:
        manager = getattr(model, "everybody", model.objects)  # type: ignore[attr-defined]
        rows = manager.filter(**{path: world.tournament.pk}).order_by("pk")
        return list(rows.values_list("pk", flat=True))

    return keys


def _few(model: type, path: str, most: int) -> Values:
    return lambda world: _keys(model, path)(world)[-most:]


def _proofs(world: FullWorld) -> list[object]:
    """Return the names of answers of confirmations."""
    rows = ConfirmationAnswer.objects.filter(confirmation__case__tournament=world.tournament.pk)
    return list(rows.order_by("pk").values_list("key", flat=True)[:2])


PARTS: dict[str, Values] = {
    "slug": lambda world: [world.tournament.slug],
    "game_id": lambda world: [game.pk for game in world.games],
    "case_id": _keys(Case, "tournament"),
    "player_id": lambda world: [*_keys(Player, "tournament")(world)[:2], asking(world)],
    "link_id": _few(AccessLink, "tournament", 3),
    "event_id": _few(AuditEvent, "tournament", 3),
    "submission_id": _few(Submission, "game__round__tournament", 2),
    "statement_id": _keys(Statement, "case__tournament"),
    "picture_id": _keys(Picture, "statement__case__tournament"),
    "ruling_id": _keys(Ruling, "case__tournament"),
    "token": lambda world: [world.token],
    "number": lambda world: [1, 3],
    "player": lambda world: [1],
    "after": lambda world: [1],
    "confirmation": lambda world: [1],
    "key": _proofs,
}
SPECIAL: dict[tuple[str, str], list[object]] = {
    ("tournament:guide_for", "whose"): ["director"],
    ("tournament:export", "kind"): ["json", "opengotha", "egf"],
    ("tournament:print_page", "kind"): ["boards", "names", "slips", "standings"],
    ("tournament:print_file", "kind"): ["boards", "names", "slips", "standings"],
    ("tournament:standings_file", "kind"): ["csv", "json"],
    ("tournament:pairings_file", "kind"): ["csv", "json"],
    ("tournament:setup", "key"): ["event", "system", "order", "time", "results", "disputes"],
    ("tournament:setup_preview", "key"): ["system"],
    ("adjudication:guide", "kind"): ["displaced_stone"],
    ("tournament:why", "number"): [3],
    ("tournament:use_format", "place"): [0],
}
CASES = "/cases/<int:number>/"
CONFIRMED = "/life/<int:confirmation>/"


def _model_of(part: str) -> type[models.Model] | None:
    """Return the model whose key a part of an address is by its name, as ``webhook_id``."""
    wanted = part.removesuffix("_id").replace("_", "")
    found = [one for one in apps.get_models() if one._meta.model_name == wanted]
    return found[0] if part.endswith("_id") and len(found) == 1 else None


def _path_to_tournament(model: type[models.Model]) -> str | None:
    """Return over which columns a row comes to its tournament."""
    waiting: list[tuple[type[models.Model], str]] = [(model, "")]
    seen = set()
    while waiting:
        here, path = waiting.pop(0)
        if here is Tournament:
            return path
        if here in seen:
            continue
        seen.add(here)
        for column in here._meta.concrete_fields:
            if column.is_relation and column.related_model:
                waiting.append((column.related_model, f"{path}__{column.name}".lstrip("_")))
    return None


def _values(world: FullWorld, name: str, part: str) -> list[object] | None:
    """Return what may stand at a part of an address; None where nobody knows."""
    if (name, part) in SPECIAL:
        return SPECIAL[name, part]
    if part == "number" and CASES in routes()[name].whole:  # type: ignore[attr-defined]
        numbers = Case.objects.filter(tournament=world.tournament.pk).order_by("pk")
        if CONFIRMED in routes()[name].whole:  # type: ignore[attr-defined]
            numbers = numbers.filter(pk__in=Confirmation.objects.values("case"))
        return list(numbers.values_list("number", flat=True))
    if part in PARTS:
        return PARTS[part](world)
    model = _model_of(part)
    path = _path_to_tournament(model) if model else None
    return _keys(model, path)(world)[-2:] if model and path else None


def asking(world: FullWorld) -> int:
    """Return the key of somebody who asks to take part."""
    found = Player.everybody.filter(tournament=world.tournament, registration="requested")
    return int(found.latest("pk").pk)


def routes() -> dict[str, URLPattern]:
    """Return every address by its full name."""
    found: dict[str, URLPattern] = {}

    def walk(entries: list[URLPattern | URLResolver], space: str, before: str) -> None:
        for entry in entries:
            if isinstance(entry, URLResolver):
                inner = f"{space}{entry.namespace}:" if entry.namespace else space
                walk(entry.url_patterns, inner, before + str(entry.pattern))
            else:
                entry.whole = before + str(entry.pattern)  # type: ignore[attr-defined]
                found[space + str(entry.name)] = entry

    walk(get_resolver().url_patterns, "", "/")
    return found


def pages() -> dict[str, URLPattern]:
    """Return every address but those of the API, which the test of its schema walks."""
    return {
        name: entry
        for name, entry in routes().items()
        if not entry.whole.startswith("/api/")  # type: ignore[attr-defined]
    }


def unknown_parts() -> set[tuple[str, str]]:
    """Return the parts of addresses of which nobody has said what stands there."""
    return {
        (name, part)
        for name, entry in pages().items()
        for part in entry.pattern.converters
        if part not in PARTS and (name, part) not in SPECIAL
        if (model := _model_of(part)) is None or _path_to_tournament(model) is None
    }


def examples(world: FullWorld, name: str) -> Iterator[str]:
    """Yield addresses of a route in a tournament; none where its rows are missing."""
    parts = list(routes()[name].pattern.converters)
    for values in product(*(_values(world, name, part) or [] for part in parts)):
        yield address_to(name, kwargs=dict(zip(parts, values, strict=True)))
