"""Everything that a game's result rests on, as one value that can be checked elsewhere."""

import base64
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import get_language

from adjudication.corrections.selectors.history import is_for_referees
from adjudication.models import (
    Appeal,
    Case,
    GameRecordFile,
    Inquiry,
    Penalty,
    Ruling,
    Statement,
    Submission,
    Verdict,
)
from adjudication.policy.codec import policy_as_json, policy_from_json
from adjudication.proofs.sealing import FORMAT, VERSION, options_of, seal_proof
from adjudication.records.models import file_bytes
from adjudication.rules.findings import Code
from adjudication.rules.verdicts import outcome_of
from adjudication.rules.version import ENGINE_VERSION
from adjudication.verdicts.selectors.submissions import ADDED
from tournament.formats.chain import to_microseconds
from tournament.models import AuditEvent, Game, Person, RoundState, Tournament, TrailHead

_RESULT = ("winner", "reason", "margin_half")
_VERDICT = (
    *("engine_version", "rules", "options", "computed", "findings", "decisive_move"),
    *("size", "moves", "end", "resumed", "claim", "read_as"),
)
_EVENT = (
    *("sequence", "verb", "actor", "actor_role", "round_number", "table", "players", "before"),
    *("after", "reason", "reason_salt", "reason_digest", "previous", "digest"),
)


def proof_of(game_id: int, now: datetime) -> dict[str, Any] | None:
    """Return the proof of a game of a published round, or None. 15 queries at most.

    It identifies players by colour and number and everybody else by an opaque id. People's names
    are in it only where somebody wrote them, in a record or in a reason; the words of statements
    are not, only their digests. Findings are in it as a message and its parameters, independent of
    language; ``language`` is that of the request.
    """
    game = (
        Game.objects.select_related("round__tournament", "black", "white")
        .filter(pk=game_id)
        .exclude(round__state=RoundState.DRAFT)
        .first()
    )
    if game is None:
        return None
    tournament = game.round.tournament
    reports = list(
        Submission.objects.filter(game=game)
        .select_related("record", "verdict")
        .order_by("created_at", "pk")
    )
    place = {report.pk: number for number, report in enumerate(reports)}
    cases = list(Case.objects.filter(game=game).order_by("number"))
    return seal_proof(
        {
            "format": FORMAT,
            "version": VERSION,
            "written_at": _time(now),
            "language": get_language(),
            "engine_version": ENGINE_VERSION,
            "tournament": {"name": tournament.name, "address": tournament.slug},
            "game": _game(game),
            "rules": _rules(tournament),
            "policy": policy_as_json(policy_from_json(tournament.rulings)),
            "reports": [_report(report, game, tournament.board_size) for report in reports],
            "recording_errors": [
                {
                    "state": one.state,
                    **{name: getattr(one, name) for name in _RESULT},
                    "note": one.note,
                    "black_agreed_at": _time(one.black_agreed_at),
                    "white_agreed_at": _time(one.white_agreed_at),
                    "settled_at": _time(one.settled_at),
                }
                for one in game.recording_errors.order_by("pk")
            ],
            "inquiries": [
                _inquiry(one)
                for one in Inquiry.objects.filter(game=game).select_related("case").order_by("pk")
            ],
            "cases": _cases(cases, game, place),
            "persons": _persons(tournament),
            "events": _events(tournament, game, cases),
            "head": _head(tournament),
        }
    )


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _game(game: Game) -> dict[str, Any]:
    return {
        "round": game.round.number,
        "board": game.board_number,
        "black": game.black.number,
        "white": game.white.number,
        "size": game.round.tournament.board_size,
        "handicap": game.handicap,
        "komi_half": game.komi_half,
        "state": game.state,
        **{name: getattr(game, name) for name in _RESULT},
        "stones_stay_since": _time(game.stones_stay_since),
        "final": game.final,
        "corrections": game.corrections,
        "reported_at": _time(game.reported_at),
        "confirmed_at": _time(game.confirmed_at),
    }


