"""The steps of the setup as pages: typed, worked out, saved."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.support.world import World, make_world
from tests.tournament.trail import by_whom
from tournament.models import AuditEvent, Player, Role, Tournament
from tournament.players.services.players import add_player
from tournament.settings.selectors import Setup, setup_of
from tournament.tournaments.services import create_tournament

ADDRESS = "/director/coupe/settings"


@pytest.fixture
def quiet(db: None) -> World:
    """A tournament without players and rounds."""
    return World(create_tournament(name="Coupe", slug="coupe", rules="french"))


@pytest.fixture
def owner(quiet: World) -> Client:
    return quiet.client(Role.DIRECTOR)


def form(page: str) -> dict[str, str]:
    """Return what a browser would send of the page's form."""
    page = page[page.index('id="fields"') :]
    sent = {}
    for tag in re.findall(r"<input[^>]*>", page):
        name, value = (re.search(rf'{key}="([^"]*)"', tag) for key in ("name", "value"))
        box = 'type="radio"' in tag or 'type="checkbox"' in tag
        if name and "disabled" not in tag and (not box or " checked" in tag):
            sent[name[1]] = unescape(value[1]) if value else "on" if box else ""
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', page, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        sent[name] = chosen[1] if chosen else ""
    return sent


def started(owner: Client, step: str, preset: str, **typed: str) -> str:
    """Return the page of a step after something was typed and a preset pressed."""
    address = f"{ADDRESS}/{step}/"
    sent = form(owner.get(address).text) | typed | {"preset_pressed": preset}
    return owner.post(address, sent).text


def now(world: World) -> Setup:
    return setup_of(world.tournament.pk)


@pytest.mark.parametrize("step", ["event", "system", "order", "time", "results", "disputes"])
def test_a_form_sent_as_it_is_changes_nothing(quiet: World, owner: Client, step: str) -> None:
    before = now(quiet)
    address = f"{ADDRESS}/{step}/"
    answer = owner.post(address, {**form(owner.get(address).text), "then": "stay"})
    assert answer["Location"] == address
    assert now(quiet) == before
    assert not AuditEvent.objects.filter(verb="tournament.changed").exists()


@pytest.mark.parametrize(
    ("step", "following"),
    [
        ("event", f"{ADDRESS}/system/"),
        ("system", f"{ADDRESS}/order/"),
        ("order", f"{ADDRESS}/time/"),
        ("time", f"{ADDRESS}/results/"),
        ("results", f"{ADDRESS}/disputes/"),
        ("disputes", f"{ADDRESS}/"),
    ],
)
def test_a_step_leads_to_the_next(owner: Client, step: str, following: str) -> None:
    sent = form(owner.get(f"{ADDRESS}/{step}/").text)
    answer = owner.post(f"{ADDRESS}/{step}/", {**sent, "then": "next"})
    assert answer["Location"] == following


def test_at_the_end_players_are_registered(owner: Client) -> None:
    assert "Next: register players" in owner.get(f"{ADDRESS}/").text


def test_an_address_that_changes_is_followed(quiet: World, owner: Client) -> None:
    sent = form(owner.get(f"{ADDRESS}/event/").text) | {"slug": "brest-2026", "then": "stay"}
    answer = owner.post(f"{ADDRESS}/event/", sent)
    assert answer["Location"] == "/director/brest-2026/settings/event/"
    assert owner.get(answer["Location"]).status_code == 200


def test_what_was_typed_stays_with_its_errors_beside_it(quiet: World, owner: Client) -> None:
    sent = form(owner.get(f"{ADDRESS}/system/").text)
    sent |= {"rounds": "many", "bar": "strong", "komi": "6.25", "floor": "12k"}
    answer = owner.post(f"{ADDRESS}/system/", sent)
    assert answer.status_code == 400
    for text in ("Write a whole number.", "Write a rank such as 12k or 3d.", "such as 6.5"):
        assert text in answer.text
    assert '<a href="#bar">Bar</a>: Write a rank' in answer.text
    again = form(answer.text)
    assert {name: again[name] for name in ("rounds", "bar", "komi", "floor")} == {
        "rounds": "many", "bar": "strong", "komi": "6.25", "floor": "12k",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "typed", "text"),
    [
        ("club_gap", "-1", "The gap for countries and clubs is -1"),
        ("country_gap", "5000", "The gap for countries and clubs is 5000"),
        ("correction", "5000", "correction, threshold or table goes beyond"),
    ],
)
def test_a_number_no_round_can_be_paired_with_is_refused_at_its_own_field(
    quiet: World, owner: Client, name: str, typed: str, text: str
) -> None:
    sent = form(owner.get(f"{ADDRESS}/system/").text) | {name: typed}
    answer = owner.post(f"{ADDRESS}/system/", sent)
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [name]
    assert text in str(answer.context["form"].errors[name])


