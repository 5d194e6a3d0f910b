"""What pages of reports and records read."""
