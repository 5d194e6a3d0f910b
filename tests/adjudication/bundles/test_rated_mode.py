"""The rated mode: settings and rounds that depart are asked about, and stand in the letter."""

import json
from dataclasses import replace

import pytest

from adjudication.bundles.services import make_bundle
from adjudication.corrections.services.corrections import (
    add_game,
    correct_terms,
    preview_change,
    set_bye,
    swap_in_round,
)
from tests.api.client import staff_api
from tests.support.world import World, make_world
from tournament.exchange.selectors import export
from tournament.formats.bundle import unzipped
from tournament.formats.recognise import Format
from tournament.formats.verified import verify_file
from tournament.models import Player, RatedFor, Role, Round, Tournament
from tournament.players.services.players import add_player
from tournament.rounds.selectors.rated import departing_draft, departing_rounds
from tournament.rounds.services.boards import swap_players, unpair
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import publish_round
from tournament.settings.applying import with_step
from tournament.settings.rated import new_departures
from tournament.settings.selectors import event_settings, result_settings
from tournament.settings.services import follow_rules
from tournament.standings.federation_rules import Step

pytestmark = pytest.mark.django_db
SETTINGS = "/director/coupe/settings/"


@pytest.fixture
def rated() -> World:
    """An event set up as the EGF lays it down; its first round was seated by hand."""
    world = make_world(size=19)
    follow_rules(tournament_id=world.tournament.pk, rated_for=RatedFor.EGF, follow=True)
    world.tournament.refresh_from_db()
    return world


def test_a_setting_that_breaks_a_clause_is_asked_about_first(rated: World) -> None:
    director = rated.client(Role.DIRECTOR)
    form = director.get(f"{SETTINGS}system/").context["form"]
    sent = {
        name: form.fields[name].prepare_value(value)
        for name in form.fields
        if (value := form[name].value()) not in (None, False)
    }
    sent |= {"komi": "5.5", "then": "stay"}
    asked = director.post(f"{SETTINGS}system/", sent)
    assert asked.status_code == 200
    assert len(asked.context["form"].departing) == 1
    assert Tournament.objects.get().komi_half == 13
    director.post(f"{SETTINGS}system/", {**sent, "sure": "1"})
    assert Tournament.objects.get().komi_half == 11


def test_switching_the_mode_on_says_so_and_leads_to_its_page() -> None:
    world = make_world(size=19)
    Tournament.objects.update(komi_half=11)
    director = world.client(Role.DIRECTOR)
    form = director.get(f"{SETTINGS}results/").context["form"]
    sent = {
        name: form.fields[name].prepare_value(value)
        for name in form.fields
        if (value := form[name].value()) not in (None, False)
    }
    asked = director.post(f"{SETTINGS}results/", {**sent, "rated_for": "egf", "then": "stay"})
    assert asked.context["form"].departing
    assert "The tournament is in rated mode" not in asked.text
    assert f'href="{SETTINGS}rated/"' in asked.text.split('role="alert"')[1]
    assert Tournament.objects.get().rated_for == RatedFor.NONE


def test_rules_whose_komi_follows_them_break_no_clause(rated: World) -> None:
    tournament = rated.tournament
    settings = event_settings(tournament)
    other = "chinese" if tournament.rules != "chinese" else "japanese"
    assert new_departures(tournament, with_step(tournament, replace(settings, rules=other))) == ()
    assert tournament.rules == settings.rules
    smaller = with_step(tournament, replace(settings, board_size=13))
    board, _time = new_departures(tournament, smaller)
    assert board.step is Step.EVENT
    # Switching the mode on asks about what departs already.
    off = with_step(smaller, replace(result_settings(smaller), rated_for=RatedFor.NONE))
    assert new_departures(off, smaller)[0].key == board.key


