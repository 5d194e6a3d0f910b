"""Dates in French: those of Django, and where a moment stands, its time zone too."""

DATETIME_FORMAT = "j F Y, H:i T"
MOMENT_FORMAT = "D. j F Y, H:i T"
