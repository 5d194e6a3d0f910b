"""How a tournament now differs from what was sent: facts, lines of the file, ratings."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from adjudication.bundles.contents import (
    FACTS,
    NUMBER_OF,
    SCALE_OF,
    Contents,
    RatingBasis,
    dry_run,
    facts_of,
    result_file,
)
from adjudication.models import Bundle
from tournament.formats.bundle import LineChange, digest_of, line_changes, unzipped
from tournament.formats.countries import egd_code
from tournament.formats.errors import FormatError
from tournament.formats.recognise import Format
from tournament.games import words
from tournament.rounds.selectors.state import result_columns
from tournament.standings.gor import RatingChange
from tournament.standings.ratings import SCALES
from tournament.state.results import Decided, Outcome, Result


@dataclass(frozen=True, slots=True)
class RatingDifference:
    """A player whose dry run changed: the rating after the event, as sent and now, as text."""

    name: str
    sent: str
    now: str


@dataclass(frozen=True, slots=True)
class Difference:
    """What is different in one list since a bundle was sent.

    ``digest`` is that of the file as it is now; ``facts`` are sentences, ``lines`` the lines of the
    file. Both are None if what was sent has been erased with a person, so that only its digest
    shows that something differs.
    """

    kind: Format
    number: int
    sent_at: datetime | None
    digest: str
    facts: tuple[str, ...] | None
    lines: tuple[LineChange, ...] | None
    ratings: tuple[RatingDifference, ...]


def difference_from_sent(
    bundle: Bundle, basis: RatingBasis, kind: Format, made: Contents | None = None
) -> Difference | None:
    """Return how the file of a list differs from the one that was sent; None if it is the same.

    Anything already ``made`` for another bundle is reused; otherwise ratings are computed only if
    the file differs.
    """
    now = (made and made.file(kind, bundle.page)) or result_file(basis, kind, bundle.page)
    sent = next((item for item in bundle.files if item["kind"] == kind.value), None)
    digest = digest_of(now.data)
    if sent is None or sent["sha256"] == digest:
        return None
    kept = kept_files(bundle)
    lines = facts = None
    if sent["name"] in kept:
        lines = line_changes(kept[sent["name"]], now.data)
        facts = tuple(_changed(kind, _facts(kept.get(FACTS, b"")), facts_of(basis.event)))
    changes = made.ratings[kind] if made and kind in made.ratings else dry_run(basis, kind)
    ratings = tuple(_ratings(bundle.ratings.get(kind.value, {}), changes, kind))
    return Difference(kind, bundle.number, bundle.sent_at, digest, facts, lines, ratings)


def kept_files(bundle: Bundle) -> Mapping[str, bytes]:
    """Return the files of a bundle by name; none if they were erased."""
    try:
        return unzipped(bytes(bundle.data)) if bundle.data else {}
    except FormatError:
        return {}


def _facts(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)["tournament"]
    except (ValueError, LookupError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def _changed(kind: Format, was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    if not was:
        return
    names = {player["number"]: player["name"] for player in (*was["players"], *now["players"])}
    yield from _players(kind, was, now)
    yield from _games(was, now, names)
    before, after = (
        {(bye["round"], bye["player"]) for bye in facts["byes"]} for facts in (was, now)
    )
    for number, player in sorted(before ^ after):
        text = (
            _("Round %(round)d: %(player)s has the bye.")
            if (number, player) in after
            else _("Round %(round)d: %(player)s no longer has the bye.")
        )
        yield text % {"round": number, "player": names.get(player, f"#{player}")}


def _players(kind: Format, was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Return what differs in the players; of their register numbers, compare only this list's."""
    labels: dict[str, Callable[[], str]] = {
        "name": lambda: _("Name"),
        "rank": lambda: _("Rank"),
        "rating": lambda: _("Rating"),
        "country": lambda: _("Country"),
        "club": lambda: _("Club"),
        "egf_pin": lambda: _("EGF PIN"),
        "ffg_licence": lambda: _("FFG licence"),
        "aga_id": lambda: _("AGA number"),
    }
    before, after = (_listed(facts) for facts in (was, now))
    for number in sorted(before.keys() | after.keys()):
        old, new = before.get(number), after.get(number)
        if old is None or new is None:
            text = _("%(player)s is new in it.") if old is None else _("%(player)s is not in it.")
            yield text % {"player": (old or new or {})["name"]}
            continue
        for key, label in labels.items():
            elsewhere = key in NUMBER_OF.values() and key != NUMBER_OF[kind]
            if old.get(key) != new.get(key) and not elsewhere:
                shown = egd_code if (kind, key) == (Format.H9, "country") else str
                yield _("%(player)s – %(label)s: %(now)s, as sent: %(was)s.") % {
                    "player": new["name"],
                    "label": label(),
                    "now": shown(new.get(key) or "–"),
                    "was": shown(old.get(key) or "–"),
                }


def _listed(facts: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
    """Return the players with a line in rating list files, by number: those who played a game."""
    played = {
        number
        for game in facts["games"]
        if game["decided"] != Decided.DEFAULT and game["outcome"] != Outcome.VOID
        for number in (game["black"], game["white"])
    }
    return {player["number"]: player for player in facts["players"] if player["number"] in played}


def _games(
    was: Mapping[str, Any], now: Mapping[str, Any], names: Mapping[int, str]
) -> Iterator[str]:
    before, after = (
        {(game["round"], game["table"]): game for game in facts["games"]} for facts in (was, now)
    )
    for place in sorted(before.keys() | after.keys()):
        old, new = before.get(place), after.get(place)
        if old != new:
            yield _("%(board)s: %(now)s, as sent: %(was)s.") % {
                "board": words.round_and_board(*place),
                "now": _game(new, names),
                "was": _game(old, names),
            }


def _game(game: Mapping[str, Any] | None, names: Mapping[int, str]) -> str:
    if game is None:
        return _("no game")
    result = Result(game["outcome"], game["decided"])
    text = words.short_result(*result_columns(result), None).removesuffix("+") or "?"
    black, white = (names.get(game[side], f"#{game[side]}") for side in ("black", "white"))
    told = {"black": black, "white": white, "result": text, "handicap": game["handicap"]}
    if game["handicap"]:
        return _("%(black)s (Black) – %(white)s (White), handicap %(handicap)d, %(result)s") % told
    return _("%(black)s (Black) – %(white)s (White), %(result)s") % told


def _ratings(
    sent: Mapping[str, Any], estimate: Iterable[RatingChange], kind: Format
) -> Iterator[RatingDifference]:
    decimals = SCALES[SCALE_OF[kind]].decimals
    # A player without a rated game has no line in the file.
    changes = {str(change.player.id): change for change in estimate if change.games}
    sent = {number: values for number, values in sent.items() if values[2]}
    for number in sorted(sent.keys() | changes.keys(), key=int):
        change = changes.get(number)
        was = f"{sent[number][1]:.{decimals}f}" if number in sent else "–"
        now = f"{change.new:.{decimals}f}" if change else "–"
        if was != now:
            yield RatingDifference(change.player.name if change else f"#{number}", was, now)
