"""Erasing who a player is: the name is nowhere, and the record still proves everything else."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from adjudication.models import Picture, Statement, Submission
from adjudication.policy.causes import Cause
from adjudication.services.cases.opening import open_case
from tests.support.database import refused
from tests.web.world import World, fill
from tournament.errors import Conflict, UserError
from tournament.models import AuditEvent, Draw, Game, Person, Player, Role, Verb
from tournament.selectors.chain import check_trail
from tournament.selectors.history import game_story
from tournament.services.acting import Actor, acting
from tournament.services.corrections import correct_result
from tournament.services.draws import draw_round
from tournament.services.erasing import erase_player
from tournament.services.persons import player_person

pytestmark = pytest.mark.django_db
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
    with acting(Actor(role=Role.ASSISTANT, name="Ana")):
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


def test_no_table_has_the_name_any_more_but_what_is_kept_as_proof(known: World) -> None:
    draw_round(tournament_id=known.tournament.pk, seed=1)
    Statement.objects.filter(player=known.players[5]).update(text="")
    erase(known)
    kept = {Draw, apps.get_model("adjudication", "GameRecordFile")}
    for app in ("tournament", "adjudication"):
        for model in set(apps.get_app_config(app).get_models()) - kept:
            for row in model._base_manager.values():
                assert "emilienko" not in str(row).lower(), model


def test_words_and_pictures_go_and_those_of_others_stay(known: World) -> None:
    erase(known)
    own, other = Statement.objects.order_by("pk")
    assert own.text == ""
    assert bytes(own.pictures.get().data) == b""
    assert other.text == "5: Emilienko pressed the clock"
    assert bytes(other.pictures.get().data) == b"jpeg"
    assert Person.objects.get(player=known.players[4]).erased_at is not None
    assert not known.players[4].links.filter(revoked_at=None).exists()


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
    with pytest.raises(Conflict, match="erased already"):
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
    assert "From then on “#5” stands" in answer.text
    answer = owner.post(f"{address}erase/", {"note": NOTE, "sure": "yes"}, follow=True)
    assert "The player is erased: #5." in answer.text
    assert "1 statement or ruling of somebody else" in answer.text
