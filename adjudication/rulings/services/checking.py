"""Whether a decision makes sense for its case, given the board before it and its penalties."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime

from django.db.models import QuerySet, SmallIntegerField, Value
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.appeals import before_committee
from adjudication.cases.selectors.complaints import hearing_since
from adjudication.cases.selectors.rulings import standing_rulings
from adjudication.models import Case, CaseState, Effect, Penalty, PenaltyKind, Ruling, Statement
from adjudication.policy.articles import EVENT_ARTICLES, articles_of
from adjudication.policy.causes import sole_complainant
from adjudication.policy.decisions import (
    Decision,
    PenaltyGiven,
    with_hearing,
    with_no_result,
    with_penalties,
)
from adjudication.policy.policy import EventPolicy
from adjudication.rules.colours import NAME
from adjudication.rules.findings import Code
from adjudication.rules.replay import replay_record
from adjudication.verdicts.selectors.at_hand import records_to_resume
from tournament.audit.selectors.snapshots import Board, boards_in
from tournament.common.cleaning import check_length
from tournament.errors import Conflict, UserError
from tournament.fields.models import max_length_of
from tournament.fields.validators import UNREADABLE
from tournament.games.models.result import result_rule
from tournament.models import AuditEvent, Game, GameState, Player, Verb, Winner
from tournament.results.selectors import may_reopen
from tournament.results.services.results import mismatch_error, result_of
from tournament.spoken import catalogues, moment_text

_RULINGS = (Verb.RULED, Verb.RULING_REVISED, Verb.APPEAL_DECIDED)
_CHANGED = ("black", "white", "state", "winner", "reason", "margin_half")


def board_before(game: Game, case: Case) -> Board:
    """Return the board as it was before this case locked its game or its rulings changed it.

    Anything that other cases ruled and undid since is skipped. Empty if something else changed the
    game afterwards: then there is nothing to go back to.
    """
    nothing = standing_rulings().filter(case__game=game, effect=Effect.NOTHING)
    undone = {case.number, *nothing.values_list("case__number", flat=True)}
    found: Board = {}
    for was, now, ruled_in in _changes(game):
        if ruled_in not in undone and now.get("state") != GameState.DISPUTED:
            break
        # Only the event that suspended a result says when it came in.
        found = {name: found[name] for name in ("reported_at",) if name in found} | was
    return found


def _changes(game: Game) -> Iterator[tuple[Board, Board, int | None]]:
    """Yield the board before and after each change of a game, the newest change first.

    The third value is the number of the case whose ruling made the change, or None.
    """
    pair = {game.black.number, game.white.number}
    events = AuditEvent.objects.filter(
        tournament=game.round.tournament_id, round_number=game.round.number
    ).order_by("-pk")
    for verb, before, after in events.values_list("verb", "before", "after"):
        ruled_in = dict(after or {}).get("case") if verb in _RULINGS else None
        for was in boards_in(before):
            for now in boards_in(after):
                here = {was["black"], was["white"]} == pair == {now["black"], now["white"]}
                if here and any(was.get(name) != now.get(name) for name in _CHANGED):
                    yield was, now, ruled_in


LONGEST_REASONS = max_length_of(Ruling, "reasons")
MOST_ARTICLES = 12
LONGEST_NOTE = max_length_of(Penalty, "note")
MOST_POINTS_HALF = 1250
MOST_SECONDS = 24 * 3600
LAST_MOVE = 2000


def check_decision(
    decision: Decision, case: Case, game: Game | None, policy: EventPolicy
) -> tuple[Decision, dict[int, Player]]:
    """Return the decision as it is written down, and the parties of the case by number.

    Anything that does not belong to its effect is dropped, a game without result becomes what the
    policy makes of it, and the winner is adjusted to the penalties in points
    (:func:`~adjudication.policy.decisions.with_penalties`). Raises UserError for a decision that
    makes no sense or that somebody could not answer
    (:func:`~adjudication.rulings.services.checking.require_hearing`), and Conflict for one that a
    confirmed game does not allow.
    """
    _check_words(decision)
    _check_cited(decision, case.tournament.rules)
    decision = with_hearing(_fitting(decision), catalogues())
    parties = {one.number: one for one in _everybody(case)}
    ids = {number: player.pk for number, player in parties.items()}
    for penalty in decision.penalties:
        _check_penalty(penalty, parties)
    if decision.effect not in Effect.values:
        raise UserError("effect", field="effect", text=_("Say what happens to the game."))
    if game is None:
        if decision.effect != Effect.NOTHING:
            raise UserError(
                "no_game",
                field="effect",
                text=_(
                    "This case is not about a game: warn somebody, or decide that there is "
                    "nothing to do."
                ),
            )
        if any(penalty.kind == PenaltyKind.POINTS for penalty in decision.penalties):
            raise UserError(
                "no_game",
                field="penalties",
                text=_(
                    "This case is not about a game: warn somebody, or decide that there is "
                    "nothing to do."
                ),
            )
        require_hearing(decision, case, game, ids)
        return decision, parties
    decision = with_no_result(_with_result(decision), policy)
    numbers = {player_id: number for number, player_id in ids.items()}
    equal = case.tournament.ruleset.tie_winner.value
    decision = with_penalties(
        decision,
        black=numbers[game.black_id],
        white=numbers[game.white_id],
        equal="draw" if equal is None else NAME[equal],
        catalogue=catalogues()[0],
    )
    if decision.effect == Effect.RESUME and not _is_move(decision.resume_move):
        raise UserError(
            "resume_move",
            field="resume_move",
            text=_("Say after which move the game goes on; 0 is the beginning."),
        )
    if decision.effect == Effect.RESUME:
        decision = replace(decision, resume_record=_record_of(decision, game))
    _check_confirmed(decision, game)
    _check_appealed(decision, case)
    require_hearing(decision, case, game, ids)
    return decision, parties


def _everybody(case: Case) -> "QuerySet[Player]":
    return Player.everybody.filter(pk__in=case.parties.values("pk")).order_by("number")


def _fitting(decision: Decision) -> Decision:
    """Return the decision without the numbers that do not belong to its effect."""
    if decision.effect != Effect.RESULT:
        if decision.winner or decision.reason:
            raise UserError(
                "effect", field="effect", text=_("Give a result only if the game gets one.")
            )
        decision = replace(decision, margin_half=None)
    if decision.effect != Effect.RESUME:
        decision = replace(decision, resume_move=None, resume_record="")
    return decision


def _record_of(decision: Decision, game: Game) -> str:
    """Return the SHA-256 of the record in which a game goes on from a move; empty without one.

    Raises UserError if the game's records reach different positions after that move and none of
    them was chosen, since the players would not know which one is meant.
    """
    number, chosen = decision.resume_move or 0, decision.resume_record
    records = records_to_resume(game.pk, game.round.tournament.board_size)
    if chosen:
        # Others may already have voted for one that has been removed from the game meanwhile.
        if chosen not in records and not _was_sent(game, chosen):
            raise UserError("record", field="resume_record", text=_("Choose one of the records."))
        return chosen
    boards = [
        (digest, replay_record(record).position_after(number))
        for digest, record in records.items()
        if number and len(record.points) >= number
    ]
    if any(position != boards[0][1] for _digest, position in boards):
        raise UserError(
            "which_record",
            field="resume_record",
            text=_(
                "The records of this game come to different positions after this move: say by "
                "which of them it goes on."
            ),
        )
    return boards[0][0] if boards else ""


def _was_sent(game: Game, digest: str) -> bool:
    return (
        game.submissions.filter(record__sha256=digest).exists()
        or Statement.objects.filter(case__game=game, record__sha256=digest).exists()
    )


def _with_result(decision: Decision) -> Decision:
    """Return the decision with the usual reason, if it gives a result without one."""
    if decision.effect != Effect.RESULT:
        return decision
    result = result_of(
        winner=decision.winner, reason=decision.reason, margin_half=decision.margin_half
    )
    margin = Value(decision.margin_half, output_field=SmallIntegerField())
    if not result_rule().check({**result, "margin_half": margin}):
        raise mismatch_error()
    return replace(decision, reason=str(result["reason"]))


def _is_move(number: int | None) -> bool:
    return number is not None and 0 <= number <= LAST_MOVE


def _check_confirmed(decision: Decision, game: Game) -> None:
    if decision.effect == Effect.NOTHING:
        return
    if game.final:
        raise Conflict(
            "game_final",
            text=_(
                "An earlier ruling on this game is final: nothing changes for the game. You can "
                "still warn a player."
            ),
        )
    if game.state != GameState.CONFIRMED:
        return
    if decision.effect == Effect.RESULT and may_reopen(game.round):
        return
    raise confirmed_result_error()


def _check_appealed(decision: Decision, case: Case) -> None:
    """Refuse to decide about a game while the committee decides about it in another case.

    Two rulings would be in force at the same time, and both could become final.
    """
    if decision.effect == Effect.NOTHING or case.state == CaseState.APPEALED:
        return
    other = before_committee(case.game_id, but=case.pk)
    if other is not None:
        raise Conflict(
            "before_committee",
            text=_(
                "Case %(case)d is about the same game and is before the appeals committee: wait "
                "for its decision, which is final. Until then you can only decide that nothing "
                "changes for the game."
            )
            % {"case": other},
        )


def confirmed_result_error() -> Conflict:
    """Return the Conflict that a result which both players have confirmed does not change."""
    return Conflict(
        "game_confirmed",
        text=_(
            "Both players have confirmed the result, so it stands: nothing changes for the game. "
            "You can still warn a player."
        ),
    )


def _check_words(decision: Decision) -> None:
    reasons = decision.reasons.strip()
    if not reasons:
        raise UserError(
            "reasons_missing", field="reasons", text=_("Give your reasons in a few words.")
        )
    _check_text(reasons, LONGEST_REASONS, field="reasons", code="reasons")
    _check_text(decision.heard, LONGEST_NOTE, field="heard", code="heard")


def _check_text(text: str, most: int, *, field: str, code: str) -> None:
    check_length(text, most, field=field, code=code)
    if "\x00" in text:
        raise UserError(code, field=field, text=UNREADABLE)


def _check_cited(decision: Decision, rules: str) -> None:
    """Raise UserError for an article not told for these rules, and for an unknown finding."""
    known = {article.key for article in (*articles_of(rules), *EVENT_ARTICLES)}
    cited = decision.articles
    if not known.issuperset(cited) or len(set(cited)) < len(cited) or len(cited) > MOST_ARTICLES:
        raise UserError("articles", field="articles", text=_("Choose the articles from the list."))
    if decision.finding and decision.finding not in set(Code):
        raise UserError("finding", field="finding", text=_("Choose one of the options."))


def _check_penalty(penalty: PenaltyGiven, parties: dict[int, Player]) -> None:
    if penalty.player not in parties:
        raise UserError(
            "penalty_player",
            field="penalties",
            text=_("Only somebody whom the case is about can get a penalty."),
        )
    limits = {
        PenaltyKind.WARNING: penalty.points_half is None and penalty.seconds is None,
        PenaltyKind.POINTS: penalty.seconds is None
        and 0 < (penalty.points_half or 0) <= MOST_POINTS_HALF,
        PenaltyKind.TIME: penalty.points_half is None
        and 0 < (penalty.seconds or 0) <= MOST_SECONDS,
        PenaltyKind.TIME_BACK: penalty.points_half is None
        and 0 < (penalty.seconds or 0) <= MOST_SECONDS,
    }
    if penalty.kind not in PenaltyKind.values or not limits[PenaltyKind(penalty.kind)]:
        raise UserError(
            "penalty",
            field="penalties",
            text=_("A penalty is a warning, a number of points above 0 or a time above 0."),
        )
    _check_text(penalty.note, LONGEST_NOTE, field="penalties", code="penalty_note")


_STANDS = (GameState.ENTERED, GameState.CONFIRMED, GameState.RULED)
"""The states in which a game has a result; a result that is only reported is a claim."""


def require_hearing(
    decision: Decision, case: Case, game: Game | None, numbers: dict[int, int]
) -> None:
    """Refuse to rule against anybody in a case with a complaint before they could answer it.

    The complaint itself is kept from the accused (:mod:`adjudication.cases.selectors.complaints`),
    so the staff first writes its substance in the case. They then reply, or let the time for a
    reply pass, or are heard in person, which the decision says in words. Every penalty counts as
    ruling against somebody, and so does a result that is worse for them than the one that stands. A
    sole complainant is not asked to reply, so no time runs for them: they must reply or be heard.
    ``numbers`` maps the parties' numbers to their ids. Raises UserError (``substance_missing``,
    ``not_heard``).
    """
    complained = [
        ground
        for ground, number in zip(case.grounds, case.complainants, strict=True)
        if number is not None
    ]
    against = _against(decision, case, game, numbers) if complained else set()
    if not against:
        return
    hearing = hearing_since(
        datetime.fromisoformat(complained[-1]["at"]), case.statements.order_by("pk")
    )
    alone = sole_complainant(case.complainants)
    complainant = None if alone is None else numbers.get(alone)
    if hearing.reply_until is None and against != {complainant}:
        raise UserError(
            "substance_missing",
            field="reasons",
            text=_(
                "A player complained, and the others do not know about what. Before a ruling "
                "against somebody, write it in the case in your own words, so that they can "
                "reply."
            ),
        )
    if decision.heard:
        return
    now = timezone.now()
    accused = {number for number in against - {complainant} if hearing.waits_for(number, now)}
    lines = []
    if hearing.reply_until is not None and accused:
        until = moment_text(hearing.reply_until)
        text = _(
            "No reply yet from %(names)s, who can reply until %(time)s. Wait for it, or hear them"
            " in person and say here how."
        )
        lines.append(text % {"names": _names(case, accused), "time": until})
    if complainant is not None and complainant in against - hearing.replied:
        text = _(
            "%(name)s made the complaint and does not know that a ruling may go against them."
            " Write in the case what they are said to have done and wait for their reply, or hear"
            " them in person and say here how."
        )
        lines.append(text % {"name": _names(case, {complainant})})
    if lines:
        raise UserError("not_heard", field="heard", text=" ".join(lines))


def _names(case: Case, ids: Collection[int]) -> str:
    """Return the names of the parties of a case with these ids, in the order of their numbers."""
    found = case.parties.filter(pk__in=ids).order_by("number")
    return ", ".join(found.values_list("name", flat=True))


def _against(
    decision: Decision, case: Case, game: Game | None, numbers: dict[int, int]
) -> set[int]:
    """Return the ids of the players that a decision penalises or gives a worse result."""
    found = {numbers[penalty.player] for penalty in decision.penalties}
    if game is None:
        return found
    was, becomes = _standing(game), _becoming(decision, case, game)
    seats = {game.black_id: Winner.BLACK, game.white_id: Winner.WHITE}
    return found | {
        player_id
        for player_id, colour in seats.items()
        if _worth(becomes, colour) < _worth(was, colour)
    }


def _standing(game: Game) -> str:
    """Return the present outcome of a game; empty if it has none."""
    return game.winner if game.state in _STANDS else ""


def _becoming(decision: Decision, case: Case, game: Game) -> str:
    """Return the outcome of a game after a decision; empty if it has none."""
    if decision.effect == Effect.RESULT:
        return decision.winner
    if decision.effect != Effect.NOTHING:
        return ""
    earlier = case.rulings.order_by("-number").first()
    if earlier is None or earlier.effect == Effect.NOTHING:
        return _standing(game)
    before = board_before(game, case)
    return str(before.get("winner", "")) if before.get("state") in _STANDS else ""


def _worth(outcome: str, colour: Winner) -> int:
    """Return an outcome's worth to a player: 2 for a win, 0 for a loss, 1 for anything else."""
    if outcome in (colour, Winner.BOTH_WIN):
        return 2
    return 0 if outcome in (Winner.BLACK, Winner.WHITE, Winner.BOTH) else 1
