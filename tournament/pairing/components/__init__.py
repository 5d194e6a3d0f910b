"""The parts that the weight of a pair is made of, one a file (specification, 2.4)."""
