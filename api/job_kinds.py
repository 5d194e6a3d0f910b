"""What the API does by itself: old calls are forgotten."""

from api.services.calls import forget_calls
from jobs.registry import each_sweep

each_sweep("api calls")(forget_calls)
