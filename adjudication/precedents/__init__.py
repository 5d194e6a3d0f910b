"""What was ruled before, without the names of people."""
