"""Appeals: a player asks a committee to look at a ruling again, and its majority decides."""

from adjudication.services.appeals.appealing import appeal, withdraw_appeal
from adjudication.services.appeals.committee import appoint
from adjudication.services.appeals.voting import put_motion, vote

__all__ = ["appeal", "appoint", "put_motion", "vote", "withdraw_appeal"]
