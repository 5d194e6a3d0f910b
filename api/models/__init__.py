"""What the API keeps: its tokens, and calls under their keys."""

from api.calls.models import IdempotentCall
from api.models.token import Scope, Token

__all__ = ["IdempotentCall", "Scope", "Token"]
