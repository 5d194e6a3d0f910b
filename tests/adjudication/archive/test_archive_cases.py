"""Cases and all that belongs to them in an archive."""

import io
import json
import zipfile
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from adjudication.archive.services.archive import restore_archive
from adjudication.archive.services.rows import table_name
from adjudication.archive.services.tables import PARTY
from adjudication.models import (
    Appeal,
    Case,
    Picture,
    RemovedAs,
    Ruling,
    Statement,
    Submission,
    Vote,
)
from adjudication.submissions.services.removing import remove_record
from tests.adjudication.archive.test_hostile_archives import Rows, changed, cup, put
from tests.adjudication.archives import archive_of
from tests.adjudication.court import hold_court
from tests.security.full_world import full_world
from tests.support.environment import some
from tests.support.records import KO, sgf
from tests.support.remembered import remembered
from tests.support.world import judge_all, make_world, report
from tournament.audit.selectors.trail import check_trail
from tournament.errors import UserError
from tournament.models import AuditEvent, Game, Person, Player, Tournament, TrailHead

pytestmark = [pytest.mark.django_db, pytest.mark.once]

T, CASE, INQUIRY = "tournament_tournament", "adjudication_case", "adjudication_inquiry"
SAID, PICTURE = "adjudication_statement", "adjudication_picture"
RULING, PENALTY, APPEAL = "adjudication_ruling", "adjudication_penalty", "adjudication_appeal"
MOTION, VOTE, EVENT = "adjudication_motion", "adjudication_vote", "tournament_auditevent"
HEAD, PERSON, VERDICT = "tournament_trailhead", "tournament_person", "adjudication_verdict"


@remembered
def disputed() -> Tournament:
    tournament = cup()
    Player.objects.filter(tournament=tournament, number=2).update(minor=True, hidden=True)
    Tournament.objects.filter(pk=tournament.pk).update(
        rulings={"committee": 5, "steps": {"cycle": "case"}}, hide_minors=True
    )
    hold_court(Game.objects.filter(round__tournament=tournament).latest("pk"))
    return tournament


def told(tournament: Tournament) -> list[object]:
    """All of the cases that does not depend on the keys of rows."""
    rulings = Ruling.objects.filter(case__tournament=tournament)
    reports = {
        pk: (game, key)
        for pk, game, key in _reports(tournament).values_list(
            "pk", "game__board_number", "idempotency_key"
        )
    }
    (case,) = Case.objects.filter(tournament=tournament)
    grounds = [{**one, "submission": reports[one["submission"]]} for one in case.grounds]
    return [
        (case.number, case.state, case.cause, case.version, case.opened_at, case.appeal_until),
        (grounds, case.proposal, case.game.board_number, reports[case.submission_id]),
        sorted(case.parties.values_list("number", flat=True)),
        list(case.inquiries.values_list("kind", "data", "state", "black_answer", "settled_at")),
        [
            (one.person.uid, one.player.number, one.text, one.record.sha256, one.created_at)
            for one in case.statements.all()
        ],
        [
            (bytes(one.data), one.sha256, one.width, one.height)
            for one in Picture.objects.filter(statement__case=case)
        ],
        list(
            rulings.order_by("number").values_list(
                "number", "kind", "effect", "winner", "articles", "reasons", "by__uid",
                "supersedes__number", "penalties__player__number", "penalties__kind",
                "penalties__seconds", "made_at",
            )
        ),
        list(
            Appeal.objects.filter(case=case).values_list(
                "ruling__number", "by__uid", "player__number", "text", "members__person__uid",
                "motions__decision", "motions__by__person__uid",
            )
        ),
        list(
            Vote.objects.filter(member__appeal__case=case).values_list(
                "member__person__uid", "motion__decision", "at"
            )
        ),
        list(
            Person.objects.filter(tournament=tournament)
            .order_by("uid")
            .values_list("uid", "name", "role", "player__number")
        ),
    ]  # fmt: skip


def _reports(tournament: Tournament) -> Any:
    return Submission.objects.filter(game__round__tournament=tournament)


