"""What the answers of both players lead to."""

from django.utils import timezone

from adjudication.models import Inquiry, InquiryState
from adjudication.services.inquiries.asking import tell
from tournament.models import Game, Verb
from tournament.services.acting import Actor


def settle(inquiry: Inquiry, game: Game, *, by: Actor) -> None:
    """Settle a question that both players of a locked game have answered."""
    same = inquiry.black_answer == inquiry.white_answer
    inquiry.state = InquiryState.AGREED if same else InquiryState.DIFFERENT
    inquiry.settled_at = timezone.now()
    inquiry.save(update_fields=["state", "settled_at", "data"])
    after = {"black": inquiry.black_answer, "white": inquiry.white_answer}
    tell(Verb.INQUIRY_SETTLED, inquiry, game, by=by, after=after)
