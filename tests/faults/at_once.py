"""A hundred at once who want the same, or each something else."""

from tests.faults.common import SUBMISSION, accepted, report
from tests.support.crowd import Sent, crowd, told_errors
from tests.support.field import Board
from tests.support.figures import Figure, exactly, noted
from tests.support.stand import POSTGRES, Stand, standing
from tests.support.wire import form

AUDIT = "tournament_auditevent"


def at_once(database: str = POSTGRES, *, times: int = 100) -> list[Figure]:
    """Send one report ``times`` times at once, then as many that contradict each other."""
    with standing(database=database) as stand:
        same, other = stand.field(1, 2)
        web = stand.start_web()
        one = crowd(web.url, [report(same)] * times, connections=times)
        found = [
            exactly("identical: answered as done", times, accepted(one)),
            exactly("identical: reports", 1, _reports(stand, same)),
            exactly("identical: jobs", 1, stand.count("jobs_job")),
            exactly("identical: events", 1, _events(stand)),
            exactly("identical: 5xx or no answer", 0, _broken(one)),
        ]
        many = crowd(web.url, [_another(other, at) for at in range(times)], connections=times)
        return [
            *found,
            exactly("conflicting: accepted", 1, accepted(many)),
            exactly("conflicting: told so", times - 1, sum(map(_told, many))),
            exactly("conflicting: reports", 1, _reports(stand, other)),
            exactly("conflicting: events", 1, _events(stand) - 1),
            exactly("conflicting: 5xx or no answer", 0, _broken(many)),
            noted("conflicting: other answers", told_errors(many, 302)),
        ]


def _another(board: Board, at: int) -> bytes:
    """Return a report that no other agrees with, Black's and White's in turn."""
    fields = board.fields(
        f"other-{at}",
        expects="",
        seats="-".join(map(str, board.players)),
        winner="black",
        reason="score",
        margin=f"{at + 0.5:g}",
    )
    return form(board.path, fields, board.cookies(white=bool(at % 2)))


def _told(one: Sent) -> bool:
    """Say whether an answer shows the report again and that another came before it."""
    return one.answer is not None and one.status in (200, 409) and b"changed" in one.answer.body


def _broken(sent: list[Sent]) -> int:
    return sum(one.status == 0 or one.status >= 500 for one in sent)


def _reports(stand: Stand, board: Board) -> int:
    return stand.count(SUBMISSION, f"game_id = {board.game}")


def _events(stand: Stand) -> int:
    return stand.count(AUDIT, "verb LIKE 'result.%%'" if stand.postgres else "verb LIKE 'result.%'")
