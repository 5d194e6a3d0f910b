"""Notifications: webhooks to other programs and e-mails to players and staff."""
