"""Who may use which operation of cases, rulings, appeals and questions to players."""

from collections.abc import Callable
from uuid import uuid4

from django.utils import timezone

from adjudication.cases.services.statements import write_statement
from adjudication.life_and_death.services.asking import ask_confirmation
from adjudication.life_and_death.sources import Source
from adjudication.models import Case, Inquiry, Picture, Ruling, Statement
from adjudication.triage.services.questions import ask_both_players
from tests.adjudication.life import THREE, drawn
from tests.api.routes import (
    ALL,
    OWNING,
    PLAYING,
    READING_OWNER,
    REFEREEING,
    SEEING,
    Routes,
    coupe,
    on_game,
)
from tests.factories import SubmissionFactory
from tests.support.desk_world import appealed, new_case, referee, ruled
from tests.support.records import WALLS, sgf
from tests.support.scene import Scene
from tournament.audit.services.current_actor import acting_as

LOOKING = REFEREEING | READING_OWNER
TOKENS = ALL - {"anonymous"}
NOBODY: frozenset[str] = frozenset()


def case(rest: str = "") -> Callable[[Scene], str]:
    """Return an address of a case about a game of two others."""
    return lambda scene: f"/tournaments/coupe/cases/{new_case(scene.world, 2).number}/{rest}"


def own(rest: str = "") -> Callable[[Scene], str]:
    """Return an address of a case about the game of Black and White."""
    return lambda scene: f"/cases/{new_case(scene.world).pk}/{rest}"


def said(own_case: bool, rest: str) -> Callable[[Scene], str]:
    """Return the address of what came with a statement."""

    def address(scene: Scene) -> str:
        about = new_case(scene.world, 0 if own_case else 2)
        key = write_statement(
            case_id=about.pk, text="Look.", record_bytes=sgf(WALLS), idempotency_key=uuid4().hex,
            player_id=about.parties.all()[0].pk,
        )  # fmt: skip
        said = Statement.objects.get(pk=key)
        shown = Picture.objects.create(statement=said, data=b"x", sha256="x", width=1, height=1)
        where = f"/cases/{about.pk}/" if own_case else f"/tournaments/coupe/cases/{about.number}/"
        return where + rest.format(said=key, picture=shown.pk)

    return address


def after_appeal(own_case: bool, rest: str = "") -> Callable[[Scene], str]:
    """Return an address of a case whose ruling was appealed: of each game there is one at most."""

    def address(scene: Scene) -> str:
        game = 0 if own_case else 2
        about = Case.objects.filter(game=scene.world.games[game].pk, state="appealed").first()
        if about is None:
            about = ruled(scene.world, new_case(scene.world, game))
            appealed(scene.world, about, about.parties.order_by("number").first())
        place = f"cases/{about.pk}" if own_case else f"tournaments/coupe/cases/{about.number}"
        return f"/{place}/appeal/{rest}"

    return address


def searched_for(rest: str = "") -> Callable[[Scene], str]:
    """Return an address of a search that was asked for in such a case."""

    def address(scene: Scene) -> str:
        about = new_case(scene.world, 2)
        report = SubmissionFactory(game=about.game, record__data=drawn(THREE), state="superseded")
        with acting_as(referee(scene.world)):
            asked = ask_confirmation(
                case_id=about.pk,
                source=Source(report.pk),
                points=["D9"],
                idempotency_key=uuid4().hex,
            )
        return f"/tournaments/coupe/cases/{about.number}/confirmations/{asked.number}/{rest}"

    return address


def question(scene: Scene) -> str:
    ask_both_players(game=scene.world.games[0], kind="no_result", data={})
    return f"/inquiries/{Inquiry.objects.latest('pk').pk}/answer/"


def final(scene: Scene) -> str:
    about = ruled(scene.world, new_case(scene.world, 2))
    Case.objects.filter(pk=about.pk).update(
        state="final", appeal_until=None, settled_at=timezone.now()
    )
    return f"/rulings/{Ruling.objects.latest('pk').pk}/"


