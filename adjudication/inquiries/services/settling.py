"""What the answers of both players lead to."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.cases.services.live_cases import settle_with_result
from adjudication.cases.services.locking import unlock_game
from adjudication.cases.services.policies import policy_of
from adjudication.inquiries.services import confirming, mending
from adjudication.inquiries.services.no_result import end_without_result
from adjudication.inquiries.services.referring import refer, referee_has
from adjudication.models import Case, CaseState, Inquiry, InquiryKind, InquiryState
from adjudication.policy.causes import OF_RECORD, Cause
from adjudication.policy.questions import Outcome, outcome_of
from adjudication.rules.presets import get_ruleset
from adjudication.triage.selectors import HELD, OUTCOME
from adjudication.triage.services.asking import tell
from adjudication.triage.services.reports_again import open_again
from adjudication.triage.services.resumption import Established, establish
from adjudication.verdicts.services.refusals import refuse_judged_again
from adjudication.verdicts.services.repetitions import agreed_in_vain
from tournament.audit.services.acting import Actor
from tournament.models import Game, Verb, Winner

Effect = Callable[[Inquiry, Game, Actor], None]

CAUSES: Mapping[str, Cause] = MappingProxyType(
    {
        InquiryKind.NO_RESULT: Cause.CYCLE,
        InquiryKind.WRONG_RECORD: Cause.WRONG_RECORD,
        InquiryKind.DEAD_STONES: Cause.DEAD_STONES,
        InquiryKind.EFFECTIVE_MOVE: Cause.EFFECTIVE_MOVE,
        InquiryKind.DISPLACED_STONE: Cause.DISPLACED_STONE,
        InquiryKind.OBJECTION: Cause.OBJECTION,
        InquiryKind.ILLEGAL_MOVE: Cause.ILLEGAL_MOVE,
        InquiryKind.DAMAGED_RECORD: Cause.DAMAGED_RECORD,
    }
)
"""What a question is about, as a case names it."""


_FINAL = frozenset({Outcome.CONFIRM, Outcome.NO_RESULT})
"""The outcomes that make a result final, or may."""


def settle(inquiry: Inquiry, game: Game, *, by: Actor) -> None:
    """Settle a question that both players of a locked game have answered, and do what follows.

    Where a referee works on the case meanwhile nothing follows: they see what both said, and rule.
    Raises Conflict where a result would become final while a damaged record is still to be judged
    as both players read it.
    """
    tournament = game.round.tournament
    outcome = outcome_of(
        inquiry.kind,
        get_ruleset(tournament.rules),
        policy_of(tournament),
        inquiry.black_answer,
        inquiry.white_answer,
        same=inquiry.black_data == inquiry.white_data,
    )
    if outcome is Outcome.NO_RESULT and agreed_in_vain(game, Winner.NONE):
        outcome = Outcome.CASE  # a record says otherwise, or the rules know no such ending
    accepts = outcome is Outcome.CONFIRM and inquiry.kind == InquiryKind.DEAD_STONES
    if accepts and confirming.accepted_marks(inquiry, game) is None:
        outcome = Outcome.CASE  # there are none, or no longer those that the question showed
    same = inquiry.black_answer == inquiry.white_answer
    inquiry.state = InquiryState.AGREED if same else InquiryState.DIFFERENT
    inquiry.settled_at = timezone.now()
    held = referee_has(game)
    if outcome in _FINAL and not held:
        refuse_judged_again(game)
    inquiry.data = {**inquiry.data, OUTCOME: HELD if held else str(outcome)}
    Inquiry.objects.filter(pk=inquiry.pk).become(
        inquiry.state, settled_at=inquiry.settled_at, data=inquiry.data
    )
    told = {
        "black_said": inquiry.black_answer,
        "white_said": inquiry.white_answer,
        "outcome": str(outcome),
    }
    tell(Verb.INQUIRY_SETTLED, inquiry, game, by=by, after=told)
    if not held:
        _EFFECTS[outcome](inquiry, game, by)


def _to_the_referee(inquiry: Inquiry, game: Game, by: Actor) -> None:
    outcome = Outcome(inquiry.data[OUTCOME])
    # What one player alone says of a record takes no result away that both may stand by.
    locks = CAUSES[inquiry.kind] not in OF_RECORD
    refer(game, CAUSES[inquiry.kind], inquiry=inquiry, by=by, outcome=outcome, locks=locks)


def _with_the_players(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Leave the game locked: the players enter how they played on, or count what stands.

    The case waits for that, whatever else brought it up: what they report then settles it. Where
    both say that they have played on already, or the rules count what stands at once, it is
    established now that no stone is removed; where they are yet to play on, once they have.
    """
    if inquiry.data[OUTCOME] == Outcome.ALL_STAND:
        establish(game, Established.PLAYERS, by=by)
    case = Case.objects.undecided().select_for_update().filter(game=game).first()
    if case is not None and case.state == CaseState.OPEN:
        Case.objects.move(case, CaseState.ASKED)


def _go_on(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """The game goes on from where it is, or both mark the dead stones anew: what was said goes."""
    note = _("Both players agree that the game goes on.")
    if inquiry.kind == InquiryKind.DEAD_STONES:
        note = _("Each accepts the other’s marks: both mark the dead stones anew.")
    open_again(game, note, by=by)
    settle_with_result(game, note, by=by)


def _take_back(inquiry: Inquiry, game: Game, by: Actor) -> None:
    note = _("Both players take the move back: the game goes on before it.")
    open_again(game, note, by=by)
    settle_with_result(game, note, by=by)


def _game_over(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Back to confirming: what was reported is on the table again."""
    unlock_game(game, by=by)
    settle_with_result(game, _("Both players say that the game is over as it stands."), by=by)


_EFFECTS: Mapping[Outcome, Effect] = MappingProxyType(
    {
        Outcome.GO_ON: _go_on,
        Outcome.RESUME: _with_the_players,
        Outcome.ALL_STAND: _with_the_players,
        Outcome.NO_RESULT: end_without_result,
        Outcome.BOTH_LOSE: _to_the_referee,
        Outcome.FORFEIT: _to_the_referee,
        Outcome.CASE: _to_the_referee,
        Outcome.GAME_OVER: _game_over,
        Outcome.MEND: mending.mend,
        Outcome.DROP_RECORD: mending.drop_record,
        Outcome.CONFIRM: confirming.confirm,
        Outcome.TAKE_BACK: _take_back,
        Outcome.JUDGE_AGAIN: mending.judge_again,
    }
)
