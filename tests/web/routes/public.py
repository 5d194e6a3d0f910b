"""The addresses of everybody, and the director's form of the prizes."""

from django.test import Client

from adjudication.result_entry.services import enter_result
from tests.support.world import World
from tests.web.routes.visitors import (
    ALL,
    DIRECTING,
    NO_METHOD,
    Pages,
    Routes,
    anybody,
    at,
    only,
    staff,
)
from tournament.models import Role, RoundOutlook, Tournament
from tournament.outlook.stored import must_as_json, tallies_as_json
from tournament.players.services.players import add_player
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.rounds import create_round, publish_round
from tournament.simulation.must import NeededResult, WinningConditions
from tournament.simulation.odds import Tally
from tournament.state.results import Outcome
from tournament.tournaments.services import create_tournament


def running_cup() -> World:
    """Return a tournament of which it was worked out what may come, with one of two games open."""
    cup = Tournament.objects.filter(slug="ahead").first()
    if cup is not None:  # several pages may be looked at in one world
        return World(cup)
    cup = create_tournament(name="Coupe d’automne", slug="ahead", rules="french")
    players = [
        add_player(tournament_id=cup.pk, surname=name, rank="3k").pk
        for name in ("Aki", "Béa", "Chris", "Dora")
    ]
    round_ = create_round(tournament_id=cup.pk)
    pair_game(round_id=round_.pk, black_id=players[0], white_id=players[1])
    game = pair_game(round_id=round_.pk, black_id=players[2], white_id=players[3])
    publish_round(round_id=round_.pk)
    enter_result(game_id=game.pk, winner="black")
    Tournament.objects.filter(pk=cup.pk).update(
        expected_scores=True, live_odds=True, certain_boards=True
    )
    cup.refresh_from_db()
    needed = NeededResult(1, 1, 2, Outcome.JIGO)
    must = [
        WinningConditions(wins=(1,), that_is_all=True, wins_suffice=True),
        WinningConditions(wins=(1, 2), results=(needed,)),
        WinningConditions(wins_suffice=True),
        WinningConditions(out=True),
    ]
    tallies = {number: Tally(0.25, 0.75, 0.5, 0.2, 0.5, 0.05) for number in range(1, 5)}
    for number in range(2):
        RoundOutlook.objects.create(
            tournament=cup,
            number=number,
            sequence=1,
            expected=[[1, 2, 0, 15, 0.62], [3, 4, 0, 15, 0.5]] if number else [],
            known=number,
            games=2 * number,
            prizes=3,
            exact=bool(number),
            events=20,
            tallies=tallies_as_json(
                tallies if number else {player: Tally(5, 15, 10, 4, 10, 1) for player in tallies}
            ),
            must=must_as_json(dict(enumerate(must, 1))) if number else [],
        )
    return World(cup)


def _looks_ahead(world: World) -> Client:
    running_cup()
    return Client()


def everybody(path: str) -> tuple[dict[str, int], dict[str, int], object]:
    return (ALL, NO_METHOD, lambda scene: path)


ROUTES: Routes = {
    name: everybody(path)  # type: ignore[misc]
    for name, path in {
        "tournament:home": "/",
        "tournament:help": "/help/",
        "tournament:glossary": "/help/words/",
        "tournament:guide_for": "/help/director/",
        "tournament:tournament": "/t/coupe/",
        "tournament:tournament_live": "/t/coupe/live/",
        "tournament:round": "/t/coupe/rounds/1/",
        "tournament:published_round_live": "/t/coupe/rounds/1/live/",
        "tournament:event": "/t/coupe/event/",
        "tournament:pictures": "/t/coupe/pictures/",
        "tournament:card": "/t/coupe/card.png",
        "tournament:calendar": "/t/coupe/calendar.ics",
        "tournament:public_players": "/t/coupe/players/",
        "tournament:player_card": "/t/coupe/players/1/",
        "tournament:standings": "/t/coupe/standings/",
        "tournament:standings_after": "/t/coupe/standings/1/",
        "tournament:standings_live": "/t/coupe/standings/1/live/",
        "tournament:explanation": "/t/coupe/standings/1/why/1/",
        "tournament:ratings": "/t/coupe/ratings/",
        "tournament:seal": "/t/coupe/seal/",
        "tournament:crosstable": "/t/coupe/crosstable/",
        "tournament:wall": "/t/coupe/wall/",
        "tournament:wall_live": "/t/coupe/wall/live/",
        "tournament:standings_file": "/t/coupe/standings/1/csv/",
        "tournament:prize_list": "/t/coupe/standings/1/prizes/",
        "tournament:prize_list_file": "/t/coupe/standings/1/prizes.csv",
        "tournament:pairings_file": "/t/coupe/rounds/1/json/",
    }.items()
}
ROUTES["tournament:verify_file"] = (ALL, dict.fromkeys(ALL, 400), lambda scene: "/verify/")
ROUTES["tournament:prizes"] = (
    only(200, *DIRECTING),
    only(302, *DIRECTING),
    lambda scene: "/director/coupe/prizes/",
)