def test_who_comes_too_late_is_told_and_may_save_again(quiet: World, owner: Client) -> None:
    first = form(owner.get(f"{ADDRESS}/time/").text)
    owner.post(f"{ADDRESS}/time/", first | {"round_minutes": "90", "then": "stay"})
    late = owner.post(f"{ADDRESS}/time/", first | {"round_minutes": "60", "then": "stay"})
    assert late.status_code == 400
    assert "Somebody else changed this meanwhile. Look at both versions" in late.text
    assert now(quiet).time.round_minutes == 90
    # A second press alone says nothing about whose value counts.
    again = owner.post(f"{ADDRESS}/time/", form(late.text) | {"then": "stay"})
    assert again.status_code == 400
    assert now(quiet).time.round_minutes == 90
    assert form(again.text)["round_minutes"] == "60"
    chosen = form(again.text) | {"choice-round_minutes": "mine", "then": "stay"}
    assert owner.post(f"{ADDRESS}/time/", chosen).status_code == 302
    assert now(quiet).time.round_minutes == 60


@pytest.mark.parametrize(
    ("preset", "method", "system", "policy"),
    [
        ("mcmahon", "weights", "mcmahon", "even"),
        ("mcmahon_handicap", "weights", "mcmahon", "rule"),
        ("swiss", "weights", "swiss", "even"),
        ("swiss_categories", "weights", "swiss_categories", "even"),
        ("round_robin", "round_robin", "swiss", "even"),
        ("knock_out", "knock_out", "swiss", "even"),
        ("manual", "manual", "mcmahon", "manual"),
    ],
)
def test_a_preset_fills_the_form_and_saving_makes_it_so(
    quiet: World, owner: Client, preset: str, method: str, system: str, policy: str
) -> None:
    address = f"{ADDRESS}/system/"
    page = started(owner, "system", preset)
    assert now(quiet).system.method == "weights"
    owner.post(address, form(page) | {"then": "stay"})
    after = now(quiet).system
    assert (after.method, after.parameters.system, after.handicap_policy) == (
        method,
        system,
        policy,
    )
    chosen = re.compile(r'name="preset_pressed" value="(\w+)" formnovalidate aria-current="true"')
    assert chosen.findall(owner.get(address).text) == [preset]


def test_a_preset_keeps_rounds_bar_and_komi(quiet: World, owner: Client) -> None:
    address = f"{ADDRESS}/system/"
    sent = form(owner.get(address).text) | {"rounds": "7", "komi": "5,5", "then": "stay"}
    owner.post(address, sent)
    page = form(started(owner, "system", "knock_out"))
    owner.post(address, page | {"then": "stay"})
    system = now(quiet).system
    assert (system.parameters.scoring.rounds, system.komi_half) == (7, 11)


def test_a_preset_keeps_what_was_typed_and_says_what_it_changes(
    quiet: World, owner: Client
) -> None:
    typed = {"rounds": "7", "komi": "5.5", "handicap_policy": "manual", "ceiling": "many"}
    page = started(owner, "system", "mcmahon_handicap", **typed)
    sent = form(page)
    assert (sent["rounds"], sent["komi"], sent["ceiling"]) == ("7", "5.5", "many")
    assert sent["handicap_policy"] == "difference"
    told = re.sub(r"<[^>]+>", "", page)
    assert "Handicaps: By the difference in strength (before: Set for each game)" in told
    assert "Number of rounds:" not in told
    assert now(quiet).system.parameters.scoring.rounds == 5
    before = re.search(r'name="before" value="([^"]*)"', page)
    assert before
    undone = owner.post(
        f"{ADDRESS}/system/", sent | {"before": unescape(before[1]), "undo": "1"}
    ).text
    assert form(undone) | typed == form(undone)
    assert 'name="undo"' not in undone


