"""What is printed: slips, badges, lists."""