def test_all_of_a_dispute_comes_back() -> None:
    tournament = disputed()
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    assert told(restored) == told(tournament)
    assert (restored.rulings["committee"], restored.hide_minors) == (5, True)
    hidden = restored.players.get(number=2)
    assert (hidden.minor, hidden.hidden, hidden.public_name) == (True, True, "#2")
    before, after = (
        list(
            AuditEvent.objects.filter(tournament=one)
            .order_by("sequence")
            .values_list("sequence", "actor", "previous", "digest", "reason_salt")
        )
        for one in (tournament, restored)
    )
    assert after[:-1] == before
    assert check_trail(restored.pk).wrong is None
    assert TrailHead.objects.get(tournament=restored).sequence == len(after)


def test_a_tournament_in_which_everything_has_happened_comes_back() -> None:
    texts = count(1)
    world = full_world("coupe", lambda kind: f"{kind} {next(texts)}")
    data = io.BytesIO(archive_of(world.tournament))
    again = restore_archive(stream=data, slug="again")
    for model in (Case, Appeal, Ruling, Statement):
        path = {Case: "tournament"}.get(model, "case__tournament")
        here, there = (
            model.objects.filter(**{path: one.pk}).count() for one in (world.tournament, again)
        )
        assert here == there > 0


@pytest.mark.parametrize("known", [True, False])
def test_what_only_a_record_showed_that_was_set_aside_comes_back(known: bool) -> None:
    world = make_world()
    game = world.games[0]
    shown = report(game, game.white, "W+R", sgf(KO))
    judge_all()
    remove_record(
        game_id=game.pk, submission_id=shown, note="Another game.", why=RemovedAs.OTHER_GAME
    )
    case = Case.objects.get(game=game)
    assert [ground["set_aside"] for ground in case.grounds] == [RemovedAs.OTHER_GAME]
    if not known:
        case.grounds[0]["set_aside"] = "by a friend"
        Case.objects.filter(pk=case.pk).update(grounds=case.grounds)
        with pytest.raises(UserError, match="grounds"):
            restore_archive(stream=io.BytesIO(archive_of(world.tournament)), slug="again")
        return
    restored = restore_archive(stream=io.BytesIO(archive_of(world.tournament)), slug="again")
    (again,) = Case.objects.get(tournament=restored).grounds
    assert again["set_aside"] == RemovedAs.OTHER_GAME


def test_what_was_erased_stays_so() -> None:
    tournament = disputed()
    Statement.objects.filter(case__tournament=tournament).update(text="")
    Picture.objects.filter(statement__case__tournament=tournament).update(data=b"")
    data = archive_of(tournament)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert not [name for name in archive.namelist() if name.startswith("pictures/")]
    restored = restore_archive(stream=io.BytesIO(data), slug="again")
    assert told(restored) == told(tournament)


def test_logins_and_links_of_the_other_machine_are_nobodys_here() -> None:
    tournament = disputed()
    Person.objects.create(tournament=tournament, name="op", role="superuser", user_id=1)
    restored = restore_archive(stream=io.BytesIO(archive_of(tournament)), slug="again")
    assert Person.objects.get(tournament=restored, name="op").user_id is None


def of_the_other(column: str) -> Callable[[Rows], object]:
    """Exchange what the first two rows refer to."""

    def change(rows: Rows) -> None:
        rows[0][column], rows[1][column] = rows[1][column], rows[0][column]

    return change


