"""Players with their phones at the board: they agree, disagree, and mark dead stones."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Demo, Visit
from tests.browser.director import PEOPLE, Director
from tests.browser.hands import Finger, Mouse, Somebody
from tests.support.browser import profile
from tests.support.records import DEAD, WALLS, sgf

FINAL = {
    "en": "You have both confirmed: the result is final.",
    "fr": "Vous avez tous deux confirmé : le résultat est définitif.",
}
SIX = PEOPLE[5:11]
LIST = "\n".join(["Surname;First name;Rank;Country", *(";".join(one) for one in SIX)])


class Player(Somebody):
    """A player with a phone, who has been given a link."""

    def come_in(self, link: str) -> None:
        """Open the link and say who one is."""
        self.page.goto(link)
        self.picture("link")
        self.press(self.page.locator("main form button.main"))
        self.page.wait_for_url("**/me/")
        self.picture("my-game")

    def report(self, *, won: bool, how: str) -> None:
        """Report in three taps, up to the question whether it is right."""
        page = self.page
        self.press(page.locator("#report-it"))
        own, sides = re.compile(r"^\s*(I won|J’ai gagné) \("), page.locator("button.tile")
        self.press(sides.filter(has_text=own) if won else sides.filter(has_not_text=own))
        self.press(page.locator(f"button[name=reason][value={how}]"))
        expect(page.locator("button[name=step][value=send]")).to_be_visible()

    def send(self) -> None:
        """Send what is on the page."""
        self.press(self.page.locator("button[name=step][value=send]"))

    def tap_point(self, column: int, row: int, size: int = 9) -> None:
        """Tap a point of the board; columns from the left, rows from the top, from 0."""
        drawing = self.page.locator("[data-dead-board] svg")
        drawing.scroll_into_view_if_needed()
        box = drawing.bounding_box()
        assert box
        unit = box["width"] / (2 * 30 + (size - 1) * 20)
        self.page.touchscreen.tap(
            box["x"] + (30 + 20 * column) * unit, box["y"] + (30 + 20 * row) * unit
        )


@dataclass(frozen=True)
class Round:
    """A round at work: who sits at each board, and everybody's links."""

    director: Director
    boards: dict[int, tuple[str, str]]
    links: dict[str, str]
    referee: str


@pytest.fixture(scope="module")
def round_one(browser: Browser, demo: Demo) -> Iterator[Round]:
    """Six players of a small event on 9x9, paired and published by its director."""
    context = profile(browser)
    director = Director(context.new_page(), Mouse(), "players-director", demo.url)
    director.create("Phones", rounds=2, bar="1d", floor="20k", size=9)
    director.paste(LIST, len(SIX))
    director.pair(1)
    director.publish()
    director.publish_tournament()
    rows = director.page.locator("table.running tbody tr")
    boards = {}
    for row in rows.all():
        number, black, white = (row.locator("td").nth(at) for at in range(3))
        seats = [
            next(one[0] for one in SIX if one[0] in cell.inner_text()) for cell in (black, white)
        ]
        boards[int(number.inner_text())] = (seats[0], seats[1])
    links = {one[0]: director.link_for(one[0]) for one in SIX}
    director.picture("link")
    yield Round(director, boards, links, director.invite("Rae Ferry", "referee"))
    context.close()


@pytest.fixture
def phones(visit: Visit, round_one: Round) -> "Phones":
    return Phones(visit, round_one)


@dataclass(frozen=True)
class Phones:
    """Hands out phones to the players of a board."""

    visit: Visit
    round: Round

    def of(self, board: int, name: str, second: str = "fr") -> tuple[Player, Player]:
        """Give Black an English phone and White one in another language, both signed in."""
        found = []
        for seat, colour, language in zip(
            self.round.boards[board], ("black", "white"), ("en", second), strict=True
        ):
            page = self.visit(narrow=True, language={"en": "en-GB", "fr": "fr-FR"}[language])
            player = Player(page, Finger(), f"{name}-{colour}", language)
            player.come_in(self.round.links[seat])
            found.append(player)
        return found[0], found[1]


def public(page: Page, demo: Demo, board: int) -> str:
    """Return what everybody can read about a board."""
    page.goto(f"{demo.url}/t/phones/rounds/1/")
    row = page.locator("main table tbody tr").nth(board - 1)
    return " ".join(row.inner_text().split())


