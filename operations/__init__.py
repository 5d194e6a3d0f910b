"""What who runs an installation needs: health, figures, queues, backups."""
