"""Cases: the referees' queue, what is done with a case, and the players' own cases."""
