"""Knock-outs as they stand: who is in, whom they are due to meet, what place they have reached."""