def test_two_agree(demo: Demo, visit: Visit, phones: Phones) -> None:
    black, white = phones.of(1, "agree")
    black.report(won=False, how="resignation")
    sentence = f"As Black, you lost to {white_name(phones, 1)} by resignation."
    expect(black.page.get_by_text(sentence)).to_be_visible()
    black.picture("sentence")
    black.send()
    expect(black.page.get_by_text("Your opponent still has to confirm this.")).to_be_visible()
    black.picture("sent")
    # The opponent's page tells without being touched.
    answer = white.page.locator("#answer-it")
    expect(answer).to_have_text("Confirmer ou contester")
    white.picture("to-answer")
    white.press(answer)
    expect(white.page.locator("[data-live-answer]")).to_contain_text("Avec Blanc, vous avez gagné")
    white.picture("answer")
    white.press(white.page.locator("#confirm"))
    expect(white.page.locator("main")).to_contain_text("Les deux joueurs ont confirmé.")
    white.picture("confirmed")
    expect(black.page.locator("main")).to_contain_text("Both players have confirmed.")
    for player in (black, white):
        player.page.goto(f"{demo.url}/me/")
        expect(player.page.locator("main")).to_contain_text(FINAL[player.language])
        player.picture("final")
    assert "W+R" in public(visit(), demo, 1)


def white_name(phones: Phones, board: int) -> str:
    """Return White's name in full."""
    surname = phones.round.boards[board][1]
    return next(f"{one[0]} {one[1]}" for one in SIX if one[0] == surname)


def test_two_disagree(demo: Demo, visit: Visit, phones: Phones) -> None:
    black, white = phones.of(2, "disagree")
    # Both have the question before them before either has sent.
    for player in (black, white):
        player.report(won=True, how="resignation")
    black.send()
    expect(black.page.get_by_text("Your opponent still has to confirm this.")).to_be_visible()
    sent = black.page.get_by_text("Your opponent can confirm it now.")
    expect(sent).to_be_visible()
    white.send()
    changed = white.page.get_by_role("alert")
    expect(changed).to_be_visible()
    white.picture("read-again")
    white.send()
    for player, words in (
        (black, "A referee will look at it."),
        (white, "Un arbitre s’en occupera."),
    ):
        # The page of who sent first asks for news every few seconds.
        expect(player.page.locator("main")).to_contain_text(words)
        expect(sent).to_have_count(0)
        player.picture("locked")
        player.page.goto(f"{demo.url}/me/")
        expect(player.page.locator("main .warn")).to_be_visible()
        expect(player.page.locator("#report-it")).to_have_count(0)
        player.picture("locked-me")
    referee = Somebody(visit(), Mouse(), "disagree-referee")
    referee.page.goto(phones.round.referee)
    referee.picture("link")
    referee.press(referee.page.locator("main form button.main"))
    dispute = referee.page.locator("li.card")
    expect(dispute).to_have_count(1)
    for name in phones.round.boards[2]:
        expect(dispute).to_contain_text(name)
    referee.picture("disputed")
    referee.press(dispute.get_by_role("link").first)
    said = referee.page.locator("section[aria-labelledby=people]")
    expect(said.locator("section.card")).to_have_count(2)
    referee.picture("evidence")


def test_dead_stones_and_a_lost_connection(demo: Demo, visit: Visit, phones: Phones) -> None:
    black, white = phones.of(3, "dead")
    page = white.page
    white.press(page.locator("#report-it"))
    white.press(page.locator("button[name=winner][value=white]"))
    page.locator("#margin").fill("15,5")
    white.press(page.locator("button.main[name=step][value=how]"))
    white.press(page.locator("details summary"))
    page.locator("input[type=file]").set_input_files(
        {"name": "jeu.sgf", "mimeType": "application/x-go-sgf", "buffer": sgf(WALLS, KM="6.5")}
    )
    expect(page.locator("[data-dead-board]")).to_be_visible()
    white.picture("board")
    counts = []
    for point in DEAD.split():
        white.tap_point("ABCDEFGHJ".index(point[0]), 9 - int(point[1]))
        expect(page.locator("[data-dead-status]")).to_contain_text(point)
        counts.append(page.locator("[data-dead] .sentence").inner_text())
    assert counts[0] != counts[1]
    assert "15,5" in counts[1]
    white.picture("dead-marked")

    send = page.locator("button[name=step][value=send]")
    page.context.set_offline(True)
    white.press(send)
    lost = page.locator("[data-lost]")
    expect(lost).to_contain_text("Le serveur n’a pas répondu : rien n’a été envoyé")
    white.picture("offline")
    page.context.set_offline(False)
    # Twice in haste: the second tap does not wait for what the first does.
    send.scroll_into_view_if_needed()
    box = send.bounding_box()
    assert box
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#withdraw")).to_be_visible()
    white.picture("sent")
    # And once more from the page before, as after an answer that never came.
    page.go_back()
    expect(page.locator("[data-dead-board]")).to_be_visible()
    white.press(send)
    expect(page.locator("#withdraw")).to_be_visible()
    expect(page.locator("h2[id^=report-]")).to_have_count(1)

    expect(black.page.locator("#answer-it")).to_be_visible()
    black.press(black.page.locator("#answer-it"))
    expect(black.page.locator("figure .dead")).to_have_count(2)
    expect(black.page.locator("h2[id^=report-]")).to_have_count(1)
    black.picture("answer")
    black.press(black.page.locator("#confirm"))
    expect(black.page.locator("main")).to_contain_text("Both players have confirmed.")
    black.picture("confirmed")
    assert "W+15.5" in public(visit(), demo, 3)
