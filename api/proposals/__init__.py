"""Dead stones as proposed for a record: for people to accept or change, never decided."""
