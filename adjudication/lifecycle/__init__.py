"""Publishing, hiding, archiving, duplicating and deleting a tournament."""
