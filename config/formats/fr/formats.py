"""French date formats: Django's own, with the time zone where a moment is shown."""

DATETIME_FORMAT = "j F Y, H:i T"
MOMENT_FORMAT = "D. j F Y, H:i T"
