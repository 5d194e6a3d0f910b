"""What is told outside of the pages: webhooks and e-mails."""
