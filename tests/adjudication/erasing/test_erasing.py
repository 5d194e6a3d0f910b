"""Erasing who a player is: the name is nowhere, and the record still proves everything else."""

import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from adjudication.archive.services.archive import restore_archive
from adjudication.bundles.services import make_bundle, note_sent
from adjudication.cases.services.actions import take_case
from adjudication.cases.services.opening import open_case
from adjudication.cases.services.statements import write_statement
from adjudication.corrections.selectors.history import game_story
from adjudication.corrections.services.corrections import correct_result
from adjudication.erasing.services import erase_player
from adjudication.erasing.texts import ErasedNames
from adjudication.models import (
    Bundle,
    Case,
    CaseState,
    PenaltyKind,
    Picture,
    ReportDraft,
    ServerRecord,
    Statement,
    Submission,
)
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.records.services import RecordFile, keep_record
from adjudication.rulings.services.appeals import appeal
from adjudication.rulings.services.finality import make_final
from adjudication.rulings.services.ruling import rule
from adjudication.submissions.services.drafts import Drafts
from adjudication.submissions.services.server_records import bring_records
from tests.adjudication.archives import archive_of
from tests.adjudication.decisions import BLACK_WINS, as_player, staff, taken, time_is_over
from tests.adjudication.threads import at_once
from tests.factories import PlayerFactory
from tests.support.database import refused
from tests.support.world import World, fill, make_world
from tournament.audit.selectors.trail import check_trail
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.audit.services.persons import player_person
from tournament.errors import Conflict, UserError
from tournament.formats.bundle import unzipped
from tournament.formats.recognise import Format
from tournament.models import (
    ENTRY_TEXTS,
    AuditEvent,
    Draw,
    Game,
    Person,
    Player,
    Reschedule,
    Role,
    Verb,
)
from tournament.players.services.players import change_player
from tournament.rounds.selectors.draws import verify_round
from tournament.rounds.services.draws import draw_round

pytestmark = [pytest.mark.django_db, pytest.mark.database]
NOTE = "Asked to be forgotten"


@pytest.fixture
def known(world: World) -> World:
    """Emil of board 3, who has said much and of whom others have."""
    fill(world)
    emil = world.players[4]
    Player.objects.filter(pk=emil.pk).update(
        surname="Emilienko", first_name="Zed", email="z@example.org", egf_pin="12345678"
    )
    emil.refresh_from_db()
    with acting_as(Actor(role=Role.ASSISTANT, name="Ana")):
        correct_result(
            game_id=world.games[1].pk, winner="white", reason="time", note="zed emilienko saw it"
        )
        correct_result(
            game_id=world.games[1].pk, winner="black", reason="time", note="The flag had not fallen"
        )
    case = open_case(cause=Cause.OTHER, game=world.games[2], note="The clock")
    for index in (4, 5):
        statement = Statement.objects.create(
            case=case,
            person=player_person(world.tournament.pk, world.players[index].pk),
            player=world.players[index],
            text=f"{index}: Emilienko pressed the clock",
            idempotency_key=str(index),
        )
        Picture.objects.create(
            statement=statement, data=b"jpeg", sha256="0" * 64, width=1, height=1
        )
    return world


def erase(world: World, note: str = NOTE) -> int:
    return erase_player(
        tournament_id=world.tournament.pk, player_id=world.players[4].pk, note=note
    ).left


def test_the_name_is_gone_and_the_chain_holds(known: World) -> None:
    before = AuditEvent.objects.count()
    assert erase(known) == 1
    player = Player.objects.get(pk=known.players[4].pk)
    assert (player.name, player.public_name, player.surname) == ("#5", "#5", "#5")
    assert (player.email, player.egf_pin, player.club) == ("", "", "")
    assert player.rank == known.players[4].rank
    found = check_trail(known.tournament.pk)
    assert (found.wrong, found.events) == (None, before + 1)
    erased = AuditEvent.objects.latest("pk")
    assert erased.verb == Verb.PLAYER_ERASED
    (sequence,) = erased.after["reasons"]
    emptied = AuditEvent.objects.get(sequence=sequence)
    assert (emptied.reason, emptied.reason_salt) == ("", "")
    assert AuditEvent.objects.filter(reason="The flag had not fallen").exists()


