"""What every subject of a tournament uses: locks, texts, rate limits, pages."""