def test_a_preset_is_about_the_same_fields_whatever_was_typed(owner: Client) -> None:
    page = started(owner, "order", "simple", criteria="MMS SOSM SODOSM", absent_mms="0")
    assert form(page)["criteria"] == form(started(owner, "order", "simple"))["criteria"]
    assert form(page)["absent_mms"] == "0"
    clock = form(started(owner, "time", "quick", play_by_days="3"))
    assert clock["play_by_days"] == "3"


def test_who_presses_a_preset_of_changed_settings_is_asked_first(
    quiet: World, owner: Client
) -> None:
    address = f"{ADDRESS}/system/"
    sent = form(owner.get(address).text) | {"rounds": "7"}
    other = form(owner.get(address).text) | {"rounds": "6", "komi": "5.5", "then": "stay"}
    owner.post(address, other)
    answer = owner.post(address, sent | {"preset_pressed": "swiss"})
    assert 'name="choice-rounds"' in answer.text


def test_a_komi_left_empty_is_that_of_the_rule_set(quiet: World, owner: Client) -> None:
    address = f"{ADDRESS}/system/"
    sent = form(owner.get(address).text)
    owner.post(address, sent | {"komi": "0", "then": "stay"})
    assert now(quiet).system.komi_half == 0
    sent = form(owner.get(address).text)
    owner.post(address, sent | {"komi": "", "handicap_komi": "", "then": "stay"})
    assert (now(quiet).system.komi_half, now(quiet).system.handicap_komi_half) == (15, 1)


def field_of(world: World, *ranks: str) -> None:
    for number, rank in enumerate(ranks, 1):
        add_player(tournament_id=world.tournament.pk, surname=f"P{number}", rank=rank)


def preview(client: Client, **typed: str) -> str:
    sent = form(client.get(f"{ADDRESS}/system/").text) | typed
    return " ".join(client.get(f"{ADDRESS}/system/preview/", sent).text.split())


def rows(page: str) -> list[tuple[str, int, int]]:
    found = re.findall(
        r'<th scope="row">([^<]+)</th><td class="number">(\d+)</td><td class="number">(\d+)</td>',
        page,
    )
    return [(title, int(score), int(count)) for title, score, count in found]


def test_the_preview_shows_the_groups_of_bar_and_floor(quiet: World, owner: Client) -> None:
    field_of(quiet, "5d", "3d", "3d", "2d", "1k", "4k", "9k", "15k", "")
    page = preview(owner, bar="3d", floor="5k")
    assert rows(page) == [
        ("3d and stronger", 32, 3),
        ("2d", 31, 1),
        ("1k", 29, 1),
        ("4k", 26, 1),
        ("5k and weaker", 25, 3),
    ]
    assert "3 players start at the bar. 5 rounds are enough" in page
    assert "P1, P2, P3</p>" in page
    assert Player.objects.filter(tournament=quiet.tournament).count() == 9
    assert now(quiet).system.parameters.scoring.bar == 3


def test_the_preview_counts_corrections_of_the_starting_score(quiet: World, owner: Client) -> None:
    field_of(quiet, "3d", "2d")
    Player.objects.filter(number=2).update(smms_correction=1)
    assert rows(preview(owner, bar="3d", floor="5k")) == [("3d and stronger", 32, 2)]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ({"bar": "9d"}, "Nobody reaches the bar"),
        ({"bar": "3d"}, "Only one player reaches the bar"),
        ({"bar": "10k", "floor": "15k", "rounds": "1"}, "2 rounds are needed"),
        ({"bar": "10k", "floor": "5k"}, "The floor is not above the bar."),
        ({"bar": "x"}, "Write ranks such as 3d"),
    ],
)
def test_the_preview_says_what_to_beware_of(
    quiet: World, owner: Client, typed: dict[str, str], text: str
) -> None:
    field_of(quiet, "3d", "1d", "5k", "20k")
    assert text in preview(owner, **typed)