def everywhere() -> Iterator[tuple[str, str]]:
    """Give every row there is, as text, with what is compressed in it."""
    for app in ("tournament", "adjudication", "sessions"):
        for model in apps.get_app_config(app).get_models(include_auto_created=True):
            for row in model._base_manager.values():
                for name, value in row.items():
                    if isinstance(value, bytes) and model is Draw and value:
                        value = zlib.decompress(value)
                    if isinstance(value, bytes) and model is Bundle and value:
                        value = b"".join(unzipped(value).values())
                    yield f"{model.__name__}.{name}", str(value).lower()


def test_no_table_has_the_name_any_more(known: World) -> None:
    draw_round(tournament_id=known.tournament.pk, seed=1)
    Statement.objects.filter(player=known.players[5]).update(text="")
    made = make_bundle(tournament_id=known.tournament.pk, kinds=[Format.H9], language="en")
    note_sent(tournament_id=known.tournament.pk, number=made.number, recipient="zed@emilienko.org")
    told = settled_with_words(known)
    assert {where for where, text in everywhere() if "emilienko" in text} > told
    erase(known)
    assert [where for where, text in everywhere() if "emilienko" in text] == []
    assert Bundle.objects.get().sha256 == made.sha256
    assert check_trail(known.tournament.pk).wrong is None
    archive = zipfile.ZipFile(io.BytesIO(archive_of(known.tournament)))
    assert not [name for name in archive.namelist() if b"milienko" in archive.read(name)]


def test_an_archive_written_afterwards_restores(world: World) -> None:
    fill(world)
    draw_round(tournament_id=world.tournament.pk, seed=1)
    erase(world)
    restored = restore_archive(stream=io.BytesIO(archive_of(world.tournament)), slug="again")
    assert check_trail(restored.pk).wrong is None
    assert restored.players.get(number=5).name == "#5"


def ruled_on_complaint(world: World, decision: Decision) -> Case:
    """Return the case about the player's game, ruled after both have read its substance."""
    case = taken(world.tournament, referee := staff(world.tournament), world.games[2])
    substance = "It is said that the ko was retaken"
    with acting_as(referee):
        write_statement(case_id=case.pk, text=substance, idempotency_key="c" * 32)
        case.refresh_from_db()
        rule(case_id=case.pk, decision=decision, version=case.version)
    case.refresh_from_db()
    return case


def settled_with_words(world: World) -> set[str]:
    """Let a case about the player be ruled, with his name in every note; return where it is."""
    warning = PenaltyGiven(5, PenaltyKind.WARNING, note="Émilienko was warned")
    case = ruled_on_complaint(world, replace(BLACK_WINS, penalties=(warning,)))
    case.grounds[0]["note"] = "Emilienko retook the ko"
    Case.objects.filter(pk=case.pk).update(grounds=case.grounds)
    time_is_over(case)
    make_final(timezone.now())
    other = open_case(
        cause=Cause.CONDUCT, tournament_id=world.tournament.pk, players=[world.players[4]], note="x"
    )
    settled = {"settled_at": timezone.now(), "settled_note": "EMILIENKO said sorry"}
    assert Case.objects.move(other, CaseState.SETTLED, **settled)
    keep_record(data=b"(;)", filename="emilienko_zed.sgf", player_id=world.players[4].pk)
    return {"Case.grounds", "Case.settled_note", "GameRecordFile.filename", "Draw.request"}


def test_of_what_is_settled_notes_can_be_emptied_and_nothing_else(known: World) -> None:
    settled_with_words(known)
    case = Case.objects.get(state=CaseState.FINAL)
    for ground in (
        {**case.grounds[0], "note": "another"},
        {**case.grounds[0], "cause": "late"},
        {**case.grounds[0], "note": "", "minutes": 5},
    ):
        refused(
            "what is settled",
            lambda one=ground: Case.objects.filter(pk=case.pk).update(
                grounds=[one, *case.grounds[1:]]
            ),
        )
    refused("what is settled", lambda: Case.objects.filter(pk=case.pk).update(grounds=[]))
    refused(
        "what is settled", lambda: Case.objects.exclude(settled_note="").update(settled_note="x")
    )
    draw_round(tournament_id=known.tournament.pk, seed=1)
    refused("only be erased", lambda: Draw.objects.update(request=b"x"))
    refused("a draw is written once", lambda: Draw.objects.update(seed=2))


