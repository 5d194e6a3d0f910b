"""The end of a tournament: the checklist, closing, opening again, the archive."""

import io
import re

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from adjudication.archive.services import parts as archive_parts
from adjudication.archive.services.archive import restore_archive
from adjudication.archive.views import archive
from adjudication.bundles.services import make_bundle
from adjudication.closing.services import close_tournament
from adjudication.corrections.services.corrections import correct_result
from adjudication.result_entry.services import enter_result
from tests.support.world import NAMES, World, add_round, both_report, fill, make_world, report
from tournament.exchange.selectors import export
from tournament.formats.bundle import unzipped
from tournament.formats.recognise import Format, read_any
from tournament.models import (
    AuditEvent,
    Game,
    Player,
    RecordingError,
    Registration,
    Role,
    Status,
    Tournament,
    Verb,
)
from tournament.public.selectors.player_card import player_card
from tournament.public.services import freeze_standings
from tournament.rounds.services.rounds import create_round, finish_round
from tournament.state.results import Outcome

ADDRESS = "/director/coupe/closing/"


def lines(world: World) -> dict[str, bool]:
    """Every line of the checklist, and whether it is done."""
    answer = world.client(Role.DIRECTOR).get(ADDRESS)
    return {line.title: line.done for line in answer.context["lines"]}


def settle(world: World) -> None:
    for game in world.games:
        enter_result(game_id=game.pk, winner="black", reason="resignation")
    finish_round(round_id=world.games[0].round_id)


@pytest.fixture
def superuser(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("operator"))
    return client


def test_what_is_open_is_told_with_its_games_and_what_to_do(filled: World) -> None:
    text = filled.client(Role.DIRECTOR).get(ADDRESS).text
    assert "4 games have no result yet." in text
    first = filled.games[4]
    assert f"Round 2, board 1: {first.black.name} – {first.white.name}" in text
    assert "1 game is to be confirmed." in text
    assert "2 games are disputed." in text
    assert "2 rounds are not closed." in text
    assert "4 things are left to do." in text
    assert f"/games/{filled.games[4].pk}/" in text
    assert "/referee/coupe/" in text


def filled_buttons(page: str) -> list[str]:
    return re.findall(r'<a class="button main" href="([^"]*)"', page)


def test_the_filled_button_is_the_first_thing_that_is_open(filled: World) -> None:
    page = filled.client(Role.DIRECTOR).get(ADDRESS).text
    assert filled_buttons(page) == ["/director/coupe/rounds/2/?show=open"]
    assert "no player has a register number entered yet" in page


def test_a_settled_tournament_has_nothing_open(world: World) -> None:
    settle(world)
    page = world.client(Role.DIRECTOR).get(ADDRESS).text
    assert filled_buttons(page) == [f"{ADDRESS}close/"]
    assert set(lines(world).values()) == {True}
    assert "The checklist is done." in page
    assert "Everything is done" not in page  # the file for a rating list would be sent back


def test_a_confirmed_result_that_is_to_be_mended_is_open(world: World) -> None:
    game = world.games[0]
    both_report(game, "B+R")
    RecordingError.objects.create(game=game, winner="white", reason="resignation", note="slip")
    assert lines(world)["For 1 confirmed game another result is proposed."] is False


def test_players_who_are_not_final_or_have_no_rank_are_told(world: World) -> None:
    Player.objects.filter(pk=world.players[0].pk).update(registration=Registration.PRELIMINARY)
    Player.objects.filter(pk=world.players[1].pk).update(level=None, rank="")
    Player.everybody.create(
        tournament=world.tournament, number=9, surname="Asks", registration=Registration.REQUESTED
    )
    text = world.client(Role.DIRECTOR).get(ADDRESS).text
    assert "2 registrations are not final." in text
    assert "1 player has no rank." in text
    assert f"/director/coupe/players/{world.players[1].pk}/" in text
    assert "/director/coupe/players/requests/" in text
    assert "Asks" not in text


def test_only_the_first_of_many_games_are_listed(db: None) -> None:
    world = make_world(names=(*NAMES, *(f"Player {index}" for index in range(32))))
    text = world.client(Role.DIRECTOR).get(ADDRESS).text
    assert "20 games have no result yet." in text
    assert "and 8 more" in text


