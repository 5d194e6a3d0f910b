"""What follows from a finding or an event in a game: values in, values out."""