def test_programs_are_asked_as_pages_are(rated: World) -> None:
    api, path = staff_api(rated, Role.DIRECTOR), "/tournaments/coupe"
    komi = {"komi": 5.5}
    asked = api.patch(f"{path}/settings/system/", komi)
    assert (asked.status_code, asked.json()["code"]) == (400, "departs_from_rules")
    assert [(error["field"], error["code"]) for error in asked.json()["errors"]] == [
        ("sure", "komi")
    ]
    assert Tournament.objects.get().komi_half == 13
    api.done("PATCH", f"{path}/settings/system/", komi | {"sure": True})
    assert Tournament.objects.get().komi_half == 11
    api.done("PATCH", f"{path}/settings/system/", komi)  # it departs already
    drawn = draw_round(tournament_id=rated.tournament.pk, seed=1).round
    boards = list(drawn.games.order_by("board_number"))
    swap_players(round_id=drawn.pk, first_id=boards[0].black_id, second_id=boards[-1].white_id)
    assert api.put(f"{path}/rounds/2/publication/").json()["code"] == "departs_from_rules"
    api.done("PUT", f"{path}/rounds/2/publication/", {"sure": True})
    game = f"{path}/games/{boards[1].pk}/correction/terms/"
    terms = {"handicap": 3, "note": "Agreed"}
    assert api.post(game, terms).json()["code"] == "departs_from_rules"
    boards[1].refresh_from_db()
    assert boards[1].handicap == 0
    api.done("POST", game, terms | {"sure": True})


def test_a_pairing_by_hand_is_asked_about_and_listed_and_one_by_the_machine_is_not(
    rated: World,
) -> None:
    tournament_id = rated.tournament.pk
    drawn = draw_round(tournament_id=tournament_id, seed=1).round
    assert departing_draft(tournament_id, 2) == []
    boards = list(drawn.games.order_by("board_number"))
    swap_players(round_id=drawn.pk, first_id=boards[0].black_id, second_id=boards[-1].white_id)
    assert departing_draft(tournament_id, 2)
    director = rated.client(Role.DIRECTOR)
    again = {"action": "swap", "first": boards[1].black_id, "second": boards[-2].white_id}
    again["version"] = Round.objects.get(pk=drawn.pk).version
    told = director.post("/director/coupe/rounds/2/change/", again, follow=True)
    assert any("Rated mode" in str(message) for message in told.context["messages"])
    publish = {"step": "publish", "version": Round.objects.get(pk=drawn.pk).version}
    asked = director.post("/director/coupe/rounds/2/state/", publish, follow=True)
    assert [line for line in asked.context["warnings"] if line.key.startswith("rated")]
    director.post("/director/coupe/rounds/2/state/", {**publish, "sure": "1"})
    rounds = dict(departing_rounds(Tournament.objects.get()))
    assert 2 in rounds
    files = unzipped(
        make_bundle(tournament_id=tournament_id, kinds=[Format.H9], language="en").data
    )
    assert str(rounds[2][0]).split(":")[0] in " ".join(files["letter.txt"].decode().split())
    assert b"Departures in rated mode" in files["coupe.h9"]
    # Whoever downloads the file alone has the bytes of the bundle, and Finish names what departs.
    assert export(tournament_id, Format.H9).data == files["coupe.h9"]
    facts = json.loads(files["bundle.json"])
    shown = director.get("/director/coupe/closing/").context["departures"]
    assert list(shown.texts) == facts["departures"]
    game = drawn.games.order_by("board_number")[1]
    *_told, departing = preview_change(
        lambda: correct_terms(game_id=game.pk, handicap=3, note="Agreed"),
        tournament_id=tournament_id,
        round_number=2,
    )
    assert len(departing) == 1
    Tournament.objects.update(rated_for=RatedFor.NONE)
    assert departing_draft(tournament_id, 2) == []


def drawn_bye(world: World) -> tuple[Player, Player]:
    """Make the number odd; return who has the bye of round 2 by the rule, and somebody else."""
    add_player(tournament_id=world.tournament.pk, surname="Ninth", rank="9k")
    drawn = draw_round(tournament_id=world.tournament.pk, seed=1).round
    due = Player.objects.get(seats__round=drawn, seats__game=None)
    other = Player.objects.filter(seats__round=drawn).exclude(pk=due.pk).order_by("number")[0]
    return due, other


