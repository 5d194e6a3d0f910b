"""Several who ask at the same moment, and one who cancels while it ends."""

from functools import partial

import pytest

from adjudication.life_and_death.services.asking import cancel_confirmation
from adjudication.models import Confirmation, ConfirmedChain
from jobs import worker
from jobs.models import Job
from tests.adjudication.life import Asking, life_case
from tests.adjudication.threads import at_once
from tests.support.environment import times
from tournament.audit.services.current_actor import acting_as
from tournament.errors import Conflict

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_several_who_ask_at_once_one_does():
    for _ in range(times(3, long=100)):
        asking = Asking(life_case())
        outcomes = at_once(
            [partial(asking.ask, idempotency_key=str(number)) for number in range(4)]
        )
        refused = [one for one in outcomes if isinstance(one, Conflict)]
        assert [one.code for one in refused] == ["confirmation_live"] * 3
        assert Confirmation.objects.filter(case=asking.case).count() == 1


def test_the_same_question_at_once_is_one():
    for _ in range(times(3, long=100)):
        asking = Asking(life_case())
        outcomes = at_once([partial(asking.ask, idempotency_key="one")] * 4)
        assert len({one.pk for one in outcomes}) == 1
    assert Job.objects.count() == Confirmation.objects.count()


def test_it_is_done_with_its_verdicts_or_cancelled_without():
    for _ in range(times(6, long=200)):
        asking = Asking(life_case())
        asked = asking.ask()
        ended, cancelled = at_once([worker.run_job, partial(_cancel, asking)])
        assert ended is True
        asked.refresh_from_db()
        chains = ConfirmedChain.objects.filter(confirmation=asked).count()
        done = (asked.state, isinstance(cancelled, Conflict), chains)
        assert done in (("done", True, 2), ("cancelled", False, 0))


def _cancel(asking: Asking) -> None:
    with acting_as(asking.referee):
        cancel_confirmation(case_id=asking.case.pk, number=1)