@pytest.mark.parametrize(
    ("preset", "rounds", "text"),
    [
        ("round_robin", "5", "It takes 5 rounds."),
        ("round_robin", "3", "There are 3 rounds: too few"),
        ("knock_out", "3", "It takes 3 rounds."),
        ("swiss", "3", "3 rounds are enough"),
    ],
)
def test_the_preview_tells_how_many_rounds_a_system_takes(
    quiet: World, owner: Client, preset: str, rounds: str, text: str
) -> None:
    field_of(quiet, *["5k"] * 6)
    sent = form(started(owner, "system", preset)) | {"rounds": rounds}
    assert text in owner.get(f"{ADDRESS}/system/preview/", sent).text


def test_categories_are_previewed_and_saved(quiet: World, owner: Client) -> None:
    field_of(quiet, "3d", "1d", "5k", "20k")
    address = f"{ADDRESS}/system/"
    sent = form(started(owner, "system", "swiss_categories")) | {"categories": "1k, 10k"}
    page = owner.get(f"{address}preview/", sent).text
    assert re.findall(r'row">([^<]+)</th><td class="number">(\d)', page) == [
        ("1k and stronger", "2"), ("10k and stronger", "1"), ("all others", "1"),
    ]  # fmt: skip
    owner.post(address, sent | {"then": "stay"})
    assert now(quiet).system.parameters.scoring.categories == (-1, -10)


def test_working_it_out_without_a_script_saves_nothing(quiet: World, owner: Client) -> None:
    field_of(quiet, "3d", "3d", "5k")
    sent = form(owner.get(f"{ADDRESS}/system/").text) | {"bar": "3d", "floor": "8k", "show": "1"}
    answer = owner.post(f"{ADDRESS}/system/", sent)
    assert answer.status_code == 200
    assert "2 players start at the bar." in answer.text
    assert form(answer.text)["floor"] == "8k"
    assert now(quiet).system.parameters.scoring.floor == -20


def criteria(page: str) -> str:
    return form(page)["criteria"]


def press(owner: Client, page: str, do: str, **more: str) -> str:
    answer = owner.post(f"{ADDRESS}/order/", {**form(page), "do": do, **more})
    assert answer.status_code == 200
    return answer.text


def test_criteria_are_moved_removed_and_added_before_saving(quiet: World, owner: Client) -> None:
    page = owner.get(f"{ADDRESS}/order/").text
    assert criteria(page) == "MMS SOSM SOSOSM"
    page = press(owner, page, "remove:2")
    page = press(owner, page, "add", add="DC")
    assert criteria(page) == "MMS SOSM DC"
    page = press(owner, page, "up:2")
    assert criteria(page) == "MMS DC SOSM"
    page = press(owner, page, "down:1")
    assert criteria(page) == "MMS SOSM DC"
    assert "SOSOSM" in now(quiet).system.parameters.criteria
    owner.post(f"{ADDRESS}/order/", form(page) | {"then": "stay"})
    assert now(quiet).system.parameters.criteria == ("MMS", "SOSM", "DC")


@pytest.mark.parametrize(
    ("do", "stays"),
    [
        ("down:0", "down:1"),
        ("down:1", "up:2"),
        ("up:2", "up:1"),
        ("up:1", "down:0"),
        ("remove:0", "remove:0"),
        ("remove:2", "remove:1"),
    ],
)
def test_the_focus_goes_with_the_criterion_that_is_moved(
    owner: Client, do: str, stays: str
) -> None:
    page = press(owner, owner.get(f"{ADDRESS}/order/").text, do)
    assert re.findall(r'value="(\w+:\d)"[^>]* autofocus', page) == [stays]


@pytest.mark.parametrize("do", ["up:0", "down:2", "remove:9", "up:x", "add", "what"])
def test_a_button_that_cannot_be_changes_nothing(owner: Client, do: str) -> None:
    page = owner.get(f"{ADDRESS}/order/").text
    assert criteria(press(owner, page, do, add="nothing")) == "MMS SOSM SOSOSM"