def test_a_bye_that_the_director_chose_departs_and_is_asked_about(rated: World) -> None:
    due, other = drawn_bye(rated)
    api, path = staff_api(rated, Role.DIRECTOR), "/tournaments/coupe/rounds/2"
    api.done("POST", f"{path}/pairing/", {"bye": other.number})
    asked = api.put(f"{path}/publication/").json()
    assert [(error["field"], error["code"]) for error in asked["errors"]] == [
        ("sure", "otherwise_paired")
    ]
    api.done("PUT", f"{path}/publication/", {"sure": True})
    data = make_bundle(tournament_id=rated.tournament.pk, kinds=[Format.H9], language="en").data
    files = unzipped(data)
    departures = json.loads(files["bundle.json"])["departures"]
    assert any(other.name in text and due.name in text for text in departures)
    letter = " ".join(files["letter.txt"].decode().split())
    assert all(text in letter for text in departures)
    assert b"Departures in rated mode" in files["coupe.h9"]


def test_a_bye_given_on_the_page_before_pairing_departs_unless_it_is_due(rated: World) -> None:
    due, other = drawn_bye(rated)
    director, tournament_id = rated.client(Role.DIRECTOR), rated.tournament.pk
    draft = Round.objects.get(number=2)
    for player, departs in ((due, False), (other, True)):
        unpair(round_id=draft.pk)
        draft.refresh_from_db()
        give = {"action": "bye", "player": player.pk, "version": draft.version}
        director.post("/director/coupe/rounds/2/change/", give)
        draw_round(tournament_id=tournament_id, seed=1, keep_all=True)
        assert Player.objects.get(seats__round=draft, seats__game=None) == player
        assert bool(departing_draft(tournament_id, 2)) is departs


def test_a_late_player_at_the_board_of_the_bye_departs_from_nothing(
    rated: World,
) -> None:
    tournament_id = rated.tournament.pk
    add_player(tournament_id=tournament_id, surname="Ninth", rank="9k")
    drawn = draw_round(tournament_id=tournament_id, seed=1).round
    alone = Player.objects.get(seats__round=drawn, seats__game=None)
    late = add_player(tournament_id=tournament_id, surname="Late", rank=alone.rank)
    publish_round(round_id=drawn.pk)
    drawn.refresh_from_db()
    set_bye(round_id=drawn.pk, player_id=None, note="late")
    add_game(round_id=drawn.pk, black_id=late.pk, white_id=alone.pk, note="late")
    assert 2 not in dict(departing_rounds(Tournament.objects.get()))
    letter = unzipped(
        make_bundle(tournament_id=tournament_id, kinds=[Format.H9], language="en").data
    )["letter.txt"].decode()
    assert "Reason: late" in " ".join(letter.split())
    Player.objects.filter(pk=alone.pk).update(surname="Mended", level=3)
    told = verify_file(export(tournament_id, Format.JSON).data).check(2)
    assert (told.draw_known, told.departs) == (True, False)
    boards = list(drawn.games.order_by("board_number"))
    swap_in_round(
        round_id=drawn.pk, first_id=boards[0].black_id, second_id=boards[2].black_id, note="other"
    )
    assert 2 in dict(departing_rounds(Tournament.objects.get()))
    assert verify_file(export(tournament_id, Format.JSON).data).check(2).departs


def test_late_players_who_could_have_been_paired_otherwise_depart(rated: World) -> None:
    tournament_id = rated.tournament.pk
    drawn = draw_round(tournament_id=tournament_id, seed=1).round
    late = [
        add_player(tournament_id=tournament_id, surname=f"Late {rank}", rank=rank)
        for rank in ("3d", "19k", "2d", "20k")
    ]
    publish_round(round_id=drawn.pk)
    drawn.refresh_from_db()
    for black, white in (late[:2], late[2:]):
        add_game(round_id=drawn.pk, black_id=black.pk, white_id=white.pk, note="late")
    assert 2 in dict(departing_rounds(Tournament.objects.get()))
