"""The page of an event, its calendar and its picture, and the form that changes them."""

import io
import re
import shutil
from datetime import UTC, date, datetime, timedelta
from html import unescape
from importlib.resources import as_file, files
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.utils import timezone
from icalendar import Calendar
from PIL import Image

from adjudication.archive.services.archive import restore_archive
from tests.adjudication.archives import archive_of
from tests.factories.tournament import TournamentFactory
from tests.support.world import World
from tournament.common.pictures import StoredPicture
from tournament.errors import Conflict, UserError
from tournament.models import (
    AuditEvent,
    PlannedRound,
    Poster,
    PosterPicture,
    Role,
    SponsorLogo,
    Tournament,
    Verb,
)
from tournament.public import card
from tournament.public.card import card_of
from tournament.public.services import MOST_LOGOS, add_logo, change_poster, remove_logo
from tournament.tournaments.models import Status

pytestmark = pytest.mark.django_db

PAGE, EDIT = "/t/coupe/event/", "/director/coupe/event/"


def form_of(page: str) -> dict[str, str]:
    """Return what a browser would send of the form as it is."""
    form = page[page.index('id="poster"') :].partition("</form>")[0]
    inputs = re.findall(r'<input[^>]* name="([\w-]+)"(?:[^>]* value="([^"]*)")?', form)
    texts = re.findall(r'<textarea name="(\w+)"[^>]*>\n?(.*?)</textarea>', form, re.S)
    return {name: unescape(value) for name, value in (*inputs, *texts)}


def png(width: int = 40, height: int = 30) -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "navy").save(out, "PNG")
    return SimpleUploadedFile("logo.png", out.getvalue(), content_type="image/png")


def say(world: World, **changes: str) -> Poster:
    return change_poster(tournament_id=world.tournament.pk, changes=changes)


def text(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.text)


def test_an_event_that_says_nothing_has_a_page(world: World) -> None:
    assert "How it is played" in text(PAGE)


def test_what_the_club_says_is_shown(world: World) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(
        starts_on=date(2026, 11, 22), city="Brest"
    )
    say(
        world,
        venue="Maison du Go",
        address="12 quai des Galets",
        programme="9:00 Registration\n10:00 Round 1\n14:00 Round 2",
        description="# Welcome\n\n<b>x</b> **all**",
        fees="15 €",
        organiser="Club",
        contact_email="cup@example.org",
        sponsors="Shop https://example.org/shop",
    )
    page = text(PAGE)
    for part in (
        "Maison du Go",
        "https://www.openstreetmap.org/search?query=12+quai+des+Galets%2C+Brest",
        "Sunday 22 November 2026",
        '<a href="/t/coupe/rounds/1/">Round 1</a>',
        "<strong>Round 2</strong>",
        "<h3>Welcome</h3>",
        "&lt;b&gt;",
        "<strong>all</strong>",
        "mailto:cup@example.org",
        'href="https://example.org/shop"',
        'href="/t/coupe/calendar.ics"',
    ):
        assert part in page, part
    assert "Registration is open" not in page


def test_the_director_s_own_map_comes_first(world: World) -> None:
    say(world, address="12 quai", map_link="https://example.org/map")
    page = text(PAGE)
    assert "https://example.org/map" in page
    assert "openstreetmap" not in page


def test_rounds_that_open_by_date_stand_in_the_programme(world: World) -> None:
    opens = timezone.now() + timedelta(days=3)
    PlannedRound.objects.create(tournament=world.tournament, number=2, opens_at=opens)
    assert "<strong>Round 2</strong>" in text(PAGE)


@pytest.mark.parametrize(
    "path",
    ["", "event/", "live/", "rounds/1/", "standings/", "standings/1/live/", "crosstable/",
     "players/", "players/1/", "wall/", "wall/live/"],
)  # fmt: skip
def test_an_announcement_stands_on_every_public_page(world: World, path: str) -> None:
    before = Client().get(f"/t/coupe/{path}")
    say(world, banner="Round 2 at <15:30>")
    after = Client().get(f"/t/coupe/{path}", headers={"If-None-Match": before.get("ETag", "x")})
    assert "Round 2 at &lt;15:30&gt;" in after.text
    say(world, banner="")
    assert "15:30" not in text(f"/t/coupe/{path}")


