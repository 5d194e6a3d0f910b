"""The words of mails: plain text, in the language of who gets it."""
