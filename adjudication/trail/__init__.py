"""The tables held against the audit trail: whether they are what its events make of them."""
