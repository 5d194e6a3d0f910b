"""Periodic work of the API: forgetting old calls and ended tokens, and the names in them."""

from api.calls.services import FORGET_ANSWERS, forget_answers_again, forget_calls
from api.services.tokens import forget_tokens
from jobs.registry import each_sweep, handles

each_sweep("api calls")(forget_calls)
each_sweep("api tokens")(forget_tokens)
handles(FORGET_ANSWERS)(forget_answers_again)
