"""What follows from a finding or an event of a game: values in, values out."""
