"""E-mails to players and staff: who gets which, sending, reminders, unsubscribing."""
