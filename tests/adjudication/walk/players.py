"""What the two players of a game do, each on two devices whose pages may be old."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from adjudication.cases.services.base import policy_of
from adjudication.cases.services.statements import write_statement
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import object_to_result, raise_matter, withdraw_matter
from adjudication.inquiries.services.resuming import (
    go_on_without_record,
    report_resumed,
)
from adjudication.life_and_death.services.saying import say_stones
from adjudication.life_and_death.sources import Source
from adjudication.models import Statement
from adjudication.policy.causes import Cause, ClockMatter
from adjudication.policy.questions import final_words, subject_for
from adjudication.records.services import sha256
from adjudication.rules.presets import get_ruleset
from adjudication.rulings.services.appeals import appeal, withdraw_appeal
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.services.answers import (
    accept_claim,
    agree_lost_on_time,
    contest_submission,
)
from adjudication.submissions.services.reports import (
    confirm_submission,
    submit_result,
    withdraw_submission,
)
from adjudication.submissions.services.right_record import take_record
from adjudication.submissions.services.server_records import SentSide, send_server_game
from tests.adjudication.decisions import as_player
from tests.adjudication.walk.games import DEAD, LINES, WALLS, Meant, counted, even, written
from tests.adjudication.walk.looking import Names, look
from tests.adjudication.walk.model import OF_THE_WALLS, VOID, Deed, Model, Policy, Question, View
from tests.support.world import World
from tournament.audit.services.current_actor import acting_as
from tournament.models import Player
from tournament.results.services.recording_errors import consent, propose, refuse, withdraw

T = TypeVar("T")
Act = tuple[Deed, Callable[[], object]]
"""What somebody does, as the model sees it, and doing it."""
COUNTABLE = {"walls", "plain", "swapped", "others", "komi", "resumed B", "resumed W"}
"""The records whose last position is the one of :data:`DEAD`."""
HOW = ("resignation", "time")
NAMES = ("Aki", "Béa", "Chris", "Dora", "Emil", "Fanny", "Gil", "Hana", "Ines", "Jan", "Kim", "Lou",
         "Mia", "Noé", "Otto", "Pia", "Quin", "Rose")  # fmt: skip
COMMITTEE = 12
"""From which of them on they play no game of the walk, and sit on committees."""
AT_ONCE = 2
"""How many games are played at once."""
COLUMNS = ("winner", "reason", "margin_half")


class Nothing(Exception):  # noqa: N818 - there is nothing to do it to
    """There is nothing that the act could be tried on."""


class Table:
    """The people of one tournament, what they believe of their games, and what they look at."""

    def __init__(self, world: World, chance: random.Random, policy: Policy) -> None:
        self.world, self.chance, self.count = world, chance, 0
        self.names: Names = {}
        self.people = {player.pk: player for player in world.players}
        self.pages: dict[tuple[int, int], View] = {}
        self.truth: dict[int, tuple[str, frozenset[str] | None, Meant]] = {}
        self.beliefs: dict[tuple[int, int], tuple[str, frozenset[str] | None, Meant]] = {}
        self.model = Model(policy)
        self.keys: list[int] = []
        self.views: dict[int, View] = {}
        self.script: list[Callable[[], Act]] = []
        """What its people have begun and go on with, as far as it can still be done."""
        self.to_come = [game.pk for game in world.games[: COMMITTEE // 2]]
        for _ in range(AT_ONCE):
            self.begin()

    def begin(self) -> None:
        """Begin with the next game: what was played, and what its players believe of it."""
        if not self.to_come:
            return
        key = self.to_come.pop(0)
        self.keys.append(key)
        self.views = look(self.keys, self.names)
        view = self.views[key]
        self.truth[key] = self._truth(view)
        for player in view.players:
            self.beliefs[key, player] = self._belief(view, self.truth[key])
        self.model.begin(view)

    def _truth(self, view: View) -> tuple[str, frozenset[str] | None, Meant]:
        """Draw what really was played: a record, the stones that are dead, the result."""
        text = self.model.text
        if self.chance.random() < 0.7:
            dead = self.chance.choice(DEAD)
            return "walls", dead, counted(WALLS, dead, text, view.black, view.white)
        line = self.chance.choice(("ko", "black ko", "triple ko", "twice", ""))
        if line == "triple ko" and not text.repetition_forbidden:
            return line, None, VOID
        winner = self.chance.choice(view.players)
        return line, None, Meant(winner, self.chance.choice(HOW))

    def _belief(
        self, view: View, truth: tuple[str, frozenset[str] | None, Meant]
    ) -> tuple[str, frozenset[str] | None, Meant]:
        """Draw what a player believes of it: mostly the truth."""
        line, dead, result = truth
        match self.chance.choice(("right",) * 6 + ("points", "colour", "stones", "other")):
            case "points" if result.margin_half:
                return line, dead, result._replace(margin_half=result.margin_half + 2)
            case "colour":
                other = {view.black: view.white, view.white: view.black}
                return line, dead, result._replace(winner=other.get(result.winner, result.winner))  # type: ignore[call-overload]
            case "stones" if dead is not None:
                return line, self.chance.choice(DEAD), result
            case "other":
                return line, None, self.a_result(view)
        return truth

    def any_of(self, rows: Any) -> Any:
        found = list(rows)
        if not found:
            raise Nothing
        return self.chance.choice(found)

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def a_key(self) -> str:
        self.count += 1
        return f"key-{self.count}"

    def a_view(self) -> View:
        return self.views[self.chance.choice(self.keys)]

    def a_seat(self) -> tuple[View, int]:
        """Return a game and one of its players."""
        view = self.a_view()
        return view, self.chance.choice(view.players)

    def page(self, view: View, player: int) -> View:
        """Return the game as one of a player's two devices shows it: now and then an old page."""
        device = self.chance.randrange(2)
        if self.often(0.7) or (player, device) not in self.pages:
            self.pages[player, device] = view
        return self.pages[player, device]

    def a_result(self, view: View) -> Meant:
        """Return any result that a player can report."""
        winner = self.chance.choice(view.players)
        margin = self.chance.choice((1, 7, 13, 31, 43, 87))
        return self.chance.choice(
            (
                Meant(winner, "resignation"),
                Meant(winner, "time"),
                Meant(winner, "score", margin),
                Meant(winner, "score", margin),
                Meant("draw", "score"),
                even(self.model.text, *view.players),
                VOID,
            )
        )

    def data(self, name: str, view: View) -> bytes:
        """Return a record of a game as a file, and remember its name."""
        black, white = (self.people[key].name for key in view.players)
        others = tuple(
            player.name for player in self.world.players if player.pk not in view.players
        )
        komi = self.model.text.komi
        found = LINES[name].data(black, white, (others[0], others[1]), komi)
        self.names.setdefault((view.id, sha256(found)), name)
        return found