CASE_ROUTES: Routes = {
    "referee-list": (coupe("referees/"), {"GET": (LOOKING, 200)}),
    "case-list": (coupe("cases/"), {"GET": (LOOKING, 200), "POST": (REFEREEING, 400)}),
    "case-detail": (case(), {"GET": (LOOKING, 200)}),
    "case-case-taking": (case("take/"), {"POST": (REFEREEING, 200)}),
    "case-case-keeping": (case("keep/"), {"POST": (REFEREEING, 409)}),
    "case-case-return": (case("return/"), {"POST": (REFEREEING, 409)}),
    "case-case-handover": (case("handover/"), {"POST": (REFEREEING, 400)}),
    "case-case-settlement": (case("settlement/"), {"POST": (REFEREEING, 400)}),
    "case-case-stones": (case("stones/"), {"POST": (REFEREEING, 400)}),
    "case-case-questions": (case("questions/"), {"POST": (REFEREEING, 400)}),
    "case-case-reading": (case("reading/"), {"POST": (REFEREEING, 400)}),
    "case-case-right-record": (case("right-record/"), {"POST": (REFEREEING, 409)}),
    "case-case-statements": (case("statements/"), {"POST": (REFEREEING, 400)}),
    "case-case-record": (said(False, "statements/{said}/record/"), {"GET": (LOOKING, 200)}),
    "case-case-picture": (said(False, "pictures/{picture}/"), {"GET": (LOOKING, 200)}),
    "confirmation-list": (
        case("confirmations/"),
        {"GET": (LOOKING, 200), "POST": (REFEREEING, 400)},
    ),
    "confirmation-confirmation-outlook": (
        case("confirmations/outlook/"),
        {"POST": (REFEREEING, 400)},
    ),
    "confirmation-detail": (searched_for(), {"GET": (LOOKING, 200)}),
    "confirmation-confirmation-cancelling": (searched_for("cancel/"), {"POST": (REFEREEING, 200)}),
    "confirmation-confirmation-certificate": (
        searched_for("certificates/x/"),
        {"GET": (LOOKING, 404)},
    ),
    "case_ruling-case-rulings": (
        case("rulings/"),
        {"GET": (LOOKING, 200), "POST": (REFEREEING, 400)},
    ),
    "case_ruling-ruling-preview": (case("rulings/preview/"), {"POST": (REFEREEING, 400)}),
    "case_ruling-ruling-revision": (case("rulings/revision/"), {"POST": (REFEREEING, 400)}),
    "ruling-list": (lambda scene: "/rulings/", {"GET": (ALL, 200)}),
    "ruling-detail": (final, {"GET": (ALL, 200)}),
    "appeal-case-appeal": (after_appeal(False), {"GET": (LOOKING, 200)}),
    "appeal-candidates": (after_appeal(False, "candidates/"), {"GET": (OWNING, 200)}),
    "appeal-committee": (after_appeal(False, "committee/"), {"PUT": (OWNING, 400)}),
    "appeal-motions": (after_appeal(False, "motions/"), {"POST": (NOBODY, 400)}),
    "appeal-votes": (after_appeal(False, "votes/"), {"POST": (NOBODY, 400)}),
    "appeal-closure": (after_appeal(False, "closure/"), {"POST": (NOBODY, 400)}),
    "own_case-list": (lambda scene: "/me/cases/", {"GET": (TOKENS, 200)}),
    "the_own_case-detail": (own(), {"GET": (PLAYING, 200)}),
    "the_own_case-own-statements": (own("statements/"), {"POST": (PLAYING, 400)}),
    "the_own_case-own-record": (said(True, "statements/{said}/record/"), {"GET": (PLAYING, 200)}),
    "the_own_case-own-picture": (said(True, "pictures/{picture}/"), {"GET": (PLAYING, 200)}),
    "said_stones-own-stones": (own("stones/"), {"GET": (PLAYING, 200), "POST": (PLAYING, 400)}),
    "own_appeal-own-appeal": (
        after_appeal(True),
        {"GET": (PLAYING, 200), "POST": (PLAYING, 400), "DELETE": (frozenset({"black"}), 204)},
    ),
    "game_inquiry-inquiries": (on_game("inquiries/"), {"GET": (SEEING, 200)}),
    "inquiry-inquiry-answer": (question, {"POST": (PLAYING, 400)}),
    "game_inquiry-acceptance": (on_game("acceptance/"), {"POST": (PLAYING, 400)}),
    "game_inquiry-lost-on-time": (on_game("lost-on-time/"), {"POST": (PLAYING, 400)}),
    "game_inquiry-objection": (on_game("objection/"), {"POST": (PLAYING, 200)}),
    "game_inquiry-matters": (on_game("matters/"), {"POST": (PLAYING, 400)}),
    "game_inquiry-matter-withdrawal": (
        on_game("matters/withdrawal/"),
        {"POST": (PLAYING, 400)},
    ),
}
HIDDEN = {
    "the_own_case-detail",
    "the_own_case-own-statements",
    "the_own_case-own-record",
    "the_own_case-own-picture",
    "said_stones-own-stones",
    "own_appeal-own-appeal",
}
"""Cases of which nobody else is told that there are any."""
