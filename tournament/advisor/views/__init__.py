"""The pages of the format advisor."""
