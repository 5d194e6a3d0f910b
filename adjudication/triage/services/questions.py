"""Asking both players what the rules want to know from them."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from adjudication.models import Case, Inquiry, InquiryKind, InquiryState
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.persons import person_of
from tournament.audit.services.recording import record
from tournament.models import AuditEvent, Game, GameState, Player, Verb

SETTLED = (GameState.CONFIRMED, GameState.RULED)
"""The states of a game about which nothing is asked any more."""


@transaction.atomic
def ask_both_players(
    *,
    game: Game,
    kind: InquiryKind | str,
    data: Mapping[str, Any],
    case: Case | None = None,
    answers: Mapping[str, str] | None = None,
    by: Actor | None = None,
) -> Inquiry:
    """Put a question to both players of a game, and return it.

    ``game`` is locked and comes with its round. ``data`` is what the question is about, ``case``
    the case that waits for the answers, ``answers`` those that are already known, by colour
    (``{"black": word}``). Only one question of a kind waits in a game: one that is already there is
    returned unchanged. Raises ValueError for a game whose result is confirmed or ruled.
    """
    if game.state in SETTLED:
        raise ValueError(f"Nothing is asked about a game that is {game.state}.")
    waiting = Inquiry.objects.filter(game=game, kind=kind, state=InquiryState.WAITING).first()
    if waiting is not None:
        return waiting
    known: dict[str, Any] = {}
    for colour, word in (answers or {}).items():
        known |= {f"{colour}_answer": word, f"{colour}_at": timezone.now()}
    inquiry = Inquiry.objects.create(
        game=game,
        case=case,
        kind=str(kind),
        data=dict(data),
        asked_by=person_of(game.round.tournament_id, by),
        **known,
    )
    record_question_event(Verb.INQUIRY_ASKED, inquiry, game, by=by)
    return inquiry


def record_question_event(
    verb: Verb,
    inquiry: Inquiry,
    game: Game,
    *,
    by: Actor | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> AuditEvent:
    """Record what happened to a question; the players are given by their numbers."""
    numbers = Player.everybody.filter(pk__in=(game.black_id, game.white_id))
    case = inquiry.case
    return record(
        verb,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=sorted(numbers.values_list("number", flat=True)),
        after={
            "question": inquiry.kind,
            "case": None if case is None else case.number,
            **(after or {}),
        },
        reason=reason,
        by=by,
    )
