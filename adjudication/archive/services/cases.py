"""Checks that cases, questions, statements, rulings and appeals in an archive can be read and fit.

A row can refer only to rows of its own tournament, because
:mod:`adjudication.archive.services.rows` finds no others; this module checks that they are the
right ones.
"""

import io
from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from PIL import Image, UnidentifiedImageError

from adjudication.archive.services.rows import DamagedError, table_name
from adjudication.archive.services.shapes import (
    check_reading,
    is_finding,
    is_text_list,
    is_whole_number,
    require,
)
from adjudication.archive.services.tables import Rows
from adjudication.models import (
    Appeal,
    Case,
    CommitteeMember,
    Inquiry,
    Motion,
    Penalty,
    Picture,
    RecordReading,
    RemovedAs,
    Ruling,
    Statement,
    Submission,
    Vote,
)
from adjudication.policy.causes import Cause, ClockMatter
from adjudication.policy.codec import PolicyError, policy_from_json
from adjudication.policy.decisions import (
    Decision,
    PenaltyGiven,
    board_count_from,
    decision_from,
)
from adjudication.rules.presets import UnknownRuleSet, get_ruleset
from language.messages import message_from
from tournament.models import Game, Tournament

MOST_GROUNDS = 200
MOST_ARTICLES = 40
LARGEST_NUMBER = 32767
LARGEST_PICTURE = 40_000_000
"""The most pixels that a picture may have."""
_GROUND: dict[str, tuple[type, ...]] = {
    "cause": (str,),
    "at": (str,),
    "submission": (int, type(None)),
    "finding": (dict, type(None)),
    "note": (str,),
    "players": (list,),
    "minutes": (int, type(None)),
    "clock": (str, type(None)),
    "by": (int, type(None)),
    "set_aside": (str,),
}
_NOT_ALWAYS: Final = frozenset({"clock", "set_aside"})
"""Keys that grounds did not have from the beginning, or that few of them have."""


def check_policy(row: Tournament) -> None:
    """Raise DamagedError if the tournament's policy on disputes is impossible."""
    require(isinstance(row.rulings, dict), "rulings")
    try:
        policy_from_json(row.rulings)
    except PolicyError as error:
        raise DamagedError(f"rulings: {error}") from error


def check_cases(rows: Rows) -> None:
    """Raise DamagedError if what belongs to cases contradicts itself or cannot be read."""
    cases = {case.pk: case for case in rows[Case]}
    theirs = {case.game_id for case in cases.values()}
    games = {game.pk: game for game in rows[Game] if game.pk in theirs}
    reported = {report.pk: report.game_id for report in rows.of(Submission, "game_id")}
    parties = defaultdict(set)
    for party in rows[Case.parties.through]:
        parties[party.case_id].add(party.player_id)
    rulings = {ruling.pk: ruling for ruling in rows[Ruling]}
    members = {member.pk: member for member in rows[CommitteeMember]}
    motions = {motion.pk: motion for motion in rows[Motion]}
    inquiries = {inquiry.pk: inquiry for inquiry in rows[Inquiry]}
    checks: tuple[tuple[type[Any], Callable[[Any], None]], ...] = (
        (Case, lambda one: _check_case(one, games, reported, parties[one.pk])),
        (Inquiry, lambda one: _check_inquiry(one, cases)),
        (RecordReading, lambda one: _check_reading(one, cases, inquiries)),
        (Statement, lambda one: _check_words(one, parties[one.case_id])),
        (Picture, _check_picture),
        (Ruling, lambda one: _check_ruling(one, rulings)),
        (Penalty, lambda one: _check_penalty(one, parties[rulings[one.ruling_id].case_id])),
        (Appeal, lambda one: _check_appeal(one, rulings, parties[one.case_id])),
        (Motion, lambda one: _check_motion(one, members)),
        (Vote, lambda one: _check_vote(one, members, motions)),
    )
    for model, check in checks:
        for number, row in enumerate(rows[model], 1):
            try:
                check(row)
            except DamagedError as error:
                raise DamagedError(f"{table_name(model)}, {number}: {error}") from error


def _check_case(
    case: Case, games: Mapping[int, Game], reported: Mapping[int, int], parties: set[int]
) -> None:
    _check_cause(case.cause)
    grounds = case.grounds
    require(
        isinstance(grounds, list) and len(grounds) <= MOST_GROUNDS and all(map(_ground, grounds)),
        "grounds",
    )
    if case.proposal is not None:
        check_decision(case.proposal, "proposal")
    if case.game_id is not None:
        game = games[case.game_id]
        require(case.round_id == game.round_id, "its round is not that of its game")
        require(parties == {game.black_id, game.white_id}, "its parties do not play its game")
    if case.submission_id is not None:
        require(reported[case.submission_id] == case.game_id, "submission_id")


