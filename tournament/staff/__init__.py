"""Who may do what: private links, roles, permissions, tokens for programs."""