def test_only_a_new_announcement_is_dated(world: World) -> None:
    first = say(world, banner="One").banner_at
    assert say(world, banner="One", venue="Hall").banner_at == first
    second = say(world, banner="Two").banner_at
    assert first is not None
    assert second is not None
    assert second > first
    assert say(world, banner="").banner_at is None


def test_the_history_names_columns_and_no_people(world: World) -> None:
    say(world, organiser="Zoé", venue="Hall")
    event = AuditEvent.objects.get(verb=Verb.POSTER_CHANGED)
    assert event.after == ["organiser", "venue"]
    say(world, organiser="Zoé")
    assert AuditEvent.objects.filter(verb=Verb.POSTER_CHANGED).count() == 1


def test_nothing_is_changed_of_a_closed_tournament(world: World) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(closed_at=timezone.now())
    with pytest.raises(Conflict):
        say(world, banner="Late")


@pytest.mark.parametrize(
    "changes",
    [
        {"programme": "25:00 Go"},
        {"map_link": "javascript:alert(1)"},
        {"website": "ftp://example.org"},
        {"contact_email": "nobody"},
        {"description": "x" * 10_001},
        {"banner": "a\0b"},
    ],
)
def test_what_cannot_be_is_refused_by_service_and_form(
    world: World, changes: dict[str, str]
) -> None:
    (name,) = changes
    with pytest.raises(UserError) as refused:
        say(world, **changes)
    assert refused.value.field == name
    owner = world.client(Role.DIRECTOR)
    if name == "banner":
        assert owner.post(f"{EDIT}announcement/", changes).status_code == 400
        return
    answer = owner.post(EDIT, form_of(owner.get(EDIT).text) | changes | {"venue": "Kept"})
    assert answer.status_code == 400
    assert 'value="Kept"' in answer.text
    assert not Poster.objects.exists()


