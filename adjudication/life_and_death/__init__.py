"""Whether stones are alive, by hypothetical play, with proofs."""
