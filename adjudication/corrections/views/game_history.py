"""What happened to one game, in sentences, for its players and the staff."""

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from adjudication.corrections.selectors.history import game_story
from adjudication.corrections.views.event_sentences import event_sentence
from tournament.staff.access import (
    DIRECTORS,
    REFEREES,
    frame,
    may_direct,
    may_referee,
    personal,
    plays,
    require,
    visitor_of,
)


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A step of a game's history."""

    at: datetime
    sentence: str
    reason: str
    undone: bool


@personal
@require_safe
def game_history(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show what was done about a game, oldest first: boards, results, cases and rulings."""
    story = game_story(game_id)
    if story is None:
        raise Http404
    visitor = visitor_of(request)
    staff = visitor.has(story.terms.id, *DIRECTORS, *REFEREES)
    require(staff or plays(visitor, story.game))
    context = {
        "terms": story.terms,
        "game": story.game,
        "lines": [
            StoryLine(
                event.at,
                event_sentence(event, story.names),
                event.as_read(referee=may_referee(visitor, story.terms.id)).reason,
                event.undone_by is not None,
            )
            for event in story.events
        ],
        "staff": staff,
        "directs": may_direct(visitor, story.terms.id),
    }
    return render(request, "corrections/game_history.html", {**frame(request), **context})