def _ground(value: object) -> bool:
    if not isinstance(value, dict) or not set(_GROUND) - _NOT_ALWAYS <= set(value) <= set(_GROUND):
        return False
    if not all(type(item) in _GROUND[name] for name, item in value.items()):
        return False
    finding = value["finding"]
    return (
        value["cause"] in {cause.value for cause in Cause}
        and _moment(value["at"])
        and value.get("clock") in {None, *(matter.value for matter in ClockMatter)}
        and value.get("set_aside") in {None, *RemovedAs.values}
        and (finding is None or is_finding(finding))
        and all(type(number) is int for number in value["players"])
    )


def _moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _check_inquiry(row: Inquiry, cases: Mapping[int, Case]) -> None:
    require(isinstance(row.data, dict), "data")
    for name in ("black_data", "white_data"):
        value = getattr(row, name)
        require(value is None or isinstance(value, dict), name)
    if row.case_id is not None:
        require(cases[row.case_id].game_id == row.game_id, "its case is that of another game")


def _check_reading(
    row: RecordReading, cases: Mapping[int, Case], inquiries: Mapping[int, Inquiry]
) -> None:
    check_reading(
        {
            "unwritten_passes": row.unwritten_passes,
            "played_so": row.played_so,
            "of_this_game": row.of_this_game,
        }
    )
    if row.case_id is not None:
        require(cases[row.case_id].game_id == row.game_id, "its case is that of another game")
    if row.inquiry_id is not None:
        asked = inquiries[row.inquiry_id]
        require(asked.game_id == row.game_id, "its question is that of another game")


def _check_words(row: Any, parties: set[int]) -> None:
    """Check that a player's words are in a case of theirs."""
    require(row.player_id is None or row.player_id in parties, "it is not of a party to the case")


def _check_picture(row: Picture) -> None:
    data = bytes(row.data)
    if not data:
        return  # erased
    try:
        with Image.open(io.BytesIO(data), formats=["JPEG"]) as image:
            size = image.size
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise DamagedError("it is no picture") from error
    require(
        size == (row.width, row.height) and size[0] * size[1] <= LARGEST_PICTURE, "width, height"
    )


def _check_ruling(row: Ruling, rulings: Mapping[int, Ruling]) -> None:
    _check_cause(row.cause)
    try:
        get_ruleset(row.rules)
    except UnknownRuleSet as error:
        raise DamagedError("its rules are not known here") from error
    require(is_text_list(row.articles) and len(row.articles) <= MOST_ARTICLES, "articles")
    if row.made_of is not None:
        try:
            message_from(row.made_of)
        except ValueError as error:
            raise DamagedError("made_of") from error
    if row.counted is not None:
        try:
            board_count_from(row.counted)
        except ValueError as error:
            raise DamagedError("counted") from error
    if row.supersedes_id is not None:
        earlier = rulings[row.supersedes_id]
        require(
            earlier.case_id == row.case_id and earlier.number < row.number,
            "it supersedes the ruling of another case",
        )


def _check_penalty(row: Penalty, parties: set[int]) -> None:
    require(row.player_id in parties, "it is not for a party to the case")


def _check_appeal(row: Appeal, rulings: Mapping[int, Ruling], parties: set[int]) -> None:
    require(rulings[row.ruling_id].case_id == row.case_id, "it is against a ruling of another case")
    _check_words(row, parties)


def _check_motion(row: Motion, members: Mapping[int, CommitteeMember]) -> None:
    if row.by_id is not None:
        require(members[row.by_id].appeal_id == row.appeal_id, "it is of another committee")
    if row.decision is not None:
        check_decision(row.decision, "decision")


def _check_vote(
    row: Vote, members: Mapping[int, CommitteeMember], motions: Mapping[int, Motion]
) -> None:
    require(
        members[row.member_id].appeal_id == motions[row.motion_id].appeal_id,
        "it is for a motion of another appeal",
    )


def check_decision(value: object, name: str) -> None:
    """Raise DamagedError for anything but a decision, or one with impossible values."""
    try:
        decision = decision_from(value if isinstance(value, dict) else {})
    except (TypeError, ValueError, AttributeError) as error:
        raise DamagedError(name) from error
    require(_decision(decision), name)


def _decision(one: Decision) -> bool:
    words = (one.effect, one.winner, one.reason, one.finding, one.reasons, one.resume_record)
    numbers = (one.margin_half, one.resume_move)
    return (
        all(isinstance(word, str) for word in words)
        and all(number is None or _small(number) for number in numbers)
        and is_text_list(list(one.articles))
        and len(one.articles) <= MOST_ARTICLES
        and all(map(_penalty, one.penalties))
    )


def _penalty(one: PenaltyGiven) -> bool:
    amounts = (one.points_half, one.seconds)
    return (
        _small(one.player)
        and isinstance(one.kind, str)
        and isinstance(one.note, str)
        and all(amount is None or is_whole_number(amount) for amount in amounts)
    )


def _small(value: object) -> bool:
    return is_whole_number(value) and isinstance(value, int) and 0 <= value <= LARGEST_NUMBER


def _check_cause(word: str) -> None:
    require(word in {cause.value for cause in Cause}, "cause")
