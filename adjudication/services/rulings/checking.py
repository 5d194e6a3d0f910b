"""Whether a decision makes sense for its case, and what it is with the tournament's policy."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from adjudication.models import Case, Effect, PenaltyKind
from adjudication.policy.decisions import Decision, PenaltyGiven, with_no_result, with_penalties
from adjudication.policy.policy import EventPolicy
from tournament.errors import Conflict, UserError
from tournament.models import Game, GameState, Player
from tournament.selectors.reopening import may_reopen
from tournament.services.results import result_of

LONGEST_REASONS = 4000
MOST_ARTICLES, LONGEST_ARTICLE = 12, 60
MOST_PENALTIES = 12
MOST_POINTS_HALF = 1250
MOST_SECONDS = 24 * 3600
LAST_MOVE = 2000


def checked(
    decision: Decision, case: Case, game: Game | None, policy: EventPolicy
) -> tuple[Decision, dict[int, Player]]:
    """Return the decision as it is written down, and the parties of the case by number.

    A game without result becomes what the policy makes of it, and the winner goes with the
    penalties in points (:func:`~adjudication.policy.decisions.with_penalties`). Raises UserError
    for what makes no sense, and Conflict for what a confirmed game does not allow.
    """
    _check_words(decision)
    parties = {one.number: one for one in _everybody(case)}
    for penalty in decision.penalties:
        _check_penalty(penalty, parties)
    if decision.effect not in Effect.values:
        raise UserError("effect", field="effect", text=_("Say what happens to the game."))
    if game is None:
        if decision.effect != Effect.NOTHING:
            raise UserError(
                "no_game",
                field="effect",
                text=_("This case is about no game: warn somebody, or decide that nothing is."),
            )
        return decision, parties
    decision = with_no_result(_bare(decision), policy)
    numbers = {one.pk: number for number, one in parties.items()}
    decision = with_penalties(
        decision,
        black=numbers[game.black_id],
        white=numbers[game.white_id],
        language=get_language() or "en",
    )
    if decision.effect == Effect.RESULT:
        result_of(winner=decision.winner, reason=decision.reason, margin_half=decision.margin_half)
    if decision.effect == Effect.RESUME and not _is_move(decision.resume_move):
        raise UserError(
            "resume_move",
            field="resume_move",
            text=_("Say after which move the game goes on; 0 is the beginning."),
        )
    _check_confirmed(decision, game)
    return decision, parties


def _everybody(case: Case) -> "QuerySet[Player]":
    return Player.everybody.filter(pk__in=case.parties.values("pk")).order_by("number")


def _bare(decision: Decision) -> Decision:
    """Return the decision without what does not go with its effect."""
    if decision.effect != Effect.RESULT and (decision.winner or decision.reason):
        raise UserError(
            "effect", field="effect", text=_("A result goes only with a game that has one.")
        )
    return decision


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
    raise Conflict(
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
    if len(reasons) > LONGEST_REASONS or "\x00" in reasons:
        raise UserError(
            "reasons", field="reasons", text=_("The reasons have at most 4,000 characters.")
        )
    if not _short(decision.articles, MOST_ARTICLES, LONGEST_ARTICLE):
        raise UserError("articles", field="articles", text=_("Choose the articles from the list."))


def _short(words: Sequence[str], most: int, longest: int) -> bool:
    return len(words) <= most and all(
        0 < len(word) <= longest and word.isprintable() for word in words
    )


def _check_penalty(penalty: PenaltyGiven, parties: dict[int, Player]) -> None:
    if penalty.player not in parties:
        raise UserError(
            "penalty_player",
            field="penalties",
            text=_("A penalty is for one of those whom the case is about."),
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
    if len(penalty.note) > 200:
        raise UserError(
            "penalty_note", field="penalties", text=_("A note has at most 200 characters.")
        )
