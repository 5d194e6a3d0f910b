"""Results as the staff enter them, and recording errors in confirmed results."""
