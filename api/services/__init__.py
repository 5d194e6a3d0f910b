"""What changes tokens and kept calls; one transaction each."""
