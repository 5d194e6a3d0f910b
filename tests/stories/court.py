"""A tournament in which something happens, and what everybody does about it through the pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from adjudication.models import Appeal, Case, Motion, Ruling
from tests.support.desk_world import at, fields
from tests.support.remembered import remembered
from tests.support.world import NAMES, World, judge_all
from tournament.models import Game, Role, Tournament
from tournament.players.services.players import add_player
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.rounds import create_round, publish_round
from tournament.tournaments.services import create_tournament

BLACK, WHITE = 0, 1
COMMITTEE = (2, 3, 4)
"""The players of boards 2 and 3 who decide the appeals."""
Outcome = tuple[str, str, str, int | None]
"""State, winner, reason and margin (in half-points) of a game."""


@dataclass
class Court:
    """The first board of a tournament of eight, its players, a referee and the owner."""

    world: World
    players: tuple[Client, ...]
    rita: Client
    owner: Client

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.world.games[0].pk)

    @property
    def outcome(self) -> Outcome:
        game = self.game
        return game.state, game.winner, game.reason, game.margin_half

    def page(self, who: int, rest: str = "") -> str:
        """Return a page of the game as one of its players sees it."""
        answer = self.players[who].get(self.address(rest))
        assert answer.status_code == 200, answer.status_code
        return answer.text

    def address(self, rest: str = "") -> str:
        return f"/games/{self.world.games[0].pk}/{rest}"

    def hall(self, case: Case | None, rest: str = "") -> str:
        """Return where players read a case: at their game, and one without a game at itself."""
        if case is None or case.game_id is not None:
            return self.address(f"case/{rest}")
        return f"/cases/{case.pk}/{rest}"

    def reads(self, who: int, case: Case | None = None) -> str:
        """Return the page of a case as one of its players sees it."""
        answer = self.players[who].get(self.hall(case))
        assert answer.status_code == 200, answer.status_code
        return unescape(answer.text)

    # What players do

    def report(
        self,
        who: int,
        winner: str,
        how: str,
        *,
        margin: str = "",
        record: bytes = b"",
        dead: str = "",
        seki: str = "",
    ) -> str:
        """Report a result through the form and the sentence; what comes of it is judged."""
        typed: dict[str, object] = {"winner": winner, "reason": how, "margin": margin, "dead": dead}
        typed |= {"seki": seki} if seki else {}
        if record:
            typed["record"] = SimpleUploadedFile("game.sgf", record)
        client = self.players[who]
        looked = client.post(self.address("report/"), {**typed, "step": "review"})
        assert looked.status_code == 200, looked.text
        sent = client.post(
            self.address("report/"), {**form_with(looked.text, 'value="send"'), "step": "send"}
        )
        assert sent.status_code == 302, sent.text
        judge_all()
        return self.page(who)

    def add_record(self, who: int, record: bytes) -> None:
        """Send the record of a game that is reported already."""
        form: dict[str, object] = {**form_with(self.page(who, "record/"), 'name="record"')}
        form |= {"record": SimpleUploadedFile("game.sgf", record), "step": "review"}
        page = self.players[who].post(self.address("record/"), form).text
        form = {**form_with(page, 'value="send"'), "step": "send"}
        answer = self.players[who].post(self.address("record/"), form)
        assert answer.status_code == 302, answer.text
        judge_all()

    def confirm(self, who: int) -> str:
        """Confirm the opponent's report with the button of the game's page."""
        form = form_with(self.page(who), 'id="confirm"')
        return self.players[who].post(self.address("confirm/"), form, follow=True).text

    def contest(self, who: int, note: str) -> Case:
        """Contest the opponent's report."""
        form = form_with(self.page(who, "contest/"), 'name="note"')
        answer = self.players[who].post(self.address("contest/"), {**form, "note": note})
        assert answer.status_code == 302, answer.text
        return self.case()

    def wrong(self, who: int, matter: str, **typed: str) -> None:
        """Say on the game's page that something is wrong."""
        answer = self.players[who].post(self.address("wrong/"), {"matter": matter, **typed})
        assert answer.status_code == 302, answer.text

    def answer(self, who: int, *words: str) -> str:
        """Answer what a player is asked, question by question."""
        page, client = self.page(who, "question/"), self.players[who]
        for step, word in enumerate(words):
            assert f'id="say-{word}"' in page, page
            form: dict[str, Any] = {**form_with(page, f'id="say-{word}"'), "answer": word}
            form["path"] = list(words[:step])
            page = client.post(self.address("question/"), form, follow=True).text
        if 'id="accepting"' in page:  # it may end the game: asked again
            sure = {**form_with(page, "data-read-first"), "answer": words[-1]}
            page = client.post(self.address("question/"), sure, follow=True).text
        return page

    def say(self, who: int, text: str, record: bytes = b"", *, case: Case | None = None) -> None:
        """Write a statement on the page of the case, with a record or without; all read it."""
        form: dict[str, object] = {**form_with(self.reads(who, case), 'name="text"')}
        if record:
            form["record"] = SimpleUploadedFile("position.sgf", record)
        answer = self.players[who].post(self.hall(case), {**form, "text": text})
        assert answer.status_code == 302, answer.text
        alone = case is not None and case.parties.count() == 1
        assert text in self.reads(who if alone else 1 - who, case)

    def appeal(self, who: int, text: str, *, case: Case | None = None) -> None:
        """Appeal against the ruling."""
        form = form_with(self.reads(who, case), 'name="appeal"')
        answer = self.players[who].post(self.hall(case, "appeal/"), {**form, "appeal": text})
        assert answer.status_code == 302, answer.text

    # What the staff does

    def case(self) -> Case:
        """Return the newest case."""
        return Case.objects.latest("pk")

    def happened(self, cause: str, note: str, *, who: int | None = None, minutes: str = "") -> Case:
        """Let the referee write down that something happened at the board."""
        form: dict[str, object] = {
            "cause": cause,
            "board": str(self.world.games[0].pk),
            "players": [] if who is None else [str(self.world.players[who].pk)],
            "note": note,
            "minutes": minutes,
        }
        answer = self.rita.post("/referee/coupe/new/", form)
        assert answer.status_code == 302, answer.text
        return self.case()

    def heard(self, cause: str, note: str, *who: int) -> Case:
        """Let the referee write down something about players and no board; they find it."""
        players = [str(self.world.players[one].pk) for one in who]
        form = {"cause": cause, "board": "", "players": players, "note": note, "minutes": ""}
        answer = self.rita.post("/referee/coupe/new/", form)
        assert answer.status_code == 302, answer.text
        case = self.case()
        assert case.game_id is None
        for one in who:
            page = self.players[one].get("/me/").text
            assert " is about you." in page
            assert self.hall(case) in page
        return case

    def take(self, case: Case) -> str:
        """Take a case; return its page."""
        answer = self.rita.post(at(case, "do/"), {"what": "take"}, follow=True)
        assert f"Case {case.number} is yours now." in answer.text
        return answer.text

    def ask(self, case: Case, kind: str) -> None:
        """Let the referee put the question to both players."""
        answer = self.rita.post(at(case, "do/"), {"what": "ask", "kind": kind}, follow=True)
        assert "The players are asked on their own pages." in answer.text

    def guided(self, case: Case, kind: str, black: tuple[str, ...], white: tuple[str, ...]) -> str:
        """Go through the questions with the referee; return what they come to.

        What changes nothing any more is not asked.
        """
        page = self.rita.get(at(case, f"steps/{kind}/")).text
        for side, words in (("black", black), ("white", white)):
            for word in words:
                if "?outcome=" in page:
                    break
                links = [unescape(one) for one in re.findall(r'href="(\?[^"]+)"', page)]
                link = next(one for one in links if one.endswith(f"{side}={word}"))
                page = self.rita.get(at(case, f"steps/{kind}/") + link).text
        return page.split("?outcome=")[1].split('"')[0]

    def form(self, case: Case) -> str:
        """Return the page on which the ruling is written, filled in with what is proposed."""
        return self.rita.get(at(case, "ruling/?proposed=1")).text

    def rule(self, case: Case, *, outcome: str = "", **typed: object) -> Ruling:
        """Rule: from the form as it comes, with what is typed over it, over what it changes."""
        path = at(case, "ruling/") + (f"?outcome={outcome}" if outcome else "?proposed=1")
        self._decide(self.rita, path, at(case, "ruling/"), typed)
        case.refresh_from_db()
        return case.rulings.latest("number")

    def rule_by_count(self, case: Case, start: str, tap: str = "", **chosen: str) -> Ruling:
        """Rule by a count of the board that begins from ``start`` and has groups set so.

        ``chosen`` says by a group's first stone what it is: dead, alive or in seki; ``tap`` is a
        point that is tapped once.
        """
        page = self.rita.get(at(case, "count/"), {"begin": start}).text
        if tap:
            link = re.search(rf'href="([^"#]+tap={tap})[#"]', page)
            assert link is not None, page
            page = self.rita.get(at(case, "count/") + unescape(link[1])).text
        for stone, state in chosen.items():
            link = re.search(rf'id="set-{stone}-{state}" href="([^"#]+)', page)
            assert link is not None, page
            page = self.rita.get(at(case, "count/") + unescape(link[1])).text
        use = re.search(r'id="use-count" href="([^"]+)"', page)
        assert use is not None, page
        self._decide(self.rita, unescape(use[1]), at(case, "ruling/"), {})
        case.refresh_from_db()
        return case.rulings.latest("number")

    def committee(self, case: Case) -> Appeal:
        """Let the owner appoint three other players."""
        who = [f"player-{self.world.players[index].pk}" for index in COMMITTEE]
        page = self.owner.post(at(case, "appeal/committee/"), {"who": who}, follow=True).text
        assert "The committee is appointed." in page
        return Appeal.objects.latest("pk")

    def move(self, case: Case, member: int, **typed: object) -> Motion:
        """Let a member put another decision before the committee."""
        path = at(case, "appeal/motion/")
        self._decide(self.world.player(member), path, path, typed)
        return Motion.objects.latest("pk")

    def vote(self, case: Case, motion: Motion, *members: int) -> str:
        """Let members vote for a motion; return the page of the last."""
        page = ""
        for member in members:
            sent = {"motion": motion.pk}
            if motion.decision is None:
                sent["reasons"] = f"Member {member} has heard nothing that speaks against it."
            answer = self.world.player(member).post(at(case, "appeal/"), sent, follow=True)
            page = answer.text
        return page

    def _decide(self, client: Client, start: str, path: str, typed: dict[str, object]) -> None:
        form: dict[str, Any] = dict(fields(client.get(start, follow=True).text))
        form |= {name.replace("_of_", "-"): value for name, value in typed.items()}
        form.setdefault("reasons", "")
        looked = client.post(path, {**form, "step": "preview"})
        assert looked.status_code == 200, looked.text
        done = client.post(path, {**fields(looked.text), "step": "confirm"})
        assert done.status_code == 302, done.text