def _rules(tournament: Tournament) -> dict[str, Any]:
    ruleset = tournament.ruleset
    return {
        "key": ruleset.key,
        "title": ruleset.title.as_json(),
        "text": ruleset.text,
        "options": options_of(ruleset),
    }


def _report(report: Submission, game: Game, size: int) -> dict[str, Any]:
    verdict = _verdict(report)
    imported = report.imported_at is not None  # entered by the staff: no player said anything
    return {
        "by": "" if imported else _colour(game, report.player_id),
        "claim": {name: getattr(report, f"claim_{name}") for name in _RESULT},
        "dead_stones": report.dead_stones,
        "seki_stones": report.seki_stones,
        "resumed": report.resumed,
        "board_size": size,
        "state": ADDED if imported else report.state,
        "created_at": _time(report.created_at),
        "answered_by": "" if imported else _colour(game, report.answered_by_id),
        "answered_at": None if imported else _time(report.answered_at),
        "answer_note": report.answer_note,
        "record": _record(report.record),
        "verdict": None
        if verdict is None
        else {name: getattr(verdict, name) for name in _VERDICT}
        | {
            "outcome": outcome_of(verdict.verdict),
            "findings": [_nameless(finding) for finding in verdict.findings],
            "created_at": _time(verdict.created_at),
        },
    }


def _nameless(finding: dict[str, Any]) -> dict[str, Any]:
    """Return a finding as it is, but of one about names only that it exists."""
    if finding.get("code") not in (Code.NAMES_DIFFER, Code.COLOURS_SWAPPED):
        return finding
    return {name: value for name, value in finding.items() if name not in ("message", "detail")}


def _verdict(report: Submission) -> Verdict | None:
    found: Verdict | None = getattr(report, "verdict", None)
    return found


def _record(record: GameRecordFile | None) -> dict[str, Any] | None:
    if record is None:
        return None
    return {
        "sha256": record.sha256,
        "size": record.size,
        "data": base64.b64encode(file_bytes(record)).decode(),
    }


def _colour(game: Game, player_id: int | None) -> str:
    return {game.black_id: "black", game.white_id: "white"}.get(player_id or 0, "")


def _inquiry(one: Inquiry) -> dict[str, Any]:
    columns = ("kind", "data", "state", "black_answer", "white_answer", "black_data", "white_data")
    times = ("black_at", "white_at", "asked_at", "settled_at")
    return {
        "case": None if one.case is None else one.case.number,
        **{name: getattr(one, name) for name in columns},
        **{name: _time(getattr(one, name)) for name in times},
    }


def _cases(cases: list[Case], game: Game, place: Mapping[int, int]) -> list[dict[str, Any]]:
    keys = [case.pk for case in cases]
    rulings = list(
        Ruling.objects.filter(case__in=keys)
        .select_related("by", "supersedes")
        .prefetch_related("penalties")
        .order_by("number")
    )
    statements = (
        Statement.objects.filter(case__in=keys)
        .select_related("person", "record")
        .prefetch_related("pictures")
        .order_by("pk")
    )
    said = [(one.case_id, _statement(one, game)) for one in statements]
    appeals = [(one.case_id, _appeal(one, game)) for one in _appeals(keys)]
    return [
        {
            "number": case.number,
            "cause": case.cause,
            "state": case.state,
            "grounds": [
                {**ground, "submission": place.get(ground["submission"])}
                | ({} if complainant is None else {"note": ""})
                for ground, complainant in zip(case.grounds, case.complainants, strict=True)
            ],
            "proposal": case.proposal,
            "opened_at": _time(case.opened_at),
            "appeal_until": _time(case.appeal_until),
            "settled_at": _time(case.settled_at),
            "settled_note": case.settled_note,
            "statements": [told for of, told in said if of == case.pk],
            "rulings": [_ruling(one, game) for one in rulings if one.case_id == case.pk],
            "appeals": [told for of, told in appeals if of == case.pk],
        }
        for case in cases
    ]


