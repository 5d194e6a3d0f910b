"""What operating an installation needs, below the pages: readiness, figures, backups."""
