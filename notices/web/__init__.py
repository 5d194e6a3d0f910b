"""Pages of webhooks and mails, and the words of mails."""
