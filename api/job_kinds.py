"""What the API does by itself: old calls and ended tokens are forgotten."""

from api.services.calls import forget_calls, forget_tokens
from jobs.registry import each_sweep

each_sweep("api calls")(forget_calls)
each_sweep("api tokens")(forget_tokens)