def test_an_order_that_would_make_another_system_is_refused(quiet: World, owner: Client) -> None:
    sent = form(owner.get(f"{ADDRESS}/order/").text) | {"criteria": "NBW SOSW"}
    answer = owner.post(f"{ADDRESS}/order/", sent)
    assert answer.status_code == 400
    assert "Keep MMS as the first of them" in answer.text
    assert now(quiet).system.parameters.system == "mcmahon"


@pytest.mark.parametrize("sent", ["", "MMS HUH", "MMS MMS"])
def test_an_order_that_orders_nothing_is_refused(owner: Client, sent: str) -> None:
    data = form(owner.get(f"{ADDRESS}/order/").text) | {"criteria": sent}
    answer = owner.post(f"{ADDRESS}/order/", data)
    assert answer.status_code == 400
    assert 'id="criteria_error"' in answer.text


def test_a_criterion_of_wins_is_warned_of_in_mcmahon(owner: Client) -> None:
    page = owner.get(f"{ADDRESS}/order/").text
    assert "Counts wins whatever" not in page
    assert "Counts wins whatever" in press(owner, page, "add", add="SOSW")


def test_a_convention_brings_its_free_points(quiet: World, owner: Client) -> None:
    page = started(owner, "order", "egf")
    owner.post(f"{ADDRESS}/order/", form(page) | {"then": "stay"})
    parameters = now(quiet).system.parameters
    assert parameters.criteria == ("MMS", "EGF-DC", "SOSM-2")
    assert parameters.scoring.absent_nbw == 1


@pytest.mark.parametrize("points", ["3", "-1", "0.25", "x"])
def test_free_points_that_cannot_be(owner: Client, points: str) -> None:
    sent = form(owner.get(f"{ADDRESS}/order/").text) | {"absent_mms": points}
    assert owner.post(f"{ADDRESS}/order/", sent).status_code == 400


def test_the_adjusted_time_is_shown_with_its_class(owner: Client) -> None:
    sent = form(owner.get(f"{ADDRESS}/time/").text)
    address = f"{ADDRESS}/time/preview/"
    assert "82 minutes. Class A" in owner.get(address, sent).text
    slow = sent | {"system": "FISCHER", "basic_minutes": "30", "fischer_seconds": "10"}
    assert "50 minutes. Class B" in owner.get(address, slow).text
    assert "That is too fast" in owner.get(address, sent | {"basic_minutes": "5"}).text
    assert "Write whole numbers" in owner.get(address, sent | {"basic_minutes": "x"}).text


def test_the_number_of_byo_yomi_periods_is_laid_down_or_not(quiet: World, owner: Client) -> None:
    address = f"{ADDRESS}/time/"
    sent = form(owner.get(address).text)
    assert sent["byo_yomi_periods"] == ""
    owner.post(address, sent | {"byo_yomi_periods": "5", "then": "stay"})
    assert now(quiet).time.clock.byo_yomi_periods == 5
    sent = form(owner.get(address).text)
    assert sent["byo_yomi_periods"] == "5"
    owner.post(address, sent | {"byo_yomi_periods": "", "then": "stay"})
    assert now(quiet).time.clock.byo_yomi_periods == 0
    refused = owner.post(address, form(owner.get(address).text) | {"byo_yomi_periods": "101"})
    assert refused.status_code == 400


def test_results_and_registration_are_chosen(quiet: World, owner: Client) -> None:
    sent = form(owner.get(f"{ADDRESS}/results/").text)
    sent |= {"reporting": "director", "reopening": "always", "registration_open": "1"}
    owner.post(f"{ADDRESS}/results/", sent | {"then": "stay"})
    results = now(quiet).results
    assert (results.reporting, results.reopening, results.registration_open) == (
        "director",
        "always",
        True,
    )
    del sent["registration_open"]
    fresh = form(owner.get(f"{ADDRESS}/results/").text)
    sent |= {name: fresh[name] for name in ("version", "initial-registration_open")}
    owner.post(f"{ADDRESS}/results/", sent | {"then": "stay"})
    assert not now(quiet).results.registration_open


