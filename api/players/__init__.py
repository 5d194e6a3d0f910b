"""Players: entries, requests, who takes part, who is here."""
