"""What programs may read of tournaments, as JSON. Read-only for now."""