def open_court(
    *,
    rules: str = "japanese",
    size: int = 19,
    komi: float = 6.5,
    handicap: int = 0,
    **policy: object,
) -> Court:
    """Return a tournament of these rules and terms; ``policy`` is what it settles itself."""
    world = court_world()
    own = {"rules": rules, "board_size": size, "rulings": policy}
    Tournament.objects.filter(pk=world.tournament.pk).update(**own)
    terms = {"komi_half": round(2 * komi), "handicap": handicap}
    Game.objects.filter(pk=world.games[0].pk).update(**terms)
    world.tournament.refresh_from_db()
    world.games[0].refresh_from_db()
    return Court(
        world,
        tuple(world.player(index) for index in (BLACK, WHITE)),
        world.client(Role.REFEREE),
        world.client(Role.DIRECTOR),
    )


@remembered
def court_world() -> World:
    """Return a tournament with four boards; what a story is about is written over it."""
    tournament = create_tournament(
        name="Coupe d’été", slug="coupe", rules="japanese", board_size=19, komi_half=13
    )
    world = World(tournament)
    for name in NAMES:
        world.players.append(add_player(tournament_id=tournament.pk, surname=name, rank="1k"))
    round_ = create_round(tournament_id=tournament.pk)
    for black, white in zip(world.players[::2], world.players[1::2], strict=True):
        world.games.append(pair_game(round_id=round_.pk, black_id=black.pk, white_id=white.pk))
    publish_round(round_id=round_.pk)
    return world


def form_with(page: str, mark: str) -> dict[str, str]:
    """Return what the form of a page that has this mark in it sends by itself."""
    form = next(one for one in re.findall(r"<form.*?</form>", page, re.DOTALL) if mark in one)
    found: dict[str, str] = {}
    for tag in re.findall(r'<input type="(?:hidden|text)"[^>]*>', form):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and name[1] != "csrfmiddlewaretoken":
            found[name[1]] = unescape(value[1]) if value else ""
    return found
