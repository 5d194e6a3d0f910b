"""What the pages of reports and records read."""
