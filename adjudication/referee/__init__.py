"""The referee's desk: the queue, a case, its evidence, committees."""
