"""Monitoring: health checks, metrics for Prometheus, heartbeats, the access log."""
