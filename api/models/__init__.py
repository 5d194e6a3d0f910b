"""What the API keeps: its tokens, and the calls that were made once."""

from api.calls.models import IdempotentCall
from api.models.token import Scope, Token

__all__ = ["IdempotentCall", "Scope", "Token"]
