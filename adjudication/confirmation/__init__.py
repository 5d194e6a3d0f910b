"""Life and death after the game has ended, decided and proven (J1989 Art. 7 and 8)."""