def test_a_draw_that_somebody_was_erased_from_is_not_paired_again(known: World) -> None:
    draw = draw_round(tournament_id=known.tournament.pk, seed=1)
    assert b"12345678" not in zlib.decompress(draw.request)
    number = draw.round.number
    assert verify_round(known.tournament.pk, number) is not None
    erase(known)
    owner = known.client(Role.DIRECTOR)
    answer = owner.post(f"/director/coupe/rounds/{number}/verify/", follow=True)
    assert "Somebody in this draw has been erased" in answer.text


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ({"surname": "Éloïse"}, "ELOISE passed", True),
        ({"surname": "Łukasz", "first_name": "An"}, "lukasz passed", True),
        ({"surname": "Long"}, "no longer", False),
        ({"surname": "王", "first_name": "伟"}, "我看见王伟了", True),
        ({"surname": "王", "first_name": "伟"}, "王后", False),
        ({"surname": "Ng", "partner": "Abe"}, "and Abe, too", True),
        ({"surname": "A B"}, "a b said", True),
        ({"surname": "!?"}, "anything", False),
        ({"surname": "White", "first_name": "Jo"}, "White passed", False),
    ],
)
def test_names_are_found_as_people_write_them(name: dict[str, str], text: str, found: bool) -> None:
    player = PlayerFactory(**{"surname": "", "first_name": "", **name})
    player.refresh_from_db()
    assert ErasedNames(player).named_in(text) is found


@pytest.mark.parametrize(
    ("file", "found"),
    [("LongmanAn-5k.sgf", True), ("an_tian.sgf", True), ("tian.sgf", False), ("", False)],
)
def test_names_are_found_in_the_names_of_files(file: str, found: bool) -> None:
    player = PlayerFactory(surname="Longman", first_name="An")
    player.refresh_from_db()
    assert ErasedNames(player).spelled_in(file) is found


def test_words_and_pictures_go_and_those_of_others_stay(known: World) -> None:
    erase(known)
    own, other = Statement.objects.order_by("pk")
    assert own.text == ""
    assert bytes(own.pictures.get().data) == b""
    assert other.text == "5: Emilienko pressed the clock"
    assert bytes(other.pictures.get().data) == b"jpeg"
    assert Person.objects.get(player=known.players[4]).erased_at is not None
    assert not known.players[4].links.filter(revoked_at=None).exists()


def test_records_that_nobody_sent_go_with_the_games_they_are_of(known: World) -> None:
    for game, player in ((2, 4), (2, 5), (0, 0)):
        drafts = Drafts(known.games[game].pk, known.players[player].pk)
        drafts.keep(b"(;SZ[9]PB[Zed Emilienko];B[aa])")
    erase(known)
    assert [draft.game_id for draft in ReportDraft.objects.all()] == [known.games[0].pk]


def test_an_appeal_of_somebody_else_that_names_him_is_counted(known: World) -> None:
    case = ruled_on_complaint(known, BLACK_WINS)
    other = known.players[5]
    with acting_as(as_player(other)):
        appeal(case_id=case.pk, player_id=other.pk, text="Emilienko took too long")
    assert erase(known) == 2


def test_his_link_opens_nothing_any_more(known: World) -> None:
    browser = known.player(4)
    assert browser.get("/me/").status_code == 200
    erase(known)
    assert browser.get("/me/").status_code != 200


def test_games_results_and_their_history_stay(known: World) -> None:
    game = known.games[2]
    before = Game.objects.filter(pk=game.pk).values().get()
    erase(known)
    assert Game.objects.filter(pk=game.pk).values().get() == before
    story = game_story(game.pk)
    assert story is not None
    assert story.names[5] == "#5"
    assert "#5" in {event.name for event in story.events}


def test_words_beside_proposed_dates_go_too() -> None:
    world = make_world()
    emil, fanny = world.players[4:6]
    game = world.games_of(4)[0]
    for by, note in ((emil, "Not before noon"), (fanny, "Emil, how about it?"), (fanny, "Late")):
        Reschedule.objects.create(
            game=game,
            proposer=by,
            plays_at=timezone.now(),
            note=note,
            state="refused",
            settled_at=timezone.now(),
        )
    erase(world)
    assert list(Reschedule.objects.order_by("pk").values_list("note", flat=True)) == [
        "",
        "",
        "Late",
    ]


