"""The addresses of everybody, and the director's form of the prizes."""

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
from tournament.models import Role


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
# Odds are shown where the director has switched them on.
for _name, _path in (("odds", "/t/coupe/odds/"), ("odds_live", "/t/coupe/odds/live/")):
    _missing, _no_method, _where = everybody(_path)
    ROUTES[f"tournament:{_name}"] = (dict.fromkeys(_missing, 404), _no_method, _where)  # type: ignore[assignment]
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
    "crosstable": (anybody, at("/t/coupe/crosstable/")),
    "prize list": (anybody, at("/t/coupe/standings/1/prizes/")),
    "wall": (anybody, at("/t/coupe/wall/")),
    "wall (part)": (anybody, at("/t/coupe/wall/live/")),
    "prizes": (staff(Role.DIRECTOR), at("/director/coupe/prizes/")),
}
