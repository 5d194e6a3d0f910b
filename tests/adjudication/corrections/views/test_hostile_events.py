"""Whatever an archive tells in its trail is refused, or the history can say it."""

import pytest

from adjudication.archive.services.events import check_event
from adjudication.archive.services.rows import DamagedError
from adjudication.corrections.selectors.history import Event
from adjudication.corrections.views.sentences import event_sentence
from tests.support.environment import some, times
from tournament.models import AuditEvent, Role, Verb

pytestmark = pytest.mark.once

BOARD = {"table": 1, "black": 1, "white": 2, "handicap": 0, "komi_half": 13}
WON = {**BOARD, "winner": "black", "reason": "score", "margin_half": 7}
VALUES = (
    5, True, None, 1.5, 10**400, "x", "", [5], [[5]], [[]], [["x", 1]], [[[1], 1]], [{}], [None],
    {"x": 1}, ["x"], [1, [2]], [{"rank": ["x"]}],
)  # fmt: skip
KEYS = (
    *WON, "boards", "byes", "absent", "plays", "requests", "players", "here", "step", "role",
    "label", "name", "komi_half", "method", "starts_on", "rules", "reserved_tables",
    "parameters.scoring.categories", "parameters.scoring.bar", "parameters.criteria",
)  # fmt: skip


def shown(verb: str, before: object, after: object) -> bool:
    """Say whether an event was let through; then its sentence is written."""
    try:
        check_event(AuditEvent(verb=verb, players=[1, 2], before=before, after=after))
    except DamagedError:
        return False
    event = Event(1, None, verb, Role.ASSISTANT, "Ana", 2, 7, (1, 2), before, after, "", None, None)  # type: ignore[arg-type]
    assert event_sentence(event, {1: "Aki", 2: "Béa"})
    return True


@pytest.mark.parametrize("verb", some(Verb.values, every=3))
def test_what_is_let_through_has_a_sentence(verb: str):
    """Each verb meets each value under every fifth key, its neighbours under the other keys.

    In the long form (``./run faults tampering``) under every key.
    """
    assert shown(verb, BOARD, WON)
    assert shown(verb, None, None)
    step, first = times(5, long=1), Verb.values.index(verb)
    for number, value in enumerate(VALUES, first):
        shown(verb, value, value)
        for key in KEYS[number % step :: step]:
            for base in ({}, WON):
                told = {**base, key: value}
                shown(verb, told, WON)
                shown(verb, WON, told)
                shown(verb, {"boards": [told]}, None)


@pytest.mark.parametrize(
    ("verb", "told"),
    [
        (Verb.PLAYER_REFUSED, {"requests": 5}),
        (Verb.PARTICIPATION, {"absent": 5}),
        (Verb.PARTICIPATION, {"plays": 5}),
        (Verb.PARTICIPATION, {"absent": [[]]}),
        (Verb.PARTICIPATION, {"plays": [[["x"], 1]]}),
        (Verb.PLAYER_CHANGED, {"players": [5]}),
        (Verb.ERROR_PROPOSED, {"winner": "black", "reason": "x"}),
        (Verb.ERROR_PROPOSED, {"winner": "black", "margin_half": "x"}),
    ],
)
def test_what_has_no_sentence_is_refused(verb: str, told: dict[str, object]):
    assert not shown(verb, told, None)
    assert not shown(verb, None, told)


@pytest.mark.parametrize(
    ("verb", "told"),
    [
        (Verb.PLAYER_REFUSED, {"requests": [32767]}),
        (Verb.PARTICIPATION, {"absent": [[1, 2]], "plays": [[2, 2]]}),
        (Verb.PLAYER_CHANGED, {"players": [{"number": 1, "rank": "3k"}], "withheld": ["email"]}),
        (Verb.ERROR_PROPOSED, {"winner": "black", "reason": "score", "margin_half": 7}),
        (Verb.IMPORTED, {"source": "x", "players": 5, "games": 3, "rounds": 1}),
        (Verb.TEAMS_CHANGED, {"by_teams": True, "apart": False, "team_size": 3}),
    ],
)
def test_what_our_trail_tells_is_let_through(verb: str, told: dict[str, object]):
    assert shown(verb, told, told)
