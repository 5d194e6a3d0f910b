"""What all the other packages of a tournament use: locks, texts, rate limits, pages."""
