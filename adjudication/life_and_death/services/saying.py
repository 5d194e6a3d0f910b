"""Players saying which stones of a board in dispute are alive, and which are dead."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.base import locked_case, record_case_event
from adjudication.cases.services.statements import WRITTEN_IN
from adjudication.life_and_death.services.asking import record_in
from adjudication.life_and_death.services.positions import (
    Position,
    agreed_dead_points,
    assumed_alive_points,
    position_of,
)
from adjudication.life_and_death.sources import Source
from adjudication.models import Case, CaseState, SaidStones
from adjudication.rules.chains import chains_on
from adjudication.rules.points import point_names
from adjudication.triage.services.dead_stones import refuse_seki
from tournament.audit.services.persons import player_person
from tournament.errors import Conflict, NotFound
from tournament.games.services import acting_player
from tournament.models import AuditEvent, Verb

MOST_SAID = 30
"""How often a player may change what they said in a case."""


def say_stones(
    *,
    case_id: int,
    player_id: int,
    source: Source,
    alive: Iterable[str] = (),
    dead: Iterable[str] = (),
    seki: Iterable[str] = (),
) -> None:
    """Record what a player of a case says is alive, dead or in seki at the end of a record.

    It replaces what they said before; repeating it changes nothing. Each point names its chain.
    Raises UserError (fields ``submission``, ``alive``, ``agreed_dead``, ``seki``), NotFound for a
    case that is not the player's, and Conflict for a case that is over or in which they have
    changed their statement too often.
    """
    position = position_of(record_in(case_id, source))
    lost = agreed_dead_points(position, dead, ())
    shared = assumed_alive_points(position, seki, (), lost, field="seki")
    living = assumed_alive_points(position, alive, (), lost)
    _say(case_id, player_id, source, position, {"alive": living, "dead": lost, "seki": shared})


@transaction.atomic
def _say(
    case_id: int,
    player_id: int,
    source: Source,
    position: Position,
    points: Mapping[str, Iterable[int]],
) -> None:
    named = {state: _named(position, of) for state, of in points.items()}
    named["alive"] = [name for name in named["alive"] if name not in named["seki"]]
    case = locked_case(case_id)
    if case.game is None or player_id not in (case.game.black_id, case.game.white_id):
        raise NotFound("not_your_case", text=_("This is not your case."))
    if case.state not in WRITTEN_IN:
        raise Conflict("case_over", text=_("This case is over and can no longer change."))
    if named["seki"]:
        refuse_seki(case.tournament.ruleset, field="seki")
    said = {
        **source.columns,
        "size": position.size,
        "position": position.text,
        **named,
    }
    earlier = SaidStones.objects.filter(case=case, player_id=player_id).first()
    if earlier is not None and all(getattr(earlier, name) == said[name] for name in said):
        return
    by = acting_player(player_id)
    person = player_person(case.tournament_id, player_id)
    told = AuditEvent.objects.filter(
        tournament=case.tournament_id,
        verb=Verb.STONES_SAID,
        actor=person.uid,
        after__case=case.number,
    )
    if told.count() >= MOST_SAID:
        raise Conflict(
            "too_often",
            text=_("You have written about this game too often: tell the referee."),
        )
    SaidStones.objects.update_or_create(
        case=case, player_id=player_id, defaults={**said, "said_at": timezone.now()}
    )
    # A referee who has taken the case must not rule without having read this.
    Case.objects.filter(pk=case.pk, state=CaseState.TAKEN).raise_version()
    record_case_event(
        Verb.STONES_SAID,
        case,
        by=by,
        alive=named["alive"],
        dead=named["dead"],
        seki=named["seki"],
    )


def _named(position: Position, points: Iterable[int]) -> list[str]:
    """Return the first stone of every chain on some points."""
    chains = chains_on(position.states, position.size, points)
    return point_names([min(chain) for chain in chains], position.size)
