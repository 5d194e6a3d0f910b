"""The pages of referees and of the appeals committee."""
