"""The bodies of webhook messages: built from what happened, with what the public may see.

Players appear as their numbers and public names, so anyone hidden or erased since is a number.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from adjudication.models import Verdict
from adjudication.rules.claims import parse_claim
from adjudication.rules.verdicts import outcome_of
from adjudication.submissions.selectors.server_games import result_in
from adjudication.verdicts.services.claims import Result
from tournament.audit.models import Topic
from tournament.audit.selectors.snapshots import boards_in, seated_at
from tournament.models import AuditEvent, Game, Player, Seat
from tournament.rounds.api.results import ResultShown

_CASE = ("case", "question", "outcome", "ruling", "effect", "resume_move")
"""What a message says about a case: never whom it is about, nor why."""
_DATES = ("date", "plays_at", "play_by")

Names = Mapping[int, str]


def payload_of(topic: str, source: str) -> dict[str, Any] | None:
    """Return the message about a source, or None if that no longer exists."""
    kind, _colon, key = source.partition(":")
    if kind == "test":
        return _message(topic, timezone.now(), {"text": "This is a test."})
    if kind == "verdict":
        return _verdict(topic, int(key))
    event = AuditEvent.objects.select_related("tournament").filter(pk=int(key)).first()
    return None if event is None else _event(topic, event)


def _message(topic: str, at: datetime, data: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": topic, "timestamp": at.isoformat(), "data": dict(data)}


def _event(topic: str, event: AuditEvent) -> dict[str, Any]:
    after = event.after if isinstance(event.after, dict) else {}
    data: dict[str, Any] = {
        "tournament": {"slug": event.tournament.slug, "name": event.tournament.name},
        "event": event.sequence,
        "seal": event.digest,
        "round": event.round_number,
        "table": event.table,
    }
    if topic == Topic.PAIRING_PUBLISHED:
        data |= _pairing(event)
    elif topic.startswith("result.") or topic == Topic.RULING:
        boards = boards_in(event.after)
        names = _names(event.tournament_id, seated_at(boards))
        data["games"] = [_board(board, names) for board in boards]
    elif topic.startswith("reschedule."):
        names = _names(event.tournament_id, event.players)
        data["players"] = [_player(number, names) for number in event.players]
        data |= {name: after[name] for name in _DATES if name in after}
    data |= {name: after[name] for name in _CASE if name in after}
    return _message(topic, event.at, data)


def _pairing(event: AuditEvent) -> dict[str, Any]:
    rounds = {"round__tournament": event.tournament_id, "round__number": event.round_number}
    columns = ("board_number", "black__number", "white__number", "handicap", "komi_half")
    rows = list(Game.objects.filter(**rounds).order_by("board_number").values(*columns))
    byes = Seat.objects.filter(**rounds, game=None).order_by("player__number")
    numbers = list(byes.values_list("player__number", flat=True))
    boards = [
        {
            "table": row["board_number"],
            "black": row["black__number"],
            "white": row["white__number"],
            "handicap": row["handicap"],
            "komi_half": row["komi_half"],
        }
        for row in rows
    ]
    names = _names(event.tournament_id, {*seated_at(boards), *numbers})
    return {
        "games": [_board(board, names) for board in boards],
        "byes": [_player(number, names) for number in numbers],
    }


def _board(board: Mapping[str, Any], names: Names) -> dict[str, Any]:
    data: dict[str, Any] = {
        "table": board["table"],
        "black": _player(board["black"], names),
        "white": _player(board["white"], names),
        "handicap": board["handicap"],
        "komi": board["komi_half"] / 2,
    }
    if "state" in board:
        data["state"] = board["state"]
    if board.get("winner"):
        result = Result(board["winner"], board.get("reason", ""), board.get("margin_half"))
        data["result"] = ResultShown(result).data
    return data


def _verdict(topic: str, submission_id: int) -> dict[str, Any] | None:
    rows = Verdict.objects.select_related(
        "submission__game__round__tournament",
        "submission__game__black",
        "submission__game__white",
    )
    verdict = rows.filter(submission=submission_id).first()
    if verdict is None:
        return None
    game = verdict.submission.game
    data = {
        "tournament": {"slug": game.round.tournament.slug, "name": game.round.tournament.name},
        "round": game.round.number,
        "table": game.board_number,
        "black": {"number": game.black.number, "name": game.black.public_name},
        "white": {"number": game.white.number, "name": game.white.public_name},
        "submission": submission_id,
        "outcome": outcome_of(verdict.verdict),
        "claim": _claim(verdict.claim),
        "findings": [
            {
                "code": finding.get("code"),
                "move": finding.get("move"),
                # A record may be damaged: then nobody is at fault until both have said so.
                "uncertain": bool(finding.get("uncertain")),
            }
            for finding in verdict.findings
        ],
        "decisive_move": verdict.decisive_move,
        "engine": verdict.engine_version,
    }
    return _message(topic, verdict.created_at, data)


def _claim(written: str) -> dict[str, Any] | None:
    """Return the claim that a record was checked against; None if there was none."""
    claim = result_in(parse_claim(written))
    return None if claim is None else ResultShown(claim).data


def _names(tournament_id: int, numbers: Iterable[int]) -> dict[int, str]:
    rows = Player.everybody.filter(tournament=tournament_id, number__in=set(numbers))
    return dict(rows.values_list("number", "public_name"))


def _player(number: int, names: Names) -> dict[str, Any]:
    return {"number": number, "name": names.get(number, f"#{number}")}
