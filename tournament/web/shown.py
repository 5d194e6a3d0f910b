"""What a form showed when it was opened, so that saving it changes only what was typed.

A round may open meanwhile, two players may agree on a date, somebody else may save: what stands in
the form as it was shown is then not what its reader wants, but what he never looked at.
"""

import json
from collections.abc import Mapping

FIELD = "shown"
"""The hidden field that carries it."""


def shown_text(values: Mapping[str, str]) -> str:
    """Return what the hidden field holds for these values."""
    return json.dumps({name: value for name, value in values.items() if value})


def typed_over(data: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """Return the values as they are now, with those put in that the form no longer holds as shown.

    A form without the hidden field is taken as it is.
    """
    shown = _shown(data.get(FIELD, ""))
    typed = {name: data[name].strip() for name in now if name in data}
    changed = {
        name: value
        for name, value in typed.items()
        if shown is None or value != shown.get(name, "")
    }
    return {**now, **changed}


def _shown(text: str) -> dict[str, object] | None:
    try:
        shown = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return shown if isinstance(shown, dict) else None
