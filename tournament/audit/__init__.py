"""The audit trail: what somebody did, written down for good and sealed."""
