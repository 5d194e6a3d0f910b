"""Game records as they come in, and where their bytes are kept."""