def columns(one: Meant, view: View) -> dict[str, Any]:
    """Return a result as services take it, by colours."""
    winner = {view.black: "black", view.white: "white"}.get(one.winner, one.winner)  # type: ignore[call-overload]
    return dict(zip(COLUMNS, (winner, one.reason, one.margin_half), strict=True))


class Players(Table):
    """What the players may try."""

    def do_report(self) -> Act:
        view, player = self.a_seat()
        page = self.page(view, player)
        line, dead, means = self.beliefs[view.id, player]
        if self.often(0.35):
            means = self.a_result(view)
        if self.often(0.3) and page.pending and page.pending.player != player:
            means = page.pending.meant  # says the same as the opponent
        record = ""
        if self.often(0.6):
            record = line if self.often(0.6) else self.chance.choice(list(LINES))
        if record and record not in COUNTABLE:
            dead = None
        elif self.often(0.4):
            dead = self.chance.choice((None, *DEAD))
        return self._report(page, player, record, dead, means)

    def _report(
        self, page: View, player: int, record: str, dead: frozenset[str] | None, means: Meant
    ) -> Act:
        view = page
        key, waiting = self.a_key(), page.pending
        sent = self.data(record, view) if record else None
        deed = Deed(
            "report", view.id, player, page=page, means=means, more={"dead": dead, "record": record}
        )
        return deed, lambda: submit_result(
            game_id=view.id,
            player_id=player,
            claim=written(means, view.black),
            record_bytes=sent,
            filename="game.sgf" if sent else "",
            dead_stones=None if dead is None else sorted(dead),
            idempotency_key=key,
            expects="" if waiting is None else str(waiting.id),
            version=page.version,
        )

    def _theirs(self) -> tuple[View, int, View]:
        view, player = self.a_seat()
        page = self.page(view, player)
        if page.pending is None or page.pending.player == player:
            raise Nothing
        return view, player, page

    def do_confirm(self) -> Act:
        view, player, page = self._theirs()
        assert page.pending is not None
        theirs = page.pending
        deed = Deed("confirm", view.id, player, page=page, means=theirs.meant)
        return deed, lambda: confirm_submission(
            submission_id=theirs.id, player_id=player, version=page.version
        )

    def do_contest(self) -> Act:
        _view, player, page = self._theirs()
        assert page.pending is not None
        dead = None
        if page.pending.record in COUNTABLE and self.often(0.5):
            dead = self.chance.choice(DEAD)
        return self._contest(page, player, dead, about=self.often(0.3))

    def _contest(self, page: View, player: int, dead: frozenset[str] | None, *, about: bool) -> Act:
        view, theirs, means = page, page.pending, None
        if theirs is None:
            raise Nothing
        if theirs.record not in COUNTABLE:
            dead = None
        if dead is not None:
            means = self.model.count(theirs.record, dead, self.views[view.id])
        deed = Deed("contest", view.id, player, page=page, means=means, more={"dead": dead})
        return deed, lambda: contest_submission(
            submission_id=theirs.id,
            player_id=player,
            version=page.version,
            note="No.",
            about_dead_stones=about,
            dead_stones=None if dead is None else sorted(dead),
        )

    def do_withdraw(self) -> Act:
        view, player = self.a_seat()
        page = self.page(view, player)
        if page.pending is None or page.pending.player != player:
            raise Nothing
        mine = page.pending
        deed = Deed("withdraw", view.id, player, page=page)
        return deed, lambda: withdraw_submission(submission_id=mine.id, player_id=player)

    def do_accept(self) -> Act:
        view, player = self.a_seat()
        page = self.page(view, player)
        theirs = page.said(page.opponent(player))
        if theirs is None or page.state != "disputed":
            raise Nothing
        deed = Deed(
            "accept", view.id, player, page=page, means=theirs.meant, more={"expects": theirs.id}
        )
        return deed, lambda: accept_claim(
            game_id=view.id, player_id=player, expects=theirs.id, version=page.version
        )

    def do_add_record(self) -> Act:
        view, player = self.a_seat()
        record = self.chance.choice(list(LINES))
        dead = self.chance.choice((None, *DEAD)) if record in COUNTABLE else None
        sent, key = self.data(record, view), self.a_key()
        return Deed("add record", view.id, player, more={"record": record}), lambda: add_record(
            game_id=view.id,
            player_id=player,
            record_bytes=sent,
            idempotency_key=key,
            dead_stones=None if dead is None else sorted(dead),
        )

    def do_take_record(self) -> Act:
        view, player = self.a_seat()
        page = self.page(view, player)
        said = Statement.objects.filter(case__game=view.id, record__isnull=False).first()
        if said is not None and self.often(0.3):
            return Deed("take record", view.id, player, page=page), lambda: take_record(
                game_id=view.id, player_id=player, statement_id=said.pk, version=page.version
            )
        theirs = self.any_of(one for one in page.reports if one.record)
        return Deed("take record", view.id, player, page=page), lambda: take_record(
            game_id=view.id, player_id=player, submission_id=theirs.id, version=page.version
        )

    def do_send_server_game(self) -> Act:
        view = self.a_view()
        sent = self.data("server", view)
        sides = [SentSide(number=self.people[key].number) for key in view.players]
        tournament_id = self.world.tournament.pk
        return Deed("server", view.id), lambda: send_server_game(
            tournament_id=tournament_id,
            data=sent,
            filename="ogs.sgf",
            program="OGS",
            black=sides[0],
            white=sides[1],
        )

    def do_object(self) -> Act:
        view, player = self.a_seat()
        return Deed("object", view.id, player), lambda: object_to_result(
            game_id=view.id, player_id=player, note="Look again."
        )

    def do_raise(self) -> Act:
        view, player = self.a_seat()
        cause = self.chance.choice(list(Cause))
        data: Mapping[str, Any] | None = self.chance.choice(
            (None, {"move": 10}, {"point": "D6"}, {"minutes": 40})
        )
        clock, whose = self.a_clock(cause), None
        if clock:
            data = {"clock": clock}
            if cause is Cause.TIME:
                whose = self.chance.choice((None, *view.players))
        if whose is not None:
            data = {"clock": clock, "whose": "black" if whose == view.black else "white"}
        return self._raise(view, player, cause, data, clock, whose)

    def _raise(
        self,
        view: View,
        player: int,
        cause: Cause,
        data: Mapping[str, Any] | None,
        clock: str,
        whose: int | None,
    ) -> Act:
        record = self.chance.choice(("", "", "walls", "triple ko", "ko"))
        sent = self.data(record, view) if record else None
        more = {"cause": str(cause), "clock": clock, "whose": whose}
        deed = Deed("raise", view.id, player, more=more)
        return deed, lambda: raise_matter(
            game_id=view.id,
            player_id=player,
            cause=cause,
            note="Something happened.",
            data=data,
            record_bytes=sent,
        )

    def do_claim_late(self) -> Act:
        """A player says that the opponent's time ran out; the opponent may agree, perhaps later."""
        view, player = self.a_seat()
        if view.over and self.often(0.9):
            raise Nothing
        late = view.opponent(player)
        if self.often(0.5):
            self.script += [lambda: self._late(view.id, late), lambda: self._late(view.id, late)]
        colour = "black" if late == view.black else "white"
        data = {"clock": "fell", "whose": colour}
        return self._raise(view, player, Cause.TIME, data, "fell", late)

    def do_agree_late(self) -> Act:
        """A player agrees that they lost on time, whether or not anybody says so."""
        view, player = self.a_seat()
        if view.opponent(player) not in self.model.games[view.id].late and self.often(0.9):
            raise Nothing
        return self._late(view.id, player)

    def _late(self, game_id: int, player: int) -> Act:
        view = self.any_of(one for one in self.views.values() if one.id == game_id)
        page = self.page(view, player)
        case = self.any_of([page.live] if page.live and self.often(0.9) else page.cases)
        means = Meant(view.opponent(player), "time")
        deed = Deed("agree late", view.id, player, page=page, means=means, more={"case": case.id})
        return deed, lambda: agree_lost_on_time(
            game_id=view.id, player_id=player, case_id=case.id, version=page.version
        )

    def do_take_back(self) -> Act:
        """A player takes back what somebody raised: that may have been they."""
        view, player = self.a_seat()
        return self._take_back(view.id, player)

    def _take_back(self, game_id: int, player: int) -> Act:
        view = self.any_of(one for one in self.views.values() if one.id == game_id)
        live = view.live
        case = live if live and self.often(0.7) else self.any_of(view.cases)
        deed = Deed("take back", view.id, player, more={"case": case.id})
        return deed, lambda: withdraw_matter(game_id=view.id, case_id=case.id, player_id=player)

    def do_both_raise(self) -> Act:
        """Both players raise something, and then one of them or both take it back."""
        view, player = self.a_seat()
        if view.over and self.often(0.9):
            raise Nothing
        other = view.opponent(player)
        self.script += [
            lambda: self._claim(view.id, other),
            *self.between(view.id),
            lambda: self._take_back(view.id, self.chance.choice(view.players)),
        ]
        if self.often(0.5):
            self.script += [lambda: self._take_back(view.id, self.chance.choice(view.players))]
        return self._claim(view.id, player)

    def _claim(self, game_id: int, player: int) -> Act:
        """Raise something that is no complaint."""
        view = self.any_of(one for one in self.views.values() if one.id == game_id)
        cause = self.chance.choice((Cause.TIME, Cause.ILLEGAL_MOVE, Cause.COUNT_LOST, Cause.CYCLE))
        if cause is not Cause.TIME:
            return self._raise(view, player, cause, None, "", None)
        late = view.opponent(player)
        data = {"clock": "fell", "whose": "black" if late == view.black else "white"}
        return self._raise(view, player, cause, data, "fell", late)

    def a_clock(self, cause: Cause) -> str:
        """Return what a clock is said to have done; now and then where it is about none."""
        if cause is not Cause.TIME and self.often(0.95):
            return ""
        return str(self.chance.choice(("", *ClockMatter)))

    def do_answer(self) -> Act:
        view, player = self.a_seat()
        page = self.page(view, player)
        return self._answer(page, player, self.any_of(page.questions))

    def do_play_on(self) -> Act:
        """Somebody asked what is dead, or whether it is over, wants to play on."""
        view, player = self.a_seat()
        about = [one for one in view.questions if one.kind in ("dead_stones", "effective_move")]
        return self._answer(view, player, self.any_of(about), ("resume", "black_moves", "resumed"))

    def _answer(self, page: View, player: int, asked: Question, wanted: Sequence[str] = ()) -> Act:
        view = page
        colour = "black" if player == view.black else "white"
        ruleset = get_ruleset(self.world.tournament.rules)
        about = subject_for(colour, asked.shown)
        words = final_words(asked.kind, ruleset, policy_of(self.world.tournament), about)
        other = asked.answers.get("white" if colour == "black" else "black", "")
        word = other if other in words and self.often(0.5) else self.chance.choice(words)
        if wanted and self.often(0.8):
            word = next((one for one in wanted if one in words), word)
        means, data = self._meaning(page, player, asked.kind, str(word), asked.shown)
        deed = Deed(
            "answer",
            view.id,
            player,
            page=page,
            means=means,
            more={"kind": asked.kind, "word": word, "question": asked.id},
        )
        return deed, lambda: answer(
            inquiry_id=asked.id, player_id=player, answer=str(word), data=data
        )

    def _meaning(
        self, page: View, player: int, kind: str, word: str, shown: Mapping[str, Any]
    ) -> tuple[Meant | None, dict[str, Any] | None]:
        """Return the result that somebody names by an answer, and what goes with it."""
        match kind, word:
            case "objection", "confirm":
                found = [one for one in page.reports if one.id == shown.get("submission")]
                waiting = found[0] if found else page.pending
                return (None if waiting is None else waiting.meant), None
            case "objection", "other":
                means = self.a_result(page)
                for one in page.reports:
                    if self.often(0.2):
                        means = one.meant
                return means, {"result": written(means, page.black)}
            case "no_result", "yes":
                become = {
                    "half": VOID,
                    "void": Meant("void", "unknown", None),
                    "replay": None,
                }
                return become[self.model.policy.no_result], None
            case "dead_stones", "accept":
                theirs = page.said(page.opponent(player))
                colour = "white" if player == page.black else "black"
                if theirs is None or shown.get(colour) is None:
                    return None, None
                line = theirs.record or next(
                    (one.record for one in page.reports[::-1] if one.stands and one.record), ""
                )
                if line not in COUNTABLE:
                    return theirs.meant, None
                return self.model.count(line, shown[colour], page), None
        return None, None

    def do_go_on(self) -> Act:
        view, player = self.a_seat()
        if view.state != "disputed" and self.often(0.97):
            raise Nothing
        return Deed("go on", view.id, player), lambda: go_on_without_record(
            game_id=view.id, player_id=player
        )

    def do_dispute(self) -> Act:
        """Begin a dispute of dead stones that its players settle by playing on (J: Art. 9.3)."""
        view = self.any_of(
            one for one in self.views.values() if one.state == "open" and one.id in self.keys
        )
        first, second = self.chance.sample(view.players, 2)
        mine, theirs = self.chance.sample(DEAD, 2)
        line = self.chance.choice(("walls", "plain"))

        def now() -> View:
            return self.any_of(one for one in self.views.values() if one.id == view.id)

        def agreed() -> Act:
            asked = self.any_of(one for one in now().questions if one.kind == "dead_stones")
            player = self.chance.choice(
                [
                    player
                    for player, colour in zip(view.players, ("black", "white"), strict=True)
                    if colour not in asked.answers
                ]
            )
            return self._answer(now(), player, asked, ("resume", "black_moves", "resumed"))

        self.script += [
            lambda: self._contest(now(), second, theirs, about=True),
            *self.between(view.id),
            agreed,
            agreed,
            lambda: self._resume(now(), self.chance.choice(view.players)),
        ]
        means = self.model.count(line, mine, view)
        return self._report(view, first, line, mine, means)

    def between(self, game_id: int) -> list[Callable[[], Act]]:
        """Return what others do while the players of a game differ on dead stones."""
        raise NotImplementedError

    def do_resume(self) -> Act:
        return self._resume(*self.a_seat())

    def _resume(self, view: View, player: int) -> Act:
        going = view.going
        if going is None:
            raise Nothing
        first = going.first if self.often(0.7) else self.chance.choice("BW")
        record = f"resumed {first}" if self.often(0.9) else self.chance.choice(("walls", "ko"))
        if going.at_once and self.often(0.8):
            record = "walls"
        dead = sorted(self.chance.choice(DEAD))
        means = None
        if record in COUNTABLE:
            means = self.model.count(record, () if going.stay else dead, view)
        resigned = ""
        if self.often(0.2):
            resigned = self.chance.choice(("black", "white"))
            means = Meant(view.white if resigned == "black" else view.black, "resignation")
        sent, key = self.data(record, view), self.a_key()
        more = {"record": record, "resigned": resigned}
        return Deed("resume", view.id, player, means=means, more=more), lambda: report_resumed(
            game_id=view.id,
            player_id=player,
            record_bytes=sent,
            idempotency_key=key,
            dead_stones=dead,
            resigned=resigned,
        )

    def do_say(self) -> Act:
        view, player = self.a_seat()
        case = self.any_of(view.cases)
        record = self.chance.choice(("", "", "walls", "ko", "broken"))
        sent, key = self.data(record, view) if record else None, self.a_key()
        return Deed("say", view.id, player), lambda: write_statement(
            case_id=case.id,
            player_id=player,
            text="So it was.",
            record_bytes=sent,
            filename="mine.sgf" if sent else "",
            idempotency_key=key,
        )

    def do_say_stones(self) -> Act:
        """A player says in a case which stones live and which are dead."""
        view, player = self.a_seat()
        case = self.any_of(view.cases)
        report = self.any_of(one for one in view.reports if one.record in OF_THE_WALLS)
        dead = self.chance.choice(DEAD)
        alive = self.chance.choice((("D5",), ("E5",), ("D5", "E5")))
        deed = Deed("say stones", view.id, player, more={"case": case.id})
        return deed, lambda: say_stones(
            case_id=case.id,
            player_id=player,
            source=Source(report.id),
            alive=alive,
            dead=sorted(dead),
        )

    def do_appeal(self) -> Act:
        view, player = self.a_seat()
        case = self.any_of(one for one in view.cases if one.state not in ("open", "asked"))

        def act() -> None:
            with acting_as(as_player(Player.objects.get(pk=player))):
                appeal(case_id=case.id, player_id=player, text="I do not agree.")

        return Deed("appeal", view.id, player, more={"case": case.id}), act

    def do_withdraw_appeal(self) -> Act:
        view, player = self.a_seat()
        case = self.any_of(one for one in view.cases if one.state == "appealed")

        def act() -> None:
            with acting_as(as_player(Player.objects.get(pk=player))):
                withdraw_appeal(case_id=case.id, player_id=player)

        return Deed("withdraw appeal", view.id, player, more={"case": case.id}), act

    # A recording error

    def do_propose(self) -> Act:
        view, player = self.a_seat()
        if view.state != "confirmed" and self.often(0.9):
            raise Nothing
        means = self.a_result(view)
        return Deed("propose", view.id, player, means=means), lambda: propose(
            game_id=view.id, by_player_id=player, note="A slip of the pen", **columns(means, view)
        )

    def do_answer_proposal(self) -> Act:
        view, player = self.a_seat()
        page = self.page(view, player)
        error, means, _agreed = self.any_of(page.proposals)
        match self.chance.randrange(4):
            case 0:
                return Deed("refuse", view.id, player), lambda: refuse(
                    error_id=error, player_id=player
                )
            case 1:
                return Deed("take proposal back", view.id, player), lambda: withdraw(
                    error_id=error, by_player_id=player
                )
        deed = Deed("consent", view.id, player, means=means, more={"error": error})
        return deed, lambda: consent(error_id=error, player_id=player)
