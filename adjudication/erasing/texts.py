"""Emptying the texts that name an erased player, or that they wrote themselves.

What is kept as it was written can only be emptied: the database enforces that, too.
"""

from typing import Any

from django.db.models import Model, Q, QuerySet

from adjudication.models import (
    Appeal,
    Bundle,
    Case,
    GameRecordFile,
    Motion,
    Penalty,
    Picture,
    Ruling,
    Statement,
    Submission,
)
from adjudication.policy.anonymous import COMMON
from tournament.common.locks import hold_trail
from tournament.formats.bundle import unzipped
from tournament.formats.charset import decode_text
from tournament.formats.folding import folded
from tournament.models import AuditEvent, Draw, Person, Player, RecordingError, Reschedule
from tournament.rounds.selectors.draws import unpack_request

SHORTEST = 2
"""Single letters do not count as names."""
LONG = 4
"""The length from which a name is also searched for inside the words of a file name."""


class ErasedNames:
    """The names of a player, to be found in what people write."""

    def __init__(self, player: Player) -> None:
        whole = folded(player.name)
        parts = [word for word in whole.split() if len(word) >= SHORTEST and word not in COMMON]
        self._names = frozenset(filter(None, parts or (whole, whole.replace(" ", ""))))

    def named_in(self, text: str) -> bool:
        """Return whether one of the names is a word of a text, with or without its accents."""
        text = folded(text)
        words = set(text.split())
        return any(name in (words if _has_case(name) else text) for name in self._names)

    def spelled_in(self, name: str) -> bool:
        """Return whether one of the names is in a file name, where words run together."""
        file = folded(name)
        return self.named_in(name) or any(
            len(part) >= LONG and part in file for part in self._names
        )


def _has_case(name: str) -> bool:
    """Return whether its script has capitals: scripts without do not separate words by spaces."""
    return " " not in name and name.upper() != name


def empty_texts(player: Player, person: Person | None, names: ErasedNames) -> dict[str, Any]:
    """Empty what the player wrote and what names them, except rulings; return what that was.

    ``reasons`` are the sequences of events; ``rulings`` are case and number of those that keep the
    name, whose reasons the public no longer sees. The trail is locked from here on.
    """
    tournament_id = player.tournament_id
    events = AuditEvent.objects.filter(tournament=tournament_id).exclude(reason="")
    uid = None if person is None else person.uid
    own = set(events.filter(actor=uid).values_list("reason", flat=True))
    by_player = Q(player=player)
    said = Statement.objects.filter(by_player if person is None else by_player | Q(person=person))
    appeals = Appeal.objects.filter(by_player if person is None else by_player | Q(by=person))
    rulings = Ruling.objects.filter(case__tournament=tournament_id).order_by("pk")
    emptied = {
        "notes": _empty_notes(player, own, names),
        "pictures": Picture.objects.filter(statement__in=said).update(data=b"", storage_key=""),
        "statements": said.update(text=""),
        "appeals": appeals.update(text=""),
        "draws": _empty_draws(player),
        "bundles": _empty_bundles(player, names),
        "rulings": [
            [case, number]
            for case, number, text in rulings.values_list("case__number", "number", "reasons")
            if names.named_in(text)
        ],
    }
    # Lock the trail last: whoever has locked a row of the above waits for it to write an event.
    hold_trail(tournament_id)
    reasons = {
        sequence: pk
        for pk, sequence, actor, text in events.order_by("sequence").values_list(
            "pk", "sequence", "actor", "reason"
        )
        if actor == uid or names.named_in(text)
    }
    AuditEvent.objects.filter(pk__in=reasons.values()).update(reason="", reason_salt="")
    return {**emptied, "reasons": list(reasons)}


