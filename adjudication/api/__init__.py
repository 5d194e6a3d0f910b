"""What programs may read of games and verdicts, as JSON. Read-only for now."""
