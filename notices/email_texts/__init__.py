"""What e-mails say, in the recipient's language."""
