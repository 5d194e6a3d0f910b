"""Cases: opening, locking, statements, and the referee's pages."""