@pytest.mark.parametrize(
    ("column", "number", "file"),
    [("egf_pin", "12345678", "h9"), ("ffg_licence", "1234567", "tou"), ("aga_id", "17", "aga")],
)
def test_the_file_is_for_the_list_that_most_players_are_in(
    world: World, column: str, number: str, file: str
) -> None:
    Player.objects.filter(pk=world.players[0].pk).update(egf_pin="12345678")
    for player in world.players[:3]:
        Player.objects.filter(pk=player.pk).update(**{column: number})
    Player.objects.filter(pk=world.players[3].pk).update(egf_pin="1234567", ffg_licence="17")
    text = world.client(Role.DIRECTOR).get(ADDRESS).text
    assert f"/director/coupe/files/{file}/" in text
    assert "3 of 8 players have a register number entered" in text


def test_in_the_rated_mode_the_file_is_for_the_federation_that_it_names(world: World) -> None:
    for player in world.players:
        Player.objects.filter(pk=player.pk).update(egf_pin="12345678")
    Tournament.objects.update(rated_for="ffg", country="DE")
    director = world.client(Role.DIRECTOR)
    assert "/director/coupe/files/tou/" in director.get(ADDRESS).text
    Tournament.objects.update(rated_for="none")
    assert "/director/coupe/files/h9/" in director.get(ADDRESS).text


def test_what_the_pre_flight_finds_is_said_at_the_end_and_before_closing(world: World) -> None:
    settle(world)
    Player.objects.filter(pk__in=[one.pk for one in world.players[:2]]).update(egf_pin="12345678")
    director = world.client(Role.DIRECTOR)
    page = director.get(ADDRESS)
    assert set(lines(world).values()) == {True}
    assert "Everything is done" not in page.text
    people = [person.href for gap in page.context["findings"] for person in gap.links]
    assert f"/director/coupe/players/{world.players[1].pk}/" in people
    asked = director.get(f"{ADDRESS}close/")
    assert asked.context["unsent"] == page.context["unsent"] > 0
    assert f"{ADDRESS}#findings" in asked.text


def test_what_the_file_cannot_carry_is_told(world: World) -> None:
    text = world.client(Role.DIRECTOR).get(ADDRESS)
    assert text.context["lost"]
    assert text.context["lost"][0] in text.text.replace("&#x27;", "'")


