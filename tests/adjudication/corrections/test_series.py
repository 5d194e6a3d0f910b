"""What directors really did: snapshots of real tournaments replayed through the services.

Every step between two snapshots of a tournament is found and done; each snapshot has then been
reached as it is, and its standings.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from adjudication.corrections.selectors.history import event_of
from adjudication.corrections.selectors.undo import undo_checks
from adjudication.corrections.services.undo import undo
from tests.support.environment import some, times
from tests.support.shared import require_shared, shared_path
from tests.tournament.replaying import Replay, table
from tournament.audit.selectors.snapshots import boards_in
from tournament.formats.opengotha import read_opengotha
from tournament.models import AuditEvent, Verb
from tournament.rounds.selectors.state import result_value, state_of
from tournament.state.event import Event

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.once]
FOLDER = "corpus/tournaments/series"
CORRECTIONS = "corpus/tournaments/result_corrections.json"
SMALL = (
    "1er-tour-championnat-de-France-de-Marsei",
    "Den-Bosch-Feb-2020",
    "Juvenil-2020",
    "Semifinala-CN-individual-2020",
    "Summer-AAM-A",
)


def series() -> list[str]:
    folder = shared_path(FOLDER)
    return sorted(path.name for path in folder.iterdir()) if folder else ["none"]


def read(path: Path) -> Event:
    return read_opengotha(path.read_bytes())


def snapshots(name: str) -> list[Event]:
    return [read(path) for path in sorted(require_shared(f"{FOLDER}/{name}").iterdir())]


def test_the_series_are_there():
    require_shared(FOLDER)
    assert len(series()) == 21


@pytest.mark.by_turns
@pytest.mark.parametrize("name", some(series()[times(2, long=0) :], every=9))
def test_a_real_tournament_step_by_step(name: str):
    first, *others = snapshots(name)
    replay = Replay(first)
    for event in others:
        replay.go_to(event)
        stored = state_of(replay.tournament)
        assert stored == replay.expected(event)
        assert table(stored) == table(event.state)
    # Creating a round is the one step that is told only with what is done to it.
    steps = replay.steps.total() - replay.steps["create_round"]
    told = Counter(AuditEvent.objects.values_list("verb", flat=True))
    assert steps == told.total() - told[Verb.TOURNAMENT_CREATED] - told[Verb.IMPORTED]


@pytest.mark.by_turns
def test_every_correction_that_was_noticed_is_in_the_trail():
    """In short some of them, of another run others."""
    rows = json.loads(require_shared(CORRECTIONS).read_text())
    assert len(rows) == 27
    for _, before, after, number, names, was, now, how in some(rows, every=6):
        replay = Replay(read(require_shared(f"corpus/{before}")))
        replay.go_to(read(require_shared(f"corpus/{after}")))
        keys = {
            player.id: f"{player.surname}{player.first_name}".replace(" ", "").upper()
            for player in state_of(replay.tournament).players
        }
        found = [
            (outcome(old), outcome(new))
            for event in AuditEvent.objects.filter(
                tournament=replay.tournament,
                round_number=int(number),
                verb__in=[Verb.RESULT_CORRECTED, Verb.PAIRING_CORRECTED],
            )
            for old in boards_in(event.before)
            for new in boards_in(event.after)
            if old["table"] == new["table"] and old.get("winner") and new.get("winner")
            if sorted(keys[new[colour]] for colour in ("black", "white")) == names
        ]
        # Colours and result told the same person's win the other way round: one correction.
        assert how in ("", "colours swapped")
        assert found == [(was, now)]


def outcome(board: dict[str, str]) -> str:
    result = result_value(board["winner"], board["reason"])
    default = "_BYDEF" if result.decided == "default" else ""
    names = {"black": "BLACKWINS", "white": "WHITEWINS", "jigo": "EQUAL", "both_lose": "BOTHLOSE"}
    return names[result.outcome] + default


@pytest.mark.by_turns
@pytest.mark.parametrize("name", SMALL[: times(1, long=5)])
def test_whatever_was_done_is_undone_and_done_again(name: str):
    first, *others = snapshots(name)
    replay, whole = Replay(first), 0
    for event in others:
        since = AuditEvent.objects.order_by("pk").last()
        assert since is not None
        before = state_of(replay.tournament)
        replay.go_to(event)
        after = state_of(replay.tournament)
        events = list(AuditEvent.objects.filter(pk__gt=since.pk))
        undone = [undo(event_id=one.pk) for one in events if may_undo(one)]
        if len(undone) == len(events):
            assert state_of(replay.tournament) == before
            whole += 1
        for one in reversed(undone):
            undo(event_id=one.pk)
        assert state_of(replay.tournament) == after
    assert whole >= len(others) // 3


def may_undo(event: AuditEvent) -> bool:
    told = event_of(event.tournament_id, event.pk)
    assert told is not None
    return undo_checks(event.tournament_id, [told])[event.pk].may
