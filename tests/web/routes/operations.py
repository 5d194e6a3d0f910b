"""The addresses of the operations pages."""

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from jobs.models import Job, JobState
from tests.support.world import World
from tests.web.routes.visitors import (
    DIRECTING,
    NO_METHOD,
    Pages,
    Routes,
    only,
    operator,
    staff,
)
from tournament.audit.services.outbox import ANNOUNCE
from tournament.models import Role

ROUTES: Routes = {
    "operations:work": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/operations/",
    ),
    "operations:work_live": (
        only(200, *DIRECTING),
        NO_METHOD,
        lambda scene: "/director/coupe/operations/live/",
    ),
    "operations:retry": (
        NO_METHOD,
        only(302, *DIRECTING),
        lambda scene: "/director/coupe/operations/retry/",
    ),
    "operations:installation": (
        only(200, "superuser"),
        NO_METHOD,
        lambda scene: "/operator/operations/",
    ),
    "operations:installation_live": (
        only(200, "superuser"),
        NO_METHOD,
        lambda scene: "/operator/operations/live/",
    ),
    "operations:retry_any": (
        NO_METHOD,
        only(302, "superuser"),
        lambda scene: "/operator/operations/retry/",
    ),
}


def _something_failed(path: str) -> Callable[[World], str]:
    """Return the address of a page that shows jobs: given up ones, and one that waits."""

    def address(world: World) -> str:
        if not Job.objects.filter(kind=ANNOUNCE).exists():
            common = {"kind": ANNOUNCE, "payload": {"tournament_id": world.tournament.pk}}
            failed = {
                "state": JobState.FAILED,
                "finished_at": timezone.now() - timedelta(minutes=3),
                "attempts": 5,
                "last_error": "OperationalError: the connection is lost",
                "request_id": "0123456789abcdef",
            }
            for number in range(2):
                Job.objects.create(dedup_key=f"shown:{number}", **common, **failed)
            Job.objects.create(dedup_key="shown", **common)
        return path

    return address


PAGES: Pages = {
    "in work": (staff(Role.DIRECTOR), _something_failed("/director/coupe/operations/")),
    "in work (part)": (staff(Role.DIRECTOR), _something_failed("/director/coupe/operations/live/")),
    "operations": (operator, _something_failed("/operator/operations/")),
    "operations (part)": (operator, _something_failed("/operator/operations/live/")),
}
