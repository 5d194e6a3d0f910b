"""A whole tournament as JSON, without loss: our own archive format.

The file is an object ``{"format": "shinpan-event", "version": 1, "event": {...}}``. ``event`` has
the fields of :class:`tournament.state.event.Event` under their names, as
:mod:`tournament.state.codec` writes them. Missing fields take their defaults; unknown fields are
refused. ``draws`` has what rounds were drawn from that has changed since: with it a file can be
verified even if a rank or a result was corrected afterwards.
"""

import dataclasses
import json
import math
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from typing import Any

from language.messages import Message, Number
from language.messages import gettext_lazy as _
from tournament.formats.errors import FormatError
from tournament.formats.limits import (
    MAX_GAMES,
    MAX_PLAYERS,
    MAX_ROUNDS,
    check_count,
    check_size,
)
from tournament.formats.written import WrittenFile
from tournament.state.codec import CodecError, from_json, to_json
from tournament.state.event import Event
from tournament.state.ranges import FURTHEST, LARGEST_CORRECTION, RANKS, SCORING, STEEPEST
from tournament.state.ranks import STRONGEST, WEAKEST

FORMAT = "shinpan-event"
VERSION = 1
"""Increases when an older reader would misunderstand the file; not for new fields alone."""

_WIDEST = 2**63 - 1
_ROUND = (1, MAX_ROUNDS)
_RANK = (WEAKEST, STRONGEST)
_GAP = (0, FURTHEST)
_RANGES: dict[str, tuple[float, float]] = {
    "Player.rank": _RANK,
    "Player.rating": (-10_000, 10_000),
    "Player.absent": _ROUND,
    "Player.uncounted": _ROUND,
    "Player.smms_correction": (-LARGEST_CORRECTION, LARGEST_CORRECTION),
    "Game.round": _ROUND,
    "Game.table": (0, 1_000_000),
    "Game.handicap": (0, 100),
    "Game.komi_half": (-1000, 1000),
    "Bye.round": _ROUND,
    "DrawnRound.round": _ROUND,
    "DrawnBoard.handicap": (0, 100),
    "DrawnBoard.komi_half": (-1000, 1000),
    "TeamSeat.round": _ROUND,
    "TeamSeat.board": (1, 1000),
    "TeamRules.size": (1, 1000),
    "ScoringParameters.rounds": (0, MAX_ROUNDS),
    "ScoringParameters.categories": _RANK,
    **{f"ScoringParameters.{name}": limits for name, limits in SCORING.items() if name != "rounds"},
    "TopGroup.size": (0, MAX_PLAYERS),
    "HandicapRule.threshold": RANKS,
    "HandicapRule.correction": (-FURTHEST, FURTHEST),
    "HandicapRule.ceiling": (0, 100),
    "HandicapRow.difference": (-FURTHEST, FURTHEST),
    "HandicapRow.stones": (-100, 100),
    "HandicapRow.komi_half": (-1000, 1000),
    "Weights.nx1_factor": (-STEEPEST, STEEPEST),
    "Weights.last_round_of_phase_1": (0, 1_000_000),
    "Weights.rank_threshold": RANKS,
    "Weights.country_gap": _GAP,
    "Weights.club_gap": _GAP,
    "Weights.clubs_group_gap": _GAP,
    "KomiParameters.even_half": (-1000, 1000),
    "KomiParameters.handicap_half": (-1000, 1000),
    "Details.board_size": (1, 100),
    "Clock.basic_minutes": (0, 1_000_000),
    "Clock.byo_yomi_seconds": (0, 1_000_000),
    "Clock.byo_yomi_periods": (0, 1_000_000),
    "Clock.canadian_moves": (0, 1_000_000),
    "Clock.canadian_seconds": (0, 1_000_000),
    "Clock.fischer_seconds": (0, 1_000_000),
}
"""The limits between which numbers must lie; all others have to fit in 64 bits."""


def write_json(event: Event) -> WrittenFile:
    """Return a tournament as JSON in UTF-8; nothing is lost.

    Raises FormatError for a value that :func:`read_json` would refuse, so that no unreadable
    archive is written.
    """
    _check_counts(event)
    _check_all(event, "event")
    data = {"format": FORMAT, "version": VERSION, "event": to_json(event)}
    text = json.dumps(data, ensure_ascii=False, indent=1)
    try:
        return WrittenFile(f"{text}\n".encode())
    except UnicodeEncodeError:  # half of a surrogate pair, which only an escape can express
        return WrittenFile(f"{json.dumps(data, indent=1)}\n".encode())