def _statement(one: Statement, game: Game) -> dict[str, Any]:
    return {
        "by": one.person.uid,
        "colour": _colour(game, one.player_id),
        "at": _time(one.created_at),
        "text_sha256": sha256(one.text.encode()).hexdigest() if one.text else "",
        "record_sha256": "" if one.record is None else one.record.sha256,
        "pictures_sha256": [picture.sha256 for picture in one.pictures.all()],
    }


def _ruling(one: Ruling, game: Game) -> dict[str, Any]:
    columns = ("number", "kind", "effect", *_RESULT, "resume_move", "resume_record")
    texts = ("rules", "cause", "finding", "articles", "reasons")
    return {
        **{name: getattr(one, name) for name in (*columns, *texts)},
        "by": one.by.uid,
        "made_at": _time(one.made_at),
        "supersedes": None if one.supersedes is None else one.supersedes.number,
        "penalties": [_penalty(penalty, game) for penalty in one.penalties.all()],
    }


def _penalty(one: Penalty, game: Game) -> dict[str, Any]:
    columns = ("kind", "points_half", "seconds", "note")
    return {
        "colour": _colour(game, one.player_id),
        **{name: getattr(one, name) for name in columns},
    }


def _appeals(keys: list[int]) -> "QuerySet[Appeal]":
    return (
        Appeal.objects.filter(case__in=keys)
        .select_related("by", "ruling")
        .prefetch_related("members__person", "motions__votes__member__person")
        .order_by("pk")
    )


def _appeal(one: Appeal, game: Game) -> dict[str, Any]:
    return {
        "ruling": one.ruling.number,
        "by": one.by.uid,
        "colour": _colour(game, one.player_id),
        "state": one.state,
        "text_sha256": sha256(one.text.encode()).hexdigest() if one.text else "",
        "made_at": _time(one.made_at),
        "settled_at": _time(one.settled_at),
        "members": [member.person.uid for member in one.members.all()],
        "motions": [
            {
                "decision": motion.decision,
                "votes": [vote.member.person.uid for vote in motion.votes.all()],
            }
            for motion in one.motions.all()
        ],
    }


def _persons(tournament: Tournament) -> list[dict[str, Any]]:
    """Return everybody whom the proof may refer to, without names."""
    found = Person.objects.filter(tournament=tournament).order_by("uid")
    return [
        {"uid": uid, "role": role, "player": number}
        for uid, role, number in found.values_list("uid", "role", "player__number")
    ]


def _events(tournament: Tournament, game: Game, cases: list[Case]) -> list[dict[str, Any]]:
    """Return the events about the game and its cases, as the chain has them."""
    found = AuditEvent.objects.filter(tournament=tournament).order_by("sequence")
    pair = {game.black.number, game.white.number}
    numbers = {case.number for case in cases}
    heads = found.values_list("pk", "round_number", "players", "after__case")
    about = [
        pk
        for pk, round_number, players, case in heads
        if (round_number == game.round.number and pair <= set(players))
        or (type(case) is int and case in numbers)
    ]
    rows = found.filter(pk__in=about).annotate(undone=F("undoes__sequence"))
    return [
        {name: row[name] for name in _EVENT}
        | (
            {"reason": "", "reason_salt": ""}
            if is_for_referees(row["verb"], row["actor_role"], row["after"])
            else {}
        )
        | {"at": to_microseconds(row["at"]), "undoes": row["undone"]}
        for row in rows.values("at", "undone", *_EVENT)
    ]


def _head(tournament: Tournament) -> dict[str, Any] | None:
    """Return the last event of the whole trail, to compare with a digest somebody noted."""
    found = TrailHead.objects.filter(tournament=tournament).first()
    return None if found is None else {"sequence": found.sequence, "digest": found.digest}