ROUTES["tournament:bracket"] = (
    dict.fromkeys(ALL, 404),
    NO_METHOD,
    lambda scene: "/t/coupe/bracket/",
)
# Odds are shown where the director has switched them on; pages left open are told that it is off.
ROUTES["tournament:odds"] = (dict.fromkeys(ALL, 404), NO_METHOD, lambda scene: "/t/coupe/odds/")
ROUTES["tournament:odds_live"] = (ALL, NO_METHOD, lambda scene: "/t/coupe/odds/live/")
ROUTES["tournament:groups"] = (
    only(404, *DIRECTING),
    only(404, *DIRECTING),
    lambda scene: "/director/coupe/groups/",
)
ROUTES["tournament:picture"] = (
    dict.fromkeys(ALL, 404),
    NO_METHOD,
    lambda scene: "/t/coupe/picture.jpg",
)
ROUTES["tournament:logo"] = (
    dict.fromkeys(ALL, 404),
    NO_METHOD,
    lambda scene: "/t/coupe/sponsors/1.jpg",
)
ROUTES["tournament:poster"] = (
    only(200, *DIRECTING),
    only(302, *DIRECTING),
    lambda scene: "/director/coupe/event/",
)
ROUTES["tournament:announcement"] = (
    only(302, *DIRECTING),
    only(302, *DIRECTING),
    lambda scene: "/director/coupe/event/announcement/",
)
ROUTES["tournament:poster_preview"] = (
    NO_METHOD,
    only(200, *DIRECTING),
    lambda scene: "/director/coupe/event/preview/",
)
ROUTES["tournament:poster_picture"] = (
    only(302, *DIRECTING),
    only(400, *DIRECTING),
    lambda scene: "/director/coupe/event/picture/",
)
ROUTES["tournament:poster_logos"] = (
    only(302, *DIRECTING),
    only(400, *DIRECTING),
    lambda scene: "/director/coupe/event/logos/",
)

PAGES: Pages = {
    "home": (anybody, at("/")),
    "help": (anybody, at("/help/")),
    "verify a file": (anybody, at("/verify/")),
    "help for directors": (anybody, at("/help/director/")),
    "help for players": (anybody, at("/help/player/")),
    "help for referees": (anybody, at("/help/referee/")),
    "glossary": (anybody, at("/help/words/")),
    "tournament": (anybody, at("/t/coupe/")),
    "tournament by name": (anybody, at("/t/coupe/?by=name")),
    "tournament (part)": (anybody, at("/t/coupe/live/")),
    "round": (anybody, at("/t/coupe/rounds/1/")),
    "round (part)": (anybody, at("/t/coupe/rounds/1/live/")),
    "in pictures": (anybody, at("/t/coupe/pictures/")),
    "event": (anybody, at("/t/coupe/event/")),
    "page of the event": (staff(Role.DIRECTOR), at("/director/coupe/event/")),
    "public players": (anybody, at("/t/coupe/players/")),
    "player card": (anybody, at("/t/coupe/players/1/")),
    "not found": (anybody, at("/t/nowhere/")),
    "standings": (anybody, at("/t/coupe/standings/")),
    "standings, earlier": (anybody, at("/t/coupe/standings/1/")),
    "standings in part": (anybody, at("/t/coupe/standings/?club=38Gr&from=9k")),
    "standings (part)": (anybody, at("/t/coupe/standings/1/live/")),
    "explanation": (anybody, at("/t/coupe/standings/1/why/1/")),
    "ratings": (anybody, at("/t/coupe/ratings/")),
    "seal": (anybody, at("/t/coupe/seal/")),
    "odds": (_looks_ahead, at("/t/ahead/odds/")),
    "odds (part)": (_looks_ahead, at("/t/ahead/odds/live/")),
    "round with expected scores": (_looks_ahead, at("/t/ahead/rounds/1/")),
    "crosstable": (anybody, at("/t/coupe/crosstable/")),
    "prize list": (anybody, at("/t/coupe/standings/1/prizes/")),
    "wall": (anybody, at("/t/coupe/wall/")),
    "wall (part)": (anybody, at("/t/coupe/wall/live/")),
    "prizes": (staff(Role.DIRECTOR), at("/director/coupe/prizes/")),
}
