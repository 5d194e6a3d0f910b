"""Changes to tokens and kept calls; one transaction each."""