def read_json(data: bytes) -> Event:
    """Return the tournament that :func:`write_json` wrote.

    Raises FormatError, with the path of the field (``event.state.players[3].rank``), for a file
    that is too large or too deep, not JSON of ours or of a later version, and for a value that is
    missing, unknown, of the wrong type or out of range.
    """
    check_size(data)
    return json_event(parsed_json(data))


def json_event(content: dict[str, Any]) -> Event:
    """Return the tournament in our JSON, already parsed, like :func:`read_json`."""
    version = content.get("version")
    if content.get("format") != FORMAT or type(version) is not int:
        raise FormatError(
            "not_ours",
            _(
                "This JSON is not a tournament file: it does not start with %(format)r. Send a "
                "file exported from a tournament."
            )
            % {"format": FORMAT},
            field="format",
        )
    if version != VERSION:
        raise FormatError(
            "version",
            _(
                "The file has version %(version)d; this program reads version %(here)d. Use the "
                "program that wrote it, or a newer one."
            )
            % {"version": version, "here": VERSION},
            field="version",
        )
    unknown = set(content) - {"format", "version", "event"}
    if unknown:
        raise _refused(min(unknown), _("is not known"))
    try:
        event = from_json(Event, content.get("event"), "event", _check_numbers)
    except CodecError as error:
        raise _refused(error.path, error.text) from None
    _check_counts(event)
    return event


def parsed_json(data: bytes) -> dict[str, Any]:
    """Return the outermost object of a JSON text. Raises FormatError for anything else."""
    try:
        content = json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_unique, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        raise FormatError(
            "not_json",
            _("This is not valid JSON (%(msg)s). Was the file cut off or edited by hand?")
            % {"msg": error.msg},
            line=error.lineno,
        ) from None
    except RecursionError:
        raise FormatError(
            "too_deep",
            _("The file is nested too deeply to be a tournament file."),
        ) from None
    except FormatError:
        raise
    except UnicodeDecodeError as error:
        raise FormatError(
            "not_json",
            _("This JSON is not in UTF-8 (%(name)s). Export it again.")
            % {"name": type(error).__name__},
        ) from None
    except ValueError:  # Python does not read integers of more than 4300 digits
        raise FormatError(
            "not_json", _("This JSON has a number with thousands of digits. Export it again.")
        ) from None
    if not isinstance(content, dict):
        raise _refused("", _("is not an object"))
    return content


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(
            name for name, count in Counter(name for name, _ in pairs).items() if count > 1
        )
        raise FormatError(
            "twice",
            _("The same field appears twice in one object. Remove one of them."),
            field=twice[:100],
        )
    return found


def _no_constant(name: str) -> float:
    raise FormatError(
        "not_finite",
        _("%(name)s is not a number.") % {"name": name},
    )


def _check_counts(event: Event) -> None:
    """Raise FormatError if there is more of something than we read."""
    check_count(_("players"), len(event.state.players), MAX_PLAYERS)
    check_count(_("games"), len(event.state.games), MAX_GAMES)


def _check_all(value: object, path: str) -> None:
    """Refuse numbers out of range, in a dataclass and everything in it."""
    if isinstance(value, tuple | frozenset):
        for index, item in enumerate(value):
            _check_all(item, f"{path}[{index}]")
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            _check_all(getattr(value, field.name), f"{path}.{field.name}")
        _check_numbers(value, path)


def _check_numbers(value: object, path: str) -> None:
    """Refuse numbers out of range in the fields of one dataclass."""
    if not dataclasses.is_dataclass(value):
        return
    for field in dataclasses.fields(value):
        low, high = _RANGES.get(f"{type(value).__name__}.{field.name}", (-_WIDEST, _WIDEST))
        for where, number in _numbers(getattr(value, field.name), f"{path}.{field.name}"):
            if isinstance(number, float) and not math.isfinite(number):
                _no_constant(str(number))
            if not low <= number <= high:
                raise FormatError(
                    "out_of_range",
                    _("The number must be between %(low)s and %(high)s.")
                    % {"low": Number(str(low)), "high": Number(str(high))},
                    field=where,
                )


def _numbers(value: object, path: str) -> Iterator[tuple[str, int | float]]:
    """Yield the numbers in a field, including those in lists, with their paths."""
    if isinstance(value, bool | Enum):
        return
    if isinstance(value, int | float):
        yield path, value
    elif isinstance(value, tuple | frozenset):
        for index, item in enumerate(value):
            yield from _numbers(item, f"{path}[{index}]")


def _refused(path: str, text: Message) -> FormatError:
    return FormatError(
        "wrong_field", _("The value %(is_wrong)s.") % {"is_wrong": text}, field=path or None
    )
