"""Badges: with new links where the director says so, and never by only looking."""

from django.test import Client

from tests.support.pdf import code, codes, whole
from tests.support.world import World
from tournament.models import AccessLink, AuditEvent, Player, Role, Verb
from tournament.staff.services import issue_links, open_link

ADDRESS = "/director/coupe/print/badges/"


def usable(world: World) -> dict[str, int]:
    found: dict[str, int] = {}
    for link in AccessLink.objects.usable().filter(role=Role.PLAYER).select_related("player"):
        assert link.player is not None
        found[link.player.name] = found.get(link.player.name, 0) + 1
    return found


def test_looking_at_the_form_makes_no_link(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    before = AccessLink.objects.count()
    assert "8 players have none" in director.get(ADDRESS).text
    director.post(ADDRESS)
    director.post(ADDRESS, {"links": "plain"})
    assert AccessLink.objects.count() == before


def test_every_badge_has_the_link_of_its_player(world: World) -> None:
    answer = world.client(Role.DIRECTOR).post(ADDRESS, {"links": "keep", "page": "1"})
    assert "no-store" in answer["Cache-Control"]
    assert len(answer.context["badges"]) == 8
    for badge, drawn in answer.context["badges"]:
        token = badge.address.split("/l/")[1].strip("/")
        assert open_link(token).player_id == badge.player.id
        assert drawn is not None
        browser = Client()
        browser.post(f"/l/{token}/")
        assert badge.player.name in browser.get("/me/").text
    issued = AuditEvent.objects.filter(verb=Verb.LINK_ISSUED).first()
    assert issued is not None
    assert issued.players == [1, 2, 3, 4, 5, 6, 7, 8]
    assert issued.actor_role == Role.DIRECTOR


def test_the_pdf_has_a_code_for_every_new_link(world: World, monkeypatch) -> None:
    import tournament.staff.services as service

    director = world.client(Role.DIRECTOR)
    made = []
    original = service.token_of

    def keeping(secret):
        made.append(original(secret))
        return made[-1]

    monkeypatch.setattr(service, "token_of", keeping)
    answer = director.post(ADDRESS, {"links": "keep"})
    assert answer["Content-Type"] == "application/pdf"
    text = whole(answer.content)
    assert all(player.name in text for player in world.players)
    assert "#8" in text
    assert codes(answer.content) == [code(f"http://testserver/l/{one.text}/") for one in made]


def test_who_has_a_link_keeps_it(world: World) -> None:
    browser = world.player(0)
    answer = world.client(Role.DIRECTOR).post(ADDRESS, {"links": "keep", "page": "1"})
    without = [badge.player.name for badge, drawn in answer.context["badges"] if not drawn]
    assert without == ["Aki"]
    assert browser.get("/me/").status_code == 200
    assert set(usable(world).values()) == {1}


def test_both_of_a_pair_have_a_badge_with_their_own_rank(world: World) -> None:
    Player.objects.filter(pk=world.players[0].pk).update(partner="Kim Bo", member_ranks="2k, 6k")
    Player.objects.filter(pk=world.players[1].pk).update(partner="Lee An", rank="4k")
    answer = world.client(Role.DIRECTOR).post(ADDRESS, {"links": "keep", "page": "1"})
    badges = [badge for badge, _drawn in answer.context["badges"]]
    told = [(badge.player.name, badge.player.rank, badge.partner) for badge in badges]
    assert told[:4] == [
        ("Aki", "2k", "Kim Bo"),
        ("Kim Bo", "6k", "Aki"),
        ("Béa", "4k", "Lee An"),
        ("Lee An", "4k", "Béa"),
    ]
    assert badges[0].address == badges[1].address != ""
    assert told[4][2] == ""
    assert world.client(Role.DIRECTOR).post(ADDRESS, {"links": "plain"}).status_code == 200


def test_only_the_missing_badges_are_printed_for_late_entries(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    for index in range(6):
        world.player(index)
    answer = director.post(ADDRESS, {"links": "missing", "page": "1"})
    assert [badge.player.name for badge, _drawn in answer.context["badges"]] == ["Gil", "Hana"]
    again = director.post(ADDRESS, {"links": "missing"})
    assert again.status_code == 400
    assert "Every player has a link already" in again.text


def test_new_links_for_everybody_shut_the_old_ones(world: World) -> None:
    browser = world.player(0)
    world.client(Role.DIRECTOR).post(ADDRESS, {"links": "renew"})
    assert browser.get("/me/").status_code == 403
    assert set(usable(world).values()) == {1}
    revoked = AuditEvent.objects.filter(verb=Verb.LINK_REVOKED).get()
    assert revoked.players == [1]


def test_the_links_of_staff_and_of_other_tournaments_stay(world: World) -> None:
    from tests.support.world import make_world

    elsewhere = make_world(name="Elsewhere", slug="elsewhere").player(0)
    director = world.client(Role.DIRECTOR)
    issue_links(tournament_id=world.tournament.pk, renew=True)
    assert director.get(ADDRESS).status_code == 200
    assert elsewhere.get("/me/").status_code == 200


def test_in_a_closed_tournament_badges_are_printed_without_new_links(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    director.post("/director/coupe/closing/close/")
    refused = director.post(ADDRESS, {"links": "keep"})
    assert refused.status_code == 400
    assert "The tournament is closed" in refused.text
    assert director.post(ADDRESS, {"links": "plain"}).status_code == 200
    assert usable(world) == {}


def test_badges_without_a_choice_of_links_are_asked_about(director: Client) -> None:
    for links in ("", "all"):
        answer = director.post(ADDRESS, {"links": links, "paper": "letter"})
        assert answer.status_code == 400
        assert "Choose which links to print." in answer.text
        assert 'value="letter" selected' in answer.text
