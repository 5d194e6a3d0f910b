"""Asking hypothetical play whether stones are alive: evidence for a case, found by a job."""
