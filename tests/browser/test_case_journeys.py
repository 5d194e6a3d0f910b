"""Cases from the first word to the last: players with phones, a referee and a committee."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect
from pytest_django.live_server_helper import LiveServer

from adjudication.models import Case, Submission
from tests.browser.hands import Finger, Hand, Keys, Mouse, Somebody
from tests.support.browser import DESKTOP, PHONE, profile
from tests.support.records import KO, sgf
from tests.support.shared import require_shared
from tests.support.world import World, judge_all, make_world
from tournament.models import Game, Role
from tournament.staff.services import issue_link

TRIPLE_KO = "corpus/sgf/fuego/regression/sgf/repetition/triple-ko.sgf"
ILLEGAL_KO = sgf(KO, KM="6.5")
BLACK, WHITE = 0, 1


class Visitor(Somebody):
    """Somebody with a link to the tournament, who goes by what stands on the pages."""

    base = ""

    def come_in(self, base: str, token: str) -> None:
        """Open the link and say who one is."""
        self.base = base
        self.page.goto(f"{base}/l/{token}/")
        self.press(self.page.locator("main form button.main"))
        self.page.wait_for_url(lambda url: "/l/" not in url)

    def see(self, text: str, **values: object) -> None:
        """Expect a sentence on the page."""
        expect(self.page.locator("main")).to_contain_text(self.say(text, "", **values))

    def do(self, selector: str) -> None:
        """Press what has this selector."""
        self.press(self.page.locator(selector))

    def write(self, selector: str, text: str) -> None:
        """Write into the field with this selector."""
        self.hand.write(self.page.locator(selector), text)

    def to_game(self, world: World, board: int = 1) -> None:
        """Go to the page of a game."""
        self.page.goto(f"{self.base}/games/{world.games[board - 1].pk}/")

    # Players

    def report(self, *, won: bool, record: bytes | None = None) -> None:
        """Report a resignation in three taps, and add the record where there is one."""
        page = self.page
        self.do("#report-it")
        own = re.compile(r"^\s*(I won|J’ai gagné) \(")
        sides = page.locator("button.tile")
        self.press(sides.filter(has_text=own) if won else sides.filter(has_not_text=own))
        self.do("button[name=reason][value=resignation]")
        self.do("button[name=step][value=send]")
        expect(page).to_have_url(re.compile(r"/games/\d+/$"))
        if record is not None:
            self.add(record)

    def add(self, record: bytes) -> None:
        """Add the record to what was reported."""
        page = self.page
        self.press(page.locator("main a[href$='/record/']").first)
        page.locator("#record").set_input_files(
            {"name": "game.sgf", "mimeType": "application/x-go-sgf", "buffer": record}
        )
        send = page.locator("button[name=step][value=send]")
        look = page.locator("button[name=step][value=review]")
        expect(send.or_(look).first).to_be_visible()
        if not send.count():
            self.press(look)
        self.press(send)
        expect(page).to_have_url(re.compile(r"/games/\d+/$"))

    def contest(self, note: str) -> None:
        """Contest the opponent's report, from the game's page."""
        self.press(self.page.locator("main a[href$='/contest/']").first)
        self.write("#note", note)
        self.picture("contest")
        self.do("form button.danger")
        expect(self.page).to_have_url(re.compile(r"/games/\d+/$"))
        self.picture("locked")

    def tell(self, text: str) -> None:
        """Write a statement."""
        self.do("#see-case")
        self.write("#text", text)
        self.picture("statement")
        self.do("#send-statement")
        expect(self.page.locator("#said + article, article.card").last).to_contain_text(text)

    def answer(self, *words: str, ends: bool = False) -> None:
        """Answer what is asked, question by question; and once more where that ends the game."""
        self.do("#answer-question")
        for word in words:
            button = self.page.locator(f"#say-{word}")
            expect(button).to_be_visible()
            self.picture(f"asked-{word}")
            self.press(button)
        if ends:
            self.do("#accepting + form button[name=answer]")
        expect(self.page).to_have_url(re.compile(r"/games/\d+/$"))

    def appeal(self, text: str) -> None:
        """Appeal against the ruling on the page of the case."""
        self.picture("ruled")
        self.do("#appeal-it summary")
        self.write("#appeal", text)
        self.do("#appeal-it button[type=submit]")
        expect(self.page.locator("#appealed")).to_be_visible()
        self.picture("appealed")

    # The staff

    def take(self, number: int) -> None:
        """Take a case from the queue."""
        self.page.goto(f"{self.base}/referee/coupe/")
        self.picture("queue")
        self.do(f"#take-{number}")
        expect(self.page.locator("#rule")).to_be_visible()
        self.picture("case")

    def rule(self, *, winner: str = "", reasons: str = "") -> None:
        """Fill the form of a ruling in, look at what changes, and rule."""
        page = self.page
        expect(page.locator("form.ruling")).to_be_visible()
        if winner:
            self.hand.tick(page.locator("input[name=effect][value=result]"))
            self.hand.tick(page.locator(f"input[name=winner][value={winner}]"))
        if reasons:
            self.write("#reasons", reasons)
        self.picture("ruling")
        self.do("button.main[name=step][value=preview]")
        expect(page.locator("#confirm")).to_be_visible()
        self.picture("preview")
        self.do("#confirm")
        expect(page).to_have_url(re.compile(r"/(cases/\d+|appeal)/$"))
        self.picture("done")


Come = Callable[..., Visitor]


@pytest.fixture
def come(browser: Browser, live_server: LiveServer) -> Iterator[Come]:
    """Let somebody come in by a link: ``come(world, "name", player=0, hand=Finger())``."""
    contexts = []

    def at(
        world: World,
        name: str,
        *,
        role: str = Role.PLAYER,
        player: int | None = None,
        hand: Hand | None = None,
        language: str = "en",
    ) -> Visitor:
        hand = hand or (Mouse() if player is None else Finger())
        narrow = isinstance(hand, Finger)
        context = profile(
            browser,
            viewport=PHONE if narrow else DESKTOP,
            has_touch=narrow,
            is_mobile=narrow,
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
        )
        contexts.append(context)
        token = issue_link(
            tournament_id=world.tournament.pk,
            role=role,
            label="" if player is not None else name,
            player_id=None if player is None else world.players[player].pk,
        )
        visitor = Visitor(context.new_page(), hand, f"case-{name}", language)
        visitor.come_in(live_server.url, token)
        return visitor

    yield at
    for context in contexts:
        context.close()


def outcome(world: World, board: int = 1) -> tuple[str, str, str, bool]:
    game = Game.objects.get(pk=world.games[board - 1].pk)
    return game.state, game.winner, game.reason, game.final


def vote(member: Visitor, motion: str) -> Locator:
    """Find the button that votes for a motion by its title."""
    return member.page.get_by_role("button", name=re.compile(f"Vote for this.*{motion}"))


def other(member: Visitor) -> Locator:
    """Find the button that votes for what a member has put."""
    return vote(member, "Another decision, put by Chris")


def test_contested_told_ruled_appealed_and_decided_by_three(
    live_server: LiveServer, come: Come
) -> None:
    world = make_world()
    black = come(world, "contest-black", player=BLACK, language="fr")
    white = come(world, "contest-white", player=WHITE)
    white.report(won=True)
    black.to_game(world)
    black.contest("Je n’ai pas abandonné.")
    black.tell("J’ai seulement retiré ma main.")
    white.to_game(world)
    white.tell("He said that he had lost.")
    assert outcome(world)[0] == "disputed"

    rita = come(world, "contest-rita", role=Role.REFEREE)
    rita.take(1)
    for told in ("J’ai seulement retiré ma main.", "He said that he had lost."):
        expect(rita.page.locator("main")).to_contain_text(told)
    rita.do("#rule")
    rita.rule(winner="white", reasons="Whoever says that he has lost has resigned.")
    rita.see("The ruling is made. Tell both players.")
    assert outcome(world) == ("ruled", "white", "ruling", False)

    black.page.reload()
    black.appeal("Personne d’autre ne l’a entendu.")
    owner = come(world, "contest-owner", role=Role.DIRECTOR)
    owner.page.goto(f"{live_server.url}/referee/coupe/cases/1/appeal/")
    owner.do("#appoint ~ p a.main")
    for index in (2, 3, 4):
        owner.page.locator(f"input[value=player-{world.players[index].pk}]").check()
    owner.picture("committee")
    owner.do("main form button.main")
    expect(owner.page.locator("#members")).to_be_visible()

    members = [come(world, f"contest-member-{index}", player=index) for index in (2, 3, 4)]
    first, second, third = members
    for member in members:
        member.page.goto(f"{live_server.url}/me/")
        member.press(member.link("To the appeal"))
    first.picture("appeal")
    first.do("main a[href$='/appeal/motion/']")
    first.rule(winner="black", reasons="Nobody but White heard it.")
    first.press(other(first))
    first.see("Your vote is counted. You can change it until everybody has voted.")
    second.page.reload()
    second.page.locator("#reasons").fill("Black was heard to say it.")
    second.press(vote(second, "Uphold the ruling as it is"))
    second.see("Your vote is counted. You can change it until everybody has voted.")
    assert outcome(world)[1:] == ("white", "ruling", False)
    third.page.reload()
    third.picture("vote")
    third.press(other(third))
    third.see("Everybody has voted: the ruling is final.")
    third.picture("decided")
    assert outcome(world) == ("ruled", "black", "ruling", True)
    black.page.reload()
    black.see("It is decided for good.")
    expect(black.page.locator("main")).to_contain_text("Nobody but White heard it.")
    black.picture("final")
    expect(black.page.locator("#appeal-it")).to_have_count(0)


def test_a_triple_ko_on_which_both_agree_has_no_result(live_server: LiveServer, come: Come) -> None:
    record = require_shared(TRIPLE_KO)
    world = make_world()
    black = come(world, "cycle-black", player=BLACK)
    white = come(world, "cycle-white", player=WHITE)
    black.do("#report-it")
    black.do("main details summary")
    black.do("button[name=winner][value=none]")
    black.picture("no-result")
    black.do("button[name=step][value=send]")
    black.add(record.read_bytes())
    judge_all()
    black.to_game(world)
    black.picture("waits")
    white.to_game(world)
    white.answer("yes", ends=True)
    white.see("You agree: the game ends without result.")
    judge_all()
    white.page.reload()
    expect(white.page.locator("figure.board")).to_be_visible()
    white.picture("agreed")
    assert outcome(world) == ("confirmed", "none", "void", False)
    assert Case.objects.get().state == "settled"


def test_a_ko_retaken_at_once_loses_by_ruling_with_the_keys_alone(
    live_server: LiveServer, come: Come
) -> None:
    world = make_world()
    white = come(world, "ko-white", player=WHITE)
    white.report(won=True, record=ILLEGAL_KO)
    judge_all()
    assert outcome(world)[0] == "disputed"
    white.to_game(world)
    white.picture("disputed")
    rita = come(world, "ko-rita", role=Role.REFEREE, hand=Keys())
    rita.take(1)
    rita.do("#rule")
    rita.do("#use-proposal")
    rita.rule()
    rita.see("The ruling is made. Tell both players.")
    assert outcome(world) == ("ruled", "black", "forfeit", False)
    assert "j1989:14" in Case.objects.get().rulings.get().articles


def test_the_same_ko_found_after_both_have_confirmed_changes_nothing(
    live_server: LiveServer, come: Come
) -> None:
    world = make_world()
    white = come(world, "late-white", player=WHITE)
    black = come(world, "late-black", player=BLACK)
    white.report(won=True)
    black.to_game(world)
    black.do("#confirm")
    expect(black.page.locator("[data-live-state=confirmed]")).to_be_visible()
    before = outcome(world)
    black.add(ILLEGAL_KO)
    judge_all()
    black.to_game(world)
    black.see("Found after confirmation: it does not change the result.")
    black.picture("found")
    assert Submission.objects.filter(verdict__verdict="forfeit").exists()
    assert outcome(world) == before
    assert before[:3] == ("confirmed", "white", "resignation")
    assert not Case.objects.exists()


def test_a_displaced_stone_that_cannot_be_put_back_makes_both_lose(
    live_server: LiveServer, come: Come
) -> None:
    world = make_world()
    black = come(world, "stone-black", player=BLACK)
    white = come(world, "stone-white", player=WHITE)
    black.to_game(world)
    black.press(black.page.locator("main a[href$='/wrong/']").first)
    black.do("#matter-displaced_stone summary")
    black.write("#displaced_stone-point", "E5")
    black.write("#displaced_stone-note", "My sleeve.")
    black.picture("wrong")
    black.do("#matter-displaced_stone button.main")
    expect(black.page.locator("#answer-question")).to_be_visible()
    black.answer("there", "put_back")
    white.to_game(world)
    white.answer("elsewhere")
    expect(white.page.locator(".notice.info")).to_contain_text("A referee decides.")
    white.picture("answered")
    rita = come(world, "stone-rita", role=Role.REFEREE)
    rita.take(1)
    rita.do("#guide")
    for word in ("black=there", "black=put_back", "white=elsewhere"):
        rita.picture("step")
        rita.do(f".answers a[href$='{word}']")
    expect(rita.page.locator("#fill")).to_be_visible()
    rita.picture("leads-to")
    rita.do("#fill")
    rita.rule()
    assert outcome(world) == ("ruled", "both", "both_lose", False)
    assert "j1989:13.2" in Case.objects.get().rulings.get().articles
    white.to_game(world)
    white.picture("both-lose")
