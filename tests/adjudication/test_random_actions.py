"""Whatever anybody does in whatever order: no illegal state, no statement lost, one standing.

More of it in ``./run faults walks``.
"""

import io
import random
from collections import Counter

import pytest

from adjudication.archive.services.archive import restore_archive
from tests.adjudication.archives import archive_of
from tests.adjudication.random_acts import Acts
from tests.adjudication.random_people import Nothing
from tests.adjudication.watching import Watch
from tests.support.environment import times
from tests.support.world import make_world
from tournament.audit.selectors.trail import check_trail
from tournament.errors import UserError
from tournament.models import Tournament
from tournament.public.selectors.standings import standings_page

pytestmark = [pytest.mark.django_db, pytest.mark.once]

RULES = ("japanese", "french", "nz", "beginner") * times(1, long=10)
ACTIONS = times(80, long=120)
OFTEN = ("report", "judge", "take_and_rule", "answer", "say", "contest", "appoint", "vote")


def told(tournament: Tournament) -> list[object]:
    page = standings_page(tournament.slug)
    assert page is not None
    lines = [(one.place, one.number, one.values, one.cells) for one in page.lines]
    return [page.criteria, page.provisional, lines]


@pytest.mark.parametrize("seed", range(len(RULES)))
def test_random_actions_of_random_people_keep_every_promise(seed: int) -> None:
    chance = random.Random(seed)
    world = make_world(rules=RULES[seed])
    acts = Acts(world, chance)
    actions = acts.all()
    names = [*actions, *OFTEN * 3]
    watch = Watch(world.tournament)
    done: Counter[str] = Counter()
    with watch.listening():
        for _ in range(ACTIONS):
            name = chance.choice(names)
            refused = False
            try:
                actions[name]()
            except Nothing:
                continue
            except UserError:
                refused = True
            else:
                done[name] += 1
            watch.look(refused=refused, partly=name == "take_and_rule", put_back=name == "undo")
    assert len(done) > 8, done
    assert check_trail(world.tournament.pk).wrong is None
    restored = restore_archive(stream=io.BytesIO(archive_of(world.tournament)), slug="again")
    assert told(restored) == told(world.tournament)
    assert check_trail(restored.pk).wrong is None