def test_the_record_names_who_changed_the_settings(quiet: World) -> None:
    from tournament.staff.services import issue_link

    token = issue_link(tournament_id=quiet.tournament.pk, role=Role.DIRECTOR, label="Aki Sato")
    browser = Client()
    browser.post(f"/l/{token}/")
    sent = form(browser.get(f"{ADDRESS}/time/").text) | {"round_minutes": "75", "then": "stay"}
    browser.post(f"{ADDRESS}/time/", sent)
    event = AuditEvent.objects.get(verb="tournament.changed")
    assert (event.actor_role, by_whom(event)) == ("director", "Aki Sato")
    assert (event.before, event.after) == ({"round_minutes": None}, {"round_minutes": 75})


@pytest.mark.parametrize("step", ["event", "system"])
def test_what_play_has_settled_cannot_be_sent_either(db: None, step: str) -> None:
    world = make_world()
    owner = world.client(Role.DIRECTOR)
    page = owner.get(f"{ADDRESS}/{step}/").text
    assert "Round 1 is published" in page
    sent = form(page) | {"rules": "aga", "slug": "x", "base": "swiss", "then": "stay"}
    before = now(world)
    assert owner.post(f"{ADDRESS}/{step}/", sent).status_code == 302
    assert now(world) == before


def test_there_is_no_step_of_another_name(owner: Client) -> None:
    for path in ("nothing/", "event/preview/", "nothing/preview/"):
        assert owner.get(f"{ADDRESS}/{path}").status_code == 404


def test_the_doors_of_the_owner_are_not_shown_to_an_assistant(quiet: World) -> None:
    settings, staff = f'href="{ADDRESS}/"', 'href="/director/coupe/staff/"'
    page = quiet.client(Role.DIRECTOR).get("/director/coupe/links/").text
    assert settings in page
    assert staff in page
    page = quiet.client(Role.ASSISTANT).get("/director/coupe/links/").text
    assert settings not in page
    assert staff not in page


@pytest.mark.parametrize("publish", [False, True])
def test_the_next_step_is_offered_first_until_a_round_is_published(
    quiet: World, owner: Client, *, publish: bool
) -> None:
    world = make_world(slug="open") if publish else quiet
    client = world.client(Role.DIRECTOR) if publish else owner
    page = client.get(f"/director/{world.tournament.slug}/settings/time/").text
    (first,) = re.findall(r'<button class="main" type="submit" name="then" value="(\w+)"', page)
    by_enter = re.search(r'<button class="screen-reader" [^>]*value="(\w+)"', page)
    assert first == ("stay" if publish else "next")
    assert by_enter is not None
    assert by_enter[1] == first


@pytest.mark.parametrize("open_to_all", [False, True])
def test_the_overview_says_as_the_form_does_who_registers(
    quiet: World, owner: Client, *, open_to_all: bool
) -> None:
    quiet.tournament.registration_open = open_to_all
    quiet.tournament.save()
    box = re.search(
        r'<input[^>]*name="registration_open"[^>]*>', owner.get(f"{ADDRESS}/results/").text
    )
    assert box is not None
    assert (" checked" in box[0]) is open_to_all
    overview = owner.get(f"{ADDRESS}/").text
    assert ("Players may register themselves" in overview) is open_to_all
    assert ("Players do not register themselves" in overview) is not open_to_all


def test_the_other_rule_sets_are_folded_unless_one_is_chosen(quiet: World, owner: Client) -> None:
    address = f"{ADDRESS}/event/"
    folded = owner.get(address).text
    assert folded.index('value="aga"') < folded.index("Other rule sets")
    assert folded.index("Other rule sets") < folded.index('value="nz"')
    assert "<details open>" not in folded
    owner.post(address, form(folded) | {"rules": "nz", "then": "stay"})
    assert "<details open>" in owner.get(address).text


def test_of_a_small_board_the_class_says_why_it_is_not_rated(quiet: World, owner: Client) -> None:
    Tournament.objects.update(board_size=9)
    sent = form(owner.get(f"{ADDRESS}/time/").text)
    text = owner.get(f"{ADDRESS}/time/preview/", sent).text
    assert "9×9" in text
    assert "too fast" not in text
