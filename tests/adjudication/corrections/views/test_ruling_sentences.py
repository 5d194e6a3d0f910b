"""What referees and committees decided is told in the history in plain sentences."""

from dataclasses import replace

import pytest

from adjudication.corrections.selectors.history import Event, event_of, names_of
from adjudication.corrections.views.sentences import event_sentence
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.rulings.services.appeals import appeal, appoint_committee, put_motion, vote
from adjudication.rulings.services.ruling import revise, rule
from tests.adjudication.decisions import BLACK_WINS, as_player, person, ruled, staff, taken
from tests.support.world import World, make_world
from tournament.audit.services.current_actor import acting_as
from tournament.models import AuditEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return make_world()


def told(world: World, verb: str) -> str:
    key = AuditEvent.objects.filter(verb=verb).latest("pk").pk
    event = event_of(world.tournament.pk, key)
    assert event is not None
    return event_sentence(event, names_of(world.tournament.pk))


@pytest.mark.parametrize(
    ("decision", "sentence"),
    [
        (BLACK_WINS, "Rita (referee) ruled in case 1: B+."),
        (
            Decision("replay", reasons="So."),
            "Rita (referee) ruled in case 1: the game is played again.",
        ),
        (
            Decision("resume", resume_move=41, reasons="So."),
            "Rita (referee) ruled in case 1: the game goes on after move 41.",
        ),
        (
            Decision(
                "nothing",
                reasons="So.",
                penalties=(PenaltyGiven(1, "warning"), PenaltyGiven(2, "time", seconds=300)),
            ),
            "Rita (referee) ruled in case 1: nothing changes for the game. Aki is warned. "
            "5 minutes are taken off the clock of Béa.",
        ),
    ],
)
def test_a_ruling_says_what_it_does(world: World, decision: Decision, sentence: str):
    ruled(world.tournament, staff(world.tournament), world.games[0], decision)
    assert told(world, "ruling.made") == sentence


def test_a_ruling_without_a_game(world: World):
    referee = staff(world.tournament)
    about = {"cause": Cause.CONDUCT, "players": world.players[:1]}
    case = taken(world.tournament, referee, **about)
    warning = PenaltyGiven(1, "warning")
    decision = Decision("nothing", reasons="Loud.", penalties=(warning,))
    with acting_as(referee):
        rule(case_id=case.pk, decision=decision, version=case.version)
    assert told(world, "ruling.made").endswith("case 1: no result changes. Aki is warned.")


def test_an_appeal_is_upheld_or_decided_otherwise(world: World):
    committee = [staff(world.tournament, name=name) for name in ("Ulla", "Vera", "Wim")]
    for index, other in enumerate((None, Decision("replay", reasons="Nobody knows."))):
        case = ruled(world.tournament, staff(world.tournament), world.games[index], BLACK_WINS)
        with acting_as(as_player(world.games[index].white)):
            made = appeal(case_id=case.pk, text="No.")
        people = [person(world.tournament, one).pk for one in committee]
        appoint_committee(appeal_id=made.pk, person_ids=people)
        motion = made.motions.get().pk
        for member in committee:
            with acting_as(member):
                if other is not None and member is committee[0]:
                    motion = put_motion(appeal_id=made.pk, decision=other).pk
                reasons = "It was right." if other is None else ""
                vote(appeal_id=made.pk, motion_id=motion, reasons=reasons)
        if other is None:
            expected = "The committee upheld the ruling in case 1."
            assert told(world, "appeal.decided") == expected
    expected = "The committee decided the appeal in case 2: the game is played again."
    assert told(world, "appeal.decided") == expected


def test_a_ruling_taken_up_again(world: World):
    referee = staff(world.tournament)
    case = ruled(world.tournament, referee, world.games[0], BLACK_WINS)
    other = Decision("result", "white", "ruling", reasons="It was legal.")
    with acting_as(referee):
        revise(case_id=case.pk, decision=other, version=case.version, note="Slip.")
    expected = "Rita (referee) revised the ruling in case 1: now W+."
    assert told(world, "ruling.revised") == expected


@pytest.mark.parametrize("after", [None, [], {"penalties": 3}, {"penalties": [{"a": 1}]}, "x"])
def test_what_an_archive_from_elsewhere_tells_breaks_nothing(world: World, after: object):
    ruled(world.tournament, staff(world.tournament), world.games[0], BLACK_WINS)
    event = event_of(world.tournament.pk, AuditEvent.objects.get(verb="ruling.made").pk)
    assert isinstance(event, Event)
    assert "ruled in case" in event_sentence(replace(event, after=after), {})
