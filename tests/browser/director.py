"""What a director does in a tournament, step by step, through the pages alone."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import Finger, Hand, Keys, Somebody

PEOPLE = [
    ("Šťastný", "Jiří", "4d", "CZ"),
    ("Ó Súilleabháin", "Pádraig", "3d", "IE"),
    ("山本", "みどり", "2d", "JP"),
    ("Стрельцова", "Оксана", "2d", "UA"),
    ("김", "하늘", "1d", "KR"),
    ("Lefèvre", "Anaïs", "1d", "FR"),
    ("Παπαδοπούλου", "Ειρήνη", "1k", "GR"),
    ("Ångström", "Björn", "2k", "SE"),
    ("Nguyễn", "Thị Lan", "2k", "VN"),
    ("Yılmaz", "Çiğdem", "3k", "TR"),
    ("Żuraw", "Łucja", "4k", "PL"),
    ("כהן", "נועה", "5k", "IL"),
    ("Mățar", "Ștefan", "5k", "RO"),
    ("Muñoz", "Íñigo", "6k", "ES"),
    ("Þórsdóttir", "Æsa", "7k", "IS"),
    ("Groß", "Jürgen", "8k", "DE"),
    ("حداد", "ليلى", "9k", "MA"),
    ("Kõiv", "Õnne", "10k", "EE"),
    ("Šķēle", "Ģirts", "12k", "LV"),
    ("d’Hôtel", "Maëlle", "13k", "FR"),
    ("van der Meer", "Joost", "15k", "NL"),
    ("ศรีสุข", "มาลี", "18k", "TH"),
    ("O'Neill", "Zoë", "20k", "GB"),
]
LATE = ("Ôoka", "Kenzō", "1k", "JP")
LIST = "\n".join(["Surname;First name;Rank;Country", *(";".join(person) for person in PEOPLE)])


class Director(Somebody):
    """A director who starts at the home page and knows nothing but what the pages say."""

    def __init__(self, page: Page, hand: Hand, name: str, base: str, language: str = "en") -> None:
        super().__init__(page, hand, name, language)
        self.base, self.slug = base, ""
        self.letter = "n" if language == "fr" else "b"
        self.black_wins, self.white_wins = (
            ("Noir gagne", "Blanc gagne") if language == "fr" else ("B+", "W+")
        )
        self.moved = ("", "")

    # Setting up

    def create(self, name: str, *, rounds: int, bar: str, floor: str, size: int = 19) -> None:
        """Go from the home page through the six steps, under the Japanese rules."""
        page = self.page
        page.goto(f"{self.base}/")
        self.press(self.link("Create a tournament"))
        self.hand.write(self.field("Name of the tournament"), name)
        self.hand.tick(page.locator("input[name=rules][value=japanese]"))
        if size != 19:
            self.hand.write(page.locator("#board_size"), str(size))
        self.press(self.button("Create the tournament"))
        expect(page.locator("#address")).to_have_value(re.compile("/l/.+"))
        self.picture("created")
        self.press(page.locator("main a.main"))
        page.wait_for_url("**/settings/system/")
        self.slug = page.url.split("/director/")[1].split("/")[0]
        self.hand.write(page.locator("#rounds"), str(rounds))
        self.hand.write(page.locator("#bar"), bar)
        self.hand.write(page.locator("#floor"), floor)
        for step in ("order", "time", "results", "disputes"):
            self.press(page.locator("button.main"))
            page.wait_for_url(f"**/settings/{step}/")
        self.press(page.locator("button.main"))
        expect(page.get_by_role("heading", name=self.say("Next: register players"))).to_be_visible()
        self.picture("settings")
        self.press(self.link("Register players"))

    def paste(self, text: str, count: int) -> None:
        """Enter everybody from a list in the clipboard."""
        page = self.page
        self.press(self.link("Paste or load a list"))
        self.hand.write(page.locator("#text"), text)
        self.press(self.button("Check the list"))
        self.picture("list-understood")
        name = self.counted("Enter %(count)s player", "Enter all %(count)s players", count)
        self.press(page.get_by_role("button", name=name))
        expect(page.locator("#players-list [role=status]")).to_contain_text(str(count))
        self.picture("players")

    def door(self, text: str, **values: object) -> None:
        """Press the button of the overview's "Next"."""
        self.go_to("Overview")
        self.press(
            self.page.locator("section.next").get_by_text(self.say(text, "", **values), exact=True)
        )

    def go_to(self, room: str, context: str = "") -> None:
        """Go to a room by the side bar, which a narrow screen opens from its bar."""
        name = self.say(room, context)
        door = self.page.locator("nav.rooms").get_by_role("link", name=name, exact=True)
        menu = self.page.locator("header .bar").get_by_role("button")
        if menu.is_visible():
            self.press(menu)
        self.press(door)

    # Rounds

    def pair(self, number: int) -> None:
        """Have the round paired that the overview says is next."""
        self.door("Prepare round %(number)d", number=number)
        self.press(self.button("Pair this round"))
        expect(self.seats().first).to_be_visible()

    def seats(self) -> Locator:
        """Return the names of the draft, Black and White of every board."""
        return self.page.locator(".boards [data-player]")

    def publish(self) -> None:
        """Publish the draft; what the page asks about before is answered with yes."""
        button = self.page.locator("button[name=step][value=publish]")
        self.press(button)
        sure = self.page.locator("form:has(input[name=sure]) button.main")
        expect(sure.or_(self.page.locator("#counter"))).to_be_visible()
        if sure.count():
            self.picture("sure")
            self.press(sure)
        expect(self.page.locator("#counter")).to_be_visible()

    def publish_tournament(self) -> None:
        """Let everybody see the tournament, which begins hidden."""
        self.press(self.page.locator("#publish-tournament"))
        expect(self.page.locator("#publish-tournament")).to_have_count(0)

    def boards(self) -> list[int]:
        """Return the boards that still have no result."""
        rows = self.page.locator("table.running tbody tr")
        open_ = rows.filter(has_text=self.say("no result yet"), has_not=self.page.locator(".badge"))
        expect(open_.first).to_be_visible()
        return [int(row.locator("td").first.inner_text()) for row in open_.all()]

    def type_line(self, line: str) -> None:
        """Type into the result line, which has the focus."""
        field = self.page.locator("#line")
        self.hand.write(field, line)
        self.page.keyboard.press("Enter")

    def enter_results(self, boards: list[int], answer: dict[int, str] | None = None) -> None:
        """Type a result for every board, Black's and White's in turn."""
        for board in boards:
            result = (answer or {}).get(board, self.letter if board % 2 else "w")
            self.type_line(f"{board} {result}")
            expect(self.page.locator("#line")).to_have_value("")

    def close_round(self, number: int) -> None:
        """Close the round as soon as the page offers it."""
        self.press(self.button("All results are in: close the round"))
        expect(self.page.locator("section.next")).to_be_visible()

    def swap_in_the_draft(self) -> None:
        """Exchange Black of the first board with Black of the third, with the keys or two taps."""
        page, names = self.page, self.seats()
        one, other = names.nth(0).inner_text(), names.nth(4).inner_text()
        if isinstance(self.hand, Finger):
            names.nth(0).tap()
            self.picture("draft")
            names.nth(4).tap()
        else:
            Keys().reach(names.nth(0))
            page.keyboard.press("Enter")
            expect(names.nth(0)).to_have_attribute("aria-pressed", "true")
            self.picture("draft")
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowDown")
            expect(names.nth(4)).to_be_focused()
            page.keyboard.press("Enter")
        # What came back has the focus where the first one sits now.
        expect(page.locator("[data-player]:focus")).to_have_text(one)
        after = names.all_inner_texts()
        assert one in after[4:6]
        assert other in after[0:2]

    def late_entry(self, person: tuple[str, str, str, str], from_round: int) -> None:
        """Enter somebody who comes later."""
        page = self.page
        self.go_to("Players")
        by_hand = page.locator("details").filter(has=page.locator("#surname"))
        self.press(by_hand.locator("summary").first)
        for field, text in zip(("surname", "first_name", "rank", "country"), person, strict=True):
            self.hand.write(page.locator(f"#{field}"), text)
        self.hand.choose(page.locator("#from_round"), str(from_round))
        self.picture("late-entry")
        self.press(by_hand.get_by_role("button", name=self.say("Enter"), exact=True))
        row = page.get_by_role("row").filter(has_text=person[0])
        expect(row).to_be_visible()

    def withdraw(self, name: str) -> None:
        """Withdraw a player from the rounds to come."""
        self.go_to("Players")
        row = self.page.get_by_role("row").filter(has_text=name)
        self.press(row.locator("a[href$='/withdraw/']"))
        self.picture("withdraw")
        self.press(self.button("Withdraw"))
        expect(row).to_be_visible()
        expect(row.locator("button[aria-pressed=true]")).to_have_count(0)

    # Links

    def link_for(self, player: str) -> str:
        """Make a player's private link."""
        self.go_to("Links")
        row = self.page.get_by_role("row").filter(has_text=player)
        self.press(row.locator("form button"))
        return self.page.locator("#address").input_value()

    def invite(self, name: str, role: str) -> str:
        """Make the link of somebody who helps."""
        self.go_to("Staff")
        self.hand.write(self.page.locator("#label"), name)
        self.hand.tick(self.page.locator(f"input[name=role][value={role}]"))
        self.press(self.button("Make the link"))
        return self.page.locator("#address").input_value()

    # Corrections

    def to_corrections(self, number: int) -> None:
        """Go to the page where what was published in a round is mended."""
        self.go_to("Overview")
        heading = self.page.locator(f"#round-{number}")
        self.press(heading.get_by_role("link"))
        self.press(self.link("Correct this round"))

    def correct_board(self, number: int, board: int) -> tuple[str, str]:
        """Go to the page of one game of the round; return Black's name and White's."""
        self.to_corrections(number)
        row = self.page.locator("table.mend tbody tr").nth(board - 1)
        black, white = (row.locator("td").nth(at).inner_text() for at in (1, 2))
        self.press(row.get_by_role("link"))
        return black, white

    def give_reason(self, reason: str) -> None:
        """Say why, and look at what it changes."""
        self.hand.write(self.page.locator("#note"), reason)
        self.press(self.button("Continue: see what changes"))

    # The end

    def places(self) -> list[str]:
        """Return the names of the public standings, from the first place on."""
        names = self.page.locator("table.standings").first.locator("tbody th[scope=row] a")
        expect(names.first).to_be_visible()
        return names.all_inner_texts()

    def download(self, what: Locator) -> bytes:
        """Press a link that is a file."""
        with self.page.expect_download() as waiting:
            self.press(what)
        return waiting.value.path().read_bytes()
