"""What everybody did, as the record of the tournament tells it."""
