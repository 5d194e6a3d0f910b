"""What the API does by itself: old calls and ended tokens are forgotten, and names with them."""

from api.services.calls import (
    FORGET_ANSWERS,
    erase_answers,
    forget_answers_again,
    forget_calls,
    forget_tokens,
)
from jobs.registry import does, each_sweep
from tournament.services.erased_elsewhere import on_erasing

each_sweep("api calls")(forget_calls)
each_sweep("api tokens")(forget_tokens)
does(FORGET_ANSWERS)(forget_answers_again)
on_erasing(erase_answers)