def test_an_owner_closes_after_being_asked_and_opens_again_with_a_reason(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    asked = director.get(f"{ADDRESS}close/").text
    assert "Close Coupe d’été?" in asked
    assert "4 games have no result yet." in asked
    assert Tournament.objects.get().closed_at is None
    page = director.post(f"{ADDRESS}close/", follow=True).text
    assert "can no longer be changed." in page
    assert Tournament.objects.get().closed_at is not None
    without = director.post(f"{ADDRESS}reopen/", {"note": " "})
    assert without.status_code == 400
    assert "Say in a few words" in without.text
    director.post(f"{ADDRESS}reopen/", {"note": "Board 3 was wrong"})
    assert Tournament.objects.get().closed_at is None
    verbs = list(AuditEvent.objects.order_by("pk").values_list("verb", flat=True))
    assert [verb for verb in verbs if verb.startswith("tournament.")][-2:] == [
        Verb.TOURNAMENT_CLOSED,
        Verb.TOURNAMENT_REOPENED,
    ]
    assert AuditEvent.objects.get(verb=Verb.TOURNAMENT_REOPENED).reason == "Board 3 was wrong"


def test_in_a_closed_tournament_nobody_reports(world: World) -> None:
    world.client(Role.DIRECTOR).post(f"{ADDRESS}close/")
    game = world.games[0]
    browser = world.player(0)
    browser.post(f"/games/{game.pk}/report/", {"winner": "me", "how": "resignation", "send": "1"})
    assert Game.objects.get(pk=game.pk).state == "open"


def test_closing_twice_is_told(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    director.post(f"{ADDRESS}close/")
    assert "closed already" in director.post(f"{ADDRESS}close/", follow=True).text
    assert "closed already" in director.get(f"{ADDRESS}close/").text


def test_an_assistant_sees_the_checklist_but_does_not_close(world: World) -> None:
    text = world.client(Role.ASSISTANT).get(ADDRESS).text
    assert "Checklist" in text
    assert "/closing/close/" not in text
    assert "archive.zip" not in world.client(Role.ASSISTANT).get("/director/coupe/files/").text


def test_the_archive_is_sent_and_restores(world: World) -> None:
    fill(world)
    answer = world.client(Role.DIRECTOR).get("/director/coupe/files/archive.zip")
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="coupe-archive.zip"'
    assert "no-store" in answer["Cache-Control"]
    restored = restore_archive(stream=io.BytesIO(answer.content), slug="again")
    assert restored.players.count() == 8


def test_a_large_archive_is_streamed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "IN_MEMORY", 1000)
    answer = world.client(Role.DIRECTOR).get("/director/coupe/files/archive.zip")
    data = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert len(data) > 1000
    assert restore_archive(stream=io.BytesIO(data), slug="again").players.count() == 8


def test_an_archive_that_could_not_be_restored_is_not_sent(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_parts, "LARGEST_ARCHIVE", 1000)
    director = world.client(Role.DIRECTOR)
    page = director.get("/director/coupe/files/archive.zip", follow=True)
    assert page.redirect_chain[-1][0] == "/director/coupe/files/"
    assert "too large for one archive" in page.text


def test_the_operator_restores_an_archive_by_its_page(world: World, superuser: Client) -> None:
    data = superuser.get("/director/coupe/files/archive.zip").content
    taken = superuser.post("/restore/", {"file": SimpleUploadedFile("coupe.zip", data)})
    assert taken.status_code == 400
    assert "Another tournament has this address already." in taken.text
    form = {"file": SimpleUploadedFile("coupe.zip", data), "slug": "again"}
    page = superuser.post("/restore/", form, follow=True)
    assert page.redirect_chain[-1][0] == "/director/again/"
    assert "is restored" in page.text
    broken = superuser.post("/restore/", {"file": SimpleUploadedFile("x.zip", b"PK")})
    assert "not a complete archive" in broken.text
    assert "Choose a file." in superuser.post("/restore/").text


def test_a_large_archive_is_refused_to_everybody_else_before_it_is_read(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    assert director.post("/restore/", {"file": io.BytesIO(b"x" * 5_000_000)}).status_code == 403
    assert Client(enforce_csrf_checks=True).post("/restore/").status_code == 403


def test_restoring_needs_the_form_of_the_page(world: World, superuser: Client) -> None:
    checking = Client(enforce_csrf_checks=True)
    checking.cookies = superuser.cookies
    assert checking.post("/restore/").status_code == 403


def test_another_round_makes_a_closed_list_open_again(world: World) -> None:
    settle(world)
    add_round(world)
    assert lines(world)["1 round is not closed."] is False


def test_rating_lists_get_no_result_that_one_player_claims_and_no_round_in_preparation(
    world: World,
) -> None:
    def known(kind: Format) -> int:
        games = read_any(export(world.tournament.pk, kind).data).state.games
        return sum(game.result.outcome is not Outcome.UNKNOWN for game in games)

    for game in world.games:
        report(game, game.black, "B+R")
    report(world.games[3], world.games[3].white, "B+R")
    assert known(Format.JSON) == 4
    assert known(Format.H9) == 1
    create_round(tournament_id=world.tournament.pk)
    assert known(Format.H9) == 1


def test_published_places_that_are_no_longer_those_of_the_results_are_told(world: World) -> None:
    settle(world)
    freeze_standings(tournament_id=world.tournament.pk, after=1, final=True)
    assert set(lines(world).values()) == {True}
    game = world.games[0]
    correct_result(game_id=game.pk, winner="white", reason="resignation", note="slip")
    page = world.client(Role.DIRECTOR).get(ADDRESS)
    assert page.context["state"].moved
    opened = [line for line in page.context["lines"] if not line.done]
    assert [door.address for line in opened for door in line.doors] == [
        "/director/coupe/standings/"
    ]
    made = make_bundle(tournament_id=world.tournament.pk, kinds=[Format.H9], language="en")
    assert f"{page.context['state'].moved} player" in unzipped(made.data)["letter.txt"].decode()
    # The winner of the corrected game: the place as published, and that of today.
    card = player_card("coupe", game.white.number)
    assert card is not None
    assert card.frozen is not None
    assert card.latest is not None
    assert card.now is not None
    assert card.now < card.latest.place
    close_tournament(tournament_id=world.tournament.pk)
    assert world.client(Role.DIRECTOR).get(ADDRESS).context["open"] == 1
    stands = world.player(world.players.index(game.white)).get("/me/").context["stands"]
    assert (stands.place, stands.now) == (card.latest.place, card.now)


def test_a_hidden_tournament_and_a_game_that_was_never_paired_are_open(world: World) -> None:
    settle(world)
    Tournament.objects.update(status=Status.DRAFT, method="round_robin", komi_half=13)
    state = world.client(Role.DIRECTOR).get(ADDRESS).context["state"]
    assert state.hidden
    # Round 1 of the table would have been 1-8, 2-7, 3-6, 4-5, not as it was paired by hand.
    assert len(state.never_paired) == 4
