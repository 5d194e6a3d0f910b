"""For operators: health checks, metrics, pages of background jobs, backups."""