def test_a_note_that_names_the_player_is_set_aside(known: World) -> None:
    answer = known.games[2].submissions.get(answer_note__startswith="The ko!")
    erase_player(tournament_id=known.tournament.pk, player_id=answer.answered_by_id or 0, note=NOTE)
    answer.refresh_from_db()
    assert (answer.answer_note, answer.state) == ("", "contested")
    change = Submission.objects.filter(pk=answer.pk)
    refused("a settled report is final", lambda: change.update(answer_note="another"))


def test_the_reason_does_not_name_him_and_nobody_is_erased_twice(known: World) -> None:
    with pytest.raises(UserError, match="without the name"):
        erase(known, "Zed asked for it")
    erase(known)
    with pytest.raises(Conflict, match="already been erased"):
        erase(known)


def test_a_closed_tournament_lets_people_be_forgotten(known: World) -> None:
    known.tournament.closed_at = known.tournament.created_at
    known.tournament.save(update_fields=["closed_at"])
    out = StringIO()
    call_command("erase", "coupe", "5", "--note", NOTE, stdout=out)
    assert out.getvalue().startswith("#5: 1 reasons")
    with pytest.raises(CommandError, match="no player 99"):
        call_command("erase", "coupe", "99", "--note", NOTE)


def test_a_reason_that_was_emptied_behind_the_programs_back_is_found(known: World) -> None:
    event = AuditEvent.objects.exclude(reason="").earliest("pk")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournament_auditevent SET reason = '', reason_salt = '' WHERE id = %s",
            [event.pk],
        )
    assert check_trail(known.tournament.pk).sequence == event.sequence


def test_the_owner_erases_on_the_players_page_and_nobody_else(known: World) -> None:
    address = f"/director/coupe/players/{known.players[4].pk}/"
    owner = known.client(Role.DIRECTOR)
    assert f"{address}erase/" in owner.get(address).text
    assert f"{address}erase/" not in known.client(Role.ASSISTANT).get(address).text
    answer = owner.post(f"{address}erase/", {"note": NOTE})
    assert answer.status_code == 400
    assert NOTE in answer.text
    assert "Then “#5” replaces the name" in answer.text
    answer = owner.post(f"{address}erase/", {"note": NOTE, "sure": "yes"}, follow=True)
    assert "The player is erased: #5." in answer.text
    assert "1 statement, appeal or ruling of somebody else" in answer.text


@pytest.mark.django_db(transaction=True)
def test_erasing_waits_for_nobody_who_waits_for_it() -> None:
    world = make_world()
    referee = staff(world.tournament)
    cases = []
    for number in range(12):
        case = open_case(
            cause=Cause.CONDUCT,
            tournament_id=world.tournament.pk,
            players=[world.players[0]],
            note=f"{world.players[4].surname} saw it, {number}",
        )
        cases.append(case.pk)

    def takes(case_id: int) -> None:
        with acting_as(referee):
            take_case(case_id=case_id)

    outcomes = at_once([*(partial(takes, one) for one in cases[6:]), partial(erase, world)])
    assert [one for one in outcomes if isinstance(one, Exception)] == []
    assert {one.grounds[0]["note"] for one in Case.objects.all()} == {""}
    assert check_trail(world.tournament.pk).wrong is None


def test_no_text_that_says_who_somebody_is_stays_in_the_entry(world: World) -> None:
    player = world.players[0]
    Player.objects.filter(pk=player.pk).update(**dict.fromkeys(ENTRY_TEXTS, "7"))
    erase_player(tournament_id=world.tournament.pk, player_id=player.pk, note=NOTE)
    player.refresh_from_db()
    left = {name for name in ENTRY_TEXTS if getattr(player, name)}
    assert left == {"surname", "rank", "grade", "member_ranks", "country"}
    assert player.surname == f"#{player.number}"


def test_records_of_servers_that_wait_are_gone_with_the_person(world: World) -> None:
    file = RecordFile("a.sgf", b"(;GM[1]SZ[9]PB[aki9]PW[bea])")
    bring_records(tournament_id=world.tournament.pk, files=[file])
    change_player(player_id=world.players[0].pk, accounts="OGS: aki9")
    erase_player(tournament_id=world.tournament.pk, player_id=world.players[0].pk, note=NOTE)
    assert not ServerRecord.objects.exists()
    assert Player.everybody.get(pk=world.players[0].pk).accounts == ""
