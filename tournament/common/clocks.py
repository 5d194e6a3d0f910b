"""A player's time, as set up, in the values of the core that reads clocks in records."""

from adjudication.rules.clocks import Overtime, TimeLimits
from tournament.state.event import Clock, TimeSystem

_OVERTIME = {
    TimeSystem.SUDDEN_DEATH: Overtime.NONE,
    TimeSystem.BYO_YOMI: Overtime.BYO_YOMI,
    TimeSystem.CANADIAN: Overtime.CANADIAN,
    TimeSystem.FISCHER: Overtime.FISCHER,
}


def limits_of_clock(clock: Clock) -> TimeLimits:
    """Return a time system as the core compares it, without parts that the system does not use."""
    seconds = {
        TimeSystem.SUDDEN_DEATH: 0,
        TimeSystem.BYO_YOMI: clock.byo_yomi_seconds,
        TimeSystem.CANADIAN: clock.canadian_seconds,
        TimeSystem.FISCHER: clock.fischer_seconds,
    }[clock.system]
    return TimeLimits(
        60 * clock.basic_minutes,
        _OVERTIME[clock.system],
        seconds,
        moves=clock.canadian_moves if clock.system is TimeSystem.CANADIAN else 0,
        periods=clock.byo_yomi_periods if clock.system is TimeSystem.BYO_YOMI else 0,
    )