CASES: dict[str, tuple[str, Callable[[Rows], object]]] = {
    "a policy of an unknown word": (T, put("rulings", {"hang": 1})),
    "a policy that is a list": (T, put("rulings", [])),
    "a committee of two": (T, put("rulings", "committee", 2)),
    "a case of an unknown cause": (CASE, put("cause", "weather")),
    "grounds that are a text": (CASE, put("grounds", "x")),
    "a ground of nothing": (CASE, put("grounds", [{}])),
    "a ground of an unknown cause": (CASE, put("grounds", 0, "cause", "weather")),
    "a ground at no time": (CASE, put("grounds", 0, "at", "yesterday")),
    "a ground of a finding that is none": (CASE, put("grounds", 0, "finding", {"code": 5})),
    "a ground about players by name": (CASE, put("grounds", 0, "players", ["Aki"])),
    "a ground of no minutes": (CASE, put("grounds", 0, "minutes", "x")),
    "a proposal that is none": (CASE, put("proposal", {"foo": 1})),
    "a proposal of a text": (CASE, put("proposal", "x")),
    "a proposal of a strange margin": (CASE, put("proposal", "margin_half", "x")),
    "a proposal of a penalty for nobody": (
        CASE, put("proposal", "penalties", [{"player": "x", "kind": "warning"}]),
    ),
    "a case taken by nobody": (CASE, put("state", "taken")),
    "a case of another round": (CASE, put("round_id", None)),
    "parties that do not play": (table_name(PARTY), lambda rows: rows.pop()),
    "a question of a list": (INQUIRY, put("data", [1])),
    "an answer of a text": (INQUIRY, put("black_data", "x")),
    "a question agreed by nobody": (INQUIRY, put("black_at", None)),
    "a statement of a stranger": (SAID, lambda rows: rows[0].update(player_id=_stranger(rows))),
    "a statement of no key": (SAID, put("idempotency_key", "")),
    "a statement too long": (SAID, put("text", "x" * 4001)),
    "a picture of another size": (PICTURE, put("width", 9)),
    "a picture of another hash": (PICTURE, put("sha256", "0" * 64)),
    "a picture that is a record": (PICTURE, put("data", "../records/x")),
    "a ruling of unknown rules": (RULING, put("rules", "nonsense")),
    "a ruling of an unknown cause": (RULING, put("cause", "weather")),
    "a ruling of articles that are a text": (RULING, put("articles", "j1989:14")),
    "a ruling without reasons": (RULING, put("reasons", "")),
    "a ruling without effect": (RULING, put("effect", "hang")),
    "a ruling that supersedes what is not there": (RULING, lambda rows: rows.reverse()),
    "a result that only replays": (RULING, lambda rows: rows[1].update(effect="replay")),
    "a penalty of nothing": (PENALTY, put("seconds", 5)),
    "a penalty for a stranger": (PENALTY, lambda rows: rows[0].update(player_id=_stranger(rows))),
    "an appeal that is over": (APPEAL, put("state", "decided")),
    "an appeal of a stranger": (APPEAL, lambda rows: rows[0].update(player_id=_stranger(rows))),
    "a motion of nothing": (MOTION, lambda rows: rows[1].update(decision={})),
    "a motion of a text": (MOTION, lambda rows: rows[1].update(decision="x")),
    "a vote of nobody": (VOTE, put("member_id", 10**6)),
    "a person twice": (PERSON, lambda rows: rows[1].update(uid=rows[0]["uid"])),
    "an event of somebody else": (EVENT, put("actor", "0" * 16)),
    "an event of another time": (EVENT, put("at", "2020-01-01T00:00:00+00:00")),
    "an event of another reason": (EVENT, lambda rows: _reason(rows)),
    "an event less": (EVENT, lambda rows: rows.pop(3)),
    "the last event less": (EVENT, lambda rows: rows.pop()),
    "two events in another order": (EVENT, of_the_other("sequence")),
    "a trail of another head": (HEAD, put("digest", "0" * 64)),
    "a trail of no head": (HEAD, lambda rows: rows.clear()),
    "options that are a list": (VERDICT, put("options", [])),
}  # fmt: skip


def _stranger(rows: Rows) -> int:
    """A player of another game: the two of the last board have the highest keys but one."""
    players = Player.objects.exclude(pk=rows[0]["player_id"]).order_by("number")
    game = Game.objects.filter(state="ruled").get()
    return players.exclude(pk__in=[game.black_id, game.white_id]).values_list("pk", flat=True)[0]


def _reason(rows: Rows) -> None:
    row = next(row for row in rows if row["reason"])
    row["reason"] += "!"


@pytest.mark.by_turns
@pytest.mark.parametrize("case", some(CASES, every=3))
def test_what_cannot_be_is_refused_and_nothing_is_written(case: str) -> None:
    table, change = CASES[case]
    stream = changed(archive_of(disputed()), table, change)
    with pytest.raises(UserError) as caught:
        restore_archive(stream=stream, slug="again")
    assert caught.value.code == "archive_damaged"
    assert Tournament.objects.count() == 1
    assert Case.objects.count() == 1


def test_the_rows_are_all_there() -> None:
    with zipfile.ZipFile(io.BytesIO(archive_of(disputed()))) as archive:
        for table in {table for table, _change in CASES.values()}:
            assert json.loads(archive.read(f"{table}.json")), table
