"""Who plays whom: weights, optimal matching, handicaps and the other pairing systems."""