def test_an_announcement_goes_up_and_down_by_itself(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    typed = form_of(owner.get(EDIT).text)
    assert "banner" not in typed
    put = f"{EDIT}announcement/"
    assert owner.post(put, {"banner": "Round 2 at 14:00"}).status_code == 302
    assert "Round 2 at 14:00" in text(PAGE)
    assert owner.post(EDIT, typed | {"venue": "Hall"}).status_code == 302
    assert "Round 2 at 14:00" in text(PAGE), "who saves the rest leaves it alone"
    page = owner.get(EDIT).text
    assert 'name="take_down"' in page
    assert page.index('id="banner"') < page.index('id="venue"')
    assert owner.post(put, {"banner": "Round 2 at 14:00", "take_down": "1"}).status_code == 302
    assert "Round 2 at 14:00" not in text(PAGE)
    assert 'name="take_down"' not in owner.get(EDIT).text


def test_an_announcement_that_cannot_be_stays_typed(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    answer = owner.post(f"{EDIT}announcement/", {"banner": "x" * 301})
    assert answer.status_code == 400
    assert "x" * 301 in answer.text
    assert not Poster.objects.exists()


def test_the_form_saves_and_a_preview_does_not(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    typed = form_of(owner.get(EDIT).text) | {"description": "**Come!**"}
    for path, more in ((EDIT, {"show": "1"}), (f"{EDIT}preview/", {})):
        assert "<strong>Come!</strong>" in owner.post(path, typed | more).text
        assert not Poster.objects.exists()
    assert owner.post(EDIT, typed).status_code == 302
    assert Poster.objects.get().description == "**Come!**"
    assert "<strong>Come!</strong>" in text(PAGE)


def test_two_who_write_the_first_poster_are_both_heard(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    stale = form_of(owner.get(EDIT).text)
    assert owner.post(EDIT, stale | {"venue": "Hall"}).status_code == 302
    assert owner.post(EDIT, stale | {"organiser": "Club"}).status_code == 302
    late = owner.post(EDIT, stale | {"venue": "Barn"})
    assert late.status_code == 400
    assert "Somebody else changed this" in late.text
    row = Poster.objects.get()
    assert (row.venue, row.organiser) == ("Hall", "Club")


def test_a_picture_is_drawn_anew_and_served_as_a_jpeg(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    sent = owner.post(f"{EDIT}picture/", {"picture": png(3000, 1500), "words": "A <bridge>"})
    assert sent.status_code == 302
    kept = PosterPicture.objects.get()
    assert (kept.width, kept.height) == (1200, 600)
    page = text(PAGE)
    assert 'alt="A &lt;bridge&gt;"' in page
    found = re.search(r'<img class="poster-picture" src="([^"]+)"', page)
    assert found
    answer = Client().get(found[1])
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "immutable" in answer["Cache-Control"]
    assert Image.open(io.BytesIO(answer.content)).format == "JPEG"
    again = Client().get("/t/coupe/picture.jpg", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert "immutable" not in Client().get("/t/coupe/picture.jpg").get("Cache-Control", "")


def test_the_words_of_a_picture_change_without_it_and_it_is_taken_down(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    assert owner.post(f"{EDIT}picture/", {"words": "Nothing"}).status_code == 400
    owner.post(f"{EDIT}picture/", {"picture": png(), "words": "One"})
    owner.post(f"{EDIT}picture/", {"words": "Two"})
    assert PosterPicture.objects.get().words == "Two"
    owner.post(f"{EDIT}picture/", {"remove": "1"})
    assert not PosterPicture.objects.exists()
    assert Client().get("/t/coupe/picture.jpg").status_code == 404


@pytest.mark.parametrize(
    "data", [b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a", b"\xff\xd8"]
)
def test_what_is_no_picture_is_refused(world: World, data: bytes) -> None:
    owner = world.client(Role.DIRECTOR)
    answer = owner.post(f"{EDIT}picture/", {"picture": SimpleUploadedFile("logo.jpg", data)})
    assert answer.status_code == 400
    assert "cannot be read" in answer.text
    assert not PosterPicture.objects.exists()


LOGOS = f"{EDIT}logos/"


def test_logos_of_sponsors_are_drawn_anew_and_shown_with_name_and_link(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    link = "https://tea.example.org/"
    sent = {"logo": png(900, 300), "name": "Tea & <House>", "link": link}
    assert owner.post(LOGOS, sent)["Location"] == EDIT
    owner.post(LOGOS, {"logo": png(10, 10), "name": "Print shop"})
    first, second = SponsorLogo.objects.order_by("pk")
    assert (first.width, first.height, second.width) == (400, 133, 10)
    assert bytes(first.data).startswith(b"\xff\xd8")
    page = text(PAGE)
    shown = re.findall(r'<li class="logo">(<a href="([^"]*)"[^>]*>)?<img src="([^"]+)"', page)
    assert [address for _whole, address, _source in shown] == [link, ""]
    assert 'alt="Tea &amp; &lt;House&gt;"' in page
    answer = Client().get(unescape(shown[0][2]))
    assert answer["Content-Type"] == "image/jpeg"
    assert "immutable" in answer["Cache-Control"]
    told = Client().get("/api/v1/tournaments/coupe/poster/").json()["logos"]
    assert [(one["name"], one["link"]) for one in told] == [
        ("Tea & <House>", link),
        ("Print shop", ""),
    ]
    owner.post(LOGOS, {"remove": str(first.pk)})
    assert SponsorLogo.objects.get() == second
    assert Client().get(f"/t/coupe/sponsors/{first.pk}.jpg").status_code == 404


def test_a_logo_needs_picture_and_name_and_there_is_a_limit(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    for sent in (
        {"name": "Nobody"},
        {"logo": png()},
        {"logo": png(), "name": "X", "link": "javascript:alert(1)"},
        {"logo": SimpleUploadedFile("logo.jpg", b"no picture"), "name": "X"},
    ):
        assert owner.post(LOGOS, sent).status_code == 400, sent
    assert not SponsorLogo.objects.exists()
    for number in range(MOST_LOGOS):
        drawn = StoredPicture(b"x", "x", 1, 1)
        add_logo(tournament_id=world.tournament.pk, picture=drawn, name=f"Sponsor {number}")
    refused = owner.post(LOGOS, {"logo": png(), "name": "One more"})
    assert f"There are {MOST_LOGOS} logos" in refused.text


def test_logos_are_those_of_one_tournament(world: World) -> None:
    world.client(Role.DIRECTOR).post(LOGOS, {"logo": png(), "name": "Tea"})
    other = TournamentFactory(slug="other")
    logo = SponsorLogo.objects.get()
    assert Client().get(f"/t/other/sponsors/{logo.pk}.jpg").status_code == 404
    remove_logo(tournament_id=other.pk, logo_id=logo.pk)
    assert SponsorLogo.objects.exists()
    restored = restore_archive(stream=io.BytesIO(archive_of(world.tournament)), slug="again")
    kept = SponsorLogo.objects.get(poster__tournament=restored)
    assert (kept.name, bytes(kept.data)) == ("Tea", bytes(logo.data))


def test_the_calendar_has_the_days_and_the_programme(world: World) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(
        starts_on=date(2026, 11, 22),
        ends_on=date(2026, 11, 23),
        round_minutes=60,
        time_zone="Europe/Paris",
    )
    say(
        world,
        venue="Maison, du; Go " + "é" * 80,
        programme="9:00-9:45 Registration\n10:00 Round 1\nCome early",
    )
    answer = Client().get("/t/coupe/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    days, registration, first = Calendar.from_ical(answer.content).walk("VEVENT")
    assert (days.decoded("dtstart"), days.decoded("dtend")) == (
        date(2026, 11, 22),
        date(2026, 11, 24),
    )
    assert registration.decoded("dtend") - registration.decoded("dtstart") == timedelta(minutes=45)
    at = datetime(2026, 11, 22, 9, tzinfo=UTC)
    assert first.decoded("dtstart") == at
    assert first.decoded("dtend") == at + timedelta(hours=1)
    assert str(days["location"]).startswith("Maison, du; Go é")
    assert len({event["uid"] for event in (days, registration, first)}) == 3
    tag = answer["ETag"]
    same = Client().get("/t/coupe/calendar.ics", headers={"If-None-Match": tag})
    assert same.status_code == 304


def test_entries_of_the_calendar_keep_their_names(world: World) -> None:
    def names() -> dict[str, str]:
        found = Calendar.from_ical(Client().get("/t/coupe/calendar.ics").content).walk("VEVENT")
        return {str(event["summary"]): str(event["uid"]) for event in found}

    say(world, programme="2026-11-22\n9:00 Registration\n10:00 Round 1")
    before = names()
    say(world, programme="2026-11-22\n8:30 Registration\n11:00 Round 1\n18:00 Prizes")
    after = names()
    assert before.items() < after.items()


def test_an_archive_carries_it(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    say(world, banner="Come!", programme="9:00 Go")
    owner.post(f"{EDIT}picture/", {"picture": png(), "words": "A bridge"})
    restored = restore_archive(stream=io.BytesIO(archive_of(world.tournament)), slug="again")
    row = Poster.objects.get(tournament=restored)
    assert (row.banner, row.programme) == ("Come!", "9:00 Go")
    assert bytes(row.picture.data) == bytes(PosterPicture.objects.earliest("pk").data)


def test_who_is_sent_the_address_sees_what_it_is(world: World) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(city="Brest")
    plain = text("/t/coupe/")
    assert '<meta property="og:title" content="Coupe d’été">' in plain
    assert 'content="Brest · 8 players"' in plain
    assert '<meta property="og:image" content="http://testserver/t/coupe/card.png">' in plain
    say(world, description="# Come!\n\n**All** are welcome.")
    owner = world.client(Role.DIRECTOR)
    owner.post(f"{EDIT}picture/", {"picture": png(), "words": "A bridge"})
    page = text(PAGE)
    assert '<meta property="og:description" content="Come! All are welcome.">' in page
    assert 'content="http://testserver/t/coupe/picture.jpg?v=' in page
    assert '<meta property="og:image:alt" content="A bridge">' in page
    assert "og:image" in text("/t/coupe/standings/")


@pytest.mark.parametrize("name", ["Coupe d’été", "Открытый чемпионат " * 6, "x" * 120])
def test_an_event_without_a_picture_has_a_card(name: str) -> None:
    TournamentFactory(slug="early", name=name.strip(), city="Brest", starts_on=date(2026, 11, 22))
    answer = Client().get("/t/early/card.png")
    assert answer["Content-Type"] == "image/png"
    card = Image.open(io.BytesIO(answer.content))
    assert card.size == (1200, 630)
    same = Client().get("/t/early/card.png", headers={"If-None-Match": answer["ETag"]})
    assert same.status_code == 304


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("囲碁大会", "Go tournament"),
        ("서울 Open – 바둑", "Open"),
        ("بطولة Cairo 2026", "Cairo 2026"),
        ("Σύλλογος Го", "Σύλλογος Го"),
    ],
)
def test_of_a_name_in_other_letters_the_card_has_what_can_be_drawn(name: str, drawn: str) -> None:
    TournamentFactory(slug="early", name=name)
    answer = Client().get("/t/early/card.png")
    assert answer.content == card_of(drawn, "", "")
    assert "/t/early/card.png" in text("/t/early/")


def test_a_font_of_the_folder_draws_what_it_has(tmp_path: Path) -> None:
    with as_file(files("fontpkg_noto_sans") / "files" / "NotoSans[wdth,wght].ttf") as font:
        shutil.copy(font, tmp_path / "own.ttf")
    (tmp_path / "none.ttf").write_bytes(b"no font")
    beyond = "Ɐ Ꞓ"  # letters that this font has and our main range does not
    assert card.drawable_text(beyond) == ""
    with override_settings(SHINPAN_FONTS=str(tmp_path)):
        card._own_fonts.cache_clear()
        assert card.drawable_text(beyond) == beyond
        assert card.drawable_text("囲碁") == ""
        assert card_of(beyond * 20, "", "")
    card._own_fonts.cache_clear()


def test_of_a_hidden_event_nobody_else_sees_anything(world: World) -> None:
    owner = world.client(Role.DIRECTOR)
    owner.post(f"{EDIT}picture/", {"picture": png(), "words": "A bridge"})
    Tournament.objects.filter(pk=world.tournament.pk).update(status=Status.DRAFT)
    version = PosterPicture.objects.get().sha256[:12]
    for path in ("event/", "calendar.ics", "card.png", f"picture.jpg?v={version}", "pictures/"):
        assert Client().get(f"/t/coupe/{path}").status_code == 404, path
        assert owner.get(f"/t/coupe/{path}").status_code == 200, path
    for path in ("card.png", f"picture.jpg?v={version}"):
        assert "private" in owner.get(f"/t/coupe/{path}")["Cache-Control"]


@pytest.mark.parametrize(
    ("policy", "said"),
    [("even", "even games"), ("manual", "set for each game"), ("rule", "with handicap stones")],
)
def test_how_handicaps_are_given_is_said_as_it_was_set(
    world: World, policy: str, said: str
) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(handicap_policy=policy)
    assert said in text(PAGE)


def test_the_browser_keeps_what_was_typed_for_going_back(world: World, director: Client) -> None:
    form = form_of(director.get(EDIT).text) | {"description": "Two hours of work"}
    answers = [
        director.get(EDIT),
        director.post(EDIT, {**form, "website": "x://"}),
        director.post(EDIT, {**form, "show": "1"}),
    ]
    assert answers[1].status_code == 400
    for answer in answers:
        assert "no-store" not in answer["Cache-Control"]
        assert "private" in answer["Cache-Control"]
