"""Whether a record at hand shows another result than the one that is about to be confirmed."""

from collections.abc import Iterator

from adjudication.models import GameRecordFile, Submission
from adjudication.records.models import bytes_of
from adjudication.rules.claims import Claim
from adjudication.rules.other_results import OtherResult, other_result
from adjudication.triage.services.readings import reading_of_record
from adjudication.verdicts.selectors.at_hand import record_on
from adjudication.verdicts.selectors.pairings import paired_game
from adjudication.verdicts.selectors.verdicts import details_of
from adjudication.verdicts.services.claims import Result, claim_of
from adjudication.verdicts.services.likeness import twins_of
from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.models import Game, Winner

REPORTABLE = (Winner.BLACK, Winner.WHITE, Winner.DRAW, Winner.NONE)


def shown_otherwise(game_id: int, result: Result, *, confirming: bool) -> tuple[Message, ...]:
    """Return what records at hand of a game show or give in the place of a result, in sentences.

    ``confirming`` addresses the player who is about to confirm the result; whose a record is, is
    said where there are several. They are those of reports that stand, read now: their verdicts may
    still be missing. One that may be of another game says nothing here.
    """
    return tuple(
        dict.fromkeys(
            found.beside(claim_of(result), name=name, confirming=confirming)
            for name, found in _read(game_id, result)
            if found is not None
        )
    )


def contradicted_by_all(game_id: int, result: Result) -> tuple[Message, ...]:
    """Return what every record of a game shows in the place of a result that is to be ruled.

    Nothing where there is none, or one of them, with the dead stones of its report, does not
    contradict it.
    """
    told = [
        None if found is None else found.beside(claim_of(result), name=name, ruling=True)
        for name, found in _read(game_id, result)
    ]
    return tuple(dict.fromkeys(text for text in told if text is not None)) if all(told) else ()


def _read(game_id: int, result: Result) -> Iterator[tuple[str | Message, OtherResult | None]]:
    """Yield of every record whose it is, empty if there is one alone, and what it shows instead."""
    if result.winner not in REPORTABLE:
        return
    sent = Submission.objects.filter(game=game_id, record__isnull=False).shown()
    reports = list(sent.select_related("record").order_by("pk"))
    if not reports:
        return
    players = Game.objects.select_related("round__tournament", "black", "white")
    game = players.get(pk=game_id)
    several = len({file.sha256 for _dead, file in map(_sent, reports)}) > 1
    for file, found in _found(game, reports, claim_of(result)):
        yield _sender(game, file) if several else "", found


def _sent(report: Submission) -> tuple[list[str] | None, GameRecordFile]:
    """Return the dead stones that a report names, and its record."""
    assert report.record is not None
    return report.dead_stones, report.record


def _found(
    game: Game, reports: list[Submission], claim: Claim
) -> Iterator[tuple[GameRecordFile, OtherResult | None]]:
    """Yield what each record shows in the place of a claim; the same one with each marks once."""
    tournament = game.round.tournament
    details = details_of(report.pk for report in reports)
    seen: set[tuple[str, tuple[str, ...] | None]] = set()
    for report in reports:
        dead, file = _sent(report)
        key = (file.sha256, None if dead is None else tuple(dead))
        if key in seen:
            continue
        seen.add(key)
        record = record_on(bytes_of(file), tournament.board_size)
        if record is None or details[report.pk].doubts:
            continue
        reading = reading_of_record(game.pk, record)
        found = other_result(
            record,
            claim,
            paired_game(game),
            ruleset=tournament.ruleset,
            dead=dead,
            nothing_removed=game.stones_stay_since is not None,
            over_the_board=not tournament.internet,
            **reading.as_json(),
        )
        if found is not None and not reading.of_this_game:
            twins = twins_of(game, bytes_of(file))
            if any(twin.doubts for twin in twins):
                continue
        yield file, found


def _sender(game: Game, file: GameRecordFile) -> str | Message:
    """Return who sent a record."""
    names = {player.pk: player.name for player in (game.black, game.white)}
    return names.get(file.uploaded_by_id or 0, _("the staff"))
