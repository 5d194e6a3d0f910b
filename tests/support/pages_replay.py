"""A director's steps as posts to the pages that a browser posts to.

The functions have the names and arguments of the services that
:mod:`tests.tournament.replaying` does the same steps with, and stand in for them.
"""

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.contrib.messages import get_messages
from django.test import Client

from tournament.models import ENTRY_COLUMNS, Absence, Game, Player, Round, Tournament, Winner
from tournament.state.ranks import rank_text

WORDS = {Winner.BLACK: "b", Winner.WHITE: "w"}
CODES = {
    Winner.DRAW: "draw",
    Winner.BOTH: "both",
    Winner.BOTH_WIN: "both_win",
    Winner.NONE: "none",
    Winner.VOID: "void",
}


class Form(HTMLParser):
    """What a browser would send of a page's form that has this field, as it came."""

    def __init__(self, page: str, field: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._forms: list[dict[str, str]] = [{}]
        self._select = ""
        self.feed(page)
        self.values = next(values for values in self._forms if field in values)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        values = self._forms[-1]
        if tag == "form":
            self._forms.append({})
        elif tag == "select":
            self._select = found.get("name", "")
        elif tag == "option" and self._select:
            if "selected" in found or self._select not in values:
                values[self._select] = found.get("value", "")
        elif tag == "input" and "name" in found and "disabled" not in found:
            ticked = found.get("type") not in ("radio", "checkbox") or "checked" in found
            if ticked and found.get("type") != "file":
                values[found["name"]] = found.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "form":
            self._forms.append({})


class Pages:
    """A browser with a tournament that it took over from a file."""

    def __init__(self, client: Client) -> None:
        self.client, self.slug, self.posts = client, "", 0

    def get(self, path: str) -> str:
        answer = self.client.get(f"/director/{self.slug}/{path}")
        assert answer.status_code == 200, path
        return answer.content.decode()

    def post(self, path: str, data: dict[str, Any], *, status: int = 302) -> str:
        """Send a form; a page that refuses anything, in whatever way, is a failure."""
        self.posts += 1
        answer = self.client.post(f"/director/{self.slug}/{path}", data)
        told = [str(one) for one in get_messages(answer.wsgi_request) if one.level_tag == "error"]
        assert (answer.status_code, told) == (status, []), (path, data)
        return answer.content.decode()

    # The tournament and its people

    def take_over(self, path: Path) -> Tournament:
        """Bring the file of a tournament."""
        with path.open("rb") as file:
            answer = self.client.post("/new/file/", {"file": file, "rules": ""})
        assert answer.status_code == 200
        tournament = Tournament.objects.latest("pk")
        self.slug = tournament.slug
        return tournament

    def change_system(self, *, tournament_id: int, settings: Any) -> None:
        form = Form(self.get("settings/system/"), "floor").values
        scoring = settings.parameters.scoring
        wanted = {"bar": rank_text(scoring.bar), "floor": rank_text(scoring.floor)}
        self.post("settings/system/", {**form, **wanted, "then": "stay"})

    def add_players(self, *, tournament_id: int, entries: list[Player]) -> list[Player]:
        return [self._add_player(tournament_id, entry) for entry in entries]

    def _add_player(self, tournament_id: int, entry: Player) -> Player:
        form = Form(self.get("players/"), "surname").values
        form |= {name: str(getattr(entry, name)) for name in form.keys() & {*ENTRY_COLUMNS}}
        form |= {"rating": "" if entry.rating is None else str(entry.rating), "from_round": "1"}
        if entry.registration != "final":
            form["preliminary"] = "1"
        self.post("players/", {**form, "anyway": "1"})
        return Player.objects.filter(tournament=tournament_id).latest("pk")

    def change_player(self, *, player_id: int, **changes: Any) -> None:
        """Mend an entry; what the form has no field for stays as it is."""
        form = Form(self.get(f"players/{player_id}/"), "surname").values
        mended = {name: str(value) for name, value in changes.items() if name in form}
        if "registration" in changes:
            form.pop("preliminary", None)
            mended |= {"preliminary": "1"} if changes["registration"] != "final" else {}
        elif not mended.items() - form.items():
            return
        self.post(f"players/{player_id}/", form | mended)

    def remove_player(self, *, player_id: int) -> None:
        self.post(f"players/{player_id}/remove/", {})

    def set_absent(self, *, tournament_id: int, round_number: int, player_ids: list[int]) -> None:
        """Press the round of everybody for whom it is not as it shall be."""
        rows = Absence.objects.filter(player__tournament=tournament_id, round_number=round_number)
        before, wanted = set(rows.values_list("player_id", flat=True)), set(player_ids)
        for key in sorted(before ^ wanted):
            plays = int(key in before)
            self.post("players/part/", {"part": f"{key}-{round_number}-{plays}"})

    # A round in preparation

    def create_round(self, *, tournament_id: int) -> Round:
        """Have the round paired; then every board is taken away, to be seated by hand."""
        number = Round.objects.filter(tournament=tournament_id).count() + 1
        self.post(f"rounds/{number}/pair/", {"version": ""})
        round_ = Round.objects.get(tournament=tournament_id, number=number)
        self.unpair(round_id=round_.pk, game_ids=[game.pk for game in round_.games.all()])
        self.give_bye(round_id=round_.pk, player_id=None)
        return round_

    def _change(self, round_id: int, action: str, **data: object) -> None:
        row = Round.objects.get(pk=round_id)
        # What the form of the page carries.
        form = {"version": row.version, "action": action, **data}
        self.post(f"rounds/{row.number}/change/", form)

    def pair_game(self, *, round_id: int, black_id: int, white_id: int, **_terms: object) -> None:
        """Seat two; handicap and board follow, where they are not what the page makes of it."""
        self._change(round_id, "seat", black=black_id, white=white_id)

    def unpair(self, *, round_id: int, game_ids: list[int]) -> None:
        if game_ids:
            self._change(round_id, "unpair", game=game_ids)

    def swap_players(self, *, round_id: int, first_id: int, second_id: int) -> None:
        self._change(round_id, "swap", first=first_id, second=second_id)

    def swap_colours(self, *, round_id: int, game_ids: list[int]) -> None:
        self._change(round_id, "colours", game=game_ids)

    def give_bye(self, *, round_id: int, player_id: int | None) -> None:
        self._change(round_id, "bye", player=player_id or "")

    def set_terms(
        self, *, game_id: int, handicap: int | str = "", board_number: int | str = ""
    ) -> None:
        round_id = Game.objects.get(pk=game_id).round_id
        terms = {"handicap": handicap, "komi": "", "table": board_number}
        self._change(round_id, "terms", game=game_id, **terms)

    def publish_round(self, *, round_id: int) -> None:
        self._step(round_id, "publish")

    def finish_round(self, *, round_id: int) -> None:
        row = Round.objects.get(pk=round_id)
        self.post(f"rounds/{row.number}/close/", {"sure": "1"})

    def _step(self, round_id: int, step: str) -> None:
        row = Round.objects.get(pk=round_id)
        form = {"version": row.version, "step": step, "sure": "1"}
        self.post(f"rounds/{row.number}/state/", form)

    # Results

    def enter_result(self, *, game_id: int, winner: str, reason: str) -> None:
        """Type it into the result line, or choose it where the line has no word for it."""
        game = Game.objects.select_related("round").get(pk=game_id)
        if winner in WORDS:
            absent = "!" if reason == "absence" else ""
            self._line(game, f"{game.board_number} {WORDS[Winner(winner)]}{absent}")
        elif reason == "absence":
            self._line(game, f"{game.board_number} !")
        else:
            code = CODES[Winner(winner)]
            # What was played is meant, also where no count gives it.
            form = {
                "game": f"{game_id}-{game.version}",
                "result": code,
                "sure": f"{game_id} {code}",
            }
            self.post(f"rounds/{game.round.number}/result/", form)

    def clear_result(self, *, game_id: int) -> None:
        game = Game.objects.select_related("round").get(pk=game_id)
        self._line(game, f"{game.board_number} -")

    def _line(self, game: Game, line: str) -> None:
        self.post(f"rounds/{game.round.number}/line/", {"line": line})

    # Corrections: the form, the page that says what it changes, and yes

    def _mend(self, path: str, kind: str, **data: object) -> None:
        form = Form(self.get(f"{path}?mend={kind}"), "version").values
        form |= {name: str(value) for name, value in data.items() if value is not None}
        preview = Form(self.post(path, {**form, "step": "preview"}, status=200), "version").values
        self.post(path, {**preview, "step": "confirm"})

    def _mend_round(self, round_id: int, kind: str, **data: object) -> None:
        self._mend(f"rounds/{Round.objects.get(pk=round_id).number}/correct/", kind, **data)

    def correct_result(self, *, game_id: int, note: str, winner: str, reason: str) -> None:
        values = {"winner": winner, "reason": reason, "margin": ""}
        self._mend(f"games/{game_id}/correct/", "result", **values, note=note)

    def withdraw_result(self, *, game_id: int, note: str) -> None:
        self._mend(f"games/{game_id}/correct/", "result", winner="open", note=note)

    def correct_colours(self, *, game_id: int, note: str) -> None:
        self._mend(f"games/{game_id}/correct/", "colours", note=note)

    def correct_terms(
        self,
        *,
        game_id: int,
        note: str,
        handicap: int | None = None,
        board_number: int | None = None,
    ) -> None:
        terms = {"handicap": handicap, "table": board_number}
        self._mend(f"games/{game_id}/correct/", "terms", **terms, note=note)

    def remove_game(self, *, game_id: int, note: str) -> None:
        self._mend(f"games/{game_id}/correct/", "remove", note=note)

    def add_game(
        self,
        *,
        round_id: int,
        black_id: int,
        white_id: int,
        handicap: int,
        board_number: int | None,
        note: str,
    ) -> None:
        terms = {"handicap": handicap, "table": board_number, "komi": ""}
        self._mend_round(round_id, "add", black=black_id, white=white_id, **terms, note=note)

    def set_bye(self, *, round_id: int, player_id: int | None, note: str) -> None:
        self._mend_round(round_id, "bye", player=player_id or "", note=note)

    def swap_in_round(self, *, round_id: int, first_id: int, second_id: int, note: str) -> None:
        self._mend_round(round_id, "swap", first=first_id, second=second_id, note=note)


STEPS = (
    *("change_system", "add_players", "change_player", "remove_player", "set_absent"),
    *("create_round", "pair_game", "unpair", "swap_players", "swap_colours", "give_bye"),
    *("set_terms", "publish_round", "finish_round", "enter_result", "clear_result"),
)
"""The services that the replay calls by name; the corrections it finds in their module."""