def _empty_notes(player: Player, own: set[str], names: ErasedNames) -> int:
    """Empty the notes that the player wrote or that name them; return how many.

    ``own`` is what they wrote elsewhere, which the case that it opened repeats.
    """
    tournament_id = player.tournament_id
    in_games = Q(game__round__tournament=tournament_id)
    answers = Submission.objects.filter(in_games).exclude(answer_note="")
    answered = {
        pk: text
        for pk, by, text in answers.values_list("pk", "answered_by", "answer_note")
        if by == player.pk or names.named_in(text)
    }
    own = own | set(answers.filter(answered_by=player).values_list("answer_note", flat=True))
    count = Submission.objects.filter(pk__in=answered).update(answer_note="")

    def theirs(text: str) -> bool:
        return text in own or names.named_in(text)

    cases = Case.objects.filter(tournament=tournament_id)
    for case in cases.order_by("pk").select_for_update(no_key=True).only("grounds"):
        told = [ground["note"] for ground in case.grounds]
        if any(map(theirs, told)):
            kept = [
                {**ground, "note": ""} if theirs(ground["note"]) else ground
                for ground in case.grounds
            ]
            Case.objects.filter(pk=case.pk).update(grounds=kept)
            count += sum(map(theirs, told))
    records = GameRecordFile.objects.filter(
        Q(submissions__game__round__tournament=tournament_id)
        | Q(statements__case__tournament=tournament_id)
        | Q(uploaded_by=player)
    )
    errors = RecordingError.objects.filter(in_games)
    penalties = Penalty.objects.filter(ruling__case__tournament=tournament_id)
    texts: tuple[tuple[QuerySet[Any], str, Any], ...] = (
        (errors, "note", theirs),
        (cases, "settled_note", theirs),
        (penalties, "note", names.named_in),
        (records, "filename", names.spelled_in),
    )
    bundles = Bundle.objects.filter(tournament=tournament_id)
    count += sum(_empty(bundles, column, theirs) for column in ("reason", "recipient"))
    dates = Reschedule.objects.filter(in_games)
    count += dates.filter(proposer=player).exclude(note="").update(note="")
    count += _empty(dates, "note", theirs)
    return count + sum(_empty(rows, column, is_theirs) for rows, column, is_theirs in texts)


def _empty(rows: QuerySet[Any], column: str, is_theirs: Any) -> int:
    """Empty a column in the rows where its text is one of these; return how many."""
    model: type[Model] = rows.model
    texts = rows.exclude(**{column: ""}).values_list("pk", column)
    found = {pk for pk, text in texts if is_theirs(text)}
    return model._base_manager.filter(pk__in=found).update(**{column: ""})


def _empty_draws(player: Player) -> int:
    """Empty the inputs of the draws that the player was in; return how many.

    Names affect a pairing, so without one of them it could not be reproduced anyway.
    """
    draws = Draw.objects.filter(round__tournament=player.tournament_id).only("request")
    found = [
        draw.pk
        for draw in draws
        if draw.request
        and player.number
        in {seat.id for seat in unpack_request(bytes(draw.request))[0].state.players}
    ]
    return Draw.objects.filter(pk__in=found).update(request=b"")


def _empty_bundles(player: Player, names: ErasedNames) -> int:
    """Empty the rating officers' bundles that name the player; return how many.

    Their digests stay, so that a recipient can still show that theirs is the one that was made.
    """
    bundles = Bundle.objects.filter(tournament=player.tournament_id).exclude(data=b"")
    found = [
        bundle.pk
        for bundle in bundles.only("data")
        if any(
            names.named_in(decode_text(file)[0])
            for file in unzipped(bytes(bundle.data)).values()
            if file
        )
    ]
    return Bundle.objects.filter(pk__in=found).update(data=b"")


def count_left(tournament_id: int, names: ErasedNames) -> int:
    """Count the texts by others that name the person and are kept for ever."""
    in_cases = Q(case__tournament=tournament_id)
    statements = Statement.objects.filter(in_cases).exclude(text="")
    rulings = Ruling.objects.filter(in_cases)
    appeals = Appeal.objects.filter(in_cases).exclude(text="")
    motions = Motion.objects.filter(appeal__case__tournament=tournament_id, decision__isnull=False)
    texts = [
        *statements.values_list("text", flat=True),
        *rulings.values_list("reasons", flat=True),
        *appeals.values_list("text", flat=True),
        *(str(decision) for decision in motions.values_list("decision", flat=True)),
    ]
    return sum(map(names.named_in, texts))
