"""Whether a decision makes sense for its case, with the board as it was and its penalties."""

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
from tournament.fields.models import longest
from tournament.fields.validators import UNREADABLE
from tournament.games.models.result import result_rule
from tournament.models import AuditEvent, Game, GameState, Player, Verb, Winner
from tournament.results.selectors import may_reopen
from tournament.results.services.results import mismatch, result_of
from tournament.spoken import catalogues, moment_text

_RULINGS = (Verb.RULED, Verb.RULING_REVISED, Verb.APPEAL_DECIDED)
_CHANGED = ("black", "white", "state", "winner", "reason", "margin_half")


def board_before(game: Game, case: Case) -> Board:
    """Return the board as it was before this case locked its game or its rulings changed it.

    What other cases ruled and undid since is passed over. Empty where something else changed the
    game afterwards: then there is nothing to go back to.
    """
    nothing = standing_rulings().filter(case__game=game, effect=Effect.NOTHING)
    undone = {case.number, *nothing.values_list("case__number", flat=True)}
    found: Board = {}
    for was, now, ruled_in in _changes(game):
        if ruled_in not in undone and now.get("state") != GameState.DISPUTED:
            break
        # When a result came in is told once, by whatever suspended it.
        found = {name: found[name] for name in ("reported_at",) if name in found} | was
    return found


def _changes(game: Game) -> Iterator[tuple[Board, Board, int | None]]:
    """Yield what a game was and became, the newest first, and the number of the case that ruled."""
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


LONGEST_REASONS = longest(Ruling, "reasons")
MOST_ARTICLES = 12
LONGEST_NOTE = longest(Penalty, "note")
MOST_POINTS_HALF = 1250
MOST_SECONDS = 24 * 3600
LAST_MOVE = 2000


def checked(
    decision: Decision, case: Case, game: Game | None, policy: EventPolicy
) -> tuple[Decision, dict[int, Player]]:
    """Return the decision as it is written down, and the parties of the case by number.

    What does not go with its effect is left out, a game without result becomes what the policy
    makes of it, and the winner goes with the penalties in points
    (:func:`~adjudication.policy.decisions.with_penalties`). Raises UserError
    for what makes no sense or what nobody could answer
    (:func:`~adjudication.rulings.services.checking.require_hearing`), and Conflict for what a
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
    """Return the decision without the numbers that do not go with its effect."""
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

    Raises UserError where the records of the game come to different positions after that move, and
    none of them was chosen: the players would not know which one it is.
    """
    number, chosen = decision.resume_move or 0, decision.resume_record
    records = records_to_resume(game.pk, game.round.tournament.board_size)
    if chosen:
        # One that was taken out of the game meanwhile may be what others have voted for already.
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
    """Return the decision with the usual reason where its result has none, if it gives one."""
    if decision.effect != Effect.RESULT:
        return decision
    result = result_of(
        winner=decision.winner, reason=decision.reason, margin_half=decision.margin_half
    )
    margin = Value(decision.margin_half, output_field=SmallIntegerField())
    if not result_rule().check({**result, "margin_half": margin}):
        raise mismatch()
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
    raise confirmed_stands()


def _check_appealed(decision: Decision, case: Case) -> None:
    """Refuse to decide of a game of which the committee decides in another case.

    Two rulings would be in force beside each other, and both could become final.
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


def confirmed_stands() -> Conflict:
    """Return why a result that both players have confirmed does not change."""
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
    """Raise UserError for an article that is not told of these rules, and for no finding at all."""
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
"""The states of a game in which it has a result; what is only reported is a claim."""


def require_hearing(
    decision: Decision, case: Case, game: Game | None, numbers: dict[int, int]
) -> None:
    """Refuse to rule against somebody in a case with a complaint before they could answer it.

    What the complaint says is kept from the accused
    (:mod:`adjudication.cases.selectors.complaints`), so the staff writes its substance in the case
    first. Then they reply, or let the time for it pass, or are heard in person, which the decision
    says in words. Against somebody is every penalty, and a result that is worse than what stands.
    Whoever alone complains is not asked to reply, so for them no time runs: they reply or are
    heard. ``numbers`` are the ids of the parties by their numbers. Raises UserError
    (``substance_missing``, ``not_heard``).
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
    """Return the names of parties of a case, by their numbers."""
    found = case.parties.filter(pk__in=ids).order_by("number")
    return ", ".join(found.values_list("name", flat=True))


def _against(
    decision: Decision, case: Case, game: Game | None, numbers: dict[int, int]
) -> set[int]:
    """Return the ids of those a decision penalises or gives a worse result."""
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
    """Return the outcome that a game has now; empty without one."""
    return game.winner if game.state in _STANDS else ""


def _becoming(decision: Decision, case: Case, game: Game) -> str:
    """Return the outcome that a game has after a decision; empty without one."""
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
    """Return how good an outcome is for a player: a win 2, a loss 0, and anything between 1."""
    if outcome in (colour, Winner.BOTH_WIN):
        return 2
    return 0 if outcome in (Winner.BLACK, Winner.WHITE, Winner.BOTH) else 1
