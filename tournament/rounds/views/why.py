"""Why a player meets his opponent, for the director."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.views.decorators.http import require_safe

from tournament.pairing.pairing import PairingError
from tournament.pairing.sentences import COMPONENT_NAMES
from tournament.rounds.selectors.draws import why as why_of
from tournament.spoken import spoken
from tournament.staff.access import frame, personal
from tournament.staff.guards import directed


@personal
@require_safe
def why(request: HttpRequest, slug: str, number: int, player: int) -> HttpResponse:
    """Show the pair's components in words and numbers, and other opponents with their price."""
    terms = directed(request, slug)
    try:
        found = why_of(terms.id, number, player)
    except PairingError as error:
        messages.error(request, spoken(error.text))
        return redirect("tournament:draft", slug, number)
    if found is None:
        raise Http404
    pair = found.explanation.pair
    parts = [
        (spoken(COMPONENT_NAMES[name]), number_format(value, force_grouping=True))
        for name, value in (pair.components if pair else {}).items()
    ]
    others = [
        (other, number_format(alternative.loss, force_grouping=True), spoken(alternative.sentence))
        for other, alternative in found.others
    ]
    context = {
        "terms": terms,
        "number": number,
        "found": found,
        "sentences": [spoken(sentence) for sentence in found.explanation.sentences],
        "parts": parts,
        "weight": number_format(pair.weight, force_grouping=True) if pair else "",
        "others": others,
    }
    return render(request, "rounds/why.html", {**frame(request), **context})
