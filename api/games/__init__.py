"""Games: who plays whom, with what result."""
